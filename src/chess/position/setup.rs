//! A position as somebody wrote it down, and whether it can be played.

use std::error::Error;
use std::fmt;

use super::super::{Bitboard, Kind, Piece, Side, Square};

/// What a FEN says: anything at all, until [`Position::from_setup`](super::Position::from_setup) accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Who stands where, by [`Square::index`].
    pub board: [Option<Piece>; 64],
    /// Whose turn it is.
    pub side: Side,
    /// The rooks that may still castle. On which side of the king they stand makes it short or long castling.
    pub castling: Bitboard,
    /// The square that the last double step passed over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the move, counted up after Black's; 1 at the start.
    pub fullmove_number: u32,
}

/// Why a position is refused (LAWS 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalPosition {
    /// A side has no king.
    NoKing(Side),
    /// A side has more than one king.
    ManyKings(Side),
    /// A pawn stands on the first or last rank.
    PawnOnBackRank(Square),
    /// The side that has just moved stands in check; the king could be taken. Not asked in the rule set `endgame`.
    OpponentInCheck(Side),
    /// A rook that is said to castle cannot.
    Castling(Square, CastlingProblem),
    /// The en passant square is wrong.
    EnPassant(Square, EnPassantProblem),
}

/// What is wrong with a castling right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingProblem {
    /// No rook stands there.
    NoRook,
    /// The rook is not on the first rank of its side.
    NotOnHomeRank,
    /// The rook's king is not on the first rank.
    KingNotHome,
    /// Another rook on the same side of the king has the right as well.
    TwoRooks,
}

/// What is wrong with an en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnPassantProblem {
    /// It is not on the rank that the opponent's pawns pass over.
    WrongRank,
    /// Somebody stands on it.
    Occupied,
    /// No pawn of the opponent stands in front of it.
    NoPawn,
}

/// Something that no game from the usual start can bring about, but that can be played: a warning, not a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Oddity {
    /// More than 16 men of one side.
    TooManyMen(Side, usize),
    /// More than 8 pawns of one side, surplus (so promoted) men counted.
    TooManyPawns(Side, usize),
}

impl Default for Setup {
    /// An empty board, White to move.
    fn default() -> Setup {
        Setup {
            board: [None; 64],
            side: Side::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

impl Setup {
    /// Who stands on the square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The men of one side and kind.
    pub fn squares(&self, side: Side, kind: Kind) -> Bitboard {
        Square::ALL.into_iter().filter(|&square| self.at(square) == Some(Piece { side, kind })).collect()
    }

    /// The side's only king, if it has exactly one.
    pub fn king(&self, side: Side) -> Option<Square> {
        let kings = self.squares(side, Kind::King);
        kings.first().filter(|_| kings.len() == 1)
    }

    /// What is wrong with the castling right of the rook on `rook`, whether it is in [`castling`](Self::castling) or not.
    pub fn castling_problem(&self, rook: Square) -> Option<CastlingProblem> {
        let Some(Piece { side, kind: Kind::Rook }) = self.at(rook) else {
            return Some(CastlingProblem::NoRook);
        };
        if rook.rank() != side.home_rank() {
            return Some(CastlingProblem::NotOnHomeRank);
        }
        let Some(king) = self.king(side).filter(|king| king.rank() == side.home_rank()) else {
            return Some(CastlingProblem::KingNotHome);
        };
        let rival = |other: Square| other != rook && other.rank() == rook.rank() && (other > king) == (rook > king);
        self.castling.into_iter().any(rival).then_some(CastlingProblem::TwoRooks)
    }

    /// What is wrong with the en passant square, if there is one and something is.
    ///
    /// A right square need not be of use to anyone, nor need the double step before it explain the position.
    pub fn en_passant_problem(&self) -> Option<EnPassantProblem> {
        let target = self.en_passant?;
        // White to move takes on the sixth rank, the pawn that stepped twice stands on the fifth.
        let (rank, pawn_rank) = match self.side {
            Side::White => (5, 4),
            Side::Black => (2, 3),
        };
        if target.rank() != rank {
            return Some(EnPassantProblem::WrongRank);
        }
        if self.at(target).is_some() {
            return Some(EnPassantProblem::Occupied);
        }
        let pawn = Piece { side: !self.side, kind: Kind::Pawn };
        (self.at(Square::new(target.file(), pawn_rank)) != Some(pawn)).then_some(EnPassantProblem::NoPawn)
    }

    /// What a careful reader warns about.
    pub fn oddities(&self) -> Vec<Oddity> {
        let mut oddities = Vec::new();
        for side in Side::ALL {
            let number = |kind| self.squares(side, kind).len();
            let men: usize = Kind::ALL.into_iter().map(number).sum();
            if men > 16 {
                oddities.push(Oddity::TooManyMen(side, men));
            }
            let surplus = |kind, usual: usize| number(kind).saturating_sub(usual);
            let promoted =
                surplus(Kind::Knight, 2) + surplus(Kind::Bishop, 2) + surplus(Kind::Rook, 2) + surplus(Kind::Queen, 1);
            let pawns = number(Kind::Pawn) + promoted;
            if pawns > 8 {
                oddities.push(Oddity::TooManyPawns(side, pawns));
            }
        }
        oddities
    }

    /// Everything but whether the opponent stands in check, which takes a board to see.
    pub(super) fn check(&self) -> Result<(), IllegalPosition> {
        for side in Side::ALL {
            match self.squares(side, Kind::King).len() {
                0 => return Err(IllegalPosition::NoKing(side)),
                1 => {}
                _ => return Err(IllegalPosition::ManyKings(side)),
            }
        }
        for square in Square::ALL {
            let pawn = self.at(square).is_some_and(|piece| piece.kind == Kind::Pawn);
            if pawn && (square.rank() == 0 || square.rank() == 7) {
                return Err(IllegalPosition::PawnOnBackRank(square));
            }
        }
        for rook in self.castling {
            if let Some(problem) = self.castling_problem(rook) {
                return Err(IllegalPosition::Castling(rook, problem));
            }
        }
        match (self.en_passant, self.en_passant_problem()) {
            (Some(target), Some(problem)) => Err(IllegalPosition::EnPassant(target, problem)),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalPosition::NoKing(side) => write!(f, "{side} has no king"),
            IllegalPosition::ManyKings(side) => write!(f, "{side} has more than one king"),
            IllegalPosition::PawnOnBackRank(square) => write!(f, "a pawn cannot stand on {square}"),
            IllegalPosition::OpponentInCheck(side) => write!(f, "{side} is in check, but it is not {side}'s turn"),
            IllegalPosition::Castling(rook, problem) => write!(f, "no castling with a rook on {rook}: {problem}"),
            IllegalPosition::EnPassant(target, problem) => write!(f, "no en passant on {target}: {problem}"),
        }
    }
}

impl Error for IllegalPosition {}

impl fmt::Display for CastlingProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            CastlingProblem::NoRook => "no rook stands there",
            CastlingProblem::NotOnHomeRank => "the rook is not on its first rank",
            CastlingProblem::KingNotHome => "the king is not on its first rank",
            CastlingProblem::TwoRooks => "two rooks on the same side of the king have the right",
        })
    }
}

impl fmt::Display for EnPassantProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            EnPassantProblem::WrongRank => "no pawn steps over that rank",
            EnPassantProblem::Occupied => "the square is occupied",
            EnPassantProblem::NoPawn => "no pawn stands in front of it",
        })
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Oddity::TooManyMen(side, men) => write!(f, "{side} has {men} men, more than 16"),
            Oddity::TooManyPawns(side, pawns) => {
                write!(f, "{side} has {pawns} pawns and promoted men, more than 8")
            }
        }
    }
}
