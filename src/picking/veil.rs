//! Who stands in the way: men that hide the square under the pointer, or a target of the chosen man, fade.

use bevy::{prelude::*, window::RequestRedraw};

use super::{
    aim,
    bodies::Men,
    hand::{is_own, targets},
};
use crate::{
    AppSystems,
    board::{Diagram, Hovered},
    chess::Square,
    game::{Match, Selection},
    pieces::{At, Faded, Figure},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        lift_veils.in_set(AppSystems::Animate).run_if(
            resource_changed::<Hovered>
                .or_else(resource_changed::<Selection>)
                .or_else(resource_changed::<Match>)
                .or_else(resource_changed::<Diagram>)
                .or_else(eye_has_moved),
        ),
    );
}

fn eye_has_moved(eyes: Query<(), (With<Camera3d>, Changed<GlobalTransform>)>) -> bool {
    !eyes.is_empty()
}

/// The squares that should be seen: where the chosen man may go, and the one that a click would take.
fn watched(current: &Match, selection: &Selection, hovered: Option<Square>) -> Vec<Square> {
    let mut squares = targets(current, selection);
    squares.extend(hovered.filter(|square| current.takes_moves() && is_own(current, *square)));
    squares
}

fn lift_veils(
    men: Men,
    figures: Query<(Entity, &At, Has<Faded>), With<Figure>>,
    eyes: Query<&GlobalTransform, With<Camera3d>>,
    (current, selection, hovered): (Res<Match>, Res<Selection>, Res<Hovered>),
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let Some(eye) = eyes.iter().next() else { return };
    let standing: Vec<aim::Man> = men.iter().collect();
    let mut hiding: Vec<Square> = Vec::new();
    for square in watched(&current, &selection, hovered.0) {
        hiding.extend(aim::hiding(eye.translation(), square, &standing));
    }
    for (man, at, faded) in &figures {
        // The chosen man and the one that is pointed at are looked at themselves.
        let fades = hiding.contains(&at.0) && hovered.0 != Some(at.0) && selection.man() != Some(at.0);
        if fades && !faded {
            commands.entity(man).insert(Faded);
            redraw.write(RequestRedraw);
        } else if !fades && faded {
            commands.entity(man).remove::<Faded>();
            redraw.write(RequestRedraw);
        }
    }
}
