//! The program killed at any moment, and files mutilated in any way: it always starts, and what was played is there.

use std::{
    collections::VecDeque,
    fs,
    io::{BufRead, BufReader, Write},
    panic::catch_unwind,
    path::Path,
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use bevy::prelude::*;
use endgame::{
    chess::{Profile, Side, clock::Clock},
    game::{Clocks, Match, NewGame, OfferDraw, PlayMove, ResumeClocks, Seats, SetClocks, TakeBack},
    memory::{Folders, Keeper, Resume},
    settings::{Motion, Settings, SettingsFile},
    window,
};

use crate::{
    memory::{folder, names, told},
    running_game::{ask, begun, copy_all, game, moves, play, written},
};

/// In the environment of a program that is to be killed: the folder of its games, and a seed.
const FOLDER: &str = "ENDGAME_TEST_FOLDER";
const SEED: &str = "ENDGAME_TEST_SEED";
/// How many times it is killed: 200 for the record, fewer every day.
const TIMES: &str = "ENDGAME_TEST_KILLS";

/// All of the game that must come back, in a line.
fn state(app: &App) -> String {
    let clocks = app.world().resource::<Clocks>();
    let stamps: Vec<String> = clocks
        .clock()
        .into_iter()
        .flat_map(|clock| clock.stamps())
        .map(|stamp| format!("{}/{}", stamp.left.as_millis(), stamp.spent.as_millis()))
        .collect();
    let control = clocks.clock().map(|clock| clock.control().to_string()).unwrap_or_default();
    let game = game(app);
    let (offer, seats) = (game.game().offer_pending(), game.seats());
    format!("{}|{control}|{}|{offer:?}|{}|{:?}", moves(app), stamps.join(" "), seats.white, game.game().profile())
}

/// Plays until it is killed, and says after each change what lies on the table. Run by the test below in a process of its own.
#[test]
#[ignore = "is run by killed_at_any_moment, in a process of its own"]
fn victim() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let mut chance = fastrand::Rng::with_seed(std::env::var(SEED).unwrap().parse().unwrap());
    let mut app = begun(Path::new(&folder));
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        // Not nobody's turn for ever: who comes back to a pause goes on.
        ask(&mut app, ResumeClocks);
        let over = game(&app).game().outcome().is_some() || game(&app).game().len() > 60;
        match chance.u8(0..20) {
            0 => ask(&mut app, TakeBack),
            1 => {
                let side = game(&app).game().position().side();
                ask(&mut app, OfferDraw(side));
            }
            which if which == 2 || over => {
                let profile = chance.choice([Profile::Classic, Profile::Fide]).unwrap();
                let seats =
                    Seats { white: format!("White {}", chance.u16(..)), black: "王".to_owned(), ..Seats::default() };
                ask(&mut app, NewGame { start: *Match::default().game().start(), profile, seats });
                if chance.bool() {
                    ask(&mut app, SetClocks(Clock::new("2:00:00+2".parse().unwrap(), Side::White).unwrap()));
                }
            }
            _ => {
                let legal = game(&app).game().position().legal_moves();
                ask(&mut app, PlayMove(chance.choice(legal).unwrap()));
            }
        }
        println!("\nlies {}", state(&app));
        std::io::stdout().flush().unwrap();
        // As fast as men move at the table when they move fast.
        thread::sleep(Duration::from_millis(chance.u64(120..250)));
        if app.world().resource::<Keeper>().is_busy() {
            println!("\nslow");
        }
    }
}

/// Runs the victim and kills it after so long. Answers what it said, the newest first, each with whether the disk had not
/// taken it when the next move was made.
fn run_and_kill(folder: &Path, seed: u64, after: Duration) -> Vec<(String, bool)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["kill::victim", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let said = Arc::new(Mutex::new(VecDeque::new()));
    let listener = {
        let (said, stdout) = (Arc::clone(&said), child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let mut said = said.lock().unwrap();
                if let Some(state) = line.strip_prefix("lies ") {
                    said.push_front((state.to_owned(), false));
                } else if line == "slow" {
                    said[0].1 = true;
                }
            }
        })
    };
    // The moments are those of play, not of the start.
    let began = Instant::now();
    while said.lock().unwrap().is_empty() && began.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    listener.join().unwrap();
    let said = said.lock().unwrap();
    said.iter().cloned().collect()
}

#[test]
fn killed_at_any_moment() {
    let times = std::env::var(TIMES).ok().and_then(|times| times.parse().ok()).unwrap_or(12);
    let folder = folder("killed");
    let mut chance = fastrand::Rng::with_seed(4);
    let (mut newest, mut before, mut slow, mut unheard) = (0, 0, 0, 0);
    for round in 0..times {
        let after = Duration::from_micros(chance.u64(0..900_000));
        let said = run_and_kill(&folder, round, after);
        let app = begun(&folder);
        assert!(told(&app).is_empty(), "round {round}: {:?}", told(&app));
        let now = state(&app);
        // What was said last; or, if that was not on the disk yet, what was before it; or what was made and not said yet.
        match said.iter().position(|(state, _)| *state == now) {
            Some(0) => newest += 1,
            Some(1) => before += 1,
            // A disk that other programs keep busy may take longer for a move than people do.
            Some(late) if said[1..late].iter().all(|(_, slow)| *slow) => slow += 1,
            Some(late) => panic!("round {round}: {late} changes are missing\n{now}\n{:#?}", &said[..=late]),
            None => {
                let untouched = game(&app).game().is_empty() && said.len() <= 1;
                let last = said.first().map_or("", |(last, _)| last.split('|').next().unwrap());
                // A game without moves was begun anew, with names; without them it would be lost.
                let anew = moves(&app).is_empty() && !game(&app).seats().white.is_empty();
                let ahead = anew || one_apart(last, &moves(&app));
                assert!(untouched || ahead, "round {round}: {now}\nis neither of\n{:#?}", &said[..said.len().min(3)]);
                unheard += 1;
            }
        }
    }
    println!(
        "killed {times} times: {newest} × nothing missing, {before} × the last change, {slow} × more because the disk was slow, {unheard} × one more than was said"
    );
    fs::remove_dir_all(folder).unwrap();
}

/// Whether one change leads from one row of moves to the other: a move, a take-back.
fn one_apart(before: &str, after: &str) -> bool {
    let (before, after): (Vec<_>, Vec<_>) = (before.split_whitespace().collect(), after.split_whitespace().collect());
    let common = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    common == before.len().min(after.len()) && before.len().abs_diff(after.len()) <= 1
}

/// Makes something else of a file.
fn mutilate(bytes: &[u8], other: &[u8], chance: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let place = |chance: &mut fastrand::Rng, bytes: &[u8]| chance.usize(0..bytes.len().max(1));
    match chance.u8(0..10) {
        0 => Vec::new(),
        1 | 2 => bytes[..place(chance, &bytes)].to_vec(),
        3 | 4 => {
            for _ in 0..chance.usize(1..8) {
                let at = place(chance, &bytes);
                bytes[at] ^= 1 << chance.u8(0..8);
            }
            bytes
        }
        5 => (0..chance.usize(1..5000)).map(|_| chance.u8(..)).collect(),
        6 => other.to_vec(),
        7 => String::from_utf8_lossy(&bytes).replace("version = 1", "version = 9").replace("e4", "e5").into_bytes(),
        8 => vec![0; bytes.len()],
        _ => {
            let foreign = [
                "<?xml version=\"1.0\"?><a/>",
                "{\"version\": 1}",
                "[package]\nname = \"x\"\n",
                "\u{feff}MZ\0",
                "1. e4 e5 *\n\n1. d4 *\n",
            ];
            chance.choice(foreign).unwrap().as_bytes().to_vec()
        }
    }
}

/// Every file under a folder.
fn all_bytes(folder: &Path) -> Vec<Vec<u8>> {
    let paths = names(folder).into_iter().map(|name| folder.join(name));
    paths.flat_map(|path| if path.is_dir() { all_bytes(&path) } else { vec![fs::read(path).unwrap()] }).collect()
}

#[test]
fn a_hundred_mutilated_files() {
    let sound = folder("sound");
    let settings = |folder: &Path| SettingsFile(Some(folder.join("settings.toml")));
    fs::write(sound.join("settings.toml"), "version = 1\nmotion = \"slow\"\nsound = false\nx = 3\n").unwrap();
    let mut app = begun(&sound);
    ask(&mut app, SetClocks(Clock::new("5:00+3".parse().unwrap(), Side::White).unwrap()));
    play(&mut app, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6");
    drop(app);
    fs::write(
        sound.join("state/table.toml"),
        fs::read_to_string(sound.join("state/table.toml")).unwrap()
            + "\n[look]\nyaw = 1.0\npitch = 0.9\nzoom = 1.1\nseat = \"black\"\n",
    )
    .unwrap();
    let game_file = format!("games/{}", names(&sound.join("games"))[0]);
    let files = ["settings.toml", "state/table.toml", &game_file];
    let (mut told_of, mut whole, mut part, mut none) = (0, 0, 0, 0);
    for round in 0..100 {
        let mut chance = fastrand::Rng::with_seed(round);
        let here = folder("mutilated");
        copy_all(&sound, &here);
        let mut mutilated = Vec::new();
        let first = chance.usize(0..3);
        for number in [first, (first + chance.usize(0..3)) % 3] {
            let path = here.join(files[number]);
            let other = fs::read(sound.join(files[(number + 1) % 3])).unwrap();
            let bytes = mutilate(&fs::read(&path).unwrap(), &other, &mut chance);
            fs::write(&path, &bytes).unwrap();
            mutilated.retain(|(of, _)| *of != number);
            mutilated.push((number, bytes));
        }
        let started = catch_unwind(|| {
            let folders = Folders::within(&here);
            let mut app = window::bare_with(Duration::from_millis(50), |app| {
                settings(&here).open(app);
                app.insert_resource(folders);
            });
            app.world_mut().trigger(Resume);
            app.update();
            written(&mut app);
            app
        });
        let mut app = started.unwrap_or_else(|_| panic!("round {round}: {mutilated:?}"));
        // All that stood in the files still stands somewhere, as long as nobody has changed anything.
        let there = all_bytes(&here);
        for (number, bytes) in &mutilated {
            // What lies on the table may be said anew where it was understood.
            let said = told(&app).iter().any(|trouble| format!("{trouble:?}").contains("table.toml"));
            if *number == 1 && !said {
                continue;
            }
            assert!(there.contains(bytes), "round {round}: {} is lost", files[*number]);
        }
        told_of += usize::from(!told(&app).is_empty());
        match game(&app).game().len() {
            8 => whole += 1,
            0 => none += 1,
            _ => part += 1,
        }
        // Play goes on, and is kept.
        ask(&mut app, ResumeClocks);
        let legal = game(&app).game().position().legal_moves();
        ask(&mut app, PlayMove(legal[0]));
        app.world_mut().resource_mut::<Settings>().motion = Motion::Off;
        app.update();
        let now = moves(&app);
        drop(app);
        let again = begun(&here);
        let table = fs::read_to_string(here.join("state/table.toml"));
        assert_eq!(moves(&again), now, "round {round}: {:?} {table:?} {:?}", told(&again), names(&here.join("games")));
        drop(again);
        let (kept, troubles) = settings(&here).load();
        assert!(kept.motion == Motion::Off, "round {round}: {troubles:?}");
        fs::remove_dir_all(here).unwrap();
    }
    println!(
        "100 starts: {told_of} told of trouble; the game whole {whole} times, in part {part} times, not at all {none} times"
    );
    assert!(told_of > 50 && whole > 10 && part > 0 && none > 10);
}
