//! Words of movetext, most of which are moves and nothing else.

use std::io::BufRead;

use super::{Tokens, What};
use crate::notation::pgn::word;

impl<R: BufRead> Tokens<R> {
    /// Reads a word: its move, glyphs and result are a token each.
    #[inline(always)]
    pub(super) fn read_word(&mut self) -> Option<What> {
        let start = self.at;
        let length = length(self.source.from(start));
        if is_plain_move(&self.source.text.as_bytes()[start..start + length]) {
            self.text = start..start + length;
            return Some(self.token(What::Move, length));
        }
        self.read_odd_word(length)
    }

    #[inline(never)]
    pub(super) fn read_odd_word(&mut self, length: usize) -> Option<What> {
        let start = self.at;
        let text = &self.source.text[start..start + length];
        let word = if text.is_ascii() {
            let word = word::split(text, &mut self.nags);
            self.text = word.mv.as_ref().map_or(0..0, |mv| start + mv.start..start + mv.end);
            word
        } else {
            self.in_scratch = true;
            let plain = word::dashes(text);
            let word = word::split(&plain, &mut self.nags);
            plain[word.mv.clone().unwrap_or_default()].clone_into(&mut self.scratch);
            word
        };
        self.ready.extend(word.mv.map(|_| What::Move));
        self.ready.extend(self.nags.iter().map(|&number| What::Nag(number)));
        self.ready.extend(word.result.map(|_| What::Result));
        self.result = word.result.unwrap_or(self.result);
        let Some(first) = self.ready.pop_front() else {
            self.note_number();
            self.at += length;
            return None;
        };
        Some(self.token(first, length))
    }
}

/// Which bytes end a word.
const ENDS: [bool; 128] = {
    let mut ends = [false; 128];
    let mut byte = 0;
    while byte <= 0x20 {
        ends[byte] = true;
        byte += 1;
    }
    let signs = b"(){}[]<>;$*\x7f";
    let mut at = 0;
    while at < signs.len() {
        ends[signs[at] as usize] = true;
        at += 1;
    }
    ends
};

/// Bytes up to the end of the word; `e8(Q)` is one word.
#[inline]
pub(super) fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = text.chars().next().map_or(0, char::len_utf8);
    while let Some(&byte) = bytes.get(at) {
        if byte >= 0x80 {
            let c = text[at..].chars().next().unwrap_or(' ');
            if c.is_whitespace() || c.is_control() {
                return at;
            }
            at += c.len_utf8();
        } else if !ENDS[usize::from(byte)] {
            at += 1;
        } else if byte == b'(' && is_promotion(bytes, at) {
            at += 3;
        } else {
            return at;
        }
    }
    at
}

/// Whether a word that begins with a letter is a move and nothing else, as most are: a square last, perhaps a check mark.
#[inline(always)]
fn is_plain_move(word: &[u8]) -> bool {
    let marked = matches!(word[word.len() - 1], b'+' | b'#');
    let end = word.len() - usize::from(marked);
    end >= 2
        && word[0].is_ascii_alphabetic()
        && matches!(word[end - 2], b'a'..=b'h')
        && matches!(word[end - 1], b'1'..=b'8')
}

/// Whether the bracket here is that of `e8(Q)`.
fn is_promotion(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[at - 1], b'1' | b'8')
        && bytes.get(at + 1).is_some_and(|byte| byte.is_ascii_uppercase() || b"qrbn".contains(byte))
        && bytes.get(at + 2) == Some(&b')')
}
