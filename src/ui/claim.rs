//! Claiming a draw: for the position on the board, or with the move that one intends.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Button, RichText, Ui, Vec2},
};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    scoresheet::Scoresheet,
    theme, widgets,
};
use crate::{
    chess::{Claim, Move, Position, Profile},
    game::{ClaimDraw, Match},
    locale::Words,
    notation::san,
    screens::Overlay,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Claim)));
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer {
    Claim(Claim, Option<Move>),
    Cancel,
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    typing: Res<Typing>,
    (current, sheet): (Res<Match>, Res<Scoresheet>),
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let binding = current.game().profile() == Profile::Fide;
    let shown = Dialog::new("claim", 380.0).show(ctx, |ui| contents(ui, &words, &sheet, current.shown(), binding));
    if let Some(Answer::Claim(claim, with)) = shown.inner {
        commands.trigger(ClaimDraw { claim, with });
    }
    if shown.inner.is_some() || shown.clicked_away || dialog::escaped(ctx, &typing) {
        commands.trigger(Action::Close);
    }
    Ok(())
}

/// Draws the claims that are right. Answers which one is made.
fn contents(ui: &mut Ui, words: &Words, sheet: &Scoresheet, position: &Position, binding: bool) -> Option<Answer> {
    ui.heading(words.text("claim-title"));
    let mut answer = None;
    let mut offer = |ui: &mut Ui, claim: Claim, with: Option<Move>| {
        let label = match with {
            None => claim_name(words, claim),
            Some(mv) => {
                let values = [("move", san::write(position, mv).into()), ("claim", claim_name(words, claim).into())];
                words.text_with("claim-with", &values)
            }
        };
        let button = Button::new(label).min_size(Vec2::new(ui.available_width(), 0.0));
        let response = ui.add(button);
        let move_noted = with.map_or_else(|| "here".to_owned(), |mv| mv.to_string());
        widgets::note(ui, &format!("claim {} {move_noted}", claim.name()), response.rect);
        dialog::focus_first(ui, &response);
        if response.clicked() {
            answer = Some(Answer::Claim(claim, with));
        }
    };
    if !sheet.can_claim() {
        ui.label(words.text("claim-nothing"));
    }
    if !sheet.claims().is_empty() {
        widgets::caption(ui, words, "claim-position");
        for claim in sheet.claims() {
            offer(ui, *claim, None);
        }
    }
    if !sheet.claims_with().is_empty() {
        widgets::caption(ui, words, "claim-intended");
        for (mv, claim) in sheet.claims_with() {
            offer(ui, *claim, Some(*mv));
        }
    }
    if binding {
        ui.label(RichText::new(words.text("claim-binding")).color(theme::FADED).small());
    }
    ui.add_space(6.0);
    let cancel = widgets::button(ui, words, "claim-cancel");
    dialog::focus_first(ui, &cancel);
    if cancel.clicked() {
        answer = Some(Answer::Cancel);
    }
    answer
}

fn claim_name(words: &Words, claim: Claim) -> String {
    match claim {
        Claim::Threefold => words.text("claim-threefold"),
        Claim::FiftyMoves => words.text("claim-fifty-moves"),
    }
}
