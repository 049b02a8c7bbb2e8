//! Pawns: their formation, the passed ones, and what they are to the king.

use super::features::*;
use super::{Sink, View, ahead, beside, distance, edge, rank, sign};
use crate::chess::{Bitboard, Kind, Side, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Tells the formation of a side's pawns and the shelter of its king.
pub fn notice(view: &View, side: Side, sink: &mut impl Sink) {
    let (own, other) = (view.pawns[side.index()].0, view.pawns[(!side).index()].0);
    let (times, other_attacks) = (sign(side), view.pawn_attacks[(!side).index()].0);
    for square in Bitboard(own) {
        let bit = 1_u64 << square.index();
        let neighbors = beside(bit);
        let beside_files = neighbors | ahead(neighbors, side) | ahead(neighbors, !side);
        let rank = rank(square, side);
        if own & beside_files == 0 {
            sink.add(ISOLATED + edge(square), times);
        } else if own & (neighbors | ahead(neighbors, !side)) == 0
            && ahead_one(bit, side) & (other_attacks | other) != 0
        {
            sink.add(BACKWARD, times);
        }
        if own & ahead(bit, side) != 0 {
            sink.add(DOUBLED, times);
        }
        if view.pawn_attacks[side.index()].contains(square) {
            sink.add(PROTECTED + rank, times);
        }
        if own & neighbors != 0 {
            sink.add(BESIDE + rank, times);
        }
    }
    shelter(view, side, sink);
}

/// Tells the pawns that no pawn can stop any more.
pub fn notice_passed(view: &View, side: Side, sink: &mut impl Sink) {
    let (own, other) = (view.pawns[side.index()].0, view.pawns[(!side).index()].0);
    let times = sign(side);
    let guarded = other | beside(other);
    let guarded = guarded | ahead(guarded, !side);
    for square in Bitboard(own & !guarded) {
        let bit = 1_u64 << square.index();
        let (way, rank) = (ahead(bit, side), rank(square, side));
        if own & way != 0 {
            continue;
        }
        sink.add(PASSED + rank, times);
        let Some(next) = Bitboard(ahead_one(bit, side)).first() else { continue };
        if view.occupied.contains(next) {
            sink.add(PASSED_BLOCKED + rank, times);
        }
        if way & (view.attacked[(!side).index()].0 | view.position.by_side(!side).0) == 0 {
            sink.add(PASSED_FREE + rank, times);
        }
        if view.pawn_attacks[side.index()].contains(square) {
            sink.add(PASSED_PROTECTED + rank, times);
        }
        if rank > 2 {
            sink.add(PASSED_OWN_KING + distance(view.kings[side.index()], next), times);
            sink.add(PASSED_OTHER_KING + distance(view.kings[(!side).index()], next), times);
        }
        if !(view.men(side, Kind::Rook) & Bitboard(ahead(bit, !side))).is_empty() {
            sink.add(PASSED_ROOK, times);
        }
    }
}

/// Tells what stands before the king, on his file and the ones beside it.
fn shelter(view: &View, side: Side, sink: &mut impl Sink) {
    let king = view.kings[side.index()];
    let times = sign(side);
    let center = king.file().clamp(1, 6);
    let level = 1_u64 << king.index();
    let before = {
        let row = 0xff_u64 << (king.rank() * 8);
        row | ahead(row, side)
    };
    for file in center - 1..=center + 1 {
        let all = FILE_A << file & before;
        let nearest = |pawns: Bitboard| {
            let on_file = Bitboard(pawns.0 & all);
            let square = match side {
                Side::White => on_file.first(),
                Side::Black => on_file.iter().last(),
            };
            square.map_or(0, |square| rank(square, side))
        };
        let edge = edge(Square::new(file, 0));
        sink.add(SHELTER + 8 * edge + nearest(view.pawns[side.index()]), times);
        sink.add(STORM + 8 * edge + nearest(view.pawns[(!side).index()]), times);
    }
    let file = level | ahead(level, side) | ahead(level, !side);
    if view.pawns[side.index()].0 & file == 0 {
        sink.add(KING_FILE + usize::from(view.pawns[(!side).index()].0 & file == 0), times);
    }
}

/// One rank ahead.
pub fn ahead_one(set: u64, side: Side) -> u64 {
    match side {
        Side::White => set << 8,
        Side::Black => set >> 8,
    }
}
