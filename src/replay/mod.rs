//! Watching games: the library of an opened file, the tree of the watched game, the playhead.

mod drawings;
mod editing;
mod excursion;
mod landmarks;
mod library;
mod listing;
mod pacing;
mod playhead;
mod rhythm;
mod saving;
mod scrub;
mod tree;

use bevy::prelude::*;

pub use drawings::drawings;
pub use editing::{PutFirst, RemoveLine, SetWords, ToggleSign};
pub use excursion::Excursion;
pub use landmarks::{Landmark, Landmarks, Sight, chance};
pub use library::{Library, OpenGame, OpenPgn, StopListing, Summary};
pub use pacing::{Base, Pacing, Schedule, reading_time};
pub use playhead::{Again, Passage, SetSpeed, Step, ToEnd, ToSight, ToStart, TogglePlay, Waiting};
pub use rhythm::{Rhythm, pacing};
pub use saving::{SaveGame, SaveToCollection, record};
pub use scrub::{LetGo, Playhead, ScrubTo};
pub use tree::{Continued, EnterNode, PlayFromHere, Replay, left_game};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        library::plugin,
        saving::plugin,
        tree::plugin,
        playhead::plugin,
        scrub::plugin,
        landmarks::plugin,
        rhythm::plugin,
        editing::plugin,
        excursion::plugin,
    ));
}
