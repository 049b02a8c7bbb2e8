//! Where the search ends nothing may hang: captures are played out until the position is quiet.

use super::super::score::{MATE_BOUND, MAX_PLY, NONE, Score, mated_in};
use super::super::see;
use super::super::table::{Bound, Entry, Packed};
use super::history::{gain, is_quiet};
use super::order::Picker;
use super::worker::Worker;
use crate::chess::RuleSet;

impl Worker<'_> {
    /// What the position is worth once nothing hangs any more.
    pub fn quiesce<const MAIN: bool>(&mut self, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.count(ply);
        if MAIN {
            self.lines[ply].clear();
        }
        if self.aborted {
            return 0;
        }
        let position = self.frames[ply].position;
        if position.king(position.side()).is_none() {
            return mated_in(ply);
        }
        if self.is_draw(ply) {
            return self.draw();
        }
        let in_check = position.is_check();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.evaluate(ply) };
        }
        let key = self.frames[ply].zobrist.all;
        let entry = self.shared.table.get(key, ply);
        if let Some(entry) = entry
            && !MAIN
            && entry.bound.decides(entry.score, beta)
        {
            return entry.score;
        }
        let was_main = MAIN || entry.is_some_and(|entry| entry.was_main);

        let (mut raw, mut best, mut hope) = (NONE, mated_in(ply), Score::MAX / 2);
        if !in_check {
            raw = match entry {
                Some(entry) if entry.eval != NONE => entry.eval,
                _ => self.evaluate(ply),
            };
            best = self.corrected(ply, raw);
            if let Some(entry) = entry
                && entry.bound != Bound::None
                && entry.bound.decides(entry.score, best + 1)
                && entry.score.abs() < MATE_BOUND
            {
                best = entry.score;
            }
            if best >= beta {
                if entry.is_none() {
                    let entry =
                        Entry { mv: Packed::NONE, score: best, eval: raw, depth: -1, bound: Bound::Lower, was_main };
                    self.shared.table.put(key, ply, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
            hope = best + 170;
        }
        self.frames[ply].eval = if in_check { NONE } else { best };

        let remembered = entry.and_then(|entry| entry.mv.recall(&position)).filter(|&mv| in_check || !is_quiet(mv));
        let mut picker = if in_check { Picker::all(self, remembered) } else { Picker::captures(self, remembered, 0) };
        let mut best_move = Packed::NONE;
        let mut number = 0;
        while let Some(mv) = picker.next(self, ply, in_check && number > 2 && best > -MATE_BOUND) {
            number += 1;
            if !in_check && best > -MATE_BOUND {
                if hope + gain(mv) <= alpha && mv.promotion.is_none() {
                    best = best.max(hope + gain(mv));
                    continue;
                }
                if hope <= alpha && !see::wins(&position, mv, 1) {
                    best = best.max(hope);
                    continue;
                }
            }
            self.make(ply, mv);
            let score = -self.quiesce::<MAIN>(ply + 1, -beta, -alpha);
            self.unmake();
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Packed::of(mv);
                    if MAIN {
                        self.note_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        picker.end(self);
        if self.aborted {
            return 0;
        }
        if number == 0 && !position.has_legal_move() {
            return match position.rules() {
                RuleSet::Standard if !in_check => 0,
                _ => mated_in(ply),
            };
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.shared.table.put(key, ply, Entry { mv: best_move, score: best, eval: raw, depth: 0, bound, was_main });
        best
    }
}
