"""Makes the chess men: `python men.py` writes ../models/men.glb and checks what it wrote.

One unit is the side of a board square. The men stand on y = 0, the knight looks along -Z.
"""

from pathlib import Path

import fast_simplification
import numpy as np

import gltf
import solid
from horse import Horse
from turning import Outline, turn

OUT = Path(__file__).resolve().parent.parent / "models" / "men.glb"

#        radius of the base, height
SIZES = dict(Pawn=(0.275, 0.86), Knight=(0.33, 1.15), Bishop=(0.33, 1.22), Rook=(0.33, 0.98), Queen=(0.36, 1.45), King=(0.38, 1.67))
BUDGETS = dict(Pawn=(4000, 8000), Knight=(9000, 14000), Bishop=(4000, 9000), Rook=(4000, 9000), Queen=(4000, 13000), King=(4000, 11000))
LOW_BUDGETS = dict(Pawn=(300, 900), Knight=(600, 1200), Bishop=(300, 1000), Rook=(300, 1000), Queen=(300, 1200), King=(300, 1200))
GRAIN = dict(Pawn=(0.3, 1.1, 0.2), Knight=(2.3, 0.4, 1.7), Bishop=(4.1, 2.2, 3.3), Rook=(6.6, 3.1, 0.9), Queen=(8.2, 5.0, 2.6), King=(9.7, 6.3, 4.8))


def foot(radius, scale=1.0):
    """The base all men share: a plinth, a fillet, a broad cushion and a ring."""
    s = scale
    o = Outline()
    o.line(radius - 0.008, 0.0).line(radius, 0.010)
    o.step(0, 0.040 * s)
    o.arc(radius - 0.020, o.end[1] + 0.020 * s, 0.35)
    o.step(-0.014, 0.004)
    o.step(0, 0.006)
    o.bead(0.034 * s, 0.013)
    o.step(-0.012, 0.004)
    return o


def pawn():
    o = foot(0.275, 0.9)
    o.curve(0.152, 0.205, (0.000, 0.052), (0.062, -0.010))
    o.step(0, 0.010).bead(0.026, 0.011).step(-0.012, 0.004)
    o.curve(0.080, 0.500, (-0.048, 0.060), (0.000, -0.150))
    o.curve(0.106, 0.532, (0.001, 0.012), (-0.014, -0.008))
    o.step(0.044, 0.006).arc(0.150, 0.560, 0.8).step(-0.040, 0.010)
    o.step(0, 0.012).step(-0.014, 0.004)
    c, r, neck = 0.706, 0.154, 0.090
    o.line(neck, c - np.sqrt(r * r - neck * neck))
    angle = 2 * np.pi - 2 * np.arcsin(neck / r)
    o.arc(0, c + r, np.tan((np.pi - np.arcsin(neck / r)) / 4))
    return o


def rook():
    o = foot(0.33, 1.0)
    o.curve(0.212, 0.225, (0.000, 0.058), (0.070, -0.010))
    o.step(0, 0.010).bead(0.030, 0.012).step(-0.014, 0.004)
    o.curve(0.148, 0.560, (-0.044, 0.070), (0.000, -0.170))
    o.curve(0.180, 0.640, (0.000, 0.035), (-0.018, -0.022))
    o.step(0.022, 0.004).bead(0.034, 0.016).step(-0.010, 0.004)
    o.curve(0.205, 0.735, (0.000, 0.020), (-0.006, -0.020))
    o.step(0.022, 0.006)
    return o


ROOK_FLOOR, ROOK_TOP, ROOK_OUT, ROOK_IN, ROOK_CUP = 0.895, 0.98, 0.232, 0.158, 0.835


def rook_soup(rows, segments, ease):
    """The tower with its battlements: every column of the lathe has its own top."""
    y0, r0 = rows[-1][1], rows[-1][0]

    def top(height, inset):
        """The wall from the drum's foot up, over the top and down into the cup."""
        e = ease
        up = (0.0, 1.0)
        points = [(r0, y0, 1, 0), (ROOK_OUT - 0.001, y0 + 0.3 * (ROOK_FLOOR - y0), 1, 0), (ROOK_OUT, ROOK_FLOOR, 1, 0)]
        h = height - inset
        points += [(ROOK_OUT, max(h - e, ROOK_FLOOR), 1, 0)]
        if e:
            points += [(ROOK_OUT - 0.3 * e, h - 0.3 * e, 0.7, 0.7), (ROOK_OUT - e, h, *up), (ROOK_IN + e, h, *up), (ROOK_IN + 0.3 * e, h - 0.3 * e, -0.7, 0.7)]
        else:
            points += [(ROOK_OUT, h, 1, 0), (ROOK_OUT, h, *up), (ROOK_IN, h, *up), (ROOK_IN, h, -1, 0)]
        points += [(ROOK_IN, max(h - e, ROOK_FLOOR), -1, 0), (ROOK_IN, ROOK_FLOOR, -1, 0), (ROOK_IN, ROOK_CUP + 0.012, -1, 0)]
        points += [(ROOK_IN - 0.012, ROOK_CUP, 0, 1), (ROOK_IN * 0.5, ROOK_CUP - 0.006, 0.03, 1), (0, ROOK_CUP - 0.008, 0, 1)]
        return np.array(points, float)

    # columns: (angle, height, sink, is the next gap a wall)
    merlon, gap = np.radians(38), np.radians(22)
    columns = []
    per_merlon, per_gap = segments
    for k in range(6):
        start = k * np.pi / 3 - merlon / 2
        b = ease / ROOK_OUT
        columns.append((start, ROOK_FLOOR, 0.0))
        if ease:
            columns.append((start, ROOK_TOP, ease))
            columns.append((start + 0.35 * b, ROOK_TOP, 0.3 * ease))
            columns.append((start + b, ROOK_TOP, 0.0))
        else:
            columns.append((start, ROOK_TOP, 0.0))
        for j in range(1, per_merlon):
            columns.append((start + merlon * j / per_merlon, ROOK_TOP, 0.0))
        if ease:
            columns.append((start + merlon - b, ROOK_TOP, 0.0))
            columns.append((start + merlon - 0.35 * b, ROOK_TOP, 0.3 * ease))
            columns.append((start + merlon, ROOK_TOP, ease))
        else:
            columns.append((start + merlon, ROOK_TOP, 0.0))
        columns.append((start + merlon, ROOK_FLOOR, 0.0))
        for j in range(1, per_gap):
            columns.append((start + merlon + gap * j / per_gap, ROOK_FLOOR, 0.0))
    profiles, normals = [], []
    for angle, height, sink in columns:
        r, y, nr, ny = np.vstack([rows[:-1], top(height, sink)]).T
        profiles.append(np.stack([r * np.sin(angle), y, r * np.cos(angle)], -1))
        normals.append(np.stack([nr * np.sin(angle), ny, nr * np.cos(angle)], -1))
    grid, turned = np.stack(profiles + profiles[:1], 1), np.stack(normals + normals[:1], 1)
    turned = turned / np.linalg.norm(turned, axis=-1, keepdims=True)
    i, j = np.meshgrid(np.arange(grid.shape[0] - 1), np.arange(grid.shape[1] - 1), indexing="ij")
    corners = lambda g: np.concatenate([np.stack([g[i, j], g[i, j + 1], g[i + 1, j + 1]], 2), np.stack([g[i, j], g[i + 1, j + 1], g[i + 1, j]], 2)]).reshape(-1, 3, 3)
    position, turned = solid.drop_slivers(corners(grid), corners(turned))
    _, normal = solid.creased(position, np.radians(40 if ease else 30))
    known = (turned * normal).sum(-1, keepdims=True) > 0.85  # the lathe's own normal wherever the surface is the lathe's
    return position, np.where(known, turned, normal)


def bishop():
    o = foot(0.33, 1.0)
    o.curve(0.186, 0.228, (0.000, 0.060), (0.078, -0.010))
    o.step(0, 0.010).bead(0.030, 0.012).step(-0.014, 0.004)
    o.curve(0.086, 0.640, (-0.064, 0.075), (0.000, -0.230))
    o.curve(0.118, 0.700, (0.001, 0.024), (-0.014, -0.014))
    o.step(0.050, 0.008).arc(0.168, 0.728, 0.8).step(-0.040, 0.012)
    o.step(0, 0.006).bead(0.026, 0.012).step(-0.016, 0.005)
    o.curve(0.092, 0.832, (-0.008, 0.014), (0.000, -0.020))
    o.curve(0.150, 0.930, (0.010, 0.026), (0.000, -0.040))
    o.curve(0.036, 1.128, (0.000, 0.090), (0.036, -0.030))
    o.step(-0.004, 0.006)
    r, c, neck = 0.043, 1.177, 0.028
    o.line(neck, c - np.sqrt(r * r - neck * neck))
    o.arc(0, c + r, np.tan((np.pi - np.arcsin(neck / r)) / 4))
    return o


def cleft():
    """The saw cut in the mitre: an oblique slab from the upper right to a little past the middle."""
    half, long, wide = 0.0125, 0.30, 0.40
    x, y, z = np.meshgrid([0, long], [-half, half], [-wide, wide], indexing="ij")
    p = np.stack([x, y, z], -1)
    faces = [((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
             ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
    quads = np.array([[p[c] for c in face] for face in faces])
    position = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    tilt, yaw = np.radians(52), np.radians(-28)
    roll = np.array([[np.cos(tilt), -np.sin(tilt), 0], [np.sin(tilt), np.cos(tilt), 0], [0, 0, 1]])
    spin = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    position = position @ (spin @ roll).T + np.array([-0.012, 0.925, 0.0])
    return solid.flat(position)


def queen():
    o = foot(0.36, 1.05)
    o.curve(0.208, 0.244, (0.000, 0.064), (0.080, -0.010))
    o.step(0, 0.010).bead(0.032, 0.013).step(-0.014, 0.004)
    o.curve(0.094, 0.790, (-0.082, 0.095), (0.000, -0.300))
    o.curve(0.126, 0.855, (0.001, 0.026), (-0.014, -0.014))
    o.step(0.056, 0.008).arc(0.182, 0.886, 0.8).step(-0.044, 0.012)
    o.step(0, 0.006).bead(0.028, 0.013).step(-0.014, 0.005).step(0, 0.005).bead(0.020, 0.009).step(-0.012, 0.004)
    return o.line(0.0, o.end[1])


def coronet():
    o = Outline(0.0, 0.985).line(0.108, 0.985)
    o.curve(0.098, 1.020, (-0.004, 0.010), (0.000, -0.014))
    o.curve(0.208, 1.316, (0.000, 0.130), (-0.052, -0.080))
    o.line(0.186, 1.322)
    o.curve(0.150, 1.268, (-0.014, -0.026), (0.016, 0.010))
    o.curve(0.040, 1.356, (-0.030, 0.050), (0.050, -0.010))
    o.step(-0.006, 0.006)
    r, c, neck = 0.048, 1.402, 0.030
    o.line(neck, c - np.sqrt(r * r - neck * neck))
    o.arc(0, c + r, np.tan((np.pi - np.arcsin(neck / r)) / 4))
    return o


SCALLOPS = 9


def scallop(p):
    """Nine round bites out of the queen's rim."""
    r, y, angle = np.hypot(p[..., 0], p[..., 2]), p[..., 1], np.arctan2(p[..., 0], p[..., 2])
    t = (angle * SCALLOPS / (2 * np.pi)) % 1.0 * 2 - 1
    bite = np.sqrt(np.clip(1 - t * t, 0, 1) + 0.0004) * 0.046
    near = np.clip((y - 1.215) / 0.10, 0, 1) ** 1.3 * np.clip((r - 0.12) / 0.05, 0, 1)
    return p - np.stack([np.zeros_like(r), bite * near, np.zeros_like(r)], -1)


def king():
    o = foot(0.38, 1.10)
    o.curve(0.222, 0.256, (0.000, 0.068), (0.084, -0.010))
    o.step(0, 0.010).bead(0.034, 0.014).step(-0.014, 0.004)
    o.curve(0.102, 0.850, (-0.088, 0.100), (0.000, -0.330))
    o.curve(0.136, 0.920, (0.001, 0.028), (-0.014, -0.014))
    o.step(0.058, 0.008).arc(0.194, 0.954, 0.8).step(-0.046, 0.012)
    o.step(0, 0.006).bead(0.030, 0.014).step(-0.014, 0.005).step(0, 0.005).bead(0.022, 0.010).step(-0.014, 0.004)
    o.curve(0.108, 1.085, (-0.006, 0.014), (0.000, -0.026))
    o.curve(0.196, 1.352, (0.004, 0.120), (-0.030, -0.080))
    o.step(0.010, 0.002).bead(0.026, 0.010).step(-0.016, 0.003)
    o.curve(0.064, 1.440, (-0.022, 0.060), (0.064, -0.006))
    o.step(0, 0.006).bead(0.024, 0.010).step(-0.012, 0.004)
    o.curve(0.030, 1.500, (-0.012, 0.006), (0.002, -0.014))
    o.line(0.0, 1.506)
    return o


def cross(fine):
    """A cross pattee: arms that widen outwards on hollow curves, with bevelled edges."""
    centre, reach, waist, end = np.array([0.0, 1.562]), 0.108, 0.019, 0.060
    s = np.linspace(0, 1, 7 if fine else 2)
    side = np.column_stack([waist + (end - waist) * s**1.7, waist + (reach - waist) * s])  # right edge of the upper arm
    arm = np.vstack([side, side[:0:-1] * [-1, 1]])  # counter-clockwise, up to where the next arm begins
    quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
    outline = np.vstack([arm @ np.linalg.matrix_power(quarter, k) for k in range(4)])
    bevel, deep = (0.008 if fine else 0.0), 0.034
    edge = np.roll(outline, -1, 0) - outline
    out = np.stack([edge[:, 1], -edge[:, 0]], 1) / np.linalg.norm(edge, axis=1, keepdims=True)
    before = np.roll(out, 1, 0)
    inner = outline - bevel * (out + before) / (1 + (out * before).sum(1, keepdims=True))
    rings = [(inner, -deep), (outline, -deep + bevel), (outline, deep - bevel), (inner, deep)] if bevel else [(outline, -deep), (outline, deep)]
    loops = [np.column_stack([loop + centre, np.full(len(loop), z)]) for loop, z in rings]
    tris = []
    m = len(outline)
    for low, high in zip(loops, loops[1:]):
        for i in range(m):
            j = (i + 1) % m
            tris += [(low[i], low[j], high[j]), (low[i], high[j], high[i])]
    for loop, flip in ((loops[0], True), (loops[-1], False)):
        middle = np.array([*centre, loop[0][2]])
        for i in range(m):
            a, b = loop[i], loop[(i + 1) % m]
            tris.append((middle, b, a) if flip else (middle, a, b))
    return solid.creased(np.array(tris), np.radians(28))


def knight_base():
    o = foot(0.33, 1.0)
    o.curve(0.268, 0.196, (0.000, 0.052), (0.020, -0.010))
    o.step(-0.004, 0.006).bead(0.026, 0.010).step(-0.012, 0.004)
    o.line(0.0, o.end[1] + 0.002)
    return o


def vertex_normals(v, f):
    face = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    n = np.zeros_like(v)
    for k in range(3):
        np.add.at(n, f[:, k], face)
    return n / np.linalg.norm(n, axis=1, keepdims=True)


def knight_soup(horse, block, triangles, base, detailed):
    """The horse, thinned out to a number of triangles and turned to look along -Z, on its base."""
    v, f = fast_simplification.simplify(block[0].astype("f4"), block[1].astype("i4"), target_count=triangles, agg=4)
    v = v.astype("f8")
    if np.einsum("ij,ij->i", v[f[:, 0]], np.cross(v[f[:, 1]], v[f[:, 2]])).sum() < 0:
        f = f[:, ::-1]
    v, f = solid.tidy(horse.settle(v) if detailed else v, f)
    if detailed:
        n, lie = horse.slope(v, 0.0022), vertex_normals(v, f)
        n /= np.linalg.norm(n, axis=1, keepdims=True)
        n = np.where(((n * lie).sum(1) < 0.5)[:, None], lie, n)  # in the sharpest cuts the faces know better than the field
    else:
        n = vertex_normals(v, f)
    turned = lambda p: np.stack([p[..., 2], p[..., 1], -p[..., 0]], -1)
    position, normal = turned(v)[f], turned(n)[f]
    face = solid.face_normals(position)
    normal = np.where((face[:, 1] < -0.98)[:, None, None], face[:, None], normal)  # the sawn bottom
    return solid.join(base, (position, normal))


def build():
    horse = Horse()
    worn = Horse(blur=3.0)  # seen from afar
    high = dict(
        Pawn=turn(pawn().fine(), 44),
        Knight=knight_soup(horse, horse.carve(0.0045), 11200, turn(knight_base().fine(), 48), True),
        Bishop=solid.cut(turn(bishop().fine(), 48), cleft()),
        Rook=rook_soup(rook().fine(), (4, 3), 0.006),
        Queen=solid.join(turn(queen().fine(), 48), turn(coronet().fine(), 72, scallop)),
        King=solid.join(turn(king().fine(), 48), cross(True)),
    )
    low = dict(
        Pawn=turn(pawn().coarse(26), 18),
        Knight=knight_soup(worn, worn.carve(0.010), 840, turn(knight_base().coarse(12), 18), False),
        Bishop=solid.cut(turn(bishop().coarse(28), 16), cleft()),
        Rook=rook_soup(rook().coarse(24), (1, 1), 0.0),
        Queen=solid.join(turn(queen().coarse(23), 16), turn(coronet().coarse(11), 18, scallop)),
        King=solid.join(turn(king().coarse(31), 16), cross(False)),
    )
    meshes = {}
    for kind in SIZES:
        meshes[kind] = solid.finish(high[kind], GRAIN[kind])
        print(f"{kind:12} {len(meshes[kind]['index']):6} triangles {len(meshes[kind]['position']):6} vertices", flush=True)
    for kind in SIZES:
        name = kind + ".low"
        meshes[name] = solid.finish(low[kind], GRAIN[kind])
        print(f"{name:12} {len(meshes[name]['index']):6} triangles {len(meshes[name]['position']):6} vertices", flush=True)
    return meshes


def main():
    meshes = build()
    OUT.parent.mkdir(exist_ok=True)
    gltf.write(OUT, meshes)
    for name, mesh in gltf.read(OUT).items():
        kind = name.removesuffix(".low")
        budgets = LOW_BUDGETS if name.endswith(".low") else BUDGETS
        solid.check(name, mesh, budgets[kind], (SIZES[kind][0] + 0.03, SIZES[kind][1]))
    print(f"{OUT.name}: {OUT.stat().st_size / 1e6:.2f} MB, all checks passed")


if __name__ == "__main__":
    main()
