//! The body of a man for aiming: the triangles it is drawn with, in a tree of boxes, so that a ray asks only a few of them.

use bevy::{
    math::{Ray3d, Vec3},
    mesh::{Mesh, PrimitiveTopology, VertexAttributeValues},
};

/// Triangles that are asked one by one.
const LEAF: usize = 6;

/// A mesh that rays can meet, in its own space.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The triangles, those of a box side by side.
    triangles: Vec<[Vec3; 3]>,
    /// The boxes; the first holds all.
    boxes: Vec<Holder>,
}

/// A box around a part of the triangles.
#[derive(Clone, Copy, Debug)]
struct Holder {
    low: Vec3,
    high: Vec3,
    /// The first triangle, and behind the last.
    range: (usize, usize),
    /// The two boxes that share its triangles; none where they are asked one by one.
    parts: Option<(usize, usize)>,
}

impl Body {
    /// The body of what is drawn; `None` where the mesh keeps no triangles that can be read.
    pub fn of(mesh: &Mesh) -> Option<Body> {
        if mesh.primitive_topology() != PrimitiveTopology::TriangleList {
            return None;
        }
        let Ok(VertexAttributeValues::Float32x3(points)) = mesh.try_attribute(Mesh::ATTRIBUTE_POSITION) else {
            return None;
        };
        let corners: Vec<usize> = match mesh.try_indices() {
            Ok(indices) => indices.iter().collect(),
            Err(_) => (0..points.len()).collect(),
        };
        let (triples, _) = corners.as_chunks::<3>();
        let triangles = triples
            .iter()
            .map(|triple| Some([point(points, triple[0])?, point(points, triple[1])?, point(points, triple[2])?]));
        Some(Body::new(triangles.collect::<Option<_>>()?))
    }

    /// A body of these triangles.
    pub fn new(triangles: Vec<[Vec3; 3]>) -> Body {
        let all = (0, triangles.len());
        let mut body = Body { triangles, boxes: Vec::new() };
        if all.1 > 0 {
            body.enclose(all);
        }
        body
    }

    /// Puts a box around these triangles and, if they are many, boxes into it. Answers its place.
    fn enclose(&mut self, range: (usize, usize)) -> usize {
        let held = &mut self.triangles[range.0..range.1];
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for corner in held.iter().flatten() {
            (low, high) = (low.min(*corner), high.max(*corner));
        }
        let place = self.boxes.len();
        self.boxes.push(Holder { low, high, range, parts: None });
        if held.len() > LEAF {
            // Halved across the longest side, so the tree is never deeper than the logarithm of their number.
            let axis = (high - low).max_position();
            let middle = held.len() / 2;
            held.select_nth_unstable_by(middle, |a, b| along(a, axis).total_cmp(&along(b, axis)));
            let left = self.enclose((range.0, range.0 + middle));
            let right = self.enclose((range.0 + middle, range.1));
            self.boxes[place].parts = Some((left, right));
        }
        place
    }

    /// Depth at which a ray meets the body first.
    pub fn depth(&self, ray: Ray3d) -> Option<f32> {
        let mut nearest: Option<f32> = None;
        // Most rays pass by most men: nothing is allocated for them.
        self.boxes.first().filter(|all| crosses(ray, all, f32::INFINITY))?;
        let mut waiting = vec![0];
        while let Some(place) = waiting.pop() {
            let holder = &self.boxes[place];
            if !crosses(ray, holder, nearest.unwrap_or(f32::INFINITY)) {
                continue;
            }
            match holder.parts {
                Some((left, right)) => waiting.extend([left, right]),
                None => {
                    for triangle in &self.triangles[holder.range.0..holder.range.1] {
                        let met = meets(ray, triangle);
                        nearest = met.map_or(nearest, |depth| Some(nearest.map_or(depth, |before| before.min(depth))));
                    }
                }
            }
        }
        nearest
    }

    /// How high it is.
    pub fn top(&self) -> f32 {
        self.boxes.first().map_or(0.0, |all| all.high.y)
    }
}

fn point(points: &[[f32; 3]], index: usize) -> Option<Vec3> {
    points.get(index).copied().map(Vec3::from)
}

fn along(triangle: &[Vec3; 3], axis: usize) -> f32 {
    triangle[0][axis] + triangle[1][axis] + triangle[2][axis]
}

/// Whether a ray passes through a box nearer than this.
fn crosses(ray: Ray3d, holder: &Holder, nearer_than: f32) -> bool {
    let inverse = ray.direction.recip();
    let (a, b) = ((holder.low - ray.origin) * inverse, (holder.high - ray.origin) * inverse);
    // `min` and `max` let the other number win over a NaN: a ray that runs within a side of the box.
    let enter = a.min(b).max_element().max(0.0);
    let leave = a.max(b).min_element();
    enter <= leave * (1.0 + 1e-6) && enter < nearer_than
}

/// Depth at which a ray meets a triangle, from either side (Möller and Trumbore).
fn meets(ray: Ray3d, [a, b, c]: &[Vec3; 3]) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let across = ray.direction.cross(ac);
    let volume = ab.dot(across);
    if volume.abs() < 1e-12 {
        return None;
    }
    let from_a = ray.origin - a;
    let u = from_a.dot(across) / volume;
    let turned = from_a.cross(ab);
    let v = ray.direction.dot(turned) / volume;
    let depth = ac.dot(turned) / volume;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && depth > 0.0).then_some(depth)
}

#[cfg(test)]
mod tests {
    use bevy::{
        math::{Dir3, primitives::Sphere},
        mesh::Meshable,
    };

    use super::*;

    #[test]
    fn a_ball_is_met_where_it_is_and_nowhere_else() {
        let ball = Body::of(&Sphere::new(1.0).mesh().ico(5).unwrap()).unwrap();
        assert!((ball.top() - 1.0).abs() < 0.01);
        for n in 0..400 {
            let aside = n as f32 / 200.0 - 1.0;
            let origin = Vec3::new(aside * 1.2, 0.3, 5.0);
            let ray = Ray3d { origin, direction: Dir3::NEG_Z };
            let expected = 1.0 - origin.x * origin.x - 0.09;
            match ball.depth(ray) {
                Some(depth) => assert!(((5.0 - depth).powi(2) - expected).abs() < 0.02, "{aside}: {depth}"),
                None => assert!(expected < 0.02, "{aside} is missed"),
            }
        }
        assert_eq!(ball.depth(Ray3d { origin: Vec3::Z * 5.0, direction: Dir3::Z }), None, "behind the eye");
        assert_eq!(Body::default().depth(Ray3d { origin: Vec3::Z, direction: Dir3::Z }), None);
    }
}
