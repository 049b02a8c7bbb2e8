//! Whether a side can still win: who has too little to mate with, and when nobody can any more.

use super::{Bitboard, Kind, Position, RuleSet, Side, Square};

/// The squares of the color of a1.
const DARK: Bitboard = {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < 64 {
        if !Square::ALL[i].is_light() {
            set.insert(Square::ALL[i]);
        }
        i += 1;
    }
    set
};

/// Whether no series of legal moves mates either king, by material: bare kings, a single knight, or any number of
/// bishops that all stand on one color. Never wrong, not complete: locked positions are not seen yet.
///
/// In the rule set `endgame` only bare kings are dead (LAWS 1).
pub(super) fn is_dead(position: &Position) -> bool {
    match position.rules() {
        RuleSet::Standard => Side::ALL.into_iter().all(|side| cannot_mate(position, side)),
        RuleSet::Endgame => position.occupied() == position.by_kind(Kind::King),
    }
}

/// Whether `side` certainly has too little material to mate by any series of legal moves, however helpful.
///
/// `false` says nothing. A lone knight needs a man of the opponent, other than queens, that takes a flight square from
/// his king; bishops of one color need a pawn, a knight, or a bishop of the other color beside them.
pub(super) fn cannot_mate(position: &Position, side: Side) -> bool {
    if position.rules() == RuleSet::Endgame {
        return is_dead(position);
    }
    let own = position.by_side(side);
    let has = |kind| !(position.by_kind(kind) & own).is_empty();
    if has(Kind::Pawn) || has(Kind::Rook) || has(Kind::Queen) {
        return false;
    }
    if has(Kind::Knight) {
        let helpers = position.by_side(!side) & !position.by_kind(Kind::King) & !position.by_kind(Kind::Queen);
        return own.len() <= 2 && helpers.is_empty();
    }
    if has(Kind::Bishop) {
        let bishops = position.by_kind(Kind::Bishop);
        let one_color = (bishops & DARK).is_empty() || (bishops & !DARK).is_empty();
        return one_color && position.by_kind(Kind::Pawn).is_empty() && position.by_kind(Kind::Knight).is_empty();
    }
    true
}
