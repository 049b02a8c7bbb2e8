//! `endgame perft`: counts the leaves of the tree of legal moves, to test and measure the move generator.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;

use super::{joined, rules_parser};
use crate::chess::{RuleSet, perft};
use crate::notation::{fen, uci};

const EXAMPLE: &str = "Example:
  endgame perft 5
  endgame perft 4 --divide 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'";

/// Arguments of `endgame perft`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Half-moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// Position (FEN or `startpos`) [default: the start position]
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// One line for each first move
    #[arg(long)]
    divide: bool,
    /// Rules to move by
    #[arg(long, value_parser = rules_parser(), default_value = "standard")]
    rules: RuleSet,
}

/// Prints the leaf count; the last line is `nodes N  time S  Mnps X`.
///
/// # Errors
/// The FEN is at fault, or standard output.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let position = fen::parse(&joined(&args.fen), args.rules).context("the position cannot be read")?.position;
    let begin = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let mut lines: Vec<(String, u64)> = Vec::new();
        for (mv, nodes) in perft::divide(&position, args.depth) {
            lines.push((uci::write(&position, mv), nodes));
        }
        lines.sort();
        for (mv, nodes) in &lines {
            writeln!(out, "{mv}: {nodes}")?;
        }
        lines.iter().map(|(_, nodes)| nodes).sum()
    } else {
        perft::perft(&position, args.depth)
    };
    let seconds = begin.elapsed().as_secs_f64();
    let mega_nodes_per_second = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "nodes {nodes}  time {seconds:.3}  Mnps {mega_nodes_per_second:.1}")?;
    Ok(())
}
