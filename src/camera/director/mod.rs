//! The director: an eye for watched games that goes along with the film and frames what matters.
//!
//! Where it looks is a pure function of the film's time ([`Camerawork`]); `lead` puts the eye there while nobody else turns it.

mod camerawork;
mod lead;
mod limits;
mod outline;
mod pose;
mod scene;

pub use camerawork::Camerawork;
pub(super) use lead::plugin;
pub use limits::{ACCELERATION, SPEED, TURN_ACCELERATION, TURN_SPEED};
pub use outline::stack;
pub use pose::{FARTHEST_ASIDE, LOWEST, PITCHES};
