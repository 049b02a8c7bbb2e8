//! What was read of a game, to be read a second time.

use std::io::BufRead;
use std::mem;

use super::{Source, end_length};

/// Bytes of one game that are kept to be read a second time.
pub(super) const LONGEST_KEPT: usize = 4 << 20;

impl<R: BufRead> Source<R> {
    /// Keeps what was and will be read from this byte on. Asked in ascending order.
    pub(in crate::notation::pgn) fn keep_from(&mut self, offset: u64) {
        if self.block && offset >= self.offset {
            self.kept.clear();
            self.kept_from = offset;
            self.passed = (offset - self.offset) as usize;
            return;
        }
        let gone = offset.saturating_sub(self.kept_from);
        if gone <= self.kept.len() as u64 {
            self.kept.drain(..gone as usize);
            self.kept_from = offset;
        } else {
            // There was too much to keep: begin again.
            self.kept.clear();
            self.kept_from = self.next_offset;
            self.passed = self.text.len();
        }
    }

    /// What was read from this byte on up to the end of the line, if it was kept.
    pub(in crate::notation::pgn) fn kept(&mut self, from: u64) -> Option<&[u8]> {
        let mut read = self.next_offset;
        if self.block {
            let end = self.end + end_length(&self.text.as_bytes()[self.end..]);
            self.keep_up_to(end);
            read = self.offset + end as u64;
        }
        let whole = self.kept_from == from && self.kept_from + self.kept.len() as u64 == read;
        whole.then_some(&self.kept)
    }

    /// Puts what is to be kept of the block where it stays.
    pub(super) fn leave_block(&mut self) {
        if mem::take(&mut self.block) {
            self.keep_up_to(self.text.len());
        }
    }

    fn keep_up_to(&mut self, end: usize) {
        if self.passed < end && self.kept.len() < LONGEST_KEPT {
            self.kept.extend_from_slice(&self.text.as_bytes()[self.passed..end]);
            self.passed = end;
        }
    }
}
