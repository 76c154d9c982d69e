#!/usr/bin/env python3
"""RLCard's published results for its "uno", played by our rules: rlcard_results.py [--episodes 20000] [--games 4000]

Two players, against a random one; a game won counts 1, lost -1. What is published there: its DQN example reaches a mean
of 0.017, and 0.029 once a wild got the colour it was laid with (datamllab/rlcard, pull request 278); a random agent has 0.
Here three agents with its 61 actions and its four planes (penultima.rlcard) play the same: one at random, its rule (a Wild
Draw Four at once, otherwise a coloured card, wilds last), and a network of one hidden layer that learns the worth of each
action from won and lost games, as its DQN does, on one core with NumPy alone.
"""
import argparse
from typing import Any

import numpy as np
import penultima
from penultima.rlcard import ACTIONS, Numbering

NUMBERING = Numbering(penultima.Rules("classic", scoring="quick"))
WILD, WILD_FOUR = 13, 14


def without_whims(legal: Any) -> Any:
    """Nobody draws there who could lay a card."""
    return [number for number in legal if number < 60] or list(legal)


class AtRandom:
    """Any of the actions that are open."""

    def __init__(self, seed: Any) -> None:
        self.generator = np.random.default_rng(seed)

    def eval_step(self, state: Any) -> Any:
        return int(self.generator.choice(without_whims(state["legal_actions"]))), {}


class ByRule(AtRandom):
    """Its rule model, from what it says of itself."""

    def eval_step(self, state: Any) -> Any:
        legal = without_whims(state["legal_actions"])
        held = state["obs"][1] + 2 * state["obs"][2]
        favourite = int(held[:, :WILD].sum(1).argmax())
        if 15 * favourite + WILD_FOUR in legal:
            return 15 * favourite + WILD_FOUR, {}
        colored = [number for number in legal if number < 60 and number % 15 < WILD]
        return int(self.generator.choice(colored or legal)), {}


class Learner:
    """The worth of each of the 61 actions, by one hidden layer."""

    def __init__(self, seed: Any, hidden: Any = 64) -> None:
        generator = np.random.default_rng(seed)
        self.first = generator.normal(0, 0.1, (241, hidden)).astype(np.float32)
        self.second = np.zeros((hidden, ACTIONS), np.float32)

    def hidden(self, planes: Any) -> Any:
        rows = np.concatenate([planes.reshape(len(planes), -1), np.ones((len(planes), 1))], 1).astype(np.float32)
        return rows, np.maximum(0, rows @ self.first)

    def learn(self, planes: Any, actions: Any, returns: Any, rate: Any) -> None:
        rows, middle = self.hidden(planes)
        wrong = (middle @ self.second)[np.arange(len(rows)), actions] - returns
        back = wrong[:, None] * self.second[:, actions].T * (middle > 0)
        step = np.zeros_like(self.second)
        np.add.at(step.T, actions, wrong[:, None] * middle)
        self.second -= rate * step / len(rows)
        self.first -= rate * (rows.T @ back) / len(rows)

    def eval_step(self, state: Any) -> Any:
        worth = (self.hidden(state["obs"][None])[1] @ self.second)[0]
        return max(without_whims(state["legal_actions"]), key=lambda number: worth[number]), {}


def train(learner: Any, episodes: Any, seed: Any, tables: Any = 64, curious: Any = 0.1, rate: Any = 0.3) -> Any:
    """Plays 'tables' games at once against 'random'; when one ends, all its decisions learn how."""
    generator = np.random.default_rng(seed)
    envs = penultima.vector_env(tables, opponents="random", packed=True)
    seen, info = envs.reset(seed=seed)
    stories: list[list[tuple[Any, ...]]] = [[] for _ in range(tables)]
    done, lessons = 0, list[tuple[Any, ...]]()
    while done < episodes:
        chosen = np.zeros(tables, int)
        planes = np.stack([NUMBERING.planes(row) for row in seen])
        worth = learner.hidden(planes)[1] @ learner.second
        for table in range(tables):
            mask = info["action_mask"][table].astype(bool)
            legal = np.array(without_whims(np.flatnonzero(NUMBERING.mask(mask))))
            if not len(legal):  # nothing that has a number there, or a table that is dealt anew
                chosen[table] = mask.argmax()
                continue
            number = generator.choice(legal) if generator.random() < curious else legal[worth[table][legal].argmax()]
            stories[table].append((planes[table], number))
            chosen[table] = NUMBERING.from_rlcard(int(number), mask)
        seen, rewards, ended, cut, info = envs.step(chosen)
        for table in map(int, np.flatnonzero(ended | cut)):
            lessons += [(*decision, np.sign(rewards[table])) for decision in stories[table]]
            stories[table] = []
            done += 1
        if len(lessons) > 2000:
            learner.learn(np.stack([one[0] for one in lessons]), np.array([one[1] for one in lessons]),
                          np.array([one[2] for one in lessons], np.float32), rate)
            lessons = []
    return learner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=20000)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    agents = {"random": AtRandom(1), "its rule": ByRule(2), "learned": train(Learner(3), options.episodes, options.seed)}
    for name, agent in agents.items():
        result = penultima.evaluate(NUMBERING.agent(agent), opponents="random", games=options.games, seed=options.seed + 1000)
        print(f"{name:9} {2 * result.wins / result.games - 1:+.3f}   {result}")


if __name__ == "__main__":
    main()
