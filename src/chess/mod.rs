//! The laws of chess: pure values, std only (but for one file, `position::lanes`). No files, no clock on the wall, no
//! randomness, no words for players.

mod attacks;
mod bitboard;
pub mod clock;
pub mod dead;
pub mod diff;
mod game;
mod moves;
mod outcome;
pub mod perft;
mod piece;
mod position;
mod rules;
mod side;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use game::{Game, GameError, Ply};
pub use moves::{Move, Special};
pub use outcome::{Claim, Outcome, Reason};
pub use piece::{Kind, Piece};
pub use position::{CastlingProblem, EnPassantProblem, Illegal, IllegalPosition, Oddity, Position, PositionKey, Setup};
pub use rules::{Profile, RuleSet, UnknownName};
pub use side::Side;
pub use square::{NotASquare, Square};
pub use zobrist::Zobrist;
