//! Reading SAN in the tolerance of LAWS 7.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::plain::{of_file, of_rank, read_plain};
use super::{SanError, push_body};
use crate::chess::{Bitboard, Illegal, Kind, Move, Position, Square};

/// A move as far as a text tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pattern {
    /// `None` where the text begins with the square: a pawn, or in long algebraic notation whatever stands there.
    kind: Option<Kind>,
    file: Option<u8>,
    rank: Option<u8>,
    /// An `x` without anything before it: a pawn of any file takes.
    takes: bool,
    to: Square,
    promotion: Option<Kind>,
}

/// Reads a move, tolerant of what people and programs write: zeros for castling, missing `=`, `(Q)`, `e.p.`, needless
/// disambiguation, missing or superfluous `+ # x`, figurines, `!?`, `P` before pawn moves, long algebraic notation, and
/// lower-case letters where they can mean nothing else: `b` is a pawn's file whenever a pawn of that file has such a move.
///
/// # Errors
/// [`SanError`] says whether the text is no move, or one that is illegal here (and why), or fits several moves.
///
/// ```
/// use endgame::{chess::Position, notation::san};
/// let start = Position::start();
/// for text in ["Nf3", "nf3", "Ng1f3", "Ng1-f3", "♘f3!?", "Nxf3+"] {
///     assert_eq!(san::read(&start, text), san::read(&start, "Nf3"), "{text}");
/// }
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, SanError> {
    if let Some(mv) = read_plain(position, text.as_bytes()) {
        return Ok(mv);
    }
    let text = text.trim();
    let malformed = || SanError::Malformed { text: text.to_owned() };
    let plain = simplify(text);
    if let Some(short) = castling(&plain) {
        return castle(position, text, short);
    }
    let mut first_error = None;
    for pattern in patterns(&plain) {
        match fit(position, text, &pattern) {
            Err(error @ SanError::Ambiguous { .. }) => return Err(error),
            Err(error) => first_error = first_error.or(Some(error)),
            found => return found,
        }
    }
    Err(first_error.unwrap_or_else(malformed))
}

/// The text without what carries no meaning: glyphs, check marks, `e.p.`; figurines as letters.
fn simplify(text: &str) -> Cow<'_, str> {
    let mut text: Cow<str> = if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-#=!?(/)".contains(&byte)) {
        Cow::Borrowed(text)
    } else {
        text.chars().filter_map(letter).collect::<String>().into()
    };
    let kept = essential(&text).len();
    match &mut text {
        Cow::Borrowed(text) => *text = &text[..kept],
        Cow::Owned(text) => text.truncate(kept),
    }
    text
}

/// Takes off the end what carries no meaning.
fn essential(text: &str) -> &str {
    let mut rest = text;
    loop {
        let shorter = rest.trim_end_matches(['!', '?', '+', '#', '†', '‡', ' ']);
        // Most moves end with a digit.
        if shorter.ends_with(|c: char| c.is_ascii_digit()) {
            return shorter;
        }
        let shorter =
            ["e.p.", "e.p", "ep.", "ep", "(=)"].iter().find_map(|end| shorter.strip_suffix(end)).unwrap_or(shorter);
        if shorter.len() == rest.len() {
            return rest;
        }
        rest = shorter;
    }
}

/// One way to write each character: figurines of both sides as letters, every dash as `-`, every cross as `x`.
fn letter(c: char) -> Option<char> {
    Some(match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        // Variation selectors say whether the character before is shown as text or as a picture.
        '\u{fe0e}' | '\u{fe0f}' => return None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' | 'X' | ':' => 'x',
        // A Cyrillic letter that looks the same.
        'О' => 'O',
        other => other,
    })
}

/// Whether the text castles short or long.
fn castling(text: &str) -> Option<bool> {
    if !text.starts_with(['O', 'o', '0']) {
        return None;
    }
    match text.replace(['o', '0'], "O").as_str() {
        "O-O" | "OO" => Some(true),
        "O-O-O" | "OOO" => Some(false),
        _ => None,
    }
}

fn castle(position: &Position, text: &str, short: bool) -> Result<Move, SanError> {
    position.castling_move(short).ok_or_else(|| {
        let side = position.side();
        let why = match (position.castling_rook(side, short), position.king(side)) {
            (Some(rook), Some(king)) => position.why_not(king, rook),
            _ => Some(Illegal::CastlingRightLost),
        };
        SanError::Illegal { text: text.to_owned(), why }
    })
}

/// The ways to read a text, the likelier first: a small `b` is a file before it is a bishop.
fn patterns(text: &str) -> impl Iterator<Item = Pattern> {
    let first = text.chars().next().unwrap_or(' ');
    let with_kind = || Kind::from_letter(first).and_then(|kind| pattern(&text[1..], Some(kind)));
    let (likely, other) = match first {
        'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'k' | 'q' | 'r' | 'n' | 'p' => (with_kind(), None),
        'b' => (pattern(text, None), with_kind()),
        _ => (pattern(text, None), None),
    };
    likely.into_iter().chain(other)
}

/// `[file][rank][x or -]square[promotion]`.
fn pattern(text: &str, kind: Option<Kind>) -> Option<Pattern> {
    let mut rest = text;
    let promotion = take_promotion(&mut rest)?;
    let to = rest.get(rest.len().checked_sub(2)?..)?.parse().ok()?;
    rest = &rest[..rest.len() - 2];
    let mut takes = false;
    if let Some(before) = rest.strip_suffix(['x', '-']) {
        takes = rest.ends_with('x');
        rest = before;
    }
    let file = take(&mut rest, 'a'..='h');
    let rank = take(&mut rest, '1'..='8');
    rest.is_empty().then_some(Pattern { kind, file, rank, takes: takes && file.is_none(), to, promotion })
}

/// Takes the promotion off the end of a text: `=Q`, `Q`, `q`, `(Q)`, `/Q`. The outer `None`: it is none that a pawn can have.
fn take_promotion(text: &mut &str) -> Option<Option<Kind>> {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(last) = bare.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return Some(None);
    };
    let kind = Kind::from_letter(last).filter(|kind| Kind::PROMOTIONS.contains(kind))?;
    let before = bare.strip_suffix(last)?;
    *text = before.trim_end_matches(['(', '=', '/']);
    Some(Some(kind))
}

/// Takes a character of a range off the front of a text, as its place in that range.
fn take(text: &mut &str, range: std::ops::RangeInclusive<char>) -> Option<u8> {
    let first = text.chars().next().filter(|c| range.contains(c))?;
    *text = &text[1..];
    u8::try_from(u32::from(first) - u32::from(*range.start())).ok()
}

impl Pattern {
    fn meant(&self, kind: Kind, from: Square) -> bool {
        let whole = self.file.is_some() && self.rank.is_some();
        let kind_fits = match self.kind {
            Some(meant) => meant == kind,
            None => kind == Kind::Pawn || whole,
        };
        kind_fits
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// Without a file a pawn keeps its file, unless the text begins with `x`.
    fn pawn_fits(&self, mv: &Move) -> bool {
        mv.piece.kind != Kind::Pawn || self.file.is_some() || self.takes || mv.from.file() == mv.to.file()
    }
}

/// The only man that a pattern can mean, where one is enough to know; `None` leaves it to [`fit`].
#[inline]
fn only(position: &Position, pattern: &Pattern) -> Option<Move> {
    let kind = match (pattern.kind, pattern.file, pattern.rank) {
        (Some(kind), ..) => kind,
        (None, Some(file), Some(rank)) => position.piece_at(Square::new(file, rank))?.kind,
        _ => Kind::Pawn,
    };
    let own_file = kind == Kind::Pawn && !pattern.takes;
    let mut from = Bitboard(!0);
    if let Some(file) = pattern.file.or(own_file.then_some(pattern.to.file())) {
        from &= of_file(file);
    }
    if let Some(rank) = pattern.rank {
        from &= of_rank(rank);
    }
    let from = position.origins(kind, pattern.to, from);
    match from.len() {
        1 => position.move_from(kind, from.first()?, pattern.to, pattern.promotion),
        _ => None,
    }
}

/// The legal move that a pattern describes.
fn fit(position: &Position, text: &str, pattern: &Pattern) -> Result<Move, SanError> {
    if let Some(mv) = only(position, pattern) {
        return Ok(mv);
    }
    let legal = position.legal_moves();
    let fits = |mv: &&Move| {
        mv.to == pattern.to
            && pattern.meant(mv.piece.kind, mv.from)
            && mv.promotion == pattern.promotion
            && pattern.pawn_fits(mv)
    };
    let mut found: Vec<Move> = legal.iter().filter(fits).copied().collect();
    prefer(&mut found, |mv| mv.castling().is_none());
    if pattern.takes {
        prefer(&mut found, Move::is_capture);
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(refusal(position, text, pattern)),
        _ => {
            let body = |mv| {
                let mut text = String::new();
                push_body(position, mv, &mut text);
                text
            };
            let candidates = found.into_iter().map(body).collect();
            Err(SanError::Ambiguous { text: text.to_owned(), candidates })
        }
    }
}

/// Drops the other moves if there are any of this sort.
fn prefer(moves: &mut Vec<Move>, sort: impl Fn(&Move) -> bool) {
    if moves.iter().any(&sort) {
        moves.retain(sort);
    }
}

/// Says why no move fits: the reason of the man that came closest to moving there.
fn refusal(position: &Position, text: &str, pattern: &Pattern) -> SanError {
    let text = text.to_owned();
    let men =
        position.by_side(position.side()).into_iter().filter_map(|from| Some((from, position.piece_at(from)?.kind)));
    let men: Vec<(Square, Kind)> = men.filter(|(from, kind)| pattern.meant(*kind, *from)).collect();
    let reasons = men.iter().filter_map(|(from, _)| {
        if pattern.promotion.is_none() && position.promotes(*from, pattern.to) {
            return Some(Illegal::PromotionMissing);
        }
        position.why_not(*from, pattern.to)
    });
    let why = reasons.min_by_key(remoteness);
    match pattern.kind {
        Some(kind) if men.is_empty() => SanError::NoSuchMan { text, kind },
        None if men.is_empty() => SanError::NoSuchMan { text, kind: Kind::Pawn },
        _ => SanError::Illegal { text, why },
    }
}

/// How far a refused move is from being legal: what a man cannot do at all is the least telling reason.
fn remoteness(why: &Illegal) -> u8 {
    match why {
        Illegal::NotItsMove(_) => 2,
        Illegal::Blocked(_) => 1,
        _ => 0,
    }
}
