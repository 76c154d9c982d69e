"""One round of classic or clasico, written from the rules alone (docs/RULES.md) and knowing nothing of the program.

It reads a record, plays it, and says after every action what must be so: Table.told() gives "expect" lines, the whole
list of legal actions of every player among them. Whoever replays the record with them has two opinions that agree.
"""
import re
from collections import Counter

COLORS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}


class Surprise(Exception):
    """The record does what these rules do not allow."""


def face(card):
    return card if card[0] == "w" else card[1:]


def lot(card):
    """What a card counts in the draw for the deal (S1): symbols and wilds nothing."""
    return int(card[1:]) if card[0] != "w" and card[1:].isdigit() else 0


def highest(lines, names):
    """Who is highest after these drawings (O3), each a dictionary of name and card."""
    left = list(names)
    for number, line in enumerate(lines):
        if sorted(line) != sorted(left):
            raise Surprise(f"drawing {number + 1}: {sorted(line)} instead of {sorted(left)}")
        best = max(lot(card) for card in line.values())
        left = [name for name in left if lot(line[name]) == best]
        if len(left) == 1 and number + 1 < len(lines):
            raise Surprise("a drawing too many")
    if len(left) != 1:
        raise Surprise("still a tie")
    return left[0]


class Table:
    def __init__(self, text):
        self.lines = text.splitlines()
        self.header, self.body = {}, []
        self.lots = []
        for line in self.lines:
            found = re.match(r"(edition|players|dealer|opening|draw|hand \S+|lots|set|seed): ?(.*)", line)
            if not found:
                self.body.append(line)
            elif found[1] == "lots":
                self.lots.append(dict(part.split() for part in found[2].split(", ")))
            else:
                self.header[found[1]] = found[2]
        self.is_spanish = self.header["edition"] == "clasico"
        self.names = self.header["players"].split(", ")
        self.hands = {name: Counter(self.header[f"hand {name}"].split()) for name in self.names}
        self.dealer = self.header["dealer"]
        self.pile = self.header["opening"].split() + self.header["draw"].split()
        self.discards, self.color, self.way = [], None, 1
        self.owes, self.shown = set(), None
        self.pending, self.bluff, self.thrower, self.is_tried = 0, False, None, False
        self.drawn, self.must_play, self.has_begun = None, False, False
        self.phase, self.winner, self.new_piles = "turn", None, []
        self.open_round()

    # ---- seats

    def after(self, name, steps=1):
        return self.names[(self.names.index(name) + steps * self.way) % len(self.names)]

    def pass_on(self, to):
        self.turn, self.has_begun, self.drawn, self.phase = to, False, None, "turn"

    # ---- piles

    def take(self, name, count):
        """Cards from the pile; what was laid becomes a new one when there is none (E3)."""
        for _ in range(count):
            if not self.pile:
                order = self.new_piles.pop(0) if self.new_piles else []
                if Counter(order) != Counter(self.discards[:-1]):
                    raise Surprise("the new pile is not what lay there")
                self.pile, self.discards = order, self.discards[-1:]
            if not self.pile:
                return
            self.hands[name][self.pile.pop(0)] += 1
        if self.hands[name].total() != 1:
            self.owes.discard(name)

    # ---- the first card (S4)

    def open_round(self):
        card = self.pile.pop(0)
        while card == "w+4":
            self.pile.append(card)
            card = self.pile.pop(0)
        self.discards = [card]
        self.color = card[0] if card[0] != "w" else None
        self.turn = self.after(self.dealer)
        if card == "w":
            self.phase = "name"
        elif face(card) == "s":
            self.turn = self.after(self.turn)
        elif face(card) == "r":
            self.turn, self.way = self.dealer, -1
        elif face(card) == "+2":
            self.take(self.turn, 2)
            self.turn = self.after(self.turn)

    # ---- what is legal

    def fits(self, card):
        top = self.discards[-1]
        return card[0] == "w" or card[0] == self.color or (top[0] != "w" and face(card) == face(top))

    def is_allowed(self, name, card):
        """A6: with a card of the colour in play a Wild Draw Four is a bluff."""
        return card != "w+4" or not any(held[0] == self.color for held, count in self.hands[name].items() if count)

    def worded(self, card):
        return [f"plays {card} {COLORS[color]}" for color in COLORS] if card[0] == "w" else [f"plays {card}"]

    def legal(self, name):
        if self.phase == "over":
            return []
        found = [f"catches {other}" for other in self.owes if other != name]
        if name in self.owes:
            found.append("says uno")
        if self.phase == "pending":
            if name == self.turn:
                found.append("takes")
            may_doubt = name == self.turn or (self.is_spanish and name != self.thrower)
            if may_doubt and not self.is_tried:
                found.append("challenges")
        elif name == self.turn and self.phase == "name":
            found += [f"names {color}" for color in COLORS.values()]
        elif name == self.turn and self.phase == "drawn":
            found += self.worded(self.drawn) + ([] if self.must_play else ["keeps"])
        elif name == self.turn:
            found.append("draws")
            for card in self.hands[name]:
                if self.hands[name][card] and self.fits(card):
                    found += self.worded(card)
        return found

    # ---- what is done

    def begin(self):
        """The player in turn begins: with that forgotten UNOs are safe (U2), except by the Spanish text."""
        if not self.has_begun and not self.is_spanish:
            self.owes.clear()
        self.has_begun = True

    def lay(self, name, card, color, uno):
        self.begin()
        is_allowed = self.is_allowed(name, card)
        self.hands[name][card] -= 1
        self.discards.append(card)
        self.color = color[0] if color else card[0]
        left = self.hands[name].total()
        if uno and left != 1:
            raise Surprise("UNO with another number of cards")
        self.owes.discard(name)
        if left == 1 and not uno:
            self.owes.add(name)
        if face(card) == "r":
            if len(self.names) == 2:
                return self.end_turn(name, left, skip=True)
            self.way = -self.way
        if card == "w+4" and left:
            self.pass_on(self.after(name))
            self.phase, self.pending, self.thrower = "pending", 4, name
            self.bluff, self.is_tried = not is_allowed, False
            return None
        if face(card) in ("+2", "w+4"):
            self.take(self.after(name), 2 if face(card) == "+2" else 4)
            return self.end_turn(name, left, skip=True)
        return self.end_turn(name, left, skip=face(card) == "s")

    def end_turn(self, name, left, skip):
        if left == 0:
            self.phase, self.winner, self.turn = "over", name, None
            self.owes.clear()
        else:
            self.pass_on(self.after(name, 2 if skip else 1))

    def draw(self, name):
        held = [card for card, count in self.hands[name].items() if count]
        could = any(self.fits(card) and self.is_allowed(name, card) for card in held)
        self.begin()
        before = Counter(self.hands[name])
        self.take(name, 1)
        got = list((self.hands[name] - before).elements())
        if not got:
            raise Surprise("nothing to draw: not in this model")
        if not self.fits(got[0]):
            return self.pass_on(self.after(name))
        self.phase, self.drawn = "drawn", got[0]
        self.must_play = self.is_spanish and not could and self.is_allowed(name, got[0])
        return None

    def challenge(self, name):
        self.shown = (self.thrower, name)
        count, self.pending = self.pending, 0
        target = self.turn
        self.is_tried = True
        if self.bluff:
            self.take(self.thrower, count)
            self.pass_on(target)
        else:
            self.take(name, count + 2)
            self.pass_on(self.after(name) if name == target else target)

    def act(self, line):
        name, verb, *words = line.split()
        said = " ".join([verb] + [word for word in words if word != "uno" or verb == "says"])
        if said not in self.legal(name):
            raise Surprise(f"{line}: open are {self.legal(name)}")
        self.shown = None
        if verb == "plays":
            self.lay(name, words[0], next((word for word in words[1:] if word != "uno"), None), words[-1] == "uno")
        elif verb == "draws":
            self.draw(name)
        elif verb == "keeps":
            self.pass_on(self.after(name))
        elif verb == "takes":
            count, self.pending = self.pending, 0
            self.take(name, count)
            self.pass_on(self.after(name))
        elif verb == "challenges":
            self.challenge(name)
        elif verb == "names":
            self.color, self.phase = words[0][0], "turn"
        elif verb == "says":
            self.owes.discard(name)
        elif verb == "catches":
            self.owes.discard(words[0])
            self.take(words[0], 2)

    # ---- what must be so

    def told(self):
        yield f"expect turn {self.turn or 'nobody'}"
        yield f"expect top {self.discards[-1]}"
        yield f"expect pending {self.pending}"
        yield f"expect pile {len(self.pile)}"
        yield f"expect dealer {self.dealer}"
        yield f"expect owes {', '.join(sorted(self.owes)) or 'nobody'}"
        yield f"expect round {self.winner or 'open'}"
        if self.phase != "over":
            yield f"expect direction {'left' if self.way == 1 else 'right'}"
        if self.color and self.phase != "over":
            yield f"expect color {COLORS[self.color]}"
        yield f"expect shown {self.shown[0]} to {self.shown[1]}" if self.shown else "expect shown nobody"
        for name in self.names:
            yield f"expect hand {name}: {' '.join(sorted(self.hands[name].elements()))}"
            yield f"expect legal {name}: {'; '.join(self.legal(name))}"

    def annotated(self):
        """The record, and behind every action what this table says."""
        head = [line for line in self.lines if line not in self.body]
        out = head + list(self.told())
        for number, line in enumerate(self.body):
            if not line.strip() or line.startswith(("#", "expect")):
                continue
            if line.startswith("reshuffle:"):
                out.append(line)
                continue
            if line == "deal":
                break
            self.new_piles = []
            for later in self.body[number + 1:]:
                if not later.startswith("reshuffle:"):
                    break
                self.new_piles.append(later.split()[1:])
            self.act(line)
            out.append(line)
            if not self.new_piles and not (number + 1 < len(self.body) and self.body[number + 1].startswith("reshuffle:")):
                out += self.told()
        return "\n".join(out) + "\n"
