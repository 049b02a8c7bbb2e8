//! The engine's process: started without a shell, written to and read by threads, and gone in any case when we are.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::Fault;
use super::inbox::Inbox;

/// After `quit` and the end of its input an engine has so long before it is killed.
const FAREWELL: Duration = Duration::from_millis(500);

/// So long is waited for the exit code and the last words of an engine whose output has ended.
const LAST_MOMENT: Duration = Duration::from_millis(200);

/// Lines of standard error that are kept.
const LAST_WORDS: usize = 8;

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The program that keeps it: `KEEPER keep PROGRAM ARGUMENTS…` runs it and ends it when its own input ends, as it does
    /// when this process is killed. Without one an engine that does not heed the end of its input may outlive us.
    pub keeper: Option<PathBuf>,
}

/// A running engine.
pub struct Process {
    child: Option<Child>,
    lines: Option<Sender<String>>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Reads what it says on standard error.
    listener: Option<thread::JoinHandle<()>>,
}

impl Process {
    /// Starts it.
    pub fn start(launch: &Launch, inbox: &Inbox) -> Result<Process, Fault> {
        let path = launch.program.clone();
        if !path.is_file() {
            return Err(Fault::Missing(path));
        }
        let mut command = match &launch.keeper {
            Some(keeper) => {
                let mut command = Command::new(keeper);
                command.arg("keep").arg(&launch.program);
                command
            }
            None => Command::new(&launch.program),
        };
        command.args(&launch.arguments);
        // Engines look for their books and networks beside themselves.
        if let Some(folder) = launch.program.parent().filter(|folder| folder.is_dir() && launch.program.is_absolute()) {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| Fault::not_started(path.clone(), &error))?;
        let (lines, to_say) = channel::<String>();
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let words = Arc::clone(&last_words);
        let inbox = inbox.clone();
        let threads = [
            spawn("engine input", move || {
                let Some(mut input) = input else { return };
                for line in to_say {
                    if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                        return;
                    }
                }
            }),
            spawn("engine errors", move || {
                if let Some(errors) = errors {
                    listen(errors, &words);
                }
            }),
            spawn("engine output", move || {
                if let Some(output) = output {
                    inbox.fill(output);
                }
            }),
        ];
        let mut process = Process { child: Some(child), lines: Some(lines), last_words, listener: None };
        let mut handles = Vec::new();
        for thread in threads {
            match thread {
                Ok(handle) => handles.push(handle),
                Err(error) => {
                    process.kill();
                    return Err(Fault::not_started(path, &error));
                }
            }
        }
        process.listener = Some(handles.swap_remove(1));
        Ok(process)
    }

    /// Says a line to it. If it does not read, nobody waits.
    pub fn say(&self, line: &str) {
        if let Some(lines) = &self.lines {
            let _ = lines.send(line.to_owned());
        }
    }

    /// Its output has ended: its exit code, and what it said last on standard error.
    pub fn end(&mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        let mut code = None;
        while begun.elapsed() < LAST_MOMENT {
            if let Some(Ok(Some(status))) = self.child.as_mut().map(Child::try_wait) {
                code = status.code();
                // What it said last may still be on its way.
                if self.listener.as_ref().is_none_or(thread::JoinHandle::is_finished) {
                    break;
                }
            }
            thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        (code, words.iter().map(String::as_str).collect::<Vec<_>>().join(" "))
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        // Its input ends, so that a keeper ends what it keeps, too.
        self.lines = None;
        self.bury(Duration::ZERO);
    }

    /// Asks it to go, and sees to it that it does.
    pub fn quit(&mut self) {
        self.say("quit");
        self.lines = None;
        self.bury(FAREWELL);
    }

    /// A thread waits for its end, so that nobody else does and nothing of it is left in the system's tables.
    fn bury(&mut self, farewell: Duration) {
        // A keeper has a little time to end what it keeps; it is killed after that.
        let patience = farewell + Duration::from_millis(700);
        if let Some(mut child) = self.child.take() {
            let _ = spawn("engine end", move || wait_or_kill(&mut child, patience));
        }
    }
}

fn wait_or_kill(child: &mut Child, patience: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

fn listen(errors: impl Read, words: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while let Ok(1..) = errors.by_ref().take(4096).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if text.is_empty() {
            continue;
        }
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(text);
    }
}
