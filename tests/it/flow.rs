//! The flow by clicks: pixels in, board out. Every test ends with the invariant that the scene equals the position.

use bevy::{
    input::{ButtonState, keyboard::Key},
    prelude::*,
};
use endgame::{
    board::{Sign, layout},
    camera::View,
    chess::{Claim, Illegal, Kind, Profile, Reason, Side},
    game::{
        AnswerDraw, CancelSelection, ChoosePromotion, ClaimDraw, NewGame, OfferDraw, Refusal, Resign, Seats, ShowPly,
        SquareClicked, TakeBack,
    },
    screens::Overlay,
};

use crate::table::{Table, sq};

fn illegal(why: Illegal) -> Option<Refusal> {
    Some(Refusal::Illegal(why))
}

#[test]
fn fools_mate_by_clicks_ends_in_the_dialog() {
    let mut table = Table::new();
    table.play("f2f3 e7e5 g2g4");
    table.click("d8");
    table.click("h4");
    assert_eq!(table.moves(), "f3 e5 g4 Qh4#");
    assert_eq!(table.overlay(), Overlay::None, "the dialog waits until the queen has landed");
    table.settle();
    assert_eq!(table.overlay(), Overlay::Result);
    let outcome = table.game().game().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::Black), Reason::Checkmate));
    assert_eq!(table.marks(Sign::Check), [sq("e1")]);
    // Esc closes the dialog; the board can be looked at, and takes no moves.
    table.key(KeyCode::Escape, Key::Escape);
    table.wait(3);
    assert_eq!(table.overlay(), Overlay::None);
    table.click("e2");
    assert_eq!(table.notice(), Some(Refusal::Over));
    table.wait(5);
    assert_eq!(table.overlay(), Overlay::None, "a closed dialog does not come again");
    table.assert_scene();
}

#[test]
fn stalemate_ends_the_game() {
    let mut table = Table::with("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1");
    table.play("g5g6");
    assert_eq!(table.game().game().outcome().unwrap().reason, Reason::Stalemate);
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
}

#[test]
fn castling_by_each_gesture() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (from, to, after) in [("e1", "g1", "5RK1"), ("e1", "c1", "2KR3R")] {
        for drag in [false, true] {
            let mut table = Table::with(start);
            if drag {
                table.drag(from, to);
            } else {
                table.click(from);
                assert!(table.marks(Sign::Target).contains(&sq(to)), "the king's two squares are marked");
                table.click(to);
            }
            table.settle();
            assert!(table.fen().contains(after.trim_start_matches('5')), "{}", table.fen());
            table.assert_scene();
            table.ask(TakeBack);
            table.settle();
            assert_eq!(table.fen(), start);
            table.assert_scene();
        }
    }
}

#[test]
fn each_refused_castling_says_why() {
    for (fen, to, why) in [
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "g1", Illegal::CastlingRightLost),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "g1", Illegal::CastlingBlocked),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "g1", Illegal::CastlingOutOfCheck),
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "g1", Illegal::CastlingThroughCheck(sq("f1"))),
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "g1", Illegal::CastlingIntoCheck),
        ("4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1", "c1", Illegal::CastlingThroughCheck(sq("d1"))),
    ] {
        let mut table = Table::with(fen);
        table.click("e1");
        table.click(to);
        assert_eq!(table.notice(), illegal(why), "{fen}");
        assert_eq!(table.fen(), fen);
        table.drag("e1", to);
        table.settle();
        assert_eq!(table.notice(), illegal(why), "{fen} by drag");
        table.assert_scene();
    }
}

#[test]
fn en_passant_at_once_and_too_late() {
    let start = "4k3/3p4/8/4P3/8/8/7P/4K3 b - - 0 1";
    let mut table = Table::with(start);
    table.play("d7d5 e5d6");
    assert_eq!(table.moves(), "d5 exd6");
    table.assert_scene();
    for _ in 0..4 {
        table.ask(ShowPly(1));
        table.settle();
        table.assert_scene();
        table.ask(ShowPly(2));
        table.settle();
        table.assert_scene();
    }
    table.ask(TakeBack);
    table.settle();
    assert!(table.scene().contains_key(&sq("d5")), "the captured pawn is back");
    table.assert_scene();

    let mut table = Table::with(start);
    table.play("d7d5 h2h3 e8e7");
    table.click("e5");
    table.click("d6");
    assert_eq!(table.notice(), illegal(Illegal::EnPassantTooLate));
    table.assert_scene();
}

#[test]
fn promotion_to_each_kind_and_back() {
    let start = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (kind, letter) in [(Kind::Queen, 'Q'), (Kind::Rook, 'R'), (Kind::Bishop, 'B'), (Kind::Knight, 'N')] {
        for to in ["a8", "b8"] {
            let mut table = Table::with(start);
            table.click("a7");
            table.click(to);
            table.wait(2);
            assert_eq!(table.overlay(), Overlay::Promotion);
            assert_eq!(table.fen(), start, "nothing is played before the choice");
            table.ask(ChoosePromotion(kind));
            table.settle();
            assert_eq!(table.scene()[&sq(to)].letter(), letter);
            table.assert_scene();
            table.ask(TakeBack);
            table.settle();
            assert_eq!(table.fen(), start);
            table.assert_scene();
        }
    }
}

#[test]
fn promotion_by_key_with_mate_and_by_black() {
    let mut table = Table::with("6k1/P4ppp/8/8/8/8/8/4K3 w - - 0 1");
    table.drag("a7", "a8");
    table.wait(2);
    assert_eq!(table.overlay(), Overlay::Promotion);
    table.key(KeyCode::KeyR, Key::Character("r".into()));
    table.settle();
    assert_eq!(table.moves(), "a8=R#");
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();

    let mut table = Table::with("4k3/8/8/8/8/8/7p/K7 b - - 0 1");
    table.click("h2");
    table.click("h1");
    table.wait(2);
    table.key(KeyCode::KeyQ, Key::Character("q".into()));
    table.settle();
    assert_eq!(table.scene()[&sq("h1")].letter(), 'q', "Black gets a black queen");
    table.assert_scene();
}

#[test]
fn a_cancelled_promotion_leaves_the_pawn() {
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let mut table = Table::with(start);
    for way in 0..3 {
        table.drag("a7", "a8");
        table.wait(2);
        assert_eq!(table.overlay(), Overlay::Promotion, "way {way}");
        match way {
            0 => table.key(KeyCode::Escape, Key::Escape),
            1 => table.ask(CancelSelection),
            _ => table.click("e4"),
        }
        table.wait(3);
        assert_eq!(table.overlay(), Overlay::None, "way {way}");
        table.settle();
        assert_eq!(table.fen(), start);
        assert_eq!(table.moves(), "");
        table.assert_scene();
    }
    // No chooser for a pawn that may not go there.
    table.click("a7");
    table.click("b8");
    table.wait(2);
    assert_eq!(table.overlay(), Overlay::None);
    assert!(matches!(table.notice(), Some(Refusal::Illegal(_))));
}

#[test]
fn threefold_is_claimed_in_both_ways() {
    let mut table = Table::new();
    table.play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(table.game().game().claims(), []);
    let with = table.game().game().claims_with();
    let (mv, claim) = with.into_iter().find(|(mv, _)| mv.to == sq("g8")).unwrap();
    assert_eq!(claim, Claim::Threefold);
    // A claim for the position is wrong here and changes nothing.
    let before = table.fen();
    table.ask(ClaimDraw { claim: Claim::Threefold, with: None });
    assert_eq!(table.notice(), Some(Refusal::NoClaim(Claim::Threefold)));
    assert_eq!(table.fen(), before);
    table.ask(ClaimDraw { claim: Claim::Threefold, with: Some(mv) });
    table.settle();
    assert_eq!(table.game().game().outcome().unwrap().reason, Reason::Threefold);
    table.assert_scene();
    table.ask(TakeBack);
    table.settle();
    assert_eq!(table.game().game().outcome(), None);
    // The other way: play the move, and the opponent claims.
    table.play("f6g8");
    assert_eq!(table.game().game().claims(), [Claim::Threefold]);
    table.ask(ClaimDraw { claim: Claim::Threefold, with: None });
    table.settle();
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
}

#[test]
fn fifty_moves_are_claimed_in_both_ways() {
    let start = "4k3/8/8/8/8/8/R7/4K3 w - - 99 80";
    let mut table = Table::with(start);
    let (mv, claim) = table.game().game().claims_with()[0];
    assert_eq!(claim, Claim::FiftyMoves);
    table.ask(ClaimDraw { claim, with: Some(mv) });
    table.settle();
    assert_eq!(table.game().game().outcome().unwrap().reason, Reason::FiftyMoves);
    let mut table = Table::with(start);
    table.play("a2a3");
    table.ask(ClaimDraw { claim: Claim::FiftyMoves, with: None });
    table.settle();
    assert_eq!(table.game().game().outcome().unwrap().reason, Reason::FiftyMoves);
    // Online they come by themselves.
    let mut table = Table::with_profile(start, Profile::Online);
    table.play("a2a3");
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
}

#[test]
fn offers_are_answered_and_lapse() {
    let mut table = Table::new();
    table.ask(AnswerDraw { accept: true });
    assert_eq!(table.notice(), Some(Refusal::NoOffer));
    table.ask(OfferDraw(Side::White));
    assert_eq!(table.game().game().offer_pending(), Some(Side::White));
    table.ask(OfferDraw(Side::White));
    assert_eq!(table.notice(), Some(Refusal::AlreadyOffered));
    table.ask(AnswerDraw { accept: false });
    assert_eq!(table.game().game().offer_pending(), None);
    assert_eq!(table.notice(), Some(Refusal::DrawDeclined));
    table.play("e2e4");
    table.ask(OfferDraw(Side::Black));
    table.play("e7e5");
    assert_eq!(table.game().game().offer_pending(), Some(Side::Black));
    table.ask(AnswerDraw { accept: true });
    table.settle();
    assert_eq!(table.game().game().outcome().unwrap().reason, Reason::Agreement);
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
}

#[test]
fn resignation_also_when_it_is_not_ones_turn() {
    let mut table = Table::new();
    table.play("e2e4");
    table.ask(Resign(Side::White));
    table.settle();
    let outcome = table.game().game().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::Black), Reason::Resignation));
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
}

#[test]
fn cancelling_by_each_way() {
    let mut table = Table::new();
    let start = table.fen();
    // Esc, a second click, a click beside the board.
    table.click("e2");
    assert_eq!(table.marks(Sign::Target), [sq("e3"), sq("e4")]);
    assert_eq!(table.marks(Sign::Selected), [sq("e2")]);
    table.key(KeyCode::Escape, Key::Escape);
    assert_eq!(table.selected(), None);
    table.click("e2");
    table.click("e2");
    assert_eq!(table.selected(), None);
    table.click("e2");
    let beside = table.pixel(Vec3::new(-5.2, 0.0, 0.0));
    table.click_at(beside);
    assert_eq!(table.selected(), None);
    // The right button, clicked; turned into a drag it turns the board and the man stays chosen.
    table.click("e2");
    for (travel, left) in [(40.0, Some(sq("e2"))), (0.0, None)] {
        let at = table.pixel(Vec3::new(-5.2, 0.0, 0.0));
        table.point(at);
        table.app.update();
        table.button(MouseButton::Right, ButtonState::Pressed);
        table.app.update();
        table.point(at + Vec2::X * travel);
        table.app.update();
        table.button(MouseButton::Right, ButtonState::Released);
        table.app.update();
        assert_eq!(table.selected(), left);
    }
    table.look(View::Top);
    // A drag: dropped on its origin, beside the board, ended by the right button, by Esc.
    table.drag("e2", "e2");
    table.settle();
    let end = table.pixel_of("e4");
    table.drag_to("e2", end);
    table.drag_to("e2", beside);
    table.release();
    table.settle();
    table.assert_scene();
    table.drag_to("e2", end);
    table.button(MouseButton::Right, ButtonState::Pressed);
    table.app.update();
    table.button(MouseButton::Right, ButtonState::Released);
    table.app.update();
    table.release();
    table.settle();
    assert_eq!(table.fen(), start);
    table.drag_to("e2", end);
    table.key(KeyCode::Escape, Key::Escape);
    table.release();
    table.settle();
    assert_eq!((table.fen(), table.selected()), (start, None));
    table.assert_scene();
}

#[test]
fn a_man_of_the_other_side_is_not_taken_and_that_is_said() {
    let mut table = Table::new();
    table.drag("e7", "e5");
    table.settle();
    assert_eq!(table.notice(), Some(Refusal::NotYourTurn(Side::White)));
    assert_eq!(table.selected(), None);
    table.assert_scene();
}

#[test]
fn a_tall_man_in_front_does_not_steal_the_click() {
    // From White's seat the king of e4 stands before e5; the rook of a5 may go there.
    let mut table = Table::with("7k/8/8/R7/4K3/8/8/8 w - - 0 1");
    table.look(View::White);
    let e5 = table.pixel(layout::center(sq("e5")) - Vec3::Z * -0.25);
    let rook = table.pixel(layout::center(sq("a5")) + Vec3::Y * 0.5);
    table.click_at(rook);
    assert_eq!(table.selected(), Some(sq("a5")));
    table.click_at(e5);
    table.settle();
    assert_eq!(table.moves(), "Re5");
    table.assert_scene();
}

#[test]
fn every_man_and_free_square_can_be_clicked_from_the_seats() {
    for view in [View::White, View::Black] {
        let mut table = Table::new();
        table.look(view);
        for square in endgame::chess::Square::ALL {
            let man = table.position().piece_at(square);
            let at = match man {
                Some(_) => layout::center(square) + Vec3::Y * 0.45,
                None => layout::center(square),
            };
            let at = table.pixel(at);
            table.point(at);
            table.wait(2);
            let hovered = table.app.world().resource::<endgame::board::Hovered>().0;
            assert_eq!(hovered, Some(square), "{view:?}: {man:?} at {at}");
        }
    }
}

#[test]
fn a_quick_click_between_two_frames_is_one_click() {
    let mut table = Table::new();
    for square in ["e2", "e4"] {
        let at = table.pixel_of(square);
        table.point(at);
        table.button(MouseButton::Left, ButtonState::Pressed);
        table.button(MouseButton::Left, ButtonState::Released);
        table.app.update();
    }
    table.settle();
    assert_eq!(table.moves(), "e4");
    table.assert_scene();
}

#[test]
fn clicks_during_motion_are_neither_lost_nor_misread() {
    let mut table = Table::new();
    table.click("e2");
    table.click("e4");
    // Both sides go on while the pawn still slides.
    table.click("e7");
    table.click("e5");
    table.click("g1");
    table.click("f3");
    table.settle();
    assert_eq!(table.moves(), "e4 e5 Nf3");
    // Taken back in mid-air, and another move at once.
    table.click("b8");
    table.click("c6");
    table.ask(TakeBack);
    table.click("g8");
    table.click("f6");
    table.settle();
    assert_eq!(table.moves(), "e4 e5 Nf3 Nf6");
    table.assert_scene();
}

#[test]
fn take_back_of_a_capture_brings_the_same_man_back() {
    let mut table = Table::new();
    table.play("e2e4 d7d5");
    let (fen, scene) = (table.fen(), table.scene());
    table.play("e4d5");
    table.ask(TakeBack);
    table.settle();
    assert_eq!((table.fen(), table.scene()), (fen, scene));
    table.assert_scene();
    table.ask(TakeBack);
    table.ask(TakeBack);
    table.ask(TakeBack);
    table.settle();
    assert_eq!(table.notice(), Some(Refusal::NothingToTakeBack));
    table.assert_scene();
}

#[test]
fn earlier_positions_are_looked_at_not_played() {
    let mut table = Table::new();
    table.play("e2e4 e7e5");
    table.ask(ShowPly(1));
    table.settle();
    table.click("e7");
    assert_eq!(table.notice(), Some(Refusal::EarlierPosition));
    table.assert_scene();
    table.ask(ShowPly(usize::MAX));
    table.settle();
    table.play("g1f3");
    assert_eq!(table.moves(), "e4 e5 Nf3");
}

#[test]
fn the_keyboard_plays_a_move() {
    let mut table = Table::new();
    table.look(View::White);
    for (code, key) in [
        (KeyCode::ArrowUp, Key::ArrowUp),
        (KeyCode::Enter, Key::Enter),
        (KeyCode::ArrowUp, Key::ArrowUp),
        (KeyCode::ArrowUp, Key::ArrowUp),
        (KeyCode::Enter, Key::Enter),
    ] {
        table.key(code, key);
    }
    table.settle();
    assert_eq!(table.moves(), "e4");
    assert_eq!(table.marks(Sign::Cursor), [sq("e4")]);
    table.assert_scene();
}

#[test]
fn motion_switched_off_or_slow_ends_in_the_same_place() {
    use endgame::settings::{Motion, Settings};
    for motion in Motion::ALL {
        let mut table = Table::new();
        table.app.world_mut().resource_mut::<Settings>().motion = motion;
        table.play("e2e4 d7d5 e4d5 d8d5");
        table.ask(ShowPly(0));
        table.settle();
        table.assert_scene();
        table.ask(ShowPly(4));
        table.settle();
        table.assert_scene();
        // A change that changes nothing leaves nothing moving.
        table.ask(ShowPly(4));
        table.settle();
    }
}

#[test]
fn the_moving_entity_is_the_moved_man() {
    let mut table = Table::new();
    let knight = |table: &mut Table, square: &str| {
        let world = table.app.world_mut();
        world
            .query::<(Entity, &endgame::pieces::At)>()
            .iter(world)
            .find(|(_, at)| at.0 == sq(square))
            .map(|(entity, _)| entity)
            .unwrap()
    };
    let (b1, g1) = (knight(&mut table, "b1"), knight(&mut table, "g1"));
    table.play("e2e4 e7e5 g1e2");
    assert_eq!(knight(&mut table, "e2"), g1);
    table.ask(TakeBack);
    table.play("b1c3");
    assert_eq!((knight(&mut table, "c3"), knight(&mut table, "g1")), (b1, g1));
    table.ask(NewGame { start: endgame::chess::Position::start(), profile: Profile::Classic, seats: Seats::default() });
    table.settle();
    assert_eq!((knight(&mut table, "b1"), knight(&mut table, "g1")), (b1, g1), "a new game sends each man home");
}

#[test]
fn the_board_fits_again_after_any_change_of_the_window() {
    use bevy::window::{PrimaryWindow, WindowResized};
    let mut table = Table::sized(640, 360);
    table.look(View::White);
    let before = table.pixel(Vec3::new(-4.6, 0.0, 4.6));
    for (width, height) in
        [(320.0, 240.0), (1200.0, 200.0), (300.0, 780.0), (60.0, 40.0), (900.0, 600.0), (640.0, 360.0)]
    {
        let world = table.app.world_mut();
        let (entity, mut window) =
            world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>().single_mut(world).unwrap();
        window.resolution.set(width, height);
        world.write_message(WindowResized { window: entity, width, height });
        table.wait(6);
        for (x, z) in [(-4.6, 4.6), (4.6, 4.6), (-4.6, -4.6), (4.6, -4.6)] {
            let at = table.pixel(Vec3::new(x, 0.0, z));
            assert!(at.x >= 0.0 && at.y >= 0.0 && at.x <= width && at.y <= height, "{at} in {width}x{height}");
        }
    }
    assert!(table.pixel(Vec3::new(-4.6, 0.0, 4.6)).distance(before) < 0.5);
}

#[test]
fn a_trembling_hand_still_captures() {
    let mut table = Table::new();
    table.play("e2e4 d7d5");
    table.click("e4");
    let at = table.pixel_of("d5");
    table.point(at);
    table.app.update();
    table.press();
    table.point(at + Vec2::new(14.0, 6.0));
    table.app.update();
    table.release();
    table.settle();
    assert_eq!(table.moves(), "e4 d5 exd5");
    table.assert_scene();
}

#[test]
fn a_promotion_called_off_in_the_same_frame_leaves_no_dialog() {
    let mut table = Table::with("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    table.click("a7");
    table.app.world_mut().trigger(SquareClicked(sq("a8")));
    table.app.world_mut().trigger(CancelSelection);
    table.wait(4);
    assert_eq!(table.overlay(), Overlay::None);
    table.click("e1");
    assert_eq!(table.selected(), Some(sq("e1")), "the board lives");
}

#[test]
fn giving_up_before_the_first_move_can_be_undone() {
    let mut table = Table::new();
    table.ask(Resign(Side::White));
    table.settle();
    assert_eq!(table.overlay(), Overlay::Result);
    table.ask(TakeBack);
    assert_eq!(table.game().game().outcome(), None);
}

#[test]
fn a_square_clicked_under_a_dialog_does_nothing() {
    let mut table = Table::new();
    table.app.world_mut().resource_mut::<NextState<Overlay>>().set(Overlay::NewGame);
    table.wait(2);
    table.ask(SquareClicked(sq("e2")));
    table.click("e2");
    assert_eq!(table.selected(), None);
}

#[test]
fn a_capture_in_passing_is_leafed_through_by_keys() {
    let mut table = Table::new();
    table.play("e2e4 a7a6 e4e5 d7d5 e5d6 c7d6");
    assert_eq!(table.moves(), "e4 a6 e5 d5 exd6 cxd6");
    for hurry in [false, true] {
        for (code, key, plies) in
            [(KeyCode::PageUp, Key::PageUp, [5, 4, 3, 2]), (KeyCode::PageDown, Key::PageDown, [3, 4, 5, 6])]
        {
            for ply in plies {
                table.key(code, key.clone());
                assert_eq!(table.game().ply(), ply);
                if !hurry {
                    table.settle();
                    table.assert_scene();
                    assert_eq!(table.scene().contains_key(&sq("d5")), ply == 4, "ply {ply}");
                }
            }
        }
        table.settle();
        table.assert_scene();
    }
}

#[test]
fn a_man_is_taken_in_mid_air_and_a_refused_drop_is_forgotten() {
    use endgame::{animation::Motion, pieces::Held};
    let mut table = Table::new();
    table.play("e2e4");
    // Taken back, it slides home, and is taken again before it is there.
    table.ask(TakeBack);
    table.wait(2);
    let world = table.app.world_mut();
    assert_eq!(world.query::<&Motion>().iter(world).count(), 1);
    let e5 = table.pixel_of("e5");
    table.drag_to("e2", e5);
    let world = table.app.world_mut();
    assert_eq!(world.query_filtered::<(), (With<Held>, Without<Motion>)>().iter(world).count(), 1, "in hand alone");
    table.release();
    table.settle();
    assert_eq!(table.moves(), "");
    table.assert_scene();
    // The same man's next move by clicks is shown like any other.
    table.click("e2");
    table.click("e4");
    let world = table.app.world_mut();
    assert_eq!(world.query::<&Motion>().iter(world).count(), 1);
    table.settle();
    assert_eq!(table.moves(), "e4");
    table.assert_scene();
}

#[test]
fn a_man_in_hand_is_let_go_when_the_position_changes() {
    use endgame::{game::PlayMove, pieces::Held};
    for taken_back in [false, true] {
        let mut table = Table::new();
        table.play("e2e4 d7d5");
        let d5 = table.pixel_of("d5");
        table.drag_to("e4", d5);
        let expected = if taken_back {
            table.ask(TakeBack);
            "e4"
        } else {
            // From elsewhere, as an engine's or a typed move comes.
            let mv = endgame::notation::read_move(table.position(), "Nc3").unwrap();
            table.ask(PlayMove(mv));
            "e4 d5 Nc3"
        };
        let world = table.app.world_mut();
        assert_eq!(world.query_filtered::<(), With<Held>>().iter(world).count(), 0);
        table.release();
        table.settle();
        assert_eq!((table.moves(), table.selected()), (expected.to_owned(), None));
        table.assert_scene();
    }
}
