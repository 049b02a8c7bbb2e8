//! Watching: every game goes to its end and back with the scene equal to the position at each ply.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use bevy::prelude::*;
use endgame::{
    chess::{Piece, Square},
    game::{Match, Mode, Notice, Refusal, ShowPly},
    pieces::{At, Figure},
    replay::{
        EnterNode, Library, OpenGame, OpenPgn, PlayFromHere, Replay, SaveToCollection, SetSpeed, Step, StopListing,
        ToEnd, ToStart, TogglePlay,
    },
    settings::{Motion, Settings},
    window,
};

use crate::support;

fn bare(motion: Motion) -> App {
    let mut app = window::bare(Duration::from_millis(100));
    app.world_mut().resource_mut::<Settings>().motion = motion;
    app.update();
    app
}

fn ask<'a, E: Event<Trigger<'a>: Default>>(app: &mut App, request: E) {
    app.world_mut().trigger(request);
    app.update();
}

fn assert_scene(app: &mut App, what: &str) {
    let mut scene: BTreeMap<Square, Piece> = BTreeMap::new();
    for (at, figure) in app.world_mut().query::<(&At, &Figure)>().iter(app.world()) {
        assert_eq!(scene.insert(at.0, figure.0), None, "{what}: two men on {}", at.0);
    }
    let shown = app.world().resource::<Match>();
    let expected: BTreeMap<Square, Piece> = shown.shown().pieces().collect();
    assert_eq!(scene, expected, "{what} at ply {}", shown.ply());
}

fn men(app: &mut App) -> usize {
    app.world_mut().query::<&Figure>().iter(app.world()).count()
}

/// Steps through every game of the library to the end and back.
fn go_through(app: &mut App, file: &str) -> (usize, usize) {
    let (mut games, mut plies) = (0, 0);
    for number in 0..app.world().resource::<Library>().rows.len() {
        let game = app.world().resource::<Library>().game(number).unwrap();
        if !game.playable {
            continue;
        }
        ask(app, OpenGame(number));
        let what = format!("{file}, game {}", number + 1);
        let line = game.main_line();
        let count = men(app);
        assert_eq!(count, game.start.pieces().count(), "{what}");
        for ply in 0..=line.len() {
            ask(app, ShowPly(ply));
            assert_scene(app, &what);
        }
        assert_eq!(app.world().resource::<Match>().shown(), game.last_position(), "{what}");
        for ply in (0..line.len()).rev() {
            ask(app, Step(-1));
            assert_eq!(app.world().resource::<Match>().ply(), ply);
            assert_scene(app, &what);
        }
        assert_eq!(men(app), count, "{what}: men were lost or made");
        games += 1;
        plies += line.len();
    }
    (games, plies)
}

/// Waits until the list of games is complete.
fn list_all(app: &mut App) {
    while app.world().resource::<Library>().progress.is_some() {
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

#[test]
fn every_game_of_the_data_is_watched_to_the_end_and_back() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let mut app = bare(Motion::Off);
    let files = support::files_in(&data.join("pgn"), "pgn");
    let (mut games, mut plies) = (0, 0);
    for path in &files {
        // A file without games stays unopened, and says so; the one before it would be watched again.
        app.world_mut().resource_mut::<Library>().rows.clear();
        ask(&mut app, OpenPgn(path.clone()));
        list_all(&mut app);
        let (g, p) = go_through(&mut app, &path.file_name().unwrap().to_string_lossy());
        games += g;
        plies += p;
    }
    println!("{} files, {games} games, {plies} plies watched to the end and back", files.len());
    assert!(files.len() > 30 && games > 500 && plies > 50_000);
}

#[test]
fn the_great_games_are_watched_to_the_end_and_back() {
    let mut app = bare(Motion::Off);
    let (games, plies) = go_through(&mut app, "great games");
    assert!(games >= 10 && plies > 500);
}

#[test]
fn a_variation_is_entered_and_left() {
    let mut app = bare(Motion::Off);
    let library = app.world().resource::<Library>();
    let (number, node) = (0..library.rows.len())
        .find_map(|number| {
            let game = library.game(number).unwrap();
            let main = game.main_line();
            (1..game.nodes.len()).find(|node| !main.contains(node)).map(|node| (number, node))
        })
        .expect("one of the great games has a variation");
    ask(&mut app, OpenGame(number));
    let main = app.world().resource::<Replay>().line.clone();
    ask(&mut app, EnterNode(node));
    let replay = app.world().resource::<Replay>().clone();
    assert!(replay.line.contains(&node) && replay.line != main);
    let shown = app.world().resource::<Match>();
    assert_eq!(replay.node_at(shown.ply()), node);
    assert_eq!(shown.shown(), &replay.tree.nodes[node].position);
    assert_scene(&mut app, "in the variation");
    ask(&mut app, ToEnd);
    assert_scene(&mut app, "at its end");
    ask(&mut app, EnterNode(*main.last().unwrap()));
    assert_eq!(app.world().resource::<Replay>().line, main);
    assert_scene(&mut app, "back in the game");
}

#[test]
fn the_film_plays_every_ply_in_order_and_stops() {
    // Motion longer than the pause at this speed.
    let mut app = bare(Motion::Slow);
    ask(&mut app, OpenGame(0));
    ask(&mut app, SetSpeed(8.0));
    let plies = app.world().resource::<Match>().game().len();
    ask(&mut app, TogglePlay);
    let mut seen = vec![0];
    for _ in 0..plies * 40 {
        app.update();
        let ply = app.world().resource::<Match>().ply();
        if seen.last() != Some(&ply) {
            seen.push(ply);
        }
        if !app.world().resource::<Replay>().playing {
            break;
        }
    }
    assert_eq!(seen, (0..=plies).collect::<Vec<_>>());
    assert!(!app.world().resource::<Replay>().playing, "the button says what is so");
    assert_scene(&mut app, "at the end");
    // Playing on from the end begins anew; a step by hand stands still.
    ask(&mut app, TogglePlay);
    assert_eq!(app.world().resource::<Match>().ply(), 0);
    ask(&mut app, Step(1));
    assert!(!app.world().resource::<Replay>().playing);
    ask(&mut app, ToStart);
    assert_scene(&mut app, "at the start");
}

#[test]
fn one_can_play_on_from_a_watched_position() {
    let mut app = bare(Motion::Off);
    ask(&mut app, OpenGame(0));
    ask(&mut app, ShowPly(7));
    let position = *app.world().resource::<Match>().shown();
    ask(&mut app, PlayFromHere);
    app.update();
    let shown = app.world().resource::<Match>();
    assert_eq!((shown.mode(), shown.shown()), (Mode::Play, &position));
    assert!(app.world().get_resource::<Replay>().is_none());
    assert_scene(&mut app, "played on");
}

/// A folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("endgame-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Games enough to be listed in the background.
pub fn large(games: usize) -> String {
    let game = |number: usize| {
        let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(30);
        format!("[Event \"large\"]\n[White \"W{number}\"]\n[Black \"B\"]\n[Result \"*\"]\n\n{moves}*\n\n")
    };
    (0..games).map(game).collect()
}

#[test]
fn a_large_file_is_there_at_once_and_listed_behind() {
    let folder = folder("large");
    let path = folder.join("large.pgn");
    std::fs::write(&path, large(10_000) + "[Variant \"suicide\"]\n\n1. e3 *\n").unwrap();
    let mut app = bare(Motion::Off);
    ask(&mut app, OpenPgn(path.clone()));
    let library = app.world().resource::<Library>();
    assert!(library.progress.is_some() && library.rows.len() < 10_000 && library.current == Some(0));
    assert_eq!(app.world().resource::<Match>().mode(), Mode::Replay);
    list_all(&mut app);
    let library = app.world().resource::<Library>();
    assert_eq!((library.rows.len(), library.faulty, library.rows[9_999].white()), (10_001, 1, "W9999"));
    ask(&mut app, OpenGame(9_999));
    assert_eq!(app.world().resource::<Replay>().tree.tag("White"), Some("W9999"));
    // One that cannot be watched leaves the watched one alone.
    ask(&mut app, OpenGame(10_000));
    assert_eq!(app.world().resource::<Library>().current, Some(9_999));
    // Stopped, it stays as it is; another file begins anew.
    ask(&mut app, OpenPgn(path.clone()));
    ask(&mut app, StopListing);
    let stopped = app.world().resource::<Library>().rows.len();
    for _ in 0..50 {
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    assert_eq!(app.world().resource::<Library>().rows.len(), stopped);
    let small = folder.join("small.pgn");
    std::fs::write(&small, "1. e4 *\n").unwrap();
    ask(&mut app, OpenPgn(path));
    ask(&mut app, OpenPgn(small));
    for _ in 0..50 {
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    assert_eq!(app.world().resource::<Library>().rows.len(), 1);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_is_saved_back_and_the_others_are_not_touched() {
    let folder = folder("back");
    let path = folder.join("collection.pgn");
    let (before, behind) = ("; mine\n\n[Event \"a\"]\n\n1. e4   e5 *\n\n\n", "\n\n\n[Event \"c\"]\n\n1.c4 *   ");
    let text = format!("{before}[Event \"b\"]\n\n1.d4 d5 2. c4 *{behind}");
    std::fs::write(&path, &text).unwrap();
    let mut app = bare(Motion::Off);
    ask(&mut app, OpenPgn(path.clone()));
    ask(&mut app, OpenGame(1));
    ask(&mut app, SaveToCollection);
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved, format!("{before}[Event \"b\"]\n\n1. d4 d5 2. c4 *{behind}"));
    assert!(matches!(app.world().resource::<Notice>().0, Some(Refusal::Saved { .. })));
    assert_eq!(app.world().resource::<Library>().current, Some(1));
    // Someone else has changed it meanwhile.
    std::fs::write(&path, format!("\n{text}")).unwrap();
    ask(&mut app, SaveToCollection);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("\n{text}"));
    let Some(Refusal::NotSaved { why, .. }) = app.world().resource::<Notice>().0.clone() else { panic!("saved") };
    assert!(why.contains("has changed"), "{why}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Time to the first row and memory, for the figures: `cargo test --release -- --ignored --nocapture a_huge_file`.
#[test]
#[ignore = "a measurement: 200 MB of the outside data"]
fn a_huge_file() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let folder = folder("huge");
    let path = folder.join("huge.pgn");
    let mut text = std::fs::read(data.join("pgn/internet_games.pgn")).unwrap();
    text.extend_from_slice(b"\n\n");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    for _ in 0..200_000_000 / text.len() + 1 {
        std::io::Write::write_all(&mut file, &text).unwrap();
    }
    drop(file);
    let memory = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        status
            .lines()
            .filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut app = bare(Motion::Off);
    println!("before: {}", memory());
    let start = std::time::Instant::now();
    ask(&mut app, OpenPgn(path));
    println!("first {} rows after {:?}", app.world().resource::<Library>().rows.len(), start.elapsed());
    let mut slowest = Duration::ZERO;
    while app.world().resource::<Library>().progress.is_some() {
        std::thread::sleep(Duration::from_millis(100));
        let frame = std::time::Instant::now();
        app.update();
        slowest = slowest.max(frame.elapsed());
    }
    println!("all {} rows after {:?}", app.world().resource::<Library>().rows.len(), start.elapsed());
    println!("slowest frame {slowest:?}; {}", memory());
    let last = app.world().resource::<Library>().rows.len() - 1;
    let open = std::time::Instant::now();
    ask(&mut app, OpenGame(last));
    println!("the last game is open after {:?}", open.elapsed());
    assert!(app.world().resource::<Library>().current == Some(last));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_jump_between_lines_changes_no_knights() {
    let folder = folder("lines");
    let path = folder.join("lines.pgn");
    std::fs::write(&path, "1. e4 e5 2. Ne2 (2. Nc3 Nf6) 2... Nf6 *\n").unwrap();
    let mut app = bare(Motion::Normal);
    ask(&mut app, OpenPgn(path));
    let at = |app: &mut App, square: Square| {
        let world = app.world_mut();
        world.query::<(Entity, &At)>().iter(world).find(|(_, at)| at.0 == square).map(|(entity, _)| entity)
    };
    let (b1, g1) = (at(&mut app, Square::B1), at(&mut app, Square::G1));
    let tree = app.world().resource::<Replay>().tree.clone();
    let node = |text: &str| (1..tree.nodes.len()).find(|node| tree.san(*node) == text).unwrap();
    ask(&mut app, EnterNode(node("Ne2")));
    assert_eq!(at(&mut app, Square::E2), g1);
    for _ in 0..2 {
        ask(&mut app, EnterNode(node("Nc3")));
        assert_eq!((at(&mut app, Square::C3), at(&mut app, Square::G1)), (b1, g1));
        ask(&mut app, EnterNode(node("Ne2")));
        assert_eq!((at(&mut app, Square::B1), at(&mut app, Square::E2)), (b1, g1));
    }
    assert_scene(&mut app, "after the jumps");
    std::fs::remove_dir_all(folder).unwrap();
}
