//! From where a kind of man can go to a square: what a move in SAN asks.

use super::super::attacks::{KING, KNIGHT, bishop, rook};
use super::super::{Bitboard, Kind, Move, Piece, RuleSet, Side, Special, Square};
use super::board::{castling_landing, forward, lowest, pawn_attacks, third_rank};
use super::generate::{castling_rooks, danger, safety};
use super::{Black, Board, Mover, Position, White};

impl Position {
    /// The squares of a set from which men of this kind of the side to move can legally go to `to`; castling is not counted.
    ///
    /// This asks only the men that reach the square, and is therefore quicker than a look through
    /// [`legal_moves`](Self::legal_moves).
    #[inline]
    pub fn origins(&self, kind: Kind, to: Square, among: Bitboard) -> Bitboard {
        Bitboard(match (self.rules, self.side) {
            (RuleSet::Standard, Side::White) => origins::<White, false>(&self.board, kind, to, among.0),
            (RuleSet::Standard, Side::Black) => origins::<Black, false>(&self.board, kind, to, among.0),
            (RuleSet::Endgame, Side::White) => origins::<White, true>(&self.board, kind, to, among.0),
            (RuleSet::Endgame, Side::Black) => origins::<Black, true>(&self.board, kind, to, among.0),
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

/// What each kind reaches is found for all kinds at once: which of them is asked is hard to foretell in a game, and a wrong
/// guess of the processor costs more than that.
#[inline]
fn origins<S: Mover, const FREE: bool>(board: &Board, kind: Kind, to: Square, among: u64) -> u64 {
    let (us, them) = (board.us::<S>(), board.them::<S>());
    let (target, king) = (to.bit(), board.kings & us);
    if us & target != 0 || king == 0 {
        return 0;
    }
    let (at, occupied) = (to.index(), us | them);
    let (diagonal, orthogonal) = (bishop(at, occupied), rook(at, occupied));
    let reach = [
        pawns::<S>(board, them, occupied, target),
        KNIGHT[at] & board.knights,
        diagonal & board.diagonal & !board.orthogonal,
        orthogonal & board.orthogonal & !board.diagonal,
        (diagonal | orthogonal) & board.diagonal & board.orthogonal,
        KING[at] & king,
    ];
    let candidates = reach[kind as usize] & us & among;
    if FREE {
        return candidates;
    }
    let en_passant = if kind == Kind::Pawn { target & board.en_passant() } else { 0 };
    let taken = target | forward::<S::Them>(en_passant);
    let (mut left, mut legal) = (candidates, 0);
    while left != 0 {
        let from = left & left.wrapping_neg();
        let king = if kind == Kind::King { target } else { king };
        if is_safe::<S>(board, king, occupied & !from & !taken | target, them & !taken) {
            legal |= from;
        }
        left ^= from;
    }
    legal
}

/// Whether none of `them` attacks the king on a board that is occupied like this.
#[inline(always)]
fn is_safe<S: Mover>(board: &Board, king: u64, occupied: u64, them: u64) -> bool {
    let at = lowest(king);
    let attackers = bishop(at, occupied) & board.diagonal
        | rook(at, occupied) & board.orthogonal
        | KNIGHT[at] & board.knights
        | KING[at] & board.kings
        | pawn_attacks::<S>(king) & board.pawns;
    attackers & them == 0
}

/// The pawns that reach a square by a step or a capture.
#[inline(always)]
fn pawns<S: Mover>(board: &Board, them: u64, occupied: u64, target: u64) -> u64 {
    let behind = forward::<S::Them>(target);
    let two = if behind & third_rank::<S>() & !occupied != 0 { forward::<S::Them>(behind) } else { 0 };
    let takes = (them | board.en_passant()) & target != 0;
    board.pawns & if takes { pawn_attacks::<S::Them>(target) } else { behind | two }
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
                    let expected = by_list(&position, kind, to);
                    assert_eq!(position.origins(kind, to, Bitboard(!0)).0, expected, "{kind} {to} {position:?}");
                    let among = random.u64(..);
                    assert_eq!(position.origins(kind, to, Bitboard(among)).0, expected & among);
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
