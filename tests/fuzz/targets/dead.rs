//! Dead positions against the plain truth: what is proved is refuted by no mate that a search finds, and all that can
//! ever arise from a small locked position is visited.
//!
//! The first byte chooses a locked position, each further pair puts a man on a square of it or clears one.
#![no_main]

use std::collections::HashSet;

use endgame::chess::dead::{self, Proof, Solver, Winnable};
use endgame::chess::{Kind, Move, Piece, Position, RuleSet, Side};
use endgame::notation::fen;
use libfuzzer_sys::fuzz_target;

/// Positions that may arise before a closure is given up: more says nothing.
const LIMIT: usize = 20_000;

/// Positions that an answer may cost.
const BUDGET: usize = 20_000;

/// Positions that a search for a mate against a proof may cost.
const AGAINST: usize = 2_000;

/// Walls of our own, then compositions from chasolver's test positions.
const LOCKED: [&str; 16] = [
    "8/8/1k6/8/8/8/1K6/8 w - - 0 1",
    "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1",
    "8/3k4/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3K4/8 w - - 0 1",
    "8/8/1p1k4/pPp1p1p1/P1P1P1P1/3K4/8/8 b - - 0 1",
    "k7/P1p5/K1P5/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/p1k5/P7/K7 w - - 0 1",
    "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 3 57",
    "1k6/1P5p/1K5P/8/8/8/8/8 b - - 0 1",
    "1bB5/k7/r7/8/1pBp1p1p/1PpP1PbP/K1P4b/RB6 w - - 0 1",
    "3b4/6k1/1ppp4/2b3p1/1pKp1pP1/1P1P1P2/8/1BbB1B2 b - - 0 1",
    "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1",
    "8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1",
    "6B1/b7/2k5/p1p1p1pB/P1P1P1P1/pp6/rp6/1K2b3 b - - 0 1",
    "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1",
    "8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1",
    "k7/1b6/2b5/3b4/4b3/1pB2b2/pP4b1/K6b w - - 0 1",
];

fuzz_target!(|data: &[u8]| {
    let Some((&base, edits)) = data.split_first() else { return };
    let Ok(parsed) = fen::parse(LOCKED[usize::from(base) % LOCKED.len()], RuleSet::Standard) else { return };
    let mut setup = parsed.position.setup();
    for edit in edits.chunks_exact(2).take(6) {
        let square = usize::from(edit[0]) % 64;
        let kinds = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
        let side = if edit[0] & 64 == 0 { Side::White } else { Side::Black };
        let piece = kinds.get(usize::from(edit[1]) % 7).map(|&kind| Piece { side, kind });
        if let Some(Piece { kind: Kind::King, .. }) = piece {
            // There is one king a side: he moves.
            setup.board.iter_mut().filter(|man| **man == piece).for_each(|man| *man = None);
        }
        setup.board[square] = piece;
        if edit[0] & 128 != 0 {
            setup.side = !setup.side;
        }
    }
    let Ok(position) = Position::from_setup(setup, RuleSet::Standard) else { return };
    let mut solver = Solver::new();
    for side in Side::ALL {
        if let Some(proof) = solver.proof(&position, side).filter(|proof| *proof != Proof::Over)
            && let Some(moves) = solver.mate(&position, side, AGAINST)
        {
            assert_mates(&position, side, &moves);
            panic!("{proof:?}: {side} never mates in {}, but does by {moves:?}", fen::write(&position));
        }
    }
    let answers = Side::ALL.map(|side| solver.winnable(&position, side, BUDGET));
    for (side, answer) in Side::ALL.into_iter().zip(&answers) {
        let at_sight = dead::cannot_mate(&position, side);
        match answer {
            Winnable::Yes(moves) => {
                assert!(!at_sight, "{side} cannot mate at sight, but can: {}", fen::write(&position));
                assert_mates(&position, side, moves);
            }
            Winnable::No(_) => {}
            Winnable::Unknown if at_sight => {}
            Winnable::Unknown => return,
        }
    }
    // To visit everything is slow: only where something is denied, and more than material denies it.
    let denied = |answer: &Winnable| matches!(answer, Winnable::No(proof) if *proof != Proof::Over);
    if answers.iter().any(denied)
        && let Some(mates) = mates(position)
    {
        for (side, answer) in Side::ALL.into_iter().zip(answers) {
            let can = mates[side.index()];
            assert_eq!(matches!(answer, Winnable::Yes(_)), can, "{side}: {answer:?} in {}", fen::write(&position));
        }
    }
});

/// The moves are legal one by one, and the last one mates for the side.
fn assert_mates(start: &Position, side: Side, moves: &[Move]) {
    let mut position = *start;
    for &mv in moves {
        assert!(position.is_legal(mv), "{mv} in {}", fen::write(start));
        position = position.play(mv);
    }
    let mated = !position.has_legal_move() && position.is_check() && position.side() != side;
    assert!(mated, "{side} does not mate in {}", fen::write(start));
}

/// Who can mate, White and Black, by any series of legal moves; `None` if too many positions may arise.
fn mates(start: Position) -> Option<[bool; 2]> {
    let mut seen = HashSet::from([start.key()]);
    let mut open = vec![start];
    let mut mates = [false; 2];
    while let Some(position) = open.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            mates[usize::from(position.side() == Side::White)] = true;
        }
        for mv in moves {
            let next = position.play(mv);
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
        if seen.len() > LIMIT {
            return None;
        }
    }
    Some(mates)
}
