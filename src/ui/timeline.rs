//! The film strip: the watched line from left to right, with a playhead that can be taken with the pointer.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Color32, Context, FontId, Id, LayerId, Mesh, Order, Painter, Pos2, Rect, Response, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2,
    epaint::{TessellationOptions, Tessellator},
    pos2, vec2,
};

use super::{Action, scoresheet::Scoresheet, theme, thumbnail, widgets};
use crate::{
    game::Match,
    replay::{Landmark, Landmarks, Passage},
};

/// Height of the strip, in points.
const HEIGHT: f32 = 34.0;
/// Room at both ends, so that the playhead is whole at them.
const MARGIN: f32 = 8.0;
/// Side of the board that is shown over the strip.
const DIAGRAM: f32 = 132.0;
/// How near to the pointer something is meant, in points.
const BAD: Color32 = theme::EMBER;
const GOOD: Color32 = Color32::from_rgb(146, 196, 116);
const GROOVE: Color32 = Color32::from_rgb(20, 14, 10);
const LIGHT_SHARE: Color32 = Color32::from_rgb(112, 100, 82);
const DARK_SHARE: Color32 = Color32::from_rgb(38, 28, 22);

/// What the strip shows.
pub(super) struct Film<'a> {
    /// The game on the table.
    pub current: &'a Match,
    /// Its moves in writing.
    pub sheet: &'a Scoresheet,
    /// What is to be seen along it.
    pub landmarks: &'a Landmarks,
    /// Where it is, in plies.
    pub at: f64,
    /// What is shown again and again.
    pub passage: Option<Passage>,
}

/// The strip without what moves, made once for a line and a place: however much is to be seen along it, a frame costs the same.
#[derive(Default)]
pub(super) struct Strip {
    of: Option<(Rect, usize, f32)>,
    /// Below what is shown again and again, and above it.
    meshes: [Arc<Mesh>; 2],
}

impl Strip {
    /// There is something else to be seen along the line.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }

    /// What lies below and above.
    fn meshes(&mut self, ctx: &Context, rect: Rect, scale: Scale, landmarks: &Landmarks) -> [Arc<Mesh>; 2] {
        let now = (rect, scale.plies, ctx.pixels_per_point());
        if self.of != Some(now) {
            let mut below = vec![Shape::rect_filled(rect, 4.0, GROOVE)];
            draw_chances(&mut below, rect.shrink2(vec2(MARGIN, 0.0)), scale, &landmarks.chances);
            let mut above = Vec::new();
            draw_ticks(&mut above, rect, scale);
            draw_landmarks(&mut above, rect, scale, &landmarks.marks);
            self.meshes = [below, above].map(|shapes| Arc::new(tessellated(ctx, shapes)));
            self.of = Some(now);
        }
        self.meshes.clone()
    }
}

/// The triangles of these shapes.
fn tessellated(ctx: &Context, shapes: Vec<Shape>) -> Mesh {
    // Discs that were drawn beforehand lie in a picture that may change its place.
    let options = TessellationOptions { prerasterized_discs: false, ..ctx.tessellation_options(|options| *options) };
    let mut tessellator = Tessellator::new(ctx.pixels_per_point(), options, [1, 1], Vec::new());
    let mut mesh = Mesh::default();
    shapes.into_iter().for_each(|shape| tessellator.tessellate_shape(shape, &mut mesh));
    mesh
}

/// Where plies lie.
#[derive(Clone, Copy, Debug)]
struct Scale {
    left: f32,
    width: f32,
    plies: usize,
}

impl Scale {
    fn x(self, ply: f64) -> f32 {
        self.left + (ply / self.plies.max(1) as f64) as f32 * self.width
    }

    fn ply(self, x: f32) -> f64 {
        f64::from(((x - self.left) / self.width.max(1.0)).clamp(0.0, 1.0)) * self.plies as f64
    }

    /// Points between two plies.
    fn gap(self) -> f32 {
        self.width / self.plies.max(1) as f32
    }
}

/// Draws the strip as wide as there is room. Answers what the pointer asks for.
pub(super) fn show(ui: &mut Ui, film: &Film, strip: &mut Strip) -> Option<Action> {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    widgets::note(ui, "replay slider", rect);
    let plies = film.current.game().len();
    let inside = rect.shrink2(vec2(MARGIN, 0.0));
    let scale = Scale { left: inside.left(), width: inside.width(), plies };
    let painter = ui.painter_at(rect);
    let [below, above] = strip.meshes(ui.ctx(), rect, scale, film.landmarks);
    painter.add(below);
    if let Some(Passage { from, to }) = film.passage {
        let part = Rect::from_x_y_ranges(scale.x(from as f64)..=scale.x(to as f64), rect.y_range());
        painter.rect_filled(part, 2.0, Color32::from_rgba_unmultiplied(222, 178, 104, 34));
        painter.rect_stroke(part, 2.0, Stroke::new(1.0, theme::GOLD), StrokeKind::Inside);
    }
    painter.add(above);
    draw_playhead(&painter, rect, scale.x(film.at), response.hovered() || response.dragged());
    if plies == 0 {
        return None;
    }
    let pointer = response.interact_pointer_pos().or(response.hover_pos());
    if let Some(at) = pointer {
        let ply = scale.ply(at.x).round() as usize;
        preview(ui, film, rect, scale.x(ply as f64), ply);
    }
    asked(&response, scale)
}

fn asked(response: &Response, scale: Scale) -> Option<Action> {
    if response.drag_stopped() {
        return Some(Action::LetGo);
    }
    let at = scale.ply(response.interact_pointer_pos()?.x);
    if response.dragged() {
        return Some(Action::Scrub(at));
    }
    response.clicked().then(|| Action::GoTo(at.round() as usize))
}

/// White's chance to win, as a light area that rises from below.
fn draw_chances(shapes: &mut Vec<Shape>, rect: Rect, scale: Scale, chances: &[Option<f32>]) {
    if chances.is_empty() {
        return;
    }
    shapes.push(Shape::rect_filled(rect, 0.0, DARK_SHARE));
    // One column a point is as fine as is seen, however many plies there are; those of one height are one, without seams.
    let columns = (scale.width.ceil() as usize).clamp(1, 4096);
    let (mut last, mut since) = (0.5, rect.left());
    for column in 0..=columns {
        let x = rect.left() + column as f32;
        let ply = scale.ply(x + 0.5).round() as usize;
        let known =
            chances.get(..=ply.min(chances.len() - 1)).and_then(|seen| seen.iter().rev().take(4).find_map(|c| *c));
        let now = known.unwrap_or(last);
        if (now != last || column == columns) && x > since {
            let top = rect.bottom() - rect.height() * last;
            let share = Rect::from_min_max(pos2(since, top), pos2(x, rect.bottom()));
            shapes.push(Shape::rect_filled(share, 0.0, LIGHT_SHARE));
            since = x;
        }
        last = now;
    }
    shapes.push(Shape::hline(rect.x_range(), rect.center().y, Stroke::new(1.0, Color32::from_black_alpha(90))));
}

/// A stroke for each move, or for as many as can be told apart.
fn draw_ticks(shapes: &mut Vec<Shape>, rect: Rect, scale: Scale) {
    let step = [2, 10, 20, 100, 200, 1000, 2000].into_iter().find(|step| scale.gap() * *step as f32 >= 5.0);
    let Some(step) = step else { return };
    let ink = Stroke::new(1.0, Color32::from_rgba_unmultiplied(238, 228, 210, 40));
    for ply in (0..=scale.plies).step_by(step) {
        shapes.push(Shape::vline(scale.x(ply as f64), rect.bottom() - 5.0..=rect.bottom(), ink));
    }
}

/// Above: words; in the middle: what the move does; below: signs. Each has a shape of its own. What would lie over another
/// of its kind is left out.
fn draw_landmarks(shapes: &mut Vec<Shape>, rect: Rect, scale: Scale, marks: &[Landmark]) {
    let mut drawn = [f32::NEG_INFINITY; 5];
    for mark in marks {
        let x = scale.x(mark.ply as f64);
        let mut once = |row: usize, draw: &dyn Fn(&mut Vec<Shape>)| {
            if x - drawn[row] >= 3.0 {
                drawn[row] = x;
                draw(shapes);
            }
        };
        let at = |y: f32| pos2(x, rect.top() + y);
        if mark.comment {
            once(0, &|shapes| shapes.push(Shape::circle_filled(at(6.0), 2.6, theme::IVORY)));
        }
        if mark.variation {
            once(1, &|shapes| {
                let ink = Stroke::new(1.4, theme::BRONZE);
                shapes.push(Shape::line_segment([at(11.0), at(15.0)], ink));
                shapes.push(Shape::line_segment([at(11.0), at(11.0) + vec2(3.5, 4.0)], ink));
            });
        }
        if mark.capture {
            once(2, &|shapes| {
                let square = Rect::from_center_size(at(20.0), Vec2::splat(4.0));
                shapes.push(Shape::rect_filled(square, 0.0, theme::FADED));
            });
        }
        if mark.check {
            once(3, &|shapes| {
                let points = [vec2(0.0, -3.0), vec2(3.0, 2.0), vec2(-3.0, 2.0)].map(|to| at(20.0) + to).to_vec();
                shapes.push(Shape::convex_polygon(points, theme::GOLD, Stroke::NONE));
            });
        }
        if let Some(glyph) = mark.glyph {
            let good = matches!(glyph, 1 | 3 | 5);
            once(4, &|shapes| {
                let points = [vec2(0.0, -4.0), vec2(3.2, 0.0), vec2(0.0, 4.0), vec2(-3.2, 0.0)].map(|to| at(28.0) + to);
                let (fill, edge) = if good { (Color32::TRANSPARENT, GOOD) } else { (BAD, BAD) };
                shapes.push(Shape::convex_polygon(points.to_vec(), fill, Stroke::new(1.2, edge)));
            });
        }
    }
}

fn draw_playhead(painter: &Painter, rect: Rect, x: f32, is_near: bool) {
    painter.vline(x, rect.y_range(), Stroke::new(2.0, theme::GOLD));
    let radius = if is_near { 6.5 } else { 5.0 };
    painter.circle(pos2(x, rect.center().y), radius, theme::GOLD, Stroke::new(1.5, GROOVE));
}

/// The position under the pointer, as a small diagram above the strip.
fn preview(ui: &Ui, film: &Film, strip: Rect, x: f32, ply: usize) {
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::new("film preview")));
    let screen = ui.ctx().content_rect();
    let size = vec2(DIAGRAM + 10.0, DIAGRAM + 30.0);
    let left = (x - size.x / 2.0).clamp(screen.left() + 2.0, (screen.right() - size.x - 2.0).max(screen.left() + 2.0));
    let card = Rect::from_min_size(pos2(left, strip.top() - size.y - 6.0), size);
    if card.top() < screen.top() {
        // There is no room for it in this window.
        return;
    }
    painter.rect_filled(card, 6.0, Color32::from_rgba_unmultiplied(34, 25, 19, 250));
    painter.rect_stroke(card, 6.0, Stroke::new(1.0, theme::GOLD), StrokeKind::Inside);
    let board = Rect::from_min_size(card.min + Vec2::splat(5.0), Vec2::splat(DIAGRAM));
    thumbnail::draw(&painter, board, film.current.game().position_at(ply));
    let words = label(film, ply);
    let at = Pos2::new(card.center().x, card.bottom() - 12.0);
    painter.text(at, Align2::CENTER_CENTER, words, FontId::proportional(14.0), theme::IVORY);
}

/// `12... Nf6`, and of the start position a stroke.
fn label(film: &Film, ply: usize) -> String {
    let Some(text) = ply.checked_sub(1).and_then(|index| film.sheet.text(index)) else { return "–".to_owned() };
    let before = film.current.game().position_at(ply - 1);
    let dots = if before.side() == crate::chess::Side::White { "." } else { "..." };
    format!("{}{dots} {text}", before.fullmove_number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_and_places_are_each_others_inverse() {
        for plies in [1, 40, 17_697] {
            let scale = Scale { left: 10.0, width: 700.0, plies };
            for part in 0..=10 {
                let ply = plies as f64 * f64::from(part) / 10.0;
                assert!((scale.ply(scale.x(ply)) - ply).abs() < 1e-3 * plies as f64);
            }
            assert_eq!((scale.ply(-50.0), scale.ply(5000.0)), (0.0, plies as f64));
        }
        let nothing = Scale { left: 0.0, width: 0.0, plies: 0 };
        assert_eq!(nothing.ply(3.0), 0.0);
        assert!(nothing.x(0.0).is_finite());
    }
}
