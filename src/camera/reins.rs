//! Who holds the reins of the eye: which button turns it, when nothing does, and that zooming goes to the pointer.

use bevy::{
    input::touch::Touches,
    prelude::*,
    window::{PrimaryWindow, Window},
};
use bevy_egui::input::EguiWantsInput;
use bevy_panorbit_camera::{ActiveCameraData, PanOrbitCamera, PanOrbitCameraSystemSet};

use super::{FitFor, Glide, Pose};
use crate::{
    AppSystems,
    board::{Diagram, Turning},
    pieces::Held,
    settings::{Motion, Settings},
};

/// How slowly the eye follows the hand.
const SMOOTHNESS: f32 = 0.12;
/// How far from the middle of the board the eye may look when it is as near as it can be.
const FARTHEST_FOCUS: f32 = 5.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (follow_settings.run_if(resource_exists_and_changed::<Settings>), choose_button, leave_hands_free, be_ready)
            .in_set(AppSystems::Animate),
    )
    .add_systems(
        PostUpdate,
        (remember.before(PanOrbitCameraSystemSet), zoom_to_pointer.after(PanOrbitCameraSystemSet)),
    );
}

/// Nothing coasts where motion is switched off.
fn follow_settings(settings: Res<Settings>, mut eyes: Query<&mut PanOrbitCamera>) {
    let smoothness = if settings.motion == Motion::Off { 0.0 } else { SMOOTHNESS };
    for mut orbit in &mut eyes {
        orbit.orbit_smoothness = smoothness;
        orbit.zoom_smoothness = smoothness;
        orbit.pan_smoothness = smoothness;
    }
}

/// The middle button always turns the table; left and right, and a finger, only from beside the squares, where they do
/// nothing else. Two fingers zoom from everywhere.
fn choose_button(
    turning: Res<Turning>,
    (buttons, touches): (Option<Res<ButtonInput<MouseButton>>>, Option<Res<Touches>>),
    mut eyes: Query<&mut PanOrbitCamera>,
) {
    let (Some(buttons), Some(touches)) = (buttons, touches) else { return };
    let touch_enabled = turning.0 || touches.iter().count() > 1;
    let held = [MouseButton::Right, MouseButton::Left].into_iter().find(|button| buttons.pressed(*button));
    let button = held.filter(|_| turning.0 && !buttons.pressed(MouseButton::Middle)).unwrap_or(MouseButton::Middle);
    for mut orbit in &mut eyes {
        if (orbit.button_orbit, orbit.touch_enabled) != (button, touch_enabled) {
            (orbit.button_orbit, orbit.touch_enabled) = (button, touch_enabled);
        }
    }
}

/// While a man is in hand, or a panel has the pointer, the eye does not follow it; over a diagram it is locked.
fn leave_hands_free(
    held: Query<(), With<Held>>,
    wants: Option<Res<EguiWantsInput>>,
    diagram: Res<Diagram>,
    mut eyes: Query<&mut PanOrbitCamera>,
) {
    let free = held.is_empty() && diagram.0.is_none() && !wants.is_some_and(|wants| wants.wants_any_pointer_input());
    for mut orbit in &mut eyes {
        if orbit.enabled != free {
            orbit.enabled = free;
        }
    }
}

/// The crate that turns the eye learns of it with the first wheel, finger or button, and may then have passed that one over: its
/// two systems have no order. So it is told before.
fn be_ready(
    mut active: ResMut<ActiveCameraData>,
    eyes: Query<(Entity, &Camera), With<PanOrbitCamera>>,
    windows: Query<&Window, With<PrimaryWindow>>,
) {
    if active.entity.is_some() {
        return;
    }
    if let (Some((eye, camera)), Some(window)) = (eyes.iter().next(), windows.iter().next()) {
        let (viewport_size, window_size) = (camera.logical_viewport_size(), Some(window.size()));
        *active = ActiveCameraData { entity: Some(eye), viewport_size, window_size, manual: false };
    }
}

/// How far away the eye was to be before the hand was asked this frame.
#[derive(Component, Clone, Copy, Debug)]
struct Before(f32);

fn remember(eyes: Query<(Entity, &PanOrbitCamera, Option<&Before>)>, mut commands: Commands) {
    for (entity, orbit, before) in &eyes {
        if before.is_none_or(|before| before.0 != orbit.target_radius) {
            commands.entity(entity).insert(Before(orbit.target_radius));
        }
    }
}

/// What is under the pointer stays there when the wheel brings the eye nearer; from afar it looks at the middle again.
fn zoom_to_pointer(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut eyes: Query<(&mut PanOrbitCamera, &Before, &Camera, &GlobalTransform, &FitFor), Without<Glide>>,
) {
    let Some(at) = windows.iter().next().and_then(Window::cursor_position) else { return };
    for (mut orbit, before, camera, eye, fit) in &mut eyes {
        if orbit.target_radius == before.0 {
            continue;
        }
        let Ok(ray) = camera.viewport_to_world(eye, at) else { continue };
        let depth = (orbit.target_focus.y - ray.origin.y) / ray.direction.y;
        if !(depth.is_finite() && depth > 0.0) {
            continue;
        }
        let whole = Pose::whole(fit.0);
        let (focus, point) = (orbit.target_focus, ray.get_point(depth));
        orbit.target_focus = new_focus(focus, point, before.0, orbit.target_radius, whole);
    }
}

/// Where the eye must look so that `point` stays where it is seen while the distance changes; the nearer, the farther aside.
fn new_focus(focus: Vec3, point: Vec3, before: f32, after: f32, whole: f32) -> Vec3 {
    let aside = point + (focus - point) * (after / before.max(1e-3)) - Pose::FOCUS;
    let room = FARTHEST_FOCUS * (1.0 - after / whole.max(1e-3)).max(0.0);
    Pose::FOCUS + aside.clamp_length_max(room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_under_the_pointer_stays_and_from_afar_the_board_is_in_the_middle() {
        let point = Vec3::new(1.0, Pose::FOCUS.y, 1.0);
        let near = new_focus(Pose::FOCUS, point, 12.0, 9.0, 12.0);
        // The eye lies as far behind the focus as before in proportion, so the whole picture shrinks toward the point.
        assert!((near - point).abs_diff_eq((Pose::FOCUS - point) * 0.75, 1e-5));
        assert_eq!(new_focus(near, point, 9.0, 12.0, 12.0), Pose::FOCUS);
        assert_eq!(new_focus(near, Vec3::X * 90.0, 9.0, 20.0, 12.0), Pose::FOCUS);
    }
}
