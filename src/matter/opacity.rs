//! Surfaces that are not fully there wear a material of their own until they are.

use bevy::prelude::*;

use super::{Lean, Surface, Workshop};

/// How much of a surface there is, from 0 to 1. Without this component it is all there.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Opacity(pub f32);

/// The material that only this surface wears.
#[derive(Component)]
enum Own {
    Full(Handle<StandardMaterial>),
    Lean(Handle<Lean>),
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(be_whole).add_systems(
        PostUpdate,
        thin.run_if(any_with_component::<Opacity>.and_then(resource_exists::<crate::assets::Ready>)),
    );
}

fn thin(
    changed: Query<(Entity, &Surface, &Opacity, Option<&Own>), Changed<Opacity>>,
    mut workshop: Workshop,
    mut commands: Commands,
) {
    for (entity, &surface, &Opacity(opacity), own) in &changed {
        let mut entity = commands.entity(entity);
        if workshop.is_lean(surface) {
            let usual = workshop.lean_handle(surface);
            let Some(thin) = workshop.lean.get(&usual).map(|material| material.thinned(opacity)) else { continue };
            match own {
                Some(Own::Lean(handle)) => _ = workshop.lean.insert(handle, thin),
                _ => {
                    let handle = workshop.lean.add(thin);
                    entity.remove::<MeshMaterial3d<StandardMaterial>>();
                    entity.insert((MeshMaterial3d(handle.clone()), Own::Lean(handle)));
                }
            }
        } else {
            let usual = workshop.full_handle(surface);
            let Some(mut thin) = workshop.full.get(&usual).cloned() else { continue };
            thin.base_color.set_alpha(opacity);
            thin.alpha_mode = AlphaMode::Blend;
            match own {
                Some(Own::Full(handle)) => _ = workshop.full.insert(handle, thin),
                _ => {
                    let handle = workshop.full.add(thin);
                    entity.remove::<MeshMaterial3d<Lean>>();
                    entity.insert((MeshMaterial3d(handle.clone()), Own::Full(handle)));
                }
            }
        }
    }
}

fn be_whole(
    removed: On<Remove, Opacity>,
    surfaces: Query<&Surface>,
    workshop: Option<Workshop>,
    ready: Option<Res<crate::assets::Ready>>,
    mut commands: Commands,
) {
    let (Ok(&surface), Some(mut workshop), Some(_)) = (surfaces.get(removed.entity), workshop, ready) else { return };
    if let Ok(mut entity) = commands.get_entity(removed.entity) {
        entity.try_remove::<Own>();
        workshop.dress(surface, &mut entity);
    }
}
