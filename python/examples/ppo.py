#!/usr/bin/env python3
"""Learns to play by proximal policy optimisation: plain PyTorch, one file, one core.

    ppo.py --minutes 8 --opponent random --seed 1 --out ppo.pt --curve ppo.csv

Every table is played by the learner against one of our bots. What is open is masked, and so is drawing where a card can be laid:
a policy that may always draw draws for ever at first. The game itself is the whole one, in which the opponent may do as it likes.
"""
import argparse
import csv
import time

import numpy as np
import penultima
import torch
from torch import nn


class Player(nn.Module):
    """Bits of an observation in; what each action is worth choosing, and what the position is worth."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8 * penultima.OBSERVATION_BYTES, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.choice, self.worth = nn.Linear(width, penultima.ACTIONS), nn.Linear(width, 1)

    def forward(self, bits: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        body = self.body(bits)
        return self.choice(body).masked_fill(~masks, -1e9), self.worth(body).squeeze(-1)


def never_needlessly(masks: np.ndarray) -> np.ndarray:
    """What is open without drawing (128) and keeping (129) where a card (0 to 127) can be laid."""
    masks = masks.copy()
    masks[masks[:, :128].any(1), 128:130] = False
    return masks


def looks(observations: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(penultima.unpack(observations)).float()


def policy_of(player: Player) -> penultima.Policy:
    """The most likely action, as evaluate() asks for it."""
    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            logits, _ = player(looks(observations), torch.from_numpy(never_needlessly(masks)))
        return np.asarray(logits.argmax(1))
    return policy


def advantages(rewards: np.ndarray, ends: np.ndarray, worth: np.ndarray, last: np.ndarray, discount: float, trace: float) -> np.ndarray:
    """Generalised advantage estimates, from the end backwards."""
    found, carried, after = np.zeros_like(worth), np.zeros(worth.shape[1], np.float32), last
    for step in reversed(range(len(worth))):
        goes_on = 1.0 - ends[step]
        delta = rewards[step] + discount * after * goes_on - worth[step]
        carried = delta + discount * trace * goes_on * carried
        found[step], after = carried, worth[step]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=8, help="of processor time, one core")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--tables", type=int, default=512)
    parser.add_argument("--steps", type=int, default=32, help="between two lessons")
    parser.add_argument("--games", type=int, default=10000, help="of the last measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="a CSV file of what it was worth on the way")
    parser.add_argument("--out", help="where the weights go")
    choices = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(choices.seed)
    player = Player()
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3, eps=1e-5)
    batch = penultima.Batch(choices.tables, bots=[None, choices.opponent], seed=choices.seed, autoreset="same_step")
    shape = (choices.steps, choices.tables)
    curve, decisions, begin, next_look = [], 0, time.process_time(), 0.0
    while (spent := time.process_time() - begin) < 60 * choices.minutes:
        if spent >= next_look:
            result = penultima.evaluate(policy_of(player), choices.opponent, games=1000, seed=12345)
            curve.append((round(spent, 1), decisions, result.rate, *result.interval))
            print(f"{spent:6.0f} s, {decisions:9,} decisions: {100 * result.rate:.1f} %", flush=True)
            next_look = spent + 30 + (time.process_time() - begin - spent)
        seen = np.zeros((*shape, penultima.OBSERVATION_BYTES), np.uint8)
        masks, actions = np.zeros((*shape, penultima.ACTIONS), bool), np.zeros(shape, np.int64)
        rewards, ends, worth, chances = (np.zeros(shape, np.float32) for _ in range(4))
        for step in range(choices.steps):
            seen[step], masks[step] = batch.observations, never_needlessly(batch.open())
            masks[step, ~masks[step].any(1), 0] = True  # a game that bots have ended is shown: any number goes on
            with torch.no_grad():
                logits, value = player(looks(seen[step]), torch.from_numpy(masks[step]))
                chosen = torch.distributions.Categorical(logits=logits)
                action = chosen.sample()
            actions[step], worth[step], chances[step] = action.numpy(), value.numpy(), chosen.log_prob(action).numpy()
            batch.step(actions[step])
            rewards[step], ends[step] = batch.rewards[:, 0], batch.terminations | batch.truncations
        with torch.no_grad():
            last = player(looks(batch.observations), torch.ones(choices.tables, penultima.ACTIONS, dtype=torch.bool))[1].numpy()
        gain = advantages(rewards, ends, worth, last, 0.995, 0.95)
        learn(player, optimizer, seen, masks, actions, chances, gain, gain + worth)
        decisions += actions.size
    minutes = (time.process_time() - begin) / 60
    result = penultima.evaluate(policy_of(player), choices.opponent, games=choices.games, seed=99)
    curve.append((round(60 * minutes, 1), decisions, result.rate, *result.interval))
    print(f"after {minutes:.1f} minutes of one core, {decisions:,} decisions: {result}")
    if choices.out:
        torch.save(player.state_dict(), choices.out)
    if choices.curve:
        with open(choices.curve, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("seconds", "decisions", "rate", "low", "high"), *curve])


def learn(player: Player, optimizer: torch.optim.Optimizer, seen: np.ndarray, masks: np.ndarray, actions: np.ndarray,
          chances: np.ndarray, gain: np.ndarray, target: np.ndarray) -> None:
    """Twice over what was played, in eight parts each."""
    count = actions.size
    flat_seen, flat_masks = seen.reshape(count, -1), torch.from_numpy(masks.reshape(count, -1))
    flat = [torch.from_numpy(each.reshape(count)) for each in (actions, chances, gain, target)]
    for _ in range(2):
        for part in np.array_split(np.random.permutation(count), 8):
            index = torch.from_numpy(part)
            action, before, good, wanted = (each[index] for each in flat)
            good = (good - good.mean()) / (good.std() + 1e-8)
            logits, value = player(looks(flat_seen[part]), flat_masks[index])
            choice = torch.distributions.Categorical(logits=logits)
            ratio = (choice.log_prob(action) - before).exp()
            policy_loss = -torch.min(ratio * good, ratio.clamp(0.8, 1.2) * good).mean()
            loss = policy_loss + 0.5 * (value - wanted).pow(2).mean() - 0.01 * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
