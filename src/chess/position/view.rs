//! What stands where, whose turn it is, who attacks whom.

use super::super::{Bitboard, Kind, Piece, RuleSet, Side, Square, dead};
use super::Position;

impl Position {
    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// By which rules it is played.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The rook with which the side may still castle short or long, once the way is free.
    pub fn castling_rook(&self, side: Side, short: bool) -> Option<Square> {
        let king = self.king(side)?;
        let rank = Square::new(0, side.home_rank()).index();
        let rooks = Bitboard(self.board.meta & 0xff << rank);
        rooks.into_iter().find(|&rook| (rook > king) == short)
    }

    /// The square that the last move, a double step, passed over; whether or not a pawn can take there.
    pub fn en_passant(&self) -> Option<Square> {
        Bitboard(self.board.en_passant()).first()
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, 1 at the start, counted up after Black's.
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// Who stands on the square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.at(square.bit())
    }

    /// All men with their squares, a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Where the side's king stands; `None` once he was captured (`endgame`).
    pub fn king(&self, side: Side) -> Option<Square> {
        Bitboard(self.board.kings & self.board.of(side)).first()
    }

    /// All occupied squares.
    pub fn occupied(&self) -> Bitboard {
        Bitboard(self.board.occupied())
    }

    /// The squares of one side's men.
    pub fn by_side(&self, side: Side) -> Bitboard {
        Bitboard(self.board.of(side))
    }

    /// The squares of one kind of men, of both sides.
    pub fn by_kind(&self, kind: Kind) -> Bitboard {
        Bitboard(self.board.of_kind(kind))
    }

    /// The men of `by` that attack the square, pinned ones too (FIDE 3.1.2).
    pub fn attackers(&self, square: Square, by: Side) -> Bitboard {
        Bitboard(self.board.attackers(square.index(), by, self.board.occupied()))
    }

    /// The same where only these squares are occupied: who attacks through men that have left.
    pub fn attackers_through(&self, square: Square, by: Side, occupied: Bitboard) -> Bitboard {
        Bitboard(self.board.attackers(square.index(), by, occupied.0))
    }

    /// Whether too few men are left for any mate: bare kings, a knight, bishops on one color (LAWS 3.3). Quick, not complete.
    pub fn is_bare(&self) -> bool {
        // Most positions have a pawn or a man that slides along files, and are told apart by one word.
        let board = &self.board;
        let few = self.rules == RuleSet::Endgame || board.pawns | board.orthogonal == 0;
        few && dead::is_dead_by_material(self)
    }

    /// The men that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.king(self.side).map_or(Bitboard::EMPTY, |king| self.attackers(king, !self.side))
    }

    /// Whether the side to move is in check; in the rule set `endgame` that is news, not a duty.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.side)
    }

    pub(super) fn is_attacked(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| !self.attackers(king, !side).is_empty())
    }
}
