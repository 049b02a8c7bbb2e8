//! Light: one lamp that casts shadows.

use bevy::{
    light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap, PointLightShadowMap},
    prelude::*,
};

use crate::{
    assets,
    matter::light,
    settings::{Detail, Settings, style_changed},
};

/// The lamp above the table.
#[derive(Component)]
struct Lamp;

/// The side of a map of shadows that nothing casts: it is made all the same, and its memory with it.
const UNUSED: usize = 16;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ClearColor>()
        .insert_resource(PointLightShadowMap { size: UNUSED })
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
        shadows.size = match settings.detail {
            Detail::Low => UNUSED,
            Detail::Medium => 2048,
            Detail::High => 4096,
        };
    }
    for (mut lamp, mut place) in &mut lamps {
        lamp.illuminance = lighting.illuminance;
        // The eye grows used to the color of a lamp.
        lamp.color = lighting.lamp.mix(&Color::WHITE, 0.5);
        lamp.shadow_maps_enabled = settings.detail != Detail::Low;
        *place = Transform::from_translation(lighting.toward).looking_at(Vec3::ZERO, Vec3::Y);
    }
    if let Some(ambient) = &mut ambient {
        ambient.brightness = 30.0;
    }
}
