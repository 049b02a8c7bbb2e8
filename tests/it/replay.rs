//! Watching: every game goes to its end and back with the scene equal to the position at each ply.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use bevy::prelude::*;
use endgame::{
    chess::{Piece, Square},
    game::{Match, Mode, ShowPly},
    pieces::{At, Figure},
    replay::{EnterNode, Library, OpenGame, OpenPgn, PlayFromHere, Replay, SetSpeed, Step, ToEnd, ToStart, TogglePlay},
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
    for number in 0..app.world().resource::<Library>().games.len() {
        let game = app.world().resource::<Library>().games[number].clone();
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

#[test]
fn every_game_of_the_data_is_watched_to_the_end_and_back() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let mut app = bare(Motion::Off);
    let mut folders = vec![data.join("pgn")];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "pgn") {
                files.push(path);
            }
        }
    }
    files.sort();
    let (mut games, mut plies) = (0, 0);
    for path in &files {
        // A file without games stays unopened, and says so; the one before it would be watched again.
        app.world_mut().resource_mut::<Library>().games.clear();
        ask(&mut app, OpenPgn(path.clone()));
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
    let (number, node) = library
        .games
        .iter()
        .enumerate()
        .find_map(|(number, game)| {
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
