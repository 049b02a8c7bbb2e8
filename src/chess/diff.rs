//! Which man stands where: men keep their identity from the start of a game to any ply, so that a picture of one ply
//! can be turned into the picture of any other with each man moved once, and never two equal men exchanged.

use super::{Game, Piece, Square};

/// Where a man is: on the board, or in the tray of captured men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On this square.
    Board(Square),
    /// Captured: the n-th of its side, counted from 0.
    Tray(u8),
}

/// One man of a game at one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Its square in the start position: its identity within one game.
    pub origin: Square,
    /// What it was in the start position.
    pub born: Piece,
    /// What it is now (a promoted pawn is what it became).
    pub piece: Piece,
    /// Where it is now.
    pub spot: Spot,
}

/// All men of the start position of `game` as they are after `ply` plies (clamped to the game's length), ordered by origin.
pub fn whereabouts(game: &Game, ply: usize) -> Vec<Man> {
    let mut men: Vec<Man> = game
        .start()
        .pieces()
        .map(|(square, piece)| Man { origin: square, born: piece, piece, spot: Spot::Board(square) })
        .collect();
    men.sort_by_key(|man| man.origin.index());
    // Which man stands on each square; 64 small look-ups instead of a search per ply.
    let mut on: [Option<usize>; 64] = [None; 64];
    for (index, man) in men.iter().enumerate() {
        on[man.origin.index()] = Some(index);
    }
    let mut captured = [0u8; 2];
    for played in game.plies().iter().take(ply) {
        let mv = played.mv;
        if let Some(victim) = mv.captured_at().and_then(|square| on[square.index()].take()) {
            let count = &mut captured[men[victim].piece.side.index()];
            men[victim].spot = Spot::Tray(*count);
            *count += 1;
        }
        // Both lift before either is set down: in castling they may exchange squares.
        let mover = on[mv.from.index()].take();
        let rook = mv.castling().and_then(|(from, to)| on[from.index()].take().map(|index| (index, to)));
        if let Some(index) = mover {
            men[index].spot = Spot::Board(mv.to);
            if let Some(kind) = mv.promotion {
                men[index].piece.kind = kind;
            }
            on[mv.to.index()] = Some(index);
        }
        if let Some((index, to)) = rook {
            men[index].spot = Spot::Board(to);
            on[to.index()] = Some(index);
        }
    }
    men
}

/// Pairs the men of one picture with those of another: `(before, after)` indices, `None` where a man has no counterpart.
///
/// Men of the same start keep their identity. Between different starts a man goes to the nearest place for its kind.
pub fn pair(before: &[Man], after: &[Man]) -> Vec<(Option<usize>, Option<usize>)> {
    let same_start =
        before.len() == after.len() && before.iter().zip(after).all(|(a, b)| a.origin == b.origin && a.born == b.born);
    if same_start {
        return (0..after.len()).map(|index| (Some(index), Some(index))).collect();
    }
    let mut free: Vec<usize> = (0..before.len()).collect();
    let mut found: Vec<Option<usize>> = vec![None; after.len()];
    // First those that need not move, then the nearest of the same kind.
    for (want, man) in found.iter_mut().zip(after) {
        if let Some(at) = free.iter().position(|&b| before[b].piece == man.piece && before[b].spot == man.spot) {
            *want = Some(free.remove(at));
        }
    }
    for (want, man) in found.iter_mut().zip(after).filter(|(want, _)| want.is_none()) {
        let nearest = (0..free.len())
            .filter(|&at| before[free[at]].piece == man.piece)
            .min_by_key(|&at| distance(before[free[at]].spot, man.spot));
        if let Some(at) = nearest {
            *want = Some(free.remove(at));
        }
    }
    let mut pairs: Vec<_> = found.into_iter().enumerate().map(|(after, before)| (before, Some(after))).collect();
    pairs.extend(free.into_iter().map(|before| (Some(before), None)));
    pairs
}

/// King steps between two spots; a tray is as far as the board is wide.
fn distance(a: Spot, b: Spot) -> u8 {
    match (a, b) {
        (Spot::Board(a), Spot::Board(b)) => a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())),
        (Spot::Tray(_), Spot::Tray(_)) => 0,
        _ => 8,
    }
}
