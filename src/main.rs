//! The command line: opens the window or runs a tool.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use endgame::cli;

const EXAMPLES: &str = "Examples:
  endgame                      open the game
  endgame games.pgn            watch games
  endgame position 'FEN'       what the laws say of a position
  endgame perft 5              count and time";

/// A 3D chess table: play by the complete laws of chess and watch great games replayed.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    tool: Option<Tool>,
    #[command(flatten)]
    table: cli::TableArgs,
}

#[derive(Subcommand)]
enum Tool {
    /// What the laws say of a position
    Position(cli::position::Args),
    /// A whole game by commands from standard input
    Referee(cli::referee::Args),
    /// Leaf counts of the tree of legal moves
    Perft(cli::perft::Args),
    /// Read, check and rewrite PGN files
    Pgn(cli::pgn::Args),
    /// Runs an engine and ends it when the input ends
    #[command(hide = true)]
    Keep(cli::keep::Args),
    /// Games between two engines
    Match(Box<cli::contest::Args>),
    /// Our engine for other programs (UCI)
    Uci(cli::uci::Args),
    /// A picture of a position or of a moment of a game
    #[cfg(feature = "app")]
    Shot(cli::shot::Args),
    /// A film of a game
    #[cfg(feature = "app")]
    Film(cli::film::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.tool {
        None => open(cli.table),
        Some(Tool::Position(args)) => cli::finish(cli::position::run(&args)),
        Some(Tool::Referee(args)) => cli::finish(cli::referee::run(&args)),
        Some(Tool::Perft(args)) => cli::finish(cli::perft::run(&args)),
        Some(Tool::Pgn(args)) => cli::finish(cli::pgn::run(&args)),
        Some(Tool::Keep(args)) => cli::keep::run(&args).unwrap_or_else(|error| cli::finish(Err(error))),
        Some(Tool::Match(args)) => cli::finish(cli::contest::run(&args)),
        Some(Tool::Uci(args)) => cli::finish(cli::uci::run(&args)),
        #[cfg(feature = "app")]
        Some(Tool::Shot(args)) => cli::finish(endgame::picture::shot(&args)),
        #[cfg(feature = "app")]
        Some(Tool::Film(args)) => cli::finish(endgame::film::film(&args)),
    }
}

#[cfg(feature = "app")]
fn open(table: cli::TableArgs) -> ExitCode {
    cli::finish(endgame::window::open(table))
}

#[cfg(not(feature = "app"))]
fn open(_: cli::TableArgs) -> ExitCode {
    eprintln!("endgame: this build has only the command-line tools, no window; see `endgame --help`");
    ExitCode::from(2)
}
