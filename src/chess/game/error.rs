//! What a game refuses, and why.

use std::error::Error;
use std::fmt;

use super::super::{Claim, Illegal, Move, Outcome};

/// What a game refuses. Nothing has changed then, but for the announced move of a wrong claim in the profile `fide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameError {
    /// The game is over.
    Over(Outcome),
    /// The move is not legal.
    IllegalMove {
        /// What was tried.
        mv: Move,
        /// Why it is refused.
        why: Illegal,
    },
    /// The claimed draw is not there.
    NoClaim(Claim),
    /// This side has already offered a draw with its present move.
    AlreadyOffered,
    /// There is no offer to answer.
    NoOffer,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameError::Over(outcome) => write!(f, "the game is over: {outcome}"),
            GameError::IllegalMove { mv, why } => write!(f, "{mv} is not legal: {why}"),
            GameError::NoClaim(claim) => write!(f, "no draw by {claim}"),
            GameError::AlreadyOffered => f.write_str("a draw has already been offered with this move"),
            GameError::NoOffer => f.write_str("no draw has been offered"),
        }
    }
}

impl Error for GameError {}
