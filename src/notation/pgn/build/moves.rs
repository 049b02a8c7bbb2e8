//! Moves, and the variations that they are in.

use super::{Builder, MOST_TEXT};
use crate::chess::Side;
use crate::notation::pgn::keep::{Keep, Text};
use crate::notation::pgn::letters::{self, ENGLISH};
use crate::notation::pgn::tree::Played;
use crate::notation::{read_move, san};

/// Turns of one game, with its variations, that are read: as a tree about 300 MB. The longest game possible has 17,697.
const MOST_PLACES: usize = 1_000_000;
/// Variations inside one another that are read.
const DEEPEST: usize = 100_000;

impl<K: Keep> Builder<K> {
    pub(in crate::notation::pgn) fn mv(&mut self, text: &str) {
        self.begin();
        if self.is_lost() {
            self.strange = self.strange || self.letters.to_english(text).is_none();
            self.national = self.national || letters::is_national(text);
            return;
        }
        match self.play(text) {
            Ok(()) if self.outer.is_empty() => self.report.plies += 1,
            Ok(()) => {}
            Err(message) if self.outer.is_empty() => {
                self.report.error = Some(self.here(message));
                self.line.lost = true;
            }
            Err(message) => {
                self.warn_here(format!("{message}; the rest of the variation is left out"));
                self.line.lost = true;
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        if self.keep.places() >= MOST_PLACES {
            return Err("too many moves for one game".to_owned());
        }
        let english = std::ptr::eq(self.letters, &ENGLISH);
        let plain = if english { san::read_plain(&self.line.at.position, text.as_bytes()) } else { None };
        let played = match plain {
            Some(mv) => Played::Move(mv),
            None => self.read_odd(text)?,
        };
        self.go(played);
        Ok(())
    }

    /// Whether [`Builder::play_plain`] may be asked.
    pub(in crate::notation::pgn) fn runs(&self) -> bool {
        self.begun && !self.is_lost() && std::ptr::eq(self.letters, &ENGLISH)
    }

    /// Plays a move that is written as it should be in English; false says nothing about others.
    #[inline]
    pub(in crate::notation::pgn) fn play_plain(&mut self, word: &[u8]) -> bool {
        if self.keep.places() >= MOST_PLACES {
            return false;
        }
        let Some(mv) = san::read_plain(&self.line.at.position, word) else { return false };
        self.report.plies += usize::from(self.outer.is_empty());
        self.go(Played::Move(mv));
        true
    }

    #[inline]
    fn go(&mut self, played: Played) {
        self.report.variations += usize::from(!self.outer.is_empty() && !self.line.moved);
        self.line.play(&mut self.keep, played);
    }

    /// Adds a comment to a move; false if there are too many.
    #[inline]
    pub(in crate::notation::pgn) fn remark_plain(&mut self, text: &str) -> bool {
        if self.text + text.len() > MOST_TEXT {
            return false;
        }
        self.text += text.len();
        self.line.remark(&mut self.keep, text);
        true
    }

    /// Reads what is not a move as it should be in English.
    #[inline(never)]
    fn read_odd(&mut self, text: &str) -> Result<Played, String> {
        let position = &self.line.at.position;
        if matches!(text, "--" | "Z0" | "z0" | "0000" | "@@@@") {
            let passed = position.null_move().map(|_| Played::Null);
            return passed.ok_or_else(|| "a turn cannot be passed in check".to_owned());
        }
        let english = self.letters.to_english(text);
        self.strange = self.strange || english.is_none();
        read_move(position, english.as_deref().unwrap_or(text)).map(Played::Move).map_err(|error| {
            self.national = self.national || letters::is_national(text);
            let dots = if position.side() == Side::White { "." } else { "..." };
            format!("{}{dots} {error}", position.fullmove_number())
        })
    }

    pub(in crate::notation::pgn) fn open(&mut self) {
        self.begin();
        let first = self.outer.is_empty() && !self.line.moved;
        if self.is_lost() || first || self.outer.len() >= DEEPEST {
            if !self.is_lost() {
                self.warn_here(if first {
                    "a variation before the first move"
                } else {
                    "too many variations in one another"
                });
            }
            self.skipped += 1;
            return;
        }
        let inner = self.line.variation();
        self.outer.push(std::mem::replace(&mut self.line, inner));
    }

    pub(in crate::notation::pgn) fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(outer) = self.outer.pop() {
            let mut inner = std::mem::replace(&mut self.line, outer);
            if inner.moved {
                self.keep.remark(&mut inner.at.place, inner.before.as_str());
                self.line.fresh = true;
            } else {
                if !inner.lost {
                    self.warn_here("a variation without moves");
                }
                self.line.remark(&mut self.keep, inner.before.as_str());
            }
        } else {
            self.warn_here("a bracket that closes nothing");
        }
    }
}
