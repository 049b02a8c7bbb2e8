//! The saved games: every game that was played here is a file of its own; they are listed, gone on with, renamed, and put
//! away so that they can be brought back.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread,
    time::Duration,
};

use bevy::{prelude::*, window::RequestRedraw};

use super::{Folders, keeper::Keeper, record, resume::left_in};
use crate::{
    AppSystems,
    chess::Position,
    files::{self, Trouble},
    game::{News, Tidings},
    notation::pgn::{reader::Checker, writer},
    replay::OpenPgn,
};

/// Look which games are there.
#[derive(Event, Clone, Copy, Debug)]
pub struct ListSaved;

/// Watch this game.
#[derive(Event, Clone, Debug)]
pub struct WatchSaved(pub String);

/// Go on with this game, which was left.
#[derive(Event, Clone, Debug)]
pub struct GoOnSaved(pub String);

/// Give this game other names.
#[derive(Event, Clone, Debug)]
pub struct RenameSaved {
    /// Its file.
    pub file: String,
    /// The tags `White`, `Black` and `Event`.
    pub names: [String; 3],
}

/// Put this game away.
#[derive(Event, Clone, Debug)]
pub struct DeleteSaved(pub String);

/// Bring back what was put away last.
#[derive(Event, Clone, Copy, Debug)]
pub struct UndoDelete;

/// The tags by which a game is named.
pub const NAMES: [&str; 3] = ["White", "Black", "Event"];

/// The folder within the games' into which they are put away. Nothing is ever removed from there.
const AWAY: &str = "deleted";
/// Games that come from the thread together.
const BATCH: usize = 100;
/// How often the list grows on the screen while it is read.
const PACE: Duration = Duration::from_millis(100);

/// A game in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// The name of its file.
    pub file: String,
    /// The tags `White`, `Black` and `Event`; empty where they say nothing.
    pub names: [String; 3],
    /// As in the file, year first.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// Half-moves.
    pub plies: usize,
    /// The position after the last of them.
    pub last: Position,
    /// Why it cannot be read, or not to its end.
    pub fault: Option<String>,
}

/// The games that are there, the newest first.
#[derive(Resource, Default)]
pub struct Shelf {
    /// What is known of them.
    pub games: Vec<SavedGame>,
    /// What was put away since the program began, the last at the end: the file's name, and where it is now.
    away: Vec<(SavedGame, PathBuf)>,
    coming: Option<Mutex<Receiver<Vec<SavedGame>>>>,
}

impl Shelf {
    /// How soon the list is to be looked at again, while it grows.
    pub fn pace(&self) -> Option<Duration> {
        self.coming.as_ref().map(|_| PACE)
    }

    /// The game that was put away last.
    pub fn put_away_last(&self) -> Option<&SavedGame> {
        self.away.last().map(|(game, _)| game)
    }

    fn place(&self, file: &str) -> Option<usize> {
        self.games.iter().position(|game| game.file == file)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shelf>()
        .add_observer(list)
        .add_observer(watch)
        .add_observer(go_on.run_if(resource_exists::<Keeper>))
        .add_observer(rename)
        .add_observer(delete)
        .add_observer(undo)
        .add_systems(Update, grow.in_set(AppSystems::Input).run_if(|shelf: Res<Shelf>| shelf.coming.is_some()));
}

fn list(_: On<ListSaved>, folders: Option<Res<Folders>>, mut shelf: ResMut<Shelf>) {
    let Some(games) = folders.and_then(|folders| folders.games.clone()) else { return };
    shelf.games.clear();
    let (sender, receiver) = channel();
    // Without a thread there is no list, and the next try may have one.
    let hired = thread::Builder::new().name("saved games".to_owned()).spawn(move || read_all(&games, &sender));
    shelf.coming = hired.is_ok().then(|| Mutex::new(receiver));
}

/// Reads what is in the folder, the newest first, until nobody listens any more.
fn read_all(games: &Path, sender: &Sender<Vec<SavedGame>>) {
    let Ok(entries) = fs::read_dir(games) else { return };
    let names = entries.map_while(Result::ok).filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".pgn")).collect();
    names.sort_unstable_by(|a, b| b.cmp(a));
    for batch in names.chunks(BATCH) {
        let games: Vec<SavedGame> = batch.iter().filter_map(|name| read(&games.join(name), name)).collect();
        if !games.is_empty() && sender.send(games).is_err() {
            return;
        }
    }
}

fn read(path: &Path, name: &str) -> Option<SavedGame> {
    let bytes = fs::read(path).ok()?;
    let game = Checker::new(&bytes[..]).next()?.ok()?;
    let tag = |name: &str| game.tag(name).unwrap_or("").trim().trim_matches('?').to_owned();
    Some(SavedGame {
        file: name.to_owned(),
        names: NAMES.map(tag),
        date: tag("Date").trim_end_matches(['.', '?']).to_owned(),
        result: game.result,
        plies: game.plies,
        last: game.last,
        fault: game.error.map(|error| error.to_string()),
    })
}

fn grow(mut shelf: ResMut<Shelf>, mut redraw: MessageWriter<RequestRedraw>) {
    let shelf = &mut *shelf;
    let mut more = Vec::new();
    let over = match shelf.coming.as_ref().and_then(|coming| coming.lock().ok()) {
        None => true,
        Some(coming) => loop {
            match coming.try_recv() {
                Ok(games) => more.extend(games),
                Err(TryRecvError::Empty) => break false,
                Err(TryRecvError::Disconnected) => break true,
            }
        },
    };
    if over {
        shelf.coming = None;
    }
    if over || !more.is_empty() {
        redraw.write(RequestRedraw);
    }
    shelf.games.extend(more);
}

/// The path of a saved game.
fn path_of(folders: Option<&Folders>, file: &str) -> Option<PathBuf> {
    Some(folders?.games.as_ref()?.join(Path::new(file).file_name()?))
}

fn watch(request: On<WatchSaved>, folders: Option<Res<Folders>>, mut commands: Commands) {
    if let Some(path) = path_of(folders.as_deref(), &request.0) {
        commands.trigger(OpenPgn(path));
    }
}

fn go_on(
    request: On<GoOnSaved>,
    folders: Res<Folders>,
    mut keeper: ResMut<Keeper>,
    mut news: ResMut<News>,
    mut commands: Commands,
) {
    let Some(path) = path_of(Some(&folders), &request.0) else { return };
    // It lies on the table already.
    if keeper.keeps(&request.0) {
        return;
    }
    let (left, home) = left_in(&path, &mut news);
    let Some(left) = left else { return };
    keeper.home = home;
    left.lay(&mut commands);
}

fn rename(request: On<RenameSaved>, folders: Option<Res<Folders>>, mut shelf: ResMut<Shelf>, mut news: ResMut<News>) {
    let RenameSaved { file, names } = request.event();
    let (Some(path), Some(place)) = (path_of(folders.as_deref(), file), shelf.place(file)) else { return };
    match write_names(&path, names) {
        Ok(()) => shelf.games[place].names = names.each_ref().map(|name| name.trim().to_owned()),
        Err(error) => news.tell(Tidings::Trouble(Trouble::not_kept(path, &error))),
    }
}

fn write_names(path: &Path, names: &[String; 3]) -> io::Result<()> {
    let kept = record::read(&fs::read(path)?);
    let Some(game) = kept.game.filter(|_| kept.fault.is_none()) else {
        return Err(io::ErrorKind::InvalidData.into());
    };
    let mut game = (*game).clone();
    for (tag, name) in NAMES.into_iter().zip(names) {
        let name = name.trim();
        game.set_tag(tag, if name.is_empty() { "?" } else { name });
    }
    files::replace(path, writer::write(&game).as_bytes())
}

fn delete(
    request: On<DeleteSaved>,
    folders: Option<Res<Folders>>,
    keeper: Option<Res<Keeper>>,
    mut shelf: ResMut<Shelf>,
    mut news: ResMut<News>,
) {
    let (Some(path), Some(place)) = (path_of(folders.as_deref(), &request.0), shelf.place(&request.0)) else { return };
    // What is played at this moment would be written again with the next move.
    if keeper.is_some_and(|keeper| keeper.keeps(&request.0)) {
        return;
    }
    match put_away(&path) {
        Ok(away) => {
            let game = shelf.games.remove(place);
            shelf.away.push((game, away));
        }
        Err(error) => news.tell(Tidings::Trouble(Trouble::not_kept(path, &error))),
    }
}

/// Moves a file to where nobody lists it, under a name that nothing else has there.
fn put_away(path: &Path) -> io::Result<PathBuf> {
    let folder = path.with_file_name(AWAY);
    fs::create_dir_all(&folder)?;
    let name = path.file_name().unwrap_or_default();
    let numbered = (2..1_000).map(|number| Path::new(&format!("{number}-")).as_os_str().to_owned());
    let names = std::iter::once(std::ffi::OsString::new()).chain(numbered).map(|mut first| {
        first.push(name);
        folder.join(first)
    });
    let away = names.into_iter().find(|away| !away.exists()).ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &away)?;
    Ok(away)
}

fn undo(_: On<UndoDelete>, folders: Option<Res<Folders>>, mut shelf: ResMut<Shelf>, mut news: ResMut<News>) {
    let Some((game, away)) = shelf.away.pop() else { return };
    let Some(path) = path_of(folders.as_deref(), &game.file) else { return };
    // Nothing is written over, should the name be taken meanwhile.
    let taken = if path.exists() { Err(io::ErrorKind::AlreadyExists.into()) } else { Ok(()) };
    match taken.and_then(|()| fs::rename(&away, &path)) {
        Ok(()) => {
            let place = shelf.games.partition_point(|other| other.file > game.file);
            shelf.games.insert(place, game);
        }
        Err(error) => {
            news.tell(Tidings::Trouble(Trouble::not_kept(path, &error)));
            shelf.away.push((game, away));
        }
    }
}
