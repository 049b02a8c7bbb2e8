//! Games from bytes, one at a time, as tolerantly as they are found in the world.
//!
//! Nothing in a file stops the reader: what is odd becomes a warning of its game; a move that cannot be played ends that
//! game's main line (or only the variation it is in), what came before is kept, and the next game is read from its
//! beginning. Memory does not grow with the file, only with the largest game.
//!
//! A comment belongs to the move before it; at the beginning of a line and after a variation it belongs to the move that
//! follows. Several comments on one place are joined by a space, and runs of blanks and line ends in a comment are one
//! space.
//!
//! Moves with the letters of another language are read when the game cannot be read in English, its letters point to
//! another language, and there is only one way to read it; a warning names the language.
//!
//! ```
//! use endgame::notation::pgn::reader;
//!
//! let games = reader::read_all("1. e4 e5 2. Nf3 {a knight} (2. f4) *\n\n1. d4 *");
//! assert_eq!(games.len(), 2);
//! assert_eq!(games[0].main_line().len(), 3);
//! assert_eq!(games[0].nodes[3].after, "a knight");
//! ```

use std::io::{self, BufRead};

use super::games::Games;
use super::keep::{Sums, Tree};
use super::letters::Letters;
use super::report::Report;
use super::source::Place;
use super::tree::PgnGame;

/// The games of a file. An item is `Err` only when the file itself cannot be read; it is the last one then.
pub struct Reader<R>(Games<R>);

/// The same games without their moves, which are checked and forgotten: quick, and in little memory.
pub struct Checker<R>(Games<R>);

/// Reads all games of a text that is in memory already.
pub fn read_all(text: impl AsRef<[u8]>) -> Vec<PgnGame> {
    Reader::new(text.as_ref()).map_while(Result::ok).collect()
}

impl<R: BufRead> Reader<R> {
    /// Reads games from UTF-8 or Windows-1252 text.
    pub fn new(input: R) -> Reader<R> {
        Reader(Games::new(input, Place::START))
    }

    /// Reads on from the [`offset`](PgnGame::offset) of a game, which begins on this line; `input` stands there.
    pub fn from_game(input: R, line: usize, offset: u64) -> Reader<R> {
        Reader(Games::new(input, Place { line, column: 0, offset }))
    }

    /// Tries the letters of a language before English.
    #[must_use]
    pub fn with_letters(self, letters: &'static Letters) -> Reader<R> {
        Reader(self.0.with_letters(letters))
    }
}

impl<R: BufRead> Checker<R> {
    /// Checks games in UTF-8 or Windows-1252 text.
    pub fn new(input: R) -> Checker<R> {
        Checker(Games::new(input, Place::START))
    }

    /// Tries the letters of a language before English.
    #[must_use]
    pub fn with_letters(self, letters: &'static Letters) -> Checker<R> {
        Checker(self.0.with_letters(letters))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<PgnGame>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.0.next(&Tree::default())?;
        Some(game.map(|(report, tree)| PgnGame::read(report, tree.nodes)))
    }
}

impl<R: BufRead> Iterator for Checker<R> {
    type Item = io::Result<Report>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.0.next(&Sums::default())?;
        Some(game.map(|(report, sums)| Report { comments: sums.comments, nags: sums.nags, ..report }))
    }
}
