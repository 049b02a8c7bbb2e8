//! The few widgets that all overlays share.

use bevy_egui::egui::{
    Align, Button, Context, Id, Label, Layout, Rect, Response, RichText, TextStyle, TextWrapMode, Ui, Vec2, WidgetText,
};

use super::{reading::seen, theme};
use crate::locale::Words;

/// A button with the words of `key`.
pub(super) fn button(ui: &mut Ui, words: &Words, key: &str) -> Response {
    button_if(ui, words, key, true)
}

/// A button with the words of `key` that can be pressed only if `enabled`.
pub(super) fn button_if(ui: &mut Ui, words: &Words, key: &str, enabled: bool) -> Response {
    let response = ui.add_enabled(enabled, Button::new(words.text(key)));
    note(ui, key, response.rect);
    response
}

/// Buttons of equal width side by side: key and whether it can be pressed. Answers which one was.
pub(super) fn button_row(ui: &mut Ui, words: &Words, keys: &[(&str, bool)]) -> Option<usize> {
    let gaps = ui.spacing().item_spacing.x * (keys.len() as f32 - 1.0);
    let width = ((ui.available_width() - gaps) / keys.len() as f32).floor();
    let height = ui.spacing().interact_size.y;
    ui.horizontal(|ui| {
        let mut pressed = None;
        for (index, (key, enabled)) in keys.iter().enumerate() {
            let button = Button::new(words.text(key)).truncate().min_size(Vec2::new(width, height));
            let sized = Layout::centered_and_justified(ui.layout().main_dir());
            let response = ui
                .allocate_ui_with_layout(Vec2::new(width, height), sized, |ui| ui.add_enabled(*enabled, button))
                .inner;
            note(ui, key, response.rect);
            if response.clicked() {
                pressed = Some(index);
            }
        }
        pressed
    })
    .inner
}

/// Buttons side by side, each as wide as its words need and wider by an equal share of what is left. Answers which one was
/// pressed.
pub(super) fn button_line(ui: &mut Ui, words: &Words, keys: &[&str]) -> Option<usize> {
    ui.horizontal(|ui| {
        ui.spacing_mut().button_padding.x = 4.0;
        let texts: Vec<String> = keys.iter().map(|key| words.text(key)).collect();
        let needs = |text: &String| {
            let text = WidgetText::from(text.as_str());
            text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Button).size().x + 8.0
        };
        let needs: Vec<f32> = texts.iter().map(needs).collect();
        let count = keys.len().max(1) as f32;
        let gaps = ui.spacing().item_spacing.x * (count - 1.0);
        let left = ui.available_width() - gaps - needs.iter().sum::<f32>();
        let height = ui.spacing().interact_size.y;
        let mut pressed = None;
        for (index, (text, needed)) in texts.into_iter().zip(needs).enumerate() {
            let size = Vec2::new((needed + left / count).floor().max(1.0), height);
            let sized = Layout::centered_and_justified(ui.layout().main_dir());
            let button = Button::new(text).truncate().min_size(size);
            let response = ui.allocate_ui_with_layout(size, sized, |ui| ui.add(button)).inner;
            note(ui, keys[index], response.rect);
            if response.clicked() {
                pressed = Some(index);
            }
        }
        pressed
    })
    .inner
}

/// Choices that exclude each other, side by side as far as there is room. Answers whether the choice has changed.
pub(super) fn choices<T: Copy + PartialEq>(ui: &mut Ui, chosen: &mut T, all: &[(T, String)]) -> bool {
    let before = *chosen;
    ui.horizontal_wrapped(|ui| {
        for (value, label) in all {
            let response = ui.add(Button::selectable(*chosen == *value, label.as_str()).frame_when_inactive(true));
            note(ui, label, response.rect);
            if response.clicked() {
                *chosen = *value;
            }
        }
    });
    *chosen != before
}

/// Makes the rows of a list stand closer than buttons do. Answers the height of one.
pub(super) fn pack_rows(ui: &mut Ui) -> f32 {
    let spacing = ui.spacing_mut();
    spacing.item_spacing.y = 2.0;
    spacing.button_padding.y = 2.0;
    spacing.interact_size.y = 24.0;
    24.0
}

/// A line above what it names.
pub(super) fn caption(ui: &mut Ui, words: &Words, key: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(words.text(key)).color(theme::FADED).small());
}

/// A line of text that is cut short rather than making its place wider.
pub(super) fn line(ui: &mut Ui, text: impl Into<RichText>) -> Response {
    let text = seen(ui, text.into());
    ui.add(Label::new(text).truncate())
}

/// Adds from the right end of the line.
pub(super) fn at_right<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), add).inner
}

/// Adds from the left end of what is left of the line.
pub(super) fn at_left<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::left_to_right(Align::Center), add).inner
}

/// Keeps where the widget named `key` lies, so that whoever tests can press it.
pub(super) fn note(ui: &Ui, key: &str, rect: Rect) {
    ui.data_mut(|data| data.insert_temp(Id::new(("place of", key)), rect));
}

/// The same for what is not part of a layout.
pub(super) fn note_in(ctx: &Context, key: &str, rect: Rect) {
    ctx.data_mut(|data| data.insert_temp(Id::new(("place of", key)), rect));
}

/// Where the widget named `key` was last drawn.
pub fn rect_of(ctx: &Context, key: &str) -> Option<Rect> {
    ctx.data(|data| data.get_temp(Id::new(("place of", key))))
}
