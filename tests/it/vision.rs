//! Pictures as people see them: in gray and with the three common deficiencies of color vision, and what changes in them.

use std::collections::HashMap;

use bevy::prelude::*;
use endgame::{
    board::layout,
    camera::View,
    chess::Square,
    settings::{Board, Light},
};

use crate::studio::{SIDE, contrast, luminance, seen};

/// A pixel has changed when it is so much lighter or darker than before.
pub const CONTRAST: f32 = 1.25;
/// What is seen of linear red, green and blue: as it is, and with red, green or blue cones missing (Machado, Oliveira and
/// Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1; compared digit for
/// digit with the tables of the colour-science library, `colour/blindness/datasets/machado2010.py`).
pub const VISIONS: [(&str, [[f32; 3]; 3]); 4] = [
    ("gray", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// The point of the board's plane that each pixel shows, whoever stands in the way.
pub fn ground(view: View) -> Vec<Option<Vec3>> {
    let back = seen(view).inverse();
    let part = |n: usize| (n as f32 + 0.5) / SIDE as f32 * 2.0 - 1.0;
    let point = |n: usize| {
        let at = Vec2::new(part(n % SIDE), -part(n / SIDE));
        let (near, far) = (back.project_point3(at.extend(0.0)), back.project_point3(at.extend(1.0)));
        let depth = near.y / (near.y - far.y);
        (depth > 0.0).then(|| near + (far - near) * depth)
    };
    (0..SIDE * SIDE).map(point).collect()
}

/// The pixels in which each of the squares is seen, whoever stands in the way.
pub fn fields(view: View) -> HashMap<Square, Vec<usize>> {
    let mut fields: HashMap<Square, Vec<usize>> = HashMap::new();
    for (n, point) in ground(view).into_iter().enumerate() {
        if let Some(square) = point.and_then(layout::square_at) {
            fields.entry(square).or_default().push(n);
        }
    }
    fields
}

/// A picture as somebody sees it.
fn seen_as(picture: &[Vec3], matrix: [[f32; 3]; 3]) -> Vec<f32> {
    let [red, green, blue] = matrix.map(Vec3::from);
    let see = |color: &Vec3| {
        let color = Vec3::new(red.dot(*color), green.dot(*color), blue.dot(*color));
        luminance(color.clamp(Vec3::ZERO, Vec3::ONE))
    };
    picture.iter().map(see).collect()
}

/// A picture as each vision sees it.
pub fn visions(picture: &[Vec3]) -> Vec<Vec<f32>> {
    VISIONS.iter().map(|(_, matrix)| seen_as(picture, *matrix)).collect()
}

/// Which pixels of a square differ.
pub fn changed(before: &[f32], after: &[f32], field: &[usize]) -> Vec<bool> {
    field.iter().map(|n| contrast(before[*n], after[*n]) >= CONTRAST).collect()
}

pub fn share(mask: &[bool]) -> f32 {
    mask.iter().filter(|changed| **changed).count() as f32 / mask.len() as f32
}

/// How much of what either changes is not changed by the other.
pub fn distance(a: &[bool], b: &[bool]) -> f32 {
    let count = |both: fn(bool, bool) -> bool| a.iter().zip(b).filter(|(a, b)| both(**a, **b)).count() as f32;
    1.0 - count(|a, b| a && b) / count(|a, b| a || b).max(1.0)
}

/// The smallest number met for each thing, and where.
#[derive(Default)]
pub struct Least(HashMap<String, (f32, String)>);

impl Least {
    pub fn note(&mut self, what: String, number: f32, place: &str) {
        let least = self.0.entry(what).or_insert((f32::MAX, String::new()));
        if number < least.0 {
            *least = (number, place.to_owned());
        }
    }

    pub fn tell(&self, title: &str, few: usize) {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        println!("{title}:");
        for (what, (number, place)) in all.into_iter().take(few) {
            println!("  {number:.3} {what} ({place})");
        }
    }

    pub fn assert(&self, least: f32) {
        for (what, (number, place)) in &self.0 {
            assert!(*number >= least, "{what}: {number:.3} ({place})");
        }
    }
}

/// What is drawn: board, light, view, and whether it is the flat diagram.
pub type Scene = (Board, Light, View, bool);

pub fn every(view: View, diagram: bool) -> impl Iterator<Item = Scene> {
    let pairs = Board::ALL.into_iter().flat_map(|board| Light::ALL.map(|light| (board, light)));
    pairs.map(move |(board, light)| (board, light, view, diagram))
}

/// The name of a scene, for what is told.
pub fn named((board, light, view, diagram): Scene) -> String {
    format!("{board:?} {light:?} {view:?}{}", if diagram { " diagram" } else { "" })
}
