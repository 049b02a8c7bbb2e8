//! Where a game starts: what its tags `Variant`, `FEN` and `SetUp` say.

use crate::chess::{Position, RuleSet};
use crate::notation::fen;

use super::tree::PgnGame;

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
pub(super) fn read(game: &PgnGame) -> Result<Setup, (&'static str, SetupError)> {
    let variant = game.tag("Variant").unwrap_or("").trim().to_lowercase();
    let key: String = variant.chars().filter(|c| c.is_alphanumeric()).collect();
    let rules = match key.as_str() {
        "" | "standard" | "normal" | "chess" | "classic" | "classical" | "standardchess" | "fromposition"
        | "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess" | "fischerrandomchess" => {
            RuleSet::Standard
        }
        "endgame" => RuleSet::Endgame,
        _ => {
            return Err(("Variant", SetupError::Variant(game.tag("Variant").unwrap_or("").to_owned())));
        }
    };
    let shuffled = key.contains("960") || key.starts_with("fischer");
    match game.tag("FEN").map(str::trim) {
        Some(text) if !text.is_empty() && text != "?" => {
            let parsed = fen::parse(text, rules).map_err(|error| ("FEN", error.into()))?;
            let warnings = parsed.repairs.iter().map(|repair| format!("the start position: {repair}")).collect();
            Ok(Setup { position: parsed.position, warnings })
        }
        _ if shuffled => Err(("Variant", SetupError::MissingFen)),
        _ => {
            let missing = game.tag("SetUp").is_some_and(|value| value.trim() == "1");
            let warnings = if missing { vec!["SetUp without a FEN".to_owned()] } else { Vec::new() };
            Ok(Setup { position: Position::start_with(rules), warnings })
        }
    }
}
