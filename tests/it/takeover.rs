//! A watched game that is taken over, played on, and returned to; its changes are kept until they are saved.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use bevy::{input::keyboard::Key, prelude::*};
use bevy_egui::EguiContext;
use endgame::{
    game::{Draw, Match, Mode, NewGame, News, Paint, PlayMove, Seats, Stroke, Tidings},
    memory::{Folders, wait_until_written},
    notation::{pgn::writer, read_move},
    replay::{
        BackToFilm, Edits, EnterNode, Library, OpenEdited, OpenGame, OpenPgn, PlayFromHere, Replay, SaveToCollection,
        SetWords, ToEnd, WayBack,
    },
    screens::Overlay,
    settings::{Motion, Settings},
    ui::{Action, rect_of},
};

use crate::{
    memory::{folder, names, told},
    table::Table,
};

const GAMES: &str = "[Event \"a\"]\n\n1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 1-0\n\n\n[Event \"b\"]\n\n1. d4 d5 *\n\n";

/// A table whose games are kept in this folder, if in any.
fn table(kept: Option<&Path>) -> Table {
    let folders = kept.map(Folders::within);
    let mut table = Table::laid(1280, 720, |app| {
        if let Some(folders) = folders {
            app.insert_resource(folders);
        }
    });
    table.app.world_mut().resource_mut::<Settings>().motion = Motion::Off;
    table
}

fn opened(name: &str, kept: bool) -> (Table, PathBuf) {
    let folder = folder(name);
    let file = folder.join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let mut table = table(kept.then_some(&folder));
    table.ask(OpenPgn(file.clone()));
    table.settle();
    (table, file)
}

fn play(table: &mut Table, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = read_move(table.position(), text).unwrap();
        table.ask(PlayMove(mv));
    }
    table.settle();
}

fn watched(table: &Table) -> String {
    let replay = table.app.world().resource::<Replay>();
    writer::write(&replay.tree).trim().split("\n\n").last().unwrap().replace('\n', " ")
}

fn place(table: &Table) -> (Mode, String, usize) {
    (table.game().mode(), table.moves(), table.game().ply())
}

#[test]
fn one_returns_to_the_film_where_one_left_it() {
    let (mut table, file) = opened("way-back", false);
    table.ask(Action::GoTo(3));
    table.settle();
    let left = place(&table);
    table.ask(PlayFromHere);
    play(&mut table, "d6 d4");
    assert_eq!(place(&table), (Mode::Play, "d6 d4".to_owned(), 2));
    // With the key, by a person who has seen enough.
    table.key(KeyCode::KeyW, Key::Character("w".into()));
    table.settle();
    assert_eq!(place(&table), left);
    assert_eq!(watched(&table), "1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 1-0", "nothing was asked to be kept");
    assert_eq!(table.app.world().resource::<Library>().current, Some(0));
    assert!(table.app.world().get_resource::<WayBack>().is_none());
    table.assert_scene();
    // Once more, and the moves become a variation, a known one too.
    table.ask(PlayFromHere);
    play(&mut table, "d6 d4 exd4");
    table.ask(Action::TakeBack);
    table.ask(Action::BackToFilm(true));
    table.settle();
    assert_eq!(place(&table), left);
    assert_eq!(watched(&table), "1. e4 e5 (1... c5) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 1-0");
    table.ask(PlayFromHere);
    play(&mut table, "d6 Bc4");
    table.ask(BackToFilm { with_moves: true });
    table.settle();
    assert_eq!(watched(&table), "1. e4 e5 (1... c5) 2. Nf3 Nc6 (2... d6 3. d4 (3. Bc4)) 3. Bb5 1-0");
    table.ask(SaveToCollection);
    assert!(fs::read_to_string(&file).unwrap().contains("(2... d6 3. d4 (3. Bc4))"));
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}

#[test]
fn from_a_variation_and_from_the_end_of_an_unfinished_game_too() {
    let (mut table, file) = opened("way-back-aside", false);
    let aside = table.app.world().resource::<Replay>().tree.nodes[1].children[1];
    table.ask(EnterNode(aside));
    table.settle();
    let left = place(&table);
    assert_eq!(left.1, "e4 c5");
    table.ask(PlayFromHere);
    play(&mut table, "Nf3");
    // Another game from the same place is on the way too.
    table.ask(Action::Rematch);
    play(&mut table, "c3");
    table.ask(BackToFilm { with_moves: true });
    table.settle();
    // What was played at the end of the line goes on with it.
    assert_eq!(place(&table), (Mode::Replay, "e4 c5 c3".to_owned(), 2));
    table.ask(OpenGame(1));
    table.ask(ToEnd);
    table.settle();
    let left = place(&table);
    table.ask(PlayFromHere);
    table.settle();
    assert!(table.game().continues());
    assert!(!table.app.world().resource::<WayBack>().has_moves(table.game()));
    play(&mut table, "c4 e6");
    assert!(table.app.world().resource::<WayBack>().has_moves(table.game()));
    table.ask(BackToFilm { with_moves: false });
    table.settle();
    assert_eq!(place(&table), left);
    table.ask(PlayFromHere);
    table.settle();
    table.ask(Action::TakeBack);
    play(&mut table, "Nf6");
    table.ask(BackToFilm { with_moves: true });
    table.settle();
    assert_eq!((place(&table), watched(&table).as_str()), (left, "1. d4 d5 (1... Nf6) *"));
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}

#[test]
fn another_game_has_no_way_back() {
    let (mut table, file) = opened("no-way-back", false);
    for other in 0..2 {
        table.ask(OpenGame(0));
        table.ask(Action::GoTo(3));
        table.ask(PlayFromHere);
        play(&mut table, "d6");
        match other {
            0 => {
                let start = *Match::default().game().start();
                table.ask(NewGame { start, profile: table.game().game().profile(), seats: Seats::default() });
            }
            _ => table.ask(OpenGame(1)),
        }
        table.settle();
        let before = place(&table);
        table.ask(BackToFilm { with_moves: true });
        table.settle();
        assert_eq!(place(&table), before);
        assert!(table.app.world().get_resource::<WayBack>().is_none());
    }
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}

fn unsaved(table: &Table) -> Vec<(PathBuf, usize)> {
    let all = table.app.world().resource::<News>().all().iter();
    all.filter_map(|tidings| match tidings {
        Tidings::Unsaved { file, games } => Some((file.clone(), *games)),
        _ => None,
    })
    .collect()
}

fn kept(folder: &Path) -> usize {
    wait_until_written(Duration::from_secs(10));
    let place = folder.join("state/edits");
    if place.exists() { names(&place).len() } else { 0 }
}

#[test]
fn what_was_changed_and_not_saved_is_there_at_the_next_start() {
    let (mut table, file) = opened("edits", true);
    let folder = file.parent().unwrap();
    assert_eq!(kept(folder), 0);
    table.ask(OpenGame(1));
    table.ask(Action::GoTo(1));
    table.ask(SetWords("Solid.".into()));
    table.ask(OpenGame(0));
    table.ask(Action::GoTo(2));
    play(&mut table, "Nc3 Nf6");
    table.ask(Draw(Stroke { paint: Paint::Red, from: "e4".parse().unwrap(), to: "e4".parse().unwrap() }));
    assert_eq!(kept(folder), 2);
    // As if it had been killed: nothing is said to anybody.
    std::mem::forget(std::mem::replace(&mut table, Table::new()));

    let mut again = self::table(Some(folder));
    assert!(told(&again.app).is_empty(), "{:?}", told(&again.app));
    assert_eq!(unsaved(&again), [(file.clone(), 2)]);
    assert_eq!(fs::read_to_string(&file).unwrap(), GAMES);
    again.ask(OpenEdited(file.clone()));
    again.wait(3);
    assert_eq!(again.app.world().resource::<Library>().current, Some(0));
    let changed = "1. e4 e5 (1... c5) 2. Nf3 (2. Nc3 Nf6 {[%csl Re4]}) 2... Nc6 3. Bb5 1-0";
    assert_eq!(watched(&again), changed);
    again.ask(OpenGame(1));
    assert_eq!(watched(&again), "1. d4 {Solid.} 1... d5 *");
    // Another file, and this one once more.
    let other = folder.join("other.pgn");
    fs::write(&other, "1. c4 *\n").unwrap();
    again.ask(OpenPgn(other));
    assert_eq!(watched(&again), "1. c4 *");
    again.ask(OpenPgn(file.clone()));
    assert_eq!(watched(&again), changed);
    // What is saved, and what is discarded, is kept no longer.
    again.ask(SaveToCollection);
    again.wait(3);
    assert_eq!((kept(folder), watched(&again).as_str()), (1, changed));
    again.ask(OpenGame(1));
    again.ask(Action::DiscardEdits);
    again.wait(3);
    assert_eq!((kept(folder), watched(&again).as_str()), (0, "1. d4 d5 *"));
    assert!(again.app.world().resource::<Edits>().all().is_empty());
    let last = self::table(Some(folder));
    assert!(unsaved(&last).is_empty() && told(&last.app).is_empty());
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        GAMES.replace("2. Nf3 Nc6", "2. Nf3 (2. Nc3 Nf6 {[%csl Re4]}) 2... Nc6")
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_of_the_program_keep_their_changes_and_damaged_ones_are_set_aside() {
    let folder = folder("edits-program");
    let mut table = table(Some(&folder));
    table.ask(OpenGame(2));
    table.ask(SetWords("Paris.".into()));
    assert_eq!(kept(&folder), 1);
    drop(table);
    let mut again = self::table(Some(&folder));
    assert!(unsaved(&again).is_empty(), "there is no file into which it could be saved");
    again.ask(OpenGame(2));
    assert!(watched(&again).contains("{Paris.}"));
    drop(again);
    let place = folder.join("state/edits");
    let one = place.join(&names(&place)[0]);
    let text = fs::read_to_string(&one).unwrap();
    for bad in ["", "version = 1\n", "\u{0}", &text[..text.len() / 2], &text.replace("1. e4", "1. e5")] {
        fs::write(&one, bad).unwrap();
        let mut table = self::table(Some(&folder));
        assert_eq!(told(&table.app).len(), 1, "{bad}");
        table.ask(OpenGame(2));
        assert!(!watched(&table).contains("Paris"));
        assert!(!one.exists(), "it is kept under another name");
    }
    assert_eq!(names(&place).len(), 5);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_was_opened_is_opened_again_from_the_dialog() {
    let (mut table, file) = opened("opened-again", true);
    let other = file.with_file_name("other.pgn");
    fs::write(&other, "1. c4 *\n").unwrap();
    table.ask(OpenPgn(other));
    table.settle();
    assert_eq!(table.moves(), "c4");
    table.ask(Action::Show(Overlay::Open));
    table.wait(4);
    // The one before the last.
    let place = {
        let world = table.app.world_mut();
        let mut contexts = world.query::<&mut EguiContext>();
        rect_of(contexts.single_mut(world).unwrap().get_mut(), "recent file 1").unwrap().center()
    };
    table.click_at(Vec2::new(place.x, place.y));
    table.settle();
    assert_eq!((table.moves().as_str(), table.overlay()), ("e4 e5 Nf3 Nc6 Bb5", Overlay::None));
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}
