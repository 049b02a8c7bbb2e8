//! A position: who stands where, whose turn it is, what may still be done. Its moves are legal by construction.

mod board;
mod count;
mod generate;
mod key;
#[cfg(target_arch = "x86_64")]
pub(super) mod lanes;
mod legality;
mod origins;
mod setup;
mod shuffle;
mod view;
mod why;

use std::fmt;

pub use key::PositionKey;
pub use setup::{CastlingProblem, EnPassantProblem, IllegalPosition, Oddity, Setup};
pub use why::Illegal;

use super::{Bitboard, Kind, Move, Outcome, Piece, Reason, RuleSet, Side, Special, Square, dead};
pub(super) use board::{BACK_RANKS, Black, Board, Mover, White, castling_landing, castling_ways, lowest, pawn_attacks};
pub(super) use count::count;
pub(super) use generate::{Class, for_each_child, generate, make};
use generate::{Promotion, safety};

/// A position that can be played, an immutable value of 128 bytes.
///
/// Each side has exactly one king; only in the rule set `endgame` the side to move may have lost it, and then the game
/// is over. Equality compares everything, counters too; [`same_as`](Self::same_as) is the sameness of repetitions.
///
/// ```
/// use endgame::chess::{Position, Square};
///
/// let start = Position::start();
/// assert_eq!(start.legal_moves().len(), 20);
/// let mv = start.find(Square::E2, Square::E4, None).expect("the first move of many games");
/// assert_eq!(start.play(mv).en_passant(), Some(Square::E3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    halfmove_clock: u32,
    fullmove_number: u32,
    side: Side,
    rules: RuleSet,
}

// Two cache lines: games keep one a ply, trees of variations one a node.
const _: () = assert!(size_of::<Position>() == 128);

impl Position {
    /// The start position by the usual rules.
    pub fn start() -> Position {
        Position::start_with(RuleSet::Standard)
    }

    /// The start position by these rules.
    pub fn start_with(rules: RuleSet) -> Position {
        let officers =
            [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];
        Position::behind_pawns(officers, rules)
    }

    /// Both sides' men on their first two ranks, nothing moved yet.
    fn behind_pawns(officers: [Kind; 8], rules: RuleSet) -> Position {
        let mut board = Board::EMPTY;
        for side in Side::ALL {
            for (file, kind) in (0..).zip(officers) {
                board.place(Square::new(file, side.home_rank()).bit(), Piece { side, kind });
                board.place(Square::new(file, side.pawn_rank()).bit(), Piece { side, kind: Kind::Pawn });
            }
        }
        board.meta = board.of_kind(Kind::Rook);
        Position { board, halfmove_clock: 0, fullmove_number: 1, side: Side::White, rules }
    }

    /// Takes over what somebody wrote down, or says what forbids it (LAWS 6).
    ///
    /// # Errors
    /// Refuses wrong castling rights and en passant squares, too: a reader that would rather drop them asks
    /// [`Setup::castling_problem`] and [`Setup::en_passant_problem`] before.
    pub fn from_setup(setup: Setup, rules: RuleSet) -> Result<Position, IllegalPosition> {
        setup.check()?;
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            if let Some(piece) = setup.at(square) {
                board.place(square.bit(), piece);
            }
        }
        board.meta = setup.castling.0 & BACK_RANKS | setup.en_passant.map_or(0, Square::bit);
        let Setup { side, halfmove_clock, fullmove_number, .. } = setup;
        let position = Position { board, halfmove_clock, fullmove_number, side, rules };
        if rules == RuleSet::Standard && position.is_attacked(!side) {
            return Err(IllegalPosition::OpponentInCheck(!side));
        }
        Ok(position)
    }

    /// The same position written down, to change or to store.
    pub fn setup(&self) -> Setup {
        Setup {
            board: Square::ALL.map(|square| self.piece_at(square)),
            side: self.side,
            castling: Bitboard(self.board.meta & BACK_RANKS),
            en_passant: self.en_passant(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The position after a move.
    ///
    /// The move must be legal here, as those of [`legal_moves`](Self::legal_moves) and [`find`](Self::find) are; what
    /// comes from outside is asked [`is_legal`](Self::is_legal) first. Another move makes nonsense, but no panic in
    /// release builds.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        next.advance(mv);
        next
    }

    /// [`play`](Self::play) where the position before is not needed any more.
    #[inline]
    pub fn advance(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self:?}");
        self.board = match (mv.special, mv.promotion) {
            (Special::None | Special::DoubleStep, None) => {
                let double = mv.special == Special::DoubleStep;
                self.board.carry(mv.piece, mv.from.bit(), mv.to.bit(), double)
            }
            _ => self.make_special(mv),
        };
        if let Some(Piece { side, kind: Kind::King }) = mv.captured {
            // A captured king castles no more.
            self.board.meta &= !(0xff << Square::new(0, side.home_rank()).index());
        }
        self.halfmove_clock = if mv.is_irreversible() { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.fullmove_number = self.fullmove_number.saturating_add(u32::from(self.side == Side::Black));
        self.side = !self.side;
    }

    /// The board after castling, a promotion or en passant.
    fn make_special(&self, mv: Move) -> Board {
        let class = match (mv.special, mv.promotion) {
            (Special::Castling { .. }, _) => Class::Castling,
            (_, Some(Kind::Knight)) => Class::Promotion(Promotion::Knight),
            (_, Some(Kind::Bishop)) => Class::Promotion(Promotion::Bishop),
            (_, Some(Kind::Rook)) => Class::Promotion(Promotion::Rook),
            (_, Some(_)) => Class::Promotion(Promotion::Queen),
            (_, None) => Class::EnPassant,
        };
        let to = mv.castling().map_or(mv.to, |(rook, _)| rook);
        match self.side {
            Side::White => make::<White>(&self.board, class, mv.from.bit(), to.bit()),
            Side::Black => make::<Black>(&self.board, class, mv.from.bit(), to.bit()),
        }
    }

    /// The position after the side to move has passed, as PGN's `--` does; `None` in check, which forbids it.
    pub fn null_move(&self) -> Option<Position> {
        if self.is_check() || self.king(self.side).is_none() {
            return None;
        }
        let mut next = self.next_turn();
        next.board.meta &= BACK_RANKS;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        Some(next)
    }

    /// The same board with the other side to move.
    fn next_turn(&self) -> Position {
        let counted = u32::from(self.side == Side::Black);
        Position { side: !self.side, fullmove_number: self.fullmove_number.saturating_add(counted), ..*self }
    }

    /// How the game ended here, as far as the position alone tells: mate, stalemate, king captured, no move left,
    /// dead position. Repetitions, counters and what the players say are known to the [`Game`](super::Game).
    pub fn outcome(&self) -> Option<Outcome> {
        let opponent = !self.side;
        match self.rules {
            RuleSet::Standard if !self.has_legal_move() && self.is_check() => {
                Some(Outcome::win(opponent, Reason::Checkmate))
            }
            RuleSet::Standard if !self.has_legal_move() => Some(Outcome::draw(Reason::Stalemate)),
            RuleSet::Endgame if self.king(self.side).is_none() => Some(Outcome::win(opponent, Reason::KingCaptured)),
            RuleSet::Endgame if !self.has_legal_move() => Some(Outcome::win(opponent, Reason::NoMoveLeft)),
            _ => dead::is_dead_by_material(self).then_some(Outcome::draw(Reason::DeadPosition)),
        }
    }

    /// For perft, which counts on the bare board, and for hash keys.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

impl fmt::Debug for Position {
    /// Draws the board, eighth rank first, and names the rest.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.piece_at(Square::new(file, rank));
                write!(f, "{} ", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move, castling {:?}, ", self.side, Bitboard(self.board.meta & BACK_RANKS))?;
        write!(f, "en passant {:?}, {}, ", self.en_passant(), self.halfmove_clock)?;
        write!(f, "{}, {}", self.fullmove_number, self.rules)
    }
}
