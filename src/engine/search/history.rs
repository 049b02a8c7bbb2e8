//! What a search has learned of moves: which have refuted others, and how far evaluations are off.

use super::super::score::Score;
use super::super::table::Packed;
use crate::chess::{Kind, Move, Position, Zobrist};

/// No count goes beyond this.
const MOST: i32 = 16_384;

/// A man and the square he went to, of 768; the last one stands for no move.
pub const SLOTS: usize = 768;

/// Positions told apart when evaluations are corrected, by the lower bits of their keys.
const CORRECTIONS: usize = 1 << 14;

/// Corrections are kept in so many parts of a hundredth of a pawn.
const GRAIN: i32 = 256;

/// The slot of a move.
pub fn slot(mv: Move) -> usize {
    (mv.piece.side.index() * 6 + mv.piece.kind as usize) * 64 + mv.to.index()
}

/// Counts of one thread. They grow with each success and shrink with each failure, the slower the larger they are.
pub struct History {
    /// By side, from and to.
    quiet: Vec<i16>,
    /// By man, square and kind taken.
    captures: Vec<i16>,
    /// By an earlier move's slot and this one's.
    continuation: Vec<i16>,
    /// The answer that refuted a move, by its slot.
    answers: Vec<Packed>,
    /// By pawns and by the officers of each side: how far off evaluations were, by side to move and key.
    corrections: [Vec<i16>; 3],
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: vec![0; 2 * 64 * 64],
            captures: vec![0; SLOTS * 6],
            continuation: vec![0; (SLOTS + 1) * SLOTS],
            answers: vec![Packed::NONE; SLOTS + 1],
            corrections: [(); 3].map(|()| vec![0; 2 * CORRECTIONS]),
        }
    }
}

fn learn(count: &mut i16, bonus: i32) {
    let old = i32::from(*count);
    *count = (old + bonus - old * bonus.abs() / MOST) as i16;
}

fn quiet_index(mv: Move) -> usize {
    (mv.side().index() * 64 + mv.from.index()) * 64 + mv.to.index()
}

fn capture_index(mv: Move) -> usize {
    slot(mv) * 6 + mv.captured.map_or(0, |piece| piece.kind as usize)
}

impl History {
    /// How a quiet move did, after the moves with these slots.
    pub fn of_quiet(&self, mv: Move, before: &[usize; 3]) -> i32 {
        let here = slot(mv);
        let continued = |index: usize| i32::from(self.continuation[before[index] * SLOTS + here]);
        i32::from(self.quiet[quiet_index(mv)]) + continued(0) + continued(1) + continued(2) / 2
    }

    /// How a capture did.
    pub fn of_capture(&self, mv: Move) -> i32 {
        i32::from(self.captures[capture_index(mv)])
    }

    /// A quiet move succeeded (bonus) or failed (negative).
    pub fn learn_quiet(&mut self, mv: Move, before: &[usize; 3], bonus: i32) {
        learn(&mut self.quiet[quiet_index(mv)], bonus);
        for earlier in before {
            learn(&mut self.continuation[earlier * SLOTS + slot(mv)], bonus);
        }
    }

    /// A capture succeeded or failed.
    pub fn learn_capture(&mut self, mv: Move, bonus: i32) {
        learn(&mut self.captures[capture_index(mv)], bonus);
    }

    /// What refuted the move of this slot last.
    pub fn answer(&self, earlier: usize) -> Packed {
        self.answers[earlier]
    }

    /// This move refuted the one of that slot.
    pub fn learn_answer(&mut self, earlier: usize, mv: Move) {
        self.answers[earlier] = Packed::of(mv);
    }

    fn places(position: &Position, zobrist: &Zobrist) -> [usize; 3] {
        [zobrist.pawns, zobrist.officers[0], zobrist.officers[1]]
            .map(|key| position.side().index() * CORRECTIONS + key as usize % CORRECTIONS)
    }

    /// How far off the evaluation of such positions was.
    pub fn correction(&self, position: &Position, zobrist: &Zobrist) -> Score {
        let places = History::places(position, zobrist);
        let sum: i32 = self.corrections.iter().zip(places).map(|(table, place)| i32::from(table[place])).sum();
        sum / GRAIN
    }

    /// A search of so many plies differed so much from the evaluation.
    pub fn learn_correction(&mut self, position: &Position, zobrist: &Zobrist, difference: Score, depth: i32) {
        let weight = (depth + 1).min(16);
        for (table, place) in self.corrections.iter_mut().zip(History::places(position, zobrist)) {
            let old = i32::from(table[place]);
            let new = (old * (256 - weight) + difference.clamp(-512, 512) * GRAIN / 2 * weight) / 256;
            table[place] = new.clamp(-32 * GRAIN, 32 * GRAIN) as i16;
        }
    }

    /// An older search counts for less in the next one.
    pub fn fade(&mut self) {
        for count in self.quiet.iter_mut().chain(&mut self.captures) {
            *count /= 2;
        }
    }
}

/// What a success at so many plies counts.
pub fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).clamp(0, 1700)
}

/// Whether a move takes nothing and promotes nothing.
pub fn is_quiet(mv: Move) -> bool {
    mv.captured.is_none() && mv.promotion.is_none()
}

/// What is taken and gained at most.
pub fn gain(mv: Move) -> Score {
    use super::super::see::worth;
    mv.captured.map_or(0, |piece| worth(piece.kind).min(2000))
        + mv.promotion.map_or(0, |kind| worth(kind) - worth(Kind::Pawn))
}
