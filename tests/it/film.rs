//! Films, drawn by the real renderer (a software one will do), read back and compared with `endgame shot` of the same moments.

use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use image::RgbImage;

mod beside;
mod mp4;
mod overlays;
mod read;

use read::Film;

const GAME: &str = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 *\n";

/// What every film and picture here is drawn with: small, and as fast as it goes.
const LOOK: [&str; 4] = ["--size", "160x90", "--theme", "low"];

const FPS: f64 = 10.0;

/// An empty folder with the game in it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let folder = std::env::temp_dir().join(format!("endgame-film-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("game.pgn"), GAME).unwrap();
        Place(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// What is in the folder beside the game.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.filter(|name| name != "game.pgn").collect();
        names.sort();
        names
    }

    fn command(&self, tool: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_endgame"));
        command.current_dir(&self.0).args([tool, "--pgn", "game.pgn"]).args(arguments);
        command
    }

    /// What a film says on standard error; `None` where there is nothing to draw with.
    fn film(&self, arguments: &[&str]) -> Option<String> {
        let output = self.command("film", arguments).args(LOOK).args(["--fps", "10"]).output().unwrap();
        let said = said(&output);
        if said.contains("no graphics driver was found") {
            eprintln!("skipped: no Vulkan driver here");
            return None;
        }
        assert!(output.status.success(), "{said}");
        Some(said)
    }

    fn shot(&self, ply: &str) -> RgbImage {
        let output = self.command("shot", &["--ply", ply, "-o", "shot.png"]).args(LOOK).output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
        let picture = image::open(self.path("shot.png")).unwrap().to_rgb8();
        fs::remove_file(self.path("shot.png")).unwrap();
        picture
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Mean difference of all channels of all pixels, of 255.
fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.as_raw().len() as f64
}

#[test]
fn every_format_shows_the_same_moments_as_shots() {
    let place = Place::new("formats");
    // From the midst of a move on, through a capture, to a whole half-move.
    let passage = ["--from", "0.4", "--to", "4"];
    let Some(told) = place.film(&[&passage[..], &["-o", "frames/"]].concat()) else { return };
    assert!(told.contains(" left"), "{told}");
    let pngs = read::pngs(&place.path("frames"), FPS);
    let count = pngs.pictures.len();
    assert!(count > 30, "{count}");
    let (first, last) = (place.shot("0.4"), place.shot("4"));
    let mut films = BTreeMap::from([("frames/", (pngs, 0.2))]);
    // What is lost was measured: 2.3 of 255 by the 255 colors of GIF, 2.7 by WebP, 2.4 by H.264.
    for (name, most) in [("film.gif", 3.0), ("film.webp", 3.5), ("film.mp4", 3.0)] {
        place.film(&[&passage[..], &["-o", name]].concat()).unwrap();
        films.insert(name, (read::film(&place.path(name)), most));
    }
    let exact = films["frames/"].0.clone();
    for (name, (Film { pictures, seconds }, most)) in &films {
        assert_eq!(pictures[0].dimensions(), (160, 90), "{name}");
        assert!((seconds - count as f64 / FPS).abs() < 0.001, "{name}: {seconds} s, {count} frames");
        assert_eq!(pictures.len(), count, "{name}");
        let worst = pictures.iter().zip(&exact.pictures).map(|(a, b)| difference(a, b)).fold(0.0, f64::max);
        let ends = [difference(&pictures[0], &first), difference(&pictures[count - 1], &last)];
        println!("{name}: {ends:?} from the shots, at worst {worst} from the pictures");
        assert!(ends[0] < *most && ends[1] < *most && worst < *most, "{name}: {ends:?}, {worst}");
    }
    let mut names = place.names();
    names.sort();
    assert_eq!(names, ["film.gif", "film.mp4", "film.webp", "frames"], "nothing else is left");
    read::probe(&place.path("film.mp4"), "h264", count, FPS);
    read::probe(&place.path("film.gif"), "gif", count, FPS);
}

#[test]
fn the_same_command_makes_the_same_film_and_odd_sides_are_told() {
    let place = Place::new("same");
    let passage = ["--from", "6", "--to", "8", "--speed", "2", "--view", "30,40,14"];
    for name in ["one.gif", "two.gif", "one.mp4", "two.mp4"] {
        if place.film(&[&passage[..], &["-o", name]].concat()).is_none() {
            return;
        }
    }
    let bytes = |name| fs::read(place.path(name)).unwrap();
    assert!(bytes("one.gif") == bytes("two.gif"));
    assert!(bytes("one.mp4") == bytes("two.mp4"));
    let odd = ["--to", "0", "--size", "161x91", "--theme", "low", "--fps", "10", "-o", "odd.mp4"];
    let output = place.command("film", &odd).output().unwrap();
    assert!(said(&output).contains("the film has 160x90 pixels"), "{}", said(&output));
    assert_eq!(read::film(&place.path("odd.mp4")).pictures[0].dimensions(), (160, 90));
}

/// Whether Ctrl+C was switched off for this process and all that it starts: shells do so with what scripts run in the background.
fn ignores_ctrl_c() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 0b10 != 0)
}

#[test]
fn a_film_that_is_killed_or_stopped_leaves_nothing_under_its_name() {
    let place = Place::new("killed");
    for (name, signal) in [("film.mp4", "KILL"), ("film.gif", "KILL"), ("film.webp", "INT"), ("frames/", "INT")] {
        if signal == "INT" && ignores_ctrl_c() {
            eprintln!("skipped: what a script runs in the background does not hear Ctrl+C");
            continue;
        }
        let mut child = place
            .command("film", &["--fps", "50", "--speed", "0.25", "-o", name])
            .args(LOOK)
            .stderr(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        // Half-written things lie beside it under other names.
        let began = Instant::now();
        while place.names().is_empty() && child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(120), "nothing is ever written");
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_millis(300));
        let status = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        if said(&output).contains("no graphics driver was found") {
            eprintln!("skipped: no Vulkan driver here");
            return;
        }
        assert!(status.success(), "it was not quick enough: {}", said(&output));
        let name = name.trim_end_matches('/');
        assert!(!place.path(name).exists(), "{name}");
        if signal == "INT" {
            assert_eq!(output.status.code(), Some(1), "{}", said(&output));
            assert!(said(&output).contains("stopped"), "{}", said(&output));
            assert_eq!(place.names(), [""; 0], "what was begun is cleared away");
        }
        for left in place.names() {
            assert!(left.starts_with(name), "{left}");
            fs::remove_file(place.path(&left)).unwrap();
        }
    }
}

#[test]
fn what_cannot_be_filmed_is_said_before_the_work() {
    let place = Place::new("refused");
    fs::create_dir(place.path("full")).unwrap();
    fs::write(place.path("full/a"), "").unwrap();
    for (arguments, words) in [
        (&["-o", "film.avi"][..], "films end in .mp4, .webp or .gif"),
        (&["-o", "nowhere/film.webp"], "there is no folder nowhere"),
        (&["-o", "full/"], "there is something in this folder already"),
        (&["-o", "game.pgn/"], "there is a file of this name"),
        (&["--game", "2", "-o", "film.webp"], "has no game 2"),
        (&["--to", "9", "-o", "film.webp"], "has 8 plies, not 9"),
        (&["--from", "5", "--to", "4.5", "-o", "film.webp"], "before it begins"),
        (&["--theme", "plaid", "-o", "film.webp"], "there is no theme plaid"),
        (&["--size", "8000x4000", "-o", "film.mp4"], "to 3840x2160 pixels"),
        (&["--fps", "60", "-o", "film.gif"], "at most 50 frames a second"),
        (&["--size", "16384x4", "-o", "film.webp"], "to 16383x16383 pixels"),
        (&["--director", "--view", "top", "-o", "film.webp"], "--view is white or black"),
    ] {
        let output = place.command("film", arguments).output().unwrap();
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains(words) && said.trim_end().lines().count() == 1, "{arguments:?}: {said}");
    }
    for arguments in [&["--fps", "0"][..], &["--speed", "9"], &["--size", "big"], &["--from", "-1"]] {
        let output = place.command("film", &[arguments, &["-o", "film.webp"]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
    }
    assert_eq!(place.names(), ["full"]);
    let output = Command::new(env!("CARGO_BIN_EXE_endgame")).args(["film", "--help"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("Example"));
}

#[cfg(unix)]
#[test]
fn a_folder_without_room_is_said_before_the_work() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("locked");
    let locked = place.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    // Who may do everything is not stopped by it.
    if fs::write(locked.join("probe"), "").is_ok() {
        eprintln!("skipped: this user may write everywhere");
        return;
    }
    let output = place.command("film", &["-o", "locked/film.webp"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("cannot write locked/film.webp"), "{}", said(&output));
}
