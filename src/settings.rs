//! What a person prefers: kept as TOML in the configuration folder. A new setting is a new field of [`Settings`].

mod file;

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use file::{FoundTroubles, SettingsFile, SettingsTrouble, SettingsWriter};

/// How fast men move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// Men are simply there.
    Off,
    /// Half the usual time.
    Fast,
    /// About a third of a second a move.
    #[default]
    Normal,
    /// Twice the usual time.
    Slow,
}

impl Motion {
    /// All, in the order in which they are offered.
    pub const ALL: [Motion; 4] = [Motion::Off, Motion::Fast, Motion::Normal, Motion::Slow];

    /// The time of one move; zero when off.
    pub fn duration(self) -> Duration {
        Duration::from_millis(match self {
            Motion::Off => 0,
            Motion::Fast => 170,
            Motion::Normal => 350,
            Motion::Slow => 700,
        })
    }
}

/// How much work a picture may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// Few triangles, no shadows, no smoothing: for machines without a graphics processor.
    Low,
    /// Full models, shadows, edges smoothed.
    Medium,
    /// All of it: finer shadows, light that comes from the room.
    #[default]
    High,
}

impl Detail {
    /// All, in the order in which they are offered.
    pub const ALL: [Detail; 3] = [Detail::Low, Detail::Medium, Detail::High];
}

/// The preferences. Changed through `ResMut`, which saves them.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How fast men move.
    pub motion: Motion,
    /// How much work a picture may be.
    pub detail: Detail,
    /// Whether the men are heard.
    pub sound: bool,
    /// Whether the squares are named on the frame.
    pub coordinates: bool,
    /// Whether the board turns to the side to move.
    pub turn_board: bool,
    /// Two views of one's own for White, then two for Black: yaw, pitch (radians), distance as a part of the usual one; all
    /// zero where nothing is kept.
    pub own_views: [[f32; 3]; 4],
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            motion: Motion::default(),
            detail: Detail::default(),
            sound: true,
            coordinates: true,
            turn_board: false,
            own_views: [[0.0; 3]; 4],
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>().add_plugins(file::plugin);
}
