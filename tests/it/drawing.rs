//! Arrows and circles: drawn with the right button, kept with the position, read and written as PGN comments.

use bevy::{input::ButtonState, prelude::*};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    board::{Drawn, layout},
    camera::View,
    chess::Square,
    game::{Paint, ShowPly, Stroke, TakeBack},
    replay::{OpenPgn, SaveGame, SaveToCollection},
};

use crate::table::{Table, sq};

/// The strokes on the board as in files, in the order of their letters.
fn drawn(table: &mut Table) -> String {
    let world = table.app.world_mut();
    let mut strokes: Vec<String> = world.query::<&Drawn>().iter(world).map(|drawn| written(drawn.0)).collect();
    strokes.sort();
    strokes.join(" ")
}

fn written(Stroke { paint, from, to }: Stroke) -> String {
    let letter = match paint {
        Paint::Green => 'G',
        Paint::Red => 'R',
        Paint::Blue => 'B',
        Paint::Yellow => 'Y',
    };
    if from == to { format!("{letter}{from}") } else { format!("{letter}{from}{to}") }
}

fn right(table: &mut Table, from: Vec2, to: Vec2) {
    stroke(table, MouseButton::Right, from, to);
}

fn stroke(table: &mut Table, button: MouseButton, from: Vec2, to: Vec2) {
    table.point(from);
    table.app.update();
    table.button(button, ButtonState::Pressed);
    table.app.update();
    for part in [0.2, 0.6, 1.0] {
        table.point(from.lerp(to, part));
        table.moved((to - from) * 0.4);
        table.app.update();
    }
    table.button(button, ButtonState::Released);
    table.wait(2);
}

fn arrow(table: &mut Table, from: &str, to: &str) {
    let (from, to) = (table.pixel_of(from), table.pixel_of(to));
    right(table, from, to);
}

fn yaw(table: &mut Table) -> f32 {
    table.wait(20);
    let world = table.app.world_mut();
    world.query::<&PanOrbitCamera>().single(world).unwrap().target_yaw
}

#[test]
fn the_right_button_draws_on_the_squares_and_turns_beside_them() {
    let mut table = Table::new();
    let before = yaw(&mut table);
    arrow(&mut table, "e2", "e4");
    arrow(&mut table, "g1", "f3");
    arrow(&mut table, "d5", "d5");
    assert_eq!(drawn(&mut table), "Gd5 Ge2e4 Gg1f3");
    assert_eq!(yaw(&mut table), before, "drawing does not turn the table");
    assert_eq!((table.selected(), table.moves()), (None, String::new()));
    // The same again takes it away; an arrow that ends beside the board is none.
    arrow(&mut table, "e2", "e4");
    let beside = table.pixel(Vec3::new(-5.6, 0.0, 0.0));
    let a4 = table.pixel_of("a4");
    right(&mut table, a4, beside);
    assert_eq!(drawn(&mut table), "Gd5 Gg1f3");
    // From beside the board the same drag turns the table, with either button; the middle one turns it from everywhere.
    for (button, from) in [(MouseButton::Right, beside), (MouseButton::Left, beside), (MouseButton::Middle, a4)] {
        let before = yaw(&mut table);
        stroke(&mut table, button, from, from + Vec2::new(120.0, 0.0));
        assert_ne!(yaw(&mut table), before, "{button:?}");
        table.look(View::Top);
    }
    assert_eq!(drawn(&mut table), "Gd5 Gg1f3");
    assert_eq!((table.selected(), table.moves()), (None, String::new()));
}

#[test]
fn a_left_drag_over_squares_neither_turns_nor_clicks() {
    let mut table = Table::new();
    let before = yaw(&mut table);
    let (d4, e6) = (table.pixel_of("d4"), table.pixel_of("e6"));
    stroke(&mut table, MouseButton::Left, d4, e6);
    assert_eq!((yaw(&mut table), table.selected()), (before, None));
}

#[test]
fn colors_come_by_keys() {
    let mut table = Table::new();
    for (keys, paint) in [
        (vec![KeyCode::ShiftLeft], 'R'),
        (vec![KeyCode::AltLeft], 'B'),
        (vec![KeyCode::ControlLeft], 'Y'),
        (vec![KeyCode::ShiftLeft, KeyCode::AltLeft], 'Y'),
        (vec![], 'G'),
    ] {
        for key in &keys {
            table.hold(*key, ButtonState::Pressed);
        }
        arrow(&mut table, "a3", "c5");
        arrow(&mut table, "h4", "h4");
        for key in &keys {
            table.hold(*key, ButtonState::Released);
        }
        // Another color takes the place of the one before.
        let lies = drawn(&mut table);
        if lies.is_empty() {
            // The same color came twice, and the second took it away.
            continue;
        }
        assert_eq!(lies, format!("{paint}a3c5 {paint}h4"));
    }
}

#[test]
fn a_click_on_an_empty_square_wipes_and_one_on_a_man_does_not() {
    let mut table = Table::new();
    arrow(&mut table, "e2", "e4");
    table.click("g1");
    assert_eq!(drawn(&mut table), "Ge2e4");
    // A right click lets go of the man first, a second one draws.
    arrow(&mut table, "d5", "d5");
    assert_eq!((table.selected(), drawn(&mut table)), (None, "Ge2e4".to_owned()));
    arrow(&mut table, "d5", "d5");
    assert_eq!(drawn(&mut table), "Gd5 Ge2e4");
    table.click("d5");
    table.app.update();
    assert_eq!(drawn(&mut table), "");
}

#[test]
fn drawings_are_kept_with_their_position() {
    let mut table = Table::new();
    arrow(&mut table, "e2", "e4");
    table.play("e2e4");
    assert_eq!(drawn(&mut table), "");
    arrow(&mut table, "c7", "c5");
    arrow(&mut table, "d4", "d4");
    table.play("c7c5");
    table.ask(ShowPly(1));
    table.settle();
    assert_eq!(drawn(&mut table), "Gc7c5 Gd4");
    table.ask(ShowPly(0));
    table.settle();
    assert_eq!(drawn(&mut table), "Ge2e4");
    table.ask(ShowPly(9));
    table.ask(TakeBack);
    table.settle();
    assert_eq!(drawn(&mut table), "Gc7c5 Gd4", "taken back, the position is there again");
    // Another move leads to another position.
    table.play("e7e5");
    assert_eq!(drawn(&mut table), "");
    table.begin(endgame::chess::Position::start());
    assert_eq!(drawn(&mut table), "", "a new game is a clean board");
}

#[test]
fn drawings_are_read_from_comments_and_written_into_them() {
    let folder = std::env::temp_dir().join(format!("endgame-drawing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, copy) = (folder.join("games.pgn"), folder.join("copy.pgn"));
    let text = "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 { [%csl Rd5][%cal Ye4d5,Bg1f3] strong } e5 *\n";
    std::fs::write(&file, text).unwrap();
    let mut table = Table::new();
    arrow(&mut table, "a3", "a4");
    table.ask(OpenPgn(file.clone()));
    table.settle();
    assert_eq!(drawn(&mut table), "", "another game's drawings are gone");
    table.ask(ShowPly(1));
    table.settle();
    assert_eq!(drawn(&mut table), "Bg1f3 Rd5 Ye4d5");
    arrow(&mut table, "d7", "d5");
    table.ask(ShowPly(2));
    table.settle();
    arrow(&mut table, "e5", "e5");
    table.ask(SaveToCollection);
    table.ask(SaveGame(copy.clone()));
    for saved in [&file, &copy] {
        let text = std::fs::read_to_string(saved).unwrap();
        let line = text.replace('\n', " ");
        assert!(line.contains("1. e4 {[%csl Rd5][%cal Ye4d5,Bg1f3,Gd7d5] strong} 1... e5 {[%csl Ge5]} *"), "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_right_click_in_a_drag_calls_it_off_and_draws_nothing() {
    let mut table = Table::new();
    let start = table.fen();
    let e4 = table.pixel_of("e4");
    table.drag_to("e2", e4);
    table.button(MouseButton::Right, ButtonState::Pressed);
    table.app.update();
    table.button(MouseButton::Right, ButtonState::Released);
    table.app.update();
    table.release();
    table.settle();
    assert_eq!((table.fen(), drawn(&mut table)), (start, String::new()));
    table.assert_scene();
}

#[test]
fn an_arrow_from_a_man_in_front_begins_where_the_pointer_shows() {
    let mut table = Table::new();
    table.look(View::White);
    let from = table.pixel(layout::center(sq("g1")) + Vec3::Y * 0.5);
    let to = table.pixel(layout::center(Square::F3));
    right(&mut table, from, to);
    assert_eq!(drawn(&mut table), "Gg1f3");
}
