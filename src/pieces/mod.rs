//! The men as entities: spawned bare from the game, dressed when there is something to draw them with.

mod choreography;
mod diagram;
mod fade;
mod print;
mod reconcile;
mod reel;
mod set;

use bevy::{ecs::reflect::ReflectComponent, prelude::*, reflect::ReflectSerialize};
use serde::{Serialize, Serializer};

use crate::chess::{Piece, Square};

pub use choreography::{Placed, choreograph, place};
pub use fade::Faded;
pub use reel::Reel;
pub use set::turned;

/// What a man is. Immutable: a promoted man gets a new one.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(opaque, Component, Serialize)]
#[component(immutable)]
#[require(Transform, Visibility)]
pub struct Figure(pub Piece);

/// The square a man belongs to; a captured man has none. Set when the move is made, before the motion.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(opaque, Component, Serialize)]
#[component(immutable)]
pub struct At(pub Square);

/// The man's place among the captured men of its side.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
#[component(immutable)]
pub struct InTray(pub u8);

/// The man's square in the start position, and what it was there: its identity within a game.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(immutable)]
pub struct Origin {
    /// Its square at the start.
    pub square: Square,
    /// What it was at the start.
    pub born: Piece,
}

/// A man in the hand: it follows the pointer and goes home when this is removed.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Held;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((reconcile::plugin, reel::plugin, set::plugin, fade::plugin, diagram::plugin));
}

impl Serialize for Figure {
    /// As the letter of a FEN.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.letter())
    }
}

impl Serialize for At {
    /// As the name of the square.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
