//! The 960 start positions of Chess960, by the numbers that everybody gives them.

use super::super::{Kind, RuleSet, Side, Square};
use super::Position;

/// Where the two knights stand among the five squares that bishops and queen have left free, by what remains of the
/// number. King and rooks take the other three, the king between the rooks.
const KNIGHTS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Position {
    /// How many start positions Chess960 has; they are numbered from 0.
    pub const CHESS960_STARTS: u16 = 960;

    /// The number of the usual start position among those of Chess960.
    pub const USUAL_START: u16 = 518;

    /// A start position of Chess960 by its number (Scharnagl's, as FIDE and all programs count); `None` from 960 on.
    ///
    /// ```
    /// use endgame::chess::{Position, RuleSet};
    ///
    /// let usual = Position::chess960(518, RuleSet::Standard).expect("a number below 960");
    /// assert_eq!(usual, Position::start());
    /// assert_eq!(usual.chess960_number(), Some(518));
    /// ```
    pub fn chess960(number: u16, rules: RuleSet) -> Option<Position> {
        officers(number).map(|officers| Position::behind_pawns(officers, rules))
    }

    /// The number of this start position of Chess960; `None` for every other position, be it one move later or without
    /// a castling right.
    pub fn chess960_number(&self) -> Option<u16> {
        let number = number(std::array::from_fn(|file| {
            let square = Square::new(file as u8, Side::White.home_rank());
            self.piece_at(square).map(|piece| piece.kind)
        }))?;
        (Position::chess960(number, self.rules).as_ref() == Some(self)).then_some(number)
    }
}

/// The back rank from the a-file to the h-file.
fn officers(number: u16) -> Option<[Kind; 8]> {
    if number >= Position::CHESS960_STARTS {
        return None;
    }
    let rest = usize::from(number);
    let (rest, light) = (rest / 4, rest % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    let mut rank: [Option<Kind>; 8] = [None; 8];
    rank[2 * light + 1] = Some(Kind::Bishop);
    rank[2 * dark] = Some(Kind::Bishop);
    rank[free(&rank)[queen]] = Some(Kind::Queen);
    let five = free(&rank);
    for knight in KNIGHTS[knights] {
        rank[five[knight]] = Some(Kind::Knight);
    }
    for (at, kind) in free(&rank).into_iter().zip([Kind::Rook, Kind::King, Kind::Rook]) {
        rank[at] = Some(kind);
    }
    // Every place is taken: eight men were set on eight free squares.
    Some(rank.map(|kind| kind.unwrap_or(Kind::Pawn)))
}

/// The number that a back rank would have; `None` if it lacks one of the men that make up the number.
fn number(rank: [Option<Kind>; 8]) -> Option<u16> {
    let place = |kind, color| (0..8).find(|&file| rank[file] == Some(kind) && file % 2 == color);
    let light = place(Kind::Bishop, 1)?;
    let dark = place(Kind::Bishop, 0)?;
    let mut left: Vec<Kind> =
        (0..8).filter(|&file| file != light && file != dark).filter_map(|file| rank[file]).collect();
    let queen = left.iter().position(|&kind| kind == Kind::Queen)?;
    left.remove(queen);
    let mut knights = (0..left.len()).filter(|&at| left[at] == Kind::Knight);
    let pair = [knights.next()?, knights.next()?];
    let knights = KNIGHTS.iter().position(|&known| known == pair)?;
    u16::try_from(((knights * 6 + queen) * 4 + dark / 2) * 4 + light / 2).ok()
}

/// The files where nobody stands yet.
fn free(rank: &[Option<Kind>; 8]) -> Vec<usize> {
    (0..8).filter(|&file| rank[file].is_none()).collect()
}
