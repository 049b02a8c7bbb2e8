//! Our aim as a backend of `bevy::picking`, and the hovered square from its answer.

use bevy::{
    picking::{
        PickingSystems,
        backend::{HitData, PointerHits, ray::RayMap},
        hover::HoverMap,
        pointer::{PointerId, PointerLocation},
    },
    prelude::*,
};

use super::{Hand, aim, bodies::Men, hand::targets};
use crate::{
    AppSystems,
    board::{Hovered, Tile},
    chess::Square,
    game::{Match, Selection},
    pieces::{At, Figure, Held},
    screens::Overlay,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, point.in_set(PickingSystems::Backend).run_if(resource_exists::<RayMap>))
        .add_systems(Update, (hover, tell).chain().in_set(AppSystems::Input).run_if(resource_exists::<HoverMap>));
}

/// Tells `bevy::picking` what lies under each pointer; the square that a click would take comes first.
fn point(
    rays: Res<RayMap>,
    current: Res<Match>,
    selection: Res<Selection>,
    men: Men,
    figures: Query<(Entity, &At), (With<Figure>, Without<Held>)>,
    tiles: Query<(Entity, &Tile)>,
    mut out: MessageWriter<PointerHits>,
) {
    for (&id, &ray) in rays.iter() {
        let hits = aim::hits(ray, men.iter());
        let Some(meant) = aim::meant(&hits, &targets(&current, &selection)) else { continue };
        let picks = hits
            .iter()
            .filter_map(|hit| {
                let entity = if hit.man {
                    figures.iter().find(|(_, at)| at.0 == hit.square).map(|(entity, _)| entity)
                } else {
                    tiles.iter().find(|(_, tile)| tile.0 == hit.square).map(|(entity, _)| entity)
                }?;
                let depth = if hit.square == meant { hit.depth * 0.01 } else { hit.depth };
                Some((entity, HitData::new(id.camera, depth, Some(ray.get_point(hit.depth)), None)))
            })
            .collect();
        out.write(PointerHits::new(id.pointer, picks, 0.0));
    }
}

/// The square that a click would take: that of the topmost thing under the mouse; none while a dialog is open or a panel covers the board.
fn hover(
    map: Res<HoverMap>,
    overlay: Res<State<Overlay>>,
    hand: Res<Hand>,
    men: Query<&At>,
    tiles: Query<&Tile>,
    mut hovered: ResMut<Hovered>,
) {
    // With a man in hand it is where that would be set down.
    if let Hand::Carrying { over, .. } = *hand {
        hovered.set_if_neq(Hovered(over));
        return;
    }
    let top = map
        .get(&PointerId::Mouse)
        .filter(|_| *overlay.get() == Overlay::None)
        .and_then(|under| under.iter().min_by(|a, b| a.1.depth.total_cmp(&b.1.depth)))
        .and_then(|(entity, _)| {
            men.get(*entity).map(|at| at.0).or_else(|_| tiles.get(*entity).map(|tile| tile.0)).ok()
        });
    hovered.set_if_neq(Hovered(top));
}

/// Writes into the log what the mouse means where it is, once for each place.
fn tell(
    pointers: Query<(&PointerId, &PointerLocation)>,
    hovered: Res<Hovered>,
    mut told: Local<Option<(Vec2, Option<Square>)>>,
) {
    let Some((_, pointer)) = pointers.iter().find(|(id, _)| id.is_mouse()) else { return };
    let now = pointer.location().map(|location| (location.position, hovered.0));
    if let Some((Vec2 { x, y }, square)) = now.filter(|_| now != *told) {
        let square = square.map_or("nothing".to_owned(), |square| square.to_string());
        debug!("the mouse at {x} {y} means {square}");
    }
    *told = now;
}
