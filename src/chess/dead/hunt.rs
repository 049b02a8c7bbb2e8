//! Looking for a series of moves that ends in mate, with both sides helping; and, where all of them were tried, the
//! proof that there is none.

mod node;
mod queue;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::position::{Black, Board, Mover, White, generate, make};
use super::super::{Move, Position, RuleSet, Side};
use super::blur::Blur;
use super::corner::Corners;
use super::estimate::estimate;
use super::view::{is_mate, seen_by};
use super::walk::walk;
use super::{Proof, Winnable, material, reach};
use node::Node;
use queue::Queue;

/// Marks Black's turn in a packed board, on a square that neither castling rights nor en passant use.
const BLACK_TO_MOVE: u64 = 1 << 32;
const NOBODY: u32 = u32::MAX;

/// What a search without hope stops at, whatever it is allowed: more would not fit into memory.
const MOST: usize = 1 << 28;

/// What is tried before anything is proved: enough for most mates and for lines that are forced.
pub(super) const FIRST: usize = 300;

/// What is tried before the costlier proof.
const LONGER: usize = 4_000;

/// Blurred states for the position itself, and for one that a search enters for good.
const BLURRED: usize = 20_000;
const BLURRED_WITHIN: usize = 2_000;

/// Blurred states that a search may always use where pawns stand against each other; beyond that, as many as it has met
/// positions.
const CUTS: usize = 50_000;

/// What a search came to.
enum Found {
    Mate(u32),
    /// Nothing is left to look at.
    Nothing,
    Limit,
}

/// Keeps its memory from one question to the next.
pub struct Solver {
    nodes: Vec<Node>,
    /// Open addressing: indices into `nodes`, by hash. Its length is a power of two.
    table: Vec<u32>,
    near: Queue,
    far: Queue,
    /// By the mate in a corner, once a search takes longer.
    corner: Queue,
    corners: Corners,
    /// Next node by age.
    oldest: usize,
    blur: Blur,
    stop: Arc<AtomicBool>,
    /// Blurred states that this search may use beyond its share.
    advance: usize,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver with nothing in mind.
    pub fn new() -> Solver {
        Solver {
            nodes: Vec::new(),
            table: Vec::new(),
            near: Queue::default(),
            far: Queue::default(),
            corner: Queue::default(),
            corners: Corners::default(),
            oldest: 0,
            blur: Blur::default(),
            stop: Arc::default(),
            advance: 0,
        }
    }

    /// A solver that gives up soon after the flag is set, by whatever thread: its answer is then "unknown".
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Solver {
        Solver { stop, ..Solver::new() }
    }

    /// As [`winnable`](super::winnable).
    pub fn winnable(&mut self, position: &Position, side: Side, budget: usize) -> Winnable {
        if position.rules() == RuleSet::Endgame {
            return if super::is_dead_by_material(position) {
                Winnable::No(Proof::Material)
            } else {
                Winnable::Unknown
            };
        }
        if !position.has_legal_move() {
            let mated = position.is_check() && position.side() != side;
            return if mated { Winnable::Yes(Vec::new()) } else { Winnable::No(Proof::Over) };
        }
        let budget = budget.min(MOST);
        let board = seen_by(position, side);
        if material::too_little(&board) {
            return Winnable::No(Proof::Material);
        }
        let white_to_move = position.side() == side;
        self.nodes.clear();
        if let Some(path) = walk(&board, white_to_move) {
            return Winnable::Yes(line_of(position, side, &path));
        }
        self.begin(&board, white_to_move);
        match self.search(FIRST.min(budget), false) {
            Found::Mate(node) => return Winnable::Yes(self.line(position, side, node)),
            Found::Nothing => return Winnable::No(Proof::Exhausted),
            Found::Limit => {}
        }
        if reach::never(&board) {
            return Winnable::No(Proof::Reach);
        }
        self.blur.begin();
        self.corners.clear();
        // Open positions are won by looking a little longer; what follows is for the others.
        match self.search(LONGER.min(budget), false) {
            Found::Mate(node) => return Winnable::Yes(self.line(position, side, node)),
            Found::Nothing => return Winnable::No(Proof::Exhausted),
            Found::Limit => {}
        }
        // Even a few of its pictures take longer than so few positions.
        if budget > FIRST && self.blur.never(&board, white_to_move, BLURRED.min(budget)) {
            return Winnable::No(Proof::Blurred);
        }
        if budget <= FIRST {
            return Winnable::Unknown;
        }
        let rams = (board.pawns & board.white) << 8 & board.pawns & board.black;
        self.advance = if rams == 0 { 0 } else { CUTS };
        self.begin(&board, white_to_move);
        match self.search(budget, true) {
            Found::Mate(node) => Winnable::Yes(self.line(position, side, node)),
            Found::Nothing => Winnable::No(Proof::Exhausted),
            Found::Limit => Winnable::Unknown,
        }
    }

    /// A series of legal moves that mates, found by looking alone: without the proofs that spare [`Solver::winnable`] some of
    /// it. The mate must not be on the board.
    pub fn mate(&mut self, position: &Position, side: Side, budget: usize) -> Option<Vec<Move>> {
        let (board, white_to_move) = (seen_by(position, side), position.side() == side);
        if let Some(path) = walk(&board, white_to_move) {
            return Some(line_of(position, side, &path));
        }
        self.begin(&board, white_to_move);
        match self.search(budget.min(MOST), false) {
            Found::Mate(node) => Some(self.line(position, side, node)),
            Found::Nothing | Found::Limit => None,
        }
    }

    /// What can be proved without looking at a single position that may follow; `None` proves nothing, and by the rules of
    /// `endgame` nothing is proved this way.
    pub fn proof(&mut self, position: &Position, side: Side) -> Option<Proof> {
        let board = seen_by(position, side);
        let over = !position.has_legal_move();
        let mated = over && position.is_check() && position.side() != side;
        if mated || position.rules() == RuleSet::Endgame {
            return None;
        }
        self.blur.begin();
        if over {
            Some(Proof::Over)
        } else if material::too_little(&board) {
            Some(Proof::Material)
        } else if reach::never(&board) {
            Some(Proof::Reach)
        } else {
            self.blur.never(&board, position.side() == side, BLURRED).then_some(Proof::Blurred)
        }
    }

    /// How many positions the last question took.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    fn begin(&mut self, board: &Board, white_to_move: bool) {
        self.nodes.clear();
        self.near.clear();
        self.far.clear();
        self.corner.clear();
        self.oldest = 0;
        self.table.clear();
        self.table.resize(1 << 10, NOBODY);
        let turn = if white_to_move { 0 } else { BLACK_TO_MOVE };
        self.insert(Node::pack(&without_idle_en_passant(board, white_to_move), turn, NOBODY));
        self.near.push(0, 0);
        self.far.push(0, 0);
        self.corner.push(0, 0);
    }

    /// Goes on until a mate is met, nothing is left, or `limit` positions are known.
    fn search(&mut self, limit: usize, cut: bool) -> Found {
        let mut round = 0u32;
        loop {
            if self.nodes.len() >= limit || self.stop.load(Ordering::Relaxed) {
                return Found::Limit;
            }
            // The most promising one by turns of two minds; now and then the oldest, so that neither leads astray for good.
            round += 1;
            let node = match round & 15 {
                0..=5 => self.near.pop(),
                6..=9 => self.far.pop(),
                10..=13 => self.corner.pop(),
                _ => {
                    self.oldest += 1;
                    (self.oldest <= self.nodes.len()).then(|| self.oldest as u32 - 1)
                }
            };
            // Every node waits in each of these orders: when one has run out, all were looked at.
            let Some(node) = node else { return Found::Nothing };
            let known = &mut self.nodes[node as usize];
            if std::mem::replace(&mut known.expanded, true) {
                continue;
            }
            let black_to_move = known.meta & BLACK_TO_MOVE != 0;
            let board = known.board();
            let mate = if black_to_move {
                self.expand::<Black>(&board, node, cut)
            } else {
                self.expand::<White>(&board, node, cut)
            };
            if let Some(mate) = mate {
                return Found::Mate(mate);
            }
        }
    }

    /// Adds what can be reached in one move; gives the mate if one is among it.
    fn expand<S: Mover>(&mut self, board: &Board, parent: u32, cut: bool) -> Option<u32> {
        let mut mate = None;
        let turn = if S::WHITE { BLACK_TO_MOVE } else { 0 };
        generate::<S, false>(board, |class, from, mut targets| {
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets &= targets - 1;
                let mut child = make::<S>(board, class, from, to);
                if mate.is_some() {
                    return;
                }
                if S::WHITE && is_mate(&child) {
                    mate = Some(self.nodes.len() as u32);
                    self.nodes.push(Node::pack(&child, turn, parent));
                    return;
                }
                child = without_idle_en_passant(&child, !S::WHITE);
                if material::too_little(&child) {
                    continue;
                }
                if cut && irreversible(board, &child) && self.barren(&child, !S::WHITE) {
                    continue;
                }
                if let Some(node) = self.insert(Node::pack(&child, turn, parent)) {
                    let estimate = estimate(&child);
                    self.near.push(estimate.near, node);
                    self.far.push(estimate.far, node);
                    let corner = if cut { self.corners.estimate(&child) } else { None };
                    self.corner.push(corner.unwrap_or(estimate.heavy), node);
                }
            }
        });
        mate
    }

    /// Whether the blurred proof shows that a position entered for good leads to no mate. It is asked as long as it does
    /// not take more than its share of the time.
    fn barren(&mut self, board: &Board, white_to_move: bool) -> bool {
        self.blur.cost() < self.nodes.len() + self.advance && self.blur.never(board, white_to_move, BLURRED_WITHIN)
    }

    /// The index of a position met for the first time.
    fn insert(&mut self, node: Node) -> Option<u32> {
        if self.nodes.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut slot = node.hash() as usize & mask;
        loop {
            match self.table[slot] {
                NOBODY => break,
                known if self.nodes[known as usize].words() == node.words() => return None,
                _ => slot = (slot + 1) & mask,
            }
        }
        let index = self.nodes.len() as u32;
        self.table[slot] = index;
        self.nodes.push(node);
        Some(index)
    }

    fn grow(&mut self) {
        let len = self.table.len() * 4;
        self.table.clear();
        self.table.resize(len, NOBODY);
        for (index, node) in (0..).zip(&self.nodes) {
            let mut slot = node.hash() as usize & (len - 1);
            while self.table[slot] != NOBODY {
                slot = (slot + 1) & (len - 1);
            }
            self.table[slot] = index;
        }
    }

    /// The moves from the root to a node.
    fn line(&self, root: &Position, side: Side, mut node: u32) -> Vec<Move> {
        let mut path = Vec::new();
        while self.nodes[node as usize].parent != NOBODY {
            path.push(node);
            node = self.nodes[node as usize].parent;
        }
        let path: Vec<Board> = path.iter().rev().map(|&node| self.nodes[node as usize].board()).collect();
        line_of(root, side, &path)
    }
}

/// The moves that lead along these boards.
fn line_of(root: &Position, side: Side, path: &[Board]) -> Vec<Move> {
    let mut position = *root;
    let mut line = Vec::with_capacity(path.len());
    for wanted in path {
        let wanted = without_idle_en_passant(wanted, position.side() != side);
        let leads_there = |mv: &Move| {
            let next = position.play(*mv);
            without_idle_en_passant(&seen_by(&next, side), next.side() == side) == wanted
        };
        let Some(mv) = position.legal_moves().into_iter().find(leads_there) else { break };
        line.push(mv);
        position = position.play(mv);
    }
    line
}

fn irreversible(before: &Board, after: &Board) -> bool {
    before.pawns != after.pawns || before.occupied().count_ones() != after.occupied().count_ones()
}

/// Two positions that differ by an en passant square that no pawn can use are one.
fn without_idle_en_passant(board: &Board, white_to_move: bool) -> Board {
    let mut board = *board;
    let target = board.en_passant();
    if target != 0 {
        let own = if white_to_move { board.white } else { board.black };
        let beside = if white_to_move { target >> 8 } else { target << 8 };
        // Taken from the squares beside the pawn that stepped; wrapping around the edge keeps too much, which harms nothing.
        if (beside << 1 | beside >> 1) & board.pawns & own == 0 {
            board.meta &= !target;
        }
    }
    board
}
