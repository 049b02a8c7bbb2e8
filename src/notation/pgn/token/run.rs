//! Movetext as most of it is: numbers, moves and comments in one ASCII line, played without making tokens of them.

use std::io::BufRead;

use super::Tokens;
use crate::notation::pgn::build::Builder;
use crate::notation::pgn::keep::Keep;
use crate::notation::pgn::source::find;

impl<R: BufRead> Tokens<R> {
    /// Plays on from the last token, which was a move. Stops before whatever is not quite as it should be, and leaves that
    /// to [`Tokens::next`].
    #[inline]
    pub(in crate::notation::pgn) fn run<K: Keep>(&mut self, builder: &mut Builder<K>) {
        if !self.source.is_plain() || self.between || !self.ready.is_empty() || !builder.runs() {
            return;
        }
        let end = self.source.end;
        let bytes = self.source.text.as_bytes();
        let mut at = self.at;
        // Where the last token begins and ends.
        let mut token = at..at;
        loop {
            // The line ends with a byte that is a blank, too.
            while at < end && bytes[at] <= b' ' {
                at += 1;
            }
            let Some(head) = bytes[at..].first_chunk::<8>() else { break };
            match head[0] {
                b'a'..=b'h' | b'B'..=b'R' => {
                    let length = word_length(*head);
                    if length == 8 || !builder.play_plain(&bytes[at..at + length]) {
                        break;
                    }
                    token = at..at + length;
                    at = token.end;
                }
                b'0'..=b'9' => match number_length(*head) {
                    0 => break,
                    length => at += length,
                },
                b'{' => {
                    let Some(length) = find(&bytes[at + 1..end], |byte| byte == b'}') else { break };
                    if !builder.remark_plain(&self.source.text[at + 1..at + 1 + length]) {
                        break;
                    }
                    token = at..at + length + 2;
                    at = token.end;
                }
                _ => break,
            }
        }
        self.at = at;
        if !token.is_empty() {
            self.site.line = self.source.line;
            self.site.column = self.source.column_of(token.start) + 1;
            self.site.end = self.source.offset_of(token.end);
            self.after_blank = false;
            builder.goes_to(&self.site);
        }
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x80 * ONES;

/// The length of the word that begins here and ends with a blank; 8 if it is longer than 7.
#[inline(always)]
fn word_length(head: [u8; 8]) -> usize {
    let word = u64::from_le_bytes(head);
    // A byte that borrows is less than 0x21, and so is the first of them: those before it are what they were.
    let blanks = word.wrapping_sub(0x21 * ONES) & !word & HIGHS;
    blanks.trailing_zeros() as usize / 8
}

/// The length of the move number that begins here, dots included, if it stands alone; else 0.
#[inline(always)]
fn number_length(head: [u8; 8]) -> usize {
    let digits = head.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(8);
    let dots = head[digits..].iter().position(|&byte| byte != b'.').unwrap_or(8);
    let alone = dots > 0 && head.get(digits + dots).is_some_and(u8::is_ascii_whitespace);
    if alone { digits + dots } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_with_a_blank() {
        for (text, length) in [("e4 {x} y", 2), ("O-O-O\n[x", 5), ("Qa1xb2+\t", 7), ("e7xd8=Q+", 8), (" e4 e5 6", 0)] {
            assert_eq!(word_length(*text.as_bytes().first_chunk().unwrap()), length, "{text}");
        }
    }

    #[test]
    fn numbers_stand_alone() {
        for (text, length) in [("1. e4 e5", 2), ("12... e5", 5), ("123.\ne45", 4), ("1.e4 e5 ", 0), ("1-0\n\n[E2", 0)] {
            assert_eq!(number_length(*text.as_bytes().first_chunk().unwrap()), length, "{text}");
        }
        for text in ["12345678", "1234567.", "1......."] {
            assert_eq!(number_length(*text.as_bytes().first_chunk().unwrap()), 0, "{text}");
        }
    }
}
