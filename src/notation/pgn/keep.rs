//! What is kept of the moves while a game is read: the whole tree, or sums.

use crate::chess::Position;

use super::comment;
use super::tree::{Node, NodeId, Played, ROOT, push};

/// Keeps what the [`Builder`](super::build::Builder) reads.
pub(super) trait Keep {
    /// A place in the game: the start or a turn.
    type Place: Copy + Default;
    /// A comment that is not at its place yet.
    type Text: Text;

    /// How many places there are, the start among them.
    fn places(&self) -> usize;
    /// The place of the start is the default one.
    fn start(&mut self, position: Position);
    /// A turn after a place, with the comment and the glyphs before it.
    fn add(&mut self, after: Self::Place, turn: Turn<'_, Self::Text>) -> Self::Place;
    /// Adds to the comment after a place.
    fn remark(&mut self, place: &mut Self::Place, text: &str);
    /// Adds a glyph that the place does not have yet.
    fn nag(&mut self, place: Self::Place, number: u8);
}

/// A turn that was read.
pub(super) struct Turn<'a, T> {
    pub(super) played: Played,
    pub(super) position: &'a Position,
    pub(super) before: T,
    pub(super) nags: &'a [u8],
}

/// A comment in the making.
pub(super) trait Text: Default {
    fn join(&mut self, text: &str);
    fn as_str(&self) -> &str;
}

/// Everything.
#[derive(Clone, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Text for String {
    fn join(&mut self, text: &str) {
        comment::join(self, text);
    }

    fn as_str(&self) -> &str {
        self
    }
}

impl Keep for Tree {
    type Place = NodeId;
    type Text = String;

    fn places(&self) -> usize {
        self.nodes.len()
    }

    fn start(&mut self, position: Position) {
        self.nodes = vec![Node::root(position)];
    }

    fn add(&mut self, after: NodeId, turn: Turn<'_, String>) -> NodeId {
        let id = push(&mut self.nodes, after, turn.played, *turn.position);
        let node = &mut self.nodes[id];
        (node.before, node.nags) = (turn.before, turn.nags.to_vec());
        id
    }

    fn remark(&mut self, place: &mut NodeId, text: &str) {
        comment::join(&mut self.nodes[*place].after, text);
    }

    fn nag(&mut self, place: NodeId, number: u8) {
        self.nodes[place].nags.push(number);
    }
}

const _: () = assert!(ROOT == 0, "the default place is the start");

/// Sums only: nothing grows with the game.
#[derive(Clone, Default)]
pub(super) struct Sums {
    places: usize,
    pub(super) comments: usize,
    pub(super) nags: usize,
}

/// Whether there is a comment after a place.
#[derive(Copy, Clone, Default)]
pub(super) struct Seen(bool);

/// Whether there is any text.
#[derive(Default)]
pub(super) struct Any(bool);

impl Text for Any {
    #[inline]
    fn join(&mut self, text: &str) {
        self.0 |= !comment::is_blank(text);
    }

    #[inline]
    fn as_str(&self) -> &str {
        if self.0 { "…" } else { "" }
    }
}

impl Keep for Sums {
    type Place = Seen;
    type Text = Any;

    #[inline]
    fn places(&self) -> usize {
        self.places
    }

    fn start(&mut self, _: Position) {
        *self = Sums { places: 1, ..Sums::default() };
    }

    #[inline]
    fn add(&mut self, _: Seen, turn: Turn<'_, Any>) -> Seen {
        self.places += 1;
        self.comments += usize::from(turn.before.0);
        self.nags += turn.nags.len();
        Seen(false)
    }

    #[inline]
    fn remark(&mut self, place: &mut Seen, text: &str) {
        if !place.0 && !comment::is_blank(text) {
            place.0 = true;
            self.comments += 1;
        }
    }

    fn nag(&mut self, _: Seen, _: u8) {
        self.nags += 1;
    }
}
