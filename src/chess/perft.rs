//! Counting all lines of play to a depth: the test of the laws, and their speed.

#[cfg(target_arch = "x86_64")]
use super::position::lanes;
use super::position::{Black, Board, Mover, White, count, for_each_child};
use super::{Move, Position, RuleSet, Side};

/// The number of move sequences of exactly `depth` half-moves. Draws do not end them; mates, stalemates and captured
/// kings do, for want of moves.
///
/// The last half-move is counted, not played. Depths beyond about 9 take days.
///
/// ```
/// use endgame::chess::{Position, perft::perft};
///
/// assert_eq!(perft(&Position::start(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if position.rules() == RuleSet::Standard
        && let Some(lines) = lanes::lines(position.board(), position.side(), depth)
    {
        return lines;
    }
    on_any_processor(position, depth)
}

fn on_any_processor(position: &Position, depth: u32) -> u64 {
    let board = position.board();
    match (position.rules(), position.side()) {
        (RuleSet::Standard, Side::White) => lines::<White, false>(board, depth),
        (RuleSet::Standard, Side::Black) => lines::<Black, false>(board, depth),
        (RuleSet::Endgame, Side::White) => lines::<White, true>(board, depth),
        (RuleSet::Endgame, Side::Black) => lines::<Black, true>(board, depth),
    }
}

/// The same, move by move; nothing for depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position.legal_moves().into_iter().map(|mv| (mv, perft(&position.play(mv), rest))).collect()
}

#[inline(never)]
fn lines<S: Mover, const FREE: bool>(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count::<S, FREE>(board),
        // Its own arm, so that the children of most nodes go into the count without a recursive call.
        2 => {
            let mut total = 0;
            for_each_child::<S, FREE>(board, |child| total += count::<S::Them, FREE>(child));
            total
        }
        _ => {
            let mut total = 0;
            for_each_child::<S, FREE>(board, |child| total += lines::<S::Them, FREE>(child, depth - 1));
            total
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_by_both_rule_sets() {
        assert_eq!(perft(&Position::start(), 0), 1);
        assert_eq!(perft(&Position::start(), 4), 197_281);
        assert_eq!(divide(&Position::start(), 3).iter().map(|(_, lines)| lines).sum::<u64>(), 8_902);
        // Check binds nobody and kings fall: more lines than 8,902 and 197,281.
        let free = Position::start_with(RuleSet::Endgame);
        assert_eq!(perft(&free, 2), 400);
        let by_hand: u64 = divide(&free, 4).iter().map(|(_, lines)| lines).sum();
        assert_eq!(perft(&free, 4), by_hand);
        assert!(by_hand > 197_281);
    }

    /// One of the two is not what the other tests run on, whatever the processor.
    #[test]
    fn every_processor_counts_the_same() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut position = Position::start();
        for _ in 0..20_000 {
            let moves = position.legal_moves();
            assert_eq!(perft(&position, 2), on_any_processor(&position, 2), "{position:?}");
            position = match random.choice(moves) {
                Some(mv) if position.halfmove_clock() < 60 => position.play(mv),
                _ => Position::start(),
            };
        }
    }
}
