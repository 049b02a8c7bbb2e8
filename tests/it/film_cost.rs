//! What a frame of a film costs against the bare picture of the same moment. Measured by hand: `cargo test --release -- --ignored
//! film_cost --nocapture`; other programs on the machine falsify it.

use std::{
    fs,
    process::Command,
    time::{Duration, Instant},
};

use bevy::{
    prelude::*,
    render::{render_resource::PollType, renderer::RenderDevice},
};
use endgame::{
    cli::{Size, shot::View},
    picture::{self, Stage},
    replay::ScrubTo,
};

const GAME: &str = "1. e4 e5 2. f4 exf4 *\n";

/// Frames of the passage that is filmed; men move in all of them. The passage takes [`SECONDS`].
const FRAMES: u32 = 60;
const SECONDS: f64 = 0.35 * 0.9 / 0.25;

/// Seconds for a bare frame.
fn bare(theme: &str, size: Size, pgn: &std::path::Path) -> f64 {
    let settings = picture::theme(theme).unwrap();
    let mut stage = Stage::new(settings, size, View::White);
    picture::watch(&mut stage.app, picture::replay(pgn, 1).unwrap(), 2);
    stage.light(View::White).unwrap();
    let app = &mut stage.app;
    let began = Instant::now();
    for frame in 0..FRAMES {
        app.world_mut().trigger(ScrubTo(2.05 + 0.9 * f64::from(frame) / f64::from(FRAMES)));
        app.update();
        if frame % 3 == 2 {
            app.world().resource::<RenderDevice>().poll(PollType::wait_indefinitely()).unwrap();
        }
    }
    began.elapsed().as_secs_f64() / f64::from(FRAMES)
}

/// Seconds for a frame of a film, from the first one until the file has its name; as the film tells itself.
fn filmed(theme: &str, size: Size, folder: &std::path::Path, name: &str) -> f64 {
    let fps = (f64::from(FRAMES) / SECONDS * 1000.0).round() / 1000.0;
    let output = Command::new(env!("CARGO_BIN_EXE_endgame"))
        .current_dir(folder)
        .args(["film", "--pgn", "game.pgn", "--from", "2.05", "--to", "2.95", "--speed", "0.25", "--theme", theme])
        .args(["--size", &format!("{}x{}", size.width, size.height), "--fps", &fps.to_string(), "-o", name])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split(' ').collect();
    let [frames, "frames", "in", seconds, "s"] = words[..] else { panic!("{said}") };
    let (frames, seconds) = (frames.parse::<f64>().unwrap(), seconds.parse::<f64>().unwrap());
    assert!((frames - f64::from(FRAMES)).abs() <= 1.0, "{said}");
    seconds / frames
}

#[test]
#[ignore = "a measurement of minutes; needs a machine with nothing else to do"]
fn a_frame_of_a_film_costs_hardly_more_than_its_bare_picture() {
    let folder = std::env::temp_dir().join(format!("endgame-film-cost-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("game.pgn"), GAME).unwrap();
    for theme in ["low", "high"] {
        for (width, height) in [(640, 360), (1280, 720)] {
            let size = Size { width, height };
            let bare = bare(theme, size, &folder.join("game.pgn"));
            println!("{theme} {width}x{height}: bare {:.1} ms", 1e3 * bare);
            for name in ["film.mp4", "film.webp", "film.gif", "frames/"] {
                let filmed = filmed(theme, size, &folder, name);
                println!("  {name}: {:.1} ms, {:.2} times", 1e3 * filmed, filmed / bare);
                let _ = fs::remove_dir_all(folder.join("frames"));
            }
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[ignore = "a measurement of minutes; needs a machine with nothing else to do"]
fn a_whole_game_at_full_size() {
    let folder = std::env::temp_dir().join(format!("endgame-film-whole-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    // Forty moves.
    let moves: String = (0..20).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2)).collect();
    fs::write(folder.join("game.pgn"), format!("{moves}*\n")).unwrap();
    for name in ["film.mp4", "film.webp", "film.gif"] {
        let began = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_endgame"))
            .current_dir(&folder)
            .args(["film", "--pgn", "game.pgn", "--theme", "low", "-o", name])
            .status()
            .unwrap();
        assert!(status.success());
        let (passed, size) = (began.elapsed(), fs::metadata(folder.join(name)).unwrap().len());
        println!("{name}: {:.0} s, {:.1} MB", Duration::as_secs_f64(&passed), size as f64 / 1e6);
    }
    fs::remove_dir_all(folder).unwrap();
}
