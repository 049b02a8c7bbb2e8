//! A game: where it started and what was played, so what repetitions, counters, claims and offers make of it.

use std::error::Error;
use std::fmt;

use super::{Claim, Illegal, Move, Outcome, Position, Profile, Reason, RuleSet, Side, dead};

/// Half-moves without capture or pawn move after which a draw may be claimed.
const FIFTY_MOVES: u32 = 100;
/// Half-moves without capture or pawn move after which the game is drawn.
const SEVENTY_FIVE_MOVES: u32 = 150;

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
    /// An end that the players made: agreement, resignation, claim. All others are seen in the positions.
    ended: Option<Outcome>,
    /// Whose draw offer stands.
    offer: Option<Side>,
    /// Whether the side has offered a draw with its move: the coming one if it is to move, else its last.
    offered: [bool; 2],
}

/// What a game refuses. Nothing has changed then, but for the announced move of a wrong claim in the profile `fide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameError {
    /// The game is over.
    Over(Outcome),
    /// The move is not legal.
    IllegalMove {
        /// What was tried.
        mv: Move,
        /// Why it is refused.
        why: Illegal,
    },
    /// The claimed draw is not there.
    NoClaim(Claim),
    /// This side has already offered a draw with its present move.
    AlreadyOffered,
    /// There is no offer to answer.
    NoOffer,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameError::Over(outcome) => write!(f, "the game is over: {outcome}"),
            GameError::IllegalMove { mv, why } => write!(f, "{mv} is not legal: {why}"),
            GameError::NoClaim(claim) => write!(f, "no draw by {claim}"),
            GameError::AlreadyOffered => f.write_str("a draw has already been offered with this move"),
            GameError::NoOffer => f.write_str("no draw has been offered"),
        }
    }
}

impl Error for GameError {}

impl Game {
    /// A game that begins here.
    pub fn new(start: Position, profile: Profile) -> Game {
        Game {
            profile,
            plies: Vec::new(),
            positions: vec![start],
            ended: None,
            offer: None,
            offered: [false; 2],
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
        let mut game = Game::new(start, profile);
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

    // -------------------------------------------------------------------------------------------- moves

    /// Plays a move. The opponent's draw offer lapses by it, an own one stands on.
    ///
    /// # Errors
    /// [`GameError::Over`] and [`GameError::IllegalMove`].
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        self.check_running()?;
        self.check_legal(mv)?;
        let side = self.position().side();
        let next = self.position().play(mv);
        self.plies.push(Ply {
            mv,
            offered: self.offered[side.index()],
        });
        self.positions.push(next);
        self.offer = self.offer.filter(|&by| by == side);
        self.offered[(!side).index()] = false;
        Ok(())
    }

    /// Takes the last move back and gives it, together with the end of the game, whatever ended it, and any offer.
    pub fn take_back(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        self.positions.pop();
        self.ended = None;
        self.offer = None;
        self.offered = [false; 2];
        if let Some(last) = self.plies.last() {
            self.offered[last.mv.side().index()] = last.offered;
        }
        Some(ply.mv)
    }

    // -------------------------------------------------------------------------------------------- ends

    /// How the game ended, if it did.
    ///
    /// What the last move brought comes before what the players then said; mate before every counter (FIDE 9.6.2).
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.end_by_itself())
    }

    fn end_by_itself(&self) -> Option<Outcome> {
        let position = self.position();
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        let clock = position.halfmove_clock();
        let repetition = self.repetition();
        let online = self.profile == Profile::Online;
        let reason = if repetition >= 5 {
            Reason::Fivefold
        } else if clock >= SEVENTY_FIVE_MOVES {
            Reason::SeventyFiveMoves
        } else if online && repetition >= 3 {
            Reason::Threefold
        } else if online && clock >= FIFTY_MOVES {
            Reason::FiftyMoves
        } else {
            return None;
        };
        Some(Outcome::draw(reason))
    }

    /// How often the position on the board has been there, this time and the start included.
    pub fn repetition(&self) -> u32 {
        self.occurrences(self.position(), self.positions.len() - 1) + 1
    }

    /// How often `position` is the same as one of the first `before` positions. Only those since the last capture or
    /// pawn move can be; the clock counts them.
    fn occurrences(&self, position: &Position, before: usize) -> u32 {
        let reversible = usize::try_from(position.halfmove_clock()).unwrap_or(usize::MAX);
        let key = position.key();
        let earlier = self.positions[..before].iter().rev().take(reversible);
        earlier.map(|earlier| u32::from(earlier.key() == key)).sum()
    }

    /// The draws that the side to move may claim for the position on the board.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let (clock, repetition) = (self.position().halfmove_clock(), self.repetition());
        Claim::ALL
            .into_iter()
            .filter(|&claim| holds(claim, clock, repetition))
            .collect()
    }

    /// The draws that the side to move may claim with the move that will bring them about (FIDE 9.2.1, 9.3.1).
    ///
    /// A move that wins is not among them: mate comes before the counters.
    pub fn claims_with(&self) -> Vec<(Move, Claim)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.position().legal_moves();
        moves
            .into_iter()
            .flat_map(|mv| Claim::ALL.map(|claim| (mv, claim)))
            .filter(|&(mv, claim)| self.holds_with(claim, mv))
            .collect()
    }

    fn holds_with(&self, claim: Claim, mv: Move) -> bool {
        if mv.is_irreversible() {
            return false;
        }
        let next = self.position().play(mv);
        let repetition = match claim {
            Claim::Threefold => self.occurrences(&next, self.positions.len()) + 1,
            Claim::FiftyMoves => 0,
        };
        holds(claim, next.halfmove_clock(), repetition) && next.outcome().is_none_or(|end| end.winner.is_none())
    }

    /// The side to move claims a draw, for the position on the board or with the move that it announces.
    ///
    /// A right claim ends the game; the announced move is played first, so that the record shows what was claimed.
    /// After a wrong one nothing has changed, but that in the profile `fide` the announced move is binding and played
    /// (FIDE 9.5.3).
    ///
    /// # Errors
    /// [`GameError::NoClaim`] for a wrong claim; [`GameError::Over`] and [`GameError::IllegalMove`].
    pub fn claim(&mut self, claim: Claim, with: Option<Move>) -> Result<(), GameError> {
        self.check_running()?;
        let right = match with {
            None => self.claims().contains(&claim),
            Some(mv) => {
                self.check_legal(mv)?;
                self.holds_with(claim, mv)
            }
        };
        if !right {
            if let (Some(mv), Profile::Fide) = (with, self.profile) {
                self.play(mv)?;
            }
            return Err(GameError::NoClaim(claim));
        }
        if let Some(mv) = with {
            self.play(mv)?;
        }
        // A move that ends the game by itself, by stalemate say, has ended it already.
        if self.outcome().is_none() {
            self.end(Outcome::draw(claim.reason()));
        }
        Ok(())
    }

    /// `by` offers a draw, with its coming move if it is to move, else with its last. The offer stands until the
    /// opponent answers or moves; offering while the opponent's offer stands accepts that.
    ///
    /// # Errors
    /// [`GameError::AlreadyOffered`] for a second offer with the same move, also after it was declined;
    /// [`GameError::Over`].
    pub fn offer(&mut self, by: Side) -> Result<(), GameError> {
        self.check_running()?;
        if self.offer == Some(!by) {
            return self.accept();
        }
        if self.offered[by.index()] {
            return Err(GameError::AlreadyOffered);
        }
        self.offer = Some(by);
        self.offered[by.index()] = true;
        if let Some(last) = self.plies.last_mut()
            && last.mv.side() == by
        {
            last.offered = true;
        }
        Ok(())
    }

    /// Whose draw offer waits for an answer.
    pub fn offer_pending(&self) -> Option<Side> {
        self.offer
    }

    /// The opponent of the side that offered agrees to a draw.
    ///
    /// # Errors
    /// [`GameError::NoOffer`] and [`GameError::Over`].
    pub fn accept(&mut self) -> Result<(), GameError> {
        self.check_running()?;
        self.offer.ok_or(GameError::NoOffer)?;
        self.end(Outcome::draw(Reason::Agreement));
        Ok(())
    }

    /// The opponent of the side that offered wants to play on.
    ///
    /// # Errors
    /// [`GameError::NoOffer`] and [`GameError::Over`].
    pub fn decline(&mut self) -> Result<(), GameError> {
        self.check_running()?;
        self.offer.take().map(|_| ()).ok_or(GameError::NoOffer)
    }

    /// `side` gives up, whosever turn it is. The opponent wins; in the profile `fide` not if he certainly could not
    /// mate by any series of legal moves (FIDE 5.1.2), which material alone decides so far.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn resign(&mut self, side: Side) -> Result<(), GameError> {
        self.check_running()?;
        let drawn = self.profile == Profile::Fide && dead::cannot_mate(self.position(), !side);
        self.end(Outcome {
            winner: (!drawn).then_some(!side),
            reason: Reason::Resignation,
        });
        Ok(())
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
        let why = self
            .position()
            .why_not(mv.from, mv.to)
            .unwrap_or(Illegal::PromotionMissing);
        Err(GameError::IllegalMove { mv, why })
    }
}

/// Whether the counters allow the claim.
fn holds(claim: Claim, halfmove_clock: u32, repetition: u32) -> bool {
    match claim {
        Claim::Threefold => repetition >= 3,
        Claim::FiftyMoves => halfmove_clock >= FIFTY_MOVES,
    }
}
