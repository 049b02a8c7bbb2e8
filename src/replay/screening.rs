//! A watched game that is filmed frame by frame: at which second of it, and what stands in the picture beside the men.

use bevy::prelude::*;

/// The watched game is being filmed. Exists only then: all other overlays are out of sight.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Screening {
    /// The second of the game's film that the next picture shows, at speed 1. The table is held there with
    /// [`ScrubTo`](super::ScrubTo).
    pub seconds: f64,
    /// Comments, and signs over the squares of their moves.
    pub captions: bool,
    /// Who plays, and the clocks.
    pub players: bool,
    /// The game from left to right, with what an engine thinks of it.
    pub graph: bool,
}

impl Screening {
    /// Whether anything at all is drawn over the table.
    pub fn shows(&self) -> bool {
        self.captions || self.players || self.graph
    }
}
