//! The picture is corrected by difference: a move, a take-back, a jump, a replay step and a new game are one path.

use bevy::prelude::*;

use super::{
    At, Figure, Held, InTray, Origin, Placed, choreograph, place,
    reel::{Projector, placed},
};
use crate::animation::{Landed, Motion, Pace, Scrub};
use crate::chess::{
    Piece,
    diff::{Man, Spot, pair, whereabouts},
};
use crate::game::{Match, Mode};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(reconcile).add_observer(exchange).add_observer(go_home);
}

type FigureQuery<'w, 's> = Query<
    'w,
    's,
    (Entity, &'static Figure, &'static Origin, Option<&'static At>, Option<&'static InTray>, &'static Transform),
>;

/// Brings the men to where the game says they are.
fn reconcile(
    _: On<Insert, Match>,
    current: Res<Match>,
    (pace, held): (Res<Pace>, Option<Res<Scrub>>),
    mut projector: ResMut<Projector>,
    figures: FigureQuery,
    mut commands: Commands,
) {
    let mut entities: Vec<(Man, Entity, Vec3)> = figures
        .iter()
        .map(|(entity, figure, origin, at, tray, transform)| {
            let spot = match (at, tray) {
                (Some(at), _) => Spot::Board(at.0),
                (None, tray) => Spot::Tray(tray.map_or(0, |tray| tray.0)),
            };
            let man = Man { origin: origin.square, born: origin.born, piece: figure.0, spot };
            (man, entity, transform.translation)
        })
        .collect();
    entities.sort_by_key(|(man, ..)| man.origin.index());
    let before: Vec<Man> = entities.iter().map(|(man, ..)| *man).collect();
    let after = match current.mode() {
        Mode::Replay => projector.reel(&current).men(current.game(), current.ply()),
        Mode::Play => whereabouts(current.game(), current.ply()),
    };

    let mut changes = Vec::new();
    let mut changing = Vec::new();
    let mut standing = Vec::new();
    for (old, new) in pair(&before, &after) {
        match (old, new) {
            (Some(old), Some(new)) => {
                let ((man, entity, now), wanted) = (entities[old], after[new]);
                settle_identity(&mut commands, entity, man, wanted);
                if (man.piece, man.spot) != (wanted.piece, wanted.spot) {
                    changes.push((placed(man), placed(wanted), now));
                    changing.push(entity);
                } else if now != place(placed(wanted)) {
                    // Still on its way, or in the hand: from where it is to where it belongs.
                    changes.push((placed(man), placed(wanted), now));
                    changing.push(entity);
                } else if let Spot::Board(square) = wanted.spot {
                    standing.push(square);
                }
            }
            (None, Some(new)) => spawn(&mut commands, after[new]),
            (Some(old), None) => commands.entity(entities[old].1).despawn(),
            (None, None) => {}
        }
    }
    if held.is_some() {
        // Men stand where the film is held.
        return;
    }
    for (entity, mut step) in changing.into_iter().zip(choreograph(&changes, &standing)) {
        // A man that turns back into a pawn does so before it leaves; a pawn is promoted when it arrives.
        if step.becomes == Some(crate::chess::Kind::Pawn)
            && let Ok((_, figure, ..)) = figures.get(entity)
        {
            commands.entity(entity).insert(Figure(Piece { kind: crate::chess::Kind::Pawn, ..figure.0 }));
            step.becomes = None;
        }
        // First the motion, then the hand opens: a man on its way is not sent home.
        commands.entity(entity).insert(Motion::new(step, &pace)).remove::<Held>();
    }
}

fn settle_identity(commands: &mut Commands, entity: Entity, before: Man, after: Man) {
    let mut entity = commands.entity(entity);
    if (before.origin, before.born) != (after.origin, after.born) {
        entity.insert(Origin { square: after.origin, born: after.born });
    }
    if before.spot != after.spot {
        match after.spot {
            Spot::Board(square) => entity.remove::<InTray>().insert(At(square)),
            Spot::Tray(index) => entity.remove::<At>().insert(InTray(index)),
        };
    }
}

fn spawn(commands: &mut Commands, man: Man) {
    let mut entity = commands.spawn((
        Name::new(format!("{} of {}", man.born.letter(), man.origin)),
        Figure(man.piece),
        Origin { square: man.origin, born: man.born },
        Transform::from_translation(place(placed(man))),
    ));
    match man.spot {
        Spot::Board(square) => entity.insert(At(square)),
        Spot::Tray(index) => entity.insert(InTray(index)),
    };
}

/// A promoted man is exchanged when it has arrived.
fn exchange(landed: On<Landed>, figures: Query<&Figure>, mut commands: Commands) {
    if let (Some(kind), Ok(figure)) = (landed.step.becomes, figures.get(landed.figure)) {
        commands.entity(landed.figure).insert(Figure(Piece { kind, ..figure.0 }));
    }
}

/// A man let go returns to its square from where it is.
fn go_home(
    released: On<Remove, Held>,
    figures: Query<(&Figure, &At, &Transform), Without<Motion>>,
    pace: Res<Pace>,
    mut commands: Commands,
) {
    let Ok((figure, at, transform)) = figures.get(released.entity) else { return };
    let home = place(Placed { piece: figure.0, spot: Spot::Board(at.0) });
    if transform.translation != home {
        let step = crate::animation::Step::new(transform.translation, home, crate::animation::Path::Slide);
        commands.entity(released.entity).try_insert(Motion::new(step, &pace));
    }
}
