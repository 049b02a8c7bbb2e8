//! At the start: what lay on the table when the program ended, however it ended, lies there again.

use std::{fs, path::Path};

use bevy::prelude::*;

use super::{
    Folders,
    keeper::Keeper,
    record::{self, Home},
    table::TableFile,
};
use crate::{
    camera::LookAlong,
    files::{self, Fault, Trouble},
    game::{ContinueGame, Drawings, LoadDrawings, News, Tidings},
    replay::{self, Continued},
};

/// Put the game that was left on the table again, if there is one.
#[derive(Event, Clone, Copy, Debug)]
pub struct Resume;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(resume.run_if(resource_exists::<Keeper>));
}

fn resume(
    _: On<Resume>,
    folders: Res<Folders>,
    mut keeper: ResMut<Keeper>,
    mut news: ResMut<News>,
    mut commands: Commands,
) {
    let Some(path) = &keeper.table else { return };
    let table = TableFile::read(path).unwrap_or_else(|fault| {
        news.tell(Tidings::Trouble(files::set_aside(path, fault)));
        // Which game it was is not known any more; most likely that in which something was done last.
        TableFile { game: folders.games.as_deref().and_then(newest), ..TableFile::default() }
    });
    if let Some(look) = table.look {
        commands.trigger(LookAlong(look));
    }
    let (Some(games), Some(name)) = (&folders.games, table.game) else { return };
    let (left, home) = left_in(&games.join(name), &mut news);
    let Some(left) = left else { return };
    news.tell(Tidings::Resumed { moves: left.game.game.len() });
    keeper.home = home;
    left.lay(&mut commands);
}

/// The name of the game's file that was written last.
fn newest(games: &Path) -> Option<String> {
    let files = fs::read_dir(games).ok()?.map_while(Result::ok);
    let named =
        files.filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.file_name().into_string().ok()?)));
    named.filter(|(_, name)| name.ends_with(".pgn")).max().map(|(_, name)| name)
}

/// A game that was left, with all that goes with it.
pub(super) struct Left {
    continued: Continued,
    game: ContinueGame,
    drawings: Drawings,
}

impl Left {
    /// Puts it on the table.
    pub(super) fn lay(self, commands: &mut Commands) {
        commands.insert_resource(self.continued);
        commands.trigger(self.game);
        commands.trigger(LoadDrawings(self.drawings));
    }
}

/// The unfinished game in a file, and the file if it can go on being kept there.
pub(super) fn left_in(path: &Path, news: &mut News) -> (Option<Left>, Option<Home>) {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let fault = Fault::Unreadable(error.to_string());
            news.tell(Tidings::Trouble(Trouble::LeftThere { file: path.to_owned(), fault }));
            return (None, None);
        }
    };
    let kept = record::read(&bytes);
    let sound = kept.fault.is_none();
    if let Some(fault) = kept.fault {
        news.tell(Tidings::Trouble(files::set_aside(path, fault)));
    }
    let left = kept.game.and_then(|game| {
        let (continued, request) = replay::left_game(&game)?;
        Some(Left { continued, game: request, drawings: replay::drawings(&game) })
    });
    let home = || Some(Home { path: path.to_owned(), text: String::from_utf8(bytes).ok()? });
    (left, if sound { home() } else { None })
}
