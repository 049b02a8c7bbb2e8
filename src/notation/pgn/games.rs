//! Tokens to games: where one ends and the next begins, and in which language each is written.

use std::io::{self, BufRead};

use super::build::{Builder, Built};
use super::keep::Keep;
use super::letters::{ENGLISH, Letters, NATIONAL};
use super::report::Report;
use super::source::Place;
use super::token::{Tokens, What};
use super::tree::Warning;

/// The games of a file, whatever is kept of them.
pub(super) struct Games<R> {
    tokens: Tokens<R>,
    /// The last token, if it belongs to the next game.
    next: Option<What>,
    failed: bool,
    /// Letters to try before English, if any.
    letters: Option<&'static Letters>,
}

impl<R: BufRead> Games<R> {
    pub(super) fn new(input: R, place: Place) -> Games<R> {
        Games { tokens: Tokens::new(input, place), next: None, failed: false, letters: None }
    }

    pub(super) fn with_letters(self, letters: &'static Letters) -> Games<R> {
        Games { letters: Some(letters), ..self }
    }

    /// The next game, of which is kept what `blank` keeps; after an `Err` there is none.
    pub(super) fn next<K: Keep + Clone>(&mut self, blank: &K) -> Option<io::Result<(Report, K)>> {
        if self.failed {
            return None;
        }
        let game = self.game(blank).transpose();
        self.failed = matches!(game, Some(Err(_)));
        game
    }

    fn game<K: Keep + Clone>(&mut self, blank: &K) -> io::Result<Option<(Report, K)>> {
        let first = self.next.take().unwrap_or_else(|| self.tokens.next());
        if first == What::End {
            return self.tokens.error.take().map_or(Ok(None), Err);
        }
        let origin = self.tokens.origin;
        self.tokens.keep_from(origin.offset);
        let letters = self.letters.unwrap_or(&ENGLISH);
        let built = self.build(first, letters, blank)?;
        if built.report.error.is_none() || !built.report.playable {
            return Ok(Some((built.report, built.keep)));
        }
        let built = self.translated(origin, letters, built, blank);
        Ok(Some((built.report, built.keep)))
    }

    /// Reads one game.
    fn build<K: Keep + Clone>(&mut self, first: What, letters: &'static Letters, blank: &K) -> io::Result<Built<K>> {
        let mut builder = Builder::new(self.tokens.origin, letters, blank.clone());
        self.tokens.between = false;
        let mut token = first;
        while token != What::End {
            if self.ends_before(&builder, token) {
                self.next = Some(token);
                break;
            }
            builder.goes_to(&self.tokens.site);
            if !self.tokens.warnings.is_empty() {
                self.tokens.warnings.drain(..).for_each(|warning| builder.warn(warning));
            }
            match token {
                What::Tag => builder.tag(self.tokens.name(), self.tokens.text()),
                What::Move => {
                    builder.mv(self.tokens.text());
                    self.tokens.run(&mut builder);
                }
                What::Nag(number) => builder.nag(number),
                What::Comment => builder.comment(self.tokens.text()),
                What::Open => builder.open(),
                What::Close => builder.close(),
                What::Result => {
                    builder.result(self.tokens.result);
                    self.tokens.between = builder.is_done();
                }
                What::End => {}
            }
            token = self.tokens.next();
        }
        match self.tokens.error.take() {
            Some(error) => Err(error),
            None => Ok(builder.finish()),
        }
    }

    /// Whether a token belongs to the next game already.
    fn ends_before<K: Keep>(&self, builder: &Builder<K>, token: What) -> bool {
        let site = &self.tokens.site;
        match token {
            What::Tag => builder.ends_before_tag(self.tokens.name(), site.after_blank),
            // Behind the result, a remark on the same line is still about this game.
            What::Comment | What::Nag(_) => builder.is_done() && site.line != builder.last_line(),
            _ => builder.is_done(),
        }
    }

    /// The game in another language, if there is one way to read it so; otherwise as it was read.
    fn translated<K: Keep + Clone>(&mut self, from: Place, tried: &Letters, built: Built<K>, blank: &K) -> Built<K> {
        let Some(bytes) = self.tokens.kept(from.offset) else { return built };
        let others = [&ENGLISH].into_iter().filter(|_| *tried != ENGLISH);
        let others = others.chain(NATIONAL.iter().filter(|set| built.national && *set != tried));
        let read = |letters: &'static Letters| {
            let mut games = Games::new(bytes, from);
            let first = games.tokens.next();
            let again: Built<K> = games.build(first, letters, blank).ok()?;
            let further = again.report.error.is_none() || again.report.plies > built.report.plies;
            (further && !again.strange).then_some((letters, again))
        };
        let mut found: Vec<(&Letters, Built<K>)> = Vec::new();
        for (letters, again) in others.filter_map(read) {
            let rank = |built: &Built<K>| (built.report.error.is_none(), built.report.plies);
            let best = found.first().map(|(_, best)| rank(best));
            if best.is_none_or(|best| rank(&again) > best) {
                found.clear();
            }
            if best.is_none_or(|best| rank(&again) >= best) {
                found.push((letters, again));
            }
        }
        let same = found.iter().all(|(_, other)| other.report.last == found[0].1.report.last);
        let mut found = found.into_iter();
        let Some((letters, mut again)) = found.next().filter(|_| same) else { return built };
        let message = match found.next() {
            None => format!("the letters of the men are not English but {letters}"),
            Some((other, _)) => format!("the letters of the men are not English but {letters} or {other}"),
        };
        if *letters != ENGLISH {
            let (line, column) = (from.line, from.column + 1);
            again.report.warnings.insert(0, Warning { line, column, message });
        }
        again
    }
}
