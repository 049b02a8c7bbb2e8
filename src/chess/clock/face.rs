//! What a clock shows. Always rounded up: so it never shows 0:00.0 while time is left, and shows it at once when none is.

use std::time::Duration;

/// Below this a clock shows tenths.
pub const LOW: Duration = Duration::from_secs(20);

const SECOND: u128 = 1_000_000_000;
const TENTH: u128 = 100_000_000;

/// What is shown of a time: `1:30:00`, `5:00`, `0:20`, and tenths below 20 seconds: `0:19.9`.
///
/// ```
/// use endgame::chess::clock::face;
/// use std::time::Duration;
/// assert_eq!(face(Duration::from_millis(300_000)), "5:00");
/// assert_eq!(face(Duration::from_millis(299_001)), "5:00");
/// assert_eq!(face(Duration::from_millis(1)), "0:00.1");
/// assert_eq!(face(Duration::ZERO), "0:00.0");
/// ```
pub fn face(left: Duration) -> String {
    if left < LOW {
        let tenths = left.as_nanos().div_ceil(TENTH);
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.as_nanos().div_ceil(SECOND);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// How long a clock that shows this time goes on showing it; zero when nothing is left.
pub fn until_next_face(left: Duration) -> Duration {
    let unit = if left <= LOW { TENTH } else { SECOND };
    let Some(before) = left.as_nanos().div_ceil(unit).checked_sub(1) else { return Duration::ZERO };
    let shown = Duration::from_nanos((before * unit).try_into().unwrap_or(u64::MAX));
    left.saturating_sub(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn faces() {
        for (millis, shown) in [
            (5_400_000, "1:30:00"),
            (3_600_000, "1:00:00"),
            (3_599_001, "1:00:00"),
            (3_599_000, "59:59"),
            (60_000, "1:00"),
            (20_001, "0:21"),
            (20_000, "0:20"),
            (19_999, "0:20.0"),
            (19_900, "0:19.9"),
            (9_850, "0:09.9"),
            (101, "0:00.2"),
            (100, "0:00.1"),
            (0, "0:00.0"),
        ] {
            assert_eq!(face(ms(millis)), shown, "{millis} ms");
        }
        assert_eq!(face(Duration::from_nanos(1)), "0:00.1");
    }

    /// Whoever looks only when told to sees every face that there is, and no other in between.
    #[test]
    fn the_next_face_comes_when_it_is_said_to() {
        let mut left = ms(63_456);
        let mut seen = 0;
        while !left.is_zero() {
            let wait = until_next_face(left);
            assert!(!wait.is_zero() && wait <= ms(1000));
            let just_before = left - wait + Duration::from_nanos(1);
            if left != LOW {
                assert_eq!(face(just_before), face(left), "{left:?}");
            }
            left -= wait;
            seen += 1;
        }
        // 63.456 s down to 20 in seconds (44), then 20 s in tenths.
        assert_eq!(seen, 44 + 200);
        assert_eq!(until_next_face(Duration::ZERO), Duration::ZERO);
    }
}
