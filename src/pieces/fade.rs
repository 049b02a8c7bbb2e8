//! Men that stand in the way fade, and come back. Costs nothing while none does.

use std::time::Duration;

use bevy::{light::NotShadowCaster, picking::Pickable, prelude::*, window::RequestRedraw};

use super::Figure;
use crate::{AppSystems, animation::Pace};

/// A man that stands in the way of what is looked at. Set and taken away by `picking`.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Faded;

/// A man that is not fully there: its usual material, and one of its own.
#[derive(Component, Clone, Debug)]
struct Veil {
    usual: Handle<StandardMaterial>,
    own: Handle<StandardMaterial>,
    opacity: f32,
}

/// How much of a man in the way is left.
const LEFT: f32 = 0.26;
/// Seconds from all to nothing.
const TIME: f32 = 0.22;

/// A veil tried on out of sight when men are dressed: shaders are built then, and the first man to fade does not vanish while
/// its own is.
#[derive(Component, Debug)]
struct Rehearsal(Timer);

/// How long a rehearsal takes.
const REHEARSAL: Duration = Duration::from_secs(2);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (rehearse, end_rehearsal.run_if(any_with_component::<Rehearsal>))
            .run_if(resource_exists::<Assets<StandardMaterial>>),
    )
    .add_systems(
        Update,
        (put_on, fade)
            .chain()
            .in_set(AppSystems::Animate)
            .run_if(any_with_component::<Faded>.or_else(any_with_component::<Veil>))
            .run_if(resource_exists::<Assets<StandardMaterial>>),
    );
}

type Dressed<'a> = (&'a Mesh3d, &'a MeshMaterial3d<StandardMaterial>);

fn rehearse(
    dressed: Query<Dressed, (With<Figure>, Added<MeshMaterial3d<StandardMaterial>>)>,
    under_way: Query<(), With<Rehearsal>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    let Some((mesh, material)) = dressed.iter().next().filter(|_| under_way.is_empty()) else { return };
    let Some(mut veiled) = materials.get(&material.0).cloned() else { return };
    veiled.alpha_mode = AlphaMode::Blend;
    commands.spawn((
        Rehearsal(Timer::new(REHEARSAL, TimerMode::Once)),
        Mesh3d(mesh.0.clone()),
        MeshMaterial3d(materials.add(veiled)),
        // Under the wood, and as small as a grain of dust.
        Transform::from_xyz(0.0, -0.2, 0.0).with_scale(Vec3::splat(0.002)),
        Pickable::IGNORE,
        NotShadowCaster,
    ));
}

fn end_rehearsal(time: Res<Time>, mut rehearsals: Query<(Entity, &mut Rehearsal)>, mut commands: Commands) {
    for (entity, mut rehearsal) in &mut rehearsals {
        if rehearsal.0.tick(time.delta()).is_finished() {
            commands.entity(entity).despawn();
        }
    }
}

fn put_on(
    faded: Query<(Entity, &MeshMaterial3d<StandardMaterial>), (With<Figure>, With<Faded>, Without<Veil>)>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    for (man, material) in &faded {
        let usual = material.0.clone();
        let Some(mut veiled) = materials.get(&usual).cloned() else { continue };
        veiled.alpha_mode = AlphaMode::Blend;
        let own = materials.add(veiled);
        commands.entity(man).insert((MeshMaterial3d(own.clone()), Veil { usual, own, opacity: 1.0 }));
    }
}

fn fade(
    time: Res<Time>,
    pace: Res<Pace>,
    mut veiled: Query<(Entity, &mut Veil, &MeshMaterial3d<StandardMaterial>, Has<Faded>)>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    for (man, mut veil, worn, faded) in &mut veiled {
        if worn.0 != veil.own {
            // Dressed anew meanwhile: what it wears now is its usual material.
            commands.entity(man).remove::<Veil>();
            continue;
        }
        let goal = if faded { LEFT } else { 1.0 };
        if veil.opacity != goal {
            let step = if pace.base.is_zero() { 1.0 } else { time.delta_secs() / TIME };
            veil.opacity = toward(veil.opacity, goal, step);
            if let Some(mut material) = materials.get_mut(&veil.own) {
                material.base_color.set_alpha(veil.opacity);
            }
            redraw.write(RequestRedraw);
        } else if !faded {
            commands.entity(man).insert(MeshMaterial3d(veil.usual.clone())).remove::<Veil>();
            redraw.write(RequestRedraw);
        }
    }
}

/// A step from one number to another, never beyond it.
fn toward(from: f32, to: f32, step: f32) -> f32 {
    from + (to - from).clamp(-step, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_never_goes_too_far() {
        assert_eq!(toward(1.0, 0.25, 0.5), 0.5);
        assert_eq!(toward(0.5, 0.25, 0.5), 0.25);
        assert_eq!(toward(0.25, 1.0, 5.0), 1.0);
    }
}
