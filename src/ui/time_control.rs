//! The time control of a new game: one of the usual ones, or one that is typed.

use bevy_egui::egui::{Id, Margin, RichText, TextEdit, Ui};

use super::{theme, widgets};
use crate::{
    chess::clock::{Bonus, ControlError, TimeControl},
    locale::Words,
};

/// What is chosen; kept, so that the next game can be like the last.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeForm {
    chosen: Choice,
    /// What stands in the field.
    text: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    None,
    /// Its place among the presets.
    Preset(usize),
    /// What is typed.
    Own,
}

impl TimeForm {
    /// Fills in the control of the game on the table.
    pub(super) fn fill_in(&mut self, control: &TimeControl) {
        let preset = TimeControl::presets().iter().position(|preset| preset == control);
        self.chosen = match preset {
            _ if control.is_none() => Choice::None,
            Some(index) => Choice::Preset(index),
            None => Choice::Own,
        };
        if self.chosen == Choice::Own {
            self.text = control.to_string();
        }
    }

    /// What is chosen, or what is wrong with what is typed.
    pub(super) fn control(&self) -> Result<TimeControl, ControlError> {
        match self.chosen {
            Choice::None => Ok(TimeControl::default()),
            Choice::Preset(index) => Ok(TimeControl::presets().get(index).cloned().unwrap_or_default()),
            Choice::Own => self.text.parse(),
        }
    }

    /// Draws the choices and, for one of one's own, the field.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words) {
        widgets::caption(ui, words, "new-time");
        let presets = TimeControl::presets();
        let presets = presets.iter().enumerate().map(|(index, preset)| (Choice::Preset(index), label(preset)));
        let mut choices = vec![(Choice::None, words.text("new-time-none"))];
        choices.extend(presets);
        choices.push((Choice::Own, words.text("new-time-own")));
        let before = self.control();
        if widgets::choices(ui, &mut self.chosen, &choices)
            && self.chosen == Choice::Own
            && let Ok(control) = before
            && !control.is_none()
        {
            // What was chosen is where one's own begins.
            self.text = control.to_string();
        }
        if self.chosen != Choice::Own {
            return;
        }
        let field = TextEdit::singleline(&mut self.text)
            .id(Id::new("time control"))
            .hint_text(words.text("new-time-hint"))
            .char_limit(80)
            .margin(Margin::symmetric(8, 5))
            .desired_width(ui.available_width());
        let response = ui.add(field);
        widgets::note(ui, "time control", response.rect);
        let (text, color) = match self.control() {
            Ok(control) => (words.text_with("new-time-fine", &[("control", control.to_string().into())]), theme::FADED),
            Err(error) => (words.text_with("new-time-wrong", &[("why", error.to_string().into())]), theme::EMBER),
        };
        ui.label(RichText::new(text).color(color).small());
    }
}

/// A control as people call it: `5+3`, `10+0`, `40/90+30, 15+30`.
fn label(control: &TimeControl) -> String {
    let short = control.to_string().replace(":00", "");
    match control.periods() {
        [period] if period.bonus == Bonus::None => format!("{short}+0"),
        _ => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_called_as_people_call_them() {
        let named = |text: &str| label(&text.parse().unwrap());
        assert_eq!(named("5:00+3"), "5+3");
        assert_eq!(named("10:00"), "10+0");
        assert_eq!(named("40/90:00+30, 20/30:00+30, 15:00+30"), "40/90+30, 20/30+30, 15+30");
    }

    #[test]
    fn the_form_keeps_what_was_played() {
        let mut form = TimeForm::default();
        for text in ["5:00+3", "none", "7:30b2", "40/90:00+30, 20/30:00+30, 15:00+30"] {
            let control: TimeControl = text.parse().unwrap();
            form.fill_in(&control);
            assert_eq!(form.control(), Ok(control));
        }
        form.chosen = Choice::Own;
        form.text = "2,5+2,5".to_owned();
        assert_eq!(form.control().unwrap().to_string(), "2:30+2.5");
        form.text = "soon".to_owned();
        assert!(form.control().is_err());
    }
}
