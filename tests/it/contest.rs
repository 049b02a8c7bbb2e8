//! `endgame match`: whole games between engines, a table at the end, and a PGN.

use std::{env, fs, process::Command};

use endgame::notation::pgn::reader;

fn contest(args: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_endgame")).arg("match").args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn two_levels_play_and_the_games_are_kept() {
    let folder = env::temp_dir().join(format!("endgame-match-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (openings, games) = (folder.join("openings.txt"), folder.join("games.pgn"));
    fs::write(&openings, "e4 c5\nd4 d5 c4\n").unwrap();
    let (openings, games) = (openings.to_str().unwrap(), games.to_str().unwrap());
    let (done, said, errors) = contest(&[
        "engine:2",
        "engine:1",
        "--games",
        "4",
        "--time",
        "0:30+2",
        "--openings",
        openings,
        "-o",
        games,
        "-j",
        "2",
    ]);
    assert!(done, "{errors}");
    assert!(said.contains(" of 4: ") && said.contains("faults: 0"), "{said}{errors}");
    let games = reader::read_all(fs::read(games).unwrap());
    assert_eq!(games.len(), 4);
    for game in &games {
        assert!(game.error.is_none() && game.result != "*", "{:?}", game.error);
        assert_eq!(game.tag("Event"), Some("Match"));
    }
    let white = |name: &str| games.iter().filter(|game| game.tag("White") == Some(name)).count();
    assert_eq!((white("engine:2"), white("engine:1")), (2, 2), "colors are reversed");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_play_is_named() {
    let (done, _, errors) = contest(&["engine:1", "nobody-of-this-name", "--games", "1"]);
    assert!(!done && errors.contains("nobody-of-this-name"), "{errors}");
    let (done, _, errors) = contest(&["engine:11", "engine", "--games", "1"]);
    assert!(!done && errors.contains("1 to 10"), "{errors}");
    let (done, _, errors) = contest(&["engine:1", "engine:1", "--option-a", "Colour=red", "--games", "1"]);
    assert!(!done && errors.contains("no option Colour"), "{errors}");
    let (done, _, errors) = contest(&["engine:1", "engine:1", "--openings", "/nowhere.txt"]);
    assert!(!done && errors.contains("/nowhere.txt"), "{errors}");
    // A program that is no engine.
    let (done, _, errors) = contest(&["engine:1", "true", "--games", "1"]);
    assert!(!done && errors.contains("true"), "{errors}");
}
