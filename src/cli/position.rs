//! `endgame position`: what the laws say of a position.

use std::io::{self, Write};

use anyhow::anyhow;
use serde::Serialize;

use super::{joined, lines, rules_parser, write_line};
use crate::chess::{Claim, Game, Outcome, Profile, Reason, RuleSet, Side, Square, dead};
use crate::notation::{fen, move_texts, read_move, san, uci};

const EXAMPLE: &str = "Example:
  endgame position --moves 'e4 e5 Nf3'
  endgame position --json '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
  echo 'startpos ; g1f3 g8f6' | endgame position --stdin

With --stdin each line is answered by one JSON object; a line at fault is answered by \"ok\": false and does not end the run.";

/// Arguments of `endgame position`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Position (FEN or `startpos`) [default: the start position]
    #[arg(value_name = "FEN", conflicts_with = "stdin")]
    fen: Vec<String>,
    /// Moves to play from there (UCI or SAN, move numbers are skipped)
    #[arg(long, value_name = "MOVES", conflicts_with = "stdin")]
    moves: Option<String>,
    /// Rules to judge by
    #[arg(long, value_parser = rules_parser(), default_value = "standard")]
    rules: RuleSet,
    /// Refuse a FEN that has to be repaired
    #[arg(long)]
    strict: bool,
    /// Say for each side whether it can still win by any series of legal moves
    #[arg(long)]
    winnable: bool,
    /// How many positions may be looked at to prove the position dead or, with `--winnable`, won or not, for each side
    #[arg(long, value_name = "NODES", default_value_t = dead::BUDGET)]
    budget: usize,
    /// Answer as one JSON object
    #[arg(long)]
    json: bool,
    /// Read lines `FEN` or `FEN ; moves` from standard input (implies --json)
    #[arg(long)]
    stdin: bool,
}

/// Everything that is said of a position, in the order of the JSON keys.
#[derive(Serialize)]
struct Report<'a> {
    input: &'a str,
    ok: bool,
    fen: String,
    repairs: Vec<String>,
    side: &'static str,
    check: bool,
    moves: Vec<Written>,
    outcome: Option<Ended>,
    claims: Vec<&'static str>,
    claims_with: Vec<ClaimWith>,
    repetition: u32,
    halfmove_clock: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    winnable: Option<Winnable>,
}

/// What cannot be read, and why.
#[derive(Serialize)]
struct Refusal<'a> {
    input: &'a str,
    ok: bool,
    field: &'static str,
    error: String,
}

/// A move in both notations. The order is that of `uci`.
#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Written {
    uci: String,
    san: String,
}

/// The end of a game.
#[derive(Serialize)]
pub(super) struct Ended {
    winner: Option<&'static str>,
    reason: &'static str,
}

#[derive(Serialize)]
struct ClaimWith {
    san: String,
    claim: &'static str,
}

/// `yes`, `no` or `unknown` for each side.
#[derive(Serialize)]
struct Winnable {
    white: &'static str,
    black: &'static str,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Ended {
        Ended { winner: outcome.winner.map(side_name), reason: outcome.reason.name() }
    }
}

/// `white` or `black`.
pub(super) fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Prints what the laws say.
///
/// # Errors
/// The FEN or a move is at fault (not with `--stdin`), or standard input or output.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if args.stdin {
        for line in lines(io::stdin().lock()) {
            let line = &line?;
            let (fen, moves) = split(line);
            match look(args, fen, moves) {
                Ok((game, repairs)) => write_line(&mut out, &report(args, line, &game, repairs))?,
                Err((field, error)) => write_line(&mut out, &Refusal { input: line, ok: false, field, error })?,
            }
        }
        return Ok(());
    }
    let input = joined(&args.fen);
    match look(args, &input, args.moves.as_deref().unwrap_or_default()) {
        Ok((game, repairs)) => {
            let report = report(args, &input, &game, repairs);
            if args.json { write_line(&mut out, &report) } else { tell(&mut out, &game, &report) }
        }
        Err((field, error)) => {
            let sentence = anyhow!("{error}");
            if args.json {
                write_line(&mut out, &Refusal { input: &input, ok: false, field, error })?;
            }
            Err(sentence)
        }
    }
}

/// Divides a line of standard input into position and moves. A semicolon that ends the line belongs to the FEN.
fn split(line: &str) -> (&str, &str) {
    match line.split_once(';') {
        Some((fen, moves)) if moves.trim().is_empty() && !fen.ends_with(char::is_whitespace) => (line, ""),
        Some((fen, moves)) if fen.trim().is_empty() => ("startpos", moves),
        Some((fen, moves)) => (fen, moves),
        None => (line, ""),
    }
}

/// The game that leads to the position, and the repairs of its FEN; or the field at fault and a sentence.
fn look(args: &Args, text: &str, moves: &str) -> Result<(Game, Vec<String>), (&'static str, String)> {
    let fault = |error: fen::FenError| (error.field(), error.to_string());
    let (start, repairs) = if args.strict && text.trim() != "startpos" {
        (fen::parse_strict(text, args.rules).map_err(fault)?, Vec::new())
    } else {
        let parsed = fen::parse(text, args.rules).map_err(fault)?;
        (parsed.position, parsed.repairs.iter().map(ToString::to_string).collect())
    };
    let mut game = Game::new(start, Profile::Classic);
    for (index, text) in move_texts(moves).enumerate() {
        let refused = |error: String| ("moves", format!("half-move {}: {error}", index + 1));
        let mv = read_move(game.position(), text).map_err(|error| refused(error.to_string()))?;
        game.play(mv).map_err(|error| refused(error.to_string()))?;
    }
    game.end_if_dead(args.budget);
    Ok((game, repairs))
}

fn report<'a>(args: &Args, input: &'a str, game: &Game, repairs: Vec<String>) -> Report<'a> {
    let position = game.position();
    let written = |mv| Written { uci: uci::write(position, mv), san: san::write(position, mv) };
    let mut moves: Vec<Written> = position.legal_moves().into_iter().map(written).collect();
    moves.sort();
    let with = |(mv, claim): (_, Claim)| ClaimWith { san: san::write(position, mv), claim: claim.name() };
    Report {
        input,
        ok: true,
        fen: fen::write(position),
        repairs,
        side: side_name(position.side()),
        check: position.is_check(),
        moves,
        outcome: game.outcome().map(Ended::from),
        claims: game.claims().into_iter().map(Claim::name).collect(),
        claims_with: game.claims_with().into_iter().map(with).collect(),
        repetition: game.repetition(),
        halfmove_clock: position.halfmove_clock(),
        winnable: args.winnable.then(|| {
            let winnable = |side| winnable(game, side, args.budget);
            Winnable { white: winnable(Side::White), black: winnable(Side::Black) }
        }),
    }
}

/// Whether a side can still win by any series of legal moves.
fn winnable(game: &Game, side: Side, budget: usize) -> &'static str {
    if let Some(Outcome { winner: Some(winner), .. }) = game.outcome() {
        return if winner == side { "yes" } else { "no" };
    }
    if game.outcome().is_some_and(|outcome| outcome.reason == Reason::DeadPosition) {
        return "no";
    }
    match dead::winnable(game.position(), side, budget) {
        dead::Winnable::Yes(_) => "yes",
        dead::Winnable::No(_) => "no",
        dead::Winnable::Unknown => "unknown",
    }
}

/// Prints board and sentences.
fn tell(out: &mut impl Write, game: &Game, report: &Report) -> anyhow::Result<()> {
    let position = game.position();
    for rank in (0..8).rev() {
        write!(out, "{}", rank + 1)?;
        for file in 0..8 {
            write!(out, " {}", position.piece_at(Square::new(file, rank)).map_or('.', |piece| piece.letter()))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "  a b c d e f g h\n\n{}\n", report.fen)?;
    for repair in &report.repairs {
        writeln!(out, "Repaired: {repair}.")?;
    }
    let side = if position.side() == Side::White { "White" } else { "Black" };
    let check = if report.check { ", in check" } else { "" };
    let moves: Vec<&str> = report.moves.iter().map(|mv| mv.san.as_str()).collect();
    match moves.len() {
        0 => writeln!(out, "{side} to move{check}; there is no legal move.")?,
        1 => writeln!(out, "{side} to move{check}; 1 legal move: {}.", moves[0])?,
        count => writeln!(out, "{side} to move{check}; {count} legal moves: {}.", moves.join(" "))?,
    }
    if let Some(outcome) = game.outcome() {
        match outcome.winner {
            Some(Side::White) => writeln!(out, "The game is over: White wins ({}).", outcome.reason)?,
            Some(Side::Black) => writeln!(out, "The game is over: Black wins ({}).", outcome.reason)?,
            None => writeln!(out, "The game is over: draw ({}).", outcome.reason)?,
        }
    }
    for claim in game.claims() {
        writeln!(out, "{side} can claim a draw: {claim}.")?;
    }
    for ClaimWith { san, claim } in &report.claims_with {
        writeln!(out, "{side} can claim a draw with {san}: {}.", claim.replace('_', " "))?;
    }
    if report.repetition > 1 {
        writeln!(out, "The position is on the board for the {}. time.", report.repetition)?;
    }
    if let Some(Winnable { white, black }) = &report.winnable {
        writeln!(out, "Can White still win? {white}. Can Black still win? {black}.")?;
    }
    Ok(())
}
