"""Makes the wood textures: `python wood.py` writes ../textures/*.jpg, seamless in both directions.

The grain runs along U (left to right). A board is cut out of a grown stem: rings of varying width, bent by slow waves,
crossed by fine fibres, pores and rays. Every noise repeats at the picture's edge.
"""

import numpy as np
from scipy.ndimage import gaussian_filter

from paint import SIZE, blend, noise, save, toward


def rows(rng, count):
    """Ring boundaries of uneven width that close up after the whole height: a map 0..1 -> ring number."""
    width = rng.lognormal(0, 0.38, count)
    width = (width + np.roll(width, 1) + np.roll(width, -1)) / 3
    return np.concatenate([[0], np.cumsum(width / width.sum())])


def rings(rng, count, bend, wobble, late, sharp):
    """Dark late wood towards the end of each ring, then a quick fall back to light."""
    v = np.arange(SIZE)[:, None] / SIZE
    place = v + bend * noise(rng, 1.6, 1.1) + wobble * noise(rng, 5, 1.4, 2)
    edges = rows(rng, count)
    wrapped = place % 1.0
    ring = np.searchsorted(edges, wrapped, side="right") - 1
    ring = np.clip(ring, 0, count - 1)
    phase = (wrapped - edges[ring]) / (edges[ring + 1] - edges[ring])
    power = rng.uniform(0.45, 1.0, count)[ring]
    rise = np.clip((phase - (1 - late)) / late, 0, 1) ** sharp
    return rise * power


def fibres(rng, fine=330, long=5):
    return noise(rng, fine, long) * 0.6 + noise(rng, fine * 0.45, long * 1.6) * 0.4


def pores(rng, count, length, darkness=1.0, depth=None):
    """Short dark strokes along the grain, thicker where `depth` says so."""
    dots = np.zeros((SIZE, SIZE))
    y, x = rng.integers(0, SIZE, count), rng.integers(0, SIZE, count)
    keep = np.ones(count, bool) if depth is None else rng.random(count) < depth[y, x]
    for a, b, n in zip(y[keep], x[keep], rng.integers(length // 3, length, keep.sum())):
        dots[a, np.arange(b, b + n) % SIZE] += np.sin(np.linspace(0.15, np.pi - 0.15, n))
    dots = gaussian_filter(dots, (0.55, 1.0), mode="wrap")
    return np.clip(dots * darkness, 0, 1)


def maple():
    rng = np.random.default_rng(101)
    ring = rings(rng, 30, 0.034, 0.010, 0.55, 1.6)
    ring = gaussian_filter(ring, (1.2, 3), mode="wrap")
    t = 0.30 + 0.36 * ring + 0.10 * fibres(rng, 260, 3.5) + 0.07 * noise(rng, 7, 2, 3)
    # the curl: faint light and dark bars across the grain
    curl = noise(rng, 3, 16) * np.clip(0.5 + noise(rng, 2, 2), 0, 1.3)
    t += 0.035 * curl
    color = blend([(0, (0.93, 0.82, 0.64)), (0.45, (0.86, 0.72, 0.51)), (1, (0.68, 0.50, 0.31))], np.clip(t, 0, 1))
    color *= 1 - 0.30 * pores(rng, 5200, 26)[..., None] * [0.7, 1.0, 1.2]
    return toward(color, (0.835, 0.695, 0.495))


def walnut():
    rng = np.random.default_rng(212)
    ring = rings(rng, 24, 0.045, 0.014, 0.70, 1.5)
    vein = rings(rng, 70, 0.045, 0.010, 0.60, 1.2)  # the finer lines between
    ring = gaussian_filter(ring, (0.9, 4), mode="wrap")
    vein = gaussian_filter(vein, (0.8, 4), mode="wrap")
    t = 0.24 + 0.34 * ring + 0.15 * vein + 0.13 * fibres(rng, 250, 3.5) + 0.12 * noise(rng, 6, 1.3, 3)
    color = blend([(0, (0.58, 0.39, 0.235)), (0.4, (0.41, 0.255, 0.148)), (0.75, (0.27, 0.155, 0.090)), (1, (0.165, 0.090, 0.055))], np.clip(t, 0, 1))
    early = np.clip(0.80 - ring, 0.15, 1)
    color *= 1 - 0.60 * pores(rng, 11000, 46, 1.0, early)[..., None] * [0.9, 1.0, 1.05]
    red = np.clip(noise(rng, 3, 1.5), -1, 1)[..., None]
    color *= 1 + red * [0.05, 0.0, -0.05]
    return toward(color, (0.365, 0.226, 0.135))


def frame():
    """Mahogany for the frame: dark red brown, ribbons of light along the grain, long pores."""
    rng = np.random.default_rng(303)
    ribbon = noise(rng, 15, 1.2) * 0.6 + noise(rng, 34, 1.8) * 0.4
    ring = gaussian_filter(rings(rng, 12, 0.05, 0.010, 0.8, 1.2), (2, 4), mode="wrap")
    t = 0.42 + 0.22 * ring + 0.10 * ribbon + 0.10 * fibres(rng, 240, 5) + 0.06 * noise(rng, 4, 1.5, 3)
    color = blend([(0, (0.40, 0.20, 0.12)), (0.5, (0.265, 0.118, 0.070)), (1, (0.135, 0.058, 0.038))], np.clip(t, 0, 1))
    color *= 1 - 0.60 * pores(rng, 9000, 60)[..., None]
    return toward(color, (0.245, 0.112, 0.068))


def table():
    """Dark oak planks, quiet: five boards side by side, each from another part of the stem."""
    rng = np.random.default_rng(404)
    planks = 5
    v = np.arange(SIZE) / SIZE * planks
    board = np.floor(v).astype(int)
    cloud, fine = noise(rng, 9, 1.3, 3), fibres(rng, 250, 4)
    ring = gaussian_filter(rings(rng, 44, 0.03, 0.006, 0.7, 1.3), (1.2, 4), mode="wrap")
    shift = rng.integers(0, SIZE, (planks, 2))
    moved = lambda field, k: np.roll(field, tuple(shift[k]), (0, 1))
    pick = lambda field: np.choose(np.broadcast_to(board[:, None], (SIZE, SIZE)), [moved(field, k) for k in range(planks)])
    tone = rng.uniform(-0.09, 0.09, planks)[board][:, None]
    t = 0.45 + tone + 0.24 * (pick(ring) - 0.3) + 0.10 * pick(cloud) + 0.08 * pick(fine)
    color = blend([(0, (0.225, 0.175, 0.135)), (0.5, (0.158, 0.120, 0.092)), (1, (0.100, 0.074, 0.058))], np.clip(t, 0, 1))
    color *= 1 - 0.40 * pores(rng, 9000, 40)[..., None]
    # the joints: a dark line with a worn, slightly lighter edge
    gap = np.abs((v + 0.5) % 1.0 - 0.5) / planks * SIZE
    joint = np.exp(-((gap / 1.3) ** 2)) * 0.60 - 0.10 * np.exp(-(((gap - 4) / 2.5) ** 2))
    color *= 1 - joint[:, None, None]
    return toward(color, (0.165, 0.130, 0.102))


if __name__ == "__main__":
    save(maple, walnut, frame, table)
