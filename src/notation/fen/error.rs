//! Why a text is no position, and the names of its fields.

use std::fmt;

use thiserror::Error;

use super::Repair;
use crate::chess::IllegalPosition;

/// A part of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The men, rank by rank.
    Board,
    /// The side to move.
    Side,
    /// Castling rights.
    Castling,
    /// The square that a pawn has just passed over.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// Number of the move, counting from 1.
    FullmoveNumber,
    /// All of it.
    Position,
}

impl Field {
    /// The stable name, as in the JSON of the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Field::Board => "board",
            Field::Side => "side",
            Field::Castling => "castling",
            Field::EnPassant => "en_passant",
            Field::HalfmoveClock => "halfmove_clock",
            Field::FullmoveNumber => "fullmove_number",
            Field::Position => "position",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Side => "side to move",
            Field::Castling => "castling field",
            Field::EnPassant => "en passant field",
            Field::HalfmoveClock => "half-move clock",
            Field::FullmoveNumber => "move number",
            Field::Position => "position",
        })
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// There is no text.
    #[error("the FEN is empty")]
    Empty,
    /// Not eight ranks.
    #[error("the board needs 8 ranks and has {found}")]
    Ranks {
        /// How many.
        found: usize,
    },
    /// A rank with another number of squares than eight.
    #[error("rank {rank} of the board (`{text}`) needs 8 squares and has {found}")]
    RankLength {
        /// The rank, 1 to 8.
        rank: u8,
        /// Its text.
        text: String,
        /// How many squares it describes.
        found: u32,
    },
    /// A character that no field of this kind has.
    #[error("the {field} has an unexpected `{character}` (in `{text}`)")]
    Unexpected {
        /// The field.
        field: Field,
        /// The first wrong character.
        character: char,
        /// The text of the field.
        text: String,
    },
    /// A counter beyond all games.
    #[error("the {field} `{text}` is too large")]
    TooLarge {
        /// The field.
        field: Field,
        /// The text of the field.
        text: String,
    },
    /// The fields are well formed, but the position cannot be played.
    #[error(transparent)]
    Illegal(#[from] IllegalPosition),
    /// Refused by the strict reader only.
    #[error(transparent)]
    NotStrict(#[from] Repair),
}

impl FenError {
    /// The stable name of the field at fault.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            FenError::Empty | FenError::Ranks { .. } | FenError::RankLength { .. } => Field::Board.name(),
            FenError::Unexpected { field, .. } | FenError::TooLarge { field, .. } => field.name(),
            FenError::Illegal(_) => Field::Position.name(),
            FenError::NotStrict(repair) => repair.field().name(),
        }
    }
}
