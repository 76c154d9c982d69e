"""The numbering and the observation of RLCard's "uno" (61 actions, four planes), for the classic edition.

An agent that was trained there can be asked here, and the other way round. 0 to 59 are 15 * colour + trait: colours
red, green, blue, yellow; traits 0 to 9, skip, reverse, draw two, wild, wild draw four. 60 is "draw".

RLCard has no choice after a card was drawn, no challenge and an opening card that names its colour by itself. Here 60
stands for whatever of drawing, keeping and taking is open, a wild of a colour also for naming the colour of an opening
wild, and a challenge has no number.
"""
from __future__ import annotations

from typing import Optional

import numpy as np

from .batch import OBSERVATION
from .rules import Rules

ACTIONS = 61
DRAW = 60
COLORS = ("red", "green", "blue", "yellow")
TRAITS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "s", "r", "+2", "w", "w+4")
_WILD, _WILD_FOUR = 13, 14
_LAY_WILD, _PEN_DRAW, _PEN_KEEP, _PEN_TAKE, _PEN_NAME = 64, 128, 129, 130, 136


class Numbering:
    """Both numberings of one edition; those whose cards are the classic ones have it."""

    def __init__(self, rules: Optional[Rules] = None):
        self.rules = rules or Rules("classic", scoring="quick")
        letters = {name: name[0] for name in COLORS}
        if sorted(self.rules.colors) != sorted(COLORS) or not {"w", "w+4"} <= {card.code for card in self.rules.cards}:
            raise ValueError(f"the cards of {self.rules.edition} have no such numbers")
        self._color = [self.rules.colors.index(name) for name in COLORS]  # theirs to ours
        self.kinds = np.array([[self.rules.kind(trait if trait[0] == "w" else letters[name] + trait) for trait in TRAITS]
                               for name in COLORS])  #: (4, 15): our kind of their card
        wild = {trait: self.rules.wilds.index(self.rules.kind(trait)) for trait in ("w", "w+4")}
        #: (60,): our number of their card
        self.cards = np.array([[_LAY_WILD + 8 * wild[trait] + self._color[row] if trait in wild else self.kinds[row, column]
                                for column, trait in enumerate(TRAITS)] for row in range(len(COLORS))]).reshape(-1)
        self._theirs = {int(ours): theirs for theirs, ours in enumerate(self.cards)}
        self._theirs.update({number: DRAW for number in (_PEN_DRAW, _PEN_KEEP, _PEN_TAKE)})
        self._theirs.update({_PEN_NAME + ours: 15 * row + _WILD for row, ours in enumerate(self._color)})

    def to_rlcard(self, number: int) -> Optional[int]:
        """Their number of ours, or None (a challenge)."""
        return self._theirs.get(int(number))

    def from_rlcard(self, number: int, mask: np.ndarray) -> int:
        """Our number of theirs where 'mask' (192 booleans) is open. ValueError if it is not open."""
        if not 0 <= number < ACTIONS:
            raise ValueError(f"there is no action {number}")
        choices = [_PEN_DRAW, _PEN_KEEP, _PEN_TAKE] if number == DRAW else [int(self.cards[number])]
        if number != DRAW and number % 15 == _WILD:
            choices.append(_PEN_NAME + self._color[number // 15])
        for choice in choices:
            if mask[choice]:
                return choice
        raise ValueError(f"{number} is not open")

    def mask(self, mask: np.ndarray) -> np.ndarray:
        """What is open, in their numbers: 61 booleans of 192."""
        theirs = np.zeros(ACTIONS, bool)
        theirs[[self._theirs[number] for number in np.flatnonzero(mask) if number in self._theirs]] = True
        return theirs

    def planes(self, observation: np.ndarray) -> np.ndarray:
        """Their observation (4, 4, 15) of ours (384 bytes): cards held not at all, once, twice; the card to match."""
        row = np.ascontiguousarray(observation, np.uint8).view(OBSERVATION)[0]
        held = (row["own"][:, None, None] >> self.kinds.astype(np.uint64)) & np.uint64(1)
        counts = held.sum(0).astype(int)
        counts[:, _WILD:] = np.minimum(counts[:, _WILD:], 1)
        planes = np.zeros((4, 4, 15), int)
        for count in range(3):
            planes[count] = counts == count
        color = [rank for rank, ours in enumerate(self._color) if row["color"] >> ours & 1]
        top = (row["top"] >> self.kinds.astype(np.uint64)) & np.uint64(1)
        for rank in color:
            planes[3, rank] = top[rank]
        return planes

    def agent(self, agent):
        """A policy (penultima.Policy) out of an agent of RLCard: eval_step(state) is asked, table by table."""
        def policy(observations, masks):
            chosen = []
            for observation, mask in zip(observations, masks):
                legal = {int(number): None for number in np.flatnonzero(self.mask(mask))}
                if not legal:  # nothing that RLCard has a number for
                    chosen.append(int(np.flatnonzero(mask)[0]))
                    continue
                state = {"obs": self.planes(observation), "legal_actions": legal, "raw_legal_actions": list(legal)}
                chosen.append(self.from_rlcard(int(agent.eval_step(state)[0]), mask))
            return np.array(chosen)
        return policy
