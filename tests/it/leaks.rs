//! What is meant for an overlay stays there: no click, drag, wheel or key reaches the board or the eye behind it.

use bevy::{
    input::{ButtonState, keyboard::Key},
    prelude::*,
};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    board::{Diagram, Drawn},
    camera::{Pose, View},
    screens::Overlay,
};

use crate::table::Table;

/// Where the eye is and wants to be, what is chosen, drawn and played.
fn state(table: &mut Table) -> (Pose, Pose, Option<endgame::chess::Square>, usize, String, bool) {
    let world = table.app.world_mut();
    let orbit = *world.query::<&PanOrbitCamera>().single(world).unwrap();
    let drawn = world.query::<&Drawn>().iter(world).count();
    let flat = world.resource::<Diagram>().0.is_some();
    (Pose::now(&orbit), Pose::wanted(&orbit), table.selected(), drawn, table.moves(), flat)
}

/// Everything that a mouse can do at a place.
fn fumble(table: &mut Table, at: Vec2) {
    table.point(at);
    table.wait(2);
    table.wheel(2.0);
    for button in [MouseButton::Middle, MouseButton::Right, MouseButton::Left] {
        table.button(button, ButtonState::Pressed);
        table.app.update();
        for step in 1..4 {
            table.point(at + Vec2::X * 2.0 * step as f32);
            table.moved(Vec2::new(25.0, 10.0));
            table.app.update();
        }
        table.button(button, ButtonState::Released);
        table.wait(2);
    }
    table.wait(5);
}

#[test]
fn the_side_panel_keeps_wheel_clicks_and_drags() {
    let mut table = Table::new();
    table.look(View::White);
    let before = state(&mut table);
    // The list of moves: inert, and on it nothing is pressed by mistake.
    fumble(&mut table, Vec2::new(1150.0, 330.0));
    assert_eq!(state(&mut table), before);
    assert_eq!(table.overlay(), Overlay::None);
    // The same a little beside it does reach the table.
    fumble(&mut table, Vec2::new(940.0, 330.0));
    assert_ne!(state(&mut table), before);
}

#[test]
fn a_dialog_keeps_everything() {
    let mut table = Table::new();
    table.look(View::White);
    let before = state(&mut table);
    table.key(KeyCode::F1, Key::F1);
    table.wait(10);
    assert_eq!(table.overlay(), Overlay::Help);
    // On the dialog, and on the board beside it.
    for at in [Vec2::new(640.0, 400.0), Vec2::new(60.0, 300.0)] {
        let was_open = table.overlay() != Overlay::None;
        table.point(at);
        table.wait(2);
        table.wheel(2.0);
        for button in [MouseButton::Middle, MouseButton::Right] {
            table.button(button, ButtonState::Pressed);
            table.app.update();
            table.moved(Vec2::new(25.0, 10.0));
            table.app.update();
            table.button(button, ButtonState::Released);
            table.wait(2);
        }
        assert!(was_open);
        assert_eq!(state(&mut table), before, "{at}");
    }
    for (code, letter) in [(KeyCode::KeyL, "l"), (KeyCode::KeyB, "b"), (KeyCode::KeyF, "f"), (KeyCode::Digit3, "3")] {
        table.key(code, Key::Character(letter.into()));
    }
    table.wait(20);
    assert_eq!(state(&mut table), before);
}

#[test]
fn a_text_field_keeps_its_keys() {
    let mut table = Table::new();
    table.look(View::White);
    let before = state(&mut table);
    table.key(KeyCode::Slash, Key::Character("/".into()));
    table.wait(5);
    for (code, letter) in [
        (KeyCode::KeyL, "l"),
        (KeyCode::KeyB, "b"),
        (KeyCode::KeyF, "f"),
        (KeyCode::Digit3, "3"),
        (KeyCode::Digit5, "5"),
        (KeyCode::KeyR, "r"),
    ] {
        table.key(code, Key::Character(letter.into()));
    }
    for (code, key) in [
        (KeyCode::ArrowLeft, Key::ArrowLeft),
        (KeyCode::Home, Key::Home),
        (KeyCode::End, Key::End),
        (KeyCode::Backspace, Key::Backspace),
    ] {
        table.key(code, key);
    }
    table.wait(20);
    assert_eq!(state(&mut table), before);
    assert_eq!((table.overlay(), table.marks(endgame::board::Sign::Cursor)), (Overlay::None, vec![]));
}

#[test]
fn arrows_in_the_field_of_a_name_do_not_step_through_a_watched_game() {
    let mut table = Table::new();
    table.ask(endgame::replay::OpenGame(0));
    table.settle();
    table.key(KeyCode::PageDown, Key::PageDown);
    table.key(KeyCode::PageDown, Key::PageDown);
    table.settle();
    assert_eq!(table.game().ply(), 2);
    // The name of a file to save is a field, and has the focus.
    table.ask(endgame::ui::Action::Show(Overlay::Save));
    table.wait(10);
    for (code, key) in [
        (KeyCode::ArrowLeft, Key::ArrowLeft),
        (KeyCode::ArrowLeft, Key::ArrowLeft),
        (KeyCode::ArrowRight, Key::ArrowRight),
        (KeyCode::Home, Key::Home),
        (KeyCode::End, Key::End),
        (KeyCode::Space, Key::Space),
    ] {
        table.key(code, key);
    }
    table.wait(10);
    let playing = table.app.world().resource::<endgame::replay::Replay>().playing;
    assert_eq!((table.game().ply(), playing, table.overlay()), (2, false, Overlay::Save));
}

#[test]
fn a_slider_let_go_outside_the_window_is_let_go() {
    let mut table = Table::new();
    table.ask(endgame::replay::OpenGame(0));
    table.settle();
    let world = table.app.world_mut();
    let mut contexts = world.query::<&mut bevy_egui::EguiContext>();
    let context = contexts.single_mut(world).unwrap().get_mut().clone();
    let slider = endgame::ui::rect_of(&context, "replay slider").unwrap();
    let at = |part: f32| Vec2::new(slider.left() + part * slider.width(), slider.center().y);
    table.point(at(0.5));
    table.wait(2);
    table.press();
    table.wait(2);
    // Held still it may yet become a click.
    table.point(at(0.52));
    table.wait(2);
    let middle = table.game().ply();
    assert!(middle > 0);
    table.point(Vec2::new(at(0.25).x, -40.0));
    table.wait(2);
    table.release();
    table.wait(2);
    let quarter = table.game().ply();
    assert!(quarter < middle, "it follows a held button wherever that is");
    table.point(at(0.9));
    table.wait(5);
    assert_eq!(table.game().ply(), quarter);
}
