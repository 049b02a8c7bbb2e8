//! Where a byte of the text is: its column, and its place in the file.

use std::io::BufRead;

use super::Source;
use super::decode::push_windows_1252;

impl<R: BufRead> Source<R> {
    /// Characters of the line before the byte `at` of `text`. Asked in ascending order, a line costs one walk over it.
    #[inline]
    pub(in crate::notation::pgn) fn column_of(&mut self, at: usize) -> usize {
        if self.ascii {
            return self.column + at - self.begin;
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
    pub(in crate::notation::pgn) fn offset_of(&mut self, at: usize) -> u64 {
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
        'chunks: for chunk in self.bytes[bytes..end].utf8_chunks() {
            let valid = chunk.valid().len().min(at - text);
            text += valid;
            bytes += valid;
            // Each of these bytes is a character of its own, and a word may end between two of them.
            for &byte in chunk.invalid() {
                if text >= at {
                    break 'chunks;
                }
                decoded.clear();
                push_windows_1252(&[byte], &mut decoded);
                text += decoded.len();
                bytes += 1;
            }
            if text >= at {
                break;
            }
        }
        self.walked = (text, bytes);
        self.offset + bytes as u64
    }
}
