//! Dead positions in play: they end the game, and what was found out of them decides resignations.

use std::time::{Duration, Instant};

use bevy::{input::ButtonState, prelude::MouseButton};
use endgame::{
    chess::{Outcome, Profile, Reason, RuleSet, Side},
    game::{Judging, NewGame, PlayMove, Resign, Seats, TakeBack},
    notation::{fen, uci},
    screens::Overlay,
};

use crate::table::{Table, sq};

impl Table {
    /// Goes on until nothing is thought about any more.
    fn judge(&mut self) {
        let begun = Instant::now();
        while self.app.world().resource::<Judging>().is_running() {
            assert!(begun.elapsed() < Duration::from_secs(120), "the search has a limit");
            std::thread::sleep(Duration::from_millis(5));
            self.app.update();
        }
        self.settle();
    }

    /// Begins a dead game here whose proof takes thought, before a frame in which the answer could be heard.
    fn begin_thinking(&mut self, text: &str) {
        let start = fen::parse(text, RuleSet::Standard).unwrap().position;
        self.app.world_mut().trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
        self.app.world_mut().flush();
        assert!(self.app.world().resource::<Judging>().is_running(), "{text} takes no thought");
        assert_eq!(self.outcome(), None);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().game().outcome()
    }
}

const DEAD: Outcome = Outcome::draw(Reason::DeadPosition);

#[test]
fn the_move_that_locks_the_last_pawns_ends_the_game() {
    let mut table = Table::with("4k3/8/8/p2p2p1/P2P4/6P1/8/4K3 w - - 0 1");
    assert_eq!(table.outcome(), None);
    table.play("g3g4");
    assert_eq!(table.outcome(), Some(DEAD));
    table.settle();
    assert_eq!(table.overlay(), Overlay::Result);
    table.ask(TakeBack);
    table.settle();
    assert_eq!(table.outcome(), None);
    table.assert_scene();
}

/// Dead, and some 47,000 positions a side have to be looked at.
const TAKES_THOUGHT: &str = "8/3p1p1p/1p6/1P6/BP6/KP6/PP1P1P1P/k7 w - - 0 1";

#[test]
fn a_dead_position_that_takes_thought_ends_the_game_from_the_background() {
    let mut table = Table::new();
    table.begin_thinking(TAKES_THOUGHT);
    table.judge();
    assert_eq!(table.outcome(), Some(DEAD));
    assert_eq!(table.overlay(), Overlay::Result);
    table.assert_scene();
}

#[test]
fn a_move_made_meanwhile_is_what_is_thought_about() {
    let mut table = Table::new();
    table.begin_thinking(TAKES_THOUGHT);
    let mv = uci::read(table.game().game().position(), "h2h3").unwrap();
    table.ask(PlayMove(mv));
    assert_eq!(table.game().game().len(), 1);
    table.judge();
    assert_eq!(table.outcome(), Some(DEAD));
    assert_eq!(table.game().ply(), 1);
    table.assert_scene();
}

/// White mates, but that is not seen at once.
const TAKES_THOUGHT_FOR_NOTHING: &str = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";

#[test]
fn an_answer_that_ends_nothing_disturbs_nobody() {
    // The answer comes while the button is down, or while a man is selected.
    for selected_before in [false, true] {
        let mut table = Table::new();
        table.judge();
        let start = fen::parse(TAKES_THOUGHT_FOR_NOTHING, RuleSet::Standard).unwrap().position;
        table.app.world_mut().trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
        table.app.world_mut().flush();
        assert!(table.app.world().resource::<Judging>().is_running(), "no thought is taken");
        let at = table.pixel_of("e3");
        table.point(at);
        table.button(MouseButton::Left, ButtonState::Pressed);
        if selected_before {
            table.button(MouseButton::Left, ButtonState::Released);
        }
        table.judge();
        if !selected_before {
            table.release();
        }
        assert_eq!(table.selected(), Some(sq("e3")));
        table.click("d4");
        table.settle();
        assert_eq!(table.moves(), "Kd4");
        table.assert_scene();
    }
}

#[test]
fn who_resigns_against_somebody_who_cannot_mate_draws_by_the_rules_of_fide() {
    // White can still mate here, Black cannot.
    let text = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
    for (profile, loser, winner) in [
        (Profile::Fide, Side::White, None),
        (Profile::Fide, Side::Black, Some(Side::White)),
        (Profile::Classic, Side::White, Some(Side::Black)),
    ] {
        let mut table = Table::with_profile(text, profile);
        table.judge();
        table.ask(Resign(loser));
        assert_eq!(table.outcome(), Some(Outcome { winner, reason: Reason::Resignation }), "{profile} {loser}");
    }
}
