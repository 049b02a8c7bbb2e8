//! Time runs out: who loses, and when nobody does (LAWS 5). And what time a wrong claim costs.

use std::time::Duration;

use super::super::dead::{self, Winnable};
use super::super::{Kind, Outcome, Profile, Reason, RuleSet, Side};
use super::{Game, GameError};

impl Game {
    /// The flag of `side` has fallen. The opponent wins, unless it cannot: in the profile `classic` that is said by its
    /// men, in `fide` and `online` by whether any series of legal moves mates. Where nobody has
    /// [found that out](Self::note_can_mate) before, it may take a part of a second in positions full of locked pawns.
    ///
    /// # Errors
    /// [`GameError::Over`]: what ended the game before the flag fell, stands.
    pub fn flag(&mut self, side: Side) -> Result<(), GameError> {
        self.check_running()?;
        let drawn = match self.profile {
            Profile::Classic if self.rules() == RuleSet::Standard => self.is_nearly_bare(!side),
            // Where kings can be taken, a bare one may still take.
            Profile::Classic | Profile::Fide | Profile::Online => !self.can_mate(!side),
        };
        self.end(Outcome { winner: (!drawn).then_some(!side), reason: Reason::FlagFall });
        Ok(())
    }

    /// Keeps what was found out elsewhere of the position on the board: whether `side` mates by some series of moves.
    pub fn note_can_mate(&mut self, side: Side, can_mate: bool) {
        self.can_mate[side.index()] = Some(can_mate);
    }

    /// The time that the opponent is given for a wrong claim: two minutes in the profile `fide` (9.5.3), else none.
    pub fn penalty(&self) -> Duration {
        match self.profile {
            Profile::Fide => Duration::from_secs(120),
            Profile::Classic | Profile::Online => Duration::ZERO,
        }
    }

    /// Whether `side` has only a king, king and bishop, or king and knight.
    fn is_nearly_bare(&self, side: Side) -> bool {
        let position = self.position();
        let men = position.by_side(side);
        let minor = position.by_kind(Kind::Bishop) | position.by_kind(Kind::Knight);
        (men & !position.by_kind(Kind::King) & !minor).is_empty() && (men & minor).len() <= 1
    }

    /// Whether `side` may mate by some series of legal moves: also if the search for an answer ends at its limit.
    pub(super) fn can_mate(&self, side: Side) -> bool {
        self.can_mate[side.index()]
            .unwrap_or_else(|| !matches!(dead::winnable(self.position(), side, dead::IN_PLAY), Winnable::No(_)))
    }
}
