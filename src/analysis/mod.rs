//! What our engine thinks of the position on the table, for people who ask: the best lines as long as they are wanted, or a hint.
//! It thinks beside the table, and stops at once when nobody wants to know any more.

mod analyst;

use bevy::{prelude::*, window::RequestRedraw};

use crate::{
    AppSystems,
    chess::{Move, Position, Side},
    engine::Told,
    game::{Advice, Clocks, Match, Mode, Paint, PauseClocks, ResumeClocks, Stroke},
    opponent::Waker,
};
use analyst::{Analyst, Order};

/// Show what the engine thinks, or no more.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToggleAnalysis;

/// Which move would be good? Asked once more: and then?
#[derive(Event, Clone, Copy, Debug)]
pub struct AskHint;

/// The idea behind the hint on the board: its line.
#[derive(Event, Clone, Debug)]
pub struct Idea(pub Position, pub Vec<Move>);

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is worth for White.
    pub score: Told,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// How many lines are shown.
pub const LINES: usize = 3;

/// What is wanted and what was found.
#[derive(Resource, Default)]
pub struct Analysis {
    /// Whether the lines are wanted.
    open: bool,
    /// Whether a hint is wanted for the position on the table.
    hint: bool,
    analyst: Analyst,
    /// The position that is thought about, or was.
    position: Option<Position>,
    depth: i32,
    lines: Vec<Line>,
}

impl Analysis {
    /// Whether the lines are to be seen.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whether the engine is at work.
    pub fn is_running(&self) -> bool {
        self.analyst.is_busy()
    }

    /// Plies that were looked at.
    pub fn depth(&self) -> i32 {
        self.depth
    }

    /// The best lines of this position, best first, as far as they are known.
    pub fn lines(&self, position: &Position) -> &[Line] {
        if self.position == Some(*position) { &self.lines } else { &[] }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Analysis>()
        .add_observer(toggle)
        .add_observer(ask_hint)
        .add_observer(follow)
        .add_observer(|_: On<PauseClocks>, mut commands: Commands| commands.run_system_cached(think))
        .add_observer(|_: On<ResumeClocks>, mut commands: Commands| commands.run_system_cached(think))
        .add_systems(
            Update,
            hear.in_set(AppSystems::Think).run_if(|analysis: Res<Analysis>| analysis.analyst.is_busy()),
        );
}

fn toggle(
    _: On<ToggleAnalysis>,
    mut analysis: ResMut<Analysis>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    analysis.open = !analysis.open;
    analysis.position = None;
    redraw.write(RequestRedraw);
    commands.run_system_cached(think);
}

fn ask_hint(_: On<AskHint>, current: Res<Match>, mut analysis: ResMut<Analysis>, mut commands: Commands) {
    if !current.takes_moves() {
        return;
    }
    let line = analysis.lines(current.shown()).first();
    if let Some(line) = line.filter(|_| analysis.hint) {
        commands.trigger(Idea(*current.shown(), line.moves.clone()));
        return;
    }
    analysis.hint = true;
    analysis.position = analysis.position.filter(|_| analysis.open);
    commands.run_system_cached(think);
}

/// Another position is on the table: what was thought of the last one is of no interest.
fn follow(_: On<Insert, Match>, current: Res<Match>, mut analysis: ResMut<Analysis>, mut commands: Commands) {
    if analysis.position != Some(*current.shown()) {
        analysis.hint = false;
    }
    commands.run_system_cached(think);
}

/// Begins, goes on, or stops, as it is wanted now.
fn think(
    current: Res<Match>,
    clocks: Res<Clocks>,
    waker: Res<Waker>,
    mut analysis: ResMut<Analysis>,
    mut advice: ResMut<Advice>,
) {
    let position = *current.shown();
    let over = current.mode() == Mode::Play && current.shown_outcome().is_some();
    let wanted = (analysis.open || analysis.hint) && !over && !clocks.are_paused() && position.has_legal_move();
    if wanted && analysis.position == Some(position) && analysis.analyst.is_busy() {
        return;
    }
    analysis.analyst.stop();
    if analysis.position != Some(position) {
        (analysis.depth, analysis.lines) = (0, Vec::new());
        advice.set_if_neq(Advice::default());
    }
    analysis.position = wanted.then_some(position);
    if wanted {
        let before = (0..current.ply()).map(|ply| *current.game().position_at(ply)).collect();
        let order = Order { position, before, lines: if analysis.open { LINES } else { 1 }, forever: analysis.open };
        analysis.analyst.begin(order, &waker);
    }
}

/// Hears what was found since, and points at the best moves.
fn hear(
    current: Res<Match>,
    mut analysis: ResMut<Analysis>,
    mut advice: ResMut<Advice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((depth, found)) = analysis.analyst.news() else { return };
    let position = *current.shown();
    if analysis.position != Some(position) {
        return;
    }
    analysis.depth = depth;
    analysis.lines = found
        .into_iter()
        .map(|line| {
            let told = Told::of(line.score);
            let score = match (position.side(), told) {
                (Side::White, told) => told,
                (Side::Black, Told::Pawns(pawns)) => Told::Pawns(-pawns),
                (Side::Black, Told::Mate(moves)) => Told::Mate(-moves),
            };
            Line { score, moves: line.moves }
        })
        .collect();
    let strokes = analysis.lines.iter().enumerate().filter_map(|(number, line)| {
        let mv = line.moves.first()?;
        let paint = if number == 0 { Paint::Blue } else { Paint::Yellow };
        Some(Stroke { paint, from: mv.from, to: mv.castling().map_or(mv.to, |(rook, _)| rook) })
    });
    advice.set_if_neq(Advice(strokes.collect()));
    redraw.write(RequestRedraw);
}
