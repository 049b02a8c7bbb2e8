//! One move of a film as the camera must show it: its squares, and at several moments who moves and who may stand before it.

use bevy::math::Vec3;

use super::outline::{self, Body};
use crate::{
    animation::Turn,
    board::layout,
    camera::{Free, Pose},
    chess::{Game, Kind, Move, diff::Spot},
    pieces::Reel,
};

/// One move of the film.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What must be in the picture: both squares, and the man's head on them.
    pub points: [Vec3; 4],
    /// How much there is to see, 0 to 1.
    pub tension: f32,
    /// When the man sets out.
    pub start: f64,
    moments: Vec<Moment>,
}

#[derive(Clone, Debug)]
struct Moment {
    seconds: f64,
    man: Body,
    others: Vec<Body>,
}

/// How far a man goes between two moments that are looked at, in squares where it is quickest.
const STEP: f32 = 0.22;
/// How many moments of a capture are looked at, at the least: the captured man is lifted quickly.
const QUICK: f32 = 28.0;
/// How much longer than a move a capture takes: the captured man is carried away.
const CAPTURE: f64 = 1.75;
/// Farther away on the board nobody hides anything, in squares.
const REACH: f32 = 3.4;

impl Scene {
    /// The scene of this move.
    pub fn new(game: &Game, reel: &mut Reel, ply: usize, turn: Turn) -> Scene {
        let mv = game.plies()[ply].mv;
        let moment = |part: f64| {
            let men = reel.moment(game, ply as f64 + part.min(0.9999));
            let man = men.iter().position(|(man, ..)| man.spot == Spot::Board(mv.from))?;
            let body = |(_, piece, at): &(_, crate::chess::Piece, Vec3)| Body { kind: piece.kind, at: *at };
            let mover = body(&men[man]);
            let is_near = |other: &Body| (other.at - mover.at).with_y(0.0).length_squared() < REACH * REACH;
            let others = men.iter().enumerate().filter(|(index, _)| *index != man).map(|(_, other)| body(other));
            let others = others.filter(is_near).collect();
            Some(Moment { seconds: turn.start + (turn.end - turn.start) * part, man: mover, others })
        };
        let moments = parts(mv).into_iter().filter_map(moment).collect();
        let head = Vec3::Y * outline::height(mv.piece.kind);
        let (from, to) = (layout::center(mv.from), layout::center(mv.to));
        Scene { points: [from, to, from + head, to + head], tension: tension(game, ply), start: turn.start, moments }
    }

    /// How badly the scene is seen while the eye goes along these poses: 0 where all is clear; at least [`BAD`] where something
    /// is out of the picture or hidden. It does not matter by how much it is worse than the most that is asked for.
    pub fn blame(&self, free: Free, most: f32, pose_at: impl Fn(f64) -> Pose) -> f32 {
        let mut blame = 0.0f32;
        for moment in &self.moments {
            if blame > most {
                break;
            }
            let pose = pose_at(moment.seconds);
            if !self.points[..2].iter().all(|point| free.holds(pose, *point)) {
                blame = blame.max(2.0 * BAD);
            }
            let hidden = outline::hidden(moment.man, &moment.others, pose.transform().translation);
            blame = blame.max(hiding(hidden));
        }
        blame
    }
}

/// The moments of a move that are looked at, as parts of its time.
fn parts(mv: Move) -> Vec<f64> {
    let way = layout::center(mv.from).distance(layout::center(mv.to));
    let least = if mv.is_capture() { QUICK } else { 6.0 };
    let count = (1.5 * way / STEP).ceil().max(least) as u32;
    let whole = if mv.is_capture() { CAPTURE } else { 1.0 };
    let carried = [1.2, 1.45, 1.75].into_iter().filter(|_| mv.is_capture());
    (0..=count).map(|step| f64::from(step) / f64::from(count)).chain(carried).map(|phase| phase / whole).collect()
}

/// What must not be.
pub const BAD: f32 = 100.0;
/// So much of the moving man may be hidden in a plan, and so much is bad; less than what is promised, for the discs are not
/// the men.
const HIDDEN: (f32, f32) = (0.13, 0.23);

/// The blame for hiding so much of a man.
fn hiding(hidden: f32) -> f32 {
    let (some, much) = HIDDEN;
    if hidden < some {
        (hidden / some).powi(2)
    } else if hidden < much {
        1.0 + (BAD - 1.0) * (hidden - some) / (much - some)
    } else {
        BAD * (1.0 + 4.0 * (hidden - much))
    }
}

/// How much happens in a move.
fn tension(game: &Game, ply: usize) -> f32 {
    let mv = game.plies()[ply].mv;
    let after = game.position_at(ply + 1);
    let mut tension = 0.0;
    if let Some(taken) = mv.captured {
        tension += 0.35;
        if mv.piece.kind.value() > taken.kind.value() + 1 && mv.piece.kind != Kind::King {
            tension += 0.3;
        }
    }
    if mv.promotion.is_some() {
        tension += 0.5;
    }
    if after.is_check() {
        tension += 0.45;
    }
    if ply + 1 == game.len() && after.is_check() {
        tension += 0.4;
    }
    f32::min(tension, 1.0)
}
