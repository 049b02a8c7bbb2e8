//! What can be told at sight: material, moves that are forced, pawns that are locked.

use super::super::position::{Black, Board, Class, Mover, White, generate, make};
use super::view::{is_check, is_mate};
use super::{material, reach};

/// Whether White is proved never to mate from here.
pub(super) fn never(board: &Board, white_to_move: bool) -> bool {
    // Mate comes before all else: what follows says whether one can still be given.
    if !white_to_move && is_mate(board) {
        return false;
    }
    let mut left = 24;
    material::too_little(board)
        || if white_to_move { forced::<White>(board, &mut left) } else { forced::<Black>(board, &mut left) }
        || is_locked(board) && reach::never_at_sight(board)
}

/// Follows moves as long as there are no more than three, `left` positions in all, to the end of every line.
fn forced<S: Mover>(board: &Board, left: &mut u32) -> bool {
    let mut moves = [(Class::King, 0u64, 0u64); 3];
    let mut count = 0;
    generate::<S, false>(board, |class, from, mut targets| {
        while targets != 0 && count <= moves.len() {
            if let Some(slot) = moves.get_mut(count) {
                *slot = (class, from, targets & targets.wrapping_neg());
            }
            count += 1;
            targets &= targets - 1;
        }
    });
    if count == 0 {
        return S::WHITE || !is_check(board);
    }
    if count > moves.len() || *left == 0 {
        return false;
    }
    moves[..count].iter().all(|&(class, from, to)| {
        *left = left.saturating_sub(1);
        let child = make::<S>(board, class, from, to);
        material::too_little(&child) || forced::<S::Them>(&child, left)
    })
}

/// Whether a look at who can get where is worth its while: White has nothing that jumps or opens files, and half of the
/// pawns stand against each other.
fn is_locked(board: &Board) -> bool {
    let rams = (board.pawns & board.white) << 8 & board.pawns & board.black;
    (board.knights | board.orthogonal) & board.white == 0 && rams.count_ones() * 4 >= board.pawns.count_ones().max(4)
}
