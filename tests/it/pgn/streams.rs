//! Reading without a tree, and files of any size.

use std::io::{BufReader, Read, Write};
use std::process::{Command, Stdio};

use endgame::notation::pgn::reader::Checker;

use super::*;

/// A report says the same as the tree.
fn same(text: &[u8], name: &str) {
    let reports: Vec<_> = Checker::new(text).map(Result::unwrap).collect();
    let games = read_all(text);
    assert_eq!(reports.len(), games.len(), "{name}");
    for (report, game) in reports.iter().zip(&games) {
        assert_eq!(*report, game.report(), "{name}");
    }
}

#[test]
fn reports_say_the_same_as_trees() {
    for text in [
        "1. e4 {a} {b} (1. d4 $1 $1 ; x\n) (1. c4 (1. b4 (1. a4))) e5! 2. Nf3 () {z} (2. f4 {y} ({x}) exf4) *",
        "{before} 1. e4 -- 2. d4 (2. Ke3 {lost} (2. c4)) Z0 *\n\n$3 {only} 1/2-1/2\n\n$3 1. e4 (",
        "1. e4 e5 2. Sf3 (2. Lc4) Sc6 {x} *",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n[Variant \"suicide\"]\n\n1. e4 {x} *",
    ] {
        same(text.as_bytes(), text);
    }
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    for file in pgn_files(&data.join("pgn")) {
        same(&std::fs::read(&file).unwrap(), &file.display().to_string());
    }
}

/// A game over and over, as a stream; counts what was taken.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
    left: u64,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let rest = &self.text[self.at..];
        let size = rest.len().min(buffer.len()).min(self.left as usize);
        buffer[..size].copy_from_slice(&rest[..size]);
        self.at = (self.at + size) % self.text.len();
        self.left -= size as u64;
        Ok(size)
    }
}

/// Peak memory of a process so far, in KiB; 0 where nothing tells.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

/// Feeds a tool with a stream and asks for its memory after a little of it and after 30 MB.
#[test]
fn memory_does_not_grow_with_the_file() {
    let game = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:05:00] caf\u{e9}} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 *\n\n";
    for arguments in [["pgn", "check", "-"], ["pgn", "normalize", "-"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_endgame"));
        let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let block = game.repeat(1_000);
        let mut feed = |blocks: usize| (0..blocks).for_each(|_| input.write_all(block.as_bytes()).unwrap());
        feed(10);
        let early = peak(child.id());
        feed(250);
        let late = peak(child.id());
        drop(input);
        assert!(child.wait().unwrap().success());
        assert!(late <= early + 512, "{arguments:?}: {early} KiB, then {late} KiB");
    }
}

/// One line without an end, one comment without an end, one tag without an end: none is taken into memory whole.
#[test]
fn what_has_no_end_is_not_kept() {
    for unit in ["1. e4 ", "{ comment ", "[Event \"x", "(", "x", "; ", "$", "\u{e9}"] {
        let text = format!("{unit}{}", unit.trim_start_matches('{').repeat(30));
        let stream = Endless { text: text.as_bytes(), at: 0, left: 8 << 20 };
        let games = Checker::new(BufReader::new(stream)).inspect(|game| assert!(game.is_ok()));
        assert!(games.count() > 0 || unit == "$", "{unit}");
    }
}

/// A file as others may write it: with these line ends, and letters of German and outside ASCII here and there.
fn mixed(end: &str) -> Vec<u8> {
    let english =
        "1. e4 {[%clk 0:05:00]} e5 2. Nf3 Nc6 (2... d6 {Philidor}) 3. Bb5 a6 4. O-O Nge7 5. Bxc6 Nxc6 1/2-1/2\n";
    let german = "1. e4 e5 2. Sf3 {Springer} Sc6 3. Lb5 Sge7 4. O-O g6 5. d4 exd4 6. Sxd4 Lg7 0-1\n";
    let mut text = String::new();
    for number in 0..300 {
        let moves = if number % 7 == 3 { german } else { english };
        let name = if number % 5 == 2 { "M\u{fc}ller" } else { "Miller" };
        text += &format!("[Event \"{number}\"]\n[White \"{name}\"]\n\n");
        text += &if number % 3 == 0 { moves.replace(' ', "\n") } else { moves.to_owned() };
        text += if number % 11 == 0 { "% away\n\n; behind\n" } else { "\n" };
    }
    text.replace('\n', end).into_bytes()
}

#[test]
fn games_are_the_same_however_their_bytes_come() {
    for end in ["\n", "\r\n", "\r"] {
        let text = mixed(end);
        let expected = read_all(&text);
        assert_eq!(expected.len(), 300);
        assert!(expected.iter().all(|game| game.error.is_none() && game.main_line().len() >= 10));
        assert_eq!(expected.iter().filter(|game| !game.warnings.is_empty()).count(), 43, "one in seven is German");
        for size in [1, 2, 7, 64, 1_000, 1 << 16] {
            let games: Vec<_> = Reader::new(BufReader::with_capacity(size, &text[..])).map(Result::unwrap).collect();
            assert!(games == expected, "read by {size} bytes, line ends {end:?}");
        }
    }
}
