//! Files of games: opened, listed, saved.

use std::{
    fs,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::{prelude::*, window::FileDragAndDrop};

use super::tree::Replay;
use crate::{
    AppSystems, assets, files,
    game::{Clocks, Match, Mode, Notice, Refusal},
    notation::pgn::{reader::Reader, tree::PgnGame, writer},
};

/// Open a file of games and watch its first.
#[derive(Event, Clone, Debug)]
pub struct OpenPgn(pub PathBuf);

/// Watch this game of the opened file.
#[derive(Event, Clone, Copy, Debug)]
pub struct OpenGame(pub usize);

/// Write the game on the table to a file.
#[derive(Event, Clone, Debug)]
pub struct SaveGame(pub PathBuf);

/// The games of the opened file.
#[derive(Resource, Clone, Debug)]
pub struct Library {
    /// What is opened, for people.
    pub name: String,
    /// Its games, in the order of the file.
    pub games: Vec<Arc<PgnGame>>,
    /// Which one is watched.
    pub current: Option<usize>,
}

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
        Library { name: String::new(), games: read_games(assets::GREAT_GAMES), current: None }
    }

    /// One row for each game.
    pub fn summary(game: &PgnGame) -> Summary {
        let tag = |name| game.tag(name).unwrap_or("").trim();
        let known = |name| match tag(name) {
            "" => "?".to_owned(),
            value => value.to_owned(),
        };
        Summary {
            white: known("White"),
            black: known("Black"),
            result: game.result.clone(),
            date: tag("Date").trim_end_matches(['.', '?']).to_owned(),
            event: tag("Event").trim_matches('?').to_owned(),
            fault: game.error.as_ref().map(ToString::to_string),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Library::great_games())
        .add_observer(open_pgn)
        .add_observer(open_game)
        .add_observer(save_game)
        .add_systems(
            Update,
            catch_dropped_files.in_set(AppSystems::Input).run_if(resource_exists::<Messages<FileDragAndDrop>>),
        );
}

fn read_games(bytes: impl Read) -> Vec<Arc<PgnGame>> {
    Reader::new(BufReader::new(bytes)).filter_map(Result::ok).map(Arc::new).collect()
}

/// Reads a whole file. An error names the file and what is wrong with it.
fn read_file(path: &Path) -> Result<Vec<Arc<PgnGame>>, String> {
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).to_string());
    }
    let mut games = Vec::new();
    for game in Reader::new(BufReader::new(file)) {
        games.push(Arc::new(game.map_err(|error| error.to_string())?));
    }
    Ok(games)
}

fn open_pgn(request: On<OpenPgn>, mut library: ResMut<Library>, mut notice: ResMut<Notice>, mut commands: Commands) {
    let path = &request.0;
    let file = path.display().to_string();
    match read_file(path) {
        Err(why) => notice.say(Refusal::NotOpened { file, why }),
        Ok(games) if games.is_empty() => notice.say(Refusal::NoGames { file }),
        Ok(games) => {
            let first = games.iter().position(|game| game.playable).unwrap_or(0);
            let name = path.file_name().map_or(file, |name| name.to_string_lossy().into_owned());
            *library = Library { name, games, current: None };
            commands.trigger(OpenGame(first));
        }
    }
}

fn open_game(request: On<OpenGame>, mut library: ResMut<Library>, mut notice: ResMut<Notice>, mut commands: Commands) {
    let Some(game) = library.games.get(request.0).cloned() else { return };
    if !game.playable {
        let why = game.error.as_ref().map(ToString::to_string).unwrap_or_default();
        notice.say(Refusal::NotOpened { file: library.name.clone(), why });
        return;
    }
    library.current = Some(request.0);
    let replay = Replay::new(game);
    commands.trigger(replay.show(0));
    if let Some(error) = &replay.tree.error {
        commands.trigger(super::tree::Faulty(error.to_string()));
    }
    commands.insert_resource(replay);
}

fn save_game(
    request: On<SaveGame>,
    current: Res<Match>,
    clocks: Res<Clocks>,
    replay: Option<Res<Replay>>,
    mut notice: ResMut<Notice>,
) {
    let text = match (current.mode(), replay) {
        (Mode::Replay, Some(replay)) => writer::write(&replay.tree),
        _ => writer::write(&record(&current, &clocks)),
    };
    let file = request.0.display().to_string();
    match files::replace(&request.0, text.as_bytes()) {
        Ok(()) => notice.say(Refusal::Saved { file }),
        Err(error) => notice.say(Refusal::NotSaved { file, why: error.to_string() }),
    }
}

/// The game on the table as PGN, with the names at the table and what the clocks know.
fn record(current: &Match, clocks: &Clocks) -> PgnGame {
    let mut game = PgnGame::from_game(current.game());
    for (tag, name) in [("White", &current.seats().white), ("Black", &current.seats().black)] {
        if !name.is_empty() {
            game.set_tag(tag, name.clone());
        }
    }
    if let Some(clock) = clocks.clock() {
        game.set_clock(clock);
    }
    game
}

fn catch_dropped_files(mut dropped: MessageReader<FileDragAndDrop>, mut commands: Commands) {
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            commands.trigger(OpenPgn(path_buf.clone()));
        }
    }
}
