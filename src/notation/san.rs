//! Moves as people write them: exact out (PGN 8.2.3), tolerant in.

use thiserror::Error;

use crate::chess::{Bitboard, Illegal, Kind, Move, Position, RuleSet, Square};

mod plain;
mod read;

pub(super) use plain::read_plain;
pub use read::read;

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
    let mut out = String::with_capacity(8);
    push(position, mv, &position.play(mv), &mut out);
    out
}

/// Adds a move to a text; `after` is the position it leads to.
pub(super) fn push(position: &Position, mv: Move, after: &Position, out: &mut String) {
    push_body(position, mv, out);
    out.push_str(suffix(after));
}

/// The move without check marks.
fn push_body(position: &Position, mv: Move, out: &mut String) {
    debug_assert!(position.is_legal(mv), "{mv} is not legal in {}", super::fen::write(position));
    if mv.castling().is_some() {
        return out.push_str(if mv.is_short_castling() { "O-O" } else { "O-O-O" });
    }
    if mv.piece.kind == Kind::Pawn {
        if mv.is_capture() {
            out.push(file_letter(mv.from));
        }
    } else {
        out.push(mv.piece.kind.letter());
        disambiguate(position, mv, out);
    }
    if mv.is_capture() {
        out.push('x');
    }
    out.extend([file_letter(mv.to), rank_digit(mv.to)]);
    if let Some(kind) = mv.promotion {
        out.extend(['=', kind.letter()]);
    }
}

fn disambiguate(position: &Position, mv: Move, out: &mut String) {
    let mut others = Bitboard(!0);
    others.remove(mv.from);
    let rivals = position.origins(mv.piece.kind, mv.to, others);
    let (mut same_file, mut same_rank) = (false, false);
    for rival in rivals {
        same_file |= rival.file() == mv.from.file();
        same_rank |= rival.rank() == mv.from.rank();
    }
    if !rivals.is_empty() && (!same_file || same_rank) {
        out.push(file_letter(mv.from));
    }
    if same_file {
        out.push(rank_digit(mv.from));
    }
}

fn suffix(after: &Position) -> &'static str {
    let check = after.is_check();
    let wins = match after.rules() {
        // Without check there is no mate: this spares most positions the search for a move.
        RuleSet::Standard => check && !after.has_legal_move(),
        RuleSet::Endgame => after.outcome().is_some_and(|outcome| outcome.winner.is_some()),
    };
    if wins {
        "#"
    } else if check {
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
