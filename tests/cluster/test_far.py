#!/usr/bin/env python3
"""The database is 100 ms away and a node dies: nobody takes a healthy node for dead, however many tables are asked for.

test_far.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
from house import Node  # noqa: E402
from person import Person, Refused, bot  # noqa: E402
from postgres import Postgres, find_programs  # noqa: E402
from relay import Relay  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
NODES, PEOPLE = 4, 120


class Far(Relay):
    """Everything takes its time, each way."""

    def hold(self):
        time.sleep(0.05)


def in_threads(function):
    threads = [threading.Thread(target=function, args=(i,)) for i in range(PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def come_back(person, ports):
    """Until a node lets it in; False: none did."""
    for attempt in range(300):
        try:
            person.open(ports[attempt % len(ports)],
                        {"t": "resume", "table": person.name, "token": person.token, "last": 0})
            return True
        except (Refused, bot.Closed, OSError):
            wait_for(lambda: False, 0.2)
    return False


def check(nodes):
    people, back = [None] * PEOPLE, [False] * PEOPLE

    def sit(i):
        people[i] = Person(nodes[0].port, {"t": "create", "name": f"Ana{i}", "settings": {"seats": 2, "clock": None}})

    in_threads(sit)
    nodes[0].kill()
    ports = [node.port for node in nodes[1:3]]  # the last one has nothing to do but to look at the others

    def go(i):
        back[i] = come_back(people[i], ports[i % 2:] + ports[:i % 2])

    in_threads(go)
    tap.equal("everybody comes back to his table", sum(back), PEOPLE, *(node.errors() for node in nodes[1:]))
    for node in nodes[1:]:
        tap.check("no healthy node was taken for dead", "stepped-down" not in node.errors(), node.errors())


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
with tempfile.TemporaryDirectory(prefix="penultima-far-") as scratch:
    own = Postgres(settings=("fsync = off",))
    far = Far(lambda: ("127.0.0.1", own.port))
    house = []
    try:
        for number in range(NODES):
            one = Node(program, Path(scratch) / f"node{number}", f"postgresql://penultima@127.0.0.1:{far.port}/postgres",
                       "--no-limits")
            one.start()
            house.append(one)
        check(house)
    finally:
        for one in house:
            if one.is_running():
                one.kill()
        far.close()
        own.close()
tap.done()
