#!/usr/bin/env python3
"""What one address can do to the house, and cannot: test_house.py PROGRAM ARCHIVE SOURCE_ROOT

A flood of the same command and one of changing commands, records asked for on and on, a disk that takes
its time, a process that is stopped. Bounded in count, on loopback. Nothing here asserts how long something
takes: the figures of the server tell what it did.
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import figures  # noqa: E402
import tap  # noqa: E402
from server import Server, load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)


def seated(server, name, settings=None, table=None):
    player = bot.Player("127.0.0.1", server.port, name)
    if table:
        player.join(table)
    else:
        player.create(settings or {"seats": 2, "clock": None})
    while not player.token:
        player.hear(player.connection.receive())
    return player


def until(connection, number):
    """What is heard up to the answer to that command."""
    heard = []
    while number not in (message.get("id") if (message := connection.receive()) else None,
                         message.get("ack")):
        heard.append(message)
    return heard + [message]


def metrics(server):
    return figures.read(server.get("/metrics")[1])


def check_figures(server):
    status, text = server.get("/metrics")
    try:
        found = figures.read(text)
        tap.check("figures are as Prometheus wants them", status == 200 and len(found) > 40)
    except ValueError as error:
        tap.check("figures are as Prometheus wants them", False, error)
    names = set(re.findall(r"penultima_[a-z0-9_]+", "".join(
        path.read_text(encoding="utf-8") for path in (root / "docs/examples/monitoring").iterdir())))
    known = {re.sub(r"\{.*", "", name) for name in found}
    tap.equal("dashboard and alerts name figures that exist", names - known, set())
    page = (root / "docs/OPERATING.md").read_text(encoding="utf-8")
    tap.equal("all of them are explained", {name for name in known if re.sub(
        r"_(bucket|sum|count)$", "", name) not in page and not name.startswith("penultima_net_")}, set())


def check_flood(server):
    """The same agreement a thousand times, then settings that go to and fro."""
    ana = seated(server, "Ana")
    ana.connection.send({"t": "agree", "id": 1, "rules": 1})
    until(ana.connection, 1)
    before = metrics(server)["penultima_journal_entries_total"]
    for number in range(2, 82):
        ana.connection.send({"t": "agree", "id": number, "rules": 1})
    until(ana.connection, 81)
    after = metrics(server)["penultima_journal_entries_total"]
    tap.equal("an agreement that is repeated is not written", after - before, 0)
    codes, closed, number = {}, None, 100
    try:
        while number < 6000:
            for _ in range(20):
                number += 1
                ana.connection.send({"t": "set", "id": number, "settings": {"seats": 2 + number % 2}})
            for message in until(ana.connection, number):
                codes[message.get("code", "ok")] = codes.get(message.get("code", "ok"), 0) + 1
    except (bot.Closed, OSError) as error:
        closed = getattr(error, "code", 1006)
    written = metrics(server)["penultima_journal_entries_total"] - after
    tap.check("changes on and on are refused beyond a budget", codes.get("too-fast", 0) > 50 and
              written < 2500, codes, written)
    tap.check("who does not slow down is sent away", closed is not None, codes, number)
    tap.check("and it is logged", "warn flood: " in server.errors(), server.errors())
    tap.equal("the house is well", server.get("/health")[0], 200)


def check_records(server):
    """Records of a table where no game is over are refused from memory, however often they are asked for."""
    ana = seated(server, "Eva")
    table = ana.table
    before = metrics(server)
    answers = {server.get(f"/api/tables/{table}/games/{1 + i % 3}.mesa")[0] for i in range(40)}
    after = metrics(server)
    tap.check("a game that is not over is not there", answers <= {404, 429}, answers)
    tap.equal("and no journal is read to find that out", after["penultima_record_reads_total"],
              before["penultima_record_reads_total"])
    ana.command("leave")
    ana.connection.close()


def check_stop(folder):
    """A stopped process lets nobody's clock run out."""
    server = Server(program, folder)
    server.start()
    ana = seated(server, "Ana", {"seats": 2, "clock": {"move": 5}})
    ana.connection.send({"t": "bot", "id": 1, "seat": 1, "level": "rule"})
    heard = until(ana.connection, 1)
    ana.connection.send({"t": "agree", "id": 2, "rules": 1})
    for message in heard + until(ana.connection, 2):
        if message["t"] in ("table", "seats"):
            ana.look(message)
    ana.connection.send({"t": "start", "id": 3})
    number, acted, stopped = 3, 0, False
    for _ in range(400):
        message = ana.connection.receive()
        if message["t"] in ("table", "seats", "update"):
            ana.look(message)
        now = message.get("now") if isinstance(message.get("now"), dict) else {}
        if 0 not in now.get("must", []):
            continue
        if not stopped:
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(7)  # longer than the clock of a move
            server.process.send_signal(signal.SIGCONT)
            stopped = True
        action = ana.choose(now)
        number += 1
        ana.connection.send({"t": "act", "id": number, "do": action, "on": message["n"]})
        heard = until(ana.connection, number)
        tap.check("the move counts after the process was stopped",
                  all(one["t"] != "no" for one in heard), heard)
        acted += 1
        break
    tap.check("it was somebody's turn", acted == 1)
    tap.check("the stop was noticed", wait_for(lambda: metrics(server)["penultima_stops_total"] >= 1))
    tap.check("and logged", "warn stopped: " in server.errors(), server.errors())
    server.kill()


def check_slow_disk(folder):
    """While a commit takes long the house says that it is not well, and goes on when it is over."""
    library, speed = Path(folder) / "slow_disk.so", Path(folder) / "ms"
    built = subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library),
                            str(root / "tests/attack/slow_disk.c"), "-ldl"], check=False)
    tap.equal("the slow disk can be built", built.returncode, 0)
    speed.write_text("0", encoding="utf-8")
    os.environ["SLOW_DISK"], os.environ["LD_PRELOAD"] = str(speed), str(library)
    server = Server(program, folder, "--log-format", "json")
    try:
        server.start()
    finally:
        del os.environ["LD_PRELOAD"]
    ana = seated(server, "Ana")
    tap.equal("quick, it is well", server.get("/health")[0], 200)
    speed.write_text("4000", encoding="utf-8")
    ana.connection.send({"t": "say", "id": 1, "text": "hola"})
    tap.check("a commit that takes long is told by /health", wait_for(
        lambda: server.get("/health")[0] == 503 and json.loads(server.get("/health")[1])["disk"] is False))
    tap.equal("and by a figure", metrics(server)["penultima_journal_slow"], 1)
    speed.write_text("0", encoding="utf-8")
    heard = until(ana.connection, 1)
    tap.check("what was said counts when it is written", heard[-1]["t"] == "ok", heard)
    tap.check("then it is well again", wait_for(lambda: server.get("/health")[0] == 200))
    lines = [json.loads(line) for line in server.errors().splitlines()]
    tap.check("the log is JSON with a code", any(line["code"] == "disk-slow" and line["level"] == "warn" and
                                                 line["time"].endswith("Z") and line["message"]
                                                 for line in lines), lines)
    server.kill()


with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two, \
        tempfile.TemporaryDirectory() as three:
    house = Server(program, one)
    house.start()
    check_figures(house)
    check_flood(house)
    check_records(house)
    house.kill()
    check_slow_disk(two)
    check_stop(three)
tap.done()
