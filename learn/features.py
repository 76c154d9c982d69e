"""features.py - which bits of an observation a network looks at.

A feature is (byte, kind, argument): kind 0 is bit `argument` of that byte, kind 1 says that the byte is at
least `argument`. docs/BATCH.md describes the bytes.
"""

KINDS = 56  # kinds of card of the built-in editions, rounded up


def _word(byte, bits):
    return [(byte + bit // 8, 0, bit % 8) for bit in range(bits)]


def features(seats_max, others=3, past=6, known_planes=2):
    """The features for tables of up to `seats_max`; of the others' hands the next `others` are looked at."""
    others = min(others, seats_max - 1)
    seats = min(seats_max, 10)
    out = []
    for word in range(3 + 1 + 1 + 4):  # own, top, drawn, unseen
        out += _word(8 * word, KINDS)
    for seat in range(others):
        for plane in range(known_planes):
            out += _word(72 + 16 * seat + 8 * plane, KINDS)
    for i in range(past):
        out += _word(136 + 8 * i, KINDS)
        out += _word(184 + 4 * i, 8)
        out += _word(185 + 4 * i, 5)
        out += _word(186 + 4 * i, seats)
    for seat in range(others):
        for age in range(3):
            byte = 208 + 12 * seat + 4 * age
            out += _word(byte, 5) + [(byte + 1 + face // 8, 0, face % 8) for face in range(13)] + [(byte + 3, 0, 0)]
    for seat in range(seats):
        out += _word(316 + 2 * seat, 16 if seat <= others else 10)
    out += _word(336, 5) + _word(337, 5) + _word(338, 10)
    if seats_max > 2:
        out += _word(340, 11)[3:]
    out += _word(342, seats) + _word(344, seats) + _word(346, seats)
    out += _word(348, 17)
    out += [(352, 1, count) for count in (1, 2, 4, 6, 9, 12, 16, 20, 26, 32, 40, 48, 56, 64, 72, 80)]
    out += [(353, 1, count) for count in (1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24)]
    out += [(355, 0, 0)]
    for seat in range(others + 1):
        out += [(356 + seat, 1, count) for count in (18, 20, 24, 30)]
    return out
