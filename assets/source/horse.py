"""The knight's horse of the Staunton set."""

import numpy as np

from carving import Carving, round_cone, smooth, soft_cut, soft_union, spot, stroke

LOCKS = 7


class Horse(Carving):
    FACE = [  # from the chest up to the forelock
        (0.190, 0.10), (0.222, 0.20), (0.246, 0.29), (0.242, 0.385), (0.205, 0.470), (0.158, 0.535), (0.124, 0.585),
        (0.132, 0.612), (0.185, 0.602), (0.238, 0.582), (0.280, 0.566), (0.314, 0.574), (0.334, 0.602), (0.347, 0.640),
        (0.354, 0.686), (0.340, 0.732), (0.304, 0.780), (0.262, 0.832), (0.222, 0.882), (0.176, 0.942), (0.118, 0.992),
        (0.050, 1.020),
    ]
    CREST = [  # from the forelock down the neck
        (0.050, 1.020), (-0.010, 1.034), (-0.078, 1.030), (-0.142, 0.998), (-0.200, 0.940), (-0.242, 0.856), (-0.264, 0.750),
        (-0.270, 0.638), (-0.262, 0.525), (-0.246, 0.420), (-0.228, 0.330), (-0.214, 0.250), (-0.208, 0.10),
    ]
    THICK = [  # (x, y, half thickness)
        (0.00, 0.12, 0.230), (0.20, 0.15, 0.19), (-0.22, 0.15, 0.19), (0.00, 0.26, 0.222), (0.19, 0.30, 0.190), (-0.22, 0.28, 0.175),
        (-0.02, 0.40, 0.196), (0.16, 0.43, 0.152), (-0.24, 0.45, 0.140), (-0.05, 0.56, 0.160), (0.09, 0.57, 0.120), (-0.25, 0.62, 0.112),
        (-0.08, 0.73, 0.146), (-0.23, 0.80, 0.100), (0.06, 0.73, 0.122), (-0.08, 0.88, 0.126), (-0.17, 0.94, 0.094), (0.02, 0.86, 0.124),
        (0.00, 0.98, 0.108), (0.09, 0.96, 0.108), (0.13, 0.88, 0.116), (0.18, 0.91, 0.102), (0.21, 0.80, 0.096), (0.16, 0.68, 0.096),
        (0.28, 0.74, 0.084), (0.30, 0.67, 0.090), (0.25, 0.61, 0.074), (0.34, 0.68, 0.084),
    ]

    def round_over(self, X, Y, far, along):
        head = smooth(0.02, 0.12, X + 0.35 * (Y - 0.7)) * smooth(0.55, 0.62, Y)
        # sharper at the crest of the mane
        return 0.175 * (1 - head) + 0.092 * head - 0.055 * smooth(0.16, 0.0, far) * smooth(0.0, 0.1, along)

    def features(self, X, Y):
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
        relief += 0.016 * np.sqrt(np.clip(1 - eye**2, 0, 1))
        over = smooth(-0.012, 0.006, (Y - 0.868) * np.cos(turn) - (X - 0.140) * np.sin(turn))
        relief += (0.004 + 0.012 * over) * np.exp(-(((eye - 1.28) / 0.26) ** 2))
        relief += 0.010 * stroke(X, Y, [(0.082, 0.912), (0.118, 0.940), (0.164, 0.926), (0.194, 0.880)], 0.018, (0.6, 0.7))
        # behind the eye, temple
        relief -= 0.008 * stroke(X, Y, [(0.070, 0.955), (0.080, 0.900), (0.075, 0.860)], 0.016, (0.6, 0.8))
        # throat and neck muscles
        relief -= 0.017 * stroke(X, Y, [(0.070, 0.600), (0.082, 0.520), (0.120, 0.435), (0.150, 0.360)], 0.026, (0.7, 0.6))
        relief += 0.012 * stroke(X, Y, [(0.215, 0.430), (0.205, 0.360), (0.190, 0.290), (0.170, 0.230)], 0.045, (0.6, 0.8))
        relief += 0.007 * stroke(X, Y, [(0.000, 0.600), (0.015, 0.490), (0.050, 0.390), (0.070, 0.310)], 0.050, (0.7, 0.7))
        relief -= 0.007 * stroke(X, Y, [(-0.075, 0.560), (-0.070, 0.440), (-0.040, 0.340), (0.000, 0.280)], 0.032, (0.6, 0.6))
        return relief

    def hair(self, X, Y, far, along):
        """The mane: locks that leave the crest, sweep down and curl forward to a point, each lapping over the next below."""
        length = np.interp(along, [0, 0.06, 0.2, 0.5, 0.8, 0.93, 1.0], [0.02, 0.08, 0.140, 0.165, 0.150, 0.11, 0.08])
        q = np.where((self.depth(X, Y) < 0) & (X < 0.06), 0, far) / length  # beyond the crest nothing grows
        ends = smooth(0.05, 0.12, along) * smooth(0.885, 0.860, along)
        sway = along + 0.012 * np.sin(along * 23)  # no two locks of one width
        sweep = sway * (LOCKS + 1) - 1.9 * smooth(-0.10, 1.0, q) + 0.45 * smooth(0.70, 1.15, q)
        lock, part = np.floor(sweep), sweep % 1.0
        part = part**1.45
        swell = np.sin(np.pi * part) ** 0.8
        tip = (0.88 + 0.24 * np.sin(np.pi * part) ** 1.3) * (1 + 0.09 * np.sin(lock * 2.4))
        cover = smooth(tip + 0.10, tip - 0.12, q)
        strands = np.cos(6 * np.pi * part) * smooth(0.3, 0.8, swell) * smooth(-0.15, 0.55, q)
        lift = 0.011 + 0.018 * swell * (0.16 + 0.84 * smooth(0.0, 0.6, q)) - 0.0034 * strands
        groove = -0.008 * np.exp(-(((q - tip - 0.12) / 0.10) ** 2))  # the neck is cut back just in front of the locks
        return (cover * lift + groove) * ends

    def __call__(self, p):
        x, y, z = p[..., 0], p[..., 1], np.abs(p[..., 2])
        d = self.body(x, y, z)
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
        furrow = round_cone(q, (0.262, 0.200, 0.0), (0.262, 0.440, 0.0), 0.026, 0.014)
        d = soft_cut(d, furrow, 0.040)
        foot = np.hypot(x, z) - 0.245 + 0.9 * np.maximum(y - 0.20, 0)
        d = soft_union(d, np.maximum(foot, y - 0.30), 0.05)
        return np.maximum(d, self.FLOOR - y)
