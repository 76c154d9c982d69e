#!/usr/bin/env python3
"""Counts the proofs of Penúltima's problems again without any code of Penúltima: prove.py FILE...

Written from docs/ANALYSIS.md (Problems) and the rules of `classic` alone, with nothing but Python's standard
library. A file holds one problem or several, with an empty line between two. Exit status: 0 every proof holds,
1 one does not, 2 a file cannot be read.
"""
import sys
from math import comb, factorial, perm

COLORS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
FACES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "s", "r", "+2"]
DECK = [color + face for color in COLORS for face in FACES] + ["w", "w+4"]  # in the order of the deck
PLACE = {card: place for place, card in enumerate(DECK)}
COPIES = {card: 4 if card[0] == "w" else 1 if card[1:] == "0" else 2 for card in DECK}
MARGIN = 5  # of 100 orders


def color_of(card):
    return None if card[0] == "w" else COLORS[card[0]]


def held(hand, color):
    return sum(color_of(card) == color for card in hand)


def fits(card, top, color):
    return card[0] == "w" or color_of(card) == color or (top[0] != "w" and card[1:] == top[1:])


def is_honest(card, hand, color):
    return card != "w+4" or held(hand, color) == 0


def best_color(hand):
    return max(COLORS.values(), key=lambda color: held(hand, color))  # of equals the first


def worth(card, hand, seats):
    """What `rank` goes by."""
    if card[0] == "w":
        return 2 if card == "w+4" else 1
    same, face = held(hand, color_of(card)), card[1:]
    if face == "+2":
        return 3000 + same
    if face == "s" or (face == "r" and seats == 2):
        return 2000 + same
    return 100 + 16 * same + (int(face) if face.isdigit() else 10)


class State:
    """The table after some cards are known. Hands are sorted tuples; the pile is what nobody has seen."""

    def __init__(self, hands, pile, top, color, forward, turn, drawn, pending):
        self.hands, self.pile, self.top, self.color = hands, pile, top, color
        self.forward, self.turn, self.drawn, self.pending = forward, turn, drawn, pending

    def after(self, **changes):
        state = State(self.hands, self.pile, self.top, self.color, self.forward, self.turn, self.drawn, self.pending)
        for name, value in changes.items():
            setattr(state, name, value)
        return state


def with_hand(hands, seat, hand):
    return hands[:seat] + (tuple(sorted(hand, key=PLACE.get)),) + hands[seat + 1:]


def without(cards, gone):
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def selections(pile, count):
    """Every hand of so many cards from the pile, with the number of orders in which they can come."""
    kinds = sorted(set(pile), key=PLACE.get)

    def pick(at, left, picked, ways):
        if left == 0:
            yield picked, ways * factorial(count)
        elif at < len(kinds):
            copies = pile.count(kinds[at])
            for number in range(min(copies, left) + 1):
                yield from pick(at + 1, left - number, picked + (kinds[at],) * number, ways * comb(copies, number))

    yield from pick(0, count, (), 1)


def legal(state):
    hand = state.hands[0]
    if state.drawn:
        cards, other = [state.drawn], "keeps"
    else:
        cards, other = sorted(set(hand), key=PLACE.get), "draws"
    choices = []
    for card in cards:
        if fits(card, state.top, state.color):
            choices += [f"plays {card} {color}" for color in COLORS.values()] if card[0] == "w" else [f"plays {card}"]
    return choices + [other]


def as_rank(state):
    hand = state.hands[state.turn]
    if state.pending:
        return "takes"
    cards = [state.drawn] if state.drawn else sorted(set(hand), key=PLACE.get)
    good = [card for card in cards if fits(card, state.top, state.color) and is_honest(card, hand, state.color)]
    if not good:
        return "keeps" if state.drawn else "draws"
    card = max(good, key=lambda one: worth(one, hand, len(state.hands)))  # of equals the first
    return f"plays {card} {best_color(hand)}" if card[0] == "w" else f"plays {card}"


class Count:
    def __init__(self):
        self.won = self.lost = self.open = 0

    def settle(self, name, state, left, weight):
        setattr(self, name, getattr(self, name) + weight * perm(len(state.pile), left))

    def step(self, state, seat, number):
        return (seat + number * state.forward) % len(state.hands)

    def draw(self, state, seat, number, left, weight, then):
        """Goes on for every selection of so many cards; what is beyond the proof stays open."""
        if number > left or number > len(state.pile):
            self.settle("open", state, left, weight)
            return
        for cards, ways in selections(state.pile, number):
            then(state.after(hands=with_hand(state.hands, seat, state.hands[seat] + cards), pile=without(state.pile, cards)),
                 cards, left - number, weight * ways)

    def act(self, state, action, left, weight):
        seat, seats = state.turn, len(state.hands)
        following = self.step(state, seat, 1)
        verb, *what = action.split()
        if verb == "draws":
            def drew(after, cards, left_, weight_):
                if fits(cards[0], after.top, after.color):
                    self.go_on(after.after(drawn=cards[0]), left_, weight_)
                else:
                    self.go_on(after.after(turn=following), left_, weight_)
            self.draw(state, seat, 1, left, weight, drew)
        elif verb == "keeps":
            self.go_on(state.after(turn=following, drawn=None), left, weight)
        elif verb == "takes":
            self.draw(state, seat, state.pending, left, weight,
                      lambda after, _, left_, weight_: self.go_on(after.after(turn=following, pending=0), left_, weight_))
        else:
            self.lay(state, what[0], what[1] if len(what) > 1 else color_of(what[0]), left, weight)

    def lay(self, state, card, color, left, weight):
        seat, seats = state.turn, len(state.hands)
        hand = without(state.hands[seat], (card,))
        if not hand:
            self.settle("won" if seat == 0 else "lost", state, left, weight)
            return
        after = state.after(hands=with_hand(state.hands, seat, hand), top=card, color=color, drawn=None)
        face = "" if card[0] == "w" else card[1:]
        if face == "r" and seats > 2:
            after.forward = -state.forward
        one, two = self.step(after, seat, 1), self.step(after, seat, 2)
        if face == "+2":
            self.draw(state, one, 2, left, weight, lambda drawn, _, left_, weight_: self.go_on(
                after.after(hands=with_hand(drawn.hands, seat, hand), pile=drawn.pile, turn=two), left_, weight_))
            return
        after.turn = two if face == "s" or (face == "r" and seats == 2) else one
        after.pending = 4 if card == "w+4" else 0
        self.go_on(after, left, weight)

    def go_on(self, state, left, weight):
        self.act(state, as_rank(state), left, weight)

    def deal(self, state, counts, seat, action, left, weight):
        """Every way the hidden cards can be in the other hands, then the choice."""
        if seat == len(counts):
            self.act(state, action, left, weight)
            return
        for cards, ways in selections(state.pile, counts[seat]):
            self.deal(state.after(hands=with_hand(state.hands, seat, cards), pile=without(state.pile, cards)),
                      counts, seat + 1, action, left, weight * ways)


def wrong(text):
    """What is wrong with a problem, or nothing."""
    lines = [line.split(" ", 1) for line in text.splitlines()]
    said = {key: value for key, value in lines if key != "choice"}
    choices = [value for key, value in lines if key == "choice"]
    counts = [int(number) for number in said["cards"].split()]
    hand, hidden = said["hand"].split(), said["hidden"].split()
    pile, draws = int(said["pile"]), int(said["draws"])
    cards = [*hand, *hidden, said["top"]]
    if said["problem"] != "1" or said["edition"] != "classic" or said["color"] not in COLORS.values():
        return "not a problem of this kind"
    if any(cards.count(card) > COPIES[card] for card in cards) or len(hand) != counts[0] or len(hidden) != sum(counts[1:]) + pile:
        return "the cards do not add up"
    if said.get("drawn", hand[0]) not in hand or (said["top"][0] != "w" and said["color"] != color_of(said["top"])):
        return "not a position"
    if int(said["orders"]) != perm(len(hidden), sum(counts[1:]) + draws):
        return "another number of orders"
    start = State((tuple(hand),) + ((),) * (len(counts) - 1), tuple(hidden), said["top"], said["color"],
                  1 if said["direction"] == "left" else -1, 0, said.get("drawn"), 0)
    stated = {}
    for choice in choices:
        action, figures = choice.split(": ")
        stated[action] = figures
    if sorted(stated) != sorted(legal(start)) or len(choices) != len(stated):
        return f"other choices: {legal(start)}"
    counted = {}
    for action, figures in stated.items():
        count = Count()
        count.deal(start, counts, 1, action, draws, 1)
        counted[action] = count
        if f"won {count.won} lost {count.lost} open {count.open}" != figures:
            return f"{action}: won {count.won} lost {count.lost} open {count.open}"
        if count.won + count.lost + count.open != int(said["orders"]):
            return f"{action}: orders are missing"
    best, *others = [counted[choice.split(": ")[0]] for choice in choices]
    if not others or any(100 * (best.won - other.won - other.open) < MARGIN * int(said["orders"]) for other in others):
        return "the first choice is not better than all others"
    return ""


def main():
    status = 0
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8") as file:
                problems = file.read().strip("\n").split("\n\n")
        except OSError as error:
            print(error, file=sys.stderr)
            return 2
        held_up = 0
        for number, problem in enumerate(problems, 1):
            try:
                fault = wrong(problem)
            except (KeyError, ValueError, IndexError) as error:
                fault = f"cannot be read: {error!r}"
            held_up += not fault
            if fault:
                print(f"{path}, problem {number}: {fault}")
                status = 1
        print(f"{path}: {held_up} of {len(problems)} proofs hold")
    return status


if __name__ == "__main__":
    sys.exit(main() if len(sys.argv) > 1 else __doc__)
