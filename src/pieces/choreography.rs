//! How a change of the game looks: a pure list of ways, one for each man that moves.

use bevy::math::Vec3;

use crate::animation::{Path, Step};
use crate::board::layout;
use crate::chess::{Kind, Piece, diff::Spot};

/// A man in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is.
    pub piece: Piece,
    /// Where it is.
    pub spot: Spot,
}

/// The point where a man stands at rest.
pub fn place(placed: Placed) -> Vec3 {
    match placed.spot {
        Spot::Board(square) => layout::center(square),
        Spot::Tray(index) => layout::tray(placed.piece.side, index),
    }
}

/// The ways of all men that change place or kind, in the order given. `now` is where each man is at this moment.
///
/// A single move is shown as such: sliders slide, knights leap, the castling rook swings past its king, a captured man
/// is lifted off as its captor arrives. Anything else (a jump over many plies) moves each man once, in one arc.
pub fn choreograph(changes: &[(Placed, Placed, Vec3)]) -> Vec<Step> {
    let movers: Vec<&(Placed, Placed, Vec3)> =
        changes.iter().filter(|(before, after, _)| moves(*before, *after)).collect();
    let castling = movers.len() == 2
        && movers[0].0.piece.side == movers[1].0.piece.side
        && movers.iter().any(|(before, ..)| before.piece.kind == Kind::King)
        && movers.iter().any(|(before, ..)| before.piece.kind == Kind::Rook);
    let single = movers.len() <= 1 || castling;
    changes.iter().map(|&(before, after, now)| way(before, after, now, single, castling)).collect()
}

fn moves(before: Placed, after: Placed) -> bool {
    matches!((before.spot, after.spot), (Spot::Board(a), Spot::Board(b)) if a != b)
}

fn way(before: Placed, after: Placed, now: Vec3, single: bool, castling: bool) -> Step {
    let to = place(after);
    let becomes = (before.piece.kind != after.piece.kind).then_some(after.piece.kind);
    let (path, window) = match (before.spot, after.spot) {
        (Spot::Board(_), Spot::Tray(_)) if single => (Path::Hop(1.7), (0.55, 1.75)),
        (Spot::Tray(_), Spot::Board(_)) if single => (Path::Hop(1.7), (0.1, 1.2)),
        (Spot::Board(_), Spot::Board(_)) if single && castling && before.piece.kind == Kind::Rook => {
            // Around the king on the frame's side, where no man stands.
            (Path::Swing(Vec3::new(0.0, 0.12, now.z.signum() * 0.95)), (0.1, 1.15))
        }
        (Spot::Board(from), Spot::Board(to)) if single && on_a_line(from, to) => (Path::Slide, (0.0, 1.0)),
        (Spot::Board(_), Spot::Board(_)) if single => (Path::Hop(1.05), (0.0, 1.0)),
        (Spot::Tray(_), Spot::Tray(_)) => (Path::Slide, (0.0, 1.0)),
        _ => (Path::Hop(1.4), (0.0, 1.3)),
    };
    let captured = matches!((before.spot, after.spot), (Spot::Board(_), Spot::Tray(_)));
    Step { from: now, to, path, window, becomes, captured }
}

fn on_a_line(a: crate::chess::Square, b: crate::chess::Square) -> bool {
    let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    files == 0 || ranks == 0 || files == ranks
}
