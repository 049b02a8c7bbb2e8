//! What a game says of itself without its tree: for checking and listing files of any size.

use crate::chess::Position;

use super::tree::Warning;

/// A game that was read to its end, of which the moves were not kept. See [`PgnGame`](super::tree::PgnGame) for the fields
/// of the same names.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "those without a line here are fields of PgnGame")]
pub struct Report {
    pub tags: Tags,
    pub start: Position,
    /// The position after the last move of the main line.
    pub last: Position,
    pub result: &'static str,
    pub warnings: Vec<Warning>,
    pub error: Option<Warning>,
    pub playable: bool,
    pub line: usize,
    pub offset: u64,
    pub end: u64,
    /// Half-moves of the main line.
    pub plies: usize,
    /// Variations in the whole tree.
    pub variations: usize,
    /// Comments in the whole tree; several on one place count as one.
    pub comments: usize,
    /// Glyphs in the whole tree.
    pub nags: usize,
}

impl Report {
    /// The value of a tag, as [`PgnGame::tag`](super::tree::PgnGame::tag) finds it.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.value(name)
    }
}

/// Names and values of tags in the order of the file, in one piece of memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    text: String,
    /// Where each name and each value ends.
    ends: Vec<(usize, usize)>,
}

impl Tags {
    /// Adds a tag as the last.
    pub fn push(&mut self, name: &str, value: &str) {
        if self.ends.is_empty() {
            // Enough for most games.
            self.text.reserve(512);
            self.ends.reserve(24);
        }
        self.text.push_str(name);
        let end = self.text.len();
        self.text.push_str(value);
        self.ends.push((end, self.text.len()));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Name and value of each.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        starts.zip(&self.ends).map(|(start, &(middle, end))| (&self.text[start..middle], &self.text[middle..end]))
    }

    /// The value of a tag. A name in other case is found too (`Setup` is met in the world), if there is no exact one.
    pub fn value(&self, name: &str) -> Option<&str> {
        find(self.iter(), name)
    }
}

/// The value of a tag among others; one with another case only if there is no exact one.
pub(super) fn find<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>, name: &str) -> Option<&'a str> {
    let mut similar = None;
    for (known, value) in tags {
        if known.len() == name.len() && known.eq_ignore_ascii_case(name) {
            if known == name {
                return Some(value);
            }
            similar = similar.or(Some(value));
        }
    }
    similar
}
