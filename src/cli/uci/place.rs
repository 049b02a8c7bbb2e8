//! The command `position`: where the game stands.

use anyhow::{Context, bail};

use crate::chess::{Position, RuleSet};
use crate::notation::{fen, uci};

/// A position and those before it.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The position.
    pub position: Position,
    /// The positions before, oldest first.
    pub before: Vec<Position>,
}

impl Place {
    /// Takes over what the words after `position` say. A wrong move and those after it are left out.
    ///
    /// # Errors
    /// What is wrong with it; after a wrong position nothing has changed.
    pub fn set(&mut self, words: &[&str], rules: RuleSet) -> anyhow::Result<()> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let start = match &words[..split] {
            ["startpos", ..] => Position::start_with(rules),
            ["fen", text @ ..] if !text.is_empty() => {
                let text = text.join(" ");
                fen::parse(&text, rules).with_context(|| format!("position {text}"))?.position
            }
            _ => bail!("position: expected startpos or fen"),
        };
        (self.position, self.before) = (start, Vec::new());
        for text in words.get(split + 1..).unwrap_or_default() {
            let mv = uci::read(&self.position, text)
                .with_context(|| format!("position: move {} ({text})", self.before.len() + 1))?;
            self.before.push(self.position);
            self.position = self.position.play(mv);
        }
        Ok(())
    }
}
