#!/usr/bin/env python3
"""Two houses that differ only in a hidden card: whoever sits there at another node than the table's hears the same, byte
for byte (but for the time of day), and so does that node.

test_twins.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import random
import re
import struct
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
import old_node  # noqa: E402
from house import Node  # noqa: E402
from laid import Sitting, deck, lay, record_of, sit_down  # noqa: E402
from postgres import Postgres, find_programs  # noqa: E402
from relay import Relay  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
STEPS = 24


def timeless(text):
    return re.sub(rb'"(time|until|left)":[0-9]+', rb'"\1":0', text)


class Tap(Relay):
    """Between two nodes, to both of which it is a node of version 1, so that they speak plainly: keeps what the called one
    says."""

    def __init__(self, address, secret):
        host, port = address.split(":")
        self.said, self.secret = {}, secret
        super().__init__(lambda: (host, int(port)))
        self.address = f"127.0.0.1:{self.port}"

    def meet(self, caller, called):
        old_node.be_greeted(caller, self.secret)
        old_node.greet(called, self.secret)

    def hear(self, call, data):
        self.said.setdefault(call, bytearray()).extend(data)

    def frames(self):
        """What was said of each connection, in its order: {channel: [(kind, payload)]}."""
        found = {}
        for _, stream in sorted(self.said.items()):
            at = 0
            while at + 13 <= len(stream):
                length, kind, channel = struct.unpack_from("<IBQ", stream, at)
                # Whether they have the database has nothing to do with a table.
                if kind not in (old_node.HOW, old_node.WELL):
                    found.setdefault(channel, []).append((kind, timeless(bytes(stream[at + 13:at + 4 + length]))))
                at += 4 + length
        return found


class World:
    """A house of two nodes. The table is the first's, where Beto is connected; Ana and who watches are at the second."""

    def __init__(self, folder, postgres, database, table, seats):
        url = postgres.url(database, tcp=True)
        self.nodes, self.tap = [], None
        for number in range(2):
            node = Node(program, Path(folder) / f"{database}{number}", url, "--no-limits")
            node.start()
            self.nodes.append(node)
            if number == 0:
                address = postgres.sql("SELECT address FROM penultima.node WHERE NOT is_dead", database).strip()
                self.tap = Tap(address, old_node.secret_of(postgres, database))
                postgres.sql(f"UPDATE penultima.node SET address = '{self.tap.address}' WHERE NOT is_dead", database)
        ports = [node.port for node in self.nodes]
        self.ana = Sitting("127.0.0.1", ports[1], table, *seats[0])
        self.watching = Sitting("127.0.0.1", ports[1], table)
        self.beto = Sitting("127.0.0.1", ports[0], table, *seats[1])
        self.table = table
        for person in (self.ana, self.watching):
            person.until_table(lambda told: told["seats"][1]["here"])
        self.catch_up()

    def catch_up(self):
        people = (self.ana, self.beto, self.watching)
        newest = max(person.table["n"] for person in people)
        for person in people:
            person.until_table(lambda told: told["n"] >= newest)

    def come_back(self, last):
        """Ana's connection is lost, and there again."""
        self.ana.link.close()
        for is_here in (False, True):
            if is_here:
                self.ana.open(last)
            for person in (self.beto, self.watching):
                person.until_table(lambda told, wanted=is_here: told["seats"][0]["here"] == wanted)
        self.catch_up()

    def act(self, name, **command):
        answer = getattr(self, name).ask(**command)
        self.catch_up()
        return answer

    def in_turn(self):
        return next((name for name in ("ana", "beto") if getattr(self, name).is_in_turn), None)

    def close(self):
        for node in self.nodes:
            node.kill()
        self.tap.close()


def choose(legals):
    """Something that both may do: a card without a challenge, or what needs none."""
    cards = [card for card in legals[0].get("plays", []) if card in legals[1].get("plays", []) and card != "w+4"]
    if cards:
        return f"plays {cards[0]}" + (" green" if cards[0] == "w" else "")
    return next(verb for verb in ("draws", "keeps", "takes") if all(verb in legal.get("verbs", []) for legal in legals))


def ask_for_secrets(worlds, step):
    """What Ana may try, all the time: it is refused, in both worlds alike."""
    tries = [{"t": "act", "do": "plays b9"}, {"t": "act", "do": "catches Beto"}, {"t": "say", "text": "hola"},
             {"t": "act", "do": "challenges"}, {"t": "hint"}, {"t": "act", "do": "accuses Beto", "quote": "r7"}]
    for world in worlds:
        if world.in_turn() == "beto":
            world.act("ana", **tries[step % len(tries)])


def play_on(worlds):
    """The same in both worlds, step by step; how many there were."""
    for step in range(STEPS):
        name = worlds[0].in_turn()
        people = [getattr(world, name or "beto") for world in worlds]
        # With a card or two left a hand would soon be open to all.
        if name is None or min(people[0].table["now"]["counts"]) <= 2:
            return step
        ask_for_secrets(worlds, step)
        deed = choose([person.legal for person in people])
        for world in worlds:
            world.act(name, t="act", do=deed)
        if step % 8 == 5:
            for world in worlds:  # everything anew, or what was missed
                world.come_back(0 if step == 5 else world.ana.table["n"] - 3)
    return STEPS


def records():
    """The last card that Beto holds is another one in the second; what nobody draws, too."""
    cards = random.Random(16).sample(deck(), k=len(deck()))
    ana = ["r4", "r9", "r2", "b0", "b6", "b7", "y1", "y+2", "y5", "g5", "g1", "w"]
    beto = ["r3", "r6", "g3", "g+2", "g4", "b3", "b9", "b1", "y4", "y6", "y7"]
    for hidden in ("g8", "ys"):
        cards.remove(hidden)
    return [record_of("classic", cards + rest, {"Ana": ana, "Beto": [*beto, held]}, "y9")
            for held, rest in (("g8", ["ys"]), ("ys", ["g8"]))]


def compare(left, right):
    tap.check("Beto's worlds are not the same", left.beto.table["hand"] != right.beto.table["hand"],
              left.beto.table, right.beto.table)
    for name in ("ana", "watching"):
        one, other = ([timeless(text) for text in getattr(world, name).heard] for world in (left, right))
        tap.check("there was something to hear", len(one) > 10, one)
        differing = [pair for pair in zip(one, other) if pair[0] != pair[1]]
        tap.check(f"{name}, at another node, hears the same in both worlds", one == other, len(one), len(other),
                  *(differing[0] if differing else ()))
    one, other = left.tap.frames(), right.tap.frames()
    tap.check("the tap was between the nodes", sum(map(len, one.values())) > 10, one)
    differing = [pair for channel in one for pair in zip(one[channel], other.get(channel, [])) if pair[0] != pair[1]]
    tap.check("and so does the node where nobody else is", one == other, one.keys(), other.keys(),
              *(differing[0] if differing else ()))
    for page in ("/api/tables", f"/api/tables/{left.table}"):

        def pages(path=page):
            return [timeless(world.nodes[1].get(path)[1].encode()) for world in (left, right)]

        # What is listed there is as old as the last beat.
        tap.check(f"its pages are the same: {page[:11]}", wait_for(lambda: len(set(pages())) == 1, 30), *pages())


def main():
    with tempfile.TemporaryDirectory(prefix="penultima-twins-") as folder:
        postgres = Postgres(settings=("fsync = off",))
        worlds = []
        try:
            postgres.sql("CREATE DATABASE one")
            node = Node(program, Path(folder) / "node", postgres.url("one", tcp=True), "--no-limits")
            node.start()
            settings = {"seats": 2, "clock": None, "public": True, "hints": True}
            table, seats = sit_down(node, settings, ["Ana", "Beto"])
            postgres.sql("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = 'one'")
            postgres.sql("CREATE DATABASE other TEMPLATE one")
            for database, record in zip(("one", "other"), records()):
                lay(postgres, database, record)
                worlds.append(World(folder, postgres, database, table, seats))
            steps = play_on(worlds)
            print(f"# {steps} steps")
            compare(*worlds)
        finally:
            for world in worlds:
                world.close()
            postgres.close()


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
main()
tap.done()
