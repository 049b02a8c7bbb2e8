//! A table to play at in tests: the whole game without a graphics processor, moved by the window's own input events.

use std::{collections::BTreeMap, time::Duration};

use bevy::{
    ecs::resource::IsResource,
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput},
        mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel},
        touch::{TouchInput, TouchPhase},
    },
    prelude::*,
    window::{CursorMoved, PrimaryWindow, WindowEvent, WindowScaleFactorChanged},
};
use endgame::{
    animation::{Motion, is_settled},
    board::{Mark, Sign, layout},
    camera::{LookFrom, View},
    chess::{Piece, Position, Profile, RuleSet, Square, diff},
    game::{Match, NewGame, Notice, Refusal, Seats, Selection},
    notation::{fen, san},
    pieces::{At, Figure, InTray},
    screens::Overlay,
    window,
};

/// A square by its name.
pub fn sq(name: &str) -> Square {
    name.parse().unwrap()
}

/// The moves of a game, in SAN.
pub fn moves_of(current: &Match) -> String {
    let game = current.game();
    let moves = game.plies().iter().enumerate().map(|(ply, played)| san::write(game.position_at(ply), played.mv));
    moves.collect::<Vec<_>>().join(" ")
}

pub struct Table {
    pub app: App,
    window: Entity,
}

impl Table {
    /// The start position, seen from above.
    pub fn new() -> Table {
        Table::sized(1280, 800)
    }

    pub fn sized(width: u32, height: u32) -> Table {
        Table::laid(width, height, |_| {})
    }

    /// The same with what `lay` puts in before everything else.
    pub fn laid(width: u32, height: u32, lay: impl FnOnce(&mut App)) -> Table {
        let mut app = window::headless_with(width, height, Duration::from_millis(50), lay);
        let window = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world()).unwrap();
        let mut table = Table { app, window };
        table.look(View::Top);
        table
    }

    /// A position, seen from above.
    pub fn with(text: &str) -> Table {
        Table::with_profile(text, Profile::default())
    }

    pub fn with_profile(text: &str, profile: Profile) -> Table {
        let mut table = Table::new();
        table.begin_with(fen::parse(text, RuleSet::default()).unwrap().position, profile);
        table
    }

    /// Begins a new game here.
    pub fn begin(&mut self, start: Position) {
        self.begin_with(start, Profile::default());
    }

    pub fn begin_with(&mut self, start: Position, profile: Profile) {
        self.ask(NewGame { start, profile, seats: Seats::default() });
        self.settle();
    }

    pub fn look(&mut self, view: View) {
        self.ask(LookFrom(view));
        self.wait(20);
    }

    /// Triggers a request and lets a frame pass.
    pub fn ask<'a, E: Event<Trigger<'a>: Default>>(&mut self, request: E) {
        self.app.world_mut().trigger(request);
        self.app.update();
    }

    pub fn wait(&mut self, frames: usize) {
        for _ in 0..frames {
            self.app.update();
        }
    }

    /// Lets frames pass until nothing moves.
    pub fn settle(&mut self) {
        for _ in 0..400 {
            self.app.update();
            let still = self.app.world_mut().query::<&Motion>().iter(self.app.world()).count() == 0;
            if still && is_settled(self.app.world()) {
                // Whoever answers to the rest does so now.
                self.wait(2);
                return;
            }
        }
        panic!("the table does not come to rest");
    }

    // ---------------------------------------------------------------- what is seen

    pub fn game(&self) -> &Match {
        self.app.world().resource::<Match>()
    }

    pub fn position(&self) -> &Position {
        self.game().shown()
    }

    pub fn fen(&self) -> String {
        fen::write(self.position())
    }

    /// The moves so far, in SAN.
    pub fn moves(&self) -> String {
        moves_of(self.game())
    }

    pub fn overlay(&self) -> Overlay {
        *self.app.world().resource::<State<Overlay>>().get()
    }

    pub fn notice(&self) -> Option<Refusal> {
        self.app.world().resource::<Notice>().0.clone()
    }

    pub fn selected(&self) -> Option<Square> {
        self.app.world().resource::<Selection>().man()
    }

    pub fn marks(&mut self, sign: Sign) -> Vec<Square> {
        let mut squares: Vec<Square> = self
            .app
            .world_mut()
            .query::<&Mark>()
            .iter(self.app.world())
            .filter(|mark| mark.sign == sign)
            .map(|mark| mark.square)
            .collect();
        squares.sort();
        squares
    }

    /// The men on the board as entities show them.
    pub fn scene(&mut self) -> BTreeMap<Square, Piece> {
        let mut men = BTreeMap::new();
        for (at, figure) in self.app.world_mut().query::<(&At, &Figure)>().iter(self.app.world()) {
            assert_eq!(men.insert(at.0, figure.0), None, "two men on {}", at.0);
        }
        men
    }

    /// The invariant: men, squares, places and trays are what the position and the game say.
    pub fn assert_scene(&mut self) {
        let expected: BTreeMap<Square, Piece> = self.position().pieces().collect();
        let fen = self.fen();
        assert_eq!(self.scene(), expected, "scene and position differ: {fen}");
        let men = diff::whereabouts(self.game().game(), self.game().ply());
        let captured = men.iter().filter(|man| matches!(man.spot, diff::Spot::Tray(_))).count();
        let world = self.app.world_mut();
        let mut query = world.query::<(&Figure, &Transform, Option<&At>, Option<&InTray>)>();
        let mut lying = 0;
        let mut places = Vec::new();
        for (figure, transform, at, tray) in query.iter(world) {
            let place = match (at, tray) {
                (Some(at), None) => layout::center(at.0),
                (None, Some(tray)) => {
                    lying += 1;
                    layout::tray(figure.0.side, tray.0)
                }
                other => panic!("a man is in {other:?}"),
            };
            assert!(transform.translation.is_finite());
            assert!(transform.translation.distance(place) < 1e-4, "{figure:?} stands beside its place in {fen}");
            places.push(place);
        }
        assert_eq!(lying, captured, "captured men in {fen}");
        places.sort_by(|a, b| (a.x, a.z).partial_cmp(&(b.x, b.z)).unwrap());
        assert!(places.windows(2).all(|pair| pair[0] != pair[1]), "two men in one place");
    }

    /// Everything there is but marks, which come and go with the selection, and resources, which come when first used.
    pub fn entities(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, (Without<Mark>, Without<IsResource>)>().iter(world).count()
    }

    /// The pixel of a point of space.
    pub fn pixel(&mut self, point: Vec3) -> Vec2 {
        let world = self.app.world_mut();
        let (camera, eye) =
            world.query_filtered::<(&Camera, &GlobalTransform), With<Camera3d>>().single(world).unwrap();
        camera.world_to_viewport(eye, point).unwrap()
    }

    pub fn pixel_of(&mut self, square: &str) -> Vec2 {
        self.pixel(layout::center(sq(square)))
    }

    // ---------------------------------------------------------------- what is done

    fn send<E: Message + Clone + Into<WindowEvent>>(&mut self, event: E) {
        // As the window does: the message itself, and wrapped.
        self.app.world_mut().write_message(event.clone());
        self.app.world_mut().write_message::<WindowEvent>(event.into());
    }

    pub fn point(&mut self, at: Vec2) {
        let window = self.window;
        self.app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(at));
        self.send(CursorMoved { window, position: at, delta: None });
    }

    pub fn button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window;
        self.send(MouseButtonInput { button, state, window });
    }

    /// The same window on a finer screen.
    pub fn rescale(&mut self, scale: f32) {
        let window = self.window;
        let mut resized = self.app.world_mut().get_mut::<Window>(window).unwrap();
        let size = resized.size();
        resized.resolution.set_scale_factor(scale);
        resized.resolution.set(size.x, size.y);
        self.send(WindowScaleFactorChanged { window, scale_factor: f64::from(scale) });
        self.wait(3);
    }

    /// What a mouse reports beside its place, and what turns the eye.
    pub fn moved(&mut self, delta: Vec2) {
        self.app.world_mut().write_message(MouseMotion { delta });
    }

    /// A finger is put down, moved or lifted.
    pub fn finger(&mut self, id: u64, phase: TouchPhase, position: Vec2) {
        let window = self.window;
        self.send(TouchInput { phase, position, window, force: None, id });
        self.app.update();
    }

    pub fn wheel(&mut self, lines: f32) {
        let window = self.window;
        let unit = MouseScrollUnit::Line;
        self.send(MouseWheel { unit, x: 0.0, y: lines, window, phase: TouchPhase::Moved });
        self.app.update();
    }

    /// Presses or lets go a key that is held while something else is done.
    pub fn hold(&mut self, key_code: KeyCode, state: ButtonState) {
        let logical_key = match key_code {
            KeyCode::ShiftLeft => Key::Shift,
            KeyCode::AltLeft => Key::Alt,
            KeyCode::ControlLeft => Key::Control,
            KeyCode::KeyL => Key::Character("l".into()),
            other => panic!("{other:?} is not held in tests"),
        };
        let window = self.window;
        self.send(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
        self.app.update();
    }

    pub fn press(&mut self) {
        self.button(MouseButton::Left, ButtonState::Pressed);
        self.app.update();
    }

    pub fn release(&mut self) {
        self.button(MouseButton::Left, ButtonState::Released);
        self.app.update();
    }

    pub fn click_at(&mut self, at: Vec2) {
        self.point(at);
        self.app.update();
        self.press();
        self.release();
        self.app.update();
    }

    pub fn click(&mut self, square: &str) {
        let at = self.pixel_of(square);
        self.click_at(at);
    }

    /// Clicks from and to, for each word of "e2e4 e7e5"; waits until the men have landed.
    pub fn play(&mut self, moves: &str) {
        for word in moves.split_whitespace() {
            self.click(&word[..2]);
            self.click(&word[2..4]);
            self.settle();
        }
    }

    pub fn drag_to(&mut self, from: &str, to: Vec2) {
        let start = self.pixel_of(from);
        self.point(start);
        self.app.update();
        self.press();
        for part in [0.3, 0.7, 1.0] {
            self.point(start.lerp(to, part));
            self.app.update();
        }
    }

    pub fn drag(&mut self, from: &str, to: &str) {
        let end = self.pixel_of(to);
        self.drag_to(from, end);
        self.release();
    }

    pub fn key(&mut self, code: KeyCode, key: Key) {
        let text = match &key {
            Key::Character(text) => Some(text.clone()),
            _ => None,
        };
        let window = self.window;
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let text = text.clone().filter(|_| state == ButtonState::Pressed);
            self.send(KeyboardInput { key_code: code, logical_key: key.clone(), state, text, repeat: false, window });
            self.app.update();
        }
    }
}
