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
