//! Where the games of a file are and what a list shows of them, in little memory: for files too large to hold as games.

use std::io::{self, BufRead, Seek, SeekFrom};

use crate::chess::Position;

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
    /// Half-moves of the main line.
    pub plies: u32,
    /// The game by what makes it that game: who played, when and where, and to which end. It does not change with the
    /// place of the game, nor with comments, signs and variations.
    pub key: u64,
    /// What the tags in [`TAGS`] say, each in a line; empty where there is no such tag.
    names: Box<str>,
}

/// The tags of which a list knows something; those before the last three are part of the game's key.
const TAGS: [&str; 9] = ["White", "Black", "Date", "Event", "Site", "Round", "ECO", "Opening", "Variation"];

impl Entry {
    /// What a list shows of a game.
    pub fn new(game: &Report) -> Entry {
        let tags = TAGS.map(|name| game.tag(name).unwrap_or("").trim());
        Entry {
            offset: game.offset,
            end: game.end,
            line: game.line,
            result: game.result,
            playable: game.playable,
            fault: game.error.as_ref().map(|error| error.to_string().into()),
            plies: u32::try_from(game.plies).unwrap_or(u32::MAX),
            key: key(&tags[..6], &game.last),
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

    /// The tag `Site`.
    pub fn site(&self) -> &str {
        self.name(4)
    }

    /// The tags `ECO`, `Opening` and `Variation`.
    pub fn opening(&self) -> [&str; 3] {
        [6, 7, 8].map(|number| self.name(number))
    }
}

/// A number for a game that stays the same from one build of the program to the next (FNV-1a, 64 bits).
fn key(tags: &[&str], last: &Position) -> u64 {
    let names = tags.iter().flat_map(|tag| tag.bytes().chain([0]));
    let men = last.pieces().flat_map(|(square, piece)| [square.index() as u8, piece.letter() as u8]);
    let side = last.side().index() as u8;
    names
        .chain(men)
        .chain([side])
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
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
