//! A game as it is kept: PGN that a person and other programs can read, with everything that is needed to go on.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use crate::{
    files::Fault,
    game::{Clocks, Drawings, Match},
    notation::pgn::{reader, time_control, tree::PgnGame, writer},
    replay::{self, Continued},
};

/// The game on the table at one moment, to be written elsewhere.
#[derive(Clone)]
pub(super) struct Snapshot {
    pub(super) current: Match,
    pub(super) clocks: Clocks,
    pub(super) continued: Option<Continued>,
    pub(super) drawings: Drawings,
    /// The file that the game came from and will be kept in; others begin a file of their own.
    pub(super) home: Option<Home>,
    /// Whether it is the first of this game: one that was left is as its file says then.
    pub(super) first: bool,
    /// When the game began.
    pub(super) began: SystemTime,
}

/// A game's file, and what stands there.
#[derive(Clone, Debug)]
pub(super) struct Home {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl Snapshot {
    /// The text to be kept.
    pub(super) fn text(&self) -> String {
        let mut record = replay::record(&self.current, &self.clocks, self.continued.as_ref(), &self.drawings);
        let dated = record.tag("Date").is_some_and(|date| !date.starts_with('?'));
        if !dated {
            let (year, month, day, ..) = calendar(self.began);
            record.set_tag("Date", format!("{year:04}.{month:02}.{day:02}"));
        }
        writer::write(&record)
    }

    /// Whether there is anything in the game that somebody might miss.
    pub(super) fn is_worth_keeping(&self) -> bool {
        let (game, untouched) = (self.current.game(), Match::default());
        !game.is_empty()
            || game.outcome().is_some()
            || self.clocks.clock().is_some()
            || game.start() != untouched.game().start()
            || game.profile() != untouched.game().profile()
            || self.current.seats() != untouched.seats()
    }
}

/// The name of a new game's file: the moment at which it began, in universal time.
pub(super) fn name(began: SystemTime, place: usize) -> String {
    let (year, month, day, hour, minute, second) = calendar(began);
    let copy = if place > 1 { format!("-{place}") } else { String::new() };
    format!("{year:04}-{month:02}-{day:02}_{hour:02}-{minute:02}-{second:02}{copy}")
}

/// Year, month, day, hour, minute and second in universal time, counted by the eras of 400 years that days repeat in.
fn calendar(moment: SystemTime) -> (u64, u64, u64, u64, u64, u64) {
    let seconds = moment.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Years that begin in March, so that the leap day is their last.
    let march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day, second / 3_600, second / 60 % 60, second % 60)
}

/// A kept game as it was read.
pub(super) struct Kept {
    /// As far as it could be read; `None` if there is nothing.
    pub(super) game: Option<Arc<PgnGame>>,
    /// What is wrong with the file.
    pub(super) fault: Option<Fault>,
}

/// Reads a kept game. What this program has written reads without any warning; anything else was damaged, or changed by
/// somebody.
pub(super) fn read(bytes: &[u8]) -> Kept {
    let mut games = reader::read_all(bytes);
    let fault = match &games[..] {
        _ if bytes.is_empty() => Some(Fault::Empty),
        [] => Some(Fault::Foreign),
        _ if std::str::from_utf8(bytes).is_err() => Some(Fault::NotText),
        [game] => wrong_with(game, bytes).map(Fault::Damaged),
        _ => Some(Fault::Foreign),
    };
    let mut game = if games.is_empty() { None } else { Some(games.swap_remove(0)) };
    if let Some(game) = &mut game {
        // What could be read is whole in itself.
        game.error = None;
    }
    let game = game.filter(|game| game.playable && (fault.is_none() || game.nodes.len() > 1));
    Kept { game: game.map(Arc::new), fault }
}

fn wrong_with(game: &PgnGame, bytes: &[u8]) -> Option<String> {
    if let Some(trouble) = game.error.iter().chain(&game.warnings).next() {
        return Some(trouble.to_string());
    }
    let ends = bytes.trim_ascii_end().ends_with(game.result.as_bytes());
    let timed = game.tag("TimeControl").is_some_and(|text| !matches!(time_control::read(text), Ok(None)));
    if !ends {
        Some("its end is missing".to_owned())
    } else if game.tag("Result").is_some_and(|result| result != game.result) {
        Some("its result is not that of its tags".to_owned())
    } else if timed && game.clock().is_none() {
        Some("its clocks cannot be read".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_right() {
        let at = |seconds| calendar(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), (1970, 1, 1, 0, 0, 0));
        assert_eq!(at(951_782_399), (2000, 2, 28, 23, 59, 59));
        assert_eq!(at(951_782_400), (2000, 2, 29, 0, 0, 0));
        assert_eq!(at(1_709_164_800), (2024, 2, 29, 0, 0, 0));
        assert_eq!(at(4_107_542_399), (2100, 2, 28, 23, 59, 59));
        assert_eq!(at(4_107_542_400), (2100, 3, 1, 0, 0, 0));
        assert_eq!(name(UNIX_EPOCH + Duration::from_secs(1_796_050_147), 2), "2026-11-30_14-49-07-2");
    }
}
