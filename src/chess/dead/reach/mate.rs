//! Whether some square where a king may ever stand can be mate, by where each man may ever stand.

use super::super::super::Kind;
use super::super::super::attacks::{BETWEEN, KING};
use super::super::view::squares;
use super::{Man, Reach, attacks, promoted_attacks};

impl Reach {
    pub(super) fn may_mate(&self) -> bool {
        let all_fixed = self.fixed[0] | self.fixed[1];
        let Some(king) = self.men.iter().find(|man| man.side == 0 && man.kind == Kind::King) else { return true };
        let Some(prey) = self.men.iter().find(|man| man.side == 1 && man.kind == Kind::King) else { return true };
        let hunters: Vec<Man> =
            self.men.iter().filter(|man| man.side == 0 && man.kind != Kind::King).copied().collect();
        let fillers: Vec<u64> =
            self.men.iter().filter(|man| man.side == 1 && man.kind != Kind::King).map(Man::anywhere).collect();
        for square in squares(prey.reach) {
            let flights = KING[square] & prey.reach;
            let glass = all_fixed & !(1 << square);
            // What each man may cover of the flights, and whether he may give check with it.
            let covers: Vec<Vec<(u64, bool)>> = hunters
                .iter()
                .map(|man| {
                    let mut covers: Vec<(u64, bool)> = Vec::new();
                    let mut add = |set: u64, at: usize, slides: bool| {
                        let discovers = slides && BETWEEN[at][square] & !all_fixed != 0;
                        let checks = set >> square & 1 != 0 && (man.moves() || discovers);
                        let cover = (set & flights, checks);
                        if (cover.0 != 0 || cover.1) && !covers.contains(&cover) {
                            covers.push(cover);
                        }
                    };
                    for at in squares(man.reach & !(1 << square)) {
                        let slides = matches!(man.kind, Kind::Bishop | Kind::Rook | Kind::Queen);
                        add(attacks(man.kind, 0, at, glass & !(1 << at)), at, slides);
                    }
                    for at in squares(man.promoted & !(1 << square)) {
                        add(promoted_attacks(at, glass & !(1 << at)), at, true);
                    }
                    covers
                })
                .collect();
            if !covers.iter().flatten().any(|cover| cover.1) {
                continue;
            }
            for at in squares(king.reach & !KING[square] & !(1 << square)) {
                let rest = flights & !KING[at];
                let mut cover = Cover { covers: &covers, fillers: &fillers, used: 0, filled: 0, effort: 0 };
                if cover.all(rest, false) {
                    return true;
                }
            }
        }
        false
    }
}

struct Cover<'a> {
    covers: &'a [Vec<(u64, bool)>],
    fillers: &'a [u64],
    used: u64,
    filled: u64,
    effort: usize,
}

impl Cover<'_> {
    /// Whether the flights can be covered or filled and check be given, each man doing one thing.
    fn all(&mut self, flights: u64, checked: bool) -> bool {
        self.effort += 1;
        if self.effort > 20_000 {
            return true;
        }
        if flights == 0 {
            return checked
                || self
                    .covers
                    .iter()
                    .enumerate()
                    .any(|(i, covers)| self.used >> i & 1 == 0 && covers.iter().any(|cover| cover.1));
        }
        let flight = flights & flights.wrapping_neg();
        for i in 0..self.covers.len() {
            if self.used >> i & 1 != 0 {
                continue;
            }
            for j in 0..self.covers[i].len() {
                let (set, checks) = self.covers[i][j];
                if set & flight == 0 {
                    continue;
                }
                self.used |= 1 << i;
                let may = self.all(flights & !set, checked || checks);
                self.used &= !(1 << i);
                if may {
                    return true;
                }
            }
        }
        for i in 0..self.fillers.len() {
            if self.filled >> i & 1 == 0 && self.fillers[i] & flight != 0 {
                self.filled |= 1 << i;
                let may = self.all(flights & !flight, checked);
                self.filled &= !(1 << i);
                if may {
                    return true;
                }
            }
        }
        false
    }
}
