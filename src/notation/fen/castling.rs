//! The castling field: standard, X-FEN and Shredder letters.

use super::repair::CastlingFault;
use super::{FenError, Field, Repair};
use crate::chess::{Bitboard, Kind, Piece, Position, Setup, Side, Square};
use crate::notation::{castles_as_usual, is_standard};

/// The rooks that may castle, by side, then long and short wing as the index says.
type Rights = [[Option<Square>; 2]; 2];

/// What `K` and `Q` mean where the king is on the e-file and no rook in the corner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    /// A slip, unless both sides' rooks mirror each other as they do in Chess960.
    Usual,
    /// The outermost rook: the position is known to be of Chess960.
    Outermost,
}

/// The index of a wing.
const SHORT: usize = 0;
const LONG: usize = 1;

/// Reads the field. `K` and `Q` are the outermost rook of the wing (X-FEN); with the king on the e-file they mean the
/// corner, as in the standard game, unless both sides' rooks mirror each other elsewhere. `A` to `H` name the rook's file.
pub(super) fn read(
    text: &str,
    setup: &Setup,
    letters: Letters,
    repairs: &mut Vec<Repair>,
) -> Result<Bitboard, FenError> {
    let mut rights = Rights::default();
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    if let Some(character) = text.chars().find(|c| !matches!(c.to_ascii_uppercase(), 'K' | 'Q' | 'A'..='H')) {
        return Err(FenError::Unexpected { field: Field::Castling, character, text: text.to_owned() });
    }
    if !is_ordered(text) {
        repairs.push(Repair::CastlingOrder { text: text.to_owned() });
    }
    let letters = if mirrors(setup, text) { Letters::Outermost } else { letters };
    let mut faults = Vec::new();
    for letter in text.chars() {
        match rook(setup, letter, letters) {
            Err(why) => faults.push((letter, why)),
            Ok((wing, _)) if rights[owner(letter).index()][wing].is_some() => {
                faults.push((letter, CastlingFault::Twice))
            }
            Ok((wing, square)) => rights[owner(letter).index()][wing] = Some(square),
        }
    }
    for side in Side::ALL {
        if has_moved(setup, side, text, &faults) {
            for letter in text.chars().filter(|letter| owner(*letter) == side) {
                if !faults.iter().any(|(fault, _)| *fault == letter) {
                    faults.push((letter, CastlingFault::KingMoved));
                }
            }
            rights[side.index()] = [None; 2];
        }
    }
    repairs.extend(faults.into_iter().map(|(letter, why)| Repair::CastlingDropped { letter, why }));
    note_inner_rooks(setup, text, &rights, repairs);
    Ok(rights.into_iter().flatten().flatten().collect())
}

/// Writes the field: `KQkq` if every king and rook with a right stands on its standard square, otherwise the rooks' files.
pub(super) fn write(position: &Position) -> String {
    let mut rights = Vec::new();
    for side in Side::ALL {
        for (short, letter) in [(true, 'K'), (false, 'Q')] {
            if let Some(rook) = position.castling_rook(side, short) {
                rights.push((side, letter, rook));
            }
        }
    }
    if rights.is_empty() {
        return "-".to_owned();
    }
    let plain = castles_as_usual(position);
    let letter = |(side, letter, rook): (Side, char, Square)| {
        let letter = if plain { letter } else { char::from(b'A' + rook.file()) };
        if side == Side::White { letter } else { letter.to_ascii_lowercase() }
    };
    rights.into_iter().map(letter).collect()
}

fn owner(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

/// White before Black, king's wing before queen's wing; files in any order.
fn is_ordered(text: &str) -> bool {
    let place = |letter: char| match letter {
        'K' => 0,
        'Q' => 1,
        'A'..='H' => 1,
        'k' => 2,
        _ => 3,
    };
    text.chars().map(place).is_sorted()
}

/// The wing and square of the rook that a letter means.
fn rook(setup: &Setup, letter: char, letters: Letters) -> Result<(usize, Square), CastlingFault> {
    let side = owner(letter);
    let king = home_king(setup, side).ok_or(CastlingFault::NoKing)?;
    let wing = match letter.to_ascii_uppercase() {
        'K' => SHORT,
        'Q' => LONG,
        file => {
            let square = Square::new(file as u8 - b'A', side.home_rank());
            let wing = if square.file() > king.file() { SHORT } else { LONG };
            return if is_rook(setup, side, square) { Ok((wing, square)) } else { Err(CastlingFault::NoRook) };
        }
    };
    let outermost = *rooks(setup, side, wing).first().ok_or(CastlingFault::NoRook)?;
    if letters == Letters::Outermost || king.file() != 4 || is_standard(king, outermost) {
        return Ok((wing, outermost));
    }
    Err(CastlingFault::NoRook)
}

/// Whether both sides claim the same wing with the king on the e-file and the rook on one file other than the corner's.
fn mirrors(setup: &Setup, text: &str) -> bool {
    [(SHORT, ['K', 'k']), (LONG, ['Q', 'q'])].into_iter().any(|(wing, letters)| {
        let file = |side| {
            let king = home_king(setup, side).filter(|king| king.file() == 4)?;
            let outermost = *rooks(setup, side, wing).first()?;
            (!is_standard(king, outermost)).then_some(outermost.file())
        };
        let files = Side::ALL.map(file);
        letters.into_iter().all(|letter| text.contains(letter)) && files[0].is_some() && files[0] == files[1]
    })
}

/// The rooks of a wing on the home rank, the outermost first.
fn rooks(setup: &Setup, side: Side, wing: usize) -> Vec<Square> {
    let Some(king) = home_king(setup, side) else {
        return Vec::new();
    };
    let files: Vec<u8> = if wing == SHORT { (king.file() + 1..8).rev().collect() } else { (0..king.file()).collect() };
    let squares = files.into_iter().map(|file| Square::new(file, side.home_rank()));
    squares.filter(|square| is_rook(setup, side, *square)).collect()
}

fn is_rook(setup: &Setup, side: Side, square: Square) -> bool {
    setup.at(square) == Some(Piece { side, kind: Kind::Rook })
}

fn home_king(setup: &Setup, side: Side) -> Option<Square> {
    setup.king(side).filter(|king| king.rank() == side.home_rank())
}

/// Whether a king off the e-file that `K` or `Q` speaks of has castled or walked there: one of its letters is wrong, or
/// the other side's letters belong to a king on the e-file. In Chess960 both kings begin on the same file.
fn has_moved(setup: &Setup, side: Side, text: &str, faults: &[(char, CastlingFault)]) -> bool {
    let Some(king) = home_king(setup, side) else {
        return false;
    };
    let says = |side: Side| text.chars().any(|letter| owner(letter) == side && matches!(letter, 'K' | 'Q' | 'k' | 'q'));
    if king.file() == 4 || !says(side) {
        return false;
    }
    let contradicted = faults.iter().any(|(letter, why)| owner(*letter) == side && *why != CastlingFault::Twice);
    let other_on_e = says(!side) && home_king(setup, !side).is_some_and(|other| other.file() == 4);
    contradicted || other_on_e
}

/// Points out `K` or `Q` of a standard position where a second rook stands nearer to the king.
fn note_inner_rooks(setup: &Setup, text: &str, rights: &Rights, repairs: &mut Vec<Repair>) {
    for letter in text.chars() {
        let side = owner(letter);
        let wing = match letter.to_ascii_uppercase() {
            'K' => SHORT,
            'Q' => LONG,
            _ => continue,
        };
        let (Some(king), Some(rook)) = (home_king(setup, side), rights[side.index()][wing]) else {
            continue;
        };
        if let Some(inner) = rooks(setup, side, wing).get(1)
            && is_standard(king, rook)
        {
            repairs.push(Repair::CastlingOutermost { letter, rook, inner: *inner });
        }
    }
}
