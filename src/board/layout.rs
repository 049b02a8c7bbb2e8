//! Squares in space: the only place that knows metres. One unit is the side of a square; White sits at +Z.

use bevy::math::Vec3;

use crate::chess::{Side, Square};

/// Half the side of the field of 64 squares.
pub const HALF: f32 = 4.0;
/// Half the side of the board with its frame.
pub const FRAME: f32 = 4.62;
/// How far the table lies below the squares.
pub const TABLE_DEPTH: f32 = 0.34;
/// The tallest man, the king.
pub const TALLEST: f32 = 1.7;

/// The middle of a square, on the wood.
pub fn center(square: Square) -> Vec3 {
    Vec3::new(f32::from(square.file()) - 3.5, 0.0, 3.5 - f32::from(square.rank()))
}

/// The square that a point of the board plane lies in; beside the board none.
pub fn square_at(point: Vec3) -> Option<Square> {
    let (file, rank) = ((point.x + HALF).floor(), (HALF - point.z).floor());
    let inside = |n: f32| (0.0..8.0).contains(&n);
    (inside(file) && inside(rank)).then(|| Square::new(file as u8, rank as u8))
}

/// Where the `index`-th captured man of `side` stands: on the table at the capturer's right hand, in rows of eight.
pub fn tray(side: Side, index: u8) -> Vec3 {
    let (row, place) = (f32::from(index / 8), f32::from(index % 8));
    // White's men lie beside Black, Black's beside White, each row filled from its capturer outwards.
    let right = match side {
        Side::Black => 1.0,
        Side::White => -1.0,
    };
    Vec3::new(right * (FRAME + 0.75 + row * 0.82), -TABLE_DEPTH, right * (3.9 - place * 0.78))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_each_square_lies_in_it() {
        for square in Square::ALL {
            assert_eq!(square_at(center(square)), Some(square));
        }
        assert_eq!(square_at(Vec3::new(4.2, 0.0, 0.0)), None);
        assert_eq!(center(Square::A1), Vec3::new(-3.5, 0.0, 3.5));
    }

    #[test]
    fn trays_lie_beside_the_board() {
        for index in 0..16 {
            for side in [Side::White, Side::Black] {
                assert!(tray(side, index).x.abs() > FRAME + 0.3);
            }
        }
    }
}
