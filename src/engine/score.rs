//! What a position is worth, in hundredths of a pawn, and how far away mate is.

use std::fmt;

/// Hundredths of a pawn for the side to move; from [`MATE`] down by plies when mate is seen.
pub type Score = i32;

/// Longest line that is looked at, in plies.
pub const MAX_PLY: usize = 120;

/// More than anything is worth.
pub const INFINITE: Score = 32_000;

/// The side to move has mated; less one for each ply that it takes.
pub const MATE: Score = 31_000;

/// From here on a score tells a mate.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score;

/// No score.
pub const NONE: Score = 32_001;

/// The side to move is mated, so many plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// The side to move mates, so many plies from the root.
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// A score as it is told: in UCI's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Told {
    /// Hundredths of a pawn.
    Pawns(i32),
    /// Mate in so many moves of the side that mates; negative if the side to move is mated.
    Mate(i32),
}

impl Told {
    /// The same in words of UCI.
    pub const fn of(score: Score) -> Told {
        if score >= MATE_BOUND {
            Told::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Told::Mate(-(MATE + score) / 2)
        } else {
            Told::Pawns(score)
        }
    }
}

impl fmt::Display for Told {
    /// `cp 35` or `mate -3`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Told::Pawns(pawns) => write!(f, "cp {pawns}"),
            Told::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Told::of(mate_in(1)), Told::Mate(1));
        assert_eq!(Told::of(mate_in(3)), Told::Mate(2));
        assert_eq!(Told::of(mated_in(0)), Told::Mate(0));
        assert_eq!(Told::of(mated_in(2)), Told::Mate(-1));
        assert_eq!(Told::of(mated_in(4)).to_string(), "mate -2");
        assert_eq!(Told::of(-17).to_string(), "cp -17");
    }
}
