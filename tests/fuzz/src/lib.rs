//! What the fuzz targets share.

use endgame::chess::{Position, RuleSet};
use endgame::notation::fen;

/// The first line of a text, and what follows it.
pub fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// A position of any rules from a line; a `!` before the FEN asks for the rule set `endgame`.
pub fn position(line: &str) -> Option<Position> {
    let (rules, line) = match line.strip_prefix('!') {
        Some(line) => (RuleSet::Endgame, line),
        None => (RuleSet::Standard, line),
    };
    fen::parse(line, rules).ok().map(|parsed| parsed.position)
}
