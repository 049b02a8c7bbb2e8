//! From where the board is looked at, so that it can be kept and looked at like that again in another window.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_panorbit_camera::PanOrbitCamera;
use serde::{Deserialize, Serialize};

use super::{FitFor, Free, Pose, Seat};
use crate::chess::Side;

/// A place of the eye, whatever the shape of the window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gaze {
    /// Around the board, in radians.
    pub yaw: f32,
    /// Above the horizon, in radians.
    pub pitch: f32,
    /// The distance, against that at which the whole board fits into the window.
    pub zoom: f32,
    /// The seat it belongs to.
    #[serde(with = "SideName")]
    pub seat: Side,
}

/// The words for the seats in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Side", rename_all = "lowercase")]
enum SideName {
    White,
    Black,
}

impl Gaze {
    /// Whether an eye can be there.
    pub fn is_sound(self) -> bool {
        self.yaw.is_finite() && (0.0..=2.0).contains(&self.pitch) && (0.1..=10.0).contains(&self.zoom)
    }
}

/// Look like this, at once.
#[derive(Event, Clone, Copy, Debug)]
pub struct LookAlong(pub Gaze);

/// Where the eye is going to be when it has come to rest.
#[derive(SystemParam)]
pub struct Eye<'w, 's> {
    seat: Res<'w, Seat>,
    eyes: Query<'w, 's, (&'static PanOrbitCamera, &'static FitFor)>,
}

impl Eye<'_, '_> {
    /// From where the board is looked at; `None` where nobody looks.
    pub fn gaze(&self) -> Option<Gaze> {
        let (orbit, fit) = self.eyes.iter().next()?;
        let [yaw, pitch, zoom] = Pose::wanted(orbit).numbers(fit.0);
        Some(Gaze { yaw, pitch, zoom, seat: self.seat.0 })
    }

    /// The place from which a picture of this aspect (width over height) shows as much of the board; `None` where nobody looks.
    pub fn in_picture(&self, aspect: f32) -> Option<Pose> {
        let (orbit, fit) = self.eyes.iter().next()?;
        let pose = Pose::wanted(orbit);
        Some(Pose { distance: pose.distance / Pose::whole(fit.0) * Pose::whole(Free::whole(aspect)), ..pose })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(look_along);
}

fn look_along(request: On<LookAlong>, mut seat: ResMut<Seat>, mut eyes: Query<(&mut PanOrbitCamera, &FitFor)>) {
    let Gaze { yaw, pitch, zoom, seat: from } = request.0;
    seat.0 = from;
    for (mut orbit, fit) in &mut eyes {
        Pose::of_numbers([yaw, pitch, zoom], fit.0).apply(&mut orbit);
    }
}
