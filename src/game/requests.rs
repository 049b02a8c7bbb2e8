//! The requests that change a [`Match`], one observer each. A refused request changes nothing and says why.

use std::sync::Arc;

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{Clocks, Judging, Match, Mode, Notice, Now, Refusal, Seats};
use crate::{
    chess::{Claim, Game, GameError, Move, Outcome, Position, Profile, Side, clock::Clock},
    screens::Overlay,
};

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

/// Go on with a game that was left unfinished. Its clocks stand: the table is paused.
#[derive(Event, Clone, Debug)]
pub struct ContinueGame {
    /// The moves so far.
    pub game: Game,
    /// Who sits where.
    pub seats: Seats,
    /// As the game left them, if it has any.
    pub clock: Option<Clock>,
}

/// Make this move for the side to move. The one way a move gets into the game.
#[derive(Event, Clone, Copy, Debug)]
pub struct PlayMove(pub Move);

/// A move was made on the board while a game is watched, to see where it leads.
#[derive(Event, Clone, Copy, Debug)]
pub struct MoveTried(pub Move);

/// Others sit at the table from now on.
#[derive(Event, Clone, Debug)]
pub struct ChangeSeats(pub Seats);

/// Withdraw the last move; also undoes the end of the game. Where a person plays a computer, back to where the person is to move.
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
        .add_observer(continue_game)
        .add_observer(play_move)
        .add_observer(change_seats)
        .add_observer(take_back)
        .add_observer(resign)
        .add_observer(offer_draw)
        .add_observer(answer_draw)
        .add_observer(claim_draw)
        .add_observer(show_ply)
        .add_observer(show_line);
}

/// What a request changes, and the moment at which it comes.
#[derive(SystemParam)]
struct Desk<'w, 's> {
    commands: Commands<'w, 's>,
    current: Res<'w, Match>,
    judging: Res<'w, Judging>,
    notice: ResMut<'w, Notice>,
    clocks: ResMut<'w, Clocks>,
    now: Now<'w>,
}

fn new_game(
    request: On<NewGame>,
    current: Res<Match>,
    mut commands: Commands,
    mut notice: ResMut<Notice>,
    mut clocks: ResMut<Clocks>,
) {
    let NewGame { start, profile, seats } = request.event().clone();
    notice.0 = None;
    clocks.remove();
    commands.insert_resource(Match::new(Game::new(start, profile), Mode::Play, seats).after(&current));
}

fn continue_game(
    request: On<ContinueGame>,
    (current, now): (Res<Match>, Now),
    mut notice: ResMut<Notice>,
    mut clocks: ResMut<Clocks>,
    mut overlay: ResMut<NextState<Overlay>>,
    mut commands: Commands,
) {
    let ContinueGame { game, seats, clock } = request.event().clone();
    notice.0 = None;
    clocks.put(clock, now.get());
    if clocks.are_paused() {
        overlay.set(Overlay::Pause);
    }
    commands.insert_resource(Match { continues: true, ..Match::new(game, Mode::Play, seats).after(&current) });
}

fn play_move(request: On<PlayMove>, mut desk: Desk) {
    if desk.current.mode == Mode::Replay {
        let position = desk.current.shown();
        match position.legal_moves().into_iter().any(|mv| mv == request.0) {
            true => desk.commands.trigger(MoveTried(request.0)),
            false => desk.notice.say(Refusal::Watching),
        }
    } else if desk.clocks.are_paused() {
        desk.notice.say(Refusal::Paused);
    } else if desk.change(|game| game.play(request.0)) {
        debug!("played {}", request.0);
    }
}

fn take_back(_: On<TakeBack>, mut desk: Desk) {
    if desk.current.mode == Mode::Replay {
        desk.notice.say(Refusal::Watching);
        return;
    }
    if desk.call_flag() {
        return;
    }
    let mut next = desk.current.clone();
    if Arc::make_mut(&mut next.game).take_back().is_none() && next.game.outcome() == desk.current.game.outcome() {
        desk.notice.say(Refusal::NothingToTakeBack);
        return;
    }
    let seats = next.seats.clone();
    let game = Arc::make_mut(&mut next.game);
    while seats.has_human() && !seats.sitter(game.position().side()).is_human() && game.take_back().is_some() {}
    desk.put(next);
}

fn change_seats(request: On<ChangeSeats>, current: Res<Match>, mut commands: Commands) {
    if current.mode == Mode::Play && current.seats != request.0 {
        commands.insert_resource(Match { seats: request.0.clone(), ..current.clone() });
    }
}

fn resign(request: On<Resign>, mut desk: Desk) {
    desk.change(|game| game.resign(request.0));
}

fn offer_draw(request: On<OfferDraw>, mut desk: Desk) {
    if desk.change(|game| game.offer(request.0)) {
        desk.notice.say(Refusal::DrawOffered(request.0));
    }
}

fn answer_draw(request: On<AnswerDraw>, mut desk: Desk) {
    let accept = request.accept;
    let answered = desk.change(|game| if accept { game.accept() } else { game.decline() });
    if answered && !accept {
        desk.notice.say(Refusal::DrawDeclined);
    }
}

fn claim_draw(request: On<ClaimDraw>, mut desk: Desk) {
    if !desk.may_change() {
        return;
    }
    let claimant = desk.current.game.position().side();
    let mut next = desk.current.clone();
    let result = Arc::make_mut(&mut next.game).claim(request.claim, request.with);
    if let Err(GameError::NoClaim(_)) = result {
        desk.clocks.grant(!claimant, next.game.penalty());
    }
    // A wrong claim can still change the game: in the `fide` profile the announced move is binding.
    let changed = next.game.len() != desk.current.game.len() || next.game.outcome() != desk.current.game.outcome();
    if changed {
        desk.put(next);
    }
    desk.notice.0 = result.err().map(|error| refusal(&error));
}

fn show_ply(request: On<ShowPly>, mut commands: Commands, current: Res<Match>, mut notice: ResMut<Notice>) {
    let ply = request.0.min(current.game.len());
    notice.0 = None;
    if ply != current.ply {
        commands.insert_resource(Match { ply, ..current.clone() });
    }
}

fn show_line(
    request: On<ShowLine>,
    current: Res<Match>,
    mut commands: Commands,
    mut notice: ResMut<Notice>,
    mut clocks: ResMut<Clocks>,
) {
    let ShowLine { line, ply, seats } = request.event().clone();
    let ply = ply.min(line.len());
    notice.0 = None;
    clocks.remove();
    commands.insert_resource(Match { ply, ..Match::new(line, Mode::Replay, seats).after(&current) });
}

impl Desk<'_, '_> {
    /// Applies a change to a copy of the game and puts it on the table if the game agreed.
    fn change(&mut self, apply: impl FnOnce(&mut Game) -> Result<(), GameError>) -> bool {
        if !self.may_change() {
            return false;
        }
        let mut next = self.current.clone();
        let game = Arc::make_mut(&mut next.game);
        self.judging.note(game);
        if let Err(error) = apply(game) {
            self.notice.say(refusal(&error));
            return false;
        }
        self.put(next);
        true
    }

    /// Puts the game on the table, its last position looked at.
    fn put(&mut self, mut next: Match) {
        next.ply = next.game.len();
        self.notice.0 = None;
        self.commands.insert_resource(next);
    }

    /// Whether a flag had fallen before this was asked: then the game is over, and that is put on the table.
    fn call_flag(&mut self) -> bool {
        let now = self.now.get();
        let Some(next) = self.clocks.pass(now, &self.current, &self.judging) else { return false };
        self.put(next);
        self.notice.say(Refusal::Over);
        true
    }

    fn may_change(&mut self) -> bool {
        if self.current.mode == Mode::Replay {
            self.notice.say(Refusal::Watching);
        } else if self.call_flag() {
            // Said already.
        } else if self.current.game.outcome().is_some() {
            self.notice.say(Refusal::Over);
        } else if !self.current.is_at_end() {
            self.notice.say(Refusal::EarlierPosition);
        } else {
            return true;
        }
        false
    }
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
