//! A move that describes itself: what goes where, what it takes and becomes.

use std::fmt;

use super::{Kind, Piece, Position, Side, Square};

/// A move of one position, complete enough to be shown or written without that position.
///
/// Moves come from [`Position::legal_moves`](super::Position::legal_moves) and
/// [`Position::find`](super::Position::find); one put together by hand is checked by
/// [`Position::is_legal`](super::Position::is_legal).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who moves; the king when castling, the pawn when promoting.
    pub piece: Piece,
    /// Where it stood.
    pub from: Square,
    /// Where it goes; the king's landing square when castling. In Chess960 that may be [`from`](Self::from) itself.
    pub to: Square,
    /// Who is taken, en passant included.
    pub captured: Option<Piece>,
    /// What the pawn becomes.
    pub promotion: Option<Kind>,
    /// What sets the move apart, if anything does.
    pub special: Special,
}

/// The moves that do more than carry one piece to one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// An ordinary move, capture or promotion.
    None,
    /// A pawn's first move over two squares.
    DoubleStep,
    /// A pawn takes the pawn beside it that has just stepped twice.
    EnPassant,
    /// King and rook move together.
    Castling {
        /// Where the rook stood.
        rook_from: Square,
        /// Where it lands.
        rook_to: Square,
    },
}

impl Move {
    /// The square where a man disappears: [`to`](Self::to), or the square beside it for en passant.
    pub fn captured_at(&self) -> Option<Square> {
        self.captured?;
        Some(match self.special {
            Special::EnPassant => Square::new(self.to.file(), self.from.rank()),
            _ => self.to,
        })
    }

    /// The way of the rook, from and to, when castling.
    pub fn castling(&self) -> Option<(Square, Square)> {
        match self.special {
            Special::Castling { rook_from, rook_to } => Some((rook_from, rook_to)),
            _ => None,
        }
    }

    /// Whether a man is taken.
    pub fn is_capture(&self) -> bool {
        self.captured.is_some()
    }

    /// Whether this is castling with the rook on the king's side, `O-O`.
    pub fn is_short_castling(&self) -> bool {
        self.castling().is_some_and(|(rook, _)| rook > self.from)
    }

    /// Whether this is castling with the rook on the queen's side, `O-O-O`.
    pub fn is_long_castling(&self) -> bool {
        self.castling().is_some_and(|(rook, _)| rook < self.from)
    }

    /// A passed turn of a watched game (`--` in PGN): the king goes nowhere. Never legal; `None` without a king.
    pub fn passed(position: &Position) -> Option<Move> {
        let side = position.side();
        let king = position.king(side)?;
        let piece = Piece { side, kind: Kind::King };
        Some(Move { piece, from: king, to: king, captured: None, promotion: None, special: Special::None })
    }

    /// Whether this is a passed turn.
    pub fn is_passed(&self) -> bool {
        self.from == self.to && self.special == Special::None
    }

    /// Whose move it is.
    pub fn side(&self) -> Side {
        self.piece.side
    }

    /// Whether the fifty and seventy-five move counts start anew: a capture or a pawn's move.
    pub fn is_irreversible(&self) -> bool {
        self.captured.is_some() || self.piece.kind == Kind::Pawn
    }
}

impl fmt::Display for Move {
    /// From and to as in UCI, `e2e4` or `e7e8q`; the king's two squares when castling.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}
