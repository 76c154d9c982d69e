#!/usr/bin/env python3
"""What some policies are worth against our bots: evaluation.py [--games 4000] [--players 2] [--weights policy.npz]

A policy is a function of observations and masks. Three are written here; with --weights the one that train.py has
learned is measured as well. All play the same deals from every seat.
"""
import argparse
from typing import Any, Union

import numpy as np
import penultima


def first_open(observations: np.ndarray, masks: np.ndarray) -> Any:
    """The lowest number that is open."""
    return masks.argmax(1)


def at_random(observations: np.ndarray, masks: np.ndarray, generator: Any = np.random.default_rng(0)) -> Any:
    """A card at random, anything else only without one."""
    masks = masks.copy()
    masks[masks[:, :128].any(1), 128:] = False
    return (generator.random(masks.shape) * masks).argmax(1)


def highest_points(observations: np.ndarray, masks: np.ndarray, rules: Any = penultima.Rules("classic", scoring="quick")) -> Any:
    """The card that would count most in somebody's hand; a coloured one rather than a wild."""
    worth = np.full(penultima.ACTIONS, -1.0)
    for kind, card in enumerate(rules.cards):
        if card.color is not None:
            worth[kind] = card.points
    worth[64:128] = 0.5
    return np.where(masks, worth, -np.inf).argmax(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", nargs="+", default=["random", "rank"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", help="what train.py wrote")
    options = parser.parse_args()
    policies: dict[str, Union[penultima.Policy, str]] = {"first open": first_open, "at random": at_random, "highest points": highest_points, "bot casual": "casual",
                "bot rank": "rank"}
    if options.weights:
        from train import Linear  # beside this file
        policies["learned"] = Linear(np.load(options.weights)["weights"])
    for name, policy in policies.items():
        for opponent in options.opponents:
            result = penultima.evaluate(policy, opponent, options.players, options.games, options.seed)
            print(f"{name:15} {result}")


if __name__ == "__main__":
    main()
