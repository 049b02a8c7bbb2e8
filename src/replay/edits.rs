//! Watched games that were changed by hand and not saved since, of whatever files: each is found again when its file is opened,
//! until it is saved or the changes are discarded.

use std::{
    path::{self, Path, PathBuf},
    sync::Arc,
};

use bevy::prelude::*;

use super::{
    library::{Home, Library},
    opening::{OpenFiles, OpenGameAt},
    tree::Replay,
};
use crate::{
    AppSystems,
    game::{Match, Mode},
    notation::pgn::tree::PgnGame,
};

/// A game as it was changed.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Its file; `None` for the games of the program.
    pub file: Option<PathBuf>,
    /// The game in its file, see [`Entry`](crate::notation::pgn::index::Entry).
    pub key: u64,
    /// Its number in its file: of several games with one key it is that one.
    pub number: usize,
    /// As it is now.
    pub game: Arc<PgnGame>,
}

impl Edit {
    fn is_of(&self, other: &Edit) -> bool {
        (self.key, self.number) == (other.key, other.number) && self.file == other.file
    }
}

/// All changes that are not saved, the last at the end.
#[derive(Resource, Clone, Debug, Default)]
pub struct Edits {
    all: Vec<Edit>,
    /// The game that is to be watched when it is listed.
    wanted: Option<Edit>,
}

/// Open this file and watch the game in it that was changed last.
#[derive(Event, Clone, Debug)]
pub struct OpenEdited(pub PathBuf);

/// Watch the game as its file has it: what was changed by hand is forgotten.
#[derive(Event, Clone, Copy, Debug)]
pub struct DiscardEdits;

impl Edits {
    /// All of them.
    pub fn all(&self) -> &[Edit] {
        &self.all
    }

    /// Takes one in, in place of what was known of the same game.
    pub fn keep(&mut self, edit: Edit) {
        self.all.retain(|old| !old.is_of(&edit));
        self.all.push(edit);
    }

    fn forget(&mut self, edit: &Edit) {
        self.all.retain(|old| !old.is_of(edit));
    }

    /// Gives a list what belongs to its games, as far as they are listed. Answers whether that was anything new.
    pub(super) fn recall(&self, library: &mut Library) -> bool {
        let found: Vec<(usize, &Edit)> =
            self.all.iter().filter_map(|edit| Some((place_of(edit, library)?, edit))).collect();
        let new = found
            .into_iter()
            .filter(|(number, edit)| library.changed.get(number).is_none_or(|there| !Arc::ptr_eq(there, &edit.game)));
        let new: Vec<(usize, Arc<PgnGame>)> = new.map(|(number, edit)| (number, Arc::clone(&edit.game))).collect();
        let any = !new.is_empty();
        library.changed.extend(new);
        any
    }
}

/// Keeps the watched game as it was changed, until it is saved.
pub(super) fn keep(library: &mut Library, edits: &mut Edits, game: Arc<PgnGame>) {
    let Some(current) = library.current else { return };
    library.changed.insert(current, Arc::clone(&game));
    if let Some(edit) = edit_of(library, current, game) {
        edits.keep(edit);
    }
}

/// The changes to a game of the list are saved, or not wanted any more.
pub(super) fn forget(library: &mut Library, edits: &mut Edits, number: usize) {
    let Some(game) = library.changed.remove(&number) else { return };
    if let Some(edit) = edit_of(library, number, game) {
        edits.forget(&edit);
    }
}

fn edit_of(library: &Library, number: usize, game: Arc<PgnGame>) -> Option<Edit> {
    let (file, first) = library.file_and_first(number)?;
    Some(Edit { file: file.map(whole), key: library.rows.get(number)?.key, number: number - first, game })
}

fn whole(path: &Path) -> PathBuf {
    path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The number in a list of the game that was changed, if it is listed.
fn place_of(edit: &Edit, library: &Library) -> Option<usize> {
    let is_home = |home: &Home| match home {
        Home::Program => edit.file.is_none(),
        Home::File { path, .. } => edit.file.as_ref().is_some_and(|file| *file == whole(path)),
    };
    let games = library.games_of(library.homes.iter().position(is_home)?)?;
    let first = games.start;
    let has_key = |number: &usize| library.rows.get(*number).is_some_and(|game| game.key == edit.key);
    // Where others came before it since, it has another number.
    let same = Some(first + edit.number).filter(|number| games.contains(number) && has_key(number));
    same.or_else(|| games.clone().find(has_key).filter(|_| library.progress.is_none()))
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Edits>().add_observer(open).add_observer(discard).add_systems(
        Update,
        recall.in_set(AppSystems::Think).run_if(resource_changed::<Library>.or_else(resource_changed::<Edits>)),
    );
}

fn open(request: On<OpenEdited>, library: Res<Library>, mut edits: ResMut<Edits>, mut commands: Commands) {
    let Some(last) = edits.all.iter().rfind(|edit| edit.file.as_ref() == Some(&request.0)).cloned() else { return };
    match place_of(&last, &library) {
        Some(number) => commands.trigger(OpenGameAt { number, ply: 0 }),
        None => {
            edits.wanted = Some(last);
            commands.trigger(OpenFiles(vec![request.0.clone()]));
        }
    }
}

fn discard(
    _: On<DiscardEdits>,
    current: Res<Match>,
    (mut library, mut edits): (ResMut<Library>, ResMut<Edits>),
    mut commands: Commands,
) {
    let Some(number) = library.current.filter(|number| library.changed.contains_key(number)) else { return };
    forget(&mut library, &mut edits, number);
    if current.mode() == Mode::Replay {
        commands.trigger(OpenGameAt { number, ply: current.ply() });
    }
}

/// While a list grows, what was changed in its games is found again.
fn recall(
    (current, replay): (Res<Match>, Option<Res<Replay>>),
    (mut library, mut edits): (ResMut<Library>, ResMut<Edits>),
    mut commands: Commands,
) {
    if edits.all.is_empty() {
        return;
    }
    if edits.recall(library.bypass_change_detection()) {
        library.set_changed();
    }
    if let Some(number) = edits.wanted.as_ref().and_then(|wanted| place_of(wanted, &library)) {
        edits.wanted = None;
        commands.trigger(OpenGameAt { number, ply: 0 });
        return;
    }
    let Some(replay) = replay.filter(|_| current.mode() == Mode::Replay) else { return };
    let Some(number) = library.current else { return };
    if library.changed.get(&number).is_some_and(|changed| !Arc::ptr_eq(changed, &replay.tree)) {
        commands.trigger(OpenGameAt { number, ply: current.ply() });
    }
}
