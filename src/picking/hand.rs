//! The hand: presses, moves and releases of the pointer become clicks on squares, and men taken, carried and dropped.

use bevy::{
    ecs::message::MessageCursor,
    input::InputSystems,
    picking::{
        PickingSystems,
        pointer::{PointerAction, PointerButton, PointerId, PointerInput},
    },
    prelude::*,
    window::{RequestRedraw, WindowFocused},
};

use super::{aim, carry, pencil, sight};
use crate::{
    board::Turning,
    chess::Square,
    game::{self, CancelSelection, ManDropped, ManTaken, Match, Selection, SquareClicked, WipeDrawings},
    pieces::{At, Figure, Held},
    screens::Overlay,
};

/// What the hand does.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum Hand {
    /// Nothing.
    #[default]
    Open,
    /// The button is down over a square, and the pointer has hardly moved.
    Pressed {
        /// Whose button.
        pointer: PointerId,
        /// Where.
        at: Vec2,
        /// The square a click means; none beside the board.
        meant: Option<Square>,
        /// The square of the foremost man or wood, which a drag takes.
        front: Option<Square>,
    },
    /// A man is carried.
    Carrying {
        /// Whose button.
        pointer: PointerId,
        /// Where it was taken.
        from: Square,
        /// The man.
        figure: Entity,
        /// The square it would be set down on.
        over: Option<Square>,
    },
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hand>()
        .add_systems(PreUpdate, feel.after(PickingSystems::Input).run_if(resource_exists::<Messages<PointerInput>>))
        .add_systems(
            PreUpdate,
            let_go_with_the_window.after(feel).after(InputSystems).run_if(on_message::<WindowFocused>),
        )
        .add_observer(let_go_on_change)
        .add_observer(let_go_on_cancel);
}

/// The squares the selected man may be sent to.
pub(super) fn targets(current: &Match, selection: &Selection) -> Vec<Square> {
    let Some(man) = selection.man().filter(|_| current.takes_moves()) else { return Vec::new() };
    game::targets(current.shown(), man).into_iter().map(|(square, _)| square).collect()
}

/// Whether a man of the side to move stands here.
pub(super) fn is_own(current: &Match, square: Square) -> bool {
    current.shown().piece_at(square).is_some_and(|piece| piece.side == current.shown().side())
}

/// Reads the stream of pointer actions in order, so that none is lost between two frames.
fn feel(world: &mut World, mut cursor: Local<MessageCursor<PointerInput>>) {
    let actions: Vec<PointerInput> = cursor.read(world.resource::<Messages<PointerInput>>()).cloned().collect();
    for action in actions {
        feel_one(world, &action);
        // What an action asked for is done before the next one is judged.
        world.flush();
    }
}

fn feel_one(world: &mut World, input: &PointerInput) {
    let hand = *world.resource::<Hand>();
    let place = &input.location;
    match (input.action, hand) {
        (PointerAction::Press(PointerButton::Primary), Hand::Open) => press(world, input),
        // A second finger zooms: the first has not meant what it began.
        (
            PointerAction::Press(PointerButton::Primary),
            Hand::Carrying { pointer, .. } | Hand::Pressed { pointer, .. },
        ) if pointer != input.pointer_id => {
            world.trigger(CancelSelection);
        }
        (PointerAction::Press(PointerButton::Secondary), Hand::Carrying { .. } | Hand::Pressed { .. }) => {
            world.trigger(CancelSelection);
        }
        (PointerAction::Press(PointerButton::Secondary), Hand::Open) => pencil::press(world, input),
        (PointerAction::Release(PointerButton::Secondary), _) => pencil::release(world, input),
        (PointerAction::Move { .. }, Hand::Open) => pencil::travel(world, input),
        (PointerAction::Move { .. }, Hand::Pressed { pointer, at, front, meant })
            if pointer == input.pointer_id && sight::has_travelled(world, pointer, at, place) =>
        {
            // A press on a target of the chosen man stays a click, however much the hand trembles; but a rook that the king
            // could castle with is an own man, and may be taken.
            let current = world.resource::<Match>();
            let targets = targets(current, world.resource::<Selection>());
            if !meant.is_some_and(|square| targets.contains(&square) && !is_own(current, square)) {
                take(world, input, front);
            }
        }
        (PointerAction::Move { .. }, Hand::Carrying { pointer, .. }) if pointer == input.pointer_id => {
            carry_on(world, input);
        }
        (PointerAction::Release(PointerButton::Primary), Hand::Pressed { pointer, meant, at, .. })
            if pointer == input.pointer_id =>
        {
            *world.resource_mut::<Hand>() = Hand::Open;
            let still = !sight::has_travelled(world, pointer, at, place);
            click(world, input, meant, still);
        }
        (PointerAction::Release(PointerButton::Primary), Hand::Carrying { pointer, from, .. })
            if pointer == input.pointer_id =>
        {
            drop_man(world, input, from);
        }
        (PointerAction::Cancel, _) => {
            pencil::put_down(world);
            if hand != Hand::Open {
                world.trigger(CancelSelection);
            }
        }
        _ => {}
    }
}

fn press(world: &mut World, input: &PointerInput) {
    pencil::put_down(world);
    if *world.resource::<State<Overlay>>().get() != Overlay::None || sight::is_covered(world, &input.location) {
        return;
    }
    let hits = sight::hits(world, &input.location);
    let meant = aim::meant(&hits, &targets(world.resource::<Match>(), world.resource::<Selection>()));
    let front = hits.first().map(|hit| hit.square);
    world.resource_mut::<Turning>().0 = front.is_none();
    *world.resource_mut::<Hand>() =
        Hand::Pressed { pointer: input.pointer_id, at: input.location.position, meant, front };
}

fn click(world: &mut World, input: &PointerInput, meant: Option<Square>, still: bool) {
    let hits = sight::hits(world, &input.location);
    let released = aim::meant(&hits, &targets(world.resource::<Match>(), world.resource::<Selection>()));
    match meant {
        Some(square) if still || released == meant => {
            let empty = world.resource::<Match>().shown().piece_at(square).is_none();
            if empty && world.resource::<Selection>().man().is_none() {
                world.trigger(WipeDrawings);
            }
            world.trigger(SquareClicked(square));
        }
        // A click beside the board lets go of the selection.
        None if still => world.trigger(CancelSelection),
        _ => {}
    }
}

/// A press that travels takes the foremost man, if it is one that may move.
fn take(world: &mut World, input: &PointerInput, front: Option<Square>) {
    let current = world.resource::<Match>();
    let (takes_moves, side) = (current.takes_moves(), current.shown().side());
    let Some((from, man)) = front.and_then(|square| Some((square, current.shown().piece_at(square)?))) else { return };
    if !takes_moves || man.side != side {
        // It stays where it is, and the flow says why.
        *world.resource_mut::<Hand>() = Hand::Open;
        world.trigger(ManTaken(from));
        return;
    }
    let Some(figure) = man_at(world, from) else { return };
    world.trigger(ManTaken(from));
    world.flush();
    *world.resource_mut::<Hand>() = Hand::Carrying { pointer: input.pointer_id, from, figure, over: None };
    carry::lift(world, figure);
    carry_on(world, input);
}

/// The man in hand follows the pointer, and it is known where it would be set down.
fn carry_on(world: &mut World, input: &PointerInput) {
    let Hand::Carrying { figure, .. } = *world.resource::<Hand>() else { return };
    let square = landing(world, input);
    if let Hand::Carrying { over, .. } = &mut *world.resource_mut::<Hand>() {
        *over = square;
    }
    if let Some(ray) = sight::ray(world, &input.location) {
        carry::follow(world, figure, ray, square);
    }
    world.write_message(RequestRedraw);
}

/// The square on which the man in hand would be set down; none where it would go home.
fn landing(world: &mut World, input: &PointerInput) -> Option<Square> {
    let hits = sight::hits(world, &input.location);
    let allowed = targets(world.resource::<Match>(), world.resource::<Selection>());
    aim::dropped(&hits, &allowed).filter(|square| allowed.contains(square))
}

fn drop_man(world: &mut World, input: &PointerInput, from: Square) {
    let hits = sight::hits(world, &input.location);
    let allowed = targets(world.resource::<Match>(), world.resource::<Selection>());
    let to = aim::dropped(&hits, &allowed);
    // Dropped first: the hand opens where the man is, and whatever the drop means starts from there.
    world.trigger(ManDropped { from, to });
    world.flush();
    open(world);
}

/// Opens the hand; a man that was not moved goes home.
fn open(world: &mut World) {
    if let Hand::Carrying { figure, .. } = std::mem::take(&mut *world.resource_mut::<Hand>())
        && let Ok(mut figure) = world.get_entity_mut(figure)
    {
        figure.remove::<Held>();
    }
    world.write_message(RequestRedraw);
}

fn let_go_on_cancel(_: On<CancelSelection>, mut commands: Commands) {
    commands.queue(open);
}

/// A button that is let go while another window has the keyboard, or none is shown, may not be heard of: nothing stays in
/// hand, no stroke goes on and the table does not turn.
fn let_go_with_the_window(world: &mut World, mut cursor: Local<MessageCursor<WindowFocused>>) {
    if cursor.read(world.resource::<Messages<WindowFocused>>()).all(|message| message.focused) {
        return;
    }
    if let Some(mut buttons) = world.get_resource_mut::<ButtonInput<MouseButton>>() {
        buttons.release_all();
    }
    pencil::put_down(world);
    if *world.resource::<Hand>() != Hand::Open {
        world.trigger(CancelSelection);
        world.flush();
    }
}

/// Whatever was in hand when the position changed stays there no longer.
fn let_go_on_change(_: On<Insert, Match>, mut commands: Commands) {
    commands.queue(open);
}

fn man_at(world: &mut World, square: Square) -> Option<Entity> {
    world
        .query_filtered::<(Entity, &At), With<Figure>>()
        .iter(world)
        .find(|(_, at)| at.0 == square)
        .map(|(entity, _)| entity)
}
