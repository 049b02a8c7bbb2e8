//! Fits the network to games: 768 inputs (a man on a square, seen by each side, turned so that its king stands on the files a to d),
//! one hidden layer for each side, outputs by the number of men. Writes the
//! network, quantized. The engine has none yet: it must first win a match against the weights.

use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use clap::Parser;
use endgame::chess::{Kind, Piece, Side, Square};
use endgame_tuner::layer::HIDDEN;
use endgame_tuner::network::{INPUTS, OUTPUTS};
use endgame_tuner::{Sample, read};

/// Fits the network to games.
#[derive(Parser)]
struct Args {
    /// Files of positions
    files: Vec<PathBuf>,
    /// Where to write the network
    #[arg(short, long, default_value = "network.bin")]
    output: PathBuf,
    /// Times all positions are gone through
    #[arg(long, default_value_t = 14)]
    epochs: usize,
    /// How much the game's end counts; the rest is what the search thought
    #[arg(long, default_value_t = 0.3)]
    result: f32,
    /// Files of other games to check with
    #[arg(long)]
    check: Vec<PathBuf>,
    /// Share of a weight that is lost with each step, in steps
    #[arg(long, default_value_t = 0.3)]
    decay: f32,
    /// First step
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Threads
    #[arg(short = 'j', long, default_value_t = 2)]
    threads: usize,
}

const BATCH: usize = 8192;
/// Steps of a hidden value, and of an output weight: how the engine stores them.
const HIDDEN_STEPS: f32 = 255.0;
const OUTPUT_STEPS: f32 = 64.0;
/// So that a product of both fits into 16 bits.
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_STEPS;
/// Chances to win by hundredths of a pawn, as in Elo's formula.
const SLOPE: f32 = 0.005_756_5;

const INPUT_BIASES: usize = INPUTS * HIDDEN;
const OUTPUT_WEIGHTS: usize = INPUT_BIASES + HIDDEN;
const OUTPUT_BIASES: usize = OUTPUT_WEIGHTS + OUTPUTS * 2 * HIDDEN;
const NUMBER: usize = OUTPUT_BIASES + OUTPUTS;

/// A position as the network sees it, the side to move first.
struct Seen {
    inputs: [[u16; 32]; 2],
    count: u8,
    output: u8,
    target: f32,
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The same as in the engine.
fn input(view: Side, king: Square, piece: Piece, square: Square) -> usize {
    let mut at = square.index();
    if view == Side::Black {
        at ^= 56;
    }
    if king.file() > 3 {
        at ^= 7;
    }
    let whose = if piece.side == view { 0 } else { 384 };
    whose + piece.kind as usize * 64 + at
}

fn look(sample: &Sample, result: f32) -> Option<Seen> {
    let side = if sample.side == 0 { Side::White } else { Side::Black };
    let mut inputs = [[0; 32]; 2];
    let mut count = 0;
    let king =
        |side| sample.pieces().find(|(_, piece)| *piece == Piece { side, kind: Kind::King }).map(|found| found.0);
    let kings = [king(side)?, king(!side)?];
    for (square, piece) in sample.pieces().take(32) {
        for (number, view) in [side, !side].into_iter().enumerate() {
            inputs[number][count] = input(view, kings[number], piece, square) as u16;
        }
        count += 1;
    }
    let (end, score) = (f32::from(sample.result) / 2.0, f32::from(sample.score));
    let white = result * end + (1.0 - result) * chance(SLOPE * score);
    let target = if side == Side::White { white } else { 1.0 - white };
    Some(Seen { inputs, count: count as u8, output: ((count - 1) / 4).min(OUTPUTS - 1) as u8, target })
}

/// Adds the slopes of one position; returns its squared error.
fn learn(seen: &Seen, weights: &[f32], slopes: &mut [f32]) -> f32 {
    let mut hidden = [[0.0_f32; HIDDEN]; 2];
    for (values, inputs) in hidden.iter_mut().zip(&seen.inputs) {
        values.copy_from_slice(&weights[INPUT_BIASES..OUTPUT_WEIGHTS]);
        for input in &inputs[..usize::from(seen.count)] {
            let row = &weights[usize::from(*input) * HIDDEN..][..HIDDEN];
            for (value, weight) in values.iter_mut().zip(row) {
                *value += weight;
            }
        }
    }
    let output = usize::from(seen.output);
    let at = OUTPUT_WEIGHTS + output * 2 * HIDDEN;
    let out = &weights[at..at + 2 * HIDDEN];
    let mut logit = weights[OUTPUT_BIASES + output];
    for (values, out) in hidden.iter().zip(out.chunks_exact(HIDDEN)) {
        for (value, weight) in values.iter().zip(out) {
            let clipped = value.clamp(0.0, 1.0);
            logit += clipped * clipped * weight;
        }
    }
    let told = chance(logit);
    let error = told - seen.target;
    if slopes.is_empty() {
        return error * error;
    }
    let steep = error * told * (1.0 - told);
    slopes[OUTPUT_BIASES + output] += steep;
    for (number, values) in hidden.iter().enumerate() {
        let out = &out[number * HIDDEN..][..HIDDEN];
        let mut back = [0.0_f32; HIDDEN];
        let out_slopes = &mut slopes[at + number * HIDDEN..][..HIDDEN];
        for index in 0..HIDDEN {
            let clipped = values[index].clamp(0.0, 1.0);
            out_slopes[index] += steep * clipped * clipped;
            let inside = if values[index] > 0.0 && values[index] < 1.0 { 1.0 } else { 0.0 };
            back[index] = inside * steep * 2.0 * clipped * out[index];
        }
        for (slope, back) in slopes[INPUT_BIASES..OUTPUT_WEIGHTS].iter_mut().zip(&back) {
            *slope += back;
        }
        for input in &seen.inputs[number][..usize::from(seen.count)] {
            let row = &mut slopes[usize::from(*input) * HIDDEN..][..HIDDEN];
            for (slope, back) in row.iter_mut().zip(&back) {
                *slope += back;
            }
        }
    }
    error * error
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let begun = Instant::now();
    let mut random = fastrand::Rng::with_seed(1);
    let mut samples = read(&args.files)?;
    random.shuffle(&mut samples);
    let mut seen: Vec<Seen> = samples.iter().filter_map(|sample| look(sample, args.result)).collect();
    drop(samples);
    // Positions of the same game are too much alike to check with.
    let test: Vec<Seen> = read(&args.check)?.iter().filter_map(|sample| look(sample, args.result)).collect();
    println!("{} positions, {} to check with, {NUMBER} weights", seen.len(), test.len());
    let mut weights: Vec<f32> = (0..NUMBER)
        .map(|index| match index {
            0..INPUT_BIASES => (random.f32() - 0.5) * 0.2,
            INPUT_BIASES..OUTPUT_WEIGHTS => 0.1,
            OUTPUT_WEIGHTS..OUTPUT_BIASES => (random.f32() - 0.5) * 0.25,
            _ => 0.0,
        })
        .collect();
    let (mut first, mut second) = (vec![0.0_f32; NUMBER], vec![0.0_f32; NUMBER]);
    let batches = seen.len() / BATCH;
    let all = (batches * args.epochs) as f32;
    let mut parts: Vec<Vec<f32>> = vec![vec![0.0; NUMBER]; args.threads];
    let mut step = 0;
    for epoch in 0..args.epochs {
        random.shuffle(&mut seen);
        let mut loss = 0.0_f64;
        for batch in seen.chunks_exact(BATCH) {
            let (rate, warm) = {
                let done = step as f32 / all;
                let rate = args.rate * (0.005 + 0.995 * 0.5 * (1.0 + (done * std::f32::consts::PI).cos()));
                step += 1;
                (rate, [1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step)])
            };
            let share = batch.len().div_ceil(args.threads);
            loss += thread::scope(|scope| {
                let weights = &weights;
                let threads: Vec<_> = batch
                    .chunks(share)
                    .zip(&mut parts)
                    .map(|(part, slopes)| {
                        scope.spawn(move || {
                            slopes.fill(0.0);
                            part.iter().map(|seen| f64::from(learn(seen, weights, slopes))).sum::<f64>()
                        })
                    })
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("sums do not panic")).sum::<f64>()
            });
            for index in 0..NUMBER {
                let slope = parts.iter().map(|part| part[index]).sum::<f32>() / batch.len() as f32;
                first[index] = 0.9 * first[index] + 0.1 * slope;
                second[index] = 0.999 * second[index] + 0.001 * slope * slope;
                let weight = &mut weights[index];
                *weight -= rate
                    * ((first[index] / warm[0]) / ((second[index] / warm[1]).sqrt() + 1e-8) + args.decay * *weight);
                if (OUTPUT_WEIGHTS..OUTPUT_BIASES).contains(&index) {
                    *weight = weight.clamp(-MOST_OUTPUT, MOST_OUTPUT);
                } else if index < INPUT_BIASES {
                    *weight = weight.clamp(-1.98, 1.98);
                }
            }
        }
        let check: f64 = test.iter().map(|seen| f64::from(learn(seen, &weights, &mut []))).sum();
        println!(
            "epoch {}: error {:.6}, of others {:.6}, {:.0} s",
            epoch + 1,
            loss / (batches * BATCH) as f64,
            check / test.len().max(1) as f64,
            begun.elapsed().as_secs_f64()
        );
        if epoch % 5 == 4 || epoch + 1 == args.epochs {
            std::fs::write(&args.output, quantized(&weights))?;
        }
    }
    Ok(())
}

/// 16-bit words, lower byte first: input weights by input, input biases, output weights by output, output biases.
fn quantized(weights: &[f32]) -> Vec<u8> {
    let steps = |index: usize| match index {
        0..OUTPUT_WEIGHTS => HIDDEN_STEPS,
        OUTPUT_WEIGHTS..OUTPUT_BIASES => OUTPUT_STEPS,
        _ => HIDDEN_STEPS * OUTPUT_STEPS,
    };
    let word = |(index, weight): (usize, &f32)| (weight * steps(index)).round().clamp(-32_768.0, 32_767.0) as i16;
    weights.iter().enumerate().map(word).flat_map(i16::to_le_bytes).collect()
}
