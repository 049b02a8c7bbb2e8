//! Computers at the table: they answer, stop when nobody wants to hear them, and never move out of turn.

use std::{
    thread,
    time::{Duration, Instant},
};

use bevy::prelude::*;
use endgame::{
    chess::{Position, Profile, RuleSet, Side},
    game::{ChangeSeats, NewGame, OfferDraw, Refusal, Seats, ShowPly, Sitter, TakeBack},
    notation::{fen, pgn::reader},
    opponent::{Opponent, TakesTime},
    replay,
};

use crate::table::Table;

const HUMAN: Sitter = Sitter::Human;

fn table(start: Position, sitters: [Sitter; 2]) -> Table {
    let mut table = Table::new();
    table.app.insert_resource(TakesTime(false));
    table.ask(NewGame { start, profile: Profile::Classic, seats: Seats { sitters, ..Seats::default() } });
    table.settle();
    table
}

/// Lets frames pass until the game has so many plies, or is over.
fn until(table: &mut Table, plies: usize) {
    let begun = Instant::now();
    while table.game().game().len() < plies && table.game().game().outcome().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no move came after {}", table.moves());
        table.wait(1);
        thread::sleep(Duration::from_millis(1));
    }
    table.settle();
}

fn is_thinking(table: &Table) -> bool {
    table.app.world().resource::<Opponent>().is_thinking()
}

#[test]
fn a_computer_answers_each_move() {
    let mut table = table(Position::start(), [HUMAN, Sitter::Computer(3)]);
    for (number, mv) in ["e2e4", "d2d4", "g1f3"].into_iter().enumerate() {
        let (from, to) = mv.split_at(2);
        let before = table.game().game().len();
        assert_eq!(before, 2 * number);
        table.click(from);
        table.click(to);
        if table.game().game().len() == before {
            // The answer has taken what was to move, or stands in the way.
            return;
        }
        until(&mut table, before + 2);
    }
    assert_eq!(table.game().game().len(), 6);
    assert!(!is_thinking(&table), "it is the person's turn");
    table.assert_scene();
}

#[test]
fn a_computer_with_the_white_men_begins() {
    let mut table = table(Position::start(), [Sitter::Computer(2), HUMAN]);
    until(&mut table, 1);
    assert_eq!(table.game().game().len(), 1);
    assert!(!is_thinking(&table));
}

#[test]
fn nobody_moves_the_computers_men() {
    let mut table = table(Position::start(), [Sitter::Computer(10), HUMAN]);
    assert!(is_thinking(&table));
    table.click("e2");
    assert_eq!(table.notice(), Some(Refusal::OpponentThinks));
    assert_eq!(table.selected(), None);
    // A person who takes over ends the thinking at once.
    table.ask(ChangeSeats(Seats::default()));
    assert!(!is_thinking(&table));
    table.play("e2e4");
    assert_eq!(table.moves(), "e4");
    // And the computer may come back in mid-game.
    table.ask(ChangeSeats(Seats { sitters: [HUMAN, Sitter::Computer(1)], ..Seats::default() }));
    until(&mut table, 2);
    assert_eq!(table.game().game().len(), 2);
    table.assert_scene();
}

#[test]
fn taking_back_leads_to_the_persons_move() {
    let mut table = table(Position::start(), [HUMAN, Sitter::Computer(2)]);
    table.play("e2e4");
    until(&mut table, 2);
    table.ask(TakeBack);
    table.settle();
    assert_eq!(table.game().game().len(), 0);
    // While it thinks, too.
    table.ask(ChangeSeats(Seats { sitters: [HUMAN, Sitter::Computer(10)], ..Seats::default() }));
    table.play("e2e4");
    table.settle();
    assert!(is_thinking(&table));
    table.ask(TakeBack);
    assert!(!is_thinking(&table));
    table.settle();
    thread::sleep(Duration::from_millis(50));
    table.wait(5);
    assert_eq!(table.game().game().len(), 0, "what was thought of is forgotten");
    table.assert_scene();
}

#[test]
fn a_move_waits_while_an_earlier_position_is_looked_at() {
    let mut table = table(Position::start(), [HUMAN, Sitter::Computer(2)]);
    table.click("e2");
    table.click("e4");
    table.ask(ShowPly(0));
    table.settle();
    for _ in 0..100 {
        thread::sleep(Duration::from_millis(2));
        table.wait(1);
    }
    assert_eq!(table.game().game().len(), 1);
    assert_eq!(table.game().ply(), 0, "nobody is torn away from what he looks at");
    table.ask(ShowPly(1));
    until(&mut table, 2);
    assert_eq!(table.game().game().len(), 2);
}

#[test]
fn two_computers_play_to_the_end() {
    for rules in RuleSet::ALL {
        let start = Position::start_with(rules);
        let mut table = table(start, [Sitter::Computer(1), Sitter::Computer(2)]);
        until(&mut table, 400);
        assert!(table.game().game().outcome().is_some() || table.game().game().len() >= 400);
        assert!(table.game().game().len() > 4);
        thread::sleep(Duration::from_millis(20));
        table.wait(3);
        assert!(!is_thinking(&table) || table.game().game().outcome().is_none());
        table.assert_scene();
    }
}

#[test]
fn a_computer_that_stands_worse_agrees_to_a_draw() {
    // A queen less, and no beginner's opening any more.
    let start = fen::parse("4k3/8/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", RuleSet::Standard).unwrap().position;
    let mut table = table(start, [HUMAN, Sitter::Computer(4)]);
    for _ in 0..6 {
        let side = table.position().side();
        if table.game().game().outcome().is_some() || side == Side::Black {
            break;
        }
        let here = table.game().game().len();
        let mv =
            table.position().legal_moves().into_iter().find(|mv| mv.piece.kind == endgame::chess::Kind::Pawn).unwrap();
        if here == 10 {
            table.ask(OfferDraw(Side::White));
        }
        table.play(&mv.to_string());
        until(&mut table, here + 2);
    }
    let outcome = table.game().game().outcome().unwrap_or_else(|| panic!("no draw after {}", table.moves()));
    assert_eq!(outcome.reason, endgame::chess::Reason::Agreement);
}

#[test]
fn who_sits_there_is_kept_with_the_game() {
    let mut table = table(Position::start(), [HUMAN, Sitter::Computer(7)]);
    table.wait(1);
    let clocks = table.app.world().resource::<endgame::game::Clocks>().clone();
    let record = replay::record(table.game(), &clocks, None, &endgame::game::Drawings::default());
    assert_eq!(record.tag("BlackType"), Some("program"));
    assert_eq!(record.tag("BlackSeat"), Some("level 7"));
    let text = endgame::notation::pgn::writer::write(&record);
    let tree = std::sync::Arc::new(reader::read_all(text.as_bytes()).remove(0));
    let (_, left) = replay::left_game(&tree).unwrap();
    assert_eq!(left.seats.sitters, [HUMAN, Sitter::Computer(7)]);
}
