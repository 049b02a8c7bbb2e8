//! What is said quietly beside the board: why a try was refused, what a player asked. Words are found by `ui`.

use bevy::prelude::*;

use crate::chess::{Claim, Illegal, Side};

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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notice>();
}
