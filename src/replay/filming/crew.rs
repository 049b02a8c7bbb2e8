//! The run of this program that makes a film: it hears the game, says how far it is, and ends when nobody wants the film any more.

use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::failure;

/// How long it may take to end once it was dismissed; longer than it gives itself.
const PATIENCE: Duration = Duration::from_secs(30);

/// What it does not say of itself.
const UNKNOWN: &str = "the program that draws it has ended";

/// Who makes a film.
pub struct Crew {
    child: Child,
    /// While somebody has this the film is wanted.
    wanted: Option<Sender<()>>,
    dismissed: Option<Instant>,
    /// The newest that was heard: frames that are drawn, and all of them.
    progress: Arc<Mutex<Option<(u64, u64)>>>,
    /// What it complained of.
    complaints: Option<JoinHandle<String>>,
}

impl Crew {
    /// Hires one for this game.
    ///
    /// # Errors
    /// The system starts no other program.
    pub fn hire(program: &Path, arguments: Vec<OsString>, game: String) -> io::Result<Crew> {
        let mut child = start(program, &arguments)?;
        let (wanted, ended) = channel();
        let progress = Arc::default();
        let complaints = serve(&mut child, game, ended, Arc::clone(&progress));
        match complaints {
            Ok(complaints) => {
                Ok(Crew { child, wanted: Some(wanted), dismissed: None, progress, complaints: Some(complaints) })
            }
            Err(error) => {
                // Without threads to serve it, it would wait for ever.
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    /// Frames that are drawn, and all of them, if that was heard since it was asked last.
    pub fn progress(&mut self) -> Option<(u64, u64)> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The film is not wanted any more.
    pub fn dismiss(&mut self) {
        self.wanted = None;
        self.dismissed.get_or_insert_with(Instant::now);
    }

    /// What came of it, once it has ended.
    pub fn result(&mut self) -> Option<io::Result<()>> {
        if self.dismissed.is_some_and(|at| at.elapsed() > PATIENCE) {
            // That it has ended meanwhile is no fault.
            let _ = self.child.kill();
        }
        let status = match self.child.try_wait() {
            Ok(None) => return None,
            Ok(Some(status)) => status,
            Err(error) => return Some(Err(error)),
        };
        let said = self.complaints.take().and_then(|complaints| complaints.join().ok()).unwrap_or_default();
        if status.success() {
            return Some(Ok(()));
        }
        let last = said.lines().rev().map(str::trim).find(|line| !line.is_empty());
        let why = last.map(|line| line.trim_start_matches("endgame: ")).unwrap_or(UNKNOWN);
        Some(Err(failure(why)))
    }
}

/// Starts it, where that is known how, behind everything that somebody waits for.
fn start(program: &Path, arguments: &[OsString]) -> io::Result<Child> {
    let spawn = |mut command: Command| {
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    };
    if cfg!(unix) {
        let mut patient = Command::new("nice");
        patient.arg(program);
        match spawn(patient) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            started => return started,
        }
    }
    spawn(Command::new(program))
}

/// Gives it the game and hears what it says, by threads that end with it. What they are given back says what it complained of.
fn serve(
    child: &mut Child,
    game: String,
    ended: Receiver<()>,
    progress: Arc<Mutex<Option<(u64, u64)>>>,
) -> io::Result<JoinHandle<String>> {
    let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(failure(UNKNOWN));
    };
    let named = |name: &str| thread::Builder::new().name(name.to_owned());
    named("film input").spawn(move || tell(input, &game, &ended))?;
    named("film output").spawn(move || hear(output, &progress))?;
    named("film errors").spawn(move || read(errors))
}

/// Tells the game, and is there until the film is not wanted any more.
fn tell(mut input: ChildStdin, game: &str, ended: &Receiver<()>) {
    let told = write!(input, "{}\n{game}", game.len()).and_then(|()| input.flush());
    // If it does not hear, it says itself why.
    if told.is_ok() {
        // Nothing is ever sent.
        let _ = ended.recv();
    }
}

fn hear(output: ChildStdout, progress: &Mutex<Option<(u64, u64)>>) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        let numbers = line.split_once(' ').and_then(|(done, all)| Some((done.parse().ok()?, all.parse().ok()?)));
        if let Some(numbers) = numbers {
            *progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(numbers);
        }
    }
}

/// The last of what it complains of; all of it is taken, or it would wait.
fn read(mut errors: ChildStderr) -> String {
    const LAST: usize = 16 << 10;
    let (mut kept, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..count]);
        kept.drain(..kept.len().saturating_sub(LAST));
    }
    String::from_utf8_lossy(&kept).into_owned()
}
