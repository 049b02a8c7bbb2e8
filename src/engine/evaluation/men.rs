//! The officers: where they stand, where they can go, what they threaten, and how much of it is directed against a king.

use super::features::*;
use super::pawns::ahead_one;
use super::{Sink, View, ahead, beside, edge, rank, sign};
use crate::chess::{Bitboard, Kind, Side, Square};

/// What an attack on the surroundings of a king counts, by kind.
const UNITS: [i32; 6] = [0, 3, 3, 4, 6, 0];

/// What a check counts that costs nothing, by kind.
const CHECK_UNITS: [i32; 6] = [0, 7, 4, 7, 6, 0];

/// Tells men and squares of a side, and notes what its officers attack.
pub fn notice(view: &mut View, side: Side, sink: &mut impl Sink) {
    let times = sign(side);
    for kind in Kind::ALL {
        for square in view.men(side, kind) {
            if kind != Kind::King {
                sink.add(MATERIAL + kind as usize, times);
            }
            sink.add(SQUARES + 32 * kind as usize + 4 * rank(square, side) + edge(square), times);
        }
    }
    let free = !(view.position.by_side(side) & (view.position.by_kind(Kind::King) | view.pawns[side.index()]))
        & !view.pawn_attacks[(!side).index()];
    let king = view.kings[(!side).index()];
    let zone = zone(king, !side);
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        for square in view.men(side, kind) {
            // Men of the same lines stand behind each other.
            let through = match kind {
                Kind::Bishop => view.occupied & !view.men(side, Kind::Queen),
                Kind::Rook => view.occupied & !view.men(side, Kind::Queen) & !view.men(side, Kind::Rook),
                _ => view.occupied,
            };
            let attacks = kind.attacks(square, through);
            view.note(side, kind, attacks);
            let reach = (attacks & free).len();
            let (mobility, most) = match kind {
                Kind::Knight => (KNIGHT_MOBILITY, 8),
                Kind::Bishop => (BISHOP_MOBILITY, 13),
                Kind::Rook => (ROOK_MOBILITY, 14),
                _ => (QUEEN_MOBILITY, 27),
            };
            sink.add(mobility + reach.min(most), times);
            let near = (attacks & zone).len() as i32;
            if near > 0 {
                view.danger[side.index()] += UNITS[kind as usize] + near;
            }
            standing(view, side, kind, square, sink);
        }
    }
}

/// Tells what pawns make of the place where an officer stands.
fn standing(view: &View, side: Side, kind: Kind, square: Square, sink: &mut impl Sink) {
    let times = sign(side);
    let (own, other) = (view.pawns[side.index()], view.pawns[(!side).index()]);
    let bit = 1_u64 << square.index();
    match kind {
        Kind::Knight | Kind::Bishop => {
            if (own.0 | other.0) & ahead_one(bit, side) != 0 {
                sink.add(BEHIND_PAWN, times);
            }
            let may_attack = ahead(beside(bit), side) & other.0;
            if may_attack == 0 && view.pawn_attacks[side.index()].contains(square) && rank(square, side) >= 3 {
                sink.add(OUTPOST + usize::from(kind == Kind::Bishop), times);
            }
            if kind == Kind::Bishop {
                const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
                let color = if square.is_light() { LIGHT } else { !LIGHT };
                sink.add(BAD_BISHOP + Bitboard(own.0 & color).len(), times);
            }
        }
        Kind::Rook => {
            let file = ahead(bit, side) | ahead(bit, !side);
            if own.0 & file == 0 {
                sink.add(ROOK_FILE + usize::from(other.0 & file == 0), times);
            }
            if rank(square, side) == 6 {
                sink.add(ROOK_SEVENTH, times);
            }
        }
        _ => {}
    }
}

/// Tells what a side attacks that is worth something.
pub fn notice_threats(view: &View, side: Side, sink: &mut impl Sink) {
    let times = sign(side);
    let (us, them) = (side.index(), (!side).index());
    let targets = view.position.by_side(!side);
    let by = &view.by_kind[us];
    let protected = view.pawn_attacks[them] | view.twice[them] & !view.twice[us];
    let minors = by[Kind::Knight as usize] | by[Kind::Bishop as usize];
    for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let men = view.men(!side, kind);
        let mut tell = |feature: usize, attacks: Bitboard| {
            let number = (attacks & men).len() as i32;
            if number > 0 {
                sink.add(feature + kind as usize, times * number);
            }
        };
        if kind != Kind::Pawn {
            tell(PAWN_THREAT, view.pawn_attacks[us]);
        }
        let loose = if kind == Kind::Pawn { !protected } else { !Bitboard::EMPTY };
        tell(MINOR_THREAT, minors & loose);
        let loose = if kind == Kind::Queen { !Bitboard::EMPTY } else { !protected };
        tell(ROOK_THREAT, by[Kind::Rook as usize] & loose);
    }
    let mut tell = |feature: usize, set: Bitboard| {
        let number = set.len() as i32;
        if number > 0 {
            sink.add(feature, times * number);
        }
    };
    tell(HANGING, targets & view.attacked[us] & !view.attacked[them] & !view.pawns[them]);
    tell(KING_THREAT, targets & by[Kind::King as usize] & !view.attacked[them]);
    let steps = Bitboard(ahead_one(view.pawns[us].0, side)) & !view.occupied & !view.pawn_attacks[them];
    let safe = steps & (view.attacked[us] | !view.attacked[them]);
    tell(PUSH_THREAT, side.pawn_attacks(safe) & targets & !view.pawns[them]);
    const MIDDLE: u64 = 0x003c_3c3c_3c3c_3c00;
    let half = if side == Side::White { MIDDLE & 0x0000_0000_ffff_ffff } else { MIDDLE & 0xffff_ffff_0000_0000 };
    tell(SPACE, Bitboard(half) & !view.pawns[us] & !view.pawn_attacks[them]);
}

/// Tells how much a side directs against the other king.
pub fn notice_danger(view: &View, side: Side, sink: &mut impl Sink) {
    let (us, them) = (side.index(), (!side).index());
    let king = view.kings[them];
    let mut units = view.danger[us];
    let weak = view.attacked[us] & !view.twice[them] & (!view.attacked[them] | view.by_kind[them][Kind::King as usize]);
    units += 2 * (weak & zone(king, !side)).len() as i32;
    let safe = !view.position.by_side(side) & (!view.attacked[them] | weak & view.twice[us]);
    let lines = view.occupied & !view.men(!side, Kind::Queen);
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let checks = kind.attacks(king, lines) & view.by_kind[us][kind as usize] & safe;
        if !checks.is_empty() {
            units += CHECK_UNITS[kind as usize] + i32::from(checks.len() > 1);
        }
    }
    if view.men(side, Kind::Queen).is_empty() {
        units = units * 2 / 3;
    }
    if units > 0 {
        sink.add(DANGER + (units as usize).min(47), sign(side));
    }
}

/// The squares around a king, and those before them.
fn zone(king: Square, side: Side) -> Bitboard {
    let near = Kind::King.attacks(king, Bitboard::EMPTY).0 | 1 << king.index();
    Bitboard(near | ahead_one(near, side))
}
