//! Games as JSON, for `endgame pgn check --json`.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::chess::Position;
use crate::notation::pgn::command::{self, Eval};
use crate::notation::pgn::report::Report;
use crate::notation::pgn::tree::{NodeId, PgnGame, Played, Warning};
use crate::notation::{fen, uci};

/// A game, in the order of the JSON keys.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: usize,
    line: usize,
    offset: u64,
    tags: Vec<(&'a str, &'a str)>,
    start_fen: Option<String>,
    plies: usize,
    variations: usize,
    comments: usize,
    nags: usize,
    result: &'a str,
    final_fen: Option<String>,
    warnings: Vec<Place<'a>>,
    error: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    line: usize,
    column: usize,
    message: &'a str,
}

impl<'a> From<&'a Warning> for Place<'a> {
    fn from(warning: &'a Warning) -> Self {
        Place { line: warning.line, column: warning.column, message: &warning.message }
    }
}

/// Writes a game as one line; with a tree, its moves as well.
pub(super) fn write(
    file: &Path,
    number: usize,
    game: &Report,
    tree: Option<&PgnGame>,
    out: &mut impl Write,
) -> io::Result<()> {
    let set_up = game.tag("FEN").is_some() || game.start != Position::start();
    let line = Line {
        file: &file.to_string_lossy(),
        game: number,
        line: game.line,
        offset: game.offset,
        tags: game.tags.iter().collect(),
        start_fen: (game.playable && set_up).then(|| fen::write(&game.start)),
        plies: game.plies,
        variations: game.variations,
        comments: game.comments,
        nags: game.nags,
        result: game.result,
        final_fen: game.playable.then(|| fen::write(&game.last)),
        warnings: game.warnings.iter().map(Place::from).collect(),
        error: game.error.as_ref().map(Place::from),
    };
    let Some(tree) = tree else {
        serde_json::to_writer(&mut *out, &line)?;
        return out.write_all(b"\n");
    };
    let mut text = serde_json::to_string(&line)?;
    text.pop();
    out.write_all(text.as_bytes())?;
    out.write_all(b",\"tree\":")?;
    write_tree(tree, out)?;
    out.write_all(b"}\n")
}

/// A move, in the order of the JSON keys; its variations are written behind it.
#[derive(Serialize)]
struct Turn<'a> {
    san: String,
    uci: String,
    nags: &'a [u8],
    before: String,
    after: String,
    clock: Option<f64>,
    eval: Option<Opinion>,
    arrows: Vec<String>,
    squares: Vec<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Opinion {
    Pawns(f64),
    Mate(String),
}

enum Step {
    /// A line from its first move, and whether a comma goes before it.
    Line(NodeId, bool),
    /// A move and those after it.
    Move(NodeId, bool),
    Text(&'static [u8]),
}

/// Writes the moves without recursion: variations may be nested more deeply than any stack is.
fn write_tree(game: &PgnGame, out: &mut impl Write) -> io::Result<()> {
    let Some(&first) = game.main_line().first() else {
        return out.write_all(b"[]");
    };
    let mut steps = vec![Step::Line(first, false)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(text) => out.write_all(text)?,
            Step::Line(first, comma) => {
                out.write_all(if comma { b",[" } else { b"[" })?;
                steps.extend([Step::Text(b"]"), Step::Move(first, false)]);
            }
            Step::Move(id, comma) => {
                let mut text = serde_json::to_string(&turn(game, id))?;
                text.pop();
                let comma = if comma { "," } else { "" };
                write!(out, "{comma}{text},\"variations\":[")?;
                steps.extend(game.nodes[id].children.first().map(|&next| Step::Move(next, true)));
                steps.push(Step::Text(b"]}"));
                let others = game.alternatives(id).iter().enumerate().rev();
                steps.extend(others.map(|(index, &other)| Step::Line(other, index > 0)));
            }
        }
    }
    Ok(())
}

fn turn(game: &PgnGame, id: NodeId) -> Turn<'_> {
    let node = &game.nodes[id];
    let before = node.parent.map_or(&game.start, |parent| &game.nodes[parent].position);
    Turn {
        san: game.san(id),
        uci: match node.played {
            Some(Played::Move(mv)) => uci::write(before, mv),
            _ => "0000".to_owned(),
        },
        nags: &node.nags,
        before: command::visible(&node.before),
        after: command::visible(&node.after),
        clock: command::clock(&node.after).map(|time| time.as_secs_f64()),
        eval: command::eval(&node.after).map(|eval| match eval {
            Eval::Pawns(pawns) => Opinion::Pawns(pawns),
            Eval::Mate(_) => Opinion::Mate(eval.to_string()),
        }),
        arrows: command::arrows(&node.after).iter().map(ToString::to_string).collect(),
        squares: command::squares(&node.after).iter().map(ToString::to_string).collect(),
    }
}
