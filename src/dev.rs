//! Looking in (feature `dev`): the Bevy Remote Protocol on 127.0.0.1:15702, with what a script needs to compare picture
//! and position.

use bevy::{
    prelude::*,
    remote::{RemotePlugin, http::RemoteHttpPlugin},
};

use crate::{
    board::Tile,
    camera::on_screen,
    game::Match,
    notation::fen,
    pieces::{At, Figure, InTray},
};

/// The position on the table.
#[derive(Resource, Clone, Debug, Default, Reflect)]
#[reflect(Resource)]
struct Shown {
    /// In full.
    fen: String,
    /// The ply that is looked at.
    ply: usize,
    /// The word for the reason the game ended, empty while it has not.
    outcome: String,
}

/// Where the middle of a square is on the screen, in logical pixels.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component)]
struct OnScreen {
    x: f32,
    y: f32,
}

pub(super) fn plugin(app: &mut App) {
    // The default address is the loopback; nothing outside this machine can look in.
    app.add_plugins((RemotePlugin::default(), RemoteHttpPlugin::default()))
        .init_resource::<Shown>()
        .register_type::<Shown>()
        .register_type::<OnScreen>()
        .register_type::<Tile>()
        .register_type::<Figure>()
        .register_type::<At>()
        .register_type::<InTray>()
        .add_observer(note)
        .add_systems(Last, project);
}

fn note(_: On<Insert, Match>, current: Res<Match>, mut shown: ResMut<Shown>) {
    let outcome = current.shown_outcome().map(|outcome| outcome.reason.name().to_owned()).unwrap_or_default();
    *shown = Shown { fen: fen::write(current.shown()), ply: current.ply(), outcome };
}

fn project(
    eyes: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    tiles: Query<(Entity, &Tile, Option<&OnScreen>)>,
    mut commands: Commands,
) {
    let Ok((camera, eye)) = eyes.single() else { return };
    for (entity, tile, before) in &tiles {
        let Some(place) = on_screen(camera, eye, tile.0) else { continue };
        let now = OnScreen { x: place.x, y: place.y };
        if before != Some(&now) {
            commands.entity(entity).insert(now);
        }
    }
}
