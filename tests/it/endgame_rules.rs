//! The rule set `endgame` at the table, by clicks: each of its ends, check that binds nobody, castling without asking.

use bevy::{input::keyboard::Key, prelude::*};
use endgame::{
    board::Sign,
    chess::{Claim, Kind, Profile, Reason, RuleSet, Side},
    game::{AnswerDraw, ClaimDraw, OfferDraw, Refusal, Resign, ShowPly, TakeBack},
    notation::fen,
    pieces::{At, Figure, InTray},
    replay::{OpenPgn, SaveGame},
    screens::Overlay,
};

use crate::table::{Table, sq};

fn table(text: &str) -> Table {
    let mut table = Table::new();
    table.begin(fen::parse(text, RuleSet::Endgame).unwrap().position);
    table
}

fn outcome(table: &Table) -> Option<(Option<Side>, Reason)> {
    table.game().game().outcome().map(|outcome| (outcome.winner, outcome.reason))
}

#[test]
fn a_check_may_be_left_standing_and_then_the_king_is_taken() {
    let mut table = table(fen::START);
    table.play("e2e4 e7e5 d1h5 b8c6 h5f7");
    assert_eq!(table.marks(Sign::Check), [sq("e8")], "check is announced");
    assert_eq!(outcome(&table), None, "what is mate elsewhere ends nothing here");
    // The king may also walk into attack, and that is shown.
    table.click("e8");
    assert_eq!(table.marks(Sign::Target), [sq("e7")]);
    assert_eq!(table.marks(Sign::CaptureTarget), [sq("f7")]);
    table.click("e8");
    // But check binds nobody.
    table.play("d7d6");
    assert_eq!(table.marks(Sign::Check), [], "Black's king is attacked, but it is White's turn");
    table.click("f7");
    assert!(table.marks(Sign::CaptureTarget).contains(&sq("e8")), "the king can be taken");
    table.click("e8");
    assert_eq!(outcome(&table), Some((Some(Side::White), Reason::KingCaptured)));
    assert_eq!(table.overlay(), Overlay::None, "the dialog waits until the king lies beside the board");
    table.settle();
    assert_eq!(table.overlay(), Overlay::Result);
    assert_eq!(table.moves(), "e4 e5 Qh5 Nc6 Qxf7+ d6 Qxe8#");
    let lying: Vec<_> = table
        .app
        .world_mut()
        .query_filtered::<&Figure, (With<InTray>, Without<At>)>()
        .iter(table.app.world())
        .map(|figure| figure.0.kind)
        .collect();
    assert_eq!(lying.len(), 2);
    assert!(lying.contains(&Kind::King) && lying.contains(&Kind::Pawn));
    table.assert_scene();
    // Nothing goes on after it; taken back, it does.
    table.key(KeyCode::Escape, Key::Escape);
    table.wait(3);
    table.click("a7");
    assert_eq!(table.notice(), Some(Refusal::Over));
    table.ask(TakeBack);
    table.settle();
    assert_eq!((outcome(&table), table.scene()[&sq("e8")].letter()), (None, 'k'));
    table.assert_scene();
    table.play("f7f8 e8f8");
    assert_eq!(table.moves(), "e4 e5 Qh5 Nc6 Qxf7+ d6 Qxf8+ Kxf8");
    table.assert_scene();
}

#[test]
fn a_king_takes_a_king() {
    let mut table = table("8/8/8/3k4/8/3K4/7p/8 w - - 0 1");
    table.play("d3d4");
    assert_eq!(table.marks(Sign::Check), [sq("d5")]);
    table.drag("d5", "d4");
    table.settle();
    assert_eq!(outcome(&table), Some((Some(Side::Black), Reason::KingCaptured)));
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
}

#[test]
fn a_pawn_takes_a_king_and_promotes() {
    let mut table = table("1k6/P7/8/8/8/8/8/4K3 w - - 0 1");
    table.click("a7");
    table.click("b8");
    table.wait(2);
    assert_eq!(table.overlay(), Overlay::Promotion);
    table.key(KeyCode::KeyN, Key::Character("n".into()));
    table.settle();
    assert_eq!(table.moves(), "axb8=N#");
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
    table.ask(TakeBack);
    table.settle();
    table.assert_scene();
}

#[test]
fn who_has_no_move_left_loses() {
    let mut table = table("7k/8/8/8/1p6/pPp5/PRP5/KB6 b - - 0 1");
    table.click("h8");
    table.click("h7");
    assert_eq!(outcome(&table), Some((Some(Side::Black), Reason::NoMoveLeft)));
    table.settle();
    assert_eq!((table.overlay(), table.moves().as_str()), (Overlay::Result, "Kh7#"));
    table.assert_scene();
}

#[test]
fn what_would_be_stalemate_goes_on() {
    let mut table = table("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1");
    table.play("g5g6");
    assert_eq!(outcome(&table), None);
    table.play("h8g8 f7g8");
    assert_eq!(outcome(&table), Some((Some(Side::White), Reason::KingCaptured)));
    table.assert_scene();
}

#[test]
fn bare_kings_are_a_draw() {
    let mut table = table("8/8/8/4k3/4P3/8/8/K7 b - - 0 1");
    table.play("e5e4");
    assert_eq!(outcome(&table), Some((None, Reason::DeadPosition)));
    assert_eq!(table.overlay(), Overlay::Result);
    // A bishop more is enough to go on with: a king may still be left standing.
    let mut table = self::table("8/8/8/4k3/4P3/8/8/KB6 b - - 0 1");
    table.play("e5e4");
    assert_eq!(outcome(&table), None);
    table.assert_scene();
}

#[test]
fn castling_asks_for_no_safe_squares() {
    for attacker in ["4k3/8/8/8/4r3/8/8/R3K2R", "4k3/8/8/8/5r2/8/8/R3K2R", "4k3/8/8/8/6r1/8/8/R3K2R"] {
        let mut table = table(&format!("{attacker} w KQ - 0 1"));
        table.click("e1");
        assert_eq!(table.marks(Sign::CastlingTarget), [sq("a1"), sq("h1")]);
        table.click("g1");
        table.settle();
        assert!(table.moves().starts_with("O-O"), "{attacker}");
        table.assert_scene();
    }
    // Something between still forbids it.
    let mut table = table("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1");
    table.drag("e1", "c1");
    table.settle();
    assert_eq!(table.notice(), Some(Refusal::Illegal(endgame::chess::Illegal::CastlingBlocked)));
    table.assert_scene();
}

#[test]
fn the_draws_and_resignation_are_as_usual() {
    let mut table = table(fen::START);
    table.play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    table.ask(ClaimDraw { claim: Claim::Threefold, with: None });
    table.settle();
    assert_eq!(outcome(&table), Some((None, Reason::Threefold)));
    assert_eq!(table.overlay(), Overlay::Result);
    table.ask(TakeBack);
    table.play("f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_eq!(outcome(&table), Some((None, Reason::Fivefold)));
    table.assert_scene();

    let mut table = self::table("4k3/8/8/8/8/8/R7/4K3 w - - 99 80");
    table.play("a2a3");
    table.ask(ClaimDraw { claim: Claim::FiftyMoves, with: None });
    assert_eq!(outcome(&table), Some((None, Reason::FiftyMoves)));
    let mut table = self::table("4k3/8/8/8/8/8/R7/4K3 w - - 149 90");
    table.play("a2a3");
    assert_eq!(outcome(&table), Some((None, Reason::SeventyFiveMoves)));

    let mut table = self::table(fen::START);
    table.ask(OfferDraw(Side::White));
    table.play("e2e4");
    table.ask(AnswerDraw { accept: true });
    table.settle();
    assert_eq!(outcome(&table), Some((None, Reason::Agreement)));
    for profile in Profile::ALL {
        let mut table = Table::new();
        let start = fen::parse(fen::START, RuleSet::Endgame).unwrap().position;
        table.begin_with(start, profile);
        table.play("e2e4");
        table.ask(Resign(Side::White));
        table.settle();
        assert_eq!(outcome(&table), Some((Some(Side::Black), Reason::Resignation)));
        assert_eq!(table.overlay(), Overlay::Result);
        table.assert_scene();
    }
}

#[test]
fn a_game_that_ended_by_a_king_is_saved_and_watched() {
    let path = std::env::temp_dir().join(format!("endgame-{}-king.pgn", std::process::id()));
    let mut table = table(fen::START);
    table.play("e2e4 e7e5 d1h5 b8c6 h5f7 d7d6 f7e8");
    let end = table.fen();
    table.ask(SaveGame(path.clone()));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("[Variant \"Endgame\"]") && text.contains("[Result \"1-0\"]"), "{text}");
    assert!(text.trim_end().ends_with("3. Qxf7+ d6 4. Qxe8# 1-0"), "{text}");
    table.key(KeyCode::Escape, Key::Escape);
    table.ask(OpenPgn(path.clone()));
    std::fs::remove_file(path).unwrap();
    table.settle();
    assert_eq!(table.game().game().rules(), RuleSet::Endgame);
    table.assert_scene();
    for ply in (0..=7).chain((0..7).rev()).chain([7]) {
        table.ask(ShowPly(ply));
        table.settle();
        table.assert_scene();
    }
    assert_eq!(table.fen(), end);
    assert_eq!(outcome(&table), Some((Some(Side::White), Reason::KingCaptured)));
    assert_eq!(table.overlay(), Overlay::None, "the end of a watched game opens no dialog");
}
