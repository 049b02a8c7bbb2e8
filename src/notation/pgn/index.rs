//! Where the games of a file are and what a list shows of them, in little memory: for files too large to hold as games.

use std::io::{self, BufRead, Seek, SeekFrom};

use super::reader::{Checker, Reader};
use super::report::Report;
use super::tree::PgnGame;

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The byte at which the game begins.
    pub offset: u64,
    /// The byte behind the game.
    pub end: u64,
    /// The line on which the game begins, from 1.
    pub line: usize,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// Whether it starts from a position that is known here, so that it can be watched at all.
    pub playable: bool,
    /// Why it cannot be read, or not to its end.
    pub fault: Option<Box<str>>,
    /// White, Black, date and event as the tags say, each in a line; empty where there is no such tag.
    names: Box<str>,
}

impl Entry {
    /// What a list shows of a game.
    pub fn new(game: &Report) -> Entry {
        let tags = ["White", "Black", "Date", "Event"].map(|name| game.tag(name).unwrap_or("").trim());
        Entry {
            offset: game.offset,
            end: game.end,
            line: game.line,
            result: game.result,
            playable: game.playable,
            fault: game.error.as_ref().map(|error| error.to_string().into()),
            names: tags.join("\n").into(),
        }
    }

    fn name(&self, number: usize) -> &str {
        self.names.split('\n').nth(number).unwrap_or("")
    }

    /// The tag `White`.
    pub fn white(&self) -> &str {
        self.name(0)
    }

    /// The tag `Black`.
    pub fn black(&self) -> &str {
        self.name(1)
    }

    /// The tag `Date`.
    pub fn date(&self) -> &str {
        self.name(2)
    }

    /// The tag `Event`.
    pub fn event(&self) -> &str {
        self.name(3)
    }
}

/// The games of a file, one after the other, each checked and forgotten. Nothing in the file stops it: a bad game is an
/// entry with a fault, and those before and after are there.
pub fn entries(input: impl BufRead) -> impl Iterator<Item = io::Result<Entry>> {
    Checker::new(input).map(|game| game.map(|game| Entry::new(&game)))
}

/// Reads one game from its place in the file.
///
/// # Errors
/// Those of the system; that the file has changed, so that no such game begins there any more.
pub fn read(mut file: impl BufRead + Seek, entry: &Entry) -> io::Result<PgnGame> {
    file.seek(SeekFrom::Start(entry.offset))?;
    // Not beyond the game: its bytes end where those of the next begin.
    let bytes = file.take(entry.end.saturating_sub(entry.offset));
    let game = Reader::from_game(bytes, entry.line, entry.offset).next().transpose()?;
    let same = |game: &PgnGame| Entry::new(&game.report()) == *entry;
    game.filter(same).ok_or_else(has_changed)
}

/// What is said when a file is not any more what was listed.
pub fn has_changed() -> io::Error {
    io::Error::other("the file has changed since its games were listed")
}
