//! Tokens to a game: one game in the making.

use crate::chess::{Position, Side};
use crate::notation::{read_move, san};

use super::comment;
use super::keep::{Keep, Text};
use super::letters::{self, ENGLISH, Letters};
use super::line::{Line, Spot};
use super::report::{Report, Tags};
use super::setup;
use super::source::Place;
use super::token::Site;
use super::tree::{Played, Warning};
use super::word;

/// Turns of one game, with its variations, that are read: as a tree about 300 MB. The longest game possible has 17,697.
const MOST_PLACES: usize = 1_000_000;
/// Variations inside one another that are read.
const DEEPEST: usize = 100_000;
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
    pub(super) fn new(from: Place, letters: &'static Letters) -> Builder<K>
    where
        K: Default,
    {
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
        let mut keep = K::default();
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

    pub(super) fn mv(&mut self, text: &str) {
        self.begin();
        if self.is_lost() {
            self.strange = self.strange || self.letters.to_english(text).is_none();
            self.national = self.national || letters::is_national(text);
            return;
        }
        match self.play(text) {
            Ok(()) if self.outer.is_empty() => self.report.plies += 1,
            Ok(()) => {}
            Err(message) if self.outer.is_empty() => {
                self.report.error = Some(self.here(message));
                self.line.lost = true;
            }
            Err(message) => {
                self.warn_here(format!("{message}; the rest of the variation is left out"));
                self.line.lost = true;
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        if self.keep.places() >= MOST_PLACES {
            return Err("too many moves for one game".to_owned());
        }
        let english = std::ptr::eq(self.letters, &ENGLISH);
        let plain = if english { san::read_plain(&self.line.at.position, text.as_bytes()) } else { None };
        let played = match plain {
            Some(mv) => Played::Move(mv),
            None => self.read_odd(text)?,
        };
        self.go(played);
        Ok(())
    }

    /// Whether [`Builder::play_plain`] may be asked.
    pub(super) fn runs(&self) -> bool {
        self.begun && !self.is_lost() && std::ptr::eq(self.letters, &ENGLISH)
    }

    /// Plays a move that is written as it should be in English; false says nothing about others.
    #[inline]
    pub(super) fn play_plain(&mut self, word: &[u8]) -> bool {
        if self.keep.places() >= MOST_PLACES {
            return false;
        }
        let Some(mv) = san::read_plain(&self.line.at.position, word) else { return false };
        self.report.plies += usize::from(self.outer.is_empty());
        self.go(Played::Move(mv));
        true
    }

    #[inline]
    fn go(&mut self, played: Played) {
        self.report.variations += usize::from(!self.outer.is_empty() && !self.line.moved);
        self.line.play(&mut self.keep, played);
    }

    /// Adds a comment to a move; false if there are too many.
    #[inline]
    pub(super) fn remark_plain(&mut self, text: &str) -> bool {
        if self.text + text.len() > MOST_TEXT {
            return false;
        }
        self.text += text.len();
        self.line.remark(&mut self.keep, text);
        true
    }

    /// Reads what is not a move as it should be in English.
    #[inline(never)]
    fn read_odd(&mut self, text: &str) -> Result<Played, String> {
        let position = &self.line.at.position;
        if matches!(text, "--" | "Z0" | "z0" | "0000" | "@@@@") {
            let passed = position.null_move().map(|_| Played::Null);
            return passed.ok_or_else(|| "a turn cannot be passed in check".to_owned());
        }
        let english = self.letters.to_english(text);
        self.strange = self.strange || english.is_none();
        read_move(position, english.as_deref().unwrap_or(text)).map(Played::Move).map_err(|error| {
            self.national = self.national || letters::is_national(text);
            let dots = if position.side() == Side::White { "." } else { "..." };
            format!("{}{dots} {error}", position.fullmove_number())
        })
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
        let inner = self.line.variation();
        self.outer.push(std::mem::replace(&mut self.line, inner));
    }

    pub(super) fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(outer) = self.outer.pop() {
            let mut inner = std::mem::replace(&mut self.line, outer);
            if inner.moved {
                self.keep.remark(&mut inner.at.place, inner.before.as_str());
                self.line.fresh = true;
            } else {
                if !inner.lost {
                    self.warn_here("a variation without moves");
                }
                self.line.remark(&mut self.keep, inner.before.as_str());
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
