//! A game in PGN export format: tags in their order, then movetext in lines of less than 80 characters.
//!
//! Writing what was read from a written game gives the same bytes. A comment that contains `}` cannot stand in braces:
//! it is written behind `;` up to the end of its line, however long. Nothing recurses: a variation may be nested as
//! deeply as memory allows.

use super::comment::{self, join};
use super::tag;
use super::tree::{NodeId, PgnGame, Played, ROOT};
use crate::chess::Side;

/// Characters of a line, without its end.
const WIDTH: usize = 79;

/// The game as text, with a line end after its result.
pub fn write(game: &PgnGame) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        tag::write(name, value, &mut text);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut movetext = Movetext { text, column: 0, glue: false, comment: String::new() };
    write_moves(game, &mut movetext);
    movetext.word(&game.result);
    movetext.text.push('\n');
    movetext.text
}

enum Step {
    /// Goes on after a node; the move number is needed even for Black.
    Continue(NodeId, bool),
    /// A variation that begins with a node.
    Variation(NodeId),
    Close,
}

fn write_moves(game: &PgnGame, out: &mut Movetext) {
    let root = &game.nodes[ROOT];
    out.nags(&root.nags);
    out.comment(&root.after);
    let mut steps = vec![Step::Continue(ROOT, true)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Continue(parent, number) => {
                let Some((&main, others)) = game.nodes[parent].children.split_first() else {
                    continue;
                };
                write_move(game, main, number, out);
                steps.push(Step::Continue(main, !others.is_empty() || !out.comment.is_empty()));
                for &other in others.iter().rev() {
                    steps.extend([Step::Close, Step::Variation(other)]);
                }
            }
            Step::Variation(id) => {
                out.open();
                write_move(game, id, true, out);
                steps.push(Step::Continue(id, !out.comment.is_empty()));
            }
            Step::Close => out.close(),
        }
    }
}

fn write_move(game: &PgnGame, id: NodeId, number: bool, out: &mut Movetext) {
    let node = &game.nodes[id];
    let position = &game.nodes[node.parent.unwrap_or(ROOT)].position;
    let number = number || !node.before.is_empty();
    out.comment(&node.before);
    match position.side() {
        Side::White => out.word(&format!("{}.", position.fullmove_number())),
        Side::Black if number => out.word(&format!("{}...", position.fullmove_number())),
        Side::Black => {}
    }
    match node.played {
        Some(Played::Move(_)) => out.word(&game.san(id)),
        _ => out.word("--"),
    }
    out.nags(&node.nags);
    out.comment(&node.after);
}

/// Movetext while it is written.
struct Movetext {
    text: String,
    /// Characters in the last line.
    column: usize,
    /// Whether the next word follows without a blank, after an opening bracket.
    glue: bool,
    /// Comments that follow one another become one, as the reader makes of them.
    comment: String,
}

impl Movetext {
    fn comment(&mut self, text: &str) {
        join(&mut self.comment, text);
    }

    fn nags(&mut self, nags: &[u8]) {
        for nag in nags {
            self.word(&format!("${nag}"));
        }
    }

    fn open(&mut self) {
        self.word("(");
        self.glue = true;
    }

    fn close(&mut self) {
        self.flush();
        self.glue = self.column > 0 && self.column < WIDTH;
        self.put(")");
        self.glue = false;
    }

    fn word(&mut self, word: &str) {
        self.flush();
        self.put(word);
    }

    /// Writes a word on this line or the next.
    fn put(&mut self, word: &str) {
        let width = word.chars().count();
        let gap = usize::from(self.column > 0 && !self.glue);
        if self.column > 0 && self.column + gap + width > WIDTH {
            self.end_line();
        } else if gap > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
        self.glue = false;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes the comment that waits.
    fn flush(&mut self) {
        let comment = std::mem::take(&mut self.comment);
        if comment.is_empty() {
            return;
        }
        if comment.contains('}') {
            self.put("; ");
            self.text.push_str(&comment);
            return self.end_line();
        }
        let mut words = unbroken(&comment);
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        for word in &words {
            self.put(word);
        }
    }
}

/// The words of a comment between which a line may end: not inside a command, nor before a `%`, which at the beginning of
/// a line makes other programs skip it.
fn unbroken(comment: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut in_command = false;
    for word in comment::words(comment) {
        match words.last_mut() {
            Some(last) if word.starts_with('%') || in_command && last.len() + word.len() < WIDTH / 2 => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
        let opened = word.rfind("[%");
        in_command = match (opened, word.rfind(']')) {
            (Some(open), Some(close)) => close < open,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => in_command,
        };
    }
    words
}
