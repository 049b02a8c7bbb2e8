//! The game that the referee leads, its clocks, and the commands that change them.

use std::time::Duration;

use super::side_name;
use crate::chess::clock::{Clock, Seconds, TimeControl};
use crate::chess::dead;
use crate::chess::{Claim, Game, GameError, Illegal, Move, Position, Profile, Side};
use crate::notation::{MoveError, read_move};

/// A game, its clocks, and the time of the last line.
pub(super) struct Table {
    pub(super) game: Game,
    /// `None` without a time control.
    pub(super) clock: Option<Clock>,
    pub(super) now: Duration,
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    #[error("there is no command")]
    Empty,
    #[error("`{0}` is not a time in seconds since the start")]
    Time(String),
    #[error("the time {0} is before the time of an earlier command")]
    Earlier(String),
    #[error("`{0}` is not a command")]
    Unknown(String),
    #[error("`{0}` is not followed by what it needs: {1}")]
    Argument(&'static str, &'static str),
    #[error("{0} is not a promotion")]
    NoPromotion(String),
    #[error("there is no move to take back")]
    NothingToTakeBack,
    #[error("the game is paused")]
    Paused,
    #[error("the game is not paused")]
    NotPaused,
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Table {
    /// A game that begins at the time 0.
    pub(super) fn new(start: Position, profile: Profile, control: TimeControl) -> Table {
        let mut table =
            Table { clock: Clock::new(control, start.side()), game: Game::new(start, profile), now: Duration::ZERO };
        table.game.end_if_dead(dead::IN_PLAY);
        if let Some(clock) = &mut table.clock {
            clock.start(Duration::ZERO);
            clock.follow(&table.game, Duration::ZERO);
        }
        table
    }

    /// Does what the line says, at the time it says. Time passes also where the command is refused.
    pub(super) fn obey(&mut self, line: &str) -> Result<(), Refused> {
        let mut command = line.trim();
        if let Some(rest) = command.strip_prefix('@') {
            let (text, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let Seconds(now) = text.parse().map_err(|_| Refused::Time(text.to_owned()))?;
            if now < self.now {
                return Err(Refused::Earlier(text.to_owned()));
            }
            self.now = now;
            command = after.trim();
        }
        if let Some(clock) = &mut self.clock {
            clock.judge(&mut self.game, self.now);
        }
        let (verb, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let result = self.act(verb, argument.trim());
        if let Some(clock) = &mut self.clock {
            clock.follow(&self.game, self.now);
        }
        result
    }

    fn act(&mut self, verb: &str, argument: &str) -> Result<(), Refused> {
        let paused = self.clock.as_ref().is_some_and(Clock::is_paused);
        let game = &mut self.game;
        let bare = argument.is_empty();
        match verb {
            "" => return Err(Refused::Empty),
            "move" | "choosing" if paused => return Err(Refused::Paused),
            "move" => {
                let mv = read(game, "move", argument)?;
                game.play(mv)?;
                game.end_if_dead(dead::IN_PLAY);
            }
            "takeback" if bare => {
                // An end before the first move, on time or given up, is undone without one.
                let ended = game.outcome();
                if game.take_back().is_none() && game.outcome() == ended {
                    return Err(Refused::NothingToTakeBack);
                }
            }
            "offer" => game.offer(match argument {
                "" => game.position().side(),
                argument => side(argument).ok_or(Refused::Argument("offer", "nothing, or white or black"))?,
            })?,
            "accept" if bare => game.accept()?,
            "decline" if bare => game.decline()?,
            "resign" => game.resign(side(argument).ok_or(Refused::Argument("resign", "white or black"))?)?,
            "claim" => {
                let (name, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
                let claim = name.parse().map_err(|_| Refused::Argument("claim", "threefold or fifty_moves"))?;
                let with = match rest.trim().split_once(char::is_whitespace) {
                    None if rest.trim().is_empty() => None,
                    Some(("with", text)) => Some(read(game, "with", text.trim())?),
                    _ => {
                        return Err(Refused::Argument("claim", "a claim and nothing else, or `with` and a move"));
                    }
                };
                self.claim(claim, with)?;
            }
            "choosing" => {
                if let Some(outcome) = game.outcome() {
                    return Err(GameError::Over(outcome).into());
                }
                match read(game, "choosing", argument) {
                    Ok(mv) if mv.promotion.is_some() => {}
                    // What the pawn becomes is just what is being chosen.
                    Err(Refused::Move(error)) if error.why() == Some(Illegal::PromotionMissing) => {}
                    Err(error) => return Err(error),
                    Ok(_) => return Err(Refused::NoPromotion(argument.to_owned())),
                }
            }
            "tick" if bare => {}
            "pause" | "resume" if bare => self.set_going(verb == "resume")?,
            _ => return Err(Refused::Unknown(format!("{verb} {argument}").trim_end().to_owned())),
        }
        Ok(())
    }

    fn claim(&mut self, claim: Claim, with: Option<Move>) -> Result<(), Refused> {
        let claimant = self.game.position().side();
        let before = self.game.len();
        let result = self.game.claim(claim, with);
        if let (Err(GameError::NoClaim(_)), Some(clock)) = (&result, &mut self.clock) {
            clock.grant(!claimant, self.game.penalty());
        }
        if self.game.len() > before {
            self.game.end_if_dead(dead::IN_PLAY);
        }
        Ok(result?)
    }

    /// Pauses or resumes. Without clocks no time passes.
    fn set_going(&mut self, going: bool) -> Result<(), Refused> {
        let Some(clock) = &mut self.clock else { return Ok(()) };
        match (self.game.outcome(), clock.is_paused(), going) {
            (Some(outcome), ..) => return Err(GameError::Over(outcome).into()),
            (None, true, false) => return Err(Refused::Paused),
            (None, false, true) => return Err(Refused::NotPaused),
            (None, _, true) => clock.start(self.now),
            (None, _, false) => clock.pause(self.now),
        }
        Ok(())
    }
}

fn side(name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side_name(*side) == name)
}

fn read(game: &Game, verb: &'static str, text: &str) -> Result<Move, Refused> {
    if text.is_empty() {
        return Err(Refused::Argument(verb, "a move"));
    }
    // After the end no move is illegal for a reason of its own.
    match (game.outcome(), read_move(game.position(), text)) {
        (Some(outcome), Err(_)) => Err(GameError::Over(outcome).into()),
        (_, result) => Ok(result?),
    }
}
