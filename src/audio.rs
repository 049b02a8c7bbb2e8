//! What is heard: a man set down, a man set down where another stood, time that runs short.

use std::time::Duration;

use bevy::prelude::*;

use crate::{animation::Landed, assets, game::RanLow, settings::Settings};

/// A sound that is playing; taken away after a while, also where there is no device that ends it.
#[derive(Component)]
struct Sounding(Timer);

#[derive(Resource)]
struct Sounds {
    set_down: Handle<AudioSource>,
    capture: Handle<AudioSource>,
    low_time: Handle<AudioSource>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Startup,
        load.run_if(resource_exists::<assets::Ready>).run_if(resource_exists::<Assets<AudioSource>>),
    )
    .add_observer(sound)
    .add_observer(warn)
    .add_systems(Update, fade);
}

fn load(server: Res<AssetServer>, mut commands: Commands) {
    commands.insert_resource(Sounds {
        set_down: server.load(assets::SET_DOWN),
        capture: server.load(assets::CAPTURE),
        low_time: server.load(assets::LOW_TIME),
    });
}

fn sound(
    landed: On<Landed>,
    sounds: Option<Res<Sounds>>,
    settings: Res<Settings>,
    sounding: Query<(), With<Sounding>>,
    mut commands: Commands,
) {
    let Some(sounds) = sounds.filter(|_| settings.sound) else { return };
    // A jump that sets many men down at once is not a rattle.
    if sounding.iter().count() >= 3 {
        return;
    }
    let source = if landed.step.captured { &sounds.capture } else { &sounds.set_down };
    play(&mut commands, source);
}

fn warn(_: On<RanLow>, sounds: Option<Res<Sounds>>, settings: Res<Settings>, mut commands: Commands) {
    if let Some(sounds) = sounds.filter(|_| settings.sound) {
        play(&mut commands, &sounds.low_time);
    }
}

fn play(commands: &mut Commands, source: &Handle<AudioSource>) {
    commands.spawn((
        AudioPlayer(source.clone()),
        PlaybackSettings::ONCE,
        Sounding(Timer::new(Duration::from_millis(400), TimerMode::Once)),
    ));
}

fn fade(time: Res<Time<Real>>, mut sounding: Query<(Entity, &mut Sounding)>, mut commands: Commands) {
    for (entity, mut sound) in &mut sounding {
        if sound.0.tick(time.delta()).is_finished() {
            commands.entity(entity).despawn();
        }
    }
}
