//! Which squares a man attacks: constant tables for king and knight, line arithmetic for the sliders.
//!
//! Sliders are done in two ways. One at a time by hyperbola quintessence (the trick `o ^ (o - 2r)` on each line), which
//! needs 2.5 KiB of tables instead of the megabytes of magic bitboards. All of one side at once by Kogge-Stone fills,
//! which the compiler turns into vector instructions.

// The lanes of a fill are indexed in step over several arrays; zipping them hides the arithmetic, breaks the vectors.
#![allow(clippy::needless_range_loop)]

/// Every square but those of the a-file.
pub(super) const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// Every square but those of the h-file.
pub(super) const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

// ------------------------------------------------------------------------------------------------ tables

/// File and rank steps of the eight directions; neighbors in the list are opposite.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];
const KNIGHT_JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// What a knight attacks from each square.
pub(super) static KNIGHT: [u64; 64] = leaper(KNIGHT_JUMPS);
/// What a king attacks from each square.
pub(super) static KING: [u64; 64] = leaper(DIRECTIONS);
/// [`KNIGHT`] with an empty set at 64, which is where `trailing_zeros` finds the knight that is not there.
pub(super) static KNIGHT_OR_NONE: [u64; 128] = {
    let mut table = [0; 128];
    let mut square = 0;
    while square < 64 {
        table[square] = KNIGHT[square];
        square += 1;
    }
    table
};
/// What a rook attacks on an empty board.
pub(super) static ROOK_RAYS: [u64; 64] = union(lines(0), lines(1));
/// What a bishop attacks on an empty board.
pub(super) static BISHOP_RAYS: [u64; 64] = union(lines(2), lines(3));
/// The squares strictly between two squares of one line; empty for other pairs.
pub(super) static BETWEEN: [[u64; 64]; 64] = between_and_line().0;
/// The whole line through two squares, themselves included; empty for pairs that share none.
pub(super) static LINE: [[u64; 64]; 64] = between_and_line().1;

static FILES: [u64; 64] = lines(0);
static DIAGONALS: [u64; 64] = lines(2);
static ANTIDIAGONALS: [u64; 64] = lines(3);
static RANK_ATTACKS: [[u8; 64]; 8] = rank_attacks();

const fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = (square % 8) as i32 + files;
    let rank = (square / 8) as i32 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank * 8 + file) as usize) }
}

const fn leaper(jumps: [(i32, i32); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            if let Some(target) = step(square, jumps[i]) {
                table[square] |= 1 << target;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn ray(square: usize, direction: (i32, i32)) -> u64 {
    let mut set = 0;
    let mut at = square;
    while let Some(next) = step(at, direction) {
        set |= 1 << next;
        at = next;
    }
    set
}

/// The lines of one axis (0 files, 1 ranks, 2 diagonals, 3 antidiagonals) through each square, without that square.
const fn lines(axis: usize) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = ray(square, DIRECTIONS[2 * axis]) | ray(square, DIRECTIONS[2 * axis + 1]);
        square += 1;
    }
    table
}

const fn union(a: [u64; 64], b: [u64; 64]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = a[square] | b[square];
        square += 1;
    }
    table
}

const fn between_and_line() -> ([[u64; 64]; 64], [[u64; 64]; 64]) {
    let mut between = [[0; 64]; 64];
    let mut line = [[0; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let whole = ray(square, DIRECTIONS[i]) | ray(square, DIRECTIONS[i ^ 1]) | 1 << square;
            let mut passed = 0;
            let mut at = square;
            while let Some(next) = step(at, DIRECTIONS[i]) {
                between[square][next] = passed;
                line[square][next] = whole;
                passed |= 1 << next;
                at = next;
            }
            i += 1;
        }
        square += 1;
    }
    (between, line)
}

/// Attacks along a rank by file and by the occupancy of the six middle squares (the outer two never matter).
const fn rank_attacks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut middle = 0;
        while middle < 64 {
            let occupied = (middle << 1) as u8;
            let mut set = 0u8;
            let mut at = file as i32 + 1;
            while at < 8 {
                set |= 1 << at;
                if occupied >> at & 1 != 0 {
                    break;
                }
                at += 1;
            }
            at = file as i32 - 1;
            while at >= 0 {
                set |= 1 << at;
                if occupied >> at & 1 != 0 {
                    break;
                }
                at -= 1;
            }
            table[file][middle] = set;
            middle += 1;
        }
        file += 1;
    }
    table
}

// ------------------------------------------------------------------------------------------------ one slider

/// Attacks in both directions of one line. Subtracting twice the slider's bit from the blockers borrows up to the next
/// one; the same on the mirrored board does the other direction.
#[inline(always)]
fn along(occupied: u64, line: u64, bit: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(bit << 1);
    let down = blockers.swap_bytes().wrapping_sub(bit.swap_bytes() << 1);
    (up ^ down.swap_bytes()) & line
}

/// What a bishop on `square` attacks, the first man on each line included.
#[inline(always)]
pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
    let bit = 1u64 << (square & 63);
    along(occupied, DIAGONALS[square & 63], bit) | along(occupied, ANTIDIAGONALS[square & 63], bit)
}

/// What a rook on `square` attacks, the first man on each line included.
#[inline(always)]
pub(super) fn rook(square: usize, occupied: u64) -> u64 {
    let bit = 1u64 << (square & 63);
    let shift = square & 56;
    // Mirroring bytes does not mirror a rank, hence the small table.
    let rank = u64::from(RANK_ATTACKS[square & 7][(occupied >> shift >> 1) as usize & 63]) << shift;
    along(occupied, FILES[square & 63], bit) | rank
}

// ------------------------------------------------------------------------------------------------ all at once

/// Shifts of the four directions that go up: north, east, north-east, north-west.
const SHIFTS: [u32; 4] = [8, 1, 9, 7];
/// What a shift up may reach without wrapping around the edge, and what a shift down may.
const UP: [u64; 4] = [!0, NOT_A, NOT_A, NOT_H];
const DOWN: [u64; 4] = [!0, NOT_H, NOT_H, NOT_A];

/// Attack sets of all sliders, one per direction: N E NE NW in the first four, S W SW SE in the second.
///
/// `orthogonal` and `diagonal` are the men that slide so, `empty` the squares that do not stop them.
#[inline(always)]
pub(super) fn fill(orthogonal: u64, diagonal: u64, empty: u64) -> ([u64; 4], [u64; 4]) {
    let mut up = [orthogonal, orthogonal, diagonal, diagonal];
    let mut down = up;
    let mut free_up = [0u64; 4];
    let mut free_down = [0u64; 4];
    for i in 0..4 {
        free_up[i] = empty & UP[i];
        free_down[i] = empty & DOWN[i];
    }
    for i in 0..4 {
        up[i] |= free_up[i] & (up[i] << SHIFTS[i]);
        down[i] |= free_down[i] & (down[i] >> SHIFTS[i]);
    }
    for i in 0..4 {
        free_up[i] &= free_up[i] << SHIFTS[i];
        free_down[i] &= free_down[i] >> SHIFTS[i];
    }
    for i in 0..4 {
        up[i] |= free_up[i] & (up[i] << (2 * SHIFTS[i]));
        down[i] |= free_down[i] & (down[i] >> (2 * SHIFTS[i]));
    }
    for i in 0..4 {
        free_up[i] &= free_up[i] << (2 * SHIFTS[i]);
        free_down[i] &= free_down[i] >> (2 * SHIFTS[i]);
    }
    for i in 0..4 {
        up[i] |= free_up[i] & (up[i] << (4 * SHIFTS[i]));
        down[i] |= free_down[i] & (down[i] >> (4 * SHIFTS[i]));
    }
    for i in 0..4 {
        up[i] = (up[i] << SHIFTS[i]) & UP[i];
        down[i] = (down[i] >> SHIFTS[i]) & DOWN[i];
    }
    (up, down)
}

/// What all these knights attack, by shifts and without a branch.
#[inline(always)]
pub(super) fn knights_by_shifts(knights: u64) -> u64 {
    let one_file = (knights >> 1) & NOT_H | (knights << 1) & NOT_A;
    let two_files = (knights >> 2) & NOT_H & (NOT_H >> 1) | (knights << 2) & NOT_A & (NOT_A << 1);
    one_file << 16 | one_file >> 16 | two_files << 8 | two_files >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks until a man is hit: slow and plain.
    fn walk(square: usize, occupied: u64, directions: &[(i32, i32)]) -> u64 {
        let mut set = 0;
        for &direction in directions {
            let mut at = square;
            while let Some(next) = step(at, direction) {
                set |= 1u64 << next;
                if occupied >> next & 1 != 0 {
                    break;
                }
                at = next;
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let occupied = random.u64(..) & random.u64(..);
            let (mut rooks, mut bishops, mut knights) = (0, 0, 0);
            let men = random.u64(..) & random.u64(..) & occupied;
            for square in 0..64 {
                assert_eq!(rook(square, occupied), walk(square, occupied, &DIRECTIONS[..4]));
                assert_eq!(bishop(square, occupied), walk(square, occupied, &DIRECTIONS[4..]));
                if men >> square & 1 != 0 {
                    rooks |= walk(square, occupied, &DIRECTIONS[..4]);
                    bishops |= walk(square, occupied, &DIRECTIONS[4..]);
                    knights |= KNIGHT[square];
                }
            }
            let all = |(up, down): ([u64; 4], [u64; 4])| up.iter().chain(&down).fold(0, |set, ray| set | ray);
            assert_eq!(all(fill(men, 0, !occupied)), rooks);
            assert_eq!(all(fill(0, men, !occupied)), bishops);
            assert_eq!(knights_by_shifts(men), knights);
        }
    }
}
