//! Marks that lie on squares: each differs from the others by shape, not by color alone.

use std::f32::consts::TAU;

use bevy::{
    asset::RenderAssetUsages,
    light::{NotShadowCaster, NotShadowReceiver},
    mesh::{Indices, PrimitiveTopology},
    picking::Pickable,
    prelude::*,
};

use super::layout;
use crate::{assets, chess::Square, matter::Lean};

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// The last move came from here or went here: a thin frame.
    LastMove,
    /// The selected man: a full square with a heavy edge.
    Selected,
    /// A legal move goes here: a disc.
    Target,
    /// A legal capture goes here: a ring around the man.
    CaptureTarget,
    /// The king may castle with the rook of this square: a ring of dashes around it.
    CastlingTarget,
    /// The king of this square is in check: a star of rays.
    Check,
    /// The keyboard's cursor: four corners.
    Cursor,
    /// The square under the pointer: a faint frame.
    Hover,
    /// The chosen man would be set down here: a frame, and the shadow of its foot.
    Landing,
}

impl Sign {
    /// All, from the lowest to the uppermost.
    pub const ALL: [Sign; 9] = [
        Sign::LastMove,
        Sign::Selected,
        Sign::Check,
        Sign::Target,
        Sign::CaptureTarget,
        Sign::CastlingTarget,
        Sign::Hover,
        Sign::Landing,
        Sign::Cursor,
    ];
}

/// A mark on a square.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[component(immutable)]
#[require(Transform, Visibility)]
pub struct Mark {
    /// Where it lies.
    pub square: Square,
    /// What it says.
    pub sign: Sign,
}

#[derive(Resource)]
struct Stencils(Vec<(Sign, Handle<Mesh>, Handle<Lean>)>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, cut_stencils.run_if(resource_exists::<assets::Ready>)).add_observer(paint);
}

fn cut_stencils(mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<Lean>>, mut commands: Commands) {
    let stencils = Sign::ALL
        .into_iter()
        .map(|sign| {
            let (mesh, color) = match sign {
                Sign::LastMove => (frame(0.495, 0.425), Color::srgba(0.96, 0.78, 0.25, 0.75)),
                Sign::Selected => (join(frame(0.495, 0.40), frame(0.40, 0.0)), Color::srgba(0.30, 0.72, 0.42, 0.62)),
                Sign::Target => (ring(0.0, 0.155), Color::srgba(0.22, 0.66, 0.40, 0.88)),
                Sign::CaptureTarget => (ring(0.40, 0.485), Color::srgba(0.90, 0.42, 0.18, 0.92)),
                Sign::CastlingTarget => (dashes(0.40, 0.485), Color::srgba(0.22, 0.66, 0.40, 0.92)),
                Sign::Check => (star(), Color::srgba(0.86, 0.08, 0.08, 0.88)),
                Sign::Cursor => (corners(0.49, 0.41, 0.19), Color::srgba(0.35, 0.70, 1.0, 0.95)),
                Sign::Landing => (join(frame(0.495, 0.44), ring(0.0, 0.33)), Color::srgba(1.0, 0.97, 0.86, 0.55)),
                Sign::Hover => (frame(0.47, 0.445), Color::srgba(1.0, 1.0, 1.0, 0.55)),
            };
            (sign, meshes.add(mesh), materials.add(Lean::paint(color)))
        })
        .collect();
    commands.insert_resource(Stencils(stencils));
}

/// Places a new mark and, where something can be drawn, makes it visible.
fn paint(
    added: On<Add, Mark>,
    mut marks: Query<(&Mark, &mut Transform)>,
    stencils: Option<Res<Stencils>>,
    mut commands: Commands,
) {
    let Ok((mark, mut transform)) = marks.get_mut(added.entity) else { return };
    let height = Sign::ALL.iter().position(|sign| *sign == mark.sign).unwrap_or(0) as f32;
    // Each kind a hair above the one below, so that they never flicker through each other.
    transform.translation = layout::center(mark.square) + Vec3::Y * (0.004 + 0.0015 * height);
    let Some(stencils) = stencils else { return };
    let Some((_, mesh, material)) = stencils.0.iter().find(|(sign, ..)| *sign == mark.sign) else { return };
    commands.entity(added.entity).insert((
        Mesh3d(mesh.clone()),
        MeshMaterial3d(material.clone()),
        Pickable::IGNORE,
        NotShadowCaster,
        NotShadowReceiver,
    ));
}

/// A flat mesh from a strip of (outer, inner) points, facing up.
pub(super) fn strip(points: &[(Vec2, Vec2)]) -> Mesh {
    let mut positions = Vec::new();
    let mut indices = Vec::new();
    for (n, (outer, inner)) in points.iter().enumerate() {
        positions.extend([[outer.x, 0.0, outer.y], [inner.x, 0.0, inner.y]]);
        if n + 1 < points.len() {
            let a = 2 * n as u32;
            indices.extend([a, a + 1, a + 2, a + 2, a + 1, a + 3]);
        }
    }
    let normals = vec![[0.0, 1.0, 0.0]; positions.len()];
    let uvs = vec![[0.0, 0.0]; positions.len()];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

pub(super) fn ring(inner: f32, outer: f32) -> Mesh {
    arc(inner, outer, 0.0, 1.0)
}

/// Eight arcs with gaps half as long between them.
fn dashes(inner: f32, outer: f32) -> Mesh {
    let dash = |n: u8| arc(inner, outer, f32::from(n) / 8.0, f32::from(n) / 8.0 + 1.0 / 12.0);
    (1..8).map(dash).fold(dash(0), join)
}

/// A part of a ring, in turns.
pub(super) fn arc(inner: f32, outer: f32, from: f32, to: f32) -> Mesh {
    let points: Vec<_> = (0..=48)
        .map(|n| {
            let direction = Vec2::from_angle(-from.lerp(to, n as f32 / 48.0) * TAU);
            (direction * outer, direction * inner)
        })
        .collect();
    strip(&points)
}

/// Sixteen rays out to the edges and corners of the square, so long that the foot of a king does not hide them.
fn star() -> Mesh {
    let points: Vec<_> = (0..=32)
        .map(|n| {
            let direction = Vec2::from_angle(-(n as f32) / 32.0 * TAU);
            let to_edge = 0.495 / direction.x.abs().max(direction.y.abs());
            (direction * if n % 2 == 0 { to_edge } else { 0.40 }, direction * 0.2)
        })
        .collect();
    strip(&points)
}

fn frame(outer: f32, inner: f32) -> Mesh {
    let corner = [Vec2::new(-1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)];
    let points: Vec<_> = (0..5).map(|n| (corner[n % 4] * outer, corner[n % 4] * inner)).collect();
    strip(&points)
}

/// Four angles, one in each corner.
fn corners(outer: f32, inner: f32, length: f32) -> Mesh {
    let mut mesh: Option<Mesh> = None;
    for quarter in 0..4u8 {
        let turn = |x: f32, y: f32| Vec2::from_angle(-f32::from(quarter) * TAU / 4.0).rotate(Vec2::new(x, y));
        let start = outer - length;
        let angle = strip(&[
            (turn(-outer, -start), turn(-inner, -start)),
            (turn(-outer, -outer), turn(-inner, -inner)),
            (turn(-start, -outer), turn(-start, -inner)),
        ]);
        mesh = Some(match mesh {
            Some(before) => join(before, angle),
            None => angle,
        });
    }
    mesh.unwrap_or_else(|| frame(outer, inner))
}

pub(super) fn join(mut a: Mesh, b: Mesh) -> Mesh {
    // Both are made by `strip`, with the same attributes; only then does merging succeed.
    if let Err(error) = a.merge(&b) {
        warn!("a mark lost a part: {error}");
    }
    a
}
