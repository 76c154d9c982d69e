"""One round of any edition of the sheets, with jump-in, progressive, stack-up, skip-on, reverse-back, seven-0, several and turns-10
where wanted, written from the rules alone (docs/RULES.md) and knowing nothing of the program.

It reads a record, plays it, and says after every action what must be so: Table.told() gives "expect" lines, the whole
list of legal actions of every player among them. Whoever replays the record with them has two opinions that agree.
"""
import re
from collections import Counter, defaultdict

COLORS = {"r": "red", "p": "pink", "g": "green", "b": "blue", "y": "yellow"}
AMOUNTS = {"+2": 2, "w+4": 4}


class Surprise(Exception):
    """The record does what these rules do not allow."""


# While one of these is unfinished, nobody jumps in (O16), and who has to choose lays nothing else (O14).
CHOICES = ("name", "more", "swap", "race", "stream", "follow", "swing")


def deck(edition):
    faces = ["0"] + 2 * [str(number) for number in range(1, 10)] + 2 * ["s", "r", "+2"]
    special = 4 * ["wx"] if edition in ("office", "ghostbusters", "spiderman") else []
    return [color + one for color in letters(edition) for one in faces] + 4 * ["w", "w+4"] + special


def letters(edition):
    return "pgby" if edition == "office" else "rgby"


def face(card):
    return card if card[0] == "w" else card[1:]


def lot(card):
    """What a card counts in the draw for the deal (S1): symbols and wilds nothing."""
    return int(card[1:]) if card[0] != "w" and card[1:].isdigit() else 0


def highest(lines, names, is_last=True):
    """Who is highest after these drawings (O3), each with names and cards; all who are, unless they are the last."""
    left = list(names)
    for number, line in enumerate(lines):
        if sorted(line) != sorted(left):
            raise Surprise(f"drawing {number + 1}: {sorted(line)} instead of {sorted(left)}")
        best = max(lot(card) for card in line.values())
        left = [name for name in left if lot(line[name]) == best]
        if len(left) == 1 and number + 1 < len(lines):
            raise Surprise("a drawing too many")
    if not is_last:
        return left
    if len(left) != 1:
        raise Surprise("still a tie")
    return left[0]


class Table:
    def __init__(self, text, shuffle=None):
        self.lines = text.splitlines()
        self.header, self.body = {}, []
        self.lots = []
        for line in self.lines:
            found = re.match(r"(edition|house|players|dealer|opening|draw|hand \S+|lots|set|seed): ?(.*)", line)
            if not found:
                self.body.append(line)
            elif found[1] == "lots":
                self.lots.append(dict(part.split() for part in found[2].split(", ")))
            else:
                self.header[found[1]] = found[2]
        edition, house = self.header["edition"], self.header.get("house", "")
        self.edition, self.colors = edition, [COLORS[letter] for letter in letters(edition)]
        self.is_spanish, self.punishes = edition == "clasico", edition == "cumulative"
        self.is_spider, self.forces = edition == "spiderman", edition not in ("classic", "cumulative")
        self.debts_last = self.is_spanish or self.punishes
        self.has_jumps, self.is_progressive = "jump-in" in house, "progressive" in house
        self.has_several, self.moves_hands = "several" in house, "seven-0" in house
        self.ups, self.hands_on, self.sends_back = "stack-up" in house, "skip-on" in house, "reverse-back" in house
        self.has_own, self.own = "own-pile" in house, {}
        self.turns_each = 10 if "turns-10" in house else 0
        self.adds_up = self.punishes or self.is_progressive or self.ups
        self.turns_with_two = "reverse_with_two=turn" in self.header.get("set", "")
        self.names = self.header["players"].split(", ")
        self.hands = {name: Counter(self.header[f"hand {name}"].split()) for name in self.names}
        self.dealer = self.header["dealer"]
        self.opening, self.pile = self.header["opening"].split(), self.header["draw"].split()
        self.discards, self.color, self.way, self.has_turned = [], None, 1, False
        self.owes, self.shown, self.lost, self.vain = set(), [], set(), set()
        self.pending, self.drawing, self.bluff, self.thrower = 0, None, False, None
        self.drawn, self.must_play, self.has_begun = None, False, False
        self.accused, self.convicted = defaultdict(set), set()
        self.phase, self.winner, self.new_piles = "turn", None, []
        self.turns, self.busy, self.followed = 1, [], None
        # Where the order of a new pile is not in the record, this decides it; 'made' tells it to whoever writes one.
        self.shuffle, self.made = shuffle, []
        self.seen = Counter()
        self.open_round()

    # ---- seats

    def after(self, name, steps=1):
        return self.names[(self.names.index(name) + steps * self.way) % len(self.names)]

    def reach(self, to, phase):
        """A turn, or a draw, comes to somebody; accusations begin anew (O15)."""
        self.turn, self.has_begun, self.drawn, self.phase = to, False, None, phase
        self.turns += 1
        self.accused, self.convicted = defaultdict(set), set()

    def are_turns_over(self):
        """H24"""
        return self.turns_each and self.turns >= self.turns_each * len(self.names)

    def end_of_turns(self, first):
        """H24: the fewest cards win, then the fewest points, then who would come first."""
        self.seen["turns over"] += 1
        order = [self.after(first, step) for step in range(len(self.names))]
        return self.end_round(min(order, key=lambda name: (self.hands[name].total(), self.points(name))))

    def points(self, name):
        return sum(50 if card[0] == "w" else int(card[1:]) if card[1:].isdigit() else 20
                   for card in self.hands[name].elements())

    def pass_on(self, to):
        if self.are_turns_over():
            return self.end_of_turns(to)
        while to in self.lost:  # O14: a turn that is owed
            self.lost.discard(to)
            self.seen["turn owed"] += 1
            to = self.after(to)
        return self.reach(to, "turn")

    # ---- piles

    def take(self, name, count):
        """Cards from the pile; what was laid becomes a new one when there is none (E3). Returns them."""
        got = []
        for _ in range(count):
            if not self.pile and len(self.discards) > 1:
                self.renew()
            if not self.pile:
                self.seen["nothing left"] += 1
                break
            got.append(self.top_for(name))
        self.hands[name].update(got)
        if self.hands[name].total() != 1:
            self.owes.discard(name)
        return got

    def share(self):
        """H25: the pile is dealt out, the dealer's left first."""
        first, count = self.names.index(self.dealer) + 1, len(self.names)
        self.own = {self.names[(first + number) % count]: self.pile[number::count] for number in range(count)}

    def top_for(self, name):
        if not self.has_own:
            return self.pile.pop(0)
        if self.own[name]:
            card = self.own[name].pop(0)
        else:
            self.seen["pile of another"] += 1
            at = self.names.index(name)
            left = self.names[at + 1:] + self.names[:at]  # whichever way play runs; max() takes the first of equals
            card = self.own[max(left, key=lambda other: len(self.own[other]))].pop()
        self.pile.remove(card)  # only how many there are matters
        return card

    def renew(self):
        self.seen["new pile"] += 1
        order = self.shuffle(self.discards[:-1]) if self.shuffle else (self.new_piles or [[]]).pop(0)
        if Counter(order) != Counter(self.discards[:-1]):
            raise Surprise("the new pile is not what lay there")
        self.pile, self.discards = list(order), self.discards[-1:]
        self.share()
        self.made.append(order)

    # ---- the first card (S4)

    def open_round(self):
        card = self.opening.pop(0)
        while self.is_spider and not face(card).isdigit():
            self.discards.append(card)
            card = self.opening.pop(0)
        while card == "w+4":
            self.seen["card turned back"] += 1
            card = self.opening.pop(0)
        # O24: where the pile is stated to have it, else below.
        named = self.pile.count("w+4") + sum(hand["w+4"] for hand in self.hands.values()) + self.discards.count("w+4")
        self.pile += (4 - named) * ["w+4"]
        self.share()
        self.discards.append(card)
        self.color = card[0] if card[0] != "w" else None
        self.turn = self.after(self.dealer)
        if card[0] == "w":
            self.phase = "name"
        elif face(card) == "s":
            self.turn = self.after(self.turn)
        elif face(card) == "r":
            self.turn, self.way, self.has_turned = self.dealer, -1, True
        elif face(card) == "+2":
            self.take(self.turn, 2)
            self.turn = self.after(self.turn)

    # ---- what is legal

    def held(self, name):
        return [card for card, count in self.hands[name].items() if count]

    def fits(self, card):
        top = self.discards[-1]
        return card[0] == "w" or card[0] == self.color or (top[0] != "w" and face(card) == face(top))

    def answers(self, card):
        """K1, K2, H9: whether a draw that is pending can be answered with this; H10, H11: or be passed on with it."""
        if face(card) == "s" and self.hands_on or face(card) == "r" and self.sends_back:
            return self.fits(card)
        if not self.adds_up or (face(self.discards[-1]) not in AMOUNTS and not self.fits(card)):
            return False
        return face(card) == self.drawing or (self.drawing == "+2" and card == "w+4" and not self.is_progressive)

    def is_allowed(self, name, card):
        """A6: with a card of the colour in play a Wild Draw Four is a bluff, in spiderman with another wild too."""
        if self.is_spider and sum(count for held, count in self.hands[name].items() if held[0] == "w") > 1:
            return card != "w+4"
        return card != "w+4" or not any(held[0] == self.color for held in self.held(name))

    def worded(self, verb, card):
        return [f"{verb} {card} {color}" for color in self.colors] if card[0] == "w" else [f"{verb} {card}"]

    def legal(self, name):
        if self.phase == "over":
            return []
        found = [f"catches {other}" for other in self.owes
                 if other != name and (other != self.turn or self.phase != "more")]
        if name in self.owes:
            found.append("says uno")
        if self.punishes and len(self.names) > 2:
            found += [f"accuses {other}" for other in self.names if other not in (name, self.turn)
                      and name not in self.accused[other] and other not in self.convicted]
        if self.has_jumps and self.phase not in CHOICES and self.hands[name][self.discards[-1]]:
            found += self.worded("jumps", self.discards[-1])
        if self.phase == "pending":
            may_doubt = name == self.turn or (self.is_spanish and name != self.thrower)
            if may_doubt and self.discards[-1] == "w+4":
                found.append("challenges")
            if name == self.turn:
                found.append("takes")
                found += [word for card in self.held(name) if self.answers(card) for word in self.worded("plays", card)]
        elif name == self.turn and self.phase == "name":
            found += [f"names {color}" for color in self.colors]
        elif self.phase == "race":
            found += ["drops"] if name in self.busy else []
        elif self.phase == "follow":
            found += [f"follows {card}" for card in self.followers(name)] if name == self.busy[0] else []
        elif name == self.turn and self.phase == "swap":
            found += [f"swaps {other}" for other in self.names if other != name]
        elif name == self.turn and self.phase == "stream":
            found += ["streams none"] + [word for card in self.held(name) for word in self.worded("streams", card)]
        elif name == self.turn and self.phase == "swing":
            found += [f"swings {other}" for other in self.busy]
        elif name == self.turn and self.phase == "more":
            found += ["keeps"] + [f"plays {card}" for card in self.more_of(name)]
        elif name == self.turn and self.phase == "drawn":
            found += self.worded("plays", self.drawn) + ([] if self.must_play else ["keeps"])
        elif name == self.turn:
            found.append("draws")
            found += [word for card in self.held(name) if self.fits(card) for word in self.worded("plays", card)]
        return found

    def more_of(self, name):
        """H23: what has the number that lies on top."""
        number = face(self.discards[-1])
        return [card for card in self.held(name) if number.isdigit() and face(card) == number]

    def followers(self, name):
        """G3, O11: wilds have no colour."""
        return [card for card in self.held(name) if card[0] == self.followed]

    def is_misplay(self, name, card):
        """P3, O14: a card that does not fit or comes out of turn, unless its player has a choice to make first."""
        if not self.punishes or self.phase == "over" or not self.hands[name][card]:
            return False
        if name != self.turn:
            return True
        return self.phase not in CHOICES and self.worded("plays", card)[0] not in self.legal(name)

    # ---- what is done

    def begin(self):
        """The player in turn begins: with that forgotten UNOs are safe (U2), where they do not last."""
        if not self.has_begun and not self.debts_last:
            self.owes.clear()
        self.has_begun = True

    def lay(self, name, card, color, uno, is_jump=False):
        """A card on the pile, played or jumped in: the effects of both are counted from who laid it."""
        may_go_on = self.has_several and self.phase in ("turn", "more") and not is_jump
        if name == self.turn:
            self.begin()
        is_bluff = not self.is_allowed(name, card)
        self.discards.append(card)
        self.color = color[0] if color else card[0]
        self.vain.clear()
        left = self.give_up(name, card, uno)
        self.pending += AMOUNTS.get(face(card), 0)
        is_passed = self.phase == "pending" and face(card) not in AMOUNTS
        if face(card) in AMOUNTS:
            self.drawing = face(card)
        if left == 0:
            # H11: sent back by the last card; jumped in, that one turns nothing (O7).
            is_back = is_passed and face(card) == "r" and not is_jump and self.can_turn()
            self.take(self.after(name, -1 if is_back else 1), 0 if self.is_spider else self.pending)  # E2
            return self.end_round(name)
        if may_go_on and self.more_of(name):
            self.seen["several laid"] += self.phase == "more"
            self.phase = "more"
            return None
        if face(card) in AMOUNTS:
            return self.draw_card(name, card, is_bluff)
        return self.effect(name, card, is_passed)

    def give_up(self, name, card, uno):
        """A card leaves a hand; whether UNO is owed for it (O8). Returns how many are left."""
        self.hands[name][card] -= 1
        left = self.hands[name].total()
        if uno and left != 1:
            raise Surprise("UNO with another number of cards")
        self.owes.discard(name)
        if left == 1 and not uno:
            self.owes.add(name)
        return left

    def can_turn(self):
        """O2"""
        return len(self.names) > 2 or self.turns_with_two

    def effect(self, name, card, is_passed=False):
        """What a card does that makes nobody draw for it, and whose turn it is then."""
        if card == "wx":
            return self.special(name)
        if self.moves_hands and face(card) == "7":
            self.turn, self.phase = name, "swap"
            return None
        if self.moves_hands and face(card) == "0":
            self.move({self.after(one): one for one in self.names})
        if face(card) == "r":
            self.has_turned = self.can_turn()
            if self.has_turned:
                self.way = -self.way
        if is_passed:
            self.seen["draw passed on"] += 1
            return self.reach(self.after(name), "pending")
        skips = face(card) == "s" or (face(card) == "r" and not self.has_turned)
        return self.pass_on(self.after(name, 2 if skips else 1))

    def move(self, whose):
        """H2: everybody named gets the hand of the one beside. One card for one card changes no debt (O8)."""
        self.seen["hands moved"] += 1
        before = {name: self.hands[name] for name in whose}
        for name, other in whose.items():
            self.hands[name] = before[other]
            if before[other].total() != 1:
                self.owes.discard(name)
            elif before[name].total() != 1:
                self.owes.add(name)

    def special(self, name):
        """C1, G1 or W1"""
        self.turn = name
        others = [self.after(name, step) for step in range(1, len(self.names))]
        if self.edition == "office":
            self.phase, self.busy = "race", [name, *others]
        elif self.edition == "ghostbusters":
            for one in [name, *others]:
                self.take(one, 1)
            self.phase, self.busy = "stream", others
        else:
            self.shown = [(other, "all") for other in others]
            self.busy = [other for other in others if any(card[0] == self.color for card in self.held(other))]
            self.phase = "swing"
            if not self.busy:
                self.pass_on(self.after(name))

    def drop(self, name):
        self.busy.remove(name)
        if len(self.busy) == 1:
            self.take(self.busy[0], 2)
            self.pass_on(self.after(self.turn))

    def beneath(self, name, card, uno):
        """G2, G3, O11: a card beneath the streams card, without any effect. Whether the round goes on."""
        self.discards.insert(-1, card)
        if self.give_up(name, card, uno) == 0:
            self.seen["out by following"] += 1
            self.end_round(name)
        return self.phase != "over"

    def others_follow(self):
        """G3: up to the next who can follow; who cannot draws two."""
        self.phase = "follow"
        while self.busy and not self.followers(self.busy[0]):
            self.take(self.busy.pop(0), 2)
        if not self.busy:
            self.pass_on(self.after(self.turn))

    def draw_card(self, name, card, is_bluff):
        target = self.after(name)
        if card == "w+4" or self.adds_up or self.has_jumps or self.hands_on or self.sends_back:
            self.reach(target, "pending")
            self.thrower, self.bluff = name, is_bluff
        else:
            self.take(target, self.pending)
            self.pending = 0
            self.pass_on(self.after(target))

    def jump(self, name, card, color, uno):
        """H4, O17: what the first card did is undone, as far as it has not been done."""
        if self.phase == "pending":
            self.pending -= AMOUNTS.get(face(card), 0)
        if face(card) == "r" and self.has_turned and self.hands[name].total() > 1:
            self.way = -self.way
        self.seen["jump into a draw" if self.phase == "pending" else "jump"] += 1
        self.lay(name, card, color, uno, is_jump=True)

    def end_round(self, winner):
        self.phase, self.winner, self.turn, self.pending = "over", winner, None, 0
        self.owes.clear()

    def draw(self, name):
        could = any(self.fits(card) and self.is_allowed(name, card) for card in self.held(name))
        self.begin()
        got = self.take(name, 1)
        if not got:
            self.vain.add(name)
            if len(self.vain) == len(self.names):
                return self.end_round("void")  # O19
            return self.pass_on(self.after(name))
        if not self.fits(got[0]):
            return self.pass_on(self.after(name))
        self.phase, self.drawn = "drawn", got[0]
        self.must_play = self.forces and not could and self.is_allowed(name, got[0])
        return None

    def challenge(self, name):
        self.shown = [(self.thrower, name)]
        count, self.pending = self.pending, 0
        target = self.turn
        if not self.bluff:
            self.take(name, count + 2)
        else:
            self.take(self.thrower, count)
        if self.are_turns_over():
            return self.end_of_turns(self.after(name) if not self.bluff and name == target else target)
        if not self.bluff and name == target:
            self.pass_on(self.after(name))
        elif target in self.lost:
            self.seen["bluff found, turn owed"] += 1
            self.pass_on(target)
        else:
            # O15: it is the turn that began when the draw came.
            self.seen["bluff found after an accusation"] += self.bluff and any(self.accused.values())
            self.phase, self.has_begun = "turn", False
        return None

    def misplay(self, name):
        count = 2
        self.seen["wrong card in turn" if name == self.turn else "wrong card out of turn"] += 1
        if name != self.turn:
            self.lost.add(name)
        elif self.phase == "pending":
            count, self.pending = count + self.pending, 0
        self.take(name, count)
        if name == self.turn:
            self.pass_on(self.after(name))

    def accuse(self, name, other):
        """O15: more than half of the others, during the same turn."""
        self.accused[other].add(name)
        if 2 * len(self.accused[other]) > len(self.names) - 1:
            self.seen["accusation with effect"] += 1
            self.convicted.add(other)
            self.take(other, 2)

    def act(self, line):
        name, verb, *words = line.split()
        said = " ".join([verb] + [word for word in words if word != "uno" or verb == "says"])
        self.shown, self.made = [], []
        if said not in self.legal(name):
            if verb != "plays" or not self.is_misplay(name, words[0]):
                raise Surprise(f"{line}: open are {self.legal(name)}")
            return self.misplay(name)
        self.seen[verb] += 1
        color = next((word for word in words[1:] if word != "uno"), None)
        if verb in ("plays", "jumps"):
            (self.lay if verb == "plays" else self.jump)(name, words[0], color, words[-1] == "uno")
        elif verb == "draws":
            self.draw(name)
        elif verb == "keeps" and self.phase == "more":
            self.effect(name, self.discards[-1])
        elif verb == "keeps":
            self.pass_on(self.after(name))
        elif verb == "swaps":
            self.move({name: words[0], words[0]: name})
            self.pass_on(self.after(name))
        elif verb == "drops":
            self.drop(name)
        elif said == "streams none":
            self.pass_on(self.after(name))
        elif verb == "streams":
            self.followed = color[0] if color else words[0][0]
            if self.beneath(name, words[0], words[-1] == "uno"):
                self.others_follow()
        elif verb == "follows":
            if self.beneath(name, words[0], words[-1] == "uno"):
                self.busy.pop(0)
                self.others_follow()
        elif verb == "swings":
            self.pass_on(self.after(words[0]))
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
        elif verb == "accuses":
            self.accuse(name, words[0])
        elif verb == "catches":
            self.owes.discard(words[0])
            self.take(words[0], 2)
        return None

    # ---- what must be so

    def told(self):
        yield f"expect turn {self.turn or 'nobody'}"
        must = {"race": self.busy, "follow": self.busy[:1]}.get(self.phase, [self.turn or ""])
        yield f"expect must: {', '.join(must)}"
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
        for shown, to in self.shown:
            yield f"expect shown {shown} to {to}"
        if not self.shown:
            yield "expect shown nobody"
        for name in self.names:
            legal = self.legal(name)
            yield f"expect hand {name}: {' '.join(sorted(self.hands[name].elements()))}"
            yield f"expect legal {name}: {'; '.join(legal)}"
            for other in self.names:
                if f"accuses {other}" not in legal:
                    yield f"expect refused: {name} accuses {other}"
            for word in ("challenges", "says uno"):
                if word not in legal:
                    yield f"expect refused: {name} {word}"

    def annotated(self, lines_max=600):
        """The record, or its beginning, and behind every action what this table says."""
        head = [line for line in self.lines if line not in self.body]
        out = head + list(self.told())
        for number, line in enumerate(self.body[:lines_max]):
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
            if not self.body[number + 1:] or not self.body[number + 1].startswith("reshuffle:"):
                out += self.told()
        return "\n".join(out) + "\n"
