//! The search of the tree: principal variation search, with everything that lets it look away early.

use super::super::score::{MATE_BOUND, MAX_PLY, NONE, Score, mate_in, mated_in};
use super::super::see;
use super::super::table::{Bound, Entry, Packed};
use super::history::{SLOTS, bonus, gain, is_quiet};
use super::order::Picker;
use super::worker::Worker;
use crate::chess::{Bitboard, Kind, Move, Position, RuleSet};

/// Lines are lengthened by more than one ply this often at most.
const MOST_DOUBLES: u8 = 8;

impl Worker<'_> {
    /// What the position at `ply` is worth for the side to move, looked at so many plies deep. Only whether it lies above or
    /// below is told outside of `alpha` and `beta`. `MAIN` on the line that is the best so far, `cut` where a refutation is
    /// expected.
    pub fn search<const MAIN: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut: bool,
    ) -> Score {
        let position = self.frames[ply].position;
        let in_check = position.is_check();
        if depth <= 0 && !in_check || ply >= MAX_PLY {
            return self.quiesce::<MAIN>(ply, alpha, beta);
        }
        depth = depth.max(1);
        self.count(ply);
        if MAIN {
            self.lines[ply].clear();
        }
        if self.aborted {
            return 0;
        }
        let root = ply == 0;
        if !root {
            if position.king(position.side()).is_none() {
                return mated_in(ply);
            }
            if self.is_draw(ply) {
                return self.draw();
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // What is known of it.
        let excluded = self.frames[ply].excluded;
        let key = self.frames[ply].zobrist.all;
        let entry = if excluded == Packed::NONE { self.shared.table.get(key, ply) } else { None };
        if let Some(entry) = entry
            && !MAIN
            && entry.depth >= depth
            && entry.bound.decides(entry.score, beta)
            && position.halfmove_clock() < 90
        {
            if entry.score >= beta
                && let Some(mv) = entry.mv.recall(&position)
                && is_quiet(mv)
            {
                let before = self.before(ply);
                self.history.learn_quiet(mv, &before, bonus(depth));
            }
            return entry.score;
        }
        let was_main = MAIN || entry.is_some_and(|entry| entry.was_main);
        let remembered = if root {
            self.root[self.settled..].first().map(|first| first.mv)
        } else {
            entry.and_then(|entry| entry.mv.recall(&position))
        };

        // What it is worth at first sight.
        let raw = match entry {
            _ if in_check => NONE,
            Some(entry) if entry.eval != NONE => entry.eval,
            _ => self.evaluate(ply),
        };
        let mut eval = if in_check { NONE } else { self.corrected(ply, raw) };
        if excluded == Packed::NONE {
            self.frames[ply].eval = eval;
        } else {
            eval = self.frames[ply].eval;
        }
        let improving = !in_check
            && [2, 4].into_iter().find_map(|back| {
                let earlier = self.frames[ply.checked_sub(back)?].eval;
                (earlier != NONE).then_some(eval > earlier)
            }) == Some(true);
        if let Some(entry) = entry
            && !in_check
            && entry.bound.decides(entry.score, eval + 1)
            && entry.score.abs() < MATE_BOUND
            && entry.bound != Bound::None
        {
            eval = entry.score;
        }

        if !MAIN && !in_check && excluded == Packed::NONE {
            // So far above that nothing will change it.
            let margin = 78 * (depth - i32::from(improving)) - 20 * i32::from(cut && entry.is_none());
            if depth <= 9 && eval - margin >= beta && eval < MATE_BOUND && beta > -MATE_BOUND {
                return (eval + beta) / 2;
            }
            // So far below that only a capture might.
            if depth <= 4 && eval + 220 + 190 * depth * depth <= alpha {
                let score = self.quiesce::<false>(ply, alpha, alpha + 1);
                if score <= alpha || self.aborted {
                    return score;
                }
            }
            // The opponent moves twice and still is worse off.
            if depth >= 3
                && eval >= beta
                && self.frames[ply].eval + 22 * depth >= beta + 130
                && ply > 0
                && self.frames[ply - 1].slot != SLOTS
                && has_officers(&position)
                && beta > -MATE_BOUND
                && self.pass(ply)
            {
                let reduced = depth - 4 - depth / 4 - ((eval - beta) / 190).min(3);
                let score = -self.search::<false>(ply + 1, -beta, 1 - beta, reduced, !cut);
                self.unmake();
                if self.aborted {
                    return 0;
                }
                if score >= beta {
                    return if score >= MATE_BOUND { beta } else { score };
                }
            }
            // A capture that is good enough a few plies less deep will be so at full depth.
            let high = beta + 190 - 50 * i32::from(improving);
            if depth >= 5
                && beta.abs() < MATE_BOUND
                && !entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < high)
            {
                let first = remembered.filter(|&mv| !is_quiet(mv) && see::wins(&position, mv, high - eval));
                let mut picker = Picker::captures(self, first, high - eval);
                let mut found = None;
                while found.is_none()
                    && let Some(mv) = picker.next(self, ply, true)
                {
                    self.make(ply, mv);
                    let mut score = -self.quiesce::<false>(ply + 1, -high, 1 - high);
                    if score >= high {
                        score = -self.search::<false>(ply + 1, -high, 1 - high, depth - 4, !cut);
                    }
                    self.unmake();
                    if self.aborted {
                        break;
                    }
                    if score >= high {
                        found = Some((mv, score));
                    }
                }
                picker.end(self);
                if self.aborted {
                    return 0;
                }
                if let Some((mv, score)) = found {
                    let bound = Bound::Lower;
                    let entry = Entry { mv: Packed::of(mv), score, eval: raw, depth: depth - 3, bound, was_main };
                    self.shared.table.put(key, ply, entry);
                    return score;
                }
            }
        }
        // Without a move to begin with, a shallower search finds one as well.
        if depth >= 4 && remembered.is_none() && (MAIN || cut) {
            depth -= 1;
        }

        let before = self.before(ply);
        let original = alpha;
        let mut best = -INFINITE_BEST;
        let mut best_move: Option<Move> = None;
        let mut number = 0;
        let mut tried_quiet: Vec<Move> = Vec::new();
        let mut tried_captures: Vec<Move> = Vec::new();
        let mut skip_quiet = false;
        let mut picker = Picker::all(self, remembered);
        while let Some(mv) = picker.next(self, ply, skip_quiet) {
            let packed = Packed::of(mv);
            if packed == excluded || root && !self.root[self.settled..].iter().any(|root| root.mv == mv) {
                continue;
            }
            number += 1;
            let quiet = is_quiet(mv);
            let learned = if quiet { self.history.of_quiet(mv, &before) } else { self.history.of_capture(mv) };
            let mut reduction = self.reductions[(depth.min(63) * 64 + number.min(63)) as usize];

            // Moves that need not be looked at.
            if !root && best > -MATE_BOUND && has_officers(&position) {
                let late = (depth - reduction / 1024).max(0);
                if quiet {
                    if number > (4 + depth * depth) / (2 - i32::from(improving)) {
                        skip_quiet = true;
                        continue;
                    }
                    if !in_check
                        && late <= 8
                        && eval + 90 + 105 * late + learned / 160 <= alpha
                        && !checks(&position, mv)
                    {
                        continue;
                    }
                    if late <= 4 && learned < -4200 * depth {
                        continue;
                    }
                    if late <= 8 && !see::wins(&position, mv, -24 * late * late) {
                        continue;
                    }
                } else if depth <= 7 {
                    if !in_check && eval + 230 + 210 * depth + gain(mv) + learned / 30 <= alpha {
                        continue;
                    }
                    if !see::wins(&position, mv, -95 * depth) {
                        continue;
                    }
                }
            }

            // A move without which the position would be much worse is looked at deeper.
            let mut extension = 0;
            if !root
                && depth >= 7
                && Some(mv) == remembered
                && excluded == Packed::NONE
                && ply < 2 * self.depth as usize
                && let Some(entry) = entry
                && entry.depth >= depth - 3
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.score.abs() < MATE_BOUND
            {
                let low = entry.score - depth * 2;
                self.frames[ply].excluded = packed;
                let score = self.search::<false>(ply, low - 1, low, (depth - 1) / 2, cut);
                self.frames[ply].excluded = Packed::NONE;
                if self.aborted {
                    break;
                }
                if score < low {
                    extension = 1;
                    if !MAIN && score < low - 20 && self.frames[ply].doubles < MOST_DOUBLES {
                        extension = 2;
                    }
                } else if low >= beta {
                    // Several moves are good enough.
                    best = low;
                    best_move = None;
                    break;
                } else if entry.score >= beta {
                    extension = -2;
                } else if cut {
                    extension = -1;
                }
            } else if in_check && (depth <= 8 || MAIN) && number == 1 {
                extension = 1;
            }

            let nodes_before = self.nodes;
            self.make(ply, mv);
            self.frames[ply + 1].doubles += u8::from(extension == 2);
            let next_depth = depth - 1 + extension;
            let mut score = 0;
            let mut full = !MAIN || number > 1;
            if depth >= 2 && number > 1 + i32::from(MAIN) && (quiet || number > 3) {
                reduction -= learned * 1024 / if quiet { 11_000 } else { 9_000 };
                reduction -= 1024 * i32::from(was_main) + 500 * i32::from(MAIN);
                reduction += 1400 * i32::from(cut) + 600 * i32::from(!improving);
                if remembered.is_some_and(|mv| !is_quiet(mv)) && quiet {
                    reduction += 700;
                }
                if quiet && self.frames[ply].killers.contains(&packed) {
                    reduction -= 1200;
                }
                if !quiet {
                    reduction -= 900;
                }
                if in_check || self.frames[ply + 1].position.is_check() {
                    reduction -= 800;
                }
                let reduced = (next_depth - reduction / 1024).clamp(1, next_depth.max(1));
                if reduced < next_depth {
                    score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, reduced, true);
                    full = score > alpha;
                }
            }
            if full {
                score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, next_depth, !cut);
            }
            if MAIN && (number == 1 || score > alpha) {
                score = -self.search::<true>(ply + 1, -beta, -alpha, next_depth, false);
            }
            self.unmake();
            if self.aborted {
                break;
            }
            if root {
                self.note_root(mv, score, alpha, number, self.nodes - nodes_before);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if MAIN {
                        self.note_line(ply, mv);
                    }
                    if score >= beta {
                        self.learn(ply, mv, depth, &before, &tried_quiet, &tried_captures);
                        break;
                    }
                }
            }
            if quiet {
                tried_quiet.push(mv);
            } else {
                tried_captures.push(mv);
            }
        }
        picker.end(self);
        if self.aborted {
            return 0;
        }
        if number == 0 {
            return match position.rules() {
                _ if excluded != Packed::NONE => alpha,
                RuleSet::Standard if !in_check => 0,
                _ => mated_in(ply),
            };
        }
        if best == -INFINITE_BEST {
            best = alpha;
        }
        if excluded == Packed::NONE {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if !(root && self.settled > 0) {
                let mv = best_move.map_or(Packed::NONE, Packed::of);
                self.shared.table.put(key, ply, Entry { mv, score: best, eval: raw, depth, bound, was_main });
            }
            let static_eval = self.frames[ply].eval;
            let tells = match bound {
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
                _ => true,
            };
            if !in_check && tells && best.abs() < MATE_BOUND && best_move.is_none_or(is_quiet) {
                let frame = &self.frames[ply];
                self.history.learn_correction(&frame.position, &frame.zobrist, best - static_eval, depth);
            }
        }
        best
    }

    /// A move has refuted what led here: it is remembered, and those that were tried before it count for less.
    fn learn(&mut self, ply: usize, mv: Move, depth: i32, before: &[usize; 3], quiet: &[Move], captures: &[Move]) {
        let bonus = bonus(depth);
        if is_quiet(mv) {
            let packed = Packed::of(mv);
            let killers = &mut self.frames[ply].killers;
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
            self.history.learn_answer(before[0], mv);
            self.history.learn_quiet(mv, before, bonus);
            for &other in quiet {
                self.history.learn_quiet(other, before, -bonus);
            }
        } else {
            self.history.learn_capture(mv, bonus);
        }
        for &other in captures {
            self.history.learn_capture(other, -bonus);
        }
    }

    fn note_root(&mut self, mv: Move, score: Score, alpha: Score, number: i32, nodes: u64) {
        let lines = &self.lines;
        let farthest = self.farthest;
        let Some(root) = self.root.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if number == 1 || score > alpha {
            root.score = score;
            root.farthest = farthest;
            root.line.clear();
            root.line.push(mv);
            root.line.extend_from_slice(&lines[1]);
        } else {
            root.score = -INFINITE_BEST;
        }
    }
}

/// Less than any score.
const INFINITE_BEST: Score = super::super::score::INFINITE;

/// Whether the side to move has more than king and pawns, so that having to move is no burden.
pub fn has_officers(position: &Position) -> bool {
    let few = position.by_kind(Kind::King) | position.by_kind(Kind::Pawn);
    position.by_side(position.side()) & !few != Bitboard::EMPTY
}

/// Whether the man that moves attacks the king from where it goes. Checks by others that it uncovers are not looked at.
fn checks(position: &Position, mv: Move) -> bool {
    let Some(king) = position.king(!position.side()) else { return false };
    if mv.castling().is_some() {
        return false;
    }
    let attacks = match mv.promotion.unwrap_or(mv.piece.kind) {
        Kind::Pawn => mv.side().pawn_attacks(mv.to.into()),
        kind => {
            let mut occupied = position.occupied();
            occupied.remove(mv.from);
            kind.attacks(mv.to, occupied)
        }
    };
    attacks.contains(king)
}
