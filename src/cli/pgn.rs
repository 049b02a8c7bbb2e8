//! `endgame pgn`: reads games as tolerantly as the game does, and reports on them or writes them in one form.

mod json;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::notation::pgn::reader::Reader;
use crate::notation::pgn::tree::PgnGame;
use crate::notation::pgn::writer;

const EXAMPLE: &str = "Example:
  endgame pgn check games.pgn
  endgame pgn check --json --tree - < games.pgn
  endgame pgn normalize games.pgn > tidy.pgn";

/// Arguments of `endgame pgn`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// Read games and say what is odd or wrong with them
    #[command(after_help = EXAMPLE)]
    Check {
        /// Files to read; - is standard input
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// One JSON object for each game
        #[arg(long)]
        json: bool,
        /// With --json: the moves as well. An evaluation is a number in pawns, or a text like "#-3" for a mate
        #[arg(long, requires = "json")]
        tree: bool,
    },
    /// Write games to standard output in PGN export format
    #[command(after_help = EXAMPLE)]
    Normalize {
        /// File to read; - is standard input
        file: PathBuf,
    },
}

/// Checks or normalizes.
///
/// # Errors
/// A file cannot be read, a game cannot be read to its end (the others are, all the same), or standard output fails.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut tally = Tally::default();
    match &args.task {
        Task::Check { files, json: false, .. } => {
            for file in files {
                check(file, &mut tally, &mut out)?;
            }
        }
        Task::Check { files, tree, .. } => {
            for file in files {
                tally.read(file, |game, number| Ok(json::write(file, game, number, *tree, &mut out)?))?;
            }
        }
        Task::Normalize { file } => tally.read(file, |game, number| {
            let gap = if number > 1 { "\n" } else { "" };
            Ok(write!(out, "{gap}{}", writer::write(game))?)
        })?,
    }
    out.flush()?;
    tally.verdict()
}

/// What was met in all files.
#[derive(Default)]
struct Tally {
    games: usize,
    warnings: usize,
    errors: usize,
    /// What is wrong with the first game or file that is at fault.
    first: Option<String>,
}

impl Tally {
    /// Gives each game of a file to `each`, with its number from 1. A file that cannot be read does not keep the others
    /// from being read.
    fn read(&mut self, file: &Path, mut each: impl FnMut(&PgnGame, usize) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let games = match open(file) {
            Ok(input) => Reader::new(input),
            Err(error) => {
                self.fault(format!("{} cannot be read: {error}", file.display()));
                return Ok(());
            }
        };
        for (index, game) in games.enumerate() {
            match game {
                Ok(game) => {
                    self.games += 1;
                    self.warnings += game.warnings.len();
                    if let Some(error) = &game.error {
                        self.fault(format!("{}: {error}", file.display()));
                    }
                    each(&game, index + 1)?;
                }
                Err(error) => self.fault(format!("{} cannot be read: {error}", file.display())),
            }
        }
        Ok(())
    }

    fn fault(&mut self, message: String) {
        self.errors += 1;
        self.first.get_or_insert(message);
    }

    fn verdict(self) -> anyhow::Result<()> {
        match (self.first, self.errors) {
            (None, _) => Ok(()),
            (Some(first), 1) => bail!("{first}"),
            (Some(first), errors) => bail!("{first} (and {} more)", errors - 1),
        }
    }
}

fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, File::open(file)?)))
}

/// The report for people: only games with something to say, then the sum.
fn check(file: &Path, tally: &mut Tally, out: &mut impl Write) -> anyhow::Result<()> {
    let before = (tally.games, tally.warnings, tally.errors);
    let name = file.display();
    tally.read(file, |game, number| {
        if !game.warnings.is_empty() || game.error.is_some() {
            let players = [game.tag("White").unwrap_or("?"), game.tag("Black").unwrap_or("?")].join(" - ");
            let plies = game.main_line().len();
            writeln!(out, "{name}: game {number}, {players}, {plies} half-moves, {}", game.result)?;
        }
        for warning in &game.warnings {
            writeln!(out, "  warning: {warning}")?;
        }
        if let Some(error) = &game.error {
            writeln!(out, "  error: {error}")?;
        }
        Ok(())
    })?;
    let (games, warnings, errors) = (tally.games - before.0, tally.warnings - before.1, tally.errors - before.2);
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let [games, warnings, errors] = [plural(games, "game"), plural(warnings, "warning"), plural(errors, "error")];
    writeln!(out, "{name}: {games}, {errors}, {warnings}").context("standard output")
}
