//! Seconds in writing, with decimals and without rounding.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time written in seconds: `90`, `2.5`. Nothing is lost between reading and writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seconds(pub Duration);

/// A text that is no number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSeconds;

impl FromStr for Seconds {
    type Err = NotSeconds;

    /// Digits with at most one point, before or after which they may be missing. What is finer than a nanosecond is dropped.
    fn from_str(text: &str) -> Result<Seconds, NotSeconds> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(decimals) || (whole.is_empty() && decimals.is_empty()) {
            return Err(NotSeconds);
        }
        let seconds = if whole.is_empty() { Ok(0) } else { whole.parse::<u64>() };
        let nanos = format!("{decimals:0<9}")[..9].parse::<u32>();
        match (seconds, nanos) {
            (Ok(seconds), Ok(nanos)) => Ok(Seconds(Duration::new(seconds, nanos))),
            _ => Err(NotSeconds),
        }
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_go_both_ways() {
        for text in ["0", "90", "2.5", "0.000000001", "18446744073709551615.999999999"] {
            assert_eq!(text.parse::<Seconds>().unwrap().to_string(), text);
        }
        for (text, millis) in [("1.", 1000), (".5", 500), ("007", 7000), ("0.0010000000009", 1)] {
            assert_eq!(text.parse(), Ok(Seconds(Duration::from_millis(millis))), "{text}");
        }
        for text in ["", ".", "-1", "+1", "1e3", "1,5", "1.2.3", "inf", "18446744073709551616", "٢", " 1"] {
            assert_eq!(text.parse::<Seconds>(), Err(NotSeconds), "{text}");
        }
    }
}
