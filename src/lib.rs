//! Endgame: a 3D chess table. This is the map of the house; each module's first line says what it is for.
//!
//! Three invariants hold everything together:
//! 1. The game is a value: [`chess`] knows the laws and nothing else.
//! 2. Only `game` makes a `Match`, and a `Match` is immutable. Everyone else asks by event and learns by `On<Insert, Match>`.
//! 3. The table is a picture of `match.shown()`, corrected by difference.
//!
//! Deliberately absent: a second copy of the position, a view that knows rules, a rule that knows a view.

pub mod chess;
pub mod cli;
pub mod engine;
pub mod notation;

#[cfg(feature = "app")]
pub mod analysis;
#[cfg(feature = "app")]
pub mod animation;
#[cfg(feature = "app")]
mod assets;
#[cfg(feature = "app")]
pub mod audio;
#[cfg(feature = "app")]
pub mod board;
#[cfg(feature = "app")]
pub mod camera;
#[cfg(feature = "dev")]
mod dev;
#[cfg(feature = "app")]
pub mod files;
#[cfg(feature = "app")]
pub mod film;
#[cfg(feature = "app")]
pub mod game;
#[cfg(feature = "app")]
pub mod locale;
#[cfg(feature = "app")]
pub mod matter;
#[cfg(feature = "app")]
pub mod memory;
#[cfg(feature = "app")]
pub mod opponent;
#[cfg(feature = "app")]
pub mod picking;
#[cfg(feature = "app")]
pub mod picture;
#[cfg(feature = "app")]
pub mod pieces;
#[cfg(feature = "app")]
pub mod replay;
#[cfg(feature = "app")]
pub mod screens;
#[cfg(feature = "app")]
pub mod settings;
#[cfg(feature = "app")]
pub mod ui;
#[cfg(feature = "app")]
pub mod window;

/// What runs every frame, in this order.
#[cfg(feature = "app")]
#[derive(bevy::prelude::SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// Pointer and keys become requests.
    Input,
    /// Whoever waits for its moment (the playhead) asks for the next thing.
    Think,
    /// Men, marks and eye move.
    Animate,
    /// When nothing moves any more, it is said once.
    Settle,
}

/// The flow and the men, without anything that draws or listens.
#[cfg(feature = "app")]
fn flow(app: &mut bevy::prelude::App) {
    use bevy::prelude::{IntoScheduleConfigs, Update};

    app.configure_sets(Update, (AppSystems::Input, AppSystems::Think, AppSystems::Animate, AppSystems::Settle).chain());
    app.add_plugins((
        screens::plugin,
        settings::plugin,
        game::plugin,
        animation::plugin,
        pieces::plugin,
        replay::plugin,
        memory::plugin,
        opponent::plugin,
        analysis::plugin,
    ));
}

/// The whole game on top of Bevy's plugins, in reading order; needs egui.
#[cfg(feature = "app")]
pub fn plugin(app: &mut bevy::prelude::App) {
    app.add_plugins((
        flow,
        matter::plugin,
        board::plugin,
        picking::plugin,
        camera::plugin,
        audio::plugin,
        locale::plugin,
        ui::plugin,
    ));
    #[cfg(feature = "dev")]
    app.add_plugins(dev::plugin);
}
