//! What is kept on the disk beside the settings, and what a person is told of it.

pub(super) fn plugin(_: &mut bevy::prelude::App) {}
