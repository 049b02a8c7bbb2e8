//! Clocks of a game that was left and goes on: set to what its record says.

use std::time::Duration;

use super::Clock;

impl Clock {
    /// A move that was made before, on clocks that stand: what the mover's clock showed after it, and how long the move
    /// took if that is known.
    pub fn recall(&mut self, left: Duration, spent: Option<Duration>) {
        let before = self.hands[self.side.index()];
        let mut hand = self.after_move(before, Duration::ZERO);
        let spent = spent.unwrap_or_else(|| hand.left.saturating_sub(left));
        hand.left = left;
        self.end_turn(hand, spent, Duration::ZERO);
    }

    /// How long the side to move had thought when the game was left.
    pub fn recall_thinking(&mut self, thought: Duration) {
        self.thought = thought;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Stamp;
    use super::*;
    use crate::chess::Side::{Black, White};

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Played on one pair of clocks, and recalled on another move by move: both go on alike.
    #[test]
    fn recalled_clocks_go_on_as_those_that_were_left() {
        for control in ["0:10", "0:10+2", "0:10b2", "0:10d2", "2/0:10+1, 0:05+3", "1/0:10"] {
            let new = || Clock::new(control.parse().unwrap(), Black).unwrap();
            let mut left = new();
            left.start(ms(0));
            for moment in [1_000, 4_500, 5_000, 9_000, 9_001] {
                left.press(ms(moment)).unwrap();
            }
            left.pause(ms(10_000));
            let mut again = new();
            for Stamp { left, spent } in left.stamps() {
                again.recall(left, Some(spent));
            }
            again.recall_thinking(left.thinking(ms(10_000)));
            assert_eq!(again, left, "{control}");
            for clock in [&mut again, &mut left] {
                clock.start(ms(20_000));
                clock.take_back(ms(20_500));
                clock.press(ms(20_600)).unwrap();
            }
            assert_eq!(again, left, "{control}");
        }
    }

    #[test]
    fn what_a_move_took_is_known_from_the_clock() {
        let mut clock = Clock::new("1/0:10, 0:05+3".parse().unwrap(), White).unwrap();
        clock.recall(ms(14_000), None);
        assert_eq!(clock.stamps().next().map(|stamp| stamp.spent), Some(ms(4_000)));
        assert_eq!(
            (clock.left(White, ms(9)), clock.left(Black, ms(9)), clock.period(White)),
            (ms(14_000), ms(10_000), 2)
        );
    }
}
