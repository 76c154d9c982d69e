#!/usr/bin/env python3
"""A player for `penultima tournament --bots rank,"exec:docs/examples/guest.py"`; standard library only.

A line tells what the seat may know, a line answers what it does: the messages of docs/PROTOCOL.md, without a network.
This one plays the card whose colour it holds most of, and draws when nothing fits.
"""
import json
import sys

ANYTIME = ("jumps", "catches", "accuses")  # what is no answer to being in turn


def choose(now, hand, names, colors):
    legal = now["legal"]
    held = [card[0] for card in hand if card[0] in colors]
    best = colors[max(sorted(set(held)), key=held.count)] if held else now["color"] or next(iter(colors.values()))
    last = " uno" if len(hand) == 2 else ""
    # By its shape, so that a verb that is added one day is done, too: a colour, a card, a seat, or a word alone.
    for verb, choices in legal.items():
        if verb == "names":
            return f"names {best}"
        if verb in ANYTIME + ("verbs",):
            continue
        if isinstance(choices[0], int):
            return f"{verb} {names[min(choices, key=lambda seat: now['counts'][seat])]}"
        card = min(choices, key=lambda card: (card[0] not in colors, -held.count(card[0])))
        is_wild = card[0] not in colors and verb != "follows"
        return f"{verb} {card}" + (f" {best}" if is_wild else "") + last
    return legal["verbs"][0]


def main():
    seat, names, colors = None, [], {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["t"] == "table":  # a game begins
            seat, names = message["you"], [person["name"] for person in message["seats"]]
            colors = {color["letter"]: color["id"] for color in message["colors"]}  # of this edition
        elif message.get("over"):
            continue
        elif seat in message["now"]["must"]:
            print(choose(message["now"], message["hand"], names, colors), flush=True)
        else:  # somebody else's turn: a catch or a jump would be possible
            print("waits", flush=True)


if __name__ == "__main__":
    main()
