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
    "models/modern.glb",
    "models/club.glb",
    "shaders/lean.wgsl",
    "shaders/enlarge.wgsl",
    "textures/maple.jpg",
    "textures/walnut.jpg",
    "textures/frame.jpg",
    "textures/marble_light.jpg",
    "textures/marble_dark.jpg",
    "textures/marble_frame.jpg",
    "textures/vinyl_buff.jpg",
    "textures/vinyl_green.jpg",
    "textures/table.jpg",
    "textures/labels.png",
];

/// Staunton men: a glTF file with one mesh a kind and level of detail, as the other sets are.
pub const STAUNTON: &str = "embedded://models/men.glb";
/// Slim modern men.
pub const MODERN: &str = "embedded://models/modern.glb";
/// The men of a club.
pub const CLUB: &str = "embedded://models/club.glb";
/// In the names of textures that are looked at closely where they lie at a slant.
const FULL: &str = ".mip.";
/// In the names of those that are not.
const LEAN: &str = ".lean.";

/// The same texture, looked at less closely: that takes half the time of a frame on a machine without a graphics processor.
pub fn lean(texture: &str) -> String {
    texture.replace(FULL, LEAN)
}

/// Whether a texture is loaded by its lean name.
pub fn is_lean(texture: &Path) -> bool {
    texture.to_str().is_some_and(|name| name.contains(LEAN))
}

/// The shader of the lean material.
pub const SHADER: &str = "embedded://shaders/lean.wgsl";
/// The shader that enlarges a coarse picture.
pub const ENLARGE: &str = "embedded://shaders/enlarge.wgsl";
/// Light squares of wood.
pub const MAPLE: &str = "embedded://textures/maple.mip.jpg";
/// Dark squares of wood.
pub const WALNUT: &str = "embedded://textures/walnut.mip.jpg";
/// The frame of the wooden board.
pub const FRAME: &str = "embedded://textures/frame.mip.jpg";
/// Light squares of stone.
pub const MARBLE_LIGHT: &str = "embedded://textures/marble_light.mip.jpg";
/// Dark squares of stone.
pub const MARBLE_DARK: &str = "embedded://textures/marble_dark.mip.jpg";
/// The frame of the stone board.
pub const MARBLE_FRAME: &str = "embedded://textures/marble_frame.mip.jpg";
/// Light squares and edge of the roll-up board.
pub const VINYL_BUFF: &str = "embedded://textures/vinyl_buff.mip.jpg";
/// Dark squares of the roll-up board.
pub const VINYL_GREEN: &str = "embedded://textures/vinyl_green.mip.jpg";
/// The table.
pub const TABLE: &str = "embedded://textures/table.mip.jpg";
/// Sixteen letters and digits in a row: a to h, 1 to 8.
pub const LABELS: &str = "embedded://textures/labels.mip.png";
/// The takes of one sound: files of 16 bits, one channel, 44,100 samples a second.
macro_rules! takes {
    ($($name:literal),*) => { &[$(include_bytes!(concat!("../assets/sounds/", $name, ".wav"))),*] };
}

/// A man is drawn over the board.
pub const SLIDE: &[&[u8]] = takes!["slide_1", "slide_2"];
/// A man is set down.
pub const SET_DOWN: &[&[u8]] = takes!["set_down_1", "set_down_2", "set_down_3"];
/// A man is set down where another stood.
pub const CAPTURE: &[&[u8]] = takes!["capture_1", "capture_2"];
/// King and rook are set down.
pub const CASTLE: &[&[u8]] = takes!["castle"];
/// The king is attacked.
pub const CHECK: &[&[u8]] = takes!["check"];
/// A pawn is promoted.
pub const PROMOTION: &[&[u8]] = takes!["promotion"];
/// A draw is offered.
pub const OFFER: &[&[u8]] = takes!["offer"];
/// The game is over.
pub const END: &[&[u8]] = takes!["end"];
/// A player has little time left.
pub const LOW_TIME: &[&[u8]] = takes!["low_time"];

/// Great games that come with the program.
pub const GREAT_GAMES: &[u8] = include_bytes!("../assets/games/great-games.pgn");

/// The files are in place: what can be drawn is drawn. Absent in tests that have nothing to draw on.
#[derive(Resource)]
pub struct Ready;

pub(super) fn plugin(app: &mut App) {
    let Some(registry) = app.world().get_resource::<EmbeddedAssetRegistry>() else { return };
    for (name, bytes) in FILES {
        let put = |name: &str| registry.insert_asset(Path::new("assets").join(name), Path::new(name), *bytes);
        match name.strip_prefix("textures/").and_then(|file| file.split_once('.')) {
            // One file under the two names by which it is loaded.
            Some((stem, end)) => [FULL, LEAN].iter().for_each(|how| put(&format!("textures/{stem}{how}{end}"))),
            None => put(name),
        }
    }
    app.insert_resource(Ready);
}
