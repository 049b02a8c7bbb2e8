//! Bytes to lines: line ends of every kind, UTF-8 or Windows-1252, and where in the file we are.

use std::io::{self, BufRead};
use std::mem;

use encoding_rs::WINDOWS_1252;

/// Bytes of a line that are held at once: a longer line comes in parts, so that memory stays flat whatever the file is.
const LONGEST: usize = 64 * 1024;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Bytes of one game that are kept to be read a second time.
const LONGEST_KEPT: usize = 4 << 20;

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
    /// The bytes of the part in `text`.
    bytes: Vec<u8>,
    /// Bytes that were read but belong to the next part.
    rest: Vec<u8>,
    /// The line, or a part of it, without its end.
    pub(super) text: String,
    /// Counted from 1; 0 before the first line.
    pub(super) line: usize,
    /// Characters of this line that came in earlier parts.
    column: usize,
    /// Whether `text` begins its line.
    pub(super) starts: bool,
    /// Where `bytes` lies in the file.
    offset: u64,
    next_offset: u64,
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
            line: line - usize::from(starts),
            column,
            starts,
            offset,
            next_offset: offset,
            ascii: true,
            walked: (0, 0),
            counted: (0, 0),
            line_ended: starts,
            after_return: false,
            kept: Vec::new(),
            kept_from: offset,
        }
    }

    /// Goes to the next line or part of a line; false at the end of the file.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        self.starts = self.line_ended;
        self.column = if self.starts { 0 } else { self.column_of(self.text.len()) };
        self.text.clear();
        (self.walked, self.counted) = ((0, 0), (0, 0));
        self.bytes.clear();
        if self.rest.is_empty() && !self.after_return && self.plain_line()? {
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
        Ok(true)
    }

    /// Takes a line that is ASCII and at hand as a whole, as most are; false if the next is not.
    fn plain_line(&mut self) -> io::Result<bool> {
        let buffer = match self.input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
            other => other?,
        };
        let window = &buffer[..buffer.len().min(LONGEST)];
        let Some(end) = line_end(window) else { return Ok(false) };
        let line = &window[..end];
        let Some(text) = line.is_ascii().then(|| str::from_utf8(line).ok()).flatten() else { return Ok(false) };
        self.text.push_str(text);
        self.ascii = true;
        self.offset = self.next_offset;
        self.after_return = window[end] == b'\r';
        if self.kept.len() < LONGEST_KEPT {
            self.kept.extend_from_slice(&window[..=end]);
        }
        self.input.consume(end + 1);
        self.next_offset += end as u64 + 1;
        self.line += usize::from(self.starts);
        self.line_ended = true;
        Ok(true)
    }

    /// Whether `text` does not reach the end of its line.
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

    /// Keeps what was and will be read from this byte on. Asked in ascending order.
    pub(super) fn keep_from(&mut self, offset: u64) {
        let gone = offset.saturating_sub(self.kept_from);
        if gone <= self.kept.len() as u64 {
            self.kept.drain(..gone as usize);
            self.kept_from = offset;
        } else {
            // There was too much to keep: begin again.
            self.kept.clear();
            self.kept_from = self.next_offset;
        }
    }

    /// What was read from this byte on, if it was kept.
    pub(super) fn kept(&self, from: u64) -> Option<&[u8]> {
        let whole = self.kept_from == from && self.kept_from + self.kept.len() as u64 == self.next_offset;
        whole.then_some(&self.kept)
    }

    /// Characters of the line before the byte `at` of `text`. Asked in ascending order, a line costs one walk over it.
    #[inline]
    pub(super) fn column_of(&mut self, at: usize) -> usize {
        if self.ascii {
            return self.column + at;
        }
        self.count_to(at)
    }

    fn count_to(&mut self, at: usize) -> usize {
        if at < self.counted.0 {
            self.counted = (0, 0);
        }
        let (from, characters) = self.counted;
        self.counted = (at, characters + self.text[from..at].chars().count());
        self.column + self.counted.1
    }

    /// Where in the file the byte `at` of `text` came from. Asked in ascending order, a whole line costs one walk over it.
    #[inline]
    pub(super) fn offset_of(&mut self, at: usize) -> u64 {
        if self.ascii {
            return self.offset + at as u64;
        }
        self.walk_to(at)
    }

    fn walk_to(&mut self, at: usize) -> u64 {
        if at < self.walked.0 {
            self.walked = (0, 0);
        }
        let (mut text, mut bytes) = self.walked;
        let mut decoded = String::new();
        // Decoding makes text longer, never shorter: no more bytes than this can be meant.
        let end = self.bytes.len().min(bytes + at - text);
        for chunk in self.bytes[bytes..end].utf8_chunks() {
            let valid = chunk.valid().len();
            if at <= text + valid {
                bytes += at - text;
                text = at;
                break;
            }
            decoded.clear();
            push_windows_1252(chunk.invalid(), &mut decoded);
            text += valid + decoded.len();
            bytes += valid + chunk.invalid().len();
        }
        self.walked = (text, bytes);
        self.offset + bytes as u64
    }
}

/// Where the first line ends.
fn line_end(bytes: &[u8]) -> Option<usize> {
    find(bytes, |byte| (byte == b'\n') | (byte == b'\r'))
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

/// Valid UTF-8 stays as it is; what is none is read as Windows-1252 (which contains Latin-1).
fn decode(bytes: &[u8], text: &mut String) {
    if let Ok(valid) = str::from_utf8(bytes) {
        return text.push_str(valid);
    }
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        push_windows_1252(chunk.invalid(), text);
    }
}

/// The bytes that Windows-1252 leaves undefined become U+FFFD, not control characters.
fn push_windows_1252(bytes: &[u8], text: &mut String) {
    if bytes.is_empty() {
        return;
    }
    let (decoded, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    text.extend(decoded.chars().map(|c| if matches!(c, '\u{80}'..='\u{9f}') { '\u{fffd}' } else { c }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(usize, u64, String)> {
        let mut source = Source::new(bytes, Place::START);
        let mut lines = Vec::new();
        while source.advance().unwrap() {
            lines.push((source.line, source.offset_of(0), source.text.clone()));
        }
        lines
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let expected =
            vec![(1, 0, "a".to_owned()), (2, 3, String::new()), (3, 4, "b".to_owned()), (4, 6, "c".to_owned())];
        assert_eq!(lines(b"a\r\n\nb\rc"), expected);
    }

    #[test]
    fn bytes_outside_utf8_are_read_as_windows_1252() {
        let found = lines(b"M\xfc\xdfig, J\xe1n A\x90B \xc3\xa9\n");
        assert_eq!(found[0].2, "Müßig, Ján A\u{fffd}B é");
    }

    #[test]
    fn a_mark_at_the_beginning_is_no_text_and_offsets_count_bytes() {
        let mut source = Source::new(&b"\xef\xbb\xbf\xfcx\xfcy"[..], Place::START);
        assert!(source.advance().unwrap());
        assert_eq!(source.text, "üxüy");
        assert_eq!(source.offset_of(source.text.find('y').unwrap()), 6);
    }

    #[test]
    fn a_long_line_comes_in_parts_and_loses_nothing() {
        let mut text = "12345678 ".repeat(20_000);
        text.push_str(&"ü".repeat(100_000));
        let mut source = Source::new(text.as_bytes(), Place::START);
        let mut joined = String::new();
        let mut largest = 0;
        while source.advance().unwrap() {
            assert_eq!((source.line, source.column_of(0)), (1, joined.chars().count()));
            assert_eq!(source.offset_of(0), joined.len() as u64);
            joined.push_str(&source.text);
            largest = largest.max(source.text.len());
        }
        assert_eq!(joined, text);
        assert!(largest <= LONGEST);
    }
}
