//! SAN and UCI: no text upsets a reader, what is read is legal, and every legal move is read back from its writing.
//!
//! The first line is a position, each further one the text of a move.
#![no_main]

use endgame::chess::{Move, Position};
use endgame::notation::{read_move, san, uci};
use endgame_fuzz::{first_line, position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (line, texts) = first_line(&text);
    let Some(position) = position(line) else { return };
    for text in texts.lines().take(16) {
        match san::read(&position, text) {
            Ok(mv) => returns(&position, mv),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        match uci::read(&position, text) {
            Ok(mv) => returns(&position, mv),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        if let Ok(mv) = read_move(&position, text) {
            assert!(position.is_legal(mv));
        }
    }
    position.legal_moves().into_iter().for_each(|mv| returns(&position, mv));
});

fn returns(position: &Position, mv: Move) {
    assert!(position.is_legal(mv), "{mv} in {position:?}");
    let text = san::write(position, mv);
    assert_eq!(san::read(position, &text), Ok(mv), "{text} in {position:?}");
    let text = uci::write(position, mv);
    assert_eq!(uci::read(position, &text), Ok(mv), "{text} in {position:?}");
    assert_eq!(read_move(position, &text), Ok(mv), "{text} in {position:?}");
}
