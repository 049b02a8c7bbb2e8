//! The tree of a game: moves, variations, comments and glyphs, in one list that nothing has to walk recursively.

use std::fmt;

use crate::chess::{Move, Position};
use crate::notation::san;

use super::report::{self, Report, Tags};

/// The place of a node in [`PgnGame::nodes`].
pub type NodeId = usize;

/// The root: the start position, before any move.
pub const ROOT: NodeId = 0;

/// A game as PGN can tell it.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame {
    /// Name and value, in the order of the file. See [`PgnGame::tag`].
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The root and then each move; a node comes after its parent. Never empty.
    pub nodes: Vec<Node>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What was strange in the file but could be read.
    pub warnings: Vec<Warning>,
    /// Why the game could not be read to its end. What came before is kept.
    pub error: Option<Warning>,
    /// False when the game does not start from a position these rules know (see `error`); then there are no moves.
    pub playable: bool,
    /// The line on which the game begins, from 1; 0 for a game that was not read.
    pub line: usize,
    /// The byte at which the game begins; reading may start there.
    pub offset: u64,
    /// The byte behind the game.
    pub end: u64,
}

impl Node {
    /// The start, before any move.
    pub(super) fn root(position: Position) -> Node {
        let (nags, before, after) = (Vec::new(), String::new(), String::new());
        Node { parent: None, children: Vec::new(), played: None, nags, before, after, position }
    }
}

/// Adds a turn after `parent`.
pub(super) fn push(nodes: &mut Vec<Node>, parent: NodeId, played: Played, position: Position) -> NodeId {
    let id = nodes.len();
    nodes.push(Node { parent: Some(parent), played: Some(played), ..Node::root(position) });
    nodes[parent].children.push(id);
    id
}

/// A position of the game and the move that led there.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// `None` only at the root.
    pub parent: Option<NodeId>,
    /// The first continues the line, the others are its alternatives.
    pub children: Vec<NodeId>,
    /// `None` only at the root.
    pub played: Option<Played>,
    /// Numeric annotation glyphs, in the order of the file, each once.
    pub nags: Vec<u8>,
    /// The comment before the move: at the beginning of a line or after a variation.
    pub before: String,
    /// The comment after the move. As typed, with commands: see [`super::command`]. Several are joined by a space.
    pub after: String,
    /// The position after the move.
    pub position: Position,
}

/// What was done in a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// A legal move.
    Move(Move),
    /// A turn passed (`--`), as annotators show threats.
    Null,
}

/// Something to say about a place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// A sentence without its full stop.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl PgnGame {
    /// A game without tags and moves.
    pub fn new(start: Position) -> PgnGame {
        PgnGame {
            tags: Vec::new(),
            start,
            nodes: vec![Node::root(start)],
            result: "*".to_owned(),
            warnings: Vec::new(),
            error: None,
            playable: true,
            line: 0,
            offset: 0,
            end: 0,
        }
    }

    /// A game as it was read.
    pub(super) fn read(report: Report, nodes: Vec<Node>) -> PgnGame {
        let Report { tags, start, result, warnings, error, playable, line, offset, end, .. } = report;
        let tags = tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        PgnGame { tags, start, nodes, result: result.to_owned(), warnings, error, playable, line, offset, end }
    }

    /// What can be said of the game without its moves.
    pub fn report(&self) -> Report {
        let mut tags = Tags::default();
        self.tags.iter().for_each(|(name, value)| tags.push(name, value));
        Report {
            tags,
            start: self.start,
            last: *self.last_position(),
            result: super::word::result(&self.result).unwrap_or("*"),
            warnings: self.warnings.clone(),
            error: self.error.clone(),
            playable: self.playable,
            line: self.line,
            offset: self.offset,
            end: self.end,
            plies: self.main_line().len(),
            variations: self.variations(),
            comments: self.comments(),
            nags: self.nags(),
        }
    }

    /// The value of a tag. A name in other case is found too (`Setup` is met in the world), if there is no exact one.
    pub fn tag(&self, name: &str) -> Option<&str> {
        report::find(self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())), name)
    }

    /// Sets a tag where it stands, or adds it as the last.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Adds a move after `parent`: the main continuation if it is the first there, else a variation.
    ///
    /// The move must be legal in the position of `parent`.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let position = self.nodes[parent].position.play(mv);
        push(&mut self.nodes, parent, Played::Move(mv), position)
    }

    /// Adds a passed turn after `parent`; `None` when the side to move is in check and cannot pass.
    pub fn add_null(&mut self, parent: NodeId) -> Option<NodeId> {
        let position = self.nodes[parent].position.null_move()?;
        Some(push(&mut self.nodes, parent, Played::Null, position))
    }

    /// The moves of the game without its variations, in order; the root is not among them.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(ROOT)
    }

    /// The main continuation after a node, without the node.
    pub fn line_from(&self, id: NodeId) -> Vec<NodeId> {
        std::iter::successors(self.nodes[id].children.first().copied(), |&id| self.nodes[id].children.first().copied())
            .collect()
    }

    /// The moves from the root to a node and with it, in order.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.nodes[id].parent).collect();
        path.pop();
        path.reverse();
        path
    }

    /// Turns from the root to a node.
    pub fn plies_of(&self, id: NodeId) -> usize {
        self.path_to(id).len()
    }

    /// Other moves that could have been played instead of this one: the variations that begin here.
    pub fn alternatives(&self, id: NodeId) -> &[NodeId] {
        let siblings = self.nodes[id].parent.map_or(&[][..], |parent| &self.nodes[parent].children);
        match siblings.split_first() {
            Some((&main, rest)) if main == id => rest,
            _ => &[],
        }
    }

    /// The move of a node in SAN, `--` for a passed turn, empty at the root.
    pub fn san(&self, id: NodeId) -> String {
        let mut text = String::new();
        self.push_san(id, &mut text);
        text
    }

    /// Adds the same to a text.
    pub(super) fn push_san(&self, id: NodeId, out: &mut String) {
        let node = &self.nodes[id];
        match (node.parent, node.played) {
            (Some(parent), Some(Played::Move(mv))) => san::push(&self.nodes[parent].position, mv, &node.position, out),
            (_, Some(Played::Null)) => out.push_str("--"),
            _ => {}
        }
    }

    /// Variations in the whole tree.
    pub fn variations(&self) -> usize {
        self.nodes.iter().map(|node| node.children.len().saturating_sub(1)).sum()
    }

    /// Comments in the whole tree; several on one place count as one.
    pub fn comments(&self) -> usize {
        self.nodes.iter().map(|node| usize::from(!node.before.is_empty()) + usize::from(!node.after.is_empty())).sum()
    }

    /// Glyphs in the whole tree.
    pub fn nags(&self) -> usize {
        self.nodes.iter().map(|node| node.nags.len()).sum()
    }

    /// The position after the last move of the main line.
    pub fn last_position(&self) -> &Position {
        &self.nodes[self.main_line().last().copied().unwrap_or(ROOT)].position
    }
}
