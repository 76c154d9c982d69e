"""A position in words, with what can be done written out and numbered: for language models and for people."""
from __future__ import annotations

from typing import Optional

from ._library import lang_number, whole
from .table import Action, Table


def describe(table: Table, seat: int, lang: str = "en") -> tuple[str, list[Action]]:
    """What a seat may know, as text, and the actions behind its numbers: apply(actions[number - 1]).

    Cards are named in the language 'lang' and by their codes; sentences of what happened are in that language, labels are words of
    the record's format."""
    if not isinstance(table, Table):
        raise TypeError(f"table is a penultima.Table, not {table!r:.80}")
    lang_number(lang)
    view, rules = table.view(seat), table.rules

    def card(kind: int) -> str:
        return f"{rules.cards[kind].code} ({rules.card_name(kind, lang)})"

    lines = [f"seat {seat}: {table.names[seat]}", f"edition: {rules.title(lang)}", f"phase: {view.phase}"]
    lines.append(f"top: {card(view.top)}" + (f", color {rules.colors[view.color]}" if view.color is not None else ""))
    if view.pending:
        lines.append(f"pending: {view.pending}")
    lines.append("hand: " + (", ".join(f"{count} x {card(kind)}" if count > 1 else card(kind) for kind, count in view.hand.items()) or "-"))
    lines.append("cards: " + ", ".join(f"{name} {count}" for name, count in zip(table.names, view.hand_counts)) + f"; pile {view.draw_count}")
    if any(view.scores):
        lines.append("score: " + ", ".join(f"{name} {score}" for name, score in zip(table.names, view.scores)))
    told = table.told(seat, lang)
    if told:
        lines.append("events: " + " ".join(told))
    actions = choices(table, seat)
    name = table.names[seat] + " "
    lines += [f"{index}. {table.says(action)[len(name):]}" for index, action in enumerate(actions, 1)]
    return "\n".join(lines), actions


def choices(table: Table, seat: int) -> list[Action]:
    """What is open to a seat, UNO said where it belongs."""
    view = table.view(seat)
    made = []
    for action in table.legal(whole("seat", seat)):
        if action.card is not None and view.hand_counts[seat] == 2:
            action = action._replace(uno=True)
        made.append(action)
    return made


def read_choice(answer: str, actions: list[Action], table: Table) -> Optional[Action]:
    """The action that an answer names, by its number or as it is written; None if it is none of them."""
    words = answer.strip().split()
    if not words:
        return None
    first = words[0].rstrip(".):")
    if first.isascii() and first.isdigit():
        return actions[int(first) - 1] if len(first) < 6 and 1 <= int(first) <= len(actions) else None
    line = " ".join(words).rstrip(".").lower()
    for action in actions:
        said = table.says(action).split(" ", 1)[1].lower()
        if line in (said, said.removesuffix(" uno") if hasattr(said, "removesuffix") else said):
            return action
    return None
