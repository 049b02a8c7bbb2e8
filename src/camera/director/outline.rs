//! How much of a man others hide: each man as a stack of discs, seen from afar.

use bevy::math::{Vec2, Vec3};

use crate::chess::Kind;

/// A man somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// What it is.
    pub kind: Kind,
    /// Where it stands or hovers.
    pub at: Vec3,
}

/// The height of a kind and the radii of its discs from foot to head, in the middles of eight equal parts of the height: the
/// tallest and broadest of the sets.
fn discs(kind: Kind) -> (f32, &'static [f32; 8]) {
    match kind {
        Kind::Pawn => (0.86, &[0.28, 0.26, 0.17, 0.10, 0.17, 0.16, 0.17, 0.16]),
        Kind::Knight => (1.15, &[0.33, 0.32, 0.30, 0.35, 0.36, 0.35, 0.27, 0.19]),
        Kind::Bishop => (1.29, &[0.33, 0.29, 0.18, 0.17, 0.18, 0.17, 0.17, 0.10]),
        Kind::Rook => (0.98, &[0.33, 0.32, 0.23, 0.18, 0.22, 0.25, 0.25, 0.25]),
        Kind::Queen => (1.46, &[0.36, 0.32, 0.19, 0.11, 0.20, 0.16, 0.23, 0.23]),
        Kind::King => (1.68, &[0.38, 0.32, 0.16, 0.14, 0.21, 0.14, 0.24, 0.16]),
    }
}

/// The height of a kind and its discs: height above the foot, and radius.
pub fn stack(kind: Kind) -> impl Iterator<Item = (f32, f32)> {
    let (height, radii) = discs(kind);
    radii.iter().zip(0..).map(move |(radius, part)| (height * (part as f32 + 0.5) / 8.0, *radius))
}

/// How high a kind reaches.
pub fn height(kind: Kind) -> f32 {
    discs(kind).0
}

/// The broadest disc of all.
const BROADEST: f32 = 0.38;
/// Where a disc is looked for along its width, in radii.
const ACROSS: [f32; 4] = [-0.8, -0.3, 0.3, 0.8];

/// The part (0 to 1) of a man that the others hide from an eye above the board.
///
/// Everything is thrown onto the board along the way to the eye: a level disc stays a circle of its size.
pub fn hidden(man: Body, others: &[Body], eye: Vec3) -> f32 {
    let way = eye - (man.at + Vec3::Y * 0.5);
    if way.y <= 0.05 {
        return 1.0;
    }
    let slope = Vec2::new(way.x, way.z) / way.y;
    let across = slope.perp().normalize_or(Vec2::X);
    let thrown = |at: Vec3, above: f32| Vec2::new(at.x, at.z) - slope * (at.y + above);
    let (foot, long) = (thrown(man.at, 0.0), slope.length());
    // Thrown onto the board all men lie in one direction: who lies beside this one hides nothing of it.
    let meets = |other: &&Body| {
        let aside = thrown(other.at, 0.0) - foot;
        let along = if long > 0.0 { -aside.dot(slope) / long } else { 0.0 };
        aside.dot(across).abs() < 2.0 * BROADEST
            && along < long * height(man.kind) + 2.0 * BROADEST
            && along > -long * height(other.kind) - 2.0 * BROADEST
    };
    let (mut seen, mut all) = (0.0, 0.0);
    let mut points = [(Vec2::ZERO, 0.0f32, 0.0f32, false); 32];
    for ((above, radius), place) in stack(man.kind).zip(points.as_chunks_mut::<4>().0) {
        for (part, point) in ACROSS.iter().zip(place) {
            *point = (thrown(man.at, above) + across * (part * radius), man.at.y + above, radius, true);
            all += radius;
        }
    }
    for other in others.iter().filter(meets) {
        for (high, broad) in stack(other.kind) {
            let (middle, level) = (thrown(other.at, high), other.at.y + high);
            for (point, height, _, is_seen) in &mut points {
                *is_seen &= *height >= level || middle.distance_squared(*point) >= broad * broad;
            }
        }
    }
    for (.., radius, is_seen) in points {
        seen += if is_seen { radius } else { 0.0 };
    }
    1.0 - seen / all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_hides_what_is_behind_it_the_more_the_lower_the_eye() {
        let pawn = Body { kind: Kind::Pawn, at: Vec3::ZERO };
        let king = Body { kind: Kind::King, at: Vec3::Z };
        let from = |pitch: f32| hidden(pawn, &[king], Vec3::new(0.0, pitch.sin(), pitch.cos()) * 14.0);
        assert!(from(0.7) > 0.5 && from(0.7) > from(0.9) && from(1.4) == 0.0, "{} {}", from(0.7), from(0.9));
        assert_eq!(hidden(king, &[pawn], Vec3::new(0.0, 10.0, 10.0)), 0.0, "who stands before is not hidden");
        assert_eq!(hidden(pawn, &[Body { at: Vec3::new(1.5, 0.0, 0.0), ..king }], Vec3::new(0.0, 8.0, 9.0)), 0.0);
        assert_eq!(hidden(pawn, &[], Vec3::NEG_Y), 1.0, "nothing is seen from below");
    }
}
