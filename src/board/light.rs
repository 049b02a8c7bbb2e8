//! Light: one lamp that casts shadows, and the soft light of a room around it.

use bevy::{
    asset::RenderAssetUsages,
    image::Image,
    light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureViewDescriptor, TextureViewDimension},
};

use crate::{
    assets,
    matter::light::{self, Lighting},
    settings::{Detail, Light, Settings, style_changed},
};

/// The lamp above the table.
#[derive(Component)]
struct Lamp;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ClearColor>()
        .add_systems(Startup, light_lamp.run_if(resource_exists::<assets::Ready>))
        .add_systems(Update, follow_settings.run_if(style_changed));
}

fn light_lamp(mut commands: Commands) {
    commands.spawn((
        Name::new("lamp"),
        Lamp,
        DirectionalLight::default(),
        CascadeShadowConfigBuilder { num_cascades: 1, minimum_distance: 1.0, maximum_distance: 34.0, ..default() }
            .build(),
    ));
}

fn follow_settings(
    settings: Res<Settings>,
    mut lamps: Query<(&mut DirectionalLight, &mut Transform), With<Lamp>>,
    mut clear: ResMut<ClearColor>,
    mut shadows: Option<ResMut<DirectionalLightShadowMap>>,
    mut ambient: Option<ResMut<GlobalAmbientLight>>,
) {
    let lighting = light::of(settings.light);
    clear.0 = lighting.dusk;
    if let Some(shadows) = &mut shadows {
        shadows.size = if settings.detail == Detail::High { 4096 } else { 2048 };
    }
    for (mut lamp, mut place) in &mut lamps {
        lamp.illuminance = lighting.illuminance;
        lamp.color = lighting.lamp;
        lamp.shadow_maps_enabled = settings.detail != Detail::Low;
        *place = Transform::from_translation(lighting.toward).looking_at(Vec3::ZERO, Vec3::Y);
    }
    if let Some(ambient) = &mut ambient {
        ambient.brightness = 30.0;
    }
}

/// The room of a light as a small cube that glows: walls, ceiling, windows, lamp shades. Six faces of `size`² texels, linear.
pub fn room(size: u32, light: Light) -> Image {
    let lighting = light::of(light);
    let mut data = Vec::with_capacity((size * size * 6 * 8) as usize);
    for face in 0..6 {
        for y in 0..size {
            for x in 0..size {
                let u = (x as f32 + 0.5) / size as f32 * 2.0 - 1.0;
                let v = (y as f32 + 0.5) / size as f32 * 2.0 - 1.0;
                let glow = glow(toward(face, u, v), &lighting);
                for channel in [glow.x, glow.y, glow.z, 1.0] {
                    data.extend_from_slice(&half(channel).to_le_bytes());
                }
            }
        }
    }
    let mut image = Image::new(
        Extent3d { width: size, height: size, depth_or_array_layers: 6 },
        TextureDimension::D2,
        data,
        TextureFormat::Rgba16Float,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.texture_view_descriptor =
        Some(TextureViewDescriptor { dimension: Some(TextureViewDimension::Cube), ..default() });
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
