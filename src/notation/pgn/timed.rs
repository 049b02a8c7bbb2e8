//! What the clocks of a played game leave in its record.

use std::time::Duration;

use crate::chess::clock::Clock;

use super::command::{self, Command};
use super::comment;
use super::time_control;
use super::tree::{PgnGame, ROOT};

impl PgnGame {
    /// Writes down what the clocks know: the tag `TimeControl`, and after each move of the main line what the mover's clock
    /// showed (`[%clk]`) and how long the move took (`[%emt]`); in a game that is left unfinished also how long the side to
    /// move has thought by now (`[%thought]`).
    pub fn set_clock(&mut self, clock: &Clock, now: Duration) {
        self.set_tag("TimeControl", time_control::write(clock.control()));
        let line = self.main_line();
        let last = line.last().copied().unwrap_or(ROOT);
        self.say_of_clocks(ROOT, &[]);
        for (id, stamp) in line.into_iter().zip(clock.stamps()) {
            self.say_of_clocks(id, &[Command::Clock(stamp.left), Command::Elapsed(stamp.spent)]);
        }
        let thought = clock.thinking(now);
        if self.result == "*" && !thought.is_zero() {
            comment::join(&mut self.nodes[last].after, &Command::Thought(thought).to_string());
        }
    }

    /// Says this before what the comment of a node says, in place of what it said of clocks.
    fn say_of_clocks(&mut self, id: usize, commands: &[Command]) {
        let mut text = String::new();
        for command in commands {
            comment::join(&mut text, &command.to_string());
        }
        let after = &mut self.nodes[id].after;
        comment::join(&mut text, &command::untimed(after));
        *after = text;
    }

    /// The clocks as the main line leaves them, standing. `None` for a game without a known control, or in which not every
    /// move says what the mover's clock showed.
    pub fn clock(&self) -> Option<Clock> {
        let control = time_control::read(self.tag("TimeControl")?).ok()??;
        let mut clock = Clock::new(control, self.start.side())?;
        let line = self.main_line();
        let last = line.last().copied().unwrap_or(ROOT);
        for id in line {
            let mut said = command::commands(&self.nodes[id].after).into_iter();
            let elapsed = |command| if let Command::Elapsed(time) = command { Some(time) } else { None };
            clock.recall(command::clock(&self.nodes[id].after)?, said.find_map(elapsed));
        }
        let mut said = command::commands(&self.nodes[last].after).into_iter();
        let thought = |command| if let Command::Thought(time) = command { Some(time) } else { None };
        clock.recall_thinking(said.find_map(thought).unwrap_or_default());
        Some(clock)
    }
}

#[cfg(test)]
mod tests {
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
        pgn.set_clock(&clock, Duration::from_secs(63));
        let written = writer::write(&pgn);
        assert!(written.contains("[TimeControl \"40/5400+30:900+30\"]\n"), "{written}");
        let moves: String = written.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            moves.ends_with("1. e4 {[%clk 1:30:28.5] [%emt 0:00:01.5]} 1... e5 {[%clk 1:29:28.5] [%emt 0:01:01.5]} *"),
            "{moves}"
        );
        let read = super::super::reader::Reader::new(written.as_bytes()).next().unwrap().unwrap();
        assert_eq!(command::clock(&read.nodes[2].after), clock.stamps().nth(1).map(|stamp| stamp.left));
        clock.pause(Duration::from_secs(63));
        assert_eq!(read.clock(), Some(clock.clone()));
        // Left in the middle of a thought, and with a comment; said again, it is said once.
        let now = Duration::from_secs(70);
        clock.start(Duration::from_secs(63));
        pgn.nodes[2].after.push_str(" solid [%cal Ge7e5]");
        for _ in 0..2 {
            pgn.set_clock(&clock, now);
            clock.pause(now);
            assert_eq!(pgn.clock(), Some(clock.clone()));
            let after = "[%clk 1:29:28.5] [%emt 0:01:01.5] solid [%cal Ge7e5] [%thought 0:00:07]";
            assert_eq!(pgn.nodes[2].after, after);
        }
        // A game that does not say all that is needed has no clocks.
        pgn.nodes[1].after.clear();
        assert_eq!(pgn.clock(), None);
        pgn.set_clock(&clock, now);
        pgn.set_tag("TimeControl", "?");
        assert_eq!(pgn.clock(), None);
    }
}
