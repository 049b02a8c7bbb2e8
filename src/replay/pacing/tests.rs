//! The film of small games.

use super::*;
use crate::notation::pgn::reader::read_all;

fn of(text: &str, pacing: Pacing) -> Schedule {
    let game = read_all(text).remove(0);
    let schedule = Schedule::new(&game, &game.main_line(), &pacing);
    assert_sound(&schedule);
    schedule
}

fn clock(times: f64, cap: u64) -> Pacing {
    Pacing { base: Base::Clock { times, cap: Duration::from_secs(cap) }, importance: false, reading: false }
}

fn assert_sound(schedule: &Schedule) {
    assert!(schedule.length().is_finite() && schedule.length() > 0.0);
    for ply in 0..=schedule.plies() {
        let begin = schedule.begin_of(ply);
        assert_eq!((schedule.ply_at(begin), schedule.seconds_at(ply as f64)), (ply as f64, begin));
        assert!(schedule.hold(ply) >= 0.0 && schedule.motion(ply) >= 0.0);
    }
    let mut before = 0.0;
    for step in 0..=1000 {
        let moment = schedule.length() * f64::from(step) / 1000.0;
        let ply = schedule.ply_at(moment);
        assert!(ply >= before, "{ply} after {before}");
        let earliest = schedule.seconds_at(ply);
        assert!(earliest <= moment + 1e-9 && (schedule.ply_at(earliest) - ply).abs() < 1e-6);
        before = ply;
    }
    assert_eq!(before, schedule.plies() as f64);
}

#[test]
fn an_even_film() {
    let film = of("1. e4 e5 2. Nf3 *", Pacing::default());
    assert_eq!(film.plies(), 3);
    assert_eq!((film.hold(0), film.motion(1), film.motion(0), film.hold(3)), (LOOK, MOVE, 0.0, END));
    assert!((film.length() - (3.0 * (LOOK + MOVE) + END)).abs() < 1e-9);
    assert_eq!(film.ply_at(LOOK), 0.0);
    assert!((film.ply_at(LOOK + MOVE / 2.0) - 0.5).abs() < 1e-9);
    assert!((film.seconds_at(0.5) - (LOOK + MOVE / 2.0)).abs() < 1e-9);
    assert_eq!(film.clocks_at(1.0), [None, None]);
}

#[test]
fn moments_that_are_none() {
    let film = of("1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:50]} *", Pacing::default());
    for (moment, ply) in [(f64::NAN, 0.0), (-1.0, 0.0), (f64::NEG_INFINITY, 0.0), (1e300, 2.0), (f64::INFINITY, 2.0)] {
        assert_eq!(film.ply_at(moment), ply, "{moment}");
        assert!(film.clocks_at(moment).into_iter().flatten().all(f64::is_finite));
        assert_eq!(film.seconds_at(moment), film.begin_of(ply as usize));
    }
    assert_eq!((film.begin_of(99), film.hold(99), film.motion(99)), (film.begin_of(2), 0.0, 0.0));
    let empty = of("*", Pacing { importance: true, ..clock(1.0, 5) });
    assert_eq!((empty.plies(), empty.length(), empty.ply_at(1.0)), (0, END, 0.0));
}

const TIMED: &str =
    "[TimeControl \"300\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:50]} 2. Nf3 {[%clk 0:03:00]} Nc6 *\n";

#[test]
fn a_film_by_the_clock() {
    let film = of(TIMED, clock(10.0, 5));
    // Nothing, one second, two minutes, unknown.
    let turns = [0, 1, 2, 3].map(|ply| film.hold(ply) + film.motion(ply + 1));
    for (turn, expected) in turns.into_iter().zip([LEAST, 1.0, 5.0, LOOK + MOVE]) {
        assert!((turn - expected).abs() < 1e-9, "{turns:?}");
    }
    // A cap holds for what is not known too.
    let hasty = of(TIMED, clock(10.0, 1));
    assert!((0..4).all(|ply| hasty.hold(ply) + hasty.motion(ply + 1) <= 1.0 + 1e-9));
    // Half of the turn, half of the time.
    let clocks = film.clocks_at(film.begin_of(2) + 2.5);
    assert!((clocks[0].unwrap() - 240.0).abs() < 1e-6 && clocks[1] == Some(290.0), "{clocks:?}");
    assert_eq!(film.clocks_at(film.begin_of(3))[0], Some(180.0));
}

#[test]
fn odd_wishes() {
    for times in [0.0, -3.0, f64::NAN, f64::INFINITY, 1e-300, 1e300] {
        for cap in [Duration::ZERO, Duration::MAX] {
            let base = Base::Clock { times, cap };
            assert!(of(TIMED, Pacing { base, importance: true, reading: true }).length() < 1e6);
        }
    }
}

#[test]
fn comments_and_importance_go_with_everything() {
    let text = TIMED
        .replace("0:04:50]", "0:04:50] a hundred and fifty letters of wisdom, no more and no less, written by hand");
    let reading = Pacing { reading: true, ..clock(10.0, 5) };
    let (fast, slow) = (of(&text, clock(100.0, 5)), of(&text, Pacing { reading: true, ..clock(100.0, 5) }));
    assert!(fast.hold(2) < 1.2 && slow.hold(2) > 5.0 && slow.hold(1) == fast.hold(1));
    let both = of(&text, Pacing { importance: true, ..reading });
    assert!(both.hold(2) >= slow.hold(2));
    // A cap stands.
    let capped = of(&text, Pacing { importance: true, ..clock(10.0, 5) });
    assert!((0..4).all(|ply| capped.hold(ply) + capped.motion(ply + 1) <= 5.0 + 1e-9));
    // A comment before a move is read before the move.
    let before = of("{Read this before anything is moved at all.} 1. e4 *", Pacing::default());
    assert!(before.hold(0) > 3.0 && before.hold(1) == END);
}
