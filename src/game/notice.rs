//! What is said quietly beside the board: why a try was refused, what a player asked. Words are found by `ui`.

use std::path::PathBuf;

use bevy::{prelude::*, window::RequestRedraw};

use super::Match;
use crate::{
    chess::{Claim, Illegal, Side},
    files::Trouble,
};

/// Something worth a quiet sentence. Replaced by the next one, cleared by the next selection or move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move is against the laws.
    Illegal(Illegal),
    /// The man belongs to the side that is not to move.
    NotYourTurn(Side),
    /// The game is over.
    Over,
    /// The clocks are stopped.
    Paused,
    /// The program was held for a while, so the game was paused (not a refusal: information).
    Interrupted,
    /// An earlier position is looked at.
    EarlierPosition,
    /// A finished game is watched.
    Watching,
    /// The line behind a hint (not a refusal: information).
    Idea(String),
    /// An engine is of no use any more.
    EngineFailed {
        /// Which.
        name: String,
        /// In one sentence.
        why: String,
    },
    /// It is the computer's move.
    OpponentThinks,
    /// Nothing to take back.
    NothingToTakeBack,
    /// A claim that is not right.
    NoClaim(Claim),
    /// The side has already offered a draw.
    AlreadyOffered,
    /// No offer is on the table.
    NoOffer,
    /// A draw was offered by this side (not a refusal: information).
    DrawOffered(Side),
    /// The offer was declined.
    DrawDeclined,
    /// A typed move that was not understood, with the reader's reason.
    Unreadable(String),
    /// A file could not be opened.
    NotOpened {
        /// Which.
        file: String,
        /// In the words of the system or the reader.
        why: String,
    },
    /// A file without games.
    NoGames {
        /// Which.
        file: String,
    },
    /// The watched game could not be read to its end.
    Faulty {
        /// Place and reason.
        why: String,
    },
    /// The game was saved (not a refusal: information).
    Saved {
        /// Where.
        file: String,
    },
    /// The game could not be saved.
    NotSaved {
        /// Where.
        file: String,
        /// In the words of the system.
        why: String,
    },
    /// The film of the game is finished (not a refusal: information).
    Filmed {
        /// Where.
        file: String,
    },
    /// The film of the game could not be made.
    NotFilmed {
        /// In the words of who makes it.
        why: String,
    },
    /// The film of the game was given up, and nothing of it is left (not a refusal: information).
    FilmGivenUp,
}

/// The sentence that is to be seen now, if any.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice(pub Option<Refusal>);

impl Notice {
    /// Says something in place of what was said before.
    pub fn say(&mut self, refusal: Refusal) {
        self.0 = Some(refusal);
    }
}

/// What the program has to tell of itself. Unlike a [`Refusal`] it stays until a move is made or it is put away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tidings {
    /// A file of ours is not as it should be.
    Trouble(Trouble),
    /// There is no graphics processor, so little detail is drawn.
    DrawnByProcessor {
        /// What draws instead.
        name: String,
    },
    /// The game that was left lies on the table again.
    Resumed {
        /// Half-moves that were made in it.
        moves: usize,
    },
    /// Games of this file were changed by hand and not saved; the changes are there.
    Unsaved {
        /// Which file.
        file: PathBuf,
        /// How many games.
        games: usize,
    },
    /// The last starts came to nothing, so safe settings are in force: are they to stay? Only an answer puts it away.
    SafeSettings,
}

/// The tidings that nobody has put away yet, in the order in which they came.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct News(Vec<Tidings>);

impl News {
    /// Tells something, once.
    pub fn tell(&mut self, tidings: Tidings) {
        if !self.0.contains(&tidings) {
            self.0.push(tidings);
        }
    }

    /// All that is to be told now.
    pub fn all(&self) -> &[Tidings] {
        &self.0
    }

    /// It was read.
    pub fn put_away(&mut self) {
        self.0.clear();
    }

    /// It was answered.
    pub fn answered(&mut self, question: &Tidings) {
        self.0.retain(|tidings| tidings != question);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notice>()
        .init_resource::<News>()
        .add_observer(put_away)
        .add_systems(Last, draw.run_if(resource_changed::<News>));
}

/// Who makes a move has read what there was to read, but not answered what was asked.
fn put_away(_: On<Insert, Match>, current: Res<Match>, mut news: ResMut<News>, mut before: Local<(u64, usize)>) {
    let now = (current.number(), current.game().len());
    let before = std::mem::replace(&mut *before, now);
    let is_read = |tidings: &Tidings| *tidings != Tidings::SafeSettings;
    if now.0 == before.0 && now.1 > before.1 && news.0.iter().any(is_read) {
        news.0.retain(|tidings| !is_read(tidings));
    }
}

/// What was heard after the overlays were drawn is to be seen without waiting for the next event.
fn draw(mut redraw: MessageWriter<RequestRedraw>) {
    redraw.write(RequestRedraw);
}
