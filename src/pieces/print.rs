//! A man as a book prints it: outline and inner lines drawn from the triangles of its mesh, seen from where it is known best.

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

use crate::chess::Kind;

/// Side of a printed figure, in dots.
pub const SIZE: usize = 160;

/// Side of the sheet it is drawn on, twice as fine.
const FINE: usize = 2 * SIZE;
/// Half the breadth of the outline and of inner lines, in fine dots.
const OUTLINE: f32 = 5.0;
const LINE: f32 = 2.4;
/// Breadth of the light rim around a figure that is dark itself.
const RIM: f32 = 3.5;

/// What a printed figure is made of, dot by dot from the upper left, each 0 to 1.
#[derive(Clone, Debug)]
pub struct Print {
    /// How much of the dot belongs to the body.
    pub body: Vec<f32>,
    /// How much of it is an inner line.
    pub line: Vec<f32>,
    /// How much of it is body or outline.
    pub outline: Vec<f32>,
    /// How much of it is body, outline or rim.
    pub rim: Vec<f32>,
}

/// What is seen at a fine dot: how near, and which way it faces.
type Seen = Option<(f32, Vec3)>;

/// Draws a man that is so high; tall men are printed shorter than they are, and all a little broader.
pub fn print(kind: Kind, triangles: &[[Vec3; 3]]) -> Print {
    let top = triangles.iter().flatten().map(|corner| corner.y).fold(0.1, f32::max);
    let height = 0.84 * (top / 1.67).powf(0.30);
    let sheet = sketch(triangles, |corner| {
        // A horse is known by its side, which looks to the left; the others by their front.
        let (across, near) = if kind == Kind::Knight { (corner.z, corner.x) } else { (corner.x, corner.z) };
        let scale = height / top;
        let at = Vec2::new(across * scale * 1.3 + 0.5, 0.5 + height / 2.0 - corner.y * scale);
        (at * FINE as f32).extend(near)
    });
    let inside: Vec<bool> = sheet.iter().map(Option::is_some).collect();
    let outside: Vec<bool> = inside.iter().map(|inside| !inside).collect();
    let from_body = distances(&inside);
    let from_outside = distances(&outside);
    let edges: Vec<bool> = (0..sheet.len()).map(|n| from_outside[n] > OUTLINE && is_edge(&sheet, n)).collect();
    let from_edge = distances(&edges);
    // Within so far of something, with a soft border one dot wide.
    let within = |distance: f32, breadth: f32| (breadth - distance + 0.5).clamp(0.0, 1.0);
    let coarse = |part: &dyn Fn(usize) -> f32| halved(&(0..sheet.len()).map(part).collect::<Vec<_>>());
    Print {
        body: coarse(&|n| within(from_body[n], 0.5) * (1.0 - within(from_outside[n], OUTLINE * 0.4))),
        line: coarse(&|n| within(from_edge[n], LINE) * within(from_body[n], 0.5)),
        outline: coarse(&|n| within(from_body[n], OUTLINE * 0.6)),
        rim: coarse(&|n| within(from_body[n], OUTLINE * 0.6 + RIM)),
    }
}

/// What is seen of the triangles; `place` says where on the sheet a corner lies and how near it is.
fn sketch(triangles: &[[Vec3; 3]], place: impl Fn(Vec3) -> Vec3) -> Vec<Seen> {
    let mut sheet: Vec<Seen> = vec![None; FINE * FINE];
    for triangle in triangles {
        let [a, b, c] = triangle.map(&place);
        let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalize_or_zero();
        let area = (b - a).xy().perp_dot((c - a).xy());
        if area == 0.0 {
            continue;
        }
        let bound = |n: f32| n.clamp(0.0, FINE as f32) as usize;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        for y in bound(low.y.floor())..bound(high.y.ceil()) {
            for x in bound(low.x.floor())..bound(high.x.ceil()) {
                let dot = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let u = (dot - a.xy()).perp_dot((c - a).xy()) / area;
                let v = (b - a).xy().perp_dot(dot - a.xy()) / area;
                if u < 0.0 || v < 0.0 || u + v > 1.0 {
                    continue;
                }
                let near = a.z + u * (b.z - a.z) + v * (c.z - a.z);
                let seen = &mut sheet[y * FINE + x];
                if seen.is_none_or(|(before, _)| near > before) {
                    *seen = Some((near, normal));
                }
            }
        }
    }
    sheet
}

/// Whether the body folds or steps back between this dot and the next, to the right or below.
fn is_edge(sheet: &[Seen], n: usize) -> bool {
    let Some((near, normal)) = sheet[n] else { return false };
    [n + 1, n + FINE].into_iter().any(|next| match sheet.get(next) {
        Some(Some((other, facing))) => (near - other).abs() > 0.05 || normal.dot(*facing) < 0.55,
        _ => false,
    })
}

/// How far each dot is from the nearest of the marked ones, in fine dots: two passes over the sheet.
fn distances(marked: &[bool]) -> Vec<f32> {
    const FAR: f32 = 1e6;
    let mut far: Vec<f32> = marked.iter().map(|marked| if *marked { 0.0 } else { FAR }).collect();
    let across = std::f32::consts::SQRT_2;
    for backwards in [false, true] {
        for step in 0..far.len() {
            let n = if backwards { far.len() - 1 - step } else { step };
            let (x, y) = (n % FINE, n / FINE);
            let (row, before, after) = if backwards {
                ((y + 1 < FINE).then(|| n + FINE), x + 1 < FINE, x > 0)
            } else {
                (y.checked_sub(1).map(|_| n - FINE), x > 0, x + 1 < FINE)
            };
            let beside = |at: usize, on: bool| if backwards == on { at + 1 } else { at - 1 };
            let mut nearest = far[n];
            if before {
                nearest = nearest.min(far[beside(n, true)] + 1.0);
            }
            if let Some(row) = row {
                nearest = nearest.min(far[row] + 1.0);
                if before {
                    nearest = nearest.min(far[beside(row, true)] + across);
                }
                if after {
                    nearest = nearest.min(far[beside(row, false)] + across);
                }
            }
            far[n] = nearest;
        }
    }
    far
}

/// The mean of each four fine dots.
fn halved(fine: &[f32]) -> Vec<f32> {
    let at = |x: usize, y: usize| fine[y * FINE + x];
    (0..SIZE * SIZE)
        .map(|n| {
            let (x, y) = (2 * (n % SIZE), 2 * (n / SIZE));
            (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4.0
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box as wide and deep as a rook's foot.
    fn post(width: f32, height: f32) -> Vec<[Vec3; 3]> {
        let corner = |n: u8| {
            let part = |bit: u8| f32::from(n >> bit & 1);
            Vec3::new((part(0) - 0.5) * width, part(1) * height, (part(2) - 0.5) * width)
        };
        let faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 2, 6, 4], [1, 5, 7, 3], [2, 3, 7, 6], [0, 4, 5, 1]];
        faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(|face| face.map(corner)).collect()
    }

    #[test]
    fn a_figure_is_drawn_where_its_body_is_and_has_an_outline_around_it() {
        let print = print(Kind::Rook, &post(0.6, 1.0));
        let middle = SIZE / 2 * SIZE + SIZE / 2;
        assert!(print.body[middle] > 0.99 && print.line[middle] < 0.01, "a flat front has no lines");
        assert!(print.rim[0] == 0.0 && print.outline[0] == 0.0);
        for n in 0..SIZE * SIZE {
            assert!(print.body[n] <= print.outline[n] + 1e-6 && print.outline[n] <= print.rim[n] + 1e-6);
        }
        let dark: f32 = print.outline.iter().zip(&print.body).map(|(outline, body)| outline - body).sum();
        assert!(dark > SIZE as f32, "there is an outline: {dark} dots");
    }

    #[test]
    fn distances_are_about_right_in_every_direction() {
        let mut marked = vec![false; FINE * FINE];
        let middle = FINE / 2;
        marked[middle * FINE + middle] = true;
        let far = distances(&marked);
        for (x, y) in [(10, 0), (0, 10), (7, 7), (-9, 4), (5, -12), (-8, -8)] {
            let at = |offset: i32| (middle as i32 + offset) as usize;
            let (x2, y2) = (at(x), at(y));
            let real = ((x * x + y * y) as f32).sqrt();
            assert!((far[y2 * FINE + x2] - real).abs() < 0.1 * real + 0.01, "{x},{y}: {}", far[y2 * FINE + x2]);
        }
    }
}
