//! How much room the parts of the side panel take: in a low window less, so that all of them are in sight.

use super::clocks;

/// In panels lower than this everything that can be is smaller while a game is watched.
pub(super) const HIGH: f32 = 760.0;

/// How much room the parts of the panel take.
pub(super) struct Measures {
    /// The least height of the move list; a lower panel scrolls as a whole.
    pub(super) list: f32,
    /// The most height of comments and variations.
    pub(super) remarks: f32,
    pub(super) clocks: clocks::Size,
}

impl Measures {
    /// Those of a low panel beside a watched game, or of another one.
    pub(super) fn of(low: bool) -> Measures {
        if low {
            Measures { list: 60.0, remarks: 46.0, clocks: clocks::Size::Small }
        } else {
            Measures { list: ROOMY_LIST, remarks: 150.0, clocks: clocks::Size::Large }
        }
    }
}

/// A move list of this height leaves the rest of the room to the list of games.
const ROOMY_LIST: f32 = 110.0;
/// The fewest and the most games in sight.
const GAMES: [usize; 2] = [2, 4];
/// Height of a row of games.
const ROW: f32 = 26.0;

/// How many games are in sight where the rest of a panel of this height took so much with so many of them.
pub(super) fn rows_of_games(height: f32, rest: f32, rows: usize) -> usize {
    let [least, most] = GAMES;
    let without = rest - rows.saturating_sub(least) as f32 * ROW;
    let more = ((height - without - ROOMY_LIST) / ROW).max(0.0) as usize;
    (least + more).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_games_takes_what_is_left_and_stays_so() {
        for height in 300..1200 {
            for others in [300.0, 480.0, 640.0] {
                // As the panel does from pass to pass: what is drawn now is known in the next.
                let (mut rest, mut rows, mut seen) = (0.0, 0, Vec::new());
                for _ in 0..4 {
                    let now = rows_of_games(height as f32, rest, rows);
                    (rest, rows) = (others + now as f32 * ROW, now);
                    seen.push(now);
                }
                assert_eq!(seen[1], seen[3], "{height} {others}: {seen:?}");
                let list = height as f32 - rest;
                assert!(rows == 2 || list >= ROOMY_LIST, "{height} {others}: {seen:?} {list}");
            }
        }
    }
}
