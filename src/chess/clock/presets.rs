//! Time controls that people ask for by name.

use std::time::Duration;

use super::{Bonus, Period, TimeControl};

/// Minutes, seconds a move.
const SIMPLE: [(u64, u64); 12] =
    [(1, 0), (2, 1), (3, 0), (3, 2), (5, 0), (5, 3), (10, 0), (10, 5), (15, 10), (25, 10), (60, 0), (90, 30)];

/// Moves, minutes, seconds a move.
const LONG: [&[(u32, u64, u64)]; 2] = [&[(40, 90, 30), (0, 30, 30)], &[(40, 90, 30), (20, 30, 30), (0, 15, 30)]];

impl TimeControl {
    /// The usual ones, from bullet to classical.
    pub fn presets() -> Vec<TimeControl> {
        let period = |moves: u32, minutes: u64, seconds: u64| Period {
            moves: (moves > 0).then_some(moves),
            base: Duration::from_secs(60 * minutes),
            bonus: if seconds > 0 { Bonus::Increment(Duration::from_secs(seconds)) } else { Bonus::None },
        };
        let simple = SIMPLE.iter().map(|&(minutes, seconds)| vec![period(0, minutes, seconds)]);
        let long = LONG
            .iter()
            .map(|parts| parts.iter().map(|&(moves, minutes, seconds)| period(moves, minutes, seconds)).collect());
        // They are all within the bounds: the test below counts them.
        simple.chain(long).filter_map(|periods| TimeControl::new(periods).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_what_they_are_called() {
        let written: Vec<String> = TimeControl::presets().iter().map(ToString::to_string).collect();
        assert_eq!(written.len(), SIMPLE.len() + LONG.len());
        assert_eq!(written[0], "1:00");
        assert_eq!(written[5], "5:00+3");
        assert_eq!(written.last().unwrap(), "40/90:00+30, 20/30:00+30, 15:00+30");
    }
}
