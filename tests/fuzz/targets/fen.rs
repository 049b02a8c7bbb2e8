//! FEN: what is read and written is read again as the same; what the strict reader takes, the lenient one takes as well;
//! and no position that is taken upsets the laws.
#![no_main]

use endgame::chess::perft::perft;
use endgame::chess::{Position, RuleSet};
use endgame::notation::fen::{self, FenError, Repair};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for rules in RuleSet::ALL {
        let parsed = fen::parse(&text, rules);
        match (fen::parse_strict(&text, rules), &parsed) {
            (Ok(position), Ok(parsed)) => assert_eq!(position, parsed.position),
            (Ok(_), Err(error)) => panic!("strict but not lenient: {error}"),
            (Err(error), _) => assert!(!error.to_string().is_empty() && !error.field().is_empty()),
        }
        if let Ok(parsed) = parsed {
            for repair in &parsed.repairs {
                assert!(!repair.to_string().is_empty());
            }
            sound(&parsed.position);
            let written = fen::write(&parsed.position);
            assert_eq!(fen::parse(&written, rules).map(|parsed| parsed.position).as_ref(), Ok(&parsed.position));
            match fen::parse_strict(&written, rules) {
                // What no game can bring about is kept and can be played all the same; only the strict refuse it.
                Err(FenError::NotStrict(Repair::Odd(_) | Repair::ClockTooHigh { .. })) => {}
                strict => assert_eq!(strict.as_ref(), Ok(&parsed.position)),
            }
        }
        if let Ok(parsed) = fen::parse_chess960(&text, rules) {
            sound(&parsed.position);
            let written = fen::write(&parsed.position);
            assert_eq!(fen::parse_chess960(&written, rules).map(|parsed| parsed.position), Ok(parsed.position));
        }
    }
});

fn sound(position: &Position) {
    assert_eq!(Position::from_setup(position.setup(), position.rules()).as_ref(), Ok(position));
    let moves = position.legal_moves();
    assert_eq!(moves.len() as u64, perft(position, 1));
    assert_eq!(moves.is_empty(), !position.has_legal_move());
    let replies = moves.iter().map(|&mv| position.play(mv).legal_moves().len() as u64).sum::<u64>();
    assert_eq!(replies, perft(position, 2));
    let _ = position.outcome();
}
