"""What the sets have in common: pad, knob, battlements, saw cuts, crosses, and the carved knight on its base."""

from dataclasses import dataclass

import fast_simplification
import numpy as np

import solid
from turning import Outline


def pad(radius, inset=0.012, lip=0.006):
    """The felt under a man, and the edge of the wood above it."""
    o = Outline().line(radius - inset, 0.0).line(radius - inset, solid.FELT)
    return o.line(radius - lip, solid.FELT).line(radius, solid.FELT + lip)


def knob(o, radius, middle, neck):
    """A ball on top, growing out of a neck."""
    o.line(neck, middle - np.sqrt(radius * radius - neck * neck))
    return o.arc(0, middle + radius, np.tan((np.pi - np.arcsin(neck / radius)) / 4))


@dataclass
class Tower:
    """Battlements: floor of the gaps, top of the walls, outer and inner radius, floor of the cup, number of walls, their width."""

    floor: float
    top: float
    out: float
    inner: float
    cup: float
    walls: int
    width: float  # of one wall, in degrees

    def on(self, rows, segments, ease):
        """The rook on these rows: every column of the lathe has its own top."""
        rows = np.array(rows, float)
        flat = self.cup == self.floor
        y0, r0 = rows[-1][1], rows[-1][0]

        def top(height, inset):
            """The wall from the drum's foot up, over the top and down into the cup."""
            e = ease
            up = (0.0, 1.0)
            points = [(r0, y0, 1, 0), (self.out - 0.001, y0 + 0.3 * (self.floor - y0), 1, 0)] if e else []
            h = height - inset
            points += [(self.out, self.floor, 1, 0)]
            if e:
                points += [(self.out, max(h - e, self.floor), 1, 0)]
                points += [(self.out - 0.3 * e, h - 0.3 * e, 0.7, 0.7), (self.out - e, h, *up), (self.inner + e, h, *up)]
                points += [(self.inner + 0.3 * e, h - 0.3 * e, -0.7, 0.7), (self.inner, max(h - e, self.floor), -1, 0)]
            else:
                points += [(self.out, h, 1, 0), (self.inner, h, -1, 0)]
            points += [(self.inner, self.floor, -1, 0)]
            if flat:
                return np.array(points + [(0, self.floor, 0, 1)], float)
            points += [(self.inner, self.cup + 0.012, -1, 0), (self.inner - 0.012, self.cup, 0, 1)]
            return np.array(points + [(self.inner * 0.5, self.cup - 0.006, 0.03, 1), (0, self.cup - 0.008, 0, 1)], float)

        # columns: (angle, height, sink)
        wall = np.radians(self.width)
        gap = 2 * np.pi / self.walls - wall
        columns = []
        per_wall, per_gap = segments
        for k in range(self.walls):
            start = k * (wall + gap) - wall / 2
            b = ease / self.out
            columns.append((start, self.floor, 0.0))
            if ease:
                columns.append((start, self.top, ease))
                columns.append((start + 0.35 * b, self.top, 0.3 * ease))
                columns.append((start + b, self.top, 0.0))
            else:
                columns.append((start, self.top, 0.0))
            for j in range(1, per_wall):
                columns.append((start + wall * j / per_wall, self.top, 0.0))
            if ease:
                columns.append((start + wall - b, self.top, 0.0))
                columns.append((start + wall - 0.35 * b, self.top, 0.3 * ease))
                columns.append((start + wall, self.top, ease))
            else:
                columns.append((start + wall, self.top, 0.0))
            columns.append((start + wall, self.floor, 0.0))
            for j in range(1, per_gap):
                columns.append((start + wall + gap * j / per_gap, self.floor, 0.0))
        profiles, normals = [], []
        for angle, height, sink in columns:
            r, y, nr, ny = np.vstack([rows[:-1] if ease else rows, top(height, sink)]).T
            profiles.append(np.stack([r * np.sin(angle), y, r * np.cos(angle)], -1))
            normals.append(np.stack([nr * np.sin(angle), ny, nr * np.cos(angle)], -1))
        grid, turned = np.stack(profiles + profiles[:1], 1), np.stack(normals + normals[:1], 1)
        turned = turned / np.linalg.norm(turned, axis=-1, keepdims=True)
        i, j = np.meshgrid(np.arange(grid.shape[0] - 1), np.arange(grid.shape[1] - 1), indexing="ij")
        corners = lambda g: np.concatenate([np.stack([g[i, j], g[i, j + 1], g[i + 1, j + 1]], 2), np.stack([g[i, j], g[i + 1, j + 1], g[i + 1, j]], 2)]).reshape(-1, 3, 3)
        position, turned = solid.drop_slivers(corners(grid), corners(turned))
        if not ease:
            # below the floor every place keeps the outline's one normal; above it faces that meet at an edge part
            above = position[..., 1].min(1) > self.floor - 1e-6
            _, normal = solid.creased(position, np.radians(50))
            return position, np.where(above[:, None, None], normal, turned)
        _, normal = solid.creased(position, np.radians(40))
        known = (turned * normal).sum(-1, keepdims=True) > 0.85  # the lathe's own normal wherever the surface is the lathe's
        return position, np.where(known, turned, normal)


def saw(half, long, wide, tilt, yaw, at):
    """A saw cut to be taken away: a slab from `at` up to the right, tilted and turned by degrees."""
    x, y, z = np.meshgrid([0, long], [-half, half], [-wide, wide], indexing="ij")
    p = np.stack([x, y, z], -1)
    faces = [((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
             ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
    quads = np.array([[p[c] for c in face] for face in faces])
    position = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    tilt, yaw = np.radians(tilt), np.radians(yaw)
    roll = np.array([[np.cos(tilt), -np.sin(tilt), 0], [np.sin(tilt), np.cos(tilt), 0], [0, 0, 1]])
    spin = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    return solid.flat(position @ (spin @ roll).T + np.array(at))


def cross(middle, reach, waist, end, deep, fine, power=1.7, bevel=0.008):
    """A cross whose arms widen outwards on hollow curves from `waist` to `end` (half widths), with bevelled edges."""
    centre = np.array([0.0, middle])
    s = np.linspace(0, 1, 7 if fine and waist != end else 2)
    side = np.column_stack([waist + (end - waist) * s**power, waist + (reach - waist) * s])  # right edge of the upper arm
    arm = np.vstack([side, side[:0:-1] * [-1, 1]])  # counter-clockwise, up to where the next arm begins
    quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
    outline = np.vstack([arm @ np.linalg.matrix_power(quarter, k) for k in range(4)])
    edge = np.roll(outline, -1, 0) - outline
    out = np.stack([edge[:, 1], -edge[:, 0]], 1) / np.linalg.norm(edge, axis=1, keepdims=True)
    before = np.roll(out, 1, 0)
    slant = (out + before) / (1 + (out * before).sum(1, keepdims=True))
    inner = outline - bevel * slant
    rings = [(inner, -deep), (outline, -deep + bevel), (outline, deep - bevel), (inner, deep)] if fine else [(outline, -deep), (outline, deep)]
    loops = [np.column_stack([loop + centre, np.full(len(loop), z)]) for loop, z in rings]
    tris = []
    m = len(outline)
    for low, high in zip(loops, loops[1:]):
        for i in range(m):
            j = (i + 1) % m
            tris += [(low[i], low[j], high[j]), (low[i], high[j], high[i])]
    for loop, flip in ((loops[0], True), (loops[-1], False)):
        heart = np.array([*centre, loop[0][2]])
        for i in range(m):
            a, b = loop[i], loop[(i + 1) % m]
            tris.append((heart, b, a) if flip else (heart, a, b))
    tris = np.array(tris)
    if fine:
        return solid.creased(tris, np.radians(28))
    # one normal a corner, between face and side
    way = {tuple(np.round(p, 6)): (*(0.8 * s), np.sign(p[2])) for loop in loops for p, s in zip(loop, slant)}
    normal = np.array([[way.get(tuple(np.round(p, 6)), (0, 0, np.sign(p[2]))) for p in t] for t in tris], float)
    return tris, normal / np.linalg.norm(normal, axis=-1, keepdims=True)


def vertex_normals(v, f):
    face = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    n = np.zeros_like(v)
    for k in range(3):
        np.add.at(n, f[:, k], face)
    return n / np.linalg.norm(n, axis=1, keepdims=True)


def thinned(block, triangles):
    v, f = fast_simplification.simplify(block[0].astype("f4"), block[1].astype("i4"), target_count=triangles, agg=4)
    v = v.astype("f8")
    if np.einsum("ij,ij->i", v[f[:, 0]], np.cross(v[f[:, 1]], v[f[:, 2]])).sum() < 0:
        f = f[:, ::-1]
    return v, f


def sound(horse, triangles, grids, settle, tolerance, least):
    """Thinning gives up early, tears, or leaves slivers on some grids: the first grid is taken on which it does not."""
    for step in grids:
        v, f = thinned(horse.carve(step), triangles)
        v, f = solid.tidy(settle(v), f, tolerance)
        if 0 < len(f) <= triangles and solid.areas(v[f]).min() > least:
            return v, f
    raise ValueError("no grid gives a sound horse")


def knight(horse, triangles, base):
    """The horse, thinned out to a number of triangles and turned to look along -Z, on its base."""
    v, f = sound(horse, triangles, np.arange(0.0045, 0.0055, 0.0001), horse.settle, 2e-4, 2e-9)
    n, lie = horse.slope(v, 0.0022), vertex_normals(v, f)
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    n = np.where(((n * lie).sum(1) < 0.5)[:, None], lie, n)  # in the sharpest cuts the faces know better than the field
    return mounted(v, f, n, base)


def lean_knight(horse, triangles, base):
    """The same with few triangles."""
    v, f = sound(horse, triangles, np.arange(0.010, 0.016, 0.0005), lambda v: v, 1e-3, 1e-6)
    return mounted(v, f, vertex_normals(v, f), base)


def mounted(v, f, n, base):
    turned = lambda p: np.stack([p[..., 2], p[..., 1], -p[..., 0]], -1)
    position, normal = turned(v)[f], turned(n)[f]
    face = solid.face_normals(position)
    normal = np.where((face[:, 1] < -0.98)[:, None, None], face[:, None], normal)  # the sawn bottom
    return solid.join(base, (position, normal))
