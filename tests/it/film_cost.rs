//! What a frame of a film costs against the bare picture of the same moment. Measured by hand: `cargo test --release -- --ignored
//! film_cost --nocapture`; other programs on the machine falsify the seconds that pass, less so those of processor time.

use std::{
    fmt, fs,
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

/// Seconds for a frame.
#[derive(Clone, Copy, Debug)]
struct Cost {
    passed: f64,
    /// Of all processors together; not known on every system.
    processor: f64,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ms ({:.1} ms of processor time)", 1e3 * self.passed, 1e3 * self.processor)
    }
}

/// Processor time that this program and those that it has waited for have taken, in seconds.
fn processor_time() -> f64 {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may have blanks in it: the 14th to the 17th field.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(4);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS_A_SECOND
}

/// Seconds for a bare frame.
fn bare(theme: &str, size: Size, pgn: &std::path::Path) -> Cost {
    let settings = picture::theme(theme).unwrap();
    let mut stage = Stage::new(settings, size, View::White);
    picture::watch(&mut stage.app, picture::replay(pgn, 1).unwrap(), 2);
    stage.light(View::White).unwrap();
    let app = &mut stage.app;
    let (began, before) = (Instant::now(), processor_time());
    for frame in 0..FRAMES {
        app.world_mut().trigger(ScrubTo(2.05 + 0.9 * f64::from(frame) / f64::from(FRAMES)));
        app.update();
        if frame % 3 == 2 {
            app.world().resource::<RenderDevice>().poll(PollType::wait_indefinitely()).unwrap();
        }
    }
    let (passed, processor) = (began.elapsed().as_secs_f64(), processor_time() - before);
    Cost { passed: passed / f64::from(FRAMES), processor: processor / f64::from(FRAMES) }
}

/// Seconds for a frame of a film, from the first one until the file has its name, as the film tells itself; the processor time
/// without that of the start.
fn filmed(theme: &str, size: Size, folder: &std::path::Path, name: &str) -> Cost {
    let fps = (f64::from(FRAMES) / SECONDS * 1000.0).round() / 1000.0;
    let film = |passage: [&str; 2]| {
        let before = processor_time();
        let output = Command::new(env!("CARGO_BIN_EXE_endgame"))
            .current_dir(folder)
            .args(["film", "--pgn", "game.pgn", "--from", passage[0], "--to", passage[1], "--speed", "0.25"])
            .args(["--size", &format!("{}x{}", size.width, size.height), "--fps", &fps.to_string()])
            .args(["--theme", theme, "-o", name])
            .output()
            .unwrap();
        let _ = fs::remove_dir_all(folder.join("frames"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let words: Vec<&str> = said.lines().last().unwrap_or_default().split(' ').collect();
        let [frames, "frames", "in", seconds, "s"] = words[..] else { panic!("{said}") };
        (frames.parse::<f64>().unwrap(), seconds.parse::<f64>().unwrap(), processor_time() - before)
    };
    let (one, _, start) = film(["2.95", "2.95"]);
    let (frames, seconds, processor) = film(["2.05", "2.95"]);
    assert!(one == 1.0 && (frames - f64::from(FRAMES)).abs() <= 1.0, "{one} {frames}");
    Cost { passed: seconds / frames, processor: (processor - start) / (frames - one) }
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
            println!("{theme} {width}x{height}: bare {bare}");
            for name in ["film.mp4", "film.webp", "film.gif", "frames/"] {
                let filmed = filmed(theme, size, &folder, name);
                let times = [filmed.passed / bare.passed, filmed.processor / bare.processor];
                println!("  {name}: {filmed}, {:.2} and {:.2} times", times[0], times[1]);
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
