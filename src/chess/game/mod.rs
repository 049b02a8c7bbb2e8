//! A game: where it started and what was played, so what repetitions, counters, claims and offers make of it.

mod claims;
mod error;
mod flag;
mod players;

pub use error::GameError;

use super::{Illegal, Move, Outcome, Position, Profile, RuleSet, Side, dead};

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// What was played.
    pub mv: Move,
    /// Whether a draw was offered with it.
    pub offered: bool,
}

/// A game by its moves. Only legal moves get in, and none after the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    profile: Profile,
    plies: Vec<Ply>,
    /// The start and the position after each ply: never empty.
    positions: Vec<Position>,
    /// An end that the players or their time made (agreement, resignation, claim, flag), or a dead position that took a
    /// proof. All others are seen in the positions.
    ended: Option<Outcome>,
    /// Whose draw offer stands.
    offer: Option<Side>,
    /// Whether the side has offered a draw with its move: the coming one if it is to move, else its last.
    offered: [bool; 2],
    /// Whether each side can still mate from the position on the board, where somebody has found out.
    can_mate: [Option<bool>; 2],
}

impl Game {
    /// A game that begins here.
    pub fn new(start: Position, profile: Profile) -> Game {
        let mut game = Game::unjudged(start, profile);
        game.judge_at_sight();
        game
    }

    fn unjudged(start: Position, profile: Profile) -> Game {
        Game {
            profile,
            plies: Vec::new(),
            positions: vec![start],
            ended: None,
            offer: None,
            offered: [false; 2],
            can_mate: [None; 2],
        }
    }

    /// The record of a game as it was handed down, for watching: each turn's move (`None` for a passed turn, see
    /// [`Move::passed`]) and the position after it. The caller vouches that each position follows from the one before.
    ///
    /// Nothing is judged: people have played on where today's laws end a game.
    pub fn watched(
        start: Position,
        profile: Profile,
        turns: impl IntoIterator<Item = (Option<Move>, Position)>,
    ) -> Game {
        let mut game = Game::unjudged(start, profile);
        for (mv, position) in turns {
            let mv = mv.or_else(|| Move::passed(game.position()));
            // A side without a king has nothing to pass with; no reader lets such a turn through.
            let Some(mv) = mv else { break };
            game.plies.push(Ply { mv, offered: false });
            game.positions.push(position);
        }
        game
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        self.position_at(0)
    }

    /// By which rules it is played.
    pub fn rules(&self) -> RuleSet {
        self.start().rules()
    }

    /// How strictly its ends are judged.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.position_at(self.len())
    }

    /// The position after so many plies, 0 being the start; after the last one for larger numbers.
    pub fn position_at(&self, ply: usize) -> &Position {
        &self.positions[ply.min(self.plies.len())]
    }

    /// What was played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// How many half-moves were played.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether nobody has moved yet.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Plays a move. The opponent's draw offer lapses by it, an own one stands on.
    ///
    /// # Errors
    /// [`GameError::Over`] and [`GameError::IllegalMove`].
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        self.check_running()?;
        self.check_legal(mv)?;
        let side = self.position().side();
        let next = self.position().play(mv);
        self.plies.push(Ply { mv, offered: self.offered[side.index()] });
        self.positions.push(next);
        self.can_mate = [None; 2];
        self.offer = self.offer.filter(|&by| by == side);
        self.offered[(!side).index()] = false;
        self.judge_at_sight();
        Ok(())
    }

    /// Takes the last move back and gives it, together with the end of the game, whatever ended it, and any offer.
    pub fn take_back(&mut self) -> Option<Move> {
        let Some(ply) = self.plies.pop() else {
            // Given up or agreed before the first move: there is no move to withdraw, but the end is.
            self.ended = None;
            self.judge_at_sight();
            return None;
        };
        self.positions.pop();
        self.can_mate = [None; 2];
        self.ended = None;
        self.offer = None;
        self.offered = [false; 2];
        if let Some(last) = self.plies.last() {
            self.offered[last.mv.side().index()] = last.offered;
        }
        Some(ply.mv)
    }

    /// Ends the game where the position that has come is seen to be dead. Seen once: the outcome is asked for often.
    fn judge_at_sight(&mut self) {
        if self.outcome().is_none() && dead::is_dead_at_sight(self.position()) {
            self.end_dead();
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
        self.offer = None;
    }

    fn check_running(&self) -> Result<(), GameError> {
        self.outcome().map_or(Ok(()), |outcome| Err(GameError::Over(outcome)))
    }

    fn check_legal(&self, mv: Move) -> Result<(), GameError> {
        if self.position().is_legal(mv) {
            return Ok(());
        }
        // Squares that some legal move connects, but not this move: a promotion was left open or is impossible.
        let why = self.position().why_not(mv.from, mv.to).unwrap_or(Illegal::PromotionMissing);
        Err(GameError::IllegalMove { mv, why })
    }
}
