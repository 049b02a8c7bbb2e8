//! What the engine thinks of the position on the table: it is there when it is wanted, and nothing of it when it is not.

use std::{
    thread,
    time::{Duration, Instant},
};

use bevy::{input::keyboard::Key, prelude::*};
use endgame::{
    analysis::{Analysis, LINES},
    board::Drawn,
    chess::Position,
    game::{PauseClocks, Refusal, SetClocks, TakeBack},
};

use crate::table::Table;

fn analysis(table: &Table) -> &Analysis {
    table.app.world().resource::<Analysis>()
}

fn arrows(table: &mut Table) -> usize {
    table.app.world_mut().query::<&Drawn>().iter(table.app.world()).count()
}

/// Lets frames pass until so many lines of the position on the table are known.
fn until_known(table: &mut Table, lines: usize) {
    let begun = Instant::now();
    loop {
        table.wait(1);
        let position: Position = *table.position();
        if analysis(table).lines(&position).len() >= lines {
            table.wait(2);
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "nothing was found");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_lines_follow_the_game_and_go_when_they_are_closed() {
    let mut table = Table::new();
    table.key(KeyCode::KeyE, Key::Character("e".into()));
    until_known(&mut table, LINES);
    assert!(analysis(&table).is_open() && analysis(&table).is_running());
    let start = *table.position();
    for line in analysis(&table).lines(&start) {
        let mut position = start;
        for &mv in &line.moves {
            assert!(position.is_legal(mv));
            position = position.play(mv);
        }
    }
    assert_eq!(arrows(&mut table), LINES);
    table.play("e2e4");
    assert!(analysis(&table).lines(&start).is_empty(), "what was thought of the last position is gone");
    until_known(&mut table, LINES);
    table.ask(TakeBack);
    table.settle();
    until_known(&mut table, LINES);
    table.key(KeyCode::KeyE, Key::Character("e".into()));
    table.wait(3);
    assert!(!analysis(&table).is_open() && !analysis(&table).is_running());
    assert_eq!(arrows(&mut table), 0);
    table.assert_scene();
}

#[test]
fn it_stops_when_the_game_is_over_or_paused() {
    let mut table = Table::new();
    table.play("f2f3 e7e5 g2g4");
    table.key(KeyCode::KeyE, Key::Character("e".into()));
    until_known(&mut table, 1);
    table.play("d8h4");
    assert!(!analysis(&table).is_running(), "after mate there is nothing to think about");
    assert_eq!(arrows(&mut table), 0);

    let mut table = Table::new();
    let clock = endgame::chess::clock::Clock::new("5:00".parse().unwrap(), endgame::chess::Side::White).unwrap();
    table.ask(SetClocks(clock));
    table.key(KeyCode::KeyE, Key::Character("e".into()));
    until_known(&mut table, 1);
    table.ask(PauseClocks);
    table.wait(2);
    assert!(!analysis(&table).is_running());
}

#[test]
fn a_hint_is_an_arrow_and_then_the_idea() {
    let mut table = Table::with("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    table.key(KeyCode::KeyI, Key::Character("i".into()));
    until_known(&mut table, 1);
    assert_eq!(arrows(&mut table), 1);
    assert!(!analysis(&table).is_open());
    table.key(KeyCode::KeyI, Key::Character("i".into()));
    table.wait(2);
    assert_eq!(table.notice(), Some(Refusal::Idea("1. Rd8#".to_owned())));
    // A move ends it.
    table.play("d1d8");
    assert_eq!(arrows(&mut table), 0);
}
