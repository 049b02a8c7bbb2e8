"""The knight's horse, carved as a carver does it: a silhouette sawn out, rounded over, then cut in relief.

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

FACE = [  # from the chest up to the forelock
    (0.205, 0.10), (0.232, 0.20), (0.252, 0.30), (0.240, 0.395), (0.195, 0.475), (0.148, 0.535), (0.118, 0.585),
    (0.135, 0.622), (0.190, 0.618), (0.240, 0.600), (0.282, 0.588), (0.310, 0.600), (0.322, 0.625), (0.340, 0.648),
    (0.352, 0.685), (0.340, 0.728), (0.302, 0.778), (0.258, 0.835), (0.215, 0.895), (0.168, 0.958), (0.105, 1.012),
    (0.040, 1.045),
]
CREST = [  # from the forelock down the neck
    (0.040, 1.045), (-0.020, 1.058), (-0.085, 1.045), (-0.150, 1.005), (-0.208, 0.940), (-0.252, 0.850), (-0.280, 0.745),
    (-0.294, 0.630), (-0.298, 0.510), (-0.292, 0.400), (-0.280, 0.300), (-0.262, 0.200), (-0.240, 0.10),
]
THICK = [  # (x, y, half thickness)
    (0.00, 0.12, 0.235), (0.21, 0.15, 0.17), (-0.24, 0.15, 0.17), (0.00, 0.28, 0.215), (0.20, 0.32, 0.175), (-0.24, 0.30, 0.155),
    (-0.02, 0.45, 0.188), (0.16, 0.45, 0.155), (-0.26, 0.48, 0.125), (-0.05, 0.60, 0.168), (0.09, 0.58, 0.145), (-0.26, 0.65, 0.110),
    (-0.08, 0.75, 0.150), (-0.24, 0.82, 0.100), (0.06, 0.73, 0.138), (-0.08, 0.90, 0.130), (-0.18, 0.96, 0.095), (0.02, 0.86, 0.130),
    (0.00, 1.00, 0.112), (0.09, 0.98, 0.110), (0.13, 0.88, 0.122), (0.18, 0.92, 0.106), (0.21, 0.80, 0.096), (0.16, 0.68, 0.100),
    (0.28, 0.74, 0.078), (0.30, 0.67, 0.082), (0.25, 0.62, 0.066), (0.34, 0.68, 0.076),
]
LOCKS = 9


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


def drawing():
    """The pictures that make the horse: depth inside the silhouette, half thickness, rounding and relief."""
    X, Y = grid()
    face, crest = spline(FACE, 600), spline(CREST, 600)
    outline = np.vstack([face, crest[1:]])
    inside = polygon2mask(X.shape, (outline - LOW) / PIXEL)
    depth = (distance_transform_edt(inside) - distance_transform_edt(~inside)) * PIXEL
    fine, broad = gaussian_filter(depth, 0.006 / PIXEL), gaussian_filter(depth, 0.028 / PIXEL)
    deep = smooth(0.01, 0.07, fine)
    depth = fine * (1 - deep) + broad * deep

    thick = np.array(THICK)
    fit = RBFInterpolator(thick[:, :2], thick[:, 2], kernel="thin_plate_spline", smoothing=2e-4)
    coarse = fit(np.stack([X[::6, ::6], Y[::6, ::6]], -1).reshape(-1, 2)).reshape(X[::6, ::6].shape)
    thick = map_coordinates(coarse, np.stack(np.meshgrid(np.arange(X.shape[0]) / 6, np.arange(X.shape[1]) / 6, indexing="ij")), order=3, mode="nearest")
    thick = np.clip(thick, 0.05, 0.26)

    head = smooth(0.02, 0.12, X + 0.35 * (Y - 0.7)) * smooth(0.55, 0.62, Y)
    rounding = 0.150 * (1 - head) + 0.092 * head
    # sharper at the crest of the mane
    flat = np.stack([X, Y], -1).reshape(-1, 2)
    far, which = cKDTree(crest).query(flat)
    far, along = far.reshape(X.shape), (which / (len(crest) - 1)).reshape(X.shape)
    rounding = rounding - 0.055 * smooth(0.16, 0.0, far) * smooth(0.0, 0.1, along)

    face_relief = features(X, Y)
    mane_relief = mane(X, Y, far, along)
    return [Sheet(p) for p in (depth, thick, rounding, gaussian_filter(face_relief, 0.8), gaussian_filter(mane_relief, 0.8))]


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


def features(X, Y):
    """Relief of head, throat and chest: what stands out is positive."""
    relief = np.zeros_like(X)
    # the round cheek, crisp behind and below, fading into the face
    cheek = spot(X, Y, (0.065, 0.735), (0.118, 0.118))
    front = smooth(0.10, 0.20, X)
    relief += 0.020 * smooth(1.06, 0.80, cheek) * (1 - front)
    relief -= 0.016 * np.exp(-(((cheek - 1.14) / 0.13) ** 2)) * smooth(0.12, 0.02, X) * smooth(0.95, 0.80, Y)
    # jaw bar and the hollow above it
    relief += 0.007 * stroke(X, Y, [(0.13, 0.655), (0.19, 0.640), (0.25, 0.622)], 0.018, (1, 0.6))
    relief -= 0.010 * stroke(X, Y, [(0.155, 0.715), (0.205, 0.690), (0.245, 0.680)], 0.022, (0.8, 0.6))
    # the cheek bone running from under the eye to the nostril
    relief += 0.010 * stroke(X, Y, [(0.110, 0.822), (0.165, 0.782), (0.225, 0.742), (0.265, 0.722)], 0.013, (1.2, 0.5))
    relief -= 0.009 * stroke(X, Y, [(0.195, 0.852), (0.235, 0.800), (0.272, 0.760)], 0.018, (0.9, 0.6))
    # nostril: a rim round a deep comma
    relief += 0.013 * stroke(X, Y, [(0.286, 0.712), (0.302, 0.736), (0.328, 0.728), (0.336, 0.698)], 0.012, (0.7, 0.8))
    relief -= 0.030 * stroke(X, Y, [(0.303, 0.702), (0.314, 0.712), (0.320, 0.700)], 0.0105, (0.7, 0.8))
    # mouth and lips
    relief += 0.006 * stroke(X, Y, [(0.345, 0.668), (0.300, 0.664), (0.255, 0.672)], 0.012, (1, 0.5))
    relief += 0.006 * stroke(X, Y, [(0.322, 0.625), (0.285, 0.632), (0.250, 0.648)], 0.012, (1, 0.5))
    relief -= 0.022 * stroke(X, Y, [(0.350, 0.642), (0.310, 0.645), (0.268, 0.655), (0.236, 0.672)], 0.0070, (1.0, 0.7))
    # eye: socket, lids, ball, brow
    relief -= 0.014 * smooth(1.3, 0.6, spot(X, Y, (0.138, 0.882), (0.050, 0.036), -0.75))
    relief += 0.010 * stroke(X, Y, [(0.098, 0.898), (0.124, 0.916), (0.152, 0.902), (0.172, 0.868)], 0.0085, (0.7, 0.7))
    relief += 0.007 * stroke(X, Y, [(0.098, 0.896), (0.112, 0.868), (0.140, 0.856), (0.170, 0.866)], 0.0075, (0.7, 0.7))
    relief += 0.017 * smooth(1.0, 0.35, spot(X, Y, (0.136, 0.884), (0.027, 0.024), -0.75)) ** 0.7
    relief += 0.014 * stroke(X, Y, [(0.085, 0.912), (0.118, 0.940), (0.158, 0.930), (0.188, 0.892)], 0.014, (0.6, 0.7))
    # behind the eye, temple
    relief -= 0.008 * stroke(X, Y, [(0.070, 0.955), (0.080, 0.900), (0.075, 0.860)], 0.016, (0.6, 0.8))
    # throat and neck muscles
    relief -= 0.014 * stroke(X, Y, [(0.070, 0.610), (0.085, 0.520), (0.130, 0.430), (0.165, 0.350)], 0.026, (0.7, 0.8))
    relief += 0.010 * stroke(X, Y, [(0.000, 0.600), (0.020, 0.490), (0.060, 0.380), (0.080, 0.290)], 0.045, (0.7, 1.0))
    relief -= 0.010 * stroke(X, Y, [(-0.075, 0.560), (-0.070, 0.430), (-0.030, 0.320), (0.020, 0.250)], 0.026, (0.6, 0.8))
    # a shoulder line
    relief += 0.010 * stroke(X, Y, [(0.050, 0.215), (0.125, 0.260), (0.185, 0.330)], 0.030, (0.7, 0.7))
    return relief


def mane(X, Y, far, along):
    """The mane: locks falling from the crest, each with a pointed tip and a few strands."""
    length = np.interp(along, [0, 0.05, 0.2, 0.5, 0.8, 1.0], [0.03, 0.09, 0.135, 0.150, 0.130, 0.10])
    q = far / length
    sweep = along * LOCKS + 0.30 * q - 0.95 * q * q  # locks curl down and back
    part = sweep % 1.0
    tip = 0.70 + 0.34 * np.sin(np.pi * np.clip(part, 0, 1)) ** 0.8
    cover = smooth(tip + 0.05, tip - 0.04, q) * smooth(-0.2, 0.03, along)
    swell = np.sqrt(np.clip(4 * part * (1 - part), 0, 1))
    strands = np.cos(2 * np.pi * 3 * part)
    lift = 0.012 + 0.015 * swell * (0.55 + 0.45 * smooth(0, 0.35, q)) + 0.0026 * strands * smooth(0.1, 0.4, swell)
    edge = smooth(tip + 0.35, tip, q)  # the neck is cut back just in front of the locks
    groove = -0.006 * np.exp(-(((q - tip - 0.10) / 0.09) ** 2))
    return cover * lift + groove * smooth(0.02, 0.1, along) * edge


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


class Horse:
    """The carved body as a field: negative inside."""

    def __init__(self):
        self.depth, self.thick, self.rounding, self.face, self.mane = drawing()

    def __call__(self, p):
        x, y, z = p[..., 0], p[..., 1], np.abs(p[..., 2])
        depth, thick, rounding = self.depth(x, y), self.thick(x, y), self.rounding(x, y)
        u = np.maximum(1 - depth / rounding, 0)
        v = z / thick
        body = (u**2.3 + v**2.3 + 1e-9) ** (1 / 2.3) - 1
        d = body * np.minimum(rounding, thick) * 0.9
        side = smooth(0.22, 0.60, v)
        d = d - self.face(x, y) * side - self.mane(x, y) * smooth(0.0, 0.14, v)
        q = np.stack([x, y, z], -1)
        # ears: pricked, turned a little outwards, hollow in front
        ear = round_cone(q, (0.018, 1.005, 0.058), (0.012, 1.055, 0.070), 0.040, 0.030)
        ear = soft_union(ear, round_cone(q, (0.012, 1.055, 0.070), (0.032, 1.113, 0.070), 0.031, 0.007), 0.015)
        hollow = round_cone(q, (0.052, 1.035, 0.082), (0.050, 1.088, 0.080), 0.016, 0.006)
        ear = soft_cut(ear, hollow, 0.012)
        d = soft_union(d, ear, 0.018)
        # a parting between the ears and the forelock in front of them
        lock = round_cone(q, (0.050, 1.045, 0.0), (0.120, 1.005, 0.0), 0.034, 0.026)
        lock = soft_union(lock, round_cone(q, (0.120, 1.005, 0.0), (0.172, 0.940, 0.0), 0.026, 0.006), 0.012)
        d = soft_union(d, lock + 0.0025 * np.cos(z * 260), 0.012)
        # the breast: two muscles with a furrow between
        furrow = round_cone(q, (0.262, 0.215, 0.0), (0.262, 0.420, 0.0), 0.020, 0.014)
        d = soft_cut(d, furrow, 0.040)
        foot = np.hypot(x, z * 1.0) - 0.262 + 0.9 * np.maximum(y - 0.20, 0)
        d = soft_union(d, np.maximum(foot, y - 0.30), 0.05)
        return np.maximum(d, 0.17 - y)

    def slope(self, p, step):
        g = np.stack([self(p + step * e) - self(p - step * e) for e in np.eye(3)], -1) / (2 * step)
        return g

    def carve(self, step):
        low, high = np.array([-0.36, 0.15, -0.30]), np.array([0.42, 1.20, 0.30])
        n = np.ceil((high - low) / step).astype(int) + 1
        axes = [low[i] + step * np.arange(n[i]) for i in range(3)]
        slice_at = lambda x: self(np.stack(np.meshgrid([x], axes[1], axes[2], indexing="ij"), -1))[0]
        values = np.stack([slice_at(x) for x in axes[0]])
        v, f, _, _ = marching_cubes(values, 0.0, spacing=(step,) * 3)
        return v + low, f

    def settle(self, v, rounds=3):
        """Put points exactly on the surface (but leave the sawn bottom alone)."""
        top = v[:, 1] > 0.175
        for _ in range(rounds):
            g = self.slope(v[top], 0.0015)
            move = -self(v[top])[:, None] * g / np.maximum((g * g).sum(-1, keepdims=True), 0.05)
            v[top] += np.clip(move, -0.004, 0.004)
        return v
