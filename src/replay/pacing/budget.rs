//! What a time control gives, move by move; and what one may guess where the file does not name it.

use std::time::Duration;

use crate::{
    chess::{
        Side,
        clock::{Bonus, Clock, Period, TimeControl},
    },
    notation::pgn::{time_control, tree::PgnGame},
};

/// What each move of a side brings.
pub(super) struct Budget {
    /// Seconds at the start, if known.
    pub base: Option<f64>,
    /// Seconds that the own move with this index brings: the increment, and the time of a period that begins.
    added: Vec<f64>,
    /// Seconds that the own move with this index may take without costing any.
    free: Vec<f64>,
    /// Whether each move has the whole time of its own, and keeps nothing of it (`1/259200`: days a move).
    pub renewed: bool,
    /// What every move brings where the control is not known.
    pub guessed: f64,
}

impl Budget {
    /// By the tag of the game, for so many moves of one side.
    pub(super) fn new(game: &PgnGame, moves: usize) -> Budget {
        let control = game.tag("TimeControl").and_then(|value| time_control::read(value).ok()?);
        match control.filter(|control| !control.is_none()) {
            Some(control) => Budget::of(control, moves),
            None => Budget { base: None, added: Vec::new(), free: Vec::new(), renewed: false, guessed: 0.0 },
        }
    }

    /// Played on a clock of the house on which nobody thinks: what it then shows is what the moves bring.
    fn of(control: TimeControl, moves: usize) -> Budget {
        let base = control.periods().first().map(|first| first.base.as_secs_f64());
        let renewed = matches!(control.periods(), [Period { moves: Some(1), bonus: Bonus::None, .. }]);
        let (mut added, mut free) = (Vec::new(), Vec::new());
        if let Some(mut clock) = Clock::new(control, Side::White).filter(|_| !renewed) {
            clock.start(Duration::ZERO);
            for _ in 0..moves {
                let before = clock.left(Side::White, Duration::ZERO);
                free.push(match clock.control().periods()[clock.period(Side::White) - 1].bonus {
                    Bonus::Delay(time) | Bonus::Bronstein(time) => time.as_secs_f64(),
                    Bonus::None | Bonus::Increment(_) => 0.0,
                });
                if clock.press(Duration::ZERO).and_then(|()| clock.press(Duration::ZERO)).is_err() {
                    break;
                }
                added.push((clock.left(Side::White, Duration::ZERO) - before).as_secs_f64());
            }
        }
        Budget { base, added, free, renewed, guessed: 0.0 }
    }

    pub(super) fn added(&self, index: usize) -> f64 {
        self.added.get(index).copied().unwrap_or(self.guessed)
    }

    pub(super) fn free(&self, index: usize) -> f64 {
        self.free.get(index).copied().unwrap_or_default()
    }
}

/// Increments that are in use, in seconds.
const CUSTOMARY: [f64; 12] = [1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 12.0, 15.0, 20.0, 30.0, 45.0, 60.0];
/// So many clocks must have gone up before it is an increment, not an arbiter.
const RISES: usize = 4;

/// The increment by which clocks went up that nobody has explained: the smallest customary one that makes sense of it.
pub(super) fn guessed_increment(rises: impl Iterator<Item = f64>) -> f64 {
    let most = CUSTOMARY[CUSTOMARY.len() - 1];
    let rises: Vec<f64> = rises.filter(|rise| (0.5..=most + 1.0).contains(rise)).collect();
    let highest = rises.iter().copied().fold(0.0, f64::max);
    // Boards report whole seconds: a clock may seem to have gone up by one more than it did.
    let fits = CUSTOMARY.into_iter().find(|increment| highest <= increment + 1.0);
    fits.filter(|_| rises.len() >= RISES).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn budget(control: &str) -> Budget {
        let mut game = PgnGame::new(Position::start());
        game.set_tag("TimeControl", control);
        Budget::new(&game, 70)
    }

    #[test]
    fn periods_and_increments() {
        let classic = budget("40/7200+30:20/3600+30:900+30");
        assert_eq!(classic.base, Some(7200.0));
        assert_eq!(
            [0, 38, 39, 40, 58, 59, 60, 69].map(|at| classic.added(at)),
            [30.0, 30.0, 3630.0, 30.0, 30.0, 930.0, 30.0, 30.0]
        );
        assert_eq!(budget("300+3").added(5), 3.0);
        assert_eq!(budget("40/7200:3600").added(39), 3600.0);
        assert_eq!(budget("2/60").added(69), 60.0);
        assert_eq!((budget("300d5").free(3), budget("300b5").free(3), budget("300d5").added(3)), (5.0, 5.0, 0.0));
        let days = budget("1/259200");
        assert!(days.renewed && days.added(3) == 0.0 && days.base == Some(259_200.0));
        for unknown in ["?", "-", "", "*180", "rapid", "0+1"] {
            assert_eq!((budget(unknown).base, budget(unknown).added(0)), (None, 0.0), "{unknown}");
        }
    }

    #[test]
    fn increments_that_no_tag_names() {
        let guess = |rises: &[f64]| guessed_increment(rises.iter().copied());
        assert_eq!(guess(&[20.0, 22.0, 19.0, 27.0]), 30.0);
        assert_eq!(guess(&[20.0, 31.0, 19.0, 27.0, 1800.0]), 30.0);
        assert_eq!(guess(&[2.0, 1.0, 2.0, 1.0]), 1.0);
        assert_eq!(guess(&[60.0, 60.0]), 0.0);
        assert_eq!(guess(&[]), 0.0);
    }
}
