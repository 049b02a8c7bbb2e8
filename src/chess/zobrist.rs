//! Hash keys of positions, kept up to date move by move: for an engine that asks millions of times a second.
//!
//! Equal positions by [`Position::key`] have equal keys. The reverse holds but for collisions of 64 bits, so the laws
//! themselves never ask these.

use super::position::BACK_RANKS;
use super::{Bitboard, Kind, Move, Piece, Position, Side, Square};

/// The keys of one position (after A. Zobrist, 1970).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Zobrist {
    /// Of everything that makes positions the same.
    pub all: u64,
    /// Of the pawns and kings.
    pub pawns: u64,
    /// Of each side's other men, by [`Side::index`].
    pub officers: [u64; 2],
}

/// A random word for each man on each square, each rook that may castle, each file of an en passant capture.
struct Keys {
    men: [[u64; 64]; 12],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black: u64,
}

static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut keys = Keys { men: [[0; 64]; 12], castling: [0; 64], en_passant: [0; 8], black: 0 };
    let mut state = 0x45_4e44_4741_4d45;
    let mut square = 0;
    while square < 64 {
        let mut man = 0;
        while man < 12 {
            (state, keys.men[man][square]) = next(state);
            man += 1;
        }
        (state, keys.castling[square]) = next(state);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        (state, keys.en_passant[file]) = next(state);
        file += 1;
    }
    (_, keys.black) = next(state);
    keys
}

/// One step of SplitMix64 (G. Steele and others, 2014): the next state and a random word.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, word ^ word >> 31)
}

impl Zobrist {
    /// The keys of a position, from nothing.
    pub fn of(position: &Position) -> Zobrist {
        let mut zobrist = Zobrist::default();
        for (square, piece) in position.pieces() {
            zobrist.toggle(piece, square);
        }
        for rook in Bitboard(position.board().meta & BACK_RANKS) {
            zobrist.all ^= KEYS.castling[rook.index()];
        }
        zobrist.toggle_rest(position);
        zobrist
    }

    /// The keys after a move from `before` to `after`.
    #[must_use]
    pub fn after(&self, before: &Position, mv: Move, after: &Position) -> Zobrist {
        let mut next = *self;
        next.toggle_rest(before);
        if let (Some(captured), Some(square)) = (mv.captured, mv.captured_at()) {
            next.toggle(captured, square);
        }
        next.toggle(mv.piece, mv.from);
        let becomes = mv.promotion.map_or(mv.piece, |kind| Piece { kind, ..mv.piece });
        next.toggle(becomes, mv.to);
        if let Some((from, to)) = mv.castling() {
            let rook = Piece { side: mv.piece.side, kind: Kind::Rook };
            next.toggle(rook, from);
            next.toggle(rook, to);
        }
        for rook in Bitboard((before.board().meta ^ after.board().meta) & BACK_RANKS) {
            next.all ^= KEYS.castling[rook.index()];
        }
        next.toggle_rest(after);
        next
    }

    /// The keys after the turn was passed from `before` to `after`.
    #[must_use]
    pub fn after_pass(&self, before: &Position, after: &Position) -> Zobrist {
        let mut next = *self;
        next.toggle_rest(before);
        next.toggle_rest(after);
        next
    }

    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = KEYS.men[piece.side.index() * 6 + piece.kind as usize][square.index()];
        self.all ^= key;
        match piece.kind {
            Kind::Pawn => self.pawns ^= key,
            Kind::King => {
                self.pawns ^= key;
                self.officers[piece.side.index()] ^= key;
            }
            _ => self.officers[piece.side.index()] ^= key,
        }
    }

    /// Whose turn it is, and whether a pawn can take en passant.
    fn toggle_rest(&mut self, position: &Position) {
        if position.side() == Side::Black {
            self.all ^= KEYS.black;
        }
        if let Some(square) = position.en_passant()
            && position.can_take_en_passant()
        {
            self.all ^= KEYS.en_passant[usize::from(square.file())];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::RuleSet;
    use super::*;

    #[test]
    fn keys_kept_up_to_date_are_those_from_nothing() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut seen = std::collections::HashMap::new();
        for game in 0..300 {
            let rules = RuleSet::ALL[game % 2];
            let mut position = Position::chess960(random.u16(0..960), rules).unwrap();
            let mut zobrist = Zobrist::of(&position);
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.usize(..moves.len())];
                let after = position.play(mv);
                zobrist = zobrist.after(&position, mv, &after);
                assert_eq!(zobrist, Zobrist::of(&after), "{position:?} {mv}");
                position = after;
                assert_eq!(*seen.entry(zobrist.all).or_insert(position.key()), position.key());
            }
            if let Some(after) = position.null_move() {
                assert_eq!(zobrist.after_pass(&position, &after), Zobrist::of(&after));
            }
        }
        assert!(seen.len() > 10_000);
    }
}
