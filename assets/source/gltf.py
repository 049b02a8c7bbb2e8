"""Writes and reads the little of binary glTF 2.0 that the men need: named meshes of one primitive, a node each."""

import json
import struct

import numpy as np

FLOAT, U16, U32, VERTICES, INDICES = 5126, 5123, 5125, 34962, 34963
SHAPE = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}


def write(path, meshes, generator):
    blob, views, accessors = bytearray(), [], []

    def accessor(array, kind, target, bounds=False):
        raw = np.ascontiguousarray(array).tobytes()
        views.append(dict(buffer=0, byteOffset=len(blob), byteLength=len(raw), target=target))
        blob.extend(raw + b"\0" * (-len(raw) % 4))
        width = array.shape[1] if array.ndim > 1 else 1
        entry = dict(bufferView=len(views) - 1, componentType=kind, count=len(array), type=SHAPE[width])
        if bounds:
            entry.update(min=array.min(0).tolist(), max=array.max(0).tolist())
        accessors.append(entry)
        return len(accessors) - 1

    out = []
    for name, mesh in meshes.items():
        small = len(mesh["position"]) < 65535
        attributes = dict(
            POSITION=accessor(mesh["position"], FLOAT, VERTICES, bounds=True),
            NORMAL=accessor(mesh["normal"], FLOAT, VERTICES),
            TEXCOORD_0=accessor(mesh["uv"], FLOAT, VERTICES),
            COLOR_0=accessor(mesh["color"], FLOAT, VERTICES),
        )
        index = mesh["index"].reshape(-1).astype("u2" if small else "u4")
        primitive = dict(attributes=attributes, indices=accessor(index, U16 if small else U32, INDICES))
        out.append(dict(name=name, primitives=[primitive]))
    document = dict(
        asset=dict(version="2.0", generator=generator),
        scene=0,
        scenes=[dict(nodes=list(range(len(out))))],
        nodes=[dict(name=mesh["name"], mesh=i) for i, mesh in enumerate(out)],
        meshes=out,
        accessors=accessors,
        bufferViews=views,
        buffers=[dict(byteLength=len(blob))],
    )
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(blob)))
        file.write(struct.pack("<I4s", len(text), b"JSON") + text)
        file.write(struct.pack("<I4s", len(blob), b"BIN\0") + blob)


def read(path):
    data = open(path, "rb").read()
    length = struct.unpack_from("<I", data, 12)[0]
    document, blob = json.loads(data[20 : 20 + length]), data[28 + length :]

    def array(i):
        a = document["accessors"][i]
        kind = {FLOAT: "f4", U16: "u2", U32: "u4"}[a["componentType"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[a["type"]]
        start = document["bufferViews"][a["bufferView"]]["byteOffset"]
        return np.frombuffer(blob, kind, a["count"] * width, start).reshape(a["count"], width)

    meshes = {}
    for mesh in document["meshes"]:
        p = mesh["primitives"][0]
        a = p["attributes"]
        meshes[mesh["name"]] = dict(
            position=array(a["POSITION"]), normal=array(a["NORMAL"]), uv=array(a["TEXCOORD_0"]),
            color=array(a["COLOR_0"]), index=array(p["indices"]).reshape(-1, 3),
        )
    return meshes
