//! The overlays, driven as a person drives them: by keys and by clicks on what is drawn. No window, no graphics processor.

use std::time::Duration;

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput},
        mouse::MouseButtonInput,
    },
    prelude::*,
    window::{CursorMoved, MonitorSelection, PrimaryWindow, WindowEvent, WindowMode},
};
use bevy_egui::{EguiContext, egui};
use endgame::{
    camera,
    chess::{Kind, Position, Profile, Reason, RuleSet, Side, Square},
    game::{Match, Mode, NewGame, Notice, Refusal, Seats, SquareClicked},
    notation::{fen, read_move},
    screens::Overlay,
    ui::{Action, rect_of},
    window::headless,
};

/// The whole game and a hand to play it.
pub struct Table(pub App);

impl Table {
    pub fn new(width: u32, height: u32) -> Table {
        let mut table = Table(headless(width, height, Duration::from_millis(50)));
        table.rest();
        table
    }

    pub fn from(fen: &str) -> Table {
        let mut table = Table::new(1280, 720);
        let start = fen::parse_strict(fen, RuleSet::Standard).unwrap();
        table.trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
        table.rest();
        table
    }

    pub fn rest(&mut self) {
        for _ in 0..40 {
            self.0.update();
        }
    }

    pub fn trigger<E: Event>(&mut self, event: E)
    where
        for<'a> E::Trigger<'a>: Default,
    {
        self.0.world_mut().trigger(event);
        self.0.world_mut().flush();
    }

    pub fn window(&mut self) -> Entity {
        self.0.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(self.0.world()).unwrap()
    }

    pub fn ctx(&mut self) -> egui::Context {
        let mut contexts = self.0.world_mut().query::<&mut EguiContext>();
        contexts.single_mut(self.0.world_mut()).unwrap().get_mut().clone()
    }

    pub fn send<M: Message + Clone + Into<WindowEvent>>(&mut self, message: M) {
        self.0.world_mut().write_message(message.clone());
        self.0.world_mut().write_message::<WindowEvent>(message.into());
    }

    pub fn key(&mut self, logical_key: Key, key_code: KeyCode) {
        let window = self.window();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let text = None;
            self.send(KeyboardInput { key_code, logical_key: logical_key.clone(), state, text, repeat: false, window });
            self.0.update();
        }
        self.rest();
    }

    pub fn letter(&mut self, letter: &str, key_code: KeyCode) {
        self.key(Key::Character(letter.into()), key_code);
    }

    pub fn with_control(&mut self, letter: &str, key_code: KeyCode) {
        let window = self.window();
        let hold = |state| KeyboardInput {
            key_code: KeyCode::ControlLeft,
            logical_key: Key::Control,
            state,
            text: None,
            repeat: false,
            window,
        };
        self.send(hold(ButtonState::Pressed));
        self.0.update();
        self.letter(letter, key_code);
        self.send(hold(ButtonState::Released));
        self.rest();
    }

    pub fn click(&mut self, at: Vec2) {
        let window = self.window();
        self.0.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(at));
        self.send(CursorMoved { window, position: at, delta: None });
        self.0.update();
        self.0.update();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.send(MouseButtonInput { button: MouseButton::Left, state, window });
            self.0.update();
            self.0.update();
        }
        self.rest();
    }

    pub fn rect(&mut self, name: &str) -> egui::Rect {
        rect_of(&self.ctx(), name).unwrap_or_else(|| panic!("`{name}` is not drawn"))
    }

    pub fn press(&mut self, name: &str) {
        let at = self.rect(name).center();
        self.click(Vec2::new(at.x, at.y));
    }

    pub fn overlay(&self) -> Overlay {
        *self.0.world().resource::<State<Overlay>>().get()
    }

    pub fn current(&self) -> &Match {
        self.0.world().resource::<Match>()
    }

    pub fn notice(&self) -> Option<Refusal> {
        self.0.world().resource::<Notice>().0.clone()
    }

    pub fn moves(&mut self, moves: &str) {
        for text in moves.split(' ') {
            let mv = read_move(self.current().shown(), text).unwrap();
            self.trigger(SquareClicked(mv.from));
            self.trigger(SquareClicked(mv.to));
            self.rest();
        }
    }

    pub fn square(&mut self, square: Square) -> Vec2 {
        let mut eyes = self.0.world_mut().query_filtered::<(&Camera, &GlobalTransform), With<Camera3d>>();
        let (eye, at) = eyes.single(self.0.world()).unwrap();
        camera::on_screen(eye, at, square).unwrap()
    }
}

#[test]
fn a_mate_is_told_once_and_the_king_stays_in_sight() {
    for (width, height) in [(1280, 720), (640, 360)] {
        let mut table = Table::new(width, height);
        table.moves("f3 e5 g4 Qh4");
        assert_eq!(table.overlay(), Overlay::Result);
        let king = table.square(Square::E1);
        let area = table.ctx().memory(|memory| memory.area_rect(egui::Id::new("result"))).unwrap();
        assert!(!area.contains(egui::pos2(king.x, king.y)), "{area:?} covers {king}");
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32));
        assert!(screen.contains_rect(area), "{area:?}");
        table.key(Key::Escape, KeyCode::Escape);
        assert_eq!(table.overlay(), Overlay::None);
        table.rest();
        assert_eq!(table.overlay(), Overlay::None, "not told again");
        table.with_control("z", KeyCode::KeyZ);
        assert_eq!(table.current().game().len(), 3);
        table.moves("Qh4");
        assert_eq!(table.overlay(), Overlay::Result, "a new end is told");
    }
}

#[test]
fn the_result_leads_on() {
    let mut table = Table::new(1280, 720);
    table.moves("f3 e5 g4 Qh4");
    table.press("result-review");
    assert_eq!((table.overlay(), table.current().ply()), (Overlay::None, 0));
    table.key(Key::End, KeyCode::End);
    assert_eq!(table.current().ply(), 4);
    assert_eq!(table.overlay(), Overlay::None);
    table.with_control("n", KeyCode::KeyN);
    assert_eq!(table.overlay(), Overlay::NewGame);
    table.press("new-begin");
    assert_eq!((table.overlay(), table.current().game().len()), (Overlay::None, 0));
}

#[test]
fn a_promotion_is_chosen_by_key_and_by_click_and_called_off() {
    // The pawn on h2 keeps the game alive after a bishop or knight has come.
    let start = "4k3/P7/8/8/8/8/7P/4K3 w - - 0 1";
    for (letter, code, kind) in [
        ("q", KeyCode::KeyQ, Kind::Queen),
        ("r", KeyCode::KeyR, Kind::Rook),
        ("b", KeyCode::KeyB, Kind::Bishop),
        ("n", KeyCode::KeyN, Kind::Knight),
    ] {
        let mut table = Table::from(start);
        table.moves("a8=Q");
        assert_eq!(table.overlay(), Overlay::Promotion);
        table.letter(letter, code);
        assert_eq!(table.overlay(), Overlay::None);
        assert_eq!(table.current().shown().piece_at(Square::A8).unwrap().kind, kind);
    }
    let mut table = Table::from(start);
    table.moves("a8=Q");
    table.press("promote N");
    assert_eq!(table.current().shown().piece_at(Square::A8).unwrap().kind, Kind::Knight);

    let mut table = Table::from(start);
    table.moves("a8=Q");
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!((table.overlay(), table.current().game().len()), (Overlay::None, 0));
    table.moves("a8=Q");
    let king = table.square(Square::E1);
    table.click(king);
    assert_eq!((table.overlay(), table.current().game().len()), (Overlay::None, 0));
    let selection = table.0.world().resource::<endgame::game::Selection>();
    assert_eq!(selection.man(), None, "the click that closes the chooser does nothing else");
}

#[test]
fn the_chooser_is_wholly_in_the_window() {
    let seats = [(Side::White, false), (Side::Black, false), (Side::White, true), (Side::Black, true)];
    for (side, flipped) in seats {
        for (width, height) in [(1280, 720), (640, 480), (640, 360)] {
            let mut table = Table::new(width, height);
            if flipped {
                table.trigger(camera::Flip);
                table.rest();
            }
            let text = match side {
                Side::White => "4k3/7P/8/8/8/8/8/4K3 w - - 0 1",
                Side::Black => "4k3/8/8/8/8/8/7p/4K3 b - - 0 1",
            };
            let start = fen::parse_strict(text, RuleSet::Standard).unwrap();
            table.trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
            table.rest();
            table.moves(if side == Side::White { "h8=Q" } else { "h1=Q" });
            let area = table.ctx().memory(|memory| memory.area_rect(egui::Id::new("promotion"))).unwrap();
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32));
            assert!(screen.contains_rect(area), "{area:?} in {screen:?}");
            for letter in ["Q", "R", "B", "N"] {
                let man = table.rect(&format!("promote {letter}"));
                assert!(area.contains_rect(man), "{letter}");
            }
        }
    }
}

#[test]
fn a_draw_is_offered_and_answered() {
    let mut table = Table::new(1280, 720);
    table.letter("d", KeyCode::KeyD);
    assert_eq!(table.current().game().offer_pending(), Some(Side::White));
    table.press("panel-decline");
    assert_eq!(table.notice(), Some(Refusal::DrawDeclined));
    table.letter("a", KeyCode::KeyA);
    assert!(table.current().game().outcome().is_none(), "nothing to accept");
    table.moves("e4");
    table.press("panel-offer-draw");
    table.letter("a", KeyCode::KeyA);
    assert_eq!(table.current().game().outcome().unwrap().reason, Reason::Agreement);
    assert_eq!(table.overlay(), Overlay::Result);
}

#[test]
fn a_threefold_repetition_is_claimed() {
    let mut table = Table::new(1280, 720);
    table.moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    table.letter("c", KeyCode::KeyC);
    assert_eq!(table.overlay(), Overlay::Claim);
    table.press("claim threefold f6g8");
    assert_eq!(table.current().game().outcome().unwrap().reason, Reason::Threefold);
    assert_eq!(table.overlay(), Overlay::Result);
}

#[test]
fn resigning_asks_once() {
    let mut table = Table::new(1280, 720);
    table.press("panel-resign");
    assert_eq!(table.overlay(), Overlay::Resign);
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!((table.overlay(), table.current().game().outcome()), (Overlay::None, None));
    table.press("panel-resign");
    table.press("resign-black");
    let outcome = table.current().game().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::White), Reason::Resignation));
    assert_eq!(table.overlay(), Overlay::Result);
}

#[test]
fn moves_are_typed() {
    let mut table = Table::new(1280, 720);
    table.letter("/", KeyCode::Slash);
    for (letter, code) in [("e", KeyCode::KeyE), ("4", KeyCode::Digit4)] {
        table.letter(letter, code);
    }
    table.key(Key::Enter, KeyCode::Enter);
    assert_eq!(table.current().game().len(), 1);
    // The cursor stays in the field, and letters there are no shortcuts.
    for (letter, code) in [("d", KeyCode::KeyD), ("6", KeyCode::Digit6)] {
        table.letter(letter, code);
    }
    table.key(Key::Enter, KeyCode::Enter);
    assert_eq!(table.current().game().len(), 2);
    assert_eq!(table.current().game().offer_pending(), None);
    for (letter, code) in [("d", KeyCode::KeyD), ("9", KeyCode::Digit9)] {
        table.letter(letter, code);
    }
    table.key(Key::Enter, KeyCode::Enter);
    assert!(matches!(table.notice(), Some(Refusal::Unreadable(_))), "{:?}", table.notice());
    // Home belongs to the field; after Esc to the board.
    table.key(Key::Home, KeyCode::Home);
    assert_eq!(table.current().ply(), 2);
    table.key(Key::Escape, KeyCode::Escape);
    table.key(Key::Home, KeyCode::Home);
    assert_eq!(table.current().ply(), 0);
}

#[test]
fn escape_leaves_the_field_before_the_dialog() {
    let mut table = Table::new(1280, 720);
    table.with_control("n", KeyCode::KeyN);
    table.press("white name");
    table.letter("x", KeyCode::KeyX);
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!(table.overlay(), Overlay::NewGame);
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!(table.overlay(), Overlay::None);
    assert_eq!(table.current().seats().white, "", "called off");
}

#[test]
fn enter_starts_the_new_game() {
    let mut table = Table::new(1280, 720);
    table.moves("e4");
    table.with_control("n", KeyCode::KeyN);
    table.press("white name");
    table.letter("x", KeyCode::KeyX);
    table.key(Key::Enter, KeyCode::Enter);
    assert_eq!((table.overlay(), table.current().game().len()), (Overlay::None, 0));
    assert_eq!(table.current().seats().white, "x");
    assert_eq!(table.current().game().start(), &Position::start());
}

#[test]
fn chess960_is_begun_by_number_with_each_rule_set_and_again() {
    for (rules, name) in [(RuleSet::Standard, "Standard chess"), (RuleSet::Endgame, "Endgame")] {
        let mut table = Table::new(1280, 720);
        table.with_control("n", KeyCode::KeyN);
        table.press(name);
        table.press("Chess960");
        table.press("start number");
        // The lot that was drawn gives way to a number of one's own; letters and a fourth digit have no place there.
        table.with_control("a", KeyCode::KeyA);
        for (letter, code) in
            [("9", KeyCode::Digit9), ("x", KeyCode::KeyX), ("5", KeyCode::Digit5), ("9", KeyCode::Digit9)]
        {
            table.letter(letter, code);
        }
        table.key(Key::Enter, KeyCode::Enter);
        let start = Position::chess960(959, rules).unwrap();
        assert_eq!((table.overlay(), table.current().shown()), (Overlay::None, &start));
        table.moves("f3");
        table.trigger(Action::Rematch);
        table.rest();
        assert_eq!(
            (table.current().game().len(), table.current().shown()),
            (0, &start),
            "a rematch from the same start"
        );
        // The next game is filled in like the last.
        table.moves("f3");
        table.with_control("n", KeyCode::KeyN);
        table.press("new-begin");
        assert_eq!((table.current().game().len(), table.current().shown()), (0, &start));
        table.with_control("n", KeyCode::KeyN);
        table.press("The usual position");
        table.press("new-begin");
        assert_eq!(table.current().shown(), &Position::start_with(rules));
    }
}

#[test]
fn lots_are_drawn_for_chess960() {
    let mut table = Table::new(1280, 720);
    table.with_control("n", KeyCode::KeyN);
    table.press("Chess960");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..6 {
        table.press("new-begin");
        let number = table.current().game().start().chess960_number().expect("a start of Chess960");
        assert!(seen.insert(number) || number == Position::USUAL_START || seen.len() > 2, "{number} again");
        table.with_control("n", KeyCode::KeyN);
        table.press("Chess960");
        table.press("new-draw-lots");
    }
    // No game from a number that is none.
    table.press("start number");
    table.with_control("a", KeyCode::KeyA);
    table.letter("9", KeyCode::Digit9);
    table.letter("6", KeyCode::Digit6);
    table.letter("0", KeyCode::Digit0);
    table.key(Key::Enter, KeyCode::Enter);
    assert_eq!(table.overlay(), Overlay::NewGame, "960 is one too many");
    table.press("new-begin");
    assert_eq!(table.overlay(), Overlay::NewGame);
}

#[test]
fn the_chess960_form_fits_small_windows() {
    for (width, height) in [(1280, 720), (640, 360), (320, 480), (320, 240)] {
        let mut table = Table::new(width, height);
        let start = Position::chess960(0, RuleSet::Endgame).unwrap();
        table.trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
        table.with_control("n", KeyCode::KeyN);
        let area = table.ctx().memory(|memory| memory.area_rect(egui::Id::new("new game"))).unwrap();
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32));
        assert!(window.expand(1.0).contains_rect(area), "{area:?} in {width}×{height}");
        for name in ["Chess960", "A position (FEN)", "start number", "new-draw-lots", "start rank"] {
            let place = table.rect(name);
            assert!(
                area.left() <= place.left() && place.right() <= area.right(),
                "{name} at {place:?} in {width}×{height}"
            );
        }
    }
}

#[test]
fn clicks_on_the_panel_do_not_reach_the_board() {
    let mut table = Table::new(640, 360);
    // In a narrow window the open panel lies over the board.
    table.press("panel-open");
    let panel = table.ctx().memory(|memory| memory.area_rect(egui::Id::new("side panel"))).unwrap();
    let covered = Square::ALL.into_iter().filter(|square| {
        let at = table.square(*square);
        panel.contains(egui::pos2(at.x, at.y))
    });
    let covered: Vec<Square> = covered.collect();
    assert!(covered.len() >= 6, "the open panel lies over {covered:?}");
    for square in covered.into_iter().take(6) {
        let at = table.square(square);
        table.click(at);
        assert_eq!(table.0.world().resource::<endgame::game::Selection>().man(), None, "{square}");
    }
    table.press("panel-close");
    let at = table.square(Square::E2);
    table.click(at);
    assert!(table.0.world().resource::<endgame::game::Selection>().man().is_some(), "beside the panel the board hears");
}

#[test]
fn shortcuts_work_on_keyboards_without_latin_letters() {
    let mut table = Table::new(1280, 720);
    table.moves("e4");
    table.with_control("я", KeyCode::KeyZ);
    assert_eq!(table.current().game().len(), 0);
    table.letter("р", KeyCode::KeyH);
    assert_eq!(table.overlay(), Overlay::Help);
    table.key(Key::Escape, KeyCode::Escape);
    table.with_control("ы", KeyCode::KeyS);
    assert_eq!(table.overlay(), Overlay::Save);
    table.key(Key::Escape, KeyCode::Escape);
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!(table.overlay(), Overlay::None);
    let seat = table.0.world().resource::<camera::Seat>().0;
    table.letter("а", KeyCode::KeyF);
    assert_ne!(table.0.world().resource::<camera::Seat>().0, seat);
    // Where letters change places, it is the printed one that counts: Ctrl+Z on a German keyboard, A on a French one.
    table.moves("e4");
    table.with_control("z", KeyCode::KeyY);
    assert_eq!(table.current().game().len(), 0);
    table.letter("d", KeyCode::KeyD);
    table.letter("a", KeyCode::KeyQ);
    assert_eq!(table.current().game().outcome().unwrap().reason, Reason::Agreement);
}

#[test]
fn every_dialog_opens_and_goes_and_fits() {
    for (width, height) in [(1280, 720), (640, 360), (320, 240)] {
        let mut table = Table::new(width, height);
        for dialog in [
            Overlay::NewGame,
            Overlay::Resign,
            Overlay::Claim,
            Overlay::Settings,
            Overlay::Help,
            Overlay::Open,
            Overlay::Save,
        ] {
            table.trigger(Action::Show(dialog));
            table.rest();
            assert_eq!(table.overlay(), dialog);
            let own = match dialog {
                Overlay::NewGame => Some("new game"),
                Overlay::Resign => Some("resign"),
                Overlay::Claim => Some("claim"),
                Overlay::Settings => Some("settings"),
                Overlay::Help => Some("help"),
                _ => None,
            };
            if let Some(name) = own {
                let area = table.ctx().memory(|memory| memory.area_rect(egui::Id::new(name))).unwrap();
                let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32));
                assert!(window.expand(1.0).contains_rect(area), "{name} at {area:?} in {width}×{height}");
            }
            table.key(Key::Escape, KeyCode::Escape);
            if table.overlay() == dialog {
                // The name of a file to save has the focus: it goes first.
                table.key(Key::Escape, KeyCode::Escape);
            }
            assert_eq!(table.overlay(), Overlay::None, "{dialog:?} at {width}×{height}");
        }
    }
}

#[test]
fn the_whole_screen_is_filled_and_left_again() {
    let mut table = Table::new(640, 360);
    let mode = |table: &mut Table| {
        let window = table.window();
        table.0.world().get::<Window>(window).unwrap().mode
    };
    table.key(Key::F11, KeyCode::F11);
    assert_eq!(mode(&mut table), WindowMode::BorderlessFullscreen(MonitorSelection::Current));
    // Wherever one is.
    table.trigger(Action::Show(Overlay::Settings));
    table.rest();
    table.key(Key::F11, KeyCode::F11);
    assert_eq!((mode(&mut table), table.overlay()), (WindowMode::Windowed, Overlay::Settings));
}

#[test]
fn a_watched_game_is_steered_by_keys_and_list() {
    let mut table = Table::new(1280, 720);
    table.trigger(endgame::replay::OpenGame(0));
    table.rest();
    assert_eq!(table.current().mode(), Mode::Replay);
    table.key(Key::ArrowRight, KeyCode::ArrowRight);
    table.key(Key::ArrowRight, KeyCode::ArrowRight);
    assert_eq!(table.current().ply(), 2);
    table.key(Key::ArrowLeft, KeyCode::ArrowLeft);
    assert_eq!(table.current().ply(), 1);
    table.press("ply 4");
    assert_eq!(table.current().ply(), 4);
    table.press("replay-end");
    assert!(table.current().is_at_end());
    assert_eq!(table.overlay(), Overlay::None, "the end of a watched game opens no dialog");
    table.press("replay-play-on");
    assert_eq!(table.current().mode(), Mode::Play);
}
