//! What the annotator says about the move that is shown, and the variations that can be entered here.

use bevy_egui::egui::{Label, RichText, ScrollArea, Ui};

use super::{Action, annotate::Pen, theme};
use crate::{
    locale::Words,
    notation::pgn::{
        command,
        tree::{NodeId, PgnGame},
    },
    replay::Replay,
};

/// Draws what belongs to the node shown at `ply` of a line that goes another way than the game from a ply on; what is said takes
/// at most this height, in points. Answers the variation that was chosen.
pub(super) fn show(
    ui: &mut Ui,
    words: &Words,
    (replay, leaves): (&Replay, Option<usize>),
    ply: usize,
    pen: &mut Pen,
    height: f32,
) -> Option<Action> {
    let node = replay.node_at(ply);
    let leaves = leaves.filter(|leaves| *leaves < ply);
    let written = pen.show(ui, words, replay, node, leaves.is_none());
    let chosen = ScrollArea::vertical()
        .id_salt("remarks")
        .min_scrolled_height(0.0)
        .max_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            let remark = remark(&replay.tree, node);
            if !remark.is_empty() {
                ui.add(Label::new(RichText::new(remark).color(theme::IVORY).italics()).wrap());
            }
            variations(ui, words, replay, (node, ply, leaves))
        })
        .inner;
    written.or(chosen)
}

fn variations(
    ui: &mut Ui,
    words: &Words,
    replay: &Replay,
    (node, ply, leaves): (NodeId, usize, Option<usize>),
) -> Option<Action> {
    let tree = &replay.tree;
    let ways = ways(words, tree, &replay.line, (node, ply, leaves));
    if ways.is_empty() {
        return None;
    }
    let entered = ui.horizontal_wrapped(|ui| {
        let pressed = ways.into_iter().filter(|(label, _)| ui.button(label.as_str()).clicked());
        pressed.map(|(_, entry)| Action::EnterNode(entry)).last()
    });
    entered.inner
}

/// The moves that lead off the line: back to the game first, then instead of this move, then instead of the next.
fn ways(
    words: &Words,
    tree: &PgnGame,
    line: &[NodeId],
    (node, ply, leaves): (NodeId, usize, Option<usize>),
) -> Vec<(String, NodeId)> {
    let mut ways = Vec::new();
    if let Some(back) = leaves.and_then(|leaves| instead(tree, *line.get(leaves)?)) {
        ways.push((words.text("replay-back-to-game"), back));
    }
    let here = tree.nodes[node].parent.map_or(&[][..], |parent| &tree.nodes[parent].children);
    let next = &tree.nodes[node].children;
    let shown_next = line.get(ply);
    let off_line = |ids: &[NodeId], on_line: Option<&NodeId>| -> Vec<NodeId> {
        ids.iter().copied().filter(|id| Some(id) != on_line).collect()
    };
    for id in off_line(here, Some(&node)) {
        ways.push((words.text_with("replay-instead", &[("move", numbered(tree, id).into())]), id));
    }
    for id in off_line(next, shown_next) {
        ways.push((words.text_with("replay-next", &[("move", numbered(tree, id).into())]), id));
    }
    ways
}

/// The move that the game went on with where this one left it.
fn instead(tree: &PgnGame, id: NodeId) -> Option<NodeId> {
    tree.nodes[tree.nodes.get(id)?.parent?].children.first().copied().filter(|main| *main != id)
}

/// A move with its number, such as `12... Nf6`.
fn numbered(tree: &PgnGame, id: NodeId) -> String {
    let Some(parent) = tree.nodes[id].parent else {
        return String::new();
    };
    let before = &tree.nodes[parent].position;
    let dots = if before.side() == crate::chess::Side::White { "." } else { "..." };
    format!("{}{dots} {}", before.fullmove_number(), tree.san(id))
}

/// Signs and comments of a node in the order of the file, without what programs wrote for programs.
fn remark(tree: &PgnGame, node: NodeId) -> String {
    let node = &tree.nodes[node];
    let signs: Vec<&str> = node.nags.iter().filter_map(|nag| sign(*nag)).collect();
    let parts = [signs.join(" "), command::visible(&node.before), command::visible(&node.after)];
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join(" ")
}

/// The signs that are known to everybody.
fn sign(nag: u8) -> Option<&'static str> {
    Some(match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        10 | 11 => "=",
        14 => "+/=",
        15 => "=/+",
        16 => "+/-",
        17 => "-/+",
        18 => "+-",
        19 => "-+",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{notation::pgn::reader::read_all, replay::Landmarks};

    #[test]
    fn variations_are_offered_here_and_for_the_next_move() {
        let games = read_all("1. e4 {Best by test.} (1. d4 d5) 1... e5 (1... c5 2. Nf3) 2. Nf3 *");
        let tree = &std::sync::Arc::new(games[0].clone());
        let line = tree.main_line();
        let words = Words::default();
        let moves = |line: &[NodeId], ply: usize| -> Vec<NodeId> {
            let node = ply.checked_sub(1).map_or(0, |index| line[index]);
            let leaves = Landmarks::of(tree, line).leaves.filter(|leaves| *leaves < ply);
            ways(&words, tree, line, (node, ply, leaves)).into_iter().map(|(_, id)| id).collect()
        };
        let sans = |ids: Vec<NodeId>| ids.into_iter().map(|id| numbered(tree, id)).collect::<Vec<_>>();
        assert_eq!(sans(moves(&line, 0)), ["1. d4"]);
        assert_eq!(sans(moves(&line, 1)), ["1. d4", "1... c5"]);
        assert_eq!(remark(tree, line[0]), "Best by test.");
        let sicilian = tree.nodes[line[0]].children[1];
        let mut aside = vec![line[0], sicilian];
        aside.extend(tree.line_from(sicilian));
        assert_eq!(sans(moves(&aside, 2)), ["1... e5", "1... e5"], "back to the game, and instead of this move");
    }
}
