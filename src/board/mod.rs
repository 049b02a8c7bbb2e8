//! The squares as entities, and the wood around them.

mod arrows;
mod furniture;
mod highlight;
mod labels;
pub mod layout;
mod light;
mod marks;
mod room;

use bevy::{ecs::reflect::ReflectComponent, prelude::*, reflect::ReflectSerialize};
use serde::{Serialize, Serializer};

use crate::chess::{Side, Square};

pub use arrows::{Drawn, Sketch};
pub use highlight::{Cursor, Hovered};
pub use marks::{Mark, Sign};
pub use room::{Room, room};

/// A square of the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(opaque, Component, Serialize)]
#[component(immutable)]
#[require(Transform, Visibility)]
pub struct Tile(pub Square);

/// Whether the press under way began beside the squares: then its drag turns the table. Written by `picking`.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turning(pub bool);

/// The side from which the board is seen as a flat diagram; none while men stand on it. Written by `camera`.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diagram(pub Option<Side>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Turning>()
        .init_resource::<Diagram>()
        .add_plugins((
            arrows::plugin,
            furniture::plugin,
            highlight::plugin,
            labels::plugin,
            light::plugin,
            marks::plugin,
        ))
        .add_systems(Startup, lay_squares);
}

fn lay_squares(mut commands: Commands) {
    for square in Square::ALL {
        commands.spawn((
            Name::new(format!("square {square}")),
            Tile(square),
            Transform::from_translation(layout::center(square)),
        ));
    }
}

impl Serialize for Tile {
    /// As the name of the square.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
