#!/usr/bin/env python3
"""A race at a table of another node: who reacts sooner is first, however far away, and from wherever it is connected.

    Ana, Beto ── node A, whose table it is ══ 20 ms ══ node B ══ 120 ms ══ Carla

test_races.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import re
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import ground  # noqa: E402
import tap  # noqa: E402
from house import Node  # noqa: E402
from laid import Sitting, deck, lay, record_of, sit_down  # noqa: E402
from postgres import Postgres, find_programs  # noqa: E402

program = os.path.abspath(sys.argv[1])
LINK_S, LINE_S = 0.02, 0.12
REACTIONS = {"Ana": 0.02, "Beto": 0.25, "Carla": 0.06}
TIE_MS = 15
LATE_MS = 40  # by so much more than the way takes: the machine was busy, and nobody can know who was first
RACES = 4


def record():
    """Ana has all cards that everybody drops for (RULE C1)."""
    hands = {"Ana": 4 * ["wx"] + ["p1", "p2", "p3", "p4"], "Beto": ["g1", "g2", "g3", "g4", "g5", "g6", "g7"],
             "Carla": ["b1", "b2", "b3", "b4", "b5", "b6", "b7"]}
    return record_of("office", deck("pgby", ("wx",)), hands, "y9")


def is_race(told):
    return told["now"]["phase"] == "race"


def drop(person, seconds):
    """As soon as the race is seen, and so long after."""
    person.until_table(is_race)
    seen = time.monotonic()
    time.sleep(seconds)
    person.ask(t="act", do="drops", on=person.table["n"], dt=round(1000 * (time.monotonic() - seen)))
    person.until_table(lambda told: not is_race(told))


class Pulse:
    """How late this machine is meanwhile, at most."""

    def __enter__(self):
        self.late_ms, self.is_over = 0.0, False
        self.thread = threading.Thread(target=self.beat)
        self.thread.start()
        return self

    def beat(self):
        while not self.is_over:
            before = time.monotonic()
            time.sleep(0.005)
            self.late_ms = max(self.late_ms, 1000 * (time.monotonic() - before) - 5)

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()


def race(people):
    threads = [threading.Thread(target=drop, args=(people[name], REACTIONS[name])) for name in people if name != "Ana"]
    for thread in threads:
        thread.start()
    people["Ana"].ask(t="act", do="plays wx green")
    drop(people["Ana"], REACTIONS["Ana"])
    for thread in threads:
        thread.join()
    # Until it is Ana's turn again.
    while not people["Ana"].is_in_turn:
        name = next(name for name in ("Beto", "Carla", "Ana") if people[name].is_in_turn)
        legal = people[name].legal
        verb = next((verb for verb in ("draws", "keeps") if verb in legal.get("verbs", [])), None)
        people[name].ask(t="act", do=verb or f"plays {legal['plays'][0]}")
        newest = people[name].table["n"]
        for person in people.values():
            person.until_table(lambda told: told["n"] >= newest)


def judged(journal):
    """Of each race who dropped, in the order in which it counted: [[(name, what was measured), ...], ...]"""
    races = []
    for line in journal.splitlines():
        if " plays wx" in line:
            races.append([])
        elif " drops " in line:
            races[-1].append((line.split()[0], {key: int(value) for key, value in re.findall(r" (\w+)=(\d+)", line)}))
    return races


def check(journal, late_ms):
    shown = whole = 0
    for drops, late in zip(judged(journal), late_ms):
        measured = dict(drops)
        trip = measured.get("Carla", {}).get("rtt")
        if trip is not None:
            tap.check("the way of who is at another node is measured to the end",
                      trip >= 2000 * (LINE_S + LINK_S) - 2, drops)
            tap.check("and of who is here, too", all(measured[name]["rtt"] < trip for name in measured
                                                     if name != "Carla"), drops)
        print(f"# late by {late:.0f} ms:", drops)
        if late > LATE_MS or any(one["r"] > one.get("dt", 0) + LATE_MS for _, one in drops):
            continue
        whole += 1
        order = [one["r"] for _, one in drops]
        tap.check("who reacted sooner is first", all(before <= after + TIE_MS for before, after in zip(order, order[1:])),
                  drops)
        names = [name for name, _ in drops] + ["Beto"]  # the last one has nothing to drop for
        shown += names.index("Carla") < names.index("Beto") if "Carla" in names else 0
    print(f"# {whole} of {RACES} races could be judged; in {shown} the one far away was first though she was heard last")
    tap.check("who is far away and reacts sooner is first, though she is heard last", shown > 0 or whole == 0)


def main():
    with tempfile.TemporaryDirectory(prefix="penultima-races-") as folder:
        postgres = Postgres(settings=("fsync = off",), networks=("10.78.0.0/16",))
        nodes, things = [], []
        try:
            far, further = ground.Place(), ground.Place()
            things += [far, further]
            subway, line = ground.Cable(None, far, 1, LINK_S), ground.Cable(far, further, 2, LINE_S)
            things += [subway, line]
            url = postgres.url(tcp=True)
            node = Node(program, Path(folder) / "node", url, "--no-limits", host=subway.here)
            node.start()
            settings = {"edition": "office", "seats": 3, "clock": None, "public": False}
            table, seats = sit_down(node, settings, list(REACTIONS), host=subway.here)
            lay(postgres, "postgres", record())
            node.start()
            nodes.append(node)
            node = Node(program, Path(folder) / "far", url.replace("127.0.0.1", subway.here), "--no-limits",
                        host=subway.there, inside=far.inside)
            node.start()
            nodes.append(node)
            people = {name: Sitting(subway.here, nodes[0].port, table, *seat)
                      for name, seat in list(zip(REACTIONS, seats))[:2]}
            people["Carla"] = further.do(lambda: Sitting(subway.there, nodes[1].port, table, *seats[2]))
            for person in people.values():
                person.until_table(lambda told: all(seat["here"] for seat in told["seats"]))
            late_ms = []
            for _ in range(RACES):
                with Pulse() as pulse:
                    race(people)
                late_ms.append(pulse.late_ms)
            rows = postgres.sql("SELECT encode(text, 'hex') FROM penultima.entry ORDER BY seq").split()
            check("".join(bytes.fromhex(row).decode() for row in rows), late_ms)
        finally:
            for node in nodes:
                node.kill()
            for thing in things[::-1]:
                thing.close()
            postgres.close()


if not find_programs() or not ground.begin() or not os.access("/dev/net/tun", os.R_OK | os.W_OK):
    print("1..0 # SKIP PostgreSQL is not installed, or there are no namespaces and cables of one's own")
    sys.exit(0)
main()
tap.done()
