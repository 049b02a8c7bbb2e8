//! Perft, bulk counted, on one thread, against the fastest others: cozy-chess, shakmaty, `chess` and Stockfish.
//!
//! All contenders take turns on each position, so that a busy machine slows them alike; what counts are ratios of
//! medians of processor time. Every count is compared: a fast wrong answer stops the run.

use std::fs;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use clap::Parser;
use endgame_bench::{data, flags, geometric_mean, median, process_seconds, thread_seconds};

/// Perft against others, with ratios.
#[derive(Parser)]
struct Args {
    /// How often everyone counts each position
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Geometric mean to reach against the fastest crate
    #[arg(long, default_value_t = 2.0)]
    goal: f64,
    /// Geometric mean to reach against Stockfish
    #[arg(long, default_value_t = 4.0)]
    stockfish_goal: f64,
    /// Ratio to reach against the fastest crate on every single position
    #[arg(long, default_value_t = 1.5)]
    floor: f64,
    /// Stockfish; left out where it is not installed
    #[arg(long, default_value = "/usr/games/stockfish")]
    stockfish: String,
    /// Only the own program
    #[arg(long)]
    alone: bool,
}

/// A contender counts at least this many leaves at a time, that the clock is exact.
const LEAVES: u64 = 20_000_000;

struct Case {
    name: String,
    fen: String,
    depth: u32,
    leaves: u64,
}

fn cases() -> anyhow::Result<Vec<Case>> {
    let case = |name: &str, fen: &str, depth, leaves| Case { name: name.into(), fen: fen.into(), depth, leaves };
    let mut cases = vec![
        case("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
        case("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ];
    let file = data("perft/random.tsv");
    let Ok(text) = fs::read_to_string(&file) else {
        println!("skipped: {} is not here", file.display());
        return Ok(cases);
    };
    // Ten lines, evenly spread; a line is `EPD <TAB> depth:leaves ...`.
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(" 5:")).collect();
    for i in 0..10 {
        let at = (2 * i + 1) * lines.len() / 20;
        let (epd, counts) = lines[at].split_once('\t').context("a line without a tab")?;
        let leaves = counts.split(' ').find_map(|count| count.strip_prefix("5:")).context("a line without depth 5")?;
        cases.push(case(&format!("random {}", at + 1), &format!("{epd} 0 1"), 5, leaves.parse()?));
    }
    Ok(cases)
}

/// Who counts. Prepares the position and returns the seconds of one count and the leaves.
trait Contender {
    fn name(&self) -> &'static str;
    fn count(&mut self, case: &Case) -> anyhow::Result<(f64, u64)>;
}

fn timed(count: impl FnOnce() -> u64) -> (f64, u64) {
    let begin = thread_seconds();
    let leaves = black_box(count());
    (thread_seconds() - begin, leaves)
}

struct Endgame;

impl Contender for Endgame {
    fn name(&self) -> &'static str {
        "endgame"
    }

    fn count(&mut self, case: &Case) -> anyhow::Result<(f64, u64)> {
        let position = endgame::notation::fen::parse(&case.fen, endgame::chess::RuleSet::Standard)?.position;
        Ok(timed(|| endgame::chess::perft::perft(black_box(&position), case.depth)))
    }
}

struct Cozy;

impl Contender for Cozy {
    fn name(&self) -> &'static str {
        if cfg!(feature = "pext") { "cozy+pext" } else { "cozy" }
    }

    fn count(&mut self, case: &Case) -> anyhow::Result<(f64, u64)> {
        let board = cozy_chess::Board::from_fen(&case.fen, false).map_err(|e| anyhow::anyhow!("cozy-chess: {e}"))?;
        Ok(timed(|| cozy(black_box(&board), case.depth)))
    }
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += cozy(&child, depth - 1);
            }
            false
        });
    }
    leaves
}

struct Shakmaty;

impl Contender for Shakmaty {
    fn name(&self) -> &'static str {
        "shakmaty"
    }

    fn count(&mut self, case: &Case) -> anyhow::Result<(f64, u64)> {
        let setup: shakmaty::fen::Fen = case.fen.parse()?;
        let position: shakmaty::Chess = setup.into_position(shakmaty::CastlingMode::Standard)?;
        Ok(timed(|| shakmaty::perft(black_box(&position), case.depth)))
    }
}

struct Chess;

impl Contender for Chess {
    fn name(&self) -> &'static str {
        "chess"
    }

    fn count(&mut self, case: &Case) -> anyhow::Result<(f64, u64)> {
        let board: chess::Board = case.fen.parse().map_err(|e| anyhow::anyhow!("chess: {e}"))?;
        Ok(timed(|| chess::MoveGen::movegen_perft_test(black_box(&board), case.depth as usize) as u64))
    }
}

/// A process of its own; its start is not timed.
struct Stockfish {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start(path: &str) -> anyhow::Result<Stockfish> {
        let mut process = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let commands = process.stdin.take().context("no pipe to Stockfish")?;
        let answers = BufReader::new(process.stdout.take().context("no pipe from Stockfish")?);
        let mut stockfish = Stockfish { process, commands, answers };
        stockfish.say("isready")?;
        stockfish.wait_for("readyok")?;
        Ok(stockfish)
    }

    fn say(&mut self, command: &str) -> anyhow::Result<()> {
        writeln!(self.commands, "{command}")?;
        Ok(self.commands.flush()?)
    }

    /// What follows `start` on the first line that begins with it.
    fn wait_for(&mut self, start: &str) -> anyhow::Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            ensure!(self.answers.read_line(&mut line)? > 0, "Stockfish said nothing more");
            if let Some(rest) = line.strip_prefix(start) {
                return Ok(rest.trim().to_owned());
            }
        }
    }
}

impl Contender for Stockfish {
    fn name(&self) -> &'static str {
        "stockfish"
    }

    fn count(&mut self, case: &Case) -> anyhow::Result<(f64, u64)> {
        self.say(&format!("position fen {}\nisready", case.fen))?;
        self.wait_for("readyok")?;
        let (begin, used) = (Instant::now(), process_seconds(self.process.id()));
        self.say(&format!("go perft {}", case.depth))?;
        let leaves = self.wait_for("Nodes searched: ")?;
        // What its threads used is less than what passed when the machine is busy: in doubt for the other side.
        let mut seconds = begin.elapsed().as_secs_f64();
        if let (Some(before), Some(after)) = (used, process_seconds(self.process.id())) {
            seconds = seconds.min(after - before);
        }
        Ok((seconds, leaves.parse()?))
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let mut contenders: Vec<Box<dyn Contender>> = vec![Box::new(Endgame)];
    if !args.alone {
        contenders.push(Box::new(Cozy));
        contenders.push(Box::new(Shakmaty));
        contenders.push(Box::new(Chess));
        match Stockfish::start(&args.stockfish) {
            Ok(stockfish) => contenders.push(Box::new(stockfish)),
            Err(error) => println!("skipped: Stockfish ({}): {error}", args.stockfish),
        }
    }

    println!("perft, Mnps, median of {} rounds; built with {}", args.rounds, flags());
    print!("{:16}{:>3}{:>13}", "position", "d", "leaves");
    contenders.iter().for_each(|contender| print!("{:>11}", contender.name()));
    println!("{:>10}", if args.alone { "" } else { "ratio" });

    let mut speeds = Vec::new();
    for case in cases()? {
        let calls = LEAVES.div_ceil(case.leaves.max(1)).min(1000);
        let mut rounds = vec![Vec::new(); contenders.len()];
        for _ in 0..args.rounds {
            for (contender, speeds) in contenders.iter_mut().zip(&mut rounds) {
                let mut seconds = 0.0;
                for _ in 0..calls {
                    let (time, leaves) = contender.count(&case)?;
                    if leaves != case.leaves {
                        bail!("{} counts {leaves} leaves at {}, not {}", contender.name(), case.fen, case.leaves);
                    }
                    seconds += time;
                }
                speeds.push((case.leaves * calls) as f64 / seconds / 1e6);
            }
        }
        let row: Vec<f64> = rounds.into_iter().map(median).collect();
        print!("{:16}{:>3}{:>13}", case.name, case.depth, case.leaves);
        row.iter().for_each(|speed| print!("{speed:>11.0}"));
        println!("{}", if args.alone { String::new() } else { format!("{:>10.2}", row[0] / fastest(&row)) });
        speeds.push(row);
    }

    print!("{:32}", "geometric mean");
    for i in 0..contenders.len() {
        print!("{:>11.0}", geometric_mean(speeds.iter().map(|row| row[i])));
    }
    println!();
    if args.alone {
        return Ok(ExitCode::SUCCESS);
    }
    let ratio = geometric_mean(speeds.iter().map(|row| row[0] / fastest(row)));
    let worst = speeds.iter().map(|row| row[0] / fastest(row)).fold(f64::INFINITY, f64::min);
    let mut passed = goal("to the fastest crate of each position, geometric mean", ratio, args.goal);
    passed &= goal("to the fastest crate, worst position", worst, args.floor);
    if contenders.len() > 4 {
        let ratio = geometric_mean(speeds.iter().map(|row| row[0] / row[4]));
        passed &= goal("to Stockfish, geometric mean", ratio, args.stockfish_goal);
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The fastest of the three crates.
fn fastest(row: &[f64]) -> f64 {
    row[1..4].iter().copied().fold(0.0, f64::max)
}

fn goal(what: &str, ratio: f64, goal: f64) -> bool {
    let passed = ratio >= goal;
    println!("{} {ratio:.2} {what} (goal {goal:.1})", if passed { "PASS" } else { "FAIL" });
    passed
}
