//! The games that were kept: listed, gone on with, watched, renamed, put away and brought back.

use std::{fs, path::Path, time::Instant};

use bevy::prelude::*;
use endgame::{
    chess::{Game, Profile},
    game::{Match, Mode, NewGame, Seats},
    memory::{DeleteSaved, Folders, GoOnSaved, ListSaved, RenameSaved, Shelf, UndoDelete, WatchSaved},
    notation::pgn::reader,
    screens::Overlay,
    ui::Action,
};

use crate::{
    clock_flow::press,
    memory::{folder, names, told},
    running_game::{ask, begun, game, moves, play, written},
};

fn new_game(white: &str) -> NewGame {
    let seats = Seats { white: white.to_owned(), black: "B".to_owned(), ..Seats::default() };
    NewGame { start: *Match::default().game().start(), profile: Profile::Classic, seats }
}

fn listed(app: &mut App) -> Vec<String> {
    ask(app, ListSaved);
    while app.world().resource::<Shelf>().pace().is_some() {
        app.update();
    }
    app.world().resource::<Shelf>().games.iter().map(|game| game.file.clone()).collect()
}

fn texts(folder: &Path) -> Vec<String> {
    let files = names(folder).into_iter().map(|name| folder.join(name)).filter(|path| path.is_file());
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn games_are_listed_gone_on_with_and_watched() {
    let folder = folder("shelf");
    let mut app = begun(&folder);
    assert!(listed(&mut app).is_empty());
    ask(&mut app, new_game("First"));
    play(&mut app, "e4 e5");
    written(&mut app);
    ask(&mut app, new_game("Second"));
    play(&mut app, "f3 e5 g4 Qh4");
    written(&mut app);
    let files = listed(&mut app);
    let rows = &app.world().resource::<Shelf>().games;
    let row = |white: &str| rows.iter().find(|game| game.names[0] == white).unwrap();
    let (first, second) = (row("First").clone(), row("Second").clone());
    assert_eq!((files.len(), first.plies, first.result, second.plies, second.result), (2, 2, "*", 4, "0-1"));
    assert!(first.last == *game_after(&first.file, &folder).position() && first.date.len() == 10, "{first:?}");
    // On with the first; the second stays as it is.
    ask(&mut app, GoOnSaved(first.file.clone()));
    assert_eq!(
        (moves(&app).as_str(), game(&app).mode(), game(&app).seats().white.as_str()),
        ("e4 e5", Mode::Play, "First")
    );
    play(&mut app, "Nf3");
    written(&mut app);
    assert_eq!(listed(&mut app).len(), 2);
    ask(&mut app, GoOnSaved(second.file.clone()));
    assert_eq!(moves(&app), "e4 e5 Nf3", "a game that is over is not gone on with");
    ask(&mut app, DeleteSaved(first.file.clone()));
    assert_eq!(listed(&mut app).len(), 2, "what lies on the table is not put away");
    ask(&mut app, WatchSaved(second.file));
    assert_eq!((game(&app).mode(), game(&app).game().len()), (Mode::Replay, 4));
    drop(app);
    assert_eq!(moves(&begun(&folder)), "e4 e5 Nf3", "what was watched leaves the running game alone");
}

#[test]
fn games_are_renamed_put_away_and_brought_back() {
    let folder = folder("rename");
    let games = folder.join("games");
    let mut app = begun(&folder);
    for white in ["One", "Two"] {
        ask(&mut app, new_game(white));
        play(&mut app, "d4");
        written(&mut app);
    }
    ask(&mut app, new_game(""));
    written(&mut app);
    let before = texts(&games);
    let file = listed(&mut app).into_iter().last().unwrap();
    let new_names = ["Łukasz \"Q\"".to_owned(), String::new(), " Kitchen ".to_owned()];
    ask(&mut app, RenameSaved { file: file.clone(), names: new_names });
    let text = fs::read_to_string(games.join(&file)).unwrap();
    assert!(text.contains("[White \"Łukasz \\\"Q\\\"\"]") && text.contains("[Black \"?\"]"), "{text}");
    assert!(text.contains("[Event \"Kitchen\"]") && text.contains("1. d4 *"), "{text}");
    let row = |app: &App| app.world().resource::<Shelf>().games.iter().find(|game| game.file == file).cloned();
    let known = row(&app);
    assert!(listed(&mut app).contains(&file) && row(&app) == known);
    // Away and back again, as often as one likes; nothing that lies there is written over.
    for _ in 0..2 {
        ask(&mut app, DeleteSaved(file.clone()));
        assert!(!listed(&mut app).contains(&file) && !games.join(&file).exists());
        assert_eq!(texts(&games.join("deleted")), std::slice::from_ref(&text));
        ask(&mut app, UndoDelete);
        assert!(listed(&mut app).contains(&file));
        assert_eq!(fs::read_to_string(games.join(&file)).unwrap(), text);
    }
    ask(&mut app, UndoDelete);
    assert!(told(&app).is_empty() && texts(&games).len() == before.len());
    // A damaged file keeps its bytes, and is told.
    let damaged = "[White \"x\"]\n\n1. e4 e9 *\n";
    fs::write(games.join(&file), damaged).unwrap();
    ask(&mut app, RenameSaved { file: file.clone(), names: Default::default() });
    assert_eq!((fs::read_to_string(games.join(&file)).unwrap().as_str(), told(&app).len()), (damaged, 1));
}

#[test]
fn ten_thousand_games_are_listed() {
    let folder = folder("many");
    fs::create_dir_all(folder.join("games")).unwrap();
    let text = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0\n";
    for number in 0..10_000 {
        fs::write(folder.join(format!("games/{number:05}.pgn")), text).unwrap();
    }
    let mut app = begun(&folder);
    let began = Instant::now();
    ask(&mut app, ListSaved);
    while app.world().resource::<Shelf>().games.is_empty() {
        app.update();
    }
    let first = began.elapsed();
    while app.world().resource::<Shelf>().pace().is_some() {
        app.update();
    }
    let games = &app.world().resource::<Shelf>().games;
    assert!(games.len() == 10_000 && games[0].file == "09999.pgn" && games[9_999].plies == 20);
    println!("10,000 games: the first after {first:?}, all after {:?}", began.elapsed());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_list_is_used_with_the_mouse() {
    let folder = folder("mouse");
    let mut app = begun(&folder);
    play(&mut app, "e4");
    written(&mut app);
    ask(&mut app, new_game("Other"));
    play(&mut app, "d4");
    drop(app);
    let mut table = crate::table::Table::laid(640, 480, |app| {
        app.insert_resource(Folders::within(&folder));
    });
    table.ask(Action::Show(Overlay::Saved));
    table.wait(20);
    let files: Vec<String> = table.app.world().resource::<Shelf>().games.iter().map(|game| game.file.clone()).collect();
    assert_eq!((files.len(), table.overlay()), (2, Overlay::Saved));
    let wanted = app_file(&table.app, "");
    press(&mut table, &format!("saved {wanted}"));
    press(&mut table, "saved-go-on");
    table.wait(5);
    assert_eq!((table.moves().as_str(), table.overlay()), ("e4", Overlay::None));
}

/// The game in a file.
fn game_after(file: &str, folder: &Path) -> Game {
    let tree = reader::read_all(fs::read(folder.join("games").join(file)).unwrap()).remove(0);
    tree.to_game(Profile::Classic).unwrap()
}

/// The file of the game with this White.
fn app_file(app: &App, white: &str) -> String {
    app.world().resource::<Shelf>().games.iter().find(|game| game.names[0] == white).unwrap().file.clone()
}
