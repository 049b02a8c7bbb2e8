//! The main line or a variation while it is read.

use crate::chess::Position;

use super::keep::{Keep, Text, Turn};
use super::tree::Played;

/// A place in the game and the position there.
pub(super) struct Spot<K: Keep> {
    pub(super) place: K::Place,
    pub(super) position: Position,
}

/// Moves that follow one another, as far as they have come.
pub(super) struct Line<K: Keep> {
    /// The last move, or where the variation begins.
    pub(super) at: Spot<K>,
    /// What the last move was played on, where a variation of it begins.
    previous: Spot<K>,
    /// Whether `at` is of this line.
    pub(super) moved: bool,
    /// Whether a comment belongs to the next move: at the beginning and after a variation.
    pub(super) fresh: bool,
    /// The comment for the next move.
    pub(super) before: K::Text,
    /// The glyphs of the last move or, as long as there is none, for the first.
    nags: Vec<u8>,
    /// Whether moves cannot be read any more.
    pub(super) lost: bool,
}

impl<K: Keep> Clone for Spot<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Keep> Copy for Spot<K> {}

impl<K: Keep> Line<K> {
    pub(super) fn new(at: Spot<K>) -> Line<K> {
        let (before, nags) = (K::Text::default(), Vec::new());
        Line { at, previous: at, moved: false, fresh: true, before, nags, lost: false }
    }

    /// A variation that replaces the last move; with two brackets at once, both replace the same.
    pub(super) fn variation(&self) -> Line<K> {
        Line::new(if self.moved { self.previous } else { self.at })
    }

    /// Plays a legal move; or passes, if that is possible.
    pub(super) fn play(&mut self, keep: &mut K, played: Played) {
        // One by one: the whole has a cache line of filling, and would be copied by a call.
        self.previous.place = self.at.place;
        self.previous.position = self.at.position;
        match played {
            Played::Move(mv) => self.at.position.advance(mv),
            Played::Null => self.at.position = self.previous.position.null_move().unwrap_or(self.previous.position),
        }
        let nags = if self.moved { &[] } else { &self.nags[..] };
        let turn = Turn { played, position: &self.at.position, before: std::mem::take(&mut self.before), nags };
        self.at.place = keep.add(self.previous.place, turn);
        if self.moved {
            self.nags.clear();
        }
        (self.moved, self.fresh) = (true, false);
    }

    /// Adds a comment where it belongs.
    pub(super) fn remark(&mut self, keep: &mut K, text: &str) {
        if self.fresh {
            self.before.join(text);
        } else {
            keep.remark(&mut self.at.place, text);
        }
    }

    /// Adds a glyph, once.
    pub(super) fn nag(&mut self, keep: &mut K, number: u8) {
        if self.nags.contains(&number) {
            return;
        }
        self.nags.push(number);
        if self.moved {
            keep.nag(self.at.place, number);
        }
    }

    /// The main line has come to its end: what was for the next move belongs to the last.
    pub(super) fn finish(&mut self, keep: &mut K) {
        keep.remark(&mut self.at.place, self.before.as_str());
        if !self.moved {
            self.nags.iter().for_each(|&number| keep.nag(self.at.place, number));
        }
    }
}
