//! What stands on the table: the surface of the squares, the frame with its inlay and bevels, the table itself.

use std::f32::consts::TAU;

use bevy::{
    asset::RenderAssetUsages,
    light::NotShadowCaster,
    mesh::{Indices, PrimitiveTopology},
    picking::Pickable,
    prelude::*,
};

use super::{Tile, layout};
use crate::{
    assets,
    matter::Surface,
    settings::{Board, Settings, style_changed},
};

/// A part of the frame, which changes with the board.
#[derive(Component)]
struct FramePart;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostStartup, (lay_squares, set_table).run_if(resource_exists::<assets::Ready>))
        .add_systems(Update, build_frame.run_if(resource_exists::<assets::Ready>.and_then(style_changed)));
}

/// Dresses the squares: each is cut from another place of the plank, so that no two look alike.
fn lay_squares(tiles: Query<(Entity, &Tile)>, mut meshes: ResMut<Assets<Mesh>>, mut commands: Commands) {
    for (entity, tile) in &tiles {
        let n = tile.0.index() as f32;
        // The golden ratio scatters the cuts evenly over the plank.
        let cut = Vec2::new((n * 0.618_034).fract(), (n * 0.754_878).fract());
        let surface = if tile.0.is_light() { Surface::Light } else { Surface::Dark };
        commands.entity(entity).insert((Mesh3d(meshes.add(square_of_wood(cut))), surface));
    }
}

/// A flat square of side 1 whose texture is the part of the plank that begins at `cut`; the grain runs along the files.
fn square_of_wood(cut: Vec2) -> Mesh {
    const SIZE: f32 = 0.30;
    let corner = |x: f32, z: f32| ([x - 0.5, 0.0, z - 0.5], [cut.x + x * SIZE, cut.y + z * SIZE]);
    surface(&[[corner(0.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0), corner(1.0, 0.0)]])
}

type Corner = ([f32; 3], [f32; 2]);

/// A mesh of flat four-cornered faces, each counterclockwise seen from outside.
fn surface(faces: &[[Corner; 4]]) -> Mesh {
    let (mut positions, mut normals, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for face in faces {
        let base = positions.len() as u32;
        let [a, b, c, _] = face.map(|(position, _)| Vec3::from(position));
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for (position, uv) in face {
            positions.push(*position);
            normals.push(normal.to_array());
            uvs.push(*uv);
        }
        indices.extend([base, base + 1, base + 2, base, base + 2, base + 3]);
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

/// A profile: half side and height of each edge, from the squares outwards and down to the table.
type Profile = &'static [(f32, f32)];

const BOARD_FRAME: Profile = &[
    (layout::HALF + 0.055, 0.0),
    (layout::HALF + 0.075, 0.012),
    (layout::FRAME - 0.06, 0.012),
    (layout::FRAME, -0.05),
    (layout::FRAME, -0.26),
    (layout::FRAME - 0.05, -layout::TABLE_DEPTH),
];
const BOARD_INLAY: Profile = &[(layout::HALF, 0.0), (layout::HALF + 0.055, 0.0)];
/// The edge of a board that is rolled out.
const MAT: Profile = &[(layout::HALF, 0.0), (layout::FRAME - 0.08, 0.0), (layout::FRAME - 0.07, -0.03)];
/// The low stand that it lies on.
const STAND: Profile = &[
    (layout::FRAME - 0.075, -0.03),
    (layout::FRAME - 0.03, -0.03),
    (layout::FRAME, -0.06),
    (layout::FRAME, -0.26),
    (layout::FRAME - 0.05, -layout::TABLE_DEPTH),
];

/// The parts of a board's frame.
fn frame_of(board: Board) -> &'static [(&'static str, Profile, Surface)] {
    match board {
        Board::Walnut | Board::Marble => {
            &[("frame", BOARD_FRAME, Surface::Frame), ("inlay", BOARD_INLAY, Surface::Inlay)]
        }
        Board::RollUp => &[("mat", MAT, Surface::Frame), ("stand", STAND, Surface::Stand)],
    }
}

fn build_frame(
    settings: Res<Settings>,
    parts: Query<Entity, With<FramePart>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    for part in &parts {
        commands.entity(part).despawn();
    }
    for &(name, profile, surface) in frame_of(settings.board) {
        let mesh = Mesh3d(meshes.add(mitred(profile)));
        commands.spawn((Name::new(name), FramePart, mesh, surface, Transform::default(), Pickable::IGNORE));
    }
}

fn set_table(mut meshes: ResMut<Assets<Mesh>>, mut commands: Commands) {
    commands.spawn((
        Name::new("table"),
        Mesh3d(meshes.add(round_table(40.0))),
        Surface::Table,
        Transform::from_xyz(0.0, -layout::TABLE_DEPTH, 0.0),
        Pickable::IGNORE,
        NotShadowCaster,
    ));
}

/// Four boards with mitred corners around the field; the grain runs along each board.
fn mitred(profile: &[(f32, f32)]) -> Mesh {
    const GRAIN: f32 = 0.11;
    let mut faces = Vec::new();
    for quarter in 0..4u8 {
        let turn = Quat::from_rotation_y(f32::from(quarter) * TAU / 4.0);
        let mut run = 0.0;
        for pair in profile.windows(2) {
            let ((inner, inner_y), (outer, outer_y)) = (pair[0], pair[1]);
            let width = (outer - inner).hypot(outer_y - inner_y);
            let shift = f32::from(quarter) * 0.37;
            let corner = |x: f32, y: f32, z: f32, v: f32| -> Corner {
                ((turn * Vec3::new(x, y, z)).to_array(), [(v * GRAIN * 2.2) + shift, x * GRAIN + shift])
            };
            faces.push([
                corner(-inner, inner_y, inner, run),
                corner(-outer, outer_y, outer, run + width),
                corner(outer, outer_y, outer, run + width),
                corner(inner, inner_y, inner, run),
            ]);
            run += width;
        }
    }
    surface(&faces)
}

fn round_table(radius: f32) -> Mesh {
    const SIDES: u32 = 64;
    const TILE: f32 = 1.0 / 7.0;
    let rim = |n: u32| {
        let (sin, cos) = (n as f32 / SIDES as f32 * TAU).sin_cos();
        (cos * radius, sin * radius)
    };
    let corner = |(x, z): (f32, f32)| -> Corner { ([x, 0.0, z], [x * TILE, z * TILE]) };
    let faces: Vec<_> = (0..SIDES)
        .map(|n| {
            let (a, b) = (rim(n), rim(n + 1));
            [corner((0.0, 0.0)), corner(b), corner(a), corner(a)]
        })
        .collect();
    surface(&faces)
}
