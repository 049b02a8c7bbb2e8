//! When two positions of a game are the same, by the laws of repetition.

use super::super::{RuleSet, Side};
use super::board::BACK_RANKS;
use super::generate::{en_passant_takers, free_en_passant_takers, safety};
use super::{Black, Board, Mover, Position, White};

/// What makes two positions of a game the same (LAWS 4.3): men, turn, castling rights, and an en passant capture that
/// is legally possible. Exact, not a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    words: [u64; 8],
    side: Side,
}

impl Position {
    /// Whether this is the same position for the repetition rules; counters and move numbers do not matter.
    pub fn same_as(&self, other: &Position) -> bool {
        self.key() == other.key()
    }

    /// What [`same_as`](Self::same_as) compares, for maps.
    pub fn key(&self) -> PositionKey {
        let Board { pawns, knights, diagonal, orthogonal, kings, white, black, mut meta } = self.board;
        if self.en_passant_takers() == 0 {
            meta &= BACK_RANKS;
        }
        PositionKey { words: [pawns, knights, diagonal, orthogonal, kings, white, black, meta], side: self.side }
    }

    /// Whether a pawn may legally take en passant now.
    pub fn can_take_en_passant(&self) -> bool {
        self.en_passant_takers() != 0
    }

    /// The pawns that may legally take en passant now.
    fn en_passant_takers(&self) -> u64 {
        if self.board.en_passant() == 0 {
            return 0;
        }
        match self.side {
            Side::White => self.takers::<White>(),
            Side::Black => self.takers::<Black>(),
        }
    }

    fn takers<S: Mover>(&self) -> u64 {
        let (us, them, occupied) = (self.board.us::<S>(), self.board.them::<S>(), self.board.occupied());
        match self.rules {
            RuleSet::Endgame if self.king(self.side).is_none() => 0,
            RuleSet::Endgame => free_en_passant_takers::<S>(&self.board, us),
            RuleSet::Standard => {
                let safety = safety::<S>(&self.board, us, them, occupied);
                en_passant_takers::<S>(&self.board, us, them, occupied, &safety)
            }
        }
    }
}
