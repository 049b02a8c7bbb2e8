//! How long people need to read a comment.

use crate::notation::pgn::{
    command,
    tree::{NodeId, PgnGame},
};

/// How many letters one reads in a second. Signs of the wide scripts count as two.
const LETTERS_A_SECOND: f64 = 15.0;
/// Seconds until the eye has found a comment.
const FINDING: f64 = 0.5;
/// A comment longer than this is shown in parts.
const LETTERS_A_PAGE: f64 = 290.0;
/// The most seconds for one part.
const MOST_A_PAGE: f64 = 20.0;

/// Seconds to read this text, which holds no commands any more; zero for one without words.
pub fn reading_time(text: &str) -> f64 {
    let letters: f64 = text.trim().chars().map(|letter| if letter < '\u{2e80}' { 1.0 } else { 2.0 }).sum();
    let pages = (letters / LETTERS_A_PAGE).ceil();
    (letters / LETTERS_A_SECOND + pages * FINDING).min(pages * MOST_A_PAGE)
}

/// Seconds to read what is said at a place of a line: after its move, and before the move that follows.
pub(super) fn seconds(game: &PgnGame, node: NodeId, next: Option<NodeId>) -> f64 {
    let comments = [Some(&game.nodes[node].after), next.map(|next| &game.nodes[next].before)];
    comments.into_iter().flatten().map(|comment| time(comment)).sum()
}

/// Whether something is said there in words.
pub(super) fn is_said(game: &PgnGame, node: NodeId, next: Option<NodeId>) -> bool {
    seconds(game, node, next) > 0.0
}

fn time(comment: &str) -> f64 {
    if comment.is_empty() { 0.0 } else { reading_time(&command::visible(comment)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_time_and_commands_none() {
        assert_eq!(reading_time(""), 0.0);
        assert_eq!(reading_time("   "), 0.0);
        assert_eq!(time("[%clk 0:01:00] [%cal Ge2e4]"), 0.0);
        assert_eq!(reading_time(&"a".repeat(150)), 10.5);
        assert_eq!(time(&format!("[%eval 0.3] {}", "a".repeat(150))), 10.5);
        // As many letters in another script take as long; a sign of a wide one holds more.
        assert_eq!(reading_time(&"ш".repeat(30)), 2.5);
        assert_eq!(reading_time(&"馬".repeat(30)), 4.5);
    }

    #[test]
    fn a_page_is_never_longer_than_twenty_seconds() {
        assert!(reading_time(&"a".repeat(290)) <= 20.0);
        let three = reading_time(&"a".repeat(800));
        assert!((54.0..=60.0).contains(&three), "{three}");
    }
}
