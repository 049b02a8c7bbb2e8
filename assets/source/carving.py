"""Carving: a silhouette sawn out, rounded over, then cut in relief; a field that is negative inside, then meshed.

Drawn looking along +X with Y up and Z to the side; the man is turned afterwards.
"""

import numpy as np
from scipy.interpolate import CubicSpline, RBFInterpolator
from scipy.ndimage import distance_transform_edt, gaussian_filter, map_coordinates
from scipy.spatial import cKDTree
from skimage.draw import polygon2mask
from skimage.measure import marching_cubes

PIXEL = 0.002
LOW, HIGH = np.array([-0.46, 0.08]), np.array([0.50, 1.24])


def smooth(a, b, x):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def spline(points, n):
    points = np.array(points, float)
    t = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    return CubicSpline(t / t[-1], points)(np.linspace(0, 1, n))


class Sheet:
    """A picture over the side view, read smoothly between its pixels."""

    def __init__(self, picture):
        self.picture = picture

    def __call__(self, x, y):
        at = np.stack([(x - LOW[0]) / PIXEL, (y - LOW[1]) / PIXEL])
        return map_coordinates(self.picture, at, order=1, mode="nearest")


def grid():
    n = np.round((HIGH - LOW) / PIXEL).astype(int) + 1
    return np.meshgrid(LOW[0] + PIXEL * np.arange(n[0]), LOW[1] + PIXEL * np.arange(n[1]), indexing="ij")


def stroke(X, Y, points, width, taper=(1.0, 1.0)):
    """How near a place is to a drawn stroke: 1 on it, falling off like a bell; `taper` is its width at the ends."""
    line = spline(points, 200)
    far, which = cKDTree(line).query(np.stack([X, Y], -1).reshape(-1, 2))
    t = which / (len(line) - 1)
    w = width * np.interp(t, [0, 0.5, 1], [taper[0], 1, taper[1]])
    return np.exp(-((far / w) ** 2)).reshape(X.shape)


def spot(X, Y, centre, size, turn=0.0):
    dx, dy = X - centre[0], Y - centre[1]
    c, s = np.cos(turn), np.sin(turn)
    return np.hypot((c * dx + s * dy) / size[0], (-s * dx + c * dy) / size[1])


def round_cone(p, a, b, ra, rb):
    a, b = np.asarray(a, float), np.asarray(b, float)
    d = b - a
    t = np.clip(((p - a) @ d) / (d @ d), 0, 1)
    return np.linalg.norm(p - a - t[..., None] * d, axis=-1) - (ra + (rb - ra) * t)


def soft_union(a, b, k):
    h = np.clip(0.5 + 0.5 * (b - a) / k, 0, 1)
    return b + (a - b) * h - k * h * (1 - h)


def soft_cut(a, b, k):
    return -soft_union(-a, b, k)


class Carving:
    """What every carved horse has; a kind of horse says FACE, CREST and THICK, and draws its own rounding and relief.

    `blur` wears the relief down, `mane_blur` the mane, in pixels of the drawing.
    """

    FACE = CREST = THICK = ()  # from the chest up to the forelock; from there down the neck; (x, y, half thickness)
    FLOOR = 0.17  # where it is sawn off

    def __init__(self, blur=1.8, mane_blur=None):
        X, Y = grid()
        face, crest = spline(self.FACE, 600), spline(self.CREST, 600)
        outline = np.vstack([face, crest[1:]])
        inside = polygon2mask(X.shape, (outline - LOW) / PIXEL)
        depth = (distance_transform_edt(inside) - distance_transform_edt(~inside)) * PIXEL
        fine, broad = gaussian_filter(depth, 0.006 / PIXEL), gaussian_filter(depth, 0.028 / PIXEL)
        deep = smooth(0.01, 0.07, fine)
        depth = fine * (1 - deep) + broad * deep

        thick = np.array(self.THICK)
        fit = RBFInterpolator(thick[:, :2], thick[:, 2], kernel="thin_plate_spline", smoothing=2e-4)
        sparse = fit(np.stack([X[::6, ::6], Y[::6, ::6]], -1).reshape(-1, 2)).reshape(X[::6, ::6].shape)
        at = np.meshgrid(np.arange(X.shape[0]) / 6, np.arange(X.shape[1]) / 6, indexing="ij")
        thick = np.clip(map_coordinates(sparse, np.stack(at), order=3, mode="nearest"), 0.05, 0.26)

        far, which = cKDTree(crest).query(np.stack([X, Y], -1).reshape(-1, 2))
        far, along = far.reshape(X.shape), (which / (len(crest) - 1)).reshape(X.shape)
        self.depth, self.thick, self.rounding = Sheet(depth), Sheet(thick), Sheet(self.round_over(X, Y, far, along))
        self.face = Sheet(gaussian_filter(self.features(X, Y), blur))
        self.mane = Sheet(gaussian_filter(self.hair(X, Y, far, along), mane_blur or blur))

    def body(self, x, y, z):
        """The field of the silhouette, rounded over and cut in relief; z is the distance from the middle."""
        depth, thick, rounding = self.depth(x, y), self.thick(x, y), self.rounding(x, y)
        u = np.maximum(1 - depth / rounding, 0)
        v = z / thick
        d = (np.sqrt(u * u + v * v + 1e-9) - 1) * np.minimum(rounding, thick) * 0.9
        return d - self.face(x, y) * smooth(0.22, 0.60, v) - self.mane(x, y)

    def slope(self, p, step):
        g = np.stack([self(p + step * e) - self(p - step * e) for e in np.eye(3)], -1) / (2 * step)
        return g

    def carve(self, step):
        low, high = np.array([-0.36, self.FLOOR - 0.02, -0.30]), np.array([0.42, 1.20, 0.30])
        n = np.ceil((high - low) / step).astype(int) + 1
        axes = [low[i] + step * np.arange(n[i]) for i in range(3)]
        slice_at = lambda x: self(np.stack(np.meshgrid([x], axes[1], axes[2], indexing="ij"), -1))[0]
        values = np.stack([slice_at(x) for x in axes[0]])
        v, f, _, _ = marching_cubes(values, 0.0, spacing=(step,) * 3)
        return v + low, f

    def settle(self, v, rounds=3):
        """Put points exactly on the surface (but leave the sawn bottom alone)."""
        top = v[:, 1] > self.FLOOR + 0.005
        for _ in range(rounds):
            g = self.slope(v[top], 0.0015)
            move = -self(v[top])[:, None] * g / np.maximum((g * g).sum(-1, keepdims=True), 0.05)
            v[top] += np.clip(move, -0.004, 0.004)
        return v
