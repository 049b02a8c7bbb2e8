//! Too little to mate with, whatever stands where.

use super::super::position::Board;
use super::view::LIGHT;

/// Whether White has too little material to mate by any series of legal moves.
///
/// A lone knight needs a man of the opponent, other than queens, that takes a flight square from his king; bishops of
/// one color need a pawn, a knight, or a bishop of the other color beside them.
pub(super) fn too_little(board: &Board) -> bool {
    let own = board.white;
    if (board.pawns | board.orthogonal) & own != 0 {
        return false;
    }
    let knights = board.knights & own;
    let bishops = board.diagonal & own;
    if knights != 0 {
        return bishops == 0
            && knights & (knights - 1) == 0
            && board.black & !(board.kings | board.orthogonal & board.diagonal) == 0;
    }
    if bishops != 0 {
        let all = board.diagonal & !board.orthogonal;
        let one_color = all & LIGHT == 0 || all & !LIGHT == 0;
        return one_color && board.pawns | board.knights == 0;
    }
    true
}
