//! Variations in the film: where the game has alternatives the film plays each of them out, winds back and goes on.

use bevy::prelude::*;

use super::tree::Replay;
use crate::{
    game::{Match, Mode},
    notation::pgn::tree::{NodeId, PgnGame},
};

/// The film has left the line that it shows, or has just come back to it.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Excursion {
    /// The line that was left, and at which ply.
    home: (Vec<NodeId>, usize),
    /// The alternatives that are still to be shown, the next one last.
    left: Vec<NodeId>,
    /// Where the film is meanwhile; whoever goes elsewhere has ended it.
    line: Vec<NodeId>,
    /// All have been shown, and the film is at home again.
    pub is_back: bool,
}

/// Where the film goes instead of to the next ply.
pub(super) struct Course {
    pub(super) line: Vec<NodeId>,
    pub(super) ply: usize,
    pub(super) excursion: Excursion,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(end);
}

/// Where the film goes now, if not on: into a variation, into the next one, or back.
///
/// First what happened, then what might have: a variation is shown when the move that it stands for has been.
pub(super) fn course(replay: &Replay, ply: usize, excursion: Option<&Excursion>, wanted: bool) -> Option<Course> {
    let away = match excursion {
        Some(away) if away.is_back => return None,
        Some(_) if ply < replay.line.len() => return None,
        Some(away) => away.clone(),
        None => {
            let node = replay.node_at(ply);
            let mut left = if wanted && ply > 0 { others(&replay.tree, node) } else { Vec::new() };
            if left.is_empty() {
                return None;
            }
            left.reverse();
            Excursion { home: (replay.line.clone(), ply), left, line: Vec::new(), is_back: false }
        }
    };
    let Excursion { home, mut left, .. } = away;
    Some(match left.pop() {
        Some(next) => {
            let line = line_through(&replay.tree, next);
            let ply = replay.tree.path_to(next).len();
            Course { line: line.clone(), ply, excursion: Excursion { home, left, line, is_back: false } }
        }
        None => {
            let (line, ply) = home.clone();
            Course { line: line.clone(), ply, excursion: Excursion { home, left, line, is_back: true } }
        }
    })
}

/// The moves that might have been made instead of this one. Seen from one of them the others are no news.
fn others(tree: &PgnGame, node: NodeId) -> Vec<NodeId> {
    let parent = tree.nodes[node].parent;
    let all = parent.map_or(&[][..], |parent| &tree.nodes[parent].children);
    if all.first() == Some(&node) { all[1..].to_vec() } else { Vec::new() }
}

fn line_through(tree: &PgnGame, node: NodeId) -> Vec<NodeId> {
    let mut line = tree.path_to(node);
    line.extend(tree.line_from(node));
    line
}

/// Somebody has gone elsewhere, or the film has gone on.
fn end(
    _: On<Insert, Match>,
    current: Res<Match>,
    replay: Option<Res<Replay>>,
    excursion: Option<Res<Excursion>>,
    mut commands: Commands,
) {
    let Some(away) = excursion else { return };
    let there = current.mode() == Mode::Replay && replay.is_some_and(|replay| replay.line == away.line);
    if !there || away.is_back && current.ply() != away.home.1 {
        commands.remove_resource::<Excursion>();
    }
}
