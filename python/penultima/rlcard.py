"""The numbering and the observation of RLCard's "uno" (61 actions, four planes), for the classic edition.

An agent that was trained there can be asked here, and the other way round. 0 to 59 are 15 * colour + trait: colours
red, green, blue, yellow; traits 0 to 9, skip, reverse, draw two, wild, wild draw four. 60 is "draw".

RLCard draws only for who can lay nothing, lays a drawn card that fits by itself, and knows neither challenges nor bluffs:
preset() are its rules as far as ours can be them, and those of a Numbering unless others are given. 60 stands for
whatever of drawing, keeping and taking is open, a wild of a colour also for naming the colour of an opening wild (there it
has one by itself), and a challenge has no number.
"""
from __future__ import annotations

from typing import Any, Callable, Optional

import numpy as np

from ._library import ACTIONS as _PEN_ACTIONS, OBSERVATION_BYTES, whole
from .batch import OBSERVATION
from .rules import Rules

ACTIONS = 61
DRAW = 60
COLORS = ("red", "green", "blue", "yellow")
TRAITS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "s", "r", "+2", "w", "w+4")
_WILD, _WILD_FOUR = 13, 14
_LAY_WILD, _PEN_DRAW, _PEN_KEEP, _PEN_TAKE, _PEN_NAME = 64, 128, 129, 130, 136


#: the house rules that make ours the game of RLCard
HOUSE = ("must-play", "play-drawn", "no-bluff")
_RAW_TRAITS = (*"0123456789", "skip", "reverse", "draw_2", "wild", "wild_draw_4")


def preset() -> Rules:
    """The game of RLCard: classic, one round, nobody draws who can lay, no challenges."""
    return Rules("classic", scoring="quick", house=HOUSE)


def raw_name(number: int) -> str:
    """A number as RLCard's own rules of thumb read it: "r-7", "b-wild", "draw"."""
    return "draw" if number == DRAW else f"{COLORS[number // 15][0]}-{_RAW_TRAITS[number % 15]}"


_RAW_NUMBERS = {raw_name(number): number for number in range(ACTIONS)}


def _row_of(observation: Any) -> Any:
    """An observation by its fields."""
    row = np.asarray(observation)
    if row.dtype != np.uint8 or row.shape != (OBSERVATION_BYTES,):
        raise TypeError(f"observation is {OBSERVATION_BYTES} bytes, not {observation!r:.80}")
    return np.ascontiguousarray(row).view(OBSERVATION)[0]


def _open_of(mask: Any) -> np.ndarray:
    """What is open, as booleans."""
    bits = np.asarray(mask)
    if bits.dtype.kind not in "biu" or bits.shape != (_PEN_ACTIONS,):
        raise TypeError(f"mask is {_PEN_ACTIONS} booleans, not {mask!r:.80}")
    return bits.astype(bool)


class Numbering:
    """Both numberings of one edition; those whose cards are the classic ones have it."""

    def __init__(self, rules: Optional[Rules] = None) -> None:
        if rules is not None and not isinstance(rules, Rules):
            raise TypeError(f"rules are penultima.Rules, not {rules!r:.80}")
        self.rules = rules if rules is not None else preset()
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
        return self._theirs.get(whole("number", number))

    def from_rlcard(self, number: int, mask: np.ndarray) -> int:
        """Our number of theirs where 'mask' (192 booleans) is open. ValueError if it is not open."""
        number, mask = whole("number", number, 0, ACTIONS - 1), _open_of(mask)
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
        theirs[[self._theirs[number] for number in map(int, np.flatnonzero(_open_of(mask))) if number in self._theirs]] = True
        return theirs

    def planes(self, observation: np.ndarray) -> np.ndarray:
        """Their observation (4, 4, 15) of ours (384 bytes): cards held not at all, once, twice; the card to match."""
        row = _row_of(observation)
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

    def hand(self, observation: np.ndarray) -> list[str]:
        """The own cards as RLCard names them; a third equal one is not seen there either."""
        row = _row_of(observation)
        cards = []
        for kind, card in enumerate(self.rules.cards):
            count = sum(int(row["own"][word]) >> kind & 1 for word in range(3))
            if card.color is None:
                name = "wild" if card.code == "w" else "wild_draw_4"
            else:
                place = np.argwhere(self.kinds == kind)[0]
                name = raw_name(15 * int(place[0]) + int(place[1]))
            cards += [name] * count
        return cards

    def state(self, observation: np.ndarray, mask: np.ndarray) -> dict[str, Any]:
        """What an agent of RLCard is given: numbers, and the names that its rules of thumb read."""
        legal = {int(number): None for number in np.flatnonzero(self.mask(mask))}
        names = [raw_name(number) for number in legal]
        # Wilds are in a hand there with any colour; agents look for the colour behind the letter.
        hand = [f"r-{name}" if name.startswith("wild") else name for name in self.hand(observation)]
        return {"obs": self.planes(observation), "legal_actions": legal, "raw_legal_actions": names,
                "raw_obs": {"hand": hand, "legal_actions": names, "target": self.target(observation)}, "action_record": []}

    def target(self, observation: np.ndarray) -> str:
        """The card to match, with the colour in play."""
        places = np.argwhere(self.planes(observation)[3])
        return raw_name(15 * int(places[0][0]) + int(places[0][1])) if len(places) else "r-wild"

    def agent(self, agent: Any) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
        """A policy (penultima.Policy) out of an agent of RLCard: eval_step(state) is asked, table by table. Play it by the same
        rules: evaluate(numbering.agent(agent), rules=numbering.rules)."""
        def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
            chosen = []
            for observation, mask in zip(observations, masks):
                state = self.state(observation, mask)
                if not state["legal_actions"]:  # nothing that RLCard has a number for
                    chosen.append(int(np.flatnonzero(mask)[0]))
                    continue
                said = agent.eval_step(state)[0]
                chosen.append(self.from_rlcard(_RAW_NUMBERS[said] if isinstance(said, str) else int(said), mask))
            return np.array(chosen)
        return policy
