//! The result: who won and why, in a sentence, once the last man has landed. It never covers the mated king.

use bevy::{prelude::*, window::RequestRedraw};
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Rect, RichText, Ui, Vec2},
};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    figurine::side_name,
    theme, widgets,
};
use crate::{
    animation::is_settled,
    camera,
    chess::{Outcome, Reason, Side, Square},
    game::{Match, Mode},
    locale::Words,
    screens::Overlay,
};

/// Width of the dialog's contents, in points.
const WIDTH: f32 = 380.0;

/// The end that has been told, so that it is not told again when its dialog is closed.
#[derive(Resource, Default)]
struct Told(Option<(usize, Outcome)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Told>()
        .add_systems(EguiPrimaryContextPass, forget.in_set(UiSystems::Prepare))
        .add_systems(
            EguiPrimaryContextPass,
            tell.in_set(UiSystems::Prepare).after(forget).run_if(in_state(Overlay::None)).run_if(is_settled),
        )
        .add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Result)));
}

fn forget(current: Res<Match>, mut told: ResMut<Told>) {
    if told.0.is_some() && current.game().outcome().is_none() {
        told.0 = None;
    }
}

/// Opens the dialog when the table is at rest, also if another dialog was open when it came to rest.
fn tell(
    current: Res<Match>,
    mut told: ResMut<Told>,
    mut overlay: ResMut<NextState<Overlay>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(outcome) = current.shown_outcome().filter(|_| current.mode() == Mode::Play) else {
        return;
    };
    let end = Some((current.game().len(), outcome));
    if told.0 != end {
        told.0 = end;
        overlay.set(Overlay::Result);
        redraw.write(RequestRedraw);
    }
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    typing: Res<Typing>,
    current: Res<Match>,
    panel: Res<camera::Panel>,
    eyes: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(outcome) = current.game().outcome() else {
        commands.trigger(Action::Close);
        return Ok(());
    };
    let screen = ctx.content_rect();
    let room = screen.with_max_x(screen.right() - panel.right);
    let king = eyes.iter().next().and_then(|(camera, eye)| king_on_screen(&current, outcome, camera, eye));
    let dialog = Dialog::new("result", WIDTH);
    let size = dialog.size(ctx).unwrap_or(Vec2::new(WIDTH + 32.0, 170.0));
    let shown =
        dialog.at(dialog::corner_beside(room, size, king)).show(ctx, |ui| contents(ui, &words, &current, outcome));
    let closed = if dialog::escaped(ctx, &typing) { Some(vec![Action::Close]) } else { shown.inner };
    for action in closed.into_iter().flatten() {
        commands.trigger(action);
    }
    Ok(())
}

/// Draws the dialog. Answers what to do.
fn contents(ui: &mut Ui, words: &Words, current: &Match, outcome: Outcome) -> Option<Vec<Action>> {
    ui.label(RichText::new(heading(words, outcome)).heading().color(theme::GOLD));
    ui.label(sentence(words, outcome, current.shown().side()));
    ui.add_space(6.0);
    let mut answer = None;
    ui.horizontal_wrapped(|ui| {
        let review = widgets::button(ui, words, "result-review");
        dialog::focus_first(ui, &review);
        if review.clicked() {
            answer = Some(vec![Action::Close, Action::First]);
        }
        if widgets::button(ui, words, "result-rematch").clicked() {
            answer = Some(vec![Action::Close, Action::Rematch]);
        }
        if widgets::button(ui, words, "result-new-game").clicked() {
            answer = Some(vec![Action::Show(Overlay::NewGame)]);
        }
        if widgets::button(ui, words, "result-save").clicked() {
            answer = Some(vec![Action::Show(Overlay::Save)]);
        }
        if widgets::button(ui, words, "result-close").clicked() {
            answer = Some(vec![Action::Close]);
        }
    });
    answer
}

/// Where the man stands that everybody wants to see: the king that is mated, taken or without a move.
fn king_on_screen(current: &Match, outcome: Outcome, camera: &Camera, eye: &GlobalTransform) -> Option<Rect> {
    let loser = outcome.winner.map_or(current.shown().side(), |winner| !winner);
    let square = current.shown().king(loser).or_else(|| current.last_move().map(|mv| mv.to))?;
    let point = |square: Square| camera::on_screen(camera, eye, square).map(|at| bevy_egui::egui::pos2(at.x, at.y));
    let center = point(square)?;
    // The man is about as tall as a square and a half is wide; neighbors tell how wide that is from here.
    let neighbor =
        Square::try_new(if square.file() < 7 { square.file() + 1 } else { square.file() - 1 }, square.rank())?;
    let side = point(neighbor).map_or(60.0, |other| center.distance(other)).clamp(24.0, 140.0);
    Some(Rect::from_min_max(center - Vec2::new(0.7 * side, 1.6 * side), center + Vec2::splat(0.7 * side)))
}

/// Who won, in a few words.
pub(super) fn heading(words: &Words, outcome: Outcome) -> String {
    match outcome.winner {
        Some(side) => words.text_with("result-wins", &[("side", side_name(words, side).into())]),
        None => words.text("result-draw"),
    }
}

/// Winner and reason in a sentence. `to_move` is the side that would have to move.
pub(super) fn sentence(words: &Words, outcome: Outcome, to_move: Side) -> String {
    let name = |side: Side| side_name(words, side);
    let winner = outcome.winner.unwrap_or(to_move);
    let loser = if outcome.winner.is_some() { !winner } else { to_move };
    let values = [("winner", name(winner).into()), ("loser", name(loser).into())];
    match (outcome.reason, outcome.winner.is_some()) {
        (Reason::Checkmate, _) => words.text_with("result-checkmate", &values),
        (Reason::Stalemate, _) => words.text_with("result-stalemate", &values),
        (Reason::DeadPosition, _) => words.text("result-dead-position"),
        (Reason::Fivefold, _) => words.text("result-fivefold"),
        (Reason::SeventyFiveMoves, _) => words.text("result-seventy-five-moves"),
        (Reason::Threefold, _) => words.text("result-threefold"),
        (Reason::FiftyMoves, _) => words.text("result-fifty-moves"),
        (Reason::Agreement, _) => words.text("result-agreement"),
        (Reason::Resignation, true) => words.text_with("result-resignation", &values),
        (Reason::Resignation, false) => words.text("result-resignation-drawn"),
        (Reason::FlagFall, true) => words.text_with("result-flag-fall", &values),
        (Reason::FlagFall, false) => words.text("result-flag-fall-drawn"),
        (Reason::KingCaptured, _) => words.text_with("result-king-captured", &values),
        (Reason::NoMoveLeft, _) => words.text_with("result-no-move-left", &values),
    }
}
