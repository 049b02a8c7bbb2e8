//! The pacing of a watched line: at which moment of the film each position is reached, how long it is looked at, and what the
//! clocks show meanwhile. Computed once for a line; every question about a moment is answered by a binary search.

mod budget;
mod clocks;
mod reading;
mod weight;

use std::time::Duration;

use crate::notation::pgn::tree::{NodeId, PgnGame, Played, ROOT};

use clocks::Clocks;
pub use reading::reading_time;

/// Seconds for which a position is looked at.
const LOOK: f64 = 0.9;
/// Seconds that a move takes.
const MOVE: f64 = 0.35;
/// How much longer one takes that captures: the captured man is set aside after its captor has come.
const CAPTURE: f64 = 1.75;
/// Seconds for which the end is looked at.
const END: f64 = 3.0;
/// The least seconds from one position to the next: what was moved faster than that is still seen.
const LEAST: f64 = 0.1;
/// The most seconds from one position to the next, whatever was asked for: a day.
const MOST: f64 = 86_400.0;

/// What decides how long a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pacing {
    /// How long it is looked at first of all.
    pub base: Base,
    /// Whether what matters is looked at longer, and what does not shorter.
    pub importance: bool,
    /// Whether there is time to read the comments.
    pub reading: bool,
}

impl Default for Pacing {
    fn default() -> Pacing {
        Pacing { base: Base::Even, importance: false, reading: true }
    }
}

/// What a look lasts before importance and reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Base {
    /// All positions alike.
    Even,
    /// As long as the player thought; alike where that is not known.
    Clock {
        /// By what the thinking times are divided: 1 is as it was.
        times: f64,
        /// The longest wait from one position to the next after that, the move included.
        cap: Duration,
    },
}

/// A position of the line in the film.
#[derive(Clone, Copy, Debug)]
struct Leg {
    /// When it is reached.
    begin: f64,
    /// How long it is looked at.
    hold: f64,
    /// How long the move after it takes; zero at the end.
    motion: f64,
    /// How long it would take if nobody were in a hurry.
    usual: f64,
}

/// When everything happens in the film of a line. All times are in seconds at speed 1.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Never empty; begins rise by [`LEAST`] at least.
    legs: Vec<Leg>,
    clocks: Clocks,
}

impl Schedule {
    /// The film of a line: the nodes after the root, in order.
    pub fn new(game: &PgnGame, line: &[NodeId], pacing: &Pacing) -> Schedule {
        let clocks = Clocks::new(game, line);
        let weights = if pacing.importance { weight::weights(game, line) } else { Vec::new() };
        let mut legs = Vec::with_capacity(line.len() + 1);
        let mut begin = 0.0;
        for ply in 0..=line.len() {
            let weight = weights.get(ply).copied().unwrap_or(1.0);
            let next = line.get(ply).copied();
            let usual = next.map_or(0.0, |next| usual(game, next));
            let (mut hold, motion) = match next {
                Some(_) => wait(&pacing.base, clocks.thought[ply], weight, usual),
                None => (END * weight, 0.0),
            };
            if pacing.reading {
                let node = ply.checked_sub(1).map_or(ROOT, |before| line[before]);
                hold = reading::seconds(game, node, next).max(hold);
            }
            legs.push(Leg { begin, hold, motion, usual });
            begin += hold + motion;
        }
        Schedule { legs, clocks }
    }

    /// The whole film, the look at its end included.
    pub fn length(&self) -> f64 {
        let end = self.leg(self.plies());
        end.begin + end.hold
    }

    /// How many moves the line has.
    pub fn plies(&self) -> usize {
        self.legs.len() - 1
    }

    /// Where the film is at a moment: a whole number while a position is looked at, rising to the next while men move.
    pub fn ply_at(&self, seconds: f64) -> f64 {
        let (ply, leg) = self.at(seconds);
        let moved = (seconds - leg.begin - leg.hold) / leg.motion;
        if moved > 0.0 && ply < self.plies() { ply as f64 + moved.min(1.0) } else { ply as f64 }
    }

    /// The moment at which a ply is reached and the look at it begins; that of the last one for those beyond.
    pub fn begin_of(&self, ply: usize) -> f64 {
        self.leg(ply).begin
    }

    /// The earliest moment at which the film is at a ply or a part of a move.
    pub fn seconds_at(&self, ply: f64) -> f64 {
        // Not a number is the start.
        let ply = ply.max(0.0).min(self.plies() as f64);
        let (whole, part) = (ply as usize, ply.fract());
        let leg = self.leg(whole);
        if part > 0.0 { leg.begin + leg.hold + leg.motion * part } else { leg.begin }
    }

    /// How long the position at a ply is looked at; zero for those beyond the last.
    pub fn hold(&self, ply: usize) -> f64 {
        self.legs.get(ply).map_or(0.0, |leg| leg.hold)
    }

    /// How long the move takes that leads to a ply; zero for the start and for those beyond the last.
    pub fn motion(&self, ply: usize) -> f64 {
        ply.checked_sub(1).filter(|_| ply <= self.plies()).map_or(0.0, |before| self.legs[before].motion)
    }

    /// How much of its usual time the move takes that leads to a ply: less than 1 where both thought faster than men move.
    pub fn part_of_usual(&self, ply: usize) -> f64 {
        let leg = ply.checked_sub(1).filter(|_| ply <= self.plies()).map(|before| self.legs[before]);
        leg.filter(|leg| leg.usual > 0.0).map_or(1.0, |leg| leg.motion / leg.usual)
    }

    /// What both clocks show at a moment, in seconds, White's first; `None` always for a side of which nothing is known.
    ///
    /// The clock of the side to move runs down from the beginning of its turn to the end of its move, and then shows what
    /// the move has brought. Where the file tells the clock after a move, that is shown from the moment the move is made.
    pub fn clocks_at(&self, seconds: f64) -> [Option<f64>; 2] {
        let (ply, leg) = self.at(seconds);
        let turn = leg.hold + leg.motion;
        let part = if turn > 0.0 { ((seconds - leg.begin) / turn).clamp(0.0, 1.0) } else { 0.0 };
        self.clocks.at(ply, if part.is_nan() { 0.0 } else { part })
    }

    /// The position that was reached last at a moment.
    fn at(&self, seconds: f64) -> (usize, Leg) {
        let ply = self.legs.partition_point(|leg| leg.begin <= seconds).saturating_sub(1);
        (ply, self.legs[ply])
    }

    fn leg(&self, ply: usize) -> Leg {
        self.legs[ply.min(self.plies())]
    }
}

/// How long a move takes.
fn usual(game: &PgnGame, node: NodeId) -> f64 {
    match game.nodes[node].played {
        Some(Played::Move(mv)) if mv.is_capture() => MOVE * CAPTURE,
        _ => MOVE,
    }
}

/// How long a position is looked at, and how long the move after it takes.
fn wait(base: &Base, thought: Option<f64>, weight: f64, usual: f64) -> (f64, f64) {
    let Base::Clock { times, cap } = base else { return (LOOK * weight, usual) };
    let times = if times.is_finite() && *times > 0.0 { *times } else { 1.0 };
    let cap = cap.as_secs_f64().clamp(LEAST, MOST);
    let turn = thought.map_or(LOOK + usual, |thought| thought / times).clamp(LEAST, cap);
    let motion = turn.min(usual);
    // A cap stands whatever the position is worth.
    (((turn - motion) * weight).min(cap - motion), motion)
}

#[cfg(test)]
mod tests;
