//! The search: how good are the moves of a position, by looking ahead.

mod history;
mod order;
mod quiescence;
mod root;
mod tree;
mod worker;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::limits::{Deadline, Limits};
use super::score::Score;
use super::table::Table;
use crate::chess::{Move, Position, Zobrist};
use history::History;
pub use root::RootMove;
use worker::{Shared, Worker};

/// Bytes that a thread may put on its stack: lines go deep.
const STACK: usize = 8 << 20;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The positions of the game before it, of which repetitions count.
    pub before: Vec<Position>,
    /// Only these moves are looked at; all if there are none.
    pub only: Vec<Move>,
    /// How many of the best moves are wanted, each with its line; at least one.
    pub lines: usize,
    /// When to stop.
    pub limits: Limits,
}

impl Question {
    /// What is best here?
    pub fn new(position: Position, limits: Limits) -> Question {
        Question { position, before: Vec::new(), only: Vec::new(), lines: 1, limits }
    }
}

/// What can be called to a running search.
#[derive(Debug, Default)]
pub struct Signal {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// Since when the player's own clock runs, if he pondered.
    hit: OnceLock<Instant>,
}

impl Signal {
    /// For a search on the opponent's time: limits count from [`hit`](Self::hit) on.
    pub fn pondering() -> Signal {
        Signal { pondering: AtomicBool::new(true), ..Signal::default() }
    }

    /// The search is to end at once.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// The opponent has played what was expected: the clock of the player runs.
    pub fn hit(&self) {
        if self.pondering.swap(false, Relaxed) {
            let _ = self.hit.set(Instant::now());
        }
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Whether the opponent's clock runs.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Since when the player's clock runs: `None` while he ponders, any time in the past if he never did.
    fn counted_from(&self) -> Option<Instant> {
        static LONG_AGO: OnceLock<Instant> = OnceLock::new();
        if self.is_pondering() {
            return None;
        }
        Some(self.hit.get().copied().unwrap_or_else(|| *LONG_AGO.get_or_init(Instant::now)))
    }
}

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// 1 for the best.
    pub number: usize,
    /// What it is worth for the side to move.
    pub score: Score,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// What is found out while a search goes on.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies looked at.
    pub depth: i32,
    /// Plies looked at in the longest line.
    pub farthest: usize,
    /// The line.
    pub line: Line,
    /// Positions looked at, of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// Thousandths of the table in use.
    pub fullness: usize,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best lines, best first. None where there is no legal move.
    pub lines: Vec<Line>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Answer {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// What the opponent is expected to answer.
    pub fn expected(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}

/// The engine: what it remembers from one search to the next.
pub struct Engine {
    table: Table,
    histories: Vec<History>,
}

impl Engine {
    /// An engine with a table of so many megabytes (2^20 bytes) and so many threads, at least one each.
    pub fn new(megabytes: usize, threads: usize) -> Engine {
        let mut engine = Engine { table: Table::new(megabytes), histories: Vec::new() };
        engine.set_threads(threads);
        engine
    }

    /// Another size of the table; what it held is forgotten.
    pub fn set_hash(&mut self, megabytes: usize) {
        // The old one goes before the new one comes.
        self.table = Table::new(1);
        self.table = Table::new(megabytes);
    }

    /// Another number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), History::default);
    }

    /// Forgets everything: another game begins.
    pub fn forget(&mut self) {
        self.table.clear();
        for history in &mut self.histories {
            *history = History::default();
        }
    }

    /// Searches until a limit is reached or the signal says stop; tells what it finds on the way.
    pub fn search(&mut self, question: &Question, signal: &Signal, report: &mut dyn FnMut(Report)) -> Answer {
        let mut root: Vec<RootMove> = question.position.legal_moves().into_iter().map(RootMove::new).collect();
        if !question.only.is_empty() {
            root.retain(|root| question.only.contains(&root.mv));
        }
        if root.is_empty() {
            return Answer { lines: Vec::new(), nodes: 0 };
        }
        self.table.begin();
        let shared = Shared {
            table: &self.table,
            signal,
            done: AtomicBool::new(false),
            begun: Instant::now(),
            deadline: Deadline::new(&question.limits),
            most_nodes: question.limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        };
        let keys: Vec<u64> = question.before.iter().map(|position| Zobrist::of(position).all).collect();
        let mut found = Vec::new();
        let (first, others) = self.histories.split_at_mut(1);
        thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate() {
                let (shared, keys, root) = (&shared, &keys, root.clone());
                let work = move || {
                    let mut worker = Worker::new(shared, history, question.position, keys, root);
                    worker.history.fade();
                    worker.iterate(number + 1, question.lines, &question.limits, &mut |_| {});
                };
                // Without a thread more the others do it.
                let _ = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn_scoped(scope, work);
            }
            if let Some(history) = first.first_mut() {
                let mut worker = Worker::new(&shared, history, question.position, &keys, root);
                worker.history.fade();
                worker.iterate(0, question.lines, &question.limits, report);
                found = worker.root;
            }
            shared.done.store(true, Relaxed);
        });
        found.truncate(question.lines.max(1));
        let lines = found
            .into_iter()
            .enumerate()
            .map(|(number, root)| {
                let score = if root.score == -super::score::INFINITE { root.previous } else { root.score };
                Line { number: number + 1, score, moves: root.line }
            })
            .collect();
        Answer { lines, nodes: shared.nodes.load(Relaxed) }
    }
}

#[cfg(test)]
mod tests;
