//! Where the games of a match begin.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::chess::{Move, Position, RuleSet};
use crate::notation::{fen, pgn::reader, read_move};

/// A start and the moves from it.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Where it begins.
    pub start: Position,
    /// What was played.
    pub moves: Vec<Move>,
}

/// Plies of the games of a PGN that are taken as openings.
const PLIES: usize = 16;

/// Reads openings; the start position without a file.
///
/// # Errors
/// The file cannot be read, or a line of it not be understood.
pub fn read(path: Option<&Path>) -> anyhow::Result<Vec<Opening>> {
    let Some(path) = path else { return Ok(vec![Opening::default()]) };
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
    let openings =
        if is_pgn { of_games(&bytes) } else { of_lines(&String::from_utf8_lossy(&bytes), &name.to_string())? };
    if openings.is_empty() {
        bail!("{name}: there are no openings in it");
    }
    Ok(openings)
}

fn of_games(bytes: &[u8]) -> Vec<Opening> {
    let games = reader::read_all(bytes);
    let opening = |game: &crate::notation::pgn::tree::PgnGame| {
        let played = game.to_game(game.profile()).ok()?;
        let moves = played.plies().iter().take(PLIES).map(|ply| ply.mv).collect();
        Some(Opening { start: *played.start(), moves })
    };
    games.iter().filter_map(opening).collect()
}

fn of_lines(text: &str, name: &str) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{name}, line {}", number + 1);
        if line.contains('/') {
            let start = fen::parse(line, RuleSet::Standard).with_context(place)?.position;
            openings.push(Opening { start, moves: Vec::new() });
            continue;
        }
        let mut opening = Opening::default();
        let mut at = opening.start;
        for word in line.split_whitespace().filter(|word| !word.ends_with('.')) {
            let mv = read_move(&at, word).with_context(place)?;
            opening.moves.push(mv);
            at = at.play(mv);
        }
        openings.push(opening);
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_moves_or_positions() {
        let text = "# even\n1. e4 e5 2. Nf3\n\n8/8/8/4k3/8/8/8/4KQ2 w - - 0 1\nd2d4\n";
        let openings = of_lines(text, "test").unwrap();
        assert_eq!(openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [3, 0, 1]);
        let error = of_lines("e4\ne4 e4\n", "test").unwrap_err();
        assert!(error.to_string().contains("test, line 2"), "{error:#}");
        assert_eq!(of_games(b"[Event \"x\"]\n\n1. e4 e5 *\n").len(), 1);
    }
}
