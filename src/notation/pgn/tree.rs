//! The tree of a game: moves, variations, comments and glyphs, in one list that nothing has to walk recursively.

use std::fmt;

use crate::chess::{Move, Position};
use crate::notation::san;

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
        let root = Node {
            parent: None,
            children: Vec::new(),
            played: None,
            nags: Vec::new(),
            before: String::new(),
            after: String::new(),
            position: start,
        };
        PgnGame {
            tags: Vec::new(),
            start,
            nodes: vec![root],
            result: "*".to_owned(),
            warnings: Vec::new(),
            error: None,
            playable: true,
            line: 0,
            offset: 0,
        }
    }

    /// The value of a tag. A name in other case is found too (`Setup` is met in the world), if there is no exact one.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let exact = self.tags.iter().find(|(known, _)| known == name);
        let found = exact.or_else(|| self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)));
        found.map(|(_, value)| value.as_str())
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
        self.push(parent, Played::Move(mv), position)
    }

    /// Adds a passed turn after `parent`; `None` when the side to move is in check and cannot pass.
    pub fn add_null(&mut self, parent: NodeId) -> Option<NodeId> {
        let position = self.nodes[parent].position.null_move()?;
        Some(self.push(parent, Played::Null, position))
    }

    fn push(&mut self, parent: NodeId, played: Played, position: Position) -> NodeId {
        let id = self.nodes.len();
        let (nags, before, after) = (Vec::new(), String::new(), String::new());
        let (parent_id, played) = (Some(parent), Some(played));
        self.nodes.push(Node { parent: parent_id, children: Vec::new(), played, nags, before, after, position });
        self.nodes[parent].children.push(id);
        id
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
        let node = &self.nodes[id];
        match (node.parent, node.played) {
            (Some(parent), Some(Played::Move(mv))) => san::write(&self.nodes[parent].position, mv),
            (_, Some(Played::Null)) => "--".to_owned(),
            _ => String::new(),
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
