"""lineups.py - who sits at the tables of a training run: learners, and our quick players (gpu/kernel.c).

With three players or more, play against oneself alone drifts into rounds that nobody ends: everybody draws though
they could play. So at tables of learners nobody may draw who can play; whether it is worth while is learned at
tables where the others are not learners.
"""

import numpy as np

CALLER, ANY, COLORED, ORDERLY, OWN, POLICY = range(6)
LINEUPS = ("self", "policy", "random", "orderly", "mixed", "pairs")
ANYBODY, NOBODY = 255, 254  # who may draw though they could play


def read_mix(text):
    """`self:4,policy:3` as a share for each of LINEUPS."""
    mix = np.zeros(len(LINEUPS))
    for part in text.split(","):
        name, share = part.split(":")
        mix[LINEUPS.index(name)] = float(share)
    return mix / mix.sum()


def _others(sort, count, chance):
    if sort == "policy":
        return [POLICY] * count
    if sort == "random":
        return [ANY] * count
    if sort == "orderly":
        return [ORDERLY] * count
    if sort == "mixed":
        return list(chance.choice([ANY, COLORED, ORDERLY, OWN, POLICY, POLICY], count))
    learners = chance.permutation(count) < max(count // 2, 1) if count > 1 else [False]
    return [CALLER if is_learner else POLICY for is_learner in learners]


def lineups(seats_of, shares, mix, seed):
    """For tables with so many seats each, `shares` of them alike: the index of the lineup, the word of seats for the
    kernel, and who may draw though they could play."""
    chance = np.random.default_rng(seed)
    sorts = np.zeros(len(seats_of), dtype=np.int64)
    words = np.zeros(len(seats_of), dtype=np.int64)
    drawers = np.full(len(seats_of), ANYBODY, dtype=np.uint8)
    edges = np.cumsum(mix)
    first = 0
    for frame, share in enumerate(shares):
        for i in range(share):
            # Blocks of 32 neighbours are alike, so that a warp goes one way. Frames of few blocks begin elsewhere.
            place = ((i // 32 + 0.5) / max(share / 32, 1) + frame * 0.618034) % 1
            sorts[first + i] = min(int(np.searchsorted(edges, place)), len(mix) - 1)
        first += share
    for i, seats in enumerate(seats_of):
        sort, learner = LINEUPS[sorts[i]], i % seats
        if sort == "self":
            drawers[i] = NOBODY if seats > 2 else ANYBODY
            continue
        others = _others(sort, seats - 1, chance)
        for place, player in enumerate(others):
            words[i] |= int(player) << 3 * ((learner + 1 + place) % seats)
        if CALLER in others:
            drawers[i] = learner
    return sorts, words, drawers
