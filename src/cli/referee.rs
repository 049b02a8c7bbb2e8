//! `endgame referee`: a whole game by commands from standard input.

mod table;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;

use self::table::Table;
use super::position::{Ended, side_name};
use super::{lines, profile_parser, rules_parser, write_line};
use crate::chess::clock::{Clock, TimeControl};
use crate::chess::{Claim, Profile, RuleSet, Side};
use crate::notation::fen;

const EXAMPLE: &str = "Commands, one a line, each optionally after `@SECONDS` since the start:
  move M                                  takeback
  offer [white|black]                     accept | decline
  resign white|black                      claim threefold|fifty_moves [with M]
  tick | pause | resume                   choosing M

CONTROL is `5:00+3`, `10:00`, `40/90:00+30, 20/30:00+30, 15:00+30`, `5:00b3` (Bronstein delay), `5:00d3` (simple delay) or none.
White's clock, or that of the side to move, runs from the time 0. A flag falls at the very moment when nothing is left; what is
asked later is refused. Time passes also with a line that is refused.

`offer` alone is the draw offer of the side to move, made with its next move; the other side may accept or decline at once.
Each line is answered by one JSON object; \"ok\": false says why the line was refused, and that nothing changed.

Example:
  printf 'move e4\\nmove e5\\noffer\\naccept\\n' | endgame referee
  printf '@3.2 move e4\\n@400 tick\\n' | endgame referee --time 5:00+3";

/// Arguments of `endgame referee`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Position to begin with [default: the start position]
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,
    /// Rules to play by
    #[arg(long, value_parser = rules_parser(), default_value = "standard")]
    rules: RuleSet,
    /// Time control, for example 5:00+3 [default: none]
    #[arg(long, value_name = "CONTROL", default_value = "none", hide_default_value = true)]
    time: TimeControl,
    /// How strictly ends of the game are judged
    #[arg(long, value_parser = profile_parser(), default_value = "classic")]
    profile: Profile,
}

/// The answer to a line, in the order of the JSON keys.
#[derive(Serialize)]
struct Reply {
    ok: bool,
    ply: usize,
    fen: String,
    side: &'static str,
    /// These three are `null` without a time control.
    clocks: Option<Clocks>,
    period: Option<Both<usize>>,
    moves_to_go: Option<Both<Option<u32>>>,
    offer: Option<&'static str>,
    claims: Vec<&'static str>,
    outcome: Option<Ended>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Milliseconds left, rounded up: zero is said only of a flag that has fallen.
#[derive(Serialize)]
struct Clocks {
    white: u128,
    black: u128,
    running: Option<&'static str>,
}

/// Something that each side has.
#[derive(Serialize)]
struct Both<T> {
    white: T,
    black: T,
}

/// Plays the game that standard input tells.
///
/// # Errors
/// The FEN is at fault, or standard input or output. A refused command is answered, it does not end the run.
pub fn run(args: &Args) -> anyhow::Result<()> {
    play(args, io::stdin().lock(), &mut io::stdout().lock())
}

/// Plays the game that `input` tells, and answers to `out`.
///
/// # Errors
/// As [`run`].
pub fn play(args: &Args, input: impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
    let start = fen::parse(&args.fen, args.rules).context("the position cannot be read")?.position;
    let mut table = Table::new(start, args.profile, args.time.clone());
    for line in lines(input) {
        let error = table.obey(&line?).err();
        write_line(out, &reply(&table, error.map(|error| error.to_string())))?;
    }
    Ok(())
}

fn reply(table: &Table, error: Option<String>) -> Reply {
    let game = &table.game;
    let clock = table.clock.as_ref();
    Reply {
        ok: error.is_none(),
        ply: game.len(),
        fen: fen::write(game.position()),
        side: side_name(game.position().side()),
        clocks: clock.map(|clock| clocks(clock, table.now)),
        period: clock.map(|clock| Both { white: clock.period(Side::White), black: clock.period(Side::Black) }),
        moves_to_go: clock
            .map(|clock| Both { white: clock.moves_to_go(Side::White), black: clock.moves_to_go(Side::Black) }),
        offer: game.offer_pending().map(side_name),
        claims: game.claims().into_iter().map(Claim::name).collect(),
        outcome: game.outcome().map(Ended::from),
        error,
    }
}

fn clocks(clock: &Clock, now: Duration) -> Clocks {
    let left = |side| clock.left(side, now).as_nanos().div_ceil(1_000_000);
    Clocks { white: left(Side::White), black: left(Side::Black), running: clock.running().map(side_name) }
}
