//! Favorite games. They are known by their keys: by who played, when and where, and to which end; not by their place.

use std::{collections::HashSet, sync::Arc};

use bevy::prelude::*;

use super::library::Library;

/// Make this game of the list a favorite, or no more.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToggleStar(pub usize);

/// A game has got another key: its star goes with it.
#[derive(Event, Clone, Copy, Debug)]
pub(super) struct MoveStar {
    pub(super) from: u64,
    pub(super) to: u64,
}

/// The keys of the favorite games.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stars(pub Arc<HashSet<u64>>);

impl Stars {
    /// Whether the game of this key is one.
    pub fn has(&self, key: u64) -> bool {
        self.0.contains(&key)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Stars>().add_observer(toggle).add_observer(go_along);
}

fn toggle(request: On<ToggleStar>, library: Res<Library>, mut stars: ResMut<Stars>) {
    let Some(game) = library.rows.get(request.0) else { return };
    let keys = Arc::make_mut(&mut stars.0);
    if !keys.remove(&game.key) {
        keys.insert(game.key);
    }
}

fn go_along(request: On<MoveStar>, mut stars: ResMut<Stars>) {
    let MoveStar { from, to } = *request.event();
    if from != to && stars.has(from) {
        let keys = Arc::make_mut(&mut stars.0);
        keys.remove(&from);
        keys.insert(to);
    }
}
