#!/usr/bin/env python3
"""Kills a server under load, again and again: test_kill.py PROGRAM ARCHIVE SOURCE_ROOT [TIMES]

Players play on through all of it and note every move that was acknowledged. In the end each of them
must be in the journal, and games must have gone on after every kill. PENULTIMA_KILLS sets the number.
"""
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), sys.argv[3]
kills = int(sys.argv[4] if len(sys.argv) > 4 else os.environ.get("PENULTIMA_KILLS", "20"))
TABLES = 4
bot = load_bot(root)


class Noting(bot.Player):
    """Plays until told to stop, and remembers what it was promised."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.acked = []
        self.problem = None
        self.is_stopped = False
        self.rules = 1

    def answered(self, number):
        if self.open and self.open["id"] == number and self.open["t"] == "act" and not self.refusing:
            self.acked.append(number)
        super().answered(number)

    def hear(self, message):
        self.refusing = message["t"] == "no"
        self.rules = message.get("rules", self.rules)
        super().hear(message)
        if self.is_over and not self.open:
            self.is_over = False
            self.seed = os.urandom(32)
            self.agree(self.rules, "again")

    def run(self):
        while not self.is_stopped:
            try:
                self.hear(self.connection.receive())
            except (bot.Closed, OSError):
                time.sleep(0.02)
                try:
                    self.resume()
                except (bot.Closed, OSError):
                    pass
            except Exception as error:  # pylint: disable=broad-except
                self.problem = repr(error)
                raise


def begin_table(port, number):
    """Two players at a table, the game begun."""
    chance = random.Random(number)
    ana, beto = (Noting("127.0.0.1", port, name, chance) for name in ("Ana", "Beto"))
    ana.create({"seats": 2, "clock": None, "scoring": "quick"})
    while not ana.table:
        ana.hear(ana.connection.receive())
    beto.join(ana.table)
    agreed = set()
    while len(agreed) < 2:
        for player in (ana, beto):
            if player in agreed:
                continue
            message = player.connection.receive()
            player.hear(message)
            if message["t"] == "ok":
                agreed.add(player)
    ana.command("start")
    return [ana, beto]


def journals(data):
    """Every line of every table's journal, by the table's first line's id."""
    found = {}
    with sqlite3.connect(f"file:{data}?mode=ro", uri=True) as connection:
        for table, text in connection.execute("SELECT tbl, text FROM entry ORDER BY place"):
            found.setdefault(table, []).append(bytes(text).decode())
    return {table: "".join(texts) for table, texts in found.items()}


def id_of(key):
    letters = "0123456789abcdefghjkmnpqrstvwxyz"
    return "".join(letters[key >> 5 * (9 - i) & 31] for i in range(10))


with tempfile.TemporaryDirectory(prefix="penultima-kill-") as folder:
    server = Server(program, folder, "--no-limits")
    server.start()
    players = [player for number in range(TABLES) for player in begin_table(server.port, number)]
    threads = [threading.Thread(target=player.run, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    chance = random.Random(1)
    stood_still = 0
    for _ in range(kills):
        before = sum(len(player.acked) for player in players)
        if not wait_for(lambda wanted=before + 10: sum(len(player.acked) for player in players) >= wanted):
            stood_still += 1
            break
        time.sleep(chance.random() * 0.1)
        server.kill()
        server.start()
    before = [len(player.acked) for player in players]
    goes_on = wait_for(lambda: all(len(player.acked) > count for player, count in zip(players, before)))
    for player in players:
        player.is_stopped = True
    for thread in threads:
        thread.join(30)
    tap.equal("after every kill the games went on", (stood_still, goes_on), (0, True),
              server.errors(), [player.problem for player in players])
    tap.equal("SIGTERM ends it well", server.stop(), 0, server.errors())
    lines = {id_of(key): text.splitlines() for key, text in journals(server.data).items()}
    lost = []
    acked = 0
    for player in players:
        marks = {line.split(" id=")[1].split()[0] for line in lines.get(player.table, [])
                 if line.startswith(player.name + " ") and " id=" in line}
        acked += len(player.acked)
        lost += [f"{player.table} {player.name} {number}" for number in player.acked
                 if str(number) not in marks]
    print(f"# {kills} kills, {acked} acknowledged moves, {len(lost)} lost")
    tap.equal("no acknowledged move is lost", lost, [])
    tap.check("there were moves to lose", acked >= 10 * kills, acked)
    tap.equal("no table was set aside", "set aside" in server.errors(), False, server.errors())
tap.done()
