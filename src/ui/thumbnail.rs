//! A small printed diagram of a position, drawn by the overlays' own brush.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Rect, Vec2};

use super::figurine;
use crate::chess::{Piece, Position, Side, Square};

const LIGHT: Color32 = Color32::from_rgb(214, 190, 150);
const DARK: Color32 = Color32::from_rgb(150, 112, 76);
const WHITE: Color32 = Color32::from_rgb(255, 252, 240);
const BLACK: Color32 = Color32::from_rgb(24, 18, 14);

/// Draws the position into a square, White's side below.
pub(super) fn draw(painter: &Painter, board: Rect, position: &Position) {
    let side = board.width() / 8.0;
    for square in Square::ALL {
        let (file, rank) = (f32::from(square.file()), f32::from(square.rank()));
        let corner = board.left_bottom() + Vec2::new(file * side, -(rank + 1.0) * side);
        let place = Rect::from_min_size(corner, Vec2::splat(side));
        painter.rect_filled(place, 0.0, if square.is_light() { LIGHT } else { DARK });
        if let Some(piece) = position.piece_at(square) {
            // The solid glyph for both: at this size an outline would not be seen.
            let glyph = figurine::glyph(Piece { side: Side::White, ..piece });
            let color = if piece.side == Side::White { WHITE } else { BLACK };
            painter.text(place.center(), Align2::CENTER_CENTER, glyph, FontId::proportional(side * 1.05), color);
        }
    }
}
