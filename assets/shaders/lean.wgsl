// The lean material: what a surface looks like where each pixel is drawn by the processor itself. Light is a sky, a ground and
// one lamp; shadows are painted spots. Colors are linear and go to the screen as they are.

#import bevy_pbr::{
    forward_io::Vertex,
    mesh_functions,
    mesh_view_bindings::view,
    view_transformations::position_world_to_clip,
}

struct Lean {
    // Of the surface, already lit where it is level.
    color: vec4<f32>,
    // Direction to the lamp, and how sharp its reflection is.
    lamp: vec4<f32>,
    // Light of the lamp, and how bright its reflection is.
    lamp_light: vec4<f32>,
    // From above; and how brightly the lamp shines softly on a shape.
    sky: vec4<f32>,
    // From below; and how much lighter a shape is at its outline.
    ground: vec4<f32>,
    // What is beyond the table, and the distance from its middle at which the table is wholly lost in it.
    dusk: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> lean: Lean;
#ifdef TEXTURED
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var picture: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var picture_sampler: sampler;
#endif

struct Drawn {
    @builtin(position) position: vec4<f32>,
#ifdef NEEDS_UV
    @location(0) uv: vec2<f32>,
#endif
#ifdef ROUND
    @location(1) normal: vec3<f32>,
    @location(2) toward_eye: vec3<f32>,
#endif
#ifdef VERTEX_COLORS
    @location(3) grain: vec3<f32>,
#endif
#ifdef FADING
    @location(4) away: vec2<f32>,
#endif
}

@vertex
fn vertex(vertex: Vertex) -> Drawn {
    var drawn: Drawn;
    let to_world = mesh_functions::get_world_from_local(vertex.instance_index);
    var world = mesh_functions::mesh_position_local_to_world(to_world, vec4(vertex.position, 1.0)).xyz;
#ifdef SPOT
    // A shadow stays on the board, or on the table beside it, however high its man is lifted: these are FRAME and
    // TABLE_DEPTH of the board's layout.
    let middle = to_world[3].xyz;
    world.y = select(-0.335, 0.0035, max(abs(middle.x), abs(middle.z)) < 4.62);
#endif
    drawn.position = position_world_to_clip(world);
#ifdef NEEDS_UV
    drawn.uv = vertex.uv;
#ifdef SPOT
    // A man is turned; the lamp is not.
    drawn.uv = vertex.uv.x * to_world[0].xz + vertex.uv.y * to_world[2].xz;
#endif
#endif
#ifdef ROUND
    // Men and wood are turned and moved, never stretched: the matrix turns normals too.
    drawn.normal = (to_world * vec4(vertex.normal, 0.0)).xyz;
    drawn.toward_eye = view.world_position - world;
#endif
#ifdef VERTEX_COLORS
    drawn.grain = vertex.color.rgb;
#endif
#ifdef FADING
    drawn.away = world.xz;
#endif
    return drawn;
}

@fragment
fn fragment(drawn: Drawn) -> @location(0) vec4<f32> {
    var color = lean.color;
#ifdef TEXTURED
    color *= textureSample(picture, picture_sampler, drawn.uv);
#endif
#ifdef VERTEX_COLORS
    color = vec4(color.rgb * drawn.grain, color.a);
#endif
#ifdef ROUND
    let normal = normalize(drawn.normal);
    let facing = dot(normal, lean.lamp.xyz);
    // A quarter of the lamp's light is wrapped round the edge: a man's dark side has a shape too.
    let lit = max(facing, 0.0) * 0.75 + max(facing * 0.5 + 0.5, 0.0) * 0.25;
    let around = mix(lean.ground.rgb, lean.sky.rgb, normal.y * 0.5 + 0.5);
    let eye = normalize(drawn.toward_eye);
    let mirrored = max(dot(normal, normalize(eye + lean.lamp.xyz)), 0.0);
    let glint = pow(mirrored, lean.lamp.w) * lean.lamp_light.w + pow(mirrored, 9.0) * lean.sky.w;
    // Towards its outline a shape catches the room.
    let edge = 1.0 - max(dot(normal, eye), 0.0);
    let rim = edge * edge * lean.ground.w;
    let light = around + lean.lamp_light.rgb * lit;
    color = vec4(color.rgb * light + lean.lamp_light.rgb * glint + lean.sky.rgb * rim, color.a);
#endif
#ifdef FADING
    color = mix(color, lean.dusk, saturate((length(drawn.away) - 5.0) / lean.dusk.w));
    color.a = 1.0;
#endif
#ifdef SPOT
    // Close around the foot, and a longer one that falls away from the lamp.
#ifdef CONTACT
    let near = saturate(1.0 - dot(drawn.uv, drawn.uv) * 0.62);
    color.a = color.a * near * near;
#else
    let near = saturate(1.0 - dot(drawn.uv, drawn.uv) * 0.85);
    let away = -normalize(lean.lamp.xz);
    let cast_at = vec2((dot(drawn.uv, away) - 0.50) / 1.15, (drawn.uv.x * away.y - drawn.uv.y * away.x) / 0.66);
    let far = saturate(1.0 - dot(cast_at, cast_at));
    color.a = color.a * max(near * near, far * 0.8);
#endif
#endif
    return color;
}
