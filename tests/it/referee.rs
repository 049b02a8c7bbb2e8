//! Games led by the referee: scripts of commands with their times, and what is answered.

use serde_json::{Value, json};

use crate::cli::{lines, run};

const PROFILES: [&str; 3] = ["classic", "fide", "online"];

/// Plays a script; `;` divides its lines.
pub fn play(time: &str, profile: &str, fen: &str, script: &str) -> Vec<Value> {
    let arguments = ["referee", "--time", time, "--profile", profile, "--fen", fen];
    let input = script.split(';').map(|line| format!("{}\n", line.trim())).collect::<String>();
    let (code, out, error) = run(&arguments, &input);
    assert_eq!(code, 0, "{error}");
    let answers = lines(&out);
    assert_eq!(answers.len(), script.split(';').count());
    answers
}

/// The last answer to a script from the start position in the default profile.
fn last(time: &str, script: &str) -> Value {
    play(time, "classic", "startpos", script).pop().unwrap()
}

/// White's and Black's milliseconds, and whose clock runs.
fn clocks(answer: &Value) -> (u64, u64, &str) {
    let clocks = &answer["clocks"];
    (clocks["white"].as_u64().unwrap(), clocks["black"].as_u64().unwrap(), clocks["running"].as_str().unwrap_or("-"))
}

fn outcome(winner: Option<&str>, reason: &str) -> Value {
    json!({"winner": winner, "reason": reason})
}

#[test]
fn the_answer_has_the_promised_keys() {
    let (_, out, _) = run(&["referee", "--time", "40/1:00+2, 0:30"], "@1.5 move e4\n");
    assert!(
        out.contains(
            r#""side":"black","clocks":{"white":60500,"black":60000,"running":"black"},"period":{"white":1,"black":1},"moves_to_go":{"white":39,"black":40},"offer":null"#
        ),
        "{out}"
    );
    let answer = last("5:00", "@299.9999 tick");
    assert_eq!(clocks(&answer), (1, 300_000, "white"), "zero is said only of a flag that has fallen");
    assert_eq!(answer["moves_to_go"], json!({"white": null, "black": null}));
}

#[test]
fn a_flag_falls_at_the_very_moment() {
    for profile in PROFILES {
        let answers = play("1:00", profile, "startpos", "@59.999 tick; @60 tick; @61 move e4; @62 takeback");
        assert_eq!(answers[0]["outcome"], Value::Null);
        assert_eq!(answers[1]["ok"], true);
        assert_eq!(answers[1]["outcome"], outcome(Some("black"), "flag_fall"), "{profile}");
        assert_eq!(clocks(&answers[1]), (0, 60_000, "-"));
        assert_eq!((&answers[2]["ok"], &answers[2]["ply"]), (&json!(false), &json!(0)));
        // There is no move to withdraw, but the end is: both have what they had when this turn began.
        assert_eq!((&answers[3]["ok"], &answers[3]["outcome"]), (&json!(true), &Value::Null));
        assert_eq!(clocks(&answers[3]), (60_000, 60_000, "white"));
    }
    // Also in the middle of a game, and with the moment between two lines.
    let answer = last("1:00+5", "@10 move e4; @20 move e5; @70 move Nf3; @200 move Nc6");
    assert_eq!((&answer["ok"], &answer["outcome"]), (&json!(false), &outcome(Some("white"), "flag_fall")));
    assert_eq!(clocks(&answer), (10_000, 0, "-"));
}

const PROMOTION: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";

#[test]
fn the_flag_falls_while_a_promotion_is_chosen() {
    for profile in PROFILES {
        let script = "@1 choosing a8=Q; @29.999 choosing a8; @30 move a8=Q";
        let answers = play("0:30", profile, PROMOTION, script);
        assert!(answers[0]["ok"] == true && answers[1]["ok"] == true);
        assert_eq!(clocks(&answers[1]), (1, 30_000, "white"), "the mover's clock runs");
        assert_eq!(answers[2]["ok"], false);
        // Black has a bare king.
        assert_eq!(answers[2]["outcome"], outcome(None, "flag_fall"), "{profile}");
        let answers = play("0:30", profile, PROMOTION, "@1 choosing a8=Q; @29.999 move a8=Q; @30 tick");
        assert_eq!(answers[2]["outcome"], Value::Null);
        assert_eq!(clocks(&answers[2]), (1, 29_999, "black"));
    }
}

#[test]
fn mate_and_flag_in_the_same_instant() {
    for profile in PROFILES {
        let start = "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1";
        for (moment, mates) in [("29.999", true), ("30", false), ("30.001", false)] {
            for script in [
                format!("@{moment} move Rb8#; @{moment} tick"),
                format!("@{moment} tick; @{moment} move Rb8#"),
                format!("@1 tick; @{moment} move Rb8#; @40 tick"),
            ] {
                let end = play("0:30", profile, start, &script).pop().unwrap();
                let expected =
                    if mates { outcome(Some("white"), "checkmate") } else { outcome(Some("black"), "flag_fall") };
                assert_eq!(end["outcome"], expected, "{profile}: {script}");
            }
        }
        // Stalemate and dead position stand as mate does.
        let stalemate = play("0:30", profile, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "@29.95 move Kg6; @60 tick");
        assert_eq!(stalemate[1]["outcome"], outcome(None, "stalemate"));
        assert_eq!(clocks(&stalemate[1]), (50, 30_000, "-"));
        let dead = play("0:30", profile, "7k/8/8/8/8/8/p7/K7 w - - 0 1", "@29.95 move Kxa2; @60 tick");
        assert_eq!(dead[1]["outcome"], outcome(None, "dead_position"));
    }
}

/// White's time runs out, or White resigns, in these positions: who wins in classic, fide, online.
const ENDINGS: [(&str, [Option<&str>; 3], [Option<&str>; 3]); 4] = [
    // Black has a bare king.
    ("8/8/3k4/8/8/3K4/3P4/8 w - - 0 1", [None, None, None], [Some("black"), None, Some("black")]),
    // Black has a knight against a pawn: it can mate, in the corner, but the rule texts count it as too little.
    (
        "8/8/3k4/3n4/8/3K4/3P4/8 w - - 0 1",
        [None, Some("black"), Some("black")],
        [Some("black"), Some("black"), Some("black")],
    ),
    // A knight against a queen never mates.
    ("8/8/3k4/3n4/8/3K4/3Q4/8 w - - 0 1", [None, None, None], [Some("black"), None, Some("black")]),
    // Two knights may.
    (
        "8/8/3k4/3nn3/8/3K4/3Q4/8 w - - 0 1",
        [Some("black"), Some("black"), Some("black")],
        [Some("black"), Some("black"), Some("black")],
    ),
];

#[test]
fn flag_and_resignation_against_too_little() {
    for (fen, flag, resignation) in ENDINGS {
        check_ends(fen, flag, resignation);
    }
}

/// Black's men are locked in for good: White may still mate, Black never.
#[test]
fn flag_and_resignation_behind_locked_walls() {
    check_ends(
        "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1",
        [Some("black"), None, None],
        [Some("black"), None, Some("black")],
    );
}

fn check_ends(fen: &str, flag: [Option<&str>; 3], resignation: [Option<&str>; 3]) {
    for (index, profile) in PROFILES.into_iter().enumerate() {
        let fallen = play("0:30", profile, fen, "@31 tick").pop().unwrap();
        assert_eq!(fallen["outcome"], outcome(flag[index], "flag_fall"), "{profile} {fen}");
        let resigned = play("0:30", profile, fen, "@1 resign white; @31 tick").pop().unwrap();
        assert_eq!(resigned["outcome"], outcome(resignation[index], "resignation"), "{profile} {fen}");
        assert_eq!(clocks(&resigned), (29_000, 30_000, "-"), "the clocks stand at the end");
        // Whoever resigns when the flag has fallen, is too late.
        let late = play("0:30", profile, fen, "@31 resign white").pop().unwrap();
        assert_eq!((&late["ok"], &late["outcome"]), (&json!(false), &outcome(flag[index], "flag_fall")));
    }
}

#[test]
fn a_wrong_claim_costs_two_minutes_in_fide_alone() {
    for (profile, black) in [("classic", 60_000), ("fide", 180_000), ("online", 60_000)] {
        let answers = play("1:00", profile, "startpos", "@10 claim threefold; @20 move e4; @30 takeback");
        assert_eq!(answers[0]["ok"], false);
        assert_eq!(clocks(&answers[0]), (50_000, black, "white"), "{profile}");
        assert_eq!(clocks(&answers[1]), (40_000, black, "black"));
        // What was given in the withdrawn turn goes with it.
        assert_eq!(clocks(&answers[2]), (60_000, 60_000, "white"));
    }
    // The announced move is binding in fide: the time goes over to Black with it, and each claim costs.
    let answers = play("1:00+1", "fide", "startpos", "@10 claim fifty_moves with e4; @12 claim threefold");
    assert_eq!((&answers[0]["ok"], &answers[0]["ply"]), (&json!(false), &json!(1)));
    assert_eq!(clocks(&answers[0]), (51_000, 180_000, "black"));
    assert_eq!(clocks(&answers[1]), (171_000, 178_000, "black"));
    // An illegal announced move is no claim.
    let answers = play("1:00", "fide", "startpos", "@10 claim threefold with Ke2");
    assert_eq!(clocks(&answers[0]), (50_000, 60_000, "white"));
}

#[test]
fn online_the_third_repetition_stops_the_clocks() {
    let shuffle = "@1 move Nf3; @2 move Nf6; @3 move Ng1; @4 move Ng8";
    let more = shuffle.replace("@1", "@5").replace("@2", "@6").replace("@3", "@7").replace("@4", "@8");
    let end = play("1:00", "online", "startpos", &format!("{shuffle}; {more}; @70 tick")).pop().unwrap();
    assert_eq!(end["outcome"], outcome(None, "threefold"));
    assert_eq!(clocks(&end), (56_000, 56_000, "-"));
    let end = play("1:00", "online", "4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "@1 move Ra3; @99 tick").pop().unwrap();
    assert_eq!(end["outcome"], outcome(None, "fifty_moves"));
}

#[test]
fn a_pause_costs_nothing() {
    let answers = play(
        "1:00",
        "classic",
        "startpos",
        "@10 pause; @3600 tick; @3601 move e4; @3602 pause; @3603 offer; @3604 resume; @3605 resume; @3653.999 tick; @3654 tick",
    );
    for answer in &answers[..6] {
        assert_eq!((clocks(answer).0, answer["outcome"] == Value::Null), (50_000, true));
    }
    assert_eq!((clocks(&answers[0]).2, clocks(&answers[5]).2), ("-", "white"));
    assert_eq!(answers[2]["error"], "the game is paused");
    assert_eq!(answers[3]["error"], "the game is paused");
    assert_eq!(answers[4]["ok"], true, "people may talk in a pause");
    assert_eq!(answers[6]["error"], "the game is not paused");
    assert_eq!(clocks(&answers[7]).0, 1);
    assert_eq!(answers[8]["outcome"], outcome(Some("black"), "flag_fall"));
    // A take-back in a pause leaves it one; a game that is over has none.
    let answers = play("1:00", "classic", "startpos", "@5 move e4; @6 pause; @7 takeback; @8 resign black; @9 pause");
    assert_eq!(clocks(&answers[2]), (60_000, 60_000, "-"));
    assert_eq!((&answers[4]["ok"], clocks(&answers[3]).2), (&json!(false), "-"));
}

#[test]
fn a_take_back_with_increment_gains_no_time() {
    let answers = play(
        "1:00+2",
        "classic",
        "startpos",
        "@10 move e4; @15 move e5; @20 move Nf3; @26 takeback; @26 move Nf3; @27 takeback; @28 move Nf3; @30 takeback; @30 takeback",
    );
    let shown: Vec<_> = answers.iter().map(clocks).collect();
    assert_eq!(shown[1], (52_000, 57_000, "white"));
    assert_eq!(shown[2], (49_000, 57_000, "black"));
    assert_eq!(shown[3], (52_000, 57_000, "white"), "what they showed when the withdrawn move began");
    assert_eq!(shown[4], (54_000, 57_000, "black"), "one move, one increment");
    assert_eq!(shown[5], (52_000, 57_000, "white"));
    assert_eq!(shown[6], (53_000, 57_000, "black"));
    assert_eq!(shown[8], (52_000, 60_000, "black"));
    // A fallen flag is taken back with the move before.
    let end = last("1:00+2", "@10 move e4; @90 tick; @100 takeback; @101 move d4");
    assert_eq!((clocks(&end), &end["outcome"]), ((61_000, 60_000, "black"), &Value::Null));
}

/// `moves` of each side by knights, each after a second; every two moves the position is a new one for counters.
fn knights(plies: usize) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    (0..plies).map(|ply| format!("@{} move {}", ply + 1, moves[ply % 4])).collect::<Vec<_>>().join(";")
}

#[test]
fn all_borders_of_periods() {
    // Seven moves a side are as many as knights can make before the position is there for the fifth time.
    let answers = play("2/0:10+1, 3/0:20+2, 0:05b3", "classic", "startpos", &knights(14));
    let white = |move_number: usize| {
        let answer = &answers[2 * move_number - 2];
        (clocks(answer).0, answer["period"]["white"].as_u64().unwrap(), answer["moves_to_go"]["white"].as_u64())
    };
    assert_eq!(white(1), (10_000, 1, Some(1)));
    // The second period begins with the second move, and brings its own increment.
    assert_eq!(white(2), (10_000 - 1_000 + 20_000 + 2_000, 2, Some(3)));
    assert_eq!(white(3), (32_000, 2, Some(2)));
    assert_eq!(white(4), (33_000, 2, Some(1)));
    // The last lasts to the end; a second thought is a second given back.
    assert_eq!(white(5), (38_000, 3, None));
    assert_eq!(white(7), (38_000, 3, None));
    let black = &answers[3];
    assert_eq!(
        (clocks(black).1, &black["period"]["black"], &black["moves_to_go"]["black"]),
        (31_000, &json!(2), &json!(3))
    );
    // Back over the border.
    let mut script = knights(3);
    script += ";@4 takeback;@5 takeback;@6 takeback;@9 move e4";
    let answers = play("2/0:10+1, 0:20", "classic", "startpos", &script);
    let end = answers.last().unwrap();
    assert_eq!((clocks(end).0, &end["period"]["white"], &end["moves_to_go"]["white"]), (8_000, &json!(1), &json!(1)));
    // A last period that counts moves comes again; a flag falls in any of them.
    let answers = play("2/0:10", "classic", "startpos", &format!("{}; @40 tick", knights(6)));
    assert_eq!(clocks(&answers[2]).0, 18_000);
    assert_eq!(answers[2]["moves_to_go"]["white"], json!(2));
    assert_eq!(answers[6]["outcome"], outcome(Some("black"), "flag_fall"));
    assert_eq!(
        last("1/0:10, 0:10", "@1 move e4; @2 move e5; @21 tick")["outcome"],
        outcome(Some("black"), "flag_fall")
    );
    assert_eq!(last("1/0:10, 0:10", "@1 move e4; @2 move e5; @20.999 tick")["outcome"], Value::Null);
}

#[test]
fn both_kinds_of_delay() {
    // Simple: the clock begins to run later.
    let answers = play(
        "0:10d5",
        "classic",
        "startpos",
        "@4 tick; @5 tick; @7 tick; @8 move e4; @9 move e5; @9 move Nf3; @23.999 tick; @24 tick",
    );
    let shown: Vec<_> = answers.iter().map(clocks).collect();
    assert_eq!((shown[0].0, shown[1].0, shown[2].0), (10_000, 10_000, 8_000));
    assert_eq!((shown[3], shown[4]), ((7_000, 10_000, "black"), (7_000, 10_000, "white")));
    assert_eq!(shown[6], (7_000, 1, "black"));
    assert_eq!(answers[7]["outcome"], outcome(Some("white"), "flag_fall"));
    // Bronstein: what was used, five seconds at most, is given back; the flag falls before that.
    let answers = play(
        "0:10b5",
        "classic",
        "startpos",
        "@4 tick; @4 move e4; @5 move e5; @12 move Nf3; @21.999 tick; @22 move Nc6",
    );
    let shown: Vec<_> = answers.iter().map(clocks).collect();
    assert_eq!(shown[0], (6_000, 10_000, "white"));
    assert_eq!((shown[1], shown[2]), ((10_000, 10_000, "black"), (10_000, 10_000, "white")));
    assert_eq!((shown[3], shown[4]), ((8_000, 10_000, "black"), (8_000, 1, "black")));
    assert_eq!(answers[5]["outcome"], outcome(Some("white"), "flag_fall"));
    // Nothing but delay: five seconds a move.
    assert_eq!(last("0:00d5", "@4.999 move e4; @9.998 move e5; @14.997 move d4")["ok"], true);
    assert_eq!(last("0:00d5", "@4.999 move e4; @9.999 move e5")["ok"], false);
    // A pause within the delay.
    assert_eq!(clocks(&last("0:10d5", "@3 pause; @100 resume; @102 tick; @103 move e4")).0, 9_000);
}

#[test]
fn moves_in_no_time_bring_their_increment() {
    let timed = knights(10);
    let script: Vec<&str> = timed.split(';').map(|line| line.split_once(' ').unwrap().1).collect();
    let end = last("1:00+1", &script.join(";"));
    assert_eq!(clocks(&end), (65_000, 65_000, "white"));
}

#[test]
fn time_passes_with_refused_lines_too() {
    let answers =
        play("1:00", "classic", "startpos", "@10 move Ke3; @20 nonsense; @15 move e4; @x tick; move e4; @60 tick");
    assert_eq!((clocks(&answers[0]).0, clocks(&answers[1]).0), (50_000, 40_000));
    assert_eq!(answers[2]["error"], "the time 15 is before the time of an earlier command");
    assert_eq!(answers[3]["ok"], false);
    assert_eq!(clocks(&answers[4]), (40_000, 60_000, "black"));
    assert_eq!(clocks(&answers[5]), (40_000, 20_000, "black"));
    // A line that comes after the flag is refused, whatever it asks.
    for line in ["accept", "offer", "claim threefold", "choosing e4", "pause", "resume", "move e4", "resign black"] {
        assert_eq!(last("1:00", &format!("@61 {line}"))["ok"], false, "{line}");
    }
}

#[test]
fn a_position_that_is_over_has_no_running_clock() {
    let answers = play("1:00", "classic", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "@61 tick");
    assert_eq!(answers[0]["outcome"], outcome(None, "stalemate"));
    assert_eq!(clocks(&answers[0]), (60_000, 60_000, "-"));
    // With Black to move it is Black's that runs.
    let answers = play("1:00", "classic", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "@10 tick");
    assert_eq!(clocks(&answers[0]), (60_000, 50_000, "black"));
}

#[test]
fn where_kings_are_captured_a_bare_king_may_still_win() {
    let arguments = ["referee", "--rules", "endgame", "--time", "0:30", "--fen", "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1"];
    let (_, out, _) = run(&arguments, "@31 tick\n");
    assert_eq!(lines(&out)[0]["outcome"], outcome(Some("black"), "flag_fall"));
}
