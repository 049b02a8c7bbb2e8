//! Bytes to lines: line ends of every kind, UTF-8 or Windows-1252, and where in the file we are.

mod decode;
mod kept;
mod places;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead};
use std::mem;

use decode::decode;
use kept::LONGEST_KEPT;

/// Bytes of a line that are held at once: a longer line comes in parts, so that memory stays flat whatever the file is.
const LONGEST: usize = 64 * 1024;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// A place in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// From 1.
    pub(super) line: usize,
    /// Characters before it in its line.
    pub(super) column: usize,
    /// Bytes before it.
    pub(super) offset: u64,
}

impl Place {
    pub(super) const START: Place = Place { line: 1, column: 0, offset: 0 };
}

/// The lines of a file, one at a time.
pub(super) struct Source<R> {
    input: R,
    /// The bytes of the part in `text`, where it is not a block.
    bytes: Vec<u8>,
    /// Bytes that were read but belong to the next part.
    rest: Vec<u8>,
    /// A block: whole ASCII lines with their ends, as most are, as many as came at once. Else one line without its end, or a
    /// part of one.
    pub(super) text: String,
    /// Where in `text` the line or part begins and ends.
    pub(super) begin: usize,
    pub(super) end: usize,
    /// Counted from 1; 0 before the first line.
    pub(super) line: usize,
    /// Characters of this line that came in earlier parts.
    column: usize,
    /// Whether the part begins its line.
    pub(super) starts: bool,
    /// Where `text` lies in the file.
    offset: u64,
    next_offset: u64,
    /// Whether `text` is a block.
    block: bool,
    /// Whether `text` is ASCII, so that bytes, characters and places in the file are counted alike.
    ascii: bool,
    /// A place in `text` and the same in `bytes`, up to which [`Source::offset_of`] has looked.
    walked: (usize, usize),
    /// A place in `text` and the characters up to there, up to which [`Source::column_of`] has counted.
    counted: (usize, usize),
    line_ended: bool,
    after_return: bool,
    /// What was read since [`Source::keep_from`], and where in the file it begins.
    kept: Vec<u8>,
    kept_from: u64,
    /// Bytes of the block that are in `kept` already, or need not be.
    passed: usize,
}

impl<R: BufRead> Source<R> {
    /// Reads from a place of the file, where `input` stands.
    pub(super) fn new(input: R, place: Place) -> Self {
        let Place { line, column, offset } = place;
        // In the middle of a line the rest of it comes as if the first part had been read.
        let starts = column == 0;
        Source {
            input,
            bytes: Vec::new(),
            rest: Vec::new(),
            text: String::new(),
            begin: 0,
            end: 0,
            line: line - usize::from(starts),
            column,
            starts,
            offset,
            next_offset: offset,
            block: false,
            ascii: true,
            walked: (0, 0),
            counted: (0, 0),
            line_ended: starts,
            after_return: false,
            kept: Vec::new(),
            kept_from: offset,
            passed: 0,
        }
    }

    /// Goes to the next line or part of a line; false at the end of the file.
    #[inline]
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        if self.block && self.next_in_block() { Ok(true) } else { self.read_on() }
    }

    /// Goes to the next line of the block, if there is one.
    fn next_in_block(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let begin = self.end + end_length(&bytes[self.end..]);
        let Some(length) = line_end(&bytes[begin..]) else { return false };
        (self.begin, self.end) = (begin, begin + length);
        (self.starts, self.column) = (true, 0);
        self.line += 1;
        true
    }

    #[inline(never)]
    fn read_on(&mut self) -> io::Result<bool> {
        self.leave_block();
        self.starts = self.line_ended;
        self.column = if self.starts { 0 } else { self.column_of(self.text.len()) };
        self.text.clear();
        (self.walked, self.counted) = ((0, 0), (0, 0));
        (self.begin, self.end) = (0, 0);
        self.bytes.clear();
        if self.rest.is_empty() && self.starts && self.read_block()? {
            return Ok(true);
        }
        mem::swap(&mut self.bytes, &mut self.rest);
        self.fill()?;
        if self.bytes.is_empty() && !self.line_ended {
            return Ok(false);
        }
        self.line += usize::from(self.starts);
        if self.offset == 0 && self.bytes.starts_with(BOM) {
            self.bytes.drain(..BOM.len());
            self.offset = BOM.len() as u64;
        }
        self.ascii = self.bytes.is_ascii();
        decode(&self.bytes, &mut self.text);
        self.end = self.text.len();
        Ok(true)
    }

    /// Takes the whole ASCII lines that are at hand, and goes to the first; false if there is none.
    fn read_block(&mut self) -> io::Result<bool> {
        let buffer = match self.input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
            other => other?,
        };
        let window = &buffer[..buffer.len().min(LONGEST)];
        let ascii = find(window, |byte| byte >= 0x80).unwrap_or(window.len());
        let length = window[..ascii].iter().rposition(|&byte| is_end(byte)).map_or(0, |last| last + 1);
        let block = &window[..length];
        let begin = usize::from(self.after_return && block.first() == Some(&b'\n'));
        let Some(first) = line_end(&block[begin..]) else { return Ok(false) };
        let Ok(text) = str::from_utf8(block) else { return Ok(false) };
        self.text.push_str(text);
        self.after_return = text.ends_with('\r');
        self.input.consume(length);
        self.offset = self.next_offset;
        self.next_offset += length as u64;
        (self.begin, self.end) = (begin, begin + first);
        (self.block, self.ascii, self.line_ended, self.passed) = (true, true, true, 0);
        self.line += 1;
        Ok(true)
    }

    /// The line or part of a line that is read now.
    #[inline]
    pub(super) fn part(&self) -> &str {
        &self.text[self.begin..self.end]
    }

    /// What comes in it from a place in `text` on.
    #[inline]
    pub(super) fn from(&self, at: usize) -> &str {
        &self.text[at..self.end]
    }

    /// Whether the line is at hand as a whole, and ASCII.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.block
    }

    /// Whether the part does not reach the end of its line.
    pub(super) fn is_cut(&self) -> bool {
        !self.line_ended
    }

    /// Reads up to the end of the line, of the part, or of the file.
    fn fill(&mut self) -> io::Result<()> {
        self.line_ended = false;
        self.offset = self.next_offset - self.bytes.len() as u64;
        while self.bytes.len() < LONGEST {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                return Ok(());
            }
            let kept_whole = self.kept.len() < LONGEST_KEPT;
            if mem::take(&mut self.after_return) && buffer[0] == b'\n' {
                self.kept.extend(kept_whole.then_some(b'\n'));
                self.input.consume(1);
                self.next_offset += 1;
                self.offset += 1;
                continue;
            }
            let window = &buffer[..buffer.len().min(LONGEST - self.bytes.len())];
            let end = line_end(window);
            self.bytes.extend_from_slice(&window[..end.unwrap_or(window.len())]);
            let taken = end.map_or(window.len(), |end| end + 1);
            self.line_ended = end.is_some();
            self.after_return = end.is_some_and(|end| window[end] == b'\r');
            if kept_whole {
                self.kept.extend_from_slice(&window[..taken]);
            }
            self.input.consume(taken);
            self.next_offset += taken as u64;
            if self.line_ended {
                return Ok(());
            }
        }
        // A blank is the best place to cut: no move number or move is torn; failing that, not inside a character.
        let cut = match self.bytes.iter().rposition(u8::is_ascii_whitespace) {
            Some(blank) => blank + 1,
            None => self.bytes.iter().rposition(|byte| byte & 0xc0 != 0x80).filter(|&at| at > 0).unwrap_or(LONGEST),
        };
        self.rest.extend_from_slice(&self.bytes[cut..]);
        self.bytes.truncate(cut);
        Ok(())
    }
}

/// Where the first line ends.
fn line_end(bytes: &[u8]) -> Option<usize> {
    find(bytes, is_end)
}

#[inline(always)]
fn is_end(byte: u8) -> bool {
    (byte == b'\n') | (byte == b'\r')
}

/// How many bytes the end of a line is that stands here.
fn end_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    }
}

/// The first byte of this sort. Blocks without one are passed by at once: the compiler makes vector code of the test.
#[inline]
pub(super) fn find(bytes: &[u8], is_meant: impl Fn(u8) -> bool) -> Option<usize> {
    const BLOCK: usize = 16;
    let has = |block: &[u8]| block.iter().fold(0, |any, &byte| any | u8::from(is_meant(byte))) != 0;
    let mut passed = 0;
    for block in bytes.chunks_exact(BLOCK) {
        if has(block) {
            break;
        }
        passed += BLOCK;
    }
    bytes[passed..].iter().position(|&byte| is_meant(byte)).map(|at| passed + at)
}
