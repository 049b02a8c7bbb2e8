//! Moves that are written as they should be, castling and promotions among them.

use crate::chess::{Bitboard, Kind, Move, Position, Square};

/// Reads most moves that are written as they should be, quickly. `None` says nothing about the others.
#[inline]
pub(in crate::notation) fn read_plain(position: &Position, text: &[u8]) -> Option<Move> {
    let bare = match text {
        [bare @ .., b'+' | b'#'] => bare,
        _ => text,
    };
    match bare {
        [.., b'a'..=b'h', b'1'..=b'8'] => plain(position, bare, None),
        _ => special(position, text, bare),
    }
}

/// Castling and promotions.
#[inline(never)]
fn special(position: &Position, text: &[u8], bare: &[u8]) -> Option<Move> {
    match (text, bare) {
        (b"O-O", _) => position.castling_move(true),
        (b"O-O-O", _) => position.castling_move(false),
        (_, [bare @ .., b'=', kind @ (b'Q' | b'R' | b'B' | b'N')]) => {
            plain(position, bare, Kind::from_letter(char::from(*kind)))
        }
        _ => None,
    }
}

/// Reads what comes before the promotion and the mark of a check.
#[inline(always)]
fn plain(position: &Position, text: &[u8], promotion: Option<Kind>) -> Option<Move> {
    let [before @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text else { return None };
    let to = Square::new(file - b'a', rank - b'1');
    // A pawn that does not take begins with the file of its target.
    let (first, between) = match before {
        [] => (file, before),
        [first, between @ .., b'x'] | [first, between @ ..] => (first, between),
    };
    let (kind, mut from) = FIRST[usize::from(*first)]?;
    if !between.is_empty() {
        from = narrowed(kind, between)?;
    }
    let from = position.origins(kind, to, from);
    // More than one, or none?
    if from.0 & from.0.wrapping_sub(1) != 0 {
        return None;
    }
    position.move_from(kind, from.first()?, to, promotion)
}

/// What the first letter of a move says: the man, and where he may stand.
static FIRST: [Option<(Kind, Bitboard)>; 256] = {
    let mut table = [None; 256];
    let mut at = 0;
    while at < 6 {
        table[Kind::ALL[at].letter() as usize] = Some((Kind::ALL[at], Bitboard(!0)));
        at += 1;
    }
    table[b'P' as usize] = None;
    let mut file = 0;
    while file < 8 {
        table[b'a' as usize + file] = Some((Kind::Pawn, of_file(file as u8)));
        file += 1;
    }
    table
};

pub(super) const fn of_file(file: u8) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << file)
}

pub(super) const fn of_rank(rank: u8) -> Bitboard {
    Bitboard(0xff << (8 * rank))
}

/// Where an officer may stand if this is written behind his letter.
fn narrowed(kind: Kind, between: &[u8]) -> Option<Bitboard> {
    match between {
        _ if kind == Kind::Pawn => None,
        [file @ b'a'..=b'h'] => Some(of_file(file - b'a')),
        [rank @ b'1'..=b'8'] => Some(of_rank(rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(of_file(file - b'a') & of_rank(rank - b'1')),
        _ => None,
    }
}
