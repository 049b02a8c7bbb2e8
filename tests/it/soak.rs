//! Thousands of seeded actions, many of them in mid-air: whatever happens, the table comes to rest showing the position.

use bevy::{
    input::{ButtonState, keyboard::Key},
    prelude::*,
};
use endgame::{
    camera::{Flip, LookFrom, View},
    chess::{Kind, Position, Profile, Side, Square},
    game::{AnswerDraw, CancelSelection, ChoosePromotion, Mode, NewGame, OfferDraw, Resign, Seats, ShowPly, TakeBack},
    replay::{EnterNode, OpenGame, Replay, SetSpeed, Step, TogglePlay},
    screens::Overlay,
    settings::{Motion, Settings},
};
use fastrand::Rng;

use crate::table::Table;

const ACTIONS: usize = 5_000;
const SEED: u64 = 20_260_101;

#[test]
fn five_thousand_actions_leave_no_trace() {
    let mut table = Table::new();
    table.settle();
    let base = table.entities();
    let mut rng = Rng::with_seed(SEED);
    let mut rests = 0;
    for number in 0..ACTIONS {
        act(&mut table, &mut rng);
        table.wait(rng.usize(..3));
        if number % 9 == 0 {
            come_to_rest(&mut table);
            table.assert_scene();
            rests += 1;
        }
        // Long and decided games would leave nothing to do.
        let over = table.game().game().outcome().is_some() || table.game().game().len() > 120;
        if number % 60 == 0 || (over && rng.u8(..4) == 0) {
            begin_anew(&mut table);
        }
    }
    begin_anew(&mut table);
    come_to_rest(&mut table);
    table.assert_scene();
    assert_eq!(table.entities(), base, "entities are left over");
    assert!(rests > 500);
}

fn begin_anew(table: &mut Table) {
    table.ask(NewGame { start: Position::start(), profile: Profile::Classic, seats: Seats::default() });
}

fn come_to_rest(table: &mut Table) {
    if table.app.world().get_resource::<Replay>().is_some_and(|replay| replay.playing) {
        table.ask(TogglePlay);
    }
    table.release();
    for _ in 0..4 {
        if table.overlay() != Overlay::None {
            table.key(KeyCode::Escape, Key::Escape);
            table.wait(2);
        }
    }
    assert_eq!(table.overlay(), Overlay::None, "a dialog that Esc does not close");
    table.ask(CancelSelection);
    table.settle();
}

fn any_square(table: &Table, rng: &mut Rng) -> Square {
    // Mostly where something can happen.
    let moves = table.position().legal_moves();
    if !moves.is_empty() && rng.u8(..5) != 0 {
        let mv = moves[rng.usize(..moves.len())];
        return if rng.bool() { mv.from } else { mv.to };
    }
    Square::ALL[rng.usize(..64)]
}

fn act(table: &mut Table, rng: &mut Rng) {
    let moves = table.position().legal_moves();
    let mv = (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())]);
    match rng.u8(..40) {
        0..=7 => {
            let square = any_square(table, rng).to_string();
            table.click(&square);
        }
        8..=16 => {
            if let Some(mv) = mv {
                table.click(&mv.from.to_string());
                table.click(&mv.to.to_string());
            }
        }
        17..=20 => {
            if let Some(mv) = mv {
                table.drag(&mv.from.to_string(), &mv.to.to_string());
            }
        }
        21 => {
            let (from, to) = (any_square(table, rng).to_string(), any_square(table, rng).to_string());
            table.drag(&from, &to);
        }
        22 => {
            // A drag that is never released, or interrupted.
            let from = any_square(table, rng).to_string();
            let beyond = Vec2::new(rng.f32() * 1280.0, rng.f32() * 800.0);
            table.drag_to(&from, beyond);
            match rng.u8(..3) {
                0 => table.button(MouseButton::Right, ButtonState::Pressed),
                1 => table.ask(TakeBack),
                _ => {}
            }
        }
        23..=24 => table.ask(TakeBack),
        25..=27 => {
            let ply = rng.usize(..=table.game().game().len());
            table.ask(ShowPly(ply));
        }
        28 => table.ask(ShowPly(usize::MAX)),
        29 => table.ask(ChoosePromotion(Kind::PROMOTIONS[rng.usize(..4)])),
        30 => {
            let view = View::ALL[rng.usize(..4)];
            table.ask(LookFrom(view));
            if rng.bool() {
                table.ask(Flip);
            }
            // Squares are clicked by their pixels: let the eye arrive, from above.
            table.wait(20);
            table.look(View::Top);
        }
        31 => {
            let keys = [
                (KeyCode::Escape, Key::Escape),
                (KeyCode::ArrowUp, Key::ArrowUp),
                (KeyCode::ArrowLeft, Key::ArrowLeft),
                (KeyCode::Enter, Key::Enter),
                (KeyCode::Home, Key::Home),
                (KeyCode::End, Key::End),
                (KeyCode::Space, Key::Space),
                (KeyCode::KeyF, Key::Character("f".into())),
                (KeyCode::F1, Key::F1),
                (KeyCode::Tab, Key::Tab),
            ];
            let (code, key) = keys[rng.usize(..keys.len())].clone();
            table.key(code, key);
            table.wait(20);
            table.look(View::Top);
        }
        32 => {
            let overlays = [Overlay::NewGame, Overlay::Settings, Overlay::Help, Overlay::Resign, Overlay::Claim];
            let overlay = overlays[rng.usize(..overlays.len())];
            table.app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
            table.wait(2);
            // Somewhere in it.
            let at = Vec2::new(rng.f32() * 1280.0, rng.f32() * 800.0);
            table.click_at(at);
        }
        33 => table.ask(OfferDraw(if rng.bool() { Side::White } else { Side::Black })),
        34 => table.ask(AnswerDraw { accept: rng.u8(..4) == 0 }),
        35 => {
            if rng.u8(..3) == 0 {
                table.ask(Resign(Side::White));
            }
        }
        36 => table.ask(OpenGame(rng.usize(..12))),
        37 => watch(table, rng),
        38 => {
            let motion = Motion::ALL[rng.usize(..4)];
            table.app.world_mut().resource_mut::<Settings>().motion = motion;
        }
        _ => {
            let at = Vec2::new(rng.f32() * 1280.0, rng.f32() * 800.0);
            table.click_at(at);
        }
    }
}

fn watch(table: &mut Table, rng: &mut Rng) {
    if table.game().mode() == Mode::Play {
        return;
    }
    match rng.u8(..4) {
        0 => table.ask(TogglePlay),
        1 => table.ask(SetSpeed(rng.f32() * 9.0)),
        2 => table.ask(Step(rng.i32(-20..20))),
        _ => {
            let nodes = table.app.world().get_resource::<Replay>().map_or(1, |replay| replay.tree.nodes.len());
            table.ask(EnterNode(rng.usize(..nodes)));
        }
    }
    table.wait(rng.usize(..30));
}
