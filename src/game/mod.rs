//! The flow of a game: the only writer of [`Match`]. Everyone else asks by event and learns by `On<Insert, Match>`.
//!
//! The flow does not know that it is shown: it never waits for motion, and imports nothing that draws.

mod clocks;
mod drawings;
mod judge;
mod notice;
mod requests;
mod selection;

use std::sync::Arc;

use bevy::prelude::*;

use crate::chess::{Game, Move, Outcome, Position, Profile, Side};

pub use clocks::{Clocks, Now, PauseClocks, RanLow, ResumeClocks, SetClocks};
pub use drawings::{Advice, Draw, Drawings, LoadDrawings, Page, Paint, Stroke, WipeDrawings};
pub use judge::Judging;
pub use notice::{News, Notice, Refusal, Tidings};
pub use requests::{
    AnswerDraw, ChangeSeats, ClaimDraw, ContinueGame, MoveTried, NewGame, OfferDraw, PlayMove, Resign, ShowLine,
    ShowPly, TakeBack,
};
pub use selection::{
    CancelSelection, ChoosePromotion, ManDropped, ManTaken, Selection, SquareClicked, Try, click, drop_man, targets,
};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((notice::plugin, clocks::plugin, judge::plugin, requests::plugin, selection::plugin))
        .add_plugins(drawings::plugin)
        .insert_resource(Match::default())
        .add_systems(Startup, begin);
}

/// What may be done with the game on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Two people play; the last position takes moves.
    #[default]
    Play,
    /// A game is watched; moves on the board are only tried.
    Replay,
}

/// Who moves the men of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sitter {
    /// A person at the table.
    #[default]
    Human,
    /// Our engine at this level, 1 to 10.
    Computer(u8),
    /// Another engine, by its name or the path of its program.
    Engine(String),
}

impl Sitter {
    /// Whether it is a person.
    pub fn is_human(&self) -> bool {
        *self == Sitter::Human
    }
}

/// The names at the table, White's first. Empty names are people who did not say who they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// Who sits behind the white men.
    pub white: String,
    /// Who sits behind the black men.
    pub black: String,
    /// Who moves the men, White's first.
    pub sitters: [Sitter; 2],
}

impl Seats {
    /// The name of one side; may be empty.
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Who moves the men of one side.
    pub fn sitter(&self, side: Side) -> &Sitter {
        &self.sitters[side.index()]
    }

    /// Whether a person sits at one side at least.
    pub fn has_human(&self) -> bool {
        self.sitters.iter().any(Sitter::is_human)
    }

    /// The same two on the other side of the table.
    pub fn swapped(&self) -> Seats {
        let [white, black] = self.sitters.clone();
        Seats { white: self.black.clone(), black: self.white.clone(), sitters: [black, white] }
    }
}

/// The game on the table and the ply that is looked at. Immutable: a change is a new `Match` put in its place.
#[derive(Resource, Clone, Debug)]
#[component(immutable)]
pub struct Match {
    // Shared: looking at another ply of a long game copies nothing.
    game: Arc<Game>,
    ply: usize,
    mode: Mode,
    seats: Seats,
    /// Whether it goes on with a game that had been left.
    continues: bool,
    /// Which game since the program began.
    number: u64,
}

impl Default for Match {
    fn default() -> Self {
        Match::new(Game::new(Position::start(), Profile::default()), Mode::Play, Seats::default())
    }
}

impl Match {
    fn new(game: Game, mode: Mode, seats: Seats) -> Self {
        Match { ply: game.len(), game: Arc::new(game), mode, seats, continues: false, number: 0 }
    }

    /// The same as the game that is put on the table after `before`.
    fn after(self, before: &Match) -> Self {
        Match { number: before.number + 1, ..self }
    }

    /// The whole game: start, plies, claims, outcome.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether both show one and the same game, perhaps at different plies: what was computed of the one holds for the other.
    pub fn shares_game_with(&self, other: &Match) -> bool {
        Arc::ptr_eq(&self.game, &other.game)
    }

    /// The ply that is looked at: 0 is the start position, `game().len()` the last.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The position that is looked at, the one the table shows.
    pub fn shown(&self) -> &Position {
        self.game.position_at(self.ply)
    }

    /// The move that led to the position that is looked at.
    pub fn last_move(&self) -> Option<Move> {
        self.ply.checked_sub(1).map(|index| self.game.plies()[index].mv)
    }

    /// Played or watched.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Who sits where.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Whether this is a game that had been left and was put on the table to go on with.
    pub fn continues(&self) -> bool {
        self.continues
    }

    /// Which game this is since the program began: it stays the same through moves and take-backs, and another game has
    /// another number.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether the newest position is the one looked at.
    pub fn is_at_end(&self) -> bool {
        self.ply == self.game.len()
    }

    /// Whether the game goes on now: the next move is made in it.
    pub fn goes_on(&self) -> bool {
        self.mode == Mode::Play && self.is_at_end() && self.game.outcome().is_none()
    }

    /// Whether a move may be made on the board now: in the game, or, while one is watched, to see where it would lead.
    pub fn takes_moves(&self) -> bool {
        match self.mode {
            Mode::Play => self.goes_on() && self.is_human(self.game.position().side()),
            Mode::Replay => self.shown().has_legal_move(),
        }
    }

    /// Whether a person moves the men of this side.
    pub fn is_human(&self, side: Side) -> bool {
        self.seats.sitter(side).is_human()
    }

    /// The end of the game, if it has ended and its end is looked at.
    pub fn shown_outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.is_at_end())
    }
}

/// Puts the first game on the table again when everyone is there to see it.
fn begin(current: Res<Match>, mut commands: Commands) {
    commands.insert_resource(current.clone());
}
