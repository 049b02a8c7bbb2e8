//! The film strip below the board, by hand: clicks, drawing, and a passage shown again and again.

use bevy::prelude::*;
use bevy_egui::EguiContext;
use endgame::{
    game::Match,
    replay::{OpenGame, Passage, Playhead, Replay},
    ui::{Action, rect_of},
};

use crate::table::Table;

/// A film strip that is taken with the pointer: men follow it between two plies, and it is let go where it is.
#[test]
fn the_film_strip_is_drawn_clicked_and_repeated() {
    let mut table = Table::new();
    table.ask(OpenGame(0));
    table.settle();
    let world = table.app.world_mut();
    let mut contexts = world.query::<&mut EguiContext>();
    let context = contexts.single_mut(world).unwrap().get_mut().clone();
    let strip = rect_of(&context, "replay slider").unwrap();
    let last = table.app.world().resource::<Match>().game().len();
    let at = |part: f32| Vec2::new(strip.left() + 8.0 + part * (strip.width() - 16.0), strip.center().y);
    table.point(at(0.5));
    table.press();
    table.wait(2);
    table.release();
    table.wait(2);
    table.settle();
    assert_eq!(table.app.world().resource::<Match>().ply(), (last as f32 / 2.0).round() as usize);
    // Taken and drawn: the playhead is where the pointer is, to a part of a ply.
    table.point(at(0.5));
    table.press();
    table.wait(2);
    table.point(at(0.55));
    table.wait(2);
    table.point(at(0.3));
    table.wait(2);
    let ply = table.app.world().resource::<Playhead>().ply;
    assert!((ply - f64::from(0.3 * last as f32)).abs() < 0.2, "{ply} of {last}");
    table.release();
    table.wait(2);
    table.settle();
    let shown = table.app.world().resource::<Match>().ply();
    assert_eq!((shown as f64, table.app.world().resource::<Playhead>().ply), (ply.round(), ply.round()));
    // A passage is shown again and again.
    table.ask(Action::GoTo(4));
    table.ask(Action::RepeatFrom);
    table.ask(Action::GoTo(7));
    table.ask(Action::RepeatTo);
    assert_eq!(table.app.world().resource::<Replay>().again, Some(Passage { from: 4, to: 7 }));
    table.ask(Action::TogglePlay);
    let mut seen = Vec::new();
    for _ in 0..400 {
        table.app.update();
        let ply = table.app.world().resource::<Match>().ply();
        if seen.last() != Some(&ply) {
            seen.push(ply);
        }
    }
    assert!(seen.windows(2).any(|pair| pair == [7, 4]) && seen.iter().all(|ply| (4..=7).contains(ply)), "{seen:?}");
    table.ask(Action::Repeat);
    assert_eq!(table.app.world().resource::<Replay>().again, None);
}
