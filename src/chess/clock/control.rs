//! How much time the players have: periods, each with what a move brings.

use std::error::Error;
use std::fmt;
use std::time::Duration;

/// What a move brings beside the time of the period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// So much after each own move (Fischer).
    Increment(Duration),
    /// After each own move the time that it took, but so much at most (Bronstein).
    Bronstein(Duration),
    /// The clock begins to run so much later in each turn (simple or US delay).
    Delay(Duration),
}

/// A part of the game with a time of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// How many moves it lasts; `None` is the rest of the game. A last period with a number of moves comes again and again.
    pub moves: Option<u32>,
    /// The time added when it begins.
    pub base: Duration,
    /// What each move brings.
    pub bonus: Bonus,
}

/// The periods of a game in their order; no period at all is a game without clocks.
///
/// Written `40/90:00+30, 20/30:00+30, 15:00+30`: moves, minutes and seconds, seconds a move. See its `FromStr`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl(Vec<Period>);

/// Why there is no such time control. Carries what was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlError {
    /// Nothing is written, or nothing between two commas.
    Empty,
    /// This is no number of moves.
    Moves(String),
    /// This is no time.
    Time(String),
    /// This is no time that a move could bring.
    Bonus(String),
    /// More than [`TimeControl::MOST_TIME`].
    TooLong(String),
    /// The period with this number, from 1, lasts to the end of the game, and others follow it.
    NeverEnds(usize),
    /// The game would be over before its first move.
    NoTime,
    /// More than [`TimeControl::MOST_PERIODS`].
    TooMany(usize),
    /// A sandclock, which there is not at this table.
    Sandclock,
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ControlError::Empty => f.write_str("a period is missing; expected for example 5:00+3"),
            ControlError::Moves(found) => {
                write!(f, "`{found}` is not a number of moves (1 to {})", TimeControl::MOST_MOVES)
            }
            ControlError::Time(found) => write!(f, "`{found}` is not a time such as 5:00, 1:30:00 or 90"),
            ControlError::Bonus(found) => write!(f, "`{found}` is not a number of seconds a move"),
            ControlError::TooLong(found) => write!(f, "`{found}` is longer than 100 hours"),
            ControlError::NeverEnds(period) => {
                write!(f, "period {period} needs a number of moves (such as 40/90:00), because another one follows it")
            }
            ControlError::NoTime => f.write_str("the first period gives no time"),
            ControlError::TooMany(periods) => {
                write!(f, "{periods} periods are more than {}", TimeControl::MOST_PERIODS)
            }
            ControlError::Sandclock => f.write_str("sandclocks are not known here"),
        }
    }
}

impl Error for ControlError {}

impl TimeControl {
    /// The most moves that a period may last.
    pub const MOST_MOVES: u32 = 999;
    /// The most time that a period or a move may bring.
    pub const MOST_TIME: Duration = Duration::from_secs(100 * 3600);
    /// The most periods.
    pub const MOST_PERIODS: usize = 16;

    /// A control of these periods; without any, the game has no clocks.
    ///
    /// # Errors
    /// A period that is not the last does not end, the first gives no time, or a number is out of its bounds.
    pub fn new(periods: Vec<Period>) -> Result<TimeControl, ControlError> {
        if periods.len() > TimeControl::MOST_PERIODS {
            return Err(ControlError::TooMany(periods.len()));
        }
        for (index, period) in periods.iter().enumerate() {
            if period.moves.is_none() && index + 1 < periods.len() {
                return Err(ControlError::NeverEnds(index + 1));
            }
            if let Some(moves) = period.moves.filter(|moves| !(1..=TimeControl::MOST_MOVES).contains(moves)) {
                return Err(ControlError::Moves(moves.to_string()));
            }
            let (Bonus::Increment(bonus) | Bonus::Bronstein(bonus) | Bonus::Delay(bonus)) = period.bonus else {
                continue;
            };
            if period.base.max(bonus) > TimeControl::MOST_TIME {
                return Err(ControlError::TooLong(period.to_string()));
            }
        }
        if let Some(period) = periods.iter().find(|period| period.base > TimeControl::MOST_TIME) {
            return Err(ControlError::TooLong(period.to_string()));
        }
        let delayed = |bonus| matches!(bonus, Bonus::Delay(delay) if !delay.is_zero());
        match periods.first() {
            Some(first) if first.base.is_zero() && !delayed(first.bonus) => Err(ControlError::NoTime),
            _ => Ok(TimeControl(periods)),
        }
    }

    /// The periods in their order.
    pub fn periods(&self) -> &[Period] {
        &self.0
    }

    /// Whether the game has no clocks.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}
