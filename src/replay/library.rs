//! The games of the opened files: where they are, and what the list shows of them.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufReader, Cursor},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use bevy::prelude::*;

use super::listing::{self, Listing};
use crate::{
    assets,
    notation::pgn::{
        index::{self, Entry},
        tree::PgnGame,
    },
};

/// The games of the opened files. They are read from them when they are watched: only what the list shows is held.
#[derive(Resource, Debug)]
pub struct Library {
    /// What is opened, for people.
    pub name: String,
    /// What the list shows of each game, in the order of the files.
    pub rows: Vec<Entry>,
    /// How many of them cannot be watched, or not to their end.
    pub faulty: usize,
    /// How much of the files is listed, 0 to 1, as long as they are being listed.
    pub progress: Option<f32>,
    /// How much of it was listed when somebody stopped that.
    pub stopped: Option<f32>,
    /// Which one is watched, or gone on with.
    pub current: Option<usize>,
    /// Games that were changed by hand and not saved since, by their number.
    pub(super) changed: BTreeMap<usize, Arc<PgnGame>>,
    /// Another one for each list, so that who has looked at one knows it again.
    pub(super) mark: Arc<()>,
    pub(super) homes: Vec<Home>,
    /// The number of the first game of each home, as far as they are listed.
    firsts: Vec<usize>,
}

/// Where games are.
#[derive(Clone, Debug)]
pub(super) enum Home {
    /// In the program.
    Program,
    File {
        path: PathBuf,
        /// How it was when it was listed.
        stamp: Stamp,
    },
}

/// By what a file is seen to have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stamp {
    size: u64,
    changed: Option<SystemTime>,
}

impl Stamp {
    pub(super) fn of(path: &Path) -> io::Result<Stamp> {
        let data = fs::metadata(path)?;
        Ok(Stamp { size: data.len(), changed: data.modified().ok() })
    }
}

/// How often the list grows on the screen while it is read.
const PACE: Duration = Duration::from_millis(100);

/// One row of the list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// White's name, `?` if not known.
    pub white: String,
    /// Black's name, `?` if not known.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// As in the file, year first.
    pub date: String,
    /// The event, empty if not known.
    pub event: String,
    /// Why the game cannot be watched, or not to its end.
    pub fault: Option<String>,
}

impl Library {
    /// The great games that come with the program.
    pub fn great_games() -> Library {
        let mut library = Library::empty(String::new(), vec![Home::Program]);
        library.add(0, index::entries(assets::GREAT_GAMES).map_while(Result::ok));
        library
    }

    fn empty(name: String, homes: Vec<Home>) -> Library {
        Library {
            name,
            rows: Vec::new(),
            faulty: 0,
            progress: None,
            stopped: None,
            current: None,
            changed: BTreeMap::new(),
            mark: Arc::new(()),
            homes,
            firsts: Vec::new(),
        }
    }

    /// Where this game is.
    pub(super) fn home_of(&self, number: usize) -> Option<&Home> {
        let home = self.firsts.partition_point(|first| *first <= number).checked_sub(1)?;
        self.homes.get(home)
    }

    /// The numbers of the games of a home, as far as they are listed.
    pub(super) fn games_of(&self, home: usize) -> Option<Range<usize>> {
        let end = self.firsts.get(home + 1).copied().unwrap_or(self.rows.len());
        Some(*self.firsts.get(home)?..end)
    }

    /// The file of a game, if it is in one, and the number of the first game there.
    pub(super) fn file_and_first(&self, number: usize) -> Option<(Option<&Path>, usize)> {
        let home = self.firsts.partition_point(|first| *first <= number).checked_sub(1)?;
        let path = match self.homes.get(home)? {
            Home::Program => None,
            Home::File { path, .. } => Some(path.as_path()),
        };
        Some((path, self.firsts[home]))
    }

    /// Where the game is that is watched, or gone on with.
    pub(super) fn home(&self) -> Option<&Home> {
        self.home_of(self.current?)
    }

    /// The same files listed once more, because one of them has changed.
    pub(super) fn again(&self) -> (Library, Option<Listing>) {
        let path = |home: &Home| match home {
            Home::Program => None,
            Home::File { path, .. } => Some(path.clone()),
        };
        let paths: Vec<PathBuf> = self.homes.iter().filter_map(path).collect();
        let Listed { library, rest, failed } = list(&paths);
        // Without one of the files the games have other numbers.
        let current = self.current.filter(|_| failed.is_empty());
        (Library { current, ..library }, rest)
    }

    /// The file of a game, for people.
    pub(super) fn file_of(&self, number: usize) -> String {
        match self.home_of(number) {
            Some(Home::File { path, .. }) if self.homes.len() > 1 => name_of(path),
            _ => self.name.clone(),
        }
    }

    /// One row for each game.
    pub fn summary(game: &Entry) -> Summary {
        let known = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        Summary {
            white: known(game.white()),
            black: known(game.black()),
            result: game.result.to_owned(),
            date: game.date().trim_end_matches(['.', '?']).to_owned(),
            event: game.event().trim_matches('?').to_owned(),
            fault: game.fault.as_ref().map(ToString::to_string),
        }
    }

    /// Reads a game from its place.
    ///
    /// # Errors
    /// There is no such game, or the file cannot be read, or it has changed.
    pub fn game(&self, number: usize) -> io::Result<PgnGame> {
        let entry = self.rows.get(number).ok_or(io::ErrorKind::NotFound)?;
        match self.home_of(number) {
            Some(Home::File { path, .. }) => index::read(BufReader::new(fs::File::open(path)?), entry),
            _ => index::read(Cursor::new(assets::GREAT_GAMES), entry),
        }
    }

    /// Whether the game that is watched, or gone on with, can be saved back to its place.
    pub fn takes_back(&self) -> bool {
        self.current.is_some() && self.progress.is_none() && matches!(self.home(), Some(Home::File { .. }))
    }

    /// Whether a game was changed by hand and not saved since.
    pub fn is_changed_game(&self, number: usize) -> bool {
        self.changed.contains_key(&number)
    }

    /// How soon the list is to be looked at again, while it grows.
    pub fn pace(&self) -> Option<Duration> {
        self.progress.map(|_| PACE)
    }

    pub(super) fn add(&mut self, home: usize, entries: impl IntoIterator<Item = Entry>) {
        let before = self.rows.len();
        self.firsts.resize(self.firsts.len().max(home + 1), before);
        self.rows.extend(entries);
        self.faulty += self.rows[before..].iter().filter(|entry| entry.fault.is_some()).count();
    }

    pub(super) fn read_to(&self) -> f32 {
        let size = |home: &Home| match home {
            Home::Program => 0,
            Home::File { stamp, .. } => stamp.size,
        };
        let before = self.homes.iter().take(self.firsts.len().saturating_sub(1)).map(size).sum::<u64>();
        let read = before + self.rows.last().map_or(0, |entry| entry.end);
        read as f32 / self.homes.iter().map(size).sum::<u64>().max(1) as f32
    }
}

/// A list of files: the first games, and where the others will come from.
pub(super) struct Listed {
    pub(super) library: Library,
    pub(super) rest: Option<Listing>,
    /// What cannot be read, and why.
    pub(super) failed: Vec<(PathBuf, io::Error)>,
}

/// Lists files, one behind the other.
pub(super) fn list(paths: &[PathBuf]) -> Listed {
    let (mut homes, mut failed) = (Vec::new(), Vec::new());
    for path in paths {
        match Stamp::of(path).and_then(|stamp| listing::can_be_read(path).map(|()| stamp)) {
            Ok(stamp) => homes.push(Home::File { path: path.clone(), stamp }),
            Err(error) => failed.push((path.clone(), error)),
        }
    }
    let good: Vec<PathBuf> = paths.iter().filter(|path| failed.iter().all(|(bad, _)| bad != *path)).cloned().collect();
    let name = match &good[..] {
        [] => String::new(),
        [one] => name_of(one),
        [first, others @ ..] => format!("{} +{}", name_of(first), others.len()),
    };
    let mut library = Library::empty(name, homes);
    let (first, rest) = listing::begin(good.clone());
    for (file, entry) in first {
        match entry {
            Ok(entry) => library.add(file, [entry]),
            Err(error) => failed.push((good[file].clone(), error)),
        }
    }
    library.progress = rest.is_some().then(|| library.read_to());
    Listed { library, rest, failed }
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
