//! The men's real meshes without a graphics processor: read from the model file by hand, worn by the men of a test's table,
//! and traced by brute force, as a second opinion on our picking.

use std::collections::HashMap;

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};
use endgame::{
    board::layout,
    chess::{Kind, Square},
    pieces::{At, Figure, turned},
    settings::Men,
};
use serde_json::Value;

/// The model file of a set.
fn file(men: Men) -> &'static [u8] {
    match men {
        Men::Staunton => include_bytes!("../../assets/models/men.glb"),
        Men::Modern => include_bytes!("../../assets/models/modern.glb"),
        Men::Club => include_bytes!("../../assets/models/club.glb"),
    }
}

/// Points and triples of their numbers.
pub struct Model {
    pub points: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

/// The models of all Staunton kinds; `low` for the lean ones.
pub fn models(low: bool) -> HashMap<Kind, Model> {
    models_of(Men::Staunton, low)
}

/// The models of all kinds of a set; `low` for the lean ones.
pub fn models_of(men: Men, low: bool) -> HashMap<Kind, Model> {
    let file = file(men);
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let length = word(12);
    let json: Value = serde_json::from_slice(&file[20..20 + length]).unwrap();
    let data = &file[20 + length + 8..];
    let read = |accessor: &Value| {
        let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap_or(0) + accessor["byteOffset"].as_u64().unwrap_or(0);
        (&data[start as usize..], accessor["count"].as_u64().unwrap() as usize, accessor["componentType"].as_u64())
    };
    let mut found = HashMap::new();
    for kind in Kind::ALL {
        let name = format!("{kind:?}{}", if low { ".low" } else { "" });
        let mesh = json["meshes"].as_array().unwrap().iter().find(|mesh| mesh["name"] == *name).unwrap();
        let primitive = &mesh["primitives"][0];
        let (bytes, count, _) = read(&primitive["attributes"]["POSITION"]);
        let number = |at: usize| f32::from_le_bytes(bytes[at * 4..at * 4 + 4].try_into().unwrap());
        let points = (0..count).map(|n| Vec3::new(number(3 * n), number(3 * n + 1), number(3 * n + 2))).collect();
        let (bytes, count, width) = read(&primitive["indices"]);
        let index = |at: usize| match width {
            Some(5123) => u32::from(u16::from_le_bytes(bytes[at * 2..at * 2 + 2].try_into().unwrap())),
            _ => u32::from_le_bytes(bytes[at * 4..at * 4 + 4].try_into().unwrap()),
        };
        let triangles = (0..count / 3).map(|n| [index(3 * n), index(3 * n + 1), index(3 * n + 2)]).collect();
        found.insert(kind, Model { points, triangles });
    }
    found
}

/// Every man puts on its mesh, as in the window.
pub fn dress(app: &mut App, models: &HashMap<Kind, Model>) {
    let mut meshes = app.world_mut().resource_mut::<Assets<Mesh>>();
    let handles: HashMap<Kind, Handle<Mesh>> = models
        .iter()
        .map(|(kind, model)| {
            let points: Vec<[f32; 3]> = model.points.iter().map(Vec3::to_array).collect();
            let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
                .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points)
                .with_inserted_indices(Indices::U32(model.triangles.as_flattened().to_vec()));
            (*kind, meshes.add(mesh))
        })
        .collect();
    let mut men = app.world_mut().query::<(Entity, &Figure, &mut Transform)>();
    let mut dressed = Vec::new();
    for (man, figure, mut transform) in men.iter_mut(app.world_mut()) {
        transform.rotation = turned(figure.0);
        dressed.push((man, handles[&figure.0.kind].clone()));
    }
    for (man, mesh) in dressed {
        app.world_mut().entity_mut(man).insert(Mesh3d(mesh));
    }
    app.update();
}

/// What a ray meets first, traced through every triangle that could be in its way.
pub fn truth(app: &mut App, models: &HashMap<Kind, Model>, ray: Ray3d) -> Option<Square> {
    let depth = -ray.origin.y / ray.direction.y;
    let wood = (depth > 0.0).then(|| layout::square_at(ray.get_point(depth))).flatten();
    let mut nearest = wood.map_or((f32::INFINITY, None), |square| (depth, Some(square)));
    let mut men = app.world_mut().query::<(&At, &Figure)>();
    for (at, figure) in men.iter(app.world()) {
        // Nobody reaches out of a ball of this size.
        let middle = layout::center(at.0) + Vec3::Y * 0.8;
        let beside = (middle - ray.origin).cross(*ray.direction).length();
        if beside > 1.1 {
            continue;
        }
        let model = &models[&figure.0.kind];
        let place = |index: u32| layout::center(at.0) + turned(figure.0) * model.points[index as usize];
        for triangle in &model.triangles {
            if let Some(depth) = meets(ray, triangle.map(place))
                && depth < nearest.0
            {
                nearest = (depth, Some(at.0));
            }
        }
    }
    nearest.1
}

/// Where a ray passes through a triangle: the plane first, then the three edges.
fn meets(ray: Ray3d, [a, b, c]: [Vec3; 3]) -> Option<f32> {
    let normal = (b - a).cross(c - a);
    let slope = normal.dot(*ray.direction);
    if slope == 0.0 {
        return None;
    }
    let depth = normal.dot(a - ray.origin) / slope;
    let point = ray.get_point(depth);
    let inside = |from: Vec3, to: Vec3| (to - from).cross(point - from).dot(normal) >= 0.0;
    (depth > 0.0 && inside(a, b) && inside(b, c) && inside(c, a)).then_some(depth)
}
