//! What moves of pawns and men make of a blurred picture.

use super::super::view::{LIGHT, squares};
use super::mate::Last;
use super::picture::{DARK_BISHOPS, Facts, KNIGHTS, LIGHT_BISHOPS, Picture, QUEENS, ROOKS, attacks, pawn_attacks};

/// A change of the picture by a pawn or a man.
pub(super) struct Way {
    pub picture: Picture,
    pub last: Last,
    /// Squares where no king may stand for it.
    pub free: u64,
    /// Who made the last move of it.
    pub by: usize,
}

impl Picture {
    /// Captures by `us` en passant on this square; `free` must be free of kings for it.
    pub(super) fn en_passant(&self, us: usize, square: usize, free: u64, ways: &mut Vec<Way>) {
        for pawn in squares(pawn_attacks(1 - us, 1 << square) & self.pawns[us]) {
            let mut next = self.without_pawn(1 - us, square ^ 8);
            next.pawns[us] = next.pawns[us] & !(1 << pawn) | 1 << square;
            // The captured pawn may have stood between a man and the king.
            ways.push(Way { picture: next.settled(), last: Last::Man, free, by: us });
        }
    }

    /// All changes that pawns and men of `us` can bring about. A double step that is taken en passant is one change of
    /// two moves.
    pub(super) fn ways(&self, us: usize, facts: &Facts, ways: &mut Vec<Way>) {
        let them = 1 - us;
        let held = facts.sure[0] | facts.sure[1] | self.held[0] | self.held[1];
        let ahead = |square: usize| if us == 0 { square + 8 } else { square - 8 };
        for square in squares(self.pawns[us]) {
            let mut go = |base: Picture, to: usize, free: u64| {
                let mut next = base;
                next.pawns[us] &= !(1 << square);
                if to >> 3 == [7, 0][us] {
                    let light = LIGHT >> to & 1 != 0;
                    let bishop = if light { LIGHT_BISHOPS } else { DARK_BISHOPS };
                    for kind in [KNIGHTS, bishop, ROOKS, QUEENS] {
                        let picture = next.clone().with(us, kind, to).settled();
                        ways.push(Way { picture, last: Last::Man, free, by: us });
                    }
                } else {
                    next.pawns[us] |= 1 << to;
                    ways.push(Way { picture: next.settled(), last: Last::Pawn(to), free, by: us });
                }
            };
            for to in squares(pawn_attacks(us, 1 << square)) {
                if self.pawns[them] >> to & 1 != 0 {
                    go(self.without_pawn(them, to), to, 1 << to);
                }
                for (i, group) in self.groups.iter().enumerate() {
                    if group.of(them) && group.region >> to & 1 != 0 {
                        go(self.fewer(i, to), to, 1 << to);
                    }
                }
            }
            let one = ahead(square);
            if held >> one & 1 != 0 {
                continue;
            }
            go(self.clone(), one, 1 << one);
            if square >> 3 == [1, 6][us] && held >> ahead(one) & 1 == 0 {
                let two = ahead(one);
                let free = 1 << one | 1 << two;
                go(self.clone(), two, free);
                let mut next = self.without_pawn(us, square);
                next.pawns[us] |= 1 << two;
                next.en_passant(them, one, free, ways);
            }
        }
        for (i, group) in self.groups.iter().enumerate().filter(|(_, group)| group.of(us)) {
            let reach = squares(group.region).fold(0, |set, square| set | attacks(group.kind, square, held));
            for to in squares(reach & self.pawns[them]) {
                let mut next = self.without_pawn(them, to);
                next.groups[i].region |= 1 << to;
                ways.push(Way { picture: next.settled(), last: Last::Man, free: 0, by: us });
            }
            for (j, foe) in self.groups.iter().enumerate().filter(|(_, foe)| foe.of(them)) {
                // Taking a man who roams where the taker roams himself leads nowhere that both could not go.
                let open = if foe.is_full() { reach & foe.region } else { reach & foe.region & !group.region };
                for to in squares(open) {
                    let mut next = self.fewer(j, to);
                    next.groups[i].region |= 1 << to;
                    ways.push(Way { picture: next.settled(), last: Last::Man, free: 0, by: us });
                }
            }
        }
    }
}
