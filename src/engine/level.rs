//! Opponents weaker than the engine: they see less and err like people.
//!
//! A weaker player looks less far, is less exact about what he sees, and overlooks answers: the rather the farther the man goes that
//! gives them, and hardly ever a man that takes back. He overlooks an answer in all lines alike, so he may miss a threat for a whole
//! move, but never throws a man away for nothing. What is easy (a mate that stands there, a bare king to be mated) he does well.

use super::evaluation::evaluate;
use super::limits::Limits;
use super::score::{MATE_BOUND, Score};
use super::search::{Engine, Question, Report, Signal};
use crate::chess::{Kind, Move, Position};

/// How strong an opponent is: 1 for a child's first one, 10 for all the engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a level.
struct Skill {
    /// Plies looked at; none for as far as time allows.
    depth: Option<i32>,
    /// Positions looked at, at most.
    nodes: Option<u64>,
    /// How many moves are thought about.
    width: usize,
    /// How far off the judgement of a line usually is, in hundredths of a pawn.
    error: f64,
    /// The chance to overlook an answer of a man that crosses the board.
    blindness: f64,
    /// About how strong in Elo, from and to.
    rating: (u32, u32),
}

const fn skill(depth: i32, width: usize, error: f64, blindness: f64, rating: (u32, u32)) -> Skill {
    Skill { depth: Some(depth), nodes: Some(400_000), width, error, blindness, rating }
}

static SKILLS: [Skill; 10] = [
    skill(1, 100, 150.0, 0.85, (400, 650)),
    skill(2, 100, 105.0, 0.62, (650, 900)),
    skill(3, 100, 72.0, 0.42, (900, 1150)),
    skill(4, 100, 55.0, 0.30, (1150, 1350)),
    skill(5, 60, 42.0, 0.20, (1350, 1550)),
    skill(6, 30, 32.0, 0.13, (1550, 1750)),
    skill(7, 16, 24.0, 0.08, (1750, 2000)),
    skill(9, 6, 14.0, 0.03, (2000, 2300)),
    Skill { depth: None, nodes: Some(60_000), width: 1, error: 0.0, blindness: 0.0, rating: (2300, 2700) },
    Skill { depth: None, nodes: None, width: 1, error: 0.0, blindness: 0.0, rating: (2700, 3100) },
];

impl Level {
    /// The weakest.
    pub const FIRST: Level = Level(1);
    /// All the engine has.
    pub const LAST: Level = Level(10);

    /// The level of a number from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 10 { Some(Level(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// From 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn skill(self) -> &'static Skill {
        &SKILLS[usize::from(self.0 - 1)]
    }

    /// About how strong it is, from and to, in Elo.
    pub fn rating(self) -> (u32, u32) {
        self.skill().rating
    }

    /// The move that a player of this level makes, and what he expects then. `chance` decides what he overlooks: the same number,
    /// the same move.
    pub fn choose(
        self,
        engine: &mut Engine,
        question: &Question,
        signal: &Signal,
        chance: u64,
        report: &mut dyn FnMut(Report),
    ) -> Option<(Move, Option<Move>)> {
        let skill = self.skill();
        // Everybody has learned to mate a bare king.
        let bare = is_bare(&question.position);
        let depth = skill.depth.map(|depth| if bare { depth.max(8) } else { depth });
        let least = |own: Option<u64>, other: Option<u64>| own.into_iter().chain(other).min();
        let limits = Limits {
            depth: question.limits.depth.into_iter().chain(depth).min(),
            nodes: least(question.limits.nodes, skill.nodes),
            ..question.limits.clone()
        };
        let asked = Question { lines: skill.width.max(question.lines), limits, ..question.clone() };
        let answer = engine.search(&asked, signal, report);
        if skill.width == 1 {
            return Some((answer.best()?, answer.expected()));
        }
        let mut chance = Chance(chance ^ 0x9e37_79b9_7f4a_7c15);
        let seed = chance.next();
        let best = answer.lines.first()?.score;
        let position = &question.position;
        let error = skill.error * calm(position, best);
        // A bare king has nothing that could be overlooked.
        let blindness = if bare { 0.0 } else { skill.blindness };
        let judged = answer.lines.iter().map(|line| {
            let mv = line.moves[0];
            let mut score = line.score;
            if let Some(&reply) = line.moves.get(1)
                && Chance(seed ^ fingerprint(reply)).share() < blindness * distraction(mv, reply)
            {
                // What stands on the board after the move is all he sees, and nothing of it is too good to be true.
                score = score.max((-evaluate(&position.play(mv))).min(best.max(0) + 300));
            }
            (f64::from(score.clamp(-2500, 2500)) + error * chance.bell(), line)
        });
        let (_, line) = judged.max_by(|one, other| one.0.total_cmp(&other.0))?;
        Some((line.moves[0], line.moves.get(1).copied()))
    }
}

/// What an error shrinks to where there is little to be wrong about.
fn calm(position: &Position, best: Score) -> f64 {
    if best.abs() >= MATE_BOUND {
        return 0.2;
    }
    if is_bare(position) { 0.0 } else { (1.0 - f64::from(best.abs()) / 2500.0).clamp(0.4, 1.0) }
}

/// Whether the opponent has nothing but the king.
fn is_bare(position: &Position) -> bool {
    position.by_side(!position.side()).len() == 1
}

/// How easily an answer is overlooked, 0 to 1.
fn distraction(mv: Move, reply: Move) -> f64 {
    let way = reply.from.file().abs_diff(reply.to.file()).max(reply.from.rank().abs_diff(reply.to.rank()));
    let mut share = 0.25 + 0.75 * f64::from(way) / 7.0;
    if reply.piece.kind == Kind::Knight {
        share += 0.25;
    }
    if reply.to == mv.to {
        // Taking back on the square that everybody looks at.
        share *= if reply.piece.kind == Kind::Pawn { 0.1 } else { 0.3 };
    }
    share.min(1.0)
}

fn fingerprint(mv: Move) -> u64 {
    (mv.from.index() as u64 * 64 + mv.to.index() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Random numbers from a seed: SplitMix64 (G. Steele and others, 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// About a bell curve around 0, of deviation 1: twelve dice.
    fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.share()).sum::<f64>() - 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::RuleSet;
    use crate::notation::{fen, uci};

    fn question(text: &str) -> Question {
        let position = fen::parse(text, RuleSet::Standard).unwrap().position;
        Question::new(position, Limits { nodes: Some(20_000), ..Limits::default() })
    }

    #[test]
    fn every_level_takes_a_queen_and_gives_mate_in_one() {
        for level in Level::all() {
            let (mut takes, mut mates) = (0, 0);
            for chance in 0..20 {
                let choose = |text: &str| {
                    let question = question(text);
                    let mut engine = Engine::new(1, 1);
                    let chosen = level.choose(&mut engine, &question, &Signal::default(), chance, &mut |_| {});
                    uci::write(&question.position, chosen.unwrap().0)
                };
                takes += i32::from(choose("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1") == "e4d5");
                mates += i32::from(choose("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1") == "d1d8");
            }
            assert!(takes >= 19 && mates >= 17, "level {}: {takes} and {mates} of 20", level.number());
        }
    }

    #[test]
    fn every_level_mates_with_a_queen() {
        for level in Level::all() {
            let mut position = question("8/8/8/4k3/8/8/8/4KQ2 w - - 0 1").position;
            let mut engine = Engine::new(1, 1);
            let mut before = Vec::new();
            for ply in 0..100 {
                if position.outcome().is_some() {
                    break;
                }
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                let question = Question { before: before.clone(), ..Question::new(position, limits) };
                let level = if ply % 2 == 0 { level } else { Level::new(9).unwrap() };
                let (mv, _) = level.choose(&mut engine, &question, &Signal::default(), ply, &mut |_| {}).unwrap();
                before.push(position);
                position = position.play(mv);
            }
            assert!(position.is_check() && !position.has_legal_move(), "level {}: {position:?}", level.number());
        }
    }
}
