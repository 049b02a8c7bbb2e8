//! Words of movetext: move numbers, results and glyphs, however they are glued to a move.

use std::borrow::Cow;
use std::ops::Range;

use super::glyph;

/// What a word says: a move, then its glyphs, then how the game ended; any of them may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Word {
    /// Which bytes of the word the move is.
    pub(super) mv: Option<Range<usize>>,
    pub(super) result: Option<&'static str>,
}

const RESULTS: &[(&str, &str)] = &[
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("1:0", "1-0"),
    ("0:1", "0-1"),
    ("*", "*"),
];

/// The result that a word or the Result tag names.
pub(super) fn result(text: &str) -> Option<&'static str> {
    spelled(&dashes(text.trim()))
}

fn spelled(text: &str) -> Option<&'static str> {
    if !text.starts_with(['0', '1', '*', '½']) {
        return None;
    }
    RESULTS.iter().find(|(spelling, _)| *spelling == text).map(|&(_, result)| result)
}

/// Takes a word apart whose dashes are plain; `nags` takes its glyphs. Words that say nothing (move numbers, `e.p.`, a `+`
/// that stands alone) give nothing.
pub(super) fn split(word: &str, nags: &mut Vec<u8>) -> Word {
    nags.clear();
    if let Some(result) = spelled(word) {
        return Word { mv: None, result: Some(result) };
    }
    let whole = word.len();
    let word = without_number(word);
    let start = whole - word.len();
    if word.is_empty() {
        return Word::default();
    }
    if let Some(number) = glyph::nag(word) {
        nags.push(number);
        return Word::default();
    }
    let (mut rest, result) = without_result(word);
    while let Some((shorter, number)) = glyph::split_off(rest) {
        nags.push(number);
        rest = shorter;
    }
    let mut mv = None;
    match glyph::nag(rest) {
        Some(number) => nags.push(number),
        None if is_empty_word(rest) => {}
        None => mv = Some(start..start + rest.len()),
    }
    nags.reverse();
    Word { mv, result }
}

/// Words that belong to the move before them and add nothing to it.
fn is_empty_word(word: &str) -> bool {
    matches!(word, "" | "+" | "++" | "#" | "-" | "e.p." | "e.p" | "ep" | "ep." | "ch" | "ch." | "mate")
}

/// Hyphens and minus signs of all lengths are one sign.
pub(super) fn dashes(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    text.chars().map(|c| if matches!(c, '‐' | '‑' | '‒' | '–' | '—' | '−') { '-' } else { c }).collect()
}

/// Takes off `12.`, `12...`, `...` and a number that is glued to a move.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let dotted = rest.trim_start_matches(['.', '…']);
    if dotted.len() < rest.len() || rest.is_empty() && word != "0000" {
        return dotted;
    }
    let glued = rest.len() < word.len() && rest.starts_with(char::is_alphabetic);
    if glued { rest } else { word }
}

/// Takes a result off the end of a move (`e6*`, `Re81-0`).
fn without_result(word: &str) -> (&str, Option<&'static str>) {
    if !word.ends_with(['0', '1', '2', '½']) || !word.contains(['-', ':', '/']) {
        return (word, None);
    }
    for (spelling, result) in RESULTS.iter().filter(|(spelling, _)| spelling.len() >= 3) {
        let rest = word.strip_suffix(spelling);
        if let Some(rest) = rest.filter(|rest| rest.starts_with(char::is_alphabetic) || rest.starts_with("0-0")) {
            return (rest, Some(result));
        }
    }
    (word, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Debug)]
    enum Part {
        Move(String),
        Nag(u8),
        Result(&'static str),
    }

    fn split(word: &str) -> Vec<Part> {
        let (word, mut nags) = (dashes(word), Vec::new());
        let Word { mv, result } = super::split(&word, &mut nags);
        let mv = mv.into_iter().map(|mv| Part::Move(word[mv].to_owned()));
        mv.chain(nags.into_iter().map(Part::Nag)).chain(result.map(Part::Result)).collect()
    }

    fn mv(text: &str) -> Part {
        Part::Move(text.to_owned())
    }

    #[test]
    fn numbers_are_taken_off() {
        for word in ["e4", "1.e4", "2....e4", "...e4", "1e4", "1…e4"] {
            assert_eq!(split(word), [mv("e4")], "{word}");
        }
        for word in ["1", "1.", "12...", "...", "…"] {
            assert_eq!(split(word), [], "{word}");
        }
    }

    #[test]
    fn castling_with_zeros_and_null_moves_are_no_numbers() {
        for word in ["0-0", "0-0-0", "O-O", "--", "Z0", "0000", "@@@@"] {
            assert_eq!(split(word), [mv(word)], "{word}");
        }
        assert_eq!(split("5.0-0+"), [mv("0-0+")]);
        assert_eq!(split("O–O"), [mv("O-O")]);
    }

    #[test]
    fn results_stand_alone_or_glued() {
        assert_eq!(split("1–0"), [Part::Result("1-0")]);
        assert_eq!(split("½-½"), [Part::Result("1/2-1/2")]);
        assert_eq!(split("Re81-0"), [mv("Re8"), Part::Result("1-0")]);
        assert_eq!(split("0-0-00-1"), [mv("0-0-0"), Part::Result("0-1")]);
        assert_eq!(split("Kc11/2-1/2"), [mv("Kc1"), Part::Result("1/2-1/2")]);
    }

    #[test]
    fn glyphs_stand_alone_or_glued() {
        assert_eq!(split("Bxd3??∓"), [mv("Bxd3"), Part::Nag(4), Part::Nag(17)]);
        assert_eq!(split("!?"), [Part::Nag(5)]);
        assert_eq!(split("−+"), [Part::Nag(19)]);
        assert_eq!(split("12.Qh5+!"), [mv("Qh5+"), Part::Nag(1)]);
        assert_eq!(split("e8=Q#"), [mv("e8=Q#")]);
    }

    #[test]
    fn any_word_is_taken_apart_without_panic() {
        for word in ["!!!!", "½", "=", "1.1.", "0", "00", "e.p.", "♘f3!", "\u{fffd}", "....", "1/2", "-0", "1-", "é"]
        {
            split(word);
        }
    }
}
