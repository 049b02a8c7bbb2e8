//! What things are made of: a surface says what it is, and is dressed by style, light and quality.

mod coarse;
mod lean;
pub mod light;
mod opacity;
mod recipe;
mod texture;

use std::collections::HashMap;

use bevy::prelude::*;

use crate::{
    assets,
    chess::Side,
    settings::{Detail, Settings, style_changed},
};

pub use coarse::Coarse;
pub use lean::Lean;
pub use opacity::Opacity;

/// Something that is seen, by its part at the table.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[component(immutable)]
pub enum Surface {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// The frame of the board.
    Frame,
    /// The line between squares and frame.
    Inlay,
    /// What a board without a frame lies on.
    Stand,
    /// The table.
    Table,
    /// Letters and digits on the frame.
    Label,
    /// A man of this side.
    Man(Side),
    /// The shadow under a man of this side: all of it where none is computed, else what is too small for that, close around
    /// its foot.
    Spot(Side),
}

/// The materials of the present style that were made so far.
#[derive(Resource, Default)]
struct Store {
    full: HashMap<Surface, Handle<StandardMaterial>>,
    lean: HashMap<Surface, Handle<Lean>>,
    /// Textures by their paths: who changes back to a style finds it at once.
    pictures: HashMap<String, Handle<Image>>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((MaterialPlugin::<Lean>::default(), coarse::plugin, opacity::plugin))
        .init_asset_loader::<texture::Loader>()
        .init_resource::<Store>()
        .add_observer(dress)
        .add_systems(Update, dress_anew.run_if(resource_exists::<assets::Ready>.and_then(style_changed)));
}

/// Whether every texture that was asked for is there.
pub fn is_loaded(world: &World) -> bool {
    let (Some(store), Some(server)) = (world.get_resource::<Store>(), world.get_resource::<AssetServer>()) else {
        return true;
    };
    store.pictures.values().all(|picture| server.is_loaded_with_dependencies(picture))
}

/// Makes materials, or finds those there are.
#[derive(bevy::ecs::system::SystemParam)]
struct Workshop<'w> {
    settings: Res<'w, Settings>,
    store: ResMut<'w, Store>,
    server: Res<'w, AssetServer>,
    full: ResMut<'w, Assets<StandardMaterial>>,
    lean: ResMut<'w, Assets<Lean>>,
}

fn dress(
    added: On<Insert, Surface>,
    surfaces: Query<&Surface>,
    ready: Option<Res<assets::Ready>>,
    workshop: Option<Workshop>,
    mut commands: Commands,
) {
    let (Ok(&surface), Some(_), Some(mut workshop)) = (surfaces.get(added.entity), ready, workshop) else { return };
    workshop.dress(surface, &mut commands.entity(added.entity));
}

/// Style, light or quality has changed.
fn dress_anew(
    surfaces: Query<(Entity, &Surface), Without<Opacity>>,
    mut thin: Query<&mut Opacity>,
    mut workshop: Workshop,
    mut commands: Commands,
) {
    // Made again when somebody wears them: at one quality nothing is loaded for the other.
    workshop.store.full.clear();
    workshop.store.lean.clear();
    for (entity, &surface) in &surfaces {
        workshop.dress(surface, &mut commands.entity(entity));
    }
    for mut opacity in &mut thin {
        opacity.set_changed();
    }
}

impl Workshop<'_> {
    fn dress(&mut self, surface: Surface, entity: &mut EntityCommands) {
        if self.is_lean(surface) {
            entity.try_remove::<MeshMaterial3d<StandardMaterial>>();
            entity.try_insert(MeshMaterial3d(self.lean_handle(surface)));
        } else {
            entity.try_remove::<MeshMaterial3d<Lean>>();
            entity.try_insert(MeshMaterial3d(self.full_handle(surface)));
        }
    }

    fn is_lean(&self, surface: Surface) -> bool {
        self.settings.detail == Detail::Low || matches!(surface, Surface::Spot(_))
    }

    fn lean_handle(&mut self, surface: Surface) -> Handle<Lean> {
        if let Some(handle) = self.store.lean.get(&surface) {
            return handle.clone();
        }
        let material = self.lean(surface);
        let handle = self.lean.add(material);
        self.store.lean.insert(surface, handle.clone());
        handle
    }

    fn full_handle(&mut self, surface: Surface) -> Handle<StandardMaterial> {
        if let Some(handle) = self.store.full.get(&surface) {
            return handle.clone();
        }
        let material = self.full(surface);
        let handle = self.full.add(material);
        self.store.full.insert(surface, handle.clone());
        handle
    }

    fn picture(&mut self, path: String) -> Handle<Image> {
        let load = || self.server.load(&path);
        self.store.pictures.entry(path.clone()).or_insert_with(load).clone()
    }

    fn full(&mut self, surface: Surface) -> StandardMaterial {
        let recipe = recipe::of(surface, &self.settings);
        StandardMaterial {
            base_color: recipe.color,
            base_color_texture: recipe.texture.map(|path| self.picture(path.to_owned())),
            perceptual_roughness: recipe.roughness,
            reflectance: recipe.reflectance,
            emissive: recipe.color.to_linear() * recipe.glow,
            // A second reflection in every pixel is for graphics processors that have time for it.
            clearcoat: if self.settings.detail == Detail::High { recipe.varnish } else { 0.0 },
            clearcoat_perceptual_roughness: 0.22,
            alpha_mode: recipe.alpha,
            ..default()
        }
    }

    fn lean(&mut self, surface: Surface) -> Lean {
        let recipe = recipe::of(surface, &self.settings);
        let picture = recipe.texture.map(|path| self.picture(assets::lean(path)));
        Lean::new(&recipe, picture, self.settings.light)
    }
}
