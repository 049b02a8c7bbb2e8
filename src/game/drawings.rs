//! What people draw on the board: arrows and circles, kept with each position of the game on the table.

use std::collections::HashMap;

use bevy::prelude::*;

use super::{Match, NewGame};
use crate::chess::{Game, Move, Square};

/// The four colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Paint {
    #[default]
    Green,
    Red,
    Blue,
    Yellow,
}

impl Paint {
    /// All of them.
    pub const ALL: [Paint; 4] = [Paint::Green, Paint::Red, Paint::Blue, Paint::Yellow];
}

/// An arrow; a circle if it begins and ends on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke {
    /// Its color.
    pub paint: Paint,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// What an engine points at on the position that is looked at. Kept with no position, and in no file.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice(pub Vec<Stroke>);

/// Draw this on the position that is looked at; the same once more takes it away.
#[derive(Event, Clone, Copy, Debug)]
pub struct Draw(pub Stroke);

/// Wipe the position that is looked at clean.
#[derive(Event, Clone, Copy, Debug)]
pub struct WipeDrawings;

/// Another game's drawings take the place of these.
#[derive(Event, Clone, Debug)]
pub struct LoadDrawings(pub Drawings);

/// The way from the start of a game to one of its positions: where drawings are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Page(u64);

impl Page {
    /// The page of the position after one more move.
    pub fn after(self, mv: Move) -> Page {
        let promotion = mv.promotion.map_or(0, |kind| kind as u64 + 1);
        let castling = mv.castling().map_or(0, |(rook, _)| rook.index() as u64 + 1);
        let word = mv.from.index() as u64 | (mv.to.index() as u64) << 6 | promotion << 12 | castling << 16 | 1 << 24;
        // A multiplication that can be undone keeps different words different; the turn brings the upper bits down.
        Page((self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    }

    /// The page of this ply of a game.
    pub fn of(game: &Game, ply: usize) -> Page {
        game.plies()[..ply].iter().fold(Page::default(), |page, played| page.after(played.mv))
    }
}

/// All drawings of the game on the table.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawings(HashMap<Page, Vec<Stroke>>);

impl Drawings {
    /// What is drawn on a position.
    pub fn on(&self, page: Page) -> &[Stroke] {
        self.0.get(&page).map_or(&[], Vec::as_slice)
    }

    /// What is drawn on the position that is looked at.
    pub fn shown(&self, current: &Match) -> &[Stroke] {
        // Nothing is drawn in most games, and then nothing is worked out.
        if self.0.is_empty() { &[] } else { self.on(Page::of(current.game(), current.ply())) }
    }

    /// Puts drawings on a position in place of what was there.
    pub fn put(&mut self, page: Page, strokes: Vec<Stroke>) {
        if strokes.is_empty() {
            self.0.remove(&page);
        } else {
            self.0.insert(page, strokes);
        }
    }
}

/// Adds a stroke; the same is taken away instead, and one of another color gives way to it.
fn draw_on(strokes: &mut Vec<Stroke>, stroke: Stroke) {
    let before = strokes.iter().position(|old| (old.from, old.to) == (stroke.from, stroke.to));
    match before.map(|index| strokes.remove(index)) {
        Some(same) if same == stroke => {}
        _ => strokes.push(stroke),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drawings>()
        .init_resource::<Advice>()
        .add_observer(draw)
        .add_observer(wipe)
        .add_observer(load)
        .add_observer(begin_anew);
}

fn draw(request: On<Draw>, current: Res<Match>, mut drawings: ResMut<Drawings>) {
    let page = Page::of(current.game(), current.ply());
    let mut strokes = drawings.on(page).to_vec();
    draw_on(&mut strokes, request.0);
    drawings.put(page, strokes);
}

fn wipe(_: On<WipeDrawings>, current: Res<Match>, mut drawings: ResMut<Drawings>) {
    if !drawings.shown(&current).is_empty() {
        drawings.put(Page::of(current.game(), current.ply()), Vec::new());
    }
}

fn load(request: On<LoadDrawings>, mut drawings: ResMut<Drawings>) {
    *drawings = request.0.clone();
}

fn begin_anew(_: On<NewGame>, mut drawings: ResMut<Drawings>) {
    drawings.0.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Profile};

    #[test]
    fn the_same_stroke_is_taken_away_and_another_color_takes_its_place() {
        let stroke = |paint| Stroke { paint, from: Square::E2, to: Square::E4 };
        let mut strokes = Vec::new();
        draw_on(&mut strokes, stroke(Paint::Green));
        draw_on(&mut strokes, stroke(Paint::Red));
        assert_eq!(strokes, [stroke(Paint::Red)]);
        draw_on(&mut strokes, stroke(Paint::Red));
        assert!(strokes.is_empty());
    }

    #[test]
    fn every_position_of_a_game_has_a_page_of_its_own() {
        let mut game = Game::new(Position::start(), Profile::default());
        let mut pages = std::collections::HashSet::from([Page::default()]);
        // Knights out and home: the position comes again, its page does not.
        for (from, to) in [(Square::G1, Square::F3), (Square::G8, Square::F6), (Square::F3, Square::G1)] {
            let next = game.position().find(from, to, None).unwrap();
            for mv in game.position().legal_moves() {
                let after = Page::of(&game, game.len()).after(mv);
                assert!(mv == next || pages.insert(after), "{mv}");
            }
            game.play(next).unwrap();
            assert!(pages.insert(Page::of(&game, game.len())));
        }
    }
}
