//! What both clocks show along a line, and how long each move took, from what the comments say.

use std::iter;

use super::budget::{Budget, guessed_increment};
use crate::{
    chess::Side,
    notation::pgn::{
        command::{self, Command},
        tree::{NodeId, PgnGame, ROOT},
    },
};

/// Seconds beyond which a time is a mistake: a third of a year.
const MOST: f64 = 1e7;
/// So much may a clock seem to have gained by rounding.
const ROUNDING: f64 = 2.0;

/// The clocks of a line.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    /// How long the move after each position was thought about, in seconds, as far as known.
    pub thought: Vec<Option<f64>>,
    /// What both clocks show when each position is reached.
    shown: Vec<[Option<f64>; 2]>,
    /// What the clock of the side to move shows at the beginning and at the end of the turn after each position.
    runs: Vec<Option<(f64, f64)>>,
    /// Whose turn it is at the start, as an index; the turns alternate.
    first: usize,
}

/// A move of one side, as its comment tells.
struct Turn {
    /// The position before it.
    ply: usize,
    left: Option<f64>,
    spent: Option<f64>,
}

impl Clocks {
    pub(super) fn new(game: &PgnGame, line: &[NodeId]) -> Clocks {
        let plies = line.len();
        let mut clocks = Clocks {
            thought: vec![None; plies],
            shown: vec![[None; 2]; plies + 1],
            runs: vec![None; plies],
            first: game.start.side().index(),
        };
        let sides = [Side::White, Side::Black].map(|side| turns(game, line, side));
        if sides.iter().flatten().all(|turn| turn.left.is_none() && turn.spent.is_none()) {
            return clocks;
        }
        let mut budget = Budget::new(game, plies / 2 + 1);
        if budget.base.is_none() {
            let both = sides.iter().flat_map(|turns| turns.windows(2));
            budget.guessed = guessed_increment(both.filter_map(|pair| Some(pair[1].left? - pair[0].left?)));
        }
        for (side, turns) in sides.iter().enumerate() {
            clocks.follow(side, turns, &budget);
        }
        clocks
    }

    /// What both show, White first: `part` (0 to 1) of the turn after this position is over.
    pub(super) fn at(&self, ply: usize, part: f64) -> [Option<f64>; 2] {
        let mut shown = self.shown[ply];
        if let Some(Some((from, to))) = self.runs.get(ply) {
            shown[(self.first + ply) % 2] = Some(from + (to - from) * part);
        }
        shown
    }

    /// Follows one side's clock through its turns, from one known value to the next.
    fn follow(&mut self, side: usize, turns: &[Turn], budget: &Budget) {
        let start = start(turns, budget);
        let known = turns.iter().find_map(|turn| turn.left);
        let Some(mut before) = start.or(known) else {
            // Times without clocks.
            turns.iter().for_each(|turn| self.thought[turn.ply] = turn.spent);
            return;
        };
        let first = before;
        // What it showed after each of the turns.
        let mut after: Vec<f64> = Vec::with_capacity(turns.len());
        let mut sure = start.is_some();
        while after.len() < turns.len() {
            let at = after.len();
            if let Some(base) = budget.base.filter(|_| budget.renewed) {
                (before, sure) = (base, true);
            }
            let reach = if budget.renewed { 1 } else { turns.len() - at };
            match turns[at..at + reach].iter().position(|turn| turn.left.is_some()) {
                Some(gap) => {
                    let stretch = &turns[at..=at + gap];
                    let spent = if sure { times(stretch, at, before, budget) } else { told(stretch) };
                    self.lay(stretch, &spent, before, &mut after, budget);
                    sure = true;
                }
                None => {
                    let stretch = &turns[at..at + reach];
                    self.lay(stretch, &told(stretch), before, &mut after, budget);
                }
            }
            before = after[after.len() - 1];
        }
        let mut now = first;
        let mut next = 0;
        for ply in 0..self.shown.len() {
            // A move is made: its clock shows what comes after it.
            while next < turns.len() && turns[next].ply < ply {
                now = after[next];
                next += 1;
            }
            self.shown[ply][side] = Some(now);
        }
    }

    /// Writes down turns that took these times (0 where not known), the first of them begun with `before` on the clock.
    fn lay(&mut self, turns: &[Turn], spent: &[Option<f64>], mut before: f64, after: &mut Vec<f64>, budget: &Budget) {
        for (turn, spent) in turns.iter().zip(spent) {
            let at = after.len();
            let added = budget.added(at);
            self.thought[turn.ply] = *spent;
            let (pressed, left) = match (turn.left, spent) {
                (Some(left), _) => ((left - added).clamp(0.0, before), left),
                (None, Some(spent)) => {
                    let pressed = (before - (spent - budget.free(at)).max(0.0)).max(0.0);
                    (pressed, pressed + added)
                }
                (None, None) => (before, before),
            };
            self.runs[turn.ply] = Some((before, pressed));
            after.push(left);
            before = left;
        }
    }
}

/// The times that comments tell themselves.
fn told(turns: &[Turn]) -> Vec<Option<f64>> {
    turns.iter().map(|turn| turn.spent).collect()
}

/// How long turns took of which the last tells what was left: what is missing between `before` and that, in equal parts where
/// nothing more is told.
fn times(turns: &[Turn], at: usize, before: f64, budget: &Budget) -> Vec<Option<f64>> {
    let mut times = told(turns);
    let missing = times.iter().filter(|time| time.is_none()).count();
    let Some(left) = turns.last().and_then(|turn| turn.left) else { return times };
    let moves = at..at + turns.len();
    let mut used = before + moves.clone().map(|at| budget.added(at)).sum::<f64>() - left;
    if missing == 0 || used < -ROUNDING {
        // It has gone up without reason: an arbiter, or another control. How long the move took nobody knows.
        return times;
    }
    if used > 0.0 {
        used += moves.map(|at| budget.free(at)).sum::<f64>();
    }
    let share = (used - times.iter().flatten().sum::<f64>()).max(0.0) / missing as f64;
    for time in &mut times {
        time.get_or_insert(share);
    }
    times
}

/// What a side had at the start, as far as that can be known.
fn start(turns: &[Turn], budget: &Budget) -> Option<f64> {
    let known = turns.iter().position(|turn| turn.left.is_some());
    let Some(index) = known else {
        // The control alone does not tell how the clocks ran.
        return budget.base.filter(|_| turns.iter().any(|turn| turn.spent.is_some()));
    };
    let brought: f64 = (0..=index).map(|at| budget.added(at)).sum();
    let left = turns[index].left?;
    match budget.base {
        // A first clock with more than there can be: the tag is not about this game.
        Some(base) if left <= base + brought + ROUNDING => Some(base),
        _ => {
            let spent: f64 = turns[..=index].iter().map(|turn| turn.spent).sum::<Option<f64>>()?;
            Some((left + spent - brought).max(0.0))
        }
    }
}

/// The moves of one side along a line.
fn turns(game: &PgnGame, line: &[NodeId], side: Side) -> Vec<Turn> {
    let before = iter::once(ROOT).chain(line.iter().copied());
    let mut total = 0.0;
    let own = before.zip(line).enumerate().filter(|(_, (before, _))| game.nodes[*before].position.side() == side);
    own.map(|(ply, (_, &id))| {
        let mut turn = Turn { ply, left: None, spent: None };
        let mut sum = None;
        for said in command::commands(&game.nodes[id].after) {
            let (place, time) = match said {
                Command::Clock(time) => (&mut turn.left, time),
                Command::Elapsed(time) => (&mut turn.spent, time),
                Command::Total(time) => (&mut sum, time),
                _ => continue,
            };
            if place.is_none() {
                *place = Some(time.as_secs_f64()).filter(|time| *time <= MOST);
            }
        }
        turn.spent = turn.spent.or(sum.map(|sum: f64| (sum - total).max(0.0)));
        total = sum.unwrap_or(total + turn.spent.unwrap_or_default());
        turn
    })
    .collect()
}

#[cfg(test)]
mod tests;
