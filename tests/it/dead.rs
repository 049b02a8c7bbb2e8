//! Dead positions and winnable sides: against labels, against a plain closure, and as facts.

use std::collections::{HashSet, VecDeque};

use endgame::chess::dead::{self, Proof, Solver, Winnable};
use endgame::chess::{Bitboard, Kind, Move, Piece, Position, RuleSet, Setup, Side, Square};
use endgame::notation::fen;

use crate::support;

fn position(text: &str) -> Position {
    fen::parse(text, RuleSet::Standard).unwrap().position
}

fn answers(text: &str, budget: usize) -> String {
    let position = position(text);
    let letter = |side, letter| match dead::winnable(&position, side, budget) {
        Winnable::Yes(line) => {
            assert_mates(&position, side, &line);
            letter
        }
        Winnable::No(_) => '-',
        Winnable::Unknown => '?',
    };
    String::from_iter([letter(Side::White, 'W'), letter(Side::Black, 'B')])
}

/// The line is legal move by move, and its end is mate by the side.
fn assert_mates(start: &Position, side: Side, line: &[Move]) {
    let mut position = *start;
    for &mv in line {
        assert!(position.is_legal(mv), "{mv} in {}", fen::write(start));
        position = position.play(mv);
    }
    assert!(!position.has_legal_move() && position.is_check() && position.side() != side, "{}", fen::write(start));
}

#[test]
fn what_each_kind_of_proof_and_search_sees() {
    for (text, expected) in [
        // Material, and what only looks like it.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--"),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "--"),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", "WB"),
        ("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", "-B"),
        ("4k3/8/8/8/8/8/3b4/2B1KB2 w - - 0 1", "WB"),
        // Mate on the board comes before material: two bishops of one color.
        ("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", "-B"),
        // A pawn that has mated and cannot move any more.
        ("8/8/pp6/kp6/pP6/P7/8/4K3 b - - 0 1", "W-"),
        // Stalemate on the board.
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "--"),
        // Forced to take the last man, and forced on from there.
        ("r7/K1k5/8/8/8/8/8/8 w - - 4 3", "--"),
        // Only the right to take en passant keeps these alive (D3-Chess issue 5); here it is set but illegal.
        ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - a3 0 50", "WB"),
        ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - - 0 50", "--"),
        ("8/8/6k1/p1p1p3/P1P1Pp1p/5P1P/2B5/4K3 b - e3 0 50", "--"),
        // A wall with spare pawn moves: no order of moves matters.
        ("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 b - - 0 1", "--"),
        // A king and rook that could castle but never will.
        ("2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1", "--"),
        // From a game on a server: White can still mate, Black cannot (chasolver's README).
        ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1", "W-"),
        // Compositions from chasolver's test positions. A king and his men who hold each other for good.
        ("1bB5/k7/r7/8/1pBp1p1p/1PpP1PbP/K1P4b/RB6 w - - 0 1", "--"),
        // Bishops who cannot pass each other guard their pawns together.
        ("B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1", "--"),
        // Black's only moves that would open the wall mate.
        ("3b4/6k1/1ppp4/2b3p1/1pKp1pP1/1P1P1P2/8/1BbB1B2 b - - 0 1", "-B"),
        // The last man can only check where he is taken.
        ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1", "-B"),
        // Mates in the corner, far away.
        ("8/2k5/2b1b3/1p1p1pBp/1P1P1P1P/8/2bK1B2/8 b - - 0 1", "W-"),
        ("1B3B1B/2B5/p6B/8/8/8/8/1k1K4 w - - 0 1", "WB"),
    ] {
        assert_eq!(answers(text, 100_000), expected, "{text}");
    }
}

#[test]
fn what_is_told_at_sight_denies_no_mate_on_the_board() {
    let mate = position("8/8/pp6/kp6/pP6/P7/8/4K3 b - - 0 1");
    assert!(!dead::cannot_mate(&mate, Side::White) && dead::cannot_mate(&mate, Side::Black));
}

#[test]
fn the_position_that_was_undecided_is_dead() {
    // D3-Chess issue 48; 972,876 positions close without a mate.
    let record = position("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 3 57");
    for side in Side::ALL {
        let answer = dead::winnable(&record, side, 1_000);
        assert!(matches!(answer, Winnable::No(Proof::Reach | Proof::Blurred)), "{answer:?}");
    }
    assert!(dead::is_dead(&record, 1_000));
}

#[test]
fn a_search_that_ends_at_its_limit_says_so() {
    let maze = position("k1b5/8/8/BpBpBpB1/bPbPbPb1/8/8/K1B5 w - - 0 1");
    assert_eq!(dead::winnable(&maze, Side::White, 1_000), Winnable::Unknown);
    assert!(!dead::is_dead(&maze, 1_000));
    // In the rule set `endgame` kings are taken: only bare kings are dead.
    let free = fen::parse("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", RuleSet::Endgame).unwrap().position;
    assert!(!dead::is_dead(&free, 1_000));
    let bare = fen::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1", RuleSet::Endgame).unwrap().position;
    assert!(dead::is_dead(&bare, 1_000));
}

/// Every label of a file is confirmed or, within this budget, left open. Gives how many sides were left open.
fn check_labels(file: &str, budget: usize) -> Option<usize> {
    let text = support::read(file)?;
    let mut solver = Solver::new();
    let (mut sides, mut open) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#') && line.len() > 3) {
        let (label, text) = line.split_at(3);
        let position = position(text.trim());
        for (side, can) in Side::ALL.into_iter().zip(label.bytes().map(|letter| letter != b'-')) {
            sides += 1;
            assert!(!(can && dead::cannot_mate(&position, side)), "at sight: {side} in {line}");
            match solver.winnable(&position, side, budget) {
                Winnable::Yes(line_of_moves) => {
                    assert!(can, "{side} in {line}");
                    assert_mates(&position, side, &line_of_moves);
                }
                Winnable::No(proof) => assert!(!can, "{proof:?} {side} in {line}"),
                Winnable::Unknown => open += 1,
            }
        }
    }
    eprintln!("{file}: {sides} sides, {open} left open by a budget of {budget}");
    Some(open)
}

#[test]
fn labels_of_real_games() {
    if let Some(open) = check_labels("deadpos/lichess.txt", dead::BUDGET) {
        assert_eq!(open, 0);
    }
}

#[test]
fn labels_of_composed_positions() {
    if let Some(open) = check_labels("deadpos/positions.txt", dead::BUDGET) {
        assert_eq!(open, 0);
    }
}

/// Whether each side mates somewhere in all that can arise; nothing if that is more than `limit` positions.
fn closure(root: &Position, limit: usize) -> Option<[bool; 2]> {
    let mut mates = [false; 2];
    let mut seen = HashSet::from([root.key()]);
    let mut open = vec![*root];
    while let Some(position) = open.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            mates[(!position.side()).index()] = true;
        }
        for mv in moves {
            let next = position.play(mv);
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(mates)
}

fn put(setup: &mut Setup, square: Square, piece: Option<Piece>) {
    setup.board[square.index()] = piece;
}

/// Pawns that block each other on most files, kings, and a few men.
fn random_wall(random: &mut fastrand::Rng) -> Option<Position> {
    let mut setup = Setup { board: [None; 64], ..Position::start().setup() };
    setup.castling = Bitboard::EMPTY;
    let pawn = |side| Piece { side, kind: Kind::Pawn };
    for file in 0..8 {
        let rank = random.u8(1..6);
        match random.u8(..20) {
            0 => {}
            1 => put(&mut setup, Square::new(file, rank), Some(pawn(Side::White))),
            2 => put(&mut setup, Square::new(file, rank), Some(pawn(Side::Black))),
            _ => {
                put(&mut setup, Square::new(file, rank), Some(pawn(Side::White)));
                put(&mut setup, Square::new(file, rank + 1), Some(pawn(Side::Black)));
            }
        }
    }
    let mut men = vec![(Side::White, Kind::King), (Side::Black, Kind::King)];
    for _ in 0..random.u8(..4) {
        let kinds = [Kind::Bishop, Kind::Bishop, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Queen];
        men.push((Side::ALL[random.usize(..2)], kinds[random.usize(..kinds.len())]));
    }
    for (side, kind) in men {
        let square = Square::ALL[random.usize(..64)];
        if setup.at(square).is_some() {
            return None;
        }
        put(&mut setup, square, Some(Piece { side, kind }));
    }
    setup.side = Side::ALL[random.usize(..2)];
    Position::from_setup(setup, RuleSet::Standard).ok()
}

#[test]
fn answers_agree_with_a_plain_closure() {
    let mut random = fastrand::Rng::with_seed(3);
    let (mut closed, mut decided, mut barren) = (0, 0, 0);
    let mut solver = Solver::new();
    while closed < 150 {
        let Some(position) = random_wall(&mut random) else { continue };
        let Some(mates) = closure(&position, 2_000) else { continue };
        closed += 1;
        for side in Side::ALL {
            let can = mates[side.index()];
            barren += usize::from(!can);
            assert!(!(can && dead::cannot_mate(&position, side)), "{side} in {}", fen::write(&position));
            match solver.winnable(&position, side, 10_000) {
                Winnable::Yes(line) => {
                    assert!(can, "{side} in {}", fen::write(&position));
                    assert_mates(&position, side, &line);
                    decided += 1;
                }
                Winnable::No(proof) => {
                    assert!(!can, "{proof:?} {side} in {}", fen::write(&position));
                    decided += 1;
                }
                Winnable::Unknown => {}
            }
        }
    }
    eprintln!("{closed} closures, {barren} sides cannot mate, {decided} sides decided");
    assert_eq!(decided, 2 * closed, "the closures are smaller than the budget");
}

/// A few legal moves on, and a few men put, taken or moved.
fn mutated(start: &Position, random: &mut fastrand::Rng) -> Option<Position> {
    let mut position = *start;
    for _ in 0..random.u8(..6) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[random.usize(..moves.len())]);
    }
    let mut setup = Setup { castling: Bitboard::EMPTY, en_passant: None, ..position.setup() };
    for _ in 0..random.u8(..4) {
        let [here, there] = [0, 1].map(|_| Square::ALL[random.usize(..64)]);
        let kind = Kind::ALL[random.usize(..Kind::ALL.len())];
        let piece = Piece { side: Side::ALL[random.usize(..2)], kind };
        match (random.u8(..3), setup.at(here), setup.at(there)) {
            (0, Some(man), _) if man.kind != Kind::King => put(&mut setup, here, None),
            (1, None, _) if kind != Kind::King => put(&mut setup, here, Some(piece)),
            (2, man, None) => {
                put(&mut setup, there, man);
                put(&mut setup, here, None);
            }
            _ => {}
        }
    }
    if random.bool() {
        setup.side = !setup.side;
    }
    Position::from_setup(setup, RuleSet::Standard).ok()
}

/// Compositions in which somebody cannot mate.
fn compositions() -> Option<Vec<Position>> {
    let text = support::read("deadpos/positions.txt")?;
    let lines = text.lines().filter(|line| line.len() > 3 && !line.starts_with('#') && line[..2].contains('-'));
    Some(lines.map(|line| position(line[3..].trim())).collect())
}

#[test]
fn what_is_proved_of_mutated_compositions_is_refuted_by_no_mate() {
    let Some(walls) = compositions() else { return };
    let mut random = fastrand::Rng::with_seed(5);
    let mut solver = Solver::new();
    let mut claims = 0;
    while claims < 300 {
        let Some(position) = mutated(&walls[random.usize(..walls.len())], &mut random) else { continue };
        let barren = Side::ALL.map(|side| {
            let bare = position.by_side(side).len() == 1;
            !bare && matches!(solver.winnable(&position, side, 3_000), Winnable::No(_))
        });
        if barren == [false; 2] {
            continue;
        }
        claims += 1;
        let mates = mates_within(&position, 5_000);
        for side in Side::ALL.into_iter().filter(|side| barren[side.index()]) {
            assert!(!mates[side.index()], "{side} mates in {}", fen::write(&position));
        }
    }
}

/// Who mates in the first so many positions that can arise.
fn mates_within(root: &Position, limit: usize) -> [bool; 2] {
    let mut mates = [false; 2];
    let mut seen = HashSet::from([root.key()]);
    let mut open = VecDeque::from([*root]);
    while let Some(position) = open.pop_front() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            mates[(!position.side()).index()] = true;
        }
        for mv in moves {
            let next = position.play(mv);
            if seen.len() < limit && seen.insert(next.key()) {
                open.push_back(next);
            }
        }
    }
    mates
}

#[test]
fn proofs_of_mutated_compositions_stand_against_a_search() {
    let Some(walls) = compositions() else { return };
    let mut random = fastrand::Rng::with_seed(6);
    let mut solver = Solver::new();
    let mut claims = 0;
    while claims < 3_000 {
        let Some(position) = mutated(&walls[random.usize(..walls.len())], &mut random) else { continue };
        for side in Side::ALL.into_iter().filter(|&side| position.by_side(side).len() > 1) {
            // The proofs are asked first, not after a search that would have met the mate.
            let proof = solver.proof(&position, side).filter(|proof| *proof != Proof::Over);
            if proof.is_some() || dead::cannot_mate(&position, side) && position.has_legal_move() {
                claims += 1;
                let mate = solver.mate(&position, side, 600);
                assert_eq!(mate, None, "{proof:?}: {side} mates in {}", fen::write(&position));
            }
        }
    }
}
