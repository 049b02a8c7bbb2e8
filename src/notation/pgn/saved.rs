//! Games of this program as PGN and back.

use crate::chess::{Game, GameError, Position, Profile, Reason};
use crate::notation::fen;

use super::setup;
use super::tree::{PgnGame, Played, ROOT};

impl PgnGame {
    /// A played game with its start, result and how it ended, ready to be written. Event, site, date, round and players
    /// are unknown and to be set by the caller with [`PgnGame::set_tag`].
    pub fn from_game(game: &Game) -> PgnGame {
        let mut pgn = PgnGame::new(*game.start());
        let outcome = game.outcome();
        pgn.result = outcome.map_or("*", |outcome| outcome.result()).to_owned();
        let unknown =
            [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
        for (name, value) in unknown {
            pgn.set_tag(name, value);
        }
        pgn.set_tag("Result", pgn.result.clone());
        if let Some(variant) = setup::variant(game.start()) {
            pgn.set_tag("Variant", variant);
        }
        if *game.start() != Position::start_with(game.rules()) {
            pgn.set_tag("SetUp", "1");
            pgn.set_tag("FEN", fen::write(game.start()));
        }
        let termination = match outcome.map(|outcome| outcome.reason) {
            None => "unterminated",
            Some(Reason::FlagFall) => "time forfeit",
            Some(_) => "normal",
        };
        pgn.set_tag("Termination", termination);
        let mut at = ROOT;
        for ply in game.plies() {
            at = pgn.add(at, ply.mv);
        }
        pgn
    }

    /// The main line as a game to play on from. It ends before the first passed turn, which no game can contain.
    ///
    /// `Err` when the laws end the game before its moves end: with the game up to there.
    pub fn to_game(&self, profile: Profile) -> Result<Game, (Box<Game>, GameError)> {
        let mut game = Game::new(self.start, profile);
        for id in self.main_line() {
            let Some(Played::Move(mv)) = self.nodes[id].played else {
                break;
            };
            if let Err(error) = game.play(mv) {
                return Err((Box::new(game), error));
            }
        }
        Ok(game)
    }
}
