//! Names in scripts that our own fonts do not have: fonts of the system are found, in the background, and used.

use std::{fs, time::Duration};

use bevy::window::RequestRedraw;
use bevy_egui::{EguiContext, egui::FontId};
use endgame::{
    game::Match,
    locale::MissingLetters,
    replay::{OpenPgn, SaveGame},
};

use crate::table::Table;

const GAME: &str = r#"[Event "שחמט 2024"]
[White "محمد صلاح"]
[Black "丁立人, ກ ⴰ"]
[Result "*"]

1. e4 {Москва – שלום – 世界 🙂 ກ e4} e5 *
"#;

/// Whether the overlays can draw this letter.
fn draws(table: &mut Table, letter: char) -> bool {
    let world = table.app.world_mut();
    let mut contexts = world.query::<&mut EguiContext>();
    let context = contexts.single_mut(world).unwrap().get_mut().clone();
    context.fonts_mut(|fonts| fonts.has_glyph(&FontId::proportional(15.5), letter))
}

/// Frames until nothing is looked for any more.
fn find(table: &mut Table) {
    for _ in 0..2000 {
        table.app.update();
        if !table.app.world().resource::<MissingLetters>().0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the search has no end");
}

#[test]
fn letters_that_are_missing_are_fetched_from_the_system() {
    let mut table = Table::new();
    find(&mut table);
    let letters = ['ກ', 'ⴰ', '丁'];
    let before = letters.map(|letter| draws(&mut table, letter));
    assert_eq!(before, [false; 3], "we bring them ourselves now");
    let path = std::env::temp_dir().join(format!("endgame-letters-{}.pgn", std::process::id()));
    fs::write(&path, GAME).unwrap();
    table.ask(OpenPgn(path.clone()));
    table.settle();
    find(&mut table);
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    for letter in letters {
        let has = |face: &fontdb::FaceInfo| {
            let ask =
                |bytes: &[u8], index| Some(ttf_parser::Face::parse(bytes, index).ok()?.glyph_index(letter).is_some());
            fonts.with_face_data(face.id, ask).flatten().unwrap_or(false)
        };
        if fonts.faces().any(has) {
            assert!(draws(&mut table, letter), "{letter}");
        } else {
            eprintln!("skipped: no font of this system has {letter}");
        }
    }
    // And then it is quiet.
    table.app.world_mut().resource_mut::<bevy::prelude::Messages<RequestRedraw>>().clear();
    table.wait(20);
    assert!(table.app.world().resource::<bevy::prelude::Messages<RequestRedraw>>().is_empty());
    // What is saved is what was read.
    table.ask(SaveGame(path.clone()));
    table.settle();
    let saved = fs::read_to_string(&path).unwrap();
    for line in GAME.lines().filter(|line| line.starts_with('[')) {
        assert!(saved.contains(line), "{line}: {saved}");
    }
    assert!(saved.contains("Москва – שלום – 世界 🙂 ກ e4"), "{saved}");
    assert_eq!(table.app.world().resource::<Match>().seats().name(endgame::chess::Side::White), "محمد صلاح");
    fs::remove_file(path).unwrap();
}
