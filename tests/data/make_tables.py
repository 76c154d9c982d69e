#!/usr/bin/env python3
"""Makes the data of a server with tables in every state: make_tables.py RELEASE OUT.sql

tables-0.2.0.sql was made so: RELEASE is a checkout of that release, built by its ./run, and plays with its own
docs/examples/bot.py. It is kept, and need not be made again.
"""
import sqlite3
import sys
import tempfile
import threading
from pathlib import Path

release = Path(sys.argv[1])
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "hall"))
from server import Server, load_bot  # noqa: E402

bot = load_bot(release)
LEVELS = ["random", "rule", "novice", "casual", "rank", "expert"]
SLOW = {"days": 3}  # nobody's time runs out while nobody looks


class Done(Exception):
    """The table is in the state that is wanted."""


class Hand(bot.Player):
    """Goes on by itself up to what 'stop' wants, and does what the test says."""

    stop = None

    def go_on(self):
        if self.stop and self.stop(self):
            raise Done
        super().go_on()

    def until(self, condition):
        while not condition(self):
            self.hear(self.connection.receive())

    def tell(self, kind, **fields):
        self.until(lambda player: not player.open)
        self.command(kind, **fields)
        self.until(lambda player: not player.open)
        if self.said:
            raise RuntimeError(self.said)


def table_of(port, names, settings, levels=()):
    people = [Hand("127.0.0.1", port, name) for name in names]
    settings = dict({"seats": len(names) + len(levels), "clock": SLOW}, **settings)
    people[0].create(settings)
    people[0].until(lambda player: player.table and player.last)
    for person in people[1:]:
        person.join(people[0].table)
        person.until(lambda player: player.table and player.last)
    for place, level in enumerate(levels):
        people[0].tell("bot", seat=len(names) + place, level=level)
    return people


def agree(people):
    for person in people:
        person.until(lambda player: not player.open)


def play(people, stop):
    """All of them at once, until each has seen the end."""
    def one(person):
        person.stop = stop
        try:
            person.go_on()
            while True:
                person.hear(person.connection.receive())
        except Done:
            pass

    threads = [threading.Thread(target=one, args=(person,)) for person in people]
    people[0].command("start")
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def make(port):
    """The connections, so that they stay open until the server is gone."""
    waiting = table_of(port, ["Ana"], {"house": ["progressive", "jump-in"], "scoring": "lowest", "target": 300,
                                       "hints": True, "series": 3, "bots": "expert", "public": True,
                                       "name": "La mesa de Ana"}, LEVELS)
    waiting[0].tell("say", phrase=10)
    waiting[0].tell("say", text="¿Quién viene?")
    playing = table_of(port, ["Ana"], {"house": ["seven-0"], "scoring": "quick"}, LEVELS)
    agree(playing)
    play(playing, lambda player: player.now)
    paused = table_of(port, ["Ana", "Beto"], {"scoring": "points"}, ["rank"])
    agree(paused)
    play(paused, lambda player: player.now)
    paused[0].stop = paused[1].stop = None
    paused[0].go_on = paused[1].go_on = lambda: None
    paused[0].tell("ask", what="pause")
    paused[1].tell("vote", yes=True)
    asking = table_of(port, ["Ana", "Beto", "Carla"], {"edition": "office"}, ["novice"])
    agree(asking)
    play(asking, lambda player: player.now)
    for person in asking:
        person.stop, person.go_on = None, lambda: None
    asking[0].tell("ask", what="kick", seat=2)
    between = table_of(port, ["Ana", "Beto"], {"reverse_with_two": "turn"})
    agree(between)
    play(between, lambda player: not player.is_ready)
    return waiting, playing, paused, asking, between


with tempfile.TemporaryDirectory() as folder:
    server = Server(release / "build/penultima", folder)
    server.start()
    kept = make(server.port)
    server.kill()
    data = sqlite3.connect(server.data)
    tokens = [f"-- {person.name} {person.table} {person.token}" for people in kept for person in people]
    Path(sys.argv[2]).write_text("\n".join([*tokens, *data.iterdump()]) + "\n", encoding="utf-8")
