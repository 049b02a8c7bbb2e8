//! What is asked of an engine and what it answers, between our values and UCI's words.

use std::time::Duration;

use super::super::limits::Time;
use super::super::score::Told;
use super::Identity;
use crate::chess::{Move, Position, RuleSet, Side};
use crate::notation::{fen, uci};

/// How long it may think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The clocks of White and Black.
    pub clocks: Option<[Time; 2]>,
    /// Exactly so long.
    pub move_time: Option<Duration>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Until it is told to stop.
    pub infinite: bool,
    /// The last move is only expected: it thinks on the opponent's time.
    pub ponder: bool,
}

/// A position to think about.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// How long.
    pub go: Go,
    /// How many of the best lines are wanted.
    pub lines: usize,
}

impl Task {
    /// The position after these moves, which must be legal.
    pub fn new(start: Position, moves: impl IntoIterator<Item = Move>, go: Go) -> Task {
        let moves: Vec<Move> = moves.into_iter().collect();
        let position = moves.iter().fold(start, |position, mv| position.play(*mv));
        Task { start, moves, position, go, lines: 1 }
    }

    /// The position it is asked about.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The positions before it, oldest first.
    pub fn before(&self) -> Vec<Position> {
        let mut at = self.start;
        let mut before = Vec::with_capacity(self.moves.len());
        for mv in &self.moves {
            before.push(at);
            at = at.play(*mv);
        }
        before
    }

    /// How long it may take at most; `None` if it may take forever.
    pub fn longest(&self) -> Option<Duration> {
        if self.go.infinite || self.go.ponder {
            return None;
        }
        let clock = self.go.clocks.map(|clocks| clocks[self.position.side().index()].left);
        self.go.move_time.or(clock)
    }

    /// The lines that ask for it.
    pub(super) fn commands(&self, identity: &Identity) -> Vec<String> {
        let has = |name: &str| identity.options.iter().any(|option| option.name.eq_ignore_ascii_case(name));
        let mut commands = Vec::new();
        if has("UCI_Chess960") {
            let is_chess960 = !crate::notation::castles_as_usual(&self.start);
            commands.push(format!("setoption name UCI_Chess960 value {is_chess960}"));
        }
        if has("UCI_Variant") && self.start.rules() == RuleSet::Endgame {
            commands.push("setoption name UCI_Variant value endgame".to_owned());
        }
        if has("MultiPV") {
            commands.push(format!("setoption name MultiPV value {}", self.lines.max(1)));
        }
        let mut position = if self.start == Position::start_with(self.start.rules()) {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", fen::write(&self.start))
        };
        let mut at = self.start;
        for (number, &mv) in self.moves.iter().enumerate() {
            position += if number == 0 { " moves " } else { " " };
            position += &uci::write(&at, mv);
            at = at.play(mv);
        }
        commands.push(position);
        commands.push(self.go.command());
        commands
    }
}

impl Go {
    fn command(&self) -> String {
        let mut text = "go".to_owned();
        if self.ponder {
            text += " ponder";
        }
        if let Some([white, black]) = self.clocks {
            let ms = |time: Duration| time.as_millis();
            text += &format!(" wtime {} btime {}", ms(white.left), ms(black.left));
            text += &format!(" winc {} binc {}", ms(white.increment), ms(black.increment));
            if let Some(moves) = white.moves_to_go.or(black.moves_to_go) {
                text += &format!(" movestogo {moves}");
            }
        }
        if let Some(time) = self.move_time {
            text += &format!(" movetime {}", time.as_millis().max(1));
        }
        if let Some(depth) = self.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(nodes) = self.nodes {
            text += &format!(" nodes {nodes}");
        }
        if self.infinite || text == "go" || text == "go ponder" {
            text += " infinite";
        }
        text
    }
}

/// What an engine thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies looked at.
    pub depth: u32,
    /// Which of the best lines, 1 for the best.
    pub number: usize,
    /// What it is worth for White.
    pub score: Told,
    /// Its moves, as far as they are legal.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Info {
    /// Reads `info …` about this position. `None` if it tells no line.
    pub fn read(line: &str, position: &Position) -> Option<Info> {
        let mut words = line.split_whitespace().skip(1);
        let (mut depth, mut number, mut score, mut nodes, mut moves) = (0, 1, None, 0, Vec::new());
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next()?.parse().ok()?,
                "multipv" => number = words.next()?.parse().ok()?,
                "nodes" => nodes = words.next()?.parse().unwrap_or(0),
                "score" => {
                    score = match words.next()? {
                        "cp" => Some(Told::Pawns(words.next()?.parse().ok()?)),
                        "mate" => Some(Told::Mate(words.next()?.parse().ok()?)),
                        _ => None,
                    }
                }
                // Only a bound of the score: the next line tells more.
                "lowerbound" | "upperbound" => return None,
                "pv" => {
                    let mut at = *position;
                    for text in words.by_ref() {
                        let Ok(mv) = uci::read(&at, text) else { break };
                        moves.push(mv);
                        at = at.play(mv);
                    }
                }
                "string" => break,
                _ => {}
            }
        }
        if moves.is_empty() || number == 0 {
            return None;
        }
        let score = for_white(score?, position.side());
        Some(Info { depth, number, score, line: moves, nodes })
    }
}

/// A score of the side to move, for White.
pub fn for_white(score: Told, side: Side) -> Told {
    match (side, score) {
        (Side::White, score) => score,
        (Side::Black, Told::Pawns(pawns)) => Told::Pawns(pawns.saturating_neg()),
        (Side::Black, Told::Mate(moves)) => Told::Mate(moves.saturating_neg()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_become_commands() {
        let start = Position::start();
        let mv = start.legal_moves()[0];
        let time = |seconds| Time {
            left: Duration::from_secs(seconds),
            increment: Duration::from_millis(20),
            moves_to_go: Some(3),
        };
        let go = Go { clocks: Some([time(1), time(2)]), ..Go::default() };
        let task = Task::new(start, [mv], go);
        let commands = task.commands(&Identity::default());
        assert_eq!(
            commands,
            [
                format!("position startpos moves {mv}"),
                "go wtime 1000 btime 2000 winc 20 binc 20 movestogo 3".to_owned(),
            ]
        );
        assert_eq!(task.longest(), Some(Duration::from_secs(2)));
        assert_eq!(Go::default().command(), "go infinite");
    }

    #[test]
    fn infos_are_read_as_far_as_they_make_sense() {
        let start = Position::start();
        let read = |text: &str| Info::read(text, &start);
        let info = read("info depth 12 seldepth 20 multipv 2 score cp -31 nodes 999 nps 5 pv e2e4 e7e5 e1e8").unwrap();
        assert_eq!((info.depth, info.number, info.score, info.line.len()), (12, 2, Told::Pawns(-31), 2));
        assert_eq!(read("info depth 5 score mate 3 pv d2d4").unwrap().score, Told::Mate(3));
        for nothing in [
            "info string pv e2e4",
            "info depth 3",
            "info depth x score cp 1 pv e2e4",
            "info score cp 12 lowerbound pv e2e4",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
        let black = start.play(start.legal_moves()[0]);
        assert_eq!(Info::read("info score cp 20 pv e7e5", &black).unwrap().score, Told::Pawns(-20));
    }
}
