//! The flat diagram: the eye straight above the board and locked there, and back to where it was.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::{Free, Glide, GlideTo, Panel, Pose, Seat, View};
use crate::board::Diagram;

/// Turn the board into a flat diagram with printed figures, or the diagram into a board.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToggleDiagram;

/// Where the eye was before.
#[derive(Resource, Clone, Copy, Debug)]
struct Before(Pose);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(toggle).add_observer(turn_over);
}

/// The diagram is turned by turning its board.
#[derive(Event, Clone, Copy, Debug)]
pub(super) struct TurnOver;

fn toggle(
    _: On<ToggleDiagram>,
    eyes: Query<(&Camera, &PanOrbitCamera, Option<&Glide>)>,
    (seat, panel): (Res<Seat>, Res<Panel>),
    before: Option<Res<Before>>,
    mut diagram: ResMut<Diagram>,
    mut commands: Commands,
) {
    let Some((camera, orbit, glide)) = eyes.iter().next() else { return };
    match diagram.0.take() {
        None => {
            diagram.0 = Some(seat.0);
            commands.insert_resource(Before(glide.map_or(Pose::wanted(orbit), |glide| glide.to)));
            commands.trigger(GlideTo(Pose::seen_from(View::Top, seat.0, Free::of(camera, *panel))));
        }
        // Turned over meanwhile, it is looked at from the other side now.
        Some(_) => {
            let usual = Pose::seen_from(View::of_seat(seat.0), seat.0, Free::of(camera, *panel));
            let kept = before.map(|before| before.0).filter(|pose| pose.is_on_the_side_of(usual));
            commands.remove_resource::<Before>();
            commands.trigger(GlideTo(kept.unwrap_or(usual)));
        }
    }
}

fn turn_over(
    _: On<TurnOver>,
    eyes: Query<&Camera, With<PanOrbitCamera>>,
    (seat, panel): (Res<Seat>, Res<Panel>),
    mut diagram: ResMut<Diagram>,
    mut commands: Commands,
) {
    let Some(camera) = eyes.iter().next() else { return };
    diagram.0 = Some(seat.0);
    commands.trigger(GlideTo(Pose::seen_from(View::Top, seat.0, Free::of(camera, *panel))));
}
