//! The bodies of the men as they are drawn at the moment: whatever set is on the board, what is seen is what is met.

use std::collections::HashMap;

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{aim::Man, body::Body};
use crate::{
    AppSystems,
    board::Diagram,
    pieces::{At, Figure, Held},
};

/// The bodies of the meshes that are worn.
#[derive(Resource, Default)]
pub(super) struct Bodies(HashMap<AssetId<Mesh>, Body>);

type Standing = (&'static At, &'static Figure, &'static Transform, Option<&'static Mesh3d>);

/// Every man on the board but the one in hand; none over a diagram, where all is flat.
#[derive(SystemParam)]
pub(super) struct Men<'w, 's> {
    bodies: Res<'w, Bodies>,
    diagram: Res<'w, Diagram>,
    standing: Query<'w, 's, Standing, Without<Held>>,
}

impl Men<'_, '_> {
    /// As rays meet them.
    pub(super) fn iter(&self) -> impl Iterator<Item = Man<'_>> {
        let standing = self.diagram.0.is_none().then(|| self.standing.iter());
        standing.into_iter().flatten().map(|(at, figure, transform, mesh)| Man {
            square: at.0,
            kind: figure.0.kind,
            turned: transform.rotation,
            body: mesh.and_then(|mesh| self.bodies.0.get(&mesh.id())),
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bodies>()
        .add_systems(Update, measure.in_set(AppSystems::Input).run_if(resource_exists::<Assets<Mesh>>));
}

/// Measures what men have put on, and forgets what nobody wears any more.
fn measure(
    dressed: Query<(), (With<Figure>, Changed<Mesh3d>)>,
    worn: Query<&Mesh3d, With<Figure>>,
    meshes: Res<Assets<Mesh>>,
    mut bodies: ResMut<Bodies>,
) {
    if dressed.is_empty() {
        return;
    }
    let mut before = std::mem::take(&mut bodies.0);
    for mesh in &worn {
        let id = mesh.id();
        if !bodies.0.contains_key(&id)
            && let Some(body) = before.remove(&id).or_else(|| Body::of(meshes.get(id)?))
        {
            bodies.0.insert(id, body);
        }
    }
}
