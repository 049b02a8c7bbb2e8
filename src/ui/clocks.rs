//! The two clocks: large digits in the panel, smaller ones over the table where the panel is slim.
//!
//! The clock that runs has a frame and a pointer, one that is short of time a double frame and a sign: never color alone.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{
        Align2, Area, Color32, FontFamily, FontId, Id, Order, Painter, Pos2, Rect, RichText, Sense, Stroke, StrokeKind,
        Ui, Vec2,
    },
};

use super::{
    UiSystems,
    figurine::{color, figurine},
    panel::SidePanel,
    theme, widgets,
};
use crate::{
    chess::{
        Kind, Piece, Side,
        clock::{Clock, LOW, face},
    },
    game::{Clocks, Match},
    locale::Words,
    replay::Rhythm,
};

/// How large a clock is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// In the panel.
    Large,
    /// Over the table, in a small window.
    Small,
}

/// Every letter that a clock shows.
const LETTERS: &str = "0123456789:.";
/// Signs beside them: this clock runs, and it has little time left.
const RUNS: &str = "▶";
const LOW_TIME: &str = "⚠";

/// What is drawn of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Look {
    digits: String,
    runs: bool,
    low: bool,
    /// Moves until the next period, if there is one.
    to_go: Option<u32>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show_over_table.in_set(UiSystems::Bar));
}

fn show_over_table(
    mut contexts: EguiContexts,
    words: Res<Words>,
    clocks: Res<Clocks>,
    panel: Res<SidePanel>,
) -> Result {
    if clocks.clock().is_none() || panel.is_open() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    Area::new(Id::new("clocks"))
        .order(Order::Middle)
        .interactable(false)
        .sense(Sense::hover())
        .fade_in(false)
        .anchor(Align2::LEFT_TOP, (8.0, 8.0))
        .show(ctx, |ui| {
            for side in Side::ALL {
                show(ui, &words, &clocks, side, Size::Small);
            }
        });
    Ok(())
}

/// Draws the clock of a side, if the game has clocks.
pub(super) fn show(ui: &mut Ui, words: &Words, clocks: &Clocks, side: Side, size: Size) {
    let (Some(clock), Some(left)) = (clocks.clock(), clocks.left(side)) else { return };
    draw(ui, words, look(clock, left, side), side, size);
}

/// Draws the clock of a side as the file of the watched game tells it, if it does.
pub(super) fn show_film(ui: &mut Ui, words: &Words, rhythm: &Rhythm, current: &Match, side: Side, size: Size) {
    let Some(left) = rhythm.clock(side) else { return };
    let runs = current.shown_outcome().is_none() && !current.is_at_end() && current.shown().side() == side;
    let look = Look { digits: face(left), runs, low: left < LOW, to_go: None };
    draw(ui, words, look, side, size);
}

fn draw(ui: &mut Ui, words: &Words, look: Look, side: Side, size: Size) {
    let (points, width) = match size {
        Size::Large => (34.0, ui.available_width()),
        Size::Small => (20.0, 132.0),
    };
    let height = points + 10.0;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    widgets::note(ui, &format!("clock {side}"), rect);
    let painter = ui.painter();
    let fill = if look.runs { Color32::from_rgb(98, 70, 48) } else { Color32::from_rgba_unmultiplied(30, 22, 17, 232) };
    painter.rect_filled(rect, 6.0, fill);
    if look.runs {
        painter.rect_stroke(rect.shrink(1.0), 6.0, Stroke::new(2.0, theme::GOLD), StrokeKind::Middle);
    }
    if look.low {
        painter.rect_stroke(rect.shrink(4.0), 4.0, Stroke::new(1.5, theme::EMBER), StrokeKind::Middle);
    }
    let inside = rect.shrink2(Vec2::new(10.0, 2.0));
    let letters = |points| FontId::new(points, FontFamily::Proportional);
    let ink = if look.low { theme::EMBER } else { theme::IVORY };
    let edge = write_digits(painter, inside, &look.digits, &letters(points), ink);
    for sign in [RUNS, LOW_TIME] {
        let _ = painter.layout_no_wrap(sign.to_owned(), letters(points * 0.55), ink);
    }
    // From the left: who, a pointer that says that this one runs, a sign that time is short, the moves to go.
    let mut marks = Vec::new();
    if size == Size::Small {
        marks.push((figurine(Piece { side, kind: Kind::King }, points * 0.8).text().to_owned(), color(side)));
    }
    if look.runs {
        marks.push((RUNS.to_owned(), theme::GOLD));
    }
    if look.low {
        marks.push((LOW_TIME.to_owned(), theme::EMBER));
    }
    if let Some(moves) = look.to_go.filter(|_| size == Size::Large) {
        let text = words.text_with("panel-moves-to-go", &[("moves", moves.into())]);
        marks.push((text, theme::FADED));
    }
    let mut at = inside.left_center();
    for (mark, ink) in marks {
        let drawn = painter.text(at, Align2::LEFT_CENTER, mark, letters(points * 0.55), ink);
        at.x = drawn.right() + 6.0;
        if at.x > edge {
            break;
        }
    }
    if look.low {
        response.on_hover_text(RichText::new(words.text("panel-low-time")));
    }
}

/// Writes digits from the right, each in a place of its own, all of one width: so they do not jump. Answers where the first
/// begins.
///
/// All letters are laid out each time, shown or not: one that is new to the screen is only seen a frame later, and the next
/// frame may be a second away. Letters that stand alone look the same wherever they stand, so none is new later.
fn write_digits(painter: &Painter, room: Rect, text: &str, font: &FontId, ink: Color32) -> f32 {
    let letter = |letter: char| painter.layout_no_wrap(letter.to_string(), font.clone(), ink);
    let widest = LETTERS.chars().map(|c| letter(c).size().x).fold(0.0, f32::max).ceil();
    let mut right = room.right();
    for c in text.chars().rev() {
        let drawn = letter(c);
        let width = if c.is_ascii_digit() { widest } else { drawn.size().x.ceil() };
        right -= width;
        let at = Pos2::new(right + (width - drawn.size().x) / 2.0, room.center().y - drawn.size().y / 2.0);
        painter.galley(at.round(), drawn, ink);
    }
    right
}

fn look(clock: &Clock, left: Duration, side: Side) -> Look {
    let to_go = clock.moves_to_go(side);
    Look { digits: face(left), runs: clock.running() == Some(side), low: left < LOW, to_go }
}
