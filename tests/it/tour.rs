//! The first hints: at the first start only, each until it is followed, all until Esc; and the board goes on hearing.

use std::{fs, time::Duration};

use bevy::{input::keyboard::Key, prelude::*};
use bevy_egui::egui;
use endgame::{
    camera::{LookFrom, View},
    chess::Square,
    game::{News, Selection, Tidings},
    screens::Overlay,
    settings::{Settings, SettingsFile, SettingsWriter},
    window::headless_with,
};

use crate::{memory::folder, ui::Table};

fn first_start(width: u32, height: u32) -> Table {
    let mut table = Table(headless_with(width, height, Duration::from_millis(50), |app| {
        app.insert_resource(Settings { tour_is_over: false, ..Settings::default() });
    }));
    table.rest();
    table
}

/// The number of the hint that is drawn, and where.
fn hint(table: &mut Table) -> Option<(u8, egui::Rect)> {
    let ctx = table.ctx();
    (0..3).find_map(|number| {
        let id = egui::Id::new(("tour", number));
        let layer = egui::LayerId::new(egui::Order::Middle, id);
        let drawn = ctx.memory(|memory| memory.areas().visible_last_frame(&layer));
        drawn.then(|| (number, ctx.memory(|memory| memory.area_rect(id)).unwrap()))
    })
}

fn number(table: &mut Table) -> Option<u8> {
    hint(table).map(|(number, _)| number)
}

fn is_over(table: &Table) -> bool {
    table.0.world().resource::<Settings>().tour_is_over
}

#[test]
fn each_hint_goes_when_it_is_followed() {
    let mut table = first_start(1280, 800);
    assert_eq!(number(&mut table), Some(0));
    table.trigger(LookFrom(View::Top));
    table.rest();
    // A man is chosen by a click and let go with Esc, which is not meant for the card.
    let at = table.square(Square::E2);
    table.click(at);
    assert!(table.0.world().resource::<Selection>().man().is_some());
    table.key(Key::Escape, KeyCode::Escape);
    assert!(table.0.world().resource::<Selection>().man().is_none());
    assert_eq!(number(&mut table), Some(0));
    for square in [Square::E2, Square::E4] {
        let at = table.square(square);
        table.click(at);
    }
    assert_eq!((table.current().game().len(), number(&mut table)), (1, Some(1)));
    table.trigger(LookFrom(View::Black));
    table.rest();
    assert_eq!((number(&mut table), is_over(&table)), (Some(2), false));
    table.letter("?", KeyCode::Slash);
    assert_eq!((table.overlay(), number(&mut table), is_over(&table)), (Overlay::Help, None, true));
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!((table.overlay(), number(&mut table)), (Overlay::None, None));
}

#[test]
fn it_goes_by_its_buttons_and_with_esc_and_comes_again_from_the_help() {
    let mut table = first_start(1280, 800);
    table.press("tour-next");
    assert_eq!(number(&mut table), Some(1));
    table.press("tour-next");
    assert_eq!(number(&mut table), Some(2));
    table.press("tour-done");
    assert_eq!((number(&mut table), is_over(&table)), (None, true));
    table.key(Key::F1, KeyCode::F1);
    table.press("help-tour");
    assert_eq!((table.overlay(), number(&mut table)), (Overlay::None, Some(0)));
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!((table.overlay(), number(&mut table)), (Overlay::None, None));
    let mut table = first_start(1280, 800);
    table.press("tour-skip");
    assert_eq!((number(&mut table), is_over(&table)), (None, true));
}

#[test]
fn it_waits_for_dialogs_and_tidings() {
    let mut table = first_start(1280, 800);
    table.key(Key::F1, KeyCode::F1);
    assert_eq!(number(&mut table), None);
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!(number(&mut table), Some(0), "the Esc that closed the help does not skip the hints");
    table.0.world_mut().resource_mut::<News>().tell(Tidings::DrawnByProcessor { name: "llvmpipe".to_owned() });
    table.rest();
    assert_eq!(number(&mut table), None);
    table.press("news-close");
    assert_eq!(number(&mut table), Some(0));
    table.trigger(endgame::replay::OpenGame(0));
    table.rest();
    assert_eq!(number(&mut table), None, "a game that is watched");
}

#[test]
fn the_card_is_small_and_its_clicks_stay_with_it() {
    for (width, height) in [(1280, 800), (640, 360), (320, 240)] {
        let mut table = first_start(width, height);
        for step in 0..3 {
            let (number, card) = hint(&mut table).unwrap();
            assert_eq!(number, step);
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32));
            assert!(window.contains_rect(card), "{card:?} in {width}×{height}");
            assert!(card.height() <= 0.45 * height as f32, "{card:?} in {width}×{height}");
            if width == 1280 {
                for square in Square::ALL {
                    let at = table.square(square);
                    assert!(!card.contains(egui::pos2(at.x, at.y)), "{square} is behind {card:?}");
                }
            }
            // Beside the buttons, at the right end.
            let at = card.right_bottom() - egui::vec2(6.0, 6.0);
            table.click(Vec2::new(at.x, at.y));
            assert!(table.0.world().resource::<Selection>().man().is_none() && table.current().game().is_empty());
            assert_eq!(hint(&mut table).unwrap().0, step, "only its buttons press");
            table.press(if step == 2 { "tour-done" } else { "tour-next" });
        }
    }
}

#[test]
fn only_the_first_start_has_it() {
    let file = folder("tour").join("settings.toml");
    let start = || {
        let file = SettingsFile(Some(file.clone()));
        let mut table = Table(headless_with(640, 360, Duration::from_millis(50), |app| file.open(app)));
        table.rest();
        table
    };
    let mut table = start();
    assert_eq!(number(&mut table), Some(0));
    // Some setting is written, and the program ends: the hints were neither followed nor skipped.
    table.0.world_mut().resource_mut::<Settings>().coordinates = false;
    table.rest();
    drop(table);
    let mut table = start();
    assert_eq!(number(&mut table), Some(0));
    table.press("tour-skip");
    while table.0.world().get_resource::<SettingsWriter>().is_some_and(SettingsWriter::is_busy) {
        std::thread::yield_now();
    }
    drop(table);
    assert!(fs::read_to_string(&file).unwrap().contains("tour_is_over = true"));
    assert_eq!(number(&mut start()), None);
    // Who has a file of an earlier program knows the table.
    fs::write(&file, "version = 1\nsound = false\n").unwrap();
    assert_eq!(number(&mut start()), None);
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}

#[test]
fn the_card_asks_for_no_frames() {
    let mut table = first_start(1280, 800);
    assert!(number(&mut table).is_some());
    table.rest();
    let mut cursor = bevy::ecs::message::MessageCursor::<bevy::window::RequestRedraw>::default();
    let asked = |table: &Table, cursor: &mut bevy::ecs::message::MessageCursor<bevy::window::RequestRedraw>| {
        cursor.read(table.0.world().resource::<Messages<bevy::window::RequestRedraw>>()).count()
    };
    asked(&table, &mut cursor);
    for _ in 0..20 {
        table.0.update();
        assert_eq!(asked(&table, &mut cursor), 0);
    }
}
