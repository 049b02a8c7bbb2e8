//! Watching games: the library of an opened file, the tree of the watched game, the playhead.

mod captions;
mod drawings;
mod editing;
mod edits;
mod excerpt;
mod excursion;
mod filming;
mod finder;
mod finding;
mod folding;
mod landmarks;
mod library;
mod listing;
mod opening;
mod pacing;
mod playhead;
mod programme;
mod reaching;
mod rhythm;
mod saving;
mod screening;
mod scrub;
mod search;
mod stars;
mod tree;
mod way_back;

use bevy::prelude::*;

pub use captions::Caption;
pub use drawings::drawings;
pub use editing::{PutFirst, RemoveLine, SetWords, ToggleSign};
pub use edits::{DiscardEdits, Edit, Edits, OpenEdited};
pub use excerpt::Excerpt;
pub use excursion::Excursion;
pub use filming::{FilmFormat, FilmOrder, FilmPacing, Filming, MakeFilm, Projector, StopFilm};
pub use finding::{By, Lines, Order, Search, Sieve};
pub use landmarks::{Landmark, Landmarks, Sight, chance};
pub use library::{Library, Summary};
pub use opening::{OpenFiles, OpenGame, OpenGameAt, OpenPgn, Opened, StopListing};
pub use pacing::{Base, Pacing, Schedule, reading_time};
pub use playhead::{Again, Passage, SetSpeed, Step, ToEnd, ToSight, ToStart, TogglePlay, Waiting};
pub use programme::{NextGame, Programme, ToggleLoop, ToggleProgramme, ToggleShuffle};
pub use reaching::{FindPosition, ForgetPosition, OpenReached, Reached, StopReaching};
pub use rhythm::{Rhythm, pacing};
pub use saving::{SaveGame, SaveToCollection, record};
pub use screening::Screening;
pub use scrub::{LetGo, Playhead, ScrubTo};
pub use search::{Arrange, Find, Found};
pub use stars::{Stars, ToggleStar};
pub use tree::{Continued, EnterNode, PlayFromHere, Replay, left_game};
pub use way_back::{BackToFilm, WayBack};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        opening::plugin,
        saving::plugin,
        tree::plugin,
        playhead::plugin,
        scrub::plugin,
        landmarks::plugin,
        rhythm::plugin,
        editing::plugin,
        excursion::plugin,
        programme::plugin,
    ))
    .add_plugins((
        stars::plugin,
        reaching::plugin,
        search::plugin,
        way_back::plugin,
        edits::plugin,
        filming::plugin,
    ));
}
