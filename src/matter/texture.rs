//! Textures that repeat and do not shimmer: each is loaded with its smaller copies, down to one pixel.

use bevy::{
    asset::{AssetLoader, LoadContext, RenderAssetUsages, io::Reader},
    image::{
        CompressedImageFormats, Image, ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor,
        ImageType, TextureError,
    },
    prelude::*,
    render::render_resource::TextureFormat,
};

use crate::assets;

/// Reads a picture with its smaller copies. Our files carry `mip` or `lean` in their names for it.
#[derive(Default, TypePath)]
pub struct Loader;

impl AssetLoader for Loader {
    type Asset = Image;
    type Settings = ();
    type Error = Error;

    async fn load(&self, reader: &mut dyn Reader, _: &(), context: &mut LoadContext<'_>) -> Result<Image, Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let end = context.path().path().extension().and_then(|end| end.to_str()).unwrap_or_default().to_owned();
        let lean = assets::is_lean(context.path().path());
        let sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
            address_mode_u: ImageAddressMode::Repeat,
            address_mode_v: ImageAddressMode::Repeat,
            mipmap_filter: ImageFilterMode::Linear,
            anisotropy_clamp: if lean { 1 } else { 8 },
            ..ImageSamplerDescriptor::linear()
        });
        let (formats, usage) = (CompressedImageFormats::NONE, RenderAssetUsages::RENDER_WORLD);
        let mut image = Image::from_buffer(&bytes, ImageType::Extension(&end), formats, true, sampler, usage)?;
        add_smaller_copies(&mut image);
        Ok(image)
    }

    fn extensions(&self) -> &[&str] {
        &["mip.jpg", "mip.png", "lean.jpg", "lean.png"]
    }
}

/// Why a texture cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Read(#[from] std::io::Error),
    #[error(transparent)]
    Picture(#[from] TextureError),
}

/// Appends halves of halves. Averages are taken of light, not of its encoding: else fine grain would darken far away.
fn add_smaller_copies(image: &mut Image) {
    if image.texture_descriptor.format != TextureFormat::Rgba8UnormSrgb {
        return;
    }
    let (mut width, mut height) = (image.width() as usize, image.height() as usize);
    let Some(data) = &mut image.data else { return };
    let to_light: Vec<u16> =
        (0..=255u8).map(|code| (Color::srgb_u8(code, 0, 0).to_linear().red * 65_535.0).round() as u16).collect();
    // By the upper twelve bits: even in the dark that is less than one code from the truth.
    let to_code: Vec<u8> = (0..1 << 12)
        .map(|light| Srgba::from(LinearRgba::rgb((light as f32 + 0.5) / 4096.0, 0.0, 0.0)).to_u8_array()[0])
        .collect();
    let light = |code: u8| to_light[usize::from(code)];
    let mut level: Vec<[u16; 4]> = (data.as_chunks::<4>().0.iter())
        .map(|&[r, g, b, a]| [light(r), light(g), light(b), u16::from(a) * 257])
        .collect();
    let mut levels = 1;
    while width > 1 || height > 1 {
        let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
        let at = |x: usize, y: usize| level[y.min(height - 1) * width + x.min(width - 1)];
        let mut half = Vec::with_capacity(half_width * half_height);
        for y in 0..half_height {
            for x in 0..half_width {
                let four = [at(2 * x, 2 * y), at(2 * x + 1, 2 * y), at(2 * x, 2 * y + 1), at(2 * x + 1, 2 * y + 1)];
                let mean = |channel: usize| (four.iter().map(|pixel| u32::from(pixel[channel])).sum::<u32>() + 2) / 4;
                half.push([0, 1, 2, 3].map(|channel| mean(channel) as u16));
            }
        }
        let code = |light: u16| to_code[usize::from(light >> 4)];
        data.extend(half.iter().flat_map(|&[r, g, b, a]| [code(r), code(g), code(b), (a >> 8) as u8]));
        (level, width, height) = (half, half_width, half_height);
        levels += 1;
    }
    image.texture_descriptor.mip_level_count = levels;
}

#[cfg(test)]
mod tests {
    use bevy::render::render_resource::{Extent3d, TextureDimension};

    use super::*;

    #[test]
    fn smaller_copies_keep_the_mean_light() {
        let (black, white) = ([0, 0, 0, 255], [255, 255, 255, 255]);
        let checks: Vec<u8> = (0..32).flat_map(|n| if (n / 8 + n) % 2 == 0 { black } else { white }).collect();
        let size = Extent3d { width: 8, height: 4, depth_or_array_layers: 1 };
        let format = TextureFormat::Rgba8UnormSrgb;
        let mut image = Image::new(size, TextureDimension::D2, checks, format, RenderAssetUsages::default());
        add_smaller_copies(&mut image);
        assert_eq!(image.texture_descriptor.mip_level_count, 4);
        let data = image.data.unwrap();
        assert_eq!(data.len(), 4 * (32 + 8 + 2 + 1));
        // Half the light is code 188.
        assert!(data[4 * 32..].as_chunks::<4>().0.iter().all(|pixel| *pixel == [188, 188, 188, 255]));
    }
}
