//! The laws against another program in random games, and law by law in tables.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use endgame::chess::{
    Bitboard, CastlingProblem, Claim, EnPassantProblem, Game, GameError, Illegal, IllegalPosition, Kind, Move, Oddity,
    Outcome, Piece, Position, Profile, Reason, RuleSet, Setup, Side, Special, Square,
};
use endgame::notation::{fen, read_move};

pub fn position(text: &str) -> Position {
    position_by(text, RuleSet::Standard)
}

fn position_by(text: &str, rules: RuleSet) -> Position {
    match fen::parse(text, rules) {
        Ok(parsed) => parsed.position,
        Err(error) => panic!("{text}: {error}"),
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub fn mv(position: &Position, text: &str) -> Move {
    read_move(position, text).unwrap_or_else(|error| panic!("{text} in {position:?}: {error}"))
}

pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = mv(game.position(), text);
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

pub fn game(start: &str, profile: Profile, moves: &str) -> Game {
    let mut game = Game::new(position(start), profile);
    play(&mut game, moves);
    game
}

pub fn draw(reason: Reason) -> Option<Outcome> {
    Some(Outcome::draw(reason))
}

pub fn win(side: Side, reason: Reason) -> Option<Outcome> {
    Some(Outcome::win(side, reason))
}

// ------------------------------------------------------------------------------------------------ random games

/// From, to (the rook when castling, as cozy-chess has it) and promotion letter.
type Triple = (usize, usize, Option<char>);

fn ours(position: &Position) -> Vec<Triple> {
    let triple = |mv: &Move| {
        let to = mv.castling().map_or(mv.to, |(rook, _)| rook);
        (mv.from.index(), to.index(), mv.promotion.map(Kind::letter))
    };
    let mut moves: Vec<_> = position.legal_moves().iter().map(triple).collect();
    moves.sort_unstable();
    moves
}

fn theirs(board: &cozy_chess::Board) -> Vec<Triple> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        for mv in set {
            let promotion = mv.promotion.map(|piece| char::from(piece).to_ascii_uppercase());
            moves.push((mv.from as usize, mv.to as usize, promotion));
        }
        false
    });
    moves.sort_unstable();
    moves
}

/// Plays a random game beside cozy-chess, comparing all there is to compare, then takes it all back.
fn random_game(seed: u64, mut board: cozy_chess::Board) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    // Written and read again, so that Chess960 rights come in as a user's would.
    let mut game = Game::new(position(&format!("{board:#}")), Profile::Classic);
    let mut before = Vec::new();
    while game.outcome().is_none() && game.len() < 300 {
        let here = *game.position();
        let moves = here.legal_moves();
        assert_eq!(ours(&here), theirs(&board), "seed {seed}, ply {}: {here:?}", game.len());
        assert_eq!(here.checkers(), Bitboard(board.checkers().0), "seed {seed}: {here:?}");
        let mv = moves[random.usize(..moves.len())];
        let to = mv.castling().map_or(mv.to, |(rook, _)| rook);
        if random.u8(..) < 8 {
            before.push(game.clone());
        }
        game.play(mv).unwrap();
        board.play(cozy_chess::Move {
            from: cozy_chess::Square::index(mv.from.index()),
            to: cozy_chess::Square::index(to.index()),
            promotion: mv.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string().parse().unwrap()),
        });
        let after = game.position();
        assert_eq!(after.occupied(), Bitboard(board.occupied().0));
        for side in Side::ALL {
            let color = if side == Side::White { cozy_chess::Color::White } else { cozy_chess::Color::Black };
            let rights = board.castle_rights(color);
            for (short, file) in [(true, rights.short), (false, rights.long)] {
                let rook = after.castling_rook(side, short);
                assert_eq!(rook.map(Square::file), file.map(|file| file as u8), "seed {seed}: {after:?}");
            }
        }
    }
    // How each side sees the end. Theirs ends at 50 moves, ours at 75 and by material.
    let mated = board.status() == cozy_chess::GameStatus::Won;
    assert_eq!(game.outcome().is_some_and(|end| end.reason == Reason::Checkmate), mated, "seed {seed}");

    let plies = game.len() as u64;
    while let Some(earlier) = before.pop() {
        while game.len() > earlier.len() {
            game.take_back().unwrap();
        }
        assert_eq!(game, earlier, "seed {seed}");
    }
    while game.take_back().is_some() {}
    assert_eq!(game, Game::new(*game.start(), Profile::Classic));
    plies
}

/// Runs games with these seeds on all processors and returns how many plies they had.
fn random_games(seeds: u64, start: impl Fn(u64) -> cozy_chess::Board + Sync) -> u64 {
    let (next, plies) = (AtomicU64::new(0), AtomicU64::new(0));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds {
                        break;
                    }
                    plies.fetch_add(random_game(seed, start(seed)), Ordering::Relaxed);
                }
            });
        }
    });
    plies.into_inner()
}

#[test]
fn ten_thousand_random_games_agree_with_cozy_chess() {
    let plies = random_games(10_000, |_| cozy_chess::Board::startpos());
    println!("10,000 random games, {plies} plies");
}

#[test]
fn random_chess960_games_agree_with_cozy_chess() {
    let plies = random_games(960, |seed| cozy_chess::Board::chess960_startpos(seed as u32));
    println!("960 random Chess960 games, {plies} plies");
}

/// Random games in the rule set where check binds nobody: nothing panics, and every end is one of its ends.
#[test]
fn random_games_with_falling_kings() {
    let mut ends = [0; 12];
    for seed in 0..500 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Game::new(Position::start_with(RuleSet::Endgame), Profile::Classic);
        while game.outcome().is_none() && game.len() < 600 {
            let moves = game.position().legal_moves();
            game.play(moves[random.usize(..moves.len())]).unwrap();
        }
        if let Some(outcome) = game.outcome() {
            ends[Reason::ALL.iter().position(|&reason| reason == outcome.reason).unwrap()] += 1;
            assert!(!matches!(outcome.reason, Reason::Checkmate | Reason::Stalemate));
            let fallen = game.position().king(game.position().side()).is_none();
            assert_eq!(fallen, outcome.reason == Reason::KingCaptured);
            assert_eq!(game.position().legal_moves().is_empty(), outcome.winner.is_some());
        }
    }
    assert!(ends[Reason::ALL.iter().position(|&reason| reason == Reason::KingCaptured).unwrap()] > 400);
}

// ------------------------------------------------------------------------------------------------ moves

#[test]
fn moves_describe_themselves() {
    let start = position("r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1");
    let en_passant = start.find(Square::E5, Square::D6, None).unwrap();
    assert_eq!(en_passant.special, Special::EnPassant);
    assert_eq!(en_passant.captured, Some(Piece { side: Side::Black, kind: Kind::Pawn }));
    assert_eq!(en_passant.captured_at(), Some(Square::D5));
    assert_eq!(start.play(en_passant).piece_at(Square::D5), None);

    // By the king's step and by the step onto the rook.
    let long = start.find(Square::E1, Square::C1, None).unwrap();
    assert_eq!(start.find(Square::E1, Square::A1, None), Some(long));
    assert_eq!(long.castling(), Some((Square::A1, Square::D1)));
    assert!(long.is_long_castling() && !long.is_short_castling());
    assert!(!start.play(long).legal_moves().is_empty());

    let black = start.play(long);
    assert!(black.promotes(Square::G2, Square::H1));
    assert_eq!(black.find(Square::G2, Square::H1, None), None);
    for kind in Kind::PROMOTIONS {
        let promotion = black.find(Square::G2, Square::H1, Some(kind)).unwrap();
        assert_eq!(promotion.captured.map(|piece| piece.kind), Some(Kind::Rook));
        let after = black.play(promotion);
        assert_eq!(after.piece_at(Square::H1), Some(Piece { side: Side::Black, kind }));
    }
    assert_eq!(black.find(Square::G2, Square::G1, Some(Kind::King)), None);
    assert_eq!(black.find(Square::A8, Square::A1, Some(Kind::Queen)), None);
}

/// The right is gone for good when king or rook moved or the rook was taken (FIDE 3.8.2.1).
#[test]
fn castling_rights_end() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let rights = |position: &Position| {
        let right = |side, short| position.castling_rook(side, short).is_some();
        Side::ALL.map(|side| (right(side, true), right(side, false)))
    };
    let cases = [
        ("e1e2", [(false, false), (true, true)]),
        ("e1g1", [(false, false), (true, true)]),
        ("h1g1", [(false, true), (true, true)]),
        ("a1b1", [(true, false), (true, true)]),
        ("h1h8", [(false, true), (false, true)]),
        ("a1a8", [(true, false), (true, false)]),
    ];
    for (text, expected) in cases {
        assert_eq!(rights(&start.play(mv(&start, text))), expected, "{text}");
    }
}

#[test]
fn passing_the_turn() {
    let start = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7");
    let passed = start.null_move().unwrap();
    assert_eq!((passed.side(), passed.en_passant(), passed.fullmove_number()), (Side::Black, None, 7));
    assert_eq!(passed.null_move().unwrap().fullmove_number(), 8);
    assert_eq!(position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").null_move(), None);
}

/// No game leads there, the rules go on: three checkers, and en passant while others check than the double step
/// explains (lila #19199).
#[test]
fn unreachable_positions_are_playable() {
    let three = position("4k3/8/8/8/7q/4r3/8/4K1r1 w - - 0 1");
    assert_eq!(three.checkers().len(), 3);
    assert_eq!(three.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>(), ["e1d2"]);
    let knight = position("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1");
    assert!(knight.is_check());
    assert_eq!(knight.find(Square::E5, Square::D6, None), None);
    let queen = position("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1");
    assert!(queen.find(Square::E4, Square::D3, None).is_some(), "d3 shuts the queen out");
}

// ------------------------------------------------------------------------------------------------ refusals

#[test]
fn refused_moves_say_why() {
    use Illegal::*;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let corners = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let cases: &[(&str, &str, &str, Option<Illegal>)] = &[
        (start, "e2", "e4", None),
        (start, "g1", "f3", None),
        (start, "e4", "e5", Some(EmptySquare)),
        (start, "e7", "e5", Some(NotYourPiece)),
        (start, "d1", "d2", Some(OwnPieceOnTarget)),
        (start, "d1", "d4", Some(Blocked(Square::D2))),
        (start, "h1", "h8", Some(Blocked(Square::H2))),
        (start, "c1", "h6", Some(Blocked(Square::D2))),
        (start, "g1", "g3", Some(NotItsMove(Kind::Knight))),
        (start, "a1", "b3", Some(NotItsMove(Kind::Rook))),
        (start, "e2", "e5", Some(NotItsMove(Kind::Pawn))),
        (start, "e2", "d3", Some(NotItsMove(Kind::Pawn))),
        (start, "e1", "e3", Some(NotItsMove(Kind::King))),
        (start, "e2", "e2", Some(NotItsMove(Kind::Pawn))),
        (start, "e1", "g1", Some(CastlingBlocked)),
        (start, "e1", "c1", Some(CastlingBlocked)),
        // Pawns: not back, not two from elsewhere, not straight onto anybody.
        ("4k3/8/8/8/4p3/4P3/3P4/4K3 w - - 0 1", "e3", "e4", Some(Blocked(Square::E4))),
        ("4k3/8/8/8/3n4/8/3P4/4K3 w - - 0 1", "d2", "d4", Some(Blocked(Square::D4))),
        ("4k3/8/8/8/8/3n4/3P4/4K3 w - - 0 1", "d2", "d4", Some(Blocked(Square::D3))),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3", "e5", Some(NotItsMove(Kind::Pawn))),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3", "e2", Some(NotItsMove(Kind::Pawn))),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "e8", "e7", None),
        // Seen from the far end of the line.
        ("4k3/8/8/8/8/8/1P6/4K2R w - - 0 1", "h1", "b1", Some(Blocked(Square::E1))),
        ("q3k3/1p6/8/4P3/8/8/8/4K3 b - - 0 1", "a8", "h1", Some(Blocked(Square::B7))),
        // Check and pins.
        ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "a1", "a8", Some(KingInCheck)),
        ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "e1", "e2", Some(KingWouldBeInCheck)),
        ("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2", "d3", Some(PinnedToKing)),
        ("4k3/8/8/8/4r3/8/8/3K4 w - - 0 1", "d1", "e1", Some(KingWouldBeInCheck)),
        ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "d5", "e6", Some(KingWouldBeInCheck)),
        // Castling.
        (corners, "e1", "g1", None),
        (corners, "e1", "h1", None),
        (corners, "e1", "a1", None),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1", "g1", Some(CastlingRightLost)),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "e1", "a1", Some(CastlingRightLost)),
        ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "e1", "c1", Some(CastlingBlocked)),
        ("r3k2r/8/8/8/8/8/8/R3K1nR w KQkq - 0 1", "e1", "g1", Some(CastlingBlocked)),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1", "g1", Some(CastlingOutOfCheck)),
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1", "g1", Some(CastlingThroughCheck(Square::F1))),
        ("4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1", "e1", "c1", Some(CastlingThroughCheck(Square::D1))),
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "e1", "g1", Some(CastlingIntoCheck)),
        ("4k3/8/8/8/2r5/8/8/R3K2R w KQ - 0 1", "e1", "c1", Some(CastlingIntoCheck)),
        // The rook may pass over an attacked square.
        ("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", "e1", "c1", None),
        ("r3k2r/8/8/6N1/8/8/8/4K3 b kq - 0 1", "e8", "g8", None),
        ("r3k2r/8/8/8/8/8/8/3QK3 b kq - 0 1", "e8", "c8", Some(CastlingThroughCheck(Square::D8))),
        // A king elsewhere does not castle.
        ("r3k3/8/8/8/8/8/8/3K3R w - - 0 1", "d1", "g1", Some(NotItsMove(Kind::King))),
        ("k7/8/8/8/8/8/8/3KR3 w - - 0 1", "d1", "e1", Some(OwnPieceOnTarget)),
        // Chess960: the rook that leaves uncovers the king.
        ("4k3/8/8/8/8/8/8/qR1K4 w Q - 0 1", "d1", "b1", Some(CastlingIntoCheck)),
        // En passant, one move late, or never.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "d6", None),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5", "d6", Some(EnPassantTooLate)),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "d4", "e3", Some(EnPassantTooLate)),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1", "e5", "d6", Some(NotItsMove(Kind::Pawn))),
        ("4k3/8/8/8/8/3pP3/8/4K3 w - - 0 1", "e3", "d4", Some(NotItsMove(Kind::Pawn))),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5", "f6", Some(NotItsMove(Kind::Pawn))),
        // A promotion goes there, whatever it becomes.
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8", None),
        // Over.
        ("R3k3/R7/8/8/8/8/8/4K3 b - - 0 1", "e8", "e7", Some(GameOver)),
    ];
    for &(text, from, to, expected) in cases {
        let position = position(text);
        assert_eq!(position.why_not(square(from), square(to)), expected, "{from}{to} in {text}");
    }
}

/// Whatever is tried, there is a reason exactly when there is no move.
#[test]
fn every_refusal_has_a_reason() {
    let mut random = fastrand::Rng::with_seed(7);
    for rules in RuleSet::ALL {
        let mut position = Position::start_with(rules);
        for _ in 0..300 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Position::start_with(rules);
                continue;
            }
            for from in Square::ALL {
                let targets: Vec<_> = position.legal_moves_from(from).iter().map(|mv| mv.to).collect();
                for to in Square::ALL {
                    let reason = position.why_not(from, to);
                    if targets.contains(&to) {
                        assert_eq!(reason, None);
                    } else if reason.is_none() {
                        let found = position.find(from, to, None);
                        assert!(found.is_some_and(|mv| mv.castling().is_some()), "{from}{to} in {position:?}");
                    }
                    if rules == RuleSet::Endgame {
                        assert!(!matches!(
                            reason,
                            Some(Illegal::KingInCheck | Illegal::KingWouldBeInCheck | Illegal::PinnedToKing)
                        ));
                    }
                }
            }
            position = position.play(moves[random.usize(..moves.len())]);
        }
    }
}

#[test]
fn refused_positions_say_why() {
    let empty = Setup::default();
    let with = |men: &[(&str, char)]| {
        let mut setup = empty.clone();
        for &(name, letter) in men {
            setup.board[square(name).index()] = Piece::from_letter(letter);
        }
        setup
    };
    let kings = [("e1", 'K'), ("e8", 'k')];
    let and = |men: &[(&str, char)]| with(&[&kings, men].concat());
    let castling = |men: &[(&str, char)], rooks: &[&str]| Setup {
        castling: rooks.iter().map(|name| square(name)).collect(),
        ..with(men)
    };
    let en_passant = |setup: Setup, name: &str| Setup { en_passant: Some(square(name)), ..setup };
    use CastlingProblem::*;
    use EnPassantProblem::*;
    use IllegalPosition::*;
    let cases = [
        (empty.clone(), Some(NoKing(Side::White))),
        (with(&[("e1", 'K')]), Some(NoKing(Side::Black))),
        (and(&[("a8", 'k')]), Some(ManyKings(Side::Black))),
        (and(&[("a1", 'P')]), Some(PawnOnBackRank(Square::A1))),
        (and(&[("h8", 'p')]), Some(PawnOnBackRank(Square::H8))),
        (and(&[("e5", 'R')]), Some(OpponentInCheck(Side::Black))),
        (with(&[("e1", 'K'), ("e2", 'k')]), Some(OpponentInCheck(Side::Black))),
        (and(&[]), None),
        (castling(&[("e1", 'K'), ("e8", 'k'), ("a1", 'R')], &["a1"]), None),
        (castling(&kings, &["a1"]), Some(Castling(Square::A1, NoRook))),
        (castling(&[("e1", 'K'), ("e8", 'k'), ("a2", 'R')], &["a2"]), Some(Castling(Square::A2, NotOnHomeRank))),
        (castling(&[("e2", 'K'), ("e8", 'k'), ("a1", 'R')], &["a1"]), Some(Castling(Square::A1, KingNotHome))),
        (
            castling(&[("e1", 'K'), ("e8", 'k'), ("a1", 'R'), ("b1", 'R')], &["a1", "b1"]),
            Some(Castling(Square::A1, TwoRooks)),
        ),
        (en_passant(and(&[("d5", 'p')]), "d6"), None),
        (en_passant(and(&[("d4", 'p')]), "d3"), Some(EnPassant(Square::D3, WrongRank))),
        (en_passant(and(&[]), "d6"), Some(EnPassant(Square::D6, NoPawn))),
        (en_passant(and(&[("d5", 'p'), ("d6", 'n')]), "d6"), Some(EnPassant(Square::D6, Occupied))),
    ];
    for (setup, expected) in cases {
        let result = Position::from_setup(setup.clone(), RuleSet::Standard);
        assert_eq!(result.err(), expected, "{setup:?}");
        if let Ok(position) = result {
            assert_eq!(position.setup(), setup);
        }
    }
    // Where kings may be taken, nothing is wrong with a king that can be.
    assert!(Position::from_setup(and(&[("e5", 'R')]), RuleSet::Endgame).is_ok());

    // Warned about only.
    let mut many = Position::start().setup();
    many.board[Square::A3.index()] = Piece::from_letter('N');
    assert_eq!(many.oddities(), [Oddity::TooManyMen(Side::White, 17), Oddity::TooManyPawns(Side::White, 9)]);
    assert!(Position::from_setup(many, RuleSet::Standard).is_ok());
    assert_eq!(Position::start().setup().oddities(), []);
}

// ------------------------------------------------------------------------------------------------ ends

#[test]
fn ends_by_the_position_alone() {
    use Reason::*;
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", win(Side::Black, Checkmate)),
        ("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", win(Side::White, Checkmate)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw(Stalemate)),
        // Castling does not help against mate (cutechess #637).
        ("rk2Q3/1p4p1/1B6/4p3/p5p1/2Kp2P1/PP4P1/R7 b q - 0 34", win(Side::White, Checkmate)),
        // Only en passant answers the check.
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", None),
        // The four cases of too little material.
        ("8/8/3k4/8/8/3K4/8/8 w - - 0 1", draw(DeadPosition)),
        ("8/8/3k4/8/8/3K4/8/5N2 w - - 0 1", draw(DeadPosition)),
        ("8/8/3kb3/8/8/3K4/8/8 w - - 0 1", draw(DeadPosition)),
        ("8/8/3kb3/8/8/3K4/8/2B2B2 w - - 0 1", None),
        ("8/8/3kb3/8/8/3K4/8/5B2 w - - 0 1", draw(DeadPosition)),
        ("b7/1b6/2bk4/8/8/3K1B2/6B1/8 b - - 0 1", draw(DeadPosition)),
        // Unlikely, but not dead (FIDE 5.2.2; chess.js #70, chesslib #67).
        ("8/8/8/8/1n6/8/B7/K1k5 b - - 2 1", None),
        ("8/8/4K3/8/1n6/8/5k1N/8 w - - 0 50", None),
        ("1n6/8/8/8/4K3/1k6/1B6/8 w - - 0 50", None),
        ("8/8/4b3/4k3/8/8/8/2B1K3 w - - 0 1", None),
        ("8/8/3k4/8/8/3K4/8/4NN2 w - - 0 1", None),
        // Counters are the game's.
        ("4k3/8/8/8/8/8/8/4KR2 w - - 150 90", None),
    ];
    for (text, expected) in cases {
        assert_eq!(position(text).outcome(), expected, "{text}");
    }
}

#[test]
fn where_kings_can_be_taken() {
    let by = |text| position_by(text, RuleSet::Endgame);
    // Mate is no end: the king falls in the move after.
    let mated = by("R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    assert!(mated.is_check());
    assert_eq!(mated.outcome(), None);
    let mut game = Game::new(mated, Profile::Classic);
    play(&mut game, "e8f8 a8f8");
    assert_eq!(game.outcome(), win(Side::White, Reason::KingCaptured));
    assert_eq!(game.position().king(Side::Black), None);
    assert!(game.position().legal_moves().is_empty());
    assert_eq!(game.position().why_not(Square::F8, Square::E8), Some(Illegal::GameOver));
    assert_eq!(game.position().null_move(), None);
    game.take_back();
    assert_eq!(game.outcome(), None);

    // Standard stalemate goes on: every move loses the king, but there are moves.
    assert_eq!(by("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome(), None);
    // Nobody can move at all, not even into attack: the side to move loses, where it would be a draw.
    let stuck = "kn6/rp1p4/pPpP4/P1P5/8/8/8/7K b - - 0 1";
    assert_eq!(by(stuck).outcome(), win(Side::White, Reason::NoMoveLeft));
    assert_eq!(position(stuck).outcome(), draw(Reason::Stalemate));
    // Only bare kings are dead.
    assert_eq!(by("8/8/3k4/8/8/3K4/8/8 w - - 0 1").outcome(), draw(Reason::DeadPosition));
    assert_eq!(by("8/8/3k4/8/8/3K4/8/5N2 w - - 0 1").outcome(), None);
    // Out of, through and into check.
    let castling = by("4k3/8/8/8/4rrr1/8/8/4K2R w K - 0 1");
    assert!(castling.find(Square::E1, Square::G1, None).is_some());
    // A pinned man may go, the king may step into attack and may pass a check over.
    let pinned = by("4r3/8/8/8/k7/8/4B3/4K3 w - - 0 1");
    assert!(pinned.find(Square::E2, Square::D3, None).is_some());
    // A captured king takes his rights along.
    let rights = by("r3k2r/8/8/8/8/8/8/4Q1K1 w kq - 0 1");
    let after = rights.play(mv(&rights, "e1e8"));
    assert_eq!(after.castling_rook(Side::Black, true), None);
    assert_eq!(after.setup().castling, Bitboard::EMPTY);
}

// ------------------------------------------------------------------------------------------------ repetition

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Positions and moves from issue threads of other programs, as named.
#[test]
fn repetitions() {
    let cases = [
        // chesslib #39: e6 is set after 1...e5, but nobody can take there.
        (START, "e4 e5 Be2 Be7 Bf1 Bf8 Bd3 Bd6 Bf1 Bf8", 3),
        // chesslib #39: exd3 would be illegal, the black king is in check.
        ("8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37", "d4 Kh3 Ra3+ Kh2 Ra2+ Kh1 Ra3 Kh2 Ra2+", 3),
        // brighamskarda/chess #2: exd6 is illegal, the pawn is pinned.
        (START, "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8", 3),
        // cutechess #817: gxh6 is illegal, the pawn is pinned.
        ("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1", "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7", 3),
        // lila #7009: the first position counts.
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "Kd2 Kd7 Ke1 Ke8 Kf2 Kf7 Ke1 Ke8", 3),
        (START, "Nf3 Nf6 Ng1 Ng8", 2),
        // A legal en passant capture makes the first time another position.
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1", 1),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", 2),
        // The right to castle, too: lost with the rook's first move.
        ("r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rg1 Ra7 Rh1 Ra8", 1),
        ("r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rg1 Ra7 Rh1 Ra8 Rg1 Ra7 Rh1 Ra8", 2),
    ];
    for (start, moves, expected) in cases {
        assert_eq!(game(start, Profile::Classic, moves).repetition(), expected, "{moves}");
    }
}

#[test]
fn a_promoted_man_is_a_man() {
    let start = position("5R2/3P4/8/8/7r/7r/7k/K7 w - - 0 1");
    let promoted = start.play(mv(&start, "d8=R"));
    assert!(promoted.same_as(&position("3R1R2/8/8/8/7r/7r/7k/K7 b - - 99 60")));
    assert_eq!(promoted.key(), position("3R1R2/8/8/8/7r/7r/7k/K7 b - - 0 1").key());
    assert!(!promoted.same_as(&position("3R1R2/8/8/8/7r/7r/7k/K7 w - - 0 1")));
}

/// Knights out and back, so many times.
pub fn shuffle(times: usize) -> String {
    "Nf3 Nf6 Ng1 Ng8 ".repeat(times)
}

#[test]
fn threefold_is_claimed_and_fivefold_is_not() {
    let mut twice = game(START, Profile::Classic, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_eq!(twice.claims(), []);
    // Black announces the move that repeats the start for the third time.
    let back = mv(twice.position(), "Ng8");
    assert_eq!(twice.claims_with(), [(back, Claim::Threefold)]);
    assert_eq!(twice.claim(Claim::Threefold, None), Err(GameError::NoClaim(Claim::Threefold)));
    let before = twice.clone();
    twice.claim(Claim::Threefold, Some(back)).unwrap();
    assert_eq!(twice.outcome(), draw(Reason::Threefold));
    assert_eq!(twice.plies().last().map(|ply| ply.mv), Some(back));
    assert_eq!(twice.take_back(), Some(back));
    assert_eq!(twice, before);

    let mut thrice = game(START, Profile::Classic, &shuffle(2));
    assert_eq!(thrice.claims(), [Claim::Threefold]);
    thrice.claim(Claim::Threefold, None).unwrap();
    assert_eq!(thrice.outcome(), draw(Reason::Threefold));
    assert_eq!(thrice.claims(), []);
    assert_eq!(thrice.claims_with(), []);

    assert_eq!(game(START, Profile::Classic, &shuffle(3)).outcome(), None);
    assert_eq!(game(START, Profile::Fide, &shuffle(3)).outcome(), None);
    assert_eq!(game(START, Profile::Classic, &shuffle(4)).outcome(), draw(Reason::Fivefold));
    assert_eq!(game(START, Profile::Online, &shuffle(2)).outcome(), draw(Reason::Threefold));
}

#[test]
fn fifty_and_seventy_five_moves() {
    let rooks = |clock: u32| format!("8/R7/1r6/1k6/3KB3/8/8/8 b - - {clock} 111");
    let game_at = |clock, profile| Game::new(position(&rooks(clock)), profile);
    assert_eq!(game_at(98, Profile::Classic).claims_with(), []);
    let with: Vec<_> = game_at(99, Profile::Classic).claims_with();
    assert_eq!(with.len(), game_at(99, Profile::Classic).position().legal_moves().len());
    assert!(with.iter().all(|&(_, claim)| claim == Claim::FiftyMoves));
    assert_eq!(game_at(99, Profile::Classic).claims(), []);
    assert_eq!(game_at(100, Profile::Classic).claims(), [Claim::FiftyMoves]);
    assert_eq!(game_at(100, Profile::Classic).outcome(), None);
    assert_eq!(game_at(100, Profile::Online).outcome(), draw(Reason::FiftyMoves));
    assert_eq!(game_at(149, Profile::Classic).outcome(), None);
    assert_eq!(game_at(150, Profile::Classic).outcome(), draw(Reason::SeventyFiveMoves));

    let mut game = game_at(149, Profile::Fide);
    play(&mut game, "Rb7");
    assert_eq!(game.outcome(), draw(Reason::SeventyFiveMoves));
    let mut game = game_at(99, Profile::Classic);
    let rook = mv(game.position(), "Rb7");
    game.claim(Claim::FiftyMoves, Some(rook)).unwrap();
    assert_eq!(game.outcome(), draw(Reason::FiftyMoves));
    // 50 half-moves are not 50 moves (notnil/chess #16).
    assert_eq!(Game::new(position("8/8/8/8/4k3/8/3K2p1/5r2 w - - 50 119"), Profile::Online).outcome(), None);
}

/// FIDE 9.6.2: mate stands even if it is the 75th move; and no draw can be claimed with a mating move.
#[test]
fn mate_comes_before_the_counters() {
    for (clock, profile) in [(149, Profile::Classic), (99, Profile::Online), (99, Profile::Classic)] {
        let mut game = Game::new(position(&format!("4k3/8/4K3/8/8/8/8/R7 w - - {clock} 120")), profile);
        let mate = mv(game.position(), "Ra8");
        assert!(!game.claims_with().iter().any(|&(mv, _)| mv == mate));
        game.play(mate).unwrap();
        assert_eq!(game.outcome(), win(Side::White, Reason::Checkmate));
    }
}

#[test]
fn wrong_claims() {
    for profile in Profile::ALL {
        let mut game = Game::new(Position::start(), profile);
        let knight = mv(game.position(), "Nf3");
        for claim in Claim::ALL {
            assert_eq!(game.claim(claim, None), Err(GameError::NoClaim(claim)));
            assert_eq!(game.len(), 0);
        }
        assert_eq!(game.claim(Claim::Threefold, Some(knight)), Err(GameError::NoClaim(Claim::Threefold)));
        // Over the board the announced move is binding (9.5.3).
        assert_eq!(game.len(), usize::from(profile == Profile::Fide));
        assert_eq!(game.outcome(), None);
    }
    // An announced move that is not legal changes nothing in any profile.
    let mut game = Game::new(Position::start(), Profile::Fide);
    let black = mv(&position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), "Nf6");
    let refused = GameError::IllegalMove { mv: black, why: Illegal::NotYourPiece };
    assert_eq!(game.claim(Claim::Threefold, Some(black)), Err(refused));
    assert_eq!(game.play(black), Err(refused));
    assert!(game.is_empty());
}

// ------------------------------------------------------------------------------------------------ players

#[test]
fn offers_stand_until_answered_or_the_opponent_moves() {
    let mut game = Game::new(Position::start(), Profile::Classic);
    assert_eq!(game.accept(), Err(GameError::NoOffer));
    assert_eq!(game.decline(), Err(GameError::NoOffer));

    // Offered before the own move, it goes with that move and waits.
    game.offer(Side::White).unwrap();
    play(&mut game, "e4");
    assert!(game.plies()[0].offered);
    assert_eq!(game.offer_pending(), Some(Side::White));
    assert_eq!(game.offer(Side::White), Err(GameError::AlreadyOffered));
    // The opponent's move is an answer.
    play(&mut game, "e5");
    assert_eq!(game.offer_pending(), None);
    assert!(!game.plies()[1].offered);

    // Offered after the own move, it belongs to that.
    game.offer(Side::Black).unwrap();
    assert!(game.plies()[1].offered);
    game.decline().unwrap();
    assert_eq!(game.offer_pending(), None);
    assert_eq!(game.offer(Side::Black), Err(GameError::AlreadyOffered), "declined is declined, with this move");
    play(&mut game, "Nf3 Nc6");
    game.offer(Side::Black).unwrap();
    game.accept().unwrap();
    assert_eq!(game.outcome(), draw(Reason::Agreement));
    assert_eq!(game.offer_pending(), None);
    assert_eq!(game.offer(Side::White), Err(GameError::Over(Outcome::draw(Reason::Agreement))));
    let again = mv(game.position(), "Bb5");
    assert_eq!(game.play(again), Err(GameError::Over(Outcome::draw(Reason::Agreement))));

    // Taken back, the end and the offer go with the move.
    assert!(game.take_back().is_some());
    assert_eq!(game.outcome(), None);
    assert_eq!(game.offer_pending(), None);
    play(&mut game, "Nf6");
    assert!(!game.plies()[3].offered);

    // Both want it.
    game.offer(Side::White).unwrap();
    game.offer(Side::Black).unwrap();
    assert_eq!(game.outcome(), draw(Reason::Agreement));
}

#[test]
fn resignation() {
    let bare = "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1";
    let knight = "8/8/3k4/3n4/8/3K4/3Q4/8 w - - 0 1";
    let helped = "8/8/3k4/3n4/8/3K4/3R4/8 w - - 0 1";
    let cases = [
        // White resigns to a bare king: he could not have won.
        (bare, Profile::Classic, Side::White, Some(Side::Black)),
        (bare, Profile::Online, Side::White, Some(Side::Black)),
        (bare, Profile::Fide, Side::White, None),
        (bare, Profile::Fide, Side::Black, Some(Side::White)),
        // A knight mates nobody who has but king and queen, but it does with a rook's help.
        (knight, Profile::Fide, Side::White, None),
        (helped, Profile::Fide, Side::White, Some(Side::Black)),
        (START, Profile::Fide, Side::Black, Some(Side::White)),
    ];
    for (text, profile, side, winner) in cases {
        let mut game = Game::new(position(text), profile);
        game.resign(side).unwrap();
        assert_eq!(game.outcome(), Some(Outcome { winner, reason: Reason::Resignation }), "{text}");
        assert!(game.resign(side).is_err());
    }
}

#[test]
fn taking_back_the_end() {
    let mut game = game(START, Profile::Classic, "f3 e5 g4 Qh4#");
    assert_eq!(game.outcome(), win(Side::Black, Reason::Checkmate));
    assert_eq!(game.outcome().map(Outcome::result), Some("0-1"));
    game.take_back().unwrap();
    assert_eq!(game.outcome(), None);
    assert_eq!(game.position_at(0), &Position::start());
    game.resign(Side::White).unwrap();
    game.take_back().unwrap();
    assert_eq!(game.outcome(), None);
    assert_eq!(game.len(), 2);
    while game.take_back().is_some() {}
    assert_eq!(game, Game::new(Position::start(), Profile::Classic));
}
