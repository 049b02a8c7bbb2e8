//! Tokens to a game: one game in the making.

mod moves;

use crate::chess::Position;

use super::comment;
use super::keep::Keep;
use super::letters::Letters;
use super::line::{Line, Spot};
use super::report::{Report, Tags};
use super::setup;
use super::source::Place;
use super::token::Site;
use super::tree::Warning;
use super::word;

const MOST_TAGS: usize = 1_000;
const MOST_WARNINGS: usize = 100;
/// Bytes of comments of one game that are kept.
const MOST_TEXT: usize = 64 << 20;

/// A game of which not all tokens have come yet.
pub(super) struct Builder<K: Keep> {
    report: Report,
    keep: K,
    letters: &'static Letters,
    /// Whether there are moves with letters of men other than these, and with some of another language.
    strange: bool,
    national: bool,
    /// Whether a tag may say that the game starts in another way than usual.
    unusual: bool,
    /// Of each tag's name a bit: most names are seen to be new without a look at the others.
    names: u64,
    /// Line and column of each tag.
    places: Vec<(usize, usize)>,
    /// Whether movetext has begun, so that the tags are complete.
    begun: bool,
    /// Whether a comment came behind tags.
    remarked: bool,
    /// The line of moves that is read, and those it interrupted.
    line: Line<K>,
    outer: Vec<Line<K>>,
    /// Variations open inside one that is not read.
    skipped: usize,
    /// Bytes of comments so far.
    text: usize,
    /// The result that ended the movetext.
    result: Option<&'static str>,
    /// Where the last token was.
    place: (usize, usize),
}

/// One bit of 64, the same for the same name.
fn name_bit(name: &str) -> u64 {
    let (first, last) = (name.as_bytes()[0], name.as_bytes()[name.len() - 1]);
    1 << ((name.len() + 3 * usize::from(first) + 7 * usize::from(last)) % 64)
}

/// A game that was read to its end.
pub(super) struct Built<K> {
    pub(super) report: Report,
    pub(super) keep: K,
    /// Whether a move has a letter that is none of the language that was read.
    pub(super) strange: bool,
    /// Whether a move has a letter that only a language other than English has for a man.
    pub(super) national: bool,
}

impl<K: Keep> Builder<K> {
    pub(super) fn new(from: Place, letters: &'static Letters, mut keep: K) -> Builder<K> {
        let start = Position::start();
        let report = Report {
            tags: Tags::default(),
            start,
            last: start,
            result: "*",
            warnings: Vec::new(),
            error: None,
            playable: true,
            line: from.line,
            offset: from.offset,
            end: from.offset,
            plies: 0,
            variations: 0,
            comments: 0,
            nags: 0,
        };
        keep.start(start);
        Builder {
            report,
            keep,
            letters,
            strange: false,
            national: false,
            unusual: false,
            names: 0,
            places: Vec::with_capacity(24),
            begun: false,
            remarked: false,
            line: Line::new(Spot { place: K::Place::default(), position: start }),
            outer: Vec::new(),
            skipped: 0,
            text: 0,
            result: None,
            place: (from.line, from.column + 1),
        }
    }

    /// Whether a tag begins the next game. Some games have tags and no moves; some tag sections have empty lines.
    pub(super) fn ends_before_tag(&self, name: &str, after_blank: bool) -> bool {
        let known = || self.report.tags.iter().any(|(known, _)| known == name);
        self.begun || self.remarked || (after_blank || name == "Event") && known()
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
    pub(super) fn goes_to(&mut self, site: &Site) {
        self.place = (site.line, site.column);
        self.report.end = site.end;
    }

    pub(super) fn warn(&mut self, warning: Warning) {
        if self.report.warnings.len() < MOST_WARNINGS {
            self.report.warnings.push(warning);
        }
    }

    fn warn_here(&mut self, message: impl Into<String>) {
        self.warn(self.here(message));
    }

    fn here(&self, message: impl Into<String>) -> Warning {
        Warning { line: self.place.0, column: self.place.1, message: message.into() }
    }

    pub(super) fn tag(&mut self, name: &str, value: &str) {
        if self.report.tags.len() >= MOST_TAGS {
            return self.warn_here("too many tags: this one is left out");
        }
        let bit = name_bit(name);
        if self.names & bit != 0 && self.report.tags.iter().any(|(known, _)| known == name) {
            self.warn_here(format!("the tag {name} comes twice"));
        }
        self.names |= bit;
        self.unusual |= ["FEN", "SetUp", "Variant"].iter().any(|tag| tag.eq_ignore_ascii_case(name));
        self.report.tags.push(name, value);
        self.places.push(self.place);
    }

    /// The tags are complete: finds where the game starts.
    #[inline]
    fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            if self.unusual {
                self.set_up();
            }
        }
    }

    fn set_up(&mut self) {
        match setup::read(&self.report.tags) {
            Ok(setup) => {
                let place = self.place_of("FEN");
                for message in setup.warnings {
                    self.warn(Warning { line: place.0, column: place.1, message });
                }
                self.keep.start(setup.position);
                self.report.start = setup.position;
                self.line.at.position = setup.position;
            }
            Err((tag, error)) => {
                let (line, column) = self.place_of(tag);
                self.report.error = Some(Warning { line, column, message: error.to_string() });
                self.report.playable = false;
                self.line.lost = true;
            }
        }
    }

    fn place_of(&self, tag: &str) -> (usize, usize) {
        let found = self.report.tags.iter().position(|(name, _)| name.eq_ignore_ascii_case(tag));
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
        if !self.begun {
            self.remarked |= !self.report.tags.is_empty() && !comment::is_blank(text);
        }
        self.line.remark(&mut self.keep, text);
    }

    pub(super) fn nag(&mut self, number: u8) {
        self.begin();
        if !self.is_lost() {
            self.line.nag(&mut self.keep, number);
        }
    }

    pub(super) fn result(&mut self, result: &'static str) {
        self.begin();
        if self.outer.is_empty() && self.skipped == 0 {
            self.result = Some(result);
        }
    }

    /// The game, when its last token has come.
    pub(super) fn finish(mut self) -> Built<K> {
        self.begin();
        if !self.outer.is_empty() || self.skipped > 0 {
            self.warn_here("a variation that is not closed");
        }
        self.skipped = 0;
        while !self.outer.is_empty() {
            self.close();
        }
        self.line.finish(&mut self.keep);
        let tagged = self.report.tag("Result").and_then(word::result);
        match (self.result, tagged) {
            (Some(result), Some(tagged)) if result != tagged => {
                self.warn_here(format!("the moves end with {result}, the Result tag says {tagged}"));
            }
            (None, _) if self.report.error.is_none() => self.warn_here("no result after the moves"),
            _ => {}
        }
        self.report.result = self.result.or(tagged).unwrap_or("*");
        self.report.last = self.line.at.position;
        Built { report: self.report, keep: self.keep, strange: self.strange, national: self.national }
    }
}
