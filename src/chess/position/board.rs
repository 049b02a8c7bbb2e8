//! The board as eight words, copied and changed by each move, and the side to move as a type.

use super::super::attacks::{BETWEEN, BISHOP_RAYS, KING, KNIGHT, NOT_A, NOT_H, ROOK_RAYS, bishop, rook};
use super::super::{Kind, Piece, Side};

/// The first and the eighth rank: where castling rights are marked in [`Board::meta`].
pub(in crate::chess) const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;

/// All that stands on the board and may still be done, in one cache line.
///
/// Two sets serve four kinds: a queen stands in both `diagonal` and `orthogonal`, so that "who slides like this" is one
/// word. `meta` marks, on the back ranks, the rooks that may still castle and, on the third or sixth rank, the square
/// that the last double step passed over; whatever moves from or to a marked rook's square ends that right by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub(in crate::chess) struct Board {
    pub pawns: u64,
    pub knights: u64,
    pub diagonal: u64,
    pub orthogonal: u64,
    pub kings: u64,
    pub white: u64,
    pub black: u64,
    pub meta: u64,
}

impl Board {
    pub(super) const EMPTY: Board =
        Board { pawns: 0, knights: 0, diagonal: 0, orthogonal: 0, kings: 0, white: 0, black: 0, meta: 0 };

    #[inline(always)]
    pub(in crate::chess) fn occupied(&self) -> u64 {
        self.white | self.black
    }

    #[inline(always)]
    pub(super) fn of(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    #[inline(always)]
    pub(super) fn us<S: Mover>(&self) -> u64 {
        if S::WHITE { self.white } else { self.black }
    }

    #[inline(always)]
    pub(super) fn them<S: Mover>(&self) -> u64 {
        if S::WHITE { self.black } else { self.white }
    }

    /// The square passed over by the last double step, as a set of at most one.
    #[inline(always)]
    pub(in crate::chess) fn en_passant(&self) -> u64 {
        self.meta & !BACK_RANKS
    }

    pub(super) fn of_kind(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Pawn => self.pawns,
            Kind::Knight => self.knights,
            Kind::Bishop => self.diagonal & !self.orthogonal,
            Kind::Rook => self.orthogonal & !self.diagonal,
            Kind::Queen => self.diagonal & self.orthogonal,
            Kind::King => self.kings,
        }
    }

    /// Who stands on the square of this bit.
    #[inline]
    pub(in crate::chess) fn at(&self, bit: u64) -> Option<Piece> {
        // By arithmetic, as what is taken in a game is hard to foretell.
        const KINDS: [Kind; 8] = {
            let [pawn, knight, bishop, rook, queen, king] = Kind::ALL;
            [pawn, knight, bishop, rook, queen, king, king, king]
        };
        let side = if self.white & bit != 0 {
            Side::White
        } else if self.black & bit != 0 {
            Side::Black
        } else {
            return None;
        };
        let has = |set: u64| usize::from(set & bit != 0);
        let slider = 2 * has(self.diagonal) + 3 * has(self.orthogonal) - has(self.diagonal & self.orthogonal);
        Some(Piece { side, kind: KINDS[(has(self.knights) + slider + 5 * has(self.kings)) & 7] })
    }

    /// Puts a man on the empty square of this bit.
    pub(super) fn place(&mut self, bit: u64, piece: Piece) {
        match piece.side {
            Side::White => self.white |= bit,
            Side::Black => self.black |= bit,
        }
        match piece.kind {
            Kind::Pawn => self.pawns |= bit,
            Kind::Knight => self.knights |= bit,
            Kind::Bishop => self.diagonal |= bit,
            Kind::Rook => self.orthogonal |= bit,
            Kind::Queen => {
                self.diagonal |= bit;
                self.orthogonal |= bit;
            }
            Kind::King => self.kings |= bit,
        }
    }

    /// The board after a man was carried from one bit to another, where whoever stood is gone. Without a jump for the kind
    /// of man: in a game it is hard to foretell.
    #[inline]
    pub(super) fn carry(&self, piece: Piece, from: u64, to: u64, double_step: bool) -> Board {
        let (both, keep) = (from | to, !to);
        let carried = |moves: bool| if moves { both } else { 0 };
        let kind = piece.kind;
        let (home, passed) = match piece.side {
            Side::White => (0xff, from << 8),
            Side::Black => (0xff << 56, from >> 8),
        };
        let lost = both | if kind == Kind::King { home } else { 0 };
        // Who moves stood on `from`: the exchange of both bits carries him; the other side only loses `to`.
        let (white, black) = match piece.side {
            Side::White => (self.white ^ both, self.black & keep),
            Side::Black => (self.white & keep, self.black ^ both),
        };
        Board {
            pawns: (self.pawns & keep) ^ carried(kind == Kind::Pawn),
            knights: (self.knights & keep) ^ carried(kind == Kind::Knight),
            diagonal: (self.diagonal & keep) ^ carried(matches!(kind, Kind::Bishop | Kind::Queen)),
            orthogonal: (self.orthogonal & keep) ^ carried(matches!(kind, Kind::Rook | Kind::Queen)),
            kings: (self.kings & keep) ^ carried(kind == Kind::King),
            white,
            black,
            meta: self.meta & BACK_RANKS & !lost | if double_step { passed } else { 0 },
        }
    }

    /// Everyone of `by` who attacks the square, pinned or not.
    pub(in crate::chess) fn attackers(&self, square: usize, by: Side, occupied: u64) -> u64 {
        let bit = 1 << (square & 63);
        // A pawn attacks this square from where a pawn of the other side on it would attack.
        let pawns = match by {
            Side::White => pawn_attacks::<Black>(bit),
            Side::Black => pawn_attacks::<White>(bit),
        };
        let mut set = pawns & self.pawns | KNIGHT[square & 63] & self.knights | KING[square & 63] & self.kings;
        if BISHOP_RAYS[square & 63] & self.diagonal != 0 {
            set |= bishop(square, occupied) & self.diagonal;
        }
        if ROOK_RAYS[square & 63] & self.orthogonal != 0 {
            set |= rook(square, occupied) & self.orthogonal;
        }
        set & self.of(by)
    }
}

/// The side to move as a type, so that the compiler builds a generator for each without a single `if side`.
pub(in crate::chess) trait Mover {
    /// The opponent.
    type Them: Mover;
    const WHITE: bool;
}

/// White moves.
pub(in crate::chess) struct White;

/// Black moves.
pub(in crate::chess) struct Black;

impl Mover for White {
    type Them = Black;
    const WHITE: bool = true;
}

impl Mover for Black {
    type Them = White;
    const WHITE: bool = false;
}

/// One rank ahead.
#[inline(always)]
pub(super) fn forward<S: Mover>(set: u64) -> u64 {
    if S::WHITE { set << 8 } else { set >> 8 }
}

/// Ahead and towards the h-file.
#[inline(always)]
pub(super) fn capture_east<S: Mover>(pawns: u64) -> u64 {
    if S::WHITE { (pawns << 9) & NOT_A } else { (pawns >> 7) & NOT_A }
}

/// Ahead and towards the a-file.
#[inline(always)]
pub(super) fn capture_west<S: Mover>(pawns: u64) -> u64 {
    if S::WHITE { (pawns << 7) & NOT_H } else { (pawns >> 9) & NOT_H }
}

/// What these pawns attack.
#[inline(always)]
pub(in crate::chess) fn pawn_attacks<S: Mover>(pawns: u64) -> u64 {
    capture_east::<S>(pawns) | capture_west::<S>(pawns)
}

/// The rank of the own king at the start.
#[inline(always)]
pub(super) const fn home<S: Mover>() -> u64 {
    if S::WHITE { 0xff } else { 0xff << 56 }
}

/// The rank where the own pawns promote.
#[inline(always)]
pub(super) const fn last_rank<S: Mover>() -> u64 {
    if S::WHITE { 0xff << 56 } else { 0xff }
}

/// Where an own pawn stands after one step from its first square.
#[inline(always)]
pub(super) const fn third_rank<S: Mover>() -> u64 {
    if S::WHITE { 0xff << 16 } else { 0xff << 40 }
}

/// Where king and rook land when the king on `king` castles with the rook on `rook` (both as bits).
#[inline(always)]
pub(in crate::chess) const fn castling_landing<S: Mover>(king: u64, rook: u64) -> (u64, u64) {
    let shift = if S::WHITE { 0 } else { 56 };
    if rook > king { (1 << 6 << shift, 1 << 5 << shift) } else { (1 << 2 << shift, 1 << 3 << shift) }
}

/// All squares that king and rook pass or land on when castling, and those of the king alone.
#[inline(always)]
pub(in crate::chess) fn castling_ways<S: Mover>(king: u64, rook: u64) -> (u64, u64) {
    let (king_to, rook_to) = castling_landing::<S>(king, rook);
    let king_way = BETWEEN[lowest(king)][lowest(king_to)] | king_to;
    let rook_way = BETWEEN[lowest(rook)][lowest(rook_to)] | rook_to;
    (king_way | rook_way, king_way)
}

/// The index of the lowest set bit; the mask spares bounds checks.
#[inline(always)]
pub(in crate::chess) fn lowest(set: u64) -> usize {
    set.trailing_zeros() as usize & 63
}
