//! How long to think.

use std::time::Duration;

/// At least so long is thought, whatever is left.
const LEAST: Duration = Duration::from_millis(1);

/// Time on a clock, as the engine is told it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Time {
    /// Left until the flag falls, or until the next period begins.
    pub left: Duration,
    /// Added (or not deducted) at each move.
    pub increment: Duration,
    /// Moves until more time comes.
    pub moves_to_go: Option<u32>,
}

/// What ends a search. Whatever is `None` does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock of the side to move.
    pub time: Option<Time>,
    /// Exactly so long.
    pub move_time: Option<Duration>,
    /// So many plies deep.
    pub depth: Option<i32>,
    /// So many positions; to a thousand or so more with several threads.
    pub nodes: Option<u64>,
    /// A mate in so many moves.
    pub mate: Option<i32>,
    /// What passes between a move and the clock's hearing of it.
    pub overhead: Duration,
    /// Not before it is told to stop.
    pub infinite: bool,
}

/// When to stop, of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline {
    /// No new depth is begun after so long, more or less: it depends on how clear the matter is.
    soft: Option<Duration>,
    /// Not longer.
    hard: Option<Duration>,
}

impl Deadline {
    /// What the limits mean in time.
    pub fn new(limits: &Limits) -> Deadline {
        if let Some(move_time) = limits.move_time {
            let hard = move_time.saturating_sub(limits.overhead).max(LEAST);
            return Deadline { soft: None, hard: Some(hard) };
        }
        let Some(time) = limits.time else { return Deadline::default() };
        let left = time.left.saturating_sub(limits.overhead).max(LEAST).as_secs_f64();
        // Without a number of moves games are taken to last another 24 or so: who has little left plays on for longer.
        let moves = time.moves_to_go.map_or(24.0, |moves| f64::from(moves.clamp(1, 40)) + 0.5);
        let share = left / moves + 0.75 * time.increment.as_secs_f64();
        let most = left * if time.moves_to_go == Some(1) { 0.9 } else { 0.55 };
        let seconds = |seconds: f64| Some(Duration::from_secs_f64(seconds.min(most)));
        Deadline { soft: seconds(share), hard: seconds(share * 4.0) }
    }

    /// Whether time is over after so long.
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// Whether no new depth is worth beginning after so long, where the matter takes so many times the usual.
    pub fn is_near(&self, elapsed: Duration, factor: f64) -> bool {
        self.soft.is_some_and(|soft| elapsed.as_secs_f64() >= soft.as_secs_f64() * factor)
    }

    /// Whether it is time that ends this search.
    pub fn is_soft(&self) -> bool {
        self.soft.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_thinks_longer_than_he_has() {
        for left in [0, 1, 30, 1000, 60_000, 7_200_000_u64] {
            for increment in [0, 20, 30_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let ms = Duration::from_millis;
                    let time = Time { left: ms(left), increment: ms(increment), moves_to_go };
                    let limits = Limits { time: Some(time), overhead: ms(10), ..Limits::default() };
                    let deadline = Deadline::new(&limits);
                    let (soft, hard) = (deadline.soft.unwrap(), deadline.hard.unwrap());
                    assert!(soft <= hard, "{limits:?}");
                    assert!(hard <= ms(left).saturating_sub(ms(10)).max(ms(1)), "{limits:?}");
                }
            }
        }
    }
}
