//! What the clocks of a played game leave in its record.

use crate::chess::clock::Clock;

use super::command::Command;
use super::comment;
use super::time_control;
use super::tree::PgnGame;

impl PgnGame {
    /// Writes down what the clocks know: the tag `TimeControl`, and after each move of the main line what the mover's clock
    /// showed (`[%clk]`) and how long the move took (`[%emt]`).
    pub fn set_clock(&mut self, clock: &Clock) {
        self.set_tag("TimeControl", time_control::write(clock.control()));
        for (id, stamp) in self.main_line().into_iter().zip(clock.stamps()) {
            for command in [Command::Clock(stamp.left), Command::Elapsed(stamp.spent)] {
                comment::join(&mut self.nodes[id].after, &command.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::chess::{Game, Position, Profile, Side};
    use crate::notation::{pgn::writer, read_move};

    #[test]
    fn clocks_are_written_and_read_again() {
        let mut game = Game::new(Position::start(), Profile::Classic);
        let mut clock = Clock::new("40/90+30, 15+30".parse().unwrap(), Side::White).unwrap();
        clock.start(Duration::ZERO);
        for (text, millis) in [("e4", 1_500), ("e5", 63_000)] {
            game.play(read_move(game.position(), text).unwrap()).unwrap();
            clock.follow(&game, Duration::from_millis(millis));
        }
        let mut pgn = PgnGame::from_game(&game);
        pgn.set_clock(&clock);
        let written = writer::write(&pgn);
        assert!(written.contains("[TimeControl \"40/5400+30:900+30\"]\n"), "{written}");
        let moves: String = written.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            moves.ends_with("1. e4 {[%clk 1:30:28.5] [%emt 0:00:01.5]} 1... e5 {[%clk 1:29:28.5] [%emt 0:01:01.5]} *"),
            "{moves}"
        );
        let read = super::super::reader::Reader::new(written.as_bytes()).next().unwrap().unwrap();
        assert_eq!(super::super::command::clock(&read.nodes[2].after), clock.stamps().nth(1).map(|stamp| stamp.left));
    }
}
