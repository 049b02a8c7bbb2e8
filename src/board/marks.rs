//! Marks that lie on squares: each differs from the others by shape, not by color alone, and each is light and dark, so that it
//! is seen on every square by every eye.

use std::f32::consts::TAU;

use bevy::{
    asset::RenderAssetUsages,
    light::{NotShadowCaster, NotShadowReceiver},
    mesh::{Indices, PrimitiveTopology},
    picking::Pickable,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use super::layout;
use crate::{assets, chess::Square, matter::Lean};

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// The last move came from here or went here: a thin frame.
    LastMove,
    /// The selected man: a full square with a round well for its foot.
    Selected,
    /// A legal move goes here: a disc.
    Target,
    /// A legal capture goes here: a ring around the man.
    CaptureTarget,
    /// The king may castle with the rook of this square: a ring of six dashes around it.
    CastlingTarget,
    /// The king of this square is in check: a star of rays.
    Check,
    /// The keyboard's cursor: four corners.
    Cursor,
    /// The square under the pointer: a faint frame, within that of the last move.
    Hover,
    /// The chosen man would be set down here: a frame where the pointer's is, but heavy, and a ring for its foot.
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

/// The shapes of the signs, and the one material for all: what is painted with which color of it, each shape says.
#[derive(Resource)]
struct Stencils(Vec<(Sign, Handle<Mesh>)>, Handle<Lean>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, cut_stencils.run_if(resource_exists::<assets::Ready>)).add_observer(paint);
}

fn cut_stencils(
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<Lean>>,
    mut commands: Commands,
) {
    let signs = Sign::ALL.map(|sign| (sign, parts(sign)));
    let colors: Vec<Color> = signs.iter().flat_map(|(_, parts)| parts.iter().map(|(_, color)| *color)).collect();
    // The middle of each color in the palette.
    let mut places = (0..colors.len()).map(|n| (n as f32 + 0.5) / colors.len() as f32);
    let mut stencils = Vec::new();
    for (sign, parts) in signs {
        let painted = parts.into_iter().zip(&mut places).map(|((mesh, _), place)| painted(mesh, place));
        if let Some(whole) = painted.reduce(join) {
            stencils.push((sign, meshes.add(whole)));
        }
    }
    commands.insert_resource(Stencils(stencils, materials.add(Lean::print(images.add(palette(&colors))))));
}

/// What a sign is made of, from below: a color and a line that is dark where it is light and light where it is dark, so that on
/// every square one of them is seen.
fn parts(sign: Sign) -> Vec<(Mesh, Color)> {
    const LINE: Color = Color::srgba(0.07, 0.05, 0.04, 0.85);
    const GREEN: Color = Color::srgb(0.36, 0.82, 0.50);
    match sign {
        Sign::LastMove => lined(frame, 0.495, 0.415, Color::srgba(0.98, 0.80, 0.30, 0.85), LINE),
        Sign::Selected => vec![
            (ring(0.0, 0.39), Color::srgba(0.30, 0.72, 0.42, 0.50)),
            (join(frame(0.495, 0.475), ring(0.39, 0.41)), LINE),
            (well(0.475, 0.41), GREEN),
        ],
        Sign::Target => vec![(ring(0.13, 0.18), LINE), (ring(0.0, 0.135), GREEN)],
        Sign::CaptureTarget => {
            lined(|outer, inner| ring(inner, outer), 0.49, 0.395, Color::srgb(1.0, 0.52, 0.22), LINE)
        }
        Sign::CastlingTarget => vec![(dashes(0.395, 0.49, 0.0), LINE), (dashes(0.419, 0.466, 0.008), GREEN)],
        Sign::Check => vec![
            (star(0.495, 0.44), Color::srgba(1.0, 0.92, 0.82, 0.90)),
            (star(0.465, 0.405), Color::srgb(0.80, 0.05, 0.06)),
        ],
        Sign::Cursor => {
            vec![(corners(0.492, 0.355, 0.26), LINE), (corners(0.468, 0.379, 0.212), Color::srgb(0.62, 0.86, 1.0))]
        }
        Sign::Landing => {
            let cream = Color::srgba(1.0, 0.97, 0.86, 0.60);
            let foot = vec![(ring(0.215, 0.28), cream), (ring(0.28, 0.30), LINE)];
            [foot, lined(frame, 0.412, 0.325, cream, LINE)].concat()
        }
        Sign::Hover => vec![(frame(0.40, 0.372), Color::srgba(1.0, 1.0, 1.0, 0.60))],
    }
}

/// A band of one color between two lines of another.
fn lined(band: impl Fn(f32, f32) -> Mesh, outer: f32, inner: f32, color: Color, line: Color) -> Vec<(Mesh, Color)> {
    const WIDTH: f32 = 0.02;
    let lines = join(band(outer, outer - WIDTH), band(inner + WIDTH, inner));
    vec![(lines, line), (band(outer - WIDTH, inner + WIDTH), color)]
}

/// The mesh in the color of this place in the palette.
pub(super) fn painted(mut mesh: Mesh, place: f32) -> Mesh {
    let uvs = vec![[place, 0.5]; mesh.count_vertices()];
    mesh.insert_attribute(Mesh::ATTRIBUTE_UV_0, uvs);
    mesh
}

/// A picture of these colors, side by side.
pub(super) fn palette(colors: &[Color]) -> Image {
    let size = Extent3d { width: colors.len() as u32, height: 1, depth_or_array_layers: 1 };
    let data = colors.iter().flat_map(|color| color.to_srgba().to_u8_array()).collect();
    Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD)
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
    let Some((_, mesh)) = stencils.0.iter().find(|(sign, _)| *sign == mark.sign) else { return };
    commands.entity(added.entity).insert((
        Mesh3d(mesh.clone()),
        MeshMaterial3d(stencils.1.clone()),
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

/// Six arcs with gaps as long between them, each shortened at both ends by this part of a turn.
fn dashes(inner: f32, outer: f32, short: f32) -> Mesh {
    let start = |n: u8| f32::from(n) / 6.0 + 1.0 / 24.0;
    let dash = |n: u8| arc(inner, outer, start(n) + short, start(n) + 1.0 / 12.0 - short);
    (1..6).map(dash).fold(dash(0), join)
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
fn star(tips: f32, valleys: f32) -> Mesh {
    let points: Vec<_> = (0..=32)
        .map(|n| {
            let direction = Vec2::from_angle(-(n as f32) / 32.0 * TAU);
            let to_edge = tips / direction.x.abs().max(direction.y.abs());
            (direction * if n % 2 == 0 { to_edge } else { valleys }, direction * 0.2)
        })
        .collect();
    strip(&points)
}

fn frame(outer: f32, inner: f32) -> Mesh {
    let corner = [Vec2::new(-1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)];
    let points: Vec<_> = (0..5).map(|n| (corner[n % 4] * outer, corner[n % 4] * inner)).collect();
    strip(&points)
}

/// What a circle leaves of a square.
fn well(outer: f32, inner: f32) -> Mesh {
    let points: Vec<_> = (0..=64)
        .map(|n| {
            let direction = Vec2::from_angle(-(n as f32) / 64.0 * TAU);
            (direction * (outer / direction.x.abs().max(direction.y.abs())), direction * inner)
        })
        .collect();
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
