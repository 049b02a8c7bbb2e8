//! The list of a file's games under the hand: stopped while it grows, and saved back into.

use std::{fs, path::PathBuf, sync::Arc, time::Duration};

use bevy::{
    input::{ButtonState, keyboard::Key, keyboard::KeyboardInput, mouse::MouseButtonInput},
    prelude::*,
    window::CursorMoved,
};
use endgame::{
    game::{Mode, Refusal},
    notation::{pgn::tree::ROOT, read_move},
    replay::{Library, OpenGame, OpenPgn, Replay},
    screens::Overlay,
    ui::Action,
};

use crate::{
    replay::{folder, large},
    ui::Table,
};

/// A file that is not listed to its end within the few frames a hand needs, and a small one. The list is drawn.
fn long_list(name: &str) -> (Table, PathBuf, PathBuf) {
    let folder = folder(name);
    let (small, long) = (folder.join("small.pgn"), folder.join("long.pgn"));
    fs::write(&small, large(3)).unwrap();
    fs::write(&long, large(100_000)).unwrap();
    let mut table = Table::new(1280, 720);
    table.trigger(OpenPgn(small.clone()));
    table.rest();
    (table, folder, long)
}

impl Table {
    fn library(&self) -> &Library {
        self.0.world().resource::<Library>()
    }

    /// A click that does not wait for anything.
    fn click_at_once(&mut self, name: &str) {
        let at = self.rect(name).center();
        let at = Vec2::new(at.x, at.y);
        let window = self.window();
        self.0.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(at));
        self.send(CursorMoved { window, position: at, delta: None });
        self.0.update();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.send(MouseButtonInput { button: MouseButton::Left, state, window });
            self.0.update();
        }
    }

    fn escape_at_once(&mut self) {
        let window = self.window();
        let (logical_key, key_code) = (Key::Escape, KeyCode::Escape);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical_key = logical_key.clone();
            self.send(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
            self.0.update();
        }
    }

    /// The list was stopped on its way, stays as it was then, and says so; nothing else has changed.
    fn assert_stopped(&mut self) {
        let library = self.library();
        let (rows, part) = (library.rows.len(), library.stopped.expect("the file was listed to its end"));
        assert!(library.progress.is_none() && rows < 100_000 && part > 0.0 && part < 1.0, "{rows} rows, {part}");
        let told = (rows as f32 / 100_000.0 - part).abs();
        assert!(told < 0.01, "{rows} games are not {part} of the file");
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(2));
            self.0.update();
        }
        assert_eq!(self.library().rows.len(), rows);
        assert!(self.rect("replay-stopped").is_positive());
        assert_eq!(
            (self.current().mode(), self.library().current, self.overlay()),
            (Mode::Replay, Some(0), Overlay::None)
        );
        assert_eq!(self.notice(), None);
        // What was listed can be watched.
        self.trigger(OpenGame(rows - 1));
        self.rest();
        assert_eq!(self.library().current, Some(rows - 1));
    }
}

#[test]
fn the_stop_button_leaves_the_list_at_what_there_is() {
    let (mut table, folder, long) = long_list("stop-button");
    table.trigger(OpenPgn(long.clone()));
    table.0.update();
    table.click_at_once("replay-stop-listing");
    table.assert_stopped();
    // Opened again it is listed again.
    table.trigger(OpenPgn(long));
    assert!(table.library().progress.is_some() && table.library().stopped.is_none());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn escape_stops_the_list_and_closes_one_thing_at_a_time() {
    let (mut table, folder, long) = long_list("stop-escape");
    // A dialog that is open goes first.
    table.trigger(Action::Show(Overlay::Help));
    table.rest();
    table.trigger(OpenPgn(long));
    table.0.update();
    assert_eq!(table.overlay(), Overlay::Help);
    table.escape_at_once();
    table.0.update();
    assert_eq!(table.overlay(), Overlay::None);
    assert!(table.library().progress.is_some(), "one press closes one thing");
    table.escape_at_once();
    table.assert_stopped();
    // Once more has nothing to stop and closes nothing.
    let (rows, stopped) = (table.library().rows.len(), table.library().stopped);
    table.key(Key::Escape, KeyCode::Escape);
    assert_eq!((table.library().rows.len(), table.library().stopped), (rows, stopped));
    assert_eq!((table.current().mode(), table.overlay()), (Mode::Replay, Overlay::None));
    fs::remove_dir_all(folder).unwrap();
}

/// Untidy on purpose: what is not the saved game has to stay as it is.
const BEFORE: &str = "% exported\r\n[Event \"a\"]\r\n\r\n1.e4   {  why? }  e5 *\r\n\r\n\r\n";
const BEHIND: &str = "\r\n\r\n\r\n[Event \"c\"]\n1.c4\te5  1/2   \r\n\t[Event \"d\"]\r\n1. b3 *";

#[test]
fn save_to_the_collection_replaces_the_one_game_and_tells() {
    let folder = folder("save-button");
    let path = folder.join("collection.pgn");
    fs::write(&path, format!("{BEFORE}[Event \"b\"]\r\n[Result \"*\"]\r\n\r\n1.d4 *{BEHIND}")).unwrap();
    let mut table = Table::new(1280, 720);
    table.trigger(OpenPgn(path.clone()));
    table.trigger(OpenGame(1));
    table.rest();
    let count = table.library().rows.len();
    // The game is continued and commented.
    {
        let mut replay = table.0.world_mut().resource_mut::<Replay>();
        let tree = Arc::make_mut(&mut replay.tree);
        let last = tree.main_line().last().copied().unwrap_or(ROOT);
        let mv = read_move(tree.last_position(), "d5").unwrap();
        let next = tree.add(last, mv);
        tree.nodes[next].after = "of course".to_owned();
    }
    table.rest();
    table.press("replay-save-back");
    let saved = fs::read_to_string(&path).unwrap();
    let game = "[Event \"b\"]\r\n[Result \"*\"]\r\n\r\n1. d4 d5 {of course} *";
    assert_eq!(saved, format!("{BEFORE}{game}{BEHIND}"));
    assert_eq!(table.notice(), Some(Refusal::Saved { file: path.display().to_string() }));
    assert_eq!((table.current().mode(), table.overlay()), (Mode::Replay, Overlay::None));
    assert_eq!((table.library().current, table.library().rows.len()), (Some(1), count));
    // The games behind it have moved, and are found where they are now; saving what is saved changes nothing.
    table.trigger(OpenGame(2));
    table.rest();
    assert_eq!(table.0.world().resource::<Replay>().tree.tag("Event"), Some("c"));
    table.trigger(OpenGame(1));
    table.rest();
    table.press("replay-save-back");
    assert_eq!(fs::read_to_string(&path).unwrap(), saved);
    // A file that somebody else has changed is not touched, and that is told.
    fs::write(&path, format!("\r\n{saved}")).unwrap();
    table.press("replay-save-back");
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("\r\n{saved}"));
    assert!(matches!(table.notice(), Some(Refusal::NotSaved { .. })), "{:?}", table.notice());
    fs::remove_dir_all(folder).unwrap();
}
