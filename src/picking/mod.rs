//! From pointer and keyboard to squares: click, drag, occlusion, the keyboard's cursor.
//!
//! Aiming asks the triangles that a man is drawn with (and a few upright cylinders where it is not drawn), without the
//! graphics processor: what is seen is what is met, for every set of men. It feeds `bevy::picking` as a backend, so
//! `Pointer<Over>` and its kind work on squares and men. The hand itself reads the stream of pointer actions, each with its
//! own place: a quick move, press and release between two frames is one click on the right square.

pub mod aim;
mod backend;
mod bodies;
pub mod body;
mod carry;
mod hand;
mod keyboard;
mod pencil;
mod sight;
mod veil;

use bevy::prelude::*;

pub use hand::Hand;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((bodies::plugin, backend::plugin, hand::plugin, carry::plugin, pencil::plugin))
        .add_plugins((veil::plugin, keyboard::plugin));
}
