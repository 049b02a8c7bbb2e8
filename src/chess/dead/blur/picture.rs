//! A blurred picture: pawns where they are, all other men as regions; and what moves make of it.

use super::super::super::attacks::{KING, KNIGHT, bishop, rook};
use super::super::super::position::{self, BACK_RANKS, Black, Board, White, castling_landing, castling_ways, lowest};
use super::super::view::{LIGHT, squares};
use super::Castling;

/// Kinds of blurred men; bishops by the color of their squares.
pub(super) const KNIGHTS: u8 = 0;
pub(super) const LIGHT_BISHOPS: u8 = 1;
pub(super) const DARK_BISHOPS: u8 = 2;
pub(super) const ROOKS: u8 = 3;
pub(super) const QUEENS: u8 = 4;

/// Men of one kind that are somewhere in one region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Group {
    pub side: u8,
    pub kind: u8,
    pub region: u64,
    /// How many there are, or more than that where they roam.
    pub count: u8,
    /// Whether they have had room to roam. Some may have been taken since without being followed, so there is no square
    /// any more where one stands for certain.
    pub roams: bool,
}

impl Group {
    /// A man who stands here.
    fn man(side: usize, kind: u8, square: usize) -> Group {
        Group { side: side as u8, kind, region: 1 << square, count: 1, roams: false }
    }

    /// Whether there are as many men as squares: then it is known where they stand.
    pub(super) fn is_full(&self) -> bool {
        !self.roams && u32::from(self.count) == self.region.count_ones()
    }

    pub(super) fn of(&self, side: usize) -> bool {
        usize::from(self.side) == side
    }

    pub(super) fn slides(&self) -> bool {
        self.kind != KNIGHTS
    }
}

/// What a man attacks.
pub(super) fn attacks(kind: u8, square: usize, stop: u64) -> u64 {
    match kind {
        KNIGHTS => KNIGHT[square],
        LIGHT_BISHOPS | DARK_BISHOPS => bishop(square, stop),
        ROOKS => rook(square, stop),
        _ => bishop(square, stop) | rook(square, stop),
    }
}

/// What these pawns attack.
pub(in super::super) fn pawn_attacks(side: usize, pawns: u64) -> u64 {
    if side == 0 { position::pawn_attacks::<White>(pawns) } else { position::pawn_attacks::<Black>(pawns) }
}

/// What a king attacks, if there is one.
fn kings_attack(king: u64) -> u64 {
    if king == 0 { 0 } else { KING[lowest(king)] }
}

/// Everything but the kings' squares and the side to move. Sides are 0 for White and 1 for Black.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Picture {
    pub pawns: [u64; 2],
    /// The king of a side if he can never move before something else does: a wall like the pawns.
    pub held: [u64; 2],
    pub groups: Vec<Group>,
}

/// What follows from a picture.
pub(super) struct Facts {
    /// No mate by White can come of it, for lack of men.
    pub barren: bool,
    /// Squares held for certain by a man or pawn of the side.
    pub sure: [u64; 2],
    /// Squares where a man of the side may be.
    pub maybe: [u64; 2],
    /// Whether some man of the side may make a move that changes nothing here.
    pub mobile: [bool; 2],
    /// What White's men may attack if no king is in the way.
    pub threats: u64,
    /// What White's pawns attack.
    pub pawn_threats: u64,
    /// Whether a group whose places are known slides: what it attacks depends on its king.
    pub sure_sliders: [bool; 2],
    /// What pawns and known knights attack.
    pub sure_threats: [u64; 2],
}

/// The castling rights of a board. They are never given up in the pictures: that is more than the truth, not less.
pub(in super::super) fn castlings(board: &Board) -> Vec<Castling> {
    squares(board.meta & BACK_RANKS)
        .map(|rook| {
            let side = usize::from(board.black >> rook & 1 != 0);
            let own = if side == 0 { board.white } else { board.black };
            let from = lowest(board.kings & own);
            let (king, rook) = (1 << from, 1 << rook);
            let ((to, rook_to), (way, _)) = if side == 0 {
                (castling_landing::<White>(king, rook), castling_ways::<White>(king, rook))
            } else {
                (castling_landing::<Black>(king, rook), castling_ways::<Black>(king, rook))
            };
            Castling { side, from, to: lowest(to), rook_to, way: way & !(king | rook) }
        })
        .collect()
}

impl Picture {
    pub(super) fn of(board: &Board) -> Picture {
        let mut groups = Vec::with_capacity(16);
        let bishops = board.diagonal & !board.orthogonal;
        for (side, own) in [(0, board.white), (1, board.black)] {
            let kinds = [
                (KNIGHTS, board.knights),
                (LIGHT_BISHOPS, bishops & LIGHT),
                (DARK_BISHOPS, bishops & !LIGHT),
                (ROOKS, board.orthogonal & !board.diagonal),
                (QUEENS, board.orthogonal & board.diagonal),
            ];
            for (kind, men) in kinds {
                groups.extend(squares(men & own).map(|square| Group::man(side, kind, square)));
            }
        }
        // A king who may castle is not held.
        let rights = board.meta & BACK_RANKS;
        let held = [board.white, board.black].map(|own| if rights & own == 0 { board.kings & own } else { 0 });
        Picture { pawns: [board.pawns & board.white, board.pawns & board.black], held, groups }.settled()
    }

    fn walls(&self) -> u64 {
        self.pawns[0] | self.pawns[1]
    }

    /// Lets every region grow until nothing new is reached, and drops empty groups.
    ///
    /// Men that can only move onto pawns and onto each other are locked: none of them can be the first to move, so
    /// until a capture or a pawn move they are walls like the pawns.
    pub(super) fn settled(mut self) -> Picture {
        let pawns = self.walls();
        self.groups.retain(|group| group.count > 0);
        let mut locked = 0u64;
        for (i, group) in self.groups.iter_mut().enumerate() {
            group.region &= !pawns;
            locked |= u64::from(group.is_full()) << i;
        }
        let walls = loop {
            let mut own = [0, 1].map(|side| self.pawns[side] | self.held[side]);
            // What is attacked for certain: beside a man it does not matter who else stands where.
            let mut guarded = [0, 1].map(|side| pawn_attacks(side, self.pawns[side]) | kings_attack(self.held[side]));
            for i in squares(locked) {
                let Group { side, kind, region, .. } = self.groups[i];
                own[usize::from(side)] |= region;
                guarded[usize::from(side)] |= squares(region).fold(0, |set, square| set | attacks(kind, square, !0));
            }
            let walls = own[0] | own[1];
            let free = |i: &usize| {
                let Group { side, kind, region, .. } = self.groups[*i];
                let [us, them] = [usize::from(side), usize::from(1 - side)];
                squares(region).any(|square| attacks(kind, square, walls) & !own[us] & !self.held[them] != 0)
            };
            if let Some(i) = squares(locked).find(free) {
                locked &= !(1 << i);
            } else if let Some(side) =
                (0..2).find(|&side| kings_attack(self.held[side]) & !own[side] & !guarded[1 - side] != 0)
            {
                self.held[side] = 0;
            } else {
                break walls;
            }
        };
        for i in 0..self.groups.len() {
            if locked >> i & 1 != 0 {
                continue;
            }
            let Group { kind, region, .. } = self.groups[i];
            let mut done = 0;
            let mut region = region;
            while region & !done != 0 {
                let square = lowest(region & !done);
                done |= 1 << square;
                region |= attacks(kind, square, walls) & !walls;
            }
            self.groups[i].region = region;
            self.groups[i].roams |= !self.groups[i].is_full();
        }
        let place = |group: &Group| (group.side, group.kind, group.region, group.roams);
        self.groups.sort_unstable_by_key(place);
        self.groups.dedup_by(|next, group| {
            let same = place(next) == place(group);
            group.count += if same { next.count } else { 0 };
            same
        });
        self
    }

    pub(super) fn facts(&self) -> Facts {
        let mut facts = Facts {
            barren: self.barren(),
            sure: self.pawns,
            maybe: [0; 2],
            mobile: [false; 2],
            threats: 0,
            pawn_threats: pawn_attacks(0, self.pawns[0]),
            sure_sliders: [false; 2],
            sure_threats: [pawn_attacks(0, self.pawns[0]), pawn_attacks(1, self.pawns[1])],
        };
        for group in &self.groups {
            let side = usize::from(group.side);
            facts.maybe[side] |= group.region;
            if group.is_full() {
                facts.sure[side] |= group.region;
                if group.slides() {
                    facts.sure_sliders[side] = true;
                } else {
                    facts.sure_threats[side] |= squares(group.region).fold(0, |set, square| set | KNIGHT[square]);
                }
            }
        }
        let hold = facts.sure[0] | facts.sure[1];
        for group in &self.groups {
            if group.side == 1 && (group.is_full() || facts.mobile[1]) {
                continue;
            }
            let reach = squares(group.region).fold(0, |set, square| set | attacks(group.kind, square, hold));
            if !group.is_full() && reach & group.region != 0 {
                facts.mobile[usize::from(group.side)] = true;
            }
            if group.side == 0 {
                facts.threats |= reach;
            }
        }
        facts
    }

    fn barren(&self) -> bool {
        if self.pawns[0] != 0 {
            return false;
        }
        let own = || self.groups.iter().filter(|group| group.side == 0);
        let count =
            |kind: u8| own().filter(|group| group.kind == kind).map(|group| u32::from(group.count)).sum::<u32>();
        if count(ROOKS) + count(QUEENS) > 0 {
            return false;
        }
        let (knights, light, dark) = (count(KNIGHTS), count(LIGHT_BISHOPS), count(DARK_BISHOPS));
        let foes = || self.groups.iter().filter(|group| group.side == 1);
        if knights > 0 {
            return light + dark == 0 && knights == 1 && self.pawns[1] == 0 && foes().all(|foe| foe.kind == QUEENS);
        }
        if light + dark == 0 {
            return true;
        }
        let other = if light == 0 { LIGHT_BISHOPS } else { DARK_BISHOPS };
        (light == 0 || dark == 0) && self.pawns[1] == 0 && foes().all(|foe| foe.kind != KNIGHTS && foe.kind != other)
    }

    /// Squares that the men of a side, kings apart, attack for certain; the enemy king is no hindrance.
    pub(super) fn surely_attacked(&self, side: usize, own_king: usize, facts: &Facts) -> u64 {
        let mut set = facts.sure_threats[side];
        if facts.sure_sliders[side] {
            let stop = self.walls() | facts.maybe[0] | facts.maybe[1] | 1 << own_king;
            for group in self.groups.iter().filter(|group| group.of(side) && group.is_full() && group.slides()) {
                set |= squares(group.region).fold(0, |set, square| set | attacks(group.kind, square, stop));
            }
        }
        set
    }

    pub(super) fn without_pawn(&self, side: usize, square: usize) -> Picture {
        let mut next = self.clone();
        next.pawns[side] &= !(1 << square);
        next
    }

    /// One man of a group fewer, taken on this square.
    pub(super) fn fewer(&self, group: usize, square: usize) -> Picture {
        let mut next = self.clone();
        let group = &mut next.groups[group];
        if group.is_full() {
            group.region &= !(1 << square);
        }
        group.count -= 1;
        next
    }

    pub(super) fn with_rook_on(&self, side: usize, square: u64) -> Picture {
        let mut next = self.clone();
        for group in next.groups.iter_mut().filter(|group| group.of(side) && group.kind == ROOKS) {
            group.region |= square;
        }
        next.settled()
    }

    pub(super) fn with(mut self, side: usize, kind: u8, square: usize) -> Picture {
        self.groups.push(Group::man(side, kind, square));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_who_had_room_to_roam_stands_nowhere_for_certain() {
        // A bishop on a4 behind pawns on a2, c2, c4 and b5: a4 and b3 are all it has.
        let walls = 1 << 8 | 1 << 10 | 1 << 26 | 1 << 33;
        let mut picture =
            Picture { pawns: [walls, 0], held: [0; 2], groups: vec![Group::man(0, LIGHT_BISHOPS, 24)] }.settled();
        assert_eq!(picture.groups[0].region, 1 << 24 | 1 << 17);
        // It may have been taken on b3 by a king who went on; then, with a pawn on b3 too, nobody need stand on a4.
        picture.pawns[0] |= 1 << 17;
        let picture = picture.settled();
        assert!(!picture.groups[0].is_full());
        assert_eq!(picture.facts().sure[0], picture.pawns[0]);
    }
}
