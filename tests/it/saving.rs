//! A game saved into a file of a thousand while the program is killed, or the disk is full: the old file or the new one is
//! there, whole, and of the other games not a byte is another.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use bevy::prelude::*;
use endgame::{
    game::{Notice, Refusal},
    replay::{Library, OpenGame, OpenPgn, SaveToCollection, SetWords},
    window,
};

use crate::replay::folder;

/// In the environment of a program that is to be killed: the file that it saves into, and how often it does.
const FILE: &str = "ENDGAME_TEST_SAVED_FILE";
const TIMES: &str = "ENDGAME_TEST_SAVES";
/// Which of the thousand is changed.
const CHANGED: usize = 437;
/// How often it is killed: so many parts of the file are written then, one more each time.
const KILLS: u64 = 16;

fn ask<'a, E: Event<Trigger<'a>: Default>>(app: &mut App, request: E) {
    app.world_mut().trigger(request);
    app.update();
}

fn list(app: &mut App) {
    while app.world().resource::<Library>().progress.is_some() {
        thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

/// Says more and more of a game, and saves it each time. Run by the tests below in a process of its own.
#[test]
#[ignore = "is run by the tests of this file, in a process of its own"]
fn victim() {
    let Ok(file) = std::env::var(FILE) else { return };
    let times: usize = std::env::var(TIMES).unwrap().parse().unwrap();
    let mut app = window::bare(Duration::from_millis(50));
    app.update();
    ask(&mut app, OpenPgn(PathBuf::from(file)));
    list(&mut app);
    let say = |words: String| {
        println!("\n{words}");
        std::io::stdout().flush().unwrap();
    };
    for time in 1..=times {
        ask(&mut app, OpenGame(CHANGED));
        ask(&mut app, SetWords(format!("Said {time}.")));
        say(format!("saves {time}"));
        ask(&mut app, SaveToCollection);
        match app.world().resource::<Notice>().0 {
            Some(Refusal::Saved { .. }) => say(format!("saved {time}")),
            _ => {
                let kept = app.world().resource::<Library>().is_changed_game(CHANGED);
                say(format!("failed {time} {kept}"));
            }
        }
        list(&mut app);
    }
}

/// A thousand games as somebody typed them, 3 MB in all.
fn thousand(folder: &Path) -> (PathBuf, Vec<String>) {
    let game = |n: usize| {
        let filling = format!("as  typed {n} ").repeat(250);
        format!("[Event \"{n}\"]\n[Odd   \"{n}\"]\n\n1.  e4 e5 2.Nf3 {{{filling}}} *\n\n\n")
    };
    let games: Vec<String> = (0..1000).map(game).collect();
    let path = folder.join("thousand.pgn");
    fs::write(&path, games.concat()).unwrap();
    (path, games)
}

/// All games but the changed one are as they were; answers how much was said of that.
fn said_in(path: &Path, games: &[String]) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let now: Vec<&str> = text.split_inclusive("*\n\n\n").collect();
    assert_eq!(now.len(), games.len());
    for (number, (now, before)) in now.iter().zip(games).enumerate() {
        assert!(number == CHANGED || now == before, "game {number} is another");
    }
    match now[CHANGED].split_once("{Said ") {
        Some((_, rest)) => {
            assert!(now[CHANGED].ends_with("*\n\n\n") && now[CHANGED].contains("2. Nf3 {as"), "{}", now[CHANGED]);
            rest.split_once('.').unwrap().0.parse().unwrap()
        }
        None => {
            assert_eq!(now[CHANGED], games[CHANGED]);
            0
        }
    }
}

/// What is half-written beside the file, and how much of it is.
fn half_written(folder: &Path) -> Option<u64> {
    let files = fs::read_dir(folder).unwrap().map_while(Result::ok);
    files
        .filter(|file| file.path().extension().is_some_and(|end| end == "new"))
        .find_map(|file| Some(file.metadata().ok()?.len()))
}

/// Runs the victim, by way of this command if one is given; what it says is heard.
fn run(shell: Option<&str>, file: &Path, times: usize) -> (Child, Arc<Mutex<Vec<String>>>, thread::JoinHandle<()>) {
    let program = std::env::current_exe().unwrap();
    let mut command = match shell {
        Some(script) => {
            let mut command = Command::new("sh");
            command.args(["-c", script]).arg(program);
            command
        }
        None => Command::new(program),
    };
    let mut child = command
        .args(["saving::victim", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env(FILE, file)
        .env(TIMES, times.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let said = Arc::new(Mutex::new(Vec::new()));
    let (ear, stdout) = (Arc::clone(&said), child.stdout.take().unwrap());
    let listener = thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            ear.lock().unwrap().push(line);
        }
    });
    (child, said, listener)
}

/// The number of the last line that begins so.
fn last(said: &[String], what: &str) -> usize {
    said.iter().rev().find_map(|line| line.strip_prefix(what)?.trim().parse().ok()).unwrap_or(0)
}

#[test]
fn killed_while_it_saves_the_old_file_or_the_new_one_is_whole() {
    let (mut old, mut new, mut half) = (0, 0, 0);
    for round in 0..KILLS {
        let folder = folder("killed-saving");
        let (path, games) = thousand(&folder);
        let size = fs::metadata(&path).unwrap().len();
        let (mut child, said, listener) = run(None, &path, 10_000);
        let began = Instant::now();
        while last(&said.lock().unwrap(), "saves ") == 0 && began.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(1));
        }
        // When so much of it is written; or after so long, where the disk is quicker than we see.
        let began = Instant::now();
        while half_written(&folder).is_none_or(|written| written < size * round / KILLS)
            && began.elapsed() < Duration::from_millis(300)
        {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        listener.join().unwrap();
        half += usize::from(half_written(&folder).is_some());
        let there = said_in(&path, &games);
        let said = said.lock().unwrap();
        let (saves, saved) = (last(&said, "saves "), last(&said, "saved "));
        assert!(saves > 0 && (there == saved || there == saves), "{there}: {saved} saved, {saves} begun");
        if there == saved {
            old += 1
        } else {
            new += 1
        }
        // What was left half-written is in nobody's way.
        let (mut child, said, listener) = run(None, &path, 1);
        assert!(child.wait().unwrap().success());
        listener.join().unwrap();
        assert_eq!((said_in(&path, &games), last(&said.lock().unwrap(), "saved ")), (1, 1));
        fs::remove_dir_all(folder).unwrap();
    }
    println!(
        "killed {KILLS} times, {half} of them with a half-written file: {old} × the file before, {new} × the one after"
    );
    assert!(half > 0, "it was never killed in the middle");
}

/// The system refuses to write more than a part of the file, as a disk does that is full.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_costs_nothing() {
    for blocks in [0, 1, 100, 1000, 2000] {
        let folder = folder("full-saving");
        let (path, games) = thousand(&folder);
        let before = fs::read(&path).unwrap();
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let (mut child, said, listener) = run(Some(&script), &path, 2);
        assert!(child.wait().unwrap().success());
        listener.join().unwrap();
        let said = said.lock().unwrap();
        let failed = |time: usize| said.iter().any(|line| *line == format!("failed {time} true"));
        assert!(failed(1) && failed(2), "{blocks}: it says so, and what was changed is kept: {said:#?}");
        assert!(fs::read(&path).unwrap() == before, "{blocks}");
        assert_eq!(said_in(&path, &games), 0);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{blocks}: nothing half-written is left");
        fs::remove_dir_all(folder).unwrap();
    }
}
