//! Chess960 and the rule set `endgame` on paper: start positions by number, FEN in its three spellings, PGN and back.

use std::collections::HashSet;

use endgame::{
    chess::{Game, Kind, Position, Profile, Reason, RuleSet, Side, Square},
    notation::{
        fen,
        pgn::{reader, tree::PgnGame, writer},
        read_move,
    },
};

fn back_rank(number: u16) -> String {
    let position = Position::chess960(number, RuleSet::Standard).unwrap();
    (0..8).map(|file| position.piece_at(Square::new(file, 0)).unwrap().letter()).collect()
}

#[test]
fn start_positions_have_the_numbers_that_everybody_gives_them() {
    // Known from the published table.
    for (number, rank) in
        [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (517, "RNBBQKNR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")]
    {
        assert_eq!(back_rank(number), rank, "{number}");
    }
    for rules in RuleSet::ALL {
        assert_eq!(Position::chess960(518, rules), Some(Position::start_with(rules)));
        assert_eq!(Position::chess960(960, rules), None);
        assert_eq!(Position::chess960(u16::MAX, rules), None);
    }
}

#[test]
fn all_start_positions_are_different_legal_and_known_again() {
    let mut seen = HashSet::new();
    for number in 0..Position::CHESS960_STARTS {
        let rank = back_rank(number);
        let place = |letter| rank.match_indices(letter).map(|(file, _)| file).collect::<Vec<_>>();
        let (king, rooks, bishops) = (place('K'), place('R'), place('B'));
        assert!(rooks[0] < king[0] && king[0] < rooks[1], "{rank}");
        assert_ne!(bishops[0] % 2, bishops[1] % 2, "{rank}");
        assert_eq!((place('Q').len(), place('N').len()), (1, 2), "{rank}");
        assert!(seen.insert(rank), "{number} comes twice");
        for rules in RuleSet::ALL {
            let start = Position::chess960(number, rules).unwrap();
            assert_eq!(start.chess960_number(), Some(number));
            assert_eq!(Position::from_setup(start.setup(), rules), Ok(start));
            // Two moves of each pawn, and those of the knights that do not stand in the corner's shadow.
            assert!(start.legal_moves().len() >= 18, "{number}");
            let moved = start.play(start.legal_moves()[0]);
            assert_eq!(moved.chess960_number(), None);
        }
    }
    assert_eq!(seen.len(), 960);
    let mut setup = Position::start().setup();
    setup.castling = [Square::A1, Square::H1, Square::A8].into_iter().collect();
    assert_eq!(Position::from_setup(setup, RuleSet::Standard).unwrap().chess960_number(), None, "a right is lost");
    let ours = (0..960).map(|number| fen::write(&Position::chess960(number, RuleSet::Standard).unwrap()));
    let theirs = (0..960).map(|number| format!("{:#}", cozy_chess::Board::chess960_startpos(number)));
    for (number, (ours, theirs)) in ours.zip(theirs).enumerate() {
        assert_eq!(ours.split(' ').next(), theirs.split(' ').next(), "{number}");
    }
}

#[test]
fn each_start_is_read_from_each_spelling_of_its_castling() {
    for number in 0..Position::CHESS960_STARTS {
        let start = Position::chess960(number, RuleSet::Standard).unwrap();
        let written = fen::write(&start);
        let rooks: Vec<char> =
            back_rank(number).char_indices().filter(|(_, c)| *c == 'R').map(|(at, _)| file(at)).collect();
        let shredder =
            format!("{1}{0}{3}{2}", rooks[0], rooks[1], rooks[0].to_ascii_lowercase(), rooks[1].to_ascii_lowercase());
        let field = written.split(' ').nth(2).unwrap();
        let usual = back_rank(number).find('K') == Some(4) && rooks == ['A', 'H'];
        assert_eq!(field, if usual { "KQkq" } else { &shredder }, "{written}");
        for spelling in ["KQkq", &shredder] {
            let text = written.replace(&format!(" {field} "), &format!(" {spelling} "));
            let parsed = fen::parse(&text, RuleSet::Standard).unwrap();
            assert_eq!(parsed.position, start, "{text}");
            assert!(parsed.repairs.is_empty(), "{text}: {:?}", parsed.repairs);
        }
    }
}

fn file(at: usize) -> char {
    char::from(b'A' + at as u8)
}

/// A game of random moves that castles when it can.
pub fn random_game(start: Position, seed: u64) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(start, Profile::Classic);
    while game.outcome().is_none() && game.len() < 120 {
        let moves = game.position().legal_moves();
        let castling = moves.iter().find(|mv| mv.castling().is_some() && random.u8(..3) != 0);
        game.play(*castling.unwrap_or(&moves[random.usize(..moves.len())])).unwrap();
    }
    game
}

#[test]
fn games_of_each_variant_are_saved_and_read_again() {
    let mut castled = 0;
    for number in (0..Position::CHESS960_STARTS).step_by(3).chain([518]) {
        for rules in RuleSet::ALL {
            let game = random_game(Position::chess960(number, rules).unwrap(), u64::from(number));
            castled += game.plies().iter().filter(|ply| ply.mv.castling().is_some()).count();
            let text = writer::write(&PgnGame::from_game(&game));
            let [read] = &reader::read_all(&text)[..] else { panic!("{text}") };
            assert_eq!((read.error.as_ref(), &read.warnings[..]), (None, &[][..]), "{text}");
            let variant = match (rules, number) {
                (RuleSet::Standard, 518) => None,
                (RuleSet::Standard, _) => Some("Chess960"),
                (RuleSet::Endgame, 518) => Some("Endgame"),
                (RuleSet::Endgame, _) => Some("Endgame Chess960"),
            };
            assert_eq!(read.tag("Variant"), variant);
            let set_up = (number != 518).then_some("1");
            assert_eq!(read.tag("SetUp"), set_up);
            assert_eq!(read.tag("FEN").is_some(), set_up.is_some());
            let again = read.to_game(Profile::Classic).unwrap();
            assert_eq!((again.start(), again.plies()), (game.start(), game.plies()), "{text}");
            assert_eq!((again.outcome(), again.position()), (game.outcome(), game.position()));
            assert_eq!(writer::write(read), text, "to normalize twice changes nothing");
        }
    }
    assert!(castled > 100, "{castled}");
}

#[test]
fn variants_by_their_other_names() {
    let fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1";
    for (variant, rules) in [
        ("Chess960", RuleSet::Standard),
        ("chess 960", RuleSet::Standard),
        ("Fischerandom", RuleSet::Standard),
        ("Fischer Random Chess", RuleSet::Standard),
        ("endgame", RuleSet::Endgame),
        ("Endgame Chess960", RuleSet::Endgame),
        ("ENDGAME-960", RuleSet::Endgame),
    ] {
        let text = format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. b3 *\n");
        let [game] = &reader::read_all(text)[..] else { panic!("{variant}") };
        assert_eq!((game.error.as_ref(), game.start.rules()), (None, rules), "{variant}");
        assert_eq!(game.start.chess960_number(), Some(number_of(fen)));
    }
    // The start of Chess960 is not to be guessed.
    for variant in ["Chess960", "Endgame Chess960"] {
        let [game] = &reader::read_all(format!("[Variant \"{variant}\"]\n\n1. e4 *\n"))[..] else { panic!() };
        assert!(!game.playable && game.error.as_ref().unwrap().message.contains("without its start position"));
    }
    // An inner rook is the one to castle with only where the position is known to be of Chess960: else a slip.
    let inner = "4k3/8/8/8/8/8/8/4KR2 w K - 0 1";
    let variant = |tag: &str| reader::read_all(format!("{tag}[FEN \"{inner}\"]\n\n*\n"))[0].start;
    assert_eq!(variant("[Variant \"Chess960\"]\n").castling_rook(Side::White, true), Some(Square::F1));
    assert_eq!(variant("").castling_rook(Side::White, true), None);
}

fn number_of(text: &str) -> u16 {
    fen::parse(text, RuleSet::Standard).unwrap().position.chess960_number().unwrap()
}

/// CASES section 1, as files bring them.
#[test]
fn reported_chess960_games_are_read_to_their_ends() {
    let pgn = |tags: &str, fen: &str, moves: &str| {
        let text = format!("{tags}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
        let games = reader::read_all(text);
        assert_eq!((games.len(), games[0].error.as_ref()), (1, None));
        games.into_iter().next().unwrap()
    };
    let moves = "1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O Nf6";
    for tags in ["[Variant \"Chess960\"]\n", ""] {
        for castling in ["KQkq", "DGdg", "GDgd"] {
            let start = format!("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w {castling} - 0 1");
            let game = pgn(tags, &start, moves);
            let castled = fen::write(&game.nodes[7].position);
            assert_eq!(castled, "bqnrnkrb/p3pppp/1p6/2pp4/3P4/1P3N2/P1P1PPPP/BQNR1RKB b gd - 1 4");
            assert_eq!(game.main_line().len(), 8);
        }
        let game = pgn(
            tags,
            "rqbbnknr/pppppppp/8/8/8/8/PPPPPPPP/RQBBNKNR w HAha - 0 1",
            "1.e4 c5 2.b4 b6 3.c3 e6 4.d4 ♘ef6 5.♗f3 d5 6.exd5 exd5 7.♘e2 cxb4 8.♕xb4+ ♗e7 9.♕b3 ♗a6 10.♘c2 ♗d6 \
             11.♕a4 ♗b7 12.♗a3 ♘e7 13.♘e3 O-O 14.♗xd6 ♕xd6 15.O-O ♖fc8 16.♖fe1",
        );
        let end = fen::write(game.last_position());
        assert_eq!(end, "r1r3k1/pb2nppp/1p1q1n2/3p4/Q2P4/2P1NB2/P3NPPP/R3R1K1 b - - 3 16");
    }
}

#[test]
fn the_rule_set_endgame_ends_by_its_own_ends() {
    let played = |start: &str, moves: &str| {
        let mut game = Game::new(fen::parse(start, RuleSet::Endgame).unwrap().position, Profile::Classic);
        for text in moves.split_whitespace() {
            game.play(read_move(game.position(), text).unwrap()).unwrap();
        }
        game
    };
    let outcome = |game: &Game| game.outcome().map(|end| (end.winner, end.reason));
    // Check is left standing, and the king is taken.
    let game = played(fen::START, "e4 e5 Qh5 Nc6 Qxf7+ d6 Qxe8#");
    assert_eq!(outcome(&game), Some((Some(Side::White), Reason::KingCaptured)));
    assert_eq!(game.position().king(Side::Black), None);
    // Out of check, through check and into check: all allowed.
    for start in [
        "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1",
    ] {
        let game = played(start, "O-O");
        assert_eq!(game.position().piece_at(Square::G1).map(|piece| piece.kind), Some(Kind::King), "{start}");
    }
    // Walled in by his own men: whoever has no move loses, where the usual rules see a stalemate.
    let locked = "7k/8/8/8/1p6/pPp5/PRP5/KB6 b - - 0 1";
    assert_eq!(outcome(&played(locked, "Kh7#")), Some((Some(Side::Black), Reason::NoMoveLeft)));
    let usual = fen::parse(locked, RuleSet::Standard).unwrap().position;
    let end = usual.play(read_move(&usual, "Kh7").unwrap()).outcome();
    assert_eq!(end.map(|end| (end.winner, end.reason)), Some((None, Reason::Stalemate)));
    // A stalemate of the usual rules goes on: the king must step into attack, and is taken.
    let game = played("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7 Kg8 Qxg8#");
    assert_eq!(outcome(&game), Some((Some(Side::White), Reason::KingCaptured)));
    // Bare kings are drawn, though kings could still meet.
    let game = played("8/8/8/4k3/4P3/8/8/K7 b - - 0 1", "Kxe4");
    assert_eq!(outcome(&game), Some((None, Reason::DeadPosition)));
}
