//! Fits the weights of the evaluation to games: the chance to win that they tell of a position is to agree with how its game
//! ended and with what a search thought of it (after P. Österlund's tuning method for Texel). Writes `weights.rs`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::thread;

use clap::Parser;
use endgame::engine::{Phase, Sink, WEIGHTS, features, notice};
use endgame_tuner::{Sample, read};

/// Fits the weights of the evaluation to games.
#[derive(Parser)]
struct Args {
    /// Files of positions
    files: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(short, long, default_value = "../../../src/engine/evaluation/weights.rs")]
    output: PathBuf,
    /// Times all positions are gone through
    #[arg(long, default_value_t = 200)]
    epochs: usize,
    /// How much the game's end counts; the rest is what the search thought
    #[arg(long, default_value_t = 0.4)]
    result: f32,
    /// First step, in hundredths of a pawn
    #[arg(long, default_value_t = 1.5)]
    rate: f32,
    /// Threads
    #[arg(short = 'j', long, default_value_t = 2)]
    threads: usize,
    /// At most so many positions
    #[arg(long, default_value_t = 4_000_000)]
    most: usize,
}

/// Chances to win by hundredths of a pawn, as in Elo's formula.
const SLOPE: f32 = 0.005_756_5;

/// Positions that are looked at before each step.
const BATCH: usize = 16_384;

/// What is seen in all positions, one after the other.
#[derive(Default)]
struct Seen {
    entries: Vec<(u16, i8)>,
    ends: Vec<u32>,
    phases: Vec<Phase>,
    targets: Vec<f32>,
}

impl Sink for Seen {
    fn add(&mut self, feature: usize, times: i32) {
        self.entries.push((feature as u16, times as i8));
    }
}

fn chance(score: f32) -> f32 {
    1.0 / (1.0 + (-SLOPE * score).exp())
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut samples = read(&args.files)?;
    fastrand::Rng::with_seed(1).shuffle(&mut samples);
    samples.truncate(args.most);
    let share = samples.len().div_ceil(args.threads).max(1);
    let parts: Vec<Seen> = thread::scope(|scope| {
        let threads: Vec<_> = samples.chunks(share).map(|part| scope.spawn(|| look(part, args.result))).collect();
        threads.into_iter().map(|thread| thread.join().expect("looking does not panic")).collect()
    });
    println!("{} positions, {} weights", samples.len(), 2 * features::NUMBER);
    let mut weights: Vec<[f32; 2]> = WEIGHTS.iter().map(|&(a, b)| [f32::from(a), f32::from(b)]).collect();
    let (mut first, mut second) = (vec![[0.0_f32; 2]; weights.len()], vec![[0.0_f32; 2]; weights.len()]);
    let mut steps = 0;
    for epoch in 0..args.epochs {
        let rate = args.rate * 0.03_f32.powf(epoch as f32 / args.epochs as f32);
        let (mut loss, mut count) = (0.0_f64, 0);
        for batch in 0..share.div_ceil(BATCH / args.threads) {
            let results: Vec<(Vec<[f32; 2]>, f64, usize)> = thread::scope(|scope| {
                let weights = &weights;
                let size = BATCH / args.threads;
                let threads: Vec<_> =
                    parts.iter().map(|part| scope.spawn(move || slope(part, weights, batch * size, size))).collect();
                threads.into_iter().map(|thread| thread.join().expect("sums do not panic")).collect()
            });
            let number: usize = results.iter().map(|result| result.2).sum();
            if number == 0 {
                continue;
            }
            steps += 1;
            let warm = [1.0 - 0.9_f32.powi(steps), 1.0 - 0.999_f32.powi(steps)];
            for (index, weight) in weights.iter_mut().enumerate() {
                for phase in 0..2 {
                    let gradient = results.iter().map(|result| result.0[index][phase]).sum::<f32>() / number as f32;
                    let (one, two) = (&mut first[index][phase], &mut second[index][phase]);
                    *one = 0.9 * *one + 0.1 * gradient;
                    *two = 0.999 * *two + 0.001 * gradient * gradient;
                    weight[phase] -= rate * (*one / warm[0]) / ((*two / warm[1]).sqrt() + 1e-12);
                }
            }
            loss += results.iter().map(|result| result.1).sum::<f64>();
            count += number;
        }
        println!("epoch {}: error {:.6}", epoch + 1, loss / count.max(1) as f64);
    }
    std::fs::write(&args.output, text(&weights))?;
    Ok(())
}

fn look(samples: &[Sample], result: f32) -> Seen {
    let mut seen = Seen::default();
    for sample in samples {
        let Some(position) = sample.position() else { continue };
        if let Some(phase) = notice(&position, &mut seen) {
            seen.ends.push(seen.entries.len() as u32);
            seen.phases.push(phase);
            let end = f32::from(sample.result) / 2.0;
            seen.targets.push(result * end + (1.0 - result) * chance(f32::from(sample.score)));
        }
    }
    seen
}

/// Sum of slopes, sum of squared errors, and number of positions, of a part of them.
fn slope(seen: &Seen, weights: &[[f32; 2]], from: usize, size: usize) -> (Vec<[f32; 2]>, f64, usize) {
    let mut slopes = vec![[0.0_f32; 2]; weights.len()];
    let to = (from + size).min(seen.ends.len());
    let mut loss = 0.0;
    for index in from..to {
        let begin = if index == 0 { 0 } else { seen.ends[index - 1] as usize };
        let entries = &seen.entries[begin..seen.ends[index] as usize];
        let mut sums = [0.0_f32; 2];
        for &(feature, times) in entries {
            let weight = weights[usize::from(feature)];
            sums[0] += weight[0] * f32::from(times);
            sums[1] += weight[1] * f32::from(times);
        }
        let phase = seen.phases[index];
        let middle = phase.middle as f32 / 24.0;
        let end = (1.0 - middle) * phase.scale[usize::from(sums[1] < 0.0)] as f32 / 64.0;
        let told = chance(middle * sums[0] + end * sums[1]);
        let error = told - seen.targets[index];
        loss += f64::from(error * error);
        let steep = error * told * (1.0 - told);
        for &(feature, times) in entries {
            let slope = &mut slopes[usize::from(feature)];
            slope[0] += steep * middle * f32::from(times);
            slope[1] += steep * end * f32::from(times);
        }
    }
    (slopes, loss, to.saturating_sub(from))
}

fn text(weights: &[[f32; 2]]) -> String {
    let mut text =
        "//! The weights, for middle game and endgame in hundredths of a pawn. Written by the tuner; do not edit.\n\n\
                    use super::features::NUMBER;\n\n/// The weight of each feature.\n#[rustfmt::skip]\n\
                    pub static WEIGHTS: [(i16, i16); NUMBER] = [\n"
            .to_owned();
    for &(name, first, size) in features::ALL {
        let _ = writeln!(text, "    // {name}");
        for row in weights[first..first + size].chunks(8) {
            let row: Vec<String> = row.iter().map(|[a, b]| format!("({}, {}),", a.round(), b.round())).collect();
            let _ = writeln!(text, "    {}", row.join(" "));
        }
    }
    text + "];\n"
}
