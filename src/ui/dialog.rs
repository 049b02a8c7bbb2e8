//! What all dialogs have in common: they block what lies behind, fit the window, take the keyboard, and go with Esc.

use bevy::prelude::*;
use bevy_egui::egui::{
    Area, Color32, Context, Id, Key, LayerId, Modal, Modifiers, Order, Pos2, Rect, Response, ScrollArea, Sense, Ui,
    UiKind, Vec2,
};

use super::theme;

/// Passes during which a dialog that has just opened still gives the focus away: the first ones only measure.
const YOUTH: u64 = 4;

/// Where a text field had the focus in the pass before: Esc then leaves the field, not the dialog.
#[derive(Resource, Default)]
pub(super) struct Typing(pub(super) bool);

/// What came of showing a dialog.
pub(super) struct Shown<R> {
    /// What its contents answered.
    pub(super) inner: R,
    /// Whether there was a click beside it.
    pub(super) clicked_away: bool,
}

/// A dialog about to be shown.
pub(super) struct Dialog {
    id: Id,
    width: f32,
    corner: Option<Pos2>,
    backdrop: Color32,
}

impl Dialog {
    /// A dialog in the middle of the window, `width` wide where the window allows.
    pub(super) fn new(name: &'static str, width: f32) -> Self {
        Dialog { id: Id::new(name), width, corner: None, backdrop: Color32::from_black_alpha(90) }
    }

    /// Puts its left top corner here, as far as the window allows; the table stays as bright as it is.
    pub(super) fn at(mut self, corner: Pos2) -> Self {
        self.corner = Some(corner);
        self.backdrop = Color32::TRANSPARENT;
        self
    }

    /// How large it was when last drawn.
    pub(super) fn size(&self, ctx: &Context) -> Option<Vec2> {
        ctx.memory(|memory| memory.area_rect(self.id)).map(|rect| rect.size())
    }

    /// Shows it above everything; what lies behind takes neither clicks nor wheel nor focus.
    pub(super) fn show<R>(self, ctx: &Context, contents: impl FnOnce(&mut Ui) -> R) -> Shown<R> {
        let area = Area::new(self.id)
            .kind(UiKind::Modal)
            .sense(Sense::hover())
            .order(Order::Foreground)
            .default_size(ctx.content_rect().size())
            .fade_in(false);
        let area = match self.corner {
            Some(corner) => area.fixed_pos(corner),
            None => area.anchor(bevy_egui::egui::Align2::CENTER_CENTER, Vec2::ZERO),
        };
        remember_opening(ctx, self.id);
        let screen = ctx.content_rect();
        let modal = Modal::new(self.id).area(area).frame(theme::dialog()).backdrop_color(self.backdrop);
        let width = self.width.min(screen.width() - 48.0);
        let height = (screen.height() - 56.0).max(80.0);
        let shown = modal.show(ctx, |ui| {
            ui.set_max_width(width);
            // The area offers no more than it had in the pass before; contents that have grown need more.
            ui.set_max_height(height);
            ScrollArea::vertical().max_height(height).show(ui, contents).inner
        });
        Shown { inner: shown.inner, clicked_away: shown.backdrop_response.clicked() }
    }
}

/// Whether Esc asks the dialog to go. Takes the key, so that one press closes one thing.
pub(super) fn escaped(ctx: &Context, typing: &Typing) -> bool {
    !typing.0 && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Gives this widget the focus if the dialog has just opened.
pub(super) fn focus_first(ui: &Ui, widget: &Response) {
    let young = ui.data(|data| data.get_temp::<bool>(Id::new("young dialog"))).unwrap_or(false);
    if young && ui.memory(|memory| memory.focused().is_none()) {
        widget.request_focus();
    }
}

fn remember_opening(ctx: &Context, id: Id) {
    let layer = LayerId::new(Order::Foreground, id);
    let pass = ctx.cumulative_pass_nr();
    if !ctx.memory(|memory| memory.areas().visible_last_frame(&layer)) {
        ctx.data_mut(|data| data.insert_temp(id, pass));
        // What was focused behind the dialog must not hear its keys.
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
    let opened = ctx.data(|data| data.get_temp::<u64>(id)).unwrap_or(pass);
    ctx.data_mut(|data| data.insert_temp(Id::new("young dialog"), pass < opened + YOUTH));
}

/// The left top corner for a dialog of `size` that must not cover `avoid`: as near the middle of `room` as that allows.
pub(super) fn corner_beside(room: Rect, size: Vec2, avoid: Option<Rect>) -> Pos2 {
    let margin = 8.0;
    let (low, high) = (room.min + Vec2::splat(margin), room.max - size - Vec2::splat(margin));
    let high = high.max(low);
    let middle = room.center() - size / 2.0;
    let Some(avoid) = avoid else {
        return middle.clamp(low, high);
    };
    let columns = [middle.x.clamp(low.x, high.x), low.x, high.x];
    let rows = [middle.y.clamp(low.y, high.y), low.y, high.y];
    let corners = columns.into_iter().flat_map(|x| rows.map(|y| Pos2::new(x, y)));
    let cost = |corner: &Pos2| {
        let hidden = Rect::from_min_size(*corner, size).intersect(avoid);
        let hidden = if hidden.is_positive() { hidden.area() } else { 0.0 };
        (hidden, corner.distance(middle))
    };
    // Nothing hidden counts most; then the way from the middle.
    corners
        .min_by(|a, b| {
            let (a, b) = (cost(a), cost(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
        .unwrap_or(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_keeps_off_what_must_be_seen() {
        let size = Vec2::new(300.0, 140.0);
        for (width, height) in [(1280.0, 720.0), (596.0, 360.0)] {
            let room = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
            for column in 1..8 {
                for row in 1..8 {
                    let king = Pos2::new(width * column as f32 / 8.0, height * row as f32 / 8.0);
                    let king = Rect::from_center_size(king, Vec2::new(50.0, 60.0));
                    let dialog = Rect::from_min_size(corner_beside(room, size, Some(king)), size);
                    assert!(!dialog.intersects(king), "{dialog:?} covers {king:?}");
                    assert!(room.contains_rect(dialog));
                }
            }
        }
    }

    #[test]
    fn with_nothing_to_avoid_it_lies_in_the_middle() {
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::new(1000.0, 800.0));
        assert_eq!(corner_beside(room, Vec2::new(200.0, 100.0), None), Pos2::new(400.0, 350.0));
    }

    #[test]
    fn a_dialog_larger_than_its_room_begins_at_its_corner() {
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::new(100.0, 80.0));
        assert_eq!(corner_beside(room, Vec2::new(200.0, 100.0), None), Pos2::new(8.0, 8.0));
    }
}
