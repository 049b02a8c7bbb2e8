//! What stands in the way of a move, for good: guards, men who cannot step aside, and moves that end the game.

use super::super::super::Kind;
use super::super::super::attacks::{BETWEEN, KING};
use super::super::blur::picture::pawn_attacks;
use super::super::view::squares;
use super::{Man, Reach, attacks, promoted_attacks};

/// More squares than a move passes: a man with more room can always stand aside.
const NARROW: u32 = 8;

impl Reach {
    /// Notes what the rules below ask for, as far as men have come by now.
    pub(super) fn survey(&mut self) {
        (self.once, self.twice) = (0, 0);
        for man in &self.men {
            self.twice |= self.once & man.anywhere();
            self.once |= man.anywhere();
        }
        self.narrow.clear();
        for (i, man) in self.men.iter().enumerate() {
            if self.thorough && stays(man) && (2..=NARROW).contains(&man.reach.count_ones()) {
                self.narrow.push((i, man.side, man.reach));
            }
        }
        self.guarded = [0, 1].map(|side| self.guards(side, usize::MAX, 0));
        self.roams = [0, 1].map(|side| self.king(side).is_some_and(Man::moves));
    }

    /// Of these targets, those that man `i` may come to from `from`.
    pub(super) fn possible(&self, i: usize, from: usize, targets: u64) -> u64 {
        let man = &self.men[i];
        let new = targets & !man.reach;
        if new == 0 || !self.thorough {
            return targets;
        }
        let held = !self.roams[1 - man.side];
        let ends = held && (man.side == 1 || self.lone && man.kind != Kind::King);
        // All squares on the way to a target are targets themselves, but for a pawn's first step of two.
        let way = targets | 1 << from | if man.kind == Kind::Pawn { targets >> 8 | targets << 8 } else { 0 };
        if !ends && self.narrow.iter().all(|&(j, _, room)| j == i || room & !way != 0) {
            return targets;
        }
        let barred = squares(new).filter(|&to| {
            self.is_blocked(i, from, to)
                || ends && if man.side == 1 { self.mates(i, from, to) } else { self.is_in_vain(i, to, None) }
        });
        targets & !barred.fold(0, |set, to| set | 1 << to)
    }

    fn king(&self, side: usize) -> Option<&Man> {
        self.men.iter().find(|man| man.side == side && man.kind == Kind::King)
    }

    /// Where others than this man may stand.
    fn others(&self, man: &Man) -> u64 {
        self.twice | self.once & !man.anywhere()
    }

    /// What is attacked for ever by a side, if man `without` has gone to `stop`: by men that are never taken, from
    /// wherever they stand, sliders up to where anybody else may ever stand.
    ///
    /// A bishop sees through bishops of his side that are never taken either: if one is in his way, that one sees on.
    fn guards(&self, side: usize, without: usize, stop: u64) -> u64 {
        let bishops = |man: &Man| man.side == side && man.kind == Kind::Bishop && stays(man);
        let no_bishops = self.men.iter().filter(|man| !bishops(man)).fold(0, |set, man| set | man.anywhere());
        let men = self
            .men
            .iter()
            .enumerate()
            .filter(|(i, man)| man.side == side && *i != without && stays(man) && (self.thorough || !man.moves()));
        men.fold(0, |guarded, (_, man)| {
            let stop = stop | if bishops(man) { no_bishops } else { self.others(man) };
            let mut always = !0;
            for at in squares(man.reach) {
                always &= attacks(man.kind, side, at, stop);
                if always == 0 {
                    break;
                }
            }
            guarded | always
        })
    }

    /// Whether a man who is never taken stands in the way wherever he is.
    fn is_blocked(&self, i: usize, from: usize, to: usize) -> bool {
        let man = &self.men[i];
        let way = BETWEEN[from][to] | 1 << from;
        // Nobody moves to where his own side stands, nobody takes a king, and no pawn pushes a man aside.
        let pushes = man.kind == Kind::Pawn && from & 7 == to & 7;
        self.narrow.iter().any(|&(j, side, room)| {
            let holds_target = side == man.side || pushes || self.men[j].kind == Kind::King;
            j != i && room & !(way | if holds_target { 1 << to } else { 0 }) == 0
        })
    }

    /// Whether this move of Black mates: White's king never moves, and nothing else can help. No game goes on from there.
    fn mates(&self, i: usize, from: usize, to: usize) -> bool {
        let man = &self.men[i];
        let Some(king) = self.king(0).map(|king| king.home) else { return false };
        let bit = 1u64 << to;
        let stop = self.others(man);
        let is_promotion = man.kind == Kind::Pawn && to >> 3 == 0;
        let hits = if is_promotion { 0 } else { attacks(man.kind, 1, to, stop) };
        let flights = KING[king] & (!self.fixed[0] | bit);
        if flights & !(hits | self.guards(1, i, bit)) != 0 {
            return false;
        }
        // A check is met where it comes from or on its way.
        let stays = |line: u64| !self.helps(line, from, to);
        if hits >> king & 1 != 0 && stays(BETWEEN[to][king] | bit) {
            return true;
        }
        // Who can come to a square was looked at with the man who stands there for good.
        self.fixed[1] >> from & 1 != 0
            && self.men.iter().filter(|slider| slider.side == 1 && slider.home != from).any(|slider| {
                let line = BETWEEN[slider.home][king];
                let slides = matches!(slider.kind, Kind::Bishop | Kind::Rook | Kind::Queen);
                let opens = line >> from & 1 != 0 && line & !(1 << from) & (stop | bit) == 0;
                slides
                    && opens
                    && self.fixed[1] >> slider.home & 1 != 0
                    && attacks(slider.kind, 1, slider.home, !line) >> king & 1 != 0
                    && stays(line | 1 << slider.home)
            })
    }

    /// Whether a man of White, his king apart, may come to one of these squares after Black has moved from `from` to `to`.
    fn helps(&self, line: u64, from: usize, to: usize) -> bool {
        let walls = (self.fixed[0] | self.fixed[1]) & !(1 << from) | 1 << to;
        self.men.iter().enumerate().filter(|(_, man)| man.side == 0 && man.kind != Kind::King).any(|(i, man)| {
            let useful =
                |way: u64| squares(way & line).any(|at| !(self.lone && self.is_in_vain(i, at, Some([from, to]))));
            squares(man.reach).any(|at| match man.kind {
                Kind::Pawn => {
                    let ahead = 1u64 << at << 8;
                    let ahead = ahead | if at >> 3 == 1 { ahead << 8 } else { 0 };
                    let takes = pawn_attacks(0, 1 << at);
                    // En passant takes a pawn from the square behind it.
                    useful(takes | ahead) || takes & line << 8 != 0
                }
                kind => useful(attacks(kind, 0, at, walls)),
            }) || squares(man.promoted).any(|at| promoted_attacks(at, walls) & line != 0)
        })
    }

    /// Whether White's last man checks from this square and is taken at once, whatever Black does: a king who has no
    /// other move takes him, or somebody else has to. `moved` is from where to where Black has just gone, if he has not
    /// stayed within his bounds.
    fn is_in_vain(&self, i: usize, to: usize, moved: Option<[usize; 2]>) -> bool {
        let (Some(hunter), Some(prey)) = (self.king(0), self.king(1)) else { return false };
        let man = &self.men[i];
        let bit = 1u64 << to;
        let promotes = man.kind == Kind::Pawn && to >> 3 == 7;
        let checks = KING[prey.home] & bit != 0 && attacks(man.kind, 0, to, !0) >> prey.home & 1 != 0;
        if prey.moves() || promotes || !checks {
            return false;
        }
        let [left, come] = moved.map_or([0; 2], |moved| moved.map(|square| 1u64 << square));
        let stands = self.fixed[1] & !left;
        if KING[prey.home] & !bit & !stands & !self.guards(0, i, 0) != 0 {
            return false;
        }
        let by_king = squares(hunter.reach).all(|at| KING[at] & bit == 0);
        by_king
            || self.men.iter().any(|taker| {
                taker.side == 1
                    && taker.kind != Kind::King
                    && stands & !bit & 1 << taker.home != 0
                    && attacks(taker.kind, 1, taker.home, self.others(taker) | come) & bit != 0
            })
    }
}

/// Whether a man is what he is as long as the game lasts: never taken, never promoted.
fn stays(man: &Man) -> bool {
    !man.takeable && man.promoted == 0
}
