//! Moves with the letters of other languages.

use endgame::notation::pgn::letters::{Letters, NATIONAL};
use endgame::notation::pgn::reader::Checker;

use super::*;

const OPERA: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 \
     10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

/// A game in the letters of a language: king, queen, rook, bishop, knight.
fn written(text: &str, men: [&str; 5]) -> String {
    let letter = |c: char| "KQRBN".find(c).map_or(c.to_string(), |at| men[at].to_owned());
    text.chars().map(letter).collect()
}

/// The letters of a set, as its description names them.
fn men(set: &Letters) -> [String; 5] {
    let text = set.to_string();
    let inside = text.split_once('(').unwrap().1.trim_end_matches(')');
    let men: Vec<String> = inside.split(' ').map(str::to_owned).collect();
    men.try_into().unwrap()
}

#[test]
fn every_language_is_found_by_its_letters() {
    let expected = one(OPERA);
    assert_eq!((expected.error.as_ref(), expected.warnings.len()), (None, 0));
    for set in &NATIONAL {
        let men = men(set);
        let game = one(written(OPERA, men.each_ref().map(String::as_str)));
        assert_eq!(game.error, None, "{set}");
        assert_eq!(game.nodes.len(), expected.nodes.len(), "{set}");
        assert_eq!(last_fen(&game), last_fen(&expected), "{set}");
        let warnings: Vec<_> = game.warnings.iter().map(ToString::to_string).collect();
        let named = |warning: &String| warning.contains(&set.to_string()) || warning.contains(" or ");
        assert!(warnings.len() == 1 && named(&warnings[0]), "{set}: {warnings:?}");
    }
}

#[test]
fn english_games_stay_english() {
    for text in ["1. e4 e5 2. Rf3 *", "1. e4 e5 2. Nf3 Nc6 3. Dxf7 *", "1. e4 e5 2. Bd4 Rd5 *", "1. e4 Nonsense *"] {
        let game = one(text);
        assert!(game.error.is_some(), "{text}");
        assert!(
            game.warnings.iter().all(|warning| !warning.message.contains("letters")),
            "{text}: {:?}",
            game.warnings
        );
    }
}

#[test]
fn variations_comments_and_the_game_behind_are_kept() {
    let text = "[Event \"a\"]\n\n1. e4 e5 2. Sf3 {Springer} (2. Lc4 Sf6 (2... Lc5)) Sc6 3. Lb5 Df6? 4. 0-0 *\n\n\
                [Event \"b\"]\n\n1. Nf3 Nf6 *\n";
    let games = read_all(text);
    assert_eq!(games.len(), 2);
    assert_eq!(sans(&games[0]), ["e4", "e5", "Nf3", "Nc6", "Bb5", "Qf6", "O-O"]);
    assert_eq!((games[0].variations(), games[0].comments(), games[0].nags()), (2, 1, 1));
    assert_eq!(games[0].nodes[3].after, "Springer");
    assert!(games[0].warnings[0].message.contains("German"), "{:?}", games[0].warnings);
    assert_eq!((games[0].line, games[0].offset, games[1].line), (1, 0, 5));
    assert_eq!((sans(&games[1]).len(), games[1].warnings.len()), (2, 0));
    assert_eq!(&text[games[1].offset as usize..games[1].end as usize], "[Event \"b\"]\n\n1. Nf3 Nf6 *");
}

#[test]
fn a_german_game_with_an_illegal_move_is_german_up_to_there() {
    let game = one("1. e4 e5 2. Sf3 Sc6 3. Lb5 Kc8 4. 0-0 *");
    assert_eq!(sans(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert!(game.error.unwrap().message.contains("3... Kc8"));
}

#[test]
fn a_dutch_knight_is_no_pawn() {
    let game = one("1. e4 e5 2. Pf3 Pc6 3. Lb5 Pf6 *");
    assert_eq!(sans(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6"]);
}

#[test]
fn a_chosen_language_comes_first() {
    // In French R is the king; English reads a rook.
    let text = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rd1 *\n";
    let french = Letters::of("fr").unwrap();
    let game = Reader::new(text.as_bytes()).with_letters(french).next().unwrap().unwrap();
    assert_eq!(sans(&game), ["Kd1"]);
    assert_eq!(sans(&one(text)), ["Rd1"]);
    let english = Reader::new(OPERA.as_bytes()).with_letters(french).next().unwrap().unwrap();
    assert_eq!((english.error.as_ref(), english.main_line().len()), (None, 33));
    let checked = Checker::new(OPERA.as_bytes()).with_letters(french).next().unwrap().unwrap();
    assert_eq!(checked.plies, 33);
}
