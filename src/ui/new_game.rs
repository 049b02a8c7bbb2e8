//! A new game: by which rules, who sits where, from which position.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Id, Key, Margin, RichText, TextEdit, Ui},
};

use super::{
    Action, UiSystems, action,
    dialog::{self, Dialog, Typing},
    seat,
    start_position::{StartError, StartPosition},
    theme,
    time_control::TimeForm,
    widgets,
};
use crate::{
    camera::View,
    chess::{Profile, RuleSet},
    game::{Clocks, Match, Mode, NewGame, Seats, Sitter},
    locale::Words,
    notation::fen::Parsed,
    opponent::Engines,
    screens::Overlay,
};

/// What is filled in; kept, so that the next game can be like the last.
#[derive(Resource, Default)]
struct Form {
    rules: RuleSet,
    profile: Profile,
    time: TimeForm,
    seats: Seats,
    start: StartPosition,
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Start,
    Cancel,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Form>()
        .add_systems(OnEnter(Overlay::NewGame), fill_in)
        .add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::NewGame)));
}

/// Rules and people of the game on the table, if it was played here.
fn fill_in(current: Res<Match>, clocks: Res<Clocks>, mut form: ResMut<Form>) {
    if current.mode() == Mode::Play {
        form.rules = current.game().rules();
        form.profile = current.game().profile();
        form.seats = current.seats().clone();
        form.start.follow(current.game().start());
        form.time.fill_in(&clocks.clock().map(|clock| clock.control().clone()).unwrap_or_default());
    }
}

fn show(
    mut contexts: EguiContexts,
    (words, engines): (Res<Words>, Res<Engines>),
    typing: Res<Typing>,
    mut form: ResMut<Form>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    // Enter in a field starts; on a button it presses that button.
    let enter = ctx.input(|input| input.key_pressed(Key::Enter));
    let enter = enter && (typing.0 || ctx.memory(|memory| memory.focused().is_none()));
    let start = form.start.position(form.rules);
    let shown = Dialog::new("new game", 460.0).show(ctx, |ui| contents(ui, (&words, &engines), &mut form, &start));
    let answer = if dialog::escaped(ctx, &typing) { Some(Answer::Cancel) } else { shown.inner };
    match (answer, start) {
        (Some(Answer::Cancel), _) => commands.trigger(Action::Close),
        (answer, Ok(start)) if enter || answer == Some(Answer::Start) => {
            let Ok(control) = form.time.control() else { return Ok(()) };
            let clocks = action::set_clocks(control, &start.position);
            commands.trigger(Action::Close);
            commands.trigger(NewGame { start: start.position, profile: form.profile, seats: form.seats.clone() });
            if let Some(clocks) = clocks {
                commands.trigger(clocks);
            }
            // Whoever plays a computer sits at his own men.
            match form.seats.sitters.each_ref().map(Sitter::is_human) {
                [true, false] => commands.trigger(Action::Look(View::White)),
                [false, true] => commands.trigger(Action::Look(View::Black)),
                _ => {}
            }
        }
        _ => {}
    }
    Ok(())
}

/// Draws the form. Answers the button that was pressed.
fn contents(
    ui: &mut Ui,
    (words, engines): (&Words, &Engines),
    form: &mut Form,
    start: &Result<Parsed, StartError>,
) -> Option<Answer> {
    let answer = head(ui, words, start.is_ok() && form.time.control().is_ok());
    widgets::caption(ui, words, "new-rules");
    widgets::choices(ui, &mut form.rules, &RuleSet::ALL.map(|rules| (rules, rules_name(words, rules))));
    explain(ui, rules_meaning(words, form.rules));
    widgets::caption(ui, words, "new-profile");
    widgets::choices(ui, &mut form.profile, &Profile::ALL.map(|profile| (profile, profile_name(words, profile))));
    explain(ui, profile_meaning(words, form.profile));
    form.time.show(ui, words);
    widgets::caption(ui, words, "new-players");
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 130.0) / 2.0;
        field(ui, "white name", &mut form.seats.white, words.text("game-white"), width);
        if widgets::button(ui, words, "new-swap").clicked() {
            form.seats = form.seats.swapped();
        }
        field(ui, "black name", &mut form.seats.black, words.text("game-black"), width);
    });
    ui.horizontal(|ui| {
        let width = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
        let [white, black] = &mut form.seats.sitters;
        seat::choose(ui, words, engines, "white sitter", white, width);
        seat::choose(ui, words, engines, "black sitter", black, width);
    });
    form.start.show(ui, words, start);
    answer
}

/// The title and, where a small window shows them too, the buttons.
fn head(ui: &mut Ui, words: &Words, can_begin: bool) -> Option<Answer> {
    ui.horizontal(|ui| {
        ui.heading(words.text("new-title"));
        widgets::at_right(ui, |ui| {
            let cancel = widgets::button(ui, words, "new-cancel").clicked().then_some(Answer::Cancel);
            let begin = widgets::button_if(ui, words, "new-begin", can_begin);
            dialog::focus_first(ui, &begin);
            cancel.or(begin.clicked().then_some(Answer::Start))
        })
    })
    .inner
}

/// A field for one line of text.
pub(super) fn field(ui: &mut Ui, name: &str, text: &mut String, hint: String, width: f32) {
    let edit = TextEdit::singleline(text)
        .id(Id::new(name))
        .hint_text(hint)
        .char_limit(200)
        .margin(Margin::symmetric(8, 5))
        .desired_width(width);
    let response = ui.add(edit);
    widgets::note(ui, name, response.rect);
}

/// What a choice means, in small letters.
pub(super) fn explain(ui: &mut Ui, text: String) {
    ui.label(RichText::new(text).color(theme::FADED).small());
}

fn rules_name(words: &Words, rules: RuleSet) -> String {
    match rules {
        RuleSet::Standard => words.text("new-rules-standard"),
        RuleSet::Endgame => words.text("new-rules-endgame"),
    }
}

fn rules_meaning(words: &Words, rules: RuleSet) -> String {
    match rules {
        RuleSet::Standard => words.text("new-rules-standard-help"),
        RuleSet::Endgame => words.text("new-rules-endgame-help"),
    }
}

fn profile_name(words: &Words, profile: Profile) -> String {
    match profile {
        Profile::Classic => words.text("new-profile-classic"),
        Profile::Fide => words.text("new-profile-fide"),
        Profile::Online => words.text("new-profile-online"),
    }
}

fn profile_meaning(words: &Words, profile: Profile) -> String {
    match profile {
        Profile::Classic => words.text("new-profile-classic-help"),
        Profile::Fide => words.text("new-profile-fide-help"),
        Profile::Online => words.text("new-profile-online-help"),
    }
}
