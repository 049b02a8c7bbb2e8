//! What there is to see along a watched line: comments, variations, captures, checks, signs, and what engines said.

use std::sync::Arc;

use bevy::prelude::*;

use super::tree::Replay;
use crate::notation::pgn::{
    command::{self, Eval},
    tree::{NodeId, PgnGame, Played},
};

/// What is to be seen at one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Landmark {
    /// The ply that it belongs to: of a comment before a move, the one before.
    pub ply: usize,
    /// Somebody has something to say.
    pub comment: bool,
    /// There is another way from here.
    pub variation: bool,
    /// The move captured.
    pub capture: bool,
    /// The move gave check.
    pub check: bool,
    /// The move's own sign: `$1` to `$6`.
    pub glyph: Option<u8>,
}

impl Landmark {
    fn is_empty(&self) -> bool {
        *self == Landmark { ply: self.ply, ..Landmark::default() }
    }
}

/// What to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The next words.
    Comment,
    /// The next capture.
    Capture,
}

/// All that is to be seen along the line on the table.
#[derive(Resource, Clone, Debug, Default)]
pub struct Landmarks {
    /// In the order of the plies, those at which there is something.
    pub marks: Vec<Landmark>,
    /// For each ply from 0 on White's chance to win, 0 to 1, where an engine has said something.
    pub chances: Vec<Option<f32>>,
    /// The ply from which the line goes another way than the game: its next move is not the first one there.
    pub leaves: Option<usize>,
    /// Of which line.
    of: Option<(Arc<PgnGame>, Vec<NodeId>)>,
}

impl Landmarks {
    /// What is to be seen along this line.
    pub fn of(tree: &Arc<PgnGame>, line: &[NodeId]) -> Landmarks {
        let marks = (0..=line.len()).map(|ply| landmark(tree, line, ply)).filter(|mark| !mark.is_empty()).collect();
        let mut chances: Vec<Option<f32>> = vec![None];
        chances.extend(line.iter().map(|id| command::eval(&tree.nodes[*id].after).map(chance)));
        if chances.iter().all(Option::is_none) {
            chances.clear();
        }
        let is_first = |id: &NodeId| {
            let parent = tree.nodes[*id].parent.map(|parent| &tree.nodes[parent]);
            parent.is_none_or(|parent| parent.children.first() == Some(id))
        };
        let leaves = line.iter().position(|id| !is_first(id));
        Landmarks { marks, chances, leaves, of: Some((Arc::clone(tree), line.to_vec())) }
    }

    /// The nearest ply with this sight after `ply`, or before it.
    pub fn next(&self, sight: Sight, ply: usize, forward: bool) -> Option<usize> {
        let shows = |mark: &&Landmark| match sight {
            Sight::Comment => mark.comment,
            Sight::Capture => mark.capture,
        };
        if forward {
            self.marks.iter().filter(shows).map(|mark| mark.ply).find(|at| *at > ply)
        } else {
            self.marks.iter().rev().filter(shows).map(|mark| mark.ply).find(|at| *at < ply)
        }
    }

    fn is_of(&self, replay: &Replay) -> bool {
        self.of.as_ref().is_some_and(|(tree, line)| Arc::ptr_eq(tree, &replay.tree) && *line == replay.line)
    }
}

/// White's chance to win: the curve that programs draw, by which three pawns are as good as nine tenths.
pub fn chance(eval: Eval) -> f32 {
    match eval {
        Eval::Pawns(pawns) if pawns.is_finite() => (1.0 / (1.0 + (-0.75 * pawns).exp())) as f32,
        Eval::Pawns(_) => 0.5,
        Eval::Mate(moves) if moves < 0 => 0.0,
        Eval::Mate(_) => 1.0,
    }
}

fn landmark(tree: &PgnGame, line: &[NodeId], ply: usize) -> Landmark {
    let node = &tree.nodes[ply.checked_sub(1).map_or(0, |index| line[index])];
    // What is said before the next move is said of this position.
    let before = line.get(ply).map_or("", |next| tree.nodes[*next].before.as_str());
    let said = |comment: &str| !command::visible(comment).trim().is_empty();
    let captures = matches!(node.played, Some(Played::Move(mv)) if mv.is_capture());
    Landmark {
        ply,
        comment: said(&node.after) || said(before),
        variation: node.children.len() > 1,
        capture: captures,
        check: ply > 0 && node.position.is_check(),
        glyph: node.nags.iter().copied().find(|nag| (1..=6).contains(nag)),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Landmarks>().add_systems(PreUpdate, look.run_if(resource_exists_and_changed::<Replay>));
}

fn look(replay: Res<Replay>, mut landmarks: ResMut<Landmarks>) {
    if !landmarks.is_of(&replay) {
        *landmarks = Landmarks::of(&replay.tree, &replay.line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::reader::read_all;

    #[test]
    fn a_line_is_seen_with_all_that_is_beside_it() {
        let text = "1. e4 {[%eval 0.3] The best.} d5 $6 (1... e5) {[%eval 3.0]} 2. exd5 Qxd5 3. Nc3 Qe5+ $4 {[%clk 0:01:00]} *";
        let tree = Arc::new(read_all(text).remove(0));
        let seen = Landmarks::of(&tree, &tree.main_line());
        let at = |ply: usize| seen.marks.iter().find(|mark| mark.ply == ply).copied().unwrap_or_default();
        assert!(at(1).comment && at(1).variation && !at(1).capture);
        assert_eq!(at(2).glyph, Some(6));
        assert!(at(3).capture && at(4).capture && !at(3).check);
        assert!(at(6).check && !at(6).comment && at(6).glyph == Some(4));
        assert_eq!(seen.next(Sight::Capture, 0, true), Some(3));
        assert_eq!(seen.next(Sight::Capture, 4, false), Some(3));
        assert_eq!(seen.next(Sight::Comment, 1, true), None);
        assert_eq!(seen.chances.len(), 7);
        assert!(seen.chances[1].is_some_and(|part| part > 0.5 && part < 0.6) && seen.chances[0].is_none());
    }
}
