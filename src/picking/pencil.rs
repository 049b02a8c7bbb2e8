//! The right button on the squares draws: from square to square an arrow, on one square a circle. Beside them it turns the table.

use bevy::{picking::pointer::PointerInput, prelude::*, window::RequestRedraw};

use super::sight;
use crate::{
    board::{Sketch, Turning},
    chess::Square,
    game::{CancelSelection, Draw, Match, Paint, Selection, Stroke},
    screens::Overlay,
};

/// The right button while it is down.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Pencil(Option<Pressed>);

#[derive(Clone, Copy, Debug)]
struct Pressed {
    at: Vec2,
    /// Where drawing began; none beside the board.
    from: Option<Square>,
    paint: Paint,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pencil>().add_observer(put_down_on_change);
}

pub(super) fn press(world: &mut World, input: &PointerInput) {
    put_down(world);
    if *world.resource::<State<Overlay>>().get() != Overlay::None || sight::is_covered(world, &input.location) {
        return;
    }
    let from = square(world, input);
    let paint = paint(world.get_resource::<ButtonInput<KeyCode>>());
    world.resource_mut::<Turning>().0 = from.is_none();
    world.resource_mut::<Pencil>().0 = Some(Pressed { at: input.location.position, from, paint });
    sketch(world, from.map(|square| Stroke { paint, from: square, to: square }));
}

pub(super) fn travel(world: &mut World, input: &PointerInput) {
    let Some(Pressed { from: Some(from), paint, .. }) = world.resource::<Pencil>().0 else { return };
    let to = square(world, input);
    sketch(world, to.map(|to| Stroke { paint, from, to }));
}

pub(super) fn release(world: &mut World, input: &PointerInput) {
    let Some(pressed) = world.resource::<Pencil>().0 else { return };
    put_down(world);
    if *world.resource::<State<Overlay>>().get() != Overlay::None {
        return;
    }
    let to = square(world, input);
    match (pressed.from, to) {
        // A click lets go of what is chosen first; only an open hand draws circles.
        (Some(from), Some(to)) if from == to && world.resource::<Selection>().man().is_some() => {
            world.trigger(CancelSelection);
        }
        (Some(from), Some(to)) => world.trigger(Draw(Stroke { paint: pressed.paint, from, to })),
        (Some(_), None) => {}
        // Beside the board it is a click that lets go, or it has turned the table.
        (None, _) if !sight::has_travelled(world, input.pointer_id, pressed.at, &input.location) => {
            world.trigger(CancelSelection);
        }
        (None, _) => {}
    }
}

/// Leaves what has been begun.
pub(super) fn put_down(world: &mut World) {
    world.resource_mut::<Pencil>().0 = None;
    sketch(world, None);
}

fn put_down_on_change(_: On<Insert, Match>, mut commands: Commands) {
    commands.queue(put_down);
}

fn sketch(world: &mut World, stroke: Option<Stroke>) {
    if world.resource::<Sketch>().0 != stroke {
        world.resource_mut::<Sketch>().0 = stroke;
        world.write_message(RequestRedraw);
    }
}

/// The square that is seen there.
fn square(world: &mut World, input: &PointerInput) -> Option<Square> {
    sight::hits(world, &input.location).first().map(|hit| hit.square)
}

/// As elsewhere: Shift is red, Alt blue, and both of them, or Ctrl, yellow.
fn paint(keys: Option<&ButtonInput<KeyCode>>) -> Paint {
    let Some(keys) = keys else { return Paint::Green };
    let held = |left, right| keys.any_pressed([left, right]);
    let shift = held(KeyCode::ShiftLeft, KeyCode::ShiftRight);
    let alt = held(KeyCode::AltLeft, KeyCode::AltRight);
    match (shift, alt, held(KeyCode::ControlLeft, KeyCode::ControlRight)) {
        (true, true, _) | (_, _, true) => Paint::Yellow,
        (true, false, false) => Paint::Red,
        (false, true, false) => Paint::Blue,
        (false, false, false) => Paint::Green,
    }
}
