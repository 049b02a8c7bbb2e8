//! What a search remembers of a position.

use super::super::super::position::Board;
use super::BLACK_TO_MOVE;

/// A position met in the hunt: seven words tell it exactly, the eighth how it was reached.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pawns: u64,
    knights: u64,
    diagonal: u64,
    orthogonal: u64,
    kings: u64,
    white: u64,
    pub meta: u64,
    pub parent: u32,
    pub expanded: bool,
}

impl Node {
    pub(super) fn pack(board: &Board, turn: u64, parent: u32) -> Node {
        let Board { pawns, knights, diagonal, orthogonal, kings, white, meta, .. } = *board;
        Node { pawns, knights, diagonal, orthogonal, kings, white, meta: meta | turn, parent, expanded: false }
    }

    pub(super) fn board(&self) -> Board {
        let Node { pawns, knights, diagonal, orthogonal, kings, white, meta, .. } = *self;
        let black = (pawns | knights | diagonal | orthogonal | kings) & !white;
        Board { pawns, knights, diagonal, orthogonal, kings, white, black, meta: meta & !BLACK_TO_MOVE }
    }

    pub(super) fn words(&self) -> [u64; 7] {
        [self.pawns, self.knights, self.diagonal, self.orthogonal, self.kings, self.white, self.meta]
    }

    pub(super) fn hash(&self) -> u64 {
        let mixed = self
            .words()
            .into_iter()
            .fold(0u64, |hash, word| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed ^ mixed >> 32
    }
}
