//! Leaning over the board: while a key is held the eye is above it, and goes back when that is let go.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::{Free, Glide, GlideTo, LookFrom, Panel, Pose, ToggleDiagram, framing::fit};
use crate::board::Diagram;

/// Lean over the board, or sit back.
#[derive(Event, Clone, Copy, Debug)]
pub struct LeanOver(pub bool);

/// Where the eye was before.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct Leaning(Pose);

/// How steeply one looks down, leaning over: men still look like men.
const STEEP: f32 = 1.38;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(lean_over).add_observer(stay_there).add_observer(stay_flat);
}

fn lean_over(
    request: On<LeanOver>,
    leaning: Option<Res<Leaning>>,
    eyes: Query<(&Camera, &PanOrbitCamera, Option<&Glide>)>,
    (panel, diagram): (Res<Panel>, Res<Diagram>),
    mut commands: Commands,
) {
    let Some((camera, orbit, glide)) = eyes.iter().next() else { return };
    match (request.0, leaning) {
        (true, None) if diagram.0.is_none() => {
            // On its way elsewhere, that is where it will go back to.
            let before = glide.map_or(Pose::wanted(orbit), |glide| glide.to);
            let pitch = STEEP.max(before.pitch);
            let distance = fit(before.yaw, pitch, Free::of(camera, *panel));
            commands.insert_resource(Leaning(before));
            commands.trigger(GlideTo(Pose { pitch, distance, focus: Pose::FOCUS, ..before }));
        }
        (false, Some(leaning)) => {
            commands.remove_resource::<Leaning>();
            commands.trigger(GlideTo(leaning.0));
        }
        _ => {}
    }
}

/// Who asks for another view while leaning over stays there.
fn stay_there(_: On<LookFrom>, mut commands: Commands) {
    commands.remove_resource::<Leaning>();
}

fn stay_flat(_: On<ToggleDiagram>, mut commands: Commands) {
    commands.remove_resource::<Leaning>();
}
