"""What is common to all solids: joining, cutting, shading by place (grain, dirt in the grooves), welding, checks.

A soup is a pair (corner positions, corner normals), each (triangles, 3, 3).
"""

import manifold3d
import numpy as np
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

from turning import drop_slivers

FELT = 0.010  # up to here a man is felt ...
CLOTH = np.array([0.11, 0.20, 0.14])  # ... and this is its part of the wood's brightness


# --- joining and cutting -------------------------------------------------------------------------------------


def to_manifold(soup):
    position, normal = soup
    corner = np.hstack([position.reshape(-1, 3), normal.reshape(-1, 3)]).astype("f4")
    _, place = np.unique(np.round(corner[:, :3] * 2e5).astype("i8"), axis=0, return_inverse=True)
    place = place.reshape(-1)
    first = np.zeros(place.max() + 1, int)
    first[place[::-1]] = np.arange(len(place))[::-1]
    corner[:, :3] = corner[first[place], :3]
    mesh = manifold3d.Mesh(corner, np.arange(len(corner), dtype="u4").reshape(-1, 3))
    mesh.merge()
    body = manifold3d.Manifold(mesh)
    assert body.status() == manifold3d.Error.NoError, body.status()
    return body


def to_soup(body):
    mesh = body.simplify(1e-4).to_mesh()  # a cut leaves slivers: collapse them
    corner = np.array(mesh.vert_properties)[np.array(mesh.tri_verts)]
    normal = corner[..., 3:6]
    face = face_normals(corner[..., :3])
    normal = normal / np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
    inward = np.einsum("tij,tj->ti", normal, face) < 0  # what was cut shows its inside
    normal = np.where((inward.sum(1) > 1)[:, None, None], -normal, normal)
    return heal(corner[..., :3].astype("f8"), normal.astype("f8"))


def tidy(v, f, tolerance=2e-4):
    """Collapse the triangles of a closed mesh that have no area to speak of."""
    mesh = manifold3d.Manifold(manifold3d.Mesh(v.astype("f4"), f.astype("u4"))).simplify(tolerance).to_mesh()
    return np.array(mesh.vert_properties)[:, :3].astype("f8"), np.array(mesh.tri_verts).astype("i4")


def heal(position, normal, thin=4e-6):
    """Turn the long edge of every flattened triangle into its neighbour, which swallows it."""
    for _ in range(20):
        edges = np.linalg.norm(position - np.roll(position, -1, 1), axis=2)
        bad = np.flatnonzero(areas(position) * 2 < thin * edges.max(1))
        if len(bad) == 0:
            break
        _, place = np.unique(np.round(position.reshape(-1, 3) * 1e6).astype("i8"), axis=0, return_inverse=True)
        place = place.reshape(-1, 3)
        owner = {(place[t, k], place[t, (k + 1) % 3]): (t, k) for t in range(len(place)) for k in range(3)}
        touched = set()
        for t in bad:
            k = int(np.argmax(edges[t]))
            o, j = owner.get((place[t, (k + 1) % 3], place[t, k]), (None, 0))
            if o is None or o in touched or t in touched:
                continue
            touched |= {t, o}
            a, b, c = (position[t, (k + i) % 3] for i in range(3))
            d, nb, na, nd = position[o, (j + 2) % 3], *(normal[o, (j + i) % 3] for i in range(3))
            share = np.clip((c - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
            nc = na * (1 - share) + nb * share
            nc = nc / np.linalg.norm(nc)
            position[t], normal[t] = (a, d, c), (na, nd, nc)
            position[o], normal[o] = (d, b, c), (nd, nb, nc)
    return position, normal


def join(*soups):
    """Closed bodies pushed into one another; the seam is left to the depth buffer, which draws it sharp."""
    return tuple(np.concatenate(parts) for parts in zip(*soups))


def cut(soup, tool):
    return to_soup(to_manifold(soup) - to_manifold(tool))


def face_normals(position):
    n = np.cross(position[:, 1] - position[:, 0], position[:, 2] - position[:, 0])
    return n / np.maximum(np.linalg.norm(n, axis=-1, keepdims=True), 1e-20)


def areas(position):
    return np.linalg.norm(np.cross(position[:, 1] - position[:, 0], position[:, 2] - position[:, 0]), axis=1) / 2


def flat(position):
    """A soup with every triangle flat."""
    return position, np.repeat(face_normals(position)[:, None], 3, 1)


def creased(position, limit=np.radians(35)):
    """A soup smooth except where faces meet at more than `limit`."""
    face = np.cross(position[:, 1] - position[:, 0], position[:, 2] - position[:, 0])
    unit = face_normals(position)
    _, place = np.unique(np.round(position.reshape(-1, 3) * 1e5).astype("i8"), axis=0, return_inverse=True)
    place = place.reshape(-1, 3)
    around = {}
    for t, corners in enumerate(place):
        for p in corners:
            around.setdefault(p, []).append(t)
    normal = np.zeros_like(position)
    for t, corners in enumerate(place):
        for k, p in enumerate(corners):
            near = [o for o in around[p] if unit[o] @ unit[t] > np.cos(limit)]
            normal[t, k] = face[near].sum(0)
    return position, normal / np.linalg.norm(normal, axis=-1, keepdims=True)


# --- shading by place ----------------------------------------------------------------------------------------


def rays(position):
    """A scene to shoot rays into."""
    scene = rtcore_scene.EmbreeScene()
    TriangleMesh(scene, np.ascontiguousarray(position, dtype="f4"))
    return scene


def openness(soup, place, normal, reach=0.45, count=320):
    """How much of the sky each place sees past the body and the board it stands on: 0..1."""
    board = np.array([[[-4, 0, -4], [-4, 0, 4], [4, 0, 4]], [[-4, 0, -4], [4, 0, 4], [4, 0, -4]]], float) - [0, 0.002, 0]
    scene = rays(np.concatenate([soup[0], board]))
    k = np.arange(count) + 0.5
    radius, turn = np.sqrt(k / count), k * np.pi * (3 - np.sqrt(5))
    x, z, up = radius * np.cos(turn), radius * np.sin(turn), np.sqrt(1 - k / count)
    side = np.where(np.abs(normal[:, 1:2]) < 0.9, [[0.0, 1, 0]], [[1.0, 0, 0]])
    u = np.cross(side, normal)
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    v = np.cross(normal, u)
    out = np.zeros(len(place))
    for a, b, c in zip(x, z, up):
        ray = (a * u + b * v + c * normal).astype("f4")
        hit = scene.run((place + normal * 0.004).astype("f4"), ray, query="DISTANCE")
        out += np.minimum(hit / reach, 1) ** 0.7
    return out / count


def _hash(i, j, k):
    h = (i * 374761393 + j * 668265263 + k * 2147483647) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0


def noise(p):
    """Smooth noise in space, -1..1."""
    cell = np.floor(p).astype("i8")
    f = p - cell
    f = f * f * f * (f * (f * 6 - 15) + 10)
    total = 0
    for a in (0, 1):
        for b in (0, 1):
            for c in (0, 1):
                weight = np.prod(np.where([a, b, c], f, 1 - f), -1)
                total = total + weight * _hash(cell[..., 0] + a, cell[..., 1] + b, cell[..., 2] + c)
    return total * 2 - 1


def grain(p, shift):
    """The wood as a solid: growth rings round a pith outside the piece, and streaks along the grain (up). 0 light .. 1 dark."""
    q = p + np.asarray(shift, float)
    wobble = 0.05 * noise(q * [2.2, 0.6, 2.2]) + 0.012 * noise(q * [7, 1.0, 7])
    ring = np.hypot(q[..., 0] - shift[0] + 0.9 + 0.10 * p[..., 1], q[..., 2] - shift[2] + 0.35 - 0.05 * p[..., 1]) + wobble
    year = ring / 0.082
    phase = year % 1.0
    power = 0.55 + 0.45 * _hash(np.floor(year).astype("i8"), 5, 11)  # no two years alike
    late = np.clip(phase, 0, 1) ** 2.2 * np.clip((1 - phase) / 0.12, 0, 1)  # darker towards each winter, light again in spring
    streak = noise(q * [19, 0.9, 19] + 31)
    cloud = noise(q * [2.5, 1.0, 2.5] + 57)
    return np.clip(0.33 + 0.75 * late * power + 0.22 * streak + 0.20 * cloud, 0, 1)


def finish(soup, shift, lean=False):
    """Colour, texture place and weld: a dict of arrays ready to be written.

    A lean body shows no growth rings (its corners are too far apart), and its u runs there and back: no seam to pay for.
    """
    position, normal = drop_slivers(*soup)
    place, direction = position.reshape(-1, 3), normal.reshape(-1, 3)
    key = np.round(np.hstack([place * 1e5, direction * 2e3])).astype("i8")
    _, first, corner = np.unique(key, axis=0, return_index=True, return_inverse=True)
    corner = corner.reshape(-1)
    seen = openness(soup, place[first], direction[first])
    shade = 0.62 + 0.38 * np.clip(seen / 0.92, 0, 1) ** 0.9
    rings = np.full(len(first), 0.45) if lean else grain(place[first], shift)
    tint = 1 - 0.27 * rings[:, None] * [0.85, 1.0, 1.2]
    color = np.clip(shade[:, None] * tint, 0, 1)[corner]
    felt = np.repeat((not lean) & (position[..., 1].max(1) < FELT + 1e-5), 3)
    color = np.where(felt[:, None], shade[corner][:, None] * CLOTH, color)

    turn = np.arctan2(place[:, 0], place[:, 2])
    u = (np.abs(turn) / np.pi if lean else turn / (2 * np.pi) % 1.0).reshape(-1, 3)
    axis = np.hypot(place[:, 0], place[:, 2]).reshape(-1, 3) < 1e-6
    if not lean:
        wraps = (np.where(axis, 0, u).max(1) - np.where(axis, 1, u).min(1)) > 0.5
        u = np.where(wraps[:, None] & (u < 0.5), u + 1, u)
        others = np.where(axis, 0, u).sum(1) / np.maximum((~axis).sum(1), 1)
        u = np.where(axis, others[:, None], u)
    uv = np.stack([u.reshape(-1), place[:, 1]], 1)

    key = np.hstack([corner[:, None], felt[:, None], np.round(uv[:, :1] * 1e4)]).astype("i8")
    _, first, index = np.unique(key, axis=0, return_index=True, return_inverse=True)
    return dict(
        position=place[first].astype("f4"),
        normal=direction[first].astype("f4"),
        color=np.hstack([color[first], np.ones((len(first), 1))]).astype("f4"),
        uv=uv[first].astype("f4"),
        index=index.reshape(-1, 3).astype("u4"),
    )


# --- checks --------------------------------------------------------------------------------------------------


def check(name, mesh, budget, size):
    """Closed, outward, clean, within budget, of the right size; says what is wrong by failing."""
    v, n, f = mesh["position"].astype("f8"), mesh["normal"].astype("f8"), mesh["index"]
    assert budget[0] <= len(f) <= budget[1], f"{name}: {len(f)} triangles, allowed {budget}"
    for key in ("position", "normal", "color", "uv"):
        assert np.isfinite(mesh[key]).all(), f"{name}: {key} not finite"
    assert np.abs(np.linalg.norm(n, axis=1) - 1).max() < 1e-3, f"{name}: normals not of length one"
    assert 0.3 < mesh["color"][v[:, 1] > FELT + 1e-5, :3].min() and mesh["color"].max() <= 1, f"{name}: colours out of range"
    assert areas(v[f]).min() > 1e-10, f"{name}: a triangle without area"
    # closed: welded by place, every edge runs once each way
    _, place = np.unique(np.round(v * 1e6).astype("i8"), axis=0, return_inverse=True)
    g = place.reshape(-1)[f]
    edges = np.concatenate([g[:, [0, 1]], g[:, [1, 2]], g[:, [2, 0]]])
    there, times = np.unique(edges, axis=0, return_counts=True)
    back = np.unique(edges[:, ::-1], axis=0)
    assert times.max() == 1 and there.shape == back.shape and (there == back).all(), f"{name}: not closed"
    corner = v[f]
    volume = np.einsum("ij,ij->i", corner[:, 0], np.cross(corner[:, 1], corner[:, 2])).sum() / 6
    assert volume > 0, f"{name}: inside out"
    facing = np.einsum("tij,tj->ti", n[f], face_normals(corner))
    assert (facing < -0.2).mean() < (0.002 if len(f) > 2000 else 0.01), f"{name}: normals point inwards ({facing.min():.2f})"
    low, high = v.min(0), v.max(0)
    assert abs(low[1]) < 1e-4, f"{name}: does not stand on the board"
    assert np.abs((high - low)[1] - size[1]) < 0.012, f"{name}: height {high[1]:.3f}, wanted {size[1]}"
    assert max(high[0], -low[0], high[2], -low[2]) < size[0], f"{name}: wider than {size[0]}"
    return volume
