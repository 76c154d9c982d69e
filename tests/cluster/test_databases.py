#!/usr/bin/env python3
"""A house on two databases: the id of a table names its own, everybody reaches every table from every node, the lobby is
one, and a database that is away takes nothing with it but its own tables.

test_databases.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
from games import get, play_game  # noqa: E402
from house import Node, cluster, id_of  # noqa: E402
from laid import Sitting, bot  # noqa: E402
from person import Person, Refused  # noqa: E402
from postgres import Postgres, find_programs, free_port  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
FIRST = bot.LETTERS[:16]  # of the ids in the first of two
SETTINGS = {"seats": 3, "clock": None, "public": True}


class At(Person):
    """Somebody whose connection's path is this one."""

    def __init__(self, node, hello, path="/ws"):
        self.path = path
        super().__init__(node.port, hello)

    def open(self, port, hello, host="127.0.0.1"):
        connect = bot.WebSocket
        bot.WebSocket = lambda *place: connect(*place, self.path)
        try:
            super().open(port, hello, host)
        finally:
            bot.WebSocket = connect


def create(node, path="/ws", name="Ana"):
    return At(node, {"t": "create", "name": name, "settings": SETTINGS}, path)


def tables_in(postgres):
    return {id_of(int(line)) for line in postgres.sql("SELECT id FROM penultima.tbl").split()}


def listed(node):
    return {one["id"] for one in json.loads(node.get("/api/tables")[1])["tables"]}


def is_reached(node, table):
    """From this node, by somebody who comes new and is heard by those who are there."""
    try:
        person = At(node, {"t": "watch", "table": table.name})
    except (bot.Closed, OSError):
        return False
    answer = table.ask(t="say", text="pan")
    said = person.until(lambda message: message["t"] == "said")
    person.link.close()
    return answer["t"] == "ok" and said["text"] == "pan"


class House:
    def __init__(self, folder):
        self.folder, self.nodes = folder, []
        self.databases = [Postgres(settings=("fsync = off",)) for _ in range(2)]
        self.urls = [one.url(tcp=True) for one in self.databases]

    def add(self, database, is_grown=True, more=()):
        """With 'more' databases that the others do not know of."""
        parts = [word for url in (*self.urls, *more) for word in ("--part", url)] if is_grown else []
        node = Node(program, Path(self.folder) / f"node{len(self.nodes)}", self.urls[database], "--no-limits", *parts)
        self.nodes.append(node)
        return node

    def close(self):
        for node in self.nodes:
            if node.is_running():
                node.kill()
        for database in self.databases:
            database.close()


def refused(*options):
    return subprocess.run([program, "serve", "--lang", "en", "--port", "0", *options], capture_output=True, text=True,
                          timeout=60, check=False)


def check_options(house):
    one, two = house.urls
    for options in (("--data", one, "--part", two), ("--data", one, "--part", one, "--part", one),
                    ("--data", f"{house.folder}/file.db", "--part", f"{house.folder}/file.db")):
        done = refused(*options)
        tap.check("parts without the own one, twice the same, or files are refused",
                  done.returncode == 2 and "--part" in done.stderr, done)


def check_beginning(house):
    """The first database begins; one that is a house already stays one."""
    alone = house.add(0, is_grown=False)
    alone.start()
    old = create(alone, "/ws/zz")
    tap.check("a house on one database has ids with all letters", old.name.startswith("zz"), old.name)
    key = json.loads(alone.get("/health")[1])["key"]
    house.urls.reverse()
    mistaken = house.add(0)
    house.urls.reverse()
    mistaken.start()
    tap.equal("a node that was told another order begins no other house", json.loads(mistaken.get("/health")[1])["key"], key)
    mistaken.kill()
    alone.kill()
    return old


def check_ids(first, second, house):
    opened = [create(first, "/ws/zz"), create(first, "/ws/03"), create(first), create(second, "/ws/03"),
              create(second, "/ws/zz"), create(second)]
    tap.equal("an id names its database", [one.name[0] in FIRST for one in opened], 3 * [True] + 3 * [False])
    tap.equal("and begins as its path asks for, if it may", [opened[1].name[:2], opened[4].name[:2]], ["03", "zz"])
    names = [{one.name for one in some} for some in (opened[:3], opened[3:])]
    tap.check("everything of a table is in its own", names[0] <= tables_in(house.databases[0]) and
              names[1] == tables_in(house.databases[1]), names)
    return opened[2], opened[5]


def main():
    with tempfile.TemporaryDirectory(prefix="penultima-databases-") as folder:
        house = House(folder)
        try:
            check_options(house)
            done = refused("--data", house.urls[1], "--part", house.urls[0], "--part", house.urls[1])
            tap.check("the second database does not begin a house", done.returncode != 0 and "first database" in done.stderr,
                      done)
            old = check_beginning(house)
            first, second, third = house.add(0), house.add(1), house.add(1)
            for node in (first, second, third):
                node.start()
            tap.equal("all of them are one house", len({json.loads(node.get("/health")[1])["key"]
                                                        for node in (first, second, third)}), 1)
            one, two = check_ids(first, second, house)
            tap.check("a table of the second is reached from the first", is_reached(first, two))
            tap.check("and the other way round", is_reached(second, one) and is_reached(third, one))
            back = Sitting("127.0.0.1", third.port, old.name, old.token, old.id)
            tap.check("one that is older than the second database, too", back.table.get("settings"), back.heard)
            tap.equal("a record's table is found", first.get(f"/api/tables/{two.name}")[0], 200)
            tap.check("one that is nowhere is not", first.get("/api/tables/zzzzzzzzzz")[0] == 404)
            check_proxy(house, first, third)
            check_records(house, first, third)
            check_operator(house, first, third, one, two)
            check_growing(house, old)
            tap.check("the lobby is one", wait_for(lambda: all({one.name, two.name} <= listed(node)
                                                               for node in (first, second))), listed(first))
            second.kill()
            tap.check("when its node dies it is reached at the other of its database",
                      wait_for(lambda: Sitting("127.0.0.1", third.port, two.name, two.token, two.id).table.get("settings")))
            two = Sitting("127.0.0.1", third.port, two.name, two.token, two.id)
            tap.check("from everywhere", wait_for(lambda: is_reached(first, two)))
            house.databases[1].stop(signal.SIGQUIT)
            tap.equal("a database that is away takes only its own tables with it", one.ask(t="say", text="uva")["t"], "ok")
            tap.check("which leave the lobby", wait_for(lambda: two.name not in listed(first)) and one.name in listed(first))
            house.databases[1].start()
            tap.check("until it is back", wait_for(lambda: two.name in listed(first), 120))
            tap.check("and they are reached again", wait_for(lambda: is_again(first, third, two)))
        finally:
            house.close()


def record_of(node, table):
    return get(node.port, f"/api/tables/{table}/games/1.mesa")


def check_records(house, near, far):
    """Of an open table and of one that is over, wherever they are asked for; and of one that went to another database's
    letters when it was opened."""
    for node, other in ((near, far), (far, near)):
        table, _, _ = play_game([node.port, other.port])
        tap.check("a game is played by people at nodes of two databases, and everybody has its record",
                  wait_for(lambda: record_of(other, table)[0] == 200) and record_of(other, table) == record_of(node, table),
                  record_of(other, table), record_of(node, table))
        tap.equal("its table is closed from the other side", other.admin("close", table).returncode, 0)
        tap.check("and its record stays", wait_for(lambda: record_of(other, table)[0] == 200 and
                                                   record_of(other, table) == record_of(node, table)),
                  record_of(other, table), record_of(node, table))
        tap.check("for the operator, too", other.admin("export", table).stdout == record_of(node, table)[1])
    tap.equal("what nobody has is not found", record_of(near, "zzzzzzzzzz")[0], 404)


def names_listed(node):
    return {line.split()[0] for line in node.admin("list").stdout.splitlines()[1:]}


def everywhere(house):
    return set().union(*map(tables_in, house.databases))


def is_banned(node, name):
    try:
        create(node, name=name).link.close()
    except Refused as refusal:
        return refusal.no["code"] == "banned"
    return False


def check_operator(house, near, far, one, two):
    """One node is asked, and all of the house answer."""
    for node in (near, far):
        tap.check("each node counts all of the house",
                  wait_for(lambda at=node: "penultima_house_nodes 3\n" in at.get("/metrics")[1]), node.get("/metrics")[1])
        done = node.admin("list")
        tap.check("the list has the tables of all databases", one.name in done.stdout and two.name in done.stdout, done)
        tap.check("and is whole", wait_for(lambda at=node: names_listed(at) == everywhere(house)),
                  names_listed(node) ^ everywhere(house))
        tap.equal("a table is inspected from everywhere", [node.admin("inspect", table.name).returncode
                                                          for table in (one, two)], [0, 0])
        tap.equal("somebody is banned", node.admin("ban", "Mallory", "2h").returncode, 0)
        tap.check("in the whole house", wait_for(lambda: is_banned(near, "Mallory") and is_banned(far, "Mallory")))
        tap.equal("and let in again", node.admin("unban", "Mallory").returncode, 0)
        tap.check("everywhere", wait_for(lambda: not is_banned(near, "Mallory") and not is_banned(far, "Mallory")))


def check_growing(house, old):
    """A third database is named and is not there yet: by its letters the oldest table should be in it."""
    grown = house.add(1, more=(f"postgresql://penultima@127.0.0.1:{free_port()}/postgres",))
    grown.start()
    back = Sitting("127.0.0.1", grown.port, old.name, old.token, old.id)
    tap.check("a table that is older than its letters' database is reached while that one is away",
              back.table.get("settings"), back.heard)
    tap.equal("whether a table is there is not said then", record_of(grown, "zzzzzzzzzz")[0], 503)
    grown.kill()


def passed_on(nodes):
    return sum(int(re.search(r"^penultima_node_passed (\d+)", node.get("/metrics")[1], re.M).group(1)) for node in nodes)


def check_proxy(house, *nodes):
    """As in docs/OPERATING.md: it sends each letter to the nodes of its database."""
    if not cluster.find_daemon("haproxy"):
        print("# HAProxy is not installed")
        return
    place, port = Path(house.folder) / "haproxy", free_port()
    place.mkdir()
    before, passed = [tables_in(one) for one in house.databases], passed_on(nodes)
    proxy = cluster.start_proxy("haproxy", place, "127.0.0.1", port, [[node.port] for node in nodes])
    try:
        wait_for(lambda: is_answering(port))
        load = subprocess.Popen([program, "load", "--json", "--url", f"ws://127.0.0.1:{port}", "--tables", "40", "--rate", "2",
                                 "--seconds", "3600"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        tap.check("all tables are opened", wait_for(lambda: sum(len(tables_in(one)) for one in house.databases) >= 40))
        tap.equal("everybody comes to a node of his table's database", passed_on(nodes), passed)
        load.send_signal(signal.SIGINT)
        said, errors = load.communicate(timeout=120)
        tap.equal("nothing is refused, and nobody lost", [json.loads(said)[name] for name in ("refused", "lost")], [0, 0], errors)
        opened = [tables_in(one) - some for one, some in zip(house.databases, before)]
        tap.check("both databases have their share", all(opened) and all(name[0] in FIRST for name in opened[0]) and
                  not any(name[0] in FIRST for name in opened[1]), opened)
    finally:
        proxy.terminate()
        proxy.wait(20)


def is_answering(port):
    try:
        bot.connect("127.0.0.1", port).close()
        return True
    except (OSError, bot.Closed):
        return False


def is_again(near, node, table):
    try:
        return is_reached(near, Sitting("127.0.0.1", node.port, table.name, table.token, table.id))
    except (bot.Closed, OSError):
        return False


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
main()
tap.done()
