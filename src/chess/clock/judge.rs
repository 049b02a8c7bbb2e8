//! Clocks and game together: a flag ends the game, and the clocks follow what has become of the game.

use std::time::Duration;

use super::super::Game;
use super::{Clock, State};

impl Clock {
    /// Lets a flag that has fallen by this moment end the game. Answers whether one did.
    ///
    /// To be called before anything is done at this moment: what came first stands, what comes after is refused.
    pub fn judge(&mut self, game: &mut Game, at: Duration) -> bool {
        let Some(flag) = self.fallen(at) else { return false };
        self.stop(flag.at);
        game.flag(flag.side).is_ok()
    }

    /// Brings the clocks to where the game is at this moment: moves made and withdrawn since, its end, or that its end
    /// was undone. The flag must not have fallen (see [`Clock::judge`]).
    pub fn follow(&mut self, game: &Game, at: Duration) {
        while self.len() > game.len() && self.take_back(at) {}
        while self.len() < game.len() && self.press(at).is_ok() {}
        match (game.outcome(), self.state) {
            (Some(_), State::Standing | State::Running(_)) => self.stop(at),
            (None, State::Over) => {
                // An end without a move before it was undone, or the move that brought it: that turn begins again.
                self.hands = self.began;
                self.thought = Duration::ZERO;
                self.state = State::Running(at);
            }
            _ => {}
        }
    }
}
