//! Which square a ray means: pure geometry and one rule about who stands in the way.

use bevy::math::{Dir3, Quat, Ray3d, Vec3};

use super::body::Body;
use crate::board::layout;
use crate::chess::{Kind, Square};

/// A square that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The square, or the square of the man that was met.
    pub square: Square,
    /// Distance from the ray's origin.
    pub depth: f32,
    /// Whether a man was met; otherwise the wood.
    pub man: bool,
}

/// A man that a ray may meet.
#[derive(Clone, Copy, Debug)]
pub struct Man<'a> {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub kind: Kind,
    /// Which way it looks.
    pub turned: Quat,
    /// What it is drawn with; a man that is not drawn is aimed at by its envelope.
    pub body: Option<&'a Body>,
}

impl Man<'_> {
    /// How high it is.
    pub fn top(&self) -> f32 {
        let envelope = || envelope(self.kind).last().map_or(0.0, |(_, top)| *top);
        self.body.map_or_else(envelope, Body::top)
    }

    /// Depth at which a ray meets it.
    pub fn depth(&self, ray: Ray3d) -> Option<f32> {
        let foot = layout::center(self.square);
        let Some(body) = self.body else { return outline(self.kind, foot, ray) };
        let back = self.turned.inverse();
        let direction = Dir3::new(back * *ray.direction).unwrap_or(ray.direction);
        body.depth(Ray3d { origin: back * (ray.origin - foot), direction })
    }
}

/// The upright cylinders (radius, top) that hold a man, from its foot upwards: close to the outline of the usual set, for men
/// whose mesh has not been loaded.
fn envelope(kind: Kind) -> &'static [(f32, f32)] {
    match kind {
        Kind::Pawn => &[(0.28, 0.16), (0.23, 0.28), (0.15, 0.50), (0.20, 0.87)],
        Kind::Rook => &[(0.34, 0.20), (0.28, 0.33), (0.20, 0.62), (0.27, 0.99)],
        Kind::Knight => &[(0.34, 0.22), (0.30, 0.80), (0.27, 1.02), (0.15, 1.16)],
        Kind::Bishop => &[(0.33, 0.18), (0.28, 0.32), (0.16, 0.66), (0.21, 1.05), (0.10, 1.23)],
        Kind::Queen => &[(0.36, 0.18), (0.31, 0.36), (0.18, 0.88), (0.21, 1.05), (0.26, 1.38), (0.10, 1.47)],
        Kind::King => &[(0.38, 0.18), (0.33, 0.38), (0.19, 0.95), (0.22, 1.12), (0.28, 1.50), (0.13, 1.68)],
    }
}

/// Depth at which a ray meets the envelope of a man who stands there.
fn outline(kind: Kind, foot: Vec3, ray: Ray3d) -> Option<f32> {
    let mut bottom = 0.0;
    let met = envelope(kind).iter().filter_map(|&(radius, top)| {
        let depth = cylinder(ray, foot, radius, bottom, top);
        bottom = top;
        depth
    });
    met.reduce(f32::min)
}

/// Everything a ray meets on the board, nearest first: men, then the wood behind them.
pub fn hits<'a>(ray: Ray3d, men: impl Iterator<Item = Man<'a>>) -> Vec<Hit> {
    let mut hits: Vec<Hit> =
        men.filter_map(|man| man.depth(ray).map(|depth| Hit { square: man.square, depth, man: true })).collect();
    if let Some((square, depth)) = wood(ray) {
        hits.push(Hit { square, depth, man: false });
    }
    hits.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    hits
}

/// The square whose wood the ray meets, through all men.
pub fn wood(ray: Ray3d) -> Option<(Square, f32)> {
    let depth = plane(ray, 0.0)?;
    layout::square_at(ray.get_point(depth)).map(|square| (square, depth))
}

/// Where the ray meets the level plane at `height`.
pub fn plane(ray: Ray3d, height: f32) -> Option<f32> {
    let depth = (height - ray.origin.y) / ray.direction.y;
    (depth.is_finite() && depth > 0.0).then_some(depth)
}

/// The square that is meant: the nearest, unless that is no target and hides one. Then the target is meant: the wood that lies
/// there, or else the nearest man.
pub fn meant(hits: &[Hit], targets: &[Square]) -> Option<Square> {
    let is_target = |hit: &&Hit| targets.contains(&hit.square);
    let first = hits.first()?;
    let hidden = || hits.iter().filter(|hit| !hit.man).find(is_target).or_else(|| hits.iter().find(is_target));
    Some(if is_target(&first) { first } else { hidden().unwrap_or(first) }.square)
}

/// Where a man in hand is let go: the wood under it if that is a target, else the nearest target, else the wood.
pub fn dropped(hits: &[Hit], targets: &[Square]) -> Option<Square> {
    let wood = hits.iter().find(|hit| !hit.man).map(|hit| hit.square);
    wood.filter(|square| targets.contains(square))
        .or_else(|| hits.iter().find(|hit| targets.contains(&hit.square)).map(|hit| hit.square))
        .or(wood)
}

/// The men that hide what lies on a square from an eye: most of a man there, or else most of a mark in its middle.
pub fn hiding(eye: Vec3, square: Square, men: &[Man]) -> Vec<Square> {
    // Of five points; half the size of a mark.
    const MOST: usize = 3;
    const MARK: f32 = 0.13;
    let middle = layout::center(square);
    let points = match men.iter().find(|man| man.square == square) {
        Some(man) => [0.1, 0.3, 0.5, 0.7, 0.9].map(|part| middle + Vec3::Y * part * man.top()),
        None => [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
            .map(|(x, z)| middle + Vec3::new(x, 0.0, z) * MARK),
    };
    let hides = |man: &Man, point: Vec3| {
        let Ok(direction) = Dir3::new(point - eye) else { return false };
        man.depth(Ray3d { origin: eye, direction }).is_some_and(|depth| depth < eye.distance(point))
    };
    let (mut hiding, mut hidden) = (Vec::new(), [false; 5]);
    for man in men.iter().filter(|man| man.square != square) {
        let hides = points.map(|point| hides(man, point));
        if hides.contains(&true) {
            hiding.push(man.square);
        }
        hidden.iter_mut().zip(hides).for_each(|(hidden, hides)| *hidden |= hides);
    }
    if hidden.into_iter().filter(|hidden| *hidden).count() < MOST { Vec::new() } else { hiding }
}

/// Depth at which a ray enters an upright cylinder around `foot` between two heights, cap included.
fn cylinder(ray: Ray3d, foot: Vec3, radius: f32, bottom: f32, top: f32) -> Option<f32> {
    let (origin, direction) = (ray.origin - foot, *ray.direction);
    let (a, b, c) = (
        direction.x * direction.x + direction.z * direction.z,
        origin.x * direction.x + origin.z * direction.z,
        origin.x * origin.x + origin.z * origin.z - radius * radius,
    );
    let mut nearest: Option<f32> = None;
    let mut meet = |depth: f32| {
        if depth > 0.0 && nearest.is_none_or(|before| depth < before) {
            nearest = Some(depth);
        }
    };
    let root = b * b - a * c;
    if a > 1e-9 && root >= 0.0 {
        let depth = (-b - root.sqrt()) / a;
        let height = origin.y + depth * direction.y;
        if (bottom..=top).contains(&height) {
            meet(depth);
        }
    }
    if let Some(depth) = plane(Ray3d { origin, direction: ray.direction }, top) {
        let point = origin + depth * direction;
        if point.x * point.x + point.z * point.z <= radius * radius {
            meet(depth);
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use bevy::math::Dir3;

    use super::*;

    fn ray(from: Vec3, to: Vec3) -> Ray3d {
        Ray3d { origin: from, direction: Dir3::new(to - from).unwrap() }
    }

    fn man(square: Square, kind: Kind) -> Man<'static> {
        Man { square, kind, turned: Quat::IDENTITY, body: None }
    }

    const SEAT: Vec3 = Vec3::new(0.0, 6.0, 9.0);

    #[test]
    fn a_tall_man_in_front_is_met_first_and_the_wood_behind_it_too() {
        let e4 = layout::center(Square::E4);
        let hits = hits(ray(SEAT, e4), [man(Square::E3, Kind::King)].into_iter());
        assert_eq!(
            hits.iter().map(|hit| (hit.square, hit.man)).collect::<Vec<_>>(),
            [(Square::E3, true), (Square::E4, false)]
        );
        assert_eq!(meant(&hits, &[]), Some(Square::E3));
        assert_eq!(meant(&hits, &[Square::E4]), Some(Square::E4), "a man in the way must not steal the click");
        assert_eq!(meant(&hits, &[Square::E3, Square::E4]), Some(Square::E3), "a target that is seen is meant itself");
        assert_eq!(dropped(&hits, &[]), Some(Square::E4), "a man in hand is let go where it hangs");
    }

    #[test]
    fn a_king_hides_the_square_behind_him_and_not_the_one_beside_him() {
        let men = [man(Square::E4, Kind::King)];
        let low = Vec3::new(0.5, 4.0, 9.0);
        assert_eq!(hiding(low, Square::E5, &men), [Square::E4]);
        assert!(hiding(low, Square::D5, &men).is_empty() && hiding(low, Square::E4, &men).is_empty());
        assert!(hiding(Vec3::new(0.0, 12.0, 0.1), Square::E5, &men).is_empty());
        let men = [man(Square::E4, Kind::King), man(Square::E5, Kind::Pawn)];
        assert_eq!(hiding(Vec3::new(0.5, 2.0, 9.0), Square::E5, &men), [Square::E4]);
    }

    #[test]
    fn beside_the_board_and_above_the_horizon_nothing_is_met() {
        assert!(hits(ray(SEAT, Vec3::new(6.0, 0.0, 0.0)), std::iter::empty()).is_empty());
        assert!(hits(ray(SEAT, Vec3::new(0.0, 20.0, -9.0)), std::iter::empty()).is_empty());
    }

    #[test]
    fn from_above_each_man_stands_on_its_own_square() {
        for square in Square::ALL {
            let center = layout::center(square);
            let men = Square::ALL.into_iter().map(|square| man(square, Kind::Queen));
            let hits = hits(ray(center + Vec3::Y * 12.0, center), men);
            assert_eq!(hits[0].square, square);
            assert!(hits[0].man);
        }
    }
}
