//! The referee: every line of any script is answered once, and what is answered hangs together.
//!
//! The first four bytes choose time control, profile, rules and start. If the fifth is `#`, each further byte is a
//! command of a game (that gets far); otherwise they are a script as people write it.
#![no_main]

use clap::Parser;
use endgame::chess::{Position, RuleSet, Side};
use endgame::cli::referee;
use endgame::notation::{fen, uci};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

#[derive(Parser)]
struct Referee {
    #[command(flatten)]
    args: referee::Args,
}

const CONTROLS: [&str; 8] = [
    "none",
    "5:00+3",
    "0:10",
    "3/0:30+2, 2/0:20, 0:15+1",
    "1:00b3",
    "1:00d3",
    "2/0:05d1, 0:03b2",
    "40/90:00+30, 15:00+30",
];
const PROFILES: [&str; 3] = ["classic", "fide", "online"];
const STARTS: [&str; 6] = [
    fen::START,
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 97 150",
    "7k/8/8/8/8/8/8/KN6 w - - 3 40",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 149 200",
    "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1",
];

fuzz_target!(|data: &[u8]| {
    let [control, profile, rules, start, ..] = *data else { return };
    let pick = |list: &[&'static str], byte: u8| list[usize::from(byte) % list.len()];
    let rules = RuleSet::ALL[usize::from(rules) % RuleSet::ALL.len()];
    let start = pick(&STARTS, start);
    let (control, profile) = (pick(&CONTROLS, control), pick(&PROFILES, profile));
    let arguments = ["referee", "--time", control, "--profile", profile, "--rules", rules.name(), "--fen", start];
    let Ok(Referee { args }) = Referee::try_parse_from(arguments) else { panic!("{arguments:?}") };
    let script = match &data[4..] {
        [b'#', moves @ ..] => written_out(start, rules, moves),
        text => text.to_vec(),
    };
    let mut out = Vec::new();
    if referee::play(&args, script.as_slice(), &mut out).is_err() {
        panic!("the referee gave up");
    }
    judge(&script, &out, rules);
});

/// A command a byte, two for time and moves.
fn written_out(start: &str, rules: RuleSet, bytes: &[u8]) -> Vec<u8> {
    let Ok(parsed) = fen::parse(start, rules) else { return Vec::new() };
    let mut line = vec![parsed.position];
    let (mut script, mut now) = (String::new(), 0_u64);
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        let at: Position = line[line.len() - 1];
        let moves = at.legal_moves();
        let mv = bytes.clone().next().and_then(|byte| moves.get(usize::from(byte) % moves.len().max(1)).copied());
        let command = match byte {
            0..=9 => ["offer", "accept", "decline", "tick", "pause", "resume", "offer white", "offer black", "", "?"]
                [usize::from(byte)]
            .to_owned(),
            10 => "resign white".to_owned(),
            11 => "resign black".to_owned(),
            12 => "claim threefold".to_owned(),
            13 => "claim fifty_moves".to_owned(),
            14 => {
                line.truncate(line.len().max(2) - 1);
                "takeback".to_owned()
            }
            15..=17 => {
                bytes.next();
                let Some(mv) = mv else { continue };
                let verb = ["claim threefold with", "claim fifty_moves with", "choosing"][usize::from(byte) - 15];
                format!("{verb} {}", uci::write(&at, mv))
            }
            18..=40 => {
                now += u64::from(byte - 18) * 500;
                continue;
            }
            _ => {
                bytes.next();
                let Some(mv) = mv else { continue };
                line.push(at.play(mv));
                format!("move {}", uci::write(&at, mv))
            }
        };
        script += &format!("@{}.{:03} {command}\n", now / 1000, now % 1000);
    }
    script.into_bytes()
}

fn judge(script: &[u8], out: &[u8], rules: RuleSet) {
    let script = String::from_utf8_lossy(script);
    let Ok(out) = std::str::from_utf8(out) else { panic!("not UTF-8") };
    let asked = script.split('\n').count() - usize::from(script.ends_with('\n') || script.is_empty());
    assert_eq!(out.lines().count(), asked, "each line has its answer");
    let mut before: Option<Value> = None;
    for (line, answer) in script.split('\n').zip(out.lines()) {
        let Ok(answer) = serde_json::from_str::<Value>(answer) else { panic!("no JSON: {answer}") };
        let fen = answer["fen"].as_str().unwrap_or_default();
        // A position without a king can be shown, not taken up again.
        if answer["outcome"]["reason"] != "king_captured" {
            let Ok(parsed) = fen::parse(fen, rules) else { panic!("no position: {fen}") };
            assert_eq!(fen::write(&parsed.position), fen);
            assert_eq!(answer["side"] == "white", parsed.position.side() == Side::White);
        }
        assert_eq!(answer["ok"] == true, answer["error"].is_null());
        if let Some(before) = &before {
            let (old, new) = (before["ply"].as_i64().unwrap_or(0), answer["ply"].as_i64().unwrap_or(0));
            assert!((old - new).abs() <= 1, "{line}: ply {old}, then {new}");
            assert_eq!(old == new, before["fen"] == answer["fen"], "{line}");
            if answer["ok"] == false && !line.contains("claim") {
                assert_eq!(old, new, "{line} was refused and changed the game");
            }
            if !before["outcome"].is_null() && !line.contains("takeback") {
                assert_eq!(before["outcome"], answer["outcome"], "{line}: an end is an end");
                assert_eq!(old, new, "{line}: moved after the end");
            }
            if let (false, Some(old), Some(new)) =
                (line.contains("takeback"), before["clocks"].as_object(), answer["clocks"].as_object())
                && before["ply"] == answer["ply"]
                && !line.contains("claim")
            {
                for side in ["white", "black"] {
                    assert!(old[side].as_u64() >= new[side].as_u64(), "{line}: time came back to {side}");
                }
            }
        }
        before = Some(answer);
    }
}
