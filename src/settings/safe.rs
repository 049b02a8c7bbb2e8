//! Safe settings: in the place of a person's own for one start, after some that came to nothing. The file stays as it is until
//! somebody chooses.

use bevy::prelude::*;

use super::{
    Board, Detail, Light, Men, Settings,
    file::{self, Loaded, SettingsWriter},
};

/// The settings of the file, in whose place safe ones are in force.
#[derive(Resource, Clone, Debug)]
pub struct Replaced(pub Settings);

/// Which settings are to stay.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChooseSettings {
    /// The safe ones: they are written into the file.
    Safe,
    /// A person's own, as the file has them.
    Own,
}

impl Settings {
    /// The same, as far as no machine can have a difficulty with them.
    pub fn safe(&self) -> Settings {
        Settings {
            detail: Detail::Low,
            // Nothing is measured either.
            detail_is_chosen: true,
            board: Board::default(),
            men: Men::default(),
            light: Light::default(),
            sound: false,
            ..self.clone()
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(choose.run_if(resource_exists::<Replaced>));
}

fn choose(
    choice: On<ChooseSettings>,
    replaced: Res<Replaced>,
    mut settings: ResMut<Settings>,
    mut loaded: ResMut<Loaded>,
    mut commands: Commands,
) {
    let Replaced(own) = replaced.as_ref();
    match choice.event() {
        ChooseSettings::Safe => {
            // Whoever writes takes it from here that the file has others. He who did so far finishes first.
            commands.remove_resource::<SettingsWriter>();
            loaded.0 = own.clone();
            settings.set_changed();
        }
        // What was changed meanwhile stays.
        ChooseSettings::Own => *settings = file::changed_alike(own, &own.safe(), &settings),
    }
    commands.remove_resource::<Replaced>();
}
