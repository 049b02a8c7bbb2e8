//! Arrows and circles that people draw: flat, just above the marks; the colors differ by shape too, and each has a dark rim, so
//! that it is seen on squares that are as light as it is.

use std::{collections::HashSet, f32::consts::TAU};

use bevy::{
    light::{NotShadowCaster, NotShadowReceiver},
    picking::Pickable,
    prelude::*,
    window::RequestRedraw,
};

use super::{
    layout,
    marks::{arc, join, painted, palette, ring, strip},
};
use crate::{
    AppSystems, assets,
    game::{Advice, Drawings, Match, Paint, Stroke},
    matter::Lean,
};

/// The stroke that is being drawn, before it is let go.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sketch(pub Option<Stroke>);

/// A stroke that lies on the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[component(immutable)]
#[require(Transform, Visibility)]
pub struct Drawn(pub Stroke);

/// How far above the squares strokes lie: over all marks.
const HEIGHT: f32 = 0.021;

/// How broad the rim is.
const RIM: f32 = 0.02;

/// What all strokes are drawn with: the four colors, in the order of [`Paint::ALL`], and that of the rim.
#[derive(Resource)]
struct Ink(Handle<Lean>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sketch>()
        .add_systems(Startup, fill_ink.run_if(resource_exists::<assets::Ready>))
        .add_systems(
            Update,
            lay.in_set(AppSystems::Animate).run_if(
                resource_changed::<Match>
                    .or_else(resource_changed::<Drawings>)
                    .or_else(resource_changed::<Advice>)
                    .or_else(resource_changed::<Sketch>),
            ),
        )
        .add_observer(ink.run_if(resource_exists::<Ink>));
}

fn fill_ink(mut images: ResMut<Assets<Image>>, mut materials: ResMut<Assets<Lean>>, mut commands: Commands) {
    let colors = Paint::ALL.map(|paint| match paint {
        Paint::Green => Color::srgba(0.25, 0.75, 0.30, 0.92),
        Paint::Red => Color::srgba(0.90, 0.20, 0.16, 0.92),
        Paint::Blue => Color::srgba(0.16, 0.50, 0.95, 0.92),
        Paint::Yellow => Color::srgba(0.98, 0.80, 0.12, 0.92),
    });
    let colors: Vec<Color> = colors.into_iter().chain([Color::srgba(0.07, 0.05, 0.04, 0.85)]).collect();
    commands.insert_resource(Ink(materials.add(Lean::print(images.add(palette(&colors))))));
}

/// Where a color stands in the palette; the rim's stands behind the last.
fn place(color: usize) -> f32 {
    (color as f32 + 0.5) / (Paint::ALL.len() + 1) as f32
}

/// Brings the strokes on the board to what is drawn on the position that is looked at.
fn lay(
    current: Res<Match>,
    drawings: Res<Drawings>,
    (sketch, advice): (Res<Sketch>, Res<Advice>),
    lying: Query<(Entity, &Drawn)>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let mut wanted: HashSet<Stroke> =
        drawings.shown(&current).iter().chain(&advice.0).copied().chain(sketch.0).collect();
    for (entity, drawn) in &lying {
        if !wanted.remove(&drawn.0) {
            commands.entity(entity).despawn();
            redraw.write(RequestRedraw);
        }
    }
    if !wanted.is_empty() {
        redraw.write(RequestRedraw);
    }
    for stroke in wanted {
        // No two at one height, so that they do not flicker where they cross.
        let n = (stroke.from.index() * 7 + stroke.to.index() * 3) % 32;
        commands.spawn((Drawn(stroke), Transform::from_xyz(0.0, HEIGHT + 0.0002 * n as f32, 0.0)));
    }
}

fn ink(
    added: On<Add, Drawn>,
    drawn: Query<&Drawn>,
    ink: Res<Ink>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let Ok(Drawn(stroke)) = drawn.get(added.entity) else { return };
    commands.entity(added.entity).insert((
        Mesh3d(meshes.add(shape(*stroke))),
        MeshMaterial3d(ink.0.clone()),
        Pickable::IGNORE,
        NotShadowCaster,
        NotShadowReceiver,
    ));
}

/// A stroke as a flat mesh, in the space of the board: its rim, and its color over that.
fn shape(stroke: Stroke) -> Mesh {
    let rim = painted(outline(stroke, RIM), place(Paint::ALL.len()));
    join(rim, painted(outline(stroke, 0.0), place(stroke.paint as usize)))
}

/// What a stroke covers, with so much more at each edge.
fn outline(stroke: Stroke, more: f32) -> Mesh {
    let flat = |square| layout::center(square).xz();
    if stroke.from == stroke.to {
        circle(stroke.paint, more).translated_by(layout::center(stroke.from))
    } else {
        arrow(flat(stroke.from), flat(stroke.to), stroke.paint, more)
    }
}

/// Green is one ring, red has teeth, blue is broken, yellow is two rings. All lie within the ring of a capture.
fn circle(paint: Paint, more: f32) -> Mesh {
    let band = |inner: f32, outer: f32| ring(inner - more, outer + more);
    match paint {
        Paint::Green => band(0.35, 0.40),
        Paint::Red => {
            // Out to the corners of the square, where no man hides them.
            let tooth = |n: u8| {
                let ahead = Vec2::from_angle((f32::from(n) + 0.5) / 4.0 * TAU);
                let aside = ahead.perp() * (0.05 + more);
                let (root, end) = (ahead * 0.39, ahead * (0.58 + more));
                strip(&[(end + aside, end - aside), (root + aside, root - aside)])
            };
            (0..4).map(tooth).fold(band(0.35, 0.40), join)
        }
        Paint::Blue => {
            let turn = more / 0.375 / TAU;
            let part = |n: u8| {
                let start = f32::from(n) / 4.0;
                arc(0.35 - more, 0.40 + more, start + 0.05 - turn, start + 0.20 + turn)
            };
            (1..4).map(part).fold(part(0), join)
        }
        Paint::Yellow => join(band(0.42, 0.45), band(0.31, 0.34)),
    }
}

/// Green is plain, red has two bars across its tail, blue is broken and broader, yellow is drawn in two lines, its head too.
fn arrow(from: Vec2, to: Vec2, paint: Paint, more: f32) -> Mesh {
    /// Length and half the width of a head, and the radius of the circle that fits into it.
    const HEAD: (f32, f32, f32) = (0.38, 0.25, 0.135);
    let ahead = (to - from).normalize_or_zero();
    let length = from.distance(to);
    let (tail, neck) = (0.18, length - 0.10 - HEAD.0);
    let at = |along: f32, aside: f32| from + ahead * along + ahead.perp() * aside;
    let bar = |start: f32, end: f32, left: f32, right: f32| {
        let (start, end, left, right) = (start - more, end + more, left + more, right - more);
        strip(&[(at(start, left), at(start, right)), (at(end, left), at(end, right))])
    };
    // The corners of a head with so much more at each edge.
    let corners = |more: f32| {
        let size = 1.0 + more / HEAD.2;
        let (base, half) = (neck - more, HEAD.1 * size);
        [at(base, half), at(base, -half), at(base + HEAD.0 * size, 0.0)]
    };
    let outer = corners(more);
    let head = strip(&[(outer[0], outer[1]), (outer[2], outer[2])]);
    let shaft = |start: f32| bar(start, neck, 0.075, -0.075);
    let (head, parts) = match paint {
        Paint::Green => (head, vec![shaft(tail)]),
        Paint::Red => {
            let cross = |start: f32| bar(start, start + 0.08, 0.22, -0.22);
            (head, vec![shaft(tail), cross(tail), cross(tail + 0.24)])
        }
        Paint::Blue => {
            // As many dashes as fit, each with a gap behind it that is as long.
            let dashes = (((neck - tail) / 0.40).round() as u8).max(1);
            let step = (neck - tail) / f32::from(dashes);
            let dash = |n: u8| {
                let start = tail + f32::from(n) * step;
                bar(start, start + step / 2.0, 0.11, -0.11)
            };
            (head, (0..dashes).map(dash).collect())
        }
        Paint::Yellow => {
            let hole = corners(-0.06 - more);
            let edge = [0, 2, 1, 0].map(|n| (outer[n], hole[n]));
            (strip(&edge), vec![bar(tail, neck, 0.115, 0.055), bar(tail, neck, -0.055, -0.115)])
        }
    };
    parts.into_iter().fold(head, join)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    #[test]
    fn every_stroke_stays_over_the_board() {
        for paint in Paint::ALL {
            for from in Square::ALL {
                for to in Square::ALL {
                    let mesh = shape(Stroke { paint, from, to });
                    let points =
                        mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|points| points.as_float3()).unwrap();
                    for point in points {
                        let point = Vec3::from(*point);
                        assert!(
                            point.is_finite() && point.x.abs() <= 4.0 && point.z.abs() <= 4.0,
                            "{from}{to} {point}"
                        );
                    }
                }
            }
        }
    }
}
