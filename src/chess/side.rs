//! The two players.

use std::fmt;
use std::ops::Not;

use super::Bitboard;
use super::position::{Black, White, pawn_attacks};

/// White or Black: who owns a piece, whose turn it is, who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The other one.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the FEN side field: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// The rank (0 to 7) where this side's king starts.
    pub const fn home_rank(self) -> u8 {
        match self {
            Side::White => 0,
            Side::Black => 7,
        }
    }

    /// The rank (0 to 7) where this side's pawns start and from where they may step twice.
    pub const fn pawn_rank(self) -> u8 {
        match self {
            Side::White => 1,
            Side::Black => 6,
        }
    }

    /// What pawns of this side attack.
    #[inline]
    pub fn pawn_attacks(self, pawns: Bitboard) -> Bitboard {
        Bitboard(match self {
            Side::White => pawn_attacks::<White>(pawns.0),
            Side::Black => pawn_attacks::<Black>(pawns.0),
        })
    }

    /// The rank (0 to 7) where this side's pawns promote.
    pub const fn promotion_rank(self) -> u8 {
        match self {
            Side::White => 7,
            Side::Black => 0,
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Side::White => "white",
            Side::Black => "black",
        })
    }
}
