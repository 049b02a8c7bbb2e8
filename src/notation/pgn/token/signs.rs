//! What begins with a sign: tags, brackets, glyphs by number, and what is out of place.

use std::borrow::Cow;
use std::io::BufRead;

use super::{Tokens, What, words};
use crate::notation::pgn::tag;

impl<R: BufRead> Tokens<R> {
    /// Reads what begins here with a sign, at least one character.
    #[inline(never)]
    pub(super) fn read_other(&mut self, first: u8) -> Option<What> {
        let start = self.at;
        let rest = self.source.from(start);
        match first {
            b';' => Some(self.read_line_comment()),
            b'(' => Some(self.token(What::Open, 1)),
            b')' => Some(self.token(What::Close, 1)),
            b'*' => {
                self.result = "*";
                Some(self.token(What::Result, 1))
            }
            b'[' => self.read_tag(),
            b'<' if rest.starts_with("<>") => {
                "--".clone_into(&mut self.scratch);
                self.in_scratch = true;
                Some(self.token(What::Move, 2))
            }
            b'<' => self.skip_to('>', "text in angle brackets"),
            b'$' => {
                let digits = rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
                match rest[1..1 + digits].parse() {
                    Ok(number) => Some(self.token(What::Nag(number), 1 + digits)),
                    Err(_) => {
                        self.warn_at(start, "a $ without a number from 0 to 255");
                        self.at += 1 + digits;
                        None
                    }
                }
            }
            stray @ (b'}' | b']' | b'>') => {
                self.warn_at(start, format!("a {} that closes nothing", char::from(stray)));
                self.at += 1;
                None
            }
            _ => {
                let length = words::length(self.source.from(start));
                self.read_odd_word(length)
            }
        }
    }

    fn read_tag(&mut self) -> Option<What> {
        let rest = self.source.from(self.at);
        let Some(tag) = tag::read(rest) else {
            return self.skip_to(']', "text in brackets that is no tag");
        };
        let [name, value] = tag.starts.map(|start| self.at + start);
        self.name = name..name + tag.name.len();
        match tag.value {
            Cow::Borrowed(text) => self.text = value..value + text.len(),
            Cow::Owned(text) => (self.scratch, self.in_scratch) = (text, true),
        }
        let (length, warning) = (tag.length, tag.warning);
        if let Some(warning) = warning {
            self.warn_at(self.at, warning);
        }
        if !self.between {
            // A tag may begin a game although the one before has no result.
            self.origin = self.place(self.at);
        }
        Some(self.token(What::Tag, length))
    }

    /// Steps over text up to `end`, or over the line if it is not there.
    fn skip_to(&mut self, end: char, warning: &str) -> Option<What> {
        let rest = self.source.from(self.at);
        let length = rest.find(end).map_or(rest.len(), |found| found + 1);
        self.warn_at(self.at, warning);
        self.at += length;
        None
    }
}
