//! How many legal moves there are, without building one: the leaves of a perft.
//!
//! Sliders are counted all at once: within one direction two of them never reach the same square, so the size of that
//! direction's attack set is the number of moves. A popcount is slow on a processor nothing is known of, so the words
//! pass through carry-save adders before few of them. Where there is AVX2, perft does all this in `lanes`.

// See attacks: lanes are indexed in step.
#![allow(clippy::needless_range_loop)]

use super::super::attacks::{BETWEEN, KING, KNIGHT, KNIGHT_OR_NONE, LINE, bishop, fill, knights_by_shifts, rook};
use super::board::third_rank;
use super::board::{Board, Mover, capture_east, capture_west, forward, home, last_rank, lowest, pawn_attacks};
use super::generate::{Safety, castling_rooks, en_passant_takers, generate, safety};

/// The number of legal moves of `S`; `FREE` where check binds nobody.
#[inline(always)]
pub(in crate::chess) fn count<S: Mover, const FREE: bool>(board: &Board) -> u64 {
    if FREE {
        return count_free::<S>(board);
    }
    let &Board { pawns, knights, diagonal, orthogonal, kings, white, black, meta } = board;
    count_words::<S>(pawns, knights, diagonal, orthogonal, white, black, kings, meta)
}

#[inline(never)]
fn count_free<S: Mover>(board: &Board) -> u64 {
    let mut total = 0;
    generate::<S, true>(board, |_, _, targets| total += size(targets));
    total
}

/// The board goes over in registers: vector loads of words that were stored one by one a moment ago are slow.
#[inline(never)]
fn count_words<S: Mover>(
    pawns: u64,
    knights: u64,
    diagonal: u64,
    orthogonal: u64,
    white: u64,
    black: u64,
    kings: u64,
    meta: u64,
) -> u64 {
    count_legal::<S>(&Board { pawns, knights, diagonal, orthogonal, kings, white, black, meta })
}

#[inline(always)]
fn count_legal<S: Mover>(board: &Board) -> u64 {
    let (us, them) = (board.us::<S>(), board.them::<S>());
    let occupied = us | them;
    let safety = safety::<S>(board, us, them, occupied);
    let mut total = 0;
    let mut king_targets = 0;

    // The king.
    let steps = KING[safety.king] & !us;
    let rights = board.meta & home::<S>();
    if steps | rights != 0 {
        let mut danger = 0;
        let (up, down) = fill(board.orthogonal & them, board.diagonal & them, !(occupied ^ (board.kings & us)));
        for i in 0..4 {
            danger |= up[i] | down[i];
        }
        danger |= knights_by_shifts(board.knights & them);
        danger |= pawn_attacks::<S::Them>(board.pawns & them) | KING[lowest(board.kings & them)];
        king_targets = steps & !danger;
        if rights != 0 {
            total += size(castling_rooks::<S>(board, us, occupied, danger, safety.pinned));
        }
    }

    // Check: one checker may be taken or shut out, two leave it to the king.
    let mut mask = !us;
    if safety.checkers != 0 {
        if safety.checkers & (safety.checkers - 1) != 0 {
            return total + size(king_targets);
        }
        mask &= BETWEEN[safety.king][lowest(safety.checkers)] | safety.checkers;
    }
    let free = us & !safety.pinned;

    // Sliders.
    let (up, down) = fill(board.orthogonal & free, board.diagonal & free, !occupied);

    // Knights, the usual two without a branch.
    let mut knights = board.knights & free;
    let first = KNIGHT_OR_NONE[knights.trailing_zeros() as usize & 127] & mask;
    knights &= knights.wrapping_sub(1);
    let second = KNIGHT_OR_NONE[knights.trailing_zeros() as usize & 127] & mask;
    knights &= knights.wrapping_sub(1);
    while knights != 0 {
        total += size(KNIGHT[lowest(knights)] & mask);
        knights &= knights - 1;
    }

    // Pawns.
    let pawns = board.pawns & free;
    let one = forward::<S>(pawns) & !occupied;
    let two = forward::<S>(one & third_rank::<S>()) & !occupied;
    let pushes = (one | two) & mask;
    let east = capture_east::<S>(pawns) & them & mask;
    let west = capture_west::<S>(pawns) & them & mask;

    let mut words = [0; 15];
    for i in 0..4 {
        words[i] = up[i] & mask;
        words[4 + i] = down[i] & mask;
    }
    (words[8], words[9], words[10], words[11], words[12], words[13]) =
        (first, second, pushes, east, west, king_targets);
    total += size_of_15(words);
    if (pushes | east | west) & last_rank::<S>() != 0 {
        let last = last_rank::<S>();
        total += 3 * (size(pushes & last) + size(east & last) + size(west & last));
    }

    // Rare: en passant, pinned men.
    if board.en_passant() != 0 {
        total += size(en_passant_takers::<S>(board, us, them, occupied, &safety));
    }
    if safety.pinned & !board.knights != 0 && safety.checkers == 0 {
        total += count_pinned::<S>(board, us, them, occupied, &safety);
    }
    total
}

/// Moves of pinned men, which stay on the line of the pin.
#[inline(always)]
pub(super) fn count_pinned<S: Mover>(board: &Board, us: u64, them: u64, occupied: u64, safety: &Safety) -> u64 {
    let mut total = 0;
    let mut men = safety.pinned & !board.knights;
    while men != 0 {
        let from = lowest(men);
        let bit = men & men.wrapping_neg();
        let line = LINE[safety.king][from];
        if board.pawns & bit != 0 {
            let one = forward::<S>(bit) & !occupied;
            let two = forward::<S>(one & third_rank::<S>()) & !occupied;
            let targets = (one | two | pawn_attacks::<S>(bit) & them) & line;
            total += size(targets) + 3 * size(targets & last_rank::<S>());
        } else {
            let mut targets = 0;
            if board.diagonal & bit != 0 {
                targets |= bishop(from, occupied);
            }
            if board.orthogonal & bit != 0 {
                targets |= rook(from, occupied);
            }
            total += size(targets & line & !us);
        }
        men &= men - 1;
    }
    total
}

#[inline(always)]
pub(super) fn size(set: u64) -> u64 {
    u64::from(set.count_ones())
}

/// A full adder on 64 bit columns: the sum and the carry.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// The bits in 15 words: 11 adders, then four popcounts.
#[inline(always)]
fn size_of_15(words: [u64; 15]) -> u64 {
    let (ones, t0) = add(words[0], words[1], words[2]);
    let (ones, t1) = add(ones, words[3], words[4]);
    let (ones, t2) = add(ones, words[5], words[6]);
    let (ones, t3) = add(ones, words[7], words[8]);
    let (ones, t4) = add(ones, words[9], words[10]);
    let (ones, t5) = add(ones, words[11], words[12]);
    let (ones, t6) = add(ones, words[13], words[14]);
    let (twos, f0) = add(t0, t1, t2);
    let (twos, f1) = add(twos, t3, t4);
    let (twos, f2) = add(twos, t5, t6);
    let (fours, eights) = add(f0, f1, f2);
    size(ones) + 2 * size(twos) + 4 * size(fours) + 8 * size(eights)
}
