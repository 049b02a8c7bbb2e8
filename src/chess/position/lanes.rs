//! Perft in vector registers, entered at run time where the processor has AVX2. Who downloads or builds the game gets one
//! made for any processor, and there this is more than half of the speed.
//!
//! The one place in the laws that leaves std. To call a function that is compiled for more than the rest of the program
//! is unsafe, even after the processor was asked, and `unsafe` is forbidden here: `fearless_simd` holds that one call in
//! a macro, and nothing else of it is used. It depends on nothing and has this program's licences; `pulp`, which can do
//! the same, brings nine crates, one of them unmaintained (`paste`). Inside, the instructions are named, since what the
//! compiler makes of loops over lanes came out slower and changed with every touch.

use std::arch::x86_64::*;

use fearless_simd::{Level, kernel};

use super::super::Side;
use super::super::attacks::{BETWEEN, KING, KNIGHT, KNIGHT_OR_NONE, NOT_A, NOT_H};
use super::board::{Black, Board, Mover, White, capture_east, capture_west, forward, home, last_rank, lowest};
use super::board::{pawn_attacks, third_rank};
use super::count::{count_pinned, size};
use super::generate::{castling_rooks, en_passant_takers, for_each_child, safety};

/// The number of move sequences of exactly `depth` half-moves by the standard rules; `None` without AVX2.
pub(in crate::chess) fn lines(board: &Board, side: Side, depth: u32) -> Option<u64> {
    Some(enter(Level::new().as_avx2()?, board, side, depth))
}

kernel!(
    fn enter(avx2: Avx2, board: &Board, side: Side, depth: u32) -> u64 {
        match side {
            Side::White => inner::<White>(board, depth),
            Side::Black => inner::<Black>(board, depth),
        }
    }
);

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn inner<S: Mover>(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let &Board { pawns, knights, diagonal, orthogonal, kings, white, black, meta } = board;
            count::<S>(pawns, knights, diagonal, orthogonal, white, black, kings, meta)
        }
        2 => leaves_of_children::<S>(board, count::<S::Them>),
        _ => lines_of_children::<S>(board, depth - 1, inner::<S::Them>),
    }
}

/// The board in registers: vector loads of words that were stored one by one a moment ago are slow.
type Count = fn(u64, u64, u64, u64, u64, u64, u64, u64) -> u64;

// What is called comes in as a value, since closures inside a function for AVX2 are compiled for AVX2 themselves, and
// such closures are not inlined into the generator, which is not.

#[inline(always)]
fn leaves_of_children<S: Mover>(board: &Board, count: Count) -> u64 {
    let mut total = 0;
    for_each_child::<S, false>(board, |child| {
        let &Board { pawns, knights, diagonal, orthogonal, kings, white, black, meta } = child;
        total += count(pawns, knights, diagonal, orthogonal, white, black, kings, meta);
    });
    total
}

#[inline(always)]
fn lines_of_children<S: Mover>(board: &Board, depth: u32, lines: fn(&Board, u32) -> u64) -> u64 {
    let mut total = 0;
    for_each_child::<S, false>(board, |child| total += lines(child, depth));
    total
}

/// The number of legal moves. Sliders are counted all at once: within one direction two of them never reach the same
/// square, so the size of that direction's attack set is the number of moves.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn count<S: Mover>(
    pawns: u64,
    knights: u64,
    diagonal: u64,
    orthogonal: u64,
    white: u64,
    black: u64,
    kings: u64,
    meta: u64,
) -> u64 {
    let board = &Board { pawns, knights, diagonal, orthogonal, kings, white, black, meta };
    let (us, them) = (board.us::<S>(), board.them::<S>());
    let occupied = us | them;
    let safety = safety::<S>(board, us, them, occupied);

    // The king, and what they attack, seen through him. Always all of it: to ask first whether he has a free neighbor
    // costs more in wrong guesses.
    let (up, down) = fill(orthogonal & them, diagonal & them, !(occupied ^ (kings & us)));
    let mut danger = union(_mm256_or_si256(up, down));
    let mut men = knights & them;
    danger |= KNIGHT_OR_NONE[men.trailing_zeros() as usize & 127];
    men &= men.wrapping_sub(1);
    danger |= KNIGHT_OR_NONE[men.trailing_zeros() as usize & 127];
    men &= men.wrapping_sub(1);
    while men != 0 {
        danger |= KNIGHT[lowest(men)];
        men &= men - 1;
    }
    danger |= pawn_attacks::<S::Them>(pawns & them) | KING[lowest(kings & them)];
    let mut total = size(KING[safety.king] & !us & !danger);
    if meta & home::<S>() != 0 {
        total += size(castling_rooks::<S>(board, us, occupied, danger, safety.pinned));
    }

    // Check: one checker may be taken or shut out, two leave it to the king.
    let mut mask = !us;
    if safety.checkers != 0 {
        if safety.checkers & (safety.checkers - 1) != 0 {
            return total;
        }
        mask &= BETWEEN[safety.king][lowest(safety.checkers)] | safety.checkers;
    }
    let free = us & !safety.pinned;

    // Sliders.
    let (up, down) = fill(orthogonal & free, diagonal & free, !occupied);
    let masks = _mm256_set1_epi64x(mask as i64);
    total += sizes(_mm256_and_si256(up, masks), _mm256_and_si256(down, masks));

    // Knights, the usual two without a branch.
    let mut men = knights & free;
    total += size(KNIGHT_OR_NONE[men.trailing_zeros() as usize & 127] & mask);
    men &= men.wrapping_sub(1);
    total += size(KNIGHT_OR_NONE[men.trailing_zeros() as usize & 127] & mask);
    men &= men.wrapping_sub(1);
    while men != 0 {
        total += size(KNIGHT[lowest(men)] & mask);
        men &= men - 1;
    }

    // Pawns.
    let men = pawns & free;
    let one = forward::<S>(men) & !occupied;
    let two = forward::<S>(one & third_rank::<S>()) & !occupied;
    let pushes = (one | two) & mask;
    let east = capture_east::<S>(men) & them & mask;
    let west = capture_west::<S>(men) & them & mask;
    total += size(pushes) + size(east) + size(west);
    let last = last_rank::<S>();
    if (pushes | east | west) & last != 0 {
        total += 3 * (size(pushes & last) + size(east & last) + size(west & last));
    }

    // Rare: en passant, pinned men.
    if board.en_passant() != 0 {
        total += size(en_passant_takers::<S>(board, us, them, occupied, &safety));
    }
    if safety.pinned & !knights != 0 && safety.checkers == 0 {
        total += count_pinned::<S>(board, us, them, occupied, &safety);
    }
    total
}

/// As [`attacks::fill`](super::super::attacks::fill), four directions a register.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn fill(orthogonal: u64, diagonal: u64, empty: u64) -> (__m256i, __m256i) {
    let (orthogonal, diagonal) = (orthogonal as i64, diagonal as i64);
    let men = _mm256_set_epi64x(diagonal, diagonal, orthogonal, orthogonal);
    let empty = _mm256_set1_epi64x(empty as i64);
    let one = _mm256_set_epi64x(7, 9, 1, 8);
    let two = _mm256_set_epi64x(14, 18, 2, 16);
    let four = _mm256_set_epi64x(28, 36, 4, 32);
    let (not_a, not_h) = (NOT_A as i64, NOT_H as i64);
    let up_edge = _mm256_set_epi64x(not_h, not_a, not_a, -1);
    let down_edge = _mm256_set_epi64x(not_a, not_h, not_h, -1);

    let (mut up, mut down) = (men, men);
    let mut free_up = _mm256_and_si256(empty, up_edge);
    let mut free_down = _mm256_and_si256(empty, down_edge);
    up = _mm256_or_si256(up, _mm256_and_si256(free_up, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(free_down, _mm256_srlv_epi64(down, one)));
    free_up = _mm256_and_si256(free_up, _mm256_sllv_epi64(free_up, one));
    free_down = _mm256_and_si256(free_down, _mm256_srlv_epi64(free_down, one));
    up = _mm256_or_si256(up, _mm256_and_si256(free_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(free_down, _mm256_srlv_epi64(down, two)));
    free_up = _mm256_and_si256(free_up, _mm256_sllv_epi64(free_up, two));
    free_down = _mm256_and_si256(free_down, _mm256_srlv_epi64(free_down, two));
    up = _mm256_or_si256(up, _mm256_and_si256(free_up, _mm256_sllv_epi64(up, four)));
    down = _mm256_or_si256(down, _mm256_and_si256(free_down, _mm256_srlv_epi64(down, four)));
    (_mm256_and_si256(up_edge, _mm256_sllv_epi64(up, one)), _mm256_and_si256(down_edge, _mm256_srlv_epi64(down, one)))
}

/// All lanes in one set.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn union(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// The number of bits in eight words: a half adder, then four bits at a time by table.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn sizes(a: __m256i, b: __m256i) -> u64 {
    let (ones, twos) = (_mm256_xor_si256(a, b), _mm256_and_si256(a, b));
    let low = _mm256_set1_epi8(15);
    let of_one = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let of_two = _mm256_add_epi8(of_one, of_one);
    let high = |set| _mm256_and_si256(_mm256_srli_epi16::<4>(set), low);
    let ones = _mm256_add_epi8(
        _mm256_shuffle_epi8(of_one, _mm256_and_si256(ones, low)),
        _mm256_shuffle_epi8(of_one, high(ones)),
    );
    let twos = _mm256_add_epi8(
        _mm256_shuffle_epi8(of_two, _mm256_and_si256(twos, low)),
        _mm256_shuffle_epi8(of_two, high(twos)),
    );
    let sums = _mm256_sad_epu8(_mm256_add_epi8(ones, twos), _mm256_setzero_si256());
    let half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    _mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half))) as u64
}
