//! `endgame uci`: our engine for other programs, by the Universal Chess Interface.
//!
//! What cannot be understood is passed over, as the interface asks for; what is dangerous (a position that cannot be played) is
//! told by an `info string`.

mod go;
mod options;
mod place;

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::chess::{Move, Position};
use crate::engine::{Engine, Question, Report, Signal, Told};
use crate::notation::uci;
use options::Options;
use place::Place;

/// Arguments of `endgame uci`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Example:\n  printf 'position startpos moves e2e4\\ngo depth 10\\n' | endgame uci")]
pub struct Args {}

/// Answers the commands of standard input until `quit` or its end.
///
/// # Errors
/// Standard input or output fails.
pub fn run(_: &Args) -> anyhow::Result<()> {
    let mut server = Server::new();
    for line in super::lines(io::stdin().lock()) {
        if !server.obey(&line?) {
            server.end();
            return Ok(());
        }
    }
    // A list of commands that came through a pipe is answered to its end, unless the search has none.
    server.wait();
    Ok(())
}

/// A search that goes on.
struct Running {
    signal: Arc<Signal>,
    is_free: Arc<Gate>,
    thread: JoinHandle<()>,
}

/// Where a search that may not answer yet waits: `infinite` and `ponder` end by command only.
#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.is_open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn pass(&self) {
        let mut is_open = self.is_open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_open {
            is_open = self.opened.wait(is_open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

struct Server {
    options: Options,
    place: Place,
    /// Comes back from the search that has it.
    engine: Option<Engine>,
    engines: (Sender<Engine>, Receiver<Engine>),
    running: Option<Running>,
}

impl Server {
    fn new() -> Server {
        Server { options: Options::default(), place: Place::default(), engine: None, engines: channel(), running: None }
    }

    /// Obeys one line; `false` after `quit`.
    fn obey(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        // Unknown words before a command are passed over, as the interface asks for.
        while let Some(word) = words.next() {
            let rest: Vec<&str> = words.clone().collect();
            match word {
                "uci" => self.introduce(),
                "isready" => say("readyok"),
                "ucinewgame" => {
                    self.stop();
                    self.with_engine(Engine::forget);
                }
                "setoption" => {
                    self.stop();
                    self.set(&rest);
                }
                "position" => {
                    self.stop();
                    if let Err(error) = self.place.set(&rest, self.options.rules()) {
                        say(&format!("info string {error}"));
                    }
                }
                "go" => self.go(&rest),
                "stop" => self.stop(),
                "ponderhit" => {
                    if let Some(running) = &self.running {
                        running.signal.hit();
                        running.is_free.open();
                    }
                }
                "d" => say(&format!("{:?}", self.place.position)),
                "eval" => say(&format!("info string {}", Told::of(crate::engine::evaluate(&self.place.position)))),
                "quit" => return false,
                _ => continue,
            }
            break;
        }
        true
    }

    fn introduce(&self) {
        let mut text = format!("id name Endgame {}\nid author the Endgame developers\n", env!("CARGO_PKG_VERSION"));
        for option in self.options.list() {
            text += &format!("option {option}\n");
        }
        say(&(text + "uciok"));
    }

    fn set(&mut self, words: &[&str]) {
        match self.options.set(words) {
            Ok(changed) => {
                let options = self.options.clone();
                match changed {
                    options::Changed::Hash => self.with_engine(|engine| engine.set_hash(options.hash)),
                    options::Changed::Threads => self.with_engine(|engine| engine.set_threads(options.threads)),
                    options::Changed::Clear => self.with_engine(Engine::forget),
                    options::Changed::Nothing => {}
                }
            }
            Err(error) => say(&format!("info string {error}")),
        }
    }

    fn with_engine(&mut self, change: impl FnOnce(&mut Engine)) {
        let mut engine = self.take_engine();
        change(&mut engine);
        self.engine = Some(engine);
    }

    fn take_engine(&mut self) -> Engine {
        self.engine
            .take()
            .or_else(|| self.engines.1.try_iter().last())
            .unwrap_or_else(|| Engine::new(self.options.hash, self.options.threads))
    }

    fn go(&mut self, words: &[&str]) {
        self.stop();
        let order = go::read(words, &self.place.position, &self.options);
        if let Some(depth) = order.perft {
            self.perft(depth);
            return;
        }
        let question = Question {
            position: self.place.position,
            before: self.place.before.clone(),
            only: order.only,
            lines: self.options.lines,
            limits: order.limits,
        };
        let (level, lines) = (self.options.level, self.options.lines);
        let waits = question.limits.infinite || order.ponder;
        let signal = Arc::new(if order.ponder { Signal::pondering() } else { Signal::default() });
        let is_free = Arc::new(Gate::default());
        if !waits {
            is_free.open();
        }
        let mut engine = self.take_engine();
        let (back, heard, gate) = (self.engines.0.clone(), Arc::clone(&signal), Arc::clone(&is_free));
        let search = move || {
            let position = question.position;
            let chance = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
            let mut tell = |report: Report| {
                // A weaker player thinks about many moves; only as many lines as were asked for are told.
                if report.line.number <= lines {
                    say(&describe(&position, &report));
                }
            };
            let chosen = level.choose(&mut engine, &question, &heard, chance, &mut tell);
            gate.pass();
            say(&best(&position, chosen));
            let _ = back.send(engine);
        };
        match thread::Builder::new().name("search".to_owned()).stack_size(16 << 20).spawn(search) {
            Ok(thread) => self.running = Some(Running { signal, is_free, thread }),
            Err(error) => say(&format!("info string no thread for the search: {error}\nbestmove 0000")),
        }
    }

    fn perft(&self, depth: u32) {
        let mut total = 0;
        for (mv, nodes) in crate::chess::perft::divide(&self.place.position, depth) {
            total += nodes;
            say(&format!("{}: {nodes}", uci::write(&self.place.position, mv)));
        }
        say(&format!("\nNodes searched: {total}"));
    }

    /// Ends a search that goes on; it has told its move when this returns.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.signal.stop();
            running.is_free.open();
            let _ = running.thread.join();
        }
    }

    fn end(&mut self) {
        self.stop();
    }

    /// Waits for a search that ends by itself.
    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            if *running.is_free.is_open.lock().unwrap_or_else(PoisonError::into_inner) {
                let _ = running.thread.join();
            } else {
                self.running = Some(running);
                self.stop();
            }
        }
    }
}

/// Writes lines at once. A reader that has gone away is heard of by the end of standard input.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// A report in UCI's words.
fn describe(position: &Position, report: &Report) -> String {
    let Report { depth, farthest, line, nodes, elapsed, fullness } = report;
    let time = elapsed.as_millis();
    let speed = (*nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64;
    let score = Told::of(line.score);
    let number = line.number;
    let mut text = format!(
        "info depth {depth} seldepth {farthest} multipv {number} score {score} nodes {nodes} nps {speed} hashfull {fullness} \
         time {time} pv"
    );
    let mut at = *position;
    for &mv in &line.moves {
        text += " ";
        text += &uci::write(&at, mv);
        at = at.play(mv);
    }
    text
}

fn best(position: &Position, chosen: Option<(Move, Option<Move>)>) -> String {
    let Some((mv, expected)) = chosen else {
        let told = if position.is_check() { "mate 0" } else { "cp 0" };
        return format!("info depth 0 score {told}\nbestmove 0000");
    };
    let mut text = format!("bestmove {}", uci::write(position, mv));
    if let Some(expected) = expected {
        text += &format!(" ponder {}", uci::write(&position.play(mv), expected));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_passed_over() {
        let mut server = Server::new();
        for line in [
            "",
            "   ",
            "joho debug on",
            "position",
            "position fen",
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position startpos moves e2e5",
            "position startpos moves e2e4 e7e5 zzzz",
            "go depth",
            "go depth x",
            "go wtime -5",
            "setoption",
            "setoption name",
            "setoption name Hash value 99999999999",
            "setoption name Hash value -3",
            "setoption name Threads value many",
            "setoption name Nothing value 3",
            "ponderhit",
            "stop",
            "stop",
            "go perft x",
            "go searchmoves e2e4 e9e9 depth 2",
            "\u{0}\u{ff}",
            "go movetime 0",
            "go nodes 0",
            "go mate 0",
        ] {
            assert!(server.obey(line), "{line}");
        }
        server.stop();
        assert_eq!(server.options.hash, Options::default().hash);
        assert!(!server.obey("  quit"));
    }

    #[test]
    fn moves_before_a_wrong_one_count() {
        let mut server = Server::new();
        server.obey("position startpos moves e2e4 e7e5 e1e5 g1f3");
        assert_eq!(server.place.before.len(), 2);
    }
}
