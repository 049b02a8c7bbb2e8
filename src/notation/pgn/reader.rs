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
//! ```
//! use endgame::notation::pgn::reader;
//!
//! let games = reader::read_all("1. e4 e5 2. Nf3 {a knight} (2. f4) *\n\n1. d4 *");
//! assert_eq!(games.len(), 2);
//! assert_eq!(games[0].main_line().len(), 3);
//! assert_eq!(games[0].nodes[3].after, "a knight");
//! ```

use std::io::{self, BufRead};

use super::build::Builder;
use super::token::{Token, Tokens, What};
use super::tree::PgnGame;

/// The games of a file. An item is `Err` only when the file itself cannot be read; it is the last one then.
pub struct Reader<R> {
    tokens: Tokens<R>,
    /// A token of the next game.
    next: Option<Token>,
    failed: bool,
}

/// Reads all games of a text that is in memory already.
pub fn read_all(text: impl AsRef<[u8]>) -> Vec<PgnGame> {
    Reader::new(text.as_ref()).map_while(Result::ok).collect()
}

impl<R: BufRead> Reader<R> {
    /// Reads games from UTF-8 or Windows-1252 text.
    pub fn new(input: R) -> Reader<R> {
        Reader { tokens: Tokens::new(input), next: None, failed: false }
    }

    fn token(&mut self) -> io::Result<Option<Token>> {
        match self.next.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }

    fn game(&mut self) -> io::Result<Option<PgnGame>> {
        let Some(first) = self.token()? else {
            return Ok(None);
        };
        let mut builder = Builder::new(&first);
        self.next = Some(first);
        while let Some(token) = self.token()? {
            if ends_before(&builder, &token) {
                self.next = Some(token);
                break;
            }
            builder.goes_to(&token);
            for warning in self.tokens.warnings.drain(..) {
                builder.warn(warning);
            }
            match token.what {
                What::Tag { name, value } => builder.tag(name, value),
                What::Move(text) => builder.mv(&text),
                What::Nag(number) => builder.nag(number),
                What::Comment(text) => builder.comment(&text),
                What::Open => builder.open(),
                What::Close => builder.close(),
                What::Result(result) => builder.result(result),
            }
        }
        Ok(Some(builder.finish()))
    }
}

/// Whether a token belongs to the next game already.
fn ends_before(builder: &Builder, token: &Token) -> bool {
    match &token.what {
        What::Tag { name, .. } => builder.ends_before_tag(name, token.after_blank),
        // Behind the result, a remark on the same line is still about this game.
        What::Comment(_) | What::Nag(_) => builder.is_done() && token.line != builder.last_line(),
        _ => builder.is_done(),
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<PgnGame>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.game().transpose();
        self.failed = matches!(game, Some(Err(_)));
        game
    }
}
