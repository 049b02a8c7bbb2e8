//! In which order moves are looked at: the one that was best before, what wins material, what refuted other moves, the rest.

use super::super::see;
use super::super::table::Packed;
use super::history::gain;
use super::worker::Worker;
use crate::chess::{Kind, Move};

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    score: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Remembered,
    Captures,
    GoodCaptures,
    Quiet,
    QuietMoves,
    BadCaptures,
    Done,
}

/// Hands out the moves of one position, best first. The list itself lies on the worker's stack of moves.
pub struct Picker {
    stage: Stage,
    remembered: Option<Move>,
    first: usize,
    next: usize,
    /// Captures that lose material lie from `first` to here.
    bad: usize,
    /// Captures must win so much.
    least: i32,
    only_captures: bool,
}

impl Picker {
    /// All moves, the one remembered first.
    pub fn all(worker: &Worker, remembered: Option<Move>) -> Picker {
        Picker::new(worker, remembered, false, 0)
    }

    /// Captures and promotions that win at least so much.
    pub fn captures(worker: &Worker, remembered: Option<Move>, least: i32) -> Picker {
        Picker::new(worker, remembered, true, least)
    }

    fn new(worker: &Worker, remembered: Option<Move>, only_captures: bool, least: i32) -> Picker {
        let first = worker.moves.len();
        Picker { stage: Stage::Remembered, remembered, first, next: first, bad: first, least, only_captures }
    }

    /// The next move; with `skip_quiet` none that takes nothing.
    pub fn next(&mut self, worker: &mut Worker, ply: usize, skip_quiet: bool) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Remembered => {
                    self.stage = Stage::Captures;
                    if self.remembered.is_some() {
                        return self.remembered;
                    }
                }
                Stage::Captures => {
                    let Worker { moves, frames, history, .. } = worker;
                    frames[ply].position.each_capture(|mv| {
                        let mut score = 8 * gain(mv) - mv.piece.kind as i32 + history.of_capture(mv) / 4;
                        if mv.promotion.is_some_and(|kind| kind != Kind::Queen) {
                            score -= 100_000;
                        }
                        moves.push(Scored { mv, score });
                    });
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.best(worker) {
                        if Some(mv) == self.remembered {
                            continue;
                        }
                        let position = &worker.frames[ply].position;
                        let promotes_low = mv.promotion.is_some_and(|kind| kind != Kind::Queen);
                        if promotes_low || !see::wins(position, mv, self.least) {
                            worker.moves.swap(self.bad, self.next - 1);
                            self.bad += 1;
                            continue;
                        }
                        return Some(mv);
                    }
                    self.stage = if self.only_captures { Stage::Done } else { Stage::Quiet };
                }
                Stage::Quiet => {
                    self.stage = Stage::BadCaptures;
                    if !skip_quiet {
                        self.list_quiet(worker, ply);
                        self.stage = Stage::QuietMoves;
                        continue;
                    }
                    self.next = self.first;
                }
                Stage::QuietMoves => {
                    if !skip_quiet && let Some(mv) = self.best(worker) {
                        if Some(mv) == self.remembered {
                            continue;
                        }
                        return Some(mv);
                    }
                    self.stage = Stage::BadCaptures;
                    self.next = self.first;
                }
                Stage::BadCaptures => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(worker.moves[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the most promising move of those left to the front.
    fn best(&mut self, worker: &mut Worker) -> Option<Move> {
        let rest = &worker.moves[self.next..];
        let (best, _) = rest.iter().enumerate().max_by_key(|(_, scored)| scored.score)?;
        worker.moves.swap(self.next, self.next + best);
        self.next += 1;
        Some(worker.moves[self.next - 1].mv)
    }

    fn list_quiet(&self, worker: &mut Worker, ply: usize) {
        let before = worker.before(ply);
        let Worker { moves, frames, history, .. } = worker;
        let frame = &frames[ply];
        let answer = history.answer(before[0]);
        frame.position.each_quiet_move(|mv| {
            let packed = Packed::of(mv);
            let mut score = history.of_quiet(mv, &before);
            if packed == frame.killers[0] {
                score += 60_000;
            } else if packed == frame.killers[1] {
                score += 50_000;
            } else if packed == answer {
                score += 20_000;
            }
            moves.push(Scored { mv, score });
        });
    }

    /// Takes the list off the stack.
    pub fn end(self, worker: &mut Worker) {
        worker.moves.truncate(self.first);
    }
}
