//! The cheapest way to a mate, where there is one: straight on.

use super::super::position::{Black, Board, Mover, White, generate, make};
use super::estimate::estimate;
use super::material;
use super::view::{can_move, is_mate};

/// Where a walk that has not come to a mate gives up, in half-moves.
const LONGEST: usize = 80;

/// Walks straight on to what looks nearest to a mate, each side helping, without looking back: finds most mates at once.
pub(super) fn walk(board: &Board, white_to_move: bool) -> Option<Vec<Board>> {
    let mut path: Vec<Board> = Vec::with_capacity(64);
    let mut at = *board;
    let mut white = white_to_move;
    while path.len() < LONGEST {
        let mut step = Step { best: usize::MAX, board: at, mate: false };
        if white {
            step.look::<White>(&at, &path)
        } else {
            step.look::<Black>(&at, &path)
        };
        if step.best == usize::MAX {
            return None;
        }
        path.push(step.board);
        if step.mate {
            return Some(path);
        }
        at = step.board;
        white = !white;
    }
    None
}

/// The most promising move from a board.
struct Step {
    best: usize,
    board: Board,
    mate: bool,
}

impl Step {
    fn look<S: Mover>(&mut self, at: &Board, path: &[Board]) {
        generate::<S, false>(at, |class, from, mut targets| {
            while targets != 0 && !self.mate {
                let to = targets & targets.wrapping_neg();
                targets &= targets - 1;
                let child = make::<S>(at, class, from, to);
                if S::WHITE && is_mate(&child) {
                    *self = Step { best: 0, board: child, mate: true };
                    return;
                }
                let near = estimate(&child).near;
                let goes_on = || {
                    !material::too_little(&child)
                        && !path.contains(&child)
                        && if S::WHITE { can_move::<Black>(&child) } else { can_move::<White>(&child) }
                };
                if near < self.best && goes_on() {
                    self.best = near;
                    self.board = child;
                }
            }
        });
    }
}
