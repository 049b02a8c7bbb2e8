//! Whole files: those of the outside data and the games that are shipped.

use endgame::chess::Reason;

use super::*;

/// The games of a file of the outside data.
fn games(name: &str) -> Option<Vec<PgnGame>> {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return None;
    };
    Some(read_all(std::fs::read(data.join("pgn").join(name)).unwrap()))
}

#[test]
fn every_file_is_read_and_written_the_same_twice() {
    let Some(data) = support::data() else {
        eprintln!("skipped: ../shared/data is not here");
        return;
    };
    let files = pgn_files(&data.join("pgn"));
    assert!(files.len() > 40);
    for file in files {
        let games = read_all(std::fs::read(&file).unwrap());
        assert!(!games.is_empty(), "{}", file.display());
        let once = normalize(&games);
        let again = read_all(&once);
        assert_eq!(again.len(), games.len(), "{}", file.display());
        for (again, game) in again.iter().zip(&games) {
            assert_eq!((&again.tags, &again.nodes), (&game.tags, &game.nodes), "{}", file.display());
            assert_eq!(again.result, game.result);
        }
        assert_eq!(normalize(&again), once, "{}", file.display());
        let movetext = |line: &&str| !line.starts_with('[');
        assert!(once.lines().filter(movetext).all(|line| line.chars().count() <= 80), "{}", file.display());
    }
}

#[test]
fn files_have_the_games_and_moves_they_should() {
    let expected: &[(&str, usize, usize)] = &[
        ("internet_games.pgn", 438, 0),
        ("chesslib/Morphy_UTF8.pgn", 211, 0),
        ("chesslib/linares_2002.pgn", 42, 0),
        ("chesslib/err.pgn", 1, 1),
        ("disservin_tests/multiple.pgn", 4, 0),
        ("disservin_tests/no_moves_two_games.pgn", 2, 0),
        ("disservin_tests/no_moves_but_game_termination_multiple_2.pgn", 3, 0),
        ("disservin_tests/empty_body.pgn", 2, 0),
        ("disservin_tests/variations.pgn", 1, 0),
        ("disservin_tests/corrupted.pgn", 1, 1),
    ];
    for &(name, count, errors) in expected {
        let Some(games) = games(name) else { return };
        assert_eq!(games.len(), count, "{name}");
        assert_eq!(games.iter().filter(|game| game.error.is_some()).count(), errors, "{name}");
    }
    assert_eq!(games("chesslib/longest.pgn").unwrap()[0].main_line().len(), 17_697);
}

#[test]
fn latin_1_and_utf_8_twins_give_equal_games() {
    let (Some(ansi), Some(utf8)) = (games("chesslib/Morphy_ANSI.pgn"), games("chesslib/Morphy_UTF8.pgn")) else {
        return;
    };
    assert_eq!(ansi.len(), utf8.len());
    for (ansi, utf8) in ansi.iter().zip(&utf8) {
        assert_eq!((&ansi.tags, &ansi.nodes, ansi.offset + 3), (&utf8.tags, &utf8.nodes, utf8.offset.max(3)));
    }
}

#[test]
fn broken_tags_are_read() {
    let expected = [
        ("unescaped_quote_header.pgn", "Event", "Tournament \"Championship\" Finals"),
        ("unescaped_quote_header.pgn", "Site", "Club \"Victory\""),
        ("backslash_header.pgn", "Event", "Tournament \\"),
        ("square_bracket_in_header.pgn", "Variation", "closing ] opening"),
        ("square_bracket_in_header.pgn", "White", "New-cfe8\"dsadsa\"ce842c"),
    ];
    for (name, tag, value) in expected {
        let Some(games) = games(&format!("disservin_tests/{name}")) else {
            return;
        };
        assert_eq!(games[0].tag(tag), Some(value), "{name}");
    }
}

/// The games that are shipped are whole, free of oddities, in export format, and end as history says.
#[test]
fn great_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/great-games.pgn");
    let text = std::fs::read_to_string(path).unwrap();
    let games = read_all(&text);
    assert_eq!(games.len(), 12);
    assert_eq!(normalize(&games), text);
    let mut mates = 0;
    for game in &games {
        assert_eq!((&game.error, &game.warnings), (&None, &Vec::new()));
        for tag in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
            assert!(game.tag(tag).is_some_and(|value| !value.is_empty()), "{tag}");
        }
        assert_eq!(game.tag("Result"), Some(game.result.as_str()));
        let outcome = game.last_position().outcome();
        if let Some(outcome) = outcome {
            assert_eq!((outcome.reason, outcome.result()), (Reason::Checkmate, game.result.as_str()));
            mates += 1;
        }
        let mated = sans(game).last().unwrap().ends_with('#');
        assert_eq!(mated, outcome.is_some());
    }
    assert_eq!(mates, 5);
    assert!(games.iter().map(PgnGame::variations).sum::<usize>() >= 3);
}

/// Whatever is damaged in a file, it is read without panic, and what was read is written the same twice.
#[test]
fn damaged_files() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/great-games.pgn");
    let whole = std::fs::read(path).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let pieces: [&[u8]; 12] =
        [b"{", b"}", b"(", b")", b"\"", b"\n", b"[", b"]", b";", b"\n%", b"1-0 ", b"\n\n[Event \"x\"]\n"];
    for _ in 0..300 {
        let start = random.usize(..whole.len() - 2_000);
        let mut text = whole[start..start + 2_000].to_vec();
        for _ in 0..random.usize(1..30) {
            let at = random.usize(..text.len());
            match random.u8(..3) {
                0 => text[at] = random.u8(..),
                1 => drop(text.splice(at..at, pieces[random.usize(..pieces.len())].iter().copied())),
                _ => drop(text.drain(at..(at + 20).min(text.len()))),
            }
        }
        let once = normalize(&read_all(&text));
        assert_eq!(normalize(&read_all(&once)), once, "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn a_word_may_end_within_bytes_that_are_no_utf8() {
    // In Windows-1252 the last odd byte is a blank. Found by fuzzing.
    let text = b"1. e4 4\xff\xffz\xdc\xeb\xa0m \xeb\xa0 0-1 1. d4 d5 *\n";
    let games = read_all(&text[..]);
    let starts: Vec<_> = games.iter().map(|game| &text[game.offset as usize..game.end as usize]).collect();
    assert_eq!(starts.len(), 2, "{games:?}");
    assert!(starts[1].starts_with(b"1. d4 d5 *"), "{:?}", starts[1].escape_ascii().to_string());
}
