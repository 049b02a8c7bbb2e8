//! Which games of a file reach a position, in the game itself or in a variation, and when: read as quickly as they are checked,
//! and forgotten.

use std::io::{self, BufRead};

use crate::chess::{Bitboard, Position, PositionKey};

use super::games::Games;
use super::keep::{Keep, Text, Turn};
use super::source::Place;

/// How a game reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// After so many half-moves.
    pub ply: u32,
    /// In a variation only.
    pub aside: bool,
}

/// Of each game, as the [`Reader`](super::reader::Reader) finds them, the half-move after which its main line first reaches
/// a position that is the same by the laws of repetition; if it never does, the first place in its variations. `input` stands
/// at the `offset` of a game that begins on this line.
pub fn reaching(
    input: impl BufRead,
    line: usize,
    offset: u64,
    wanted: &Position,
) -> impl Iterator<Item = io::Result<Option<Reach>>> {
    let mut games = Games::new(input, Place { line, column: 0, offset });
    let blank =
        Sought { wanted: wanted.key(), occupied: wanted.occupied(), places: 0, plies: 0, found: None, beside: None };
    std::iter::from_fn(move || {
        let game = games.next(&blank)?;
        Some(game.map(|(report, sought)| {
            let main = sought.found.map(|ply| Reach { ply, aside: false });
            main.or(sought.beside.map(|ply| Reach { ply, aside: true })).filter(|_| report.playable)
        }))
    })
}

/// Keeps when the position came.
#[derive(Clone)]
struct Sought {
    wanted: PositionKey,
    /// The squares with men: most other positions are told from it by these alone.
    occupied: Bitboard,
    places: usize,
    /// Half-moves of the main line so far.
    plies: u32,
    found: Option<u32>,
    /// In a variation.
    beside: Option<u32>,
}

/// A turn of the main line, or of a variation.
#[derive(Clone, Copy, Default)]
struct At {
    ply: u32,
    aside: bool,
}

/// A comment, which is not kept.
#[derive(Default)]
struct Nothing;

impl Text for Nothing {
    fn join(&mut self, _: &str) {}

    fn as_str(&self) -> &str {
        ""
    }
}

impl Sought {
    #[inline]
    fn is_it(&self, position: &Position) -> bool {
        position.occupied() == self.occupied && position.key() == self.wanted
    }

    #[inline]
    fn look(&mut self, position: &Position) {
        if self.found.is_none() && self.is_it(position) {
            self.found = Some(self.plies);
        }
    }
}

impl Keep for Sought {
    type Place = At;
    type Text = Nothing;

    #[inline]
    fn places(&self) -> usize {
        self.places
    }

    fn start(&mut self, position: Position) {
        (self.places, self.plies, self.found, self.beside) = (1, 0, None, None);
        self.look(&position);
    }

    #[inline]
    fn add(&mut self, after: At, turn: Turn<'_, Nothing>) -> At {
        self.places += 1;
        // What follows the last move of the main line belongs to it; a variation replaces a move that is already there.
        if after.aside || after.ply != self.plies {
            if self.beside.is_none() && self.is_it(turn.position) {
                self.beside = Some(after.ply + 1);
            }
            return At { ply: after.ply + 1, aside: true };
        }
        self.plies += 1;
        self.look(turn.position);
        At { ply: self.plies, aside: false }
    }

    #[inline]
    fn remark(&mut self, _: &mut At, _: &str) {}

    fn nag(&mut self, _: At, _: u8) {}
}
