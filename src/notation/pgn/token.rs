//! Lines to tokens. Where brackets, quotation marks and blanks mean something is decided here and nowhere else.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::source::Source;
use super::tag;
use super::tree::Warning;
use super::word::{self, Part};

/// Bytes of one comment that are kept: an unclosed brace must not take the memory for the rest of a large file.
const LONGEST_COMMENT: usize = 4 << 20;

/// A token and where it begins.
pub(super) struct Token {
    pub(super) what: What,
    pub(super) line: usize,
    pub(super) column: usize,
    /// Line and byte of the file where a game that begins with this token begins: a move number before it is part of it.
    pub(super) origin: (usize, u64),
    /// Whether an empty line came between the token before and this one.
    pub(super) after_blank: bool,
}

/// What PGN text is made of. Move numbers are not: the game knows whose turn it is.
pub(super) enum What {
    Tag { name: String, value: String },
    Move(String),
    Nag(u8),
    Comment(String),
    Open,
    Close,
    Result(&'static str),
}

/// The tokens of a file, one at a time.
pub(super) struct Tokens<R> {
    source: Source<R>,
    /// Byte in the line that is read next.
    at: usize,
    /// Characters of the line up to `at`.
    column: usize,
    after_blank: bool,
    /// Line and byte of a move number since the last token.
    number: Option<(usize, u64)>,
    ready: VecDeque<Token>,
    /// What was strange since the reader last took these.
    pub(super) warnings: Vec<Warning>,
}

impl<R: BufRead> Tokens<R> {
    pub(super) fn new(input: R) -> Self {
        let ready = VecDeque::new();
        Tokens {
            source: Source::new(input),
            at: 0,
            column: 0,
            after_blank: false,
            number: None,
            ready,
            warnings: Vec::new(),
        }
    }

    /// The next token; `None` at the end of the file.
    pub(super) fn next(&mut self) -> io::Result<Option<Token>> {
        loop {
            if let Some(token) = self.ready.pop_front() {
                return Ok(Some(token));
            }
            self.skip_blanks();
            if self.at < self.source.text.len() {
                self.read()?;
            } else if !self.line()? {
                return Ok(None);
            }
        }
    }

    /// Goes to the next line that is no escape line.
    fn line(&mut self) -> io::Result<bool> {
        loop {
            if !self.advance()? {
                return Ok(false);
            }
            if !(self.source.starts && self.source.text.starts_with('%')) {
                self.after_blank |= self.source.starts && self.source.text.trim().is_empty();
                return Ok(true);
            }
            self.skip_line()?;
        }
    }

    fn advance(&mut self) -> io::Result<bool> {
        let more = self.source.advance()?;
        (self.at, self.column) = (0, self.source.column);
        Ok(more)
    }

    /// Goes to the end of the line, over all its parts, and gives them to `each`.
    fn take_line(&mut self, mut each: impl FnMut(&str)) -> io::Result<()> {
        each(&self.source.text[self.at..]);
        self.at = self.source.text.len();
        while self.source.is_cut() && self.advance()? {
            each(&self.source.text);
            self.at = self.source.text.len();
        }
        Ok(())
    }

    fn skip_line(&mut self) -> io::Result<()> {
        self.take_line(|_| {})
    }

    fn skip_blanks(&mut self) {
        let rest = &self.source.text[self.at..];
        let is_blank = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}');
        self.step(rest.len() - rest.trim_start_matches(is_blank).len());
    }

    fn step(&mut self, bytes: usize) {
        self.column += self.source.text[self.at..self.at + bytes].chars().count();
        self.at += bytes;
    }

    /// Reads what begins here, at least one character.
    fn read(&mut self) -> io::Result<()> {
        let rest = &self.source.text[self.at..];
        let start = Start { line: self.source.line, column: self.column + 1, at: self.at };
        match rest.chars().next().unwrap_or(' ') {
            '{' => return self.read_comment(start),
            ';' => {
                let offset = self.source.offset_of(self.at);
                self.at += 1;
                let mut text = String::new();
                self.take_line(|part| keep(&mut text, part))?;
                self.push_at(start, offset, What::Comment(text));
            }
            '(' => self.push_and_step(start, What::Open, 1),
            ')' => self.push_and_step(start, What::Close, 1),
            '*' => self.push_and_step(start, What::Result("*"), 1),
            '[' => match tag::read(rest) {
                Some(tag) => {
                    if let Some(warning) = tag.warning {
                        self.warn(start, warning);
                    }
                    self.push_and_step(start, What::Tag { name: tag.name, value: tag.value }, tag.length);
                }
                None => self.skip_to(start, ']', "text in brackets that is no tag"),
            },
            '<' if rest.starts_with("<>") => self.push_and_step(start, What::Move("--".to_owned()), 2),
            '<' => self.skip_to(start, '>', "text in angle brackets"),
            '$' => {
                let digits = rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
                match rest[1..1 + digits].parse() {
                    Ok(number) => self.push_and_step(start, What::Nag(number), 1 + digits),
                    Err(_) => {
                        self.warn(start, "a $ without a number from 0 to 255");
                        self.step(1 + digits);
                    }
                }
            }
            stray @ ('}' | ']' | '>') => {
                self.warn(start, format!("a {stray} that closes nothing"));
                self.step(1);
            }
            _ => {
                let length = word_length(rest);
                let parts = word::split(&rest[..length]);
                if parts.is_empty() && self.number.is_none() {
                    self.number = Some((start.line, self.source.offset_of(start.at)));
                }
                for part in parts {
                    self.push(start, part.into());
                }
                self.step(length);
            }
        }
        Ok(())
    }

    /// Reads a comment in braces, over as many lines as it takes.
    fn read_comment(&mut self, start: Start) -> io::Result<()> {
        let offset = self.source.offset_of(self.at);
        let mut text = String::new();
        let mut blank = false;
        self.step(1);
        loop {
            let rest = &self.source.text[self.at..];
            if let Some(end) = rest.find('}') {
                keep(&mut text, &rest[..end]);
                self.step(end + 1);
                break;
            }
            keep(&mut text, rest);
            self.at = self.source.text.len();
            if !self.source.is_cut() {
                keep(&mut text, "\n");
                blank = self.source.text.trim().is_empty();
            }
            if !self.advance()? {
                self.warn(start, "a comment without its closing brace");
                break;
            }
            // A forgotten brace must not swallow the games that follow.
            if blank && self.source.starts && self.source.text.starts_with("[Event \"") {
                self.warn(start, "a comment without its closing brace");
                break;
            }
        }
        if text.len() >= LONGEST_COMMENT {
            self.warn(start, "a comment too long to keep all of it");
        }
        self.push_at(start, offset, What::Comment(text));
        Ok(())
    }

    /// Steps over text up to `end`, or over the line if it is not there.
    fn skip_to(&mut self, start: Start, end: char, warning: &str) {
        let rest = &self.source.text[self.at..];
        let length = rest.find(end).map_or(rest.len(), |found| found + 1);
        self.warn(start, warning);
        self.step(length);
    }

    fn push(&mut self, start: Start, what: What) {
        let offset = self.source.offset_of(start.at);
        self.push_at(start, offset, what);
    }

    fn push_at(&mut self, start: Start, offset: u64, what: What) {
        let after_blank = std::mem::take(&mut self.after_blank);
        let origin = self.number.take().unwrap_or((start.line, offset));
        self.ready.push_back(Token { what, line: start.line, column: start.column, origin, after_blank });
    }

    fn push_and_step(&mut self, start: Start, what: What, length: usize) {
        self.push(start, what);
        self.step(length);
    }

    fn warn(&mut self, start: Start, message: impl Into<String>) {
        // Each game keeps a few only: the reader takes these after every token, so more can pile up only in garbage.
        if self.warnings.len() < 100 {
            self.warnings.push(Warning { line: start.line, column: start.column, message: message.into() });
        }
    }
}

/// Where a token begins.
#[derive(Copy, Clone)]
struct Start {
    line: usize,
    column: usize,
    at: usize,
}

impl From<Part> for What {
    fn from(part: Part) -> Self {
        match part {
            Part::Move(text) => What::Move(text),
            Part::Nag(number) => What::Nag(number),
            Part::Result(result) => What::Result(result),
        }
    }
}

/// Adds to a comment as long as it may grow.
fn keep(text: &mut String, part: &str) {
    if text.len() < LONGEST_COMMENT {
        text.push_str(part);
    }
}

/// Bytes up to the end of the word; `e8(Q)` is one word.
fn word_length(text: &str) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if at < end {
            continue;
        }
        let bytes = text.as_bytes();
        let promotion = c == '('
            && at > 0
            && matches!(bytes[at - 1], b'1' | b'8')
            && bytes.get(at + 1).is_some_and(|piece| b"QRBNqrbn".contains(piece))
            && bytes.get(at + 2) == Some(&b')');
        if promotion {
            end = at + 3;
        } else if at > 0 && (c.is_whitespace() || c.is_control() || "(){}[]<>;$*".contains(c)) {
            return at;
        }
    }
    text.len()
}
