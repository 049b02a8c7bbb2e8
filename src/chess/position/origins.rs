//! From where a kind of man can go to a square: what a move in SAN asks.

use super::super::attacks::{BETWEEN, KING, KNIGHT, LINE, bishop, rook};
use super::super::{Bitboard, Kind, Move, Piece, RuleSet, Side, Special, Square};
use super::board::{castling_landing, forward, lowest, pawn_attacks, third_rank};
use super::generate::{castling_rooks, danger, en_passant_takers, free_en_passant_takers, safety};
use super::{Black, Board, Mover, Position, White};

impl Position {
    /// The squares from which men of this kind of the side to move can legally go to `to`; castling is not counted.
    ///
    /// This asks only the men that reach the square, and is therefore quicker than a look through
    /// [`legal_moves`](Self::legal_moves).
    #[inline]
    pub fn origins(&self, kind: Kind, to: Square) -> Bitboard {
        Bitboard(match (self.rules, self.side) {
            (RuleSet::Standard, Side::White) => origins::<White, false>(&self.board, kind, to),
            (RuleSet::Standard, Side::Black) => origins::<Black, false>(&self.board, kind, to),
            (RuleSet::Endgame, Side::White) => origins::<White, true>(&self.board, kind, to),
            (RuleSet::Endgame, Side::Black) => origins::<Black, true>(&self.board, kind, to),
        })
    }

    /// The move of a man of this kind from one of its [`origins`](Self::origins); `None` where a promotion is missing or
    /// superfluous.
    #[inline]
    pub fn move_from(&self, kind: Kind, from: Square, to: Square, promotion: Option<Kind>) -> Option<Move> {
        let pawn = kind == Kind::Pawn;
        if promotion.is_some() != (pawn && matches!(to.rank(), 0 | 7)) {
            return None;
        }
        let mut captured = self.piece_at(to);
        let mut special = Special::None;
        if pawn && from.rank().abs_diff(to.rank()) == 2 {
            special = Special::DoubleStep;
        } else if pawn && captured.is_none() && from.file() != to.file() {
            captured = Some(Piece { side: !self.side, kind: Kind::Pawn });
            special = Special::EnPassant;
        }
        let mv = Move { piece: Piece { side: self.side, kind }, from, to, captured, promotion, special };
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self:?}");
        Some(mv)
    }

    /// The legal castling move on the king's side (`short`) or the queen's.
    pub fn castling_move(&self, short: bool) -> Option<Move> {
        let rook_from = self.castling_rook(self.side, short)?;
        let rooks = match (self.rules, self.side) {
            (RuleSet::Standard, Side::White) => castling::<White, false>(&self.board),
            (RuleSet::Standard, Side::Black) => castling::<Black, false>(&self.board),
            (RuleSet::Endgame, Side::White) => castling::<White, true>(&self.board),
            (RuleSet::Endgame, Side::Black) => castling::<Black, true>(&self.board),
        };
        if rooks & rook_from.bit() == 0 {
            return None;
        }
        let (from, piece) = (self.king(self.side)?, Piece { side: self.side, kind: Kind::King });
        let (to, rook_to) = match self.side {
            Side::White => castling_landing::<White>(from.bit(), rook_from.bit()),
            Side::Black => castling_landing::<Black>(from.bit(), rook_from.bit()),
        };
        let special = Special::Castling { rook_from, rook_to: Square::of_lowest(rook_to) };
        Some(Move { piece, from, to: Square::of_lowest(to), captured: None, promotion: None, special })
    }
}

/// The rooks that the king may castle with now.
fn castling<S: Mover, const FREE: bool>(board: &Board) -> u64 {
    let (us, them) = (board.us::<S>(), board.them::<S>());
    let occupied = us | them;
    if FREE {
        return castling_rooks::<S>(board, us, occupied, 0, 0);
    }
    let danger = danger::<S>(board, us, them, occupied);
    castling_rooks::<S>(board, us, occupied, danger, safety::<S>(board, us, them, occupied).pinned)
}

fn origins<S: Mover, const FREE: bool>(board: &Board, kind: Kind, to: Square) -> u64 {
    let (us, them) = (board.us::<S>(), board.them::<S>());
    let occupied = us | them;
    let (target, king) = (to.bit(), board.kings & us);
    if us & target != 0 || king == 0 {
        return 0;
    }
    let at = to.index();
    let candidates = us
        & match kind {
            Kind::Pawn => pawns::<S>(board, them, occupied, target),
            Kind::Knight => KNIGHT[at] & board.knights,
            Kind::Bishop => bishop(at, occupied) & board.diagonal & !board.orthogonal,
            Kind::Rook => rook(at, occupied) & board.orthogonal & !board.diagonal,
            Kind::Queen => (bishop(at, occupied) | rook(at, occupied)) & board.diagonal & board.orthogonal,
            Kind::King => KING[at] & king,
        };
    let en_passant = kind == Kind::Pawn && board.en_passant() == target;
    if FREE {
        return if en_passant { candidates | free_en_passant_takers::<S>(board, us) } else { candidates };
    }
    if candidates == 0 && !en_passant {
        return 0;
    }
    if kind == Kind::King {
        let enemy = if S::WHITE { Side::Black } else { Side::White };
        // He cannot hide behind himself.
        return if board.attackers(at, enemy, occupied ^ king) == 0 { candidates } else { 0 };
    }
    let safety = safety::<S>(board, us, them, occupied);
    let mut legal = candidates;
    if safety.checkers != 0 {
        let alone = safety.checkers & (safety.checkers - 1) == 0;
        let helps = safety.checkers | BETWEEN[safety.king][lowest(safety.checkers)];
        if !alone || helps & target == 0 {
            legal = 0;
        }
    }
    let mut pinned = legal & safety.pinned;
    while pinned != 0 {
        let from = pinned & pinned.wrapping_neg();
        if LINE[safety.king][lowest(from)] & target == 0 {
            legal &= !from;
        }
        pinned ^= from;
    }
    if en_passant {
        legal |= en_passant_takers::<S>(board, us, them, occupied, &safety);
    }
    legal
}

/// The pawns that reach a square by a step or a capture, en passant excepted.
fn pawns<S: Mover>(board: &Board, them: u64, occupied: u64, target: u64) -> u64 {
    if them & target != 0 {
        return pawn_attacks::<S::Them>(target) & board.pawns;
    }
    let behind = forward::<S::Them>(target);
    let two = if behind & third_rank::<S>() & !occupied != 0 { forward::<S::Them>(behind) } else { 0 };
    (behind | two) & board.pawns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by looking through all legal moves.
    fn by_list(position: &Position, kind: Kind, to: Square) -> u64 {
        let moves = position.legal_moves().into_iter();
        let fits = |mv: &Move| mv.piece.kind == kind && mv.to == to && mv.castling().is_none();
        moves.filter(fits).fold(0, |set, mv| set | mv.from.bit())
    }

    #[test]
    fn origins_are_those_of_the_legal_moves() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..400 {
            let mut position = Position::start_with(RuleSet::ALL[round % 2]);
            for _ in 0..120 {
                for (kind, to) in Kind::ALL.into_iter().flat_map(|kind| Square::ALL.map(|to| (kind, to))) {
                    assert_eq!(position.origins(kind, to).0, by_list(&position, kind, to), "{kind} {to} {position:?}");
                }
                let moves = position.legal_moves();
                for short in [true, false] {
                    let wing = |mv: &&Move| if short { mv.is_short_castling() } else { mv.is_long_castling() };
                    assert_eq!(position.castling_move(short).as_ref(), moves.iter().find(wing), "{position:?}");
                }
                for &mv in moves.iter().filter(|mv| mv.castling().is_none()) {
                    assert_eq!(position.move_from(mv.piece.kind, mv.from, mv.to, mv.promotion), Some(mv));
                }
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.usize(..moves.len())]);
            }
        }
    }
}
