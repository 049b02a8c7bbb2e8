//! Leaf counts of the move generator against published ones: any wrong move shows.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use endgame::chess::perft::{divide, perft};
use endgame::chess::{Position, RuleSet};
use endgame::notation::fen;

use crate::support::read;

/// Counts up to this size are checked; deeper ones take too long for every day.
const LARGEST: u64 = 1_000_000;

fn position(text: &str) -> Position {
    match fen::parse(text, RuleSet::Standard) {
        Ok(parsed) => parsed.position,
        Err(error) => panic!("{text}: {error}"),
    }
}

// Counts from https://www.chessprogramming.org/Perft_Results.

#[test]
fn start_position_to_depth_6() {
    assert_eq!(perft(&Position::start(), 6), 119_060_324);
}

#[test]
fn kiwipete_to_depth_5() {
    let kiwipete = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_eq!(perft(&kiwipete, 5), 193_690_690);
}

#[test]
fn endgame_with_en_passant_pins_to_depth_6() {
    assert_eq!(perft(&position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 6), 11_030_083);
}

#[test]
fn promotions_to_depth_5() {
    let text = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    assert_eq!(perft(&position(text), 5), 15_833_292);
    assert_eq!(perft(&position("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"), 4), 2_103_487);
}

#[test]
fn divided_counts_add_up() {
    let kiwipete = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let parts = divide(&kiwipete, 4);
    assert_eq!(parts.len(), 48);
    assert_eq!(parts.iter().map(|(_, lines)| lines).sum::<u64>(), 4_085_603);
    assert!(divide(&kiwipete, 0).is_empty());
}

#[test]
fn random_positions() {
    agree("perft/random.tsv");
}

#[test]
fn tricky_positions() {
    agree("perft/tricky.tsv");
}

#[test]
fn chess960_positions() {
    agree("perft/chess960.tsv");
}

/// Checks a table of `FEN <TAB> depth:count ...` on all processors and names every difference.
fn agree(file: &str) {
    let Some(text) = read(file) else { return };
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
    assert!(!lines.is_empty(), "{file} is empty");
    let (next, checked) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut differences = Vec::new();
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut fields = line.split_whitespace().collect::<Vec<_>>();
            let start = fields.iter().position(|field| field.contains(':')).unwrap_or(fields.len());
            let counts = fields.split_off(start);
            let position = position(&fields.join(" "));
            for (depth, expected) in counts.iter().filter_map(|count| count.split_once(':')) {
                let (depth, expected): (u32, u64) = (depth.parse().unwrap(), expected.parse().unwrap());
                if expected > LARGEST {
                    continue;
                }
                checked.fetch_add(1, Ordering::Relaxed);
                let found = perft(&position, depth);
                if found != expected {
                    differences.push(format!("{} depth {depth}: {found}, not {expected}", fields.join(" ")));
                }
            }
        }
        differences
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let differences: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    println!("{file}: {} counts checked", checked.into_inner());
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}
