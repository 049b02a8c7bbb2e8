//! What can be wrong with an engine.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why an engine is of no use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// There is no such file.
    #[error("{}: there is no such program", .0.display())]
    Missing(PathBuf),
    /// The file is no program, or may not be run.
    #[error("{}: cannot be started: {why}", path.display())]
    NotStarted {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It does not speak UCI.
    #[error("this program is no chess engine that speaks UCI: it does not introduce itself")]
    NoEngine,
    /// It speaks only the other protocol.
    #[error("this engine speaks only XBoard's protocol, not UCI")]
    XboardOnly,
    /// It does not get ready.
    #[error("the engine does not become ready")]
    NotReady,
    /// Its time is long over, and it has not moved.
    #[error("the engine does not answer: its time is over")]
    NoAnswer,
    /// It was told to stop and goes on.
    #[error("the engine does not stop thinking when it is told to")]
    NotStopped,
    /// It has ended.
    #[error("the engine has ended{}{}", code.map(|code| format!(" with code {code}")).unwrap_or_default(),
        if last_words.is_empty() { String::new() } else { format!(": {last_words}") })]
    Ended {
        /// Its exit code; none if a signal ended it.
        code: Option<i32>,
        /// What it said last on standard error.
        last_words: String,
    },
    /// It says that it has no move, and there is one.
    #[error("the engine gives no move")]
    NoMove,
    /// It wants to play what the laws forbid.
    #[error("the engine wants to play {0}, which is not legal here")]
    Illegal(String),
    /// What it says does not end.
    #[error("the engine floods its output")]
    TooLong,
}

impl Fault {
    /// What the system said when the program was started.
    pub(super) fn not_started(path: PathBuf, error: &io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::NotFound => Fault::Missing(path),
            _ => Fault::NotStarted { path, why: error.to_string() },
        }
    }
}
