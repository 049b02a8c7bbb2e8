//! How far from a mate a board looks. Only the order of a search depends on it, never an answer.

use super::super::attacks::{KING, fill, knights_by_shifts};
use super::super::position::{Board, White, lowest, pawn_attacks};
use super::view::{LIGHT, squares};

/// How far from a mate by White a board looks, in three ways of looking.
pub(super) struct Estimate {
    /// By all that a mate needs.
    pub near: usize,
    /// The same, with more weight on what has to be made or taken first.
    pub far: usize,
    /// By the heaviest man and the kings, whatever else stands about.
    pub heavy: usize,
}

/// What a board looks like; see [`Estimate`].
pub(super) fn estimate(board: &Board) -> Estimate {
    let occupied = board.occupied();
    let (own, foe) = (board.white, board.black);
    let (hunter, prey) = (lowest(board.kings & own), lowest(board.kings & foe));
    let majors = board.orthogonal & own;
    let pawns = board.pawns & own;
    let bishops = board.diagonal & !board.orthogonal & own;
    let minors = board.knights & own | bishops;
    let men = foe & !board.kings;
    if majors | pawns == 0 && minors & minors.wrapping_sub(1) == 0 {
        return lone_minor(board, bishops, hunter, prey, men);
    }
    // Without a heavy man, one has to be made.
    let mut force = 0;
    if majors == 0 && pawns != 0 {
        let way = |pawn: usize| {
            let ahead = (0x0101_0101_0101_0101u64 << pawn) & !(1 << pawn);
            2 * (7 - (pawn >> 3)) + 3 * (ahead & occupied).count_ones() as usize
        };
        force = 8 + squares(pawns).map(way).min().unwrap_or(0);
    }
    let (up, down) = fill(majors, board.diagonal & own, !(occupied ^ 1 << prey));
    let mut held = KING[hunter] | knights_by_shifts(board.knights & own);
    held |= pawn_attacks::<White>(pawns);
    for i in 0..4 {
        held |= up[i] | down[i];
    }
    let officers = (men & !board.pawns).count_ones() as usize;
    let foot = (men & board.pawns).count_ones() as usize;
    let mut alone = 3 * officers + 2 * foot;
    if men & held != 0 {
        alone -= 1;
    }
    // The corner where the bishops can reach him, or any.
    let corner = if majors | pawns == 0 && bishops != 0 && board.knights & own == 0 {
        if bishops & LIGHT != 0 { steps(prey, 7).min(steps(prey, 56)) } else { steps(prey, 0).min(steps(prey, 63)) }
    } else {
        let (file, rank) = (prey & 7, prey >> 3);
        file.min(7 - file).max(rank.min(7 - rank)) + file.min(7 - file).min(rank.min(7 - rank))
    };
    let kings = steps(hunter, prey).saturating_sub(2);
    let free = (KING[prey] & !foe & !held).count_ones() as usize;
    let near = force * 2 + alone + 2 * corner + 2 * kings + 2 * free;
    let far = force * 4 + alone * 2 + corner + kings;
    let heavy = force * 4 + corner + kings + free;
    Estimate { near, far, heavy }
}

/// How much farther a lone minor looks than a heavy man.
const LIGHT_ONLY: usize = 20;

/// A knight or bishop mates alone where one of the opponent's own men stands beside his king in a corner, and the
/// hunter's king a knight's move away from it.
fn lone_minor(board: &Board, bishops: u64, hunter: usize, prey: usize, men: u64) -> Estimate {
    // Queens take too many squares to be of help, and a bishop is no help to a bishop of his color.
    let mut helpers = men & !(board.orthogonal & board.diagonal) & !board.pawns;
    let own_color = if bishops & LIGHT != 0 { LIGHT } else { !LIGHT };
    if bishops != 0 {
        helpers &= !board.orthogonal & !(board.diagonal & own_color);
    }
    let mut best = usize::MAX;
    for (corner, beside, posts) in CORNERS {
        let bit = 1u64 << corner;
        if bishops != 0 && bit & own_color == 0 {
            continue;
        }
        let mut help = 20;
        for helper in squares(helpers) {
            let is_bishop = board.diagonal >> helper & 1 != 0;
            let color = if LIGHT >> helper & 1 != 0 { LIGHT } else { !LIGHT };
            if !is_bishop || bit & color == 0 {
                help = help.min(2 * beside.into_iter().map(|square| steps(helper, square)).min().unwrap_or(0));
            }
        }
        if help == 20 {
            let pawn = squares(men & board.pawns).map(|pawn| pawn >> 3).min();
            help = 10 + pawn.map_or(20, |ranks| 2 * ranks);
        }
        let post = posts.into_iter().map(|square| steps(hunter, square)).min().unwrap_or(0);
        best = best.min(2 * help + 3 * steps(prey, corner) + 2 * post);
    }
    let stray = (men & board.orthogonal).count_ones() as usize;
    let free = (KING[prey] & !board.black & !KING[hunter]).count_ones() as usize;
    let (near, far) = (best + free + 2 * stray, best + 4 * stray);
    Estimate { near, far, heavy: far + LIGHT_ONLY }
}

/// The corners, the squares beside them, and those a knight's move away.
pub(super) const CORNERS: [(usize, [usize; 2], [usize; 2]); 4] =
    [(0, [1, 8], [10, 17]), (7, [6, 15], [13, 22]), (56, [48, 57], [41, 50]), (63, [55, 62], [46, 53])];

/// King's moves from square to square.
pub(super) fn steps(a: usize, b: usize) -> usize {
    let file = (a & 7).abs_diff(b & 7);
    let rank = (a >> 3).abs_diff(b >> 3);
    file.max(rank)
}
