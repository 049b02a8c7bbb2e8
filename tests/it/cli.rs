//! The command-line tools as programs and shells see them: output, exit codes, no panic.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Runs the program on an input: exit code, standard output, standard error.
pub fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_endgame"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may end without reading everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

pub fn lines(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// One sentence, no backtrace.
fn is_sentence(error: &str) -> bool {
    error.lines().count() == 1 && !error.contains("panicked")
}

#[test]
fn position_tells_everything_in_the_promised_order() {
    let (code, out, _) = run(&["position", "--json"], "");
    assert_eq!(code, 0);
    let beginning = r#"{"input":"startpos","ok":true,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","repairs":[],"side":"white","check":false,"moves":[{"uci":"a2a3","san":"a3"},{"uci":"a2a4","san":"a4"}"#;
    assert!(out.starts_with(beginning), "{out}");
    let end = r#"],"outcome":null,"claims":[],"claims_with":[],"repetition":1,"halfmove_clock":0}"#;
    assert_eq!(out.trim_end().rsplit_once(r#"{"uci":"h2h4","san":"h4"}"#).unwrap().1, end);
}

#[test]
fn position_plays_moves_and_judges_the_end() {
    let (code, out, _) = run(&["position", "--moves", "1. f3 e5 2. g4 d8h4", "--json", "--winnable"], "");
    let report = &lines(&out)[0];
    assert_eq!(code, 0);
    assert_eq!(report["outcome"], json!({"winner": "black", "reason": "checkmate"}));
    assert_eq!(report["winnable"], json!({"white": "no", "black": "yes"}));
    assert_eq!((&report["check"], &report["moves"]), (&json!(true), &json!([])));
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    let (_, out, _) = run(&["position", "--moves", shuffle, "--json"], "");
    assert_eq!(lines(&out)[0]["claims_with"], json!([{"san": "Ng8", "claim": "threefold"}]));
    let (_, out, _) = run(&["position", "--moves", &format!("{shuffle} Ng8"), "--json"], "");
    assert_eq!(lines(&out)[0]["claims"], json!(["threefold"]));
    assert_eq!(lines(&out)[0]["repetition"], json!(3));
}

#[test]
fn position_reads_lines_and_goes_on_after_faults() {
    let input = "startpos ; e4 e5 Ke2\n8/8/8/8/8/8/8/8 w - - 0 1\r\n4k3/8/8/8/8/8/8/4K2R w K -\n\nstartpos ; e4 e9\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;";
    let (code, out, _) = run(&["position", "--stdin"], input);
    let answers = lines(&out);
    assert_eq!((code, answers.len()), (0, 6));
    assert_eq!(answers[0]["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2");
    assert_eq!(answers[1]["ok"], false);
    assert_eq!(answers[1]["input"], "8/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(answers[2]["repairs"].as_array().unwrap().len(), 2);
    assert!(answers[2]["moves"].as_array().unwrap().contains(&json!({"uci": "e1g1", "san": "O-O"})));
    assert_eq!(answers[3]["field"], "board");
    assert_eq!(answers[4]["field"], "moves");
    assert_eq!(answers[5]["repairs"].as_array().unwrap().len(), 1);
}

#[test]
fn position_at_fault_says_so_in_one_sentence() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1";
    let (code, out, error) = run(&["position", "--json", fen], "");
    assert_eq!(code, 1);
    assert!(is_sentence(&error), "{error}");
    let expected = format!(
        r#"{{"input":"{fen}","ok":false,"field":"castling","error":"the castling field has an unexpected `x` (in `KQxq`)"}}"#
    );
    assert_eq!(out.trim_end(), expected);
    let (code, out, error) = run(&["position", "--strict", "4k3/8/8/8/8/8/8/4K3 w - -"], "");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(is_sentence(&error), "{error}");
}

#[test]
fn position_shows_a_board_and_sentences() {
    let fen = ["7k/5Q2/6K1/8/8/8/8/8", "b", "-", "-", "0", "1"];
    let (code, out, _) = run(&[&["position"][..], &fen].concat(), "");
    assert_eq!(code, 0);
    assert!(out.starts_with("8 . . . . . . . k\n7 . . . . . Q . .\n"), "{out}");
    assert!(out.contains("The game is over: draw (stalemate)."), "{out}");
    let (_, out, _) = run(&[&["position", "--rules", "endgame"][..], &fen].concat(), "");
    assert!(out.contains("Black to move"), "{out}");
}

#[test]
fn referee_plays_a_game_of_offers_and_claims() {
    let input = "move e4\n@1.5 move e7e5\n@1 move Nf3\nmove Ke3\noffer\nmove Nf3\noffer\ndecline\ntakeback\nmove Nf3\nresign white\n\
                 move Nc6\ntakeback\nclaim threefold\nclaim fifty_moves with e4\nchoosing d4\ntick\npause\nresume\nhello\n\noffer\naccept\n";
    let (code, out, _) = run(&["referee"], input);
    assert_eq!(code, 0);
    let answers = lines(&out);
    assert_eq!(answers.len(), input.lines().count());
    assert!(out.starts_with(
        r#"{"ok":true,"ply":1,"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1","side":"black","clocks":null,"period":null,"moves_to_go":null,"offer":null,"claims":[],"outcome":null}"#
    ), "{out}");
    let ok: Vec<bool> = answers.iter().map(|answer| answer["ok"].as_bool().unwrap()).collect();
    assert_eq!(answers[2]["error"], "the time 1 is before the time of an earlier command");
    assert!(ok[0] && ok[1] && !ok[2] && !ok[3] && ok[4] && ok[5], "{ok:?}");
    assert_eq!(answers[4]["offer"], "white");
    assert_eq!(answers[5]["offer"], "white", "an offer stands until the opponent answers or moves");
    assert_eq!(answers[10]["outcome"], json!({"winner": "black", "reason": "resignation"}));
    assert_eq!((ok[10], ok[11]), (true, false));
    assert_eq!(answers.last().unwrap()["outcome"], json!({"winner": null, "reason": "agreement"}));
    for answer in answers.iter().filter(|answer| answer["ok"] == false) {
        assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{answer}");
    }
}

#[test]
fn referee_ends_games_online_by_itself() {
    let input = "move Nf3\nmove Nf6\nmove Ng1\nmove Ng8\n".repeat(2);
    let (_, out, _) = run(&["referee", "--profile", "online"], &input);
    assert_eq!(lines(&out).last().unwrap()["outcome"], json!({"winner": null, "reason": "threefold"}));
    let (_, out, _) = run(&["referee"], &(input + "claim threefold\n"));
    assert_eq!(lines(&out)[7]["claims"], json!(["threefold"]));
    assert_eq!(lines(&out)[8]["outcome"], json!({"winner": null, "reason": "threefold"}));
}

#[test]
fn perft_counts() {
    let (code, out, _) = run(&["perft", "4"], "");
    assert_eq!(code, 0);
    let last: Vec<&str> = out.lines().last().unwrap().split_whitespace().collect();
    assert_eq!((last[0], last[1], last[2], last[4], last.len()), ("nodes", "197281", "time", "Mnps", 6));
    let (_, out, _) = run(&["perft", "2", "--divide"], "");
    assert_eq!(out.lines().count(), 21);
    assert!(out.starts_with("a2a3: 20\na2a4: 20\n"), "{out}");
    let (_, out, _) = run(&["perft", "0"], "");
    assert!(out.starts_with("nodes 1 "), "{out}");
    let (code, _, error) = run(&["perft", "3", "8/8 w"], "");
    assert!(code == 1 && is_sentence(&error), "{error}");
}

#[test]
fn pgn_is_checked_and_normalized() {
    let (code, out, _) = run(&["pgn", "check", "--json", "-"], "1. e4 e5 2. Nf3 *\n");
    assert_eq!(code, 0);
    assert_eq!((&lines(&out)[0]["plies"], &lines(&out)[0]["error"]), (&json!(3), &Value::Null));
    let (code, once, _) = run(&["pgn", "normalize", "-"], "1. e4 e5 2. Nf3 *\n");
    assert_eq!(code, 0);
    assert_eq!(run(&["pgn", "normalize", "-"], &once).1, once);
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [
        &["position", "--rules", "checkers"][..],
        &["position", "--stdin", "startpos"],
        &["position", "--nonsense"],
        &["referee", "--time", "15:00, 5:00"],
        &["perft"],
        &["perft", "many"],
        &["pgn"],
        &["--windowed", "big"],
    ] {
        let (code, out, error) = run(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.contains("Usage:") || error.contains("error:"), "{error}");
    }
    if cfg!(not(feature = "app")) {
        let (code, _, error) = run(&[], "");
        assert!(code == 2 && is_sentence(&error), "{error}");
    }
}

#[test]
fn every_help_shows_an_example() {
    for tool in [&[][..], &["position"], &["referee"], &["perft"], &["pgn", "check"], &["pgn", "normalize"]] {
        let (code, out, _) = run(&[tool, &["--help"]].concat(), "");
        assert_eq!(code, 0);
        assert!(out.contains("Example"), "{tool:?}: {out}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_endgame"))
        .args(["position", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    let feeder = std::thread::spawn(move || drop(stdin.write_all("startpos\n".repeat(10_000).as_bytes())));
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(child.wait().unwrap().success());
    feeder.join().unwrap();
    assert_eq!(error, "");
}
