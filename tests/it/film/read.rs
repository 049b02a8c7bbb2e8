//! Films read back, by other means than they were written with where there are any.

use std::{fs, path::Path, process::Command};

use image::RgbImage;

use super::mp4;

/// What was read: a picture for each frame, and how long all of it lasts.
#[derive(Clone)]
pub struct Film {
    pub pictures: Vec<RgbImage>,
    pub seconds: f64,
}

/// A film in a file, by its ending. A picture that lasts as long as several frames counts as so many.
pub fn film(path: &Path) -> Film {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gif") => gif(path),
        Some("webp") => webp(path),
        _ => mp4::read(path),
    }
}

pub fn pngs(folder: &Path, fps: f64) -> Film {
    let count = fs::read_dir(folder).unwrap().count();
    let open = |frame| image::open(folder.join(format!("frame-{frame:06}.png"))).unwrap().to_rgb8();
    Film { pictures: (0..count).map(open).collect(), seconds: count as f64 / fps }
}

fn gif(path: &Path) -> Film {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(fs::File::open(path).unwrap()).unwrap();
    let mut canvas = RgbImage::new(decoder.width().into(), decoder.height().into());
    let (mut pictures, mut hundredths) = (Vec::new(), 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (at, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
            let place = (u32::from(frame.left) + x as u32, u32::from(frame.top) + y as u32);
            canvas.put_pixel(place.0, place.1, image::Rgb([pixel[0], pixel[1], pixel[2]]));
        }
        hundredths += u32::from(frame.delay);
        pictures.push(canvas.clone());
    }
    Film { pictures, seconds: f64::from(hundredths) / 100.0 }
}

/// Tenths of a second are the frames of these films; equal ones are one.
fn webp(path: &Path) -> Film {
    let bytes = fs::read(path).unwrap();
    let decoder = webp_animation::Decoder::new(&bytes).unwrap();
    let (mut pictures, mut milliseconds) = (Vec::new(), 0);
    for frame in decoder.into_iter() {
        let (width, height) = frame.dimensions();
        let pixels = frame.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let picture = RgbImage::from_raw(width, height, pixels).unwrap();
        pictures.extend(vec![picture; ((frame.timestamp() - milliseconds + 50) / 100) as usize]);
        milliseconds = frame.timestamp();
    }
    Film { pictures, seconds: f64::from(milliseconds) / 1000.0 }
}

/// What a program of others says of a film: its codec, its frames counted one by one, its duration.
pub fn probe(path: &Path, codec: &str, frames: usize, fps: f64) {
    let output = Command::new("ffprobe")
        .args(["-v", "error", "-count_frames", "-of", "default=nokey=0:noprint_wrappers=1"])
        .args(["-show_entries", "stream=codec_name,nb_read_frames,duration,r_frame_rate,color_space,color_range"])
        .arg(path)
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: ffprobe is not installed");
        return;
    };
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let has = |line: String| assert!(told.lines().any(|found| found == line), "{line} is missing in {told}");
    has(format!("codec_name={codec}"));
    has(format!("nb_read_frames={frames}"));
    if codec == "h264" {
        has(format!("r_frame_rate={fps}/1"));
        has("color_space=bt709".to_owned());
        has("color_range=tv".to_owned());
    }
    has(format!("duration={:.6}", frames as f64 / fps));
}
