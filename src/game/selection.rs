//! From a click or a drop to a request: one pure function decides, thin observers carry it out.

use bevy::prelude::*;

use super::{Match, Mode, Notice, PlayMove, Refusal};
use crate::chess::{Kind, Move, Position, Square};
use crate::screens::Overlay;

/// A square was clicked, typed at or touched: the input of the whole flow.
#[derive(Event, Clone, Copy, Debug)]
pub struct SquareClicked(pub Square);

/// The man of this square was taken in hand (a drag began).
#[derive(Event, Clone, Copy, Debug)]
pub struct ManTaken(pub Square);

/// The man in hand was let go over a square, or beside the board.
#[derive(Event, Clone, Copy, Debug)]
pub struct ManDropped {
    /// Where it was taken.
    pub from: Square,
    /// Where it was let go.
    pub to: Option<Square>,
}

/// Let go of whatever is selected, held or being promoted (Esc, right button).
#[derive(Event, Clone, Copy, Debug)]
pub struct CancelSelection;

/// The answer to the promotion chooser.
#[derive(Event, Clone, Copy, Debug)]
pub struct ChoosePromotion(pub Kind);

/// The man that has been chosen, and the promotion that waits for a choice. Never outlives its [`Match`].
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    man: Option<Square>,
    promoting: Option<(Square, Square)>,
}

impl Selection {
    /// The square of the selected man.
    pub fn man(&self) -> Option<Square> {
        self.man
    }

    /// From where to where a pawn waits to be promoted.
    pub fn promoting(&self) -> Option<(Square, Square)> {
        self.promoting
    }
}

/// What a click or drop means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Try {
    /// Choose the man of this square.
    Select(Square),
    /// Let go.
    Deselect,
    /// Make this move.
    Play(Move),
    /// Ask which man the pawn becomes.
    Promote(Square, Square),
    /// Let go and say why.
    Refuse(Refusal),
    /// Nothing was meant.
    Nothing,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .add_observer(click_square.run_if(in_state(Overlay::None)))
        .add_observer(take_man.run_if(in_state(Overlay::None)))
        .add_observer(drop_held.run_if(in_state(Overlay::None)))
        .add_observer(choose_promotion)
        .add_observer(cancel_selection)
        .add_observer(forget);
}

/// The squares to which a click or drop sends the man of `from`, each with a move that it makes (a promotion has four).
///
/// Castling is two of them: where the king lands, unless that is no more than a step, which then is the king's own move
/// (or he stays where he is); and the rook, which says it without doubt.
pub fn targets(position: &Position, from: Square) -> Vec<(Square, Move)> {
    let mut targets = Vec::new();
    for mv in position.legal_moves_from(from) {
        if let Some((rook, _)) = mv.castling() {
            targets.push((rook, mv));
        }
        if mv.castling().is_none() || position.find(from, mv.to, None) == Some(mv) {
            targets.push((mv.to, mv));
        }
    }
    targets
}

/// What a click on `square` means while `selected` is chosen.
pub fn click(current: &Match, selected: Option<Square>, square: Square) -> Try {
    if !current.takes_moves() {
        // A click on bare wood asks for nothing; a click on a man deserves an answer.
        return match current.shown().piece_at(square) {
            Some(_) => Try::Refuse(closed(current)),
            None => Try::Nothing,
        };
    }
    let position = current.shown();
    let own = position.piece_at(square).filter(|piece| piece.side == position.side());
    match selected {
        Some(from) if from == square => Try::Deselect,
        // A click on another own man chooses it, unless it is the rook that the king may castle with.
        Some(from) if own.is_some() && position.find(from, square, None).is_none() => Try::Select(square),
        Some(from) => attempt(current, from, square),
        None if own.is_some() => Try::Select(square),
        None if position.piece_at(square).is_some() => Try::Refuse(Refusal::NotYourTurn(position.side())),
        None => Try::Nothing,
    }
}

/// What letting go of the man of `from` over `to` means.
pub fn drop_man(current: &Match, from: Square, to: Option<Square>) -> Try {
    match to {
        None => Try::Deselect,
        Some(to) if to == from => Try::Deselect,
        Some(_) if !current.takes_moves() => Try::Refuse(closed(current)),
        Some(to) => attempt(current, from, to),
    }
}

fn attempt(current: &Match, from: Square, to: Square) -> Try {
    let position = current.shown();
    if position.promotes(from, to) {
        return Try::Promote(from, to);
    }
    match position.find(from, to, None) {
        Some(mv) => Try::Play(mv),
        None => match position.why_not(from, to) {
            Some(why) => Try::Refuse(Refusal::Illegal(why)),
            None => Try::Deselect,
        },
    }
}

fn closed(current: &Match) -> Refusal {
    match current.mode() {
        Mode::Replay => Refusal::Watching,
        Mode::Play if current.game().outcome().is_some() => Refusal::Over,
        Mode::Play if !current.is_at_end() => Refusal::EarlierPosition,
        Mode::Play => Refusal::OpponentThinks,
    }
}

fn click_square(
    clicked: On<SquareClicked>,
    current: Res<Match>,
    mut selection: ResMut<Selection>,
    mut notice: ResMut<Notice>,
    mut overlay: ResMut<NextState<Overlay>>,
    mut commands: Commands,
) {
    // A pawn waits to be promoted, and the chooser opens at the next frame: it alone answers now.
    if selection.promoting.is_some() {
        return;
    }
    let response = click(&current, selection.man, clicked.0);
    carry_out(response, &mut selection, &mut notice, &mut overlay, &mut commands);
}

fn take_man(taken: On<ManTaken>, current: Res<Match>, mut selection: ResMut<Selection>, mut notice: ResMut<Notice>) {
    let position = current.shown();
    let Some(piece) = position.piece_at(taken.0) else { return };
    if !current.takes_moves() {
        notice.say(closed(&current));
    } else if piece.side != position.side() {
        notice.say(Refusal::NotYourTurn(position.side()));
    } else {
        *selection = Selection { man: Some(taken.0), promoting: None };
        notice.0 = None;
    }
}

fn drop_held(
    dropped: On<ManDropped>,
    current: Res<Match>,
    mut selection: ResMut<Selection>,
    mut notice: ResMut<Notice>,
    mut overlay: ResMut<NextState<Overlay>>,
    mut commands: Commands,
) {
    // Only the man that is still chosen may be dropped: a cancelled drag, or a change of position meanwhile, plays nothing.
    if selection.man != Some(dropped.from) {
        return;
    }
    let response = drop_man(&current, dropped.from, dropped.to);
    carry_out(response, &mut selection, &mut notice, &mut overlay, &mut commands);
}

fn carry_out(
    response: Try,
    selection: &mut Selection,
    notice: &mut Notice,
    overlay: &mut NextState<Overlay>,
    commands: &mut Commands,
) {
    debug!("{response:?}");
    match response {
        Try::Nothing => {}
        Try::Select(square) => {
            *selection = Selection { man: Some(square), promoting: None };
            notice.0 = None;
        }
        Try::Deselect => {
            *selection = Selection::default();
            notice.0 = None;
        }
        Try::Refuse(refusal) => {
            *selection = Selection::default();
            notice.say(refusal);
        }
        Try::Promote(from, to) => {
            *selection = Selection { man: Some(from), promoting: Some((from, to)) };
            notice.0 = None;
            overlay.set(Overlay::Promotion);
        }
        Try::Play(mv) => {
            *selection = Selection::default();
            commands.trigger(PlayMove(mv));
        }
    }
}

fn choose_promotion(
    chosen: On<ChoosePromotion>,
    current: Res<Match>,
    mut selection: ResMut<Selection>,
    mut overlay: ResMut<NextState<Overlay>>,
    mut commands: Commands,
) {
    let Some((from, to)) = selection.promoting else { return };
    let Some(mv) = current.shown().find(from, to, Some(chosen.0)) else { return };
    *selection = Selection::default();
    overlay.set(Overlay::None);
    commands.trigger(PlayMove(mv));
}

fn cancel_selection(
    _: On<CancelSelection>,
    mut selection: ResMut<Selection>,
    mut notice: ResMut<Notice>,
    overlay: Res<State<Overlay>>,
    mut next: ResMut<NextState<Overlay>>,
) {
    *selection = Selection::default();
    notice.0 = None;
    if *overlay.get() == Overlay::Promotion {
        next.set(Overlay::None);
    }
}

/// A selection belongs to the position it was made in.
fn forget(
    _: On<Insert, Match>,
    mut selection: ResMut<Selection>,
    overlay: Res<State<Overlay>>,
    mut next: ResMut<NextState<Overlay>>,
) {
    *selection = Selection::default();
    if *overlay.get() == Overlay::Promotion {
        next.set(Overlay::None);
    }
}
