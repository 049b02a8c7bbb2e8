//! What a computer does with what it has thought: play, claim a draw, agree to one, or give up.

use super::thinker::Thought;
use crate::chess::{Claim, Game, Move};

/// What it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This move.
    Play(Move),
    /// It gives up.
    Resign,
    /// It agrees to the draw that is offered.
    Accept,
    /// It claims a draw.
    Claim(Claim),
}

/// What it has thought of the game so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mood {
    /// So many of its last moves were made in a lost position.
    lost: u32,
}

/// Who stands so badly for some moves gives up, in hundredths of a pawn. Beginners do not know that they are lost.
const LOST: i32 = -900;
const MOVES_LOST: u32 = 4;
const RESIGNS_FROM: u8 = 6;

/// A draw is welcome where it stands no better than this.
const CONTENT: i32 = 0;
/// ... or where the game is old and level.
const LEVEL: i32 = 15;

/// What is done; `None` without a legal move.
pub fn decide(game: &Game, mood: &mut Mood, thought: Thought) -> Option<Decision> {
    let (mv, score) = (thought.mv?, thought.score);
    let is_old = game.len() > 80;
    mood.lost = if score < LOST { mood.lost + 1 } else { 0 };
    let content = score <= CONTENT || is_old && score <= LEVEL;
    if content && let Some(claim) = game.claims().first() {
        return Some(Decision::Claim(*claim));
    }
    let side = game.position().side();
    if game.offer_pending().is_some_and(|by| by != side) && game.len() > 10 && (score < -30 || is_old && score <= LEVEL)
    {
        return Some(Decision::Accept);
    }
    if mood.lost >= MOVES_LOST && thought.level >= RESIGNS_FROM {
        mood.lost = 0;
        return Some(Decision::Resign);
    }
    Some(Decision::Play(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Profile, Side};

    fn thought(game: &Game, score: i32, level: u8) -> Thought {
        Thought { mv: game.position().legal_moves().first().copied(), score, level }
    }

    #[test]
    fn who_is_lost_for_long_gives_up_and_a_beginner_does_not() {
        let game = Game::new(Position::start(), Profile::Classic);
        for (level, gives_up) in [(3, false), (8, true)] {
            let mut mood = Mood::default();
            let last = (0..4).filter_map(|_| decide(&game, &mut mood, thought(&game, -1500, level))).last();
            assert_eq!(last == Some(Decision::Resign), gives_up);
        }
        let mut mood = Mood::default();
        for score in [-1500, -1500, -1500, 10, -1500] {
            assert!(matches!(decide(&game, &mut mood, thought(&game, score, 8)), Some(Decision::Play(_))));
        }
    }

    #[test]
    fn a_draw_is_accepted_by_who_stands_worse() {
        let mut mood = Mood::default();
        let mut game = Game::new(Position::start(), Profile::Classic);
        let mut random = fastrand::Rng::with_seed(1);
        while game.len() < 13 {
            let moves = game.position().legal_moves();
            if game.len() == 12 {
                game.offer(Side::White).unwrap();
            }
            game.play(moves[random.usize(..moves.len())]).unwrap();
        }
        assert_eq!(game.offer_pending(), Some(Side::White));
        assert_eq!(decide(&game, &mut mood, thought(&game, -80, 5)), Some(Decision::Accept));
        assert!(matches!(decide(&game, &mut mood, thought(&game, 80, 5)), Some(Decision::Play(_))));
    }
}
