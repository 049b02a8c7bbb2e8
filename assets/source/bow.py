"""The knight's horse of the modern set: a neck bent like a bow, a wedge of a head, a mane that is one clean band."""

import numpy as np

from carving import Carving, round_cone, smooth, soft_cut, soft_union, spot, stroke


class Bow(Carving):
    FLOOR = 0.10
    FACE = [
        (0.200, 0.08), (0.190, 0.14), (0.172, 0.22), (0.140, 0.32), (0.108, 0.42), (0.090, 0.51), (0.098, 0.575), (0.140, 0.598),
        (0.200, 0.582), (0.255, 0.560), (0.298, 0.550), (0.334, 0.568), (0.352, 0.606), (0.350, 0.655), (0.324, 0.712), (0.286, 0.780),
        (0.236, 0.848), (0.186, 0.916), (0.132, 0.974), (0.070, 1.008),
    ]
    CREST = [
        (0.070, 1.008), (0.000, 1.022), (-0.075, 1.008), (-0.150, 0.962), (-0.214, 0.886), (-0.256, 0.790), (-0.276, 0.680),
        (-0.276, 0.560), (-0.260, 0.440), (-0.236, 0.330), (-0.214, 0.230), (-0.200, 0.14), (-0.196, 0.08),
    ]
    THICK = [
        (0.00, 0.10, 0.215), (0.18, 0.12, 0.19), (-0.18, 0.12, 0.19), (0.00, 0.25, 0.180), (0.14, 0.28, 0.150), (-0.22, 0.28, 0.150),
        (-0.03, 0.42, 0.150), (0.09, 0.45, 0.125), (-0.25, 0.48, 0.100), (-0.08, 0.60, 0.132), (0.10, 0.58, 0.110), (-0.26, 0.68, 0.080),
        (-0.09, 0.76, 0.122), (-0.22, 0.86, 0.074), (0.06, 0.74, 0.124), (-0.06, 0.90, 0.110), (-0.12, 0.97, 0.084), (0.04, 0.88, 0.122),
        (0.02, 1.00, 0.100), (0.10, 0.97, 0.108), (0.16, 0.90, 0.108), (0.14, 0.70, 0.108), (0.22, 0.82, 0.092), (0.26, 0.66, 0.078),
        (0.32, 0.62, 0.064), (0.29, 0.58, 0.062), (0.345, 0.64, 0.062),
    ]

    def round_over(self, X, Y, far, along):
        head = smooth(0.02, 0.14, X + 0.35 * (Y - 0.7)) * smooth(0.54, 0.62, Y)
        return 0.165 * (1 - head) + 0.070 * head - 0.075 * smooth(0.16, 0.0, far) * smooth(0.0, 0.12, along)

    def features(self, X, Y):
        """A round cheek with one crisp edge, an eye like a grain of rice under a straight brow, a slit for the mouth."""
        relief = np.zeros_like(X)
        cheek = spot(X, Y, (0.070, 0.720), (0.128, 0.128))
        relief += 0.020 * smooth(1.06, 0.86, cheek) * (1 - smooth(0.04, 0.20, X))
        relief -= 0.007 * np.exp(-(((cheek - 1.13) / 0.10) ** 2)) * smooth(0.12, 0.00, X)
        eye = spot(X, Y, (0.150, 0.868), (0.040, 0.019), -0.75)
        relief -= 0.012 * smooth(1.8, 0.8, eye)
        relief += 0.016 * np.sqrt(np.clip(1 - eye**2, 0, 1))
        relief += 0.012 * stroke(X, Y, [(0.105, 0.935), (0.160, 0.915), (0.210, 0.850)], 0.018, (0.6, 0.6))
        relief -= 0.018 * smooth(1.3, 0.4, spot(X, Y, (0.318, 0.644), (0.022, 0.012), 0.9))
        relief -= 0.016 * stroke(X, Y, [(0.356, 0.592), (0.315, 0.604), (0.268, 0.626)], 0.008, (1.0, 0.6))
        return relief

    def hair(self, X, Y, far, along):
        """One raised band along the crest, wide on the neck and pointed at both ends."""
        wide = np.interp(along, [0, 0.08, 0.35, 0.75, 0.95, 1], [0.0, 0.055, 0.105, 0.095, 0.03, 0.0])
        return 0.016 * smooth(wide + 0.008, wide - 0.008, far) * smooth(0.0, 0.06, along) * smooth(0.97, 0.85, along)

    def __call__(self, p):
        x, y, z = p[..., 0], p[..., 1], np.abs(p[..., 2])
        d = self.body(x, y, z)
        q = np.stack([x, y, z], -1)
        ear = round_cone(q, (0.030, 0.960, 0.062), (0.012, 1.040, 0.074), 0.032, 0.033)
        ear = soft_union(ear, round_cone(q, (0.012, 1.040, 0.074), (0.030, 1.132, 0.080), 0.033, 0.007), 0.012)
        ear = soft_cut(ear, round_cone(q, (0.058, 1.020, 0.090), (0.056, 1.095, 0.088), 0.022, 0.008), 0.008)
        d = soft_union(d, ear, 0.014)
        foot = np.hypot(x, z) - 0.225 + 0.9 * np.maximum(y - 0.13, 0)
        d = soft_union(d, np.maximum(foot, y - 0.24), 0.06)
        return np.maximum(d, self.FLOOR - y)
