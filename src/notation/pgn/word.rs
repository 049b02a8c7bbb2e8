//! Words of movetext: move numbers, results and glyphs, however they are glued to a move.

use super::glyph;

/// What a word says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Move(String),
    Nag(u8),
    Result(&'static str),
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
    let plain = dashes(text.trim());
    RESULTS.iter().find(|(spelling, _)| *spelling == plain).map(|&(_, result)| result)
}

/// Takes a word apart; words that say nothing (move numbers, `e.p.`, a `+` that stands alone) give nothing.
pub(super) fn split(word: &str) -> Vec<Part> {
    if let Some(result) = result(word) {
        return vec![Part::Result(result)];
    }
    let word = dashes(word);
    let word = without_number(&word);
    if let Some(number) = glyph::nag(word) {
        return vec![Part::Nag(number)];
    }
    let (word, end) = without_result(word);
    let mut parts: Vec<Part> = end.into_iter().map(Part::Result).collect();
    let mut rest = word;
    while let Some((shorter, number)) = glyph::split_off(rest) {
        parts.push(Part::Nag(number));
        rest = shorter;
    }
    match glyph::nag(rest) {
        Some(number) => parts.push(Part::Nag(number)),
        None if is_empty_word(rest) => {}
        None => parts.push(Part::Move(rest.to_owned())),
    }
    parts.reverse();
    parts
}

/// Words that belong to the move before them and add nothing to it.
fn is_empty_word(word: &str) -> bool {
    matches!(word, "" | "+" | "++" | "#" | "-" | "e.p." | "e.p" | "ep" | "ep." | "ch" | "ch." | "mate")
}

/// Hyphens and minus signs of all lengths are one sign.
fn dashes(text: &str) -> String {
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
