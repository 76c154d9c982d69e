"""Somebody at a server's table who speaks its protocol, one message at a time."""
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here)]
from server import load_bot  # noqa: E402

bot = load_bot(here.parent.parent)


class Refused(Exception):
    """It was not let in; 'no' is what it was told."""

    def __init__(self, no):
        super().__init__(f"{no.get('code')}: {no.get('text')}")
        self.no = no


class Person:
    """Says what it is told to, and knows the table as it lies after the last message."""

    def __init__(self, port, hello, host="127.0.0.1"):
        self.id, self.table, self.heard = 0, {}, []
        self.open(port, hello, host)

    def open(self, port, hello, host="127.0.0.1"):
        self.link = bot.WebSocket(host, port)
        self.link.send({"t": "hello", "v": 2, "lang": "en"})
        self.link.send(hello)
        welcome = self.until(lambda message: message["t"] in ("welcome", "no"))
        if welcome["t"] == "no":
            self.link.close()
            raise Refused(welcome)
        self.token = welcome.get("token", getattr(self, "token", None))
        self.name = welcome.get("table")
        self.until(lambda message: message["t"] in ("table", "update"))

    def until(self, condition):
        for _ in range(2000):
            message = self.link.receive()
            self.heard.append(message)
            if message["t"] in ("table", "seats", "update"):
                if message["t"] == "update":
                    self.table.pop("drawn", None)
                    self.table.pop("over", None)
                self.table.update({key: value for key, value in message.items() if key != "t"})
            if condition(message):
                return message
        raise RuntimeError("it never came")

    def ask(self, **command):
        self.id += 1
        self.link.send({"id": self.id, **command})
        return self.until(lambda message: message.get("id") == self.id or message.get("ack") == self.id)

    def code(self, **command):
        return self.ask(**command).get("code", "ok")

    def act(self, deed, **more):
        answer = self.ask(t="act", do=deed, **more)
        if answer["t"] == "no":
            raise RuntimeError(f"{deed}: {answer}")
        return answer

    def now(self):
        return self.table["now"]


def table_of(port, settings, names):
    first = Person(port, {"t": "create", "name": names[0], "settings": settings})
    people = [first, *(Person(port, {"t": "join", "table": first.name, "name": name}) for name in names[1:])]
    for person in people:
        person.ask(t="agree", rules=first.table["rules"])
    first.ask(t="start")
    for person in people:
        person.until(lambda message: message["t"] == "update" and message.get("now"))
    return people


def catch_up(people):
    """Everybody has heard what the newest of them has heard."""
    newest = max(person.table["n"] for person in people)
    for person in people:
        while person.table["n"] < newest:
            person.until(lambda message: message["t"] in ("update", "seats", "table"))


def now_legal(person):
    return person.now().get("legal", {})
