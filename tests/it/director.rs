//! The director's camera over whole films: what moves is in the picture and seen, and the eye is gentle.

use std::{
    collections::HashMap,
    f32::consts::PI,
    sync::Arc,
    time::{Duration, Instant},
};

use bevy::{
    ecs::message::MessageCursor,
    input::{ButtonState, keyboard::Key},
    prelude::*,
    window::RequestRedraw,
};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    animation::{Film, Turn},
    board::layout,
    camera::{
        ACCELERATION, Camerawork, FARTHEST_ASIDE, FIELD_OF_VIEW, Free, LOWEST, LookFrom, PITCHES, Panel, Pose, SPEED,
        Seat, TURN_ACCELERATION, TURN_SPEED, View, stack,
    },
    chess::{Game, Kind, Ply, Side, diff::Spot},
    notation::pgn::{reader, tree::PgnGame},
    pieces::{Reel, turned},
    replay::{OpenGame, Replay, TogglePlay},
    settings::{Men, Motion, Settings},
};

use crate::{
    models::{Model, models_of},
    support,
    table::Table,
};

/// Frames of the film in a second.
const RATE: f64 = 30.0;

/// The film of a game: each position is looked at, then the move is made; a capture takes longer.
fn film(game: &Game, look: f64) -> (Vec<Turn>, f64) {
    let mut now = 0.0;
    let turn = |ply: &Ply| {
        let begin = now;
        let start = begin + look;
        now = start + if ply.mv.is_capture() { 0.61 } else { 0.35 };
        Turn { begin, start, end: now }
    };
    let turns: Vec<Turn> = game.plies().iter().map(turn).collect();
    (turns, now + 3.0)
}

/// The line of a game that is watched.
fn line(game: PgnGame) -> Game {
    Replay::new(Arc::new(game)).show(0).line
}

fn great_games() -> Vec<Game> {
    let text = include_str!("../../assets/games/great-games.pgn");
    reader::read_all(text).into_iter().map(line).collect()
}

/// The worst that was seen.
#[derive(Clone, Debug, Default)]
struct Worst {
    frames: u32,
    hidden: f32,
    /// Frames in which more than 30 % were hidden, and where the worst was.
    too_hidden: u32,
    place: String,
    outside: u32,
    turn_speed: f32,
    turn_acceleration: f32,
    speed: f32,
    acceleration: f32,
    lowest: f32,
}

impl Worst {
    fn new() -> Worst {
        Worst { lowest: f32::INFINITY, ..Worst::default() }
    }

    fn assert_good(&self) {
        assert_eq!(self.outside, 0, "{self:?}");
        assert!(self.hidden <= 0.3, "{self:?}");
        assert!(self.turn_speed <= TURN_SPEED && self.turn_acceleration <= TURN_ACCELERATION, "{self:?}");
        assert!(self.speed <= SPEED && self.acceleration <= ACCELERATION, "{self:?}");
        assert!(self.lowest >= LOWEST * 0.999, "{self:?}");
    }
}

/// Watches the whole film from a seat in a picture of this aspect.
fn watch(game: &Game, look: f64, aspect: f32, seat: Side, men: &HashMap<Kind, Model>, worst: &mut Worst, name: &str) {
    let (turns, length) = film(game, look);
    let free = Free::whole(aspect);
    let mut camera = Camerawork::new(game, &turns, length, 1.0, seat, free);
    let mut reel = Reel::of(game);
    let usual = if seat == Side::White { 0.0 } else { PI };
    let half = (FIELD_OF_VIEW / 2.0).tan();
    let mut before: Vec<Pose> = Vec::new();
    let mut ply = 0;
    for frame in 0..=(length * RATE) as u32 {
        let seconds = f64::from(frame) / RATE;
        let pose = camera.pose_at(game, seconds);
        let eye = pose.transform();
        assert!(eye.is_finite() && (PITCHES.0 - 1e-4..=PITCHES.1 + 1e-4).contains(&pose.pitch), "{name}: {pose:?}");
        assert!((pose.yaw - usual).abs() <= FARTHEST_ASIDE + 1e-4, "{name}: {pose:?}");
        worst.frames += 1;
        worst.lowest = worst.lowest.min(eye.translation.y);
        // Speeds by differences of what is seen.
        before.push(pose);
        if let [.., a, b, c] = before[..] {
            let way = |a: Pose, b: Pose| (b.transform().translation - a.transform().translation) * RATE as f32;
            let turn = |a: Pose, b: Pose| Vec2::new(b.yaw - a.yaw, b.pitch - a.pitch) * RATE as f32;
            worst.turn_speed = worst.turn_speed.max(turn(b, c).length());
            worst.turn_acceleration = worst.turn_acceleration.max((turn(b, c) - turn(a, b)).length() * RATE as f32);
            worst.speed = worst.speed.max(way(b, c).length());
            worst.acceleration = worst.acceleration.max((way(b, c) - way(a, b)).length() * RATE as f32);
        }
        while ply < turns.len() && turns[ply].end < seconds {
            ply += 1;
        }
        let Some(turn) = turns.get(ply).filter(|turn| turn.start <= seconds) else { continue };
        let mv = game.plies()[ply].mv;
        for square in [mv.from, mv.to] {
            let seen = eye.rotation.inverse() * (layout::center(square) - eye.translation);
            let inside = seen.z < 0.0 && seen.y.abs() < half * -seen.z && seen.x.abs() < half * aspect * -seen.z;
            worst.outside += u32::from(!inside);
        }
        let part = (seconds - turn.start) / (turn.end - turn.start);
        let share = hidden(game, &mut reel, ply, part, eye, men);
        worst.too_hidden += u32::from(share > 0.3);
        if share > worst.hidden {
            (worst.hidden, worst.place) = (share, format!("{name}: {mv} (ply {ply} part {part:.2}) {pose:?}"));
        }
    }
}

/// How many points wide and high the moving man is drawn to see how much of it is hidden.
const GRID: usize = 40;

/// The part of the moving man that others hide, drawn with the real models.
fn hidden(game: &Game, reel: &mut Reel, ply: usize, part: f64, eye: Transform, models: &HashMap<Kind, Model>) -> f32 {
    let from = game.plies()[ply].mv.from;
    let men = reel.moment(game, ply as f64 + part.clamp(0.0, 0.9999));
    let Some(mover) = men.iter().position(|(man, ..)| man.spot == Spot::Board(from)) else { return 0.0 };
    let to_eye = eye.rotation.inverse();
    let seen = |point: Vec3| {
        let point = to_eye * (point - eye.translation);
        Vec3::new(point.x / -point.z, point.y / -point.z, -point.z)
    };
    let corners = |index: usize| -> Vec<Vec3> {
        let (_, piece, at) = men[index];
        let turn = turned(piece);
        models[&piece.kind].points.iter().map(|point| seen(at + turn * *point)).collect()
    };
    let own = corners(mover);
    let (low, high) =
        own.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), p| (low.min(*p), high.max(*p)));
    let mut depth = [[f32::INFINITY; GRID]; GRID];
    let scale = Vec2::splat(GRID as f32) / (high - low).truncate();
    let draw = |depth: &mut [[f32; GRID]; GRID], points: &[Vec3], model: &Model| {
        for triangle in &model.triangles {
            let corner = triangle.map(|index| {
                let point = points[index as usize];
                ((point.truncate() - low.truncate()) * scale).extend(point.z)
            });
            fill(depth, corner);
        }
    };
    draw(&mut depth, &own, &models[&men[mover].1.kind]);
    let alone = depth;
    let mut shared = alone;
    for (index, (_, piece, at)) in men.iter().enumerate() {
        // Only who stands near the way to the eye can hide anything.
        if index == mover || (*at - men[mover].2).with_y(0.0).length() > 3.6 {
            continue;
        }
        let middle = seen(*at + Vec3::Y * 0.7);
        let reach = 1.2 / middle.z;
        if middle.x + reach < low.x
            || middle.x - reach > high.x
            || middle.y + reach < low.y
            || middle.y - reach > high.y
        {
            continue;
        }
        draw(&mut shared, &corners(index), &models[&piece.kind]);
    }
    let (mut all, mut gone) = (0u32, 0u32);
    for (a, b) in alone.as_flattened().iter().zip(shared.as_flattened()) {
        if a.is_finite() {
            all += 1;
            gone += u32::from(b < a);
        }
    }
    gone as f32 / all.max(1) as f32
}

/// Draws a triangle into the depths.
fn fill(depth: &mut [[f32; GRID]; GRID], [a, b, c]: [Vec3; 3]) {
    let area = (b - a).truncate().perp_dot((c - a).truncate());
    if area.abs() < 1e-9 {
        return;
    }
    let low = a.min(b).min(c).max(Vec3::ZERO);
    let high = a.max(b).max(c);
    let end = |high: f32| (high.ceil().max(0.0) as usize).min(GRID);
    for (y, row) in depth.iter_mut().enumerate().take(end(high.y)).skip(low.y.floor() as usize) {
        for (x, depth) in row.iter_mut().enumerate().take(end(high.x)).skip(low.x.floor() as usize) {
            let point = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let u = (point - a.truncate()).perp_dot((c - a).truncate()) / area;
            let v = (b - a).truncate().perp_dot(point - a.truncate()) / area;
            if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
                let at = a.z + u * (b.z - a.z) + v * (c.z - a.z);
                *depth = depth.min(at);
            }
        }
    }
}

#[test]
fn the_great_games_are_filmed_well() {
    let men = models_of(Men::Staunton, true);
    for look in [0.9, 0.2] {
        for aspect in [16.0 / 9.0, 4.0 / 3.0] {
            let mut worst = Worst::new();
            for (number, game) in great_games().iter().enumerate() {
                let seat = if number % 3 == 2 { Side::Black } else { Side::White };
                watch(game, look, aspect, seat, &men, &mut worst, &format!("great game {}", number + 1));
            }
            println!("looks of {look} s, aspect {aspect:.2}: {worst:?}");
            worst.assert_good();
        }
    }
}

#[test]
fn a_hundred_games_are_filmed_well() {
    let Some(text) = support::read("pgn/internet_games.pgn") else { return };
    let men = models_of(Men::Staunton, true);
    let games: Vec<Game> =
        reader::read_all(&text).into_iter().map(line).filter(|game| game.len() > 10).take(100).collect();
    let mut worst = Worst::new();
    for (number, game) in games.iter().enumerate() {
        let (look, aspect) = [(0.9, 16.0 / 9.0), (0.2, 16.0 / 9.0), (0.9, 4.0 / 3.0), (0.2, 4.0 / 3.0)][number % 4];
        let seat = if number % 3 == 2 { Side::Black } else { Side::White };
        watch(game, look, aspect, seat, &men, &mut worst, &format!("game {}", number + 1));
    }
    println!("{} games: {worst:?}", games.len());
    worst.assert_good();
}

/// The discs that the director thinks in are as high and as broad as the models, of whatever set.
#[test]
fn the_discs_are_those_of_the_models() {
    for kind in Kind::ALL {
        let discs: Vec<(f32, f32)> = stack(kind).collect();
        let mut broadest = 0.0f32;
        let mut highest = 0.0f32;
        for men in Men::ALL {
            let points = &models_of(men, true)[&kind].points;
            let broad = points.iter().map(|point| point.with_y(0.0).length()).fold(0.0, f32::max);
            let high = points.iter().map(|point| point.y).fold(0.0, f32::max);
            (broadest, highest) = (broadest.max(broad), highest.max(high));
        }
        let top = discs[7].0 * 16.0 / 15.0;
        let widest = discs.iter().map(|disc| disc.1).fold(0.0, f32::max);
        assert!((top - highest).abs() < 0.02, "{kind:?} is {highest} high, not {top}");
        assert!((widest - broadest).abs() < 0.03, "{kind:?} is {broadest} broad, not {widest}");
    }
}

/// Where the film is looked at first does not matter.
#[test]
fn the_same_moment_has_the_same_pose() {
    let game = &great_games()[3];
    let (turns, length) = film(game, 0.9);
    let work = || Camerawork::new(game, &turns, length, 1.0, Side::Black, Free::whole(1.5));
    let mut forward = work();
    let mut poses: Vec<Pose> = (0..length as u32).map(|second| forward.pose_at(game, f64::from(second))).collect();
    poses.reverse();
    let mut back = work();
    for (second, pose) in (0..length as u32).rev().zip(poses) {
        assert_eq!(back.pose_at(game, f64::from(second)), pose);
    }
    for odd in [f64::NAN, -3.0, f64::INFINITY, 1e300] {
        assert!(back.pose_at(game, odd).transform().is_finite());
    }
    let nothing = Game::new(endgame::chess::Position::start(), endgame::chess::Profile::default());
    let mut still = Camerawork::new(&nothing, &[], 0.0, 1.0, Side::White, Free::whole(1.5));
    assert!(still.pose_at(&nothing, 1.0).transform().is_finite());
}

#[test]
fn planning_is_quick() {
    let games = great_games();
    for (name, game) in [("great game 1", &games[0]), ("great game 12", &games[11])] {
        let (turns, length) = film(game, 0.9);
        let begun = Instant::now();
        let mut camera = Camerawork::new(game, &turns, length, 1.0, Side::White, Free::whole(16.0 / 9.0));
        let made = begun.elapsed();
        let mut longest = Duration::ZERO;
        let mut sum = Duration::ZERO;
        for second in 0..length as u32 {
            let begun = Instant::now();
            camera.pose_at(game, f64::from(second));
            longest = longest.max(begun.elapsed());
            sum += begun.elapsed();
        }
        assert!(longest < Duration::from_secs(2), "{longest:?}");
        println!("{name}: {} plies, made in {made:?}, all parts {sum:?}, the longest {longest:?}", game.len());
    }
}

// ---------------------------------------------------------------- the eye of the window

fn pose(table: &mut Table) -> Pose {
    let world = table.app.world_mut();
    Pose::now(world.query::<&PanOrbitCamera>().single(world).unwrap())
}

/// How many frames are a second of the table's time.
const SECOND: usize = 20;

/// A great game is watched, and the director is there.
fn directed(motion: Motion) -> Table {
    let mut table = Table::new();
    table.look(View::White);
    let mut settings = table.app.world_mut().resource_mut::<Settings>();
    (settings.director, settings.motion) = (true, motion);
    table.ask(OpenGame(0));
    table.settle();
    table
}

/// Where the director's work says that the eye is now.
fn wanted(table: &mut Table) -> Pose {
    let film = table.app.world().resource::<Film>().clone();
    let current = table.game().clone();
    let world = table.app.world_mut();
    let free = Free::of(
        world.query_filtered::<&Camera, With<PanOrbitCamera>>().single(world).unwrap(),
        *world.resource::<Panel>(),
    );
    let mut work = Camerawork::new(current.game(), &film.turns, film.length, 1.0, world.resource::<Seat>().0, free);
    work.pose_at(current.game(), film.seconds)
}

fn redraws(table: &Table, cursor: &mut MessageCursor<RequestRedraw>) -> usize {
    cursor.read(table.app.world().resource::<Messages<RequestRedraw>>()).count()
}

#[test]
fn the_director_leads_and_gives_way() {
    let mut table = directed(Motion::Normal);
    table.wait(5 * SECOND);
    let (start, planned) = (pose(&mut table), wanted(&mut table));
    assert!(!start.differs(planned), "{start:?} {planned:?}");
    // Nothing moves: nothing is drawn.
    let mut cursor = MessageCursor::<RequestRedraw>::default();
    redraws(&table, &mut cursor);
    for _ in 0..SECOND {
        table.app.update();
        assert_eq!(redraws(&table, &mut cursor), 0);
    }
    // The film runs, and the eye with it.
    table.ask(TogglePlay);
    table.wait(8 * SECOND);
    let (there, planned) = (pose(&mut table), wanted(&mut table));
    assert!(there.differs(start) && !there.differs(planned), "{there:?} {planned:?}");
    assert!(redraws(&table, &mut cursor) > 0);
    // The hand takes over at once.
    let middle = table.pixel(Vec3::ZERO);
    table.point(middle);
    table.app.update();
    table.button(MouseButton::Middle, ButtonState::Pressed);
    table.app.update();
    for step in 1..6 {
        table.point(middle + Vec2::X * 20.0 * step as f32);
        table.moved(Vec2::new(20.0, 0.0));
        table.app.update();
    }
    table.button(MouseButton::Middle, ButtonState::Released);
    table.wait(SECOND);
    let mine = pose(&mut table);
    assert!((mine.yaw - there.yaw).abs() > 0.1, "{mine:?} {there:?}");
    table.wait(2 * SECOND);
    assert!(!pose(&mut table).differs(mine), "what the hand has chosen stays");
    // And is given back after a pause, softly.
    let (mut before, mut quickest) = (pose(&mut table), 0.0f32);
    for _ in 0..10 * SECOND {
        table.app.update();
        let now = pose(&mut table);
        quickest = quickest.max((now.yaw - before.yaw).hypot(now.pitch - before.pitch) * SECOND as f32);
        before = now;
    }
    let planned = wanted(&mut table);
    assert!(!before.differs(planned), "{before:?} {planned:?}");
    assert!(quickest < TURN_SPEED * 1.5, "{quickest}");
    // Keys for views take over too.
    table.ask(LookFrom(View::Side));
    table.wait(2 * SECOND);
    let side = pose(&mut table);
    assert!((side.yaw - PI / 2.0).abs() < 1e-3, "{side:?}");
    table.wait(7 * SECOND);
    assert!(pose(&mut table).differs(side));
    // Without the director the eye stays in the hand.
    table.app.world_mut().resource_mut::<Settings>().director = false;
    table.wait(2 * SECOND);
    let left = pose(&mut table);
    table.wait(3 * SECOND);
    assert!(!pose(&mut table).differs(left));
}

#[test]
fn a_film_that_stands_leaves_the_eye_to_the_hand() {
    let mut table = directed(Motion::Normal);
    table.wait(5 * SECOND);
    table.ask(LookFrom(View::Side));
    table.wait(2 * SECOND);
    let side = pose(&mut table);
    table.wait(10 * SECOND);
    assert!(!pose(&mut table).differs(side));
}

#[test]
fn nobody_leads_where_motion_is_off() {
    let mut table = directed(Motion::Off);
    let before = pose(&mut table);
    table.ask(TogglePlay);
    table.wait(5 * SECOND);
    assert!(!pose(&mut table).differs(before));
    assert!(table.game().ply() > 1);
}

#[test]
fn the_director_is_called_by_a_key_while_a_game_is_watched() {
    let mut table = Table::new();
    let on = |table: &Table| table.app.world().resource::<Settings>().director;
    table.key(KeyCode::KeyV, Key::Character("v".into()));
    assert!(!on(&table), "nobody watches");
    table.ask(OpenGame(0));
    table.settle();
    table.key(KeyCode::KeyV, Key::Character("v".into()));
    assert!(on(&table));
    table.key(KeyCode::KeyV, Key::Character("v".into()));
    assert!(!on(&table));
}
