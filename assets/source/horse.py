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
    (0.190, 0.10), (0.222, 0.20), (0.246, 0.29), (0.242, 0.385), (0.205, 0.470), (0.158, 0.535), (0.124, 0.585),
    (0.132, 0.625), (0.185, 0.618), (0.238, 0.598), (0.280, 0.582), (0.312, 0.592), (0.328, 0.620), (0.345, 0.645),
    (0.356, 0.682), (0.344, 0.724), (0.306, 0.772), (0.262, 0.826), (0.222, 0.882), (0.176, 0.942), (0.118, 0.992),
    (0.050, 1.020),
]
CREST = [  # from the forelock down the neck
    (0.050, 1.020), (-0.010, 1.032), (-0.075, 1.024), (-0.138, 0.992), (-0.196, 0.934), (-0.240, 0.850), (-0.266, 0.745),
    (-0.276, 0.630), (-0.274, 0.520), (-0.264, 0.420), (-0.250, 0.330), (-0.236, 0.250), (-0.222, 0.10),
]
THICK = [  # (x, y, half thickness)
    (0.00, 0.12, 0.230), (0.20, 0.15, 0.19), (-0.22, 0.15, 0.19), (0.00, 0.26, 0.222), (0.19, 0.30, 0.190), (-0.22, 0.28, 0.175),
    (-0.02, 0.40, 0.200), (0.16, 0.43, 0.165), (-0.24, 0.45, 0.140), (-0.05, 0.56, 0.170), (0.09, 0.57, 0.140), (-0.25, 0.62, 0.112),
    (-0.08, 0.73, 0.146), (-0.23, 0.80, 0.100), (0.06, 0.73, 0.122), (-0.08, 0.88, 0.126), (-0.17, 0.94, 0.094), (0.02, 0.86, 0.124),
    (0.00, 0.98, 0.108), (0.09, 0.96, 0.108), (0.13, 0.88, 0.116), (0.18, 0.91, 0.102), (0.21, 0.80, 0.096), (0.16, 0.68, 0.096),
    (0.28, 0.74, 0.080), (0.30, 0.67, 0.084), (0.25, 0.62, 0.066), (0.34, 0.68, 0.078),
]
LOCKS = 8


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


def drawing(blur, mane_blur):
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
    rounding = 0.175 * (1 - head) + 0.092 * head
    # sharper at the crest of the mane
    flat = np.stack([X, Y], -1).reshape(-1, 2)
    far, which = cKDTree(crest).query(flat)
    far, along = far.reshape(X.shape), (which / (len(crest) - 1)).reshape(X.shape)
    rounding = rounding - 0.055 * smooth(0.16, 0.0, far) * smooth(0.0, 0.1, along)

    face_relief = features(X, Y)
    mane_relief = mane(X, Y, far, along)
    return [Sheet(p) for p in (depth, thick, rounding, gaussian_filter(face_relief, blur), gaussian_filter(mane_relief, mane_blur))]


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
    cheek = spot(X, Y, (0.068, 0.738), (0.126, 0.116), 0.25)
    front = smooth(0.06, 0.20, X)
    relief += 0.018 * smooth(1.08, 0.72, cheek) * (1 - front)
    relief -= 0.010 * np.exp(-(((cheek - 1.16) / 0.14) ** 2)) * smooth(0.13, 0.02, X) * smooth(0.90, 0.78, Y)
    # jaw bar and the hollow above it
    relief += 0.007 * stroke(X, Y, [(0.13, 0.655), (0.19, 0.640), (0.25, 0.622)], 0.018, (1, 0.6))
    relief -= 0.010 * stroke(X, Y, [(0.155, 0.715), (0.205, 0.690), (0.245, 0.680)], 0.022, (0.8, 0.6))
    # the cheek bone running from under the eye to the nostril
    relief += 0.007 * stroke(X, Y, [(0.120, 0.815), (0.170, 0.778), (0.225, 0.740), (0.265, 0.720)], 0.014, (1.2, 0.5))
    relief -= 0.005 * stroke(X, Y, [(0.200, 0.850), (0.238, 0.800), (0.275, 0.756)], 0.020, (0.9, 0.6))
    # nostril: a rim round a deep comma
    relief += 0.012 * stroke(X, Y, [(0.284, 0.706), (0.298, 0.736), (0.328, 0.732), (0.340, 0.700)], 0.014, (0.7, 0.8))
    relief -= 0.030 * smooth(1.25, 0.35, spot(X, Y, (0.314, 0.705), (0.019, 0.013), 0.55))
    # mouth and lips
    relief += 0.006 * stroke(X, Y, [(0.345, 0.668), (0.300, 0.664), (0.255, 0.672)], 0.012, (1, 0.5))
    relief += 0.006 * stroke(X, Y, [(0.322, 0.625), (0.285, 0.632), (0.250, 0.648)], 0.012, (1, 0.5))
    relief -= 0.022 * stroke(X, Y, [(0.350, 0.642), (0.310, 0.645), (0.268, 0.655), (0.236, 0.672)], 0.0070, (1.0, 0.7))
    # eye: a shallow socket, an almond ball, the heavy upper lid and the brow over it, a thin lower lid
    turn = -0.62
    eye = spot(X, Y, (0.140, 0.868), (0.034, 0.024), turn)
    relief -= 0.010 * smooth(1.9, 0.9, eye)
    relief += 0.021 * np.sqrt(np.clip(1 - eye**2, 0, 1))
    over = smooth(-0.012, 0.006, (Y - 0.868) * np.cos(turn) - (X - 0.140) * np.sin(turn))
    relief += (0.005 + 0.009 * over) * np.exp(-(((eye - 1.28) / 0.26) ** 2))
    relief += 0.010 * stroke(X, Y, [(0.082, 0.912), (0.118, 0.940), (0.164, 0.926), (0.194, 0.880)], 0.018, (0.6, 0.7))
    # behind the eye, temple
    relief -= 0.008 * stroke(X, Y, [(0.070, 0.955), (0.080, 0.900), (0.075, 0.860)], 0.016, (0.6, 0.8))
    # throat and neck muscles
    relief -= 0.011 * stroke(X, Y, [(0.075, 0.600), (0.088, 0.520), (0.128, 0.435), (0.160, 0.370)], 0.030, (0.7, 0.6))
    relief += 0.007 * stroke(X, Y, [(0.000, 0.600), (0.015, 0.490), (0.050, 0.390), (0.070, 0.310)], 0.050, (0.7, 0.7))
    relief -= 0.007 * stroke(X, Y, [(-0.075, 0.560), (-0.070, 0.440), (-0.040, 0.340), (0.000, 0.280)], 0.032, (0.6, 0.6))
    return relief


def mane(X, Y, far, along):
    """The mane: locks that leave the crest, sweep down and curl forward to a point, each lapping over the next below."""
    length = np.interp(along, [0, 0.06, 0.2, 0.5, 0.8, 0.93, 1.0], [0.02, 0.07, 0.125, 0.150, 0.130, 0.10, 0.08])
    q = far / length
    ends = smooth(0.05, 0.12, along) * smooth(0.885, 0.860, along)
    sweep = along * (LOCKS + 1) - 1.75 * smooth(-0.10, 1.0, q) + 0.35 * smooth(0.75, 1.2, q)
    part = sweep % 1.0
    swell = np.sin(np.pi * part**1.35) ** 0.8
    tip = 0.84 + 0.26 * np.sin(np.pi * part**1.35) ** 1.3
    cover = smooth(tip + 0.09, tip - 0.07, q)
    strands = np.cos(4 * np.pi * part**1.35) * smooth(0.3, 0.8, swell) * smooth(-0.15, 0.55, q)
    lift = 0.010 + 0.021 * swell * (0.12 + 0.88 * smooth(0.0, 0.6, q)) - 0.0028 * strands
    groove = -0.006 * np.exp(-(((q - tip - 0.12) / 0.10) ** 2))  # the neck is cut back just in front of the locks
    return (cover * lift + groove) * ends


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
    """The carved body as a field: negative inside. `blur` wears the relief down, in pixels of the drawing."""

    def __init__(self, blur=1.8, mane_blur=None):
        self.depth, self.thick, self.rounding, self.face, self.mane = drawing(blur, mane_blur or blur)

    def __call__(self, p):
        x, y, z = p[..., 0], p[..., 1], np.abs(p[..., 2])
        depth, thick, rounding = self.depth(x, y), self.thick(x, y), self.rounding(x, y)
        u = np.maximum(1 - depth / rounding, 0)
        v = z / thick
        body = np.sqrt(u * u + v * v + 1e-9) - 1
        d = body * np.minimum(rounding, thick) * 0.9
        side = smooth(0.22, 0.60, v)
        d = d - self.face(x, y) * side - self.mane(x, y)
        q = np.stack([x, y, z], -1)
        # ears: pricked, turned a little outwards, hollow in front
        ear = round_cone(q, (0.020, 0.985, 0.056), (0.008, 1.050, 0.068), 0.034, 0.036)
        ear = soft_union(ear, round_cone(q, (0.008, 1.050, 0.068), (0.036, 1.140, 0.066), 0.036, 0.007), 0.012)
        hollow = round_cone(q, (0.054, 1.020, 0.080), (0.050, 1.105, 0.074), 0.020, 0.006)
        ear = soft_cut(ear, hollow, 0.010)
        d = soft_union(d, ear, 0.016)
        # the forelock between them
        lock = round_cone(q, (0.020, 1.012, 0.0), (0.102, 0.974, 0.0), 0.034, 0.032)
        lock = soft_union(lock, round_cone(q, (0.102, 0.974, 0.0), (0.196, 0.888, 0.0), 0.032, 0.006), 0.010)
        d = soft_union(d, lock + 0.0025 * np.cos(z * 260), 0.012)
        # the breast: two muscles with a furrow between
        furrow = round_cone(q, (0.258, 0.215, 0.0), (0.262, 0.420, 0.0), 0.016, 0.012)
        d = soft_cut(d, furrow, 0.040)
        foot = np.hypot(x, z) - 0.245 + 0.9 * np.maximum(y - 0.20, 0)
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
