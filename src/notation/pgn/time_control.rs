//! The tag `TimeControl`, both ways: `?`, `-`, `300`, `300+5`, `40/9000:300`, all in seconds (PGN 9.6.1).
//!
//! PGN knows no delay; ours are written as `300b3` (Bronstein) and `300d3` (simple delay), which others may take as unknown.

use std::time::Duration;

use crate::chess::clock::{Bonus, ControlError, Period, Seconds, TimeControl};

/// Reads the value of the tag; `None` if it says that the control is not known.
///
/// # Errors
/// It is a sandclock, or nothing that PGN knows.
///
/// ```
/// use endgame::notation::pgn::time_control::{read, write};
/// let control = read("40/5400+30:20/1800+30:900+30")?.expect("known");
/// assert_eq!(control.to_string(), "40/90:00+30, 20/30:00+30, 15:00+30");
/// assert_eq!(write(&control), "40/5400+30:20/1800+30:900+30");
/// # Ok::<(), endgame::chess::clock::ControlError>(())
/// ```
pub fn read(value: &str) -> Result<Option<TimeControl>, ControlError> {
    match value.trim() {
        "" | "?" => Ok(None),
        "-" => Ok(Some(TimeControl::default())),
        value => TimeControl::new(value.split(':').map(period).collect::<Result<_, _>>()?).map(Some),
    }
}

fn period(text: &str) -> Result<Period, ControlError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ControlError::Empty);
    }
    if text.starts_with('*') {
        return Err(ControlError::Sandclock);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            let number = moves.bytes().all(|byte| byte.is_ascii_digit()).then(|| moves.parse().ok()).flatten();
            (Some(number.ok_or_else(|| ControlError::Moves(moves.to_owned()))?), rest)
        }
        None => (None, text),
    };
    let (base, bonus) = match rest.find(['+', 'b', 'd']) {
        Some(0) => return Err(ControlError::Time(rest.to_owned())),
        Some(at) => (&rest[..at], bonus(&rest[at..])?),
        None => (rest, Bonus::None),
    };
    let Seconds(base) = base.parse().map_err(|_| ControlError::Time(base.to_owned()))?;
    Ok(Period { moves, base, bonus })
}

fn bonus(text: &str) -> Result<Bonus, ControlError> {
    let Seconds(seconds) = text[1..].parse().map_err(|_| ControlError::Bonus(text.to_owned()))?;
    Ok(match text.as_bytes()[0] {
        _ if seconds == Duration::ZERO => Bonus::None,
        b'b' => Bonus::Bronstein(seconds),
        b'd' => Bonus::Delay(seconds),
        _ => Bonus::Increment(seconds),
    })
}

/// The value of the tag; `-` for a game without clocks.
pub fn write(control: &TimeControl) -> String {
    if control.is_none() {
        return "-".to_owned();
    }
    let period = |period: &Period| {
        let moves = period.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
        format!("{moves}{}{}", Seconds(period.base), period.bonus)
    };
    control.periods().iter().map(period).collect::<Vec<_>>().join(":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for value in ["-", "300", "300+5", "40/9000", "40/9000:300", "0.5", "60d2.5", "60b3", "40/5400+30:1800+30"] {
            assert_eq!(write(&read(value).unwrap().unwrap()), value);
        }
        for control in TimeControl::presets() {
            assert_eq!(read(&write(&control)), Ok(Some(control)));
        }
    }

    #[test]
    fn what_is_not_known_is_told_apart_from_what_is_wrong() {
        for value in ["?", "", " ? "] {
            assert_eq!(read(value), Ok(None));
        }
        assert_eq!(read("*180"), Err(ControlError::Sandclock));
        assert_eq!(read("300+0").unwrap().unwrap().to_string(), "5:00");
        assert_eq!(read("blitz"), Err(ControlError::Time("blitz".to_owned())));
        assert_eq!(read("5 min"), Err(ControlError::Time("5 min".to_owned())));
        assert_eq!(read("300:60"), Err(ControlError::NeverEnds(1)));
        assert_eq!(read("x/60"), Err(ControlError::Moves("x".to_owned())));
        assert_eq!(read("+1/60"), Err(ControlError::Moves("+1".to_owned())));
        assert_eq!(read("300+x"), Err(ControlError::Bonus("+x".to_owned())));
        assert_eq!(read("300:"), Err(ControlError::Empty));
        assert_eq!(read("0+1"), Err(ControlError::NoTime));
    }
}
