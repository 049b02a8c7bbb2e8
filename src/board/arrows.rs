//! Arrows and circles that people draw: flat, just above the marks; the colors differ by shape too.

use std::{collections::HashSet, f32::consts::TAU};

use bevy::{
    light::{NotShadowCaster, NotShadowReceiver},
    picking::Pickable,
    prelude::*,
    window::RequestRedraw,
};

use super::{
    layout,
    marks::{arc, join, ring, strip},
};
use crate::{
    AppSystems, assets,
    game::{Drawings, Match, Paint, Stroke},
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

/// What each color is drawn with, in the order of [`Paint::ALL`].
#[derive(Resource)]
struct Inks([Handle<Lean>; 4]);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sketch>()
        .add_systems(Startup, fill_inks.run_if(resource_exists::<assets::Ready>))
        .add_systems(
            Update,
            lay.in_set(AppSystems::Animate).run_if(
                resource_changed::<Match>.or_else(resource_changed::<Drawings>).or_else(resource_changed::<Sketch>),
            ),
        )
        .add_observer(ink.run_if(resource_exists::<Inks>));
}

fn fill_inks(mut materials: ResMut<Assets<Lean>>, mut commands: Commands) {
    let inks = Paint::ALL.map(|paint| {
        materials.add(Lean::paint(match paint {
            Paint::Green => Color::srgba(0.25, 0.75, 0.30, 0.82),
            Paint::Red => Color::srgba(0.90, 0.20, 0.16, 0.82),
            Paint::Blue => Color::srgba(0.16, 0.50, 0.95, 0.82),
            Paint::Yellow => Color::srgba(0.98, 0.80, 0.12, 0.82),
        }))
    });
    commands.insert_resource(Inks(inks));
}

/// Brings the strokes on the board to what is drawn on the position that is looked at.
fn lay(
    current: Res<Match>,
    drawings: Res<Drawings>,
    sketch: Res<Sketch>,
    lying: Query<(Entity, &Drawn)>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let mut wanted: HashSet<Stroke> = drawings.shown(&current).iter().copied().chain(sketch.0).collect();
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
    inks: Res<Inks>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let Ok(Drawn(stroke)) = drawn.get(added.entity) else { return };
    let material = inks.0[stroke.paint as usize].clone();
    commands.entity(added.entity).insert((
        Mesh3d(meshes.add(shape(*stroke))),
        MeshMaterial3d(material),
        Pickable::IGNORE,
        NotShadowCaster,
        NotShadowReceiver,
    ));
}

/// A stroke as a flat mesh, in the space of the board.
fn shape(stroke: Stroke) -> Mesh {
    let flat = |square| layout::center(square).xz();
    if stroke.from == stroke.to {
        circle(stroke.paint).translated_by(layout::center(stroke.from))
    } else {
        arrow(flat(stroke.from), flat(stroke.to), stroke.paint)
    }
}

/// Green is one ring, red has teeth, blue is broken, yellow is two rings.
fn circle(paint: Paint) -> Mesh {
    match paint {
        Paint::Green => ring(0.445, 0.49),
        Paint::Red => {
            let tooth = |n: u8| {
                let ahead = Vec2::from_angle((f32::from(n) + 0.5) / 4.0 * TAU);
                let aside = ahead.perp() * 0.035;
                strip(&[(ahead * 0.445 + aside, ahead * 0.445 - aside), (ahead * 0.33 + aside, ahead * 0.33 - aside)])
            };
            (0..4).map(tooth).fold(ring(0.445, 0.49), join)
        }
        Paint::Blue => {
            let part = |n: u8| arc(0.445, 0.49, f32::from(n) / 4.0 + 0.03, f32::from(n) / 4.0 + 0.22);
            (1..4).map(part).fold(part(0), join)
        }
        Paint::Yellow => join(ring(0.46, 0.49), ring(0.40, 0.43)),
    }
}

/// Green is plain, red has a bar at its tail, blue is broken, yellow is two lines.
fn arrow(from: Vec2, to: Vec2, paint: Paint) -> Mesh {
    const HEAD: f32 = 0.38;
    let ahead = (to - from).normalize_or_zero();
    let length = from.distance(to);
    let (tail, neck, tip) = (0.18, length - 0.10 - HEAD, length - 0.10);
    let at = |along: f32, aside: f32| from + ahead * along + ahead.perp() * aside;
    let bar = |start: f32, end: f32, left: f32, right: f32| {
        strip(&[(at(start, left), at(start, right)), (at(end, left), at(end, right))])
    };
    let head = strip(&[(at(neck, 0.25), at(neck, -0.25)), (at(tip, 0.0), at(tip, 0.0))]);
    let parts = match paint {
        Paint::Green => vec![bar(tail, neck, 0.075, -0.075)],
        Paint::Red => vec![bar(tail, tail + 0.09, 0.20, -0.20), bar(tail + 0.09, neck, 0.075, -0.075)],
        Paint::Blue => {
            // As many dashes as fit, twice as long as the gaps between them.
            let dashes = (((neck - tail) / 0.42).round() as u8).max(1);
            let step = (neck - tail) / (f32::from(dashes) - 1.0 / 3.0);
            let dash = |n: u8| {
                let start = tail + f32::from(n) * step;
                bar(start, (start + step * 2.0 / 3.0).min(neck), 0.075, -0.075)
            };
            (0..dashes).map(dash).collect()
        }
        Paint::Yellow => vec![bar(tail, neck, 0.095, 0.035), bar(tail, neck, -0.035, -0.095)],
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
