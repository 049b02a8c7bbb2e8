//! Why a move is refused, as precisely as a teacher would say it.

use std::error::Error;
use std::fmt;

use super::super::attacks::{BETWEEN, BISHOP_RAYS, KING, KNIGHT, ROOK_RAYS};
use super::super::{Bitboard, Kind, Piece, Side, Square};
use super::board::{castling_ways, home, pawn_attacks};
use super::{Black, Mover, Position, White, safety};

/// The reason why no legal move goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Nobody can move any more.
    GameOver,
    /// Nobody stands there.
    EmptySquare,
    /// It is the other side's turn.
    NotYourPiece,
    /// An own man stands on the target.
    OwnPieceOnTarget,
    /// Such a man does not move like this.
    NotItsMove(Kind),
    /// Somebody stands in the way, first on this square.
    Blocked(Square),
    /// The move does not answer the check.
    KingInCheck,
    /// The move would put or leave the own king under attack.
    KingWouldBeInCheck,
    /// The man shields his king and may not leave the line.
    PinnedToKing,
    /// King or rook has moved before, or the rook was taken.
    CastlingRightLost,
    /// Somebody stands between king and rook, or where they would land.
    CastlingBlocked,
    /// The king is in check.
    CastlingOutOfCheck,
    /// The king would pass over this attacked square.
    CastlingThroughCheck(Square),
    /// The king would land under attack.
    CastlingIntoCheck,
    /// En passant is allowed only at once after the double step.
    EnPassantTooLate,
    /// The pawn promotes, and nobody said to what.
    PromotionMissing,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::EmptySquare => f.write_str("nobody stands there"),
            Illegal::NotYourPiece => f.write_str("it is the other side's turn"),
            Illegal::OwnPieceOnTarget => f.write_str("one of your own men stands there"),
            Illegal::NotItsMove(kind) => write!(f, "a {kind} does not move like this"),
            Illegal::Blocked(square) => write!(f, "the way is blocked on {square}"),
            Illegal::KingInCheck => f.write_str("the king is in check, and this does not help"),
            Illegal::KingWouldBeInCheck => f.write_str("the king would be in check"),
            Illegal::PinnedToKing => f.write_str("the man is pinned to the king"),
            Illegal::CastlingRightLost => f.write_str("no castling: the king or that rook has moved"),
            Illegal::CastlingBlocked => f.write_str("no castling: somebody stands in the way"),
            Illegal::CastlingOutOfCheck => f.write_str("no castling out of check"),
            Illegal::CastlingThroughCheck(square) => write!(f, "no castling through check on {square}"),
            Illegal::CastlingIntoCheck => f.write_str("no castling into check"),
            Illegal::EnPassantTooLate => f.write_str("en passant only at once after the double step"),
            Illegal::PromotionMissing => f.write_str("say what the pawn becomes"),
        }
    }
}

impl Error for Illegal {}

impl Position {
    /// Why no legal move goes from one square to another, or `None` if one does.
    pub fn why_not(&self, from: Square, to: Square) -> Option<Illegal> {
        if self.leads(from, to) {
            return None;
        }
        Some(match self.side {
            Side::White => self.reason::<White>(from, to),
            Side::Black => self.reason::<Black>(from, to),
        })
    }

    /// The reason, given that there is one. Asked from the coarse to the fine: the man, his way, his king.
    fn reason<S: Mover>(&self, from: Square, to: Square) -> Illegal {
        if !self.has_legal_move() {
            return Illegal::GameOver;
        }
        let Some(piece) = self.piece_at(from) else {
            return Illegal::EmptySquare;
        };
        if piece.side != self.side {
            return Illegal::NotYourPiece;
        }
        if piece.kind == Kind::King
            && let Some(reason) = self.castling_reason::<S>(from, to)
        {
            return reason;
        }
        if from == to {
            return Illegal::NotItsMove(piece.kind);
        }
        if self.by_side(self.side).contains(to) {
            return Illegal::OwnPieceOnTarget;
        }
        if let Some(reason) = self.way_reason::<S>(piece.kind, from, to) {
            return reason;
        }
        // The man could go there, were it not for the king.
        let (us, them, occupied) = (self.board.us::<S>(), self.board.them::<S>(), self.board.occupied());
        let safety = safety::<S>(&self.board, us, them, occupied);
        if piece.kind == Kind::King {
            Illegal::KingWouldBeInCheck
        } else if safety.checkers != 0 {
            Illegal::KingInCheck
        } else if safety.pinned & from.bit() != 0 {
            Illegal::PinnedToKing
        } else {
            // En passant takes two men off a rank at once; neither of them is pinned alone.
            Illegal::KingWouldBeInCheck
        }
    }

    /// Why a king's step that can only be meant as castling is none; `None` if it means something else.
    fn castling_reason<S: Mover>(&self, king: Square, to: Square) -> Option<Illegal> {
        let home = Bitboard(home::<S>());
        if !home.contains(king) || !home.contains(to) {
            return None;
        }
        let own_rook = Some(Piece { side: self.side, kind: Kind::Rook });
        let rights = Bitboard(self.board.meta) & home;
        let right = if self.piece_at(to) == own_rook {
            // A king beside his rook points at it by mistake, unless it is one to castle with.
            let corner = king.file() == 4 && (to.file() == 0 || to.file() == 7);
            if !rights.contains(to) && !corner {
                return None;
            }
            rights.contains(to).then_some(to)
        } else {
            if king.file().abs_diff(to.file()) < 2 || (to.file() != 2 && to.file() != 6) {
                return None;
            }
            let right = rights.into_iter().find(|&rook| (rook > king) == (to > king));
            // A king who is not on his first square and has no right does not look like castling.
            if right.is_none() && king.file() != 4 {
                return None;
            }
            right
        };
        let Some(rook) = right else {
            return Some(Illegal::CastlingRightLost);
        };

        let (way, king_way) = castling_ways::<S>(king.bit(), rook.bit());
        if way & self.board.occupied() & !(king.bit() | rook.bit()) != 0 {
            return Some(Illegal::CastlingBlocked);
        }
        if self.is_check() {
            return Some(Illegal::CastlingOutOfCheck);
        }
        // The king is lifted: he shields no square behind him.
        let without_king = self.board.occupied() & !king.bit();
        let attacked = |square: &Square| self.board.attackers(square.index(), !self.side, without_king) != 0;
        let landing = if rook > king { Square::new(6, king.rank()) } else { Square::new(2, king.rank()) };
        // In the order of his steps, so that the first attacked square is named.
        let passed = Bitboard(king_way & !landing.bit()).into_iter();
        let first = if landing > king { passed.clone().find(attacked) } else { passed.filter(attacked).last() };
        Some(first.map_or(Illegal::CastlingIntoCheck, Illegal::CastlingThroughCheck))
    }

    /// Why the man cannot go there even if kings did not matter; `None` if he can.
    fn way_reason<S: Mover>(&self, kind: Kind, from: Square, to: Square) -> Option<Illegal> {
        let (start, target) = (from.index(), to.bit());
        let reaches = match kind {
            Kind::Pawn => return self.pawn_reason::<S>(from, to),
            Kind::Knight => KNIGHT[start],
            Kind::Bishop => BISHOP_RAYS[start],
            Kind::Rook => ROOK_RAYS[start],
            Kind::Queen => BISHOP_RAYS[start] | ROOK_RAYS[start],
            Kind::King => KING[start],
        };
        if reaches & target == 0 {
            return Some(Illegal::NotItsMove(kind));
        }
        self.first_on_way(from, to).map(Illegal::Blocked)
    }

    fn pawn_reason<S: Mover>(&self, from: Square, to: Square) -> Option<Illegal> {
        let ahead = |square: Square| {
            if S::WHITE { square.rank() + 1 } else { square.rank().wrapping_sub(1) }
        };
        let not_its_move = Some(Illegal::NotItsMove(Kind::Pawn));
        if pawn_attacks::<S>(from.bit()) & to.bit() != 0 {
            if self.by_side(!self.side).contains(to) || self.board.en_passant() == to.bit() {
                return None;
            }
            return if self.could_have_stepped_twice(from, to) {
                Some(Illegal::EnPassantTooLate)
            } else {
                not_its_move
            };
        }
        if from.file() != to.file() {
            return not_its_move;
        }
        let one = Square::new(from.file(), ahead(from));
        let two = Square::new(from.file(), ahead(one));
        if to != one && (to != two || from.rank() != self.side.pawn_rank()) {
            return not_its_move;
        }
        if self.occupied().contains(one) {
            return Some(Illegal::Blocked(one));
        }
        self.occupied().contains(to).then_some(Illegal::Blocked(to))
    }

    /// Whether, for all the board shows, an enemy pawn beside `from` once stepped over the empty square `to`.
    fn could_have_stepped_twice(&self, from: Square, to: Square) -> bool {
        let pawn = Piece { side: !self.side, kind: Kind::Pawn };
        let origin = Square::new(to.file(), pawn.side.pawn_rank());
        to.rank().abs_diff(origin.rank()) == 1
            && self.piece_at(Square::new(to.file(), from.rank())) == Some(pawn)
            && self.piece_at(to).is_none()
            && self.piece_at(origin).is_none()
    }

    /// The first man strictly between two squares of a line, seen from `from`.
    fn first_on_way(&self, from: Square, to: Square) -> Option<Square> {
        let men = BETWEEN[from.index()][to.index()] & self.board.occupied();
        if men == 0 {
            return None;
        }
        Some(if to > from { Square::of_lowest(men) } else { Square::ALL[men.ilog2() as usize & 63] })
    }
}
