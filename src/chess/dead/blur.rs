//! A cheap proof that a side never mates: only kings and pawns are followed exactly.
//!
//! Every other man is blurred to a group (side, kind, color of a bishop's squares) with a number and a region where it
//! might stand. A blurred man may be anywhere in its region, in the way or not, giving check or not, whichever allows
//! more. So every real game is a path of blurred pictures, and one that ends in mate ends in a picture that may be
//! mate. If none may, none is. The reverse does not hold.
//!
//! Three things keep it sharp: each man has a region of its own, men that can only move onto pawns and each other are
//! walls, and the last move must give the check.

mod mate;
pub(super) mod picture;
mod ways;

use std::collections::HashMap;

use super::super::attacks::KING;
use super::super::position::{BACK_RANKS, Board, lowest};
use super::view::squares;
use mate::{Last, may_mate};
use picture::Picture;
use ways::Way;

/// The pictures of one or more proofs, and what is known of them.
#[derive(Default)]
pub(super) struct Blur {
    pictures: Vec<Known>,
    numbers: HashMap<Picture, u32>,
    /// Root pictures that are done: whether White never mates.
    verdicts: HashMap<(u32, u8, u8, bool), bool>,
    stack: Vec<State>,
    touched: Vec<u32>,
    castlings: Vec<Castling>,
    states: usize,
    spent: usize,
}

/// A picture with all that follows from it and does not depend on the kings.
struct Known {
    picture: Picture,
    facts: picture::Facts,
    /// By side to move: what pawns and men can change, once asked.
    changes: [Option<Vec<Change>>; 2],
    /// What the king of each side makes of it by taking: (group or pawn, square, next picture).
    takes: Vec<(u8, u8, u32)>,
    /// Pairs of king squares seen, by side to move; and those where a man's move was tried for mate.
    seen: Box<[[u64; 64]; 3]>,
}

#[derive(Clone, Copy)]
struct Change {
    next: u32,
    last: Last,
    /// Squares where no king may stand for it.
    free: u64,
    by: usize,
}

#[derive(Clone, Copy)]
struct State {
    picture: u32,
    kings: [usize; 2],
    turn: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Castling {
    pub side: usize,
    pub from: usize,
    pub to: usize,
    pub rook_to: u64,
    /// Squares that must be empty for it.
    pub way: u64,
}

impl Blur {
    /// What the proofs since [`begin`](Self::begin) have cost, about in positions of an exact search.
    pub(super) fn cost(&self) -> usize {
        self.spent + 4 * self.pictures.len()
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.pictures.clear();
        self.numbers.clear();
        self.verdicts.clear();
        self.castlings.clear();
        self.touched.clear();
        self.spent = 0;
    }

    /// Whether White is proved never to mate from here. The mate must not be on the board already, and all questions
    /// between two calls of [`begin`](Self::begin) must belong to one game. Gives up beyond `limit` blurred states.
    pub(super) fn never(&mut self, board: &Board, white_to_move: bool, limit: usize) -> bool {
        if self.castlings.is_empty() && board.meta & BACK_RANKS != 0 {
            self.castlings = picture::castlings(board);
        }
        let kings = [lowest(board.kings & board.white), lowest(board.kings & board.black)];
        let first = self.number(Picture::of(board));
        let turn = usize::from(!white_to_move);
        let key = (first, kings[0] as u8, kings[1] as u8, white_to_move);
        let en_passant = board.en_passant();
        if en_passant == 0
            && let Some(&verdict) = self.verdicts.get(&key)
        {
            return verdict;
        }
        let verdict = self.prove(State { picture: first, kings, turn }, en_passant, limit);
        self.spent += self.states;
        if en_passant == 0 {
            self.verdicts.insert(key, verdict);
        }
        verdict
    }

    fn prove(&mut self, root: State, en_passant: u64, limit: usize) -> bool {
        for &touched in &self.touched {
            if let Some(known) = self.pictures.get_mut(touched as usize) {
                *known.seen = [[0; 64]; 3];
            }
        }
        self.touched.clear();
        self.stack.clear();
        self.states = 0;
        if self.pictures[root.picture as usize].facts.barren {
            return true;
        }
        self.visit(root);
        if en_passant != 0 {
            let picture = self.pictures[root.picture as usize].picture.clone();
            let mut ways = Vec::new();
            picture.en_passant(root.turn, lowest(en_passant), 0, &mut ways);
            for way in ways {
                let next = self.number(way.picture);
                if self.enter(next, root.kings, way.by, way.last) {
                    return false;
                }
            }
        }
        while let Some(state) = self.stack.pop() {
            if self.states > limit || self.follow(state) {
                return false;
            }
        }
        true
    }

    /// Whether White may mate by some move of this state; else the states behind it are put on the stack.
    fn follow(&mut self, state: State) -> bool {
        let State { picture: index, kings, turn: us } = state;
        let them = 1 - us;
        let known = &self.pictures[index as usize];
        let facts = &known.facts;
        // The king.
        let (from, foe) = (kings[us], kings[them]);
        let danger = KING[foe] | known.picture.surely_attacked(them, foe, facts);
        let mut targets = KING[from] & !facts.sure[us] & !known.picture.pawns[us] & !danger & !(1 << foe);
        if known.picture.held[us] != 0 {
            targets = 0;
        }
        let enemy_pawns = known.picture.pawns[them];
        let sure = facts.sure[them];
        for to in squares(targets) {
            let mut moved = kings;
            moved[us] = to;
            if enemy_pawns >> to & 1 != 0 {
                let next = self.taken(index, them, u8::MAX, to);
                if self.enter(next, moved, us, Last::King(from)) {
                    return true;
                }
                continue;
            }
            if sure >> to & 1 != 0 {
                // Only there does it matter who is taken: with one man fewer of those that roam, nothing more can happen
                // than with him.
                let full = |group: &picture::Group| group.of(them) && group.is_full() && group.region >> to & 1 != 0;
                for group in 0..self.pictures[index as usize].picture.groups.len() {
                    if full(&self.pictures[index as usize].picture.groups[group]) {
                        let next = self.taken(index, them, group as u8, to);
                        if self.enter(next, moved, us, Last::King(from)) {
                            return true;
                        }
                    }
                }
                continue;
            }
            if self.enter(index, moved, us, Last::King(from)) {
                return true;
            }
        }
        for i in 0..self.castlings.len() {
            let castling = self.castlings[i];
            let facts = &self.pictures[index as usize].facts;
            let blocked = castling.way & (facts.sure[0] | facts.sure[1]) != 0;
            if castling.side == us && castling.from == from && !blocked {
                let mut moved = kings;
                moved[us] = castling.to;
                let next = self.pictures[index as usize].picture.with_rook_on(us, castling.rook_to);
                let next = self.number(next);
                if self.enter(next, moved, us, Last::Man) {
                    return true;
                }
            }
        }
        // Pawns and men.
        if self.pictures[index as usize].changes[us].is_none() {
            let changes = self.changes(index, us);
            self.pictures[index as usize].changes[us] = Some(changes);
        }
        let Some(changes) = self.pictures[index as usize].changes[us].take() else { return true };
        let standing = 1u64 << kings[0] | 1 << kings[1];
        let mut may = false;
        for change in &changes {
            if change.free & standing == 0 && self.enter(change.next, kings, change.by, change.last) {
                may = true;
                break;
            }
        }
        self.pictures[index as usize].changes[us] = Some(changes);
        may || self.pictures[index as usize].facts.mobile[us] && self.enter(index, kings, us, Last::Man)
    }

    /// A step of `by` has led here: whether it may have mated; if not, the state is visited.
    fn enter(&mut self, picture: u32, kings: [usize; 2], by: usize, last: Last) -> bool {
        let known = &mut self.pictures[picture as usize];
        if known.facts.barren {
            return false;
        }
        if by == 0 {
            let tried = known.seen[2][kings[0]] >> kings[1] & 1 != 0;
            if !(tried && last == Last::Man) && may_mate(&known.picture, &known.facts, kings, last) {
                return true;
            }
            if last == Last::Man {
                known.seen[2][kings[0]] |= 1 << kings[1];
                self.touched.push(picture);
            }
        }
        self.visit(State { picture, kings, turn: 1 - by });
        false
    }

    fn visit(&mut self, state: State) {
        let seen = &mut self.pictures[state.picture as usize].seen[state.turn][state.kings[0]];
        let bit = 1 << state.kings[1];
        if *seen & bit == 0 {
            *seen |= bit;
            self.states += 1;
            self.touched.push(state.picture);
            self.stack.push(state);
        }
    }

    fn number(&mut self, picture: Picture) -> u32 {
        if let Some(&number) = self.numbers.get(&picture) {
            return number;
        }
        let number = self.pictures.len() as u32;
        self.numbers.insert(picture.clone(), number);
        let facts = picture.facts();
        let seen = Box::new([[0; 64]; 3]);
        self.pictures.push(Known { picture, facts, changes: [None, None], takes: Vec::new(), seen });
        number
    }

    /// The picture after the king of the other side took a pawn (`group` is 255) or a man of a group.
    fn taken(&mut self, index: u32, side: usize, group: u8, square: usize) -> u32 {
        let known = &self.pictures[index as usize];
        let full = group != u8::MAX && known.picture.groups[usize::from(group)].is_full();
        let place = if group == u8::MAX || full { square as u8 } else { 64 };
        if let Some(&(.., next)) = known.takes.iter().find(|&&(what, at, _)| (what, at) == (group, place)) {
            return next;
        }
        let next = match group {
            u8::MAX => known.picture.without_pawn(side, square).settled(),
            group => known.picture.fewer(usize::from(group), square).settled(),
        };
        let next = self.number(next);
        self.pictures[index as usize].takes.push((group, place, next));
        next
    }

    fn changes(&mut self, index: u32, us: usize) -> Vec<Change> {
        let mut ways: Vec<Way> = Vec::new();
        let known = &self.pictures[index as usize];
        known.picture.ways(us, &known.facts, &mut ways);
        let mut changes = Vec::with_capacity(ways.len());
        for Way { picture, last, free, by } in ways {
            let next = self.number(picture);
            changes.push(Change { next, last, free, by });
        }
        changes
    }
}
