//! Watching games: the library of an opened file, the tree of the watched game, the playhead.

mod library;
mod playhead;
mod tree;

use bevy::prelude::*;

pub use library::{Library, OpenGame, OpenPgn, SaveGame, Summary};
pub use playhead::{SetSpeed, Step, ToEnd, ToStart, TogglePlay, Waiting};
pub use tree::{EnterNode, PlayFromHere, Replay};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((library::plugin, tree::plugin, playhead::plugin));
}
