//! Games of this program as PGN and back.

use crate::chess::{Game, GameError, Outcome, Position, Profile, Reason};
use crate::notation::fen;

use super::offers;
use super::setup;
use super::tree::{PgnGame, Played, ROOT};

impl PgnGame {
    /// A played game with its start, result and how it ended, ready to be written. Event, site, date, round and players
    /// are unknown and to be set by the caller with [`PgnGame::set_tag`].
    pub fn from_game(game: &Game) -> PgnGame {
        let mut pgn = PgnGame::new(*game.start());
        let outcome = game.outcome();
        let unknown =
            [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
        for (name, value) in unknown {
            pgn.set_tag(name, value);
        }
        pgn.set_result(outcome);
        if let Some(variant) = setup::variant(game.start()) {
            pgn.set_tag("Variant", variant);
        }
        if *game.start() != Position::start_with(game.rules()) {
            pgn.set_tag("SetUp", "1");
            pgn.set_tag("FEN", fen::write(game.start()));
        }
        if game.profile() != Profile::default() {
            pgn.set_tag("Profile", game.profile().name());
        }
        pgn.set_tag("Termination", termination(outcome));
        let mut at = ROOT;
        for ply in game.plies() {
            at = pgn.add(at, ply.mv);
        }
        pgn
    }

    /// This game as it stands now that `game`, which began with its main line, was played on: its tags, comments and
    /// variations stay; moves that were taken back and replaced become variations.
    pub fn continued(&self, game: &Game) -> PgnGame {
        let mut pgn = self.clone();
        let mut at = ROOT;
        for ply in game.plies() {
            let is_known = |id: &&usize| pgn.nodes[**id].played == Some(Played::Move(ply.mv));
            let known = pgn.nodes[at].children.iter().find(is_known).copied();
            let next = known.unwrap_or_else(|| pgn.add(at, ply.mv));
            pgn.nodes[at].children.retain(|&id| id != next);
            pgn.nodes[at].children.insert(0, next);
            at = next;
        }
        // Taken back, and nothing was played instead.
        pgn.nodes[at].children.clear();
        pgn.set_result(game.outcome());
        pgn.set_tag("Termination", termination(game.outcome()));
        pgn
    }

    fn set_result(&mut self, outcome: Option<Outcome>) {
        self.result = outcome.map_or("*", Outcome::result).to_owned();
        self.set_tag("Result", self.result.clone());
    }

    /// How strictly its ends are to be judged.
    pub fn profile(&self) -> Profile {
        self.tag("Profile").and_then(|name| name.trim().parse().ok()).unwrap_or_default()
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
            if self.is_offered(id) {
                offers::offer(&mut game, mv.side());
            }
            if let Err(error) = game.play(mv) {
                return Err((Box::new(game), error));
            }
        }
        self.offer_again(&mut game);
        Ok(game)
    }
}

/// The value of the tag `Termination`.
fn termination(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.reason) {
        None => "unterminated",
        Some(Reason::FlagFall) => "time forfeit",
        Some(_) => "normal",
    }
}
