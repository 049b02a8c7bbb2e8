//! What is heard at the table: each sound is counted as it is said, with nobody there to play it.

use std::sync::{Arc, Mutex};

use bevy::{ecs::resource::IsResource, input::keyboard::Key, prelude::*};
use bevy_egui::EguiContext;
use endgame::{
    audio::{Heard, Score, Shown, Sound, Speaker, score},
    camera::View,
    chess::{
        Game, Profile, RuleSet, Side,
        clock::{Clock, TimeControl},
    },
    game::{ChoosePromotion, OfferDraw, Resign, SetClocks, ShowPly, TakeBack},
    notation::{self, fen},
    settings::{Motion, Settings},
    ui,
};

use crate::table::Table;

type Log = Arc<Mutex<Vec<Heard>>>;

/// A table at which someone listens.
struct Room {
    table: Table,
    log: Log,
}

impl Room {
    fn of(mut table: Table) -> Room {
        let log = Log::default();
        let ear = log.clone();
        table.app.add_observer(move |heard: On<Heard>| ear.lock().unwrap().push(*heard));
        table.wait(10);
        Room { table, log }
    }

    fn with(fen: &str) -> Room {
        Room::of(Table::with(fen))
    }

    /// What was heard since the last question.
    fn heard(&mut self) -> Vec<Heard> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    fn sounds(&mut self) -> Vec<Sound> {
        self.heard().into_iter().map(|heard| heard.sound).collect()
    }

    /// Plays a move and answers what was heard of it.
    fn play(&mut self, mv: &str) -> Vec<Sound> {
        self.table.play(mv);
        let heard = self.sounds();
        // So long that what is heard next is not one rattle with it.
        self.table.wait(10);
        heard
    }

    fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.table.app.world_mut().resource_mut::<Settings>());
        self.table.wait(10);
    }
}

use Sound::{Capture, Castle, Check, End, LowTime, Offer, Promotion, SetDown, Slide};

#[test]
fn every_kind_of_move_is_heard() {
    let mut room = Room::of(Table::new());
    assert_eq!(room.sounds(), [], "a table that is laid is silent");
    assert_eq!(room.play("e2e4"), [Slide, SetDown]);
    assert_eq!(room.play("d7d5"), [Slide, SetDown]);
    assert_eq!(room.play("e4d5"), [Slide, Capture, SetDown]);
    assert_eq!(room.play("g8f6"), [SetDown], "a knight leaps");
    assert_eq!(room.play("f1b5"), [Slide, SetDown, Check]);
    let mut room = Room::with("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(room.play("e1g1"), [Slide, Castle], "king and rook are one sound");
    let mut room = Room::with("7k/P7/8/8/8/8/8/4K3 w - - 0 1");
    room.table.click("a7");
    room.table.click("a8");
    room.table.ask(ChoosePromotion(endgame::chess::Kind::Queen));
    room.table.settle();
    assert_eq!(room.sounds(), [Slide, SetDown, Check, Promotion]);
    let mut room = Room::with("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1");
    assert_eq!(room.play("g5g6"), [Slide, SetDown, End]);
}

#[test]
fn what_is_said_is_heard_at_once() {
    let mut room = Room::of(Table::new());
    room.play("e2e4");
    room.table.ask(OfferDraw(Side::Black));
    assert_eq!(room.sounds(), [Offer]);
    room.table.ask(Resign(Side::White));
    assert_eq!(room.sounds(), [End]);
    room.table.settle();
    room.table.wait(10);
    room.table.ask(TakeBack);
    room.table.settle();
    room.table.wait(10);
    let mut room = Room::of(Table::new());
    room.table.ask(SetClocks(Clock::new("0:21".parse::<TimeControl>().unwrap(), Side::White).unwrap()));
    room.table.wait(60);
    assert_eq!(room.sounds(), [LowTime]);
}

#[test]
fn a_man_taken_back_and_one_put_back_are_heard() {
    let mut room = Room::of(Table::new());
    room.play("e2e4");
    room.table.ask(TakeBack);
    room.table.settle();
    assert_eq!(room.sounds(), [Slide, SetDown]);
    room.table.wait(10);
    room.table.drag("g1", "g5");
    room.table.settle();
    room.table.wait(20);
    assert_eq!(room.sounds(), [SetDown], "a refused man goes home through the air and is set down");
}

#[test]
fn a_jump_is_at_most_three_sounds() {
    for motion in Motion::ALL {
        let mut room = Room::of(Table::new());
        room.set(|settings| settings.motion = motion);
        for mv in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "d2d4", "g8f6", "c1d2", "c7c6"] {
            room.play(mv);
        }
        for ply in [0, 10, 2, 9, 0] {
            room.table.ask(ShowPly(ply));
            room.table.settle();
            room.table.wait(10);
            let heard = room.sounds();
            assert!(heard.len() <= 3 && heard.iter().all(|sound| *sound == SetDown), "to {ply}, {motion:?}: {heard:?}");
            assert!(!heard.is_empty() || ply == 0, "to {ply}, {motion:?}");
        }
        // Through the game as fast as a key repeats.
        for ply in 1..=10 {
            room.table.ask(ShowPly(ply));
        }
        room.table.settle();
        let frames_that_passed = 10 + 3 + 700 / 50 * 2;
        assert!(room.sounds().len() <= 3 + frames_that_passed * 50 / 100);
    }
}

#[test]
fn who_is_heavy_sounds_low_and_who_stands_left_is_heard_left() {
    let mut room = Room::with("k7/7p/8/8/8/8/P7/7K w - - 0 1");
    let mut knock = |mv: &str| {
        room.table.play(mv);
        let heard = room.heard().into_iter().find(|heard| heard.sound == SetDown).unwrap().tune;
        room.table.wait(10);
        heard
    };
    let (white_pawn, black_king, white_king) = (knock("a2a3"), knock("a8b8"), knock("h1g1"));
    assert!(white_pawn.take != black_king.take && black_king.take != white_king.take, "no two alike");
    assert!(white_pawn.speed > 1.2 && black_king.speed < 0.85 && white_king.speed < 0.85);
    assert!(white_pawn.ears[0] > 2.0 * white_pawn.ears[1], "{white_pawn:?}");
    assert!(white_king.ears[1] > 2.0 * white_king.ears[0], "{white_king:?}");
    room.table.look(View::Black);
    room.table.ask(TakeBack);
    room.table.settle();
    room.table.wait(10);
    room.heard();
    room.table.play("h1g1");
    let from_behind = room.heard().into_iter().find(|heard| heard.sound == SetDown).unwrap().tune;
    assert!(from_behind.ears[0] > 2.0 * from_behind.ears[1], "{from_behind:?}");
}

#[test]
fn whoever_wants_silence_has_it_and_nothing_stays_of_a_sound() {
    let mut room = Room::of(Table::new());
    let entities = |room: &mut Room| {
        let world = room.table.app.world_mut();
        world.query_filtered::<Entity, Without<IsResource>>().iter(world).count()
    };
    room.play("e2e4");
    let after_one = entities(&mut room);
    for mv in ["e7e5", "g1f3", "b8c6", "f1b5", "a7a6"] {
        assert!(!room.play(mv).is_empty());
    }
    assert_eq!(entities(&mut room), after_one, "sounds leave nothing behind");
    assert!(room.table.app.world().get_resource::<Speaker>().is_none(), "nobody listens in tests");
    room.table.key(KeyCode::KeyS, Key::Character("s".into()));
    room.table.wait(3);
    assert!(!room.table.app.world().resource::<Settings>().sound, "S is for sound");
    assert_eq!(room.play("b5c6"), []);
    room.set(|settings| (settings.sound, settings.volume) = (true, 0));
    assert_eq!(room.play("d7c6"), [], "at volume 0 nothing is sent");
    room.set(|settings| settings.volume = 40);
    let knock = room.heard();
    assert_eq!(knock.len(), 1, "a knock says how loud it is");
    room.set(|settings| settings.volume = 100);
    let loud = room.heard()[0].tune.ears[0];
    assert!((knock[0].tune.ears[0] / loud - 0.16).abs() < 1e-3, "{knock:?} {loud}");
    room.set(|settings| settings.coordinates = false);
    assert_eq!(room.sounds(), [], "other settings are silent");
}

#[test]
fn the_volume_is_drawn_in_the_settings() {
    use endgame::{screens::Overlay, ui::Action};
    let mut room = Room::of(Table::new());
    room.table.ask(Action::Show(Overlay::Settings));
    room.table.wait(5);
    let place = |room: &mut Room, key| {
        let world = room.table.app.world_mut();
        let mut contexts = world.query::<&mut EguiContext>();
        ui::rect_of(contexts.single_mut(world).unwrap().get_mut(), key).unwrap()
    };
    let slider = place(&mut room, "settings-volume");
    room.table.click_at(Vec2::new(slider.left() + 4.0, slider.center().y));
    room.table.wait(3);
    let low = room.table.app.world().resource::<Settings>().volume;
    assert!(low < 10, "{low}");
    assert_eq!(room.sounds().len(), usize::from(low > 0));
    let switch = place(&mut room, "settings-sound");
    room.table.click_at(Vec2::new(switch.left() + 6.0, switch.center().y));
    room.table.wait(3);
    let settings = room.table.app.world().resource::<Settings>();
    assert_eq!((settings.sound, settings.volume), (false, low));
}

/// An old file, from before there was a volume.
#[test]
fn an_old_file_without_sound_stays_silent() {
    let old: Settings = toml::from_str("version = 1\nsound = false\n").unwrap();
    assert_eq!((old.sound, old.volume), (false, Settings::default().volume));
    assert!(Settings::default().sound && (1..=100).contains(&Settings::default().volume));
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn game(start: &str, moves: &str) -> Game {
    let start = fen::parse(start, RuleSet::default()).unwrap().position;
    let mut game = Game::new(start, Profile::default());
    for word in moves.split_whitespace() {
        game.play(notation::read_move(game.position(), word).unwrap()).unwrap();
    }
    game
}

fn shown(game: &Game, ply: usize) -> Shown<'_> {
    Shown { game, ply, number: 1 }
}

#[test]
fn each_kind_of_move_has_its_sounds() {
    let table: [(&str, &str, &[Sound], u8); 11] = [
        (START, "e4", &[SetDown], 0),
        (START, "Nf3", &[SetDown], 0),
        (START, "e4 d5 exd5", &[Capture], 1),
        (START, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", &[Castle], 0),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", &[Castle], 0),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", &[Capture], 1),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8+", &[SetDown, Check], 0),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", &[SetDown, Promotion], 0),
        ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+", &[Capture, Check, Promotion], 1),
        (START, "f3 e5 g4 Qh4#", &[SetDown, End], 0),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6", &[SetDown, End], 0),
    ];
    for (start, moves, landing, others) in table {
        let game = game(start, moves);
        let ply = game.len();
        let heard = score(shown(&game, ply - 1), shown(&game, ply)).unwrap();
        assert_eq!((heard.now, &heard.landing[..], heard.others), (None, landing, others), "{moves}");
        assert!(heard.landing.len() <= 3, "{moves}");
        let back = score(shown(&game, ply), shown(&game, ply - 1)).unwrap();
        assert_eq!((back.now, &back.landing[..], back.others), (None, &[SetDown][..], 1), "{moves} taken back");
    }
}

#[test]
fn a_jump_is_three_knocks_and_no_signal() {
    let game = game(START, "f3 e5 g4 Qh4#");
    for (from, to) in [(0, 4), (4, 0), (0, 2), (3, 1)] {
        let heard = score(shown(&game, from), shown(&game, to)).unwrap();
        assert_eq!(heard, Score { others: 3, ..Score::default() }, "{from} to {to}");
    }
}

#[test]
fn words_are_heard_where_no_man_moves() {
    let before = game(START, "e4 e5");
    let now = |after: &Game, number| {
        score(shown(&before, 2), Shown { number, ..shown(after, 2) }).and_then(|score| score.now)
    };
    assert_eq!(now(&before, 1), None);
    let mut offered = before.clone();
    offered.offer(Side::White).unwrap();
    assert_eq!(now(&offered, 1), Some(Offer));
    let mut resigned = offered.clone();
    resigned.resign(Side::Black).unwrap();
    assert_eq!(now(&resigned, 1), Some(End));
    assert_eq!(now(&resigned, 2), None, "another game is opened at its end");
    let mut declined = offered.clone();
    declined.decline().unwrap();
    assert_eq!(score(shown(&offered, 2), shown(&declined, 2)), None);
}
