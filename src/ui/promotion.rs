//! The promotion chooser beside the promotion square: queen, rook, bishop, knight, always in this order.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Button, Key, Pos2, Rect, RichText, Ui, Vec2},
};

use super::{
    UiSystems,
    dialog::{self, Dialog, Typing},
    figurine::figurine,
    theme, widgets,
};
use crate::{
    camera,
    chess::{Kind, Piece, Side},
    game::{CancelSelection, ChoosePromotion, Match, Selection},
    locale::Words,
    screens::Overlay,
};

/// Width of the chooser's contents, in points.
const WIDTH: f32 = 170.0;
/// How far the chooser keeps from the middle of the square.
const BESIDE: f32 = 56.0;

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Become(Kind),
    Cancel,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Promotion)));
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    typing: Res<Typing>,
    (current, selection): (Res<Match>, Res<Selection>),
    panel: Res<camera::Panel>,
    eyes: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some((_, to)) = selection.promoting() else {
        // Called off in the very frame in which it was asked for.
        commands.trigger(CancelSelection);
        return Ok(());
    };
    let screen = ctx.content_rect();
    let room = screen.with_max_x(screen.right() - panel.right);
    let square = eyes.iter().next().and_then(|(camera, eye)| camera::on_screen(camera, eye, to));
    let square = square.map_or(room.center(), |at| Pos2::new(at.x, at.y));
    let chooser = Dialog::new("promotion", WIDTH);
    let size = chooser.size(ctx).unwrap_or(Vec2::new(WIDTH + 32.0, 210.0));
    let side = current.shown().side();
    let shown = chooser.at(beside(room, square, size)).show(ctx, |ui| contents(ui, &words, side));
    let answer = if shown.clicked_away || dialog::escaped(ctx, &typing) { Some(Answer::Cancel) } else { shown.inner };
    match answer {
        Some(Answer::Become(kind)) => commands.trigger(ChoosePromotion(kind)),
        Some(Answer::Cancel) => commands.trigger(CancelSelection),
        None => {}
    }
    Ok(())
}

/// Draws the four men. Answers the one that was clicked, or whose key was pressed.
fn contents(ui: &mut Ui, words: &Words, side: Side) -> Option<Answer> {
    let mut answer = None;
    ui.spacing_mut().item_spacing.y = 5.0;
    for kind in Kind::PROMOTIONS {
        let hint = RichText::new(kind.letter()).color(theme::FADED);
        let button = Button::new((figurine(Piece { side, kind }, 26.0), name(words, kind)));
        let button = button.right_text(hint).min_size(Vec2::new(ui.available_width(), 38.0));
        let response = ui.add(button);
        widgets::note(ui, &format!("promote {}", kind.letter()), response.rect);
        if response.clicked() || ui.input(|input| input.modifiers.is_none() && input.key_pressed(key(kind))) {
            answer = Some(Answer::Become(kind));
        }
    }
    answer
}

fn name(words: &Words, kind: Kind) -> String {
    match kind {
        Kind::Rook => words.text("promotion-rook"),
        Kind::Bishop => words.text("promotion-bishop"),
        Kind::Knight => words.text("promotion-knight"),
        Kind::Queen | Kind::Pawn | Kind::King => words.text("promotion-queen"),
    }
}

fn key(kind: Kind) -> Key {
    match kind {
        Kind::Queen => Key::Q,
        Kind::Rook => Key::R,
        Kind::Bishop => Key::B,
        Kind::Knight => Key::N,
        Kind::Pawn => Key::P,
        Kind::King => Key::K,
    }
}

/// The corner of a chooser of `size` beside the square, wholly in the room: at the right of it if there is space, else left.
fn beside(room: Rect, square: Pos2, size: Vec2) -> Pos2 {
    let right = square.x + BESIDE;
    let left = square.x - BESIDE - size.x;
    let x = if right + size.x <= room.right() { right } else { left };
    let (low, high) = (room.min, (room.max - size).max(room.min));
    Pos2::new(x, square.y - size.y / 2.0).clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chooser_lies_beside_the_square_and_in_the_room() {
        let size = Vec2::new(202.0, 210.0);
        for (width, height) in [(1280.0, 720.0), (592.0, 360.0), (250.0, 220.0)] {
            let room = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
            for file in 0..8 {
                for y in [40.0, height - 40.0] {
                    let square = Pos2::new(width * (0.15 + 0.1 * file as f32), y);
                    let chooser = Rect::from_min_size(beside(room, square, size), size);
                    assert!(room.contains_rect(chooser), "{chooser:?} in {room:?}");
                    assert!(width < 500.0 || !chooser.contains(square), "{chooser:?} covers {square:?}");
                }
            }
        }
    }
}
