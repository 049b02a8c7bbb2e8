//! One game of a match. The referee is our own: laws, clocks, draws by repetition and fifty moves without a claim.

use std::time::{Duration, Instant};

use super::contestant::Contestant;
use super::openings::Opening;
use crate::chess::clock::{Bonus, Clock, TimeControl};
use crate::chess::{Game, Outcome, Profile, Reason, Side};
use crate::engine::Time;
use crate::engine::client::{Client, Go, Message, Task};
use crate::notation::pgn::tree::PgnGame;

/// Longer games are drawn, in plies.
const LONGEST: usize = 800;

/// What the pipe and the system's scheduler are given beyond the flag.
const MARGIN: Duration = Duration::from_millis(50);

/// A game that was played.
pub struct Played {
    /// As it is written down.
    pub record: PgnGame,
    /// How it ended.
    pub outcome: Outcome,
    /// Who did what nobody may.
    pub fault: Option<(Side, String)>,
}

/// Plays a game, White first.
pub fn play(pair: [&Contestant; 2], opening: &Opening, control: &TimeControl, number: usize) -> Played {
    let mut game = Game::new(opening.start, Profile::Online);
    for &mv in &opening.moves {
        let _ = game.play(mv);
    }
    let mut fault = None;
    let mut clients: Vec<Option<Client>> = Vec::new();
    for (side, contestant) in Side::ALL.into_iter().zip(pair) {
        clients.push(contestant.start().map_err(|error| fault = Some((side, format!("{error:#}")))).ok());
    }
    for client in clients.iter_mut().flatten() {
        client.new_game();
    }
    let begun = Instant::now();
    let mut clock = Clock::new(control.clone(), game.position().side());
    if let Some(clock) = &mut clock {
        clock.start(begun.elapsed());
        clock.follow(&game, begun.elapsed());
    }
    while fault.is_none() && game.outcome().is_none() && game.len() < LONGEST {
        let side = game.position().side();
        let (Some(client), Some(clock)) = (&mut clients[side.index()], &mut clock) else { break };
        match think(client, &game, clock, begun) {
            Ok(mv) => {
                let now = begun.elapsed();
                if clock.fallen(now.saturating_sub(MARGIN)).is_some() {
                    fault = Some((side, "its time is over".to_owned()));
                    let _ = game.flag(side);
                } else if let Err(error) = game.play(mv) {
                    fault = Some((side, error.to_string()));
                } else {
                    clock.follow(&game, now);
                }
            }
            Err(why) => fault = Some((side, why)),
        }
    }
    let outcome = match (&fault, game.outcome()) {
        (_, Some(outcome)) => outcome,
        // Whoever breaks the rules has lost.
        (Some((side, _)), None) => Outcome::win(!*side, Reason::Resignation),
        (None, None) => Outcome::draw(Reason::SeventyFiveMoves),
    };
    if let Some((side, _)) = &fault {
        let _ = game.resign(*side);
    }
    let mut record = PgnGame::from_game(&game);
    record.set_tag("Event", "Match");
    record.set_tag("Round", number.to_string());
    record.set_tag("White", pair[0].name.clone());
    record.set_tag("Black", pair[1].name.clone());
    record.set_tag("TimeControl", control.to_string());
    if let Some((_, fault)) = &fault {
        record.set_tag("Termination", fault.clone());
    }
    Played { record, outcome, fault }
}

/// The move that an engine makes.
fn think(client: &mut Client, game: &Game, clock: &Clock, begun: Instant) -> Result<crate::chess::Move, String> {
    let now = begun.elapsed();
    let time = |side: Side| {
        let periods = clock.control().periods();
        let period = periods.get(clock.period(side).saturating_sub(1)).or(periods.last());
        let increment = match period.map(|period| period.bonus) {
            Some(Bonus::Increment(time) | Bonus::Bronstein(time) | Bonus::Delay(time)) => time,
            Some(Bonus::None) | None => Duration::ZERO,
        };
        Time { left: clock.left(side, now), increment, moves_to_go: clock.moves_to_go(side) }
    };
    let go = Go { clocks: Some(Side::ALL.map(time)), ..Go::default() };
    client.ask(Task::new(*game.start(), game.plies().iter().map(|ply| ply.mv), go));
    loop {
        for message in client.poll() {
            match message {
                Message::Best(mv, _) => return Ok(mv),
                Message::Fault(fault) => return Err(fault.to_string()),
                _ => {}
            }
        }
        client.wait(Duration::from_millis(100));
    }
}
