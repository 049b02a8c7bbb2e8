//! The command `go`: how long to search, and what.

use std::time::Duration;

use super::options::Options;
use crate::chess::{Move, Position, Side};
use crate::engine::{Limits, Time};
use crate::notation::uci;

/// What `go` asks for.
#[derive(Debug, Default)]
pub struct Order {
    /// When to stop.
    pub limits: Limits,
    /// On the opponent's time.
    pub ponder: bool,
    /// Only these moves.
    pub only: Vec<Move>,
    /// Leaf counts instead of a search.
    pub perft: Option<u32>,
}

/// Words that begin something new.
const WORDS: [&str; 14] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "time",
];

/// Reads the words after `go`. What cannot be understood is passed over.
pub fn read(words: &[&str], position: &Position, options: &Options) -> Order {
    let mut order = Order { limits: Limits { overhead: options.overhead, ..Limits::default() }, ..Order::default() };
    let (mut left, mut increment, mut moves_to_go) = ([None; 2], [Duration::ZERO; 2], None);
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        let value: Option<i64> = rest.peek().and_then(|value| value.parse().ok());
        // Clocks of others may have run out: time below nothing is nothing.
        let ms = value.map(|value| Duration::from_millis(value.clamp(0, 1 << 40) as u64));
        let number = value.map(|value| value.clamp(1, i64::from(i32::MAX)) as i32);
        match word {
            "searchmoves" => {
                while let Some(text) = rest.next_if(|word| !WORDS.contains(word)) {
                    order.only.extend(uci::read(position, text).ok());
                }
            }
            "ponder" => order.ponder = true,
            "infinite" => order.limits.infinite = true,
            "wtime" => left[Side::White.index()] = ms,
            "btime" => left[Side::Black.index()] = ms,
            "winc" => increment[Side::White.index()] = ms.unwrap_or_default(),
            "binc" => increment[Side::Black.index()] = ms.unwrap_or_default(),
            "movestogo" => moves_to_go = value.filter(|moves| *moves > 0).map(|moves| moves.min(1000) as u32),
            "depth" => order.limits.depth = number,
            "nodes" => order.limits.nodes = value.map(|nodes| nodes.max(1) as u64),
            "mate" => order.limits.mate = number,
            "movetime" => order.limits.move_time = ms,
            "perft" => order.perft = value.map(|depth| depth.clamp(1, 20) as u32),
            _ => {}
        }
    }
    let side = position.side().index();
    order.limits.time = left[side].map(|left| Time { left, increment: increment[side], moves_to_go });
    let Limits { time, move_time, depth, nodes, mate, .. } = &order.limits;
    if time.is_none() && move_time.is_none() && depth.is_none() && nodes.is_none() && mate.is_none() {
        order.limits.infinite = true;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> Order {
        let words: Vec<&str> = text.split(' ').collect();
        read(&words, &Position::start(), &Options::default())
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let read = order("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 ponder searchmoves e2e4 d2d4 depth 7");
        let time = read.limits.time.unwrap();
        assert_eq!(
            (time.left, time.increment, time.moves_to_go),
            (Duration::from_secs(1), Duration::from_millis(10), Some(5))
        );
        assert!(read.ponder && !read.limits.infinite);
        assert_eq!((read.only.len(), read.limits.depth), (2, Some(7)));
        assert!(order("").limits.infinite && order("infinite").limits.infinite);
        assert_eq!(order("wtime -30 btime 5").limits.time.unwrap().left, Duration::ZERO);
        assert_eq!(order("perft 3").perft, Some(3));
    }
}
