//! The soft light of a room: walls, ceiling, windows, lamp shades, as they light and as they are mirrored. Made once for each light;
//! what the engine makes of a picture of the room, it makes anew in every frame.

use std::f32::consts::TAU;

use bevy::{
    asset::RenderAssetUsages,
    image::Image,
    math::{Vec2, Vec3},
    render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureViewDescriptor, TextureViewDimension},
};

use crate::{
    matter::light::{self, Lighting},
    settings::Light,
};

/// Texels along the edge of a face of the cube that is mirrored: a power of two.
const SIZE: u32 = 64;
/// The same of the cube that lights.
const SOFT: u32 = 16;
/// Directions from which light is gathered for one texel.
const GATHERED: u32 = 128;

/// The room as two cubes of linear light: how it lights what faces a direction, and how it is mirrored from there, each following
/// size for a rougher surface.
pub struct Room {
    /// Lights.
    pub diffuse: Image,
    /// Is mirrored.
    pub specular: Image,
}

/// The room of a light.
pub fn room(light: Light) -> Room {
    let lighting = light::of(light);
    let sizes = SIZE.ilog2() + 1;
    let mirrored = (0..sizes).map(|size| {
        let roughness = size as f32 / (sizes - 1) as f32;
        (SIZE >> size, lobe(roughness))
    });
    let soft = (0..GATHERED).map(|n| {
        let Vec2 { x, y } = scattered(n);
        // As many as a matte surface takes from each direction.
        (about(x, (1.0 - y).sqrt()), 1.0)
    });
    Room {
        diffuse: cube(&lighting, &[(SOFT, soft.collect())]),
        specular: cube(&lighting, &mirrored.collect::<Vec<_>>()),
    }
}

/// From where a surface of this perceptual roughness, looked at from straight above, mirrors light, and how much: directions around
/// +Z. After Walter et al., Microfacet Models for Refraction through Rough Surfaces (2007).
fn lobe(roughness: f32) -> Vec<(Vec3, f32)> {
    let alpha = roughness * roughness;
    if alpha < 1e-3 {
        return vec![(Vec3::Z, 1.0)];
    }
    let facets = (0..GATHERED).map(|n| {
        let Vec2 { x, y } = scattered(n);
        let cosine = ((1.0 - y) / (1.0 + (alpha * alpha - 1.0) * y)).sqrt();
        let facet = about(x, cosine);
        let light = 2.0 * cosine * facet - Vec3::Z;
        (light, light.z)
    });
    facets.filter(|(_, share)| *share > 0.0).collect()
}

/// The n-th of [`GATHERED`] points that fill the unit square evenly (Hammersley).
fn scattered(n: u32) -> Vec2 {
    Vec2::new((n as f32 + 0.5) / GATHERED as f32, (n.reverse_bits() >> 8) as f32 / (1 << 24) as f32)
}

/// The direction at this part of a turn around +Z whose angle with it has this cosine.
fn about(turn: f32, cosine: f32) -> Vec3 {
    let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
    Vec3::new(sine * (turn * TAU).cos(), sine * (turn * TAU).sin(), cosine)
}

/// A cube in the given sizes, each the half of the one before, and the directions around a texel's own from which its light comes.
fn cube(lighting: &Lighting, sizes: &[(u32, Vec<(Vec3, f32)>)]) -> Image {
    let mut data = Vec::new();
    for face in 0..6 {
        for (size, gathered) in sizes {
            for n in 0..size * size {
                let place = |n: u32| (n as f32 + 0.5) / *size as f32 * 2.0 - 1.0;
                let mut middle = toward(face, place(n % size), place(n / size));
                // The faces of a cube are seen from within, as in a mirror.
                middle.z = -middle.z;
                let (side, up) = middle.any_orthonormal_pair();
                let (mut light, mut shares) = (Vec3::ZERO, 0.0);
                for (direction, share) in gathered {
                    light += glow(side * direction.x + up * direction.y + middle * direction.z, lighting) * *share;
                    shares += share;
                }
                let light = light / shares;
                for channel in [light.x, light.y, light.z, 1.0] {
                    data.extend_from_slice(&half(channel).to_le_bytes());
                }
            }
        }
    }
    let size = sizes.first().map_or(1, |(size, _)| *size);
    let mut image = Image::new_uninit(
        Extent3d { width: size, height: size, depth_or_array_layers: 6 },
        TextureDimension::D2,
        TextureFormat::Rgba16Float,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.data = Some(data);
    image.texture_descriptor.mip_level_count = sizes.len() as u32;
    image.texture_view_descriptor =
        Some(TextureViewDescriptor { dimension: Some(TextureViewDimension::Cube), ..Default::default() });
    image
}

/// The direction of a texel of a cube face, faces in the order +X −X +Y −Y +Z −Z.
fn toward(face: u32, u: f32, v: f32) -> Vec3 {
    match face {
        0 => Vec3::new(1.0, -v, -u),
        1 => Vec3::new(-1.0, -v, u),
        2 => Vec3::new(u, 1.0, v),
        3 => Vec3::new(u, -1.0, -v),
        4 => Vec3::new(u, -v, 1.0),
        _ => Vec3::new(-u, -v, -1.0),
    }
    .normalize()
}

/// How bright the room is in a direction.
fn glow(direction: Vec3, lighting: &Lighting) -> Vec3 {
    let up = direction.y * 0.5 + 0.5;
    let [below, above] = lighting.walls;
    let soft = |toward: Vec3, edge: f32, blur: f32| {
        let t = ((direction.dot(toward.normalize()) - edge) / blur).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let glows = lighting.glows.iter().map(|&(toward, color, edge, blur)| color * soft(toward, edge, blur));
    below.lerp(above, up * up) + glows.sum::<Vec3>()
}

/// A nonnegative number in half precision, rounded down; too large ones become the largest.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let exponent = ((bits >> 23) & 0xff) as i32 - 127 + 15;
    match exponent {
        ..=0 => 0,
        31.. => 0x7bff,
        _ => ((exponent as u16) << 10) | ((bits >> 13) & 0x3ff) as u16,
    }
}
