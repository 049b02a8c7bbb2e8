//! Files of games: opened, listed, watched.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufReader, Cursor},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use bevy::{
    prelude::*,
    window::{FileDragAndDrop, RequestRedraw},
};

use super::{
    drawings::drawings,
    listing::{self, Listing},
    tree::Replay,
};
use crate::{
    AppSystems, assets,
    game::{LoadDrawings, Notice, Refusal},
    notation::pgn::{
        index::{self, Entry},
        tree::PgnGame,
    },
};

/// Open a file of games and watch its first.
#[derive(Event, Clone, Debug)]
pub struct OpenPgn(pub PathBuf);

/// Watch this game of the opened file.
#[derive(Event, Clone, Copy, Debug)]
pub struct OpenGame(pub usize);

/// Read no more games into the list than there are.
#[derive(Event, Clone, Copy, Debug)]
pub struct StopListing;

/// The games of the opened file. They are read from it when they are watched: only what the list shows is held.
#[derive(Resource, Debug)]
pub struct Library {
    /// What is opened, for people.
    pub name: String,
    /// What the list shows of each game, in the order of the file.
    pub rows: Vec<Entry>,
    /// How many of them cannot be watched, or not to their end.
    pub faulty: usize,
    /// How much of the file is listed, 0 to 1, as long as it is being listed.
    pub progress: Option<f32>,
    /// How much of it was listed when somebody stopped that.
    pub stopped: Option<f32>,
    /// Which one is watched, or gone on with.
    pub current: Option<usize>,
    /// Games that were changed by hand and not saved since, by their number.
    pub(super) changed: BTreeMap<usize, Arc<PgnGame>>,
    pub(super) home: Home,
}

/// Where the games are.
#[derive(Debug)]
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
        let rows = index::entries(assets::GREAT_GAMES).map_while(Result::ok).collect();
        let (name, home) = (String::new(), Home::Program);
        Library { name, rows, faulty: 0, progress: None, stopped: None, current: None, changed: BTreeMap::new(), home }
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
        match &self.home {
            Home::Program => index::read(Cursor::new(assets::GREAT_GAMES), entry),
            Home::File { path, .. } => index::read(BufReader::new(fs::File::open(path)?), entry),
        }
    }

    /// Whether the game that is watched, or gone on with, can be saved back to its place.
    pub fn takes_back(&self) -> bool {
        self.current.is_some() && self.progress.is_none() && matches!(self.home, Home::File { .. })
    }

    /// Keeps the watched game as it was changed, until it is saved.
    pub(super) fn keep(&mut self, tree: Arc<PgnGame>) {
        if let Some(current) = self.current {
            self.changed.insert(current, tree);
        }
    }

    /// Whether a game was changed by hand and not saved since.
    pub fn is_changed_game(&self, number: usize) -> bool {
        self.changed.contains_key(&number)
    }

    /// How soon the list is to be looked at again, while it grows.
    pub fn pace(&self) -> Option<Duration> {
        self.progress.map(|_| PACE)
    }

    fn add(&mut self, entries: Vec<Entry>) {
        self.faulty += entries.iter().filter(|entry| entry.fault.is_some()).count();
        self.rows.extend(entries);
    }

    fn read_to(&self) -> f32 {
        let Home::File { stamp, .. } = &self.home else { return 1.0 };
        let end = self.rows.last().map_or(0, |entry| entry.end);
        end as f32 / stamp.size.max(1) as f32
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Library::great_games())
        .add_observer(open_pgn)
        .add_observer(open_game)
        .add_observer(stop_listing)
        .add_systems(Update, grow.in_set(AppSystems::Input).run_if(resource_exists::<Listing>))
        .add_systems(
            Update,
            catch_dropped_files.in_set(AppSystems::Input).run_if(resource_exists::<Messages<FileDragAndDrop>>),
        );
}

/// Lists a file: its first games, and where the others will come from.
pub(super) fn list(path: &Path) -> io::Result<(Library, Option<Listing>)> {
    let stamp = Stamp::of(path)?;
    let (rows, rest) = listing::begin(path)?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let home = Home::File { path: path.to_owned(), stamp };
    let (progress, stopped, current) = (None, None, None);
    let changed = BTreeMap::new();
    let mut library = Library { name, rows: Vec::new(), faulty: 0, progress, stopped, current, changed, home };
    library.add(rows);
    library.progress = rest.is_some().then(|| library.read_to());
    Ok((library, rest))
}

fn open_pgn(request: On<OpenPgn>, mut library: ResMut<Library>, mut notice: ResMut<Notice>, mut commands: Commands) {
    let path = &request.0;
    let file = path.display().to_string();
    match list(path) {
        Err(error) => notice.say(Refusal::NotOpened { file, why: error.to_string() }),
        Ok((new, _)) if new.rows.is_empty() => notice.say(Refusal::NoGames { file }),
        Ok((new, rest)) => {
            let first = new.rows.iter().position(|game| game.playable).unwrap_or(0);
            *library = new;
            go_on(rest, &mut commands);
            commands.trigger(OpenGame(first));
        }
    }
}

/// Another file's list is not read any further.
pub(super) fn go_on(rest: Option<Listing>, commands: &mut Commands) {
    match rest {
        Some(rest) => commands.insert_resource(rest),
        None => commands.remove_resource::<Listing>(),
    }
}

fn grow(
    listing: Res<Listing>,
    mut library: ResMut<Library>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let news = listing.news();
    if news.entries.is_empty() && !news.done {
        return;
    }
    library.add(news.entries);
    library.progress = (!news.done).then(|| library.read_to());
    if news.done {
        commands.remove_resource::<Listing>();
    }
    if let Some(why) = news.error {
        notice.say(Refusal::NotOpened { file: library.name.clone(), why });
    }
    redraw.write(RequestRedraw);
}

fn stop_listing(_: On<StopListing>, mut library: ResMut<Library>, mut commands: Commands) {
    if let Some(read) = library.progress.take() {
        library.stopped = Some(read);
        commands.remove_resource::<Listing>();
    }
}

fn open_game(request: On<OpenGame>, mut library: ResMut<Library>, mut notice: ResMut<Notice>, mut commands: Commands) {
    if request.0 >= library.rows.len() {
        return;
    }
    let refuse = |why: String| Refusal::NotOpened { file: library.name.clone(), why };
    let kept = library.changed.get(&request.0).cloned();
    let game = match kept.map_or_else(|| library.game(request.0).map(Arc::new), Ok) {
        Ok(game) if game.playable => game,
        Ok(game) => return notice.say(refuse(game.error.as_ref().map(ToString::to_string).unwrap_or_default())),
        Err(error) => return notice.say(refuse(error.to_string())),
    };
    library.current = Some(request.0);
    let replay = Replay::new(game);
    commands.trigger(LoadDrawings(drawings(&replay.tree)));
    commands.trigger(replay.show(0));
    if let Some(error) = &replay.tree.error {
        commands.trigger(super::tree::Faulty(error.to_string()));
    }
    commands.insert_resource(replay);
}

fn catch_dropped_files(mut dropped: MessageReader<FileDragAndDrop>, mut commands: Commands) {
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            commands.trigger(OpenPgn(path_buf.clone()));
        }
    }
}
