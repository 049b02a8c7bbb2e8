//! Comments in braces and behind semicolons, over as many lines as they take.

use std::io::{self, BufRead};

use super::{Tokens, What};
use crate::notation::pgn::source::find;

/// Bytes of one comment that are kept: an unclosed brace must not take the memory for the rest of a large file.
const LONGEST_COMMENT: usize = 4 << 20;

impl<R: BufRead> Tokens<R> {
    /// Reads the comment behind a semicolon.
    pub(super) fn read_line_comment(&mut self) -> What {
        self.begin();
        self.at += 1;
        self.scratch.clear();
        if let Err(error) = self.take_line(keep) {
            self.error = Some(error);
            return What::End;
        }
        self.in_scratch = true;
        self.site.end = self.source.offset_of(self.at);
        What::Comment
    }

    /// Reads a comment in braces.
    #[inline]
    pub(super) fn read_comment(&mut self) -> What {
        self.begin();
        self.at += 1;
        match find(self.source.from(self.at).as_bytes(), |byte| byte == b'}') {
            Some(length) => {
                self.text = self.at..self.at + length;
                self.at += length + 1;
                self.site.end = self.source.offset_of(self.at);
                What::Comment
            }
            None => self.read_long_comment().unwrap_or_else(|error| {
                self.error = Some(error);
                What::End
            }),
        }
    }

    /// Reads a comment over as many lines as it takes.
    #[inline(never)]
    fn read_long_comment(&mut self) -> io::Result<What> {
        self.scratch.clear();
        self.in_scratch = true;
        let mut blank = false;
        let mut fault = None;
        loop {
            let rest = self.source.from(self.at);
            if let Some(end) = rest.find('}') {
                keep(&mut self.scratch, &rest[..end]);
                self.at += end + 1;
                self.site.end = self.source.offset_of(self.at);
                break;
            }
            keep(&mut self.scratch, rest);
            self.at = self.source.end;
            self.site.end = self.source.offset_of(self.at);
            if !self.source.is_cut() {
                keep(&mut self.scratch, "\n");
                blank = self.source.part().trim().is_empty();
            }
            // A forgotten brace must not swallow the games that follow.
            if !self.advance()? || blank && self.source.starts && self.source.part().starts_with("[Event \"") {
                fault = Some("a comment without its closing brace");
                break;
            }
        }
        if self.scratch.len() >= LONGEST_COMMENT {
            fault = fault.or(Some("a comment too long to keep all of it"));
        }
        if let Some(message) = fault {
            self.warn(self.site.line, self.site.column, message);
        }
        Ok(What::Comment)
    }
}

/// Adds to a comment as long as it may grow.
fn keep(text: &mut String, part: &str) {
    if text.len() < LONGEST_COMMENT {
        text.push_str(part);
    }
}
