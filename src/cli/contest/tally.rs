//! How a match stands: points, Elo with its error, and whether it is decided.

use std::str::FromStr;

use crate::chess::Side;

/// Results from the view of the first engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Illegal moves, time losses and crashes.
    pub faults: u32,
}

impl Tally {
    /// A game has ended; `reversed` if the first engine had the black men.
    pub fn add(&mut self, winner: Option<Side>, reversed: bool) {
        match winner {
            None => self.draws += 1,
            Some(side) if (side == Side::White) != reversed => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    fn games(&self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// Mean score of a game, and its variance.
    fn score(&self) -> (f64, f64) {
        let games = self.games().max(1.0);
        let mean = (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games;
        let square = |count: u32, score: f64| f64::from(count) * (score - mean).powi(2);
        (mean, (square(self.wins, 1.0) + square(self.draws, 0.5) + square(self.losses, 0.0)) / games)
    }

    /// Elo, and from where to where it is with 95 %.
    fn elo(&self) -> [f64; 3] {
        let (mean, variance) = self.score();
        let error = 1.96 * (variance / self.games().max(1.0)).sqrt();
        [mean, mean - error, mean + error].map(|score| {
            let score = score.clamp(0.001, 0.999);
            -400.0 * (1.0 / score - 1.0).log10()
        })
    }

    /// One line.
    pub fn describe(&self, first: &str, second: &str) -> String {
        let Tally { wins, draws, losses, .. } = self;
        let (mean, _) = self.score();
        let [elo, from, to] = self.elo();
        let games = self.games();
        format!(
            "{first} - {second}: +{wins} ={draws} -{losses} of {games}: {:.1} %, Elo {elo:+.0} ({from:+.0} to {to:+.0})",
            100.0 * mean
        )
    }

    /// The result as a table.
    pub fn table(&self, first: &str, second: &str) -> String {
        let Tally { wins, draws, losses, faults } = *self;
        let points = |wins: u32| f64::from(wins) + f64::from(draws) / 2.0;
        let width = first.chars().count().max(second.chars().count()).max(6);
        format!(
            "\n{:width$}   points   won  drawn  lost\n{first:width$} {:8.1} {wins:5} {draws:6} {losses:5}\n\
             {second:width$} {:8.1} {losses:5} {draws:6} {wins:5}\nfaults: {faults}",
            "engine",
            points(wins),
            points(losses)
        )
    }
}

/// Wald's sequential test of two claims about Elo, both errors at 5 %.
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    low: f64,
    high: f64,
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let numbers =
            text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
        match numbers {
            Some((low, high)) if low < high && f64::abs(low) < 1000.0 && f64::abs(high) < 1000.0 => {
                Ok(Sprt { low, high })
            }
            _ => Err("expected two numbers of Elo, the smaller first, for example 0,5".to_owned()),
        }
    }
}

impl Sprt {
    /// The decision, once there is one.
    pub fn verdict(self, tally: &Tally) -> Option<String> {
        let (mean, variance) = tally.score();
        if tally.games() < 10.0 || variance <= 0.0 {
            return None;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (low, high) = (expected(self.low), expected(self.high));
        let ratio = tally.games() * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let bound = (0.95_f64 / 0.05).ln();
        if ratio >= bound {
            Some(format!("decided: stronger by {} Elo or more (log-likelihood ratio {ratio:.2})", self.high))
        } else if ratio <= -bound {
            Some(format!("decided: not stronger by {} Elo (log-likelihood ratio {ratio:.2})", self.high))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_elo() {
        let mut tally = Tally::default();
        for (winner, reversed) in
            [(Some(Side::White), false), (Some(Side::Black), true), (None, false), (Some(Side::White), true)]
        {
            tally.add(winner, reversed);
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 1));
        assert!(
            tally.describe("A", "B").starts_with("A - B: +2 =1 -1 of 4: 62.5 %, Elo +89"),
            "{}",
            tally.describe("A", "B")
        );
        let even = Tally { wins: 100, draws: 100, losses: 100, faults: 0 };
        assert!(even.elo()[0].abs() < 1e-9 && even.elo()[1] < -20.0);
    }

    #[test]
    fn a_test_is_decided_when_it_is_clear() {
        let sprt: Sprt = "0,10".parse().unwrap();
        assert!(sprt.verdict(&Tally { wins: 3, draws: 4, losses: 3, faults: 0 }).is_none());
        assert!(
            sprt.verdict(&Tally { wins: 900, draws: 600, losses: 500, faults: 0 }).unwrap().contains("stronger by 10")
        );
        assert!(
            sprt.verdict(&Tally { wins: 500, draws: 600, losses: 900, faults: 0 }).unwrap().contains("not stronger")
        );
        for wrong in ["", "5", "5,0", "a,b", "0;5"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
