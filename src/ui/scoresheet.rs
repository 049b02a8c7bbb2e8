//! What the side panel shows of the game, worked out once a change instead of once a frame.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::UiSystems;
use crate::{
    chess::{Claim, Game, Kind, Move, Piece, Position, Side},
    game::Match,
    notation::san,
};

/// The moves in writing, who was captured, what may be claimed.
#[derive(Resource, Default)]
pub(super) struct Scoresheet {
    /// The game that is written here.
    of: Option<Match>,
    start: Option<Position>,
    moves: Vec<Move>,
    /// Who was captured, and at which ply.
    captured: Vec<(usize, Piece)>,
    texts: Vec<String>,
    lost: [Vec<Kind>; 2],
    balance: i32,
    claims: Vec<Claim>,
    claims_with: Vec<(Move, Claim)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Scoresheet>().add_systems(EguiPrimaryContextPass, keep.in_set(UiSystems::Prepare));
}

fn keep(current: Res<Match>, mut sheet: ResMut<Scoresheet>) {
    if current.is_changed() {
        // Looking at another ply of a game of ten thousand moves costs no more than at one of a short game.
        if !sheet.of.as_ref().is_some_and(|of| of.shares_game_with(&current)) {
            sheet.write_moves(current.game());
            sheet.of = Some(current.clone());
        }
        sheet.count_men(&current);
        sheet.look_for_claims(&current);
    }
}

impl Scoresheet {
    /// The move that led to ply `index + 1`, in SAN.
    pub(super) fn text(&self, index: usize) -> Option<&str> {
        self.texts.get(index).map(String::as_str)
    }

    /// How many plies there are.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The number of the first move and whether Black makes it.
    pub(super) fn first(&self) -> (u32, bool) {
        self.start.as_ref().map_or((1, false), |start| (start.fullmove_number(), start.side() == Side::Black))
    }

    /// The men that this side has lost, the most valuable first.
    pub(super) fn lost(&self, side: Side) -> &[Kind] {
        &self.lost[side.index()]
    }

    /// By how many pawns this side is ahead; negative if it is behind.
    pub(super) fn lead(&self, side: Side) -> i32 {
        match side {
            Side::White => self.balance,
            Side::Black => -self.balance,
        }
    }

    /// What may be claimed for the position on the board.
    pub(super) fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// What may be claimed with an intended move.
    pub(super) fn claims_with(&self) -> &[(Move, Claim)] {
        &self.claims_with
    }

    /// Whether there is anything to claim.
    pub(super) fn can_claim(&self) -> bool {
        !self.claims.is_empty() || !self.claims_with.is_empty()
    }

    /// Writes only what differs from the game of before: games of ten thousand moves stay quick to play and to step through.
    fn write_moves(&mut self, game: &Game) {
        if self.start.as_ref() != Some(game.start()) {
            self.start = Some(*game.start());
            self.moves.clear();
        }
        let same = self.moves.iter().zip(game.plies()).take_while(|(mv, ply)| **mv == ply.mv).count();
        self.moves.truncate(same);
        self.texts.truncate(same);
        for (index, ply) in game.plies().iter().enumerate().skip(same) {
            self.moves.push(ply.mv);
            self.texts.push(san::write(game.position_at(index), ply.mv));
        }
        let captures = self.moves.iter().enumerate().filter_map(|(index, mv)| Some((index + 1, mv.captured?)));
        self.captured = captures.collect();
    }

    fn count_men(&mut self, current: &Match) {
        self.lost = default();
        for (_, piece) in self.captured.iter().take_while(|(ply, _)| *ply <= current.ply()) {
            self.lost[piece.side.index()].push(piece.kind);
        }
        for lost in &mut self.lost {
            lost.sort_by(|a, b| b.cmp(a));
        }
        self.balance = current.shown().pieces().map(|(_, piece)| worth(piece.side, piece.kind)).sum();
    }

    fn look_for_claims(&mut self, current: &Match) {
        let open = current.goes_on();
        self.claims = if open { current.game().claims() } else { Vec::new() };
        self.claims_with = if open { current.game().claims_with() } else { Vec::new() };
    }
}

fn worth(side: Side, kind: Kind) -> i32 {
    let value = kind.value() as i32;
    if side == Side::White { value } else { -value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Profile;

    fn play(game: &mut Game, text: &str) {
        let mv = san::read(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }

    #[test]
    fn only_the_new_moves_are_written() {
        let mut game = Game::new(Position::start(), Profile::Classic);
        let mut sheet = Scoresheet::default();
        for text in ["e4", "d5", "exd5"] {
            play(&mut game, text);
        }
        sheet.write_moves(&game);
        assert_eq!(sheet.texts, ["e4", "d5", "exd5"]);
        game.take_back();
        play(&mut game, "e5");
        play(&mut game, "Nf6");
        sheet.write_moves(&game);
        assert_eq!(sheet.texts, ["e4", "d5", "e5", "Nf6"]);
        sheet.write_moves(&Game::new(Position::start(), Profile::Classic));
        assert_eq!(sheet.len(), 0);
    }
}
