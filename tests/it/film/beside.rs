//! Films that are made beside the game: the dialog, and the run of the program that makes them.

use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use bevy::prelude::*;
use bevy_egui::egui;
use endgame::{
    game::Refusal,
    replay::{Again, FilmFormat, FilmOrder, FilmPacing, Filming, MakeFilm, OpenGame, Passage, Projector, StopFilm},
    screens::Overlay,
    ui::Action,
};

use super::{GAME, Place, read};
use crate::ui::Table;

const PATIENCE: Duration = Duration::from_secs(120);

/// A table at which a game is watched, with the program that makes films.
fn watching(width: u32, height: u32) -> Table {
    let mut table = Table::new(width, height);
    table.0.insert_resource(Projector(PathBuf::from(env!("CARGO_BIN_EXE_endgame"))));
    table.trigger(OpenGame(0));
    table.rest();
    table
}

/// A film of these half-moves, as small as it goes.
fn order(output: PathBuf, passage: [f64; 2]) -> FilmOrder {
    FilmOrder {
        format: FilmFormat::Gif,
        output,
        size: [160, 90],
        fps: 10,
        passage,
        pacing: FilmPacing::Even,
        clock_times: 10,
        longest_wait: 10,
        speed: 2.0,
        view: "10,50,20,0.5,-0.25".to_owned(),
        director: false,
        theme: "walnut,staunton,lamp,low,bare".to_owned(),
        captions: false,
        clocks: true,
        graph: true,
    }
}

/// Until no film is made any more; what is said then. `None` where there is nothing to draw with.
fn wait(table: &mut Table) -> Option<Refusal> {
    let began = Instant::now();
    while table.0.world().contains_resource::<Filming>() {
        assert!(began.elapsed() < PATIENCE, "it never ends");
        thread::sleep(Duration::from_millis(20));
        table.0.update();
    }
    let said = table.notice();
    if matches!(&said, Some(Refusal::NotFilmed { why }) if why.contains("no graphics driver was found")) {
        eprintln!("skipped: no Vulkan driver here");
        return None;
    }
    said
}

#[test]
fn a_film_is_made_while_the_game_goes_on() {
    let place = Place::new("beside");
    let mut table = watching(1280, 720);
    table.trigger(MakeFilm(order(place.path("film.gif"), [0.0, 2.0])));
    assert!(table.0.world().contains_resource::<Filming>());
    table.0.update();
    table.rect("film-stop");
    // Meanwhile another one is not begun, and the game goes on.
    table.trigger(MakeFilm(order(place.path("other.gif"), [0.0, 2.0])));
    table.key(bevy::input::keyboard::Key::End, KeyCode::End);
    assert!(table.current().is_at_end());
    let file = place.path("film.gif").display().to_string();
    let Some(said) = wait(&mut table) else { return };
    assert_eq!(said, Refusal::Filmed { file });
    let film = read::film(&place.path("film.gif"));
    assert!(film.pictures.len() > 10 && film.pictures[0].dimensions() == (160, 90));
    assert_eq!(place.names(), ["film.gif"]);
}

#[test]
fn a_film_that_is_given_up_or_fails_leaves_nothing() {
    let place = Place::new("given-up");
    let mut table = watching(1280, 720);
    let long = FilmOrder { fps: 50, speed: 0.25, ..order(place.path("film.gif"), [0.0, 10.0]) };
    table.trigger(MakeFilm(long));
    let began = Instant::now();
    while table.0.world().get_resource::<Filming>().is_some_and(|filming| filming.left().is_none()) {
        assert!(began.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(20));
        table.0.update();
    }
    if let Some(filming) = table.0.world().get_resource::<Filming>() {
        assert!(filming.part() > 0.0 && filming.part() < 1.0 && !filming.is_given_up());
        table.trigger(StopFilm);
    }
    let Some(said) = wait(&mut table) else { return };
    assert_eq!(said, Refusal::FilmGivenUp);
    assert_eq!(place.names(), [""; 0]);
    // Why it cannot be made is said in the words of who makes it.
    table.trigger(MakeFilm(order(place.path("nowhere/film.gif"), [0.0, 1.0])));
    let said = wait(&mut table);
    assert!(matches!(&said, Some(Refusal::NotFilmed { why }) if why.contains("there is no folder")), "{said:?}");
    table.0.insert_resource(Projector(place.path("nobody")));
    table.trigger(MakeFilm(order(place.path("film.gif"), [0.0, 1.0])));
    let said = wait(&mut table);
    assert!(matches!(&said, Some(Refusal::NotFilmed { .. })), "{said:?}");
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn who_makes_it_ends_with_who_wants_it() {
    let place = Place::new("orphan");
    let mut child = super::Command::new(env!("CARGO_BIN_EXE_endgame"))
        .current_dir(&place.0)
        .args(["film", "--attended", "--size", "160x90", "--theme", "low", "--speed", "0.25", "-o", "film.webp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    write!(input, "{}\n{GAME}", GAME.len()).unwrap();
    input.flush().unwrap();
    let heard = BufReader::new(child.stdout.take().unwrap()).lines().next();
    // As if the game had been killed.
    drop(input);
    let output = child.wait_with_output().unwrap();
    let said = super::said(&output);
    if said.contains("no graphics driver was found") {
        eprintln!("skipped: no Vulkan driver here");
        return;
    }
    let heard = heard.unwrap().unwrap();
    let (done, all) = heard.split_once(' ').unwrap();
    assert!(done.parse::<u64>().unwrap() < all.parse::<u64>().unwrap(), "{heard}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("stopped"), "{said}");
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn the_dialog_fits_and_says_what_is_to_be_made() {
    for (width, height) in [(1280, 720), (1024, 600), (640, 360), (320, 240)] {
        let mut table = watching(width, height);
        table.with_control("e", KeyCode::KeyE);
        assert_eq!(table.overlay(), Overlay::Film, "{width}×{height}");
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32));
        let area = table.ctx().memory(|memory| memory.area_rect(egui::Id::new("film"))).unwrap();
        assert!(window.expand(1.0).contains_rect(area), "{area:?} in {width}×{height}");
        if width >= 1024 {
            for key in ["film-begin", "film-cancel", "film-graph", "film-speed", "3840 × 2160", "From here on"] {
                assert!(area.contains_rect(table.rect(key)), "{key} in {width}×{height}");
            }
        }
        // Where it is to be, and back.
        table.press("film-begin");
        assert_eq!(table.overlay(), Overlay::FilmPlace);
        for _ in 0..2 {
            if table.overlay() == Overlay::FilmPlace {
                // The name of the file has the focus: it goes first.
                table.key(bevy::input::keyboard::Key::Escape, KeyCode::Escape);
            }
        }
        assert_eq!(table.overlay(), Overlay::Film);
        table.key(bevy::input::keyboard::Key::Escape, KeyCode::Escape);
        assert_eq!(table.overlay(), Overlay::None);
    }
}

#[test]
fn what_is_filled_in_is_what_is_made() {
    let mut table = watching(1280, 720);
    table.trigger(Again(Some(Passage { from: 1, to: 2 })));
    table.rest();
    table.press("film-export");
    assert_eq!(table.overlay(), Overlay::Film);
    for choice in ["GIF", "640 × 360", "15", "goes along (the director)", "film-graph", "film-clocks"] {
        table.press(choice);
    }
    // The moves that are shown again and again are chosen already.
    table.press("60");
    table.press("film-begin");
    assert_eq!(table.overlay(), Overlay::Film, "no GIF has sixty frames a second");
    table.press("15");
    table.press("film-begin");
    assert_eq!(table.overlay(), Overlay::FilmPlace);
    table.trigger(Action::Close);
    table.rest();
    // A game that is played has none to film, and the dialog goes with the watched one.
    table.press("film-export");
    table.trigger(endgame::replay::PlayFromHere);
    table.rest();
    assert_eq!(table.overlay(), Overlay::None);
    table.with_control("e", KeyCode::KeyE);
    assert_eq!(table.overlay(), Overlay::None);
}
