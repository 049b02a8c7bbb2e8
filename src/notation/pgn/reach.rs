//! Which games of a file reach a position, and when: read as quickly as they are checked, and forgotten.

use std::io::{self, BufRead};

use crate::chess::{Bitboard, Position, PositionKey};

use super::games::Games;
use super::keep::{Keep, Text, Turn};
use super::source::Place;

/// Of each game, as the [`Reader`](super::reader::Reader) finds them, the half-move after which its main line first reaches
/// a position that is the same by the laws of repetition. `input` stands at the `offset` of a game that begins on this line.
pub fn reaching(
    input: impl BufRead,
    line: usize,
    offset: u64,
    wanted: &Position,
) -> impl Iterator<Item = io::Result<Option<u32>>> {
    let mut games = Games::new(input, Place { line, column: 0, offset });
    let blank = Sought { wanted: wanted.key(), occupied: wanted.occupied(), places: 0, plies: 0, found: None };
    std::iter::from_fn(move || {
        let game = games.next(&blank)?;
        Some(game.map(|(report, sought)| sought.found.filter(|_| report.playable)))
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
    fn look(&mut self, position: &Position) {
        if self.found.is_none() && position.occupied() == self.occupied && position.key() == self.wanted {
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
        (self.places, self.plies, self.found) = (1, 0, None);
        self.look(&position);
    }

    #[inline]
    fn add(&mut self, after: At, turn: Turn<'_, Nothing>) -> At {
        self.places += 1;
        // What follows the last move of the main line belongs to it; a variation replaces a move that is already there.
        if after.aside || after.ply != self.plies {
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
