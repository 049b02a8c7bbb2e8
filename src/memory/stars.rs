//! The favorite games are kept.

use std::{collections::HashSet, sync::Arc};

use bevy::prelude::*;

use super::{Folders, lists::ListKeeper};
use crate::{
    game::{News, Tidings},
    replay::Stars,
};

/// The file in which their keys are.
const FILE: &str = "favorites.toml";

/// Who keeps them, and what is kept.
#[derive(Resource)]
struct StarKeeper {
    keeper: ListKeeper,
    kept: Stars,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, read.run_if(resource_exists::<Folders>))
        .add_systems(Last, keep.run_if(resource_exists::<StarKeeper>.and_then(resource_exists_and_changed::<Stars>)))
        .add_systems(First, hear.run_if(resource_exists::<StarKeeper>));
}

fn read(folders: Res<Folders>, mut stars: ResMut<Stars>, mut news: ResMut<News>, mut commands: Commands) {
    let Some(folder) = &folders.state else { return };
    let (list, keeper, trouble) = ListKeeper::hire::<String>(folder, FILE);
    stars.0 = Arc::new(keys(&list));
    if let Some(keeper) = keeper {
        commands.insert_resource(StarKeeper { keeper, kept: stars.clone() });
    }
    if let Some(trouble) = trouble {
        news.tell(Tidings::Trouble(trouble));
    }
}

/// They are written as sixteen digits each.
fn keys(list: &[String]) -> HashSet<u64> {
    list.iter().filter_map(|key| u64::from_str_radix(key, 16).ok()).collect()
}

/// What was changed here is changed in the file; what another copy of the program changed there meanwhile stays.
fn keep(mut stars: ResMut<Stars>, mut keeper: ResMut<StarKeeper>) {
    if *stars == keeper.kept {
        return;
    }
    if !keeper.keeper.is_busy() {
        let mut there = keys(&keeper.keeper.there::<String>());
        there.extend(stars.0.difference(&keeper.kept.0));
        there.retain(|key| stars.has(*key) || !keeper.kept.has(*key));
        if there != *stars.0 {
            stars.0 = Arc::new(there);
        }
    }
    let mut list: Vec<String> = stars.0.iter().map(|key| format!("{key:016x}")).collect();
    list.sort_unstable();
    keeper.keeper.keep(list);
    keeper.kept = stars.clone();
}

fn hear(keeper: Res<StarKeeper>, mut news: ResMut<News>) {
    for trouble in keeper.keeper.troubles() {
        news.tell(Tidings::Trouble(trouble));
    }
}
