//! Seats without people: when it is a computer's turn, its engine thinks in a thread of its own, and what it decides becomes a
//! request like anybody's.

mod decision;
mod engines;
mod external;
mod thinker;

use std::{sync::Arc, time::Duration};

use bevy::prelude::*;

use crate::{
    AppSystems,
    animation::Settled,
    chess::{Game, Side, clock::Bonus},
    engine::{
        Limits, Time,
        client::{Fault, Go},
    },
    game::{
        AnswerDraw, ChangeSeats, ClaimDraw, Clocks, Match, Mode, Notice, PauseClocks, PlayMove, Refusal, Resign,
        ResumeClocks, Sitter,
    },
};
use decision::{Decision, Mood};
pub use engines::Engines;
use external::{Deed, Externals};
use thinker::{Task, Thinker};

/// Called from any thread when there is something to hear; wakes a table that rests.
#[derive(Resource, Clone)]
pub struct Waker(pub Arc<dyn Fn() + Send + Sync>);

impl Default for Waker {
    fn default() -> Self {
        Waker(Arc::new(|| {}))
    }
}

/// Whether computers take the time that people would, so that they can be followed.
#[derive(Resource, Clone, Copy, Debug)]
pub struct TakesTime(pub bool);

/// Without clocks the strongest level thinks so long.
const THINKING: Duration = Duration::from_secs(3);

/// An engine is of no use any more.
#[derive(Event, Clone, Debug)]
struct Failed {
    side: Side,
    name: String,
    fault: Fault,
}

/// How often is looked after other engines, beside when they answer.
const LOOK: Duration = Duration::from_secs(1);

/// What passes between a decision and the clock's hearing of it.
const OVERHEAD: Duration = Duration::from_millis(60);

/// The computers at the table.
#[derive(Resource, Default)]
pub struct Opponent {
    thinker: Thinker,
    externals: Externals,
    /// What was decided, and for which game and after how many plies; it waits until the end of the game is looked at.
    decided: Option<(Moment, Decision)>,
    /// What each side's computer has thought of its game so far.
    moods: [Mood; 2],
}

/// A game, by its number, and how many plies of it are played.
type Moment = (u64, usize);

impl Opponent {
    /// Whether an engine is at work.
    pub fn is_thinking(&self) -> bool {
        self.thinker.is_busy() || self.externals.are_thinking()
    }

    /// How often is looked whether another engine has lost its time or its life.
    pub fn pace(&self) -> Option<Duration> {
        self.externals.are_thinking().then_some(LOOK)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Opponent>()
        .init_resource::<Engines>()
        .init_resource::<Waker>()
        .insert_resource(TakesTime(true))
        .add_observer(stop_what_is_over)
        .add_observer(begin_at_rest)
        .add_observer(fail)
        .add_observer(|_: On<PauseClocks>, mut opponent: ResMut<Opponent>| opponent.stop())
        .add_observer(|_: On<ResumeClocks>, mut commands: Commands| commands.run_system_cached(begin))
        .add_systems(Update, hear.in_set(AppSystems::Think).run_if(|opponent: Res<Opponent>| opponent.is_awaited()));
}

impl Opponent {
    fn is_awaited(&self) -> bool {
        self.is_thinking() || self.decided.is_some()
    }

    fn stop(&mut self) {
        self.thinker.stop();
        self.externals.drop_all_but(None);
    }
}

/// Who is to move, if it is a computer's turn.
fn turn<'a>(current: &'a Match, clocks: &Clocks) -> Option<(Side, &'a Sitter)> {
    let game = current.game();
    let side = game.position().side();
    if current.mode() != Mode::Play || game.outcome().is_some() || clocks.are_paused() {
        return None;
    }
    Some((side, current.seats().sitter(side))).filter(|(_, sitter)| !sitter.is_human())
}

/// Whatever is thought about another position than the one on the table is of no interest any more.
fn stop_what_is_over(_: On<Insert, Match>, current: Res<Match>, clocks: Res<Clocks>, mut opponent: ResMut<Opponent>) {
    let moment = (current.number(), current.game().len());
    if opponent.thinker.moment() != Some(moment) || turn(&current, &clocks).is_none() {
        opponent.thinker.stop();
    }
    opponent.externals.drop_all_but(turn(&current, &clocks).map(|_| moment));
    for side in Side::ALL {
        let stays = match current.seats().sitter(side) {
            Sitter::Engine(name) if current.mode() == Mode::Play => Some(name.as_str()),
            _ => None,
        };
        opponent.externals.leave(side, stays);
    }
    opponent.decided.take_if(|(decided, _)| *decided != moment);
    if current.game().is_empty() {
        opponent.moods = Default::default();
    }
}

/// Nothing moves any more: whose turn is it?
fn begin_at_rest(_: On<Settled>, mut commands: Commands) {
    commands.run_system_cached(begin);
}

fn begin(
    current: Res<Match>,
    clocks: Res<Clocks>,
    (takes_time, waker, engines): (Res<TakesTime>, Res<Waker>, Res<Engines>),
    mut opponent: ResMut<Opponent>,
    mut commands: Commands,
) {
    let Some((side, sitter)) = turn(&current, &clocks) else { return };
    let moment = (current.number(), current.game().len());
    if opponent.thinker.moment() == Some(moment) || opponent.decided.is_some() {
        return;
    }
    let game = current.game();
    let level = match sitter {
        Sitter::Human => return,
        Sitter::Computer(level) => *level,
        Sitter::Engine(name) => {
            let asked = opponent.externals.ask(side, name, moment, game, go(&clocks), &engines, &waker);
            if let Err(fault) = asked {
                commands.trigger(Failed { side, name: name.clone(), fault });
            }
            return;
        }
    };
    let left = clocks.left(side);
    let task = Task {
        moment,
        before: (0..game.len()).map(|ply| *game.position_at(ply)).collect(),
        position: *game.position(),
        level,
        limits: limits(&clocks, side, level),
        pause: if takes_time.0 { pause(game, left) } else { Duration::ZERO },
    };
    debug!("the computer (level {level}) thinks about ply {}", moment.1);
    opponent.thinker.begin(task, &waker);
}

/// How long another engine may think.
fn go(clocks: &Clocks) -> Go {
    let times = Side::ALL.map(|side| limits(clocks, side, 10).time);
    match times {
        [Some(white), Some(black)] => {
            let keep = |time: Time| Time { left: time.left.saturating_sub(OVERHEAD).max(OVERHEAD), ..time };
            Go { clocks: Some([keep(white), keep(black)]), ..Go::default() }
        }
        _ => Go { move_time: Some(THINKING), ..Go::default() },
    }
}

/// How long it may think.
fn limits(clocks: &Clocks, side: Side, level: u8) -> Limits {
    let mut limits = Limits { overhead: OVERHEAD, ..Limits::default() };
    match (clocks.clock(), clocks.left(side)) {
        (Some(clock), Some(left)) => {
            let control = clock.control();
            let period = control.periods().get(clock.period(side).saturating_sub(1)).or(control.periods().last());
            let increment = match period.map(|period| period.bonus) {
                Some(Bonus::Increment(time) | Bonus::Bronstein(time) | Bonus::Delay(time)) => time,
                Some(Bonus::None) | None => Duration::ZERO,
            };
            limits.time = Some(Time { left, increment, moves_to_go: clock.moves_to_go(side) });
        }
        _ if level >= 9 => limits.move_time = Some(THINKING),
        _ => {}
    }
    limits
}

/// A person would look at least so long, before a move that is no surprise shorter.
fn pause(game: &Game, left: Option<Duration>) -> Duration {
    let position = game.position();
    let last = game.plies().last().map(|ply| ply.mv);
    let moves = position.legal_moves();
    let takes_back = last.is_some_and(|last| last.is_capture() && moves.iter().any(|mv| mv.to == last.to));
    let usual = match moves.len() {
        0 | 1 => 250,
        _ if takes_back => 500,
        _ if game.len() < 12 => 700,
        // From 800 to 1500, as the position has it.
        count => 800 + (count as u64 * 137 + game.len() as u64 * 71) % 700,
    };
    let usual = Duration::from_millis(usual);
    left.map_or(usual, |left| usual.min(left / 40))
}

/// Hears what was decided, and asks for it once the end of the game is looked at.
fn hear(current: Res<Match>, clocks: Res<Clocks>, mut opponent: ResMut<Opponent>, mut commands: Commands) {
    let Opponent { thinker, externals, decided, moods } = &mut *opponent;
    if let Some((moment, thought)) = thinker.answer() {
        let side = current.game().position().side();
        if moment == (current.number(), current.game().len()) {
            *decided =
                decision::decide(current.game(), &mut moods[side.index()], thought).map(|decision| (moment, decision));
        }
    }
    for deed in externals.hear(current.game(), moods) {
        match deed {
            Deed::Decided(moment, decision) if moment == (current.number(), current.game().len()) => {
                *decided = Some((moment, decision));
            }
            Deed::Decided(..) => {}
            Deed::Failed(side, name, fault) => commands.trigger(Failed { side, name, fault }),
        }
    }
    if turn(&current, &clocks).is_none() || !current.is_at_end() {
        return;
    }
    let Some((_, decision)) = decided.take() else { return };
    debug!("the computer decides: {decision:?}");
    match decision {
        Decision::Play(mv) => commands.trigger(PlayMove(mv)),
        Decision::Resign => commands.trigger(Resign(current.game().position().side())),
        Decision::Accept => commands.trigger(AnswerDraw { accept: true }),
        Decision::Claim(claim) => commands.trigger(ClaimDraw { claim, with: None }),
    }
}

/// Its seat is a person's until somebody else is chosen; the game is kept, and its clocks stand.
fn fail(failed: On<Failed>, current: Res<Match>, mut notice: ResMut<Notice>, mut commands: Commands) {
    let Failed { side, name, fault } = failed.event().clone();
    warn!("{name}: {fault}");
    let mut seats = current.seats().clone();
    if seats.sitters[side.index()] == Sitter::Engine(name.clone()) {
        seats.sitters[side.index()] = Sitter::Human;
        commands.trigger(ChangeSeats(seats));
        commands.trigger(PauseClocks);
    }
    notice.say(Refusal::EngineFailed { name, why: fault.to_string() });
}
