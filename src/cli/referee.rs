//! `endgame referee`: a whole game by commands from standard input.

use std::io;

use anyhow::Context;
use serde::Serialize;

use super::position::{Ended, side_name};
use super::{lines, profile_parser, rules_parser, write_line};
use crate::chess::{Claim, Game, GameError, Illegal, Move, Profile, RuleSet, Side};
use crate::notation::{MoveError, fen, read_move};

const EXAMPLE: &str = "Commands, one a line, each optionally after `@SECONDS` since the start:
  move M                                  takeback
  offer [white|black]                     accept | decline
  resign white|black                      claim threefold|fifty_moves [with M]
  tick | pause | resume                   choosing M

`offer` alone is the draw offer of the side to move, made with its next move; the other side may accept or decline at once.
Each line is answered by one JSON object; \"ok\": false says why the line was refused, and that nothing changed.

Example:
  printf 'move e4\\nmove e5\\noffer\\naccept\\n' | endgame referee";

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
    /// Time control: clocks follow in a later version
    #[arg(long, value_name = "CONTROL", value_parser = no_clocks, hide = true)]
    time: Option<String>,
    /// How strictly ends of the game are judged
    #[arg(long, value_parser = profile_parser(), default_value = "classic")]
    profile: Profile,
}

fn no_clocks(_: &str) -> Result<String, &'static str> {
    Err("clocks follow in a later version")
}

/// The answer to a line, in the order of the JSON keys.
#[derive(Serialize)]
struct Reply {
    ok: bool,
    ply: usize,
    fen: String,
    side: &'static str,
    /// These three are `null` without a time control.
    clocks: Option<()>,
    period: Option<()>,
    moves_to_go: Option<()>,
    offer: Option<&'static str>,
    claims: Vec<&'static str>,
    outcome: Option<Ended>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Plays the game that standard input tells.
///
/// # Errors
/// The FEN is at fault, or standard input or output. A refused command is answered, it does not end the run.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let start = fen::parse(&args.fen, args.rules).context("the position cannot be read")?.position;
    let mut table = Table { game: Game::new(start, args.profile), seconds: 0.0 };
    let mut out = io::stdout().lock();
    for line in lines(io::stdin().lock()) {
        let error = table.obey(&line?).err();
        write_line(&mut out, &reply(&table.game, error.map(|error| error.to_string())))?;
    }
    Ok(())
}

fn reply(game: &Game, error: Option<String>) -> Reply {
    Reply {
        ok: error.is_none(),
        ply: game.len(),
        fen: fen::write(game.position()),
        side: side_name(game.position().side()),
        clocks: None,
        period: None,
        moves_to_go: None,
        offer: game.offer_pending().map(side_name),
        claims: game.claims().into_iter().map(Claim::name).collect(),
        outcome: game.outcome().map(Ended::from),
        error,
    }
}

/// A game and the time of its last command.
struct Table {
    game: Game,
    seconds: f64,
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("there is no command")]
    Empty,
    #[error("`{0}` is not a time in seconds since the start")]
    Time(String),
    #[error("the time {0} is before the time of an earlier command")]
    Earlier(String),
    #[error("`{0}` is not a command")]
    Unknown(String),
    #[error("`{0}` is not followed by what it needs: {1}")]
    Argument(&'static str, &'static str),
    #[error("{0} is not a promotion")]
    NoPromotion(String),
    #[error("there is no move to take back")]
    NothingToTakeBack,
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Table {
    fn obey(&mut self, line: &str) -> Result<(), Refused> {
        let mut command = line.trim();
        let mut seconds = self.seconds;
        if let Some(rest) = command.strip_prefix('@') {
            let (text, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            seconds = read_seconds(text).ok_or_else(|| Refused::Time(text.to_owned()))?;
            if seconds < self.seconds {
                return Err(Refused::Earlier(text.to_owned()));
            }
            command = after.trim();
        }
        let (verb, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        self.act(verb, argument.trim())?;
        self.seconds = seconds;
        Ok(())
    }

    fn act(&mut self, verb: &str, argument: &str) -> Result<(), Refused> {
        let game = &mut self.game;
        let bare = argument.is_empty();
        match verb {
            "" => return Err(Refused::Empty),
            "move" => {
                let mv = read(game, "move", argument)?;
                game.play(mv)?;
            }
            "takeback" if bare => {
                game.take_back().ok_or(Refused::NothingToTakeBack)?;
            }
            "offer" => game.offer(match argument {
                "" => game.position().side(),
                argument => side(argument).ok_or(Refused::Argument("offer", "nothing, or white or black"))?,
            })?,
            "accept" if bare => game.accept()?,
            "decline" if bare => game.decline()?,
            "resign" => game.resign(side(argument).ok_or(Refused::Argument("resign", "white or black"))?)?,
            "claim" => {
                let (name, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
                let claim = name.parse().map_err(|_| Refused::Argument("claim", "threefold or fifty_moves"))?;
                let with = match rest.trim().split_once(char::is_whitespace) {
                    None if rest.trim().is_empty() => None,
                    Some(("with", text)) => Some(read(game, "with", text.trim())?),
                    _ => {
                        return Err(Refused::Argument("claim", "a claim and nothing else, or `with` and a move"));
                    }
                };
                game.claim(claim, with)?;
            }
            "choosing" => {
                if let Some(outcome) = game.outcome() {
                    return Err(GameError::Over(outcome).into());
                }
                match read(game, "choosing", argument) {
                    Ok(mv) if mv.promotion.is_some() => {}
                    // What the pawn becomes is just what is being chosen.
                    Err(Refused::Move(error)) if error.why() == Some(Illegal::PromotionMissing) => {}
                    Err(error) => return Err(error),
                    Ok(_) => return Err(Refused::NoPromotion(argument.to_owned())),
                }
            }
            // Without clocks no time passes.
            "tick" | "pause" | "resume" if bare => {}
            _ => return Err(Refused::Unknown(format!("{verb} {argument}").trim_end().to_owned())),
        }
        Ok(())
    }
}

fn side(name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side_name(*side) == name)
}

fn read(game: &Game, verb: &'static str, text: &str) -> Result<Move, Refused> {
    if text.is_empty() {
        return Err(Refused::Argument(verb, "a move"));
    }
    // After the end no move is illegal for a reason of its own.
    match (game.outcome(), read_move(game.position(), text)) {
        (Some(outcome), Err(_)) => Err(GameError::Over(outcome).into()),
        (_, result) => Ok(result?),
    }
}

/// Digits with at most one decimal point.
fn read_seconds(text: &str) -> Option<f64> {
    let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.parse().ok().filter(|seconds: &f64| plain && seconds.is_finite())
}
