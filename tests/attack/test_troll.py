#!/usr/bin/env python3
"""What trolls try at a table, over a real server: test_troll.py PROGRAM ARCHIVE SOURCE_ROOT

One present player against an absent one, look-alike names, shouting at every card, questions without end,
a public table without a clock. Bounded: a few connections on loopback, no waiting for clocks.
"""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)


class Client:
    """Says what it is told to, and keeps what it hears."""

    def __init__(self, port, hello):
        self.link = bot.WebSocket("127.0.0.1", port)
        self.id, self.seats, self.heard = 0, {}, []
        self.link.send({"t": "hello", "v": 2, "lang": "en"})
        self.link.send(hello)
        self.welcome = self.until(lambda message: message["t"] in ("welcome", "no"))
        if self.welcome["t"] == "welcome":
            self.until(lambda message: message["t"] == "table")

    def until(self, condition):
        for _ in range(500):
            message = self.link.receive()
            if message["t"] in ("table", "seats"):
                self.seats = message
            self.heard.append(message)
            if condition(message):
                return message
        raise RuntimeError("it never came")

    def ask(self, command):
        """The answer: ok, no, or the update that acknowledges it."""
        self.id += 1
        self.link.send({"id": self.id, **command})
        return self.until(lambda message: message.get("id") == self.id or message.get("ack") == self.id)

    def code(self, command):
        return self.ask(command).get("code", "ok")


def table_of(server, settings, names):
    first = Client(server.port, {"t": "create", "name": names[0], "settings": settings})
    table = first.welcome["table"]
    others = [Client(server.port, {"t": "join", "table": table, "name": name}) for name in names[1:]]
    people = [first, *others]
    for client in people:
        client.ask({"t": "agree", "rules": first.seats["rules"]})
    return table, people


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder)
    server.start()

    table, (ana, beto) = table_of(server, {"seats": 2, "clock": {"days": 3}}, ["Ana", "Beto"])
    tap.check("the game begins", ana.code({"t": "start"}) == "ok")
    beto.link.socket.close()
    ana.until(lambda message: message["t"] == "seats" and message["seats"][1]["here"] is False)
    tap.check("who is away for a moment is not sent away", ana.code({"t": "ask", "what": "kick", "seat": 1}) == "not-gone")
    tap.check("one alone may ask for a pause", ana.code({"t": "ask", "what": "pause"}) == "ok")
    tap.check("and does not get it", ana.seats["paused"] is False)
    tap.check("nor asks again at once", ana.code({"t": "ask", "what": "take-back"}) in ("asking", "nothing-to-take-back"))

    table, (ana, beto, carla) = table_of(server, {"seats": 4}, ["Ana", "Beto", "Carla"])
    for name in ("Аna", "Ａna", "ANA", "Anа"):
        late = Client(server.port, {"t": "join", "table": table, "name": name})
        tap.check(f"{name.encode('unicode_escape').decode()} is no other name", late.welcome.get("code") == "name-taken")
    tap.check("only the host removes", beto.code({"t": "remove", "seat": 2}) == "not-host")
    tap.check("the host removes", ana.code({"t": "remove", "seat": 2}) == "ok")
    tap.check("who was removed is told", carla.until(lambda message: message["t"] == "bye")["code"] == "removed")
    tap.check("the rest play", ana.code({"t": "start"}) == "ok")
    codes = [beto.code({"t": "act", "do": "catches Ana", "on": 1}) for _ in range(10)]
    tap.check("shouting all the time is not heard", codes[0] != "ok" and set(codes[1:]) == {"too-fast"}, str(codes))
    tap.check("nobody is asked at once whether they are there", {ana.code({"t": "there", "seat": 1}),
              beto.code({"t": "there", "seat": 0})} <= {"not-still", "bad-target"})

    ana = Client(server.port, {"t": "create", "name": "Ana", "settings": {"public": True, "clock": None}})
    tap.check("a public table has a clock", ana.seats["settings"]["clock"] == {"move": 60}, str(ana.seats["settings"]))
    tap.check("and keeps it", ana.code({"t": "set", "settings": {"clock": None}}) == "ok" and
              ana.seats["settings"]["clock"] == {"move": 60})
    tap.check("a grace of two seconds is refused", ana.code({"t": "set", "settings": {"grace": 2000}}) in ("bad-settings", "bad-message"))
    server.stop()
tap.done()
