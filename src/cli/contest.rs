//! `endgame match`: games between two engines, with a result, Elo and a PGN.

mod contestant;
mod openings;
mod play;
mod tally;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, bail};

use crate::chess::clock::TimeControl;
use crate::notation::pgn::writer;
use contestant::Contestant;
use play::Played;
use tally::{Sprt, Tally};

const EXAMPLE: &str = "Examples:
  endgame match engine stockfish --games 100 --time 0:02+0.02 --openings openings.txt -o games.pgn
  endgame match engine:5 engine:4 --games 20 --time 0:10
  endgame match ./endgame-new ./endgame-old --sprt 0,5 -j 2 --time 0:01+0.01";

/// Arguments of `endgame match`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// First engine: engine for ours, engine:N for one of its levels, or a program that speaks UCI, by name or path
    #[arg(value_name = "A")]
    pub first: Contestant,
    /// Second engine
    #[arg(value_name = "B")]
    pub second: Contestant,
    /// How many games; each opening is played twice, with colors reversed
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: usize,
    /// Time for each player, for example 0:02+0.02
    #[arg(long, value_name = "CONTROL", default_value = "0:10+0.1")]
    pub time: TimeControl,
    /// Openings: a PGN, or a line of moves or a FEN each [default: the start position]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Ends when it is shown that the first is stronger by the second number of Elo, or not even by the first
    #[arg(long, value_name = "ELO0,ELO1")]
    pub sprt: Option<Sprt>,
    /// Games at once
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// An option of the first engine
    #[arg(long = "option-a", value_name = "NAME=VALUE")]
    pub options_a: Vec<String>,
    /// An option of the second engine
    #[arg(long = "option-b", value_name = "NAME=VALUE")]
    pub options_b: Vec<String>,
    /// File to add the games to
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Plays the match and tells how it stands after each game.
///
/// # Errors
/// An engine that cannot be used, openings that cannot be read, a file that cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let openings = openings::read(args.openings.as_deref())?;
    if args.time.is_none() {
        bail!("--time: engines need a time control");
    }
    let mut contestants = [args.first.clone(), args.second.clone()];
    for (contestant, options) in contestants.iter_mut().zip([&args.options_a, &args.options_b]) {
        contestant.add_options(options)?;
    }
    if contestants[0].name == contestants[1].name {
        contestants[1].name += " (2)";
    }
    for contestant in &contestants {
        contestant.check().with_context(|| contestant.name.clone())?;
    }
    let file = match &args.output {
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(file.with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => None,
    };
    let desk = Mutex::new((Tally::default(), file));
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || -> anyhow::Result<()> {
        while !over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games {
                break;
            }
            let reversed = number % 2 == 1;
            let pair = if reversed { [&contestants[1], &contestants[0]] } else { [&contestants[0], &contestants[1]] };
            let played = play::play(pair, &openings[number / 2 % openings.len()], &args.time, number + 1);
            let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            let (tally, file) = &mut *desk;
            let Played { record, outcome, fault } = played;
            tally.add(outcome.winner, reversed);
            if let Some((side, fault)) = fault {
                tally.faults += 1;
                eprintln!("game {}: {}: {fault}", number + 1, pair[side.index()].name);
            }
            if let Some(file) = file {
                file.write_all(writer::write(&record).as_bytes()).context("the games cannot be written")?;
            }
            println!("{}", tally.describe(&contestants[0].name, &contestants[1].name));
            if let Some(verdict) = args.sprt.and_then(|sprt| sprt.verdict(tally)) {
                println!("{verdict}");
                over.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..args.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or(Ok(())))
    })?;
    let (tally, _) = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{}", tally.table(&contestants[0].name, &contestants[1].name));
    Ok(())
}
