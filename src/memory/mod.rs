//! What is kept on the disk beside the settings, and what a person is told of it.

use bevy::prelude::*;

use crate::{
    game::{News, Tidings},
    settings::SettingsTrouble,
};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(tell_of_settings);
}

fn tell_of_settings(trouble: On<SettingsTrouble>, mut news: ResMut<News>) {
    news.tell(Tidings::Trouble(trouble.0.clone()));
}
