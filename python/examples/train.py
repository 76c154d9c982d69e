#!/usr/bin/env python3
"""A policy that learns on one core, with NumPy alone: train.py [--seconds 300 | --rounds N] [--opponent rank] [--out policy.npz]

Every open action is described by some forty numbers: what kind of card it is, how much of its colour stays in the hand,
whether the next player showed to lack that colour, how many cards the others hold. The policy is a softmax over weighted
sums of them, and the weights learn from won and lost games alone (REINFORCE with a baseline). It begins with all weights
zero, plays against our bots, and is measured at the end on deals that it has not seen.
"""
import argparse
import time
from typing import Any, Optional

import numpy as np
import penultima

RULES = penultima.Rules("classic", scoring="quick")
DRAW, KEEP, TAKE, CHALLENGE = 128, 129, 130, 131


def _static() -> Any:
    """For every number: its kind, its colour, and what the card is."""
    kinds, colors = np.full(penultima.ACTIONS, -1), np.full(penultima.ACTIONS, -1)
    for kind, card in enumerate(RULES.cards):
        if card.color is not None:
            kinds[kind], colors[kind] = kind, card.color
    for index, kind in enumerate(RULES.wilds):
        for color in range(RULES.color_count):
            kinds[64 + 8 * index + color], colors[64 + 8 * index + color] = kind, color
    colors[136:136 + RULES.color_count] = np.arange(RULES.color_count)
    codes = [RULES.cards[kind].code if kind >= 0 else "" for kind in kinds]
    is_wild = np.array([code.startswith("w") for code in codes])
    columns = [
        np.array([RULES.cards[kind].number or 0 if kind >= 0 else 0 for kind in kinds]) / 9,
        np.array([kind >= 0 and RULES.cards[kind].number is not None for kind in kinds]),
        np.array([code.endswith("s") for code in codes]), np.array([code.endswith("r") for code in codes]),
        np.array([code.endswith("+2") for code in codes]), np.array([code == "w" for code in codes]),
        np.array([code == "w+4" for code in codes])]
    columns += [np.arange(penultima.ACTIONS) == number for number in (DRAW, KEEP, TAKE, CHALLENGE)]
    return kinds, colors, is_wild, np.stack(columns, 1).astype(np.float32)


KINDS, COLORS, IS_WILD, STATIC = _static()
# The numbers that the classic edition has; nothing is worked out for the others.
ACTIVE = np.flatnonzero((KINDS >= 0) | (COLORS >= 0) | STATIC[:, -4:].any(1))
KINDS, COLORS, IS_WILD, STATIC = KINDS[ACTIVE], COLORS[ACTIVE], IS_WILD[ACTIVE], STATIC[ACTIVE]
OF_COLOR = np.zeros((64, 8), np.float32)
OF_FACE = np.zeros((64, 64), np.float32)
for one, first in enumerate(RULES.cards):
    if first.color is not None:
        OF_COLOR[one, first.color] = 1
        for other, second in enumerate(RULES.cards):
            OF_FACE[one, other] = second.color not in (None, first.color) and first.code[1:] == second.code[1:]


def _words(words: Any) -> Any:
    """Sets of kinds (n, 64) of 0 and 1."""
    return penultima.unpack(np.ascontiguousarray(words).view(np.uint8).reshape(len(words), 8)).astype(np.float32)


def describe(observations: np.ndarray) -> Any:
    """Features (n, len(ACTIVE), F) of all actions."""
    seen = np.ascontiguousarray(observations).view(penultima.OBSERVATION)[:, 0]
    n = len(seen)
    own = sum(_words(seen["own"][:, digit]) for digit in range(3))
    unseen = sum(_words(seen["unseen"][:, digit]) for digit in range(4))
    mine = np.minimum(seen["hand_count"][:, 0], 20).astype(np.float32)
    players = np.round(np.log2(np.maximum(1, seen["seats"]))).astype(int)
    theirs = np.min(np.where(np.arange(9)[None] < players[:, None] - 1, seen["hand_count"][:, 1:], 99), 1).astype(np.float32)
    state = np.stack([np.ones(n, np.float32), mine / 7, theirs <= 2, theirs == 1], 1).astype(np.float32)
    colors = np.maximum(COLORS, 0)
    has_color = (COLORS >= 0).astype(np.float32)
    in_color = (own @ OF_COLOR)[:, colors] * has_color
    in_color = in_color - ((KINDS >= 0) & ~IS_WILD)
    lacks = np.stack([(seen["lacks"][:, 0, age, None] >> colors[None].astype(np.uint32) & 1) * has_color for age in range(2)], 2)
    same_face = (own @ OF_FACE)[:, np.maximum(KINDS, 0)] * (KINDS >= 0)
    left = (unseen @ OF_COLOR)[:, colors] * has_color / 25
    keeps_color = (seen["color"][:, None] >> colors[None] & 1) * has_color
    playable = own.sum(1, keepdims=True) * np.ones(len(ACTIVE), np.float32)
    moving = np.stack([in_color / 4, in_color / np.maximum(1, mine[:, None]), in_color == 0, same_face, left, keeps_color,
                       in_color * IS_WILD / 4, playable * (ACTIVE == KEEP)], 2).astype(np.float32)
    moving *= ((KINDS >= 0) | (COLORS >= 0) | (ACTIVE == KEEP))[None, :, None]
    static = (STATIC[None, :, :, None] * state[:, None, None, :]).reshape(n, len(ACTIVE), -1)
    return np.concatenate([static, moving, lacks.astype(np.float32)], 2)


def value_features(observations: np.ndarray) -> Any:
    """What the baseline looks at."""
    mine, theirs = observations[:, 356].astype(np.float32), observations[:, 357].astype(np.float32)
    return np.stack([np.ones_like(mine), mine, theirs, np.minimum(mine, 3), np.minimum(theirs, 3)], 1)


class Linear:
    """The policy."""

    def __init__(self, weights: Any = None) -> None:
        count = describe(np.zeros((1, penultima.OBSERVATION_BYTES), np.uint8)).shape[2]
        self.weights = np.zeros(count, np.float32) if weights is None else weights

    def likelihoods(self, features: np.ndarray, masks: np.ndarray) -> Any:
        scores = np.where(masks, features @ self.weights, -np.inf)
        scores = np.exp(scores - scores.max(1, keepdims=True))
        return scores / scores.sum(1, keepdims=True)

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> Any:
        return ACTIVE[np.where(masks[:, ACTIVE], describe(observations) @ self.weights, -np.inf).argmax(1)]


class Adam:
    def __init__(self, count: Any, rate: Any) -> None:
        self.rate, self.mean, self.square, self.steps = rate, np.zeros(count), np.zeros(count), 0

    def step(self, gradient: Any) -> Any:
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient ** 2 - self.square)
        return self.rate * (self.mean / (1 - 0.9 ** self.steps)) / (np.sqrt(self.square / (1 - 0.99 ** self.steps)) + 1e-8)


def train(policy: Any, seconds: Any, opponent: Any, seed: Any, rounds: Any = None, tables: Any = 256, steps: Any = 48, discount: Any = 0.97) -> Any:
    """Learns for so many seconds of processor time, or so many rounds of play and learning (which gives the same weights
    on a slower machine): first from 'random', then from the opponent. Returns the curve."""
    begun, random, curve = time.process_time(), np.random.default_rng(seed), list[tuple[Any, ...]]()
    batch: Optional[penultima.Batch] = None
    value: Optional[np.ndarray] = None
    optimizer = Adam(len(policy.weights), 0.03)
    while True:
        used = time.process_time() - begun
        share = len(curve) / rounds if rounds else used / seconds  # of the learning that is done
        if share >= 1:
            return curve
        now = "random" if share < 0.15 else opponent
        if batch is None or batch.bots[1] != now:
            batch = penultima.Batch(tables, bots=[None, now], seed=int(random.integers(2**62)), autoreset="same_step",
                                    rules=RULES)
        optimizer.rate = 0.03 * max(0.1, 1 - share)
        played: list[np.ndarray] = []
        looked: list[np.ndarray] = []
        rewards: list[np.ndarray] = []
        ends: list[np.ndarray] = []
        for _ in range(steps):
            masks = batch.open()[:, ACTIVE]
            masks |= ~masks.any(1, keepdims=True)  # a game that ended before anybody decided is shown; any action deals
            features = describe(batch.observations)
            likely = policy.likelihoods(features, masks)
            chosen = np.minimum((likely.cumsum(1) < random.random((tables, 1))).sum(1), len(ACTIVE) - 1)
            chosen = np.where(masks[np.arange(tables), chosen], chosen, likely.argmax(1))
            # The gradient of the logarithm of what was done.
            played.append(features[np.arange(tables), chosen] - np.einsum("na,naf->nf", likely, features))
            looked.append(value_features(batch.observations))
            batch.step(ACTIVE[chosen])
            rewards.append(batch.rewards[:, 0].copy())
            ends.append(batch.terminations | batch.truncations)
        scores, values = np.stack(played), np.stack(looked)
        # What came of it, backwards; what is still open at the end is worth what the baseline says.
        if value is None:
            value = np.zeros(values.shape[2])
        going, returns = value_features(batch.observations) @ value, np.zeros((steps, tables))
        for step in reversed(range(steps)):
            going = np.where(ends[step], rewards[step], discount * going)
            returns[step] = going
        flat = values.reshape(-1, values.shape[2])
        fit = np.linalg.solve(flat.T @ flat + np.eye(flat.shape[1]), flat.T @ returns.reshape(-1))
        advantage = returns - values @ value
        value = fit
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        policy.weights += optimizer.step((scores * advantage[:, :, None]).mean((0, 1))).astype(np.float32)
        curve.append((used, float(np.mean([r[e].mean() for r, e in zip(rewards, ends) if e.any()]))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300, help="of processor time, to learn")
    parser.add_argument("--rounds", type=int, help="of play and learning, instead of seconds")
    parser.add_argument("--opponent", default="rank")
    parser.add_argument("--games", type=int, default=20000, help="to measure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="a file for the weights")
    options = parser.parse_args()
    policy = Linear()
    curve = train(policy, options.seconds, options.opponent, options.seed, options.rounds)
    for used, reward in curve[::max(1, len(curve) // 12)]:
        print(f"{used:6.1f} s  {reward:+.3f} a game")
    if options.out:
        np.savez(options.out, weights=policy.weights)
    for opponent in dict.fromkeys(["random", options.opponent]):
        result = penultima.evaluate(policy, opponent, games=options.games, seed=options.seed + 1000, rules=RULES)
        print(f"{result}  {'beats it' if result.interval[0] > 0.5 else 'does not beat it'}")


if __name__ == "__main__":
    main()
