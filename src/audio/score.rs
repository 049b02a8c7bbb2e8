//! Which sounds a change of the game makes: a pure function of what was shown before and what is shown now.

use super::Sound;
use crate::chess::{Game, Move};

/// What a table shows: a game and the ply that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The whole game.
    pub game: &'a Game,
    /// The ply that is looked at.
    pub ply: usize,
    /// Which game since the program began.
    pub number: u64,
}

/// What is heard of one change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// At once.
    pub now: Option<Sound>,
    /// When the first man arrives; a knock comes first, if there is one.
    pub landing: Vec<Sound>,
    /// How many men more are heard when they are set down.
    pub others: u8,
    /// Whether the men that move are heard on the felt.
    pub slides: bool,
}

/// However many men a jump moves, so many are heard.
const OF_A_JUMP: u8 = 3;

/// The sounds of the change from `before` to `after`; `None` where the men stay and nothing was said, so that what is still
/// in the air is heard as it would have been.
pub fn score(before: Shown, after: Shown) -> Option<Score> {
    let position = |shown: Shown| *shown.game.position_at(shown.ply);
    let leads_to =
        |earlier: Shown, later: Shown| later.ply > 0 && *later.game.position_at(later.ply - 1) == position(earlier);
    if position(before) == position(after) {
        let now = said(before, after)?;
        return Some(Score { now: Some(now), ..Score::default() });
    }
    Some(if leads_to(before, after) {
        step(after, after.game.plies()[after.ply - 1].mv)
    } else if leads_to(after, before) {
        // Taken back: the man, and the one it took or the other of two.
        Score { landing: vec![Sound::SetDown], others: 1, slides: true, ..Score::default() }
    } else {
        Score { others: OF_A_JUMP, ..Score::default() }
    })
}

/// A move forward, made or watched.
fn step(after: Shown, mv: Move) -> Score {
    let knock = match mv {
        _ if mv.castling().is_some() => Sound::Castle,
        _ if mv.is_capture() => Sound::Capture,
        _ => Sound::SetDown,
    };
    let mut landing = vec![knock];
    // The end says more than a check or an offer, so it speaks alone.
    if ended(after) {
        landing.push(Sound::End);
    } else if after.game.position_at(after.ply).is_check() {
        landing.push(Sound::Check);
    }
    if mv.promotion.is_some() {
        landing.push(Sound::Promotion);
    }
    // The captured man is set down beside the board; of castling men both are heard in one.
    Score { now: None, landing, others: u8::from(mv.is_capture()), slides: true }
}

/// What was said or decided while the men stayed where they are.
fn said(before: Shown, after: Shown) -> Option<Sound> {
    if before.number != after.number {
        return None;
    }
    if ended(after) && !ended(before) {
        Some(Sound::End)
    } else if after.game.offer_pending().is_some() && after.game.offer_pending() != before.game.offer_pending() {
        Some(Sound::Offer)
    } else {
        None
    }
}

/// Whether the game has ended and its end is looked at.
fn ended(shown: Shown) -> bool {
    shown.game.outcome().is_some() && shown.ply == shown.game.len()
}
