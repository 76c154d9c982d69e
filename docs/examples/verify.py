#!/usr/bin/env python3
"""Checks the shuffle of finished Penúltima games without any code of Penúltima: verify.py RECORD...

Written from docs/FAIRNESS.md alone, with nothing but Python's standard library. It repeats everything that
chance has decided: commitments, dealer, deals, new draw piles, ties, the chain over all lines, and the server's
signature over them; compare the key it prints with the one that the server shows (its page, /health). It does not
know the rules of the game, so it cannot tell whether an action was legal or who goes on after a tie;
'penultima replay' and 'penultima verify' do. Exit status: 0 all is well, 1 something is wrong, 2 unreadable.
"""
import hashlib
import hmac
import os
import sys

# The cards put back when they are turned over to start ("open ... return" in the edition's file).
BACK = {"boxed": "w+4", "classic": "w+4", "clasico": "w+4", "cumulative": "w+4", "office": "w+4", "ghostbusters": "w+4",
        "spiderman": "", "verbena": "wt wr w+3"}
DEALER, DEAL, RESHUFFLE, TIE = 1, 2, 3, 4
WORDS = {
    "en": {"chain": "the lines do not give the hash of the chain", "server": "the server's seed is another one",
           "seed": "the seed of {} is another one", "dealer": "{} should deal first", "lot": "{} should have drawn {}",
           "deck": "round {} has other cards", "hand": "the hand of {} in round {} is another one",
           "pile": "opening or draw pile of round {} are others", "reshuffle": "new draw pile No. {} is another one",
           "tie": "tie No. {} is decided wrongly", "good": "everything follows from the seeds",
           "signed": "signed with the key {}", "signature": "the signature is not the server's",
           "unreadable": "not a finished record that can be checked"},
    "es": {"chain": "las líneas no dan el resumen de la cadena", "server": "la semilla del servidor es otra",
           "seed": "la semilla de {} es otra", "dealer": "debería repartir primero {}", "lot": "{} debería haber sacado {}",
           "deck": "la ronda {} tiene otras cartas", "hand": "la mano de {} en la ronda {} es otra",
           "pile": "el comienzo o el mazo de la ronda {} son otros", "reshuffle": "el mazo nuevo n.º {} es otro",
           "tie": "el empate n.º {} está mal decidido", "good": "todo se sigue de las semillas",
           "signed": "firmada con la clave {}", "signature": "la firma no es del servidor",
           "unreadable": "no es una partida terminada que se pueda comprobar"},
}
SAY = WORDS["es" if os.environ.get("LANG", "").startswith("es") else "en"]


def u32(number):
    return number.to_bytes(4, "little")


def numbers(key, purpose, number):
    """The words of one stream."""
    block = 0
    while True:
        message = bytes([purpose]) + u32(number) + u32(0) + u32(block)
        data = hmac.new(key, message, hashlib.sha512).digest()
        yield from (int.from_bytes(data[i:i + 4], "little") for i in range(0, 64, 4))
        block += 1


def below(words, bound):
    for word in words:
        if word * bound % 2**32 >= 2**32 % bound:
            return word * bound >> 32


def shuffled(items, words):
    items = list(items)
    for left in range(len(items), 1, -1):
        place = below(words, left)
        items[place], items[left - 1] = items[left - 1], items[place]
    return items


# Ed25519 (RFC 8032), only checking: points of the curve -x² + y² = 1 + D x² y² as (x, y, z, xy/z) modulo P.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1


def added(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * D * p[3] * q[3], 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = added(result, point)
        point, number = added(point, point), number >> 1
    return result


def point_of(data):
    """ValueError: there is no such point, or it is one of the eight that fit every message."""
    y, sign = int.from_bytes(data, "little") % 2**255, data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    if y >= P or x * x % P != square or x == 0 and sign:
        raise ValueError
    x = P - x if x & 1 != sign else x
    point = (x, y, 1, x * y % P)
    if times(8, point)[0] == 0:
        raise ValueError
    return point


def bytes_of(point):
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(key, signature, message):
    number = int.from_bytes(signature[32:], "little")
    try:
        x, y, z, xy = point_of(key)
        point_of(signature[:32])
    except ValueError:
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return number < ORDER and bytes_of(
        added(times(number, BASE), times(hashed, (P - x, y, z, P - xy)))) == signature[:32]


class Record:
    def __init__(self, text):
        self.ours, self.header, self.rounds, self.reshuffles, self.lots = [], {}, [{}], [], []
        for line in text.split("\n"):
            if line.startswith("#! "):
                self.ours.append(line[3:].split(" "))
            statement = line.split("#")[0].strip()
            key, colon, value = statement.partition(":")
            if statement == "deal":
                self.rounds.append({})
            elif colon and key == "lots":
                words = value.replace(",", " ").split()
                self.lots.append(dict(zip(words[0::2], words[1::2])))
            elif colon and key == "reshuffle":
                self.reshuffles.append(value.split())
            elif colon and (key in ("draw", "opening") or key.startswith("hand ")):
                self.rounds[-1][key] = value.split()
            elif colon:
                self.header[key] = value.strip()
        self.version = int(self.said("fair")[0])
        if self.version not in (1, 2, 3):
            raise ValueError
        self.players = self.header["players"].replace(",", " ").split()
        self.back = set(BACK.get(self.header["edition"], "").split())
        for words in (line[3:].split() for line in text.split("\n") if line.startswith("#: ")):
            if words[:1] == ["like"]:  # an edition of somebody's own, which stands in the record
                self.back = set(BACK[words[1]].split())
            elif words[:1] == ["open"]:
                (self.back.add if words[2:] == ["return"] else self.back.discard)(words[1])

    def goes_back(self, card):
        return card in self.back or card[1:] in self.back

    def said(self, *words):
        """What stands behind these words in the only line that begins with them; None without one."""
        found = [line[len(words):] for line in self.ours if line[:len(words)] == list(words)]
        return found[0] if found else None


def deck_of(record, dealt):
    """All cards of a round. Since version 3 those that went back are in the draw pile again."""
    cards = [card for key, part in dealt.items() for card in part
             if record.version < 3 or key != "opening" or not record.goes_back(card)]
    return sorted(cards, key=str.encode)


def check_lots(record, key, wrong):
    """The cards drawn for the deal; who then deals is for the rules. Without lots the table has named somebody."""
    deck = deck_of(record, record.rounds[0])
    words = numbers(key, DEALER, 0)
    for lots in record.lots:
        left = list(deck)
        for name in record.players:
            if name in lots:
                place = below(words, len(left))
                card, left[place] = left[place], left[-1]
                left.pop()
                if lots[name] != card:
                    wrong(SAY["lot"].format(name, card))


def check_signature(record, lines, wrong):
    """The key that it is signed with; None: servers before 0.3 signed nothing."""
    words = lines[-3].decode().split(" ")
    if words[:2] != ["#", "signed"]:
        return None
    chain = hashlib.sha512(b"penultima/1 chain").digest()
    for line in lines[:-3]:
        chain = hashlib.sha512(chain + line).digest()
    end = f"#! table {' '.join(record.said('table'))}\n#! end {chain.hex()}\n"
    key, signature = bytes.fromhex(words[2]), bytes.fromhex(words[3])
    if len(key) != 32 or len(signature) != 64 or not is_signed(key, signature,
                                                               b"penultima/1 signed\0" + end.encode()):
        wrong(SAY["signature"])
    return words[2]


def check(text, wrong):
    """Returns the key that it is signed with, if it is."""
    record = Record(text)
    lines = text.encode().split(b"\n")
    chain = hashlib.sha512(b"penultima/1 chain").digest()
    for line in lines[:-2]:
        chain = hashlib.sha512(chain + line).digest()
    if lines[-2] != b"#! chain " + chain.hex().encode() or lines[-1] != b"":
        wrong(SAY["chain"])

    server = bytes.fromhex(record.said("server", "seed")[0])
    if hashlib.sha512(b"penultima/1 server\0" + server).hexdigest() != record.said("server", "commit")[0]:
        wrong(SAY["server"])
    table, _, game = record.said("table")
    message = b"penultima/1 key\0" + bytes([len(table)]) + table.encode() + u32(int(game))
    message += bytes([len(record.players)])
    for name in record.players:
        (seed,), commit = record.said("seed", name), record.said("commit", name)
        share = b"" if seed == "none" else bytes.fromhex(commit[0] if seed == "withheld" else seed)
        message += bytes([len(share)]) + share
        of_share = hashlib.sha512(b"penultima/1 client\0" + share).hexdigest()
        if (seed == "none") != (commit is None) or seed not in ("none", "withheld") and of_share != commit[0]:
            wrong(SAY["seed"].format(name))
    key = hmac.new(server, message, hashlib.sha512).digest()

    seats = len(record.players)
    if record.version == 1:
        dealer = below(numbers(key, DEALER, 0), seats)
        if record.header["dealer"] != record.players[dealer]:
            wrong(SAY["dealer"].format(record.players[dealer]))
    else:
        dealer = record.players.index(record.header["dealer"])
        check_lots(record, key, wrong)
    deck = None
    for index, dealt in enumerate(record.rounds):
        cards = deck_of(record, dealt)
        if deck not in (None, cards):
            wrong(SAY["deck"].format(index + 1))
        deck = cards
        words = numbers(key, DEAL, index + 1)
        pile = shuffled(deck, words)
        first, count = dealer + index + 1, len(dealt["hand " + record.players[0]])
        for place in range(seats):
            name = record.players[(first + place) % seats]
            if sorted(dealt["hand " + name]) != sorted(pile[place:seats * count:seats]):
                wrong(SAY["hand"].format(name, index + 1))
        pile = pile[seats * count:]
        turned = len(dealt["opening"])
        for place in range(turned if record.version == 1 else 0):
            while record.goes_back(pile[place]):
                other = place + below(words, len(pile) - place)
                pile[place], pile[other] = pile[other], pile[place]
        for card in pile[:turned] if record.version > 2 else []:
            if record.goes_back(card):
                pile.insert(turned + below(words, len(pile) - turned + 1), card)
        if dealt["opening"] + dealt.get("draw", []) != pile:
            wrong(SAY["pile"].format(index + 1))

    for index, cards in enumerate(record.reshuffles, 1):
        if shuffled(sorted(cards, key=str.encode), numbers(key, RESHUFFLE, index)) != cards:
            wrong(SAY["reshuffle"].format(index))
    for index, line in enumerate([line for line in record.ours if line[0] == "tie"], 1):
        order = shuffled(sorted(map(record.players.index, line[2:])), numbers(key, TIE, index))
        if line[1] != str(index) or [record.players[seat] for seat in order] != line[2:]:
            wrong(SAY["tie"].format(index))
    return check_signature(record, lines, wrong)


def main():
    status = 0
    for path in sys.argv[1:]:
        problems, key = [], None
        try:
            with open(path, encoding="utf-8", newline="\n") as file:
                key = check(file.read(), problems.append)
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            problems, status = [SAY["unreadable"]], 2
        for problem in problems or [SAY["good"]]:
            print(f"{path}: {problem}")
        if key and not problems:
            print(f"{path}: {SAY['signed'].format(key)}")
        status = max(status, 1 if problems else 0)
    return status


sys.exit(main())
