//! The men: what kind they are and whose.

use std::fmt;

use super::{Bitboard, Side, Square, attacks};

/// A kind of man, whosever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names of the men say it all")]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All six kinds, the pawn first and the king last.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// What a pawn may become, in the order in which a player is asked.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The English letter in upper case: `P N B R Q K`.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }

    /// The kind of an English letter in upper or lower case.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match letter.to_ascii_uppercase() {
            'P' => Some(Kind::Pawn),
            'N' => Some(Kind::Knight),
            'B' => Some(Kind::Bishop),
            'R' => Some(Kind::Rook),
            'Q' => Some(Kind::Queen),
            'K' => Some(Kind::King),
            _ => None,
        }
    }

    /// The usual worth in pawns; the king, who cannot be traded, counts 0.
    pub const fn value(self) -> u32 {
        match self {
            Kind::Pawn => 1,
            Kind::Knight | Kind::Bishop => 3,
            Kind::Rook => 5,
            Kind::Queen => 9,
            Kind::King => 0,
        }
    }
}

impl Kind {
    /// What a man of this kind attacks from a square where these are occupied; for pawns see
    /// [`Side::pawn_attacks`](super::Side::pawn_attacks), here they attack nothing.
    #[inline]
    pub fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        let at = square.index();
        Bitboard(match self {
            Kind::Pawn => 0,
            Kind::Knight => attacks::KNIGHT[at],
            Kind::Bishop => attacks::bishop(at, occupied.0),
            Kind::Rook => attacks::rook(at, occupied.0),
            Kind::Queen => attacks::bishop(at, occupied.0) | attacks::rook(at, occupied.0),
            Kind::King => attacks::KING[at],
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
            Kind::Queen => "queen",
            Kind::King => "king",
        })
    }
}

/// A man of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The twelve different men: White's first, each side in the order of [`Kind::ALL`].
    pub const ALL: [Piece; 12] = {
        let mut all = [Piece { side: Side::White, kind: Kind::Pawn }; 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Piece { side: Side::ALL[i / 6], kind: Kind::ALL[i % 6] };
            i += 1;
        }
        all
    };

    /// A man of this side and kind.
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece { side, kind }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The man of a FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Kind::from_letter(letter).map(|kind| Piece { side, kind })
    }

    /// The Unicode figurine, `♔` to `♟`.
    pub const fn figurine(self) -> char {
        match (self.side, self.kind) {
            (Side::White, Kind::King) => '♔',
            (Side::White, Kind::Queen) => '♕',
            (Side::White, Kind::Rook) => '♖',
            (Side::White, Kind::Bishop) => '♗',
            (Side::White, Kind::Knight) => '♘',
            (Side::White, Kind::Pawn) => '♙',
            (Side::Black, Kind::King) => '♚',
            (Side::Black, Kind::Queen) => '♛',
            (Side::Black, Kind::Rook) => '♜',
            (Side::Black, Kind::Bishop) => '♝',
            (Side::Black, Kind::Knight) => '♞',
            (Side::Black, Kind::Pawn) => '♟',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.side, self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_both_ways() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('x'), None);
    }
}
