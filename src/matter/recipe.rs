//! What each surface is made of in each style: colors, textures, smoothness. The one place where a style is chosen.

use bevy::prelude::*;

use super::Surface;
use crate::{
    assets,
    chess::Side,
    settings::{Board, Detail, Light, Settings},
};

/// How light falls on a surface, for the lean material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shading {
    /// Its own color, whatever the light is.
    Unlit,
    /// It lies flat: the same light everywhere.
    Level,
    /// It lies flat, and far away it is lost in the dark.
    Fading,
    /// It has a shape.
    Round,
    /// It is a shadow.
    Spot,
    /// It is the part of a shadow that lies close around a foot.
    Contact,
}

/// What a surface is made of.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Multiplied with the texture.
    pub color: Color,
    /// The file, if there is a grain.
    pub texture: Option<&'static str>,
    /// 0 is a mirror, 1 is chalk.
    pub roughness: f32,
    /// How much it mirrors at a steep look.
    pub reflectance: f32,
    /// How much varnish lies over it.
    pub varnish: f32,
    /// How softly and broadly the lamp shines on it: for the lean material.
    pub sheen: f32,
    /// How much lighter than its middle its outline is: for the lean material.
    pub rim: f32,
    /// How much of its own color it has in the dark too, as light wood that light enters: not for the lean material.
    pub glow: f32,
    /// How light falls on it.
    pub shading: Shading,
    /// What is behind it.
    pub alpha: AlphaMode,
}

const PLAIN: Recipe = Recipe {
    color: Color::WHITE,
    texture: None,
    roughness: 0.5,
    reflectance: 0.35,
    varnish: 0.0,
    rim: 0.0,
    glow: 0.0,
    sheen: 0.0,
    shading: Shading::Level,
    alpha: AlphaMode::Opaque,
};

impl Recipe {
    fn level(color: Color, texture: &'static str, roughness: f32, reflectance: f32) -> Recipe {
        Recipe { color, texture: Some(texture), roughness, reflectance, ..PLAIN }
    }
}

/// What this surface is made of by these settings.
pub fn of(surface: Surface, settings: &Settings) -> Recipe {
    use Board::{Marble, RollUp, Walnut};
    // Men of both sides stand out from squares of both colors. Where light is computed, white men have a dark side too: the light
    // squares are darker there than for the lean material, whose men are lit more evenly.
    let is_lean = settings.detail == Detail::Low;
    let or_lean = |full: Color, lean: Color| if is_lean { lean } else { full };
    let gray = |value: f32| Color::srgb(value, value, value);
    match (surface, settings.board) {
        (Surface::Light, Walnut) => Recipe::level(
            or_lean(Color::srgb(0.705, 0.675, 0.635), Color::srgb(0.83, 0.78, 0.71)),
            assets::MAPLE,
            0.48,
            0.32,
        ),
        (Surface::Dark, Walnut) => Recipe::level(
            or_lean(Color::srgb(1.14, 1.12, 1.10), Color::srgb(1.40, 1.34, 1.26)),
            assets::WALNUT,
            0.48,
            0.32,
        ),
        (Surface::Frame, Walnut) => Recipe {
            shading: Shading::Round,
            ..Recipe::level(or_lean(gray(1.14), gray(1.0)), assets::FRAME, 0.42, 0.35)
        },
        (Surface::Inlay, Walnut) => Recipe { color: Color::srgb(0.66, 0.50, 0.29), ..PLAIN },
        (Surface::Light, Marble) => Recipe::level(or_lean(gray(0.675), gray(0.87)), assets::MARBLE_LIGHT, 0.26, 0.42),
        (Surface::Dark, Marble) => Recipe::level(or_lean(gray(1.12), gray(1.22)), assets::MARBLE_DARK, 0.26, 0.42),
        (Surface::Frame, Marble) => Recipe {
            shading: Shading::Round,
            ..Recipe::level(or_lean(gray(0.85), gray(1.0)), assets::MARBLE_FRAME, 0.30, 0.40)
        },
        (Surface::Inlay, Marble) => Recipe { color: Color::srgb(0.62, 0.52, 0.34), roughness: 0.35, ..PLAIN },
        (Surface::Light | Surface::Inlay, RollUp) => {
            Recipe::level(or_lean(gray(0.74), gray(0.83)), assets::VINYL_BUFF, 0.85, 0.20)
        }
        (Surface::Dark, RollUp) => Recipe::level(Color::WHITE, assets::VINYL_GREEN, 0.85, 0.20),
        (Surface::Frame, RollUp) => {
            Recipe { shading: Shading::Round, ..Recipe::level(gray(0.95), assets::VINYL_BUFF, 0.85, 0.20) }
        }
        (Surface::Stand, _) => {
            Recipe { shading: Shading::Round, ..Recipe::level(gray(0.62), assets::WALNUT, 0.55, 0.3) }
        }
        (Surface::Table, _) => {
            let tint = match settings.light {
                Light::Lamp => or_lean(Color::srgb(1.02, 1.02, 1.06), Color::srgb(0.80, 0.78, 0.76)),
                Light::Studio => or_lean(Color::srgb(0.98, 1.0, 1.06), Color::srgb(0.66, 0.68, 0.72)),
                Light::Day => or_lean(Color::srgb(1.60, 1.60, 1.64), Color::srgb(1.45, 1.46, 1.48)),
            };
            Recipe { shading: Shading::Fading, ..Recipe::level(tint, assets::TABLE, 0.72, 0.22) }
        }
        (Surface::Label, Walnut) => {
            Recipe { alpha: AlphaMode::Blend, ..Recipe::level(Color::srgb(0.90, 0.74, 0.46), assets::LABELS, 0.5, 0.5) }
        }
        (Surface::Label, Marble) => {
            Recipe { alpha: AlphaMode::Blend, ..Recipe::level(Color::srgb(0.93, 0.86, 0.70), assets::LABELS, 0.5, 0.5) }
        }
        (Surface::Label, RollUp) => {
            Recipe { alpha: AlphaMode::Blend, ..Recipe::level(Color::srgb(0.10, 0.25, 0.15), assets::LABELS, 0.9, 0.2) }
        }
        (Surface::Man(Side::White), _) => Recipe {
            color: or_lean(Color::srgb(0.995, 0.895, 0.68), Color::srgb(0.98, 0.90, 0.71)),
            roughness: 0.42,
            reflectance: 0.45,
            varnish: 0.35,
            rim: 0.10,
            glow: 0.065,
            shading: Shading::Round,
            ..PLAIN
        },
        (Surface::Man(Side::Black), _) => Recipe {
            color: or_lean(Color::srgb(0.125, 0.090, 0.075), Color::srgb(0.092, 0.064, 0.054)),
            roughness: 0.36,
            reflectance: 0.45,
            varnish: 0.35,
            sheen: 0.16,
            shading: Shading::Round,
            ..PLAIN
        },
        (Surface::Spot(side), _) => Recipe {
            color: Color::srgba(0.02, 0.012, 0.008, if side == Side::White && !is_lean { 0.80 } else { 0.50 }),
            shading: if settings.detail == Detail::Low { Shading::Spot } else { Shading::Contact },
            alpha: AlphaMode::Blend,
            ..PLAIN
        },
    }
}
