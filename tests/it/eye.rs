//! The eye: zooming, leaning over, views of one's own, and that nothing coasts where motion is off.

use bevy::{input::ButtonState, prelude::*};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    board::layout,
    camera::{Flip, KeepView, LookFrom, OwnView, Pose, View},
    chess::Side,
    settings::{Motion, Settings},
};

use crate::table::{Table, sq};

fn pose(table: &mut Table) -> Pose {
    let world = table.app.world_mut();
    Pose::now(world.query::<&PanOrbitCamera>().single(world).unwrap())
}

fn put(table: &mut Table, yaw: f32, pitch: f32) {
    let world = table.app.world_mut();
    let mut orbit = world.query::<&mut PanOrbitCamera>().single_mut(world).unwrap();
    Pose { yaw, pitch, ..Pose::now(&orbit) }.apply(&mut orbit);
    table.wait(2);
}

#[test]
fn the_wheel_brings_what_is_under_the_pointer_nearer() {
    let mut table = Table::new();
    table.look(View::White);
    let whole = pose(&mut table);
    let h8 = layout::center(sq("f6")) + Vec3::Y * Pose::FOCUS.y;
    let at = table.pixel(h8);
    table.point(at);
    table.app.update();
    for _ in 0..2 {
        table.wheel(1.0);
        table.wait(30);
        let now = table.pixel(h8);
        assert!(now.distance(at) < 3.0, "{now} instead of {at}");
    }
    assert!(pose(&mut table).distance < whole.distance * 0.75);
    for _ in 0..6 {
        table.wheel(-1.0);
        table.wait(30);
    }
    let far = pose(&mut table);
    assert!(far.distance > whole.distance && far.focus.distance(Pose::FOCUS) < 1e-3, "{far:?}");
    // Each preset looks at the middle again.
    for _ in 0..3 {
        table.wheel(1.0);
    }
    table.look(View::Black);
    assert!(pose(&mut table).focus.distance(Pose::FOCUS) < 1e-3);
}

#[test]
fn nothing_coasts_where_motion_is_off() {
    let mut table = Table::new();
    table.app.world_mut().resource_mut::<Settings>().motion = Motion::Off;
    table.wait(3);
    let beside = table.pixel(Vec3::new(-5.6, 0.0, 0.0));
    table.point(beside);
    table.app.update();
    table.button(MouseButton::Right, ButtonState::Pressed);
    table.app.update();
    table.point(beside + Vec2::X * 90.0);
    table.moved(Vec2::new(90.0, 0.0));
    table.app.update();
    let turned = pose(&mut table);
    assert!(turned.yaw.abs() > 0.1);
    table.button(MouseButton::Right, ButtonState::Released);
    table.wait(5);
    assert_eq!(pose(&mut table), turned);
    table.wheel(1.0);
    // Where to look is known when the distance is; both are there in the frame after.
    table.wait(1);
    let near = pose(&mut table);
    table.wait(5);
    assert_eq!(pose(&mut table), near);
    table.ask(LookFrom(View::Side));
    table.wait(1);
    let side = pose(&mut table);
    table.wait(5);
    assert_eq!(pose(&mut table), side);
}

#[test]
fn one_leans_over_the_board_while_the_key_is_held() {
    for motion in [Motion::Normal, Motion::Off] {
        let mut table = Table::new();
        table.app.world_mut().resource_mut::<Settings>().motion = motion;
        table.look(View::White);
        let sitting = pose(&mut table);
        table.hold(KeyCode::KeyL, ButtonState::Pressed);
        table.wait(if motion == Motion::Off { 2 } else { 20 });
        let leaning = pose(&mut table);
        assert!(leaning.pitch > 1.3 && leaning.yaw == sitting.yaw, "{leaning:?}");
        // A move can be made meanwhile.
        table.play("e2e4");
        table.hold(KeyCode::KeyL, ButtonState::Released);
        table.wait(if motion == Motion::Off { 2 } else { 20 });
        assert!(!pose(&mut table).differs(sitting));
        assert_eq!(table.moves(), "e4");
    }
}

#[test]
fn own_views_are_kept_for_each_side_and_with_the_settings() {
    let mut table = Table::new();
    table.look(View::White);
    put(&mut table, 0.5, 0.6);
    table.ask(KeepView(0));
    table.look(View::Black);
    put(&mut table, 3.6, 1.1);
    table.ask(KeepView(0));
    table.look(View::Top);
    table.ask(OwnView(0));
    table.wait(20);
    let black = pose(&mut table);
    assert!((black.pitch - 1.1).abs() < 1e-3, "{black:?}");
    table.look(View::White);
    table.ask(OwnView(0));
    table.wait(20);
    let white = pose(&mut table);
    assert!((white.pitch - 0.6).abs() < 1e-3 && (white.yaw - 0.5).cos() > 0.99999, "{white:?}");
    let kept = table.app.world().resource::<Settings>().own_views;
    assert!(kept[0] != [0.0; 3] && kept[2] != [0.0; 3] && kept[1] == [0.0; 3]);
    // Nothing is kept under the other key: the usual view of the seat.
    table.ask(OwnView(1));
    table.wait(20);
    let usual = pose(&mut table);
    table.look(View::White);
    assert!(!pose(&mut table).differs(usual));
}

#[test]
fn each_side_looks_again_as_it_did_before() {
    let mut table = Table::new();
    table.look(View::White);
    put(&mut table, 0.3, 0.7);
    table.ask(Flip);
    table.wait(20);
    let black = pose(&mut table);
    assert_eq!(table.app.world().resource::<endgame::camera::Seat>().0, Side::Black);
    table.ask(Flip);
    table.wait(20);
    let white = pose(&mut table);
    assert!((white.yaw - 0.3).cos() > 0.99999 && (white.pitch - 0.7).abs() < 1e-3, "{white:?}");
    table.ask(Flip);
    table.wait(20);
    assert!((pose(&mut table).pitch - black.pitch).abs() < 1e-3);
}

#[test]
fn the_board_turns_to_the_side_to_move_when_the_move_has_ended() {
    let mut table = Table::new();
    table.look(View::White);
    table.app.world_mut().resource_mut::<Settings>().turn_board = true;
    table.click("a2");
    table.click("a4");
    let during = pose(&mut table);
    assert!(during.yaw.abs() < 1e-3, "not before the pawn has landed: {during:?}");
    table.settle();
    table.wait(20);
    assert_eq!(table.moves(), "a4");
    let turned = pose(&mut table);
    assert!((turned.yaw.abs() - std::f32::consts::PI).abs() < 1e-3, "{turned:?}");
}
