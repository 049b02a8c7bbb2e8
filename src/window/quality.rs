//! The first start: how much this machine can draw. A processor that draws by itself is told at once; a graphics processor is
//! watched for a second.

use std::time::Duration;

use bevy::{prelude::*, render::renderer::RenderAdapterInfo};

use crate::{
    game::{News, Tidings},
    settings::{Detail, Settings},
};

/// Frames are measured from here on: before, files come and shaders are built.
const BEGIN: Duration = Duration::from_millis(1500);
/// The verdict is given here.
const END: Duration = Duration::from_millis(2800);

/// The frames measured so far.
#[derive(Resource, Default)]
struct Measuring(Vec<Duration>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostStartup, begin).add_systems(Update, measure.run_if(resource_exists::<Measuring>));
}

fn begin(
    adapter: Option<Res<RenderAdapterInfo>>,
    mut settings: ResMut<Settings>,
    mut news: ResMut<News>,
    mut commands: Commands,
) {
    if settings.detail_is_chosen {
        return;
    }
    match adapter {
        Some(adapter) if is_software(&adapter) => {
            settings.detail = Detail::Low;
            settings.detail_is_chosen = true;
            news.tell(Tidings::DrawnByProcessor { name: adapter.name.clone() });
        }
        _ => commands.init_resource::<Measuring>(),
    }
}

/// Whether a processor draws. The kind of device is a type of wgpu, which Bevy does not hand on: its word is compared.
fn is_software(adapter: &RenderAdapterInfo) -> bool {
    format!("{:?}", adapter.device_type) == "Cpu"
}

fn measure(
    time: Res<Time<Real>>,
    mut measuring: ResMut<Measuring>,
    mut settings: ResMut<Settings>,
    mut commands: Commands,
) {
    if settings.detail_is_chosen {
        // Somebody was faster.
        commands.remove_resource::<Measuring>();
        return;
    }
    if time.elapsed() >= BEGIN {
        measuring.0.push(time.delta());
    }
    if time.elapsed() >= END {
        let frames = std::mem::take(&mut measuring.0);
        settings.detail = verdict(frames);
        settings.detail_is_chosen = true;
        info!("this machine draws at {:?} detail", settings.detail);
        commands.remove_resource::<Measuring>();
    }
}

/// What a machine should draw that needs these times for frames at high detail.
fn verdict(mut frames: Vec<Duration>) -> Detail {
    frames.sort();
    match frames.get(frames.len() / 2).map(Duration::as_millis) {
        // Sixty pictures a second, or nearly.
        Some(..=22) => Detail::High,
        Some(..=60) => Detail::Medium,
        _ => Detail::Low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_frame_decides() {
        let frames = |times: &[u64]| times.iter().copied().map(Duration::from_millis).collect();
        assert_eq!(verdict(frames(&[17, 16, 16, 300, 17])), Detail::High);
        assert_eq!(verdict(frames(&[40, 30, 16, 41, 40])), Detail::Medium);
        assert_eq!(verdict(frames(&[400, 900])), Detail::Low);
        // Not one frame in that time.
        assert_eq!(verdict(frames(&[])), Detail::Low);
    }
}
