//! LAWS section 5 sentence by sentence, on the clock as a value with time handed in.

use std::time::Duration;

use endgame::chess::clock::{Bonus, Clock, Flag, Period, Stamp, TimeControl, face};
use endgame::chess::{Game, Outcome, Position, Profile, Reason, Side};
use endgame::notation::read_move;

use Side::{Black, White};

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Clocks that run since 0, White to move.
fn running(control: &str) -> Clock {
    let mut clock = Clock::new(control.parse().unwrap(), White).unwrap();
    clock.start(ms(0));
    clock
}

/// Presses at these moments.
fn pressed(control: &str, moments: &[u64]) -> Clock {
    let mut clock = running(control);
    for moment in moments {
        clock.press(ms(*moment)).unwrap();
    }
    clock
}

fn left(clock: &Clock, at: u64) -> (u128, u128) {
    (clock.left(White, ms(at)).as_millis(), clock.left(Black, ms(at)).as_millis())
}

/// One row a sentence: the sentence, and what shows that it holds.
#[test]
fn the_laws_of_time_sentence_by_sentence() {
    let rows: &[(&str, fn() -> bool)] = &[
        ("A control is a list of periods, each moves / base time", || {
            let control: TimeControl = "40/90:00+30, 20/30:00+30, 15:00+30".parse().unwrap();
            let period = |moves, minutes: u64| Period {
                moves,
                base: Duration::from_secs(60 * minutes),
                bonus: Bonus::Increment(Duration::from_secs(30)),
            };
            control.periods() == [period(Some(40), 90), period(Some(20), 30), period(None, 15)]
        }),
        ("the last one for the rest of the game", || {
            let clock = pressed("1/0:10, 0:10", &[1, 2, 3, 4, 5, 6]);
            (clock.period(White), clock.moves_to_go(White)) == (2, None)
        }),
        ("with Fischer increment per period", || left(&pressed("0:10+2", &[3_000]), 3_000) == (9_000, 10_000)),
        ("or Bronstein delay per period", || left(&pressed("0:10b2", &[3_000]), 3_000) == (9_000, 10_000)),
        ("or simple delay per period", || left(&running("0:10d2"), 3_000) == (9_000, 10_000)),
        ("also 5:00+3, 10:00, none", || {
            let none: TimeControl = "none".parse().unwrap();
            let written = ["5:00+3", "10:00"].map(|text| text.parse::<TimeControl>().unwrap().to_string());
            Clock::new(none, White).is_none() && written == ["5:00+3", "10:00"]
        }),
        ("Time left over is carried into the next period", || {
            left(&pressed("1/0:10, 0:05", &[4_000]), 4_000).0 == 6_000 + 5_000
        }),
        ("the bonus is that of the period entered", || {
            left(&pressed("1/0:10+1, 0:05+3", &[4_000]), 4_000).0 == 6_000 + 5_000 + 3_000
        }),
        ("the increment is added after the own move", || {
            let clock = pressed("0:10+2", &[1_000]);
            // Black has not moved yet, and has nothing of it.
            left(&clock, 1_000) == (11_000, 10_000) && clock.flag_at() == Some(ms(11_000))
        }),
        ("Only the thinking side's clock runs", || {
            let clock = pressed("0:10", &[1_000]);
            clock.running() == Some(Black) && left(&clock, 5_000) == (9_000, 6_000)
        }),
        ("A move counts from the moment it is made", || {
            // Whatever is shown of it afterwards.
            left(&pressed("0:10", &[1_000]), 1_700) == (9_000, 9_300)
        }),
        ("while a promotion piece is being chosen the mover's clock runs", || {
            // Nothing is told to the clock before the choice is made.
            running("0:10").flag_at() == Some(ms(10_000))
        }),
        ("Clocks never show below 0:00.0", || {
            let clock = running("0:10");
            face(clock.left(White, ms(12_000))) == "0:00.0" && left(&clock, 12_000) == (0, 10_000)
        }),
        ("show tenths under 20 s", || face(ms(19_900)) == "0:19.9" && face(ms(20_000)) == "0:20"),
        ("and never show 0.0 while time is left", || face(Duration::from_nanos(1)) == "0:00.1"),
        ("Flag fall: the moment counts", || {
            let clock = running("0:10");
            let flag = Flag { side: White, at: ms(10_000) };
            clock.fallen(ms(9_999)).is_none() && [10_000, 99_000].iter().all(|at| clock.fallen(ms(*at)) == Some(flag))
        }),
        ("If mate came first, that stands", || {
            let (mut game, mut clock) = mate_in_one();
            play(&mut game, &mut clock, "Qh4#", 9_999);
            !clock.judge(&mut game, ms(20_000)) && game.outcome() == Some(Outcome::win(Black, Reason::Checkmate))
        }),
        ("if the flag fell first, the move is refused", || {
            [10_000, 10_001].iter().all(|at| {
                let (mut game, mut clock) = mate_in_one();
                play(&mut game, &mut clock, "Qh4#", *at);
                game.len() == 3 && game.outcome() == Some(Outcome::win(White, Reason::FlagFall))
            })
        }),
        ("The player whose flag fell loses, but the game is drawn when the opponent cannot win", || {
            let end = |fen: &str| flagged(fen, Profile::Classic);
            end("8/8/3k4/3r4/8/3K4/8/8 w - - 0 1") == Some(Black) && end("8/8/3k4/8/8/3K4/3R4/8 w - - 0 1").is_none()
        }),
        ("material: the opponent has only a king, king and bishop, or king and knight", || {
            let drawn = ["3k4", "3kb3", "3kn3"]
                .map(|men| flagged(&format!("{men}/8/8/8/8/8/8/RK6 w - - 0 1"), Profile::Classic));
            let lost = ["3kbb2", "3knn2", "3kp3", "3kr3"]
                .map(|men| flagged(&format!("8/{men}/8/8/8/8/8/RK6 w - - 0 1"), Profile::Classic));
            drawn == [None; 3] && lost == [Some(Black); 4]
        }),
        ("exact: the opponent cannot mate by any series of legal moves", || {
            let knight_and_pawn = "8/8/3k4/3n4/8/3K4/3P4/8 w - - 0 1";
            let knight_and_queen = "8/8/3k4/3n4/8/3K4/3Q4/8 w - - 0 1";
            [Profile::Fide, Profile::Online].into_iter().all(|profile| {
                flagged(knight_and_pawn, profile) == Some(Black) && flagged(knight_and_queen, profile).is_none()
            })
        }),
        ("A gap pauses a local game: a pause costs nothing", || {
            let mut clock = running("0:10");
            clock.pause(ms(3_000));
            let stands = clock.flag_at().is_none() && left(&clock, 999_000) == (7_000, 10_000) && clock.is_paused();
            clock.start(ms(1_000_000));
            stands && clock.flag_at() == Some(ms(1_007_000))
        }),
        ("Take-back restores both clocks to what they showed when the withdrawn move began", || {
            let mut clock = pressed("0:10+1", &[1_000, 3_000, 6_000]);
            clock.take_back(ms(8_000));
            let first = left(&clock, 8_000) == (10_000, 9_000) && clock.running() == Some(White);
            clock.take_back(ms(9_000));
            first && left(&clock, 9_000) == (10_000, 10_000) && clock.running() == Some(Black)
        }),
        ("taking back and moving again never gains time", || {
            let mut clock = running("0:10+2");
            for moment in 0..100 {
                clock.press(ms(moment)).unwrap();
                clock.take_back(ms(moment));
            }
            left(&clock, 100).0 <= 10_000
        }),
        ("Saved games keep clocks: what each move cost is known", || {
            let stamp = |left, spent| Stamp { left: ms(left), spent: ms(spent) };
            pressed("0:10+1", &[1_000, 3_000]).stamps().collect::<Vec<_>>()
                == [stamp(10_000, 1_000), stamp(9_000, 2_000)]
        }),
    ];
    for (sentence, holds) in rows {
        assert!(holds(), "{sentence}");
    }
}

/// Three plies into the fool's mate, Black with ten seconds since 0.
fn mate_in_one() -> (Game, Clock) {
    let mut game = Game::new(Position::start(), Profile::Classic);
    let mut clock = running("0:10");
    for text in ["f3", "e5", "g4"] {
        play(&mut game, &mut clock, text, 0);
    }
    (game, clock)
}

/// As referee and flow do it: the flag first, then the move.
fn play(game: &mut Game, clock: &mut Clock, text: &str, at: u64) {
    clock.judge(game, ms(at));
    if let Ok(mv) = read_move(game.position(), text) {
        // A refused move changes nothing.
        let _ = game.play(mv);
    }
    clock.follow(game, ms(at));
}

/// Who wins when White's flag falls.
fn flagged(fen: &str, profile: Profile) -> Option<Side> {
    let start = endgame::notation::fen::parse(fen, endgame::chess::RuleSet::Standard).unwrap().position;
    let mut game = Game::new(start, profile);
    game.flag(White).unwrap();
    assert_eq!(game.outcome().unwrap().reason, Reason::FlagFall);
    assert!(game.flag(Black).is_err(), "a game ends once");
    game.outcome().unwrap().winner
}

#[test]
fn chance_games_with_take_backs_never_make_time() {
    let mut random = fastrand::Rng::with_seed(5);
    for control in ["0:10", "0:10+1", "3/0:10+1, 2/0:05d2, 0:10b3", "2/0:04+1"] {
        let periods: TimeControl = control.parse().unwrap();
        let most_bonus = ms(3_000);
        for _ in 0..300 {
            let mut clock = running(control);
            let mut now = ms(0);
            for _ in 0..60 {
                now += ms(random.u64(0..1_500));
                let before = clock.clone();
                match random.u8(0..10) {
                    0..2 => drop(clock.take_back(now)),
                    2 => clock.pause(now),
                    3 => clock.start(now),
                    _ => {
                        if clock.press(now).is_err() {
                            assert_eq!(clock, before, "a refused press changes nothing");
                            break;
                        }
                        let mut undone = clock.clone();
                        undone.take_back(now);
                        for side in Side::ALL {
                            assert!(undone.left(side, now) >= before.left(side, now), "a take-back costs nobody");
                            assert_eq!(undone.period(side), before.period(side));
                            assert_eq!(undone.moves_to_go(side), before.moves_to_go(side));
                        }
                    }
                }
                // Nobody ever has more than all periods begun and a bonus for each move that stands.
                for side in Side::ALL {
                    let moves = (clock.len() / 2 + 1) as u32;
                    let repeats =
                        periods.periods().iter().map(|period| period.base).sum::<Duration>() * (1 + moves / 2);
                    assert!(clock.left(side, now) <= repeats + most_bonus * moves);
                }
                if let Some(at) = clock.flag_at() {
                    let side = clock.running().unwrap();
                    assert!(clock.left(side, at).is_zero() && clock.fallen(at).is_some());
                    if let Some(before) = at.checked_sub(Duration::from_nanos(1)).filter(|before| *before >= now) {
                        assert!(!clock.left(side, before).is_zero() && clock.fallen(before).is_none());
                    }
                }
            }
        }
    }
}

/// Looking only when it is said to change shows every face of the running clock, also through a delay.
#[test]
fn the_next_change_is_foretold() {
    for (control, faces) in [("0:21", 1 + 200 + 1), ("0:02d5", 20 + 1), ("0:02b5", 20 + 1)] {
        let clock = running(control);
        let mut now = ms(0);
        let mut seen = vec![face(clock.left(White, now))];
        while clock.fallen(now).is_none() {
            now += clock.until_change(now).unwrap() + Duration::from_nanos(1);
            let shown = face(clock.left(White, now));
            assert_ne!(seen.last(), Some(&shown), "{control} at {now:?}");
            seen.push(shown);
        }
        assert_eq!(seen.len(), faces, "{control}: {seen:?}");
    }
    assert_eq!(Clock::new("1:00".parse().unwrap(), White).unwrap().until_change(ms(0)), None, "none runs");
}
