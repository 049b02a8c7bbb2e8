//! Our engine in a thread of its own, which nobody waits for: a question goes in, an answer comes out, or it is stopped.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bevy::platform::cell::SyncCell;

use super::{Moment, Waker};
use crate::{
    chess::{Move, Position},
    engine::{Engine, Level, Limits, Question, Signal, evaluate},
};

/// Megabytes of the engine's table.
const TABLE: usize = 64;

/// How often a thread that waits to be heard looks whether anybody still wants to hear it.
const LOOK: Duration = Duration::from_millis(20);

/// What is to be thought about.
pub struct Task {
    /// Which game, and where in it.
    pub moment: Moment,
    /// The positions of the game so far.
    pub before: Vec<Position>,
    /// The position.
    pub position: Position,
    /// How strong.
    pub level: u8,
    /// How long.
    pub limits: Limits,
    /// How long at least.
    pub pause: Duration,
}

/// What was found.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// The move; none where there is none.
    pub mv: Option<Move>,
    /// What the position is worth for the one who thinks, in hundredths of a pawn.
    pub score: i32,
    /// How strong the one is who thinks.
    pub level: u8,
}

struct Running {
    moment: Moment,
    signal: Arc<Signal>,
    answer: SyncCell<Receiver<(Thought, Engine)>>,
}

/// The engine, and what it does.
#[derive(Default)]
pub struct Thinker {
    running: Option<Running>,
    /// Searches that were stopped: each brings an engine back in a moment.
    stopped: Vec<SyncCell<Receiver<(Thought, Engine)>>>,
    engine: Option<SyncCell<Engine>>,
}

impl Thinker {
    /// Whether it is at work.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// What it is at work on.
    pub fn moment(&self) -> Option<Moment> {
        self.running.as_ref().map(|running| running.moment)
    }

    /// Begins to think.
    pub fn begin(&mut self, task: Task, waker: &Waker) {
        self.stop();
        self.stopped.retain_mut(|stopped| match stopped.get().try_recv() {
            Ok((_, engine)) => {
                self.engine = Some(SyncCell::new(engine));
                false
            }
            Err(error) => error == TryRecvError::Empty,
        });
        let engine = self.engine.take().map(SyncCell::to_inner);
        let signal = Arc::new(Signal::default());
        let (heard, moment) = (Arc::clone(&signal), task.moment);
        let (tell, answer) = channel();
        let waker = waker.clone();
        let work = move || {
            // One thread: the other processors draw.
            let mut engine = engine.unwrap_or_else(|| Engine::new(TABLE, 1));
            let thought = think(&mut engine, task, &heard);
            let _ = tell.send((thought, engine));
            (waker.0)();
        };
        match thread::Builder::new().name("opponent".to_owned()).stack_size(16 << 20).spawn(work) {
            Ok(_) => self.running = Some(Running { moment, signal, answer: SyncCell::new(answer) }),
            Err(error) => bevy::log::error!("the computer cannot think: {error}"),
        }
    }

    /// What it was asked is of no interest any more.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.signal.stop();
            self.stopped.push(running.answer);
        }
    }

    /// Its answer, once.
    pub fn answer(&mut self) -> Option<(Moment, Thought)> {
        let running = self.running.as_mut()?;
        let moment = running.moment;
        match running.answer.get().try_recv() {
            Ok((thought, engine)) => {
                self.engine = Some(SyncCell::new(engine));
                self.running = None;
                Some((moment, thought))
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.running = None;
                None
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn think(engine: &mut Engine, task: Task, signal: &Signal) -> Thought {
    let begun = Instant::now();
    let Task { before, position, level, limits, pause, .. } = task;
    let question = Question { before, ..Question::new(position, limits) };
    let chance = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let mut score = evaluate(&position);
    let mut tell = |report: crate::engine::Report| {
        if report.line.number == 1 {
            score = report.line.score;
        }
    };
    let strength = Level::new(level).unwrap_or(Level::LAST);
    let mv = strength.choose(engine, &question, signal, chance, &mut tell).map(|(mv, _)| mv);
    while !signal.is_stopped() && begun.elapsed() < pause {
        thread::sleep(LOOK.min(pause.saturating_sub(begun.elapsed())));
    }
    Thought { mv, score, level }
}
