"""Editions, and the rules of a table."""
from __future__ import annotations

import ctypes
from typing import Iterable, NamedTuple, Optional, Union

from ._library import lang_number, lib, listed, text_of

HOUSE_RULES: dict[str, int] = {}  #: a bit each, of those that come with the package
while (_name := lib.lab_house_id(len(HOUSE_RULES))) is not None:
    HOUSE_RULES[_name.decode()] = 1 << len(HOUSE_RULES)
SCORINGS = {"points": 0, "lowest": 1, "quick": 2, None: 3}
_SCORING_NAMES = {number: name for name, number in SCORINGS.items()}
_REVERSES = {"skips": 0, "turns": 1}


class Card(NamedTuple):
    """A kind of card."""
    code: str  #: as records write it: "r7", "w+4"
    color: Optional[int]  #: None for a wild
    number: Optional[int]  #: None for an action card
    points: int
    copies: int  #: in the deck


def editions() -> list[str]:
    """The editions that come with the package."""
    names: list[str] = []
    while (name := lib.lab_edition_id(len(names))) is not None:
        names.append(name.decode())
    return names


def edition_source(name: str) -> str:
    """The file of an edition, to read or to start one's own from."""
    source = lib.lab_edition_source(name.encode())
    if source is None:
        raise ValueError(f"there is no edition {name!r}; there are {', '.join(editions())}")
    return source.decode("utf-8")


def bots() -> list[str]:
    """The levels of our bots, from weakest to strongest. 'expert' and 'master' take a budget as well:
    "expert:1000" (games played out in its head) or "expert:50ms"."""
    return list(listed(lib.lab_bot_id))


def check_bot(name: str) -> str:
    """The name if there is such a bot; a ValueError that lists them otherwise."""
    if not isinstance(name, str) or not lib.lab_bot_is_good(name.encode()):
        raise ValueError(f"there is no bot {name!r}; there are {', '.join(bots())}, and expert:1000 or expert:50ms")
    return name


class Rules:
    """The rules of a table: an edition and what the table chooses on top of it.

    edition           a name of editions(), or the whole text of an edition file
    house             house rules by name, one or several that go together: HOUSE_RULES has them all
    scoring           "quick" (one round), "points", "lowest"; None: the edition's own
    target            points to play for; None: the edition's
    reverse_with_two  "skips" or "turns" (RULE O2)
    teams             2 to 5 teams, partners opposite (RULE M1); 0: everybody plays alone. Hands stay hidden
    """

    def __init__(self, edition: str = "classic", house: Union[str, Iterable[str]] = (), scoring: Optional[str] = None,
                 target: Optional[int] = None, reverse_with_two: str = "skips", lang: str = "en", teams: int = 0):
        source = edition if "\n" in edition else edition_source(edition)
        names = [house] if isinstance(house, str) else list(house)
        for name in names:
            if name not in HOUSE_RULES:
                raise ValueError(f"there is no house rule {name!r}; there are {', '.join(HOUSE_RULES)}")
        if scoring not in SCORINGS:
            raise ValueError(f"there is no scoring {scoring!r}; there are quick, points, lowest")
        if reverse_with_two not in _REVERSES:
            raise ValueError("reverse_with_two is 'skips' or 'turns'")
        if target is not None and not 1 <= target <= 30000:
            raise ValueError("target is a number from 1 to 30000")
        if teams not in (0, 2, 3, 4, 5):
            raise ValueError("teams is 0, or a number from 2 to 5")
        problem = ctypes.create_string_buffer(512)
        encoded = source.encode()
        handle = lib.lab_rules_new(encoded, len(encoded), sum({HOUSE_RULES[name] for name in names}),
                                   SCORINGS[scoring], target or 0, _REVERSES[reverse_with_two], teams,
                                   lang_number(lang), problem, len(problem))
        if not handle:
            raise ValueError(problem.value.decode("utf-8", "replace"))
        self._take(handle)
        self._arguments = {"edition": edition, "house": tuple(names), "scoring": scoring, "target": target,
                           "reverse_with_two": reverse_with_two, "teams": teams}

    def _take(self, handle):
        self._handle = handle
        numbers = (ctypes.c_int32 * 8)()
        lib.lab_rules_numbers(handle, numbers)
        (self.kind_count, self.color_count, self.deck_count, self.seats_min, self.seats_max, self.hand_cards,
         scoring, self.target) = numbers
        self.scoring = _SCORING_NAMES[scoring]
        self.edition = lib.lab_rules_id(handle).decode()
        self.colors = [lib.lab_color_id(handle, color).decode() for color in range(self.color_count)]
        self.cards = [self._card(kind) for kind in range(self.kind_count)]
        self._kinds = {card.code: kind for kind, card in enumerate(self.cards)}
        self.wilds = [kind for kind, card in enumerate(self.cards) if card.color is None]

    @classmethod
    def _of_handle(cls, handle):
        rules = cls.__new__(cls)
        rules._arguments = None
        rules._take(handle)
        return rules

    def _card(self, kind):
        numbers = (ctypes.c_int32 * 4)()
        lib.lab_card_numbers(self._handle, kind, numbers)
        color, number, points, copies = numbers
        return Card(text_of(lib.lab_card_text, self._handle, kind, size=32), None if color < 0 else color,
                    None if number < 0 else number, points, copies)

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.lab_rules_free(self._handle)

    def __repr__(self):
        return f"<penultima.Rules {self.edition}, {self.scoring} to {self.target}>"

    def __reduce__(self):
        if self._arguments is None:
            raise TypeError("rules that were read from a record are pickled with their table")
        return _rebuild, (self._arguments,)

    def title(self, lang: str = "en") -> str:
        """What the edition is called."""
        return lib.lab_rules_title(self._handle, lang_number(lang)).decode("utf-8")

    def source(self) -> str:
        """The edition in its file format."""
        return text_of(lib.lab_rules_source, self._handle)

    def kind(self, code: str) -> int:
        """The number of a card that is written like "r7"."""
        try:
            return self._kinds[code]
        except KeyError:
            raise ValueError(f"{self.edition} has no card {code!r}") from None

    def card_name(self, kind: int, lang: str = "en") -> str:
        """A card in words: "● red 7"."""
        if not 0 <= kind < self.kind_count:
            raise ValueError(f"there is no card {kind}")
        return text_of(lib.lab_card_name, self._handle, kind, lang_number(lang), size=256)


def _rebuild(arguments):
    return Rules(**arguments)


def make_rules(rules: Union[Rules, str, None] = None, **settings) -> Rules:
    """Rules as the environments take them: ready ones, or the settings to make them from. One round by default."""
    if isinstance(rules, Rules):
        if settings:
            raise ValueError("give either rules or what to make them from")
        return rules
    settings.setdefault("scoring", "quick")
    return Rules(**({"edition": rules} if rules else {}), **settings)
