//! Dress: what a man looks like. Where nothing can be drawn (tests), men stay bare.

use std::{collections::HashMap, f32::consts::PI};

use bevy::{
    gltf::{Gltf, GltfMesh},
    light::{NotShadowCaster, NotShadowReceiver},
    mesh::VertexAttributeValues,
    picking::Pickable,
    prelude::*,
};

use super::Figure;
use crate::{
    AppSystems, assets,
    chess::{Kind, Piece, Side},
    matter::Surface,
    settings::{Detail, Men, Settings},
};

/// How far a knight is turned to its left, in radians.
const KNIGHT: f32 = 0.80;

/// The clothes: the model files that were asked for so far.
#[derive(Resource)]
struct Wardrobe {
    models: HashMap<Men, Handle<Gltf>>,
    /// What its shadow is drawn on.
    spot: Handle<Mesh>,
}

/// The shadow under a man.
#[derive(Component)]
struct Spot;

pub(super) fn plugin(app: &mut App) {
    // Before anybody asks for textures: the men are waited for.
    app.add_systems(PreStartup, open_wardrobe.run_if(resource_exists::<assets::Ready>))
        .add_observer(undress)
        .add_systems(Update, dress_all.run_if(resource_exists::<Wardrobe>.and_then(resource_changed::<Settings>)))
        .add_systems(Update, dress_bare.after(AppSystems::Settle).run_if(resource_exists::<Wardrobe>));
}

fn open_wardrobe(
    settings: Res<Settings>,
    server: Res<AssetServer>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let mut spot = Plane3d::default().mesh().size(1.7, 1.7).build();
    if let Some(VertexAttributeValues::Float32x2(uvs)) = spot.attribute_mut(Mesh::ATTRIBUTE_UV_0) {
        // The shader measures from the middle.
        for uv in uvs {
            *uv = uv.map(|n| (n * 2.0 - 1.0) * 1.7);
        }
    }
    let models = HashMap::from([(settings.men, server.load(file(settings.men)))]);
    commands.insert_resource(Wardrobe { models, spot: meshes.add(spot) });
}

/// The model file of a set.
fn file(men: Men) -> &'static str {
    match men {
        Men::Staunton => assets::STAUNTON,
        Men::Modern => assets::MODERN,
        Men::Club => assets::CLUB,
    }
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

/// How a man stands on its square: looking at the other side; a knight half past it, so that it is known from behind too.
pub fn turned(man: Piece) -> Quat {
    // The models look toward Black.
    let toward = if man.side == Side::Black { PI } else { 0.0 };
    Quat::from_rotation_y(if man.kind == Kind::Knight { toward + KNIGHT } else { toward })
}

/// A man that has become another wears nothing of the former.
fn undress(changed: On<Insert, Figure>, mut commands: Commands) {
    commands.entity(changed.entity).remove::<Mesh3d>();
}

/// Another set or detail was chosen.
fn dress_all(
    settings: Res<Settings>,
    mut worn: Local<Option<(Men, Detail)>>,
    dressed: Query<Entity, (With<Figure>, With<Mesh3d>)>,
    mut commands: Commands,
) {
    let chosen = Some((settings.men, settings.detail));
    if std::mem::replace(&mut *worn, chosen) == chosen {
        return;
    }
    for entity in &dressed {
        commands.entity(entity).remove::<Mesh3d>();
    }
}

fn dress_bare(
    bare: Query<(Entity, &Figure), Without<Mesh3d>>,
    mut wardrobe: ResMut<Wardrobe>,
    server: Res<AssetServer>,
    gltfs: Res<Assets<Gltf>>,
    meshes: Res<Assets<GltfMesh>>,
    settings: Res<Settings>,
    spots: Query<&ChildOf, With<Spot>>,
    mut transforms: Query<&mut Transform>,
    mut commands: Commands,
) {
    let wardrobe = &mut *wardrobe;
    let file = wardrobe.models.entry(settings.men).or_insert_with(|| server.load(file(settings.men)));
    let Some(models) = gltfs.get(&*file) else { return };
    let mut left = bare.iter().len();
    for (entity, figure) in &bare {
        let named = models.named_meshes.get(mesh_name(figure.0.kind, settings.detail));
        let Some(primitive) = named.and_then(|handle| meshes.get(handle)).and_then(|mesh| mesh.primitives.first())
        else {
            continue;
        };
        if let Ok(mut transform) = transforms.get_mut(entity) {
            transform.rotation = turned(figure.0);
        }
        commands.entity(entity).insert((Mesh3d(primitive.mesh.clone()), Surface::Man(figure.0.side)));
        if !spots.iter().any(|child| child.parent() == entity) {
            let surface = Surface::Spot(figure.0.side);
            let spot = (Spot, Mesh3d(wardrobe.spot.clone()), surface, Transform::default());
            commands.spawn((spot, Pickable::IGNORE, NotShadowCaster, NotShadowReceiver, ChildOf(entity)));
        }
        left -= 1;
        if left == 0 {
            debug!("the men are dressed");
        }
    }
}
