//! The man in hand: it hangs over the point of the board under the pointer, and leans toward the square that would take it.

use bevy::{prelude::*, window::RequestRedraw};

use super::aim;
use crate::{
    AppSystems,
    animation::{Motion, Pace},
    board::layout,
    chess::Square,
    pieces::Held,
};

/// How high a man in hand hangs over the board.
const LIFT: f32 = 0.42;
/// How much of the way from the pointer to the middle of a target a man is drawn toward it.
const PULL: f32 = 0.7;
/// How much lower it hangs there.
const DIP: f32 = 0.12;
/// Seconds in which a man comes nearer to where it is drawn by a factor of *e*.
const EASE: f32 = 0.045;

/// Where a man in hand hangs.
#[derive(Component, Clone, Copy, Debug)]
struct Hanging {
    /// Under the pointer.
    over: Vec3,
    /// How far from there it should be, and is.
    pull: Vec3,
    pulled: Vec3,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, sway.in_set(AppSystems::Animate));
}

/// Takes a man up from where it is.
pub(super) fn lift(world: &mut World, figure: Entity) {
    world.entity_mut(figure).remove::<(Motion, Hanging)>().insert(Held);
}

/// The man in hand hangs under this ray, over this target if there is one.
pub(super) fn follow(world: &mut World, figure: Entity, ray: Ray3d, target: Option<Square>) {
    let Some(depth) = aim::plane(ray, 0.0).filter(|depth| *depth < 60.0) else { return };
    let point = ray.get_point(depth);
    // Not farther than the edge of the table's middle: a man is never lost from sight.
    let over = Vec3::new(point.x.clamp(-7.0, 7.0), LIFT, point.z.clamp(-7.0, 7.0));
    let pull = target.map_or(Vec3::ZERO, |square| toward(over, layout::center(square)));
    let Some(place) = world.get::<Transform>(figure).map(|transform| transform.translation) else { return };
    // Taken up just now, it starts from where it stands.
    let pulled = world.get::<Hanging>(figure).map_or(place - over, |hanging| hanging.pulled);
    world.entity_mut(figure).insert(Hanging { over, pull, pulled });
}

/// How far a man over this point is drawn toward the middle of a target.
fn toward(over: Vec3, middle: Vec3) -> Vec3 {
    ((middle - over) * PULL).with_y(-DIP)
}

/// A part of the way from one place to another, the larger the more time passes; all of it where nothing eases.
fn ease(from: Vec3, to: Vec3, seconds: f32, eases: bool) -> Vec3 {
    let next = if eases { to + (from - to) * (-seconds / EASE).exp() } else { to };
    if next.distance_squared(to) < 1e-6 { to } else { next }
}

/// Men in hand come to hang where they are drawn.
fn sway(
    time: Res<Time>,
    pace: Res<Pace>,
    mut held: Query<(&mut Hanging, &mut Transform), With<Held>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for (mut hanging, mut transform) in &mut held {
        let pulled = ease(hanging.pulled, hanging.pull, time.delta_secs(), !pace.base.is_zero());
        hanging.pulled = pulled;
        if pulled != hanging.pull {
            redraw.write(RequestRedraw);
        }
        let place = hanging.over + pulled;
        if transform.translation != place {
            transform.translation = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_is_drawn_to_the_middle_of_its_target_and_arrives() {
        let over = Vec3::new(0.9, LIFT, 0.1);
        let hangs = over + toward(over, Vec3::new(0.5, 0.0, 0.5));
        assert!(hangs.xz().distance(Vec2::splat(0.5)) < over.xz().distance(Vec2::splat(0.5)) / 3.0);
        let mut at = Vec3::ZERO;
        for _ in 0..40 {
            at = ease(at, Vec3::X, 1.0 / 60.0, true);
        }
        assert_eq!(at, Vec3::X);
        assert_eq!(ease(Vec3::ZERO, Vec3::X, 0.001, false), Vec3::X, "at once where nothing eases");
    }
}
