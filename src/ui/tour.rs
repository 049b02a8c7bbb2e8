//! The tour: at the first start three hints, one after the other, on a small card above the board. Each goes when it is followed;
//! all go with Esc. Nothing moves on it, and while there are tidings it waits.

use bevy::{prelude::*, window::RequestRedraw};
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Context, Id, Key, Label, Order, RichText, Ui},
};

use super::{Action, UiSystems, dialog::Typing, panel::SidePanel, theme, widgets};
use crate::{
    board::Cursor,
    camera::{Eye, Gaze},
    game::{Match, Mode, News, Selection},
    locale::Words,
    screens::Overlay,
    settings::Settings,
};

/// The widest the card becomes, in points.
const WIDEST: f32 = 440.0;
/// So far the eye must go before it has been moved: radians, or parts of the usual distance.
const FAR: f32 = 0.02;

/// What a person is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    /// How men are moved.
    Move,
    /// How one looks from elsewhere.
    Look,
    /// Where the rest stands.
    Keys,
}

impl Hint {
    const ALL: [Hint; 3] = [Hint::Move, Hint::Look, Hint::Keys];

    fn next(self) -> Option<Hint> {
        Hint::ALL.iter().copied().skip_while(|hint| *hint != self).nth(1)
    }
}

/// The hint that is given now, if any.
#[derive(Resource, Debug, Default)]
struct Tour {
    hint: Option<Hint>,
    /// From where the board was looked at when the hint appeared.
    seen_from: Option<Gaze>,
}

impl Tour {
    /// Begins from the first hint.
    fn begin(&mut self) {
        *self = Tour { hint: Some(Hint::Move), seen_from: None };
    }

    /// Gives the next hint, if there is one.
    fn go_on(&mut self) {
        *self = Tour { hint: self.hint.and_then(Hint::next), seen_from: None };
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tour>()
        .add_systems(PostStartup, begin)
        .add_observer(follow_move)
        .add_observer(follow_action)
        .add_systems(
            EguiPrimaryContextPass,
            (
                follow_eye.run_if(is_given),
                show.run_if(is_given.and_then(in_state(Overlay::None))),
                remember_esc.run_if(is_given),
            )
                .chain()
                .in_set(UiSystems::Notice),
        )
        .init_resource::<EscIsTaken>()
        .add_systems(Last, end.run_if(resource_changed::<Tour>));
}

fn is_given(tour: Res<Tour>) -> bool {
    tour.hint.is_some()
}

fn begin(settings: Res<Settings>, mut tour: ResMut<Tour>) {
    if !settings.tour_is_over {
        tour.begin();
    }
}

fn follow_move(_: On<Insert, Match>, current: Res<Match>, mut tour: ResMut<Tour>, mut before: Local<(u64, usize)>) {
    let now = (current.number(), current.game().len());
    let before = std::mem::replace(&mut *before, now);
    if current.mode() == Mode::Play && now.0 == before.0 && now.1 == before.1 + 1 && tour.hint == Some(Hint::Move) {
        tour.go_on();
    }
}

fn follow_action(action: On<Action>, mut tour: ResMut<Tour>) {
    match action.event() {
        Action::StartTour => tour.begin(),
        Action::Show(Overlay::Help) | Action::ToggleDiagram if tour.hint == Some(Hint::Keys) => tour.go_on(),
        _ => {}
    }
}

fn follow_eye(eye: Eye, mut tour: ResMut<Tour>) {
    let (Some(Hint::Look), Some(now)) = (tour.hint, eye.gaze()) else { return };
    match tour.seen_from {
        None => tour.seen_from = Some(now),
        Some(before) if is_far(before, now) => tour.go_on(),
        Some(_) => {}
    }
}

fn is_far(before: Gaze, now: Gaze) -> bool {
    [before.yaw - now.yaw, before.pitch - now.pitch, before.zoom - now.zoom].into_iter().any(|way| way.abs() > FAR)
}

/// When the last hint has gone, that is kept.
fn end(
    tour: Res<Tour>,
    mut was_given: Local<bool>,
    mut settings: ResMut<Settings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_given = tour.hint.is_some();
    if std::mem::replace(&mut *was_given, is_given) && !is_given && !settings.tour_is_over {
        settings.tour_is_over = true;
    }
    redraw.write(RequestRedraw);
}

/// Whether the next Esc lets go of something else first: a man, the cursor on the board, a button, a field.
#[derive(Resource, Default)]
struct EscIsTaken(bool);

fn remember_esc(
    mut contexts: EguiContexts,
    typing: Res<Typing>,
    (selection, cursor, overlay): (Res<Selection>, Res<Cursor>, Res<State<Overlay>>),
    mut taken: ResMut<EscIsTaken>,
) -> Result {
    let focused = contexts.ctx_mut()?.memory(|memory| memory.focused().is_some());
    let now = focused || typing.0 || selection.man().is_some() || cursor.0.is_some() || *overlay != Overlay::None;
    taken.0 = now;
    Ok(())
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    panel: Res<SidePanel>,
    (current, news, taken): (Res<Match>, Res<News>, Res<EscIsTaken>),
    mut tour: ResMut<Tour>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(hint) = tour.hint.filter(|_| current.mode() == Mode::Play && news.all().is_empty()) else {
        return Ok(());
    };
    let width = (ctx.content_rect().width() - panel.width() - 40.0).clamp(80.0, WIDEST);
    let answer = Area::new(Id::new(("tour", hint as u8)))
        .order(Order::Middle)
        .fade_in(false)
        .default_width(width)
        .anchor(Align2::CENTER_TOP, (-panel.width() / 2.0, 8.0))
        .show(ctx, |ui| theme::bar().show(ui, |ui| contents(ui, &words, hint, width)).inner)
        .inner;
    match answer {
        Some(Answer::Next) => tour.go_on(),
        Some(Answer::Skip) => tour.hint = None,
        None if !taken.0 && escaped(ctx) => tour.hint = None,
        None => {}
    }
    Ok(())
}

fn escaped(ctx: &Context) -> bool {
    ctx.input(|input| input.key_pressed(Key::Escape))
}

enum Answer {
    Next,
    Skip,
}

fn contents(ui: &mut Ui, words: &Words, hint: Hint, width: f32) -> Option<Answer> {
    ui.set_max_width(width);
    ui.add(Label::new(RichText::new(sentence(words, hint)).color(theme::IVORY)).wrap());
    ui.horizontal(|ui| {
        let next = widgets::button(ui, words, if hint.next().is_some() { "tour-next" } else { "tour-done" });
        let skip = hint.next().is_some() && widgets::button(ui, words, "tour-skip").clicked();
        let (step, steps) = (hint as usize + 1, Hint::ALL.len());
        let step = words.text_with("tour-step", &[("step", step.into()), ("steps", steps.into())]);
        ui.label(RichText::new(step).color(theme::FADED).small());
        if next.clicked() { Some(Answer::Next) } else { skip.then_some(Answer::Skip) }
    })
    .inner
}

fn sentence(words: &Words, hint: Hint) -> String {
    match hint {
        Hint::Move => words.text("tour-move"),
        Hint::Look => words.text("tour-look"),
        Hint::Keys => words.text("tour-keys"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hint_has_its_turn() {
        let mut tour = Tour::default();
        tour.go_on();
        assert_eq!(tour.hint, None, "nothing is given");
        tour.begin();
        let given: Vec<_> = std::iter::from_fn(|| {
            let hint = tour.hint;
            tour.go_on();
            hint
        })
        .collect();
        assert_eq!(given, Hint::ALL);
    }
}
