//! Draw offers in a game's record: `[%offered]` behind the move that came with one, and tags for what waits at the end.

use super::comment;
use super::tree::PgnGame;
use crate::chess::{Game, Side};

/// Behind a move: its player offered a draw with it.
const OFFERED: &str = "[%offered]";
/// Whose offer waits for an answer.
const PENDING: &str = "DrawOffer";
/// Who has offered with a move that is still to be made.
const COMING: &str = "DrawOffered";

impl PgnGame {
    /// Writes down which draws were offered in `game`, whose moves the main line has.
    pub fn set_offers(&mut self, game: &Game) {
        for (id, ply) in self.main_line().into_iter().zip(game.plies()) {
            let after = &mut self.nodes[id].after;
            if after.contains(OFFERED) {
                *after = after.replace(OFFERED, "").trim().to_owned();
            }
            if ply.offered {
                comment::join(after, OFFERED);
            }
        }
        self.tags.retain(|(name, _)| name != PENDING && name != COMING);
        if game.outcome().is_some() {
            return;
        }
        if let Some(side) = game.offer_pending() {
            self.set_tag(PENDING, side.to_string());
        }
        let coming: Vec<String> = Side::ALL
            .into_iter()
            .filter(|&side| game.offers_with_coming_move(side))
            .map(|side| side.to_string())
            .collect();
        if !coming.is_empty() {
            self.set_tag(COMING, coming.join(" "));
        }
    }

    /// Whether a draw was offered with the move of this node.
    pub(super) fn is_offered(&self, id: usize) -> bool {
        self.nodes[id].after.contains(OFFERED)
    }

    /// Makes again the offers that wait at the end of the main line, which `game` has played.
    pub(super) fn offer_again(&self, game: &mut Game) {
        let says = |tag: &str, side: Side| {
            self.tag(tag).is_some_and(|sides| sides.split_whitespace().any(|word| word == side.to_string()))
        };
        let pending = Side::ALL.into_iter().find(|&side| says(PENDING, side));
        game.recall_offers(pending, Side::ALL.map(|side| says(COMING, side)));
    }
}

/// Offers for a side whose move comes next; what the other side had offered before was declined then. A record may say of
/// a move what could not be: that is no reason to lose the move.
pub(super) fn offer(game: &mut Game, side: Side) {
    if game.offer_pending() == Some(!side) {
        let _ = game.decline();
    }
    let _ = game.offer(side);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{GameError, Position, Profile};
    use crate::notation::{
        pgn::{reader, writer},
        read_move,
    };

    /// Chance of the cheapest kind: the same every time.
    fn chance(seed: &mut u64, below: u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % below
    }

    #[test]
    fn offers_are_written_and_read_again() {
        let mut seed = 7;
        for _ in 0..300 {
            let mut game = Game::new(Position::start(), Profile::Classic);
            for _ in 0..chance(&mut seed, 24) {
                let side = if chance(&mut seed, 2) == 0 { Side::White } else { Side::Black };
                match chance(&mut seed, 6) {
                    0 if game.offer_pending() != Some(!side) => drop(game.offer(side)),
                    1 => drop(game.decline()),
                    2 => drop(game.take_back()),
                    _ => {
                        let moves = game.position().legal_moves();
                        let mv = moves.into_iter().nth(chance(&mut seed, 20) as usize);
                        let mv = mv.unwrap_or_else(|| game.position().legal_moves().into_iter().next().unwrap());
                        game.play(mv).unwrap();
                    }
                }
            }
            let mut record = PgnGame::from_game(&game);
            record.set_offers(&game);
            record.set_offers(&game);
            let read = reader::read_all(writer::write(&record)).remove(0);
            assert_eq!(read.to_game(Profile::Classic).unwrap(), game, "{}", writer::write(&record));
        }
    }

    #[test]
    fn an_offer_that_was_declined_cannot_be_made_again_after_reading() {
        let mut game = Game::new(Position::start(), Profile::Classic);
        game.play(read_move(game.position(), "e4").unwrap()).unwrap();
        game.offer(Side::White).unwrap();
        game.decline().unwrap();
        let mut record = PgnGame::from_game(&game);
        record.set_offers(&game);
        let mut again = reader::read_all(writer::write(&record)).remove(0).to_game(Profile::Classic).unwrap();
        assert_eq!(again.offer(Side::White), Err(GameError::AlreadyOffered));
    }
}
