//! Where a game starts: what its tags `Variant`, `FEN` and `SetUp` say.
//!
//! `Variant` is written as `Chess960` for a start of Chess960 (the usual one excepted, and any whose castling only Chess960
//! knows), as `Endgame` for the rule set of that name, as `Endgame Chess960` for both, and left out for the usual game.
//! Reading knows the names that other programs give to these.

use crate::chess::{Position, RuleSet};
use crate::notation::{castles_as_usual, fen};

use super::report::Tags;

/// Why a game cannot be played from its start.
#[derive(Debug, thiserror::Error)]
pub(super) enum SetupError {
    #[error("the variant {0:?} is not supported")]
    Variant(String),
    #[error("the start position is invalid: {0}")]
    Fen(#[from] fen::FenError),
    #[error("a Chess960 game without its start position")]
    MissingFen,
}

/// A start position and the name of the tag it is from, with what had to be repaired.
pub(super) struct Setup {
    pub(super) position: Position,
    pub(super) warnings: Vec<String>,
}

/// The start that the tags ask for. `Err` names the tag that is at fault as well.
pub(super) fn read(tags: &Tags) -> Result<Setup, (&'static str, SetupError)> {
    let variant = tags.value("Variant").unwrap_or("").trim().to_lowercase();
    let key: String = variant.chars().filter(|c| c.is_alphanumeric()).collect();
    let (rules, shuffled) = match key.as_str() {
        "" | "standard" | "normal" | "chess" | "classic" | "classical" | "standardchess" | "fromposition" => {
            (RuleSet::Standard, false)
        }
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess" | "fischerrandomchess" => {
            (RuleSet::Standard, true)
        }
        "endgame" => (RuleSet::Endgame, false),
        "endgamechess960" | "endgame960" => (RuleSet::Endgame, true),
        _ => {
            return Err(("Variant", SetupError::Variant(tags.value("Variant").unwrap_or("").to_owned())));
        }
    };
    let parse = if shuffled { fen::parse_chess960 } else { fen::parse };
    match tags.value("FEN").map(str::trim) {
        Some(text) if !text.is_empty() && text != "?" => {
            let parsed = parse(text, rules).map_err(|error| ("FEN", error.into()))?;
            let warnings = parsed.repairs.iter().map(|repair| format!("the start position: {repair}")).collect();
            Ok(Setup { position: parsed.position, warnings })
        }
        _ if shuffled => Err(("Variant", SetupError::MissingFen)),
        _ => {
            let missing = tags.value("SetUp").is_some_and(|value| value.trim() == "1");
            let warnings = if missing { vec!["SetUp without a FEN".to_owned()] } else { Vec::new() };
            Ok(Setup { position: Position::start_with(rules), warnings })
        }
    }
}

/// What the tag `Variant` says of games that start here; `None` for the usual game, also from a position of its own.
pub(super) fn variant(start: &Position) -> Option<&'static str> {
    let shuffled = match start.chess960_number() {
        Some(number) => number != Position::USUAL_START,
        None => !castles_as_usual(start),
    };
    match (start.rules(), shuffled) {
        (RuleSet::Standard, false) => None,
        (RuleSet::Standard, true) => Some("Chess960"),
        (RuleSet::Endgame, false) => Some("Endgame"),
        (RuleSet::Endgame, true) => Some("Endgame Chess960"),
    }
}
