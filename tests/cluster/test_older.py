#!/usr/bin/env python3
"""The database comes back a little older than what it had confirmed (a standby that lagged behind takes the primary's place):
nothing is added behind the hole, every table goes on from what is there and says so, and no journal has a gap.

test_older.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
from house import House  # noqa: E402
from laid import Sitting, bot  # noqa: E402
from person import Person  # noqa: E402
from postgres import find_programs  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
TABLES = 6


def rename(person, title):
    """An act that is journaled and acknowledged: the table gets another name."""
    person.id += 1
    person.say({"id": person.id, "t": "set", "settings": {"name": title}})
    answer = person.until(lambda message: message.get("id") == person.id)
    return answer["t"] == "ok"


class Returned(Sitting):
    """Back at a seat with the number of the newest update that was seen."""

    def __init__(self, port, before, last):
        self.last = last
        super().__init__("127.0.0.1", port, before.name, before.token, before.id)

    def open(self, last=0):
        self.link = bot.WebSocket(self.host, self.port)
        self.say({"t": "hello", "v": 2, "lang": "en"})
        self.say({"t": "resume", "table": self.name, "token": self.token, "last": self.last})
        self.until(lambda message: message["t"] in ("table", "seats", "no"))


def come_back(ports, before, last):
    """Wherever a node answers."""
    for attempt in range(3000):
        try:
            person = Returned(ports[attempt % len(ports)], before, last)
            if person.table.get("settings"):
                return person
        except (bot.Closed, OSError):
            pass
        wait_for(lambda: False, 0.1)
    return None


def stop_following(pair):
    """The standby gets nothing more; the primary confirms without it."""
    pair.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
    pair.sql("SELECT pg_reload_conf()")
    pair.standby.sql("ALTER SYSTEM SET primary_conninfo = ''")
    pair.standby.sql("SELECT pg_reload_conf()")
    return wait_for(lambda: pair.sql("SELECT count(*) FROM pg_stat_replication").strip() == "0")


def sit_at_terminal(port, table, folder):
    """Somebody in line mode; the process and the file with what it is told."""
    told = Path(folder) / "terminal"
    process = subprocess.Popen([program, "join", "--lang", "en", f"http://127.0.0.1:{port}/#{table}", "--name", "Beto"],
                               stdin=subprocess.PIPE, stdout=open(told, "w", encoding="utf-8"), stderr=subprocess.STDOUT,
                               env=dict(os.environ, XDG_STATE_HOME=str(folder)))
    return process, told


def check(house):
    ports = [node.port for node in house.nodes]
    people = []
    for i in range(TABLES):
        person = Person(ports[i % 2], {"t": "create", "name": f"Ana{i}", "settings": {"seats": 2, "clock": None}})
        sitting = come_back([ports[i % 2]], person, 0)
        people.append(sitting)
        tap.check("an act is acknowledged", rename(sitting, f"before {i}"))
    terminal, told_there = sit_at_terminal(ports[0], people[0].name, house.folder)
    people[0].until_table(lambda told: told["seats"][1]["kind"] == "person")
    place = house.postgres.sql("SELECT pg_current_wal_flush_lsn()").strip()
    tap.check("the standby has all of it", wait_for(lambda: house.postgres.standby.sql(
        f"SELECT pg_last_wal_replay_lsn() >= '{place}'").strip() == "t"))
    tap.check("then it stops following", stop_following(house.postgres))
    for i, person in enumerate(people):
        for number in range(1 if i == 0 else 4):  # of the first table only one act is lost
            tap.check("acts are acknowledged by the primary alone", rename(person, f"lost {i} {number}"))
    house.postgres.fail_over()
    for node in house.nodes:
        tap.check("a node notices it, and says so in its log", wait_for(lambda one=node: "database-older" in one.errors()),
                  house.errors())
    back = []
    for i, person in enumerate(people):
        person.link.close()
        seen = person.table["n"]
        again = come_back(ports, person, seen)
        back.append(again)
        told = again.table
        tap.equal("the table goes on from what the database has", told["settings"].get("name"), f"before {i}",
                  told, house.errors())
        tap.check("and says that it went back", 0 < told.get("back", 0) <= seen, told, house.errors())
        tap.check("and it is played on", rename(again, f"after {i}"), again.heard[-1:])
    tap.check("who sits there at a terminal is told", wait_for(
        lambda: "lost the last moves" in told_there.read_text(encoding="utf-8")), told_there.read_text(encoding="utf-8"))
    terminal.kill()
    terminal.wait()
    for name, entries in house.journals().items():
        tap.equal("no journal has a gap", [number for number, _, _ in entries], list(range(1, len(entries) + 1)), name)
    for node in house.nodes:
        node.kill()
    house.nodes[0].start()
    tap.check("at the next start none is set aside", "set-aside" not in house.nodes[0].errors() and wait_for(
        lambda: len(house.owners()) == TABLES), house.nodes[0].errors())
    listed = house.nodes[0].admin("list").stdout
    for i, person in enumerate(back):
        tap.check("every table is open again", person.name in listed, listed)
    last = come_back(ports[:1], back[1], 0)
    tap.equal("with what was played after it", last.table["settings"].get("name"), "after 1", last.table)


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
with tempfile.TemporaryDirectory(prefix="penultima-older-") as scratch:
    whole = House(program, scratch, 2, "--no-limits", is_pair=True)
    try:
        check(whole)
    finally:
        whole.postgres.stop(signal.SIGQUIT)
        whole.close()
tap.done()
