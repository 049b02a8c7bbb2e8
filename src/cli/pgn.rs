//! `endgame pgn`: reads games as tolerantly as the game does, and reports on them or writes them in one form.

mod json;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::notation::pgn::letters::Letters;
use crate::notation::pgn::reader::{Checker, Reader};
use crate::notation::pgn::tree::Warning;
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
        #[command(flatten)]
        language: Language,
    },
    /// Write games to standard output in PGN export format
    #[command(after_help = EXAMPLE)]
    Normalize {
        /// File to read; - is standard input
        file: PathBuf,
        #[command(flatten)]
        language: Language,
    },
}

#[derive(clap::Args, Clone, Debug)]
struct Language {
    /// The language of the letters for the men, as a code like de or fr, to be tried before English. Where English cannot
    /// be meant, other languages are found without this
    #[arg(long, value_name = "CODE", value_parser = letters, default_value = "en", hide_default_value = true)]
    letters: &'static Letters,
}

fn letters(code: &str) -> Result<&'static Letters, String> {
    Letters::of(code)
        .ok_or_else(|| format!("the letters of {code:?} are not known; known are {}", Letters::codes().join(" ")))
}

/// Checks or normalizes.
///
/// # Errors
/// A file cannot be read, a game cannot be read to its end (the others are, all the same), or standard output fails.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut tally = Tally::default();
    match &args.task {
        Task::Check { files, json: false, language, .. } => {
            for file in files {
                check(file, language.letters, &mut tally, &mut out)?;
            }
        }
        Task::Check { files, tree: false, language, .. } => {
            for file in files {
                let games = open(file).map(|input| Checker::new(input).with_letters(language.letters));
                tally.read(file, games, |game, number| {
                    json::write(file, number, &game, None, &mut out)?;
                    Ok((game.warnings, game.error))
                })?;
            }
        }
        Task::Check { files, language, .. } => {
            for file in files {
                let games = open(file).map(|input| Reader::new(input).with_letters(language.letters));
                tally.read(file, games, |game, number| {
                    json::write(file, number, &game.report(), Some(&game), &mut out)?;
                    Ok((game.warnings, game.error))
                })?;
            }
        }
        Task::Normalize { file, language } => {
            let games = open(file).map(|input| Reader::new(input).with_letters(language.letters));
            tally.read(file, games, |game, number| {
                let gap = if number > 1 { "\n" } else { "" };
                write!(out, "{gap}{}", writer::write(&game))?;
                Ok((game.warnings, game.error))
            })?;
        }
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
    /// Gives each game of a file to `each`, with its number from 1; it hands back what was strange and what was wrong. A
    /// file that cannot be read does not keep the others from being read.
    fn read<G>(
        &mut self,
        file: &Path,
        games: io::Result<impl Iterator<Item = io::Result<G>>>,
        mut each: impl FnMut(G, usize) -> anyhow::Result<(Vec<Warning>, Option<Warning>)>,
    ) -> anyhow::Result<()> {
        let games = match games {
            Ok(games) => games,
            Err(error) => {
                self.fault(format!("{} cannot be read: {error}", file.display()));
                return Ok(());
            }
        };
        for (index, game) in games.enumerate() {
            match game {
                Ok(game) => {
                    let (warnings, error) = each(game, index + 1)?;
                    self.games += 1;
                    self.warnings += warnings.len();
                    if let Some(error) = error {
                        self.fault(format!("{}: {error}", file.display()));
                    }
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
fn check(file: &Path, letters: &'static Letters, tally: &mut Tally, out: &mut impl Write) -> anyhow::Result<()> {
    let before = (tally.games, tally.warnings, tally.errors);
    let name = file.display();
    let games = open(file).map(|input| Checker::new(input).with_letters(letters));
    tally.read(file, games, |game, number| {
        if !game.warnings.is_empty() || game.error.is_some() {
            let players = [game.tag("White").unwrap_or("?"), game.tag("Black").unwrap_or("?")].join(" - ");
            writeln!(out, "{name}: game {number}, {players}, {} half-moves, {}", game.plies, game.result)?;
        }
        for warning in &game.warnings {
            writeln!(out, "  warning: {warning}")?;
        }
        if let Some(error) = &game.error {
            writeln!(out, "  error: {error}")?;
        }
        Ok((game.warnings, game.error))
    })?;
    let (games, warnings, errors) = (tally.games - before.0, tally.warnings - before.1, tally.errors - before.2);
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let [games, warnings, errors] = [plural(games, "game"), plural(warnings, "warning"), plural(errors, "error")];
    writeln!(out, "{name}: {games}, {errors}, {warnings}").context("standard output")
}
