//! Clocks as they are met in files, each kind built here.

use super::*;
use crate::notation::pgn::{reader::read_all, tree::PgnGame};

/// The only game of a text, and its clocks.
fn of(text: &str) -> (PgnGame, Clocks) {
    let game = read_all(text).remove(0);
    let clocks = Clocks::new(&game, &game.main_line());
    for turn in &clocks.thought {
        assert!(turn.is_none_or(|time| time.is_finite() && time >= 0.0), "{clocks:?}");
    }
    for ply in 0..clocks.shown.len() {
        for part in [0.0, 0.5, 1.0] {
            for time in clocks.at(ply, part).into_iter().flatten() {
                assert!(time.is_finite() && time >= 0.0, "{clocks:?}");
            }
        }
    }
    (game, clocks)
}

fn thought(text: &str) -> Vec<Option<f64>> {
    let rounded = |time: f64| (time * 1000.0).round() / 1000.0;
    of(text).1.thought.into_iter().map(|time| time.map(rounded)).collect()
}

fn tagged(control: &str, moves: &str) -> String {
    format!("[TimeControl \"{control}\"]\n\n{moves} *\n")
}

#[test]
fn increments_are_no_time_gained() {
    let text =
        tagged("300+3", "1. e4 {[%clk 0:05:01]} e5 {[%clk 0:04:03]} 2. Nf3 {[%clk 0:05:04]} Nc6 {[%clk 0:04:06]}");
    assert_eq!(thought(&text), [2.0, 60.0, 0.0, 0.0].map(Some));
    let (_, clocks) = of(&text);
    // Black's clock runs down to one minute less, and gets its three seconds when the move is made.
    assert_eq!(clocks.at(1, 0.0), [Some(301.0), Some(300.0)]);
    assert_eq!(clocks.at(1, 0.5), [Some(301.0), Some(270.0)]);
    assert_eq!(clocks.at(1, 1.0), [Some(301.0), Some(240.0)]);
    assert_eq!(clocks.at(2, 0.0), [Some(301.0), Some(243.0)]);
}

#[test]
fn a_period_brings_its_time() {
    let text = tagged("2/60:30", "1. e4 {[%clk 0:00:50]} e5 2. Nf3 {[%clk 0:01:10]} e6 3. d4 {[%clk 0:01:09]}");
    assert_eq!(thought(&text.replace("e6", "d6")), [Some(10.0), None, Some(10.0), None, Some(1.0)]);
    // The same without a tag: the rise has no reason, and nobody knows how long the move took.
    let untagged = text.replace("e6", "d6").replace("2/60:30", "?");
    assert_eq!(thought(&untagged), [None, None, None, None, Some(1.0)]);
}

#[test]
fn delays_cost_nothing() {
    let moves = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:50]}";
    assert_eq!(thought(&tagged("300d5", moves)), [Some(0.0), Some(15.0)]);
    assert_eq!(thought(&tagged("300b5", moves)), [Some(0.0), Some(15.0)]);
}

#[test]
fn clocks_that_go_up_or_are_missing() {
    // An arbiter gave Black two minutes.
    let up = tagged("60", "1. e4 {[%clk 0:00:59]} e5 {[%clk 0:03:00]} 2. d4 {[%clk 0:00:50]} d6 {[%clk 0:02:00]}");
    let (_, clocks) = of(&up);
    assert_eq!(clocks.shown[4], [Some(50.0), Some(120.0)]);
    assert_eq!(clocks.at(0, 0.0)[1], Some(180.0), "what the tag cannot explain is not its game");
    // What is missing is shared among the moves between.
    let gap =
        tagged("60", "1. e4 {[%clk 0:00:58]} e5 {[%clk]} 2. d4 {[%clk x]} d6 3. d5 {[%clk 0:00:48]} a6 {[%clk 57]}");
    assert_eq!(thought(&gap), [2.0, 1.0, 5.0, 1.0, 5.0, 1.0].map(Some));
    assert_eq!(of(&gap).1.shown[3], [Some(53.0), Some(59.0)]);
    // Behind the last one known the clock stands.
    let open = tagged("60", "1. e4 {[%clk 0:00:58]} e5 2. d4 d6");
    assert_eq!(thought(&open), [Some(2.0), None, None, None]);
    assert_eq!(of(&open).1.at(4, 1.0), [Some(58.0), None]);
}

#[test]
fn odd_values() {
    let text = "1. e4 {[%clk 0:00:05.4]} e5 {[%clk 0:9:55]} 2. Nf3 {[%clk 0:00:03.15]} Nc6 {[%clk 12:00:00]} \
                3. a3 {[%clk -0:00:01]} a6 {[%clk 99999999999:00:00]} 4. b3 {[%clk NaN]} b6 {[%clk 0:9:50]} *";
    let (_, clocks) = of(text);
    assert_eq!(clocks.shown[3], [Some(3.15), Some(595.0)]);
    assert_eq!(clocks.shown[8], [Some(3.15), Some(590.0)]);
    assert!((clocks.thought[2].unwrap() - 2.25).abs() < 1e-9);
}

#[test]
fn times_without_clocks() {
    let moves = "1. e4 {[%emt 0:00:05]} e5 {[%emt 0:00:07.5]} 2. Nf3 {[%emt 0:00:04]} Nc6 {[%emt 0:10:00]}";
    let (_, clocks) = of(&tagged("300+3", moves));
    assert_eq!(clocks.thought, [5.0, 7.5, 4.0, 600.0].map(Some));
    assert_eq!(clocks.shown[3], [Some(297.0), Some(295.5)]);
    assert_eq!((clocks.at(3, 1.0)[1], clocks.shown[4][1]), (Some(0.0), Some(3.0)), "never below nothing");
    let (_, clocks) = of(&tagged("?", moves));
    assert_eq!((clocks.thought[1], clocks.at(1, 0.5)), (Some(7.5), [None, None]));
    // What a side has used by then.
    let sums = "1. e4 {[%egt 0:00:05]} e5 {[%egt 0:00:07]} 2. Nf3 {[%egt 0:00:09]} Nc6 {[%egt 0:00:06]}";
    assert_eq!(thought(&tagged("300", sums)), [5.0, 7.0, 4.0, 0.0].map(Some));
    assert_eq!(of(&tagged("300", sums)).1.shown[3], [Some(291.0), Some(293.0)]);
}

#[test]
fn no_words_about_time_no_clocks() {
    for control in ["300+3", "?"] {
        let (_, clocks) = of(&tagged(control, "1. e4 {good} e5 {[%eval 0.3]}"));
        assert_eq!((clocks.at(1, 0.3), clocks.thought), ([None, None], vec![None; 2]));
    }
    assert_eq!(of("*").1.at(0, 0.0), [None, None]);
}

#[test]
fn days_a_move_do_not_add_up() {
    let text =
        tagged("1/259200", "1. e4 {[%clk 71:59:00]} e5 {[%clk 71:00:00]} 2. d4 {[%clk 70:00:00]} d6 {[%clk 71:59:59]}");
    assert_eq!(thought(&text), [60.0, 3600.0, 7200.0, 1.0].map(Some));
    assert_eq!(of(&text).1.at(2, 0.0), [Some(259_200.0), Some(255_600.0)]);
}

#[test]
fn an_increment_without_a_tag_is_found() {
    let clocks = [(3600, 3600), (3620, 3590), (3640, 3610), (3665, 3500), (3600, 3520), (3625, 3530)];
    let show = |clock: u32| format!("{{[%clk {}:{:02}:{:02}]}}", clock / 3600, clock / 60 % 60, clock % 60);
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let text: Vec<String> = clocks
        .iter()
        .flat_map(|(white, black)| [white, black])
        .zip(moves.iter().cycle())
        .map(|(clock, mv)| format!("{mv} {}", show(*clock)))
        .collect();
    let found = thought(&text.join(" "));
    assert_eq!(found[..8], [None, None, Some(10.0), Some(40.0), Some(10.0), Some(10.0), Some(5.0), Some(140.0)]);
}

#[test]
fn black_to_move_and_variations() {
    let text = "[TimeControl \"60\"]\n[FEN \"4k3/P7/8/8/4pP2/8/8/4K3 b - f3 0 1\"]\n\n\
                1... exf3 {[%clk 0:00:55]} 2. a8=Q+ {[%clk 0:00:57]} (2. a8=R+ Kd7 3. Ra7+) Kd7 {[%clk 0:00:50]} *";
    let (game, clocks) = of(text);
    assert_eq!(clocks.thought, [5.0, 3.0, 5.0].map(Some));
    assert_eq!(clocks.at(0, 1.0), [Some(60.0), Some(55.0)]);
    let line: Vec<NodeId> = game.path_to(game.nodes[1].children[1]);
    let line: Vec<NodeId> = line.iter().copied().chain(game.line_from(line[1])).collect();
    let clocks = Clocks::new(&game, &line);
    assert_eq!(clocks.thought, [Some(5.0), None, None, None]);
    assert_eq!(clocks.at(4, 0.0), [None, Some(55.0)], "nothing is known of White in this line");
}
