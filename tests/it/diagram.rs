//! The flat diagram: the same clicks, drags, marks and arrows, also when it comes in mid-game and in mid-drag.

use bevy::{input::ButtonState, prelude::*};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    board::{Diagram, Drawn, Hovered, Sign, layout},
    camera::{Flip, LookFrom, Pose, Seat, ToggleDiagram, View},
    chess::{Side, Square},
    pieces::Figure,
};

use crate::{
    models::{dress, models},
    table::{Table, sq},
};

fn pose(table: &mut Table) -> Pose {
    let world = table.app.world_mut();
    Pose::now(world.query::<&PanOrbitCamera>().single(world).unwrap())
}

/// How many men are hidden, and how many printed figures there are.
fn printed(table: &mut Table) -> (usize, usize) {
    let world = table.app.world_mut();
    let mut men = world.query_filtered::<&Visibility, With<Figure>>();
    let hidden = men.iter(world).filter(|visibility| **visibility == Visibility::Hidden).count();
    let figures = world.query::<&Figure>().iter(world).count();
    let children = world.query_filtered::<&ChildOf, With<Mesh3d>>().iter(world).count();
    assert!(children <= figures);
    (hidden, children)
}

fn key_b(table: &mut Table) {
    table.key(KeyCode::KeyB, bevy::input::keyboard::Key::Character("b".into()));
    table.wait(25);
}

#[test]
fn one_key_makes_a_diagram_and_a_board_again() {
    let mut table = Table::new();
    dress(&mut table.app, &models(true));
    table.look(View::White);
    let before = pose(&mut table);
    key_b(&mut table);
    assert_eq!(table.app.world().resource::<Diagram>().0, Some(Side::White));
    assert_eq!(printed(&mut table), (32, 32));
    assert!(pose(&mut table).pitch > 1.56, "straight from above");
    // It is locked: neither the wheel nor a drag moves it.
    let flat = pose(&mut table);
    let beside = table.pixel(Vec3::new(-5.6, 0.0, 0.0));
    table.point(beside);
    table.app.update();
    table.wheel(1.0);
    table.button(MouseButton::Middle, ButtonState::Pressed);
    table.app.update();
    table.moved(Vec2::new(80.0, 30.0));
    table.wait(3);
    table.button(MouseButton::Middle, ButtonState::Released);
    table.wait(10);
    assert_eq!(pose(&mut table), flat);
    // The same clicks, drags, marks and arrows.
    table.click("e2");
    assert_eq!(table.marks(Sign::Target), [sq("e3"), sq("e4")]);
    table.click("e4");
    table.settle();
    table.drag("e7", "e5");
    table.settle();
    assert_eq!(table.moves(), "e4 e5");
    table.assert_scene();
    let (from, to) = (table.pixel_of("g1"), table.pixel_of("f3"));
    table.point(from);
    table.app.update();
    table.button(MouseButton::Right, ButtonState::Pressed);
    table.app.update();
    table.point(to);
    table.app.update();
    table.button(MouseButton::Right, ButtonState::Released);
    table.wait(2);
    let world = table.app.world_mut();
    assert_eq!(world.query::<&Drawn>().iter(world).count(), 1);
    // Captured men and promoted ones are printed too.
    table.play("d2d4 e5d4");
    table.wait(2);
    assert_eq!(printed(&mut table), (32, 32));
    key_b(&mut table);
    assert_eq!(printed(&mut table), (0, 0));
    assert!(!pose(&mut table).differs(before), "the eye is where it was");
    table.assert_scene();
}

#[test]
fn all_of_a_square_is_that_square_in_a_diagram() {
    let mut table = Table::new();
    dress(&mut table.app, &models(true));
    table.ask(ToggleDiagram);
    table.wait(25);
    for square in Square::ALL {
        for (x, z) in [(0.0, 0.0), (0.45, 0.45), (-0.45, 0.45), (0.45, -0.45), (-0.45, -0.45)] {
            let at = table.pixel(layout::center(square) + Vec3::new(x, 0.0, z));
            table.point(at);
            table.app.update();
            assert_eq!(table.app.world().resource::<Hovered>().0, Some(square));
        }
    }
}

#[test]
fn a_diagram_is_turned_over_and_stays_one() {
    let mut table = Table::new();
    dress(&mut table.app, &models(true));
    table.ask(ToggleDiagram);
    table.wait(25);
    table.ask(Flip);
    table.wait(25);
    assert_eq!(table.app.world().resource::<Diagram>().0, Some(Side::Black));
    assert!(pose(&mut table).pitch > 1.56 && (pose(&mut table).yaw.abs() - std::f32::consts::PI).abs() < 1e-3);
    table.ask(LookFrom(View::Side));
    table.wait(25);
    assert!(pose(&mut table).pitch > 1.56);
    // Figures stand upright for who looks: their upper edge is away from the seat.
    let world = table.app.world_mut();
    let mut sheets = world.query_filtered::<&GlobalTransform, (With<ChildOf>, With<Mesh3d>)>();
    for sheet in sheets.iter(world) {
        assert!(sheet.rotation().mul_vec3(Vec3::NEG_Z).z > 0.99);
    }
    table.ask(ToggleDiagram);
    table.wait(25);
    assert_eq!(table.app.world().resource::<Seat>().0, Side::Black);
    let usual = pose(&mut table);
    assert!(usual.pitch < 1.2 && (usual.yaw.abs() - std::f32::consts::PI).abs() < 1e-3, "{usual:?}");
}

#[test]
fn a_diagram_comes_and_goes_in_mid_drag() {
    let mut table = Table::new();
    dress(&mut table.app, &models(true));
    table.look(View::White);
    for squares in [("e2", "e4"), ("e7", "e5")] {
        let half = table.pixel(layout::center(sq(squares.1)));
        table.drag_to(squares.0, half);
        key_b(&mut table);
        let there = table.pixel_of(squares.1);
        table.point(there);
        table.app.update();
        table.release();
        table.settle();
        table.assert_scene();
    }
    assert_eq!(table.moves(), "e4 e5");
    assert_eq!(printed(&mut table), (0, 0));
}
