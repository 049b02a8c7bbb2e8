//! A new game: by which rules, who sits where, from which position.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Id, Key, Margin, RichText, TextEdit, Ui},
};

use super::{
    Action, UiSystems, action,
    dialog::{self, Dialog, Typing},
    theme, widgets,
};
use crate::{
    chess::{Profile, RuleSet},
    game::{Match, Mode, NewGame, Seats},
    locale::Words,
    notation::fen::{FenError, Parsed},
    screens::Overlay,
};

/// What is filled in; kept, so that the next game can be like the last.
#[derive(Resource, Default)]
struct Form {
    rules: RuleSet,
    profile: Profile,
    seats: Seats,
    from_fen: bool,
    fen: String,
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
fn fill_in(current: Res<Match>, mut form: ResMut<Form>) {
    if current.mode() == Mode::Play {
        form.rules = current.game().rules();
        form.profile = current.game().profile();
        form.seats = current.seats().clone();
    }
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    typing: Res<Typing>,
    mut form: ResMut<Form>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    // Enter in a field starts; on a button it presses that button.
    let enter = ctx.input(|input| input.key_pressed(Key::Enter));
    let enter = enter && (typing.0 || ctx.memory(|memory| memory.focused().is_none()));
    let start = form.start();
    let shown = Dialog::new("new game", 460.0).show(ctx, |ui| contents(ui, &words, &mut form, &start));
    let answer = if dialog::escaped(ctx, &typing) { Some(Answer::Cancel) } else { shown.inner };
    match (answer, start) {
        (Some(Answer::Cancel), _) => commands.trigger(Action::Close),
        (answer, Ok(start)) if enter || answer == Some(Answer::Start) => {
            commands.trigger(Action::Close);
            commands.trigger(NewGame { start: start.position, profile: form.profile, seats: form.seats.clone() });
        }
        _ => {}
    }
    Ok(())
}

impl Form {
    /// Where the game would start, or what is wrong with the FEN.
    fn start(&self) -> Result<Parsed, FenError> {
        action::start(self.rules, self.from_fen.then_some(self.fen.trim()))
    }
}

/// Draws the form. Answers the button that was pressed.
fn contents(ui: &mut Ui, words: &Words, form: &mut Form, start: &Result<Parsed, FenError>) -> Option<Answer> {
    let answer = head(ui, words, start.is_ok());
    widgets::caption(ui, words, "new-rules");
    widgets::choices(ui, &mut form.rules, &RuleSet::ALL.map(|rules| (rules, rules_name(words, rules))));
    explain(ui, rules_meaning(words, form.rules));
    widgets::caption(ui, words, "new-profile");
    widgets::choices(ui, &mut form.profile, &Profile::ALL.map(|profile| (profile, profile_name(words, profile))));
    explain(ui, profile_meaning(words, form.profile));
    widgets::caption(ui, words, "new-players");
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 130.0) / 2.0;
        field(ui, "white name", &mut form.seats.white, words.text("game-white"), width);
        if widgets::button(ui, words, "new-swap").clicked() {
            form.seats = form.seats.swapped();
        }
        field(ui, "black name", &mut form.seats.black, words.text("game-black"), width);
    });
    widgets::caption(ui, words, "new-start");
    let places = [(false, words.text("new-start-usual")), (true, words.text("new-start-fen"))];
    widgets::choices(ui, &mut form.from_fen, &places);
    if form.from_fen {
        let width = ui.available_width();
        field(ui, "fen", &mut form.fen, words.text("new-fen-hint"), width);
        judge(ui, words, start);
    }
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

fn field(ui: &mut Ui, name: &str, text: &mut String, hint: String, width: f32) {
    let edit = TextEdit::singleline(text)
        .id(Id::new(name))
        .hint_text(hint)
        .char_limit(200)
        .margin(Margin::symmetric(8, 5))
        .desired_width(width);
    let response = ui.add(edit);
    widgets::note(ui, name, response.rect);
}

fn explain(ui: &mut Ui, text: String) {
    ui.label(RichText::new(text).color(theme::FADED).small());
}

/// What the reader thinks of the FEN: what is wrong, what was put right, or that it is fine.
fn judge(ui: &mut Ui, words: &Words, start: &Result<Parsed, FenError>) {
    match start {
        Err(FenError::Empty) => explain(ui, words.text("new-fen-empty")),
        Err(error) => {
            let text = words.text_with("new-fen-wrong", &[("why", error.to_string().into())]);
            ui.label(RichText::new(text).color(theme::EMBER).small());
        }
        Ok(parsed) if parsed.repairs.is_empty() => explain(ui, words.text("new-fen-fine")),
        Ok(parsed) => {
            for repair in &parsed.repairs {
                let text = words.text_with("new-fen-repaired", &[("what", repair.to_string().into())]);
                ui.label(RichText::new(text).color(theme::GOLD).small());
            }
        }
    }
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
