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
        Position, Side,
        dead::{self, Solver, Winnable},
    },
};

/// The question that is being thought about, if there is one.
#[derive(Resource, Default)]
pub struct Judging {
    question: Option<Question>,
    /// The position that was asked about last, and after how many plies.
    asked: Option<(Position, usize)>,
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
    judging.asked = asked;
    judging.question = None;
    let position = *game.position();
    let answers = answers(&mut Solver::new(), &position, dead::AT_ONCE);
    if answers.iter().all(Option::is_some) {
        // What is found at once is found at once again when a flag falls; only an end is worth telling.
        if answers == DEAD {
            tell(&current, answers, &mut commands);
        }
        return;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let answer = AsyncComputeTaskPool::get()
        .spawn(async move { self::answers(&mut Solver::stopped_by(flag), &position, dead::BUDGET) });
    judging.question = Some(Question { answer, stop });
}

/// Hears the answer when it is there.
fn hear(current: Res<Match>, mut judging: ResMut<Judging>, mut commands: Commands) {
    let Some(mut question) = judging.question.take_if(|question| question.answer.is_finished()) else { return };
    let answers = block_on(&mut question.answer);
    tell(&current, answers, &mut commands);
}

/// A dead position ends the game; what else was found out is noted for a flag that falls or a player who resigns.
fn tell(current: &Match, answers: Answers, commands: &mut Commands) {
    let mut next = current.clone();
    let game = Arc::make_mut(&mut next.game);
    for (side, answer) in Side::ALL.into_iter().zip(answers) {
        if let Some(can_mate) = answer {
            game.note_can_mate(side, can_mate);
        }
    }
    if answers == DEAD {
        game.end_dead();
        next.ply = next.game.len();
    }
    commands.insert_resource(next);
}

fn answers(solver: &mut Solver, position: &Position, budget: usize) -> Answers {
    Side::ALL.map(|side| match solver.winnable(position, side, budget) {
        Winnable::Yes(_) => Some(true),
        Winnable::No(_) => Some(false),
        Winnable::Unknown => None,
    })
}
