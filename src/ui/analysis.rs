//! What the engine thinks, in the side panel: who stands better by how much, and the best lines.

use bevy::prelude::*;
use bevy_egui::egui::{RichText, Ui};

use super::{Action, theatre::weight, theme, widgets};
use crate::{
    analysis::{Analysis, Idea, LINES, Line},
    chess::{Move, Position},
    engine::Told,
    game::{Notice, Refusal},
    locale::Words,
    notation::{pgn::command::Eval, san},
};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(tell_idea);
}

/// Draws who stands better and the best lines, each in one row. Answers what was asked for.
pub(super) fn show(ui: &mut Ui, words: &Words, analysis: &Analysis, position: &Position) -> Option<Action> {
    let lines = analysis.lines(position);
    let closed = ui
        .horizontal(|ui| {
            let worth = lines.first().map_or_else(|| "…".to_owned(), |line| text(line.score));
            ui.label(RichText::new(worth).strong().size(17.0).color(theme::GOLD));
            if analysis.depth() > 0 && !lines.is_empty() {
                let depth = words.text_with("analysis-depth", &[("depth", analysis.depth().into())]);
                ui.label(RichText::new(depth).small().color(theme::FADED));
            }
            widgets::at_right(ui, |ui| {
                let close = ui.small_button("✖").on_hover_text(words.text("analysis-close"));
                widgets::note(ui, "analysis-close", close.rect);
                close.clicked()
            })
        })
        .inner;
    // The room is the same before anything is known, so that nothing moves.
    for number in 0..LINES {
        ui.horizontal(|ui| {
            let (score, line) = match lines.get(number) {
                Some(Line { score, moves }) => (text(*score), written(position, moves)),
                None => Default::default(),
            };
            ui.label(RichText::new(score).small().strong().color(theme::IVORY));
            let line = widgets::line(ui, RichText::new(line).small().color(theme::FADED));
            widgets::note(ui, &format!("analysis line {number}"), line.rect);
        });
    }
    closed.then_some(Action::ToggleAnalysis)
}

/// A score as players write it.
fn text(score: Told) -> String {
    weight(match score {
        Told::Pawns(pawns) => Eval::Pawns(f64::from(pawns) / 100.0),
        Told::Mate(moves) => Eval::Mate(moves),
    })
}

/// A line with the numbers of its moves: `12. Nf3 d5 13. c4`.
fn written(position: &Position, moves: &[Move]) -> String {
    let mut at = *position;
    let mut words = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let number = at.fullmove_number();
        match at.side() {
            crate::chess::Side::White => words.push(format!("{number}.")),
            crate::chess::Side::Black if index == 0 => words.push(format!("{number}…")),
            crate::chess::Side::Black => {}
        }
        words.push(san::write(&at, mv));
        at = at.play(mv);
    }
    words.join(" ")
}

fn tell_idea(idea: On<Idea>, mut notice: ResMut<Notice>) {
    let Idea(position, moves) = idea.event();
    notice.say(Refusal::Idea(written(position, moves)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_with_their_numbers() {
        let start = Position::start();
        let first = start.legal_moves()[0];
        let next = start.play(first);
        let second = next.legal_moves()[0];
        let both = written(&start, &[first, second]);
        assert!(both.starts_with("1. "), "{both}");
        assert!(written(&next, &[second]).starts_with("1… "));
    }
}
