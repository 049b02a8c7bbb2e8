//! `endgame uci` as other programs meet it.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// What it says to these lines, which end its input.
fn talk(lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_endgame"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn best(lines: &str) -> String {
    let said = talk(lines);
    let best: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(best.len(), 1, "{said}");
    best[0].split(' ').next().unwrap().to_owned()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let said = talk("uci\nisready\nquit\n");
    assert!(said.starts_with("id name Endgame "), "{said}");
    assert!(said.contains("\nuciok\nreadyok"), "{said}");
    assert!(said.contains("option name UCI_Variant type combo default chess var chess var endgame"), "{said}");
}

#[test]
fn every_form_of_go_ends_with_one_move() {
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\n";
    for go in [
        "go depth 4",
        "go nodes 2000",
        "go movetime 50",
        "go mate 1",
        "go wtime 100 btime 100",
        "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 2",
        "go infinite",
        "go",
        "go ponder wtime 100 btime 100\nponderhit",
        "go ponder wtime 100 btime 100\nstop",
        "go wtime 0 btime 0",
        "go searchmoves d1d8 g2g3 depth 3",
    ] {
        assert_eq!(best(&format!("{mate}{go}\n")), "d1d8", "{go}");
    }
    assert_eq!(best(&format!("{mate}go searchmoves g2g3 depth 3\n")), "g2g3");
    assert_eq!(best("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n"), "0000", "stalemate has no move");
}

#[test]
fn both_rule_sets_and_chess960_are_played() {
    // Where kings are taken, the king is taken.
    let taken = "setoption name UCI_Variant value endgame\nposition fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\ngo depth 4\n";
    assert_eq!(best(taken), "e7e8");
    // The only good move is castling with the rook beside the king: written as king takes rook.
    let castles = "setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/4K1R1 w G - 0 1 moves e1g1 e8e7\ngo depth 1\n";
    assert_ne!(best(castles), "0000");
}

#[test]
fn a_position_that_cannot_be_played_is_told_and_changes_nothing() {
    let said = talk("position startpos moves e2e4\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\nd\nquit\n");
    assert!(said.contains("info string position 8/8"), "{said}");
    assert!(said.contains("black to move"), "{said}");
}

#[test]
fn python_chess_drives_it() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_chess = Command::new(&python).args(["-c", "import chess.engine"]).stderr(Stdio::null()).status();
    if !has_chess.is_ok_and(|status| status.success()) {
        eprintln!("skipped: python-chess is not installed");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/uci.py");
    let output = Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_endgame")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.trim() == "fine", "{said}{}", String::from_utf8_lossy(&output.stderr));
}
