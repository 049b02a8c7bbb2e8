//! Files of many games: their places, and one saved without touching the others.

use std::io::{BufReader, Cursor};

use endgame::notation::pgn::{index, reach::Reach, splice::splice};

use super::*;

/// Entries of a text.
fn entries(text: &[u8]) -> Vec<index::Entry> {
    index::entries(text).map(Result::unwrap).collect()
}

/// The text with one of its games replaced.
fn spliced(text: &[u8], number: usize, game: &str) -> Vec<u8> {
    let entry = &entries(text)[number];
    let mut new = Vec::new();
    // A small buffer: the places of the game must not depend on it.
    splice(BufReader::with_capacity(7, text), entry.offset..entry.end, game, &mut new).unwrap();
    let mut kept = text[..entry.offset as usize].to_vec();
    assert!(new.starts_with(&kept), "bytes before the game");
    kept = text[entry.end as usize..].to_vec();
    assert!(new.ends_with(&kept), "bytes behind the game");
    new
}

const THREE: &[u8] = b"% my games\n\n[Event \"caf\xe9\"]\n[White \"A, B\"]\n[Black \"C\"]\n[Date \"1851.??.??\"]\n\n1. e4 e5 1-0\n\n; a remark\n\n\
    [Event \"bad\"]\n[Variant \"suicide\"]\n\n1. e3 *\n\n\n[Event \"ill\"]\n\n1. e4 Ke7?? {oh} e5 0-1\n\n\n1. d4 d5 * 1. c4 *\n";

#[test]
fn entries_say_what_a_list_shows() {
    let entries = entries(THREE);
    assert_eq!(entries.len(), 5);
    let first = &entries[0];
    assert_eq!((first.white(), first.black(), first.date(), first.event()), ("A, B", "C", "1851.??.??", "café"));
    assert_eq!((first.result, first.line, first.playable, first.fault.as_deref()), ("1-0", 3, true, None));
    assert!(!entries[1].playable && entries[1].fault.as_ref().unwrap().contains("not supported"));
    assert!(entries[2].playable && entries[2].fault.as_ref().unwrap().contains("Ke7"));
    assert_eq!((entries[3].fault.as_ref(), entries[4].white()), (None, ""));
    for (entry, game) in entries.iter().zip(read_all(THREE)) {
        assert_eq!(index::read(Cursor::new(THREE), entry).unwrap(), game);
    }
}

#[test]
fn a_game_that_is_not_there_any_more_is_refused() {
    let entries = entries(THREE);
    let changed = [b"\n", THREE].concat();
    assert!(index::read(Cursor::new(&changed), &entries[0]).unwrap_err().to_string().contains("has changed"));
    assert!(index::read(Cursor::new(&THREE[..20]), &entries[4]).is_err());
    let mut new = Vec::new();
    assert!(splice(&THREE[..20], entries[3].offset..entries[3].end, "*", &mut new).is_err());
}

#[test]
fn one_game_is_replaced_and_the_others_are_not_touched() {
    let game = writer::write(&one("[Event \"new\"]\n[White \"Łukasz\"]\n\n1. Nf3 (1. g3) d5 {王} 1/2-1/2"));
    let before = read_all(THREE);
    for number in 0..before.len() {
        let after = read_all(spliced(THREE, number, &game));
        assert_eq!(after.len(), before.len(), "{number}");
        for (index, (after, before)) in after.iter().zip(&before).enumerate() {
            if index == number {
                assert_eq!(writer::write(after), game, "{number}");
            } else {
                assert_eq!((&after.tags, &after.nodes), (&before.tags, &before.nodes), "{number} {index}");
            }
        }
    }
}

#[test]
fn line_ends_stay_those_of_the_file() {
    let game = writer::write(&one("[Event \"new\"]\n\n1. Nf3 *"));
    let windows = b"\xef\xbb\xbf[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *";
    assert_eq!(
        String::from_utf8(spliced(windows, 0, &game)).unwrap(),
        "\u{feff}[Event \"new\"]\r\n\r\n1. Nf3 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *"
    );
    assert_eq!(
        String::from_utf8(spliced(windows, 1, &game)).unwrap(),
        "\u{feff}[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"new\"]\r\n\r\n1. Nf3 *"
    );
    assert_eq!(spliced(b"1. e4 * 1. d4 *", 0, &game), b"[Event \"new\"]\n\n1. Nf3 *\n 1. d4 *");
    assert_eq!(spliced(b"1. e4 * 1. d4 *", 1, &game), b"1. e4 * \n[Event \"new\"]\n\n1. Nf3 *");
}

/// Saving what was read in export format changes nothing at all.
#[test]
fn saving_the_same_game_changes_nothing() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/great-games.pgn");
    let text = std::fs::read(path).unwrap();
    for (number, game) in read_all(&text).iter().enumerate() {
        assert!(spliced(&text, number, &writer::write(game)) == text, "{number}");
    }
}

/// Where a game first comes to a position, in its main line if it does so there, found the long way.
fn comes_to(game: &PgnGame, wanted: &Position) -> Option<Reach> {
    let same = |node: &usize| game.nodes[*node].position.same_as(wanted);
    let main = [ROOT].into_iter().chain(game.main_line()).find(same);
    let node = main.or_else(|| (0..game.nodes.len()).find(same)).filter(|_| game.playable)?;
    Some(Reach { ply: game.path_to(node).len() as u32, aside: main.is_none() })
}

#[test]
fn games_that_reach_a_position_are_found_with_their_ply() {
    let text = "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *\n\n1. Nf3 e5 2. e4 *\n\n1. e4 e5 (1... c5) 2. f4 exf4 *\n\n\
        1. e3 e6 2. e4 e5 *\n\n[Variant \"suicide\"]\n\n1. e3 *\n\n[FEN \"8/8/8/8/8/8/8/K6k w - - 0 1\"]\n\n*\n\n*\n";
    let games = read_all(text);
    let find = |wanted: &Position| -> Vec<Option<Reach>> {
        reach::reaching(text.as_bytes(), 1, 0, wanted).map(Result::unwrap).collect()
    };
    let gambit = &games[2].nodes[*games[2].main_line().last().unwrap()].position;
    let (at, aside) = (|ply| Some(Reach { ply, aside: false }), |ply| Some(Reach { ply, aside: true }));
    // The first game has it in a variation only.
    assert_eq!(find(gambit), [aside(4), None, at(4), None, None, None, None]);
    let open = &games[0].nodes[games[0].main_line()[2]].position;
    assert_eq!(find(open), [at(3), at(3), None, None, None, None, None], "by whatever way");
    assert_eq!(find(&Position::start()), [at(0), at(0), at(0), at(0), None, None, at(0)]);
    for game in &games {
        for node in &game.nodes {
            let wanted = &node.position;
            assert_eq!(find(wanted), games.iter().map(|game| comes_to(game, wanted)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_key_of_a_game_outlives_remarks_and_moves_but_not_another_game() {
    let key = |text: &str| entries(text.as_bytes())[0].key;
    let game = "[White \"A\"]\n[Black \"B\"]\n[Date \"1999.01.01\"]\n\n1. e4 e5 2. Nf3 Nc6 *";
    let same = [
        format!("\n\n{game}"),
        game.replace("e5", "e5 $2 {a remark} (1... c5)"),
        game.replace("[Date", "[Annotator \"C\"]\n[Date"),
    ];
    same.iter().for_each(|other| assert_eq!(key(other), key(game), "{other}"));
    for other in [game.replace("Nc6", "Nf6"), game.replace("1999", "1998"), game.replace("\"A\"", "\"Ä\"")] {
        assert_ne!(key(&other), key(game), "{other}");
    }
    // What is kept on disks must mean the same in the next version.
    assert_eq!(key(game), 14_495_478_513_092_265_492);
}
