//! Men as letters: figurines in colors that can be told apart on dark wood.

use bevy_egui::egui::{Color32, RichText};

use super::theme;
use crate::{
    chess::{Kind, Piece, Side},
    locale::Words,
};

/// A figurine of this size. White's men are solid ivory, Black's dark with a bronze outline.
pub(super) fn figurine(piece: Piece, size: f32) -> RichText {
    RichText::new(glyph(piece)).size(size).color(color(piece.side))
}

/// The solid glyph is the one that Unicode calls black; on a dark ground it is what looks white.
pub(super) fn glyph(piece: Piece) -> char {
    Piece { side: !piece.side, ..piece }.figurine()
}

/// The color in which a side is written.
pub(super) fn color(side: Side) -> Color32 {
    match side {
        Side::White => theme::IVORY,
        Side::Black => theme::BRONZE,
    }
}

/// The name of a side, as a word that stands alone.
pub(super) fn side_name(words: &Words, side: Side) -> String {
    match side {
        Side::White => words.text("game-white"),
        Side::Black => words.text("game-black"),
    }
}

/// The name of a kind of man, within a sentence.
pub(super) fn kind_name(words: &Words, kind: Kind) -> String {
    match kind {
        Kind::Pawn => words.text("game-pawn"),
        Kind::Knight => words.text("game-knight"),
        Kind::Bishop => words.text("game-bishop"),
        Kind::Rook => words.text("game-rook"),
        Kind::Queen => words.text("game-queen"),
        Kind::King => words.text("game-king"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solid_men_are_white() {
        assert_eq!(glyph(Piece { side: Side::White, kind: Kind::Queen }), '♛');
        assert_eq!(glyph(Piece { side: Side::Black, kind: Kind::Queen }), '♕');
    }
}
