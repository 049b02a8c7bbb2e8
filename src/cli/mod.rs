//! The command line: one file a subcommand, each with its clap arguments and a `run`.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::chess::clock::TimeControl;
use crate::chess::{Position, Profile, RuleSet};
use crate::engine::Level;
use crate::notation::fen;

pub mod contest;
#[cfg(feature = "app")]
pub mod film;
pub mod keep;
pub mod perft;
pub mod pgn;
pub mod position;
pub mod referee;
#[cfg(feature = "app")]
pub mod shot;
pub mod uci;

/// Bytes that a line of standard input may have, its end included: the longest games take a fortieth.
const MAX_LINE: u64 = 4 << 20;

/// What the game is opened with.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct TableArgs {
    /// Games to open (PGN): they go into the replay library
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Position to play from
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Rules to play by
    #[arg(long, value_parser = rules_parser(), default_value = "standard")]
    pub rules: RuleSet,
    /// How strictly ends of the game are judged
    #[arg(long, value_parser = profile_parser(), default_value = "classic")]
    pub profile: Profile,
    /// Time for each player, for example 5:00+3 or 40/90+30,15+30 [default: no clocks]
    #[arg(long, value_name = "CONTROL", default_value = "none", hide_default_value = true)]
    pub time: TimeControl,
    /// Who plays White: human, engine:N for our engine at level 1 to 10, or uci:PROGRAM for another one
    #[arg(long, value_name = "WHO", default_value = "human", hide_default_value = true)]
    pub white: Seat,
    /// Who plays Black
    #[arg(long, value_name = "WHO", default_value = "human", hide_default_value = true)]
    pub black: Seat,
    /// Size of the window [default: 1280x800]
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    pub windowed: Option<Size>,
    /// Language of the game, for example `de`
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<String>,
}

impl TableArgs {
    /// The position to play from and by which rules; `None` if the usual game is meant.
    ///
    /// # Errors
    /// A FEN that cannot be played by these rules.
    pub fn start(&self) -> anyhow::Result<Option<Position>> {
        match &self.fen {
            Some(text) => Ok(Some(fen::parse(text, self.rules).with_context(|| format!("--fen {text}"))?.position)),
            None if (self.rules, self.profile) == (RuleSet::default(), Profile::default())
                && self.time.is_none()
                && (&self.white, &self.black) == (&Seat::Human, &Seat::Human) =>
            {
                Ok(None)
            }
            None => Ok(Some(Position::start_with(self.rules))),
        }
    }
}

/// Who plays a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// Our engine.
    Engine(Level),
    /// Another engine, by its name or the path of its program.
    Uci(String),
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        let level = |text: &str| Some(Seat::Engine(Level::new(text.parse().ok()?)?));
        let seat = match text.split_once(':') {
            None if text == "human" => Some(Seat::Human),
            None if text == "engine" => Some(Seat::Engine(Level::LAST)),
            Some(("engine", number)) => level(number),
            Some(("uci", name)) if !name.is_empty() => Some(Seat::Uci(name.to_owned())),
            _ => None,
        };
        let expected = "expected human, engine:N with a level from 1 to 10, or uci:PROGRAM";
        seat.ok_or_else(|| expected.to_owned())
    }
}

/// Width and height in pixels, written `1280x720`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Pixels from left to right, 1 to 16384.
    pub width: u32,
    /// Pixels from top to bottom, 1 to 16384.
    pub height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let side = |text: &str| text.parse().ok().filter(|pixels| (1..=16_384).contains(pixels));
        let size = text
            .split_once(['x', '×'])
            .and_then(|(width, height)| Some(Size { width: side(width)?, height: side(height)? }));
        size.ok_or_else(|| "expected WIDTHxHEIGHT in pixels, for example 1280x720".to_owned())
    }
}

/// Reads `standard` or `endgame`.
pub(crate) fn rules_parser() -> impl TypedValueParser<Value = RuleSet> {
    PossibleValuesParser::new(RuleSet::ALL.map(RuleSet::name)).try_map(|name| name.parse::<RuleSet>())
}

/// Reads `classic`, `fide` or `online`.
pub(crate) fn profile_parser() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.map(Profile::name)).try_map(|name| name.parse::<Profile>())
}

/// Turns what a tool returns into what the shell sees: one sentence on standard error and exit code 1 if the input was
/// at fault. A reader that has gone away (`| head -1`) is no fault.
#[must_use]
pub fn finish(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    let gone = |cause: &(dyn std::error::Error + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        kind.or(json) == Some(ErrorKind::BrokenPipe)
    };
    if error.chain().any(gone) {
        return ExitCode::SUCCESS;
    }
    // Standard error may be gone as well; there is nobody left to tell.
    let _ = writeln!(io::stderr(), "endgame: {error:#}");
    ExitCode::from(1)
}

/// A FEN that the shell may have cut at its blanks; none is the start position.
pub(crate) fn joined(words: &[String]) -> String {
    if words.is_empty() { "startpos".to_owned() } else { words.join(" ") }
}

/// The lines of standard input, whatever their bytes, without their ends.
///
/// # Errors
/// Standard input cannot be read, or a line is longer than any game.
pub(crate) fn lines(mut input: impl BufRead) -> impl Iterator<Item = anyhow::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) if line.len() as u64 == MAX_LINE => Some(Err(anyhow!("a line is longer than {MAX_LINE} bytes"))),
            Ok(_) => Some(Ok(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned())),
            Err(error) => Some(Err(error.into())),
        }
    })
}

/// Writes one JSON object as one line, at once: the reader may be waiting for it.
pub(crate) fn write_line(out: &mut impl Write, object: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        table: TableArgs,
    }

    fn start(line: &str) -> anyhow::Result<Option<Position>> {
        Line::parse_from(line.split(' ')).table.start()
    }

    #[test]
    fn rules_and_position_of_the_table_go_together() {
        assert_eq!(start("endgame").unwrap(), None);
        assert_eq!(start("endgame --time 5:00+3").unwrap(), Some(Position::start()));
        assert_eq!(start("endgame --rules endgame").unwrap(), Some(Position::start_with(RuleSet::Endgame)));
        for rules in RuleSet::ALL {
            let text = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB_w_KQkq_-_0_1";
            let position = start(&format!("endgame --rules {rules} --fen {text}")).unwrap().unwrap();
            assert_eq!(position.rules(), rules);
            assert_eq!(Position::chess960(position.chess960_number().unwrap(), rules), Some(position));
        }
        // What one rule set refuses the other may play: the side not to move is in check.
        let attacked = "--fen 4k3/4R3/8/8/8/8/8/4K3_w_-_-_0_1";
        assert!(start(&format!("endgame {attacked}")).is_err());
        assert!(start(&format!("endgame --rules endgame {attacked}")).is_ok());
    }
}
