//! What the window shows over the table: at most one overlay at a time, and only the bare table takes moves.

use bevy::{prelude::*, window::RequestRedraw};

/// The dialog that lies over the table. While one does, clicks and keys do not reach the board.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overlay {
    /// Nothing: the board takes input.
    #[default]
    None,
    /// Which man a pawn becomes.
    Promotion,
    /// How the game ended.
    Result,
    /// The clocks are stopped.
    Pause,
    /// Rules, sides and start position of a new game.
    NewGame,
    /// "Do you really resign?"
    Resign,
    /// Which claim, for which move.
    Claim,
    /// Choose a file to open.
    Open,
    /// Choose a file to save to.
    Save,
    /// What a film of the watched game shall be.
    Film,
    /// Choose where it is to be.
    FilmPlace,
    /// The games that were kept.
    Saved,
    /// Speed of motion, detail, sound.
    Settings,
    /// Keys and mouse.
    Help,
}

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Overlay>().add_systems(Last, draw_change);
}

/// A dialog that was asked for, or has just come or gone, is to be seen without waiting for the next event.
fn draw_change(next: Res<NextState<Overlay>>, now: Res<State<Overlay>>, mut redraw: MessageWriter<RequestRedraw>) {
    if !matches!(*next, NextState::Unchanged) || now.is_changed() {
        redraw.write(RequestRedraw);
    }
}
