//! FEN, SAN and UCI on odd texts, on thousands of Shredder-FENs and on positions of random games.

use endgame::chess::{Position, RuleSet, Side, Square};
use endgame::notation::{fen, read_move, san, uci};
use fastrand::Rng;

use crate::support;

#[test]
fn edge_fens_are_refused_repaired_or_accepted() {
    let Some(text) = support::read("fen/edge_fens.tsv") else {
        return;
    };
    let (mut wrong, mut count) = (Vec::new(), 0);
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, class, note] = fields[..] else { panic!("{line}") };
        let strict = fen::parse_strict(fen, RuleSet::Standard);
        let lenient = fen::parse(fen, RuleSet::Standard);
        let right = match class {
            "OK" => strict.is_ok() && lenient.as_ref().is_ok_and(|parsed| parsed.repairs.is_empty()),
            "UNREACH" => strict.is_ok() && lenient.is_ok(),
            "BAD" => strict.is_err(),
            "FIX" => lenient.as_ref().is_ok_and(|parsed| !parsed.repairs.is_empty()),
            other => panic!("a class that nobody knows: {other}"),
        };
        count += 1;
        if !right {
            wrong.push(format!("{class} {fen} ({note}): strict {strict:?}, lenient {lenient:?}"));
        }
        if let Ok(parsed) = lenient {
            assert_eq!(fen::parse(&fen::write(&parsed.position), RuleSet::Standard).unwrap().position, parsed.position);
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 40, "only {count} FENs");
}

#[test]
fn errors_name_the_field_and_the_character() {
    let error = |fen: &str| {
        let error = fen::parse(fen, RuleSet::Standard).unwrap_err();
        (error.field(), error.to_string())
    };
    for (fen, field, sentence) in [
        ("", "board", "the FEN is empty"),
        ("8/8/8 w - - 0 1", "board", "the board needs 8 ranks and has 3"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "board", "rank 2 of the board (`7`) needs 8 squares and has 7"),
        ("4k3/8/8/8/8/8/x7/4K3 w - - 0 1", "board", "the board has an unexpected `x` (in `x7`)"),
        ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", "board", "the board has an unexpected `9` (in `9`)"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side", "the side to move has an unexpected `x` (in `x`)"),
        ("4k3/8/8/8/8/8/8/4K3 wb - - 0 1", "side", "the side to move has an unexpected `b` (in `wb`)"),
        ("4k3/8/8/8/8/8/8/4K3 w Kz - 0 1", "castling", "the castling field has an unexpected `z` (in `Kz`)"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en_passant", "the en passant field has an unexpected `9` (in `e9`)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove_clock", "the half-move clock has an unexpected `-` (in `-1`)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1x", "fullmove_number", "the move number has an unexpected `x` (in `1x`)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "fullmove_number", "the move number `99999999999` is too large"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "position", "white has no king"),
    ] {
        assert_eq!(error(fen), (field, sentence.to_owned()), "{fen}");
    }
}

#[test]
fn lenient_reading_says_what_it_repaired() {
    for (fen, written, repairs) in [
        ("startpos", fen::START, 0),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1", fen::START, 1),
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 3),
        ("1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "1r2k3/8/8/8/8/8/8/R3KR2 w Q - 0 1", 3),
        ("rn2kr2/8/8/8/8/8/8/RN2KR2 w KQkq - 0 1", "rn2kr2/8/8/8/8/8/8/RN2KR2 w FAfa - 0 1", 0),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 b kq - 0 1",
            2,
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7 0", "4k3/8/8/8/8/8/8/4K3 w - - 7 1", 2),
    ] {
        let parsed = fen::parse(fen, RuleSet::Standard).unwrap();
        assert_eq!(fen::write(&parsed.position), written);
        assert_eq!(parsed.repairs.len(), repairs, "{fen}: {:?}", parsed.repairs);
    }
}

/// With the king on the e-file one colour's letters alone do not show that a game is of Chess960: the reader has to know.
#[test]
fn letters_of_chess960_mean_the_outermost_rook() {
    let fen = "B1bqkrnb/2ppppp1/ppn5/7p/7P/6PN/PPPPPP2/RNBQ1RK1 w k - 2 6";
    let usual = fen::parse(fen, RuleSet::Standard).unwrap();
    assert_eq!((usual.position.castling_rook(Side::Black, true), usual.repairs.len()), (None, 1));
    let shuffled = fen::parse_chess960(fen, RuleSet::Standard).unwrap();
    assert_eq!((shuffled.position.castling_rook(Side::Black, true), shuffled.repairs.len()), (Some(Square::F8), 0));
    assert_eq!(fen::write(&shuffled.position).split(' ').nth(2), Some("f"));
}

#[test]
fn shredder_fens_go_both_ways() {
    let Some(text) = support::read("fen/valid_shredder.txt") else {
        return;
    };
    let mut wrong = Vec::new();
    for line in text.lines() {
        match fen::parse_strict(line, RuleSet::Standard) {
            Err(error) => wrong.push(format!("{line}: {error}")),
            Ok(position) => {
                let written = fen::write(&position);
                let standard = written.split(' ').nth(2).is_some_and(|field| field.contains(['K', 'Q', 'k', 'q']));
                if written != line && !standard {
                    wrong.push(format!("{line} becomes {written}"));
                }
                assert_eq!(fen::parse_strict(&written, RuleSet::Standard).as_ref(), Ok(&position), "{line}");
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Most of them are refused here as well. The others have checks or en passant squares that no move before explains: LAWS 2
/// plays them.
#[test]
fn invalid_shredder_fens_do_no_harm() {
    let Some(text) = support::read("fen/invalid_shredder.txt") else {
        return;
    };
    let (mut refused, mut accepted) = (0, Vec::new());
    for line in text.lines() {
        match fen::parse_strict(line, RuleSet::Standard) {
            Err(_) => refused += 1,
            Ok(position) => {
                assert_eq!(fen::parse(&fen::write(&position), RuleSet::Standard).unwrap().position, position);
                let unexplained = position.checkers().len() >= 2 || position.en_passant().is_some();
                accepted.push((line, unexplained));
            }
        }
        if let Ok(parsed) = fen::parse(line, RuleSet::Standard) {
            let _ = parsed.position.legal_moves();
        }
    }
    eprintln!("{refused} refused, {} accepted", accepted.len());
    for (line, unexplained) in accepted {
        assert!(unexplained, "accepted without need: {line}");
    }
}

#[test]
fn positions_and_moves_of_random_games_go_both_ways() {
    let starts = [
        fen::START,
        "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1",
        "nrbnkqbr/pppppppp/8/8/8/8/PPPPPPPP/NRBNKQBR w HBhb - 0 1",
        "4k3/PPPP4/8/8/8/8/pppp4/4K3 w - - 0 1",
        "NNN1k1nn/8/NNN5/8/qqq5/8/qqq3BB/1BBbK1b1 w - - 0 1",
    ];
    for rules in RuleSet::ALL {
        for (seed, start) in starts.into_iter().cycle().take(20).enumerate() {
            let mut random = Rng::with_seed(seed as u64);
            let Ok(parsed) = fen::parse(start, rules) else { continue };
            let mut position = parsed.position;
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() || position.outcome().is_some() {
                    break;
                }
                goes_both_ways(&position, rules);
                position = position.play(moves[random.usize(..moves.len())]);
            }
        }
    }
}

fn goes_both_ways(position: &Position, rules: RuleSet) {
    let written = fen::write(position);
    let again = fen::parse(&written, rules).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.position, *position, "{written}");
    let strange = |repair: &&fen::Repair| {
        !repair.is_note() && !matches!(repair, fen::Repair::Odd(_) | fen::Repair::ClockTooHigh { .. })
    };
    assert_eq!(again.repairs.iter().find(strange), None, "{written}");
    let mut sans = Vec::new();
    for mv in position.legal_moves() {
        let (san, uci) = (san::write(position, mv), uci::write(position, mv));
        assert_eq!(uci::read(position, &uci), Ok(mv), "{uci} in {written}");
        assert_eq!(san::read(position, &san), Ok(mv), "{san} in {written}");
        // What a person may leave out or add.
        assert_eq!(san::read(position, san.trim_end_matches(['+', '#'])), Ok(mv), "{san} in {written}");
        assert_eq!(san::read(position, &san.replace(['x', '='], "")), Ok(mv), "{san} without x in {written}");
        sans.push(san);
    }
    sans.sort();
    let count = sans.len();
    sans.dedup();
    assert_eq!(sans.len(), count, "one SAN for two moves in {written}: {sans:?}");
}

/// Texts made of right ones by a few wrong characters: none may panic, and what is read can be played and read again.
#[test]
fn no_text_harms_a_reader() {
    let alphabet: Vec<char> = "abcdefgh12345678KQRBNPkqrnp/-x=+#()0O. \t[];_9é♘\u{fe0f}\0".chars().collect();
    let mut random = Rng::with_seed(1);
    let mut spoil = |text: &str| -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=random.usize(..4) {
            let at = random.usize(..=characters.len());
            match random.u8(..3) {
                0 => characters.insert(at, alphabet[random.usize(..alphabet.len())]),
                1 if at < characters.len() => drop(characters.remove(at)),
                _ if at < characters.len() => characters[at] = alphabet[random.usize(..alphabet.len())],
                _ => {}
            }
        }
        characters.into_iter().collect()
    };
    let fens = [
        fen::START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1r2k3/8/8/8/1pPp4/8/8/R3KR2 b AFb c3 9 40",
    ];
    for round in 0..30_000 {
        let text = spoil(fens[round % fens.len()]);
        if let Ok(parsed) = fen::parse(&text, RuleSet::ALL[round % 2]) {
            let written = fen::write(&parsed.position);
            let again = fen::parse_chess960(&written, RuleSet::ALL[round % 2])
                .unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(again.position, parsed.position, "{text}");
            let moves = parsed.position.legal_moves();
            for mv in moves.iter().take(3) {
                let _ = san::read(&parsed.position, &spoil(&san::write(&parsed.position, *mv)));
                let _ = read_move(&parsed.position, &spoil(&uci::write(&parsed.position, *mv)));
            }
        }
    }
}
