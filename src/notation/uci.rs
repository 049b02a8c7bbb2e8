//! Moves as engines write them: from, to, promotion letter.

use thiserror::Error;

use super::castles_as_usual;
use crate::chess::{Illegal, Kind, Move, Position, Square};

/// Why a text is no UCI move here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UciError {
    /// Not two squares and at most one promotion letter.
    #[error("`{text}` is not a move in UCI notation")]
    Malformed {
        /// The text.
        text: String,
    },
    /// No legal move goes there.
    #[error("{text} is not legal here{}", why.as_ref().map(|why| format!(": {why}")).unwrap_or_default())]
    Illegal {
        /// The text.
        text: String,
        /// The reason, where it is known.
        why: Option<Illegal>,
    },
}

/// Writes a move: castling as the king's two squares, or as king takes rook in a position of Chess960, where some king or
/// rook that may castle began elsewhere than in the usual game.
#[must_use]
pub fn write(position: &Position, mv: Move) -> String {
    let to = match mv.castling() {
        Some((rook_from, _)) if !castles_as_usual(position) => rook_from,
        _ => mv.to,
    };
    match mv.promotion {
        Some(kind) => format!("{}{to}{}", mv.from, kind.letter().to_ascii_lowercase()),
        None => format!("{}{to}", mv.from),
    }
}

/// Reads a move. A king that goes onto its own rook castles; a king that goes to where castling would put it castles
/// where it cannot simply step there.
///
/// # Errors
/// [`UciError::Malformed`] if the text has another form, [`UciError::Illegal`] if no legal move fits.
pub fn read(position: &Position, text: &str) -> Result<Move, UciError> {
    let Some((from, to, promotion)) = parse(text) else {
        return Err(UciError::Malformed { text: text.to_owned() });
    };
    let moves = position.legal_moves_from(from);
    let onto_rook = |mv: &&Move| mv.castling().is_some_and(|(rook_from, _)| rook_from == to);
    let plain = |mv: &&Move| mv.castling().is_none() && mv.to == to && mv.promotion == promotion;
    let castles = |mv: &&Move| mv.castling().is_some() && mv.to == to;
    let found = if promotion.is_some() {
        moves.iter().find(plain)
    } else {
        moves.iter().find(onto_rook).or_else(|| moves.iter().find(plain)).or_else(|| moves.iter().find(castles))
    };
    found.copied().ok_or_else(|| {
        let why = if promotion.is_none() && position.promotes(from, to) {
            Some(Illegal::PromotionMissing)
        } else {
            position.why_not(from, to)
        };
        UciError::Illegal { text: text.to_owned(), why }
    })
}

/// From, to, promotion; `None` if the text has another form.
pub(super) fn parse(text: &str) -> Option<(Square, Square, Option<Kind>)> {
    let (squares, promotion) = text.as_bytes().split_at_checked(4)?;
    let promotion = match *promotion {
        [] => None,
        [letter] => Some(Kind::from_letter(char::from(letter)).filter(|kind| Kind::PROMOTIONS.contains(kind))?),
        _ => return None,
    };
    let square = |file: u8, rank: u8| Square::try_new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    Some((square(squares[0], squares[1])?, square(squares[2], squares[3])?, promotion))
}
