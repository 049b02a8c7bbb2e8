//! Which marks lie on the board: computed from the game, the selection and the pointer, never stored.

use std::collections::HashSet;

use bevy::{prelude::*, window::RequestRedraw};

use super::marks::{Mark, Sign};
use crate::{
    AppSystems,
    chess::Square,
    game::{Match, Selection, targets},
};

/// The square that a click, or letting go of the man in hand, would take.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<Square>);

/// The square of the keyboard's cursor, while the keyboard is in use.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor(pub Option<Square>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hovered>().init_resource::<Cursor>().add_systems(
        Update,
        mark.in_set(AppSystems::Animate).run_if(
            resource_changed::<Match>
                .or_else(resource_changed::<Selection>)
                .or_else(resource_changed::<Hovered>)
                .or_else(resource_changed::<Cursor>),
        ),
    );
}

/// All marks for this moment.
pub fn marks(current: &Match, selection: &Selection, hovered: Option<Square>, cursor: Option<Square>) -> HashSet<Mark> {
    let position = current.shown();
    let mut marks = HashSet::new();
    let mut put = |square, sign| {
        marks.insert(Mark { square, sign });
    };
    if let Some(mv) = current.last_move() {
        put(mv.from, Sign::LastMove);
        put(mv.to, Sign::LastMove);
        // A king of Chess960 may castle and stay where he is: then the rook shows what has happened.
        if let (true, Some((from, to))) = (mv.from == mv.to, mv.castling()) {
            put(from, Sign::LastMove);
            put(to, Sign::LastMove);
        }
    }
    if position.is_check()
        && let Some(king) = position.king(position.side())
    {
        put(king, Sign::Check);
    }
    if let Some(man) = selection.man() {
        put(man, Sign::Selected);
        for (square, mv) in targets(position, man) {
            let sign = match mv.castling() {
                Some((rook, _)) if rook == square => Sign::CastlingTarget,
                _ if mv.is_capture() => Sign::CaptureTarget,
                _ => Sign::Target,
            };
            put(square, sign);
        }
    }
    if let Some(square) = hovered.filter(|_| current.takes_moves()) {
        let goes_there = selection.man().is_some_and(|man| targets(position, man).iter().any(|(to, _)| *to == square));
        put(square, if goes_there { Sign::Landing } else { Sign::Hover });
    }
    if let Some(square) = cursor {
        put(square, Sign::Cursor);
    }
    marks
}

fn mark(
    current: Res<Match>,
    selection: Res<Selection>,
    hovered: Res<Hovered>,
    cursor: Res<Cursor>,
    lying: Query<(Entity, &Mark)>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let mut wanted = marks(&current, &selection, hovered.0, cursor.0);
    for (entity, mark) in &lying {
        if !wanted.remove(mark) {
            commands.entity(entity).despawn();
            redraw.write(RequestRedraw);
        }
    }
    for mark in wanted {
        // What changes by a click is seen at once, not with the pointer's next move.
        redraw.write(RequestRedraw);
        commands.spawn(mark);
    }
}
