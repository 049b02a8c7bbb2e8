//! Who leads the eye of a game that is filmed frame by frame: the same camera work as that of a watched game, but of the film's
//! time alone.

use bevy::prelude::*;
use bevy_egui::PrimaryEguiContext;
use bevy_panorbit_camera::PanOrbitCamera;

use super::Stage;
use crate::{
    animation::Film,
    camera::{Camerawork, Free, Panel, Pose, Seat},
    chess::{Game, Side},
    cli::shot::View,
    game::Match,
    replay::Screening,
};

/// Leads the eye through one film.
pub struct Operator {
    work: Camerawork,
    game: Game,
    last: Option<Pose>,
}

impl Operator {
    /// For the game that is watched on this stage, at this speed; `None` where none is.
    pub fn hire(stage: &Stage, speed: f64) -> Option<Operator> {
        let world = stage.app.world();
        let film = world.get_resource::<Film>()?;
        let game = world.get_resource::<Match>()?.game().clone();
        let seat = world.get_resource::<Seat>()?.0;
        let free = Free::of(world.get::<Camera>(stage.eye)?, *world.get_resource::<Panel>()?);
        let work = Camerawork::new(&game, &film.turns, film.length, speed, seat, free);
        Some(Operator { work, game, last: None })
    }

    /// Puts the eye where it is at this second of the film. Answers whether that is another place than before.
    pub fn lead(&mut self, stage: &mut Stage, seconds: f64) -> bool {
        let pose = self.work.pose_at(&self.game, seconds);
        if self.last.replace(pose) == Some(pose) {
            return false;
        }
        if let Some(mut orbit) = stage.app.world_mut().get_mut::<PanOrbitCamera>(stage.eye) {
            pose.apply(&mut orbit);
        }
        true
    }
}

/// Draws over the table of this stage what is wanted there, as seen from this side of it.
pub fn screen(stage: &mut Stage, screening: Screening, view: View) {
    let seat = if view == View::Black { Side::Black } else { Side::White };
    let world = stage.app.world_mut();
    world.insert_resource(Seat(seat));
    world.insert_resource(screening);
    if screening.shows() {
        world.entity_mut(stage.eye).insert(PrimaryEguiContext);
    }
}
