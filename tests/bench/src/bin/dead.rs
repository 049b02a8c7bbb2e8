//! Dead positions: whether each side can still mate, against chasolver, on labelled positions of `../shared/data/deadpos`.
//!
//! Both answer each question in turn, so that a busy machine slows them alike; what counts are ratios of processor time.
//! Every "yes" of ours is played out to mate, every answer is compared with the label.

use std::fs;
use std::str::FromStr;

use anyhow::Context;
use chasolver::{Winnability, is_unwinnable_fast, winnability};
use clap::Parser;
use endgame::chess::dead::{Solver, Winnable, cannot_mate};
use endgame::chess::{Move, Position, RuleSet, Side};
use endgame::notation::fen;
use endgame_bench::{data, thread_seconds};

/// Who can still mate, against chasolver, with ratios.
#[derive(Parser)]
struct Args {
    /// Files of `../shared/data/deadpos`
    #[arg(default_values = ["lichess.txt", "positions.txt"])]
    files: Vec<String>,
    /// How many positions ours may look at for each side
    #[arg(long, default_value_t = endgame::chess::dead::BUDGET)]
    budget: usize,
    /// Leave chasolver out
    #[arg(long)]
    alone: bool,
    /// Name the questions that ours leaves open or takes longer for than so many milliseconds
    #[arg(long)]
    list: Option<f64>,
}

#[derive(Default)]
struct Tally {
    sides: usize,
    wrong: usize,
    open: usize,
    seconds: f64,
    slowest: f64,
    fast_seconds: f64,
    fast_missed: usize,
}

impl Tally {
    fn show(&self, name: &str) {
        println!(
            "  {name:10} {} sides, {} wrong, {} open, {:.3} s, mean {:.1} us, slowest {:.1} ms; fast mode mean {:.3} us, {} missed",
            self.sides,
            self.wrong,
            self.open,
            self.seconds,
            self.seconds * 1e6 / self.sides as f64,
            self.slowest * 1e3,
            self.fast_seconds * 1e6 / self.sides as f64,
            self.fast_missed
        );
    }

    fn add(&mut self, seconds: f64) {
        self.sides += 1;
        self.seconds += seconds;
        self.slowest = self.slowest.max(seconds);
    }
}

fn timed<T>(ask: impl FnOnce() -> T) -> (f64, T) {
    let begin = thread_seconds();
    let answer = ask();
    (thread_seconds() - begin, answer)
}

/// How often a fast question is repeated: the clock is coarser than it.
const REPEAT: u32 = 16;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let (mut ours_in_all, mut theirs_in_all) = (0.0, 0.0);
    for file in &args.files {
        let path = data(&format!("deadpos/{file}"));
        let Ok(text) = fs::read_to_string(&path) else {
            println!("skipped: {} is not there", path.display());
            continue;
        };
        let (mut ours, mut theirs) = (Tally::default(), Tally::default());
        let mut solver = Solver::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && line.len() > 3) {
            let (label, text) = line.split_at(3);
            let text = text.trim();
            let position = fen::parse(text, RuleSet::Standard).with_context(|| line.to_owned())?.position;
            let full = if text.split(' ').count() < 6 { format!("{text} 0 1") } else { text.to_owned() };
            let board = chess::Board::from_str(&full).map_err(|error| anyhow::anyhow!("{line}: {error}"))?;
            let colors = [chess::Color::White, chess::Color::Black];
            for (i, side) in Side::ALL.into_iter().enumerate() {
                let can = label.as_bytes()[i] != b'-';
                let (seconds, answer) = timed(|| solver.winnable(&position, side, args.budget));
                ours.add(seconds);
                let right = match &answer {
                    Winnable::Yes(moves) => can && mates(&position, side, moves),
                    Winnable::No(_) => !can,
                    Winnable::Unknown => {
                        ours.open += 1;
                        true
                    }
                };
                ours.wrong += usize::from(!right);
                if args.list.is_some_and(|limit| !right || answer == Winnable::Unknown || seconds * 1e3 > limit) {
                    println!("  {:9.1} ms, {} positions, {side}: {line}", seconds * 1e3, solver.positions());
                }
                let (seconds, proved) =
                    timed(|| (0..REPEAT).fold(false, |_, _| std::hint::black_box(cannot_mate(&position, side))));
                ours.fast_seconds += seconds / f64::from(REPEAT);
                ours.wrong += usize::from(proved && can);
                ours.fast_missed += usize::from(!proved && !can);
                if args.alone {
                    continue;
                }
                let (seconds, answer) = timed(|| winnability(&board, colors[i]));
                theirs.add(seconds);
                match answer {
                    None => theirs.open += 1,
                    Some(Winnability::Winnable { .. }) => theirs.wrong += usize::from(!can),
                    Some(Winnability::Unwinnable) => theirs.wrong += usize::from(can),
                }
                let (seconds, proved) = timed(|| std::hint::black_box(is_unwinnable_fast(&board, colors[i])));
                theirs.fast_seconds += seconds;
                theirs.fast_missed += usize::from(!proved && !can);
            }
        }
        println!("{file}, budget {}", args.budget);
        ours.show("endgame");
        if !args.alone {
            theirs.show("chasolver");
            println!(
                "  time {:.3} of chasolver's, fast mode {:.3} of chasolver's",
                ours.seconds / theirs.seconds,
                ours.fast_seconds / theirs.fast_seconds
            );
        }
        ours_in_all += ours.seconds;
        theirs_in_all += theirs.seconds;
    }
    if !args.alone && theirs_in_all > 0.0 {
        println!("in all: time {:.3} of chasolver's", ours_in_all / theirs_in_all);
    }
    Ok(())
}

/// Whether the moves are legal one by one and the last one mates for the side.
fn mates(start: &Position, side: Side, moves: &[Move]) -> bool {
    let mut position = *start;
    for &mv in moves {
        if !position.is_legal(mv) {
            return false;
        }
        position = position.play(mv);
    }
    !position.has_legal_move() && position.is_check() && position.side() != side
}
