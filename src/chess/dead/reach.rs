//! The coarsest proof that a side never mates: where each man may ever stand, whatever the order of the moves.
//!
//! Begins with "nobody ever moves or is taken" and gives up of it what some move contradicts, until nothing more
//! changes. What is left over bounds every game: by induction on its moves. If no square that the king may ever stand
//! on can be mate then, none is.

use super::super::attacks::{BETWEEN, KING, KNIGHT, bishop, rook};
use super::super::position::{BACK_RANKS, Board, lowest};
use super::super::{Kind, Piece};
use super::blur::Castling;
use super::blur::picture::{castlings, pawn_attacks};
use super::view::squares;

#[derive(Clone, Copy, PartialEq, Eq)]
struct Man {
    side: usize,
    kind: Kind,
    home: usize,
    /// Squares it may stand on as what it is now.
    reach: u64,
    /// Of a pawn: those where it may be without ever having taken.
    straight: u64,
    /// Of a pawn: those where it may be after it has taken.
    bent: u64,
    /// Squares it may stand on after promotion.
    promoted: u64,
    takeable: bool,
}

impl Man {
    fn anywhere(&self) -> u64 {
        self.reach | self.promoted
    }

    fn moves(&self) -> bool {
        self.anywhere() != 1 << self.home
    }
}

struct Reach {
    men: Vec<Man>,
    castlings: Vec<Castling>,
    /// Squares whose man never leaves and is never taken, by side.
    fixed: [u64; 2],
    /// Squares that each side attacks for ever.
    guarded: [u64; 2],
}

fn attacks(kind: Kind, side: usize, square: usize, stop: u64) -> u64 {
    match kind {
        Kind::Pawn => pawn_attacks(side, 1 << square),
        Kind::Knight => KNIGHT[square],
        Kind::Bishop => bishop(square, stop),
        Kind::Rook => rook(square, stop),
        Kind::Queen => bishop(square, stop) | rook(square, stop),
        Kind::King => KING[square],
    }
}

/// What a promoted man attacks: a queen's squares and a knight's.
fn promoted_attacks(square: usize, stop: u64) -> u64 {
    bishop(square, stop) | rook(square, stop) | KNIGHT[square]
}

/// Whether White is proved never to mate from here, whoever is to move. The mate must not be on the board already.
pub(super) fn never(board: &Board) -> bool {
    let mut reach = Reach::of(board);
    reach.saturate(board);
    !reach.may_mate()
}

impl Reach {
    fn of(board: &Board) -> Reach {
        let mut men = Vec::with_capacity(32);
        for home in squares(board.occupied()) {
            let bit = 1 << home;
            let Some(Piece { side, kind }) = board.at(bit) else { continue };
            let side = side.index();
            men.push(Man { side, kind, home, reach: bit, straight: bit, bent: 0, promoted: 0, takeable: false });
        }
        let castlings = if board.meta & BACK_RANKS == 0 { Vec::new() } else { castlings(board) };
        Reach { men, castlings, fixed: [board.white, board.black], guarded: [0; 2] }
    }

    fn saturate(&mut self, board: &Board) {
        let en_passant = board.en_passant();
        loop {
            self.guard();
            let before = self.men.clone();
            let at = [0, 1].map(|side| {
                let own = self.men.iter().filter(|man| man.side == side && man.kind != Kind::King);
                own.fold(0, |set, man| set | man.anywhere())
            });
            // Where each side may take: pawns only diagonally.
            let mut taking = [0u64; 2];
            let all_fixed = self.fixed[0] | self.fixed[1];
            for i in 0..self.men.len() {
                let man = self.men[i];
                let (us, them) = (man.side, 1 - man.side);
                let mut new = man;
                match man.kind {
                    Kind::Pawn => {
                        let barred = self.barred(&man);
                        let mut bent = man.bent;
                        for square in squares(man.reach) {
                            if square >> 3 == [7, 0][us] {
                                continue;
                            }
                            let bit = 1u64 << square;
                            let one = if us == 0 { bit << 8 } else { bit >> 8 };
                            if all_fixed & one == 0 {
                                let mut ahead = one;
                                if square >> 3 == [1, 6][us] {
                                    ahead |= if us == 0 { one << 8 } else { one >> 8 } & !all_fixed;
                                }
                                if man.straight & bit != 0 {
                                    new.straight |= ahead & !barred;
                                }
                                // A square may be reached both ways.
                                if man.bent & bit != 0 {
                                    bent |= ahead;
                                }
                            }
                            let takes = pawn_attacks(us, bit);
                            bent |= takes & at[them];
                            taking[us] |= takes & at[them];
                            let passed = takes & en_passant;
                            if passed != 0 && square >> 3 == [4, 3][us] {
                                bent |= passed;
                                taking[us] |= if us == 0 { passed >> 8 } else { passed << 8 };
                            }
                        }
                        new.bent |= bent;
                        new.reach = new.straight | new.bent;
                        new.promoted |= new.reach & [0xff << 56, 0xff][us];
                        let mut done = 0;
                        while new.promoted & !done != 0 {
                            let square = lowest(new.promoted & !done);
                            done |= 1 << square;
                            new.promoted |= promoted_attacks(square, all_fixed) & !self.fixed[us];
                        }
                        for square in squares(new.promoted) {
                            taking[us] |= promoted_attacks(square, all_fixed) & at[them];
                        }
                    }
                    kind => {
                        let barred =
                            if kind == Kind::King { self.fixed[us] | self.guarded[them] } else { self.fixed[us] };
                        let mut done = 0;
                        while new.reach & !done != 0 {
                            let square = lowest(new.reach & !done);
                            done |= 1 << square;
                            let targets = attacks(kind, us, square, all_fixed) & !barred;
                            new.reach |= targets;
                            taking[us] |= targets & at[them];
                        }
                    }
                }
                self.men[i] = new;
            }
            for castling in self.castlings.iter().filter(|castling| castling.way & all_fixed == 0) {
                for man in self.men.iter_mut().filter(|man| man.side == castling.side) {
                    match man.kind {
                        Kind::King => man.reach |= 1 << castling.to,
                        Kind::Rook => man.reach |= castling.rook_to,
                        _ => {}
                    }
                }
            }
            for man in &mut self.men {
                if man.kind != Kind::King && man.anywhere() & taking[1 - man.side] != 0 {
                    man.takeable = true;
                }
                if man.takeable || man.moves() {
                    self.fixed[man.side] &= !(1 << man.home);
                }
            }
            if self.men == before {
                return;
            }
        }
    }

    /// What a pawn that has not taken cannot reach: pawns that face each other on a file do not pass, unless one of
    /// them leaves it.
    fn barred(&self, pawn: &Man) -> u64 {
        let file = 0x0101_0101_0101_0101 << (pawn.home & 7);
        let ahead = |of: &Man, square: usize| if of.side == 0 { !1 << square } else { !(!0 << square) };
        let mut barred = 0;
        for foe in self.men.iter().filter(|foe| foe.kind == Kind::Pawn && foe.side != pawn.side) {
            let faces = file & ahead(pawn, pawn.home) & 1 << foe.home != 0;
            if faces && !foe.takeable && foe.bent == 0 {
                barred |= (ahead(pawn, foe.home) | 1 << foe.home) & file;
            }
        }
        barred
    }

    /// What is attacked for ever: by men that never leave, sliders up to where anybody may ever stand.
    fn guard(&mut self) {
        let stop = self.men.iter().fold(0, |set, man| set | man.anywhere());
        self.guarded = [0; 2];
        for man in &self.men {
            if self.fixed[man.side] >> man.home & 1 != 0 {
                self.guarded[man.side] |= attacks(man.kind, man.side, man.home, stop);
            }
        }
    }

    fn may_mate(&self) -> bool {
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
