//! Ends that the players agree on or that one of them chooses: draw offers and resignation.

use super::super::{Outcome, Profile, Reason, Side, dead};
use super::{Game, GameError};

impl Game {
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

    /// Whether the side has offered a draw with a move that it has not made yet.
    pub fn offers_with_coming_move(&self, side: Side) -> bool {
        let made = self.plies.last().is_some_and(|last| last.mv.side() == side);
        !made && self.offered[side.index()]
    }

    /// A game that was left goes on with this offer waiting for an answer, and with offers that were made with moves still
    /// to come.
    pub fn recall_offers(&mut self, pending: Option<Side>, with_coming_move: [bool; 2]) {
        if self.outcome().is_none() {
            self.offer = pending;
            Side::ALL.into_iter().for_each(|side| self.offered[side.index()] |= with_coming_move[side.index()]);
        }
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

    /// `side` gives up, whosever turn it is. The opponent wins; in the profile `fide` not if he cannot mate by any series
    /// of legal moves (FIDE 5.1.2), found out as for [`flag`](Self::flag).
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn resign(&mut self, side: Side) -> Result<(), GameError> {
        self.check_running()?;
        let drawn = self.profile == Profile::Fide && !self.can_mate(!side);
        self.end(Outcome { winner: (!drawn).then_some(!side), reason: Reason::Resignation });
        Ok(())
    }

    /// Ends the game if its position is dead (LAWS 3.3), as far as `budget` positions a side can tell. What can be told at
    /// sight needs no asking: such a position has ended the game already.
    pub fn end_if_dead(&mut self, budget: usize) {
        if self.outcome().is_none() && dead::is_dead(self.position(), budget) {
            self.end_dead();
        }
    }

    /// Ends the game as a draw because its position was proved dead elsewhere.
    pub fn end_dead(&mut self) {
        if self.outcome().is_none() {
            self.end(Outcome::draw(Reason::DeadPosition));
        }
    }
}
