//! PGN: any bytes are games; what is written of them is read again as the same game and written again the same.
#![no_main]

use endgame::notation::pgn::tree::{PgnGame, Played};
use endgame::notation::pgn::{reader, writer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for game in reader::read_all(data) {
        for node in &game.nodes {
            let Some(parent) = node.parent else { continue };
            match node.played {
                Some(Played::Move(mv)) => assert!(game.nodes[parent].position.is_legal(mv)),
                Some(Played::Null) => assert!(game.nodes[parent].position.null_move().is_some()),
                None => panic!("a node without a move"),
            }
        }
        let text = writer::write(&game);
        let again = reader::read_all(&text);
        assert_eq!(again.len(), 1, "one game was written, {} are read:\n{text}", again.len());
        let again = &again[0];
        assert_eq!(writer::write(again), text);
        assert_eq!(again.tags, game.tags, "{text}");
        assert_eq!(again.result, game.result, "{text}");
        assert_eq!(again.start, game.start, "{text}");
        assert_eq!(again.nodes.len(), game.nodes.len(), "{text}");
        assert_eq!((again.variations(), again.nags()), (game.variations(), game.nags()), "{text}");
        assert_eq!(line(again), line(&game), "{text}");
    }
});

fn line(game: &PgnGame) -> Vec<String> {
    game.main_line().into_iter().map(|id| game.san(id)).collect()
}
