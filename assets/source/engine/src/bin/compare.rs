//! How far the weights and a network are from what games and searches say of positions that neither was fitted to.

use std::path::PathBuf;

use clap::Parser;
use endgame::chess::Side;
use endgame::engine::evaluate;
use endgame_tuner::network::{Cache, Network};
use endgame_tuner::read;

/// Compares the weights with a network.
#[derive(Parser)]
struct Args {
    /// The network
    network: PathBuf,
    /// Files of positions
    files: Vec<PathBuf>,
    /// How much the game's end counts; the rest is what the search thought
    #[arg(long, default_value_t = 0.3)]
    result: f64,
}

fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-0.005_756_5 * score).exp())
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let network = Network::read(&args.network)?;
    let mut cache = Cache::new(&network);
    let (mut errors, mut count) = ([0.0; 2], 0);
    for sample in read(&args.files)? {
        let Some(position) = sample.position() else { continue };
        let end = f64::from(sample.result) / 2.0;
        let target = args.result * end + (1.0 - args.result) * chance(f64::from(sample.score));
        let sign = if position.side() == Side::White { 1.0 } else { -1.0 };
        for (error, score) in errors.iter_mut().zip([evaluate(&position), cache.evaluate(&position)]) {
            *error += (chance(sign * f64::from(score)) - target).powi(2);
        }
        count += 1;
    }
    let [weights, network] = errors.map(|error| error / f64::from(count.max(1)));
    println!("{count} positions: error of the weights {weights:.6}, of the network {network:.6}");
    Ok(())
}
