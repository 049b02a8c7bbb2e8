//! Moves in many spellings.

use super::*;
use crate::chess::RuleSet;
use crate::notation::{fen, uci};

fn at(text: &str) -> Position {
    fen::parse(text, RuleSet::Standard).unwrap().position
}

fn reads(position: &Position, texts: &[&str], expected: &str) {
    for text in texts {
        let found = read(position, text).map(|mv| uci::write(position, mv));
        assert_eq!(found.as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn castling_in_many_spellings() {
    let both = at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    reads(&both, &["O-O", "0-0", "o-o", "O-O+", "0–0!", "OO", "Kg1", "Ke1-g1", "e1-g1", "O-O!?"], "e1g1");
    reads(&both, &["O-O-O", "0-0-0#", "o-o-o", "OOO", "Kc1", "e1c1"], "e1c1");
    let lost = read(&at("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"), "O-O").unwrap_err();
    assert_eq!(lost, SanError::Illegal { text: "O-O".into(), why: Some(Illegal::CastlingRightLost) });
    let through = read(&at("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "O-O").unwrap_err();
    assert!(through.to_string().contains("through check on f1"), "{through}");
}

#[test]
fn pawn_moves_in_many_spellings() {
    let position = at("4k3/8/8/3pP3/8/8/4P3/4K3 w - d6 0 1");
    let en_passant =
        ["exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "ed6", "e5xd6", "e5d6", "e5-d6", "Pexd6", "xd6", "e:d6", "exd6+!"];
    reads(&position, &en_passant, "e5d6");
    reads(&position, &["e4", "Pe4", "pe4", "e2e4", "e2-e4", "e2–e4", "exe4", "♙e4", "e4(=)", "e4+"], "e2e4");
    assert!(matches!(read(&position, "d6"), Err(SanError::Illegal { .. })));
    let promoting = at("3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    reads(
        &promoting,
        &["e8=Q", "e8Q", "e8(Q)", "e8=(Q)", "e8/Q", "e8=q", "e8q", "e7e8=Q+", "e7-e8Q", "e8=♕", "e8=Q++"],
        "e7e8q",
    );
    reads(&promoting, &["exd8=N", "ed8N", "exd8(N)", "xd8N", "Pe7xd8=n#"], "e7d8n");
    let missing = SanError::Illegal { text: "e8".into(), why: Some(Illegal::PromotionMissing) };
    assert_eq!(read(&promoting, "e8"), Err(missing));
    assert!(matches!(read(&promoting, "e8=K"), Err(SanError::Malformed { .. })));
}

#[test]
fn a_small_b_is_a_bishop_only_where_no_pawn_is_meant() {
    let both = at("4k3/8/8/8/8/2p1p3/1P1P4/B1B1K3 w - - 0 1");
    reads(&both, &["bxc3", "bc3", "b2c3"], "b2c3");
    let bishop_only = at("4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1");
    reads(&bishop_only, &["Bxc3", "bxc3", "bc3", "Ba1c3"], "a1c3");
    let pawn_only = at("4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1");
    assert!(matches!(read(&pawn_only, "Bxc3"), Err(SanError::NoSuchMan { kind: Kind::Bishop, .. })));
    reads(&both, &["kf1", "Kf1"], "e1f1");
}

#[test]
fn errors_say_what_is_wrong() {
    let two = at("rnbqkbnr/pp1p2pp/5p2/2p1p3/2PPP3/5P2/PP4PP/RNBQKBNR b KQkq - 0 4");
    let candidates = vec!["cxd4".to_owned(), "exd4".to_owned()];
    let Err(SanError::Ambiguous { candidates: mut found, .. }) = read(&two, "xd4") else { panic!("not ambiguous") };
    found.sort();
    assert_eq!(found, candidates);
    let rooks = at("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1");
    assert_eq!(read(&rooks, "Ra2").unwrap_err().to_string(), "Ra2 is ambiguous: R1a2 or R3a2");
    let start = Position::start();
    assert_eq!(read(&start, "Nd4").unwrap_err().to_string(), "Nd4 is not legal here: a knight does not move like this");
    assert_eq!(read(&start, "Bc4").unwrap_err().to_string(), "Bc4 is not legal here: the way is blocked on e2");
    for text in [
        "", "+", "e", "e9", "Zf3", "Nf3x", "N", "é4", "♘", "--", "1-0", "Nf3Nf3", "x", "=Q", "(Q)", "O-O-O-O", "ep",
        "b",
    ] {
        assert!(matches!(read(&start, text), Err(SanError::Malformed { .. })), "{text}");
    }
}
