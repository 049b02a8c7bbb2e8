//! Lines to tokens. Where brackets, quotation marks and blanks mean something is decided here and nowhere else.

mod comments;
mod run;
mod signs;
mod words;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::Range;

use super::source::{Place, Source};
use super::tree::Warning;

/// Where the last token is.
#[derive(Copy, Clone)]
pub(super) struct Site {
    pub(super) line: usize,
    /// From 1.
    pub(super) column: usize,
    /// Byte of the file behind the token.
    pub(super) end: u64,
    /// Whether an empty line came between the token before and this one.
    pub(super) after_blank: bool,
}

/// What PGN text is made of. Move numbers are not: the game knows whose turn it is.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// [`Tokens::name`] and [`Tokens::text`] are its two parts.
    Tag,
    /// [`Tokens::text`] is the move.
    Move,
    Nag(u8),
    /// [`Tokens::text`] is the comment.
    Comment,
    Open,
    Close,
    /// [`Tokens::result`] is the result.
    Result,
    /// The end of the file, or [`Tokens::error`].
    End,
}

/// The tokens of a file, one at a time.
pub(super) struct Tokens<R> {
    source: Source<R>,
    /// Byte in the line that is read next.
    at: usize,
    after_blank: bool,
    /// Whether the next token begins a game, or ends one that has come to its result.
    pub(super) between: bool,
    /// Where a game that begins with the last token begins: a move number before it is part of it.
    pub(super) origin: Place,
    /// Where a move number between two games begins.
    number: Option<Place>,
    /// The last token's text, where it lies in the line.
    text: Range<usize>,
    /// The same, where it is another than in the line.
    scratch: String,
    in_scratch: bool,
    /// Where the last tag's name lies in the line.
    name: Range<usize>,
    /// The last result.
    pub(super) result: &'static str,
    /// The glyphs of the last word.
    nags: Vec<u8>,
    /// The rest of a word that was more than one token.
    ready: VecDeque<What>,
    /// Where the last token is.
    pub(super) site: Site,
    /// Why the file cannot be read any further.
    pub(super) error: Option<io::Error>,
    /// What was strange since the reader last took these.
    pub(super) warnings: Vec<Warning>,
}

impl<R: BufRead> Tokens<R> {
    pub(super) fn new(input: R, place: Place) -> Self {
        Tokens {
            source: Source::new(input, place),
            at: 0,
            after_blank: false,
            between: true,
            origin: place,
            number: None,
            text: 0..0,
            scratch: String::new(),
            in_scratch: false,
            name: 0..0,
            result: "*",
            nags: Vec::new(),
            ready: VecDeque::new(),
            site: Site { line: 0, column: 0, end: place.offset, after_blank: false },
            error: None,
            warnings: Vec::new(),
        }
    }

    /// The name of the tag that was the last token.
    pub(super) fn name(&self) -> &str {
        &self.source.text[self.name.clone()]
    }

    /// The text of the last token.
    #[inline]
    pub(super) fn text(&self) -> &str {
        if self.in_scratch { &self.scratch } else { &self.source.text[self.text.clone()] }
    }

    /// Keeps the bytes from here on, to read them a second time.
    pub(super) fn keep_from(&mut self, offset: u64) {
        self.source.keep_from(offset);
    }

    /// The bytes from here on, if they were kept.
    pub(super) fn kept(&mut self, from: u64) -> Option<&[u8]> {
        self.source.kept(from)
    }

    /// The next token.
    pub(super) fn next(&mut self) -> What {
        if !self.ready.is_empty()
            && let Some(token) = self.ready.pop_front()
        {
            return token;
        }
        loop {
            self.skip_blanks();
            let Some(&first) = self.source.from(self.at).as_bytes().first() else {
                match self.line() {
                    Ok(true) => continue,
                    Ok(false) => return What::End,
                    Err(error) => {
                        self.error = Some(error);
                        return What::End;
                    }
                }
            };
            self.in_scratch = false;
            let token = match first {
                b'a'..=b'z' | b'A'..=b'Z' => self.read_word(),
                b'0'..=b'9' if self.skip_number() => None,
                b'{' => Some(self.read_comment()),
                _ => self.read_other(first),
            };
            if let Some(token) = token {
                return token;
            }
        }
    }

    /// Goes to the next line that is no escape line.
    fn line(&mut self) -> io::Result<bool> {
        loop {
            if !self.advance()? {
                return Ok(false);
            }
            if !self.source.starts {
                return Ok(true);
            }
            match self.source.part().as_bytes() {
                [b'%', ..] => {}
                [b'!'..=b'~', ..] => return Ok(true),
                _ => {
                    self.after_blank |= self.source.part().trim().is_empty();
                    return Ok(true);
                }
            }
            self.skip_line()?;
        }
    }

    fn advance(&mut self) -> io::Result<bool> {
        let more = self.source.advance();
        self.at = self.source.begin;
        more
    }

    /// Goes to the end of the line, over all its parts, and gives them to `each`.
    fn take_line(&mut self, mut each: impl FnMut(&mut String, &str)) -> io::Result<()> {
        each(&mut self.scratch, self.source.from(self.at));
        self.at = self.source.end;
        while self.source.is_cut() && self.advance()? {
            each(&mut self.scratch, self.source.part());
            self.at = self.source.end;
        }
        Ok(())
    }

    fn skip_line(&mut self) -> io::Result<()> {
        self.take_line(|_, _| {})
    }

    #[inline]
    fn skip_blanks(&mut self) {
        let bytes = self.source.from(self.at).as_bytes();
        let blanks = bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len());
        self.at += blanks;
        if bytes.get(blanks).is_some_and(|&byte| byte >= 0x7f) {
            self.skip_odd_blanks();
        }
    }

    /// The blanks that are not ASCII, and what else cannot be seen.
    fn skip_odd_blanks(&mut self) {
        let is_blank = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}');
        let rest = self.source.from(self.at);
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    /// Steps over a move number that stands alone, as most do.
    fn skip_number(&mut self) -> bool {
        let bytes = self.source.from(self.at).as_bytes();
        let digits = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
        let rest = &bytes[digits..];
        let dots = rest.iter().position(|&byte| byte != b'.').unwrap_or(rest.len());
        let alone = dots > 0 && rest.get(dots).is_none_or(u8::is_ascii_whitespace);
        if alone {
            self.note_number();
            self.at += digits + dots;
        }
        alone
    }

    fn note_number(&mut self) {
        if self.between && self.number.is_none() {
            self.number = Some(self.place(self.at));
        }
    }

    fn place(&mut self, at: usize) -> Place {
        Place { line: self.source.line, column: self.source.column_of(at), offset: self.source.offset_of(at) }
    }

    /// A token begins here, of which the end is not known yet.
    #[inline(always)]
    fn begin(&mut self) {
        self.site.line = self.source.line;
        self.site.column = self.source.column_of(self.at) + 1;
        self.site.after_blank = std::mem::take(&mut self.after_blank);
        if self.between {
            self.origin = self.number.take().unwrap_or(self.place(self.at));
        }
    }

    /// A token of so many bytes; goes behind it.
    #[inline(always)]
    fn token(&mut self, what: What, length: usize) -> What {
        self.begin();
        self.at += length;
        self.site.end = self.source.offset_of(self.at);
        what
    }

    fn warn_at(&mut self, at: usize, message: impl Into<String>) {
        let Place { line, column, .. } = self.place(at);
        self.warn(line, column + 1, message);
    }

    fn warn(&mut self, line: usize, column: usize, message: impl Into<String>) {
        // Each game keeps a few only: the reader takes these after every token, so more can pile up only in garbage.
        if self.warnings.len() < 100 {
            self.warnings.push(Warning { line, column, message: message.into() });
        }
    }
}
