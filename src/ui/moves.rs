//! The move list: two columns with move numbers. Only the rows in sight are drawn, however long the game is.

use bevy_egui::egui::{
    Align, Align2, Button, Layout, RichText, ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2, pos2,
};

use super::{scoresheet::Scoresheet, theme, widgets};
use crate::locale::Words;

/// Width of the column of move numbers, in points; five digits fit.
const NUMBERS: f32 = 52.0;

/// What the list remembers from frame to frame.
#[derive(Default)]
pub(super) struct MoveList {
    /// The ply that was last brought into sight, and the height it was done for.
    shown: Option<(usize, f32)>,
    /// How far the list is scrolled.
    offset: f32,
}

impl MoveList {
    /// Draws the list `height` points high. Answers the ply that was clicked.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        words: &Words,
        sheet: &Scoresheet,
        ply: usize,
        height: f32,
    ) -> Option<usize> {
        let (first, black_begins) = sheet.first();
        let skipped = usize::from(black_begins);
        let rows = (sheet.len() + skipped).div_ceil(2);
        let row_height = widgets::pack_rows(ui);
        let pitch = row_height + ui.spacing().item_spacing.y;
        let mut area =
            ScrollArea::vertical().id_salt("moves").auto_shrink(false).min_scrolled_height(0.0).max_height(height);
        if self.shown != Some((ply, height)) {
            let row = (ply + skipped).saturating_sub(1) / 2;
            self.offset = in_sight(self.offset, row as f32 * pitch, row_height, height, rows as f32 * pitch);
            self.shown = Some((ply, height));
            area = area.vertical_scroll_offset(self.offset);
        }
        if rows == 0 {
            let empty = area.show(ui, |ui| ui.label(RichText::new(words.text("panel-no-moves")).color(theme::FADED)));
            self.offset = empty.state.offset.y;
            return None;
        }
        let output = area.show_rows(ui, row_height, rows, |ui, range| {
            let mut clicked = None;
            for row in range {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    number(ui, first + row as u32, row_height);
                    let width = ((ui.available_width() - 4.0) / 2.0).floor();
                    for half in 0..2 {
                        let index = (2 * row + half).checked_sub(skipped);
                        let text = index.map_or(Some("…"), |index| sheet.text(index));
                        let Some(text) = text else { continue };
                        let at = index.map(|index| index + 1);
                        if cell(ui, text, at == Some(ply), Vec2::new(width, row_height), at) {
                            clicked = at;
                        }
                    }
                });
            }
            clicked
        });
        self.offset = output.state.offset.y;
        output.inner
    }
}

fn number(ui: &mut Ui, number: u32, height: f32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(NUMBERS, height), Sense::hover());
    let font = TextStyle::Body.resolve(ui.style());
    let mut end = pos2(rect.right() - 6.0, rect.center().y);
    // Digit by digit: these are known from the frame before, whole numbers of a long game are not.
    for letter in format!("{number}.").chars().rev() {
        end.x = ui.painter().text(end, Align2::RIGHT_CENTER, letter, font.clone(), theme::FADED).left();
    }
}

/// One move. It takes clicks but not the Tab key: there may be thousands, and Home, End and the page keys reach them all.
fn cell(ui: &mut Ui, text: &str, chosen: bool, size: Vec2, ply: Option<usize>) -> bool {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let button = Button::selectable(chosen, text).sense(Sense::CLICK).truncate().min_size(size);
    let layout = Layout::left_to_right(Align::Center).with_main_justify(true);
    let mut place = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    let response = place.add_enabled(ply.is_some(), button);
    if let Some(ply) = ply {
        widgets::note(ui, &format!("ply {ply}"), response.rect);
    }
    response.clicked()
}

/// The scroll offset nearest to `offset` that shows the row at `top` with some rows around it.
fn in_sight(offset: f32, top: f32, row: f32, height: f32, total: f32) -> f32 {
    let around = (height / 3.0).min(2.0 * row);
    let lowest = (top + row + around - height).max(0.0);
    let highest = (top - around).max(0.0).min((total - height).max(0.0));
    if lowest > highest { highest } else { offset.clamp(lowest, highest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_out_of_sight_is_brought_into_it() {
        // 1000 rows of 30, 300 in sight.
        let to = |offset, row: usize| in_sight(offset, row as f32 * 30.0, 24.0, 300.0, 30_000.0);
        assert_eq!(to(0.0, 2), 0.0, "already in sight");
        assert_eq!(to(0.0, 0), 0.0);
        assert!((to(0.0, 500) + 300.0 - 15_024.0) >= 0.0);
        assert!(to(29_000.0, 500) <= 15_000.0);
        assert_eq!(to(0.0, 999), 29_700.0, "the end, and not further");
    }

    #[test]
    fn a_short_list_is_not_scrolled() {
        assert_eq!(in_sight(50.0, 30.0, 24.0, 300.0, 60.0), 0.0);
    }
}
