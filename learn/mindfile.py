"""mindfile.py - a trained network as the bytes that src/mind reads: whole numbers, eight bits a weight."""

import os
import struct

import numpy as np

ACTIONS = 192
ACTIVATION_MAX = 4095


def _layer(weight, bias, unit_in, unit_out):
    """Rows of 8-bit weights with a scale and a bias each; `weight` has a row per output."""
    step = np.maximum(np.abs(weight).max(axis=1), 1e-8) / 127
    whole = np.clip(np.rint(weight / step[:, None]), -127, 127).astype(np.int8)
    scale = np.rint(step * unit_in / unit_out * 2**24)
    assert scale.max() < 2**31
    offset = np.clip(np.rint(bias / (step * unit_in)), -(2**30), 2**30)
    return scale.astype("<i4").tobytes() + offset.astype("<i4").tobytes(), whole


def write(path, features, weights, units, seats_min, seats_max):
    """`weights`: (weight, bias) of first, second, third, policy, value; `units`: what one step of the first
    and of the second activation means."""
    first, second, third, policy, value = weights
    out = b"PENMIND1" + struct.pack(
        "<6I", len(features), first[0].shape[0], second[0].shape[0], seats_min, seats_max, ACTIONS
    )
    for byte, kind, argument in features:
        out += struct.pack("<HBB", byte, kind, argument)
    head, whole = _layer(*first, 1.0, units[0])
    out += head + np.ascontiguousarray(whole.T).tobytes()
    for layer, unit_in, unit_out in (
        (second, units[0], units[1]),
        (third, units[1], units[1]),
        (policy, units[1], 1 / 65536),
        (value, units[1], 1 / 65536),
    ):
        head, whole = _layer(*layer, unit_in, unit_out)
        out += head + whole.tobytes()
    with open(path + ".part", "wb") as file:
        file.write(out)
    os.replace(path + ".part", path)  # whoever reads it meanwhile gets all of it
    return len(out)
