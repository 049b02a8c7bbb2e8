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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        assets,
        chess::Side,
        matter::{Store, dress, dress_anew},
        settings::{Detail, Settings, style_changed},
    };

    /// What the one man wears: whether it is of the lean kind and lets light through, and how many materials there are.
    fn worn(app: &mut App) -> (bool, bool, usize) {
        let world = app.world_mut();
        let mut men = world.query::<(Option<&MeshMaterial3d<StandardMaterial>>, Option<&MeshMaterial3d<Lean>>)>();
        let worn = men.iter(world).find_map(|(full, lean)| match (full, lean) {
            (Some(full), None) => Some((Some(full.0.clone()), None)),
            (None, Some(lean)) => Some((None, Some(lean.0.clone()))),
            _ => None,
        });
        let (full, lean) = worn.unwrap();
        let (all_full, all_lean) = (world.resource::<Assets<StandardMaterial>>(), world.resource::<Assets<Lean>>());
        let blends = match (&full, &lean) {
            (Some(full), _) => all_full.get(full).unwrap().alpha_mode == AlphaMode::Blend,
            (_, Some(lean)) => all_lean.get(lean).unwrap().alpha_mode() == AlphaMode::Blend,
            _ => unreachable!(),
        };
        (lean.is_some(), blends, all_full.len() + all_lean.len())
    }

    #[test]
    fn a_thin_man_wears_his_own_material_and_gives_it_back() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default()))
            .init_asset::<Image>()
            .init_asset::<StandardMaterial>()
            .init_asset::<Lean>()
            .init_resource::<Store>()
            .init_resource::<Settings>()
            .insert_resource(assets::Ready)
            .add_observer(dress)
            .add_systems(Update, dress_anew.run_if(style_changed))
            .add_plugins(plugin);
        let man = app.world_mut().spawn(Surface::Man(Side::White)).id();
        for detail in [Detail::High, Detail::Low] {
            app.world_mut().resource_mut::<Settings>().detail = detail;
            app.update();
            // The material of before has gone.
            app.update();
            let before = worn(&mut app);
            assert_eq!((before.0, before.1), (detail == Detail::Low, false));
            app.world_mut().entity_mut(man).insert(Opacity(0.5));
            app.update();
            assert_eq!(worn(&mut app), (detail == Detail::Low, true, before.2 + 1));
            // Whoever changes the quality meanwhile finds a thin man of the other kind.
            let other = if detail == Detail::Low { Detail::High } else { Detail::Low };
            app.world_mut().resource_mut::<Settings>().detail = other;
            app.update();
            let (lean, blends, _) = worn(&mut app);
            assert_eq!((lean, blends), (other == Detail::Low, true));
            app.world_mut().entity_mut(man).remove::<Opacity>();
            app.world_mut().resource_mut::<Settings>().detail = detail;
            app.update();
            app.update();
            let (lean, blends, _) = worn(&mut app);
            assert_eq!((lean, blends), (detail == Detail::Low, false));
        }
    }
}
