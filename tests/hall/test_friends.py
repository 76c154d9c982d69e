#!/usr/bin/env python3
"""Friends at a table: test_friends.py PROGRAM ARCHIVE SOURCE_ROOT

Against a real server: names that are taken, people who come late, tables that begin by themselves, games
after the first one, bots' pace.
"""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)


class Friend:
    """One connection. 'table' is what it was told last of the table, whatever brought it."""

    def __init__(self, server, **first):
        self.connection = bot.connect("127.0.0.1", server.port)
        self.table, self.id, self.heard = {}, 0, []
        self.connection.send(first)
        self.welcome = self.hear("welcome", "no")

    def take(self):
        message = self.connection.receive()
        self.heard.append(message["t"])
        if message["t"] in ("table", "seats", "update"):
            self.table.update(message)
        return message

    def hear(self, *types):
        """Waits for a message of one of these types."""
        while True:
            message = self.take()
            if message["t"] in types:
                return message

    def until(self, condition):
        """Waits until the table is so; a connection that ends is a failure."""
        while not (self.table and condition(self.table)):
            self.take()
        return self.table

    def say(self, what, **fields):
        """The answer to a command."""
        self.id += 1
        self.connection.send({"t": what, "id": self.id, **fields})
        while True:
            message = self.take()
            if self.id in (message.get("id"), message.get("ack")) and message["t"] not in ("table", "seats"):
                return message

    def agree(self):
        return self.say("agree", rules=self.until(lambda table: table["stage"] == "waiting")["rules"])

    @property
    def name(self):
        return self.until(lambda table: "seats" in table)["seats"][self.table["you"]]["name"]


def check_names(server):
    host = Friend(server, t="create", settings={"seats": 5})
    table = host.welcome["table"]
    guests = [Friend(server, t="join", table=table) for _ in range(2)]
    names = [friend.name for friend in (host, *guests)]
    tap.equal("who brings no name gets one that nobody has", len(set(names)), 3, names)
    late = Friend(server, t="join", table=table, name=names[0].upper())
    no = late.welcome
    tap.equal("who brings a name that is taken is told a free one", (no["t"], no.get("code")),
              ("no", "name-taken"), no)
    late.connection.send({"t": "join", "table": table, "name": no.get("name", "?")})
    tap.equal("and sits down under it", late.hear("welcome", "no")["t"], "welcome", no)
    tap.equal("a person changes the name", late.say("name", name="Zoe")["t"], "ok")
    tap.equal("and all see it", [one.until(lambda table: "Zoe" in str(table["seats"])) and "Zoe"
                                 for one in (host, *guests)], ["Zoe"] * 3)
    tap.equal("but not to somebody's", late.say("name", name=names[1]).get("name"), names[1] + "2")
    for friend in (host, late, *guests):
        friend.connection.close()


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder)
    server.start()
    check_names(server)
    tap.equal("it ends well", server.stop(), 0, server.errors()[-2000:])
tap.done()
