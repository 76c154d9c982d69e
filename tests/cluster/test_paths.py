#!/usr/bin/env python3
"""A proxy that sends people to a node by the table in the path: hardly anybody is passed on to another node, and whoever
had to come without it for a moment comes by it again.

test_paths.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
from house import House, cluster  # noqa: E402
from postgres import find_programs, free_port  # noqa: E402
from server import load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), sys.argv[3]
TABLES, PEOPLE = 24, 3
bot = load_bot(root)


def come(port, path, message):
    """A connection that has been let in, and the name of its table."""
    connection = bot.WebSocket("127.0.0.1", port, path)
    connection.send({"t": "hello", "v": 2, "lang": "en"})
    connection.send(message)
    while (told := connection.receive())["t"] not in ("welcome", "no"):
        pass
    return connection, told.get("table", told.get("code"))


def open_tables(port, is_by_path):
    """(connections, names of the tables with the places that were asked for)"""
    connections, tables = [], []
    for number in range(TABLES):
        place = bot.LETTERS[number * 7 % 32] + bot.LETTERS[number % 32]
        first, table = come(port, f"/ws/{place}" if is_by_path else "/ws", {"t": "create", "settings": {"seats": PEOPLE}})
        connections.append(first)
        tables.append((place, table))
        connections += [come(port, f"/ws/{table}" if is_by_path else "/ws", {"t": "join", "table": table})[0]
                        for _ in range(PEOPLE - 1)]
    return connections, tables


def passed(house):
    figures = "".join(node.get("/metrics")[1] for node in house.nodes)
    return sum(int(count) for count in re.findall(r"^penultima_node_passed (\d+)", figures, re.M))


def try_proxy(house, kind, folder):
    port = free_port()
    place = Path(folder) / kind
    place.mkdir()
    proxy = cluster.start_proxy(kind, place, "127.0.0.1", port, [node.port for node in house.nodes])
    try:
        wait_for(lambda: answers(port))
        connections, tables = open_tables(port, True)
        tap.equal(f"{kind}: a table's id begins as its path asked for", [table[:2] for _, table in tables],
                  [place for place, _ in tables])
        owners = set(house.owners().values())
        tap.equal(f"{kind}: the tables are at all nodes", len(owners), len(house.nodes))
        # A node that is late with its health, on a busy machine, has no newcomers for a moment.
        tap.check(f"{kind}: hardly anybody is passed on", passed(house) <= TABLES * PEOPLE // 10, passed(house))
        old, tables = open_tables(port, False)
        tap.equal(f"{kind}: the path without a table is as good", [table for _, table in tables if len(table) != 10], [])
        tap.check(f"{kind}: but its people are passed on", passed(house) > 0)
        print(f"# {kind}: {passed(house)} of {TABLES * PEOPLE} passed on without the table in the path")
        for connection in (*connections, *old):
            connection.close()
        wait_for(lambda: passed(house) == 0)
    finally:
        proxy.terminate()
        proxy.wait(20)


def ask_proxy(place, *commands):
    with socket.socket(socket.AF_UNIX) as asked:
        asked.connect(str(place))
        asked.sendall(("; ".join(commands) + "\n").encode())
        while asked.recv(4096):
            pass


def is_played_at_home(house, count):
    figures = "".join(node.get("/metrics")[1] for node in house.nodes)
    people = sum(int(one) for one in re.findall(r"^penultima_connections (\d+)", figures, re.M))
    return passed(house) == 0 and people >= count


def try_moment_without_path(house, folder):
    """The proxy has no node for any path for as long as everybody comes back; then it has them again."""
    port, place = free_port(), Path(folder) / "moment"
    place.mkdir()
    before = len(house.owners())
    proxy = cluster.start_proxy("haproxy", place, "127.0.0.1", port, [node.port for node in house.nodes],
                                f"global\n    stats socket {place}/admin level admin\n")
    try:
        wait_for(lambda: answers(port))
        load = subprocess.Popen([program, "load", "--json", "--url", f"ws://127.0.0.1:{port}", "--tables", "8", "--rate", "4",
                                 "--seconds", "3600"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for(lambda: len(house.owners()) >= before + 8 and is_played_at_home(house, 32))
        servers = [f"tables/node{node.port}" for node in house.nodes]
        ask_proxy(place / "admin", *(f"set server {one} state maint" for one in servers),
                  *(f"shutdown sessions server {one}" for one in servers))
        tap.check("for a moment people come by no path, and are passed on", wait_for(lambda: passed(house) > 4))
        ask_proxy(place / "admin", *(f"set server {one} state ready" for one in servers))
        tap.check("then they come by it again", wait_for(lambda: is_played_at_home(house, 32), 300), passed(house))
        load.send_signal(signal.SIGINT)
        said, errors = load.communicate(timeout=120)
        tap.equal("nobody is lost", json.loads(said)["lost"], 0, errors)
    finally:
        proxy.terminate()
        proxy.wait(20)


def answers(port):
    try:
        bot.connect("127.0.0.1", port).close()
        return True
    except OSError:
        return False


def main():
    with tempfile.TemporaryDirectory(prefix="penultima-paths-") as folder:
        os.chmod(folder, 0o755)
        house = House(program, folder, 3, "--no-limits", "--proxy", "127.0.0.1")
        try:
            for kind in ("haproxy", "nginx"):
                if cluster.find_daemon(kind):
                    try_proxy(house, kind, folder)
                else:
                    print(f"# {kind} is not installed")
            if cluster.find_daemon("haproxy"):
                try_moment_without_path(house, folder)
        finally:
            house.close()


if not find_programs():
    print("# PostgreSQL is not installed")
else:
    main()
tap.done()
