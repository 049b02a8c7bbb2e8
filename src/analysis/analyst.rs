//! Our engine in a thread that lives as long as the table: it takes one order after the other.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    chess::Position,
    engine::{Engine, Limits, Line, Question, Report, Signal},
    opponent::Waker,
};

/// Megabytes of the engine's table.
const TABLE: usize = 64;

/// The table is woken no more often.
const NEWS: Duration = Duration::from_millis(250);

/// A hint is thought about so long.
const HINT: Duration = Duration::from_millis(1200);

/// What is to be thought about.
pub struct Order {
    pub position: Position,
    pub before: Vec<Position>,
    /// So many of the best lines.
    pub lines: usize,
    /// Until it is told to stop, and not only for a hint.
    pub forever: bool,
}

/// What was found so far.
#[derive(Default)]
struct Found {
    depth: i32,
    lines: Vec<Line>,
    is_new: bool,
}

struct Job {
    order: Order,
    signal: Arc<Signal>,
    found: Arc<Mutex<Found>>,
    done: Arc<AtomicBool>,
    waker: Waker,
}

struct Running {
    signal: Arc<Signal>,
    found: Arc<Mutex<Found>>,
    done: Arc<AtomicBool>,
}

/// The thread, once somebody has asked, and what it does.
#[derive(Default)]
pub struct Analyst {
    orders: Option<Sender<Job>>,
    running: Option<Running>,
}

impl Analyst {
    /// Whether it is at work, or what it has found was not heard yet.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Begins to think; what it thought about before is dropped.
    pub fn begin(&mut self, order: Order, waker: &Waker) {
        self.stop();
        let running = Running { signal: Arc::default(), found: Arc::default(), done: Arc::default() };
        let job = Job {
            order,
            signal: Arc::clone(&running.signal),
            found: Arc::clone(&running.found),
            done: Arc::clone(&running.done),
            waker: waker.clone(),
        };
        let orders = self.orders.get_or_insert_with(hire);
        if orders.send(job).is_ok() {
            self.running = Some(running);
        } else {
            self.orders = None;
        }
    }

    /// Nobody wants to know any more.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.signal.stop();
        }
    }

    /// What is new: depth and lines.
    pub fn news(&mut self) -> Option<(i32, Vec<Line>)> {
        let running = self.running.as_ref()?;
        let done = running.done.load(Ordering::Acquire);
        let mut found = running.found.lock().unwrap_or_else(PoisonError::into_inner);
        let news = std::mem::take(&mut found.is_new).then(|| (found.depth, found.lines.clone()));
        drop(found);
        if done {
            self.running = None;
        }
        news
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop();
    }
}

fn hire() -> Sender<Job> {
    let (orders, jobs) = channel();
    if let Err(error) =
        thread::Builder::new().name("analysis".to_owned()).stack_size(16 << 20).spawn(move || work(&jobs))
    {
        bevy::log::error!("no thread for the analysis: {error}");
    }
    orders
}

/// The whole life of the thread.
fn work(jobs: &Receiver<Job>) {
    let mut engine = None;
    for Job { order, signal, found, done, waker } in jobs {
        if signal.is_stopped() {
            continue;
        }
        let engine = engine.get_or_insert_with(|| Engine::new(TABLE, 1));
        let limits = if order.forever {
            Limits { infinite: true, ..Limits::default() }
        } else {
            Limits { move_time: Some(HINT), ..Limits::default() }
        };
        let question = Question { before: order.before, lines: order.lines, ..Question::new(order.position, limits) };
        let (mut lines, mut told) = (Vec::new(), Instant::now());
        engine.search(&question, &signal, &mut |report: Report| {
            if report.line.number == 1 {
                lines.clear();
            }
            lines.push(report.line);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            *found = Found { depth: report.depth, lines: lines.clone(), is_new: true };
            drop(found);
            if told.elapsed() > NEWS {
                told = Instant::now();
                (waker.0)();
            }
        });
        done.store(true, Ordering::Release);
        (waker.0)();
    }
}
