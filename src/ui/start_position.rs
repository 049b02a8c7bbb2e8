//! Where a new game starts: the usual position, one of Chess960's by number or by lot, or a FEN.

use std::hash::{BuildHasher, RandomState};

use bevy_egui::egui::{RichText, Ui};

use super::{figurine, new_game, theme, widgets};
use crate::{
    chess::{Piece, Position, RuleSet, Side, Square},
    locale::Words,
    notation::fen::{self, FenError, Parsed},
};

/// What kind of start is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Usual,
    Chess960,
    Fen,
}

/// What is filled in about the start. What is typed for one kind is kept while another is looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct StartPosition {
    kind: Kind,
    number: String,
    fen: String,
}

/// Why no game can start as it is filled in.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum StartError {
    /// The number is none of Chess960.
    Number,
    /// The FEN is none that can be played.
    Fen(FenError),
}

impl StartPosition {
    /// Takes over the start of a game that was played, so that the next one begins in the same way. A position of its
    /// own is not begun from again unless the form still asks for it.
    pub(super) fn follow(&mut self, start: &Position) {
        match start.chess960_number() {
            Some(Position::USUAL_START) => self.kind = Kind::Usual,
            Some(number) => {
                self.kind = Kind::Chess960;
                self.number = number.to_string();
            }
            None => {}
        }
    }

    /// The position, with what had to be put right in a FEN.
    pub(super) fn position(&self, rules: RuleSet) -> Result<Parsed, StartError> {
        match self.kind {
            Kind::Usual => Ok(unrepaired(Position::start_with(rules))),
            Kind::Chess960 => {
                let position = self.number.parse().ok().and_then(|number| Position::chess960(number, rules));
                position.map(unrepaired).ok_or(StartError::Number)
            }
            Kind::Fen => fen::parse(self.fen.trim(), rules).map_err(StartError::Fen),
        }
    }

    /// Draws the choice and what belongs to it.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words, start: &Result<Parsed, StartError>) {
        widgets::caption(ui, words, "new-start");
        let kinds = [
            (Kind::Usual, words.text("new-start-usual")),
            (Kind::Chess960, words.text("new-start-chess960")),
            (Kind::Fen, words.text("new-start-fen")),
        ];
        let chosen = widgets::choices(ui, &mut self.kind, &kinds);
        match self.kind {
            Kind::Usual => {}
            Kind::Chess960 => {
                // Whoever chooses it wants to be surprised, and can still type a number.
                if chosen && self.number.is_empty() {
                    self.draw_lots();
                }
                self.shuffled(ui, words, start);
            }
            Kind::Fen => {
                let width = ui.available_width();
                new_game::field(ui, "fen", &mut self.fen, words.text("new-fen-hint"), width);
                judge(ui, words, start);
            }
        }
    }

    fn shuffled(&mut self, ui: &mut Ui, words: &Words, start: &Result<Parsed, StartError>) {
        ui.horizontal_wrapped(|ui| {
            new_game::field(ui, "start number", &mut self.number, words.text("new-number-hint"), 72.0);
            self.number.retain(|c| c.is_ascii_digit());
            self.number.truncate(3);
            if widgets::button(ui, words, "new-draw-lots").clicked() {
                self.draw_lots();
            }
            if let Ok(start) = start {
                let rank: String = officers(&start.position).map(Piece::letter).collect();
                ui.label(figurines(&start.position));
                let letters = ui.label(RichText::new(rank).color(theme::FADED).small());
                widgets::note(ui, "start rank", letters.rect);
            }
        });
        match start {
            Ok(_) => new_game::explain(ui, words.text("new-start-chess960-help")),
            Err(_) => refuse(ui, words.text("new-number-wrong")),
        }
    }

    /// Any number but the one that stands there.
    fn draw_lots(&mut self) {
        // The standard library keys every hasher by chance; that is all the chance a lot needs.
        let chance = RandomState::new().hash_one("a lot");
        let other = chance % u64::from(Position::CHESS960_STARTS - 1);
        let now = self.number.parse().unwrap_or(u64::MAX);
        self.number = (if other < now { other } else { other + 1 }).to_string();
    }
}

fn unrepaired(position: Position) -> Parsed {
    Parsed { position, repairs: Vec::new() }
}

/// The men on White's first rank.
fn officers(position: &Position) -> impl Iterator<Item = Piece> + '_ {
    (0..8).filter_map(|file| position.piece_at(Square::new(file, Side::White.home_rank())))
}

fn figurines(position: &Position) -> RichText {
    let glyphs: String = officers(position).map(figurine::glyph).collect();
    RichText::new(glyphs).size(22.0).color(figurine::color(Side::White))
}

/// What the reader thinks of the FEN: what is wrong, what was put right, or that it is fine.
fn judge(ui: &mut Ui, words: &Words, start: &Result<Parsed, StartError>) {
    match start {
        Err(StartError::Fen(FenError::Empty) | StartError::Number) => {
            new_game::explain(ui, words.text("new-fen-empty"))
        }
        Err(StartError::Fen(error)) => {
            refuse(ui, words.text_with("new-fen-wrong", &[("why", error.to_string().into())]));
        }
        Ok(parsed) if parsed.repairs.is_empty() => new_game::explain(ui, words.text("new-fen-fine")),
        Ok(parsed) => {
            for repair in &parsed.repairs {
                let text = words.text_with("new-fen-repaired", &[("what", repair.to_string().into())]);
                ui.label(RichText::new(text).color(theme::GOLD).small());
            }
        }
    }
}

fn refuse(ui: &mut Ui, text: String) {
    ui.label(RichText::new(text).color(theme::EMBER).small());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(kind: Kind, number: &str, fen: &str) -> StartPosition {
        StartPosition { kind, number: number.to_owned(), fen: fen.to_owned() }
    }

    #[test]
    fn each_kind_of_start_goes_with_each_rule_set() {
        for rules in RuleSet::ALL {
            let position = |form: StartPosition| form.position(rules).map(|parsed| parsed.position);
            assert_eq!(position(form(Kind::Usual, "7", "nonsense")), Ok(Position::start_with(rules)));
            assert_eq!(position(form(Kind::Chess960, "7", "")).ok(), Position::chess960(7, rules));
            for wrong in ["", "960", "99999"] {
                assert_eq!(position(form(Kind::Chess960, wrong, "")), Err(StartError::Number));
            }
            let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
            let read = position(form(Kind::Fen, "", fen)).map(|position| (fen::write(&position), position.rules()));
            assert_eq!(read, Ok((fen.to_owned(), rules)));
            assert_eq!(position(form(Kind::Fen, "", " ")), Err(StartError::Fen(FenError::Empty)));
        }
    }

    #[test]
    fn lots_are_numbers_of_chess960_and_never_the_same_twice_running() {
        let mut start = StartPosition::default();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..20_000 {
            let before = start.number.clone();
            start.draw_lots();
            assert_ne!(start.number, before);
            seen.insert(start.number.parse::<u16>().unwrap());
        }
        assert!(seen.iter().all(|number| *number < Position::CHESS960_STARTS));
        // All but a handful: a chance of one in a billion for each to be missed.
        assert!(seen.len() > 950, "{}", seen.len());
    }

    #[test]
    fn the_next_game_starts_like_the_last() {
        let mut start = form(Kind::Fen, "", "x");
        start.follow(&Position::chess960(959, RuleSet::Endgame).unwrap());
        assert_eq!((start.kind, start.number.as_str()), (Kind::Chess960, "959"));
        start.follow(&fen::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1", RuleSet::Standard).unwrap().position);
        assert_eq!(start.kind, Kind::Chess960);
        start.follow(&Position::start());
        assert_eq!(start.kind, Kind::Usual);
    }
}
