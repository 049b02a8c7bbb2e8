//! The files of games that were opened last.

use std::path::{self, PathBuf};

use bevy::prelude::*;

use super::{Folders, lists::ListKeeper};
use crate::{
    game::{News, Tidings},
    replay::Opened,
};

/// So many are remembered.
const MOST: usize = 10;
/// The file in which they are.
const FILE: &str = "recent.toml";

/// The files of games that were opened last, the last first.
#[derive(Resource, Default)]
pub struct Recent {
    /// Where they are.
    pub files: Vec<PathBuf>,
    keeper: Option<ListKeeper>,
}

impl Recent {
    /// Whether the list is still to be written.
    pub fn is_busy(&self) -> bool {
        self.keeper.as_ref().is_some_and(ListKeeper::is_busy)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recent>()
        .add_observer(remember)
        .add_systems(PreStartup, read.run_if(resource_exists::<Folders>))
        .add_systems(First, hear);
}

fn read(folders: Res<Folders>, mut recent: ResMut<Recent>, mut news: ResMut<News>) {
    let Some(folder) = &folders.state else { return };
    let (files, keeper, trouble) = ListKeeper::hire(folder, FILE);
    *recent = Recent { files, keeper };
    if let Some(trouble) = trouble {
        news.tell(Tidings::Trouble(trouble));
    }
}

/// What was opened comes first; what is gone goes.
fn remember(opened: On<Opened>, mut recent: ResMut<Recent>) {
    // Another copy of the program remembers in the same file.
    if let Some(keeper) = recent.keeper.as_ref().filter(|keeper| !keeper.is_busy()) {
        recent.files = keeper.there();
    }
    let whole = |path: &PathBuf| path::absolute(path).unwrap_or_else(|_| path.clone());
    let gone: Vec<PathBuf> = opened.gone.iter().map(whole).collect();
    let mut files: Vec<PathBuf> = opened.files.iter().map(whole).collect();
    for path in &recent.files {
        if !files.contains(path) && !gone.contains(path) {
            files.push(path.clone());
        }
    }
    files.truncate(MOST);
    if let Some(keeper) = &recent.keeper {
        // What is no text cannot be written as such; it is remembered until the program ends.
        keeper.keep(files.iter().filter(|path| path.to_str().is_some()).cloned().collect());
    }
    recent.files = files;
}

fn hear(recent: Res<Recent>, mut news: ResMut<News>) {
    for trouble in recent.keeper.iter().flat_map(ListKeeper::troubles) {
        news.tell(Tidings::Trouble(trouble));
    }
}
