//! Round trips: what is written is read again, for trees and for played games.

use endgame::chess::{Game, Profile};

use super::*;

const COMMENTS: [&str; 8] = [
    "6–8 months, 王",
    "[%clk 0:09:59.9] quick",
    "x } y",
    "{ nested",
    "; half",
    "% percent %",
    "a rather long comment that has to be broken over several lines because it has more than eighty characters",
    "[%csl Re4][%cal Ge2e4,Gd2d4,Gc2c4,Gb2b4,Ga2a4,Gf2f4,Gg2g4,Gh2h4,Re7e5,Rd7d5,Rc7c5,Rb7b5,Ra7a5]",
];

/// A game of random moves with random variations, comments and glyphs.
fn random_game(random: &mut fastrand::Rng, start: Position) -> PgnGame {
    let mut game = PgnGame::new(start);
    let mut at = ROOT;
    for _ in 0..random.usize(..120) {
        let moves = game.nodes[at].position.legal_moves();
        if moves.is_empty() {
            at = random.usize(..game.nodes.len());
            continue;
        }
        at = match random.u8(..30) {
            0 => game.add_null(at).unwrap_or(at),
            _ => game.add(at, moves[random.usize(..moves.len())]),
        };
        let node = &mut game.nodes[at];
        if random.u8(..4) == 0 {
            node.after = COMMENTS[random.usize(..COMMENTS.len())].to_owned();
        }
        if random.u8(..4) == 0 {
            node.nags = vec![random.u8(1..7), random.u8(10..140)];
        }
        if random.u8(..8) == 0 {
            at = random.usize(..game.nodes.len());
        }
    }
    // Comments before a move are possible at the beginning of a line and after a variation.
    for id in 1..game.nodes.len() {
        let parent = game.nodes[id].parent.unwrap_or(ROOT);
        let begins = parent == ROOT || game.nodes[parent].children[0] != id || !game.alternatives(parent).is_empty();
        if begins && random.u8(..3) == 0 {
            game.nodes[id].before = COMMENTS[random.usize(..COMMENTS.len())].to_owned();
        }
    }
    game.result = ["1-0", "0-1", "1/2-1/2", "*"][random.usize(..4)].to_owned();
    game.set_tag("White", "Łukasz \"\\\" 王");
    game.set_tag("Result", game.result.clone());
    if game.start != Position::start() {
        game.set_tag("FEN", fen::write(&game.start));
        game.set_tag("SetUp", "1");
    }
    game
}

#[test]
fn random_trees_are_read_as_they_were_written() {
    let mut random = fastrand::Rng::with_seed(42);
    let starts = ["4k3/P7/8/8/4pP2/8/8/4K3 b - f3 0 40", fen::START, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 90"];
    for round in 0..300 {
        let start = fen::parse(starts[round % 3], RuleSet::Standard).unwrap().position;
        let game = random_game(&mut random, start);
        let text = writer::write(&game);
        let again = one(&text);
        assert_eq!((again.error.as_ref(), again.warnings.as_slice()), (None, &[][..]), "{text}");
        assert_eq!(writer::write(&again), text);
        assert_eq!(again.nodes.len(), game.nodes.len(), "{text}");
        assert_eq!((&again.tags, &again.result), (&game.tags, &game.result));
        assert_eq!(again.start, game.start);
        assert_eq!(again.variations(), game.variations());
        assert_eq!((again.comments(), again.nags()), (game.comments(), game.nags()), "{text}");
        assert_eq!(last_fen(&again), last_fen(&game));
        // The reader numbers nodes in the order of the file: the third writing compares whole trees.
        assert_eq!(one(writer::write(&again)).nodes, again.nodes);
    }
}

#[test]
fn a_comment_on_any_place_survives() {
    let mut game = PgnGame::new(Position::start());
    game.nodes[ROOT].after = "at the start".to_owned();
    let e4 = game.add(ROOT, endgame::notation::read_move(&game.start, "e4").unwrap());
    game.nodes[e4].before = "before".to_owned();
    game.nodes[e4].after = "after\n\n  e4".to_owned();
    let text = writer::write(&game);
    assert_eq!(text, "{at the start before} 1. e4 {after e4} *\n");
    assert_eq!(writer::write(&one(&text)), text);
}

#[test]
fn played_games_are_saved_and_loaded() {
    let mut random = fastrand::Rng::with_seed(3);
    let starts = [fen::START, "4k3/P7/8/8/4pP2/8/8/4K3 b - f3 0 40"];
    for round in 0..40 {
        let rules = RuleSet::ALL[round / 2 % 2];
        let start = fen::parse(starts[round % 2], rules).unwrap().position;
        let mut game = Game::new(start, Profile::Classic);
        for _ in 0..random.usize(..150) {
            let moves = game.position().legal_moves();
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            game.play(moves[random.usize(..moves.len())]).unwrap();
        }
        let text = writer::write(&PgnGame::from_game(&game));
        let pgn = one(&text);
        assert_eq!((pgn.error.as_ref(), pgn.warnings.as_slice()), (None, &[][..]), "{text}");
        let loaded = pgn.to_game(Profile::Classic).unwrap();
        assert_eq!(loaded.start(), game.start(), "{text}");
        assert_eq!(loaded.plies(), game.plies(), "{text}");
        assert_eq!(loaded.outcome(), game.outcome(), "{text}");
        assert_eq!(fen::write(loaded.position()), fen::write(game.position()));
        assert_eq!(pgn.tag("Result"), Some(game.outcome().map_or("*", |outcome| outcome.result())));
    }
}

#[test]
fn the_end_of_a_saved_game_is_in_its_tags() {
    let mut game = Game::new(Position::start(), Profile::Classic);
    assert_eq!(PgnGame::from_game(&game).tag("Termination"), Some("unterminated"));
    game.resign(endgame::chess::Side::Black).unwrap();
    let pgn = PgnGame::from_game(&game);
    assert_eq!((pgn.tag("Termination"), pgn.result.as_str()), (Some("normal"), "1-0"));
}
