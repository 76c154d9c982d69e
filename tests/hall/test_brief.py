#!/usr/bin/env python3
"""Updates that say what has changed: test_brief.py PROGRAM ARCHIVE SOURCE_ROOT

Against a real server: four who speak version 3 play, two who speak version 2 look on, from a seat and as a
watcher. After every update the state of play that version 3 puts together is the one that version 2 is told;
also after somebody came back, and over several rounds. And it is a third shorter.
"""
import os
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import json  # noqa: E402
import random  # noqa: E402

import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)
SEATS = 4


def told(now):
    """What all see of it; the time runs."""
    return {key: value for key, value in now.items() if key not in ("legal", "left")}


class Noting(bot.Player):
    """A player that notes what it knew after each update."""

    version = 3

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.known, self.said_now, self.bytes = {}, [], 0

    def hello(self, message):
        self.connection = bot.connect(self.host, self.port, version=self.version)
        self.connection.send(message)

    def look(self, message):
        super().look(message)
        if message["t"] == "update" and message.get("now"):
            self.bytes += len(json.dumps(message, separators=(",", ":")))
            self.said_now.append(set(message["now"]))
            self.known[message["n"]] = told(self.told)
        elif message["t"] == "table" and message.get("now"):
            self.known.setdefault(message["n"], None)

    def hear(self, message):
        super().hear(message)
        if len(self.known) % 40 == 39 and self.chance.random() < 0.2:
            self.connection.close()  # and comes back


class Whole(Noting):
    version = 2


def watch(server, table, known):
    connection = bot.connect("127.0.0.1", server.port)
    connection.send({"t": "watch", "table": table})
    try:
        while True:
            message = connection.receive()
            if message["t"] == "update" and message.get("now"):
                known[message["n"]] = told(message["now"])
    except (bot.Closed, OSError):
        pass


def play(server, settings, seed):
    kinds = [Noting, Noting, Noting, Whole]
    players = [kind("127.0.0.1", server.port, f"P{seat}", random.Random(seed + seat))
               for seat, kind in enumerate(kinds)]
    players[0].create({"seats": SEATS, **settings})
    while not players[0].table:
        players[0].hear(players[0].connection.receive())
    for player in players[1:]:
        player.join(players[0].table)
    watched = {}
    watcher = threading.Thread(target=watch, args=(server, players[0].table, watched), daemon=True)
    watcher.start()
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    return players, watched


def check(server, settings, seed):
    players, watched = play(server, settings, seed)
    name = settings.get("edition", "classic") + " " + ",".join(settings.get("house", []))
    tap.check(f"{name}: it is played to the end", all(player.is_over for player in players),
              [player.said for player in players])
    whole = {**{n: now for n, now in players[3].known.items() if now}, **watched}
    compared, wrong = 0, []
    for player in players[:3]:
        for n, now in player.known.items():
            if now and n in whole:
                compared += 1
                if now != whole[n]:
                    wrong.append((player.name, n, {key: (now.get(key), whole[n].get(key))
                                                   for key in {**now, **whole[n]}
                                                   if now.get(key) != whole[n].get(key)}))
    tap.check(f"{name}: what has changed comes to what there is", compared > 40 and not wrong, (compared, wrong[:3]))
    brief = [said for player in players[:3] for said in player.said_now]
    tap.check(f"{name}: and is not all there is", sum("score" not in said for said in brief) > len(brief) // 2)
    tap.check(f"{name}: version 2 is told all there is",
              all({"score", "counts", "owes", "lost", "dropped", "dir", "legal"} <= said
                  for said in players[3].said_now))


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder, "--no-limits")
    server.start()
    check(server, {"edition": "classic", "target": 60}, 1)
    check(server, {"edition": "classic", "house": ["seven-0", "jump-in", "open=2"], "target": 60}, 2)
    check(server, {"edition": "cumulative", "target": 60}, 3)
    tap.equal("it ends well", server.stop(), 0, server.errors()[-2000:])
tap.done()
