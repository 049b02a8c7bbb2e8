//! Watching as in a theatre: captions, clocks of the file, badges, who stands better, and the board alone.

use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use bevy::{input::keyboard::Key, prelude::*};
use bevy_egui::EguiContext;
use endgame::{
    animation::Film,
    chess::Side,
    game::{Match, ShowPly},
    replay::{Base, OpenPgn, Pacing, Replay, Rhythm, SetSpeed, TogglePlay, pacing},
    settings::{Settings, Tempo},
    ui::{Action, Theatre, rect_of},
};

use crate::table::Table;

const GAME: &str = r#"[White "Carlsen, Magnus"]
[Black "B"]
[WhiteElo "2882"]
[WhiteTitle "GM"]
[TimeControl "60+0"]
[Result "*"]

1. e4 {[%clk 0:00:58][%eval 0.4] The best by test, as somebody has said.} e5 {[%clk 0:00:59]} 2. f4 $2 {[%clk 0:00:50]} exf4
{[%clk 0:00:57][%eval -1.5]} 3. Nf3 {[%clk 0:00:49.9]} *
"#;

fn watching(text: &str) -> Table {
    let mut table = Table::new();
    static GAMES: AtomicUsize = AtomicUsize::new(0);
    let number = GAMES.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("endgame-theatre-{}-{number}.pgn", std::process::id()));
    fs::write(&path, text).unwrap();
    table.ask(OpenPgn(path.clone()));
    table.settle();
    fs::remove_file(path).unwrap();
    table
}

fn rect(table: &mut Table, key: &str) -> Option<bevy_egui::egui::Rect> {
    let world = table.app.world_mut();
    let mut contexts = world.query::<&mut EguiContext>();
    let context = contexts.single_mut(world).unwrap().get_mut().clone();
    rect_of(&context, key)
}

fn clocks(table: &Table) -> [Option<Duration>; 2] {
    Side::ALL.map(|side| table.app.world().resource::<Rhythm>().clock(side))
}

#[test]
fn the_clocks_of_the_file_are_shown_and_run_while_the_film_does() {
    let mut table = watching(GAME);
    let ms = |millis| Some(Duration::from_millis(millis));
    for (ply, wanted) in [
        (0, [ms(60_000), ms(60_000)]),
        (1, [ms(58_000), ms(60_000)]),
        (3, [ms(50_000), ms(59_000)]),
        (5, [ms(49_900), ms(57_000)]),
    ] {
        table.ask(ShowPly(ply));
        table.settle();
        assert_eq!(clocks(&table), wanted, "ply {ply}");
    }
    assert!(rect(&mut table, "clock white").is_some(), "they are drawn");
    table.ask(ShowPly(2));
    table.settle();
    table.ask(SetSpeed(0.25));
    let mut settings = table.app.world_mut().resource_mut::<Settings>();
    (settings.tempo, settings.clock_times) = (Tempo::Clock, 1);
    table.wait(2);
    table.ask(TogglePlay);
    // After the first move by hand the film goes by the clock: Black has 59 seconds and takes two.
    let mut seen = Vec::new();
    for _ in 0..4000 {
        table.app.update();
        seen.push(clocks(&table)[1].unwrap());
        if table.app.world().resource::<Match>().ply() == 4 {
            break;
        }
    }
    assert!(seen.windows(2).all(|pair| pair[1] <= pair[0]), "it runs down");
    assert!(seen.iter().any(|left| *left < Duration::from_secs(59) && *left > Duration::from_secs(57)), "smoothly");
}

#[test]
fn the_film_keeps_the_time_of_its_pacing() {
    for (tempo, importance) in [(Tempo::Even, false), (Tempo::Clock, false), (Tempo::Even, true)] {
        let mut table = watching(GAME);
        let mut settings = table.app.world_mut().resource_mut::<Settings>();
        (settings.tempo, settings.importance, settings.clock_times) = (tempo, importance, 2);
        let wanted = pacing(&settings);
        assert_eq!(matches!(wanted, Pacing { base: Base::Clock { .. }, .. }), tempo == Tempo::Clock);
        table.wait(2);
        table.ask(TogglePlay);
        let (mut frames, mut seconds) = (0, 0.0);
        while table.app.world().resource::<Replay>().playing && frames < 10_000 {
            table.app.update();
            let film = table.app.world().resource::<Film>();
            assert!(film.seconds >= seconds && film.seconds <= film.length, "{} after {seconds}", film.seconds);
            seconds = film.seconds;
            frames += 1;
        }
        let schedule = &table.app.world().resource::<Rhythm>().schedule;
        // The first move comes at once, and the end is not waited for.
        let wanted = schedule.begin_of(schedule.plies()) - schedule.hold(0);
        let step = table.app.world().resource::<Time>().delta_secs_f64();
        let took = f64::from(frames) * step;
        println!("{tempo:?} importance {importance}: {took:.2} s, wanted {wanted:.2}");
        // Each turn may end a frame late twice: the look and the move.
        assert!((took - wanted).abs() < step * 3.0 * schedule.plies() as f64 + 0.2, "{took} {wanted}");
    }
}

#[test]
fn words_stand_in_the_picture_while_the_film_runs() {
    let mut table = watching(GAME);
    table.ask(ShowPly(1));
    table.settle();
    assert!(rect(&mut table, "caption").is_none(), "the panel says it");
    table.ask(ShowPly(0));
    table.settle();
    table.ask(TogglePlay);
    let mut seen = false;
    for _ in 0..200 {
        table.app.update();
        seen |= rect(&mut table, "caption").is_some();
    }
    assert!(seen);
}

#[test]
fn the_theatre_leaves_the_board_alone_and_everything_comes_back() {
    let mut table = watching(GAME);
    let before = *table.app.world().resource::<endgame::camera::Panel>();
    assert!(before.right > 100.0 && before.bottom > 0.0);
    table.key(KeyCode::KeyT, Key::Character("t".into()));
    table.wait(3);
    assert!(table.app.world().resource::<Theatre>().open);
    table.ask(TogglePlay);
    table.point(Vec2::new(200.0, 100.0));
    table.wait(5);
    let alone = *table.app.world().resource::<endgame::camera::Panel>();
    assert_eq!((alone.right, alone.bottom), (0.0, 0.0));
    // The pointer at the lower edge brings the strip back.
    table.point(Vec2::new(300.0, 700.0));
    table.wait(5);
    assert!(table.app.world().resource::<endgame::camera::Panel>().bottom > 0.0);
    table.key(KeyCode::Escape, Key::Escape);
    table.wait(5);
    assert!(!table.app.world().resource::<Theatre>().open);
    assert_eq!(table.app.world().resource::<endgame::camera::Panel>().right, before.right);
    // A game that is played has no theatre.
    table.key(KeyCode::KeyT, Key::Character("t".into()));
    table.wait(2);
    table.ask(endgame::replay::PlayFromHere);
    table.settle();
    assert!(!table.app.world().resource::<Theatre>().open);
}

/// Everything that can be pressed beside a watched game is in sight in a window of 1280 by 720, whatever there is to be said.
#[test]
fn the_panel_fits_into_a_small_window() {
    let said = "A long remark about this position that goes on and on. ".repeat(20);
    let game = GAME
        .replace("[Result", "[ECO \"C34\"]\n[Opening \"King's Gambit Accepted\"]\n[Result")
        .replace("exf4\n", &format!("exf4 {{{said}}} (2... d5 3. exd5) (2... Bc5)\n"));
    let file = std::env::temp_dir().join(format!("endgame-small-window-{}.pgn", std::process::id()));
    fs::write(&file, format!("{game}\n\n").repeat(5)).unwrap();
    let mut table = Table::sized(1280, 720);
    table.ask(OpenPgn(file.clone()));
    table.settle();
    for ply in 0..=5 {
        table.ask(ShowPly(ply));
        if ply == 5 {
            table.ask(Action::ToggleSign(1));
        }
        table.settle();
        for key in
            ["panel-view-white", "panel-flip", "panel-open-file", "panel-help", "find-position", "replay-save-back"]
        {
            let place = rect(&mut table, key).unwrap();
            assert!(place.top() > 0.0 && place.bottom() <= 710.0, "{key} at ply {ply}: {place:?}");
        }
    }
    assert!(rect(&mut table, "replay-discard").is_some());
    fs::remove_file(file).unwrap();
}
