//! Ends that the players agree on or that one of them chooses: draw offers and resignation.

use super::super::{Outcome, Profile, Reason, Side};
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

    /// `side` gives up, whosever turn it is. The opponent wins; in the profile `fide` not if he could not mate by
    /// any series of legal moves (FIDE 5.1.2).
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn resign(&mut self, side: Side) -> Result<(), GameError> {
        self.check_running()?;
        let drawn = self.profile == Profile::Fide && self.cannot_mate(!side);
        self.end(Outcome { winner: (!drawn).then_some(!side), reason: Reason::Resignation });
        Ok(())
    }
}
