"""A table at which everything is done that the model allows, by chance: its records owe nothing to the program.

Their players accuse in crowds, lay wrong cards where that is punished, jump, doubt for others, and draw until the piles
are empty.
"""
import random

from table import Table, deck, face, highest


def drawings(chance, edition, names):
    """The cards drawn for the deal, again by those who tied (S1, O3): the lines, and who was highest."""
    lines, left = [], list(names)
    while True:
        lines.append(dict(zip(left, chance.sample(deck(edition), len(left)))))
        left = highest(lines[-1:], left, is_last=False)
        if len(left) == 1:
            return lines, left[0]


def header(chance, edition, house, players):
    names = [f"P{number}" for number in range(players)]
    lots, first = drawings(chance, edition, names) if edition != "spiderman" else ([], chance.choice(names))
    # In cumulative the highest plays first: the dealer sits on the right of that one.
    dealer = names[names.index(first) - 1] if edition == "cumulative" else first
    cards = deck(edition)
    chance.shuffle(cards)
    hands = {name: [cards.pop() for _ in range(7)] for name in names}
    if chance.random() < 0.2 and "w" in cards:  # somebody has to name its colour
        cards.insert(0, cards.pop(cards.index("w")))
    for _ in range(chance.choice((0, 0, 0, 1, 2))):  # and some go back first
        if "w+4" in cards:
            cards.insert(0, cards.pop(len(cards) - 1 - cards[::-1].index("w+4")))
    turned = 1
    is_spider = edition == "spiderman"
    while not face(cards[turned - 1]).isdigit() if is_spider else cards[turned - 1] == "w+4":
        turned += 1
    pile = cards[turned:]
    if not is_spider and chance.random() < 0.7:  # O24: the pile has them again; 0.3 and before left them out
        for card in cards[:turned - 1]:
            pile.insert(chance.randint(0, len(pile)), card)
    lines = [f"edition: {edition}"]
    if house:
        lines.append(f"house: {', '.join(house)}")
    lines.append(f"set: scoring=quick, reverse_with_two={chance.choice(['skip', 'turn'])}")
    lines.append(f"players: {', '.join(names)}")
    lines += [f"lots: {', '.join(f'{name} {card}' for name, card in line.items())}" for line in lots]
    lines.append(f"dealer: {dealer}")
    lines += [f"hand {name}: {' '.join(hand)}" for name, hand in hands.items()]
    lines += [f"draw: {' '.join(pile)}", f"opening: {' '.join(cards[:turned])}"]
    return "\n".join(lines)


def weight(act, is_thirsty):
    """How much somebody wants to do it. Who is thirsty lays as little as possible."""
    verb = act.split()[1]
    if verb == "accuses":
        return 0.02
    if is_thirsty:
        return {"draws": 60, "keeps": 60, "takes": 60}.get(verb, 1)
    return {"jumps": 4, "challenges": 3, "catches": 1, "says": 1, "draws": 1}.get(verb, 2)


def next_acts(chance, table, is_thirsty):
    """One act, or a crowd that accuses somebody."""
    names = table.names
    if table.punishes and chance.random() < 0.1:
        victim = chance.choice(names)
        crowd = chance.sample(names, chance.randint(1, len(names)))
        return [f"{name} accuses {victim}" for name in crowd]
    if table.punishes and chance.random() < 0.06:
        name = chance.choice(names)
        wrong = [card for card in table.held(name) if table.is_misplay(name, card)]
        if wrong:
            card = chance.choice(wrong)
            return [f"{name} {table.worded('plays', card)[0]}"]
    acts = [f"{name} {act}" for name in names for act in table.legal(name)]
    act = chance.choices(acts, [weight(act, is_thirsty) for act in acts])[0]
    name, verb, *words = act.split()
    if verb in ("plays", "jumps", "streams", "follows") and words != ["none"] and table.hands[name].total() == 2 and chance.random() < 0.5:
        act += " uno"
    return [act]


def game(seed, edition, house, players, is_thirsty, acts_max=160):
    """A whole record with what the model says about it after every action, and what happened in it."""
    chance = random.Random(seed)
    text = header(chance, edition, house, players)
    table = Table(text, shuffle=lambda cards: chance.sample(cards, len(cards)))
    out = [text, *table.told()]
    for _ in range(acts_max):
        if table.phase == "over":
            break
        for act in next_acts(chance, table, is_thirsty):
            name, verb, *_ = act.split()
            if verb == "accuses" and " ".join(act.split()[1:]) not in table.legal(name):
                continue
            table.act(act)
            out.append(act)
            out += [f"reshuffle: {' '.join(order)}" for order in table.made]
            out += table.told()
    return "\n".join(out) + "\n", table.seen
