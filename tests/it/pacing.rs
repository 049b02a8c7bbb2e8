//! Pacing: the film of every game of the outside data has sound times, and by the clock it tells the times of its file.

use std::{fs, time::Duration};

use endgame::{
    notation::pgn::{
        command,
        reader::read_all,
        tree::{NodeId, PgnGame},
    },
    replay::{Base, Pacing, Schedule},
};

use crate::{pgn::pgn_files, support};

/// The least time from one position to the next.
const LEAST: f64 = 0.1;

fn clock(times: f64, cap: u64) -> Pacing {
    Pacing { base: Base::Clock { times, cap: Duration::from_secs(cap) }, importance: false, reading: false }
}

/// The times of a game as its text has them, without the reader of the house: `None` when it does not name a base and an
/// increment and a clock after each move, or when a clock has gone up by more than the increment.
struct Told {
    clocks: Vec<f64>,
    thought: Vec<f64>,
}

impl Told {
    fn of(text: &str, plies: usize) -> Option<Told> {
        let (_, control) = text.split_once("[TimeControl \"")?;
        let (base, increment) = control.split_once('"')?.0.split_once('+')?;
        let (base, increment): (f64, f64) = (base.parse().ok()?, increment.parse().ok()?);
        let mut clocks = Vec::new();
        for piece in text.split("[%clk ").skip(1) {
            let mut seconds = 0.0;
            for part in piece.split_once(']')?.0.split(':') {
                seconds = seconds * 60.0 + part.trim().parse::<f64>().ok()?;
            }
            clocks.push(seconds);
        }
        let before = |ply: usize| if ply < 2 { base } else { clocks[ply - 2] };
        let thought: Vec<f64> = (0..clocks.len()).map(|ply| before(ply) + increment - clocks[ply]).collect();
        let sound = clocks.len() == plies && plies > 20 && thought.iter().all(|time| *time > -2.0);
        sound.then(|| Told { thought: thought.iter().map(|time| time.max(0.0)).collect(), clocks })
    }

    /// How long the film must be before the look at its end, and how much of that is there only because nothing is shorter
    /// than the least.
    fn length(&self, times: f64, cap: f64) -> (f64, f64) {
        let capped = |time: &f64| (time / times).min(cap);
        let length: f64 = self.thought.iter().map(|time| capped(time).max(LEAST)).sum();
        (length, length - self.thought.iter().map(capped).sum::<f64>())
    }
}

#[test]
fn games_by_the_clock_tell_the_times_of_their_file() {
    let Some(text) = support::read("pgn/internet_games.pgn") else { return };
    let games = read_all(&text);
    let (mut compared, mut plies, mut seconds, mut stretched) = (0, 0, 0.0, 0.0);
    for game in &games {
        let line = game.main_line();
        let own = &text[game.offset as usize..game.end as usize];
        let Some(told) = Told::of(own, line.len()) else { continue };
        let white_first = usize::from(game.start.side() != endgame::chess::Side::White);
        for (times, cap) in [(1.0, 3600), (10.0, 5), (3.0, 20)] {
            let film = Schedule::new(game, &line, &clock(times, cap));
            for (ply, clock) in told.clocks.iter().enumerate() {
                let shown = film.clocks_at(film.begin_of(ply + 1))[(white_first + ply) % 2].unwrap();
                assert!((shown - clock).abs() < 0.001, "line {}, ply {}: {shown}, not {clock}", game.line, ply + 1);
                plies += 1;
            }
            let (length, least) = told.length(times, cap as f64);
            let found = film.length() - film.hold(film.plies());
            assert!((found - length).abs() < 0.001, "line {}: {found} s, not {length} s", game.line);
            seconds += length;
            stretched += least;
        }
        compared += 1;
    }
    println!(
        "{compared} of {} games, three pacings, {plies} clocks compared, {seconds:.0} s of film, of which {stretched:.0} s \
         because no move is faster than {LEAST} s",
        games.len()
    );
    assert!(compared >= 10);
}

/// The main line, and the lines of the first variations.
fn lines(game: &PgnGame) -> Vec<Vec<NodeId>> {
    let main = game.main_line();
    let starts = (0..game.nodes.len()).flat_map(|id| game.nodes[id].children.iter().skip(1).copied()).take(20);
    let variations = starts.map(|id| game.path_to(id).into_iter().chain(game.line_from(id)).collect());
    std::iter::once(main.clone()).chain(variations).collect()
}

fn assert_sound(film: &Schedule, random: &mut fastrand::Rng, what: &str) {
    let (length, plies) = (film.length(), film.plies());
    assert!(length.is_finite() && length > 0.0, "{what}: {length}");
    for ply in 0..=plies {
        let begin = film.begin_of(ply);
        assert!(begin.is_finite() && begin >= 0.0 && film.hold(ply) >= 0.0 && film.motion(ply) >= 0.0, "{what}, {ply}");
        assert!(ply == 0 || begin > film.begin_of(ply - 1), "{what}, ply {ply}");
        assert_eq!(film.ply_at(begin), ply as f64, "{what}");
        assert_eq!(film.seconds_at(ply as f64), begin, "{what}");
    }
    let mut moments: Vec<f64> = (0..200).map(|_| random.f64() * (length + 2.0) - 1.0).collect();
    moments.sort_by(f64::total_cmp);
    let mut before = 0.0;
    for moment in moments {
        let ply = film.ply_at(moment);
        assert!(ply >= before && ply <= plies as f64, "{what}: ply {ply} at {moment} s after {before}");
        before = ply;
        let earliest = film.seconds_at(ply);
        let same = (film.ply_at(earliest) - ply).abs() < 1e-6;
        assert!(same && earliest <= moment.max(0.0) + 1e-6, "{what}: ply {ply} at {earliest} s and {moment} s");
        if ply.fract() > 0.0 {
            assert!((earliest - moment).abs() < 1e-6, "{what}: a moving man is there at one moment only");
        }
        for time in film.clocks_at(moment).into_iter().flatten() {
            assert!(time.is_finite() && time >= 0.0, "{what}: a clock shows {time}");
        }
    }
}

#[test]
fn every_line_of_the_data_has_sound_times() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let mut pacings = Vec::new();
    for base in [Base::Even, clock(1.0, 3600).base, clock(20.0, 4).base] {
        for (importance, reading) in [(false, false), (true, false), (false, true), (true, true)] {
            pacings.push(Pacing { base, importance, reading });
        }
    }
    let mut random = fastrand::Rng::with_seed(5);
    let (mut films, mut timed) = (0, 0);
    for path in pgn_files(&data.join("pgn")) {
        for game in read_all(fs::read(&path).unwrap()) {
            let what = format!("{}, line {}", path.display(), game.line);
            timed += usize::from(game.nodes.iter().any(|node| command::clock(&node.after).is_some()));
            for line in lines(&game) {
                for pacing in &pacings {
                    assert_sound(&Schedule::new(&game, &line, pacing), &mut random, &what);
                    films += 1;
                }
            }
        }
    }
    println!("{films} films, {timed} games with clocks");
    assert!(films > 5_000 && timed > 400);
}

/// Prints what a look-up costs in the longest game of the data and in a short one.
#[test]
fn a_look_up_in_a_very_long_game() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let games = read_all(fs::read(data.join("pgn/chesslib/longest.pgn")).unwrap());
    let long = games.iter().max_by_key(|game| game.nodes.len()).unwrap();
    let short =
        read_all("1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:58]} 2. Nf3 {[%clk 0:00:55]} Nc6 {[%clk 0:00:50]} *").remove(0);
    for game in [long, &short] {
        let line = game.main_line();
        let begin = std::time::Instant::now();
        let film = Schedule::new(game, &line, &Pacing { importance: true, ..Pacing::default() });
        let built = begin.elapsed();
        let mut random = fastrand::Rng::with_seed(6);
        let moments: Vec<f64> = (0..1_000_000).map(|_| random.f64() * film.length()).collect();
        let begin = std::time::Instant::now();
        let sum: f64 = moments.iter().map(|moment| film.ply_at(*moment)).sum();
        let plies = begin.elapsed() / 1_000_000;
        let begin = std::time::Instant::now();
        let shown = moments.iter().filter(|moment| film.clocks_at(**moment)[0].is_some()).count();
        let clocks = begin.elapsed() / 1_000_000;
        println!(
            "{} plies, {:.0} s: built in {built:?}, ply {plies:?}, clocks {clocks:?}",
            film.plies(),
            film.length()
        );
        assert!(sum > 0.0 && (shown == 0) == std::ptr::eq(game, long));
    }
}
