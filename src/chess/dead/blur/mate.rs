//! Whether the last move of a blurred picture may have mated.

use super::super::super::attacks::{BETWEEN, KING};
use super::super::view::squares;
use super::picture::{Facts, Group, Picture, attacks, pawn_attacks};

/// What kind of move came last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    /// The king's, from this square.
    King(usize),
    /// A pawn's, to this square.
    Pawn(usize),
    /// A man's, or a promotion, castling, or capture en passant: anybody may give check by it.
    Man,
}

/// Whether the move that White has just made may have mated the king on `kings[1]`.
pub(super) fn may_mate(picture: &Picture, facts: &Facts, kings: [usize; 2], last: Last) -> bool {
    let [me, prey] = kings;
    // Quick looks first: they settle nearly all.
    let by_pawn = matches!(last, Last::Pawn(to) if pawn_attacks(0, 1 << to) >> prey & 1 != 0);
    if facts.threats >> prey & 1 == 0 && !by_pawn {
        return false;
    }
    let flights = KING[prey] & !facts.sure[1] & !KING[me] & !facts.pawn_threats;
    if flights & !facts.maybe[1] & !facts.threats & !x_rays(picture, facts, prey) != 0 {
        return false;
    }
    let hard = facts.sure[0] | facts.sure[1] | 1 << me;
    let taken = 1u64 << me | 1 << prey;
    let own = || picture.groups.iter().enumerate().filter(|(_, group)| group.side == 0);
    let hits = |group: &Group, square: usize| attacks(group.kind, square, hard & !(1 << square)) >> prey & 1 != 0;
    let checked = || own().any(|(_, group)| squares(group.region & !taken).any(|square| hits(group, square)));
    let check = match last {
        Last::Man => true, // looked at below
        Last::Pawn(_) => by_pawn || checked(),
        // Only by leaving the line of a man behind him.
        Last::King(from) => own().any(|(_, group)| {
            group.slides()
                && squares(group.region & !taken)
                    .any(|square| BETWEEN[square][prey] >> from & 1 != 0 && hits(group, square))
        }),
    };
    if !check {
        return false;
    }
    let glass = hard & !(1 << prey);
    let mut hunt = Cover { picture, taken, glass, left: picture.groups.iter().map(|group| group.count).collect() };
    match last {
        // The men that cover the flights include one that gives check.
        Last::Man => own().any(|(i, group)| {
            squares(group.region & !taken).any(|square| {
                hits(group, square) && {
                    let covered = attacks(group.kind, square, glass & !(1 << square));
                    hunt.left[i] -= 1;
                    let may = hunt.all(flights & !covered);
                    hunt.left[i] += 1;
                    may
                }
            })
        }),
        _ => hunt.all(flights),
    }
}

/// What White's sliders may attack behind the king they chase.
fn x_rays(picture: &Picture, facts: &Facts, prey: usize) -> u64 {
    if (facts.sure[0] | facts.sure[1]) >> prey & 1 == 0 {
        return 0;
    }
    let stop = (facts.sure[0] | facts.sure[1]) & !(1 << prey);
    let own = picture.groups.iter().filter(|group| group.side == 0 && group.slides());
    own.fold(0, |set, group| squares(group.region).fold(set, |set, square| set | attacks(group.kind, square, stop)))
}

struct Cover<'a> {
    picture: &'a Picture,
    taken: u64,
    glass: u64,
    /// How many men of each group are not used yet.
    left: Vec<u8>,
}

impl Cover<'_> {
    /// Whether the men, no more of each than there are, can cover or fill all these flights. They may see through each
    /// other and share a square: more than the truth, not less.
    fn all(&mut self, flights: u64) -> bool {
        if flights == 0 {
            return true;
        }
        let flight = flights.trailing_zeros();
        for (i, group) in self.picture.groups.iter().enumerate() {
            if self.left[i] == 0 {
                continue;
            }
            self.left[i] -= 1;
            let may = if group.side == 1 {
                group.region >> flight & 1 != 0 && self.all(flights & !(1 << flight))
            } else {
                self.by(group, flights, flight)
            };
            self.left[i] += 1;
            if may {
                return true;
            }
        }
        false
    }

    fn by(&mut self, group: &Group, flights: u64, flight: u32) -> bool {
        // Squares that cover the same flights are one choice.
        let mut tried = [0u64; 16];
        let mut count = 0;
        for square in squares(group.region & !self.taken) {
            let covered = attacks(group.kind, square, self.glass & !(1 << square)) & flights;
            if covered >> flight & 1 == 0 || tried[..count].contains(&covered) {
                continue;
            }
            if count < tried.len() {
                tried[count] = covered;
                count += 1;
            }
            if self.all(flights & !covered) {
                return true;
            }
        }
        false
    }
}
