//! The three lights: where the lamp stands, how the room around it glows, what lies beyond the table.

use bevy::prelude::*;

use crate::settings::Light;

/// A light over the table.
pub struct Lighting {
    /// From the board to the lamp, or the window.
    pub toward: Vec3,
    /// The lamp's color.
    pub lamp: Color,
    /// In lux, where the picture is computed with real light.
    pub illuminance: f32,
    /// How strongly the room lights the table, where that is computed.
    pub room: f32,
    /// Against the sky's light: for the lean material.
    pub lamp_strength: f32,
    /// What comes from above, for the lean material.
    pub sky: Color,
    /// What comes back from the table.
    pub ground: Color,
    /// What is seen beyond the table.
    pub dusk: Color,
    /// Over how many squares the table is lost in it.
    pub reach: f32,
    /// The room as it is reflected, where that is computed: walls below and above, and the soft lights in it. What comes from
    /// below lights men and no squares.
    pub walls: [Vec3; 2],
    /// Direction, color, cosine of the edge and width of each soft light.
    pub glows: Vec<(Vec3, Vec3, f32, f32)>,
}

/// The light of this name.
pub fn of(light: Light) -> Lighting {
    match light {
        Light::Lamp => Lighting {
            toward: Vec3::new(-5.0, 8.5, 3.2),
            lamp: Color::srgb(1.0, 0.93, 0.82),
            illuminance: 6_500.0,
            room: 310.0,
            lamp_strength: 0.62,
            sky: Color::linear_rgb(0.46, 0.42, 0.39),
            ground: Color::linear_rgb(0.17, 0.12, 0.09),
            dusk: Color::srgb(0.030, 0.024, 0.021),
            reach: 19.0,
            walls: [Vec3::new(0.55, 0.44, 0.37), Vec3::new(0.42, 0.44, 0.50)],
            glows: vec![
                (Vec3::new(-0.6, 0.9, 0.35), Vec3::new(4.2, 3.78, 3.19), 0.80, 0.12),
                (Vec3::new(0.95, 0.27, -0.25), Vec3::new(4.4, 4.6, 4.9), 0.72, 0.16),
                (Vec3::new(0.1, 0.30, 1.0), Vec3::new(1.9, 1.75, 1.6), 0.78, 0.16),
                (Vec3::new(-0.1, 0.30, -1.0), Vec3::new(1.9, 1.75, 1.6), 0.78, 0.16),
            ],
        },
        Light::Day => Lighting {
            toward: Vec3::new(6.5, 7.0, -1.5),
            lamp: Color::srgb(0.98, 0.98, 1.0),
            illuminance: 5_800.0,
            room: 500.0,
            lamp_strength: 0.55,
            sky: Color::linear_rgb(0.58, 0.61, 0.66),
            ground: Color::linear_rgb(0.26, 0.25, 0.24),
            dusk: Color::srgb(0.37, 0.40, 0.43),
            reach: 24.0,
            walls: [Vec3::new(0.90, 0.87, 0.84), Vec3::new(0.85, 0.90, 1.0)],
            glows: vec![
                (Vec3::new(0.9, 0.55, -0.2), Vec3::new(4.6, 4.9, 5.4), 0.72, 0.10),
                (Vec3::new(0.8, 0.5, 0.6), Vec3::new(2.4, 2.6, 2.9), 0.80, 0.10),
                (Vec3::new(-0.9, 0.3, 0.2), Vec3::new(0.9, 0.88, 0.84), 0.70, 0.25),
            ],
        },
        Light::Studio => Lighting {
            toward: Vec3::new(-3.0, 9.0, 5.5),
            lamp: Color::srgb(1.0, 1.0, 1.0),
            illuminance: 6_200.0,
            room: 335.0,
            lamp_strength: 0.60,
            sky: Color::linear_rgb(0.52, 0.52, 0.53),
            ground: Color::linear_rgb(0.20, 0.20, 0.21),
            dusk: Color::srgb(0.095, 0.10, 0.11),
            reach: 15.0,
            walls: [Vec3::new(0.54, 0.54, 0.57), Vec3::new(0.40, 0.41, 0.43)],
            glows: vec![
                (Vec3::new(-0.8, 0.7, 0.5), Vec3::new(3.6, 3.6, 3.6), 0.78, 0.08),
                (Vec3::new(0.9, 0.4, 0.3), Vec3::new(3.4, 3.45, 3.55), 0.76, 0.10),
                (Vec3::new(0.0, 0.5, -1.0), Vec3::new(2.6, 2.6, 2.7), 0.84, 0.08),
            ],
        },
    }
}
