//! Whether a side can still mate by any series of legal moves, however helpful: dead positions (FIDE 5.2.2), flag fall
//! and resignation without a possible mate (6.9, 5.1.2).
//!
//! Nothing here guesses. "Yes" comes with the moves, "no" is a proof, and a search that runs into its limit says so.

mod blur;
mod corner;
mod estimate;
mod fast;
mod hunt;
mod material;
mod reach;
mod view;
mod walk;

use super::{Kind, Move, Position, RuleSet, Side};
pub use hunt::Solver;

/// The answer to "can this side still mate?"
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnable {
    /// By this series of legal moves of both sides; the last one mates. Empty if the mate is on the board.
    Yes(Vec<Move>),
    /// By no series of legal moves.
    No(Proof),
    /// The search ended at its limit.
    Unknown,
}

/// How it was shown that a side cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The game is over on this board, by stalemate or by the other side's mate.
    Over,
    /// Too little material, whatever happens.
    Material,
    /// Wherever each man may ever get to, no square the king may ever stand on can be mate.
    Reach,
    /// Even if all men but kings and pawns were everywhere at once where they can ever get to, none of it would be mate.
    Blurred,
    /// Every position that can still arise was looked at.
    Exhausted,
}

/// How many positions [`winnable`] looks at unless told otherwise: a second or so.
pub const BUDGET: usize = 1_000_000;

/// How many positions are worth looking at after each move of a game: a fraction of a second at worst.
pub const IN_PLAY: usize = 200_000;

/// What can be asked between two frames: this many positions and the proofs that need none, a millisecond at worst.
pub const AT_ONCE: usize = hunt::FIRST;

/// Whether `side` can still mate by any series of legal moves; looks at no more than `budget` positions.
///
/// By the rules of `endgame`, where kings are taken, "mate" is the capture of the king or leaving the opponent without
/// a move; there only material is judged.
pub fn winnable(position: &Position, side: Side, budget: usize) -> Winnable {
    Solver::new().winnable(position, side, budget)
}

/// Whether no series of legal moves mates either king (LAWS 3.3), as far as `budget` positions a side can tell.
///
/// `false` may also mean that the search ended at its limit.
pub fn is_dead(position: &Position, budget: usize) -> bool {
    is_dead_at_sight(position)
        || position.rules() == RuleSet::Standard && {
            let mut solver = Solver::new();
            Side::ALL.into_iter().all(|side| matches!(solver.winnable(position, side, budget), Winnable::No(_)))
        }
}

/// The same by material alone: bare kings, a single knight, or any number of bishops that all stand on one color.
///
/// In the rule set `endgame` only bare kings are dead (LAWS 1).
pub(super) fn is_dead_by_material(position: &Position) -> bool {
    match position.rules() {
        RuleSet::Standard => Side::ALL.into_iter().all(|side| material::too_little(&view::seen_by(position, side))),
        RuleSet::Endgame => position.occupied() == position.by_kind(Kind::King),
    }
}

/// The same in a moment: by material, forced moves and locked pawns. Never wrong, not complete.
///
/// In the rule set `endgame` only bare kings are dead (LAWS 1).
pub fn is_dead_at_sight(position: &Position) -> bool {
    match position.rules() {
        RuleSet::Standard => Side::ALL.into_iter().all(|side| cannot_mate(position, side)),
        RuleSet::Endgame => is_dead_by_material(position),
    }
}

/// Whether `side` certainly cannot mate by any series of legal moves, however helpful; told in a microsecond or so.
///
/// `false` says nothing: [`winnable`] looks closer.
pub fn cannot_mate(position: &Position, side: Side) -> bool {
    match position.rules() {
        RuleSet::Standard => fast::never(&view::seen_by(position, side), position.side() == side),
        RuleSet::Endgame => is_dead_by_material(position),
    }
}
