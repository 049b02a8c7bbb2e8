//! The rule, notation and end-of-game cases that users of other programs reported (`../shared/data/cases/rules.jsonl`).

use endgame::chess::dead::{self, Winnable};
use endgame::chess::{Claim, Game, Position, Profile, Reason, RuleSet, Side};
use endgame::notation::{fen, pgn, san, uci};
use serde_json::Value;

use crate::support;

#[test]
fn all_cases_are_judged_right() {
    let Some(text) = support::read("cases/rules.jsonl") else {
        return;
    };
    let (mut passed, mut failed) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let case: Value = serde_json::from_str(line).unwrap();
        let id = text_of(&case, "id").to_owned();
        let (expected, found) = (expected(&case), judge(&case));
        if expected == found {
            passed.push(id);
        } else {
            failed.push(format!("{id}: expected {expected}, found {found}; {line}"));
        }
    }
    eprintln!("{} passed", passed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn text_of<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_default()
}

fn expected(case: &Value) -> Value {
    match text_of(case, "kind") {
        "pgn" => case["expect"]["main_line_plies"].clone(),
        _ => case["expect"].clone(),
    }
}

/// What the program says, in the words of the case.
fn judge(case: &Value) -> Value {
    if text_of(case, "kind") == "pgn" {
        return plies_of_pgn(text_of(case, "pgn"));
    }
    let position = fen::parse(text_of(case, "fen"), RuleSet::Standard).unwrap().position;
    let game = Game::new(position, Profile::Classic);
    match text_of(case, "kind") {
        "legal" => uci::read(&position, text_of(case, "uci")).is_ok().into(),
        "legal_set" => {
            let mut all: Vec<_> = position.legal_moves().into_iter().map(|mv| uci::write(&position, mv)).collect();
            all.sort();
            all.into()
        }
        "move_count" => position.legal_moves().len().into(),
        "uci_read_castling" => {
            uci::read(&position, text_of(case, "uci")).is_ok_and(|mv| mv.castling().is_some()).into()
        }
        "winnable" => {
            let letter = |side, letter| match dead::winnable(&position, side, dead::BUDGET) {
                Winnable::Yes(_) => letter,
                Winnable::No(_) => '-',
                Winnable::Unknown => '?',
            };
            String::from_iter([letter(Side::White, 'W'), letter(Side::Black, 'B')]).into()
        }
        "outcome" => {
            let game = played(game, text_of(case, "san"));
            match game.outcome().map(|outcome| outcome.reason) {
                None => "NONE".into(),
                Some(Reason::Checkmate) => "CHECKMATE".into(),
                Some(Reason::SeventyFiveMoves) => "SEVENTYFIVE_MOVES".into(),
                Some(other) => other.name().into(),
            }
        }
        "fen_after" => fen::write(played(game, text_of(case, "san")).position()).into(),
        "san_of" => san::write(&position, uci::read(&position, text_of(case, "uci")).unwrap()).into(),
        "san_read" => match san::read(&position, text_of(case, "san")) {
            Ok(mv) => uci::write(&position, mv).into(),
            Err(_) => "IllegalMoveError".into(),
        },
        "repetition_count" => played(game, text_of(case, "moves")).repetition().into(),
        "same_position" => {
            // A promoted man against one that was set up.
            let after = *played(game, text_of(case, "san")).position();
            let set_up = fen::parse(&fen::write(&after), RuleSet::Standard).unwrap().position;
            (after.same_as(&set_up) && after.key() == set_up.key()).into()
        }
        "can_claim_50_with_intended_move" => {
            game.claims_with().iter().any(|(_, claim)| *claim == Claim::FiftyMoves).into()
        }
        "insufficient_material_both" => {
            game.outcome().is_some_and(|outcome| outcome.reason == Reason::DeadPosition).into()
        }
        other => panic!("a kind that nobody judges: {other}"),
    }
}

fn played(mut game: Game, moves: &str) -> Game {
    for text in moves.split_whitespace() {
        let mv = san::read(game.position(), text).unwrap_or_else(|error| panic!("{error} ({moves})"));
        game.play(mv).unwrap();
    }
    game
}

fn plies_of_pgn(text: &str) -> Value {
    let games: Vec<_> = pgn::reader::Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    let [game] = &games[..] else {
        return format!("{} games", games.len()).into();
    };
    match &game.error {
        Some(error) => error.message.clone().into(),
        None => game.main_line().len().into(),
    }
}

/// The cases of `../shared/CASES.md` sections 1 and 4 that are written out there.
#[test]
fn retold_reports_end_as_they_should() {
    let start = |fen: &str| fen::parse(fen, RuleSet::Standard).unwrap().position;
    let repetitions = |position: Position, moves: &str| {
        let game = played(Game::new(position, Profile::Classic), moves);
        (game.repetition(), game.claims())
    };
    let line = "e4 Nf6 e5 d5 Bc4 Nc6 Bf1 Nb8 Bc4 Nc6 Bf1 Nb8";
    assert_eq!(repetitions(Position::start(), line), (2, vec![]), "the en passant right made the first one different");
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    assert_eq!(repetitions(Position::start(), shuffle), (3, vec![Claim::Threefold]));
    assert_eq!(
        repetitions(Position::start(), &format!("{shuffle} e4 e5")),
        (1, vec![]),
        "the claim goes with the position"
    );
    let early = played(Game::new(Position::start(), Profile::Classic), "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert!(early.claims().is_empty() && early.outcome().is_none());
    let with: Vec<_> = early.claims_with().iter().map(|(mv, claim)| (mv.to_string(), *claim)).collect();
    assert_eq!(with, [("f6g8".to_owned(), Claim::Threefold)]);
    for dead in [
        "5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39",
        "B1b1k3/3b4/4b3/8/8/8/8/4KB2 w - - 0 1",
        "8/6k1/8/8/4B3/3B4/8/1K6 w - - 0 1",
    ] {
        let outcome = Game::new(start(dead), Profile::Classic).outcome();
        assert_eq!(outcome.map(|outcome| outcome.reason), Some(Reason::DeadPosition), "{dead}");
    }
}

#[test]
fn chess960_castling_is_read_written_and_played() {
    for fen in [
        "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1",
        "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w DGdg - 0 1",
    ] {
        let start = fen::parse(fen, RuleSet::Standard).unwrap().position;
        let game = played(Game::new(start, Profile::Classic), "b3 c5 Nf3 d5 d4 b6 O-O");
        let after = fen::write(game.position());
        assert_eq!(after, "bqnrnkrb/p3pppp/1p6/2pp4/3P4/1P3N2/P1P1PPPP/BQNR1RKB b gd - 1 4");
    }
    let start =
        fen::parse("rqbbnknr/pppppppp/8/8/8/8/PPPPPPPP/RQBBNKNR w HAha - 0 1", RuleSet::Standard).unwrap().position;
    let game = played(
        Game::new(start, Profile::Classic),
        "e4 c5 b4 b6 c3 e6 d4 ♘ef6 ♗f3 d5 exd5 exd5 ♘e2 cxb4 ♕xb4+ ♗e7 ♕b3 ♗a6 ♘c2 ♗d6 ♕a4 ♗b7 ♗a3 ♘e7 ♘e3 O-O ♗xd6 ♕xd6 \
         O-O ♖fc8 ♖fe1",
    );
    assert_eq!(fen::write(game.position()), "r1r3k1/pb2nppp/1p1q1n2/3p4/Q2P4/2P1NB2/P3NPPP/R3R1K1 b - - 3 16");
}

#[test]
fn move_letters_are_minimal_out_and_generous_in() {
    let at = |fen: &str| fen::parse(fen, RuleSet::Standard).unwrap().position;
    let knights = at("rnbqkb1r/1ppp1pp1/p3pn1p/8/3N4/3P4/PPPNPPPP/R1BQKB1R w KQkq - 0 5");
    for text in ["Nd2f3", "N2f3"] {
        assert_eq!(san::read(&knights, text).unwrap().to_string(), "d2f3");
    }
    let pinned = at("rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq - 0 1");
    assert_eq!(san::write(&pinned, uci::read(&pinned, "g1e2").unwrap()), "Ne2");
    let two = at("r1b3n1/ppPk2Q1/2n4r/5p1p/3P4/8/PPP3PP/RN4K1 b - - 0 1");
    let written: Vec<_> = ["c6e7", "g8e7"].map(|text| san::write(&two, uci::read(&two, text).unwrap())).into();
    assert_eq!(written, ["Nce7", "Nge7"]);
}
