"""Makes the stone textures: `python stone.py` writes ../textures/marble_*.jpg, seamless in both directions.

Marble is a cloudy ground that broke and healed: cracks wander, kink and branch, each filled with another mineral
that bleeds a little into the ground beside it. Light squares stay darker than boxwood men, dark ones lighter than ebony.
"""

import numpy as np
from scipy.ndimage import gaussian_filter

from paint import SIZE, blend, noise, save, slanted, smooth, toward, warp


class Cracks:
    """Crack paths over the repeating picture: lists of (x, y, strength), a step of half a pixel apart."""

    STEP = 0.5

    def __init__(self, rng, count, course, spread, length, twigs, kink=0.6):
        self.rng, self.kink, self.paths = rng, kink, []
        for _ in range(count):
            turn = course + rng.normal(0, spread) + np.pi * rng.integers(0, 2)
            self._grow(rng.uniform(0, SIZE, 2), turn, rng.uniform(0.6, 1.4) * length, 1.0, twigs)

    def _grow(self, start, turn, length, strength, twigs):
        rng, n = self.rng, int(length / self.STEP)
        t = np.arange(n) / n
        # the course: slow drift, quick tremor, and now and then a kink that is soon corrected
        drift = np.cumsum(rng.standard_normal(n)) * 0.010
        tremor = gaussian_filter(rng.standard_normal(n), 5) * 1.2
        kinks = np.zeros(n)
        for at in rng.integers(0, n, max(1, n // 90)):
            kinks[at : at + rng.integers(12, 60)] += rng.normal(0, self.kink)
        way = turn + drift - drift.mean() + tremor + gaussian_filter(kinks, 3)
        points = start + np.cumsum(np.stack([np.cos(way), np.sin(way)], 1), 0) * self.STEP
        fade = np.clip(np.minimum(t / 0.15, (1 - t) / 0.45), 0, 1) ** 0.7
        swell = np.clip(0.75 + 0.9 * gaussian_filter(rng.standard_normal(n), 40, mode="wrap") * 8, 0.25, 1.5)
        self.paths.append(np.column_stack([points, strength * fade * swell]))
        if twigs:
            for at in rng.integers(n // 8, max(n * 7 // 8, n // 8 + 1), rng.integers(1, twigs + 1)):
                side = rng.choice([-1, 1]) * rng.uniform(0.3, 0.9)
                self._grow(points[at], way[at] + side, length * rng.uniform(0.2, 0.5), strength * 0.6 * fade[at] + 0.1, twigs - 1)

    def beside(self, rng, share, sway):
        """A fainter companion that keeps near some of these cracks."""
        other = Cracks.__new__(Cracks)
        other.rng, other.kink, other.paths = rng, self.kink, []
        for path in self.paths:
            if rng.random() < share:
                n = len(path)
                off = gaussian_filter(rng.standard_normal((n, 2)), (60, 0), mode="nearest") * sway * 12
                on = smooth(0.0, 0.6, gaussian_filter(rng.standard_normal(n), 90, mode="nearest") * 16)
                other.paths.append(np.column_stack([path[:, :2] + off, path[:, 2] * on]))
        return other

    def draw(self, width):
        """The cracks as a picture, 1 in the middle of a strong one, falling off like a bell of `width` pixels."""
        x, y, w = np.vstack(self.paths).T
        i, j = np.floor(y).astype(int), np.floor(x).astype(int)
        v, u = y - i, x - j
        out = np.zeros((SIZE, SIZE))
        for di, dj, share in ((0, 0, (1 - v) * (1 - u)), (0, 1, (1 - v) * u), (1, 0, v * (1 - u)), (1, 1, v * u)):
            np.add.at(out, ((i + di) % SIZE, (j + dj) % SIZE), w * share * self.STEP)
        return gaussian_filter(out, width, mode="wrap") * np.sqrt(2 * np.pi) * width


def folded(rng, course, fine=5, long=2.2):
    """A cloudy ground, drawn out along a course and then folded into itself."""
    dx, dy = 46 * noise(rng, 3, 3, 3), 46 * noise(rng, 3, 3, 3)
    return warp(slanted(rng, fine, long, course, 5, 0.55), dx, dy)


def veil(cracks, width, most=1.0):
    """A soft shadow beside the cracks that never exceeds `most`."""
    drawn = cracks.draw(width)
    return most * (1 - np.exp(-drawn / most))


def marble_light():
    """Warm white with grey veins and a breath of gold."""
    rng = np.random.default_rng(515)
    course = 0.62
    cloud = folded(rng, course)
    great = Cracks(rng, 7, course, 0.22, 760, 2)
    small = Cracks(rng, 30, course + 0.35, 0.55, 240, 1)
    hair = Cracks(rng, 60, course - 0.5, 0.9, 130, 1)
    gold = great.beside(rng, 0.75, 9)
    t = 0.20 + 0.16 * smooth(-0.1, 1.1, cloud) + 0.05 * noise(rng, 40, 40, 3)
    t += 0.30 * veil(great, 26, 0.8) + 0.20 * veil(great, 9, 0.9) + 0.34 * np.clip(great.draw(2.2), 0, 1.2)
    t += 0.10 * veil(small, 9) + 0.22 * np.clip(small.draw(1.3), 0, 1.1) + 0.12 * np.clip(hair.draw(1.0), 0, 1)
    color = blend([(0, (0.97, 0.945, 0.905)), (0.3, (0.905, 0.878, 0.836)), (0.6, (0.735, 0.718, 0.700)), (1, (0.50, 0.495, 0.50))], np.clip(t, 0, 1))
    glow = np.clip(0.55 * veil(gold, 7) + 0.50 * np.clip(gold.draw(1.4), 0, 1.1), 0, 1)[..., None]
    color *= 1 - glow * [0.10, 0.24, 0.50]
    return toward(color, (0.658, 0.640, 0.592))


def marble_dark():
    """Green so deep that it is nearly black, with thin white veins."""
    rng = np.random.default_rng(626)
    course = -0.55
    cloud, grain = folded(rng, course, 6, 3), noise(rng, 60, 60, 3)
    great = Cracks(rng, 6, course, 0.30, 720, 2, 0.8)
    small = Cracks(rng, 30, course + 0.5, 0.8, 230, 1, 0.8)
    hair = Cracks(rng, 90, course - 0.3, 1.2, 120, 1, 0.8)
    t = 0.36 + 0.26 * cloud + 0.07 * grain + 0.10 * veil(great, 30) + 0.08 * veil(small, 10)
    color = blend([(0, (0.165, 0.205, 0.190)), (0.45, (0.225, 0.272, 0.250)), (1, (0.340, 0.398, 0.355))], np.clip(t, 0, 1))
    white = 0.62 * np.clip(great.draw(1.5), 0, 1.1) ** 1.2 + 0.30 * np.clip(small.draw(1.2), 0, 1) + 0.15 * np.clip(hair.draw(1.0), 0, 1) + 0.08 * veil(great, 6)
    white = np.clip(white * (0.75 + 0.45 * noise(rng, 9, 9, 2)), 0, 0.85)[..., None]
    color = color * (1 - white) + white * np.array([0.44, 0.47, 0.43])
    return toward(color, (0.252, 0.296, 0.270))


def marble_frame():
    """Slate for the frame: grey brown, split in fine layers, with a rare pale thread."""
    rng = np.random.default_rng(737)
    layers = warp(slanted(rng, 14, 5, 0.25, 5, 0.7), 30 * noise(rng, 4, 2, 2), 14 * noise(rng, 4, 2, 2))
    cloud, grit = folded(rng, 0.25, 4, 2.2), noise(rng, 190, 120, 2)
    thread = Cracks(rng, 7, 0.2, 0.35, 330, 1)
    t = 0.50 + 0.10 * layers + 0.16 * cloud + 0.10 * grit
    color = blend([(0, (0.270, 0.250, 0.232)), (0.5, (0.385, 0.360, 0.335)), (1, (0.490, 0.465, 0.440))], np.clip(t, 0, 1))
    rust = smooth(0.2, 1.0, noise(rng, 3, 2, 3))[..., None]
    color *= 1 + rust * [0.04, -0.01, -0.05]
    pale = np.clip(0.24 * np.clip(thread.draw(1.3), 0, 1) + 0.05 * veil(thread, 9), 0, 1)[..., None]
    color = color * (1 - pale) + pale * np.array([0.50, 0.47, 0.43])
    return toward(color, (0.352, 0.340, 0.326))


if __name__ == "__main__":
    save(marble_light, marble_dark, marble_frame)
