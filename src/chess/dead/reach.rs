//! The coarsest proof that a side never mates: where each man may ever stand, whatever the order of the moves.
//!
//! Begins with "nobody ever moves or is taken" and gives up of it what some move contradicts, until nothing more
//! changes. What is left over bounds every game: by induction on its moves. If no square that the king may ever stand
//! on can be mate then, none is.

mod mate;
mod rules;

use super::super::attacks::{KING, KNIGHT, bishop, rook};
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
    /// Whether White has a single man beside his king: once it is taken nothing more can happen.
    lone: bool,
    /// Whether the king of a side may ever move.
    roams: [bool; 2],
    /// Whether all rules are asked.
    thorough: bool,
    /// Where a man or more may stand, and where two or more.
    once: u64,
    twice: u64,
    /// Men who have little room and are never taken: (number, side, squares).
    narrow: Vec<(usize, usize, u64)>,
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
    is_proved(board, true)
}

/// The same in half the time, with guards that never move as the only rule.
pub(super) fn never_at_sight(board: &Board) -> bool {
    is_proved(board, false)
}

fn is_proved(board: &Board, thorough: bool) -> bool {
    let mut reach = Reach { thorough, ..Reach::of(board) };
    reach.saturate(board) && !reach.may_mate()
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
        Reach {
            men,
            castlings,
            fixed: [board.white, board.black],
            guarded: [0; 2],
            lone: board.white.count_ones() == 2,
            roams: [false; 2],
            thorough: true,
            once: 0,
            twice: 0,
            narrow: Vec::new(),
        }
    }

    /// Lets all men come as far as they may; gives up, saying so, where White makes a new man: he may mate then.
    fn saturate(&mut self, board: &Board) -> bool {
        let en_passant = board.en_passant();
        loop {
            self.survey();
            let before = self.men.clone();
            let mut at = [0, 1].map(|side| {
                let own = self.men.iter().filter(|man| man.side == side && man.kind != Kind::King);
                own.fold(0, |set, man| set | man.anywhere())
            });
            if self.lone {
                at[0] = 0;
            }
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
                                let mut ahead = self.possible(i, square, one);
                                if square >> 3 == [1, 6][us] {
                                    let two = if us == 0 { one << 8 } else { one >> 8 } & !all_fixed;
                                    ahead |= self.possible(i, square, two);
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
                            let taken = self.possible(i, square, takes & at[them]);
                            bent |= taken;
                            taking[us] |= taken;
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
                            let targets = self.possible(i, square, attacks(kind, us, square, all_fixed) & !barred);
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
            if self.men.iter().any(|man| man.side == 0 && man.promoted != 0) {
                return false;
            }
            if self.men == before {
                return true;
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
}
