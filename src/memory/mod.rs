//! What is kept on the disk beside the settings, and what a person is told of it.
//!
//! A game that is played is written after every change to a PGN file of its own, by a thread of its own. When the program
//! starts, the game that lay on the table last lies there again, paused if it has clocks. What was changed by hand in a watched
//! game is kept in the same way until it is saved.

mod edits;
mod folders;
mod keeper;
mod lists;
mod recent;
mod record;
mod resume;
mod shelf;
mod stars;
mod starts;
mod table;

use bevy::prelude::*;

use crate::{
    files::Trouble,
    game::{News, Tidings},
    settings::SettingsTrouble,
};

pub use crate::files::wait_until_written;
pub use folders::Folders;
pub use keeper::Keeper;
pub use recent::Recent;
pub use resume::Resume;
pub use shelf::{DeleteSaved, GoOnSaved, ListSaved, NAMES, RenameSaved, SavedGame, Shelf, UndoDelete, WatchSaved};
pub use starts::Attempt;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((keeper::plugin, resume::plugin, shelf::plugin, starts::plugin, recent::plugin, stars::plugin))
        .add_plugins(edits::plugin)
        .add_observer(tell_of_settings)
        .add_systems(PreStartup, hire.run_if(resource_exists::<Folders>));
}

fn tell_of_settings(trouble: On<SettingsTrouble>, mut news: ResMut<News>) {
    news.tell(Tidings::Trouble(trouble.0.clone()));
}

/// Whoever puts in [`Folders`] has games kept there.
fn hire(folders: Res<Folders>, mut news: ResMut<News>, mut commands: Commands) {
    match keeper::hire(&folders) {
        Ok(keeper) => commands.insert_resource(keeper),
        Err(error) => {
            let file = folders.games.clone().unwrap_or_default();
            news.tell(Tidings::Trouble(Trouble::not_kept(file, &error)));
        }
    }
}
