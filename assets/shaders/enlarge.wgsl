// Enlarges the part of a picture that was drawn, in its upper left corner, to the whole: between pixels, smoothly.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

@group(0) @binding(0) var coarse: texture_2d<f32>;
@group(0) @binding(1) var smooth_sampler: sampler;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let whole = textureDimensions(coarse);
    // As many pixels as were drawn: see Coarse::part.
    let part = vec2<f32>((whole * #{SIXTEENTHS}u + 15u) / 16u);
    // Never so near the edge that what lies beside the part shines in.
    let at = clamp(in.uv * part, vec2(0.5), part - 0.5);
    return textureSampleLevel(coarse, smooth_sampler, at / vec2<f32>(whole), 0.0);
}
