"""features.py - which bits of an observation a network looks at.

A feature is (byte, kind, argument). Of the table: BIT `argument` of that byte; the byte is AT_LEAST `argument`;
WILD `argument` of the set of kinds that begins there. Of every colour: FACE `argument` of that set, or the colour's
own bit (COLOR). docs/BATCH.md describes the bytes.
"""

BIT, AT_LEAST, WILD, FACE, COLOR = range(5)
FACES, WILDS = 13, 4
_SELDOM, _OFTEN = (1, 2, 3, 4, 6), (1, 2, 3, 4, 6, 8, 11, 15, 20)
# What the others have done so far: cards laid, plain wilds, wilds that draw, action cards, other colours, low numbers,
# draws, challenges.
HABITS = {376: (2, 4, 6, 9, 12, 16, 20, 26, 32, 40), 377: _SELDOM, 378: _SELDOM[:3], 379: _OFTEN[:7], 380: _OFTEN,
          381: _OFTEN, 382: _OFTEN, 383: _SELDOM[:2]}


def _bits(byte, bits):
    return [(byte + bit // 8, BIT, bit % 8) for bit in range(bits)]


def features(seats_max, others=3, past=6, known_planes=2, habits=True):
    """The features of a colour and of the table, for tables of up to `seats_max`; of the others' hands the next
    `others` are looked at."""
    others = min(others, seats_max - 1)
    seats = min(seats_max, 10)
    sets = [8 * word for word in range(3 + 1 + 1 + 4)]  # own, top, drawn, unseen
    sets += [72 + 16 * seat + 8 * plane for seat in range(others) for plane in range(known_planes)]
    sets += [136 + 8 * i for i in range(past)]
    lacks = [208 + 12 * seat + 4 * age for seat in range(others) for age in range(3)]
    colors = [(byte, FACE, face) for byte in sets for face in range(FACES)]
    colors += [(byte, COLOR, 0) for byte in [185 + 4 * i for i in range(past)] + lacks + [336, 337]]
    table = [(byte, WILD, wild) for byte in sets for wild in range(WILDS)]
    for i in range(past):
        table += _bits(184 + 4 * i, 8) + _bits(186 + 4 * i, seats)
        table += [(185 + 4 * i, AT_LEAST, 1)]
    for byte in lacks:
        table += [(byte + 1 + face // 8, BIT, face % 8) for face in range(FACES)] + [(byte + 3, BIT, 0)]
    for seat in range(seats):
        table += _bits(316 + 2 * seat, 16 if seat <= others else 10)
    table += _bits(338, 10)
    if seats_max > 2:
        table += _bits(340, 11)[3:]
    table += _bits(342, seats) + _bits(344, seats) + _bits(346, seats)
    table += _bits(348, 17)
    table += [(352, AT_LEAST, count) for count in (1, 2, 4, 6, 9, 12, 16, 20, 26, 32, 40, 48, 56, 64, 72, 80)]
    table += [(353, AT_LEAST, count) for count in (1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24)]
    table += [(355, BIT, 0)]
    for seat in range(others + 1):
        table += [(356 + seat, AT_LEAST, count) for count in (18, 20, 24, 30)]
    for byte, counts in HABITS.items() if habits else ():
        table += [(byte, AT_LEAST, count) for count in counts]
    return colors, table
