//! Frames of the whole game while a hard question is thought about: does the search in the background cost the table time?

use std::time::{Duration, Instant};

use bevy::prelude::*;
use endgame::{
    camera::Flip,
    chess::{Profile, RuleSet},
    game::{Judging, NewGame, Seats},
    notation::fen,
    window::headless,
};

/// Whether this is dead takes all the positions that are looked at, seconds.
const HARD: &str = "8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1";

/// Sixty frames a second.
const PACE: Duration = Duration::from_nanos(16_666_667);

const ROUNDS: usize = 8;
/// Of each kind in a round: two seconds.
const FRAMES: usize = 120;

fn is_thinking(app: &App) -> bool {
    app.world().resource::<Judging>().is_running()
}

/// Puts the question.
fn begin(app: &mut App) {
    let start = fen::parse(HARD, RuleSet::Standard).unwrap().position;
    app.insert_resource(Judging::default());
    app.world_mut().trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
    app.world_mut().flush();
    assert!(is_thinking(app));
}

/// How long each of the frames took. Every second of them the board is turned, if it is to move.
fn frames(app: &mut App, thinks: bool, moves: bool) -> Vec<Duration> {
    let mut times = Vec::with_capacity(FRAMES);
    for frame in 0..FRAMES {
        let started = Instant::now();
        if moves && frame % 60 == 0 {
            app.world_mut().trigger(Flip);
        }
        // An answer that has come is asked for again: beginning is a part of what thinking costs.
        if thinks && !is_thinking(app) {
            begin(app);
        }
        app.update();
        let took = started.elapsed();
        times.push(took);
        std::thread::sleep(PACE.saturating_sub(took));
    }
    times
}

/// Median, 99th percentile and maximum in milliseconds.
fn figures(mut times: Vec<Duration>) -> [f64; 3] {
    times.sort();
    [times.len() / 2, times.len() * 99 / 100, times.len() - 1].map(|at| times[at].as_secs_f64() * 1e3)
}

/// `cargo test --release -- --ignored --nocapture frames_while_a_search_runs`
#[test]
#[ignore = "a measurement: wants a machine with nothing else to do"]
fn frames_while_a_search_runs() {
    let mut app = headless(1280, 800, PACE);
    begin(&mut app);
    for _ in 0..200 {
        app.update();
    }
    println!("{} frames of each kind, milliseconds: median, 99th percentile, maximum", ROUNDS * FRAMES);
    for (what, moves) in [("at rest", false), ("the board turns", true)] {
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            // The same table, once with the question put away.
            app.insert_resource(Judging::default());
            frames(&mut app, false, false);
            without.extend(frames(&mut app, false, moves));
            begin(&mut app);
            with.extend(frames(&mut app, true, moves));
        }
        let (without, with) = (figures(without), figures(with));
        let ratio: Vec<f64> = with.iter().zip(without).map(|(with, without)| with / without).collect();
        println!("{what}: without {without:.2?}, with {with:.2?}, ratio {ratio:.3?}");
    }
}
