//! What the search must find, and when it must stop.

use super::super::score::{MATE_BOUND, Told};
use super::*;
use crate::chess::RuleSet;
use crate::notation::{fen, uci};

fn position(text: &str, rules: RuleSet) -> Position {
    fen::parse(text, rules).unwrap().position
}

fn ask(text: &str, rules: RuleSet, depth: i32) -> (String, Score) {
    let position = position(text, rules);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let answer = Engine::new(8, 1).search(&Question::new(position, limits), &Signal::default(), &mut |_| {});
    (uci::write(&position, answer.best().unwrap()), answer.lines[0].score)
}

#[test]
fn mates_are_found_with_their_length() {
    let (mv, score) = ask("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", RuleSet::Standard, 3);
    assert_eq!((mv.as_str(), Told::of(score)), ("d1d8", Told::Mate(1)));
    let (_, score) = ask("7k/8/8/8/8/8/R7/1R5K w - - 0 1", RuleSet::Standard, 8);
    assert_eq!(Told::of(score), Told::Mate(2));
    // Smothered: Philidor's legacy.
    let (mv, score) = ask("r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", RuleSet::Standard, 6);
    assert_eq!((mv.as_str(), Told::of(score)), ("b3g8", Told::Mate(2)));
}

#[test]
fn a_draw_is_seen_where_it_is_the_best() {
    // Perpetual check against a queen and more.
    let (_, score) = ask("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", RuleSet::Standard, 12);
    assert!(score.abs() < 5, "{score}");
}

#[test]
fn a_king_is_taken_where_the_rules_have_it_so() {
    let (mv, score) = ask("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", RuleSet::Endgame, 4);
    assert_eq!(mv, "e7e8");
    assert!(score > MATE_BOUND);
    // No move left loses there, and is a draw by the usual rules.
    let stalemate = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    let (_, score) = ask(stalemate, RuleSet::Endgame, 6);
    assert!(score > MATE_BOUND);
}

#[test]
fn repetitions_of_the_game_count() {
    // A rook up White does not repeat for the third time.
    let start = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", RuleSet::Standard);
    let mut before = Vec::new();
    let mut here = start;
    for text in ["a1a2", "e8d8", "a2a1", "d8e8", "a1a2", "e8d8", "a2a1", "d8e8"] {
        before.push(here);
        here = here.play(uci::read(&here, text).unwrap());
    }
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let question = Question { before, ..Question::new(here, limits) };
    let answer = Engine::new(1, 1).search(&question, &Signal::default(), &mut |_| {});
    assert_ne!(uci::write(&here, answer.best().unwrap()), "a1a2");
    assert!(answer.lines[0].score > 300);
}

#[test]
fn several_lines_are_different_and_in_order() {
    let question =
        Question { lines: 4, ..Question::new(Position::start(), Limits { depth: Some(8), ..Limits::default() }) };
    let mut told = 0;
    let answer = Engine::new(4, 2).search(&question, &Signal::default(), &mut |_| told += 1);
    assert_eq!(answer.lines.len(), 4);
    assert!(told >= 8 * 4);
    assert!(answer.lines.is_sorted_by_key(|line| -line.score), "{:?}", answer.lines);
    let mut firsts: Vec<_> = answer.lines.iter().map(|line| line.moves[0].to_string()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    for line in &answer.lines {
        let mut position = Position::start();
        for &mv in &line.moves {
            assert!(position.is_legal(mv));
            position = position.play(mv);
        }
    }
}

#[test]
fn a_stop_is_heard_and_leaves_a_move() {
    let signal = Signal::default();
    let mut engine = Engine::new(4, 2);
    let question = Question::new(Position::start(), Limits { infinite: true, ..Limits::default() });
    let answer = thread::scope(|scope| {
        let search = scope.spawn(|| engine.search(&question, &signal, &mut |_| {}));
        thread::sleep(Duration::from_millis(100));
        signal.stop();
        search.join().unwrap()
    });
    assert!(answer.best().is_some());
}

#[test]
fn nodes_are_a_limit() {
    for nodes in [1, 100, 5000] {
        let question = Question::new(Position::start(), Limits { nodes: Some(nodes), ..Limits::default() });
        let answer = Engine::new(1, 1).search(&question, &Signal::default(), &mut |_| {});
        assert!(answer.nodes <= nodes.max(200) + 8, "{} of {nodes}", answer.nodes);
        assert!(answer.best().is_some());
    }
}

#[test]
fn whole_games_are_played_by_both_rule_sets() {
    for (rules, number) in
        [(RuleSet::Standard, 518), (RuleSet::Endgame, 518), (RuleSet::Standard, 11), (RuleSet::Endgame, 777)]
    {
        let mut position = Position::chess960(number, rules).unwrap();
        let mut engine = Engine::new(1, 1);
        let mut before = Vec::new();
        for _ in 0..200 {
            if position.outcome().is_some() {
                break;
            }
            let limits = Limits { nodes: Some(300), ..Limits::default() };
            let question = Question { before: before.clone(), ..Question::new(position, limits) };
            let mv = engine.search(&question, &Signal::default(), &mut |_| {}).best().unwrap();
            assert!(position.is_legal(mv));
            before.push(position);
            position = position.play(mv);
        }
    }
}
