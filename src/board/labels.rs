//! Letters and digits on the frame, readable from both seats.

use std::f32::consts::PI;

use bevy::{light::NotShadowCaster, mesh::VertexAttributeValues, picking::Pickable, prelude::*};

use super::layout;
use crate::{assets, matter::Surface, settings::Settings};

/// A letter or digit on the frame.
#[derive(Component)]
struct Label;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostStartup, write_labels.run_if(resource_exists::<assets::Ready>))
        .add_systems(Update, show_labels.run_if(resource_exists_and_changed::<Settings>));
}

fn write_labels(mut meshes: ResMut<Assets<Mesh>>, mut commands: Commands) {
    let middle = (layout::HALF + layout::FRAME) / 2.0 + 0.02;
    for glyph in 0..16u8 {
        let mesh = meshes.add(glyph_mesh(glyph));
        let along = f32::from(glyph % 8) - 3.5;
        // Files at both players' edges, ranks at both sides; the far ones stand on their heads for the other seat.
        for (position, turned) in [(-1.0, true), (1.0, false)].map(|(edge, turned)| {
            if glyph < 8 {
                (Vec3::new(along, 0.0, edge * middle), turned)
            } else {
                (Vec3::new(-edge * middle, 0.0, -along), turned)
            }
        }) {
            commands.spawn((
                Label,
                Mesh3d(mesh.clone()),
                Surface::Label,
                Transform::from_translation(position + Vec3::Y * 0.017)
                    .with_rotation(Quat::from_rotation_y(if turned { PI } else { 0.0 })),
                Pickable::IGNORE,
                NotShadowCaster,
            ));
        }
    }
}

/// A small flat plane that shows the `glyph`-th of the sixteen pictures.
fn glyph_mesh(glyph: u8) -> Mesh {
    let (left, right) = (f32::from(glyph) / 16.0, f32::from(glyph + 1) / 16.0);
    let mut mesh = Plane3d::default().mesh().size(0.34, 0.34).build();
    if let Some(VertexAttributeValues::Float32x2(uvs)) = mesh.attribute_mut(Mesh::ATTRIBUTE_UV_0) {
        for uv in uvs {
            uv[0] = left + uv[0] * (right - left);
        }
    }
    mesh
}

fn show_labels(settings: Res<Settings>, mut labels: Query<&mut Visibility, With<Label>>) {
    for mut visibility in &mut labels {
        *visibility = if settings.coordinates { Visibility::Inherited } else { Visibility::Hidden };
    }
}
