//! PGN: the files that other programs choke on, each kind built here.

use std::path::{Path, PathBuf};

use endgame::chess::{Position, RuleSet};
use endgame::notation::fen;
use endgame::notation::pgn::reader::{Reader, read_all};
use endgame::notation::pgn::tree::{PgnGame, ROOT};
use endgame::notation::pgn::{command, reach, writer};

use crate::support;

mod collections;
mod files;
mod letters;
mod roundtrip;
mod streams;

/// The only game of a text.
fn one(text: impl AsRef<[u8]>) -> PgnGame {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn sans(game: &PgnGame) -> Vec<String> {
    game.main_line().into_iter().map(|id| game.san(id)).collect()
}

fn last_fen(game: &PgnGame) -> String {
    fen::write(game.last_position())
}

/// Writes games as `pgn normalize` does.
fn normalize(games: &[PgnGame]) -> String {
    games.iter().map(writer::write).collect::<Vec<_>>().join("\n")
}

#[test]
fn escape_lines_and_rest_of_line_comments() {
    let game =
        one("1. e4 {good; really} e5\n% 2. Nc3 Nf6 skipped\n2. Nf3 ; knight out 2... d6 not a move\n2... Nc6 *\n");
    assert_eq!(sans(&game), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(game.nodes[1].after, "good; really");
    assert_eq!(game.nodes[3].after, "knight out 2... d6 not a move");
    assert_eq!(game.warnings, []);
}

#[test]
fn latin_1_and_broken_bytes() {
    let mut bytes =
        b"[White \"M\xfc\xdfig, J\xe1n\"]\n[Black \"A\x90B\"]\n[Result \"*\"]\n\n1. e4 {caf\xe9} e5 *\n".to_vec();
    let game = one(&bytes);
    assert_eq!(game.tag("White"), Some("Müßig, Ján"));
    assert_eq!(game.tag("Black"), Some("A\u{fffd}B"));
    assert_eq!(sans(&game), ["e4", "e5"]);
    assert_eq!(game.nodes[1].after, "café");
    bytes.splice(0..0, *b"\xef\xbb\xbf");
    assert_eq!((one(&bytes).tags, one(&bytes).offset), (game.tags, 3));
}

#[test]
fn names_from_right_to_left_are_kept_as_they_are() {
    let text = "[White \"محمد\"]\n[Black \"יוסי כהן\"]\n[Event \"שחמט 2024\"]\n[Result \"*\"]\n\n1. e4 {טוב} e5 *\n";
    let game = one(text);
    let again = one(normalize(std::slice::from_ref(&game)));
    for game in [&game, &again] {
        assert_eq!((game.tag("White"), game.tag("Black")), (Some("محمد"), Some("יוסי כהן")));
        assert_eq!((game.tag("Event"), &*game.nodes[1].after), (Some("שחמט 2024"), "טוב"));
    }
}

#[test]
fn any_bytes_are_read_without_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    let words: [&[u8]; 30] = [
        b"[Event \"x\"]\n",
        b"[",
        b"]",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b"%",
        b"$",
        b"$300",
        b"e4",
        b"1.",
        b"Nf3!?",
        b"\"",
        b"\\",
        b"\n",
        b"\r",
        b"*",
        b"1-0",
        b"--",
        b"<",
        b">",
        b"\xff",
        b"\xe2\x88",
        b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
        b"\0",
        b"e8(Q)",
        b" ",
        b"O-O",
    ];
    for _ in 0..2_000 {
        let mut text = Vec::new();
        for _ in 0..random.usize(..60) {
            if random.u8(..4) == 0 {
                text.push(random.u8(..));
            } else {
                text.extend_from_slice(words[random.usize(..words.len())]);
                text.extend_from_slice([&b""[..], b" "][random.usize(..2)]);
            }
        }
        let once = normalize(&read_all(&text));
        let twice = normalize(&read_all(&once));
        assert_eq!(once, twice, "{:?}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn odd_move_numbers() {
    let game = one("1. d4 {[%depth20 +0.35]} 1. ... Nf6 {[%depth20 +0.24]} 2. Nf3\n{wrapped} 2....c5 3.e3 e6*");
    assert_eq!(sans(&game), ["d4", "Nf6", "Nf3", "c5", "e3", "e6"]);
    assert_eq!(game.nodes[1].after, "[%depth20 +0.35]");
    assert_eq!(game.nodes[3].after, "wrapped");
    assert_eq!((game.result.as_str(), game.comments()), ("*", 3));
}

#[test]
fn commands_in_comments() {
    let game = one("1. e4 {[%clk 0:09:59.9][%timestamp 1]} 1... e5 {[%clk 9:59.2][%c_highlight e5;x] nice} *");
    let clocks: Vec<f64> =
        game.nodes.iter().filter_map(|node| command::clock(&node.after)).map(|c| c.as_secs_f64()).collect();
    assert_eq!(clocks, [599.9, 599.2]);
    assert_eq!(command::visible(&game.nodes[1].after), "");
    assert_eq!(command::visible(&game.nodes[2].after), "nice");
    let written = writer::write(&game);
    for kept in ["[%timestamp 1]", "[%c_highlight e5;x]"] {
        assert!(written.contains(kept), "{written}");
    }
    let wrapped = one("1. e4 {[%clk\n1:31:15]} *");
    assert_eq!(command::clock(&wrapped.nodes[1].after).map(|clock| clock.as_secs()), Some(5475));
}

/// Runs on a stack as small as a thread's may be: recursion over moves or variations would overflow it.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 * 1024).spawn(test).unwrap().join().unwrap();
}

#[test]
fn a_very_long_game_on_a_small_stack() {
    on_a_small_stack(|| {
        let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(1_000);
        let game = one(&text);
        assert_eq!(game.main_line().len(), 4_000);
        assert_eq!(one(writer::write(&game)).nodes, game.nodes);
    });
}

/// Each bracket holds a move, and a bracket that replaces the next one: really ten thousand deep.
fn nested() -> String {
    // The kings walk on their sides of a wall.
    let wall = "k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1";
    let mut game = PgnGame::new(fen::parse(wall, RuleSet::Standard).unwrap().position);
    game.set_tag("FEN", wall);
    let mut at = ROOT;
    for _ in 0..10_000 {
        let moves = game.nodes[at].position.legal_moves();
        game.add(at, moves[0]);
        at = game.add(at, moves[1]);
    }
    assert_eq!(game.plies_of(at), 10_000);
    writer::write(&game)
}

#[test]
fn ten_thousand_variations_in_one_another_on_a_small_stack() {
    on_a_small_stack(|| {
        // Each bracket replaces the one move of the bracket around it.
        let siblings = format!("1. e4 {}{} *", "(1. d4 ".repeat(10_000), ")".repeat(10_000));
        for text in [siblings, nested()] {
            let game = one(&text);
            assert!(game.variations() >= 10_000 && game.warnings.is_empty());
            let written = writer::write(&game);
            let again = one(&written);
            assert_eq!(again.nodes.len(), game.nodes.len());
            assert_eq!(writer::write(&again), written);
            drop(game);
        }
        let open = format!("1. e4 {}", "(".repeat(200_000));
        assert_eq!(sans(&one(open)), ["e4"]);
    });
}

#[test]
fn variants_and_invalid_positions_are_listed_and_not_played() {
    let games = read_all(
        "[Variant \"suicide\"]\n\n1. g3 c5 2. Bg2 b5 3. Bxa8 Bb7 *\n\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
         [Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n",
    );
    assert_eq!(games.len(), 3);
    for game in &games[..2] {
        assert!(!game.playable && game.main_line().is_empty());
    }
    assert_eq!(
        games[0].error.as_ref().unwrap().to_string(),
        "line 1, column 1: the variant \"suicide\" is not supported"
    );
    let error = games[1].error.as_ref().unwrap();
    assert_eq!((error.line, error.column), (5, 1));
    assert!(games[2].playable && games[2].error.is_none());
    assert_eq!(sans(&games[2]), ["e4"]);
}

#[test]
fn the_second_rule_set_is_a_variant() {
    let game = one("[Variant \"Endgame\"]\n\n1. e4 e5 *\n");
    assert_eq!(game.start, Position::start_with(RuleSet::Endgame));
    assert_eq!(game.main_line().len(), 2);
}

#[test]
fn chess960_castling() {
    for (castling, variant) in [("KQkq", "[Variant \"Chess960\"]\n"), ("KQkq", ""), ("DGdg", "")] {
        let game = one(format!(
            "{variant}[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w {castling} - 0 1\"]\n\n\
             1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O Nf6 *\n"
        ));
        assert_eq!(game.error, None, "{variant}{castling}");
        assert!(fen::write(&game.nodes[7].position).contains("/BQNR1RKB b"), "{variant}{castling}");
    }
    let game = one(
        "[FEN \"rqbbnknr/pppppppp/8/8/8/8/PPPPPPPP/RQBBNKNR w HAha - 0 1\"]\n\n1.e4 c5 2.b4 b6 3.c3 e6 4.d4 ♘ef6 5.♗f3 d5 \
         6.exd5 exd5 7.♘e2 cxb4 8.♕xb4+ ♗e7 9.♕b3 ♗a6 10.♘c2 ♗d6 11.♕a4 ♗b7 12.♗a3 ♘e7 13.♘e3 O-O 14.♗xd6 ♕xd6 15.O-O \
         ♖fc8 16.♖fe1 *",
    );
    assert_eq!(game.error, None);
    assert_eq!(last_fen(&game), "r1r3k1/pb2nppp/1p1q1n2/3p4/Q2P4/2P1NB2/P3NPPP/R3R1K1 b - - 3 16");
}

#[test]
fn an_illegal_move_ends_its_line_only() {
    let games = read_all(
        "[Event \"a\"]\n\n1. e4 e5 2. Ke3 {lost; [Event \"no\"]} Nc6 (2... d6) 1-0\n[Event \"b\"]\n\n1. d4 *\n",
    );
    assert_eq!(games.len(), 2);
    let error = games[0].error.as_ref().unwrap();
    assert_eq!((error.line, error.column), (3, 13));
    assert!(error.message.starts_with("2. Ke3"), "{error}");
    assert_eq!((sans(&games[0]), games[0].result.as_str()), (vec!["e4".to_owned(), "e5".to_owned()], "1-0"));
    assert_eq!(sans(&games[1]), ["d4"]);
    let game = one("1. e4 (1. d4 Ke4 (1... d5) 2. c4 (2. Nf3)) e5 (1... d4) 2. Nf3 *");
    assert_eq!((sans(&game).len(), game.error.is_none(), game.warnings.len()), (3, true, 2));
    assert_eq!(game.variations(), 1);
}

#[test]
fn games_without_tags_blank_lines_results_or_moves() {
    let games = read_all("1. e4 *\n1. d4 d5 1-0 1. c4 1/2-1/2 {agreed}\n{an opening remark} 1. Nf3");
    assert_eq!(games.iter().map(|game| sans(game).join(" ")).collect::<Vec<_>>(), ["e4", "d4 d5", "c4", "Nf3"]);
    assert_eq!(games[2].nodes[1].after, "agreed");
    assert_eq!(games[3].nodes[1].before, "an opening remark");
    let tags = "[Event \"a\"]\n[Result \"1-0\"]\n";
    for gap in ["\n", ""] {
        let games = read_all(format!("{tags}{gap}{tags}{gap}1. e4 e5\n{gap}{tags}"));
        assert_eq!(games.iter().map(|game| game.main_line().len()).collect::<Vec<_>>(), [0, 2, 0]);
        assert!(games.iter().all(|game| game.result == "1-0"));
    }
    assert_eq!(one("*").nodes.len(), 1);
    assert!(read_all("").is_empty() && read_all(" \n\n\r\n%x\n").is_empty());
}

#[test]
fn a_comment_before_the_tags_belongs_to_the_game() {
    let games = read_all("1. e4 *\n\n; about the next\n[Event \"a\"]\n[White \"b\"]\n\n1. d4 *\n");
    assert_eq!(games.iter().map(|game| game.tags.len()).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(games[1].nodes[1].before, "about the next");
}

#[test]
fn line_ends_of_every_kind_give_the_same_game() {
    let text = "[Event \"x\"]\n[Result \"*\"]\n\n% no\n1. e4 ; yes\ne5 {a\nb} *\n";
    let game = one(text);
    for end in ["\r\n", "\r"] {
        let other = one(text.replace('\n', end));
        assert_eq!((&other.tags, &other.nodes), (&game.tags, &game.nodes));
    }
}

#[test]
fn null_moves_and_glyphs() {
    let game = one("1. e4 -- 2. d4 Z0 3. Nf3!? ∓ $146 *");
    assert_eq!(sans(&game), ["e4", "--", "d4", "--", "Nf3"]);
    assert_eq!(game.nodes[5].nags, [5, 17, 146]);
    let checked = one("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *");
    assert!(checked.error.is_some());
}

#[test]
fn moves_with_blanks_and_brackets_inside() {
    let game = one("[FEN \"4k3/P7/8/8/4pP2/8/8/4K3 b - f3 0 1\"]\n\n1... exf3 e.p. 2. a8(Q)+ *");
    assert_eq!(sans(&game), ["exf3", "a8=Q+"]);
}

#[test]
fn an_unclosed_brace_does_not_swallow_the_next_game() {
    let games = read_all("[Event \"a\"]\n\n1. e4 {oh e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. d4 *\n");
    assert_eq!(games.len(), 2);
    assert!(games[0].warnings.iter().any(|warning| warning.message.contains("closing brace")));
    assert_eq!(sans(&games[1]), ["d4"]);
}

#[test]
fn comments_with_a_brace_are_kept() {
    let game = one("1. e4 ; a } b\n1... e5 (1... c5 ; }\n) {x {y} 2. Nf3 *");
    assert_eq!(game.nodes[1].after, "a } b");
    let written = writer::write(&game);
    assert_eq!(written, "1. e4 ; a } b\n1... e5 (1... c5 ; }\n) 2. {x {y} Nf3 *\n".replace("2. {x {y}", "{x {y} 2."));
    assert_eq!(one(&written).nodes, game.nodes);
}

#[test]
fn offsets_are_where_reading_can_start() {
    let text = b"\xef\xbb\xbf[Event \"caf\xe9\"]\r\n\r\n1. e4 * 1. d4 *\r\n[Event \"b\"]\r\n\r\n*";
    let games = read_all(text);
    assert_eq!(games.len(), 3);
    for game in &games {
        let again = read_all(&text[game.offset as usize..]).remove(0);
        assert_eq!((&again.tags, &again.nodes), (&game.tags, &game.nodes));
    }
    assert_eq!(games.iter().map(|game| (game.line, game.offset)).collect::<Vec<_>>(), [(1, 3), (3, 29), (4, 38)]);
    assert_eq!((one("1.\ne4 *").line, one("1.\ne4 *").offset), (1, 0));
}

#[test]
fn a_file_that_breaks_off_says_so() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let mut reader = Reader::new(std::io::BufReader::new(Broken));
    assert!(reader.next().unwrap().is_err());
    assert!(reader.next().is_none());
}

/// The cases of kind `pgn` in the outside data.
#[test]
fn cases() {
    let Some(text) = support::read("cases/rules.jsonl") else {
        return;
    };
    let mut count = 0;
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        if case["kind"] != "pgn" {
            continue;
        }
        count += 1;
        let game = one(case["pgn"].as_str().unwrap());
        assert_eq!(game.error, None, "{case}");
        assert_eq!(Some(game.main_line().len() as u64), case["expect"]["main_line_plies"].as_u64(), "{case}");
        let written = writer::write(&game);
        assert_eq!(one(&written).nodes, game.nodes, "{case}");
        assert_eq!(one(&written).tags, game.tags, "{case}");
    }
    assert!(count >= 13, "{count} cases");
}

/// The files of a folder of the outside data and below it.
pub fn pgn_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
