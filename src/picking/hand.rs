//! The hand: presses, moves and releases of the pointer become clicks on squares, and men taken, carried and dropped.

use bevy::{
    camera::RenderTarget,
    picking::{
        PickingSystems,
        pointer::{Location, PointerAction, PointerButton, PointerId, PointerInput},
    },
    prelude::*,
    window::{PrimaryWindow, RequestRedraw},
};
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};

use super::aim;
use crate::{
    animation::Motion,
    chess::Square,
    game::{self, CancelSelection, ManDropped, ManTaken, Match, Selection, SquareClicked},
    pieces::{At, Figure, Held},
    screens::Overlay,
};

/// How far the pointer travels, in logical pixels, before a press becomes a drag; less is a click with a trembling hand.
const THRESHOLD: f32 = 8.0;
/// How high a man in hand hangs over the board.
const LIFT: f32 = 0.42;

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
    },
}

/// Where the right button went down on the board, while it is down.
#[derive(Resource, Default)]
struct SecondButton(Option<Vec2>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hand>()
        .init_resource::<SecondButton>()
        .add_systems(PreUpdate, feel.after(PickingSystems::Input).run_if(resource_exists::<Messages<PointerInput>>))
        .add_observer(let_go_on_change)
        .add_observer(let_go_on_cancel);
}

/// The squares the selected man may be sent to.
pub(super) fn targets(current: &Match, selection: &Selection) -> Vec<Square> {
    let Some(man) = selection.man().filter(|_| current.takes_moves()) else { return Vec::new() };
    game::targets(current.shown(), man).into_iter().map(|(square, _)| square).collect()
}

/// Reads the stream of pointer actions in order, so that none is lost between two frames.
fn feel(world: &mut World, mut cursor: Local<bevy::ecs::message::MessageCursor<PointerInput>>) {
    let actions: Vec<PointerInput> = cursor.read(world.resource::<Messages<PointerInput>>()).cloned().collect();
    for action in actions {
        feel_one(world, &action);
        // What an action asked for is done before the next one is judged.
        world.flush();
    }
}

fn feel_one(world: &mut World, input: &PointerInput) {
    let hand = *world.resource::<Hand>();
    match (input.action, hand) {
        (PointerAction::Press(PointerButton::Primary), Hand::Open) => press(world, input),
        (PointerAction::Press(PointerButton::Secondary), Hand::Carrying { .. } | Hand::Pressed { .. }) => {
            world.trigger(CancelSelection);
        }
        (PointerAction::Move { .. }, Hand::Pressed { pointer, at, front, meant })
            if pointer == input.pointer_id && at.distance(input.location.position) > THRESHOLD =>
        {
            // A press on a target of the chosen man stays a click, however much the hand trembles; but a rook that the king
            // could castle with is an own man, and may be taken.
            let current = world.resource::<Match>();
            let targets = targets(current, world.resource::<Selection>());
            let position = current.shown();
            let own = |square| position.piece_at(square).is_some_and(|piece| piece.side == position.side());
            if !meant.is_some_and(|square| targets.contains(&square) && !own(square)) {
                take(world, input, front);
            }
        }
        (PointerAction::Move { .. }, Hand::Carrying { pointer, .. }) if pointer == input.pointer_id => {
            carry(world, input)
        }
        (PointerAction::Release(PointerButton::Primary), Hand::Pressed { pointer, meant, at, .. })
            if pointer == input.pointer_id =>
        {
            *world.resource_mut::<Hand>() = Hand::Open;
            click(world, input, meant, at);
        }
        (PointerAction::Release(PointerButton::Primary), Hand::Carrying { pointer, from, .. })
            if pointer == input.pointer_id =>
        {
            drop_man(world, input, from);
        }
        (PointerAction::Press(PointerButton::Secondary), Hand::Open) => {
            let covered = is_covered(world, &input.location);
            world.resource_mut::<SecondButton>().0 = (!covered).then_some(input.location.position);
        }
        (PointerAction::Release(PointerButton::Secondary), Hand::Open) => {
            // Without travel it is a click that lets go; with travel it has turned the board.
            let pressed = world.resource_mut::<SecondButton>().0.take();
            if pressed.is_some_and(|at| at.distance(input.location.position) <= THRESHOLD) {
                world.trigger(CancelSelection);
            }
        }
        (PointerAction::Cancel, Hand::Pressed { .. } | Hand::Carrying { .. }) => {
            world.trigger(CancelSelection);
        }
        _ => {}
    }
}

fn press(world: &mut World, input: &PointerInput) {
    if *world.resource::<State<Overlay>>().get() != Overlay::None || is_covered(world, &input.location) {
        return;
    }
    let hits = hits(world, &input.location);
    let meant = aim::meant(&hits, &targets(world.resource::<Match>(), world.resource::<Selection>()));
    let front = hits.first().map(|hit| hit.square);
    *world.resource_mut::<Hand>() =
        Hand::Pressed { pointer: input.pointer_id, at: input.location.position, meant, front };
}

fn click(world: &mut World, input: &PointerInput, meant: Option<Square>, at: Vec2) {
    let hits = hits(world, &input.location);
    let released = aim::meant(&hits, &targets(world.resource::<Match>(), world.resource::<Selection>()));
    let still = at.distance(input.location.position) <= THRESHOLD;
    match meant {
        Some(square) if still || released == meant => world.trigger(SquareClicked(square)),
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
    *world.resource_mut::<Hand>() = Hand::Carrying { pointer: input.pointer_id, from, figure };
    world.entity_mut(figure).remove::<Motion>().insert(Held);
    carry(world, input);
}

/// The man in hand hangs over the point of the board under the pointer.
fn carry(world: &mut World, input: &PointerInput) {
    let Hand::Carrying { figure, .. } = *world.resource::<Hand>() else { return };
    let Some(ray) = ray(world, &input.location) else { return };
    let Some(depth) = aim::plane(ray, 0.0).filter(|depth| *depth < 60.0) else { return };
    let point = ray.get_point(depth);
    // Not farther than the edge of the table's middle: a man is never lost from sight.
    let point = Vec3::new(point.x.clamp(-7.0, 7.0), LIFT, point.z.clamp(-7.0, 7.0));
    if let Some(mut transform) = world.get_mut::<Transform>(figure) {
        transform.translation = point;
    }
    world.write_message(RequestRedraw);
}

fn drop_man(world: &mut World, input: &PointerInput, from: Square) {
    let hits = hits(world, &input.location);
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

fn hits(world: &mut World, location: &Location) -> Vec<aim::Hit> {
    let Some(ray) = ray(world, location) else { return Vec::new() };
    let men: Vec<_> = world
        .query_filtered::<(&At, &Figure), Without<Held>>()
        .iter(world)
        .map(|(at, figure)| (at.0, figure.0.kind))
        .collect();
    aim::hits(ray, men.into_iter())
}

/// The ray through a place on the screen, of the camera that draws there.
fn ray(world: &mut World, location: &Location) -> Option<Ray3d> {
    let window = world.query_filtered::<Entity, With<PrimaryWindow>>().iter(world).next();
    let mut cameras = world.query_filtered::<(&Camera, &RenderTarget, &GlobalTransform), With<Camera3d>>();
    cameras
        .iter(world)
        .find(|(_, target, _)| target.normalize(window).as_ref() == Some(&location.target))
        .and_then(|(camera, _, transform)| camera.viewport_to_world(transform, location.position).ok())
}

/// Whether a panel or dialog lies over a place on the screen, by its layout of the last frame.
fn is_covered(world: &mut World, location: &Location) -> bool {
    let place = egui::pos2(location.position.x, location.position.y);
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts.iter_mut(world).any(|mut context| {
        context.get_mut().layer_id_at(place).is_some_and(|layer| layer.order != egui::Order::Background)
    })
}
