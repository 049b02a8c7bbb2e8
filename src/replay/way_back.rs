//! The way back: who took a watched game over and plays on by himself can return to it where he left it, and his moves become
//! a variation there if he wishes.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    edits::{self, Edits},
    library::Library,
    tree::Replay,
};
use crate::{
    chess::{Move, Position},
    game::{Drawings, LoadDrawings, Match, Mode},
    notation::pgn::tree::{NodeId, ROOT},
};

/// Watch the game again from which the one on the table was taken over, where it was left.
#[derive(Event, Clone, Copy, Debug)]
pub struct BackToFilm {
    /// The moves that were made meanwhile become a variation.
    pub with_moves: bool,
}

/// The watched game that was taken over. Exists as long as there is a way back to it.
#[derive(Resource, Clone, Debug)]
pub struct WayBack {
    replay: Replay,
    ply: usize,
    drawings: Drawings,
    /// Its number in the list, and which list that was.
    place: Option<(usize, Arc<()>)>,
    /// Where the game that is played begins in the tree.
    node: NodeId,
    start: Position,
    /// The game that is played: which, its moves when it was taken over, and the last of them.
    taken: Option<(u64, usize, Option<Move>)>,
}

impl WayBack {
    /// The way back to this ply; the game that is played from there begins anew, or goes on with the whole line.
    pub(super) fn new(replay: &Replay, current: &Match, drawings: &Drawings, library: &Library, anew: bool) -> WayBack {
        WayBack {
            replay: Replay { playing: false, ..replay.clone() },
            ply: current.ply(),
            drawings: drawings.clone(),
            place: library.current.map(|number| (number, Arc::clone(&library.mark))),
            node: if anew { replay.node_at(current.ply()) } else { ROOT },
            start: if anew { *current.shown() } else { *current.game().start() },
            taken: None,
        }
    }

    /// Whether anything was played since that could be kept.
    pub fn has_moves(&self, current: &Match) -> bool {
        self.taken.is_some_and(|taken| (taken.1, taken.2) != moves(current))
    }
}

/// How many, and the last.
fn moves(current: &Match) -> (usize, Option<Move>) {
    (current.game().len(), current.game().plies().last().map(|ply| ply.mv))
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(go_back).add_observer(follow);
}

/// There is a way back from the game that was taken over, and from another one that begins in the same place; not from others.
fn follow(_: On<Insert, Match>, current: Res<Match>, way: Option<ResMut<WayBack>>, mut commands: Commands) {
    let Some(mut way) = way else { return };
    let taken = way.taken.get_or_insert_with(|| {
        let (count, last) = moves(&current);
        (current.number(), count, last)
    });
    let again = taken.0 != current.number();
    if current.mode() != Mode::Play || again && (current.continues() || *current.game().start() != way.start) {
        commands.remove_resource::<WayBack>();
    } else if again {
        way.taken = Some((current.number(), 0, None));
    }
}

fn go_back(
    request: On<BackToFilm>,
    (current, way, drawn): (Res<Match>, Option<Res<WayBack>>, Res<Drawings>),
    (mut library, mut edits): (ResMut<Library>, ResMut<Edits>),
    mut commands: Commands,
) {
    let Some(way) = way.filter(|_| current.mode() == Mode::Play) else { return };
    let mut replay = way.replay.clone();
    // In another list the numbers mean other games; one that was gone on with has kept its place through a saving.
    let there = way.place.as_ref().filter(|(_, list)| Arc::ptr_eq(list, &library.mark)).map(|(number, _)| *number);
    library.current = there.or(library.current.filter(|_| current.continues()));
    if request.with_moves && way.has_moves(&current) {
        let tree = Arc::make_mut(&mut replay.tree);
        let mut node = way.node;
        for ply in current.game().plies() {
            node = tree.child_by(node, ply.mv).unwrap_or_else(|| tree.add(node, ply.mv));
        }
        // What was played at the end of the line goes on with it.
        let last = replay.node_at(replay.line.len());
        replay.line.extend(replay.tree.line_from(last));
        edits::keep(&mut library, &mut edits, Arc::clone(&replay.tree));
    }
    let drawings = if current.continues() { &*drawn } else { &way.drawings };
    commands.trigger(LoadDrawings(drawings.clone()));
    commands.trigger(replay.show(way.ply));
    commands.insert_resource(replay);
}
