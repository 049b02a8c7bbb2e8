//! The board as the side that wants to mate sees it: always as White.

use super::super::position::{Black, Board, Mover, generate, lowest};
use super::super::{Bitboard, Position, Side, Square};

/// The squares of the color of h1.
pub(super) const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

/// The board with `side` as White.
pub(super) fn seen_by(position: &Position, side: Side) -> Board {
    match side {
        Side::White => *position.board(),
        Side::Black => turned(position.board()),
    }
}

/// The same game with the sides exchanged: ranks mirrored, colors swapped.
pub(super) fn turned(board: &Board) -> Board {
    Board {
        pawns: board.pawns.swap_bytes(),
        knights: board.knights.swap_bytes(),
        diagonal: board.diagonal.swap_bytes(),
        orthogonal: board.orthogonal.swap_bytes(),
        kings: board.kings.swap_bytes(),
        white: board.black.swap_bytes(),
        black: board.white.swap_bytes(),
        meta: board.meta.swap_bytes(),
    }
}

/// Squares of a set, lowest first.
pub(super) fn squares(set: u64) -> impl Iterator<Item = usize> {
    Bitboard(set).into_iter().map(Square::index)
}

/// Whether Black, who is to move, is mated.
pub(super) fn is_mate(board: &Board) -> bool {
    is_check(board) && !can_move::<Black>(board)
}

/// Whether Black's king is attacked.
pub(super) fn is_check(board: &Board) -> bool {
    board.attackers(lowest(board.kings & board.black), Side::White, board.occupied()) != 0
}

/// Whether the side to move has a legal move.
pub(super) fn can_move<S: Mover>(board: &Board) -> bool {
    let mut any = false;
    generate::<S, false>(board, |_, _, targets| any |= targets != 0);
    any
}
