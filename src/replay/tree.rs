//! The watched game: its tree, and the line through it that lies on the table.

use std::sync::Arc;

use bevy::prelude::*;

use super::{library::Library, playhead::Passage, way_back::WayBack};
use crate::{
    chess::{Game, Profile},
    game::{ContinueGame, Drawings, Match, Mode, NewGame, Notice, Refusal, Seats, ShowLine, Sitter},
    notation::pgn::tree::{NodeId, PgnGame, Played, ROOT},
};

/// Go to this node, also in a variation; the line on the table follows it.
#[derive(Event, Clone, Copy, Debug)]
pub struct EnterNode(pub NodeId);

/// Play on from the position that is looked at: at the end of an unfinished game that game goes on, elsewhere a game of one's
/// own begins.
#[derive(Event, Clone, Copy, Debug)]
pub struct PlayFromHere;

/// The watched game could not be read to its end; why.
#[derive(Event, Clone, Debug)]
pub(super) struct Faulty(pub String);

/// The watched game. Exists while one is watched.
#[derive(Resource, Clone, Debug)]
pub struct Replay {
    /// Moves, variations, comments.
    pub tree: Arc<PgnGame>,
    /// The line on the table: the nodes after the root, in order.
    pub line: Vec<NodeId>,
    /// Whether the playhead runs.
    pub playing: bool,
    /// How many times the usual speed.
    pub speed: f32,
    /// What is shown again and again while the film runs.
    pub again: Option<Passage>,
}

/// The game that is gone on with, as it was when it was watched.
#[derive(Resource, Clone, Debug)]
pub struct Continued(pub(super) Arc<PgnGame>);

/// The request to go on with a game where it was left, and what its record keeps; `None` when it is over, or cannot be gone
/// on with.
pub fn left_game(tree: &Arc<PgnGame>) -> Option<(Continued, ContinueGame)> {
    if tree.result != "*" || tree.error.is_some() {
        return None;
    }
    let game = tree.to_game(tree.profile()).ok()?;
    if game.len() != tree.main_line().len() || game.outcome().is_some() {
        return None;
    }
    Some((Continued(Arc::clone(tree)), ContinueGame { game, seats: seats(tree), clock: tree.clock() }))
}

fn seats(tree: &PgnGame) -> Seats {
    let name = |tag| tree.tag(tag).map(str::trim).filter(|name| *name != "?").unwrap_or("").to_owned();
    let sitter = |tag| match tree.tag(tag).and_then(|text| text.split_once(' ')) {
        Some(("level", level)) => match level.trim().parse() {
            Ok(level @ 1..=10) => Sitter::Computer(level),
            _ => Sitter::Human,
        },
        Some(("engine", name)) => Sitter::Engine(name.to_owned()),
        _ => Sitter::Human,
    };
    Seats { white: name("White"), black: name("Black"), sitters: [sitter("WhiteSeat"), sitter("BlackSeat")] }
}

impl Replay {
    /// A game at its start, on its main line, standing still.
    pub fn new(tree: Arc<PgnGame>) -> Replay {
        Replay { line: tree.main_line(), tree, playing: false, speed: 1.0, again: None }
    }

    /// The node that is looked at, at this ply of the line.
    pub fn node_at(&self, ply: usize) -> NodeId {
        ply.checked_sub(1).and_then(|index| self.line.get(index).copied()).unwrap_or(ROOT)
    }

    /// The request that puts the line on the table.
    pub fn show(&self, ply: usize) -> ShowLine {
        let plies = self.line.iter().map(|&id| {
            let node = &self.tree.nodes[id];
            let mv = match node.played {
                Some(Played::Move(mv)) => Some(mv),
                _ => None,
            };
            (mv, node.position)
        });
        let line = Game::watched(self.tree.start, Profile::default(), plies);
        ShowLine { line, ply, seats: seats(&self.tree) }
    }

    /// The game to go on with, if this one was left unfinished and its end is looked at.
    fn unfinished(&self, current: &Match) -> Option<(Continued, ContinueGame)> {
        let at_its_end = current.is_at_end() && self.line == self.tree.main_line();
        if at_its_end { left_game(&self.tree) } else { None }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(enter_node).add_observer(play_from_here).add_observer(end_watching).add_observer(tell);
}

fn enter_node(request: On<EnterNode>, replay: Option<ResMut<Replay>>, mut commands: Commands) {
    let Some(mut replay) = replay else { return };
    if request.0 >= replay.tree.nodes.len() {
        return;
    }
    let mut line = replay.tree.path_to(request.0);
    let ply = line.len();
    // A node of the line on the table keeps that line; another one brings its own.
    if replay.line.get(..ply) != Some(&line[..]) {
        line.extend(replay.tree.line_from(request.0));
        replay.line = line;
        replay.again = None;
        commands.trigger(replay.show(ply));
    } else {
        commands.trigger(crate::game::ShowPly(ply));
    }
}

fn play_from_here(
    _: On<PlayFromHere>,
    current: Res<Match>,
    replay: Option<Res<Replay>>,
    (drawings, library): (Res<Drawings>, Res<Library>),
    mut notice: ResMut<Notice>,
    mut commands: Commands,
) {
    let way = |anew: bool| replay.as_ref().map(|replay| WayBack::new(replay, &current, &drawings, &library, anew));
    if let Some(replay) = &replay
        && let Some((continued, game)) = replay.unfinished(&current)
    {
        if let Some(way) = way(false) {
            commands.insert_resource(way);
        }
        commands.insert_resource(continued);
        commands.trigger(game);
        return;
    }
    // Where a king was taken there is nothing left to play on from.
    if current.shown().king(current.shown().side()).is_none() {
        notice.say(Refusal::Over);
        return;
    }
    if let Some(way) = way(true) {
        commands.insert_resource(way);
    }
    commands.trigger(NewGame { start: *current.shown(), profile: Profile::default(), seats: Seats::default() });
}

/// Another game lies on the table: what was watched, or gone on with, is so no more.
fn end_watching(
    _: On<Insert, Match>,
    current: Res<Match>,
    replay: Option<Res<Replay>>,
    mut library: ResMut<Library>,
    mut commands: Commands,
) {
    if current.mode() == Mode::Play && replay.is_some() {
        commands.remove_resource::<Replay>();
    }
    if !current.continues() {
        commands.remove_resource::<Continued>();
        if current.mode() == Mode::Play && library.current.is_some() {
            library.current = None;
        }
    }
}

fn tell(faulty: On<Faulty>, mut notice: ResMut<Notice>) {
    notice.say(Refusal::Faulty { why: faulty.0.clone() });
}
