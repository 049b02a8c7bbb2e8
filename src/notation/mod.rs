//! Chess in writing: FEN, SAN, UCI and PGN, both ways.

use thiserror::Error;

use crate::chess::{Illegal, Move, Position, Side, Square};

pub mod fen;
pub mod pgn;
pub mod san;
pub mod uci;

/// Why a text is no move here, read as UCI and as SAN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It has the form of a UCI move.
    #[error(transparent)]
    Uci(#[from] uci::UciError),
    /// It was read as SAN.
    #[error(transparent)]
    San(#[from] san::SanError),
}

impl MoveError {
    /// Why the move is illegal, where that is known.
    #[must_use]
    pub fn why(&self) -> Option<Illegal> {
        match self {
            MoveError::Uci(uci::UciError::Illegal { why, .. }) | MoveError::San(san::SanError::Illegal { why, .. }) => {
                *why
            }
            _ => None,
        }
    }
}

/// Reads a move as UCI or, failing that, as SAN in the tolerance of [`san::read`].
///
/// # Errors
/// The error of the notation that the text has the form of.
///
/// ```
/// use endgame::{chess::Position, notation::read_move};
/// let position = Position::start();
/// assert_eq!(read_move(&position, "e2e4"), read_move(&position, "e4"));
/// assert_eq!(read_move(&position, "e5").unwrap_err().to_string(), "e5 is not legal here: a pawn does not move like this");
/// ```
#[inline]
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    if let Some(mv) = san::read_plain(position, text.as_bytes()) {
        return Ok(mv);
    }
    read_odd_move(position, text.trim())
}

/// The same for what is not as it should be in SAN.
fn read_odd_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    if uci::parse(text).is_none() {
        return Ok(san::read(position, text)?);
    }
    uci::read(position, text).or_else(|uci| san::read(position, text).map_err(|_| uci.into()))
}

/// The moves of a line such as `1. e4 e5 2. Nf3`: what stands between blanks, without move numbers.
///
/// ```
/// let moves: Vec<_> = endgame::notation::move_texts("1. e4 1... e5 2.Nf3").collect();
/// assert_eq!(moves, ["e4", "e5", "Nf3"]);
/// ```
pub fn move_texts(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || c == ',').filter_map(|word| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        // Digits alone are a number only before a dot: `0-0` castles.
        let word = if rest.len() < word.len() && (rest.is_empty() || rest.starts_with('.')) {
            rest.trim_start_matches('.')
        } else {
            word.trim_start_matches('.')
        };
        (!word.is_empty()).then_some(word)
    })
}

/// Whether every king and rook that may castle stands where it does in the usual game, not as in Chess960.
pub(crate) fn castles_as_usual(position: &Position) -> bool {
    Side::ALL.into_iter().all(|side| {
        let king = position.king(side);
        let mut rooks = [true, false].into_iter().filter_map(|short| position.castling_rook(side, short));
        rooks.all(|rook| king.is_some_and(|king| is_standard(king, rook)))
    })
}

/// Whether king and rook stand on the files where they begin in the usual game.
pub(crate) fn is_standard(king: Square, rook: Square) -> bool {
    king.file() == 4 && matches!(rook.file(), 0 | 7)
}
