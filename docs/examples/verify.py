#!/usr/bin/env python3
"""Checks the shuffle of finished Penúltima games without any code of Penúltima: verify.py RECORD...

Written from docs/FAIRNESS.md alone, with nothing but Python's standard library. It repeats everything that
chance has decided: commitments, dealer, deals, new draw piles, ties, and the chain over all lines. It does not
know the rules of the game, so it cannot tell whether an action was legal or who goes on after a tie;
'penultima replay' and 'penultima verify' do. Exit status: 0 all is well, 1 something is wrong, 2 unreadable.
"""
import hashlib
import hmac
import os
import sys

# Version 1 only: the cards put back when they are turned over to start ("open ... return" in the edition's file).
BACK = {"classic": "w+4", "clasico": "w+4", "cumulative": "w+4", "office": "w+4", "ghostbusters": "w+4", "spiderman": "",
        "verbena": "wt wr w+3"}
DEALER, DEAL, RESHUFFLE, TIE = 1, 2, 3, 4
WORDS = {
    "en": {"chain": "the lines do not give the hash of the chain", "server": "the server's seed is another one",
           "seed": "the seed of {} is another one", "dealer": "{} should deal first", "lot": "{} should have drawn {}",
           "deck": "round {} has other cards", "hand": "the hand of {} in round {} is another one",
           "pile": "opening or draw pile of round {} are others", "reshuffle": "new draw pile No. {} is another one",
           "tie": "tie No. {} is decided wrongly", "good": "everything follows from the seeds",
           "unreadable": "not a finished record that can be checked"},
    "es": {"chain": "las líneas no dan el resumen de la cadena", "server": "la semilla del servidor es otra",
           "seed": "la semilla de {} es otra", "dealer": "debería repartir primero {}", "lot": "{} debería haber sacado {}",
           "deck": "la ronda {} tiene otras cartas", "hand": "la mano de {} en la ronda {} es otra",
           "pile": "el comienzo o el mazo de la ronda {} son otros", "reshuffle": "el mazo nuevo n.º {} es otro",
           "tie": "el empate n.º {} está mal decidido", "good": "todo se sigue de las semillas",
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
        self.players = self.header["players"].replace(",", " ").split()

    def said(self, *words):
        """What stands behind these words in the only line that begins with them; None without one."""
        found = [line[len(words):] for line in self.ours if line[:len(words)] == list(words)]
        return found[0] if found else None


def check_lots(record, key, wrong):
    """The cards drawn for the deal; who then deals is for the rules. Without lots the table has named somebody."""
    deck = sorted((card for part in record.rounds[0].values() for card in part), key=str.encode)
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


def check(text, wrong):
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

    seats, version = len(record.players), record.said("fair")[0]
    if version == "1":
        dealer = below(numbers(key, DEALER, 0), seats)
        if record.header["dealer"] != record.players[dealer]:
            wrong(SAY["dealer"].format(record.players[dealer]))
    else:
        dealer = record.players.index(record.header["dealer"])
        check_lots(record, key, wrong)
    deck = None
    for index, dealt in enumerate(record.rounds):
        cards = sorted(card for part in dealt.values() for card in part)
        if deck not in (None, cards):
            wrong(SAY["deck"].format(index + 1))
        deck = cards
        words = numbers(key, DEAL, index + 1)
        pile = shuffled(sorted(deck, key=str.encode), words)
        first, count = dealer + index + 1, len(dealt["hand " + record.players[0]])
        for place in range(seats):
            name = record.players[(first + place) % seats]
            if sorted(dealt["hand " + name]) != sorted(pile[place:seats * count:seats]):
                wrong(SAY["hand"].format(name, index + 1))
        pile = pile[seats * count:]
        for place in range(len(dealt["opening"]) if version == "1" else 0):
            while pile[place] in BACK[record.header["edition"]].split():
                other = place + below(words, len(pile) - place)
                pile[place], pile[other] = pile[other], pile[place]
        if dealt["opening"] + dealt.get("draw", []) != pile:
            wrong(SAY["pile"].format(index + 1))

    for index, cards in enumerate(record.reshuffles, 1):
        if shuffled(sorted(cards, key=str.encode), numbers(key, RESHUFFLE, index)) != cards:
            wrong(SAY["reshuffle"].format(index))
    for index, line in enumerate([line for line in record.ours if line[0] == "tie"], 1):
        order = shuffled(sorted(map(record.players.index, line[2:])), numbers(key, TIE, index))
        if line[1] != str(index) or [record.players[seat] for seat in order] != line[2:]:
            wrong(SAY["tie"].format(index))


def main():
    status = 0
    for path in sys.argv[1:]:
        problems = []
        try:
            with open(path, encoding="utf-8", newline="\n") as file:
                check(file.read(), problems.append)
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            problems, status = [SAY["unreadable"]], 2
        for problem in problems or [SAY["good"]]:
            print(f"{path}: {problem}")
        status = max(status, 1 if problems else 0)
    return status


sys.exit(main())
