"""A table at which the cards lie as a test wants them: people sit down in a house of one node, which ends; then a game that
goes on there is added to the table's journal."""
import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
from person import Person, bot  # noqa: E402


class Sitting:
    """Somebody who comes back to a seat (or, without a token, watches), and keeps what is heard as it came."""

    def __init__(self, host, port, table, token=None, number=0):
        self.heard, self.table = [], {}
        self.id = number  # of the last command of this seat
        self.host, self.port, self.name, self.token = host, port, table, token
        self.open()

    def open(self, last=0):
        self.link = bot.WebSocket(self.host, self.port)
        self.say({"t": "hello", "v": 2, "lang": "en"})
        if self.token:
            self.say({"t": "resume", "table": self.name, "token": self.token, "last": last})
        else:
            self.say({"t": "watch", "table": self.name})
        self.until(lambda message: message["t"] in ("table", "update", "no"))

    def say(self, message):
        self.link.send(message)

    def until(self, condition):
        """Hears until a message is as wanted; the number of the newest update, and the table as it lies."""
        for _ in range(2000):
            text = self.link.receive_text()
            self.heard.append(text)
            message = json.loads(text)
            if message["t"] in ("table", "seats", "update"):
                self.table.update(message)
            if condition(message):
                return message
        raise RuntimeError("it never came")

    def until_table(self, condition):
        """The table is as wanted; it may be already."""
        if not condition(self.table):
            self.until(lambda _: condition(self.table))

    def ask(self, **command):
        """Says it and hears until it is answered."""
        self.id += 1
        self.say({"id": self.id, **command})
        return self.until(lambda message: message.get("id") == self.id or message.get("ack") == self.id)

    @property
    def legal(self):
        return self.table["now"].get("legal", {})

    @property
    def is_in_turn(self):
        return self.table["you"] in self.table["now"].get("must", [])


def sit_down(node, settings, names, host="127.0.0.1"):
    """Everybody sits at a table, and the node ends; the table's name and, for each, how he comes back (the last arguments
    of a Sitting)."""
    first = Person(node.port, {"t": "create", "name": names[0], "settings": settings}, host)
    people = [first, *(Person(node.port, {"t": "join", "table": first.name, "name": name}, host)
                       for name in names[1:])]
    for person in people:
        person.link.close()
    node.kill()
    return people[0].name, [(person.token, person.id) for person in people]


def deck(letters="rgby", more=()):
    """All cards of the classic deck, and more."""
    colored = [f"{letter}{face}" for letter in letters
               for face in ["0"] + 2 * [*map(str, range(1, 10)), "s", "r", "+2"]]
    return colored + 4 * ["w", "w+4", *more]


def record_of(edition, cards, hands, opening):
    """A game in which these hands were dealt; the rest lies in the draw pile as it is in 'cards'. The first one plays."""
    rest = list(cards)
    for card in (*(card for hand in hands.values() for card in hand), opening):
        rest.remove(card)
    names = list(hands)
    lines = [f"edition: {edition}", f"players: {', '.join(names)}", f"dealer: {names[-1]}",
             *(f"hand {name}: {' '.join(hand)}" for name, hand in hands.items()), f"draw: {' '.join(rest)}",
             f"opening: {opening}"]
    return "".join(line + "\n" for line in lines)


def lay(postgres, database, record):
    """At the only table there, where all sit and no game has begun, this one goes on (src/room/journal.c)."""
    rows = postgres.sql("SELECT tbl, encode(text, 'hex') FROM penultima.entry ORDER BY seq", database).split()
    table = rows[0].split("|")[0]
    digest = hashlib.sha512(b"penultima/1 chain").digest()
    for row in rows:
        text = bytes.fromhex(row.split("|")[1])
        for line in text.split(b"\n")[:-1]:
            digest = hashlib.sha512(digest + line).digest()
        if text.startswith(b"#! open "):
            moment = text.split()[2].decode()
    added = f"#! take-over {moment} 1 {len(record)}\n{record}".encode()
    for line in added.split(b"\n")[:-1]:
        digest = hashlib.sha512(digest + line).digest()
    postgres.sql("INSERT INTO penultima.entry (tbl, seq, text, hash) VALUES"
                 f" ({table}, {len(rows) + 1}, '\\x{added.hex()}', '\\x{digest.hex()}')", database)
