//! The film that is watched, for whoever goes along with it (the director's camera): when its moves are made, and where it is.

use std::sync::Arc;

use bevy::prelude::*;

/// When one move of the film is made, in seconds of the film (at speed 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The position before the move is reached.
    pub begin: f64,
    /// The man sets out.
    pub start: f64,
    /// Everything has arrived.
    pub end: f64,
}

/// The film of the line on the table. Exists while a game is watched; written by `replay`.
#[derive(Resource, Clone, Debug)]
pub struct Film {
    /// One for each move of the line.
    pub turns: Arc<[Turn]>,
    /// How long the film is, in seconds.
    pub length: f64,
    /// Where it is, in seconds from its begin.
    pub seconds: f64,
    /// Seconds of the film in one of ours.
    pub speed: f32,
    /// Whether it runs.
    pub runs: bool,
}
