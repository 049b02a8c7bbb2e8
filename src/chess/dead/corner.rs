//! How far from the mate that locked positions end in: a king in a corner, walled in by his own men, and one bishop.
//! As with all estimates, only the order of a search depends on it.

use std::collections::HashMap;

use super::super::attacks::{KING, bishop};
use super::super::position::{Black, Board, White, lowest, pawn_attacks};
use super::estimate::{CORNERS, steps};
use super::view::{LIGHT, squares};

/// Moves from every square to one, as pawns let them go.
type Moves = [u8; 64];

/// How many sets of pawns are kept in mind.
const KEPT: usize = 4_096;

/// Where there is no way.
const NEVER: u8 = 20;

/// The ways into the corners, by pawns: they seldom change.
#[derive(Default)]
pub(super) struct Corners {
    ways: HashMap<[u64; 2], Box<Ways>>,
}

struct Ways {
    /// Of the mated king to each corner.
    king: [Moves; 4],
    /// Of a bishop to the two squares beside each.
    bishop: [[Moves; 2]; 4],
    /// Of the hunter's king to where he guards them.
    hunter: [[Moves; 2]; 4],
}

impl Corners {
    pub(super) fn clear(&mut self) {
        self.ways.clear();
    }

    /// How far from a mate in a corner by White this looks; nothing if it cannot come to that.
    pub(super) fn estimate(&mut self, board: &Board) -> Option<usize> {
        let (own, foe) = (board.white, board.black);
        let bishops = board.diagonal & !board.orthogonal & own;
        if bishops == 0 || board.orthogonal & own != 0 {
            return None;
        }
        let pawns = [board.pawns & own, board.pawns & foe];
        if self.ways.len() >= KEPT {
            self.ways.clear();
        }
        let ways = self.ways.entry(pawns).or_insert_with(|| Box::new(Ways::of(pawns)));
        let (hunter, prey) = (lowest(board.kings & own), lowest(board.kings & foe));
        let men = foe & !board.kings;
        let helpers = men & !(board.orthogonal & board.diagonal);
        let mut best = None;
        for (i, (corner, beside, _)) in CORNERS.into_iter().enumerate() {
            let color = if LIGHT >> corner & 1 != 0 { LIGHT } else { !LIGHT };
            if bishops & color == 0 {
                continue;
            }
            let mut nearest = [[2 * usize::from(NEVER); 2]; 2];
            let mut who = [64; 2];
            for (k, to) in beside.into_iter().enumerate() {
                for man in squares(helpers) {
                    let bit = 1 << man;
                    let cost = if board.pawns & bit != 0 {
                        if man == to { 0 } else { promotion(man, board.occupied()) }
                    } else if board.knights & bit != 0 {
                        if man == to { 0 } else { steps(man, to) + 1 }
                    } else if board.orthogonal & bit != 0 {
                        if man == to { 0 } else { 3 }
                    } else if bit & color == 0 {
                        usize::from(ways.bishop[i][k][man])
                    } else {
                        continue;
                    };
                    if cost < nearest[k][0] {
                        nearest[k] = [cost, nearest[k][0]];
                        who[k] = man;
                    } else if cost < nearest[k][1] {
                        nearest[k][1] = cost;
                    }
                }
            }
            let both = if who[0] == who[1] {
                (nearest[0][0] + nearest[1][1]).min(nearest[0][1] + nearest[1][0])
            } else {
                nearest[0][0] + nearest[1][0]
            };
            let one = (0..2).map(|k| nearest[1 - k][0] + usize::from(ways.hunter[i][k][hunter])).min().unwrap_or(both);
            let free = (KING[prey] & !foe & !KING[hunter]).count_ones() as usize;
            let cost = 3 * usize::from(ways.king[i][prey]) + 3 * both.min(one) + free;
            best = Some(best.map_or(cost, |best: usize| best.min(cost)));
        }
        best
    }
}

impl Ways {
    fn of(pawns: [u64; 2]) -> Ways {
        let walls = pawns[0] | pawns[1];
        let open = !(walls | pawn_attacks::<White>(pawns[0]));
        let mut ways = Ways { king: [[NEVER; 64]; 4], bishop: [[[NEVER; 64]; 2]; 4], hunter: [[[NEVER; 64]; 2]; 4] };
        for (i, (corner, beside, posts)) in CORNERS.into_iter().enumerate() {
            let posts = posts.into_iter().fold(0, |set, post| set | 1u64 << post);
            ways.king[i] = moves(1 << corner, open, |square| KING[square]);
            for (k, to) in beside.into_iter().enumerate() {
                ways.bishop[i][k] = moves(1 << to, !walls, |square| bishop(square, walls));
                ways.hunter[i][k] =
                    moves(posts & KING[to], !(walls | pawn_attacks::<Black>(pawns[1])), |square| KING[square]);
            }
        }
        ways
    }
}

/// The number of moves from each square to one of `to`, over open squares.
fn moves(to: u64, open: u64, step: impl Fn(usize) -> u64) -> Moves {
    let mut moves = [NEVER; 64];
    let mut known = to;
    let mut edge = to;
    for count in 0..NEVER {
        let mut next = 0;
        for square in squares(edge) {
            moves[square] = count;
            next |= step(square);
        }
        edge = next & open & !known;
        known |= edge;
    }
    moves
}

/// How far it is for a pawn of Black to become somebody who goes there.
fn promotion(pawn: usize, occupied: u64) -> usize {
    let ahead = 0x0101_0101_0101_0101u64 << (pawn & 7) & !(!0 << pawn);
    (pawn >> 3) + 3 + 2 * (ahead & occupied).count_ones() as usize
}
