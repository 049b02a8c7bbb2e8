//! What stands in the picture of a film beside the men, and the eye that goes along: looked for in the pixels.

use std::fs;

use bevy::prelude::*;
use bevy_egui::{
    EguiContext, EguiFullOutput, EguiPostUpdateSet,
    egui::{Pos2, Shape},
};
use endgame::{
    chess::Side,
    replay::{OpenPgn, Rhythm, Screening, ScrubTo, TogglePlay},
    settings::{Settings, Tempo},
    ui::rect_of,
};
use image::{Rgb, RgbImage};

use super::{Place, read, said};
use crate::table::Table;

const GAME: &str = r#"[White "Anderssen"]
[Black "Kieseritzky"]
[TimeControl "60+0"]

1. e4 {[%clk 0:00:50][%eval 0.4]} e5 {[%clk 0:00:40][%eval 0.3] Played as everybody played.} 2. f4 $1 {[%clk 0:00:30][%eval 0.1]} exf4
{[%clk 0:00:30][%eval -0.5]} *
"#;

/// The frames of a film of this game, small; `None` where there is nothing to draw with.
fn frames(place: &Place, name: &str, arguments: &[&str]) -> Option<Vec<RgbImage>> {
    let folder = format!("{name}/");
    let look = ["--size", "320x180", "--theme", "low", "--fps", "10", "-o", &folder];
    let output = place.command("film", arguments).args(look).output().unwrap();
    if said(&output).contains("no graphics driver was found") {
        eprintln!("skipped: no Vulkan driver here");
        return None;
    }
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    Some(read::pngs(&place.path(name), 10.0).pictures)
}

fn place(name: &str) -> Place {
    let place = Place::new(name);
    fs::write(place.path("game.pgn"), GAME).unwrap();
    place
}

/// Pixels of a part of a picture that are so: from left, from top, to right, to bottom.
fn count([left, top, right, bottom]: [u32; 4], is_so: impl Fn(u32, u32) -> bool) -> usize {
    (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).filter(|(x, y)| is_so(*x, *y)).count()
}

fn is_near(Rgb(pixel): Rgb<u8>, wanted: [u8; 3], by: u8) -> bool {
    pixel.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= by)
}

#[test]
fn what_is_asked_for_stands_in_the_picture_and_nothing_else() {
    let place = place("overlays");
    let moment = ["--from", "2", "--to", "2"];
    let Some(bare) = frames(&place, "bare", &moment) else { return };
    let with = |option: &str| frames(&place, option.trim_matches('-'), &[&moment[..], &[option]].concat()).unwrap();
    let differ =
        |a: &RgbImage, b: &RgbImage, part: [u32; 4]| count(part, |x, y| a.get_pixel(x, y) != b.get_pixel(x, y));
    // Both players in the upper corners of a small picture, and nothing below.
    let clocks = with("--clocks");
    assert!(differ(&bare[0], &clocks[0], [0, 0, 130, 60]) > 1000);
    assert!(differ(&bare[0], &clocks[0], [190, 0, 320, 60]) > 1000);
    assert_eq!(differ(&bare[0], &clocks[0], [0, 70, 320, 180]), 0);
    // Words in light letters at the lower edge, as long as it takes to read them.
    let captions = with("--captions");
    let is_light =
        |picture: &RgbImage| count([80, 140, 240, 180], |x, y| is_near(*picture.get_pixel(x, y), [238, 228, 210], 30));
    assert!(is_light(&captions[0]) > is_light(&bare[0]) + 40, "{}", is_light(&captions[0]));
    let reading = endgame::replay::reading_time("Played as everybody played.");
    assert!(captions.len() as f64 >= 10.0 * reading - 1.0, "{} frames", captions.len());
    // The playhead in gold, farther right the later it is; and the curve of the engine.
    let mut places = Vec::new();
    for ply in ["0", "2", "4"] {
        let graph = frames(&place, &format!("graph{ply}"), &["--from", ply, "--to", ply, "--graph"]).unwrap();
        let gold = |x: u32| count([x, 160, x + 1, 180], |x, y| is_near(*graph[0].get_pixel(x, y), [222, 178, 104], 25));
        places.push((0..320).max_by_key(|x| gold(*x)).unwrap());
        assert!(count([20, 164, 300, 176], |x, y| is_near(*graph[0].get_pixel(x, y), [112, 100, 82], 12)) > 200);
    }
    assert!(places[0] < 20 && places[1].abs_diff(160) < 6 && places[2] > 300, "{places:?}");
    // The sign of a move belongs to the words.
    let sign = |option: &[&str]| {
        let name = format!("sign{}", option.len());
        let film = frames(&place, &name, &[&["--from", "3", "--to", "3"][..], option].concat()).unwrap();
        count([0, 0, 320, 180], |x, y| is_near(*film[0].get_pixel(x, y), [62, 122, 74], 12))
    };
    assert!(sign(&["--captions"]) > 20 && sign(&[]) < 5);
}

#[test]
fn a_game_without_words_looks_the_same_with_captions() {
    let place = Place::new("wordless");
    let passage = ["--from", "2.5", "--to", "3"];
    let Some(bare) = frames(&place, "bare", &passage) else { return };
    assert!(frames(&place, "captions", &[&passage[..], &["--captions"]].concat()).unwrap() == bare);
    let output = place.command("film", &["--to", "0", "--clocks", "--graph", "-o", "film.gif"]).output().unwrap();
    let told = said(&output);
    assert!(told.contains("no clocks") && told.contains("no evaluations"), "{told}");
}

#[test]
fn the_same_command_draws_the_same_frames_with_everything_in_them() {
    let place = place("everything");
    let passage = ["--from", "1", "--to", "4", "--pacing", "clock", "--speed", "2"];
    let all = ["--director", "--captions", "--clocks", "--graph"];
    let Some(one) = frames(&place, "one", &[&passage[..], &all].concat()) else { return };
    let two = frames(&place, "two", &[&passage[..], &all].concat()).unwrap();
    assert!(one == two);
    let distinct = |film: &[RgbImage]| film.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let changes = distinct(&one);
    assert!(changes > one.len() / 2, "the eye goes along: {changes} of {}", one.len());
    // Without it: ten seconds of thought run off a clock in one of the film; in between nothing is drawn anew.
    let still = frames(&place, "still", &[&passage[..], &["--clocks"]].concat()).unwrap();
    let changes = distinct(&still);
    assert!(changes > 5 && changes < still.len(), "{changes} of {}", still.len());
    // The eye is where it is by the moment alone, whatever the passage.
    let (first, other) = (&["--from", "1", "--to", "1"], &["--from", "1", "--to", "2"]);
    let opening = |name: &str, passage: &[&str]| {
        frames(&place, name, &[passage, &["--director"]].concat()).unwrap().swap_remove(0)
    };
    let (first, other) = (opening("first", first), opening("other", other));
    assert!(first == other);
    let bare = frames(&place, "bare", &["--from", "1", "--to", "1"]).unwrap();
    assert!(super::difference(&first, &bare[0]) > 2.0, "it looks from elsewhere");
    let black = frames(&place, "black", &["--from", "1", "--to", "1", "--director", "--view", "black"]).unwrap();
    assert!(super::difference(&first, &black[0]) > 2.0);
}

/// What is written, and where.
#[derive(Resource, Default)]
struct Written(Vec<(Pos2, String)>);

fn write_down(outputs: Query<&EguiFullOutput>, mut written: ResMut<Written>) {
    fn texts(shape: &Shape, written: &mut Vec<(Pos2, String)>) {
        match shape {
            Shape::Text(text) => written.push((text.pos, text.galley.text().to_owned())),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, written)),
            _ => {}
        }
    }
    written.0.clear();
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        output.shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut written.0));
    }
}

/// A table at which the game is watched by the clock.
fn watching(place: &Place) -> Table {
    let mut table = Table::laid(1280, 800, |app| {
        app.init_resource::<Written>().add_systems(
            PostUpdate,
            write_down.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        );
    });
    table.app.world_mut().resource_mut::<Settings>().tempo = Tempo::Clock;
    table.ask(OpenPgn(place.path("game.pgn")));
    table.settle();
    table
}

/// The digits of both clocks, as they are drawn.
fn faces(table: &mut Table) -> [String; 2] {
    let world = table.app.world_mut();
    let context = world.query::<&mut EguiContext>().single_mut(world).unwrap().get_mut().clone();
    let written = &world.resource::<Written>().0;
    Side::ALL.map(|side| {
        let room = rect_of(&context, &format!("clock {side}")).unwrap();
        let is_digit = |text: &str| text.chars().all(|c| c.is_ascii_digit() || ":.".contains(c));
        let mut digits: Vec<_> = written.iter().filter(|(at, text)| room.contains(*at) && is_digit(text)).collect();
        digits.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
        digits.into_iter().map(|(_, text)| text.as_str()).collect()
    })
}

#[test]
fn the_clocks_of_a_film_are_those_of_the_theatre() {
    let place = place("clocks");
    let (mut theatre, mut studio) = (watching(&place), watching(&place));
    theatre.ask(TogglePlay);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        theatre.app.update();
        let rhythm = theatre.app.world().resource::<Rhythm>().clone();
        let screening = Screening { seconds: rhythm.seconds, players: true, ..default() };
        studio.app.insert_resource(screening);
        studio.ask(ScrubTo(rhythm.schedule.ply_at(rhythm.seconds)));
        studio.app.update();
        let (wanted, found) = (faces(&mut theatre), faces(&mut studio));
        assert!(wanted.iter().all(|face| face.len() >= 4), "{wanted:?}");
        assert_eq!(found, wanted, "second {}", rhythm.seconds);
        assert_eq!(rhythm.faces_at(rhythm.seconds), wanted.clone().map(Some));
        seen.insert(wanted);
    }
    assert!(seen.len() > 10, "they run: {seen:?}");
}
