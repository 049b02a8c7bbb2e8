//! The requests that change a [`Match`], one observer each. A refused request changes nothing and says why.

use std::sync::Arc;

use bevy::prelude::*;

use super::{Match, Mode, Notice, Refusal, Seats};
use crate::chess::{Claim, Game, GameError, Move, Outcome, Position, Profile, Side};

/// Begin a new game, replacing the one on the table.
#[derive(Event, Clone, Debug)]
pub struct NewGame {
    /// Start position, with its rule set.
    pub start: Position,
    /// How strictly ends are judged.
    pub profile: Profile,
    /// Who sits where.
    pub seats: Seats,
}

/// Make this move for the side to move. The one way a move gets into the game.
#[derive(Event, Clone, Copy, Debug)]
pub struct PlayMove(pub Move);

/// Withdraw the last move; also undoes the end of the game.
#[derive(Event, Clone, Copy, Debug)]
pub struct TakeBack;

/// This side gives up.
#[derive(Event, Clone, Copy, Debug)]
pub struct Resign(pub Side);

/// This side offers a draw.
#[derive(Event, Clone, Copy, Debug)]
pub struct OfferDraw(pub Side);

/// The other side answers the offer on the table.
#[derive(Event, Clone, Copy, Debug)]
pub struct AnswerDraw {
    /// Whether the draw is agreed.
    pub accept: bool,
}

/// The side to move claims a draw, for the position on the board or with the move it intends.
#[derive(Event, Clone, Copy, Debug)]
pub struct ClaimDraw {
    /// What is claimed.
    pub claim: Claim,
    /// The intended move, if the claim is for the position after it.
    pub with: Option<Move>,
}

/// Look at this ply of the game on the table; more than there are plies means the last.
#[derive(Event, Clone, Copy, Debug)]
pub struct ShowPly(pub usize);

/// Watch this line of moves at this ply (`replay` asks for it when a game or variation is entered).
#[derive(Event, Clone, Debug)]
pub struct ShowLine {
    /// The moves from the start to the end of the line.
    pub line: Game,
    /// The ply to look at first.
    pub ply: usize,
    /// The players.
    pub seats: Seats,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(new_game)
        .add_observer(play_move)
        .add_observer(take_back)
        .add_observer(resign)
        .add_observer(offer_draw)
        .add_observer(answer_draw)
        .add_observer(claim_draw)
        .add_observer(show_ply)
        .add_observer(show_line);
}

fn new_game(request: On<NewGame>, mut commands: Commands, mut notice: ResMut<Notice>) {
    let NewGame { start, profile, seats } = request.event().clone();
    notice.0 = None;
    commands.insert_resource(Match::new(Game::new(start, profile), Mode::Play, seats));
}

fn play_move(request: On<PlayMove>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    if change(&mut commands, &current, &mut notice, |game| game.play(request.0)) {
        debug!("played {}", request.0);
    }
}

fn take_back(_: On<TakeBack>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    if current.mode == Mode::Replay {
        notice.say(Refusal::Watching);
        return;
    }
    let mut next = current.clone();
    if Arc::make_mut(&mut next.game).take_back().is_none() && next.game.outcome() == current.game.outcome() {
        notice.say(Refusal::NothingToTakeBack);
        return;
    }
    next.ply = next.game.len();
    notice.0 = None;
    commands.insert_resource(next);
}

fn resign(request: On<Resign>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    change(&mut commands, &current, &mut notice, |game| game.resign(request.0));
}

fn offer_draw(request: On<OfferDraw>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    if change(&mut commands, &current, &mut notice, |game| game.offer(request.0)) {
        notice.say(Refusal::DrawOffered(request.0));
    }
}

fn answer_draw(request: On<AnswerDraw>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    let accept = request.accept;
    let answered =
        change(&mut commands, &current, &mut notice, |game| if accept { game.accept() } else { game.decline() });
    if answered && !accept {
        notice.say(Refusal::DrawDeclined);
    }
}

fn claim_draw(request: On<ClaimDraw>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    if !may_change(&current, &mut notice) {
        return;
    }
    let mut next = current.clone();
    let result = Arc::make_mut(&mut next.game).claim(request.claim, request.with);
    // A wrong claim can still change the game: in the `fide` profile the announced move is binding.
    let changed = next.game.len() != current.game.len() || next.game.outcome() != current.game.outcome();
    notice.0 = result.err().map(|error| refusal(&error));
    if changed {
        next.ply = next.game.len();
        commands.insert_resource(next);
    }
}

fn show_ply(request: On<ShowPly>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    let ply = request.0.min(current.game.len());
    notice.0 = None;
    if ply != current.ply {
        commands.insert_resource(Match { ply, ..current.clone() });
    }
}

fn show_line(request: On<ShowLine>, mut commands: Commands, mut notice: ResMut<Notice>) {
    let ShowLine { line, ply, seats } = request.event().clone();
    let ply = ply.min(line.len());
    notice.0 = None;
    commands.insert_resource(Match { game: Arc::new(line), ply, mode: Mode::Replay, seats });
}

/// Applies a change to a copy of the game and puts it on the table if the game agreed.
fn change(
    commands: &mut Commands,
    current: &Match,
    notice: &mut Notice,
    apply: impl FnOnce(&mut Game) -> Result<(), GameError>,
) -> bool {
    if !may_change(current, notice) {
        return false;
    }
    let mut next = current.clone();
    if let Err(error) = apply(Arc::make_mut(&mut next.game)) {
        notice.say(refusal(&error));
        return false;
    }
    next.ply = next.game.len();
    notice.0 = None;
    commands.insert_resource(next);
    true
}

fn may_change(current: &Match, notice: &mut Notice) -> bool {
    if current.mode == Mode::Replay {
        notice.say(Refusal::Watching);
    } else if current.game.outcome().is_some() {
        notice.say(Refusal::Over);
    } else if !current.is_at_end() {
        notice.say(Refusal::EarlierPosition);
    } else {
        return true;
    }
    false
}

fn refusal(error: &GameError) -> Refusal {
    match error {
        GameError::Over(Outcome { .. }) => Refusal::Over,
        GameError::IllegalMove { why, .. } => Refusal::Illegal(*why),
        GameError::NoClaim(claim) => Refusal::NoClaim(*claim),
        GameError::AlreadyOffered => Refusal::AlreadyOffered,
        GameError::NoOffer => Refusal::NoOffer,
    }
}
