//! Every asset path of the house. The files are part of the program, so it starts from any folder.

use std::path::Path;

use bevy::{asset::io::embedded::EmbeddedAssetRegistry, prelude::*};

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../assets/", $name)) as &[u8])),*]
    };
}

const FILES: &[(&str, &[u8])] = embedded![
    "models/men.glb",
    "textures/maple.jpg",
    "textures/walnut.jpg",
    "textures/frame.jpg",
    "textures/table.jpg",
    "textures/labels.png",
    "sounds/set_down.wav",
    "sounds/capture.wav",
    "sounds/low_time.wav",
];

/// The men: a glTF file with one mesh a kind and level of detail.
pub const MEN: &str = "embedded://models/men.glb";
/// Light squares.
pub const MAPLE: &str = "embedded://textures/maple.jpg";
/// Dark squares.
pub const WALNUT: &str = "embedded://textures/walnut.jpg";
/// The frame of the board.
pub const FRAME: &str = "embedded://textures/frame.jpg";
/// The table.
pub const TABLE: &str = "embedded://textures/table.jpg";
/// Sixteen letters and digits in a row: a to h, 1 to 8.
pub const LABELS: &str = "embedded://textures/labels.png";
/// A man is set down.
pub const SET_DOWN: &str = "embedded://sounds/set_down.wav";
/// A man is set down where another stood.
pub const CAPTURE: &str = "embedded://sounds/capture.wav";
/// A player has little time left.
pub const LOW_TIME: &str = "embedded://sounds/low_time.wav";

/// Great games that come with the program.
pub const GREAT_GAMES: &[u8] = include_bytes!("../assets/games/great-games.pgn");

/// The files are in place: what can be drawn is drawn. Absent in tests that have nothing to draw on.
#[derive(Resource)]
pub struct Ready;

pub(super) fn plugin(app: &mut App) {
    let Some(registry) = app.world().get_resource::<EmbeddedAssetRegistry>() else { return };
    for (name, bytes) in FILES {
        registry.insert_asset(Path::new("assets").join(name), Path::new(name), *bytes);
    }
    app.insert_resource(Ready);
}
