//! Views of one's own, and where each side last looked from.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::{Free, GlideTo, LookFrom, Panel, Pose, Seat, View, diagram::TurnOver, pose::STRAIGHT_DOWN};
use crate::{board::Diagram, chess::Side, settings::Settings};

/// Keep the present view under this number (0 or 1) for the side that is sat at.
#[derive(Event, Clone, Copy, Debug)]
pub struct KeepView(pub usize);

/// Look from the view kept under this number.
#[derive(Event, Clone, Copy, Debug)]
pub struct OwnView(pub usize);

/// Sit down at this side, and look as one last did there.
#[derive(Event, Clone, Copy, Debug)]
pub(super) struct SitDown(pub(super) Side);

/// How each side last looked, White first; the distance as a part of that at which the board fits.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct LastLooks([Option<[f32; 3]>; 2]);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastLooks>().add_observer(keep).add_observer(recall).add_observer(sit_down);
}

/// The view of numbers that were kept; `None` where they make no sense, as those of a place where nothing was kept.
fn pose([yaw, pitch, zoom]: [f32; 3], free: Free) -> Option<Pose> {
    let sound = yaw.is_finite() && pitch.is_finite() && zoom.is_finite() && zoom > 0.0;
    let (yaw, pitch) = (yaw % std::f32::consts::TAU, pitch.clamp(0.2, STRAIGHT_DOWN));
    sound.then(|| Pose::of_numbers([yaw, pitch, zoom.clamp(super::NEAREST, super::FARTHEST)], free))
}

/// Where a view of one's own is kept: two for White, two for Black.
fn slot(number: usize, seat: Side) -> usize {
    (number % 2) + 2 * seat.index()
}

fn keep(
    request: On<KeepView>,
    eyes: Query<(&Camera, &PanOrbitCamera)>,
    (seat, panel, diagram): (Res<Seat>, Res<Panel>, Res<Diagram>),
    mut settings: ResMut<Settings>,
) {
    if diagram.0.is_some() {
        return;
    }
    let Some((camera, orbit)) = eyes.iter().next() else { return };
    settings.own_views[slot(request.0, seat.0)] = Pose::wanted(orbit).numbers(Free::of(camera, *panel));
}

fn recall(
    request: On<OwnView>,
    eyes: Query<&Camera, With<PanOrbitCamera>>,
    (seat, panel, settings, diagram): (Res<Seat>, Res<Panel>, Res<Settings>, Res<Diagram>),
    mut commands: Commands,
) {
    if diagram.0.is_some() {
        return;
    }
    let Some(camera) = eyes.iter().next() else { return };
    let free = Free::of(camera, *panel);
    // Where nothing was kept it is the usual view of the seat: the key is never without an answer.
    match pose(settings.own_views[slot(request.0, seat.0)], free) {
        Some(pose) => commands.trigger(GlideTo(pose)),
        None => commands.trigger(LookFrom(View::of_seat(seat.0))),
    }
}

fn sit_down(
    request: On<SitDown>,
    eyes: Query<(&Camera, &PanOrbitCamera)>,
    (panel, diagram): (Res<Panel>, Res<Diagram>),
    mut seat: ResMut<Seat>,
    mut looks: ResMut<LastLooks>,
    mut commands: Commands,
) {
    let Some((camera, orbit)) = eyes.iter().next() else { return };
    if diagram.0.is_some() {
        seat.0 = request.0;
        commands.trigger(TurnOver);
        return;
    }
    let free = Free::of(camera, *panel);
    looks.0[seat.0.index()] = Some(Pose::wanted(orbit).numbers(free));
    seat.0 = request.0;
    match looks.0[seat.0.index()].and_then(|look| pose(look, free)) {
        Some(pose) => commands.trigger(GlideTo(pose)),
        None => commands.trigger(LookFrom(View::of_seat(seat.0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_comes_back_from_its_numbers_in_any_window() {
        let (wide, narrow) = (Free::whole(1.6), Free::whole(0.8));
        let kept = Pose { yaw: 1.0, pitch: 0.7, distance: Pose::whole(wide) * 0.8, focus: Pose::FOCUS };
        let numbers = kept.numbers(wide);
        assert!(!pose(numbers, wide).unwrap().differs(kept));
        assert!((pose(numbers, narrow).unwrap().distance - Pose::whole(narrow) * 0.8).abs() < 1e-4);
        assert_eq!(pose([0.0; 3], wide), None, "nothing was kept");
        assert_eq!(pose([f32::NAN, 1.0, 1.0], wide), None);
    }
}
