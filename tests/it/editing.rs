//! A watched game changed by hand: moves tried on the board, words, signs, lines; saved back, and nothing else touched. And
//! variations that the film plays by itself.

use std::{fs, path::PathBuf};

use bevy::prelude::*;
use endgame::{
    game::{Match, Mode, PlayMove},
    notation::{pgn::reader::read_all, read_move},
    replay::{
        EnterNode, Excursion, Library, OpenGame, OpenPgn, PutFirst, RemoveLine, Replay, SaveToCollection, SetSpeed,
        SetWords, TogglePlay, ToggleSign,
    },
    settings::Settings,
    ui::Action,
};

use crate::{replay::folder, table::Table};

const BEFORE: &str = "; a comment of the file\n[Event \"a\"]\n\n1. e4   e5 *\n\n\n";
const GAME: &str = "[Event \"b\"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) (1... e6) 2. Nf3 Nc6 3. Bb5 *";
const BEHIND: &str = "\n\n\n[Event \"c\"]\n\n1.c4 {kept   as typed} *   ";

fn watching(name: &str) -> (Table, PathBuf) {
    let folder = folder(name);
    let path = folder.join("collection.pgn");
    fs::write(&path, format!("{BEFORE}{GAME}{BEHIND}")).unwrap();
    let mut table = Table::new();
    table.ask(OpenPgn(path.clone()));
    table.ask(OpenGame(1));
    table.settle();
    (table, path)
}

fn replay(table: &Table) -> &Replay {
    table.app.world().resource::<Replay>()
}

/// The moves of the line on the table.
fn line(table: &Table) -> String {
    let replay = replay(table);
    replay.line.iter().map(|id| replay.tree.san(*id)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_move_tried_on_the_board_becomes_a_variation_and_one_that_is_known_leads_there() {
    let (mut table, path) = watching("tried");
    table.ask(Action::GoTo(2));
    table.settle();
    // By hand: the move of the game goes on in it, another one begins a line of its own.
    table.click("g1");
    table.click("f3");
    table.settle();
    assert_eq!((line(&table).as_str(), table.game().ply()), ("e4 e5 Nf3 Nc6 Bb5", 3));
    table.ask(Action::GoTo(2));
    table.settle();
    table.drag("b1", "c3");
    table.settle();
    assert_eq!((line(&table).as_str(), table.game().ply()), ("e4 e5 Nc3", 3));
    table.click("g8");
    table.click("f6");
    table.settle();
    assert_eq!((table.game().mode(), line(&table).as_str()), (Mode::Replay, "e4 e5 Nc3 Nf6"));
    table.assert_scene();
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{BEFORE}{GAME}{BEHIND}"), "the file waits to be saved");
    // Another game, and back: what was tried is still there.
    table.ask(OpenGame(0));
    table.ask(OpenGame(1));
    table.settle();
    assert_eq!(line(&table), "e4 e5 Nf3 Nc6 Bb5");
    assert!(replay(&table).tree.nodes.len() > 10 && table.app.world().resource::<Library>().is_changed_game(1));
    table.ask(SaveToCollection);
    let saved = fs::read_to_string(&path).unwrap();
    let game = "1. e4 e5 (1... c5 2. Nf3 d6) (1... e6) 2. Nf3 (2. Nc3 Nf6) 2... Nc6 3. Bb5 *";
    assert_eq!(saved, format!("{BEFORE}[Event \"b\"]\n\n{game}{BEHIND}"));
    assert!(!table.app.world().resource::<Library>().is_changed_game(1));
}

#[test]
fn words_signs_and_lines_are_changed_and_saved() {
    let (mut table, path) = watching("words");
    table.ask(Action::GoTo(5));
    table.ask(SetWords("The Spanish {torture}".into()));
    table.ask(ToggleSign(1));
    table.ask(ToggleSign(3));
    table.settle();
    let c5 = (1..replay(&table).tree.nodes.len()).find(|id| replay(&table).tree.san(*id) == "c5").unwrap();
    table.ask(EnterNode(c5));
    table.ask(PutFirst);
    table.settle();
    let e6 = (1..replay(&table).tree.nodes.len()).find(|id| replay(&table).tree.san(*id) == "e6").unwrap();
    table.ask(EnterNode(e6));
    table.ask(RemoveLine);
    table.settle();
    assert_eq!((line(&table).as_str(), table.game().ply()), ("e4 c5 Nf3 d6", 1));
    table.assert_scene();
    table.ask(SaveToCollection);
    let saved = fs::read_to_string(&path).unwrap();
    let game = "1. e4 c5 (1... e5 2. Nf3 Nc6 3. Bb5 $3 {The Spanish (torture)}) 2. Nf3 d6 *";
    assert_eq!(saved, format!("{BEFORE}[Event \"b\"]\n\n{game}{BEHIND}"));
    assert_eq!(read_all(&saved).len(), 3);
}

#[test]
fn the_first_of_a_thousand_games_is_saved_and_the_others_are_not_touched() {
    let folder = folder("thousand");
    let path = folder.join("thousand.pgn");
    let games: Vec<String> = (0..1000)
        .map(|n| format!("[Event \"{n}\"]\n[Odd   \"{n}\"]\n\n1.  e4 e5 2.Nf3 {{as  typed}} *\n\n\n"))
        .collect();
    fs::write(&path, games.concat()).unwrap();
    let mut table = Table::new();
    table.ask(OpenPgn(path.clone()));
    while table.app.world().resource::<Library>().progress.is_some() {
        table.wait(1);
    }
    for number in [0, 437, 999] {
        table.ask(OpenGame(number));
        table.ask(Action::GoTo(2));
        table.ask(SetWords(format!("Said of {number}.")));
        table.ask(SaveToCollection);
        while table.app.world().resource::<Library>().progress.is_some() {
            table.wait(1);
        }
    }
    let saved = fs::read_to_string(&path).unwrap();
    let again: Vec<&str> = saved.split_inclusive("*\n\n\n").collect();
    assert_eq!(again.len(), 1000);
    for (number, (now, before)) in again.iter().zip(&games).enumerate() {
        match number {
            0 | 437 | 999 => assert!(now.contains(&format!("{{Said of {number}.}}")) && now != before),
            _ => assert_eq!(now, before),
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_move_against_the_laws_is_not_tried() {
    let (mut table, _) = watching("illegal");
    let nodes = replay(&table).tree.nodes.len();
    let e4 = read_move(table.position(), "e4").unwrap();
    table.ask(Action::GoTo(1));
    table.settle();
    table.ask(PlayMove(e4));
    table.click("e2");
    table.click("e5");
    table.settle();
    assert_eq!((replay(&table).tree.nodes.len(), table.game().ply()), (nodes, 1));
}

/// First what happened, then what might have, each to its end; then the game goes on.
#[test]
fn the_film_plays_variations_and_comes_back() {
    let (mut table, _) = watching("excursion");
    table.app.world_mut().resource_mut::<Settings>().play_variations = true;
    table.ask(SetSpeed(8.0));
    table.ask(TogglePlay);
    let mut seen: Vec<String> = Vec::new();
    let mut away = 0;
    for _ in 0..4000 {
        table.wait(1);
        let shown = table.app.world().resource::<Match>();
        let moves: Vec<_> = shown.game().plies()[..shown.ply()].iter().map(|ply| ply.mv.to_string()).collect();
        let moves = moves.join(" ");
        if seen.last() != Some(&moves) {
            seen.push(moves);
        }
        away += usize::from(table.app.world().get_resource::<Excursion>().is_some_and(|excursion| !excursion.is_back));
        if !replay(&table).playing {
            break;
        }
    }
    let wanted = [
        "e2e4",
        "e2e4 e7e5",
        "e2e4 c7c5",
        "e2e4 c7c5 g1f3",
        "e2e4 c7c5 g1f3 d7d6",
        "e2e4 e7e6",
        "e2e4 e7e5",
        "e2e4 e7e5 g1f3",
        "e2e4 e7e5 g1f3 b8c6",
        "e2e4 e7e5 g1f3 b8c6 f1b5",
    ];
    assert_eq!(seen.iter().map(String::as_str).filter(|moves| !moves.is_empty()).collect::<Vec<_>>(), wanted);
    assert!(away > 0 && table.app.world().get_resource::<Excursion>().is_none());
    assert_eq!(line(&table), "e4 e5 Nf3 Nc6 Bb5");
    table.assert_scene();
}
