//! Dress: what a man looks like. Where nothing can be drawn (tests), men stay bare.

use bevy::{
    gltf::{Gltf, GltfMesh},
    prelude::*,
};

use super::Figure;
use crate::{
    AppSystems, assets,
    chess::{Kind, Side},
    settings::{Detail, Settings},
};

/// The clothes: the model file, and one material a side.
#[derive(Resource)]
struct Wardrobe {
    models: Handle<Gltf>,
    materials: [Handle<StandardMaterial>; 2],
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, open_wardrobe.run_if(resource_exists::<assets::Ready>))
        .add_observer(undress)
        .add_systems(Update, dress_all.run_if(resource_exists::<Wardrobe>.and_then(resource_changed::<Settings>)))
        .add_systems(Update, dress_bare.after(AppSystems::Settle).run_if(resource_exists::<Wardrobe>));
}

fn open_wardrobe(server: Res<AssetServer>, mut materials: ResMut<Assets<StandardMaterial>>, mut commands: Commands) {
    let lacquer = |color: Color, roughness: f32| StandardMaterial {
        base_color: color,
        perceptual_roughness: roughness,
        reflectance: 0.45,
        clearcoat: 0.35,
        clearcoat_perceptual_roughness: 0.22,
        ..default()
    };
    commands.insert_resource(Wardrobe {
        models: server.load(assets::MEN),
        materials: [
            materials.add(lacquer(Color::srgb(0.93, 0.82, 0.60), 0.42)),
            materials.add(lacquer(Color::srgb(0.105, 0.072, 0.060), 0.36)),
        ],
    });
}

/// The name of a kind's mesh in the model file.
fn mesh_name(kind: Kind, detail: Detail) -> &'static str {
    match (kind, detail) {
        (Kind::Pawn, Detail::Low) => "Pawn.low",
        (Kind::Knight, Detail::Low) => "Knight.low",
        (Kind::Bishop, Detail::Low) => "Bishop.low",
        (Kind::Rook, Detail::Low) => "Rook.low",
        (Kind::Queen, Detail::Low) => "Queen.low",
        (Kind::King, Detail::Low) => "King.low",
        (Kind::Pawn, _) => "Pawn",
        (Kind::Knight, _) => "Knight",
        (Kind::Bishop, _) => "Bishop",
        (Kind::Rook, _) => "Rook",
        (Kind::Queen, _) => "Queen",
        (Kind::King, _) => "King",
    }
}

/// A man that has become another wears nothing of the former.
fn undress(changed: On<Insert, Figure>, mut commands: Commands) {
    commands.entity(changed.entity).remove::<Mesh3d>();
}

fn dress_all(dressed: Query<Entity, (With<Figure>, With<Mesh3d>)>, mut commands: Commands) {
    for entity in &dressed {
        commands.entity(entity).remove::<Mesh3d>();
    }
}

fn dress_bare(
    bare: Query<(Entity, &Figure), Without<Mesh3d>>,
    wardrobe: Res<Wardrobe>,
    gltfs: Res<Assets<Gltf>>,
    meshes: Res<Assets<GltfMesh>>,
    settings: Res<Settings>,
    mut transforms: Query<&mut Transform>,
    mut commands: Commands,
) {
    let Some(models) = gltfs.get(&wardrobe.models) else { return };
    for (entity, figure) in &bare {
        let named = models.named_meshes.get(mesh_name(figure.0.kind, settings.detail));
        let Some(primitive) = named.and_then(|handle| meshes.get(handle)).and_then(|mesh| mesh.primitives.first())
        else {
            continue;
        };
        // The models look toward Black.
        if let Ok(mut transform) = transforms.get_mut(entity) {
            transform.rotation = match figure.0.side {
                Side::White => Quat::IDENTITY,
                Side::Black => Quat::from_rotation_y(std::f32::consts::PI),
            };
        }
        let material = wardrobe.materials[figure.0.side.index()].clone();
        commands.entity(entity).insert((Mesh3d(primitive.mesh.clone()), MeshMaterial3d(material)));
    }
}
