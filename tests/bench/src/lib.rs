//! What the measurements share: time that is fair to all, and numbers that sum it up.

use std::fs;
use std::path::PathBuf;

use rustix::time::{ClockId, clock_gettime};

/// The processor seconds that this thread has used: what other programs do meanwhile does not count.
pub fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The processor seconds that all threads of another process have used; `None` where the system does not tell.
pub fn process_seconds(id: u32) -> Option<f64> {
    let tasks = fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let nanoseconds = tasks.map(|task| {
        let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    Some(nanoseconds.sum::<Option<u64>>()? as f64 * 1e-9)
}

/// The test data of others, which lie beside the repository; absent on most machines.
pub fn data(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(file)
}

/// The middle one, which a busy machine disturbs least.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// The mean of ratios.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, n) = values.into_iter().fold((0.0, 0), |(sum, n), value| (sum + value.ln(), n + 1));
    (sum / f64::from(n)).exp()
}

/// What the compiler was told to build for, as far as it matters here.
pub fn flags() -> &'static str {
    if cfg!(target_feature = "avx512f") {
        "AVX-512"
    } else if cfg!(target_feature = "avx2") {
        "AVX2"
    } else {
        "default flags"
    }
}
