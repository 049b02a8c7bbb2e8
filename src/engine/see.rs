//! Static exchange evaluation: what a series of captures on one square comes to.

use super::score::Score;
use crate::chess::{Bitboard, Kind, Move, Position, Side};

/// What the men are worth in an exchange, by [`Kind`].
const WORTH: [Score; 6] = [100, 320, 330, 500, 950, 20_000];

/// What a kind of man is worth in an exchange.
pub fn worth(kind: Kind) -> Score {
    WORTH[kind as usize]
}

/// Whether a move wins at least so much, if both sides go on taking on its square as long as it pays. Pins are not looked at.
pub fn wins(position: &Position, mv: Move, least: Score) -> bool {
    if mv.castling().is_some() {
        return least <= 0;
    }
    let mut balance = mv.captured.map_or(0, |piece| worth(piece.kind)) - least;
    let mut next = mv.piece.kind;
    if let Some(kind) = mv.promotion {
        balance += worth(kind) - worth(Kind::Pawn);
        next = kind;
    }
    if balance < 0 {
        return false;
    }
    balance -= worth(next);
    if balance >= 0 {
        return true;
    }
    let square = mv.to;
    let mut occupied = position.occupied();
    occupied.remove(mv.from);
    if let Some(taken) = mv.captured_at() {
        occupied.remove(taken);
    }
    occupied.insert(square);
    let diagonal = position.by_kind(Kind::Bishop) | position.by_kind(Kind::Queen);
    let straight = position.by_kind(Kind::Rook) | position.by_kind(Kind::Queen);
    let all = |occupied: Bitboard| {
        Side::ALL
            .map(|side| position.attackers_through(square, side, occupied))
            .into_iter()
            .fold(Bitboard::EMPTY, |a, b| a | b)
    };
    let mut attackers = all(occupied) & occupied;
    let mut side = !position.side();
    loop {
        let ours = attackers & position.by_side(side);
        let Some(kind) = Kind::ALL.into_iter().find(|&kind| !(ours & position.by_kind(kind)).is_empty()) else {
            break;
        };
        // A king takes only where nobody takes him.
        if kind == Kind::King && !(attackers & position.by_side(!side)).is_empty() {
            break;
        }
        let Some(from) = (ours & position.by_kind(kind)).first() else { break };
        occupied.remove(from);
        if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
            attackers |= Kind::Bishop.attacks(square, occupied) & diagonal;
        }
        if matches!(kind, Kind::Rook | Kind::Queen) {
            attackers |= Kind::Rook.attacks(square, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        balance = -balance - 1 - worth(kind);
        if balance >= 0 {
            break;
        }
    }
    side != position.side()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{RuleSet, Square};
    use crate::notation::fen;

    fn at_least(text: &str, from: Square, to: Square) -> Score {
        let position = fen::parse(text, RuleSet::Standard).unwrap().position;
        let mv = position.find(from, to, None).unwrap();
        (-2000..2000).rev().find(|&least| wins(&position, mv, least)).unwrap()
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        // A rook takes a pawn that is not protected; a knight takes one that a pawn and a knight protect.
        assert_eq!(at_least("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", Square::E1, Square::E5), 100);
        let many = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(at_least(many, Square::D3, Square::E5), 100 - 320);
        // The queen behind the rook protects along the file.
        assert_eq!(at_least("4k3/8/8/4r3/8/4R3/4Q3/4K3 w - - 0 1", Square::E3, Square::E5), 500);
        // A king does not take what is protected.
        assert_eq!(at_least("8/8/3k4/4p3/8/5N2/1B6/4K3 w - - 0 1", Square::F3, Square::E5), 100);
        assert_eq!(at_least("8/8/3k4/4p3/8/5N2/8/4K3 w - - 0 1", Square::F3, Square::E5), 100 - 320);
    }
}
