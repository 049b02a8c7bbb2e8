//! One thread of a search: the line it stands in, and what it has learned.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::super::evaluation::{against_bare_king, evaluate};
use super::super::limits::Deadline;
use super::super::score::{MATE_BOUND, MAX_PLY, NONE, Score};
use super::super::table::{Packed, Table};
use super::history::{History, SLOTS, slot};
use super::order::Scored;
use super::{RootMove, Signal};
use crate::chess::{Move, Position, RuleSet, Zobrist};

/// What all threads of a search share.
pub struct Shared<'a> {
    /// What is known of positions.
    pub table: &'a Table,
    /// Told from outside.
    pub signal: &'a Signal,
    /// Told from inside: the first thread is done.
    pub done: AtomicBool,
    /// When it began.
    pub begun: Instant,
    /// When it must end.
    pub deadline: Deadline,
    /// Positions that may be looked at.
    pub most_nodes: u64,
    /// Positions looked at by all threads, to a thousand or so each.
    pub nodes: AtomicU64,
}

impl Shared<'_> {
    /// Time that has passed, of the player's own: while he ponders none has.
    pub fn elapsed(&self) -> Duration {
        self.signal.counted_from().map_or(Duration::ZERO, |hit| hit.max(self.begun).elapsed())
    }

    fn must_end(&self) -> bool {
        self.signal.is_stopped() || self.done.load(Relaxed) || self.deadline.is_over(self.elapsed())
    }
}

/// One position of the line.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The position.
    pub position: Position,
    /// Its keys.
    pub zobrist: Zobrist,
    /// The slot of the move that is looked at.
    pub slot: usize,
    /// What it is worth at first sight; [`NONE`] in check.
    pub eval: Score,
    /// Quiet moves that refuted others at this depth.
    pub killers: [Packed; 2],
    /// Not to be looked at: is every other move worse?
    pub excluded: Packed,
    /// Extensions by more than one ply on the way here.
    pub doubles: u8,
}

/// One thread.
pub struct Worker<'a> {
    /// What all share.
    pub shared: &'a Shared<'a>,
    /// What was learned.
    pub history: &'a mut History,
    /// The line, by ply.
    pub frames: Vec<Frame>,
    /// Lists of moves of the positions of the line, one after the other.
    pub moves: Vec<Scored>,
    /// Best lines, by ply.
    pub lines: Vec<Vec<Move>>,
    /// Keys of the game and of the line.
    pub keys: Vec<u64>,
    /// How many of them are of the game before the root.
    pub played: usize,
    /// Moves at the root.
    pub root: Vec<RootMove>,
    /// Lines before this one are settled.
    pub settled: usize,
    /// Positions looked at.
    pub nodes: u64,
    told_nodes: u64,
    /// Longest line looked at.
    pub farthest: usize,
    /// Time is over or somebody said stop: what is returned means nothing.
    pub aborted: bool,
    /// Depth of the iteration.
    pub depth: i32,
    /// The reduction of late moves, in thousandths of a ply, by depth and number.
    pub reductions: Vec<i32>,
}

impl<'a> Worker<'a> {
    /// A thread that starts from a position after a game with these keys.
    pub fn new(
        shared: &'a Shared<'a>,
        history: &'a mut History,
        position: Position,
        keys: &[u64],
        root: Vec<RootMove>,
    ) -> Worker<'a> {
        let frame = Frame {
            position,
            zobrist: Zobrist::of(&position),
            slot: SLOTS,
            eval: NONE,
            killers: [Packed::NONE; 2],
            excluded: Packed::NONE,
            doubles: 0,
        };
        let reductions = (0..64 * 64)
            .map(|index| {
                let (depth, number) = (f64::from(index / 64).max(1.0), f64::from(index % 64).max(1.0));
                (1024.0 * (0.55 + depth.ln() * number.ln() / 2.25)) as i32
            })
            .collect();
        let mut all = keys.to_vec();
        all.push(frame.zobrist.all);
        Worker {
            shared,
            history,
            frames: vec![frame; MAX_PLY + 4],
            moves: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 4],
            keys: all,
            played: keys.len(),
            root,
            settled: 0,
            nodes: 0,
            told_nodes: 0,
            farthest: 0,
            aborted: false,
            depth: 0,
            reductions,
        }
    }

    /// Slots of the moves one, two and four plies ago.
    pub fn before(&self, ply: usize) -> [usize; 3] {
        [1, 2, 4].map(|back| ply.checked_sub(back).map_or(SLOTS, |ply| self.frames[ply].slot))
    }

    /// Another position is looked at; from time to time it is asked whether to go on.
    pub fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.farthest = self.farthest.max(ply);
        if self.nodes.is_multiple_of(512) {
            self.tell_nodes();
            self.aborted |= self.shared.must_end() && self.depth > 1;
        }
        if self.nodes + self.others() >= self.shared.most_nodes && self.depth > 1 {
            self.aborted = true;
        }
    }

    /// Positions looked at by other threads.
    fn others(&self) -> u64 {
        if self.shared.most_nodes == u64::MAX { 0 } else { self.shared.nodes.load(Relaxed) - self.told_nodes }
    }

    /// Adds what was looked at to what all have.
    pub fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told_nodes, Relaxed);
        self.told_nodes = self.nodes;
    }

    /// Plays a move of the line.
    pub fn make(&mut self, ply: usize, mv: Move) {
        let frame = &mut self.frames[ply];
        frame.slot = slot(mv);
        let position = frame.position.play(mv);
        let zobrist = frame.zobrist.after(&frame.position, mv, &position);
        self.enter(ply + 1, position, zobrist);
    }

    /// Passes the turn; `false` where that is not allowed.
    pub fn pass(&mut self, ply: usize) -> bool {
        let frame = &mut self.frames[ply];
        let Some(position) = frame.position.null_move() else { return false };
        frame.slot = SLOTS;
        let zobrist = frame.zobrist.after_pass(&frame.position, &position);
        self.enter(ply + 1, position, zobrist);
        true
    }

    fn enter(&mut self, ply: usize, position: Position, zobrist: Zobrist) {
        let doubles = self.frames[ply - 1].doubles;
        let next = &mut self.frames[ply];
        (next.position, next.zobrist, next.doubles) = (position, zobrist, doubles);
        next.excluded = Packed::NONE;
        self.frames[ply + 1].killers = [Packed::NONE; 2];
        self.keys.push(zobrist.all);
    }

    /// Takes the last move of the line back.
    pub fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Whether the game is drawn here by repetition, by the fifty moves, or because nobody can mate.
    pub fn is_draw(&self, ply: usize) -> bool {
        let position = &self.frames[ply].position;
        if position.is_bare() {
            return true;
        }
        let clock = position.halfmove_clock() as usize;
        if clock >= 100 && !(position.rules() == RuleSet::Standard && position.is_check() && !position.has_legal_move())
        {
            return true;
        }
        let here = self.keys.len() - 1;
        let key = self.keys[here];
        let mut before = false;
        let mut back = 4;
        while back <= clock && back <= here {
            if self.keys[here - back] == key {
                // Once in the line looked at is enough; of the game's own positions two are needed.
                if here - back > self.played || before {
                    return true;
                }
                before = true;
            }
            back += 2;
        }
        false
    }

    /// What a draw is worth: next to nothing, so that one draw is not like the other.
    pub fn draw(&self) -> Score {
        (self.nodes & 3) as Score - 1
    }

    /// What a position is worth at first sight, before it is corrected.
    pub fn evaluate(&self, ply: usize) -> Score {
        let position = &self.frames[ply].position;
        let score = against_bare_king(position).unwrap_or_else(|| evaluate(position));
        // The nearer the fifty moves, the nearer to a draw.
        let clock = position.halfmove_clock().min(100) as Score;
        (score * (220 - clock) / 220).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// The evaluation, corrected by what was learned of such positions.
    pub fn corrected(&self, ply: usize, eval: Score) -> Score {
        let frame = &self.frames[ply];
        let score = eval + self.history.correction(&frame.position, &frame.zobrist);
        score.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// The best line from here is this move, and what follows on it.
    pub fn note_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
