//! Clocks at the table: they follow the game, flags fall in play, pauses and gaps, what is saved. All with time by hand.

use std::time::Duration;

use bevy::{input::keyboard::Key, prelude::*, time::TimeUpdateStrategy};
use bevy_egui::{EguiContext, egui};
use endgame::{
    camera::View,
    chess::{
        Claim, Kind, Outcome, Profile, Reason, Side,
        clock::{Clock, TimeControl, face},
    },
    game::{
        ChoosePromotion, ClaimDraw, Clocks, Mode, NewGame, PauseClocks, PlayMove, Refusal, ResumeClocks, Seats,
        SetClocks, ShowPly, TakeBack,
    },
    notation::read_move,
    replay::{OpenGame, OpenPgn, SaveGame},
    screens::Overlay,
    settings::{Motion, Settings},
    ui::{Action, rect_of},
};

use crate::table::Table;

/// A table with clocks that have just begun to run.
pub fn timed(fen: &str, profile: Profile, control: &str) -> Table {
    let mut table = Table::with_profile(fen, profile);
    table.app.world_mut().resource_mut::<Settings>().motion = Motion::Off;
    table.wait(5);
    table.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    let side = table.position().side();
    table.app.world_mut().trigger(SetClocks(Clock::new(control.parse().unwrap(), side).unwrap()));
    table
}

pub fn clocks(table: &Table) -> &Clocks {
    table.app.world().resource::<Clocks>()
}

pub fn left(table: &Table) -> (u128, u128) {
    let left = |side| clocks(table).left(side).unwrap().as_millis();
    (left(Side::White), left(Side::Black))
}

pub fn running(table: &Table) -> Option<Side> {
    clocks(table).clock().unwrap().running()
}

/// One update, so long.
pub fn step(table: &mut Table, millis: u64) {
    table.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(millis)));
    table.app.update();
    table.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
}

/// Lets so much time pass, in updates of a second at most.
pub fn pass(table: &mut Table, millis: u64) {
    for _ in 0..millis / 1000 {
        step(table, 1000);
    }
    step(table, millis % 1000);
}

/// A move in the moment that is, as a person or an engine asks for it.
pub fn play(table: &mut Table, moves: &str) {
    for text in moves.split(' ') {
        let mv = read_move(table.game().game().position(), text).unwrap();
        table.app.world_mut().trigger(PlayMove(mv));
        table.app.world_mut().flush();
    }
}

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_clocks_follow_the_game() {
    let mut table = timed(START, Profile::Classic, "1:00+2");
    assert_eq!((left(&table), running(&table)), ((60_000, 60_000), Some(Side::White)));
    pass(&mut table, 3_250);
    play(&mut table, "e4");
    assert_eq!((left(&table), running(&table)), ((58_750, 60_000), Some(Side::Black)));
    pass(&mut table, 1_000);
    play(&mut table, "e5");
    pass(&mut table, 2_000);
    assert_eq!(left(&table), (56_750, 61_000));
    // Looking back stops nothing; a take-back gives both what they had.
    table.ask(ShowPly(0));
    pass(&mut table, 1_000);
    assert_eq!(left(&table), (55_750, 61_000));
    table.ask(TakeBack);
    assert_eq!((left(&table), running(&table)), ((58_750, 60_000), Some(Side::Black)));
    play(&mut table, "e5");
    assert_eq!(left(&table), (58_750, 62_000), "no time gained but the increment of one move");
    table.settle();
    table.assert_scene();
}

#[test]
fn animation_costs_nobody_time() {
    let mut table = timed(START, Profile::Classic, "5:00");
    table.app.world_mut().resource_mut::<Settings>().motion = Motion::Slow;
    for (index, text) in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6".split(' ').enumerate() {
        step(&mut table, 10);
        play(&mut table, text);
        let moves = (index as u128 / 2 + 1) * 10;
        let expected =
            if index % 2 == 0 { (300_000 - moves, 300_000 - (moves - 10)) } else { (300_000 - moves, 300_000 - moves) };
        assert_eq!(left(&table), expected, "after {text}");
    }
}

#[test]
fn a_flag_falls_in_play_and_is_told() {
    for profile in Profile::ALL {
        let mut table = timed(START, profile, "0:30");
        pass(&mut table, 29_999);
        assert_eq!((left(&table).0, table.game().game().outcome()), (1, None));
        // What comes in the update in which the flag falls, comes too late.
        table.ask(ShowPly(0));
        step(&mut table, 1);
        assert_eq!(table.game().game().outcome(), Some(Outcome::win(Side::Black, Reason::FlagFall)));
        assert_eq!((left(&table).0, running(&table)), (0, None));
        play_refused(&mut table, "e4");
        assert_eq!(table.notice(), Some(Refusal::Over));
        table.settle();
        assert_eq!(table.overlay(), Overlay::Result);
        pass(&mut table, 60_000);
        assert_eq!(left(&table), (0, 30_000));
        // Also this end can be undone.
        table.ask(TakeBack);
        assert_eq!((left(&table), running(&table)), ((30_000, 30_000), Some(Side::White)));
    }
}

/// Asks for a move that is not played.
pub fn play_refused(table: &mut Table, text: &str) {
    let before = table.game().game().len();
    let mv = read_move(table.game().game().position(), text).unwrap();
    table.ask(PlayMove(mv));
    assert_eq!(table.game().game().len(), before);
}

#[test]
fn mate_on_the_last_instant_and_after_it() {
    let start = "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1";
    let mut table = timed(start, Profile::Classic, "0:30");
    pass(&mut table, 29_999);
    play(&mut table, "Rb8");
    pass(&mut table, 4_000);
    assert_eq!(table.game().game().outcome(), Some(Outcome::win(Side::White, Reason::Checkmate)));
    assert_eq!(left(&table), (1, 30_000));
    let mut table = timed(start, Profile::Classic, "0:30");
    pass(&mut table, 30_000);
    play_refused(&mut table, "Rb8");
    assert_eq!(table.game().game().outcome(), Some(Outcome::win(Side::Black, Reason::FlagFall)));
}

#[test]
fn the_flag_falls_under_the_promotion_chooser_and_under_a_dialog() {
    let mut table = timed("4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", Profile::Classic, "0:30");
    table.click("a7");
    table.click("a8");
    table.wait(2);
    assert_eq!(table.overlay(), Overlay::Promotion);
    pass(&mut table, 10_000);
    assert_eq!(left(&table).0, 20_000, "the mover's clock runs");
    pass(&mut table, 20_000);
    table.wait(2);
    assert_eq!(table.game().game().outcome().unwrap().reason, Reason::FlagFall);
    table.ask(ChoosePromotion(Kind::Queen));
    assert_eq!(table.game().game().len(), 0);
    table.settle();
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();

    let mut table = timed(START, Profile::Classic, "0:10");
    table.ask(Action::Show(Overlay::Settings));
    pass(&mut table, 15_000);
    assert_eq!(table.game().game().outcome().unwrap().reason, Reason::FlagFall);
    table.ask(Action::Close);
    table.settle();
    assert_eq!(table.overlay(), Overlay::Result, "told when the dialog is gone");
}

#[test]
fn a_pause_stops_time_and_moves() {
    let mut table = timed(START, Profile::Classic, "1:00");
    pass(&mut table, 10_000);
    table.click("e2");
    table.key(KeyCode::KeyP, Key::Character("p".into()));
    table.wait(2);
    assert_eq!((table.overlay(), running(&table), table.selected()), (Overlay::Pause, None, None));
    step(&mut table, 3_600_000);
    assert_eq!(left(&table), (50_000, 60_000));
    // Beside the dialog, which lies in the middle.
    table.click("a2");
    table.click("a4");
    play_refused(&mut table, "e4");
    assert_eq!(table.notice(), Some(Refusal::Paused));
    table.key(KeyCode::KeyP, Key::Character("p".into()));
    table.wait(2);
    assert_eq!((table.overlay(), running(&table)), (Overlay::None, Some(Side::White)));
    step(&mut table, 1_000);
    play(&mut table, "e4");
    assert_eq!(left(&table), (49_000, 60_000));
    // Without clocks there is nothing to pause.
    let mut table = Table::new();
    table.ask(PauseClocks);
    table.wait(2);
    assert_eq!(table.overlay(), Overlay::None);
}

#[test]
fn a_gap_pauses_the_game_and_says_so() {
    let mut table = timed(START, Profile::Classic, "0:30");
    step(&mut table, 2_000);
    step(&mut table, 5_000);
    assert_eq!((left(&table).0, running(&table)), (23_000, Some(Side::White)), "five seconds are a slow frame");
    step(&mut table, 5_001);
    assert_eq!((left(&table).0, running(&table)), (23_000, None), "what passed in the gap is not counted");
    assert_eq!(table.notice(), Some(Refusal::Interrupted));
    table.wait(2);
    assert_eq!(table.overlay(), Overlay::Pause);
    table.ask(ResumeClocks);
    // Longer than the time that was left.
    step(&mut table, 1_000);
    step(&mut table, 3_600_000);
    assert_eq!((left(&table).0, table.game().game().outcome()), (22_000, None));
}

#[test]
fn wrong_claims_cost_time_in_fide() {
    for (profile, black) in [(Profile::Classic, 60_000), (Profile::Fide, 180_000), (Profile::Online, 60_000)] {
        let mut table = timed(START, profile, "1:00");
        table.ask(ClaimDraw { claim: Claim::Threefold, with: None });
        assert_eq!(table.notice(), Some(Refusal::NoClaim(Claim::Threefold)));
        assert_eq!(left(&table), (60_000, black));
    }
    let mut table = timed(START, Profile::Fide, "1:00");
    let mv = read_move(table.position(), "e4").unwrap();
    table.ask(ClaimDraw { claim: Claim::FiftyMoves, with: Some(mv) });
    assert_eq!((left(&table), running(&table)), ((60_000, 180_000), Some(Side::Black)));
}

#[test]
fn clocks_go_with_their_game() {
    let mut table = timed(START, Profile::Classic, "1:00");
    table.ask(OpenGame(0));
    table.settle();
    assert!(clocks(&table).clock().is_none(), "a watched game has none");
    let mut table = timed(START, Profile::Classic, "1:00");
    play(&mut table, "e4");
    // Clocks are for a game that has not begun.
    let other = Clock::new("9:00".parse().unwrap(), Side::White).unwrap();
    table.ask(SetClocks(other));
    assert_eq!(clocks(&table).clock().unwrap().control().to_string(), "1:00");
    pass(&mut table, 5_000);
    table.ask(Action::Rematch);
    table.settle();
    assert_eq!((left(&table), running(&table)), ((60_000, 60_000), Some(Side::White)), "a rematch has the same time");
    let start = *table.game().game().start();
    table.ask(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
    assert!(clocks(&table).clock().is_none());
}

#[test]
fn a_timed_game_is_saved_with_its_clocks() {
    let mut table = timed(START, Profile::Classic, "40/5:00+3, 1:00");
    pass(&mut table, 1_500);
    play(&mut table, "e4");
    pass(&mut table, 61_000);
    play(&mut table, "e5");
    let file = std::env::temp_dir().join(format!("endgame-clocks-{}.pgn", std::process::id()));
    table.ask(SaveGame(file.clone()));
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("[TimeControl \"40/300+3:60\"]"), "{saved}");
    let words: String = saved.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("1. e4 {[%clk 0:05:01.5] [%emt 0:00:01.5]} 1... e5 {[%clk 0:04:02] [%emt 0:01:01]} *"),
        "{saved}"
    );
    table.ask(OpenPgn(file.clone()));
    table.settle();
    assert_eq!((table.game().mode(), table.game().game().len()), (Mode::Replay, 2));
    std::fs::remove_file(file).unwrap();
}

fn rect(table: &mut Table, name: &str) -> Option<egui::Rect> {
    let world = table.app.world_mut();
    let ctx = world.query::<&mut EguiContext>().single_mut(world).unwrap().get_mut().clone();
    rect_of(&ctx, name)
}

pub fn press(table: &mut Table, name: &str) {
    let at = rect(table, name).unwrap_or_else(|| panic!("`{name}` is not drawn")).center();
    table.click_at(Vec2::new(at.x, at.y));
    table.wait(4);
}

#[test]
fn both_clocks_are_wholly_in_the_window_and_apart() {
    for (width, height) in [(1280, 800), (640, 360), (320, 240)] {
        let mut table = Table::sized(width, height);
        table.look(View::White);
        table.ask(SetClocks(Clock::new("90:00+30".parse().unwrap(), Side::White).unwrap()));
        table.wait(4);
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32));
        let both = ["clock white", "clock black"].map(|name| rect(&mut table, name).unwrap());
        assert!(both.iter().all(|clock| window.contains_rect(*clock)), "{both:?} in {window:?}");
        assert!(!both[0].intersects(both[1]));
        assert!(both[0].height() >= 28.0, "digits that can be read from the other seat");
        // They take no clicks from the board.
        assert!(running(&table).is_some());
    }
}

#[test]
fn time_is_chosen_in_the_dialog() {
    let mut table = Table::new();
    table.key(KeyCode::Escape, Key::Escape);
    table.ask(Action::Show(Overlay::NewGame));
    table.wait(4);
    press(&mut table, "5+3");
    press(&mut table, "new-begin");
    assert_eq!(clocks(&table).clock().map(|clock| clock.control().to_string()).as_deref(), Some("5:00+3"));
    assert_eq!(running(&table), Some(Side::White));
    // The next game begins as the last; one's own control begins with that.
    table.ask(Action::Show(Overlay::NewGame));
    table.wait(4);
    press(&mut table, "Another");
    press(&mut table, "time control");
    for (code, letter) in [(KeyCode::Comma, ","), (KeyCode::Digit5, "5")] {
        table.key(code, Key::Character(letter.into()));
    }
    table.wait(4);
    press(&mut table, "new-begin");
    assert_eq!(clocks(&table).clock().map(|clock| clock.control().to_string()).as_deref(), Some("5:00+3.5"));
    // None is none.
    table.ask(Action::Show(Overlay::NewGame));
    table.wait(4);
    press(&mut table, "No clocks");
    press(&mut table, "new-begin");
    assert!(clocks(&table).clock().is_none() && table.overlay() == Overlay::None);
}

#[test]
fn what_is_no_control_begins_no_game() {
    let mut table = Table::new();
    table.ask(Action::Show(Overlay::NewGame));
    table.wait(4);
    press(&mut table, "Another");
    press(&mut table, "new-begin");
    assert_eq!(table.overlay(), Overlay::NewGame, "nothing is typed yet");
}

#[test]
fn the_faces_of_the_presets_are_short() {
    for control in TimeControl::presets() {
        assert!(face(control.periods()[0].base).len() <= "1:30:00".len());
    }
}
