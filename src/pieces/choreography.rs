//! How a change of the game looks: a pure list of ways, one for each man that moves.

use bevy::math::Vec3;

use crate::animation::{Path, Step};
use crate::board::layout;
use crate::chess::{Kind, Piece, Square, diff::Spot};

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

/// How far beside the home rank a man passes others there: over the frame, where nobody stands.
const DETOUR: f32 = 1.05;
/// How high it is lifted on that way.
const LIFT: f32 = 0.12;

/// How high a captured man is lifted: out of the way of its captor, and of those who look at that.
const LIFTED_OFF: f32 = 3.2;

/// The ways of all men that change place or kind, in the order given: before, after, and where each man is at this
/// moment. `standing` are the squares of the others.
///
/// A single move is shown as such: sliders slide, knights leap, a captured man is lifted off before its captor arrives.
/// Castling king and rook never pass through each other, wherever Chess960 lets them begin: the rook goes around the king,
/// and if only one of them moves, it goes around the other. Anything else (a jump over many plies) moves each man once, in
/// one arc.
pub fn choreograph(changes: &[(Placed, Placed, Vec3)], standing: &[Square]) -> Vec<Step> {
    let movers: Vec<&(Placed, Placed, Vec3)> =
        changes.iter().filter(|(before, after, _)| moves(*before, *after)).collect();
    let is = |kind| movers.iter().any(|(before, ..)| before.piece.kind == kind);
    let castling =
        movers.len() == 2 && movers[0].0.piece.side == movers[1].0.piece.side && is(Kind::King) && is(Kind::Rook);
    let single = movers.len() <= 1 || castling;
    changes.iter().map(|&(before, after, now)| way(before, after, now, single, castling, standing)).collect()
}

fn moves(before: Placed, after: Placed) -> bool {
    matches!((before.spot, after.spot), (Spot::Board(a), Spot::Board(b)) if a != b)
}

fn way(before: Placed, after: Placed, now: Vec3, single: bool, castling: bool, standing: &[Square]) -> Step {
    let to = place(after);
    let becomes = (before.piece.kind != after.piece.kind).then_some(after.piece.kind);
    let (path, window) = match (before.spot, after.spot) {
        (Spot::Board(_), Spot::Tray(_)) if single => (Path::Lift(LIFTED_OFF), (0.0, 1.75)),
        (Spot::Tray(_), Spot::Board(_)) if single => (Path::Hop(1.7), (0.1, 1.2)),
        (Spot::Board(from), Spot::Board(end)) if single => {
            let rook_of_two = castling && before.piece.kind == Kind::Rook;
            let blocked = standing.iter().any(|&square| passes(from, end, square));
            let beside_frame = from.rank() == end.rank() && matches!(end.rank(), 0 | 7);
            let path = if rook_of_two || blocked && beside_frame {
                Path::Swing(Vec3::new(0.0, LIFT, to.z.signum() * DETOUR))
            } else if blocked {
                // Several moves at once have brought it here.
                Path::Hop(2.2)
            } else if on_a_line(from, end) {
                Path::Slide
            } else {
                Path::Hop(1.05)
            };
            (path, (0.0, 1.0))
        }
        (Spot::Tray(_), Spot::Tray(_)) => (Path::Slide, (0.0, 1.0)),
        _ => (Path::Hop(1.4), (0.0, 1.3)),
    };
    let captured = matches!((before.spot, after.spot), (Spot::Board(_), Spot::Tray(_)));
    Step { from: now, to, path, window, becomes, captured }
}

fn on_a_line(a: Square, b: Square) -> bool {
    let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    files == 0 || ranks == 0 || files == ranks
}

/// Whether a man that slides would pass over this square: in a single move only who castles does.
fn passes(from: Square, to: Square, square: Square) -> bool {
    let way =
        |to: Square| (i32::from(to.file()) - i32::from(from.file()), i32::from(to.rank()) - i32::from(from.rank()));
    let (whole, part) = (way(to), way(square));
    let ahead = whole.0 * part.0 + whole.1 * part.1 > 0 && whole.0 * part.1 == whole.1 * part.0;
    on_a_line(from, to) && ahead && part.0.abs().max(part.1.abs()) < whole.0.abs().max(whole.1.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Side;

    /// A king's foot and a rook's, side by side.
    const BOTH_FEET: f32 = 0.38 + 0.36;

    /// Every castling of Chess960, forward and back, on both home ranks.
    #[test]
    fn castling_king_and_rook_never_touch() {
        let mut ways = 0;
        let mut nearest = f32::INFINITY;
        for side in Side::ALL {
            let on = |file| Square::new(file, side.home_rank());
            for king in 1..7 {
                for rook in (0..8).filter(|&rook| rook != king) {
                    let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
                    let there = [(Kind::King, king, king_to), (Kind::Rook, rook, rook_to)];
                    for back in [false, true] {
                        let men = there.map(|(kind, from, to)| {
                            let at = |file| Placed { piece: Piece { side, kind }, spot: Spot::Board(on(file)) };
                            if back { (at(to), at(from)) } else { (at(from), at(to)) }
                        });
                        let changes: Vec<_> = men
                            .iter()
                            .filter(|(before, after)| before != after)
                            .map(|&(before, after)| (before, after, place(before)))
                            .collect();
                        let standing: Vec<_> = men
                            .iter()
                            .filter(|(before, after)| before == after)
                            .filter_map(|(before, _)| match before.spot {
                                Spot::Board(square) => Some(square),
                                Spot::Tray(_) => None,
                            })
                            .collect();
                        let steps = choreograph(&changes, &standing);
                        let at = |man: usize, phase| {
                            let mine = changes.iter().position(|(before, ..)| *before == men[man].0);
                            mine.map_or(place(men[man].0), |index| steps[index].at(phase))
                        };
                        for moment in 0..=200 {
                            let phase = moment as f32 / 200.0;
                            let distance = at(0, phase).with_y(0.0).distance(at(1, phase).with_y(0.0));
                            nearest = nearest.min(distance);
                            assert!(distance > BOTH_FEET, "{side} {there:?} back {back}: {distance} at {phase}");
                        }
                        ways += 1;
                    }
                }
            }
        }
        assert_eq!(ways, 2 * 6 * 7 * 2);
        println!("{ways} ways, never nearer than {nearest}");
    }

    #[test]
    fn a_free_way_is_slid_along_and_a_blocked_one_is_not() {
        let piece = Piece { side: Side::White, kind: Kind::Rook };
        let at = |square| Placed { piece, spot: Spot::Board(square) };
        let path = |from: Square, to: Square, standing: &[Square]| {
            choreograph(&[(at(from), at(to), place(at(from)))], standing)[0].path
        };
        assert_eq!(path(Square::A1, Square::D1, &[Square::E1, Square::B2, Square::D2]), Path::Slide);
        assert!(matches!(path(Square::A1, Square::D1, &[Square::B1]), Path::Swing(_)));
        for (from, to, between) in [
            (Square::A1, Square::A5, Square::A2),
            (Square::D4, Square::A4, Square::B4),
            (Square::H8, Square::E5, Square::G7),
        ] {
            assert!(matches!(path(from, to, &[between]), Path::Hop(_)), "{from} {to}");
            assert_eq!(path(from, to, &[]), Path::Slide);
        }
    }
}
