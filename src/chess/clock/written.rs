//! Time controls in our notation: `40/90:00+30, 20/30:00+30, 15:00+30`, `5:00+3`, `5:00b3` (Bronstein), `5:00d3` (simple
//! delay), `none`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Bonus, ControlError, Period, Seconds, TimeControl};

impl FromStr for TimeControl {
    type Err = ControlError;

    /// Periods divided by commas or semicolons, each `[MOVES/]TIME[BONUS]`. A time is `M:SS`, `H:MM:SS` or minutes, a bonus
    /// `+S` (Fischer), `bS` (Bronstein) or `dS` (simple delay) with seconds; numbers may have decimals. `none` and `-` are
    /// a game without clocks.
    ///
    /// A decimal comma is understood where a comma between two periods makes no sense: `5:00+2,5`.
    ///
    /// ```
    /// use endgame::chess::clock::TimeControl;
    /// let read = |text: &str| text.parse::<TimeControl>().map(|control| control.to_string());
    /// assert_eq!(read("40/90+30,20/30+30,15+30").unwrap(), "40/90:00+30, 20/30:00+30, 15:00+30");
    /// assert_eq!(read("5+2,5").unwrap(), "5:00+2.5");
    /// assert_eq!(read("15:00, 5:00").unwrap_err().to_string(), "period 1 needs a number of moves (such as 40/90:00), because another one follows it");
    /// ```
    fn from_str(text: &str) -> Result<TimeControl, ControlError> {
        let text = text.trim();
        if text == "-" || text.eq_ignore_ascii_case("none") {
            return Ok(TimeControl::default());
        }
        let error = match periods(text) {
            Ok(control) => return Ok(control),
            Err(error) => error,
        };
        match with_points(text) {
            Some(other) => periods(&other).map_err(|_| error),
            None => Err(error),
        }
    }
}

fn periods(text: &str) -> Result<TimeControl, ControlError> {
    TimeControl::new(text.split([',', ';']).map(period).collect::<Result<_, _>>()?)
}

/// The text with a point for each comma that stands directly between two digits; `None` if there is no such comma.
fn with_points(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let changed: String = text
        .char_indices()
        .map(|(at, c)| if c == ',' && digit(at.checked_sub(1)) && digit(at.checked_add(1)) { '.' } else { c })
        .collect();
    (changed != text).then_some(changed)
}

fn period(text: &str) -> Result<Period, ControlError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ControlError::Empty);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(read_moves(moves)?), rest),
        None => (None, text),
    };
    let (base, bonus) = match rest.find(|c: char| c == '+' || c.is_ascii_alphabetic()) {
        Some(0) => return Err(ControlError::Time(rest.to_owned())),
        Some(at) => (&rest[..at], read_bonus(&rest[at..])?),
        None => (rest, Bonus::None),
    };
    let base = read_time(base.trim())?;
    Ok(Period { moves, base, bonus })
}

fn read_moves(text: &str) -> Result<u32, ControlError> {
    let moves = text.trim().parse().ok().filter(|moves| (1..=TimeControl::MOST_MOVES).contains(moves));
    moves.filter(|_| !text.contains('+')).ok_or_else(|| ControlError::Moves(text.to_owned()))
}

fn read_bonus(text: &str) -> Result<Bonus, ControlError> {
    let wrong = || ControlError::Bonus(text.to_owned());
    let (sign, seconds) = text.split_at(1);
    let Seconds(seconds) = seconds.trim().parse().map_err(|_| wrong())?;
    match sign {
        _ if seconds > TimeControl::MOST_TIME => Err(ControlError::TooLong(text.to_owned())),
        _ if seconds.is_zero() => Ok(Bonus::None),
        "+" => Ok(Bonus::Increment(seconds)),
        "b" | "B" => Ok(Bonus::Bronstein(seconds)),
        "d" | "D" => Ok(Bonus::Delay(seconds)),
        _ => Err(wrong()),
    }
}

/// `H:MM:SS`, `M:SS`, or minutes.
fn read_time(text: &str) -> Result<Duration, ControlError> {
    let wrong = || ControlError::Time(text.to_owned());
    let (larger, last) = match text.rsplit_once(':') {
        Some((larger, last)) => (Some(larger), last),
        None => (None, text),
    };
    let Seconds(last) = last.parse().map_err(|_| wrong())?;
    let too_long = || ControlError::TooLong(text.to_owned());
    let Some(larger) = larger else {
        return last.checked_mul(60).filter(|time| *time <= TimeControl::MOST_TIME).ok_or_else(too_long);
    };
    let number = |part: &str| match part.bytes().all(|byte| byte.is_ascii_digit()) {
        true => part.parse::<u32>().map_err(|_| wrong()),
        false => Err(wrong()),
    };
    let minutes = match larger.split_once(':') {
        Some((hours, minutes)) => match (number(hours)?, number(minutes)?) {
            (hours, minutes @ 0..60) => u64::from(hours) * 60 + u64::from(minutes),
            _ => return Err(wrong()),
        },
        None => number(larger)?.into(),
    };
    if last >= Duration::from_secs(60) {
        return Err(wrong());
    }
    Some(Duration::from_secs(minutes * 60) + last).filter(|time| *time <= TimeControl::MOST_TIME).ok_or_else(too_long)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_none() {
            return f.write_str("none");
        }
        for (index, period) in self.periods().iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            period.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let (minutes, seconds) =
            (self.base.as_secs() / 60, self.base - Duration::from_secs(self.base.as_secs() / 60 * 60));
        let zero = if seconds < Duration::from_secs(10) { "0" } else { "" };
        write!(f, "{minutes}:{zero}{}{}", Seconds(seconds), self.bonus)
    }
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Bonus::None => Ok(()),
            Bonus::Increment(bonus) => write!(f, "+{}", Seconds(bonus)),
            Bonus::Bronstein(bonus) => write!(f, "b{}", Seconds(bonus)),
            Bonus::Delay(delay) => write!(f, "d{}", Seconds(delay)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        text.parse::<TimeControl>().map(|control| control.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "none",
            "10:00",
            "5:00+3",
            "40/90:00+30, 20/30:00+30, 15:00+30",
            "5:00b3",
            "5:00d3",
            "0:30",
            "0:00d5",
            "40/120:00, 15:00d5",
            "40/90:00",
            "1:30.5+0.25",
            "6000:00",
        ] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn people_write_it_in_other_ways() {
        for (text, written) in [
            (" 5 + 3 ", "5:00+3"),
            ("3+2", "3:00+2"),
            ("0.5", "0:30"),
            ("0,5", "0:30"),
            ("5:00+2,5", "5:00+2.5"),
            ("2,5+2,5", "2:30+2.5"),
            ("1:30:00+30", "90:00+30"),
            ("40/90+30,20/30+30,15+30", "40/90:00+30, 20/30:00+30, 15:00+30"),
            ("40/90+30; 15+30", "40/90:00+30, 15:00+30"),
            ("40/90+2,5, 15+10", "40/90:00+2.5, 15:00+10"),
            ("40/90, 30", "40/90:00, 30:00"),
            ("5:00+0", "5:00"),
            ("5 D3", "5:00d3"),
            ("-", "none"),
            ("None", "none"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(written), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, error) in [
            ("", "a period is missing; expected for example 5:00+3"),
            ("40/90:00, ", "a period is missing; expected for example 5:00+3"),
            ("x/90:00, 5:00", "`x` is not a number of moves (1 to 999)"),
            ("0/90:00, 5:00", "`0` is not a number of moves (1 to 999)"),
            ("1000/90:00", "`1000` is not a number of moves (1 to 999)"),
            ("five", "`five` is not a time such as 5:00, 1:30:00 or 90"),
            ("5:60", "`5:60` is not a time such as 5:00, 1:30:00 or 90"),
            ("1:60:00", "`1:60:00` is not a time such as 5:00, 1:30:00 or 90"),
            ("-5", "`-5` is not a time such as 5:00, 1:30:00 or 90"),
            ("1:2:3:4", "`1:2:3:4` is not a time such as 5:00, 1:30:00 or 90"),
            ("+3", "`+3` is not a time such as 5:00, 1:30:00 or 90"),
            ("5:00+", "`+` is not a number of seconds a move"),
            ("5:00+x", "`+x` is not a number of seconds a move"),
            ("5:00z3", "`z3` is not a number of seconds a move"),
            ("5+3+3", "`+3+3` is not a number of seconds a move"),
            ("101:00:00", "`101:00:00` is longer than 100 hours"),
            ("9999999", "`9999999` is longer than 100 hours"),
            ("5:00+999999", "`+999999` is longer than 100 hours"),
            ("0:00+5", "the first period gives no time"),
            ("0", "the first period gives no time"),
            ("10:00, 5:00", "period 1 needs a number of moves (such as 40/90:00), because another one follows it"),
            (&["1/1"; 17].join(","), "17 periods are more than 16"),
            ("18446744073709551615", "`18446744073709551615` is longer than 100 hours"),
            ("5é", "`5é` is not a time such as 5:00, 1:30:00 or 90"),
        ] {
            assert_eq!(read(text), Err(error.to_owned()), "{text}");
        }
    }
}
