//! What the measurements share: time that is fair to all, and numbers that sum it up.

use std::path::PathBuf;

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
