//! A coarser picture while something moves, where a frame takes too long: what is seen in space is drawn into a part of the
//! picture and enlarged before the overlays are drawn over it. Places in the window stay what they are, and so does picking.

use bevy::{
    camera::MainPassResolutionOverride,
    core_pipeline::{
        FullscreenShader,
        schedule::{Core3d, Core3dSystems},
        tonemapping::tonemapping,
    },
    prelude::*,
    render::{
        Render, RenderApp, RenderStartup, RenderSystems,
        camera::ExtractedCamera,
        extract_component::{ExtractComponent, ExtractComponentPlugin},
        render_resource::{
            BindGroupEntries, BindGroupLayoutDescriptor, BindGroupLayoutEntries, CachedRenderPipelineId,
            ColorTargetState, ColorWrites, FilterMode, FragmentState, Operations, PipelineCache,
            RenderPassColorAttachment, RenderPassDescriptor, RenderPipelineDescriptor, Sampler, SamplerBindingType,
            SamplerDescriptor, ShaderStages, SpecializedRenderPipeline, SpecializedRenderPipelines, TextureFormat,
            TextureSampleType,
            binding_types::{sampler, texture_2d},
        },
        renderer::{RenderContext, RenderDevice, ViewQuery},
        view::{ExtractedView, ViewTarget},
    },
    shader::ShaderDefVal,
};

use crate::assets;

/// How many sixteenths of the picture's width and height an eye draws: 16 is the whole.
#[derive(Component, ExtractComponent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coarse(pub u32);

impl Coarse {
    /// As fine as the window.
    pub const WHOLE: Coarse = Coarse(16);

    /// The part that is drawn of a picture of this size, at least one pixel.
    fn part(self, size: UVec2) -> UVec2 {
        ((size * self.0.min(16) + 15) / 16).max(UVec2::ONE)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(ExtractComponentPlugin::<Coarse>::default());
    let Some(render) = app.get_sub_app_mut(RenderApp) else { return };
    render
        .init_resource::<SpecializedRenderPipelines<Enlarger>>()
        .add_systems(RenderStartup, make_enlarger)
        .add_systems(Render, prepare.in_set(RenderSystems::PrepareViews))
        .add_systems(Core3d, enlarge.before(tonemapping).in_set(Core3dSystems::PostProcess));
}

#[derive(Resource)]
struct Enlarger {
    layout: BindGroupLayoutDescriptor,
    sampler: Sampler,
    fullscreen: FullscreenShader,
    shader: Handle<Shader>,
}

/// What enlarges the picture of this eye.
#[derive(Component)]
struct Enlarging(CachedRenderPipelineId);

fn make_enlarger(
    device: Res<RenderDevice>,
    fullscreen: Res<FullscreenShader>,
    server: Res<AssetServer>,
    mut commands: Commands,
) {
    let layout = BindGroupLayoutDescriptor::new(
        "enlarger",
        &BindGroupLayoutEntries::sequential(
            ShaderStages::FRAGMENT,
            (texture_2d(TextureSampleType::Float { filterable: true }), sampler(SamplerBindingType::Filtering)),
        ),
    );
    let smooth = SamplerDescriptor { mag_filter: FilterMode::Linear, min_filter: FilterMode::Linear, ..default() };
    commands.insert_resource(Enlarger {
        layout,
        sampler: device.create_sampler(&smooth),
        fullscreen: fullscreen.clone(),
        shader: server.load(assets::ENLARGE),
    });
}

impl SpecializedRenderPipeline for Enlarger {
    /// Sixteenths, and what is drawn into.
    type Key = (u32, TextureFormat);

    fn specialize(&self, (sixteenths, format): Self::Key) -> RenderPipelineDescriptor {
        RenderPipelineDescriptor {
            label: Some("enlarge".into()),
            layout: vec![self.layout.clone()],
            vertex: self.fullscreen.to_vertex_state(),
            fragment: Some(FragmentState {
                shader: self.shader.clone(),
                shader_defs: vec![ShaderDefVal::UInt("SIXTEENTHS".into(), sixteenths)],
                targets: vec![Some(ColorTargetState { format, blend: None, write_mask: ColorWrites::ALL })],
                ..default()
            }),
            ..default()
        }
    }
}

fn prepare(
    eyes: Query<(Entity, &ExtractedCamera, &ExtractedView, Option<&Coarse>, Has<Enlarging>)>,
    enlarger: Res<Enlarger>,
    cache: Res<PipelineCache>,
    mut pipelines: ResMut<SpecializedRenderPipelines<Enlarger>>,
    mut commands: Commands,
) {
    for (entity, camera, view, coarse, enlarging) in &eyes {
        let coarse = coarse.copied().filter(|coarse| coarse.0 < Coarse::WHOLE.0);
        let size = camera.physical_target_size.filter(|_| camera.viewport.is_none());
        if let (Some(coarse), Some(size)) = (coarse, size) {
            let pipeline = pipelines.specialize(&cache, &enlarger, (coarse.0, view.target_format));
            commands.entity(entity).insert((MainPassResolutionOverride(coarse.part(size)), Enlarging(pipeline)));
        } else if enlarging {
            commands.entity(entity).remove::<(MainPassResolutionOverride, Enlarging)>();
        }
    }
}

fn enlarge(
    view: ViewQuery<(&ViewTarget, Option<&Enlarging>)>,
    enlarger: Res<Enlarger>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let (target, enlarging) = view.into_inner();
    let Some(pipeline) = enlarging.and_then(|enlarging| cache.get_render_pipeline(enlarging.0)) else { return };
    let write = target.post_process_write();
    let group = context.render_device().create_bind_group(
        None,
        &cache.get_bind_group_layout(&enlarger.layout),
        &BindGroupEntries::sequential((write.source, &enlarger.sampler)),
    );
    let mut pass = context.command_encoder().begin_render_pass(&RenderPassDescriptor {
        label: Some("enlarge"),
        color_attachments: &[Some(RenderPassColorAttachment {
            view: write.destination,
            depth_slice: None,
            resolve_target: None,
            ops: Operations::default(),
        })],
        ..default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.draw(0..3, 0..1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_never_nothing_and_never_more_than_the_whole() {
        assert_eq!(Coarse(8).part(UVec2::new(1281, 720)), UVec2::new(641, 360));
        assert_eq!(Coarse::WHOLE.part(UVec2::new(1281, 720)), UVec2::new(1281, 720));
        assert_eq!(Coarse(8).part(UVec2::ONE), UVec2::ONE);
    }
}
