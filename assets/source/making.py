"""Makes a set: finishes the six men in both details, writes them, and checks what was written."""

from pathlib import Path

import gltf
import solid

MODELS = Path(__file__).resolve().parent.parent / "models"
KINDS = ("Pawn", "Knight", "Bishop", "Rook", "Queen", "King")
BUDGETS = dict(Pawn=(2500, 8000), Knight=(6000, 15000), Bishop=(2500, 9000), Rook=(2500, 9500), Queen=(2500, 13000), King=(2500, 11500))
LOW_BUDGETS = {kind: (250, 1600) for kind in KINDS}
HEAVIEST = 3_000_000  # bytes of one file


def make(name, sizes, grain, high, low):
    """`sizes`: radius of the base and height of each kind; `grain`: where in the stem it was cut; `high`, `low`: its soups."""
    meshes = {}
    for kind in KINDS:
        meshes[kind] = solid.finish(high[kind], grain[kind])
    for kind in KINDS:
        meshes[kind + ".low"] = solid.finish(low[kind], grain[kind], lean=True)
    out = MODELS / f"{name}.glb"
    out.parent.mkdir(exist_ok=True)
    gltf.write(out, meshes, f"{name}.py")
    written = gltf.read(out)
    for key, mesh in written.items():
        kind = key.removesuffix(".low")
        budgets = LOW_BUDGETS if key.endswith(".low") else BUDGETS
        solid.check(key, mesh, budgets[kind], (sizes[kind][0] + 0.03, sizes[kind][1]))
    count = lambda key: f"{len(written[key]['index'])} | {len(written[key]['position'])}"
    for kind in KINDS:  # as the README has it
        print(f"| {kind} | {sizes[kind][0]:.3f} | {sizes[kind][1]:.2f} | {count(kind)} | {count(kind + '.low')} |")
    assert out.stat().st_size < HEAVIEST, f"{out.name} is too heavy"
    print(f"{out.name}: {out.stat().st_size / 1e6:.2f} MB, all checks passed")
