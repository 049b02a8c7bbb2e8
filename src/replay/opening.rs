//! Files of games opened, listed, and their games put on the table.

use std::{io, path::PathBuf, sync::Arc};

use bevy::{
    prelude::*,
    window::{FileDragAndDrop, RequestRedraw},
};

use super::{
    drawings::drawings,
    edits::Edits,
    library::{Home, Library, Listed, list},
    listing::{Batch, Listing},
    tree::Replay,
};
use crate::{
    AppSystems,
    game::{LoadDrawings, Notice, Refusal},
};

/// Open a file of games and watch its first.
#[derive(Event, Clone, Debug)]
pub struct OpenPgn(pub PathBuf);

/// Open files of games, one behind the other, and watch the first game.
#[derive(Event, Clone, Debug)]
pub struct OpenFiles(pub Vec<PathBuf>);

/// These files were opened (those that could not be are not among them), and these are gone.
#[derive(Event, Clone, Debug)]
pub struct Opened {
    /// In the order in which they were named.
    pub files: Vec<PathBuf>,
    /// What is not there any more.
    pub gone: Vec<PathBuf>,
}

/// Watch this game of the opened files from its start.
#[derive(Event, Clone, Copy, Debug)]
pub struct OpenGame(pub usize);

/// Watch this game of the opened files from this ply on.
#[derive(Event, Clone, Copy, Debug)]
pub struct OpenGameAt {
    /// Its place in the list.
    pub number: usize,
    /// Where it is begun with.
    pub ply: usize,
}

/// Read no more games into the list than there are.
#[derive(Event, Clone, Copy, Debug)]
pub struct StopListing;

/// Files could not be read.
#[derive(Event, Clone, Debug)]
struct Unread(Refusal);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Library::great_games())
        .add_observer(open_pgn)
        .add_observer(open_files)
        .add_observer(open_game)
        .add_observer(open_game_at)
        .add_observer(tell)
        .add_observer(stop_listing)
        .add_systems(Update, grow.in_set(AppSystems::Input).run_if(resource_exists::<Listing>))
        .add_systems(
            Update,
            catch_dropped_files.in_set(AppSystems::Input).run_if(resource_exists::<Messages<FileDragAndDrop>>),
        );
}

fn open_pgn(request: On<OpenPgn>, mut commands: Commands) {
    commands.trigger(OpenFiles(vec![request.0.clone()]));
}

fn open_files(
    request: On<OpenFiles>,
    (mut library, edits): (ResMut<Library>, Res<Edits>),
    mut notice: ResMut<Notice>,
    mut commands: Commands,
) {
    let mut paths: Vec<PathBuf> = Vec::new();
    for path in &request.0 {
        if !paths.contains(path) {
            paths.push(path.clone());
        }
    }
    let Listed { library: new, rest, failed } = list(&paths);
    let gone = |(path, error): &(PathBuf, io::Error)| (error.kind() == io::ErrorKind::NotFound).then(|| path.clone());
    let gone: Vec<PathBuf> = failed.iter().filter_map(gone).collect();
    if new.rows.is_empty() && failed.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        notice.say(Refusal::NoGames { file: names.join(", ") });
    }
    let mut files = Vec::new();
    if !new.rows.is_empty() {
        paths.retain(|path| failed.iter().all(|(bad, _)| bad != path));
        files = paths;
        let first = new.rows.iter().position(|game| game.playable).unwrap_or(0);
        *library = new;
        edits.recall(&mut library);
        go_on(rest, &mut commands);
        commands.trigger(OpenGame(first));
    }
    // The game that is put on the table takes away what was said before.
    if !failed.is_empty() {
        commands.trigger(Unread(not_opened(&failed)));
    }
    commands.trigger(Opened { files, gone });
}

fn tell(unread: On<Unread>, mut notice: ResMut<Notice>) {
    notice.say(unread.0.clone());
}

/// Which files could not be opened, by their names, and why.
fn not_opened(failed: &[(PathBuf, io::Error)]) -> Refusal {
    let names: Vec<String> = failed.iter().map(|(path, _)| path.display().to_string()).collect();
    let mut reasons: Vec<String> = failed.iter().map(|(_, error)| error.to_string()).collect();
    reasons.dedup();
    Refusal::NotOpened { file: names.join(", "), why: reasons.join("; ") }
}

/// Another list is not read any further.
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
    if news.batches.is_empty() && !news.done {
        return;
    }
    for Batch { file, entries, error } in news.batches {
        library.add(file, entries);
        if let Some(why) = error {
            let file = match library.homes.get(file) {
                Some(Home::File { path, .. }) => path.display().to_string(),
                _ => library.name.clone(),
            };
            notice.say(Refusal::NotOpened { file, why });
        }
    }
    library.progress = (!news.done).then(|| library.read_to());
    if news.done {
        commands.remove_resource::<Listing>();
    }
    redraw.write(RequestRedraw);
}

fn stop_listing(_: On<StopListing>, mut library: ResMut<Library>, mut commands: Commands) {
    if let Some(read) = library.progress.take() {
        library.stopped = Some(read);
        commands.remove_resource::<Listing>();
    }
}

fn open_game(request: On<OpenGame>, mut commands: Commands) {
    commands.trigger(OpenGameAt { number: request.0, ply: 0 });
}

fn open_game_at(
    request: On<OpenGameAt>,
    mut library: ResMut<Library>,
    mut notice: ResMut<Notice>,
    mut commands: Commands,
) {
    let OpenGameAt { number, ply } = *request.event();
    if number >= library.rows.len() {
        return;
    }
    let refuse = |why: String| Refusal::NotOpened { file: library.file_of(number), why };
    let kept = library.changed.get(&number).cloned();
    let game = match kept.map_or_else(|| library.game(number).map(Arc::new), Ok) {
        Ok(game) if game.playable => game,
        Ok(game) => return notice.say(refuse(game.error.as_ref().map(ToString::to_string).unwrap_or_default())),
        Err(error) => return notice.say(refuse(error.to_string())),
    };
    library.current = Some(number);
    let replay = Replay::new(game);
    commands.trigger(LoadDrawings(drawings(&replay.tree)));
    commands.trigger(replay.show(ply));
    if let Some(error) = &replay.tree.error {
        commands.trigger(super::tree::Faulty(error.to_string()));
    }
    commands.insert_resource(replay);
}

fn catch_dropped_files(mut dropped: MessageReader<FileDragAndDrop>, mut commands: Commands) {
    let dropped = dropped.read().filter_map(|event| match event {
        FileDragAndDrop::DroppedFile { path_buf, .. } => Some(path_buf.clone()),
        _ => None,
    });
    let files: Vec<PathBuf> = dropped.collect();
    if !files.is_empty() {
        commands.trigger(OpenFiles(files));
    }
}
