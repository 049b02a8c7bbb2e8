//! Moves as people write them: exact out (PGN 8.2.3), tolerant in.

use thiserror::Error;

use crate::chess::{Illegal, Kind, Move, Position, RuleSet, Square};

mod read;

pub use read::read;
pub(super) use read::read_plain;

/// Why a text is no move here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SanError {
    /// It has not the form of a move.
    #[error("`{text}` is not a move")]
    Malformed {
        /// The text.
        text: String,
    },
    /// It is a move, but not one that can be played.
    #[error("{text} is not legal here{}", why.as_ref().map(|why| format!(": {why}")).unwrap_or_default())]
    Illegal {
        /// The text.
        text: String,
        /// The reason, where one man is meant and it is known.
        why: Option<Illegal>,
    },
    /// The side to move has no man that is meant.
    #[error("{text} is not legal here: there is no {kind} that could be meant")]
    NoSuchMan {
        /// The text.
        text: String,
        /// The kind of man.
        kind: Kind,
    },
    /// Several moves fit.
    #[error("{text} is ambiguous: {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// What fits, in SAN.
        candidates: Vec<String>,
    },
}

/// Writes a legal move: minimal disambiguation that does not count pinned men, `x`, `=Q`, `+` and `#`.
///
/// `#` says that the move wins: checkmate, and in the `endgame` rule set the king taken or the opponent left without a move.
/// There `+` says that the king is attacked, binding or not.
///
/// ```
/// use endgame::{chess::RuleSet, notation::{fen, san, uci}};
/// let position = fen::parse("8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", RuleSet::Standard).unwrap().position;
/// let write = |text| san::write(&position, uci::read(&position, text).unwrap());
/// assert_eq!([write("e4c3"), write("e2c3"), write("a2c3")], ["N4c3", "Ne2c3", "Nac3"]);
/// ```
#[must_use]
pub fn write(position: &Position, mv: Move) -> String {
    body(position, mv, &position.legal_moves()) + suffix(position, mv)
}

/// The move without check marks.
fn body(position: &Position, mv: Move, legal: &[Move]) -> String {
    if mv.castling().is_some() {
        return if mv.is_short_castling() { "O-O".to_owned() } else { "O-O-O".to_owned() };
    }
    debug_assert!(legal.contains(&mv), "{mv} is not legal in {}", super::fen::write(position));
    let mut out = String::with_capacity(8);
    if mv.piece.kind == Kind::Pawn {
        if mv.is_capture() {
            out.push(file_letter(mv.from));
        }
    } else {
        out.push(mv.piece.kind.letter());
        disambiguate(mv, legal, &mut out);
    }
    if mv.is_capture() {
        out.push('x');
    }
    out += &mv.to.to_string();
    if let Some(kind) = mv.promotion {
        out.push('=');
        out.push(kind.letter());
    }
    out
}

fn disambiguate(mv: Move, legal: &[Move], out: &mut String) {
    let rival = |other: &&Move| {
        other.piece == mv.piece && other.to == mv.to && other.from != mv.from && other.castling().is_none()
    };
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for rival in legal.iter().filter(rival) {
        any = true;
        same_file |= rival.from.file() == mv.from.file();
        same_rank |= rival.from.rank() == mv.from.rank();
    }
    if any && (!same_file || same_rank) {
        out.push(file_letter(mv.from));
    }
    if same_file {
        out.push(rank_digit(mv.from));
    }
}

fn suffix(position: &Position, mv: Move) -> &'static str {
    let after = position.play(mv);
    let wins = match after.rules() {
        // Without check there is no mate: this spares most positions the search for a move.
        RuleSet::Standard => after.is_check() && !after.has_legal_move(),
        RuleSet::Endgame => after.outcome().is_some_and(|outcome| outcome.winner.is_some()),
    };
    if wins {
        "#"
    } else if after.is_check() {
        "+"
    } else {
        ""
    }
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

fn rank_digit(square: Square) -> char {
    char::from(b'1' + square.rank())
}
