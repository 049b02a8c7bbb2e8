//! The lean material: for machines that draw without a graphics processor, and for what needs no light.

use bevy::{
    mesh::MeshVertexBufferLayoutRef,
    pbr::{MaterialPipeline, MaterialPipelineKey},
    prelude::*,
    render::render_resource::{AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError},
    shader::ShaderRef,
};

use super::recipe::{Recipe, Shading};
use crate::{assets, settings::Light};

/// A surface that is drawn in a few operations a pixel.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
#[bind_group_data(Kind)]
#[uniform(0, Numbers)]
pub struct Lean {
    numbers: Numbers,
    #[texture(1)]
    #[sampler(2)]
    picture: Option<Handle<Image>>,
    shading: Shading,
    alpha: AlphaMode,
}

/// What the shader computes with; the fields are explained there.
#[derive(ShaderType, Clone, Copy, Debug, Default)]
pub struct Numbers {
    color: Vec4,
    lamp: Vec4,
    lamp_light: Vec4,
    sky: Vec4,
    ground: Vec4,
    dusk: Vec4,
}

/// What the pipeline depends on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    shading: Shading,
    textured: bool,
}

impl From<&Lean> for Numbers {
    fn from(lean: &Lean) -> Numbers {
        lean.numbers
    }
}

impl From<&Lean> for Kind {
    fn from(lean: &Lean) -> Kind {
        Kind { shading: lean.shading, textured: lean.picture.is_some() }
    }
}

impl Lean {
    /// What a recipe looks like in this light.
    pub(super) fn new(recipe: &Recipe, picture: Option<Handle<Image>>, light: Light) -> Lean {
        let lighting = super::light::of(light);
        let rgb = |color: Color| color.to_linear().to_vec3();
        let (sky, ground) = (rgb(lighting.sky), rgb(lighting.ground));
        let lamp_light = rgb(lighting.lamp) * lighting.lamp_strength;
        let toward = lighting.toward.normalize();
        let level = match recipe.shading {
            Shading::Level | Shading::Fading => sky + lamp_light * toward.y,
            Shading::Round | Shading::Unlit | Shading::Spot | Shading::Contact => Vec3::ONE,
        };
        let color = recipe.color.to_linear();
        // The smoother, the smaller and brighter the reflection of the lamp.
        let smooth = 1.0 - recipe.roughness;
        Lean {
            numbers: Numbers {
                color: (color.to_vec3() * level).extend(color.alpha),
                lamp: toward.extend(12.0 + 90.0 * smooth * smooth),
                lamp_light: lamp_light.extend(0.9 * smooth * smooth),
                sky: sky.extend(recipe.sheen),
                ground: ground.extend(recipe.rim),
                dusk: rgb(lighting.dusk).extend(lighting.reach),
            },
            picture,
            shading: recipe.shading,
            alpha: recipe.alpha,
        }
    }
}

impl Lean {
    /// A color that no light changes; half transparent if it is.
    pub fn paint(color: Color) -> Lean {
        Lean {
            numbers: Numbers { color: color.to_linear().to_vec4(), ..default() },
            picture: None,
            shading: Shading::Unlit,
            alpha: AlphaMode::Blend,
        }
    }

    /// A picture that no light changes; what is transparent in it is so.
    pub fn print(picture: Handle<Image>) -> Lean {
        Lean { picture: Some(picture), ..Lean::paint(Color::WHITE) }
    }

    /// The same, but only so much of it.
    pub(super) fn thinned(&self, opacity: f32) -> Lean {
        let mut thin = self.clone();
        thin.numbers.color.w *= opacity;
        thin.alpha = AlphaMode::Blend;
        thin
    }
}

impl Material for Lean {
    fn vertex_shader() -> ShaderRef {
        assets::SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        assets::SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        self.alpha
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let Kind { shading, textured } = key.bind_group_data;
        let mut words = Vec::new();
        if textured {
            words.push("TEXTURED");
        }
        let spot = matches!(shading, Shading::Spot | Shading::Contact);
        if textured || spot {
            words.push("NEEDS_UV");
        }
        if spot {
            words.push("SPOT");
        }
        match shading {
            Shading::Round => words.push("ROUND"),
            Shading::Fading => words.push("FADING"),
            Shading::Contact => words.push("CONTACT"),
            Shading::Level | Shading::Unlit | Shading::Spot => {}
        }
        for word in words {
            descriptor.vertex.shader_defs.push(word.into());
            if let Some(fragment) = &mut descriptor.fragment {
                fragment.shader_defs.push(word.into());
            }
        }
        if shading == Shading::Unlit {
            // Marks are seen from both sides of their edge.
            descriptor.primitive.cull_mode = None;
        }
        Ok(())
    }
}
