//! H.264 in MP4. The index stands at the beginning, so that a film plays while it is fetched.

use std::io::{self, Write};

use muxide::api::{Muxer, MuxerBuilder, VideoCodec};
use openh264::{
    OpenH264API, Timestamp,
    encoder::{Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, QpRange, RateControlMode, VuiConfig},
    formats::YUVSlices,
};

use super::{Shape, yuv::Planes};

/// Seconds from one picture that stands for itself to the next: as far one has to look back to jump into a film.
const SECONDS_TO_KEY: f64 = 2.0;

/// So finely the grain of the wood and the edges of the men stay; in the format's own steps from 0 to 51. The first frame of
/// another scene may be coarser by the difference.
const QUANTIZER: QpRange = QpRange::new(16, 20);

/// A film that is being written. Its frames, compressed, are held in memory until its end, when the index is known.
pub struct Mp4<W: Write> {
    muxer: Muxer<W>,
    encoder: Encoder,
    planes: Planes,
    shape: Shape,
    frames: u64,
    bytes: Vec<u8>,
}

impl<W: Write> Mp4<W> {
    pub fn begin(out: W, shape: Shape) -> io::Result<Mp4<W>> {
        let Shape { width, height, rate } = shape;
        let per_second = rate.per_second();
        let config = EncoderConfig::new()
            .max_frame_rate(FrameRate::from_hz(per_second as f32))
            // Always the same fineness, with as many bits as it takes.
            .rate_control_mode(RateControlMode::Bufferbased)
            .qp(QUANTIZER)
            .skip_frames(false)
            .adaptive_quantization(false)
            .intra_frame_period(IntraFramePeriod::from_num_frames((per_second * SECONDS_TO_KEY).ceil() as u32))
            // The same file on every machine, however many processors it has.
            .num_threads(1)
            .vui(VuiConfig::bt709());
        let encoder = Encoder::with_api_config(OpenH264API::from_source(), config).map_err(io::Error::other)?;
        let muxer = MuxerBuilder::new(out)
            .video(VideoCodec::H264, width, height, per_second)
            .with_fast_start(true)
            .build()
            .map_err(io::Error::other)?;
        Ok(Mp4 { muxer, encoder, planes: Planes::new(width, height), shape, frames: 0, bytes: Vec::new() })
    }

    pub fn add(&mut self, rgb: &[u8]) -> io::Result<()> {
        let (width, height) = (self.shape.width as usize, self.shape.height as usize);
        self.planes.read(rgb);
        let Planes { y, u, v, .. } = &self.planes;
        let picture = YUVSlices::new((y, u, v), (width, height), (width, width / 2, width / 2));
        let at = Timestamp::from_millis(self.shape.rate.start(self.frames, 1000));
        let stream = self.encoder.encode_at(&picture, at).map_err(io::Error::other)?;
        let is_key = matches!(stream.frame_type(), FrameType::IDR);
        self.bytes.clear();
        stream.write_vec(&mut self.bytes);
        self.muxer
            .write_video(self.shape.rate.seconds_at(self.frames), &self.bytes, is_key)
            .map_err(io::Error::other)?;
        self.frames += 1;
        Ok(())
    }

    pub fn finish(self) -> io::Result<()> {
        self.muxer.finish().map_err(io::Error::other)
    }
}
