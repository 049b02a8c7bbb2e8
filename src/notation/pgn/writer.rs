//! A game in PGN export format: tags in their order, then movetext in lines of less than 80 characters.
//!
//! Writing what was read from a written game gives the same bytes. A comment that contains `}` cannot stand in braces:
//! it is written behind `;` up to the end of its line, however long. Nothing recurses: a variation may be nested as
//! deeply as memory allows.

use super::comment::join;
use super::tag;
use super::tree::{NodeId, PgnGame, Played, ROOT};
use crate::chess::Side;

/// Characters of a line, without its end.
const WIDTH: usize = 79;

/// The game as text, with a line end after its result.
pub fn write(game: &PgnGame) -> String {
    // Room for most games: their tags, then numbers, moves and short comments.
    let mut text = String::with_capacity(512 + 32 * game.nodes.len());
    for (name, value) in &game.tags {
        tag::write(name, value, &mut text);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut movetext = Movetext { text, column: 0, glue: false, comment: String::new(), made: String::new() };
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
        Side::White => out.number(position.fullmove_number(), "."),
        Side::Black if number => out.number(position.fullmove_number(), "..."),
        Side::Black => {}
    }
    match node.played {
        Some(Played::Move(_)) => out.made(|word| game.push_san(id, word)),
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
    /// Room for a word in the making.
    made: String,
}

impl Movetext {
    fn comment(&mut self, text: &str) {
        join(&mut self.comment, text);
    }

    fn nags(&mut self, nags: &[u8]) {
        for nag in nags {
            self.made(|word| {
                word.push('$');
                push_number(u32::from(*nag), word);
            });
        }
    }

    fn number(&mut self, number: u32, dots: &str) {
        self.made(|word| {
            push_number(number, word);
            word.push_str(dots);
        });
    }

    fn open(&mut self) {
        self.word("(");
        self.glue = true;
    }

    fn close(&mut self) {
        self.flush();
        self.glue = self.column > 0 && self.column < WIDTH;
        self.put("", ")", "");
        self.glue = false;
    }

    fn word(&mut self, word: &str) {
        self.flush();
        self.put("", word, "");
    }

    /// Writes the word that `make` makes.
    fn made(&mut self, make: impl FnOnce(&mut String)) {
        let mut word = std::mem::take(&mut self.made);
        make(&mut word);
        self.word(&word);
        word.clear();
        self.made = word;
    }

    /// Writes a word on this line or the next, and ASCII signs glued to it.
    fn put(&mut self, before: &str, word: &str, after: &str) {
        let characters = if word.is_ascii() { word.len() } else { word.chars().count() };
        let width = before.len() + characters + after.len();
        let gap = usize::from(self.column > 0 && !self.glue);
        if self.column > 0 && self.column + gap + width > WIDTH {
            self.end_line();
        } else if gap > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        for part in [before, word, after] {
            self.text.push_str(part);
        }
        self.column += width;
        self.glue = false;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes the comment that waits.
    fn flush(&mut self) {
        if self.comment.is_empty() {
            return;
        }
        let mut comment = std::mem::take(&mut self.comment);
        if comment.contains('}') {
            self.put("", "; ", "");
            self.text.push_str(&comment);
            self.end_line();
        } else {
            let mut before = "{";
            for (part, last) in unbroken(&comment) {
                self.put(before, part, if last { "}" } else { "" });
                before = "";
            }
        }
        comment.clear();
        self.comment = comment;
    }
}

fn push_number(number: u32, text: &mut String) {
    if number >= 10 {
        push_number(number / 10, text);
    }
    text.extend(char::from_digit(number % 10, 10));
}

/// The parts of a comment between which a line may end, and whether each is the last: not inside a command, nor before a
/// `%`, which at the beginning of a line makes other programs skip it.
fn unbroken(comment: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = comment;
    let mut in_command = false;
    std::iter::from_fn(move || {
        let mut end = 0;
        loop {
            let word = first_word(&rest[end..]);
            in_command = is_in_command(word, in_command);
            end += word.len();
            let Some(next) = rest[end..].strip_prefix(' ') else { break };
            let next = first_word(next);
            if !(next.starts_with('%') || in_command && end + next.len() < WIDTH / 2) {
                break;
            }
            end += 1;
        }
        let part = &rest[..end];
        rest = rest[end..].strip_prefix(' ').unwrap_or("");
        (!part.is_empty()).then_some((part, rest.is_empty()))
    })
}

fn first_word(text: &str) -> &str {
    &text[..text.bytes().position(|byte| byte == b' ').unwrap_or(text.len())]
}

/// Whether a command is open behind a word, if one was or was not before it.
fn is_in_command(word: &str, before: bool) -> bool {
    let opened = word.as_bytes().windows(2).rposition(|pair| pair == b"[%");
    let closed = word.bytes().rposition(|byte| byte == b']');
    match (opened, closed) {
        (None, None) => before,
        (opened, closed) => opened > closed,
    }
}
