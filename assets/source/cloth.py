"""Makes the cloth textures: `python cloth.py` writes ../textures/vinyl_*.jpg, seamless in both directions.

A roll-up board: a printed sheet with a fine woven emboss, a little uneven where it was rolled. Kept calm, since it is
seen small: the weave changes the brightness by two or three in a hundred only.
"""

import numpy as np

from paint import SIZE, linear, noise, save, toward

THREADS = 112


def weave(rng):
    """Threads over and under one another, none quite like the next; about -1..1."""
    y, x = np.meshgrid(np.arange(SIZE) / SIZE, np.arange(SIZE) / SIZE, indexing="ij")
    sway = 0.0011 * noise(rng, 7, 7, 2)
    u, v = (x + sway) * THREADS, (y + np.roll(sway, 300, 1)) * THREADS
    column, row = np.floor(u).astype(int) % THREADS, np.floor(v).astype(int) % THREADS
    over = (column + row) % 2 == 0
    warp, weft = np.sin(np.pi * (u % 1)), np.sin(np.pi * (v % 1))
    height = np.where(over, warp * (0.6 + 0.4 * weft), weft * (0.6 + 0.4 * warp))
    tone = np.where(over, rng.normal(0, 1, THREADS)[column], rng.normal(0, 1, THREADS)[row])
    return (height - height.mean()) / height.std() * 0.5 + 0.22 * tone


def sheet(seed, color, weight, cast):
    rng = np.random.default_rng(seed)
    rolled = noise(rng, 1.5, 7, 2)  # faint bands where the sheet was bent round itself
    t = 0.030 * weave(rng) + 0.016 * rolled + 0.014 * noise(rng, 5, 5, 4) + 0.018 * noise(rng, 240, 240, 2)
    picture = linear(color) * (1 + weight * t[..., None])
    picture *= 1 + noise(rng, 2.5, 2.5, 3)[..., None] * cast  # the dye is not quite even
    return toward(picture, color)


def vinyl_green():
    """The green of tournament boards."""
    return sheet(848, (0.210, 0.388, 0.268), 1.5, [0.020, 0.0, -0.012])


def vinyl_buff():
    """Its warm off-white."""
    return sheet(959, (0.672, 0.642, 0.536), 1.0, [0.003, 0.0, -0.006])


if __name__ == "__main__":
    save(vinyl_green, vinyl_buff)
