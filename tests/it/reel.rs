//! The film of a game: wherever it is looked at, and however one came there, men stand in the same places.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use bevy::prelude::*;
use endgame::{
    animation::{Scrub, is_settled},
    chess::{Piece, Square},
    game::{Match, ShowPly},
    pieces::{At, Figure, Origin, Reel},
    replay::{LetGo, Library, OpenGame, OpenPgn, Playhead, Replay, ScrubTo, SetSpeed, Step, TogglePlay},
    settings::{Motion, Settings},
    window,
};
use fastrand::Rng;

use crate::support;

fn bare(motion: Motion, step: Duration) -> App {
    let mut app = window::bare(step);
    app.world_mut().resource_mut::<Settings>().motion = motion;
    app.update();
    app
}

fn ask<'a, E: Event<Trigger<'a>: Default>>(app: &mut App, request: E) {
    app.world_mut().trigger(request);
    app.update();
}

/// What each man is and where, by its square at the start.
fn scene(app: &mut App) -> BTreeMap<usize, (Piece, Vec3)> {
    let mut men = app.world_mut().query::<(&Origin, &Figure, &Transform)>();
    men.iter(app.world()).map(|(origin, man, place)| (origin.square.index(), (man.0, place.translation))).collect()
}

fn assert_same(seen: &BTreeMap<usize, (Piece, Vec3)>, wanted: &BTreeMap<usize, (Piece, Vec3)>, what: &str) {
    assert_eq!(seen.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{what}");
    for (man, (piece, at)) in seen {
        let (expected, place) = wanted[man];
        assert!(
            *piece == expected && at.distance(place) < 1e-4,
            "{what}: man {man} {piece:?} {at}, not {expected:?} {place}"
        );
    }
}

/// What the film of the game on the table says of this moment.
fn wanted(app: &App, at: f64) -> BTreeMap<usize, (Piece, Vec3)> {
    let game = app.world().resource::<Match>().game();
    Reel::of(game)
        .moment(game, at)
        .into_iter()
        .map(|(man, piece, place)| (man.origin.index(), (piece, place)))
        .collect()
}

fn settle(app: &mut App) {
    for _ in 0..2000 {
        app.update();
        if is_settled(app.world()) && app.world().get_resource::<Scrub>().is_none() {
            return;
        }
    }
    panic!("the table does not come to rest");
}

fn assert_position(app: &mut App, what: &str) {
    let mut seen: BTreeMap<Square, Piece> = BTreeMap::new();
    for (at, figure) in app.world_mut().query::<(&At, &Figure)>().iter(app.world()) {
        assert_eq!(seen.insert(at.0, figure.0), None, "{what}: two men on {}", at.0);
    }
    let expected: BTreeMap<Square, Piece> = app.world().resource::<Match>().shown().pieces().collect();
    assert_eq!(seen, expected, "{what}");
}

/// Every moment asked for is reached by finger, forwards, backwards and from afar; and by jumps to whole plies.
fn try_game(app: &mut App, rng: &mut Rng, moments: usize, what: &str) {
    let plies = app.world().resource::<Match>().game().len();
    // Resources are entities too: those of the hand are there from its first use.
    ask(app, ScrubTo(0.0));
    ask(app, LetGo);
    settle(app);
    let entities = app.world().entities().count_spawned();
    let mut asked: Vec<f64> = (0..moments).map(|_| rng.f64() * plies as f64).collect();
    let men = scene(app).len();
    for round in ["at random", "forwards", "backwards"] {
        match round {
            "forwards" => asked.sort_by(f64::total_cmp),
            "backwards" => asked.sort_by(|a, b| b.total_cmp(a)),
            _ => {}
        }
        for &at in &asked {
            ask(app, ScrubTo(at));
            let seen = scene(app);
            assert_same(&seen, &wanted(app, at), &format!("{what}, {round}, at {at}"));
            assert_eq!(app.world().resource::<Match>().ply(), at.ceil() as usize);
        }
    }
    ask(app, LetGo);
    settle(app);
    assert!(app.world().get_resource::<Scrub>().is_none());
    assert_position(app, what);
    let ply = app.world().resource::<Match>().ply();
    assert_eq!(ply, asked.last().map_or(ply, |at| at.round() as usize));
    for _ in 0..3 {
        let ply = rng.usize(..=plies);
        ask(app, ShowPly(ply));
        settle(app);
        assert_position(app, what);
        let seen = scene(app);
        assert_same(&seen, &wanted(app, ply as f64), &format!("{what}, jumped to {ply}"));
    }
    assert_eq!(scene(app).len(), men, "{what}: men were lost or made");
    assert_eq!(app.world().entities().count_spawned(), entities, "{what}: entities were lost or made");
}

fn open(app: &mut App, path: PathBuf) {
    app.world_mut().resource_mut::<Library>().rows.clear();
    ask(app, OpenPgn(path));
    while app.world().resource::<Library>().progress.is_some() {
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

#[test]
fn every_game_of_the_data_stands_the_same_however_a_moment_is_reached() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let files = support::files_in(&data.join("pgn"), "pgn");
    let mut app = bare(Motion::Off, Duration::from_millis(50));
    let (mut rng, mut games) = (Rng::with_seed(7), 0);
    for path in files {
        open(&mut app, path.clone());
        for number in 0..app.world().resource::<Library>().rows.len() {
            if !app.world().resource::<Library>().game(number).unwrap().playable {
                continue;
            }
            ask(&mut app, OpenGame(number));
            try_game(&mut app, &mut rng, 20, &format!("{} {number}", path.display()));
            games += 1;
        }
    }
    println!("{games} games, 20 moments each in three orders");
    assert!(games > 500);
}

#[test]
fn a_film_that_runs_shows_what_a_finger_finds() {
    for motion in [Motion::Normal, Motion::Fast] {
        let mut app = bare(motion, Duration::from_millis(7));
        for number in 0..app.world().resource::<Library>().rows.len() {
            ask(&mut app, OpenGame(number));
            settle(&mut app);
            ask(&mut app, SetSpeed(4.0));
            ask(&mut app, TogglePlay);
            let mut between = 0;
            for _ in 0..100_000 {
                app.update();
                let at = app.world().resource::<Playhead>().ply;
                if at.fract() > 0.0 {
                    between += 1;
                    let seen = scene(&mut app);
                    assert_same(&seen, &wanted(&app, at), &format!("game {number} at {at}"));
                }
                if !app.world().resource::<Replay>().playing {
                    break;
                }
            }
            assert!(between > 50, "game {number}: {between}");
        }
    }
}

#[test]
fn what_is_asked_for_meanwhile_takes_the_film_out_of_the_hand() {
    let mut app = bare(Motion::Normal, Duration::from_millis(16));
    for request in 0..4 {
        ask(&mut app, OpenGame(0));
        settle(&mut app);
        ask(&mut app, TogglePlay);
        ask(&mut app, ScrubTo(7.3));
        assert!(!app.world().resource::<Replay>().playing, "held, it does not run");
        match request {
            0 => ask(&mut app, Step(2)),
            1 => ask(&mut app, ShowPly(3)),
            2 => ask(&mut app, OpenGame(1)),
            _ => ask(&mut app, LetGo),
        }
        if request == 3 {
            for _ in 0..60 {
                app.update();
            }
            assert!(app.world().resource::<Replay>().playing, "it ran before");
            continue;
        }
        settle(&mut app);
        assert!(app.world().get_resource::<Scrub>().is_none());
        assert_position(&mut app, "after the request");
        let ply = app.world().resource::<Match>().ply();
        let seen = scene(&mut app);
        assert_same(&seen, &wanted(&app, ply as f64), "after the request");
    }
}

/// Time of a state at a random ply, and of a frame of scrubbing, in the longest game against a short one:
/// `cargo test --release -- --ignored --nocapture scrubbing_a_long_game`.
#[test]
#[ignore = "a measurement: wants a machine with nothing else to do"]
fn scrubbing_a_long_game() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let memory = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default().to_owned()
    };
    let table = |path: Option<PathBuf>| {
        let mut app = window::headless(1280, 800, Duration::from_millis(16));
        match path {
            Some(path) => open(&mut app, path),
            None => ask(&mut app, OpenGame(0)),
        }
        for _ in 0..100 {
            app.update();
        }
        let plies = app.world().resource::<Match>().game().len();
        println!("{plies} plies; {}", memory());
        (app, plies, Vec::new())
    };
    println!("before: {}", memory());
    let mut tables = [table(None), table(Some(data.join("pgn/chesslib/longest.pgn")))];
    let mut rng = Rng::with_seed(3);
    for round in 0..400 {
        for (app, plies, times) in &mut tables {
            let at = rng.f64() * *plies as f64;
            let begun = std::time::Instant::now();
            app.world_mut().trigger(ScrubTo(at));
            app.update();
            if round >= 100 {
                times.push(begun.elapsed());
            }
        }
    }
    let medians = tables.each_mut().map(|(_, plies, times)| {
        times.sort();
        println!(
            "{plies} plies: a frame of scrubbing takes {:?}, at most {:?}",
            times[times.len() / 2],
            times[times.len() - 1]
        );
        times[times.len() / 2].as_secs_f64()
    });
    println!("long / short: {:.3}", medians[1] / medians[0]);
    for (app, plies, _) in &tables {
        let game = app.world().resource::<Match>().game();
        let mut reel = Reel::of(game);
        let moments: Vec<f64> = (0..1000).map(|_| rng.f64() * *plies as f64).collect();
        let begun = std::time::Instant::now();
        let men: usize = moments.iter().map(|at| reel.moment(game, *at).len()).sum();
        println!("{plies} plies: a state at a random ply takes {:?} ({men} men)", begun.elapsed() / 1000);
    }
}
