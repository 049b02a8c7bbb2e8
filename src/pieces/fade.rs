//! Men that stand in the way fade, and come back. Costs nothing while none does.

use std::time::Duration;

use bevy::{light::NotShadowCaster, picking::Pickable, prelude::*, window::RequestRedraw};

use super::Figure;
use crate::{
    AppSystems,
    animation::Pace,
    matter::{Opacity, Surface},
};

/// A man that stands in the way of what is looked at. Set and taken away by `picking`.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Faded;

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
    app.add_systems(Update, (rehearse, end_rehearsal.run_if(any_with_component::<Rehearsal>))).add_systems(
        Update,
        (put_on, fade)
            .chain()
            .in_set(AppSystems::Animate)
            .run_if(any_with_component::<Faded>.or_else(any_with_component::<Opacity>)),
    );
}

fn rehearse(
    dressed: Query<(&Mesh3d, &Surface), (With<Figure>, Added<Surface>)>,
    under_way: Query<(), With<Rehearsal>>,
    mut commands: Commands,
) {
    let Some((mesh, &surface)) = dressed.iter().next().filter(|_| under_way.is_empty()) else { return };
    commands.spawn((
        Rehearsal(Timer::new(REHEARSAL, TimerMode::Once)),
        Mesh3d(mesh.0.clone()),
        surface,
        Opacity(LEFT),
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

fn put_on(faded: Query<Entity, (With<Figure>, With<Faded>, Without<Opacity>)>, mut commands: Commands) {
    for man in &faded {
        commands.entity(man).insert(Opacity(1.0));
    }
}

fn fade(
    time: Res<Time>,
    pace: Res<Pace>,
    mut thin: Query<(Entity, &mut Opacity, Has<Faded>), With<Figure>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    for (man, mut opacity, faded) in &mut thin {
        let goal = if faded { LEFT } else { 1.0 };
        if opacity.0 != goal {
            let step = if pace.base.is_zero() { 1.0 } else { time.delta_secs() / TIME };
            opacity.0 = toward(opacity.0, goal, step);
            redraw.write(RequestRedraw);
        } else if !faded {
            commands.entity(man).remove::<Opacity>();
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
