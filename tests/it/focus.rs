//! The window loses the keyboard, or is hidden, while something is held: nothing sticks.

use bevy::{
    input::{ButtonState, keyboard::KeyboardFocusLost},
    prelude::*,
    window::{PrimaryWindow, WindowEvent, WindowFocused},
};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    board::{Drawn, Sketch},
    camera::{Pose, View},
    picking::Hand,
    pieces::Held,
};

use crate::table::Table;

/// Another window comes to the front; whatever is let go now is not heard here.
pub fn lose_focus(table: &mut Table) {
    let world = table.app.world_mut();
    let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).unwrap();
    let lost = WindowFocused { window, focused: false };
    world.write_message(lost.clone());
    world.write_message::<WindowEvent>(lost.into());
    world.write_message(KeyboardFocusLost);
    table.wait(2);
}

fn wanted(table: &mut Table) -> Pose {
    let world = table.app.world_mut();
    Pose::wanted(world.query::<&PanOrbitCamera>().single(world).unwrap())
}

#[test]
fn a_man_in_hand_goes_home() {
    let mut table = Table::new();
    let over = table.pixel_of("e4");
    table.drag_to("e2", over);
    assert!(matches!(table.app.world().resource::<Hand>(), Hand::Carrying { .. }));
    lose_focus(&mut table);
    assert_eq!(*table.app.world().resource::<Hand>(), Hand::Open);
    assert_eq!(table.app.world_mut().query::<&Held>().iter(table.app.world()).count(), 0);
    table.point(over);
    table.settle();
    table.assert_scene();
    // Should it be heard after all, it means nothing.
    table.release();
    assert_eq!((table.moves().as_str(), table.selected()), ("", None));
    table.drag("e2", "e4");
    table.settle();
    assert_eq!(table.moves(), "e4");
}

#[test]
fn the_table_does_not_go_on_turning() {
    let mut table = Table::new();
    table.look(View::White);
    table.point(Vec2::new(40.0, 400.0));
    table.app.update();
    table.press();
    table.moved(Vec2::new(30.0, 0.0));
    table.wait(3);
    lose_focus(&mut table);
    let before = wanted(&mut table);
    for _ in 0..5 {
        table.moved(Vec2::new(40.0, 10.0));
        table.app.update();
    }
    assert_eq!(wanted(&mut table), before);
}

#[test]
fn an_arrow_that_is_being_drawn_is_left() {
    let mut table = Table::new();
    let (from, to) = (table.pixel_of("b1"), table.pixel_of("c3"));
    table.point(from);
    table.app.update();
    table.button(MouseButton::Right, ButtonState::Pressed);
    table.app.update();
    table.point(to);
    table.app.update();
    assert!(table.app.world().resource::<Sketch>().0.is_some());
    lose_focus(&mut table);
    assert!(table.app.world().resource::<Sketch>().0.is_none());
    table.button(MouseButton::Right, ButtonState::Released);
    table.wait(2);
    assert_eq!(table.app.world_mut().query::<&Drawn>().iter(table.app.world()).count(), 0);
}

#[test]
fn who_leans_over_sits_back_and_a_held_control_is_let_go() {
    let mut table = Table::new();
    table.look(View::White);
    let before = wanted(&mut table);
    table.hold(KeyCode::KeyL, ButtonState::Pressed);
    table.wait(30);
    assert_ne!(wanted(&mut table), before);
    lose_focus(&mut table);
    table.wait(30);
    assert!(!wanted(&mut table).differs(before));
    table.hold(KeyCode::ControlLeft, ButtonState::Pressed);
    lose_focus(&mut table);
    // With Ctrl it would open the dialog of a new game.
    table.key(KeyCode::KeyN, bevy::input::keyboard::Key::Character("n".into()));
    assert_eq!(table.overlay(), endgame::screens::Overlay::None);
}
