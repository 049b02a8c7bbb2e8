//! Captions: what is said at a place of a watched line, in pages that are read at a glance.

use super::{
    pacing::{Schedule, reading_time},
    tree::Replay,
};
use crate::notation::pgn::command;

/// Letters on one page; as many as [`reading_time`] counts on.
const PAGE: usize = 290;
/// Letters that do not fill a page of their own.
const FEW: usize = 40;

/// What is said at one place of a watched line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    pages: Vec<String>,
}

impl Caption {
    /// What is said at a ply: after its move, and before the next.
    pub fn of(replay: &Replay, ply: usize) -> Caption {
        let after = command::visible(&replay.tree.nodes[replay.node_at(ply)].after);
        let before =
            replay.line.get(ply).map(|next| command::visible(&replay.tree.nodes[*next].before)).unwrap_or_default();
        let said = [after, before].into_iter().filter(|text| !text.trim().is_empty());
        Caption { pages: pages(&said.collect::<Vec<_>>().join(" ")) }
    }

    /// The pages in order; none where nothing is said.
    pub fn pages(&self) -> &[String] {
        &self.pages
    }

    /// Seconds to read all of it.
    pub fn reading_time(&self) -> f64 {
        self.pages.iter().map(|page| reading_time(page)).sum()
    }

    /// Which page is read at this second of the film, while it is at this ply.
    pub fn page_at(&self, schedule: &Schedule, ply: usize, seconds: f64) -> usize {
        let (begin, hold) = (schedule.begin_of(ply), schedule.hold(ply));
        self.page_after(((seconds - begin) / hold.max(0.1)).clamp(0.0, 1.0))
    }

    /// Which page is read when so much (0 to 1) of the look is over.
    fn page_after(&self, part: f64) -> usize {
        let whole = self.reading_time();
        let mut read = 0.0;
        for (index, page) in self.pages.iter().enumerate() {
            read += reading_time(page);
            if part * whole < read {
                return index;
            }
        }
        self.pages.len().saturating_sub(1)
    }
}

/// Parts of a text that are read at a glance: whole sentences if they fit, else whole words.
fn pages(text: &str) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    let mut page = String::new();
    let length = |text: &str| text.chars().count();
    for sentence in sentences(text) {
        if !page.is_empty() && length(&page) + 1 + length(sentence) > PAGE {
            pages.push(std::mem::take(&mut page));
        }
        for word in sentence.split_whitespace() {
            if !page.is_empty() && length(&page) + 1 + length(word) > PAGE {
                pages.push(std::mem::take(&mut page));
            }
            if !page.is_empty() {
                page.push(' ');
            }
            page.push_str(word);
        }
    }
    if !page.is_empty() {
        // A few words alone on the last page are put to the page before.
        match pages.last_mut().filter(|_| length(&page) < FEW) {
            Some(last) => *last = format!("{last} {page}"),
            None => pages.push(page),
        }
    }
    pages
}

/// A sentence ends with a full stop and a blank; what comes after a move number does not.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let ends = rest.match_indices(['.', '!', '?', '。', '！', '？']).map(|(at, sign)| (at, at + sign.len()));
        let end = ends
            .filter(|(at, _)| !rest[..*at].ends_with(|c: char| c.is_ascii_digit()))
            .map(|(_, after)| after)
            .find(|after| rest[*after..].chars().next().is_none_or(char::is_whitespace))
            .unwrap_or(rest.len());
        let (sentence, more) = rest.split_at(end);
        rest = more.trim_start();
        Some(sentence)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_turned_page_by_page_and_nothing_is_lost() {
        let text = "Black resigned. After 23. Qf6 the mate cannot be stopped! ".repeat(20);
        let cut = pages(&text);
        assert!(cut.len() > 3 && cut.iter().all(|page| page.chars().count() <= PAGE + FEW + 1));
        assert_eq!(cut.join(" ").split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        assert!(cut[0].ends_with(['.', '!']), "a page ends with a sentence: {}", cut[0]);
        let said = Caption { pages: cut.clone() };
        assert_eq!((said.page_after(0.0), said.page_after(1.0)), (0, cut.len() - 1));
        assert_eq!(Caption::default().page_after(1.0), 0);
        assert_eq!(pages("short"), ["short"]);
        assert!(pages("  ").is_empty());
        assert_eq!(pages(&"a".repeat(1000)).len(), 1, "a word is not cut");
    }
}
