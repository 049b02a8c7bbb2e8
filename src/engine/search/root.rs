//! Deeper and deeper: each depth is searched with what the one before has taught.

use super::super::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY, Score};
use super::worker::Worker;
use super::{Limits, Line, Report};
use crate::chess::Move;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// What it is worth; less than anything where it is only known to be worse than another.
    pub score: Score,
    /// What it was worth one depth before.
    pub previous: Score,
    /// What is played after it, itself first.
    pub line: Vec<Move>,
    /// Positions looked at below it.
    pub nodes: u64,
    /// The longest line looked at, in plies.
    pub farthest: usize,
}

impl RootMove {
    /// A move nothing is known of.
    pub fn new(mv: Move) -> RootMove {
        RootMove { mv, score: -INFINITE, previous: -INFINITE, line: vec![mv], nodes: 0, farthest: 0 }
    }
}

impl Worker<'_> {
    /// Searches until something ends it. The first thread decides when, and reports each line of each depth.
    pub fn iterate(&mut self, number: usize, lines: usize, limits: &Limits, report: &mut dyn FnMut(Report)) {
        let lines = lines.clamp(1, self.root.len().max(1));
        let most = limits.depth.unwrap_or(i32::MAX).clamp(1, MAX_PLY as i32 - 1);
        let (mut steady, mut last_best) = (0, None);
        for depth in 1..=most {
            // Other threads look a little farther now and then, so that not all do the same.
            self.depth = depth;
            let wanted = depth + i32::from(number % 2 == 1);
            for root in &mut self.root {
                root.previous = root.score;
            }
            for line in 0..lines {
                self.settled = line;
                self.farthest = 0;
                self.aim(wanted);
                self.root[line..].sort_by_key(|root| -root.score);
                if self.aborted {
                    break;
                }
            }
            if self.aborted {
                break;
            }
            self.root[..lines].sort_by_key(|root| -root.score);
            if number > 0 {
                continue;
            }
            self.tell(depth, lines, report);
            let best = &self.root[0];
            steady = if Some(best.mv) == last_best { steady + 1 } else { 0 };
            last_best = Some(best.mv);
            if self.is_enough(depth, steady, limits) {
                break;
            }
        }
        self.tell_nodes();
    }

    /// Tells the lines that were found at this depth.
    fn tell(&mut self, depth: i32, lines: usize, report: &mut dyn FnMut(Report)) {
        self.tell_nodes();
        let nodes = self.shared.nodes.load(std::sync::atomic::Ordering::Relaxed);
        let elapsed = self.shared.begun.elapsed();
        let fullness = self.shared.table.fullness();
        for (number, root) in self.root[..lines].iter().enumerate() {
            let line = Line { number: number + 1, score: root.score, moves: root.line.clone() };
            report(Report { depth, farthest: root.farthest.max(depth as usize), line, nodes, elapsed, fullness });
        }
    }

    /// One depth of one line, in a window around what is expected.
    fn aim(&mut self, depth: i32) {
        let expected = self.root[self.settled].previous;
        let mut delta = 14 + expected.abs().min(2000) / 60;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && expected.abs() < MATE_BOUND {
            (alpha, beta) = ((expected - delta).max(-INFINITE), (expected + delta).min(INFINITE));
        }
        let mut failed_high = 0;
        loop {
            let score = self.search::<true>(0, alpha, beta, (depth - failed_high).max(1), false);
            if self.aborted {
                return;
            }
            let settled = self.settled;
            self.root[settled..].sort_by_key(|root| -root.score);
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                failed_high = 0;
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                failed_high = (failed_high + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2 + 4;
            if delta > 1200 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether this depth was enough.
    fn is_enough(&self, depth: i32, steady: i32, limits: &Limits) -> bool {
        let best = &self.root[0];
        if limits.mate.is_some_and(|moves| best.score > MATE - 2 * moves) {
            return true;
        }
        if limits.infinite || !self.shared.deadline.is_soft() || self.shared.signal.is_pondering() {
            return false;
        }
        let elapsed = self.shared.elapsed();
        if self.root.len() == 1 && depth >= 8 || best.score.abs() >= MATE_BOUND && depth > 2 * (MATE - best.score.abs())
        {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let clear = 1.75 - 1.25 * share;
        let steadiness = [1.35, 1.15, 1.0, 0.92, 0.86, 0.8][steady.clamp(0, 5) as usize];
        let falling =
            (1.0 + f64::from(best.previous.saturating_sub(best.score).clamp(-40, 100)) / 220.0).clamp(0.85, 1.45);
        self.shared.deadline.is_near(elapsed, (clear * steadiness * falling).clamp(0.25, 2.5))
    }
}
