//! Games of the engine against itself: positions with what it thought of them and how the game ended.

use std::fs::OpenOptions;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use clap::Parser;
use endgame::chess::{Position, RuleSet, Side, Zobrist};
use endgame::engine::{Engine, Limits, MATE_BOUND, Question, Signal};
use endgame_tuner::{Sample, append};

/// Plays games of the engine against itself.
#[derive(Parser)]
struct Args {
    /// File to add to
    #[arg(short, long)]
    output: PathBuf,
    /// Positions looked at for each move
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Games at once
    #[arg(short = 'j', long, default_value_t = 1)]
    threads: usize,
    /// Positions wanted
    #[arg(long, default_value_t = 100_000_000)]
    positions: usize,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Half-moves played by chance at the beginning of a game.
const RANDOM: std::ops::RangeInclusive<usize> = 7..=10;
/// Games that begin worse than this for a side are not played, in hundredths of a pawn.
const UNEVEN: i32 = 250;
/// Who is so far ahead for some moves has won.
const WON: i32 = 1500;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let file = OpenOptions::new().create(true).append(true).open(&args.output)?;
    let file = Mutex::new(BufWriter::new(file));
    let (games, positions) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let begun = Instant::now();
    thread::scope(|scope| {
        for number in 0..args.threads {
            let (file, games, positions, args) = (&file, &games, &positions, &args);
            thread::Builder::new()
                .stack_size(16 << 20)
                .spawn_scoped(scope, move || {
                    let mut random = fastrand::Rng::with_seed(args.seed * 1000 + number as u64);
                    let mut engine = Engine::new(8, 1);
                    while positions.load(Relaxed) < args.positions {
                        let samples = game(&mut engine, &mut random, args.nodes);
                        if samples.is_empty() {
                            continue;
                        }
                        if append(&mut file.lock().expect("nobody panics with it"), &samples).is_err() {
                            eprintln!("the file cannot be written");
                            return;
                        }
                        let all = positions.fetch_add(samples.len(), Relaxed) + samples.len();
                        let count = games.fetch_add(1, Relaxed) + 1;
                        if count % 500 == 0 {
                            let speed = all as f64 / begun.elapsed().as_secs_f64();
                            println!("{count} games, {all} positions, {speed:.0} a second");
                        }
                    }
                })
                .expect("threads can be had");
        }
    });
    Ok(())
}

/// A start that chance made: mostly of the usual game, sometimes of Chess960.
fn start(random: &mut fastrand::Rng) -> Option<Position> {
    let mut position = match random.u8(..8) {
        0 => Position::chess960(random.u16(0..960), RuleSet::Standard)?,
        _ => Position::start(),
    };
    for _ in 0..random.usize(RANDOM) {
        let moves = position.legal_moves();
        position = position.play(*moves.get(random.usize(..moves.len().max(1)))?);
    }
    position.has_legal_move().then_some(position)
}

fn game(engine: &mut Engine, random: &mut fastrand::Rng, nodes: u64) -> Vec<Sample> {
    let Some(mut position) = start(random) else { return Vec::new() };
    engine.forget();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut before: Vec<Position> = Vec::new();
    let mut keys = vec![Zobrist::of(&position).all];
    let mut samples: Vec<Sample> = Vec::new();
    let (mut decided, mut level) = (0, 0);
    let result = loop {
        let key = keys[keys.len() - 1];
        if keys.iter().filter(|earlier| **earlier == key).count() > 2
            || position.halfmove_clock() >= 100
            || position.is_bare()
        {
            break 1;
        }
        let question = Question { before: before.clone(), ..Question::new(position, limits.clone()) };
        let answer = engine.search(&question, &Signal::default(), &mut |_| {});
        let (Some(mv), Some(line)) = (answer.best(), answer.lines.first()) else {
            // Mate or stalemate.
            break match (position.is_check(), position.side()) {
                (false, _) => 1,
                (true, Side::White) => 0,
                (true, Side::Black) => 2,
            };
        };
        let white = if position.side() == Side::White { line.score } else { -line.score };
        if samples.is_empty() && before.is_empty() && white.abs() > UNEVEN {
            return Vec::new();
        }
        decided = if white.abs() > WON { decided + 1 } else { 0 };
        level = if white.abs() < 5 && keys.len() > 80 { level + 1 } else { 0 };
        if decided >= 4 {
            break if white > 0 { 2 } else { 0 };
        }
        if level >= 12 || keys.len() > 400 {
            break 1;
        }
        let quiet = mv.captured.is_none() && mv.promotion.is_none();
        if quiet && !position.is_check() && white.abs() < MATE_BOUND.min(3000) {
            samples.push(Sample::new(&position, white as i16));
        }
        before.push(position);
        if mv.is_irreversible() {
            // What went before cannot come again.
            before.drain(..before.len().saturating_sub(1));
        }
        position = position.play(mv);
        keys.push(Zobrist::of(&position).all);
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}
