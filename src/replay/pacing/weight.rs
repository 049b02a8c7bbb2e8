//! How much there is to see in a position, without an engine: what the move did, what the annotator thinks of it, what comes.

use std::iter;

use super::reading;
use crate::{
    chess::{Kind, Position, Side},
    notation::pgn::{
        command,
        tree::{NodeId, PgnGame, Played, ROOT},
    },
    replay::chance,
};

/// The least and the most by which a look is multiplied.
const BOUNDS: (f64, f64) = (0.4, 4.0);
/// A move that does nothing that this file knows.
const QUIET: f64 = 0.8;
/// The same in the opening, which everybody has seen.
const OPENING: f64 = 0.5;
/// How many plies of a game without words are taken for its opening.
const OPENING_PLIES: usize = 8;
/// Pawns given for less than that are no sacrifice.
const SACRIFICE: i32 = 2;
/// How much of the game an evaluation must change (of 1, from lost to won) to be a turn in it.
const SWING: f64 = 0.08;

/// For each position of a line, the start first, by how much to multiply the look at it.
pub(super) fn weights(game: &PgnGame, line: &[NodeId]) -> Vec<f64> {
    let nodes: Vec<NodeId> = iter::once(ROOT).chain(line.iter().copied()).collect();
    let balances = nodes.iter().map(|&id| balance(&game.nodes[id].position)).collect();
    let way = Way { game, nodes, balances };
    let mut opening = game.start.same_as(&Position::start());
    let last = way.nodes.len() - 1;
    (0..=last)
        .map(|ply| {
            let said = reading::is_said(game, way.nodes[ply], way.nodes.get(ply + 1).copied());
            opening &= ply <= OPENING_PLIES && !said && way.glyphs(ply) == 1.0;
            let seen = way.move_before(ply) * way.glyphs(ply) * way.swing(ply) * if said { 1.3 } else { 1.0 };
            let quiet = if seen > 1.0 || ply == 0 || ply == last {
                1.0
            } else if opening {
                OPENING
            } else {
                QUIET
            };
            (seen * quiet * way.move_after(ply)).clamp(BOUNDS.0, BOUNDS.1)
        })
        .collect()
}

/// A line, and the material at each of its positions from White's side.
struct Way<'a> {
    game: &'a PgnGame,
    nodes: Vec<NodeId>,
    balances: Vec<i32>,
}

impl Way<'_> {
    fn position(&self, ply: usize) -> &Position {
        &self.game.nodes[self.nodes[ply]].position
    }

    /// The move that leads to a ply; `None` at the start and for a passed turn.
    fn played(&self, ply: usize) -> Option<crate::chess::Move> {
        match self.game.nodes[*self.nodes.get(ply)?].played {
            Some(Played::Move(mv)) => Some(mv),
            _ => None,
        }
    }

    /// Whether the move that leads to a ply takes where the move before it took.
    fn is_recapture(&self, ply: usize) -> bool {
        let (Some(mv), Some(before)) = (self.played(ply), ply.checked_sub(1).and_then(|before| self.played(before)))
        else {
            return false;
        };
        mv.is_capture() && before.is_capture() && mv.to == before.to
    }

    /// What was just done.
    fn move_before(&self, ply: usize) -> f64 {
        let Some(mv) = self.played(ply) else { return 1.0 };
        let mut weight = 1.0;
        if mv.is_capture() && !self.is_recapture(ply) {
            weight *= 1.25;
        }
        weight *= match mv.promotion {
            Some(Kind::Queen) => 1.8,
            Some(_) => 2.5,
            None => 1.0,
        };
        if mv.castling().is_some() {
            weight *= 1.2;
        }
        if self.position(ply).is_check() {
            weight *= 1.3;
        }
        if self.is_won(ply) {
            weight *= 1.6;
        }
        if self.is_sacrifice(ply) {
            weight *= 2.0;
        }
        weight
    }

    /// What is about to be done: nobody waits for what must come, everybody for the end.
    fn move_after(&self, ply: usize) -> f64 {
        let end = self.nodes.len() - 1;
        if ply == end {
            return 1.0;
        }
        let mut weight = 1.0;
        if self.is_recapture(ply + 1) {
            weight *= 0.6;
        } else if self.played(ply + 1).is_some() && self.position(ply).legal_moves().len() == 1 {
            weight *= 0.5;
        }
        if ply > 0 && ply + 2 >= end {
            weight *= if self.is_won(end) { 1.6 } else { 1.3 };
        }
        weight
    }

    /// Whether the move that leads to a ply, the last of the line, wins the game on the board.
    fn is_won(&self, ply: usize) -> bool {
        ply + 1 == self.nodes.len() && self.position(ply).outcome().is_some_and(|outcome| outcome.winner.is_some())
    }

    /// Whether the move that leads to a ply gives material that the next move of its side does not bring back.
    fn is_sacrifice(&self, ply: usize) -> bool {
        if ply + 1 >= self.nodes.len() {
            return false;
        }
        let sign = if self.position(ply - 1).side() == Side::White { 1 } else { -1 };
        let worth = |ply: usize| sign * self.balances[ply.min(self.nodes.len() - 1)];
        // Against the time before one's own last capture too: the second half of an exchange gives nothing.
        let before = worth(ply - 1).min(worth(ply.saturating_sub(3)));
        worth(ply + 1) <= before - SACRIFICE && worth(ply + 2) <= before - SACRIFICE
    }

    /// What the annotator's glyphs say.
    fn glyphs(&self, ply: usize) -> f64 {
        let glyph = |nag: &u8| match nag {
            1 => 1.5,
            2 => 1.5,
            3 => 2.5,
            4 => 2.2,
            5 => 1.4,
            6 => 1.3,
            // A novelty: here the book ends.
            146 => 1.5,
            _ => 1.0,
        };
        self.game.nodes[self.nodes[ply]].nags.iter().map(glyph).fold(1.0, f64::max)
    }

    /// How far the move has turned the game, where an engine has judged it before and after.
    fn swing(&self, ply: usize) -> f64 {
        let judged = |ply: usize| command::eval(&self.game.nodes[self.nodes[ply]].after).map(chance);
        let Some(before) = ply.checked_sub(1).and_then(judged) else { return 1.0 };
        let Some(after) = judged(ply) else { return 1.0 };
        let turned = f64::from((after - before).abs());
        if turned < SWING { 1.0 } else { 1.0 + (turned * 3.0).min(1.5) }
    }
}

/// White's men less Black's, in pawns.
fn balance(position: &Position) -> i32 {
    let worth = |side: Side| -> i32 {
        let men = |kind: Kind| (position.by_side(side).0 & position.by_kind(kind).0).count_ones() * kind.value();
        Kind::ALL.into_iter().map(men).sum::<u32>() as i32
    };
    worth(Side::White) - worth(Side::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::reader::read_all;

    fn of(text: &str) -> Vec<f64> {
        let game = read_all(text).remove(0);
        let weights = weights(&game, &game.main_line());
        assert_eq!(weights.len(), game.main_line().len() + 1);
        assert!(weights.iter().all(|weight| (0.4..=4.0).contains(weight)), "{weights:?}");
        weights
    }

    #[test]
    fn what_happens_is_looked_at_longer() {
        let quiet = of("1. e4 e5 2. Nf3 Nc6 3. Be2 d6 4. d3 h6 5. a3 a6 6. h3 Nf6 7. Nc3 Be7 8. b3 b6 *");
        assert_eq!((quiet[0], quiet[1], quiet[8]), (1.0, OPENING, OPENING));
        assert!(quiet[9..14].iter().all(|weight| *weight == QUIET), "{quiet:?}");
        // The last moves count, and the end itself.
        assert!(quiet[14] > QUIET && quiet[16] == 1.0, "{quiet:?}");
        let lively = of("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 a6 6. Bxc6 dxc6 7. Re1 f5 8. dxe5 Bc5 *");
        assert!(lively[7] > 1.0, "castling: {lively:?}");
        assert!(lively[8] > 1.0, "a capture");
        assert!(lively[11] < QUIET && lively[12] <= QUIET, "a capture that is answered at once, and the answer");
    }

    #[test]
    fn annotators_and_engines_are_heard() {
        let said = of(
            "1. e4 e5 $4 {why not} 2. Nf3 $3 Nc6 $6 3. Bb5 {[%eval 0.3]} a6 {[%eval 3.0]} 4. Ba4 {[%eval 3.1]} Nf6 5. d3 d6 6. c3 g6 *",
        );
        assert!(said[3] > said[2] * 0.8 && said[2] > 2.0 && said[4] > 1.2 && said[3] > said[4]);
        assert!(said[6] > 1.5, "a turn in the game");
        assert_eq!(said[7], QUIET, "none, and no opening any more");
    }

    #[test]
    fn mates_checks_and_what_is_forced() {
        // A queen given for mate, and a king with one way to go.
        let legal = of("1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 h6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0");
        assert!(legal[9] > 2.0, "the sacrifice: {legal:?}");
        assert!(legal[11] < legal[9] && legal[12] > 1.0);
        assert!(legal[13] > 2.0, "the mate");
        let exchange = of("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 5. Nf3 c6 *");
        assert!(exchange[3] < 1.0, "an exchange is no sacrifice: {exchange:?}");
    }

    #[test]
    fn lines_with_passed_turns_and_other_starts() {
        of("1. e4 -- 2. d4 -- 3. Nf3 *");
        let black = of("[FEN \"4k3/P7/8/8/4pP2/8/8/4K3 b - f3 0 1\"]\n\n1... exf3 2. a8=N Kd7 3. Nb6+ Kc6 4. Nc4 *");
        assert!(black[2] > 2.0, "a knight is born: {black:?}");
        assert_eq!(of("*"), [1.0]);
    }
}
