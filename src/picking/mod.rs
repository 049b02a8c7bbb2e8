//! From pointer and keyboard to squares: click, drag, occlusion, the keyboard's cursor.
//!
//! Aiming is analytic (each man is a few upright cylinders), so it is the same on every machine, in tests without a
//! graphics processor, and for every set of men. It feeds `bevy::picking` as a backend, so `Pointer<Over>` and its
//! kind work on squares and men. The hand itself reads the stream of pointer actions, each with its own place: a quick
//! move, press and release between two frames is one click on the right square.

pub mod aim;
mod backend;
mod hand;
mod keyboard;

use bevy::prelude::*;

pub use hand::Hand;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((backend::plugin, hand::plugin, keyboard::plugin));
}
