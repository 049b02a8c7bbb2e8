//! What a lenient reader of FEN repairs or points out.

use thiserror::Error;

use super::Field;
use crate::chess::{EnPassantProblem, Oddity, Setup, Square};

/// Something that a lenient reader repaired, or a remark ([`Repair::is_note`]).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Repair {
    /// Fields are not divided by one blank each.
    #[error("the fields are not divided by single blanks")]
    Blanks,
    /// Something follows the last field.
    #[error("`{text}` after the last field is ignored")]
    Trailing {
        /// What follows.
        text: String,
    },
    /// The empty pockets of a drop variant.
    #[error("the empty pockets `[]` after the board are ignored")]
    Pockets,
    /// Two numbers side by side.
    #[error("adjacent digits in `{text}` are added up")]
    AdjacentDigits {
        /// The rank.
        text: String,
    },
    /// A field is not there.
    #[error("the {field} is missing: `{default}` is assumed")]
    Missing {
        /// The field.
        field: Field,
        /// What is assumed.
        default: &'static str,
    },
    /// More men than a game begins with.
    #[error("{0}")]
    Odd(Oddity),
    /// Castling letters in another order than `KQkq`.
    #[error("the castling letters `{text}` are out of order")]
    CastlingOrder {
        /// The field.
        text: String,
    },
    /// A castling letter that nothing on the board answers to.
    #[error("the castling right `{letter}` is dropped: {why}")]
    CastlingDropped {
        /// The letter.
        letter: char,
        /// Why it cannot be.
        why: CastlingFault,
    },
    /// Two rooks stand on the side of a castling letter.
    #[error("the castling letter `{letter}` means the rook on {rook}, not the one on {inner}")]
    CastlingOutermost {
        /// The letter.
        letter: char,
        /// The outermost rook.
        rook: Square,
        /// The rook between it and the king.
        inner: Square,
    },
    /// An en passant square that no double step can have left.
    #[error("the en passant square {square} is dropped: {why}")]
    EnPassantDropped {
        /// The square.
        square: Square,
        /// Why it cannot be.
        why: EnPassantFault,
    },
    /// More half-moves since the last capture than half-moves at all. The clock is kept: draws depend on it.
    #[error("the half-move clock {clock} is higher than the {plies} half-moves that the move number allows")]
    ClockTooHigh {
        /// The clock.
        clock: u32,
        /// Half-moves played.
        plies: u32,
    },
    /// Moves are counted from 1.
    #[error("the move number 0 is read as 1")]
    MoveNumberZero,
}

/// Why a castling right cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CastlingFault {
    /// No king (or not the only one) on its home rank.
    #[error("the king is not on its first rank")]
    NoKing,
    /// No rook where it should be.
    #[error("no rook stands there")]
    NoRook,
    /// Written twice, or a second right on one wing.
    #[error("the right to castle on that wing is already given")]
    Twice,
    /// Another letter of the side, or the other king, shows that this king has moved.
    #[error("the king does not stand where it began")]
    KingMoved,
}

/// Why an en passant square cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EnPassantFault {
    /// Nothing can be taken there.
    #[error("{0}")]
    Problem(EnPassantProblem),
    /// A man stands where the pawn must have come from.
    #[error("the pawn's home square is not empty")]
    HomeOccupied,
}

impl Repair {
    /// Whether this only points something out: the strict reader accepts it.
    #[must_use]
    pub const fn is_note(&self) -> bool {
        matches!(self, Repair::CastlingOutermost { .. })
    }

    /// The field concerned.
    #[must_use]
    pub const fn field(&self) -> Field {
        match self {
            Repair::Blanks | Repair::Trailing { .. } => Field::Position,
            Repair::Pockets | Repair::AdjacentDigits { .. } | Repair::Odd(_) => Field::Board,
            Repair::Missing { field, .. } => *field,
            Repair::CastlingOrder { .. } | Repair::CastlingDropped { .. } => Field::Castling,
            Repair::CastlingOutermost { .. } => Field::Castling,
            Repair::EnPassantDropped { .. } => Field::EnPassant,
            Repair::ClockTooHigh { .. } => Field::HalfmoveClock,
            Repair::MoveNumberZero => Field::FullmoveNumber,
        }
    }
}

/// Why no double step of the other side can have passed over the square just now.
pub(super) fn en_passant_fault(setup: &Setup) -> Option<EnPassantFault> {
    let square = setup.en_passant?;
    let home = Square::new(square.file(), (!setup.side).pawn_rank());
    let came_from_nowhere = || setup.at(home).map(|_| EnPassantFault::HomeOccupied);
    setup.en_passant_problem().map(EnPassantFault::Problem).or_else(came_from_nowhere)
}
