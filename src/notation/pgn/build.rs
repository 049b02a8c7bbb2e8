//! Tokens to a tree: one game in the making.

use crate::chess::{Position, Side};
use crate::notation::read_move;

use super::comment::join;
use super::setup;
use super::token::Token;
use super::tree::{NodeId, PgnGame, ROOT, Warning};
use super::word;

/// Turns of one game, with its variations, that are read: about 300 MB. The longest game possible has 17,697.
const MOST_NODES: usize = 1_000_000;
/// Variations inside one another that are read.
const DEEPEST: usize = 100_000;
const MOST_TAGS: usize = 1_000;
const MOST_WARNINGS: usize = 100;
/// Bytes of comments of one game that are kept.
const MOST_TEXT: usize = 64 << 20;

/// A game of which not all tokens have come yet.
pub(super) struct Builder {
    game: PgnGame,
    /// Line and column of each tag.
    places: Vec<(usize, usize)>,
    /// Whether movetext has begun, so that the tags are complete.
    begun: bool,
    /// The line of moves that is read, and those it interrupted.
    line: Line,
    outer: Vec<Line>,
    /// Variations open inside one that is not read.
    skipped: usize,
    /// Bytes of comments so far.
    text: usize,
    /// The result that ended the movetext.
    result: Option<&'static str>,
    /// Where the last token was.
    place: (usize, usize),
}

/// The main line or a variation while it is read.
#[derive(Default)]
struct Line {
    /// The last move, or where the variation begins.
    at: NodeId,
    /// Whether `at` is of this line.
    moved: bool,
    /// Whether a comment belongs to the next move: at the beginning and after a variation.
    fresh: bool,
    /// Comment and glyphs for the next move.
    before: String,
    nags: Vec<u8>,
    /// Whether moves cannot be read any more.
    lost: bool,
}

impl Builder {
    pub(super) fn new(first: &Token) -> Builder {
        let mut game = PgnGame::new(Position::start());
        (game.line, game.offset) = first.origin;
        let line = Line { fresh: true, ..Line::default() };
        let (places, outer) = (Vec::new(), Vec::new());
        Builder {
            game,
            places,
            begun: false,
            line,
            outer,
            skipped: 0,
            text: 0,
            result: None,
            place: (first.line, first.column),
        }
    }

    /// Whether a tag begins the next game. Some games have tags and no moves; some tag sections have empty lines.
    pub(super) fn ends_before_tag(&self, name: &str, after_blank: bool) -> bool {
        let known = self.game.tags.iter().any(|(known, _)| known == name);
        let commented = !self.line.before.is_empty() && !self.game.tags.is_empty();
        self.begun || commented || known && (after_blank || name == "Event")
    }

    /// Whether the movetext has come to its end.
    pub(super) fn is_done(&self) -> bool {
        self.result.is_some()
    }

    /// The line of the last token.
    pub(super) fn last_line(&self) -> usize {
        self.place.0
    }

    /// Takes note of where the next token is.
    pub(super) fn goes_to(&mut self, token: &Token) {
        self.place = (token.line, token.column);
    }

    pub(super) fn warn(&mut self, warning: Warning) {
        if self.game.warnings.len() < MOST_WARNINGS {
            self.game.warnings.push(warning);
        }
    }

    fn warn_here(&mut self, message: impl Into<String>) {
        self.warn(self.here(message));
    }

    fn here(&self, message: impl Into<String>) -> Warning {
        Warning { line: self.place.0, column: self.place.1, message: message.into() }
    }

    pub(super) fn tag(&mut self, name: String, value: String) {
        if self.game.tags.len() >= MOST_TAGS {
            return self.warn_here("too many tags: this one is left out");
        }
        if self.game.tags.iter().any(|(known, _)| *known == name) {
            self.warn_here(format!("the tag {name} comes twice"));
        }
        self.game.tags.push((name, value));
        self.places.push(self.place);
    }

    /// The tags are complete: finds where the game starts.
    fn begin(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        match setup::read(&self.game) {
            Ok(setup) => {
                let place = self.place_of("FEN");
                for message in setup.warnings {
                    self.warn(Warning { line: place.0, column: place.1, message });
                }
                self.game.nodes[ROOT].position = setup.position;
                self.game.start = setup.position;
            }
            Err((tag, error)) => {
                let (line, column) = self.place_of(tag);
                self.game.error = Some(Warning { line, column, message: error.to_string() });
                self.game.playable = false;
                self.line.lost = true;
            }
        }
    }

    fn place_of(&self, tag: &str) -> (usize, usize) {
        let found = self.game.tags.iter().position(|(name, _)| name.eq_ignore_ascii_case(tag));
        found.map_or(self.place, |index| self.places[index])
    }

    fn is_lost(&self) -> bool {
        self.skipped > 0 || self.line.lost
    }

    pub(super) fn comment(&mut self, text: &str) {
        if self.is_lost() {
            return;
        }
        self.text += text.len();
        if self.text > MOST_TEXT {
            return self.warn_here("too many comments: this one is left out");
        }
        self.remark(text);
    }

    /// Adds a comment where it belongs.
    fn remark(&mut self, text: &str) {
        let Line { fresh, at, .. } = self.line;
        join(if fresh { &mut self.line.before } else { &mut self.game.nodes[at].after }, text);
    }

    pub(super) fn nag(&mut self, number: u8) {
        self.begin();
        if !self.is_lost() {
            let nags = if self.line.moved { &mut self.game.nodes[self.line.at].nags } else { &mut self.line.nags };
            if !nags.contains(&number) {
                nags.push(number);
            }
        }
    }

    pub(super) fn mv(&mut self, text: &str) {
        self.begin();
        if self.is_lost() {
            return;
        }
        match self.play(text) {
            Ok(id) => {
                let node = &mut self.game.nodes[id];
                node.before = std::mem::take(&mut self.line.before);
                node.nags = std::mem::take(&mut self.line.nags);
                (self.line.at, self.line.moved, self.line.fresh) = (id, true, false);
            }
            Err(message) if self.outer.is_empty() => {
                self.game.error = Some(self.here(message));
                self.line.lost = true;
            }
            Err(message) => {
                self.warn_here(format!("{message}; the rest of the variation is left out"));
                self.line.lost = true;
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<NodeId, String> {
        let at = self.line.at;
        if self.game.nodes.len() >= MOST_NODES {
            return Err("too many moves for one game".to_owned());
        }
        if matches!(text, "--" | "Z0" | "z0" | "0000" | "@@@@") {
            return self.game.add_null(at).ok_or_else(|| "a turn cannot be passed in check".to_owned());
        }
        let position = &self.game.nodes[at].position;
        match read_move(position, text) {
            Ok(mv) => Ok(self.game.add(at, mv)),
            Err(error) => {
                let dots = if position.side() == Side::White { "." } else { "..." };
                Err(format!("{}{dots} {error}", position.fullmove_number()))
            }
        }
    }

    pub(super) fn open(&mut self) {
        self.begin();
        let first = self.outer.is_empty() && !self.line.moved;
        if self.is_lost() || first || self.outer.len() >= DEEPEST {
            if !self.is_lost() {
                self.warn_here(if first {
                    "a variation before the first move"
                } else {
                    "too many variations in one another"
                });
            }
            self.skipped += 1;
            return;
        }
        // A variation replaces the last move; with two brackets at once, both replace the same.
        let at = if self.line.moved { self.game.nodes[self.line.at].parent.unwrap_or(ROOT) } else { self.line.at };
        let inner = Line { at, fresh: true, ..Line::default() };
        self.outer.push(std::mem::replace(&mut self.line, inner));
    }

    pub(super) fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(outer) = self.outer.pop() {
            let inner = std::mem::replace(&mut self.line, outer);
            if inner.moved {
                join(&mut self.game.nodes[inner.at].after, &inner.before);
                self.line.fresh = true;
            } else {
                if !inner.lost {
                    self.warn_here("a variation without moves");
                }
                self.remark(&inner.before);
            }
        } else {
            self.warn_here("a bracket that closes nothing");
        }
    }

    pub(super) fn result(&mut self, result: &'static str) {
        self.begin();
        if self.outer.is_empty() && self.skipped == 0 {
            self.result = Some(result);
        }
    }

    /// The game, when its last token has come.
    pub(super) fn finish(mut self) -> PgnGame {
        self.begin();
        if !self.outer.is_empty() || self.skipped > 0 {
            self.warn_here("a variation that is not closed");
        }
        self.skipped = 0;
        while !self.outer.is_empty() {
            self.close();
        }
        join(&mut self.game.nodes[self.line.at].after, &self.line.before);
        if !self.line.moved {
            self.game.nodes[ROOT].nags = std::mem::take(&mut self.line.nags);
        }
        let tagged = self.game.tag("Result").and_then(word::result);
        match (self.result, tagged) {
            (Some(result), Some(tagged)) if result != tagged => {
                self.warn_here(format!("the moves end with {result}, the Result tag says {tagged}"));
            }
            (None, _) if self.game.error.is_none() => self.warn_here("no result after the moves"),
            _ => {}
        }
        self.game.result = self.result.or(tagged).unwrap_or("*").to_owned();
        self.game
    }
}
