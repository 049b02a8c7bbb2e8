//! Finding games in a list and showing them one after the other: search, order, several files, positions, favorites.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use bevy::{input::keyboard::Key, prelude::*, window::FileDragAndDrop};
use bevy_egui::egui;
use endgame::{
    game::{Match, Mode, Notice, Refusal},
    memory::{Folders, Recent, wait_until_written},
    notation::{
        pgn::{reach::Reach, reader::read_all},
        read_move,
    },
    replay::{
        Arrange, By, Find, FindPosition, Found, Library, OpenFiles, OpenGame, OpenPgn, OpenReached, Order,
        PlayFromHere, Programme, Reached, Replay, SaveToCollection, Search, SetSpeed, Stars, ToggleLoop,
        ToggleProgramme, ToggleShuffle,
    },
    ui::{Action, rect_of},
    window::{self, headless_with},
};

use crate::{replay::folder, ui::Table};

const GAMES: &str = "[White \"Réti, Richard\"]\n[Black \"Alekhine\"]\n[Date \"1925.04.25\"]\n\n1. e4 e5 2. Nf3 0-1\n\n\
    [White \"Alekhine\"]\n[Black \"Böök\"]\n[Date \"1938.??.??\"]\n\n1. d4 d5 1-0\n\n\
    [White \"Odd\"]\n[Variant \"suicide\"]\n\n1. e3 *\n\n\
    [White \"Blackburne\"]\n[Black \"Réti\"]\n[Date \"1901\"]\n\n1. Nf3 e5 2. e4 1/2-1/2\n";

fn bare() -> App {
    window::bare(Duration::from_millis(50))
}

fn ask<'a, E: Event<Trigger<'a>: Default>>(app: &mut App, request: E) {
    app.world_mut().trigger(request);
    app.update();
    app.update();
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn found(app: &App) -> Vec<usize> {
    let found = app.world().resource::<Found>();
    (0..found.len()).map(|place| found.at(place).unwrap()).collect()
}

fn current(app: &App) -> Option<usize> {
    app.world().resource::<Library>().current
}

fn search(text: &str) -> Find {
    Find(Search { text: text.to_owned(), ..Search::default() })
}

/// Lets frames pass until a condition holds.
fn until(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) {
    let began = Instant::now();
    while !holds(app) {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn games_are_found_and_stepped_through_in_the_order_that_is_shown() {
    let folder = folder("found");
    let mut app = bare();
    ask(&mut app, OpenPgn(write(&folder, "a.pgn", GAMES)));
    assert_eq!(found(&app), [0, 1, 2, 3]);
    ask(&mut app, search("reti"));
    assert_eq!(found(&app), [0, 3]);
    ask(&mut app, Arrange(Order { by: By::Date, falling: false }));
    assert_eq!(found(&app), [3, 0]);
    for (forward, wanted) in [(false, Some(3)), (false, Some(3)), (true, Some(0)), (true, Some(0))] {
        ask(&mut app, endgame::replay::NextGame { forward });
        assert_eq!(current(&app), wanted);
    }
    // Of all games the one that cannot be watched is passed over.
    ask(&mut app, search(""));
    ask(&mut app, Arrange(Order::default()));
    ask(&mut app, OpenGame(1));
    ask(&mut app, endgame::replay::NextGame { forward: true });
    assert_eq!(current(&app), Some(3));
    // Another file is searched for the same.
    ask(&mut app, search("book"));
    ask(&mut app, OpenPgn(write(&folder, "b.pgn", &format!("[White \"Book\"]\n\n1. e4 *\n\n{GAMES}"))));
    assert_eq!(found(&app), [0, 2]);
    fs::remove_dir_all(folder).unwrap();
}

/// Games enough for the thread: every tenth is one of Anderssen's.
fn many(games: usize) -> String {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 ".to_owned();
    let game = |number: usize| {
        let white = if number.is_multiple_of(10) {
            "Anderßen, Ädolf".to_owned()
        } else {
            format!("Player {}", number * 7919 % games)
        };
        let year = 1850 + number % 150;
        format!(
            "[Event \"Open {number}\"]\n[White \"{white}\"]\n[Black \"B{number}\"]\n[Date \"{year}\"]\n\n{moves}1-0\n\n"
        )
    };
    (0..games).map(game).collect()
}

fn is_found(app: &App) -> bool {
    app.world().resource::<Library>().progress.is_none() && !app.world().resource::<Found>().is_busy()
}

#[test]
fn a_long_list_is_searched_behind_while_it_grows() {
    let folder = folder("long-search");
    let mut app = bare();
    ask(&mut app, OpenPgn(write(&folder, "a.pgn", &many(20_000))));
    ask(&mut app, search("anderssen adolf"));
    assert!(app.world().resource::<Library>().progress.is_some());
    until(&mut app, "the list is not searched", is_found);
    assert_eq!(found(&app), (0..20_000).step_by(10).collect::<Vec<_>>());
    // One letter after the other: only the last question counts.
    for text in ["b", "b1", "b19", "b1999"] {
        ask(&mut app, search(text));
    }
    until(&mut app, "the list is not searched", is_found);
    assert_eq!(found(&app), [1_999].into_iter().chain(19_990..20_000).collect::<Vec<_>>());
    ask(&mut app, Arrange(Order { by: By::Date, falling: true }));
    until(&mut app, "the list is not sorted", is_found);
    let years: Vec<usize> = found(&app).iter().map(|number| number % 150).collect();
    assert!(years.is_sorted_by(|a, b| a >= b), "{years:?}");
    ask(&mut app, search(""));
    until(&mut app, "the list is not whole", is_found);
    assert_eq!(app.world().resource::<Found>().len(), 20_000);
    fs::remove_dir_all(folder).unwrap();
}

/// Shows games until the programme is over, or so many were shown. Answers which, and whether each had its title.
fn show(app: &mut App, most: usize) -> Vec<usize> {
    let mut shown: Vec<usize> = Vec::new();
    let mut title = Duration::ZERO;
    for _ in 0..20_000 {
        app.update();
        let programme = app.world().resource::<Programme>();
        if !programme.on {
            break;
        }
        if programme.shows_title() {
            let first = title.is_zero();
            title += Duration::from_millis(50);
            if first {
                shown.push(current(app).unwrap());
                assert_eq!(app.world().resource::<Match>().ply(), 0);
                if shown.len() > most {
                    shown.pop();
                    break;
                }
            }
        } else if !title.is_zero() {
            assert!(title >= Duration::from_secs(3), "a title of {title:?}");
            title = Duration::ZERO;
        }
    }
    shown
}

#[test]
fn a_programme_shows_the_found_games_one_after_the_other() {
    let folder = folder("programme");
    let mut app = bare();
    ask(&mut app, OpenPgn(write(&folder, "a.pgn", GAMES)));
    ask(&mut app, SetSpeed(4.0));
    ask(&mut app, ToggleProgramme);
    assert_eq!(show(&mut app, 9), [0, 1, 3], "all that can be watched, and then it stops");
    let (replay, current) = (app.world().resource::<Replay>(), app.world().resource::<Match>());
    assert!(current.is_at_end() && !replay.playing && replay.speed == 4.0);
    ask(&mut app, search("reti"));
    ask(&mut app, Arrange(Order { by: By::Date, falling: false }));
    ask(&mut app, OpenGame(1));
    ask(&mut app, ToggleLoop);
    ask(&mut app, ToggleProgramme);
    assert_eq!(show(&mut app, 5), [3, 0, 3, 0, 3], "from the first of those that are shown, again and again");
    // A game of one's own ends it.
    ask(&mut app, PlayFromHere);
    app.update();
    assert!(!app.world().resource::<Programme>().on);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_shuffled_programme_shows_each_game_once() {
    let folder = folder("shuffle");
    let mut app = bare();
    let games: String = (0..30).map(|number| format!("[White \"W{number}\"]\n\n1. e4 *\n\n")).collect();
    ask(&mut app, OpenPgn(write(&folder, "a.pgn", &games)));
    ask(&mut app, OpenGame(12));
    ask(&mut app, SetSpeed(8.0));
    ask(&mut app, ToggleShuffle);
    app.world_mut().resource_mut::<Programme>().shuffle = Some(7);
    ask(&mut app, ToggleProgramme);
    let shown = show(&mut app, 99);
    assert_eq!(shown[0], 12);
    let mut sorted = shown.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..30).collect::<Vec<_>>());
    assert!(!shown.is_sorted() && shown.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count() < 8, "{shown:?}");
    // The way back is the same way.
    let before = shown[shown.len() - 2];
    ask(&mut app, endgame::replay::NextGame { forward: false });
    assert_eq!(current(&app), Some(before));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn who_takes_a_hand_in_a_programme_is_not_disturbed() {
    let folder = folder("disturbed");
    let mut app = bare();
    ask(&mut app, OpenPgn(write(&folder, "a.pgn", GAMES)));
    ask(&mut app, ToggleProgramme);
    assert!(app.world().resource::<Programme>().shows_title());
    ask(&mut app, endgame::replay::Step(1));
    for _ in 0..400 {
        app.update();
    }
    let programme = app.world().resource::<Programme>();
    assert!(programme.on && programme.wait().is_none());
    assert_eq!((current(&app), app.world().resource::<Match>().ply()), (Some(0), 1), "nothing goes on by itself");
    ask(&mut app, endgame::replay::TogglePlay);
    until(&mut app, "the next game does not come", |app| current(app) == Some(1));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn several_files_are_one_library_and_each_game_goes_back_into_its_own() {
    let folder = folder("several");
    let texts = ["[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n", "% nothing\n", "[White \"C\"]\n\n1. c4 *\n"];
    let files: Vec<PathBuf> =
        texts.iter().enumerate().map(|(number, text)| write(&folder, &format!("{number}.pgn"), text)).collect();
    let missing = folder.join("missing.pgn");
    let mut app = bare();
    ask(
        &mut app,
        OpenFiles(vec![files[0].clone(), missing.clone(), files[1].clone(), files[2].clone(), files[0].clone()]),
    );
    let library = app.world().resource::<Library>();
    let names: Vec<&str> = library.rows.iter().map(|game| game.white()).collect();
    assert_eq!((names, library.name.as_str()), (vec!["A", "B", "C"], "0.pgn +2"));
    let told = app.world().resource::<Notice>().0.clone();
    assert!(
        matches!(&told, Some(Refusal::NotOpened { file, .. }) if *file == missing.display().to_string()),
        "{told:?}"
    );
    for number in [2, 1] {
        ask(&mut app, OpenGame(number));
        {
            let mut replay = app.world_mut().resource_mut::<Replay>();
            let tree = std::sync::Arc::make_mut(&mut replay.tree);
            let last = tree.main_line()[0];
            let mv = read_move(tree.last_position(), "e6").unwrap();
            tree.add(last, mv);
        }
        ask(&mut app, SaveToCollection);
        assert_eq!(current(&app), Some(number));
    }
    let read = |number: usize| fs::read_to_string(&files[number]).unwrap();
    assert!(
        read(2).contains("1. c4 e6")
            && read(0).contains("1. d4 e6")
            && read(0).starts_with("[White \"A\"]\n\n1. e4 *\n")
    );
    assert_eq!(read(1), texts[1]);
    assert_eq!(read_all(read(0)).len(), 2);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_too_long_for_one_look_are_listed_one_behind_the_other() {
    let folder = folder("several-long");
    let files: Vec<PathBuf> = (0..3).map(|number| write(&folder, &format!("{number}.pgn"), &many(9_000))).collect();
    let mut app = bare();
    ask(&mut app, OpenFiles(files));
    until(&mut app, "the files are not listed", |app| app.world().resource::<Library>().progress.is_none());
    assert_eq!(app.world().resource::<Library>().rows.len(), 27_000);
    for number in [0, 8_999, 9_000, 18_001, 26_999] {
        ask(&mut app, OpenGame(number));
        let event = format!("Open {}", number % 9_000);
        assert_eq!(app.world().resource::<Replay>().tree.tag("Event"), Some(event.as_str()));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_dropped_together_are_opened_together() {
    let folder = folder("dropped");
    let mut table = Table::new(1280, 720);
    let window = table.window();
    for name in ["a.pgn", "b.pgn"] {
        let path_buf = write(&folder, name, GAMES);
        table.0.world_mut().write_message(FileDragAndDrop::DroppedFile { window, path_buf });
    }
    table.rest();
    assert_eq!(table.0.world().resource::<Library>().rows.len(), 8);
    fs::remove_dir_all(folder).unwrap();
}

fn reaching(app: &mut App, moves: &[&str]) {
    let mut position = endgame::chess::Position::start();
    moves.iter().for_each(|mv| position.advance(read_move(&position, mv).unwrap()));
    ask(app, FindPosition(position));
    until(app, "the position is not found", |app| {
        app.world().get_resource::<Reached>().is_some_and(|reached| !reached.runs)
    });
    app.update();
    app.update();
}

#[test]
fn games_that_reach_a_position_are_found_and_opened_there() {
    let folder = folder("position");
    let mut app = bare();
    let files = [write(&folder, "a.pgn", GAMES), write(&folder, "b.pgn", &many(2_500))];
    ask(&mut app, OpenFiles(files.to_vec()));
    reaching(&mut app, &["e4", "e5", "Nf3"]);
    assert_eq!(found(&app), [0, 3].into_iter().chain(4..2_504).collect::<Vec<_>>());
    assert_eq!(app.world().resource::<Reached>().place(3), Some(Reach { ply: 3, aside: false }));
    ask(&mut app, search("reti"));
    assert_eq!(found(&app), [0, 3], "what is looked for counts as well");
    reaching(&mut app, &["d4"]);
    assert_eq!(found(&app), [] as [usize; 0]);
    ask(&mut app, search(""));
    assert_eq!(found(&app), [1]);
    // Another list has nothing to do with it.
    ask(&mut app, OpenPgn(files[0].clone()));
    app.update();
    assert_eq!(found(&app).len(), 4);
    assert!(app.world().get_resource::<Reached>().is_none());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_position_of_a_variation_is_found_and_opened_there() {
    let folder = folder("position-aside");
    let mut app = bare();
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5)) 2. Nf3 *\n\n1. c4 *\n\n1. e4 c5 2. c3 d5 *\n";
    ask(&mut app, OpenPgn(write(&folder, "aside.pgn", text)));
    reaching(&mut app, &["e4", "c5", "c3", "d5"]);
    assert_eq!(found(&app), [0, 2]);
    let place = |number| app.world().resource::<Reached>().place(number);
    assert_eq!((place(0), place(2)), (Some(Reach { ply: 4, aside: true }), Some(Reach { ply: 4, aside: false })));
    for (number, line) in [(0, 5), (2, 4)] {
        ask(&mut app, OpenReached(number));
        let game = app.world().resource::<Match>();
        assert_eq!((game.mode(), game.ply(), game.game().len()), (Mode::Replay, 4, line));
        assert_eq!(*game.shown(), app.world().resource::<Reached>().position);
    }
    // A game that does not reach it begins at its start.
    ask(&mut app, OpenReached(1));
    assert_eq!(app.world().resource::<Match>().ply(), 0);
    fs::remove_dir_all(folder).unwrap();
}

impl Table {
    fn there(&mut self, name: &str) -> Option<egui::Rect> {
        rect_of(&self.ctx(), name)
    }

    fn listed(&self) -> Vec<usize> {
        found(&self.0)
    }
}

#[test]
fn the_list_is_driven_by_hand() {
    let folder = folder("by-hand");
    let mut table = Table::new(1280, 720);
    table.trigger(OpenPgn(write(&folder, "a.pgn", GAMES)));
    table.rest();
    // Words are typed where Ctrl+F leads.
    table.with_control("f", KeyCode::KeyF);
    for (letter, code) in [("r", KeyCode::KeyR), ("e", KeyCode::KeyE), ("t", KeyCode::KeyT)] {
        table.letter(letter, code);
    }
    assert_eq!(table.listed(), [0, 3]);
    table.key(Key::Escape, KeyCode::Escape);
    // N goes on, with Shift back.
    table.letter("n", KeyCode::KeyN);
    assert_eq!(table.0.world().resource::<Library>().current, Some(3));
    table.press("find-clear");
    assert_eq!(table.listed().len(), 4);
    // A star is made and looked for.
    table.press("star 0");
    let key = table.0.world().resource::<Library>().rows[0].key;
    assert!(table.0.world().resource::<Stars>().has(key));
    table.press("find-favorites");
    assert_eq!(table.listed(), [0]);
    table.press("find-clear");
    // The position on the table.
    table.trigger(OpenGame(0));
    table.rest();
    table.key(Key::End, KeyCode::End);
    table.letter("g", KeyCode::KeyG);
    table.rest();
    assert_eq!(table.listed(), [0, 3]);
    table.press("game 3");
    let current = table.current();
    assert_eq!((current.ply(), current.mode()), (3, Mode::Replay));
    table.press("find-position-forget");
    assert_eq!(table.listed().len(), 4);
    // The order is chosen in a menu.
    table.press("find-order");
    table.press("order-white");
    assert_eq!(table.listed(), [1, 3, 2, 0]);
    table.press("order-white");
    assert_eq!(table.listed(), [0, 2, 3, 1]);
    table.key(Key::Escape, KeyCode::Escape);
    // A programme, with its title.
    table.press("programme-show");
    assert!(table.0.world().resource::<Programme>().on);
    table.trigger(Action::NextGame(true));
    for _ in 0..6 {
        table.0.update();
    }
    assert!(table.there("title").is_some());
    fs::remove_dir_all(folder).unwrap();
}

/// A table whose files are in this folder.
fn at_home(folder: &Path) -> App {
    let folders = Folders::within(folder);
    headless_with(1280, 720, Duration::from_millis(50), |app| {
        app.insert_resource(folders);
    })
}

fn recent(app: &App) -> Vec<PathBuf> {
    app.world().resource::<Recent>().files.clone()
}

#[test]
fn files_and_favorites_are_remembered() {
    let folder = folder("remembered");
    let files: Vec<PathBuf> = (0..12).map(|number| write(&folder, &format!("{number}.pgn"), GAMES)).collect();
    let mut app = at_home(&folder);
    for file in &files {
        ask(&mut app, OpenPgn(file.clone()));
    }
    let last: Vec<PathBuf> = files[2..].iter().rev().cloned().collect();
    assert_eq!(recent(&app), last);
    ask(&mut app, endgame::replay::ToggleStar(3));
    app.update();
    wait_until_written(Duration::from_secs(10));
    drop(app);
    let mut app = at_home(&folder);
    assert_eq!(recent(&app), last);
    ask(&mut app, OpenPgn(files[5].clone()));
    assert_eq!(recent(&app)[0], files[5]);
    assert_eq!(recent(&app).len(), 10);
    // The star goes with the game, whatever file it is in and whatever is said of it.
    let other = GAMES.replace("1. Nf3 e5", "{a remark} 1. Nf3 $1 (1. d4) e5");
    let other = format!("[White \"first\"]\n\n1. e4 *\n\n{other}");
    ask(&mut app, OpenPgn(write(&folder, "other.pgn", &other)));
    ask(&mut app, Find(Search { favorites: true, ..Search::default() }));
    assert_eq!(found(&app), [4]);
    // A file that is gone is said to be gone, and is remembered no more.
    fs::remove_file(&files[7]).unwrap();
    ask(&mut app, OpenPgn(files[7].clone()));
    assert!(matches!(&app.world().resource::<Notice>().0, Some(Refusal::NotOpened { .. })));
    assert!(!recent(&app).contains(&files[7]) && recent(&app).len() == 9);
    app.update();
    wait_until_written(Duration::from_secs(10));
    drop(app);
    // What is not understood is set aside, and begun anew.
    let state = folder.join("state");
    for name in ["recent.toml", "favorites.toml"] {
        assert!(state.join(name).is_file(), "{name}");
        fs::write(state.join(name), "version = 1\nlist = 7\n").unwrap();
    }
    let app = at_home(&folder);
    assert!(recent(&app).is_empty());
    assert!(state.join("recent.toml.set-aside-1").is_file() && state.join("favorites.toml.set-aside-1").is_file());
    drop(app);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_star_goes_along_when_its_game_is_changed_and_saved() {
    let folder = folder("star-saved");
    let mut app = bare();
    ask(&mut app, OpenPgn(write(&folder, "a.pgn", "[White \"A\"]\n\n1. e4 *\n")));
    ask(&mut app, endgame::replay::ToggleStar(0));
    {
        let mut replay = app.world_mut().resource_mut::<Replay>();
        let tree = std::sync::Arc::make_mut(&mut replay.tree);
        let last = tree.main_line()[0];
        let mv = read_move(tree.last_position(), "e6").unwrap();
        tree.add(last, mv);
    }
    ask(&mut app, SaveToCollection);
    let key = app.world().resource::<Library>().rows[0].key;
    assert!(app.world().resource::<Stars>().has(key) && app.world().resource::<Stars>().0.len() == 1);
    fs::remove_dir_all(folder).unwrap();
}

/// What a search costs the frames, with a file of some 200 MB: `GAMES=270000`.
#[test]
#[ignore = "a measurement"]
fn what_a_search_in_a_very_long_list_costs() {
    let games: usize = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(270_000);
    let folder = folder("very-long");
    // As long as games are: 40 moves.
    let moves =
        "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 Nc6 5. Bb5 a6 6. Ba4 Nf6 7. O-O Be7 8. Re1 b5 9. Bb3 d6 10. c3 O-O ";
    let text = many(games)
        .replace("1. e4 e5 2. Nf3", &format!("{moves}11. h3 Na5 12. Bc2 c5 13. d4 Qc7 {{"))
        .replace("Be7 1-0", "Be7 } 1-0");
    let text = text.replace("{ ", "{ and so it went on, as it does in so many games of this kind, with little to choose between them, until at last both had seen enough of it and shook hands over the board ");
    println!("{} MB, {games} games", text.len() / 1_000_000);
    let mut app = bare();
    let path = write(&folder, "a.pgn", &text);
    drop(text);
    let frames = |app: &mut App, what: &str, holds: &dyn Fn(&App) -> bool| {
        let (began, mut worst, mut count) = (Instant::now(), Duration::ZERO, 0);
        loop {
            let frame = Instant::now();
            app.update();
            worst = worst.max(frame.elapsed());
            count += 1;
            if holds(app) {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        println!("{what}: {:?} in {count} frames, the longest {worst:?}", began.elapsed());
    };
    app.world_mut().trigger(OpenPgn(path));
    frames(&mut app, "listed", &|app| app.world().resource::<Library>().progress.is_none());
    for text in ["a", "anderssen", "anderssen 1900", "zzz", ""] {
        app.world_mut().trigger(search(text));
        frames(&mut app, &format!("`{text}`"), &is_found);
        println!("  {} found", app.world().resource::<Found>().len());
    }
    for by in By::ALL {
        app.world_mut().trigger(Arrange(Order { by, falling: true }));
        frames(&mut app, &format!("by {by:?}"), &is_found);
    }
    let mut position = endgame::chess::Position::start();
    for mv in ["e4", "c5"] {
        position.advance(read_move(&position, mv).unwrap());
    }
    app.world_mut().trigger(FindPosition(position));
    frames(&mut app, "a position that no game reaches", &|app| {
        app.world().get_resource::<Reached>().is_some_and(|reached| !reached.runs)
    });
    fs::remove_dir_all(folder).unwrap();
}
