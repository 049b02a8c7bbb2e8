//! Whether the position on the table is dead, and who could still mate from it: at once where that takes no time, in the
//! background where it does.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use bevy::{
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on},
};

use super::{Match, Mode};
use crate::{
    AppSystems,
    chess::{
        Game, Position, Side,
        dead::{self, Solver, Winnable},
    },
};

/// The question that is being thought about, if there is one, and what was found out about the game on the table.
///
/// What was found out is kept here until somebody asks for it: an answer that ends nothing changes nothing on the table, and
/// whoever has a man in hand keeps it.
#[derive(Resource, Default)]
pub struct Judging {
    question: Option<Question>,
    /// The position that was asked about last, and after how many plies.
    asked: Option<(Position, usize)>,
    /// The answer to that, as far as there is one.
    answers: Answers,
}

struct Question {
    answer: Task<Answers>,
    stop: Arc<AtomicBool>,
}

impl Drop for Question {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Whether each side can still mate, as far as it was found out.
type Answers = [Option<bool>; 2];

const DEAD: Answers = [Some(false); 2];

impl Judging {
    /// Whether a search runs in the background.
    pub fn is_running(&self) -> bool {
        self.question.is_some()
    }

    /// Notes in this game what was found out about its last position, for a flag that falls or a player who resigns.
    pub(super) fn note(&self, game: &mut Game) {
        if self.asked != Some((*game.position(), game.len())) {
            return;
        }
        for (side, answer) in Side::ALL.into_iter().zip(self.answers) {
            if let Some(can_mate) = answer {
                game.note_can_mate(side, can_mate);
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Judging>()
        .add_observer(ask)
        .add_systems(Update, hear.in_set(AppSystems::Think).run_if(|judging: Res<Judging>| judging.is_running()));
}

/// Looks at the position that has come onto the table.
fn ask(_: On<Insert, Match>, current: Res<Match>, mut judging: ResMut<Judging>, mut commands: Commands) {
    let game = current.game();
    if current.mode() != Mode::Play || game.outcome().is_some() {
        *judging = Judging::default();
        return;
    }
    let asked = Some((*game.position(), game.len()));
    if judging.asked == asked {
        return;
    }
    let position = *game.position();
    let answers = answers(&mut Solver::new(), &position, dead::AT_ONCE);
    *judging = Judging { question: None, asked, answers };
    if answers.iter().all(Option::is_some) {
        commands.queue(end_if_dead);
        return;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let answer = AsyncComputeTaskPool::get()
        .spawn(async move { self::answers(&mut Solver::stopped_by(flag), &position, dead::BUDGET) });
    judging.question = Some(Question { answer, stop });
}

/// Hears the answer when it is there.
fn hear(mut judging: ResMut<Judging>, mut commands: Commands) {
    let Some(mut question) = judging.question.take_if(|question| question.answer.is_finished()) else { return };
    judging.answers = block_on(&mut question.answer);
    commands.queue(end_if_dead);
}

/// A dead position ends the game, unless that has gone on meanwhile.
fn end_if_dead(world: &mut World) {
    let (judging, current) = (world.resource::<Judging>(), world.resource::<Match>());
    let game = current.game();
    let asked = judging.asked == Some((*game.position(), game.len())) && current.mode() == Mode::Play;
    if !asked || judging.answers != DEAD || game.outcome().is_some() {
        return;
    }
    let mut next = current.clone();
    let game = Arc::make_mut(&mut next.game);
    judging.note(game);
    game.end_dead();
    next.ply = next.game.len();
    world.insert_resource(next);
}

fn answers(solver: &mut Solver, position: &Position, budget: usize) -> Answers {
    Side::ALL.map(|side| match solver.winnable(position, side, budget) {
        Winnable::Yes(_) => Some(true),
        Winnable::No(_) => Some(false),
        Winnable::Unknown => None,
    })
}
