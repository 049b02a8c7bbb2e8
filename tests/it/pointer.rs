//! Picking in a real window: the mouse of a screen is moved and clicked, and the program says what it means. Needs an X server
//! and `xdotool`: run by `tests/e2e/pick.sh`.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use bevy::prelude::*;
use bevy_egui::{EguiContext, egui};
use endgame::{
    board::layout,
    camera::{LookFrom, OwnView, View},
    chess::{Move, Position, RuleSet, Square},
    game,
    notation::fen,
    settings::{Detail, Motion, Settings},
};

use crate::{
    hand::{CROWDED, ray},
    models::{dress, models, truth},
    table::Table,
};

const WIDTH: u32 = 640;
const HEIGHT: u32 = 360;
/// Low over the table, and near: yaw, pitch, distance as a part of the usual one.
const OWN: [[f32; 3]; 2] = [[0.6, 0.34, 1.0], [3.7, 0.62, 0.55]];
/// The keys of the views, in the order of [`look`].
const KEYS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
/// A place on the screen below the window.
const OUTSIDE: Vec2 = Vec2::new(300.0, 390.0);
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in its window, and a hand on the mouse.
struct Game {
    program: Child,
    hand: Child,
    mouse: ChildStdin,
    window: String,
    log: Receiver<String>,
}

impl Game {
    fn open(arguments: &[&str]) -> Game {
        let folder = std::path::PathBuf::from(std::env::var("XDG_CONFIG_HOME").unwrap()).join("endgame");
        std::fs::create_dir_all(&folder).unwrap();
        let views = format!("[{:?}, {:?}, {:?}, {:?}]", OWN[0], OWN[1], [0.0; 3], [0.0; 3]);
        let settings = format!(
            "version = 1\ndetail = \"low\"\ndetail_is_chosen = true\nmotion = \"off\"\nsound = false\nown_views = {views}\n"
        );
        std::fs::write(folder.join("settings.toml"), settings).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_endgame"))
            .args(["--windowed", &format!("{WIDTH}x{HEIGHT}")])
            .args(arguments)
            .env("RUST_LOG", "warn,endgame=trace")
            .env("NO_COLOR", "1")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (say, log) = channel();
        let stderr = program.stderr.take().unwrap();
        std::thread::spawn(move || {
            BufReader::new(stderr).lines().map_while(Result::ok).try_for_each(|line| say.send(line)).ok()
        });
        let mut hand = Command::new("xdotool").arg("-").stdin(Stdio::piped()).spawn().unwrap();
        let mouse = hand.stdin.take().unwrap();
        let mut game = Game { program, hand, mouse, window: String::new(), log };
        game.wait_for(" frame 6");
        let found = Command::new("xdotool").args(["search", "--onlyvisible", "--name", "^Endgame$"]).output().unwrap();
        game.window = String::from_utf8(found.stdout).unwrap().lines().next().unwrap().to_owned();
        game.tell(&format!("windowfocus {}", game.window));
        game.rest();
        game
    }

    fn tell(&mut self, words: &str) {
        writeln!(self.mouse, "{words}").unwrap();
        self.mouse.flush().unwrap();
    }

    /// Waits for a line of the log that contains this; answers what follows it.
    fn wait_for(&mut self, text: &str) -> String {
        let began = Instant::now();
        while let Some(left) = PATIENCE.checked_sub(began.elapsed()) {
            let line = self.log.recv_timeout(left).unwrap_or_else(|error| panic!("no line with `{text}`: {error}"));
            if let Some((_, rest)) = line.split_once(text) {
                return rest.trim().to_owned();
            }
        }
        panic!("no line with `{text}`");
    }

    /// Waits until nothing is said any more; answers what was said.
    fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.log.recv_timeout(Duration::from_millis(900)).ok()).collect()
    }

    fn key(&mut self, key: &str) {
        self.tell(&format!("key {key}"));
        self.rest();
    }

    /// Moves the mouse, also out of the window.
    fn go(&mut self, at: Vec2) {
        self.tell(&format!("mousemove --window {} {} {}", self.window, at.x, at.y));
    }

    /// Moves the mouse; answers what it means there.
    fn point(&mut self, at: Vec2) -> Option<Square> {
        self.go(at);
        self.wait_for(&format!("the mouse at {} {} means", at.x, at.y)).parse().ok()
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        self.program.kill().ok();
        self.program.wait().ok();
        self.hand.kill().ok();
        self.hand.wait().ok();
    }
}

/// The same table without a window.
fn twin(start: &Position) -> Table {
    let own_views = [OWN[0], OWN[1], [0.0; 3], [0.0; 3]];
    let settings = Settings { detail: Detail::Low, motion: Motion::Off, sound: false, own_views, ..default() };
    let mut table = Table::laid(WIDTH, HEIGHT, |app| {
        app.insert_resource(settings);
    });
    table.begin(*start);
    dress(&mut table.app, &models(true));
    table
}

fn look(table: &mut Table, view: usize) {
    match View::ALL.get(view) {
        Some(view) => table.ask(LookFrom(*view)),
        None => table.ask(OwnView(view - View::ALL.len())),
    }
    table.wait(20);
}

/// Whether a panel lies there.
fn is_covered(table: &mut Table, at: Vec2) -> bool {
    let world = table.app.world_mut();
    let context = world.query::<&mut EguiContext>().single_mut(world).unwrap().get_mut().clone();
    context.layer_id_at(egui::pos2(at.x, at.y)).is_some_and(|layer| layer.order != egui::Order::Background)
}

fn seen(table: &mut Table, at: Vec2) -> Option<Square> {
    let ray = ray(table, at);
    truth(&mut table.app, &models(true), ray)
}

fn position(text: &str) -> Position {
    fen::parse(text, RuleSet::default()).unwrap().position
}

#[test]
#[ignore = "needs a screen: run by tests/e2e/pick.sh"]
fn what_is_picked_in_a_window_is_what_a_ray_meets() {
    let places = std::env::var("PLACES").map_or(1000, |number| number.parse().unwrap());
    let models = models(true);
    let mut chance = fastrand::Rng::with_seed(86);
    let mut game = Game::open(&["--fen", CROWDED[0]]);
    let mut table = twin(&position(CROWDED[0]));
    let (began, mut asked, mut men, mut otherwise) = (Instant::now(), 0, 0, Vec::new());
    for (view, key) in KEYS.into_iter().enumerate() {
        game.key(key);
        look(&mut table, view);
        let mut before = Vec2::NEG_ONE;
        for _ in 0..places {
            let at = std::iter::repeat_with(|| Vec2::new(chance.u32(1..WIDTH) as f32, chance.u32(1..HEIGHT) as f32))
                .find(|at| *at != before && !is_covered(&mut table, *at))
                .unwrap();
            before = at;
            let ray = ray(&mut table, at);
            let expected = truth(&mut table.app, &models, ray);
            let answer = game.point(at);
            asked += 1;
            men += usize::from(expected.is_some_and(|square| table.position().piece_at(square).is_some()));
            if answer != expected {
                println!("view {view} at {at}: {answer:?} instead of {expected:?}");
                otherwise.push((view, at));
            }
        }
    }
    println!(
        "{asked} places in {:.0} s, {men} on the square or body of a man, {} answered otherwise",
        began.elapsed().as_secs_f32(),
        otherwise.len()
    );
    assert!(otherwise.is_empty());
}

/// A man to take and a place in a target's square that another man hides.
struct Click {
    man: Vec2,
    target: Square,
    place: Vec2,
    mv: String,
}

/// All that there is to click in this view, at most one place for each target.
fn clicks(table: &mut Table, start: &Position, chance: &mut fastrand::Rng) -> Vec<Click> {
    const GRID: i32 = 5;
    let whole = |at: Vec2| at.round();
    let free = |table: &mut Table, at: Vec2| {
        let inside = at.cmpgt(Vec2::ONE).all() && at.cmplt(Vec2::new(WIDTH as f32, HEIGHT as f32) - 1.0).all();
        inside && !is_covered(table, at)
    };
    let mut clicks = Vec::new();
    for (from, _) in start.pieces().filter(|(_, piece)| piece.side == start.side()) {
        let targets = game::targets(start, from);
        let places = (0..8).map(|n| layout::center(from) + Vec3::Y * 0.2 * n as f32);
        let Some(man) = places.collect::<Vec<_>>().into_iter().find_map(|point| {
            let at = whole(table.pixel(point));
            (free(table, at) && seen(table, at) == Some(from)).then_some(at)
        }) else {
            continue;
        };
        // No choosers and no ends of games.
        let simple = |mv: &Move| mv.promotion.is_none() && !start.play(*mv).legal_moves().is_empty();
        for (target, mv) in targets.iter().filter(|(_, mv)| simple(mv)) {
            let mut hidden = Vec::new();
            for n in 0..GRID * GRID {
                let part = |n: i32| (n as f32 + 0.5) / GRID as f32 - 0.5;
                let at = whole(table.pixel(layout::center(*target) + Vec3::new(part(n % GRID), 0.0, part(n / GRID))));
                let front = seen(table, at);
                let other = front.is_some_and(|front| targets.iter().all(|(square, _)| *square != front));
                if other && free(table, at) {
                    hidden.push(at);
                }
            }
            if let Some(place) = chance.choice(hidden) {
                clicks.push(Click { man, target: *target, place, mv: mv.to_string() });
            }
        }
    }
    clicks
}

#[test]
#[ignore = "needs a screen: run by tests/e2e/pick.sh"]
fn a_target_behind_a_man_is_clicked_in_a_window() {
    let wanted: usize = std::env::var("CLICKS").map_or(200, |number| number.parse().unwrap());
    let mut chance = fastrand::Rng::with_seed(87);
    let mut clicked = 0;
    for (n, text) in CROWDED.iter().enumerate() {
        let start = position(text);
        let mut game = Game::open(&["--fen", text]);
        let mut table = twin(&start);
        for view in [4, 0, 3, 5, 1] {
            game.key(KEYS[view]);
            look(&mut table, view);
            let mut clicks = clicks(&mut table, &start, &mut chance);
            chance.shuffle(&mut clicks);
            let share = (wanted * (n + 1)).div_ceil(CROWDED.len()) - clicked;
            for Click { man, target, place, mv } in clicks.into_iter().take(share) {
                game.point(man);
                game.tell("click 1");
                game.wait_for("game::selection: ");
                assert_eq!(game.point(place), Some(target), "{text} view {view} {mv} at {place}");
                game.tell("click 1");
                assert_eq!(game.wait_for("played "), mv, "{text} view {view} at {place}");
                game.key("BackSpace");
                clicked += 1;
            }
        }
    }
    println!("{clicked} clicks on targets behind a man, each played");
    assert!(clicked >= wanted, "only {clicked} such targets");
}

#[test]
#[ignore = "needs a screen: run by tests/e2e/pick.sh"]
fn what_is_let_go_outside_the_window_is_let_go() {
    let start = position(CROWDED[0]);
    let (mut game, mut table) = (Game::open(&["--fen", CROWDED[0]]), twin(&start));
    game.key(KEYS[2]);
    look(&mut table, 2);
    let [e2, e4, e5] = ["e2", "e4", "e5"].map(|square| table.pixel_of(square).round());
    game.point(e2);
    game.tell("mousedown 1");
    assert_eq!(game.point(e4), Some(Square::E4));
    game.go(OUTSIDE);
    game.tell("mouseup 1");
    let said = game.rest();
    assert!(said.iter().all(|line| !line.contains("played")), "{said:?}");
    // A man in hand could not be set down there, and nothing would be meant.
    assert_eq!(game.point(e5), Some(Square::E5));
    game.point(e2);
    game.tell("click 1");
    game.wait_for("game::selection: ");
    game.point(e4);
    game.tell("click 1");
    assert_eq!(game.wait_for("played "), "e2e4");
    game.rest();
}

#[test]
#[ignore = "needs a screen: run by tests/e2e/pick.sh"]
fn a_cyrillic_layout_cuts_pastes_and_takes_back() {
    // The keys of a keyboard by their places, whatever is printed on them.
    let [control, e, four, a, z, x, v, m] = [37, 26, 13, 38, 52, 53, 55, 58];
    let layout = |name: &str| assert!(Command::new("setxkbmap").arg(name).status().unwrap().success());
    // Held over several frames, as by a hand: these are slow.
    let with_control = |game: &mut Game, key: i32| {
        for words in [format!("keydown {control}"), format!("key {key}"), format!("keyup {control}")] {
            game.tell(&words);
            game.rest();
        }
    };
    layout("us");
    let mut game = Game::open(&["--fen", CROWDED[0]]);
    for key in [m, e, four] {
        game.key(&key.to_string());
    }
    layout("ru");
    game.rest();
    for key in [a, x, v] {
        with_control(&mut game, key);
    }
    game.tell("key Return");
    assert_eq!(game.wait_for("played "), "e2e4");
    game.rest();
    // Out of the field, taken back, and the same pasted again: for Black it would be no move.
    game.key("Escape");
    with_control(&mut game, z);
    game.key(&m.to_string());
    with_control(&mut game, v);
    game.tell("key Return");
    assert_eq!(game.wait_for("played "), "e2e4");
    layout("us");
}
