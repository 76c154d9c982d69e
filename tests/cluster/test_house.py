#!/usr/bin/env python3
"""A house of three nodes behind HAProxy and nginx: any node serves any table; data move there and back.

test_house.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
from games import bot, get, play_game  # noqa: E402
from house import House, Server, cluster, id_of  # noqa: E402
from postgres import find_programs, free_port  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])


def check_any_node(house, folder):
    ports = [node.port for node in house.nodes]
    table, ana, beto = play_game(ports[:2])
    tap.check("two people at two nodes play a whole game", ana.is_over and beto.is_over)
    for port in ports:
        tap.check("the lobby of each node shows it",
                  wait_for(lambda one=port: table in get(one, "/api/tables")[1], 20))
        tap.check("each node knows its line",
                  wait_for(lambda one=port: table in get(one, f"/api/tables/{table}")[1], 20))
        tap.check("each node has the record",
                  wait_for(lambda one=port: get(one, f"/api/tables/{table}/games/1.mesa")[0] == 200, 20))
    record = get(ports[0], f"/api/tables/{table}/games/1.mesa")[1]
    (Path(folder) / "game.mesa").write_text(record, encoding="utf-8")
    done = subprocess.run([program, "verify", str(Path(folder) / "game.mesa")], capture_output=True, text=True,
                          check=False)
    tap.equal("and it is in order", done.returncode, 0, done.stdout, done.stderr)
    tap.equal("no table is found nowhere", get(ports[2], "/api/tables/0000000000")[0], 404)
    tap.check("each node counts the others",
              wait_for(lambda: all("penultima_house_nodes 3" in get(port, "/metrics")[1] for port in ports), 20))
    stranger = bot.connect("127.0.0.1", ports[0])
    stranger.send({"t": "watch", "table": "0000000000"})
    tap.equal("a table that is nowhere is refused", stranger.receive().get("code"), "no-table")
    stranger.close()


def check_proxies(house, folder):
    """As docs/OPERATING.md has them; a node dies behind each."""
    for kind in ("haproxy", "nginx"):
        if not cluster.find_daemon(kind):
            print(f"# {kind} is not installed")
            continue
        place = Path(folder) / kind
        place.mkdir()
        os.chmod(folder, 0o755)
        port = free_port()
        proxy = cluster.start_proxy(kind, place, "127.0.0.1", port, [node.port for node in house.nodes])
        try:
            tap.check(f"{kind} finds the nodes", wait_for(lambda one=port: get(one, "/health")[0] == 200, 30))
            _, ana, beto = play_game([port, port], False)
            tap.check(f"through {kind} a whole game is played", ana.is_over and beto.is_over)
            house.nodes[0].kill()
            tap.check(f"{kind} does without one that died",
                      wait_for(lambda one=port: get(one, "/health")[0] == 200, 30))
            _, ana, beto = play_game([port, port], False)
            tap.check(f"and a game is played without it through {kind}", ana.is_over and beto.is_over)
            house.nodes[0].start()
        finally:
            proxy.terminate()
            proxy.wait(20)


def check_admin(house):
    """The operator asks one node about a table of another."""
    here, there = house.nodes[2], house.nodes[1]
    table, ana, _ = play_game([there.port, there.port], False)
    known = {id_of(key): key for key in house.owners()}
    listed = here.admin("list")
    tap.check("list shows tables of all nodes", listed.returncode == 0 and table in listed.stdout, listed)
    tap.equal("inspect tells of one of another node", here.admin("inspect", table).returncode, 0)
    exported = here.admin("export", table)
    tap.equal("export gives its record", exported.stdout, get(there.port, f"/api/tables/{table}/games/1.mesa")[1],
              exported)
    tap.check("a table that is nowhere is refused", here.admin("close", "0000000000").returncode != 0)
    closed = here.admin("close", table)
    tap.equal("close ends one of another node", closed.returncode, 0, closed)
    try:
        while True:
            ana.hear(ana.connection.receive())
    except (bot.Closed, bot.Refused):
        pass
    tap.check("and it is over in the whole house", wait_for(lambda: known[table] not in house.owners(), 30))
    tap.check("where no node lists it", wait_for(lambda: table not in here.admin("list").stdout, 30))


def check_growing(house):
    """A node that comes later gets tables of the others, and everybody finds his own there."""
    players = []
    for i in range(40):
        player = bot.Player("127.0.0.1", house.nodes[0].port, f"Ana{i}", random.Random(i))
        player.create({"seats": 2, "clock": None, "public": False})
        while not player.table:
            player.hear(player.connection.receive())
        players.append(player)
    node = house.add()
    owners = house.owners()
    newest = max(house.numbers())

    def share():
        return sum(owner == newest for owner in house.owners().values())

    tap.check("a new node takes its share", wait_for(lambda: share() >= 4, 60), owners, house.errors())
    back = 0
    for player in players:
        player.connection.close()
        player.port = node.port
        for _ in range(200):
            try:
                player.resume()
                while player.connection.receive()["t"] != "welcome":
                    pass
                back += 1
                break
            except (bot.Closed, OSError):
                continue
    tap.equal("and everybody comes back to his seat", back, len(players), house.errors())


def check_migrate(house, folder):
    for node in house.nodes:
        tap.equal("SIGTERM ends a node well", node.stop(60), 0, node.errors())
    url, file = house.postgres.url(tcp=True), str(Path(folder) / "moved.db")

    def move(*names):
        return subprocess.run([program, "store", "--lang", "en", "migrate", *names], capture_output=True,
                              text=True, check=False)

    before = house.postgres.sql("SELECT tbl, md5(string_agg(text || hash, '' ORDER BY seq)) FROM penultima.entry"
                                " GROUP BY tbl ORDER BY tbl")
    done = move(url, file)
    tap.equal("a house moves to a file", done.returncode, 0, done.stdout, done.stderr)
    tap.equal("which nobody else can read", oct(os.stat(file).st_mode & 0o777), "0o600")
    tap.check("it is refused where something is", move(url, file).returncode != 0)
    server = Server(program, folder)
    server.data = file
    server.start()
    tables = json.loads(server.get("/api/tables")[1])
    listed = server.admin("list").stdout
    tap.check("the file opens with its tables", all(id_of(int(line.split("|")[0])) in listed
                                                    for line in before.split()), listed, tables)
    server.stop()
    house.postgres.sql("DROP SCHEMA penultima CASCADE")
    tap.check("a server that runs keeps it", server.start() is not None and move(file, url).returncode != 0)
    server.stop()
    done = move(file, url)
    tap.equal("and back into the database", done.returncode, 0, done.stdout, done.stderr)
    node = house.nodes[0]
    node.start()
    tap.check("where a node has every table", wait_for(lambda: all(
        id_of(int(line.split("|")[0])) in node.admin("list").stdout for line in before.split()), 20))
    node.stop(60)


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
with tempfile.TemporaryDirectory(prefix="penultima-house-") as scratch:
    whole = House(program, scratch, 3, "--proxy", "127.0.0.1", "--no-limits")
    try:
        check_any_node(whole, scratch)
        check_proxies(whole, scratch)
        check_admin(whole)
        check_growing(whole)
        check_migrate(whole, scratch)
    finally:
        whole.close()
tap.done()
