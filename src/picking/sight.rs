//! What lies at a place on the screen: the ray through it, what that meets, whether a panel covers it.

use bevy::{
    camera::RenderTarget,
    ecs::system::SystemState,
    picking::pointer::{Location, PointerId},
    prelude::*,
    window::PrimaryWindow,
};
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};

use super::{aim, bodies::Men};

/// How far a mouse travels, in physical pixels, before a press becomes a drag; less is a click with a trembling hand.
const TREMBLE: f32 = 8.0;

/// The same in logical pixels, as places are given. A fingertip is as broad on a fine screen as on a coarse one.
pub(super) fn threshold(pointer: PointerId, scale: f32) -> f32 {
    match pointer {
        PointerId::Touch(_) => TREMBLE,
        _ => TREMBLE / if scale.is_finite() && scale > 0.0 { scale } else { 1.0 },
    }
}

/// Whether a pointer has travelled from one place to another, and not just trembled.
pub(super) fn has_travelled(world: &mut World, pointer: PointerId, from: Vec2, to: &Location) -> bool {
    let scale = with_camera(world, to, |camera, _| camera.target_scaling_factor()).flatten().unwrap_or(1.0);
    from.distance(to.position) > threshold(pointer, scale)
}

/// What is met at a place, nearest first.
pub(super) fn hits(world: &mut World, location: &Location) -> Vec<aim::Hit> {
    let Some(ray) = ray(world, location) else { return Vec::new() };
    let mut men = SystemState::<Men>::new(world);
    men.get(world).map_or_else(|_| Vec::new(), |men| aim::hits(ray, men.iter()))
}

/// The ray through a place on the screen.
pub(super) fn ray(world: &mut World, location: &Location) -> Option<Ray3d> {
    with_camera(world, location, |camera, eye| camera.viewport_to_world(eye, location.position).ok()).flatten()
}

/// Asks the camera that draws where the location is.
fn with_camera<T>(
    world: &mut World,
    location: &Location,
    ask: impl FnOnce(&Camera, &GlobalTransform) -> T,
) -> Option<T> {
    let window = world.query_filtered::<Entity, With<PrimaryWindow>>().iter(world).next();
    let mut cameras = world.query_filtered::<(&Camera, &RenderTarget, &GlobalTransform), With<Camera3d>>();
    let draws_there = |target: &RenderTarget| target.normalize(window).as_ref() == Some(&location.target);
    cameras.iter(world).find(|(_, target, _)| draws_there(target)).map(|(camera, _, transform)| ask(camera, transform))
}

/// Whether a panel or dialog lies over a place on the screen, by its layout of the last frame.
pub(super) fn is_covered(world: &mut World, location: &Location) -> bool {
    let place = egui::pos2(location.position.x, location.position.y);
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts.iter_mut(world).any(|mut context| {
        context.get_mut().layer_id_at(place).is_some_and(|layer| layer.order != egui::Order::Background)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mouse_trembles_in_physical_pixels_and_a_finger_in_logical_ones() {
        assert_eq!(threshold(PointerId::Mouse, 1.0), 8.0);
        assert_eq!(threshold(PointerId::Mouse, 2.0), 4.0);
        assert_eq!(threshold(PointerId::Touch(1), 2.0), 8.0);
        assert_eq!(threshold(PointerId::Mouse, f32::NAN), 8.0);
    }
}
