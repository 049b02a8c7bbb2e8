"""The knight's horse of the club set: a short thick neck, flat sawn sides, a mane of straight knife cuts, a drilled eye."""

import numpy as np

from carving import Carving, round_cone, smooth, soft_cut, soft_union, spot, stroke

CUTS = 7


class Cob(Carving):
    FACE = [
        (0.215, 0.10), (0.236, 0.20), (0.240, 0.29), (0.214, 0.375), (0.176, 0.435), (0.160, 0.478), (0.190, 0.500), (0.238, 0.486),
        (0.284, 0.470), (0.322, 0.484), (0.344, 0.528), (0.346, 0.582), (0.328, 0.634), (0.282, 0.690), (0.236, 0.744),
        (0.190, 0.804), (0.136, 0.858), (0.070, 0.884),
    ]
    CREST = [
        (0.070, 0.884), (0.000, 0.896), (-0.072, 0.886), (-0.142, 0.848), (-0.202, 0.782), (-0.240, 0.692), (-0.258, 0.590),
        (-0.262, 0.480), (-0.256, 0.380), (-0.246, 0.290), (-0.238, 0.200), (-0.234, 0.10),
    ]
    THICK = [
        (0.00, 0.12, 0.235), (0.20, 0.15, 0.20), (-0.20, 0.15, 0.20), (0.00, 0.26, 0.222), (0.19, 0.28, 0.190), (-0.22, 0.28, 0.185),
        (-0.02, 0.38, 0.200), (0.15, 0.42, 0.165), (-0.24, 0.45, 0.150), (-0.05, 0.52, 0.176), (0.12, 0.50, 0.148), (-0.25, 0.60, 0.126),
        (-0.08, 0.66, 0.152), (-0.22, 0.72, 0.112), (0.06, 0.64, 0.142), (-0.08, 0.78, 0.132), (-0.15, 0.82, 0.104), (0.02, 0.78, 0.134),
        (0.00, 0.87, 0.118), (0.10, 0.84, 0.122), (0.18, 0.79, 0.116), (0.20, 0.66, 0.118), (0.26, 0.70, 0.104), (0.28, 0.56, 0.104),
        (0.33, 0.60, 0.096), (0.30, 0.49, 0.092), (0.34, 0.53, 0.094),
    ]

    def round_over(self, X, Y, far, along):
        head = smooth(0.02, 0.12, X + 0.35 * (Y - 0.6)) * smooth(0.44, 0.50, Y)
        return 0.120 * (1 - head) + 0.060 * head - 0.045 * smooth(0.14, 0.0, far) * smooth(0.0, 0.1, along)

    def features(self, X, Y):
        """What a knife, a gouge and a drill do in a minute."""
        relief = np.zeros_like(X)
        # the jaw: a gouge's sweep behind the cheek, from the throat up towards the ear
        relief -= 0.018 * stroke(X, Y, [(0.150, 0.470), (0.072, 0.500), (0.020, 0.560), (0.000, 0.640), (0.012, 0.730), (0.040, 0.790)], 0.017, (0.9, 0.4))
        relief += 0.008 * smooth(1.05, 0.75, spot(X, Y, (0.105, 0.620), (0.100, 0.120), 0.3))
        # the flat of the nose, cut back below the cheek bone
        relief -= 0.014 * stroke(X, Y, [(0.175, 0.690), (0.225, 0.640), (0.262, 0.580)], 0.034, (0.7, 0.8))
        # eye: a drilled ring round a bead, two knife cuts for the lids
        far = np.hypot(X - 0.142, Y - 0.752)
        relief -= 0.022 * np.exp(-(((far - 0.025) / 0.0085) ** 2))
        relief += 0.008 * smooth(0.022, 0.010, far)
        relief -= 0.014 * stroke(X, Y, [(0.086, 0.770), (0.110, 0.800), (0.150, 0.806), (0.188, 0.775)], 0.0075, (0.5, 0.5))
        # nostril: one turn of a drill; mouth: one stroke of a saw
        relief -= 0.030 * smooth(0.023, 0.012, np.hypot(X - 0.304, Y - 0.590))
        relief -= 0.024 * stroke(X, Y, [(0.352, 0.522), (0.310, 0.526), (0.262, 0.540), (0.232, 0.560)], 0.0085, (1.0, 0.8))
        # the breast: two shallow gouges
        relief -= 0.012 * stroke(X, Y, [(0.090, 0.450), (0.120, 0.360), (0.150, 0.270), (0.160, 0.215)], 0.026, (0.8, 0.6))
        return relief

    def hair(self, X, Y, far, along):
        """A band left standing along the crest, cut across by straight notches."""
        wide = np.interp(along, [0, 0.10, 0.40, 0.85, 1], [0.07, 0.105, 0.130, 0.120, 0.10])
        on = smooth(0.03, 0.07, along) * smooth(0.90, 0.875, along)
        band = smooth(wide + 0.009, wide - 0.009, far) * on
        place = (along - 0.05) / 0.83 * CUTS - 3.2 * far * smooth(0, 0.05, far)
        notch = np.abs((place % 1.0) - 0.5) * 2  # 0 in the middle of a tooth, 1 in the cut
        cut = smooth(0.62, 1.0, notch)
        return band * (0.020 - 0.030 * cut)

    def __call__(self, p):
        x, y, z = p[..., 0], p[..., 1], np.abs(p[..., 2])
        d = self.body(x, y, z)
        q = np.stack([x, y, z], -1)
        ear = round_cone(q, (0.020, 0.850, 0.066), (0.006, 0.920, 0.072), 0.044, 0.040)
        ear = soft_union(ear, round_cone(q, (0.006, 0.920, 0.072), (0.026, 1.000, 0.074), 0.040, 0.014), 0.012)
        ear = soft_cut(ear, round_cone(q, (0.066, 0.900, 0.084), (0.058, 0.975, 0.080), 0.024, 0.012), 0.008)
        d = soft_union(d, ear, 0.010)
        lock = round_cone(q, (0.030, 0.884, 0.0), (0.140, 0.836, 0.0), 0.036, 0.010)
        d = soft_union(d, lock, 0.010)
        d = soft_cut(d, round_cone(q, (0.262, 0.200, 0.0), (0.256, 0.370, 0.0), 0.016, 0.010), 0.020)
        foot = np.hypot(x, z) - 0.245 + 0.9 * np.maximum(y - 0.20, 0)
        d = soft_union(d, np.maximum(foot, y - 0.30), 0.04)
        return np.maximum(d, self.FLOOR - y)
