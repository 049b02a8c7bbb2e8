"""Makes the wooden club set: `python club.py` writes ../models/club.glb and checks what it wrote.

Men for many hands: a little squat, wide and heavy below, thick in the stem, with plain collars and big heads.
"""

from dataclasses import replace

import numpy as np

import lean
import solid
from cob import Cob
from making import make
from parts import Tower, cross, knight, knob, lean_knight, pad, saw
from turning import Outline, turn

#        radius of the base, height
SIZES = dict(Pawn=(0.275, 0.79), Knight=(0.33, 1.02), Bishop=(0.33, 1.12), Rook=(0.33, 0.88), Queen=(0.36, 1.31), King=(0.38, 1.52))
GRAIN = dict(Pawn=(6.3, 0.1, 3.2), Knight=(0.3, 2.4, 7.7), Bishop=(2.1, 1.2, 4.3), Rook=(3.6, 0.1, 8.9), Queen=(5.2, 2.0, 0.6), King=(8.7, 1.3, 1.8))


def foot(radius, height=0.150, waist=0.070):
    """A tall plinth with one turned groove, and a plain round shoulder."""
    o = pad(radius, lip=0.010)
    o.line(radius, 0.42 * height)
    o.step(-0.010, 0.006).step(0, 0.008).step(0.006, 0.006)
    return o.arc(radius - waist, height, 0.40)


def stem(o, neck, top):
    """From the shoulder a short hollow, then nearly straight up."""
    r, y = o.end
    o.step(-0.008, 0.004)
    r, y = o.end
    return o.curve(neck, top, (-0.30 * (r - neck), 0.10 * (top - y)), (0.012, -0.55 * (top - y)), 60)


def collar(o, out, rings=1):
    """Plain rounds, the lowest the widest."""
    for k in range(rings):
        o.step(out * 0.72 ** k, 0.004 if k else 0.010).bead(0.040 - 0.008 * k, 0.018 - 0.004 * k).step(-out * 0.72 ** k, 0.004)
    return o


def pawn():
    o = stem(foot(0.275, 0.130, 0.062), 0.096, 0.420)
    collar(o, 0.052)
    return knob(o, 0.166, 0.624, 0.102)


TOWER = Tower(floor=0.790, top=0.88, out=0.250, inner=0.158, cup=0.755, walls=5, width=46)
LOW_TOWER = replace(TOWER, cup=TOWER.floor)


def rook():
    o = stem(foot(0.33, 0.150, 0.070), 0.172, 0.540)
    o.step(0.030, 0.010).bead(0.036, 0.016).step(-0.018, 0.004)
    return o.curve(0.250, 0.690, (0.004, 0.040), (-0.012, -0.050)).line(0.250, 0.705)


def bishop():
    o = stem(foot(0.33, 0.150, 0.074), 0.108, 0.560)
    collar(o, 0.058, 2)
    o.step(0, 0.004)
    o.curve(0.172, 0.790, (0.050, 0.030), (0.000, -0.070))
    o.curve(0.046, 1.006, (0.000, 0.110), (0.060, -0.034))
    o.step(-0.006, 0.006)
    return knob(o, 0.058, 1.062, 0.036)


def cleft():
    return saw(0.017, 0.34, 0.40, 46, -6, (-0.020, 0.812, 0.0))


def queen():
    o = stem(foot(0.36, 0.165, 0.080), 0.116, 0.700)
    collar(o, 0.064, 2)
    return o.line(0.0, o.end[1])


def cup():
    """A bell mouth; its rim is notched afterwards. A plain dome and a ball close it."""
    o = Outline(0.0, 0.775).line(0.118, 0.775)
    o.curve(0.226, 1.130, (0.006, 0.150), (-0.036, -0.130))
    o.line(0.232, 1.168).line(0.196, 1.172)
    o.curve(0.176, 1.130, (-0.006, -0.020), (0.004, 0.014))
    o.curve(0.040, 1.205, (-0.034, 0.046), (0.060, -0.006))
    return knob(o, 0.062, 1.248, 0.040)


NOTCHES = 8


def notch(p):
    """Eight plain notches, as a round file leaves them."""
    r, y, angle = np.hypot(p[..., 0], p[..., 2]), p[..., 1], np.arctan2(p[..., 0], p[..., 2])
    t = np.abs((angle * NOTCHES / (2 * np.pi)) % 1.0 - 0.5) * 2  # 1 between the teeth
    bite = 0.050 * np.clip((t - 0.42) / 0.46, 0, 1) ** 0.8
    near = np.clip((y - 1.085) / 0.080, 0, 1) * np.clip((r - 0.150) / 0.040, 0, 1)
    return p - np.stack([np.zeros_like(r), bite * near, np.zeros_like(r)], -1)


def king():
    o = stem(foot(0.38, 0.175, 0.086), 0.124, 0.770)
    collar(o, 0.068, 2)
    o.curve(0.224, 1.190, (0.006, 0.160), (-0.034, -0.150))
    o.step(0.006, 0.004).bead(0.030, 0.010).step(-0.012, 0.003)
    o.curve(0.066, 1.290, (-0.030, 0.050), (0.070, -0.008))
    o.step(0.008, 0.003).bead(0.024, 0.010).step(-0.030, 0.003)
    return o.line(0.0, o.end[1])


def plain(fine):
    """The club's cross: short thick arms, a little wider at the ends."""
    return cross(1.412, 0.108, 0.034, 0.046, 0.042, fine, power=1.0, bevel=0.010)


def knight_base():
    o = foot(0.33, 0.160, 0.052)
    o.step(-0.006, 0.006).line(0.262, o.end[1] + 0.022)
    return o.line(0.0, o.end[1] + 0.002)


def high():
    horse = Cob()
    return dict(
        Pawn=turn(pawn().fine(), 44),
        Knight=knight(horse, 9400, turn(knight_base().fine(), 48)),
        Bishop=solid.cut(turn(bishop().fine(), 48), cleft()),
        Rook=TOWER.on(rook().fine(), (5, 3), 0.008),
        Queen=solid.join(turn(queen().fine(), 48), turn(cup().fine(), 80, notch)),
        King=solid.join(turn(king().fine(), 48), plain(True)),
    )


def low():
    worn = Cob(blur=5.0, mane_blur=16.0)  # seen from afar
    return dict(
        Pawn=lean.body(pawn()),
        Knight=lean_knight(worn, 620, lean.body(knight_base())),
        Bishop=solid.cut(lean.body(bishop()), cleft()),
        Rook=LOW_TOWER.on(lean.lathe(rook()), (3, 1), 0.0),
        Queen=solid.join(lean.body(queen()), turn(lean.lathe(cup()), 40, notch)),
        King=solid.join(lean.body(king()), plain(False)),
    )


if __name__ == "__main__":
    make("club", SIZES, GRAIN, high(), low())
