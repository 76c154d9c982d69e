"""Editions, and the rules of a table."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Optional, Sequence, Union

from ._library import SEATS_MAX, encoded, freed_with, lang_number, lib, listed, text_of, truth, whole

#: those that come with the package, with the numbers each may be played with: "uno" with 1 to 6 is "uno=3"
HOUSE_RULES: dict[str, range] = {}
while (_name := lib.lab_house_id(len(HOUSE_RULES))) is not None:
    _least, _most = ctypes.c_uint(), ctypes.c_uint()
    lib.lab_house_numbers(len(HOUSE_RULES), _least, _most)
    HOUSE_RULES[_name.decode()] = range(_least.value, _most.value + 1) if _most.value > 1 else range(0)
SCORINGS = {"points": 0, "lowest": 1, "quick": 2, None: 3}
_SCORING_NAMES = {number: name for name, number in SCORINGS.items()}
_REVERSES = {"skips": 0, "turns": 1}


#: what rules can be made from, by name
RULE_SETTINGS = ("edition", "house", "scoring", "target", "reverse_with_two", "lang", "teams", "must_play")

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    class RuleSettings(TypedDict, total=False):
        """The arguments of Rules, where others pass them on."""
        edition: str
        house: Union[str, Iterable[str]]
        scoring: Optional[str]
        target: Optional[int]
        reverse_with_two: str
        lang: str
        teams: int
        must_play: bool

    class BatchSettings(RuleSettings, total=False):
        """The arguments of Batch that the environments pass on."""
        rules: Optional["Rules"]
        reactions: bool
        skip_forced: bool
        max_steps: Optional[int]
        observe: bool
        threads: int

    class _EnvSettings(BatchSettings, total=False):
        """What every environment takes."""
        players: int
        packed: bool
        render_mode: Optional[str]

    class GymSettings(_EnvSettings, total=False):
        """The arguments of penultima.env()."""
        opponents: Union[str, Sequence[str]]
        seed: int
        illegal: str

    class VectorSettings(_EnvSettings, total=False):
        """The arguments of penultima.vector_env()."""
        opponents: Union[str, Sequence[str]]
        seed: int
        autoreset: str

    class SeatsSettings(_EnvSettings, total=False):
        """The arguments of penultima.aec_env() and parallel_env()."""
        illegal: str
        max_cycles: int


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
    source = lib.lab_edition_source(encoded("edition", name))
    if source is None:
        raise ValueError(f"edition: there is no {name!r}; there are {', '.join(editions())}")
    return str(source.decode("utf-8"))


def bots() -> list[str]:
    """The levels of our bots, from weakest to strongest. 'expert' and 'master' take a budget as well:
    "expert:1000" (games played out in its head) or "expert:50ms"."""
    return list(listed(lib.lab_bot_id))


def check_bot(name: str, argument: str = "bot") -> str:
    """The name if there is such a bot; a ValueError that lists them otherwise."""
    if not isinstance(name, str) or not name.isascii() or not lib.lab_bot_is_good(encoded("bot", name)):
        raise ValueError(f"{argument}: there is no bot {name!r}; there are {', '.join(bots())}, and expert:1000 or expert:50ms")
    return name


class Rules:
    """The rules of a table: an edition and what the table chooses on top of it.

    edition           a name of editions(), or the whole text of an edition file
    house             house rules by name, one or several that go together: HOUSE_RULES has them all
    scoring           "quick" (one round), "points", "lowest"; None: the edition's own
    target            points to play for; None: the edition's
    reverse_with_two  "skips" or "turns" (RULE O2)
    must_play         True: nobody draws who can lay a card (the house rule must-play). For whoever chooses by chance: played
                      uniformly over what is open, a game of two takes 66 decisions instead of 1,313
    teams             2 to 5 teams, partners opposite (RULE M1); 0: everybody plays alone. Hands stay hidden
    """

    def __init__(self, edition: str = "classic", house: Union[str, Iterable[str]] = (), scoring: Optional[str] = None,
                 target: Optional[int] = None, reverse_with_two: str = "skips", lang: str = "en", teams: int = 0,
                 must_play: bool = False) -> None:
        source = edition if "\n" in encoded("edition", edition).decode() else edition_source(edition)
        names, laid = _house_set(house)
        if truth("must_play", must_play) and "must-play" not in names:
            names, laid = _house_set([*names, "must-play"])
        if scoring is not None and not isinstance(scoring, str) or scoring not in SCORINGS:
            raise ValueError(f"scoring: there is no {scoring!r}; there are quick, points, lowest")
        if not isinstance(reverse_with_two, str) or reverse_with_two not in _REVERSES:
            raise ValueError("reverse_with_two is 'skips' or 'turns'")
        if target is not None:
            whole("target", target, 1, 30000)
        if whole("teams", teams, 0, 5) == 1:
            raise ValueError("teams is 0, or a number from 2 to 5")
        problem = ctypes.create_string_buffer(512)
        bytes_ = encoded("edition", source)
        handle = lib.lab_rules_new(bytes_, len(bytes_), laid,
                                   SCORINGS[scoring], target or 0, _REVERSES[reverse_with_two], teams,
                                   lang_number(lang), problem, len(problem))
        if not handle:
            raise ValueError(problem.value.decode("utf-8", "replace"))
        self._take(handle)
        self._arguments: Optional[dict[str, Any]] = {"edition": edition, "house": tuple(names), "scoring": scoring, "target": target,
                           "reverse_with_two": reverse_with_two, "teams": teams}

    def _take(self, handle: Any) -> None:
        self._handle = freed_with(self, lib.lab_rules_free, handle)
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
    def _of_handle(cls, handle: Any) -> Rules:
        rules = cls.__new__(cls)
        rules._arguments = None
        rules._take(handle)
        return rules

    def _card(self, kind: Any) -> Any:
        numbers = (ctypes.c_int32 * 4)()
        lib.lab_card_numbers(self._handle, kind, numbers)
        color, number, points, copies = numbers
        return Card(text_of(lib.lab_card_text, self._handle, kind, size=32), None if color < 0 else color,
                    None if number < 0 else number, points, copies)

    def __repr__(self) -> str:
        return f"<penultima.Rules {self.edition}, {self.scoring} to {self.target}>"

    def __reduce__(self) -> Any:
        if self._arguments is None:
            raise TypeError("rules that were read from a record are pickled with their table")
        return _rebuild, (self._arguments,)

    def check_players(self, players: int) -> None:
        """An exception if so many cannot play by these rules."""
        whole("players", players, 2, SEATS_MAX)
        if not self.seats_min <= players <= self.seats_max:
            raise ValueError(f"players: {self.edition} is for {self.seats_min} to {self.seats_max}, not {players}")

    def title(self, lang: str = "en") -> str:
        """What the edition is called."""
        return str(lib.lab_rules_title(self._handle, lang_number(lang)).decode("utf-8"))

    def source(self) -> str:
        """The edition in its file format."""
        return text_of(lib.lab_rules_source, self._handle)

    def kind(self, code: str) -> int:
        """The number of a card that is written like "r7"."""
        if not isinstance(code, str) or code not in self._kinds:
            raise ValueError(f"{self.edition} has no card {code!r}")
        return self._kinds[code]

    def card_name(self, kind: int, lang: str = "en") -> str:
        """A card in words: "● red 7"."""
        whole("kind", kind, 0, len(self.cards) - 1)
        return text_of(lib.lab_card_name, self._handle, kind, lang_number(lang), size=256)


def _house_set(house: Any) -> tuple[list[str], int]:
    """Their names, and all of them as the library has them."""
    try:
        names = [house] if isinstance(house, str) else list(house)
    except TypeError:
        raise TypeError(f"house is the name of a house rule, or several, not {house!r}") from None
    laid = ctypes.c_uint64(0)
    for name in names:
        if not isinstance(name, str) or not lib.lab_house_add(encoded("house", name), laid):
            known = (f"{one}={numbers[0]} to {numbers[-1]}" if numbers else one for one, numbers in HOUSE_RULES.items())
            raise ValueError(f"house: there is no {name!r}, or it is there with another number; "
                             f"there are {', '.join(known)}")
    return names, laid.value


def _rebuild(arguments: Any) -> Any:
    return Rules(**arguments)


def make_rules(rules: Union[Rules, str, None] = None, **settings: Any) -> Rules:
    """Rules as the environments take them: ready ones, or the settings to make them from. One round by default."""
    if rules is not None and not isinstance(rules, (Rules, str)):
        raise TypeError(f"rules are penultima.Rules or the name of an edition, not {rules!r}")
    if isinstance(rules, Rules):
        if settings:
            raise ValueError("give either rules or what to make them from, not both")
        return rules
    unknown = [name for name in settings if name not in RULE_SETTINGS]
    if unknown:
        raise TypeError(f"there is no argument {unknown[0]!r}; rules are made from {', '.join(RULE_SETTINGS)}")
    if rules is not None:
        settings["edition"] = rules
    settings.setdefault("scoring", "quick")
    return Rules(**settings)
