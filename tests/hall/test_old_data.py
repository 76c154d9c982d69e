#!/usr/bin/env python3
"""A data file written by 0.2.0 opens and goes on: test_old_data.py PROGRAM ARCHIVE SOURCE_ROOT

tests/data/tables-0.2.0.sql was made with that release by make_tables.py beside it: bots of every level, tables
waiting, playing, paused, in a vote and between two rounds. A newer file is refused and left as it is.
"""
import hashlib
import os
import re
import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)
LEVELS = ["random", "rule", "novice", "casual", "rank", "expert"]
dump = (root / "tests/data/tables-0.2.0.sql").read_text(encoding="utf-8")


class Seat(bot.Player):
    """A person of the old file, with the token from then; does nothing by itself."""

    def __init__(self, port, name, table, token):
        super().__init__("127.0.0.1", port, name)
        self.table, self.token, self.whole = table, token, {}
        self.next_id = 1000

    def go_on(self):
        """Not by itself."""

    def hear(self, message):
        if message["t"] in ("table", "seats"):
            self.whole.update(message)
        super().hear(message)

    def until(self, condition):
        while not condition():
            self.hear(self.connection.receive())

    def sit(self):
        self.resume()
        self.until(lambda: "stage" in self.whole)
        return self

    def tell(self, kind, **fields):
        """What was refused, or nothing."""
        self.said = []
        self.command(kind, **fields)
        self.until(lambda: not self.open)
        return [no["code"] for no in self.said]

    def move(self):
        return self.tell("act", do=self.choose(self.now), on=self.last)


def journals(path):
    data = sqlite3.connect(path)
    texts = {}
    for table, text in data.execute("SELECT tbl, text FROM entry ORDER BY place"):
        texts[table] = texts.get(table, "") + (text.decode() if isinstance(text, bytes) else text)
    data.close()
    return texts


def people_of(port):
    """The people of each table, table by table: in the order of make_tables.py."""
    tables = {}
    for name, table, token in re.findall(r"^-- (\S+) (\S+) (\S+)$", dump, re.M):
        tables.setdefault(table, []).append(Seat(port, name, table, token))
    return [[person.sit() for person in people] for people in tables.values()]


def mover(people):
    """Whoever of them has to do something now."""
    for person in people:
        person.until(lambda person=person: person.now)
        if person.seat in person.now["must"] and "legal" in person.now:
            return person
    return None


def look(waiting, playing, paused, asking, between):
    levels = [[seat.get("level") for seat in people[0].whole["seats"] if seat["kind"] == "bot"]
              for people in (waiting, playing, paused, asking, between)]
    tap.equal("the bots are who they were", levels, [LEVELS, LEVELS, ["rank"], ["novice"], []])
    tap.equal("the tables are where they were",
              [people[0].whole["stage"] for people in (waiting, playing, paused, asking, between)],
              ["waiting", "playing", "playing", "playing", "between"])
    settings = waiting[0].whole["settings"]
    wanted = {"edition": "classic", "house": ["progressive", "jump-in"], "scoring": "lowest", "target": 300,
              "hints": True, "series": 3, "bots": "expert", "public": True, "name": "La mesa de Ana", "seats": 7,
              "clock": {"days": 3}}
    tap.equal("the rules of the waiting one", {key: settings.get(key) for key in wanted}, wanted)
    tap.equal("what was said there", [(said.get("phrase"), said.get("text")) for said in waiting[0].whole["chat"]],
              [(10, None), (None, "¿Quién viene?")])
    tap.equal("the rules of the one in play", [playing[0].whole["settings"].get(key) for key in ("house", "scoring")],
              [["seven-0"], "quick"])
    tap.equal("one is paused", [people[0].whole["paused"] for people in (playing, paused, asking)],
              [False, True, False])
    asked = asking[0].whole["asking"]
    tap.equal("one is asked something", [asked["what"], asked["seat"], asked["by"]], ["kick", 2, 0])
    tap.equal("two with a reverse that turns", between[0].whole["settings"].get("reverse_with_two"), "turn")


def go_on(waiting, playing, paused, asking, between):
    tap.equal("a question is answered", asking[1].tell("vote", yes=False), [])
    asking[0].until(lambda: asking[0].whole["asking"] is None)
    paused[0].tell("ask", what="go-on")
    tap.equal("a pause ends", paused[1].tell("vote", yes=True), [])
    paused[0].until(lambda: not paused[0].whole["paused"])
    for person in between:
        person.tell("ready")
    who = mover(between)
    tap.equal("the next round is dealt, and played", [who.now["round"], who.move()], [2, []])
    tap.equal("the waiting one gets other rules", waiting[0].tell("set", settings={
        "edition": "classic", "house": ["seven-0"], "scoring": "points", "seats": 7, "name": "Otra mesa"}), [])
    waiting[0].until(lambda: waiting[0].whole["settings"]["house"] == ["seven-0"])
    waiting[0].until(lambda: waiting[0].commit)
    waiting[0].agree(waiting[0].whole["rules"])
    waiting[0].until(lambda: not waiting[0].open)
    tap.equal("and starts", waiting[0].tell("start"), [])
    playing[0].until(lambda: playing[0].now and playing[0].seat in playing[0].now["must"])
    tap.equal("the one in play is played", playing[0].move(), [])


def check_lines(old, new):
    tap.check("the old lines stand as they were",
              all(new[table].startswith(text) for table, text in old.items()), "changed")
    added = [new[table][len(text):] for table, text in old.items()]
    tap.check("what is new stands behind a line that says how", all(
        text.startswith("#! journal 2\n") and text.count("#! journal ") == 1 for text in added), added[0][:200])
    sets = re.findall(r"^#! set \d+ 0 \d+ (.*)$", "".join(added), re.M)
    tap.equal("by name", re.sub(r"(move|grace|target)=\d+", r"\1=N", sets[0]),
              "classic house=seven-0 scoring=points target=N reverse_with_two=skip misplays=edition dealer= seats=7 move=N "
              "public=yes hints=yes grace=N series=3 bots=expert pace=normal watching=allowed delay=0 title=Otra mesa")


def add_newer(path):
    """What a later version may write: a line in its own way, chained to those before it."""
    data = sqlite3.connect(path)
    place, table, seq, last = data.execute(
        "SELECT place, tbl, seq, hash FROM entry ORDER BY place DESC LIMIT 1").fetchone()
    text = b"#! journal 3\n"
    data.execute("INSERT INTO entry VALUES(?, ?, ?, ?, ?, ?)", (place + 1, table, seq + 1, place, text,
                 hashlib.sha512(last + text.rstrip()).digest()))
    data.commit()
    data.close()


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder)
    data = sqlite3.connect(server.data)
    data.executescript(dump)
    data.close()
    before = journals(server.data)
    said = server.start()
    tap.check("every table goes on", "5 tables go on" in said, said, server.errors())
    everybody = people_of(server.port)
    look(*everybody)
    go_on(*everybody)
    server.stop()
    check_lines(before, journals(server.data))
    tap.check("and once more, with new lines behind the old", "5 tables go on" in server.start(), server.errors())
    again = people_of(server.port)
    tap.equal("as they were left", [people[0].whole["settings"].get("name") for people in again][0], "Otra mesa")
    server.stop()
    add_newer(server.data)
    before = journals(server.data)
    try:
        server.start()
        server.stop()
        tap.check("a newer one is refused", False, "it started")
    except RuntimeError:
        server.process.wait()
        tap.check("a newer one is refused with a sentence", "a newer Penúltima wrote it" in server.errors(),
                  server.errors())
    tap.equal("and left as it is", journals(server.data), before)
tap.done()
