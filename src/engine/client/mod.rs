//! Other people's engines: a UCI program as a process of its own, which is never waited for.
//!
//! Whatever it does (says nothing, talks nonsense, crashes, forgets to answer), each stage has its time, and what went wrong is
//! told as a [`Fault`]. Its output is read and its input written by threads of their own.

mod fault;
mod inbox;
mod option;
mod process;
mod talk;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

pub use fault::Fault;
use inbox::{Heard, Inbox};
pub use option::{EngineOption, Sort};
pub use process::Launch;
use process::Process;
pub use talk::{Go, Info, Task};

use crate::chess::Move;
use crate::notation::uci;

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name and version.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// What can be set.
    pub options: Vec<EngineOption>,
}

/// What is told of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// It has introduced itself and is ready.
    Ready(Identity),
    /// What it thinks of the position it was asked about last.
    Info(Info),
    /// Its move in that position, and what it expects then.
    Best(Move, Option<Move>),
    /// It is of no use any more.
    Fault(Fault),
}

/// How long each stage may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its start until it has introduced itself.
    pub introduction: Duration,
    /// Until it says that it is ready: large tables are emptied.
    pub readiness: Duration,
    /// From `stop` until its move comes.
    pub stopping: Duration,
    /// Beyond its time on the clock.
    pub thinking: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            introduction: Duration::from_secs(10),
            readiness: Duration::from_secs(30),
            stopping: Duration::from_secs(5),
            thinking: Duration::from_secs(10),
        }
    }
}

/// What it is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// `uci` was said.
    Introducing,
    /// It did not understand `uci`: does it speak the other protocol?
    Doubted,
    /// `isready` was said.
    Readying,
    Idle,
    /// It was asked. If nobody wants its answer any more, it was told to stop.
    Thinking {
        is_wanted: bool,
    },
    Gone,
}

/// A UCI engine.
pub struct Client {
    process: Process,
    inbox: Inbox,
    stage: Stage,
    /// When the stage is over, however it ends.
    until: Option<Instant>,
    patience: Patience,
    identity: Identity,
    /// Said once it is ready.
    waiting: VecDeque<String>,
    /// Asked once it has answered what it was asked before.
    next: Option<Task>,
    task: Option<Task>,
    was_introduced: bool,
}

impl Client {
    /// Starts a program. Whether it is an engine is told by [`poll`](Self::poll).
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        launch: &Launch,
        patience: Patience,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Client, Fault> {
        let inbox = Inbox::new(wake);
        let process = Process::start(launch, &inbox)?;
        process.say("uci");
        Ok(Client {
            process,
            inbox,
            stage: Stage::Introducing,
            until: Some(Instant::now() + patience.introduction),
            patience,
            identity: Identity::default(),
            waiting: VecDeque::new(),
            next: None,
            task: None,
            was_introduced: false,
        })
    }

    /// What it has said of itself so far.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether it is thinking about what it was asked last.
    pub fn is_thinking(&self) -> bool {
        self.next.is_some() || self.stage == Stage::Thinking { is_wanted: true }
    }

    /// Sets an option, before it is asked next.
    pub fn set(&mut self, name: &str, value: Option<&str>) {
        self.waiting.push_back(option::command(name, value));
        self.go_on();
    }

    /// Tells that another game begins.
    pub fn new_game(&mut self) {
        self.waiting.push_back("ucinewgame".to_owned());
        self.go_on();
    }

    /// Asks for a move. What it was asked before is dropped: its answer is never told.
    pub fn ask(&mut self, task: Task) {
        self.stop_unwanted();
        self.next = Some(task);
        self.go_on();
    }

    /// What it was asked is of no interest any more.
    pub fn drop_task(&mut self) {
        self.next = None;
        self.stop_unwanted();
    }

    /// It is to play at once.
    pub fn move_now(&mut self) {
        if self.stage == (Stage::Thinking { is_wanted: true }) {
            self.process.say("stop");
            self.until = Some(Instant::now() + self.patience.stopping);
        }
    }

    /// The opponent has played what it ponders on: its own clock runs.
    pub fn ponder_hit(&mut self) {
        if let (Stage::Thinking { is_wanted: true }, Some(task)) = (self.stage, &mut self.task) {
            task.go.ponder = false;
            self.process.say("ponderhit");
            self.until = task.longest().map(|longest| Instant::now() + longest + self.patience.thinking);
        }
    }

    /// What has happened since this was asked last. Never waits.
    pub fn poll(&mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        for heard in self.inbox.take() {
            if self.stage == Stage::Gone {
                break;
            }
            self.hear(heard, &mut messages);
        }
        if self.until.is_some_and(|until| Instant::now() >= until) {
            self.lose_patience(&mut messages);
        }
        messages
    }

    /// Waits until something was heard, a stage is over, or so long at most.
    pub fn wait(&self, most: Duration) {
        let left = self.until.map_or(most, |until| until.saturating_duration_since(Instant::now()).min(most));
        self.inbox.wait(left);
    }

    fn hear(&mut self, heard: Heard, messages: &mut Vec<Message>) {
        match (heard, self.stage) {
            (Heard::Line(line), _) => self.read(&line, messages),
            (Heard::TooLong, _) => self.fail(Fault::TooLong, messages),
            (Heard::End, stage) => {
                let (code, last_words) = self.process.end();
                let fault = match stage {
                    Stage::Introducing | Stage::Doubted
                        if last_words.is_empty() && code.is_none_or(|code| code == 0) =>
                    {
                        Fault::NoEngine
                    }
                    _ => Fault::Ended { code, last_words },
                };
                self.fail(fault, messages);
            }
        }
    }

    fn read(&mut self, line: &str, messages: &mut Vec<Message>) {
        let mut words = line.split_whitespace();
        match (words.next().unwrap_or_default(), self.stage) {
            ("id", Stage::Introducing | Stage::Doubted) => {
                let (what, rest) = (words.next(), words.collect::<Vec<_>>().join(" "));
                match what {
                    Some("name") => self.identity.name = rest,
                    Some("author") => self.identity.author = rest,
                    _ => {}
                }
            }
            ("option", Stage::Introducing | Stage::Doubted) => {
                self.identity.options.extend(EngineOption::read(line));
            }
            ("uciok", Stage::Introducing | Stage::Doubted) => self.get_ready(),
            ("feature", Stage::Doubted) => self.fail(Fault::XboardOnly, messages),
            ("readyok", Stage::Readying) => {
                (self.stage, self.until) = (Stage::Idle, None);
                if !self.was_introduced {
                    self.was_introduced = true;
                    messages.push(Message::Ready(self.identity.clone()));
                }
                self.go_on();
            }
            ("info", Stage::Thinking { is_wanted: true }) => {
                if let Some(info) = self.task.as_ref().and_then(|task| Info::read(line, task.position())) {
                    messages.push(Message::Info(info));
                }
            }
            ("bestmove", Stage::Thinking { is_wanted }) => {
                (self.stage, self.until) = (Stage::Idle, None);
                let task = self.task.take();
                if is_wanted && let Some(task) = task {
                    self.answer(&task, words.next(), words.nth(1), messages);
                }
                if self.stage == Stage::Idle {
                    self.go_on();
                }
            }
            // Engines of the other protocol say so, or nothing at all.
            (_, Stage::Introducing) if is_refusal(line) => self.doubt(),
            _ => {}
        }
    }

    fn answer(&mut self, task: &Task, best: Option<&str>, expected: Option<&str>, messages: &mut Vec<Message>) {
        let text = best.unwrap_or_default();
        let position = task.position();
        match uci::read(position, text) {
            Ok(mv) => {
                let expected = expected.and_then(|text| uci::read(&position.play(mv), text).ok());
                messages.push(Message::Best(mv, expected));
            }
            Err(_) if matches!(text, "" | "(none)" | "0000" | "NULL") => self.fail(Fault::NoMove, messages),
            Err(_) => self.fail(Fault::Illegal(text.to_owned()), messages),
        }
    }

    /// Time is over for what it should have done.
    fn lose_patience(&mut self, messages: &mut Vec<Message>) {
        match self.stage {
            Stage::Introducing => self.doubt(),
            Stage::Doubted => self.fail(Fault::NoEngine, messages),
            Stage::Readying => self.fail(Fault::NotReady, messages),
            Stage::Thinking { is_wanted: true } => self.fail(Fault::NoAnswer, messages),
            Stage::Thinking { is_wanted: false } => self.fail(Fault::NotStopped, messages),
            Stage::Idle | Stage::Gone => self.until = None,
        }
    }

    /// Perhaps it speaks XBoard's protocol.
    fn doubt(&mut self) {
        self.process.say("xboard");
        self.process.say("protover 2");
        (self.stage, self.until) = (Stage::Doubted, Some(Instant::now() + Duration::from_secs(2)));
    }

    fn fail(&mut self, fault: Fault, messages: &mut Vec<Message>) {
        (self.stage, self.until, self.next, self.task) = (Stage::Gone, None, None, None);
        self.process.kill();
        messages.push(Message::Fault(fault));
    }

    fn get_ready(&mut self) {
        self.process.say("isready");
        (self.stage, self.until) = (Stage::Readying, Some(Instant::now() + self.patience.readiness));
    }

    fn stop_unwanted(&mut self) {
        if self.stage == (Stage::Thinking { is_wanted: true }) {
            self.process.say("stop");
            self.stage = Stage::Thinking { is_wanted: false };
            self.until = Some(Instant::now() + self.patience.stopping);
        }
    }

    /// Says what waits, if it is ready to hear.
    fn go_on(&mut self) {
        if self.stage != Stage::Idle {
            return;
        }
        if !self.waiting.is_empty() {
            for line in self.waiting.drain(..) {
                self.process.say(&line);
            }
            self.get_ready();
            return;
        }
        if let Some(task) = self.next.take() {
            for line in task.commands(&self.identity) {
                self.process.say(&line);
            }
            self.until = task.longest().map(|longest| Instant::now() + longest + self.patience.thinking);
            self.stage = Stage::Thinking { is_wanted: true };
            self.task = Some(task);
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.process.quit();
    }
}

/// Whether an answer to `uci` says that it is not understood.
fn is_refusal(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["unknown command", "illegal move", "error (", "invalid move", "unrecognized"]
        .iter()
        .any(|words| line.contains(words))
}
