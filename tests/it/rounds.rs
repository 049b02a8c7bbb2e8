//! Nothing that could replace the eye does: views, diagram, detail, looks, games, dialogs and lost focus, round after round.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};
use endgame::{
    camera::{Flip, KeepView, LookFrom, OwnView, ToggleDiagram, View},
    chess::Position,
    replay::OpenPgn,
    screens::Overlay,
    settings::{Board, Detail, Light, Men, Settings},
};

use crate::{focus::lose_focus, table::Table};

/// The eye, and the context of the overlays that hangs on it.
fn eye(table: &mut Table) -> Entity {
    let world = table.app.world_mut();
    let eye = world.query_filtered::<Entity, With<Camera3d>>().single(world).expect("one eye");
    let context = world.query_filtered::<Entity, With<EguiContext>>().single(world).expect("one context");
    let primary = world.query_filtered::<Entity, With<PrimaryEguiContext>>().single(world).expect("a primary one");
    assert_eq!((eye, eye), (context, primary));
    eye
}

/// Whether an overlay is drawn.
fn drawn(table: &mut Table, area: &str) -> bool {
    let world = table.app.world_mut();
    let mut context = world.query::<&mut EguiContext>().single_mut(world).unwrap();
    let id = egui::Id::new(area);
    context.get_mut().memory(|memory| memory.areas().visible_layer_ids().iter().any(|layer| layer.id == id))
}

#[test]
fn one_eye_and_one_context_stay_through_twenty_rounds() {
    let mut table = Table::new();
    let own = eye(&mut table);
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/games/great-games.pgn");
    assert!(games.exists());
    for round in 0..20 {
        let check = |table: &mut Table, after: &str| assert_eq!(eye(table), own, "round {round}, {after}");
        for after in ["diagram", "board"] {
            table.ask(ToggleDiagram);
            table.wait(3);
            check(&mut table, after);
        }
        let mut settings = table.app.world_mut().resource_mut::<Settings>();
        settings.detail = Detail::ALL[round % 3];
        settings.board = Board::ALL[(round + 1) % 3];
        settings.men = Men::ALL[(round / 2) % 3];
        settings.light = Light::ALL[(round / 3) % 3];
        table.wait(3);
        check(&mut table, "another look");
        table.ask(KeepView(round));
        table.ask(LookFrom([View::White, View::Side, View::Black][round % 3]));
        table.ask(Flip);
        table.wait(2);
        table.ask(OwnView(round));
        table.wait(2);
        check(&mut table, "views");
        for (overlay, area) in
            [(Overlay::Settings, "settings"), (Overlay::NewGame, "new game"), (Overlay::Help, "help")]
        {
            table.app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
            table.wait(3);
            assert_eq!(table.overlay(), overlay);
            assert!(drawn(&mut table, area), "round {round}: {overlay:?} is not there");
            check(&mut table, area);
            table.app.world_mut().resource_mut::<NextState<Overlay>>().set(Overlay::None);
            table.wait(2);
        }
        table.ask(OpenPgn(games.clone()));
        table.wait(3);
        check(&mut table, "a game watched");
        lose_focus(&mut table);
        check(&mut table, "lost focus");
        table.begin(Position::start());
        check(&mut table, "new game");
        // What is clicked is still what is seen.
        table.look(View::Top);
        table.play("e2e4 e7e5");
        assert_eq!(table.moves(), "e4 e5", "round {round}");
        table.assert_scene();
    }
}
