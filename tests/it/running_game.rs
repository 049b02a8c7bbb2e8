//! The game on the table is kept, and lies there again when the program starts.

use std::{fs, path::Path, time::Duration};

use bevy::{ecs::system::SystemState, prelude::*};
use endgame::{
    camera::{Eye, LookFrom, View},
    chess::{Profile, Side, clock::Clock},
    files::{Fault, Trouble},
    game::{
        AnswerDraw, Clocks, Draw, Drawings, Match, Mode, NewGame, News, OfferDraw, Paint, PauseClocks, PlayMove,
        Resign, ResumeClocks, Seats, SetClocks, Stroke, TakeBack, Tidings,
    },
    memory::{Folders, Keeper, Resume},
    notation::read_move,
    screens::Overlay,
    window,
};

use crate::{
    memory::{folder, names, told},
    table::moves_of,
};

/// The flow alone, keeping its games in this folder, with what was left there on the table.
pub fn begun(folder: &Path) -> App {
    let folders = Folders::within(folder);
    let mut app = window::bare_with(Duration::from_millis(50), |app| {
        app.insert_resource(folders);
    });
    app.world_mut().trigger(Resume);
    app.update();
    app.update();
    app
}

pub fn ask<'a, E: Event<Trigger<'a>: Default>>(app: &mut App, request: E) {
    app.world_mut().trigger(request);
    app.update();
}

pub fn play(app: &mut App, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = read_move(game(app).game().position(), text).unwrap();
        ask(app, PlayMove(mv));
    }
}

/// Waits until everything is on the disk, or cannot be.
pub fn written(app: &mut App) {
    while app.world().resource::<Keeper>().is_busy() {
        std::thread::yield_now();
    }
    app.update();
}

pub fn game(app: &App) -> &Match {
    app.world().resource::<Match>()
}

pub fn moves(app: &App) -> String {
    moves_of(game(app))
}

fn games(folder: &Path) -> Vec<String> {
    names(&folder.join("games"))
}

fn resumed(app: &App) -> bool {
    app.world().resource::<News>().all().iter().any(|tidings| matches!(tidings, Tidings::Resumed { .. }))
}

fn overlay(app: &App) -> Overlay {
    *app.world().resource::<State<Overlay>>().get()
}

#[test]
fn the_game_that_was_left_is_on_the_table_again() {
    let folder = folder("running");
    let mut app = begun(&folder);
    written(&mut app);
    assert!(!resumed(&app) && !folder.join("games").exists(), "a table that nobody touched leaves nothing");
    play(&mut app, "e4 e5 Nf3 Nc6");
    ask(&mut app, TakeBack);
    ask(&mut app, OfferDraw(Side::White));
    drop(app);
    assert_eq!(games(&folder).len(), 1);
    let file = folder.join("games").join(&games(&folder)[0]);
    let text = fs::read_to_string(&file).unwrap();

    let mut app = begun(&folder);
    written(&mut app);
    assert!(resumed(&app) && told(&app).is_empty());
    assert_eq!((moves(&app).as_str(), game(&app).mode(), overlay(&app)), ("e4 e5 Nf3", Mode::Play, Overlay::None));
    assert_eq!(game(&app).game().offer_pending(), Some(Side::White));
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "what was only read is not written");
    // It goes on in the same file; a game that has ended is not put on the table.
    ask(&mut app, AnswerDraw { accept: false });
    assert!(resumed(&app));
    play(&mut app, "Nc6");
    assert!(!resumed(&app), "who moves has read it");
    ask(&mut app, Resign(Side::White));
    drop(app);
    assert_eq!(games(&folder).len(), 1);
    assert!(fs::read_to_string(&file).unwrap().contains("[Result \"0-1\"]"));
    let mut app = begun(&folder);
    assert!(!resumed(&app) && game(&app).game().is_empty());
    // The next game has a file of its own.
    play(&mut app, "d4");
    drop(app);
    assert_eq!(games(&folder).len(), 2);
    assert!(fs::read_to_string(&file).unwrap().contains("[Result \"0-1\"]"));
}

#[test]
fn clocks_seats_rules_and_start_are_kept() {
    let folder = folder("clocks");
    let mut app = begun(&folder);
    let start = *Match::default().game().start();
    let seats = Seats { white: "Łukasz".to_owned(), black: "王 \"Q\"".to_owned(), ..Seats::default() };
    ask(&mut app, NewGame { start, profile: Profile::Fide, seats: seats.clone() });
    ask(&mut app, SetClocks(Clock::new("2/5:00+3, 1:00".parse().unwrap(), Side::White).unwrap()));
    for _ in 0..40 {
        app.update();
    }
    play(&mut app, "e4");
    // While a clock runs, what is thought is kept too, if not at once.
    for _ in 0..20 * 25 {
        app.update();
    }
    written(&mut app);
    let left = |app: &App| Side::ALL.map(|side| app.world().resource::<Clocks>().left(side).unwrap().as_millis());
    let at_the_end = left(&app);
    // As after a power cut: nothing is said at the end.
    let copy = crate::memory::folder("clocks-copy");
    copy_all(&folder, &copy);
    let mut again = begun(&copy);
    assert_eq!((moves(&again).as_str(), game(&again).seats(), overlay(&again)), ("e4", &seats, Overlay::Pause));
    assert_eq!(game(&again).game().profile(), Profile::Fide);
    let kept = left(&again);
    assert_eq!(kept[0], at_the_end[0]);
    assert!(kept[1] >= at_the_end[1] && kept[1] - at_the_end[1] <= 10_100, "{kept:?} {at_the_end:?}");
    assert!(app.world().resource::<Clocks>().clock().unwrap().running() == Some(Side::Black));
    // Paused, they are kept to the moment.
    ask(&mut app, PauseClocks);
    let paused = left(&app);
    drop(app);
    let app = begun(&folder);
    assert_eq!(left(&app), paused);
    assert!(app.world().resource::<Clocks>().are_paused());
    ask(&mut again, ResumeClocks);
    play(&mut again, "c5");
    assert_eq!(moves(&again), "e4 c5");
}

/// Copies a folder with all that is in it.
pub fn copy_all(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy_all(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn two_copies_keep_two_games() {
    let folder = folder("two");
    let mut first = begun(&folder);
    play(&mut first, "e4");
    written(&mut first);
    let mut second = begun(&folder);
    assert!(!resumed(&second), "the game of the first copy is the first copy's");
    play(&mut second, "d4 d5");
    play(&mut first, "e5");
    drop(first);
    drop(second);
    assert_eq!(games(&folder).len(), 2);
    let (first, second) = (begun(&folder), begun(&folder));
    assert_eq!((moves(&first), moves(&second)), ("e4 e5".to_owned(), "d4 d5".to_owned()));
    drop(second);
    // A game that somebody else has changed meanwhile is not written over.
    let mut first = first;
    let file = names(&folder.join("games")).into_iter().map(|name| folder.join("games").join(name));
    let file = file.clone().find(|path| fs::read_to_string(path).unwrap().contains("e4 e5")).unwrap();
    let theirs = fs::read_to_string(&file).unwrap().replace("e4 e5", "e4 c5");
    fs::write(&file, &theirs).unwrap();
    play(&mut first, "Nf3");
    drop(first);
    assert_eq!((games(&folder).len(), fs::read_to_string(&file).unwrap()), (3, theirs));
    assert_eq!(moves(&begun(&folder)), "e4 e5 Nf3");
}

#[test]
fn a_disk_that_takes_nothing_is_told_once_and_play_goes_on() {
    let folder = folder("full");
    fs::write(folder.join("games"), "in the way").unwrap();
    let mut app = begun(&folder);
    play(&mut app, "e4");
    written(&mut app);
    assert!(matches!(&told(&app)[..], [Trouble::NotKept { .. }]), "{:?}", told(&app));
    play(&mut app, "e5");
    written(&mut app);
    assert!(told(&app).is_empty(), "said once");
    assert_eq!(moves(&app), "e4 e5");
    // The disk has room again: everything is kept.
    fs::remove_file(folder.join("games")).unwrap();
    play(&mut app, "Nf3");
    drop(app);
    assert_eq!(moves(&begun(&folder)), "e4 e5 Nf3");
    // Nowhere at all.
    let mut app = window::bare_with(Duration::from_millis(50), |app| {
        app.insert_resource(Folders::default());
    });
    app.world_mut().trigger(Resume);
    play(&mut app, "e4");
    written(&mut app);
    assert_eq!(told(&app), [Trouble::NoFolder]);
}

#[test]
fn a_damaged_game_is_set_aside_and_goes_on_as_far_as_it_can_be_read() {
    let folder = folder("damaged");
    let mut app = begun(&folder);
    play(&mut app, "e4 e5 Nf3 Nc6");
    drop(app);
    let file = folder.join("games").join(&games(&folder)[0]);
    let cut = fs::read_to_string(&file).unwrap().replace(" Nc6 *\n", "");
    fs::write(&file, &cut).unwrap();
    let mut app = begun(&folder);
    assert_eq!(moves(&app), "e4 e5 Nf3");
    assert!(matches!(&told(&app)[..], [Trouble::SetAside { fault: Fault::Damaged(_), .. }]), "{:?}", told(&app));
    play(&mut app, "d6");
    drop(app);
    assert_eq!(games(&folder).len(), 2);
    assert!(games(&folder).iter().any(|name| fs::read_to_string(folder.join("games").join(name)).unwrap() == cut));
    assert_eq!(moves(&begun(&folder)), "e4 e5 Nf3 d6");
}

#[test]
fn another_game_leaves_the_one_before_as_it_was() {
    let folder = folder("another");
    let mut app = begun(&folder);
    play(&mut app, "e4");
    let new =
        || NewGame { start: *Match::default().game().start(), profile: Profile::Classic, seats: Seats::default() };
    ask(&mut app, new());
    play(&mut app, "d4");
    // A game that nobody moved in leaves nothing; one from a position set up is there again as long as it lies there.
    ask(&mut app, new());
    let seats = Seats { white: "A".to_owned(), ..Seats::default() };
    ask(&mut app, NewGame { seats, ..new() });
    written(&mut app);
    assert_eq!(games(&folder).len(), 3);
    ask(&mut app, new());
    drop(app);
    let texts = games(&folder).into_iter().map(|name| fs::read_to_string(folder.join("games").join(name)).unwrap());
    let texts: Vec<String> = texts.collect();
    assert!(texts.len() == 2 && texts[0].contains("1. e4 *") && texts[1].contains("1. d4 *"), "{texts:?}");
    let app = begun(&folder);
    assert!(!resumed(&app) && game(&app).game().is_empty());
}

#[test]
fn a_game_gone_on_with_keeps_comments_and_tags_of_its_record() {
    let folder = folder("record");
    let mut app = begun(&folder);
    play(&mut app, "e4");
    drop(app);
    let file = folder.join("games").join(&games(&folder)[0]);
    let text = fs::read_to_string(&file).unwrap();
    let text = text.replace("[Event \"?\"]", "[Event \"Kitchen\"]").replace("1. e4 *", "1. e4 {[%cal Ge2e4] best} *");
    fs::write(&file, text).unwrap();
    let mut app = begun(&folder);
    play(&mut app, "e5");
    drop(app);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("[Event \"Kitchen\"]") && text.contains("1. e4 {[%cal Ge2e4] best} 1... e5 *"), "{text}");
    // What is drawn is kept too, and there again.
    let mut app = begun(&folder);
    let sq = |name: &str| name.parse().unwrap();
    let stroke = Stroke { paint: Paint::Red, from: sq("e5"), to: sq("e4") };
    ask(&mut app, Draw(stroke));
    drop(app);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("Ge2e4") && text.contains("[%cal Re5e4]"), "{text}");
    let app = begun(&folder);
    assert_eq!(app.world().resource::<Drawings>().shown(game(&app)), [stroke]);
}

#[test]
fn the_place_of_the_eye_is_kept() {
    let folder = folder("eye");
    let start = |folder: &Path| {
        let folders = Folders::within(folder);
        let mut app = window::headless_with(640, 400, Duration::from_millis(50), |app| {
            app.insert_resource(folders);
        });
        app.world_mut().trigger(Resume);
        (0..5).for_each(|_| app.update());
        app
    };
    let gaze = |app: &mut App| {
        let mut state = SystemState::<Eye>::new(app.world_mut());
        state.get(app.world()).unwrap().gaze().unwrap()
    };
    let mut app = start(&folder);
    app.world_mut().trigger(LookFrom(View::Black));
    (0..40).for_each(|_| app.update());
    let before = gaze(&mut app);
    drop(app);
    let after = gaze(&mut start(&folder));
    assert!((before.yaw - after.yaw).abs() < 1e-4 && (before.pitch - after.pitch).abs() < 1e-4, "{before:?} {after:?}");
    assert!((before.zoom - after.zoom).abs() < 1e-3 && before.seat == after.seat, "{before:?} {after:?}");
    assert_eq!(after.seat, Side::Black);
}
