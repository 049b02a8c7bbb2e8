//! The legal moves, as from-squares with sets of targets, and what a move makes of the board.
//!
//! Nothing illegal is generated and taken back: checks and pins are found first and become masks. `FREE` is the rule
//! set where check binds nobody; there the masks stay open.

use super::super::attacks::{
    BETWEEN, BISHOP_RAYS, KING, KNIGHT, LINE, ROOK_RAYS, bishop, fill, knights_by_shifts, rook,
};
use super::board::{BACK_RANKS, Board, Mover, castling_landing, castling_ways, forward, home};
use super::board::{last_rank, lowest, pawn_attacks, third_rank};

/// What kind of move a set of targets holds; a literal at each call of the visitor, so that it is specialized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chess) enum Class {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    /// Targets on the last rank, four moves each.
    Promotion(Promotion),
    DoubleStep,
    EnPassant,
    /// Here the "target" is the rook.
    Castling,
}

/// What a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chess) enum Promotion {
    Knight,
    Bishop,
    Rook,
    Queen,
}

/// Who attacks the king, and which own men may not leave their line because of him.
pub(super) struct Safety {
    pub king: usize,
    pub checkers: u64,
    pub pinned: u64,
}

#[inline(always)]
pub(super) fn safety<S: Mover>(board: &Board, us: u64, them: u64, occupied: u64) -> Safety {
    let king_bit = board.kings & us;
    let king = lowest(king_bit);
    let mut checkers = (KNIGHT[king] & board.knights | pawn_attacks::<S>(king_bit) & board.pawns) & them;
    let mut pinned = 0;
    let mut snipers = (ROOK_RAYS[king] & board.orthogonal | BISHOP_RAYS[king] & board.diagonal) & them;
    while snipers != 0 {
        let shield = BETWEEN[king][lowest(snipers)] & occupied;
        if shield & shield.wrapping_sub(1) == 0 {
            pinned |= shield;
            if shield == 0 {
                checkers |= snipers & snipers.wrapping_neg();
            }
        }
        snipers &= snipers - 1;
    }
    Safety { king, checkers, pinned: pinned & us }
}

/// Squares the enemy attacks, seen through our king: he cannot hide behind himself.
#[inline(always)]
pub(super) fn danger<S: Mover>(board: &Board, us: u64, them: u64, occupied: u64) -> u64 {
    let (up, down) = fill(board.orthogonal & them, board.diagonal & them, !(occupied ^ (board.kings & us)));
    let mut set = 0;
    for (up, down) in up.into_iter().zip(down) {
        set |= up | down;
    }
    set |= knights_by_shifts(board.knights & them);
    set | pawn_attacks::<S::Them>(board.pawns & them) | KING[lowest(board.kings & them)]
}

/// The own rooks that the king may castle with now. `danger` and `pinned` are empty where check binds nobody.
#[inline(always)]
pub(super) fn castling_rooks<S: Mover>(board: &Board, us: u64, occupied: u64, danger: u64, pinned: u64) -> u64 {
    let shift = if S::WHITE { 0 } else { 56 };
    let king = (board.kings & us) >> shift;
    let rights = board.meta >> shift & 0xff;
    if king != 1 << 4 || rights & !0x81 != 0 {
        return chess960_castling_rooks::<S>(board.kings & us, rights << shift, occupied, danger, pinned);
    }
    // From the usual squares by constant masks: this is asked at every leaf of an opening's perft.
    let short = rights & 0x80 != 0 && occupied >> shift & 0x60 | danger >> shift & 0x70 == 0;
    let long = rights & 0x01 != 0 && occupied >> shift & 0x0e | danger >> shift & 0x1c == 0;
    (u64::from(short) << 7 | u64::from(long)) << shift
}

/// The same from any squares.
///
/// A castling rook that is pinned on its rank exists in Chess960 only: once it has left, the king stands in the open.
#[inline(never)]
fn chess960_castling_rooks<S: Mover>(king: u64, mut rights: u64, occupied: u64, danger: u64, pinned: u64) -> u64 {
    let mut rooks = 0;
    while rights != 0 {
        let rook = rights & rights.wrapping_neg();
        let (way, king_way) = castling_ways::<S>(king, rook);
        if way & occupied & !(king | rook) == 0 && (king_way | king) & danger == 0 && rook & pinned == 0 {
            rooks |= rook;
        }
        rights ^= rook;
    }
    rooks
}

/// The own pawns that may legally take en passant, all tests included.
///
/// Both pawns leave the rank at once, so no pin mask tells whether the king is then attacked: the sliders are asked.
#[inline(always)]
pub(super) fn en_passant_takers<S: Mover>(board: &Board, us: u64, them: u64, occupied: u64, safety: &Safety) -> u64 {
    let target = board.en_passant();
    let mut candidates = pawn_attacks::<S::Them>(target) & board.pawns & us;
    if candidates == 0 {
        return 0;
    }
    let victim = forward::<S::Them>(target);
    if safety.checkers & (board.knights | board.pawns) & !victim != 0 {
        return 0;
    }
    let mut takers = 0;
    while candidates != 0 {
        let from = candidates & candidates.wrapping_neg();
        let after = occupied ^ from ^ victim ^ target;
        let sliders = bishop(safety.king, after) & board.diagonal | rook(safety.king, after) & board.orthogonal;
        if sliders & them == 0 {
            takers |= from;
        }
        candidates ^= from;
    }
    takers
}

/// The same where check binds nobody.
#[inline(always)]
pub(super) fn free_en_passant_takers<S: Mover>(board: &Board, us: u64) -> u64 {
    pawn_attacks::<S::Them>(board.en_passant()) & board.pawns & us
}

/// Calls `visit(class, from, targets)` for every man that can move.
///
/// Without an own king the game is over and there are no moves.
#[inline(always)]
pub(in crate::chess) fn generate<S: Mover, const FREE: bool>(board: &Board, mut visit: impl FnMut(Class, u64, u64)) {
    let (us, them) = (board.us::<S>(), board.them::<S>());
    let occupied = us | them;
    let king_bit = board.kings & us;
    if FREE && king_bit == 0 {
        return;
    }
    let safety = if FREE {
        Safety { king: lowest(king_bit), checkers: 0, pinned: 0 }
    } else {
        safety::<S>(board, us, them, occupied)
    };

    let steps = KING[safety.king] & !us;
    let rights = board.meta & home::<S>();
    if steps | rights != 0 {
        let danger = if FREE { 0 } else { danger::<S>(board, us, them, occupied) };
        let steps = steps & !danger;
        if steps != 0 {
            visit(Class::King, king_bit, steps);
        }
        if rights != 0 {
            let rooks = castling_rooks::<S>(board, us, occupied, danger, safety.pinned);
            if rooks != 0 {
                visit(Class::Castling, king_bit, rooks);
            }
        }
    }

    let mut mask = !us;
    if safety.checkers != 0 {
        if safety.checkers & (safety.checkers - 1) != 0 {
            return;
        }
        mask &= BETWEEN[safety.king][lowest(safety.checkers)] | safety.checkers;
    }
    let line = |from: usize| {
        if safety.pinned >> from & 1 != 0 { LINE[safety.king][from] } else { !0 }
    };

    let mut men = board.knights & us & !safety.pinned;
    while men != 0 {
        visit(Class::Knight, men & men.wrapping_neg(), KNIGHT[lowest(men)] & mask);
        men &= men - 1;
    }
    men = board.diagonal & !board.orthogonal & us;
    while men != 0 {
        let from = lowest(men);
        visit(Class::Bishop, men & men.wrapping_neg(), bishop(from, occupied) & mask & line(from));
        men &= men - 1;
    }
    men = board.orthogonal & !board.diagonal & us;
    while men != 0 {
        let from = lowest(men);
        visit(Class::Rook, men & men.wrapping_neg(), rook(from, occupied) & mask & line(from));
        men &= men - 1;
    }
    men = board.orthogonal & board.diagonal & us;
    while men != 0 {
        let from = lowest(men);
        let targets = (bishop(from, occupied) | rook(from, occupied)) & mask & line(from);
        visit(Class::Queen, men & men.wrapping_neg(), targets);
        men &= men - 1;
    }
    men = board.pawns & us;
    while men != 0 {
        let from = men & men.wrapping_neg();
        let mask = mask & line(lowest(men));
        let one = forward::<S>(from) & !occupied;
        let two = forward::<S>(one & third_rank::<S>()) & !occupied & mask;
        let targets = (one | pawn_attacks::<S>(from) & them) & mask;
        if targets & last_rank::<S>() != 0 {
            for promotion in [Promotion::Queen, Promotion::Rook, Promotion::Bishop, Promotion::Knight] {
                visit(Class::Promotion(promotion), from, targets);
            }
        } else {
            visit(Class::Pawn, from, targets);
        }
        if two != 0 {
            visit(Class::DoubleStep, from, two);
        }
        men &= men - 1;
    }
    if board.en_passant() != 0 {
        let mut takers = if FREE {
            free_en_passant_takers::<S>(board, us)
        } else {
            en_passant_takers::<S>(board, us, them, occupied, &safety)
        };
        while takers != 0 {
            visit(Class::EnPassant, takers & takers.wrapping_neg(), board.en_passant());
            takers &= takers - 1;
        }
    }
}

/// The board after a move of `S`. `from` and `to` are bits; for castling `to` is the rook.
#[inline(always)]
pub(in crate::chess) fn make<S: Mover>(board: &Board, class: Class, from: u64, to: u64) -> Board {
    let both = from | to;
    let keep = !to;
    let mut next = Board {
        pawns: board.pawns & keep,
        knights: board.knights & keep,
        diagonal: board.diagonal & keep,
        orthogonal: board.orthogonal & keep,
        kings: board.kings & keep,
        white: board.white,
        black: board.black,
        meta: board.meta & BACK_RANKS & !both,
    };
    let (mut us, mut them) = (board.us::<S>() ^ both, board.them::<S>() & keep);
    match class {
        Class::Pawn => next.pawns ^= both,
        Class::Knight => next.knights ^= both,
        Class::Bishop => next.diagonal ^= both,
        Class::Rook => next.orthogonal ^= both,
        Class::Queen => {
            next.diagonal ^= both;
            next.orthogonal ^= both;
        }
        Class::King => {
            next.kings ^= both;
            next.meta &= !home::<S>();
        }
        Class::Promotion(promotion) => {
            next.pawns ^= from;
            match promotion {
                Promotion::Knight => next.knights ^= to,
                Promotion::Bishop => next.diagonal ^= to,
                Promotion::Rook => next.orthogonal ^= to,
                Promotion::Queen => {
                    next.diagonal ^= to;
                    next.orthogonal ^= to;
                }
            }
        }
        Class::DoubleStep => {
            next.pawns ^= both;
            next.meta |= forward::<S>(from);
        }
        Class::EnPassant => {
            let victim = forward::<S::Them>(to);
            next.pawns = (next.pawns ^ both) & !victim;
            them &= !victim;
        }
        Class::Castling => {
            let (king_to, rook_to) = castling_landing::<S>(from, to);
            next.kings = next.kings ^ from | king_to;
            next.orthogonal |= rook_to;
            next.meta &= !home::<S>();
            us |= king_to | rook_to;
        }
    }
    (next.white, next.black) = if S::WHITE { (us, them) } else { (them, us) };
    next
}

/// Calls `visit` with the board after each legal move.
#[inline(always)]
pub(in crate::chess) fn for_each_child<S: Mover, const FREE: bool>(board: &Board, mut visit: impl FnMut(&Board)) {
    generate::<S, FREE>(board, |class, from, mut targets| {
        while targets != 0 {
            let to = targets & targets.wrapping_neg();
            visit(&make::<S>(board, class, from, to));
            targets &= targets - 1;
        }
    });
}
