#!/usr/bin/env python3
"""What a node tells of itself: a database that may lose what it confirms, beats that do not arrive, an address that nobody can
reach, more nodes than there may be.

test_told.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
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
from person import Person, Refused, bot  # noqa: E402
from postgres import find_programs  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
NODES_MAX = 128


def refused(url):
    """What a node says that may not begin."""
    done = subprocess.run([program, "serve", "--lang", "en", "--port", "0", "--data", url], capture_output=True,
                          text=True, check=False, timeout=60)
    return done.stderr if done.returncode else ""


def check_health(house):
    node, wire = house.nodes[1], house.wires[0]

    def health():
        status, text = node.get("/health")
        return status, json.loads(text).get("beat")

    tap.check("a node whose beats arrive says so", wait_for(lambda: health() == (200, True)), health())
    wire.go_dumb()
    tap.check("and one whose beats do not", wait_for(lambda: health() == (503, False)), health())
    wire.speak()
    tap.check("and that they do again", wait_for(lambda: health() == (200, True)), health())


def check_hidden(house):
    tap.check("nodes on one machine find each other at 127.0.0.1", "node-hidden" not in house.errors(), house.errors())
    other = max(house.numbers())
    house.postgres.sql(f"UPDATE penultima.node SET machine = 'elsewhere' WHERE id = {other}")
    tap.check("of one on another machine it is told", wait_for(lambda: any(
        f"node-hidden: node {other} (127.0.0.1" in node.errors() for node in house.nodes)), house.errors())


def check_many(house):
    """Sessions that hold as many numbers as nodes may have."""
    own = house.postgres
    taken = f"SELECT pg_advisory_lock(1348824693, 900000 + n) FROM generate_series(1, {NODES_MAX - 2}) AS n"
    holder = subprocess.Popen([os.path.join(own.programs, "psql"), "-h", own.folder, "-p", str(own.port), "-U", "penultima",
                               "-d", "postgres", "-qAt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    holder.stdin.write(taken + ";\nSELECT 'held';\n")
    holder.stdin.flush()
    for line in holder.stdout:
        if line.strip() == "held":
            break
    said = refused(own.url(tcp=True))
    tap.check("one node too many is refused aloud", str(NODES_MAX) in said and "nodes" in said, said)
    holder.stdin.close()
    holder.wait()


def check_settings(house):
    own = house.postgres
    for name in ("fsync", "full_page_writes"):
        tap.check(f"{name} = off is told", f"{name} = off" in house.nodes[0].errors(), house.nodes[0].errors())
    own.sql("CREATE DATABASE other")
    own.sql("CREATE SCHEMA odd; CREATE FUNCTION odd.version() RETURNS text LANGUAGE sql AS"
            " $$ SELECT 'CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu)' $$", "other")
    own.sql("ALTER DATABASE other SET search_path = odd, pg_catalog")
    said = refused(own.url("other", tcp=True))
    tap.check("what is not PostgreSQL is refused", "not PostgreSQL" in said and "Cockroach" in said, said)


def check_written_through(house):
    """A database that is set to confirm what it has not written: its machine fails right after it."""
    own = house.postgres
    for line in ("synchronous_commit = off", "wal_writer_delay = '10s'"):
        own.sql(f"ALTER SYSTEM SET {line}")
    own.stop()
    own.start()
    tap.check("the nodes are back", wait_for(lambda: all(node.get("/health")[0] == 200 for node in house.nodes)),
              house.errors())
    person = None
    for _ in range(100):
        try:
            person = Person(house.nodes[0].port, {"t": "create", "name": "Ana", "settings": {"seats": 2, "clock": None}})
            break
        except (Refused, bot.Closed, OSError):
            wait_for(lambda: False, 0.1)
    own.stop(signal.SIGQUIT)
    own.start()
    tap.check("what was acknowledged is there", person.name in house.journals(), house.journals().keys(), person.name)


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
with tempfile.TemporaryDirectory(prefix="penultima-told-") as scratch:
    whole = House(program, scratch, 2, "--no-limits", settings=("fsync = off", "full_page_writes = off"), has_wire=True)
    try:
        check_health(whole)
        check_hidden(whole)
        check_many(whole)
        check_written_through(whole)
        check_settings(whole)
    finally:
        whole.close()
tap.done()
