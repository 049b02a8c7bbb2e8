//! The watched game changed by hand: a move tried on the board becomes a variation, words and signs are set, lines are taken
//! away or put first. The file changes only when it is saved.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    drawings::{drawings, write_into},
    edits::{self, Edits},
    library::Library,
    tree::Replay,
};
use crate::{
    AppSystems,
    game::{Drawings, Match, Mode, MoveTried},
    notation::pgn::tree::{NodeId, PgnGame, ROOT},
};

/// Say this of the position that is looked at, in place of what was said.
#[derive(Event, Clone, Debug)]
pub struct SetWords(pub String);

/// Give the last move this sign (`$1` to `$6`), or take it away.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToggleSign(pub u8);

/// Take away the last move and all that follows it.
#[derive(Event, Clone, Copy, Debug)]
pub struct RemoveLine;

/// Make the line that is looked at the main one.
#[derive(Event, Clone, Copy, Debug)]
pub struct PutFirst;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(try_move)
        .add_observer(set_words)
        .add_observer(toggle_sign)
        .add_observer(remove_line)
        .add_observer(put_first)
        .add_systems(Update, note_drawings.in_set(AppSystems::Think).run_if(resource_changed::<Drawings>));
}

/// The watched game, as it is changed.
#[derive(bevy::ecs::system::SystemParam)]
struct Desk<'w, 's> {
    replay: Option<ResMut<'w, Replay>>,
    library: ResMut<'w, Library>,
    edits: ResMut<'w, Edits>,
    current: Res<'w, Match>,
    commands: Commands<'w, 's>,
}

impl Desk<'_, '_> {
    /// The node that is looked at.
    fn node(&self) -> Option<NodeId> {
        let replay = self.replay.as_ref().filter(|_| self.current.mode() == Mode::Replay)?;
        Some(replay.node_at(self.current.ply()))
    }

    /// Changes the tree, which from then on is kept as it is until it is saved.
    fn change<R>(&mut self, change: impl FnOnce(&mut PgnGame) -> R) -> Option<R> {
        let replay = self.replay.as_mut()?;
        let result = change(Arc::make_mut(&mut replay.tree));
        let tree = Arc::clone(&replay.tree);
        edits::keep(&mut self.library, &mut self.edits, tree);
        Some(result)
    }

    /// Puts the line through this node on the table, as far as it goes.
    fn enter(&mut self, node: NodeId) {
        let Some(replay) = self.replay.as_mut() else { return };
        let mut line = replay.tree.path_to(node);
        let ply = line.len();
        line.extend(replay.tree.line_from(node));
        (replay.line, replay.playing, replay.again) = (line, false, None);
        self.commands.trigger(replay.show(ply));
    }
}

/// A move that the tree has already leads there; another one begins a variation.
fn try_move(tried: On<MoveTried>, mut desk: Desk) {
    let Some(node) = desk.node() else { return };
    let known = desk.replay.as_ref().and_then(|replay| replay.tree.child_by(node, tried.0));
    let Some(next) = known.or_else(|| desk.change(|tree| tree.add(node, tried.0))) else { return };
    desk.enter(next);
}

fn set_words(request: On<SetWords>, mut desk: Desk) {
    let Some(node) = desk.node() else { return };
    desk.change(|tree| tree.set_words(node, &request.0));
}

fn toggle_sign(request: On<ToggleSign>, mut desk: Desk) {
    let Some(node) = desk.node().filter(|node| *node != ROOT && (1..=6).contains(&request.0)) else { return };
    desk.change(|tree| tree.toggle_sign(node, request.0));
}

fn remove_line(_: On<RemoveLine>, mut desk: Desk) {
    let Some(node) = desk.node().filter(|node| *node != ROOT) else { return };
    let removed = desk.change(|tree| {
        let parent = tree.nodes[node].parent;
        tree.remove(node);
        parent
    });
    // What stands before the node keeps its place in the list.
    if let Some(Some(parent)) = removed {
        desk.enter(parent);
    }
}

/// What is drawn on the positions of a watched game is said of them in the game.
fn note_drawings(drawn: Res<Drawings>, mut desk: Desk) {
    let has = |replay: &Replay| drawings(&replay.tree) == *drawn;
    if desk.node().is_some() && !desk.replay.as_deref().is_some_and(has) {
        desk.change(|tree| write_into(tree, &drawn));
    }
}

fn put_first(_: On<PutFirst>, mut desk: Desk) {
    let Some(node) = desk.node().filter(|node| *node != ROOT) else { return };
    desk.change(|tree| tree.put_first(node));
}
