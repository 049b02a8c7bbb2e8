//! Ends that the moves bring about: mate and counters by themselves, repetitions and fifty moves by a claim.

use super::super::{Claim, Move, Outcome, Position, Profile, Reason};
use super::{Game, GameError};

/// Half-moves without capture or pawn move after which a draw may be claimed.
const FIFTY_MOVES: u32 = 100;
/// Half-moves without capture or pawn move after which the game is drawn.
const SEVENTY_FIVE_MOVES: u32 = 150;

impl Game {
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

    /// How often `position`, which follows the first `before` positions, is the same as one of them. Only those since
    /// the last capture or pawn move can be, as many as the clock says; every second one has the same side to move.
    fn occurrences(&self, position: &Position, before: usize) -> u32 {
        let reversible = usize::try_from(position.halfmove_clock()).unwrap_or(usize::MAX);
        let key = position.key();
        let earlier = self.positions[..before].iter().rev().take(reversible).skip(1).step_by(2);
        earlier.map(|earlier| u32::from(earlier.key() == key)).sum()
    }

    /// The draws that the side to move may claim for the position on the board.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let (clock, repetition) = (self.position().halfmove_clock(), self.repetition());
        Claim::ALL.into_iter().filter(|&claim| holds(claim, clock, repetition)).collect()
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
}

/// Whether the counters allow the claim.
fn holds(claim: Claim, halfmove_clock: u32, repetition: u32) -> bool {
    match claim {
        Claim::Threefold => repetition >= 3,
        Claim::FiftyMoves => halfmove_clock >= FIFTY_MOVES,
    }
}
