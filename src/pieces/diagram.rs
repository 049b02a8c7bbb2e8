//! The diagram: while it is asked for, printed figures lie flat on the squares instead of men.

use std::collections::HashMap;

use bevy::{
    asset::RenderAssetUsages,
    light::{NotShadowCaster, NotShadowReceiver},
    picking::Pickable,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use super::{
    Figure, print,
    print::{Print, SIZE},
};
use crate::{
    AppSystems,
    board::Diagram,
    chess::{Piece, Side},
    matter::Lean,
};

/// The figure that lies there instead of a man, as its child.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Printed {
    piece: Piece,
    mesh: AssetId<Mesh>,
    seen_from: Side,
    sheet: Entity,
}

/// Figures that have been printed, by what they were drawn from.
#[derive(Resource, Default)]
struct Press {
    sheets: HashMap<(Piece, AssetId<Mesh>), Handle<Lean>>,
    paper: Option<Handle<Mesh>>,
}

/// How high figures lie: above the marks, below arrows.
const HEIGHT: f32 = 0.0185;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Press>().add_systems(
        Update,
        (lay.run_if(is_shown), take_up.run_if(resource_exists_and_changed::<Diagram>))
            .after(AppSystems::Settle)
            .run_if(resource_exists::<Assets<Lean>>),
    );
}

fn is_shown(diagram: Option<Res<Diagram>>) -> bool {
    diagram.is_some_and(|diagram| diagram.0.is_some())
}

type Bare = (Entity, &'static Figure, &'static Mesh3d, &'static Transform, Option<&'static Printed>);

fn lay(
    men: Query<Bare>,
    diagram: Res<Diagram>,
    mut press: ResMut<Press>,
    (mut meshes, mut images, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<Image>>, ResMut<Assets<Lean>>),
    mut commands: Commands,
) {
    let Some(side) = diagram.0 else { return };
    for (man, figure, mesh, transform, printed) in &men {
        let (piece, id) = (figure.0, mesh.id());
        if printed.is_some_and(|is| (is.piece, is.mesh, is.seen_from) == (piece, id, side)) {
            continue;
        }
        let sheet = match press.sheets.get(&(piece, id)) {
            Some(sheet) => sheet.clone(),
            None => {
                let Some(triangles) = meshes.get(id).and_then(triangles) else { continue };
                let image = images.add(image(&print::print(piece.kind, &triangles), piece.side));
                let sheet = materials.add(Lean::print(image));
                press.sheets.insert((piece, id), sheet.clone());
                sheet
            }
        };
        let paper = press.paper.get_or_insert_with(|| meshes.add(Plane3d::new(Vec3::Y, Vec2::splat(0.5)))).clone();
        if let Some(old) = printed {
            commands.entity(old.sheet).despawn();
        }
        // Upright for who looks, whichever way the man itself is turned.
        let upright = Quat::from_rotation_y(if side == Side::Black { std::f32::consts::PI } else { 0.0 });
        let place = Transform::from_xyz(0.0, HEIGHT, 0.0).with_rotation(transform.rotation.inverse() * upright);
        let child = commands
            .spawn((
                Mesh3d(paper),
                MeshMaterial3d(sheet),
                place,
                ChildOf(man),
                Visibility::Visible,
                Pickable::IGNORE,
                NotShadowCaster,
                NotShadowReceiver,
            ))
            .id();
        let printed = Printed { piece, mesh: id, seen_from: side, sheet: child };
        commands.entity(man).insert((printed, Visibility::Hidden));
    }
}

/// The men stand on the board again.
fn take_up(diagram: Res<Diagram>, men: Query<(Entity, &Printed)>, mut commands: Commands) {
    if diagram.0.is_some() {
        return;
    }
    for (man, printed) in &men {
        commands.entity(printed.sheet).despawn();
        commands.entity(man).remove::<Printed>().insert(Visibility::Inherited);
    }
}

/// The triangles of a mesh, where it keeps any that can be read.
fn triangles(mesh: &Mesh) -> Option<Vec<[Vec3; 3]>> {
    mesh.try_attribute(Mesh::ATTRIBUTE_POSITION).ok()?;
    Some(mesh.triangles().ok()?.map(|triangle| triangle.vertices).collect())
}

/// Light men are white with dark lines, dark men black with light lines and a rim that parts them from dark squares.
fn image(print: &Print, side: Side) -> Image {
    const INK: f32 = 0.06;
    const PAPER: f32 = 0.97;
    let (fill, line, rim) = match side {
        Side::White => (PAPER, INK, INK),
        Side::Black => (INK + 0.03, 0.86, 0.80),
    };
    let mut data = Vec::with_capacity(SIZE * SIZE * 4);
    for n in 0..SIZE * SIZE {
        let mix = |under: f32, over: f32, part: f32| under + (over - under) * part;
        let tone = mix(mix(mix(rim, INK, print.outline[n]), fill, print.body[n]), line, print.line[n] * print.body[n]);
        let covered = if side == Side::Black { print.rim[n] } else { print.outline[n] };
        let byte = |part: f32| (part * 255.0).round() as u8;
        data.extend([byte(tone), byte(tone), byte(tone), byte(covered)]);
    }
    let size = Extent3d { width: SIZE as u32, height: SIZE as u32, depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD)
}
