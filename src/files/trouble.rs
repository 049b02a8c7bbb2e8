//! What can be wrong with a file of ours, as facts; words for people are found by `ui`.

use std::{io, path::PathBuf};

/// Why a file is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is nothing in it.
    Empty,
    /// Its bytes are no text.
    NotText,
    /// It was cut or changed; where and why, in the reader's words.
    Damaged(String),
    /// It is something else.
    Foreign,
    /// A newer program has written it.
    Newer,
    /// The system does not let it be read; in the system's words.
    Unreadable(String),
}

/// Something about a file that a person must know. Play goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file was not understood: it is kept under another name, and defaults are used.
    SetAside {
        /// Which.
        file: PathBuf,
        /// Where it is now.
        aside: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The file was not understood and could not be set aside either; it stays where it is, and defaults are used.
    LeftThere {
        /// Which.
        file: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// One value of a file was not understood: its default is used.
    Value {
        /// Which file.
        file: PathBuf,
        /// The name of the value.
        key: String,
    },
    /// The file could not be written.
    NotKept {
        /// Which.
        file: PathBuf,
        /// In the words of the system.
        why: String,
    },
    /// There is no folder in which files could be kept.
    NoFolder,
}

impl Trouble {
    /// The file could not be written, for this reason.
    pub fn not_kept(file: impl Into<PathBuf>, why: &io::Error) -> Trouble {
        Trouble::NotKept { file: file.into(), why: why.to_string() }
    }
}
