//! Which man stands where: men keep their identity from the start of a game to any ply, so that a picture of one ply
//! can be turned into the picture of any other with each man moved once, and never two equal men exchanged.

use super::{Game, Move, Piece, Square};

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
    let mut walk = Walk::from_start(game);
    game.plies().iter().take(ply).for_each(|played| walk.play(played.mv));
    walk.men
}

/// Where all men of a game are at any ply, found in constant time however long the game is.
#[derive(Clone, Debug)]
pub struct Tracks {
    /// The men after every so many plies.
    marks: Vec<Vec<Man>>,
}

/// Plies from one mark to the next.
const STRIDE: usize = 48;

impl Tracks {
    /// Walks through the whole game once.
    pub fn of(game: &Game) -> Tracks {
        let mut walk = Walk::from_start(game);
        let mut marks = vec![walk.men.clone()];
        for (index, played) in game.plies().iter().enumerate() {
            walk.play(played.mv);
            if (index + 1).is_multiple_of(STRIDE) {
                marks.push(walk.men.clone());
            }
        }
        Tracks { marks }
    }

    /// The same as [`whereabouts`] of the game that these are the tracks of.
    pub fn at(&self, game: &Game, ply: usize) -> Vec<Man> {
        let mark = (ply.min(game.len()) / STRIDE).min(self.marks.len() - 1);
        let mut walk = Walk::among(self.marks[mark].clone());
        game.plies().iter().take(ply).skip(mark * STRIDE).for_each(|played| walk.play(played.mv));
        walk.men
    }
}

/// The men on their way through a game.
struct Walk {
    men: Vec<Man>,
    /// Which man stands on each square; 64 small look-ups instead of a search per ply.
    on: [Option<usize>; 64],
    captured: [u8; 2],
}

impl Walk {
    fn from_start(game: &Game) -> Walk {
        let mut men: Vec<Man> = game
            .start()
            .pieces()
            .map(|(square, piece)| Man { origin: square, born: piece, piece, spot: Spot::Board(square) })
            .collect();
        men.sort_by_key(|man| man.origin.index());
        Walk::among(men)
    }

    fn among(men: Vec<Man>) -> Walk {
        let (mut on, mut captured) = ([None; 64], [0u8; 2]);
        for (index, man) in men.iter().enumerate() {
            match man.spot {
                Spot::Board(square) => on[square.index()] = Some(index),
                Spot::Tray(_) => captured[man.piece.side.index()] += 1,
            }
        }
        Walk { men, on, captured }
    }

    fn play(&mut self, mv: Move) {
        let Walk { men, on, captured } = self;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Profile};

    /// A game that walks about, captures what it can now and then, and has more plies than one stride.
    fn wander() -> Game {
        let mut game = Game::new(Position::start(), Profile::Fide);
        let mut seed = 1851u64;
        while game.len() < 4 * STRIDE + 7 && game.outcome().is_none() {
            let moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            game.play(moves[(seed >> 33) as usize % moves.len()]).unwrap();
        }
        game
    }

    #[test]
    fn tracks_lead_where_the_walk_leads() {
        let game = wander();
        assert!(game.len() > 2 * STRIDE);
        let tracks = Tracks::of(&game);
        for ply in (0..=game.len() + 3).rev() {
            assert_eq!(tracks.at(&game, ply), whereabouts(&game, ply), "ply {ply}");
        }
    }
}
