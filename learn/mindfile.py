"""mindfile.py - a trained network as the bytes that src/mind reads: whole numbers, eight bits a weight."""

import os
import struct

import numpy as np

ACTIVATION_MAX = 4095
COLOR_ROWS = 19  # of a colour: 13 faces, 4 wilds that name it, naming it, jumping in with a wild that names it
PLAIN_ROWS = 39  # the numbers 128 to 135 and 144 to 174


def slots(colors=4, faces=13):
    """For each number of an action the output it is: 32 for each colour, then 64 of which 39 are used; 255: none."""
    out = np.full(192, 255, dtype=np.uint8)
    for color in range(colors):
        for face in range(faces):
            out[faces * color + face] = 32 * color + face
        for wild in range(4):
            out[64 + 8 * wild + color] = 32 * color + 13 + wild
        out[136 + color] = 32 * color + 17
        out[176 + color] = 32 * color + 18
    for row, number in enumerate([*range(128, 136), *range(144, 175)]):
        out[number] = 128 + row
    return out


def _layer(weight, bias, unit_in, unit_out):
    """Rows of 8-bit weights with a scale and a bias each; `weight` has a row per output."""
    step = np.maximum(np.abs(weight).max(axis=1), 1e-8) / 127
    whole = np.clip(np.rint(weight / step[:, None]), -127, 127).astype(np.int8)
    scale = np.rint(step * unit_in / unit_out * 2**24)
    assert scale.max() < 2**31
    offset = np.clip(np.rint(bias / (step * unit_in)), -(2**30), 2**30)
    return scale.astype("<i4").tobytes() + offset.astype("<i4").tobytes(), whole


def write(path, features, weights, units, seats_min, seats_max):
    """`features`: those of a colour, those of the table; `weights`: (weight, bias) of first (of one colour, of all of
    them, of the table side by side), second each and all, third each and all, by colour, plain, value; `units`: what
    one step of the first and of the second activation means."""
    first, *others = weights
    out = b"PENMIND3" + struct.pack("<7I", len(features[0]), len(features[1]), first[0].shape[0], others[0][0].shape[0],
                                    seats_min, seats_max, COLOR_ROWS + PLAIN_ROWS)
    for byte, kind, argument in features[0] + features[1]:
        out += struct.pack("<HBB", byte, kind, argument)
    head, whole = _layer(*first, 1.0, units[0])
    out += head + np.ascontiguousarray(whole.T).tobytes()
    for layer, unit_in, unit_out in zip(others[:4], (units[0],) * 2 + (units[1],) * 2, (units[1],) * 4):
        head, whole = _layer(*layer, unit_in, unit_out)
        out += head + np.ascontiguousarray(whole.T).tobytes()
    for layer in others[4:]:
        head, whole = _layer(*layer, units[1], 1 / 65536)
        out += head + whole.tobytes()
    with open(path + ".part", "wb") as file:
        file.write(out)
    os.replace(path + ".part", path)  # whoever reads it meanwhile gets all of it
    return len(out)
