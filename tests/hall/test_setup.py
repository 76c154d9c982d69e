#!/usr/bin/env python3
"""Set-ups that a server takes and those it refuses: test_setup.py PROGRAM ARCHIVE SOURCE_ROOT

Against a real server: tables opened by a code, codes with a word nobody knows, house rules that meet each
other, and a house rule of one's own that meets a chosen one. Whoever is refused reads what and where.
"""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from person import Person, Refused  # noqa: E402
from server import Server  # noqa: E402

program = os.path.abspath(sys.argv[1])
OWN = 'house mine\ntitle en "Mine", es "Lo mío"\nhand 5\nanswers same card\n'
DECLARES = 'house mine\ntitle en "Mine", es "Lo mío"\nconflicts jump, en "too fast", es "va muy rápido"\nhand 5\n'


def refused(server, **create):
    try:
        Person(server.port, {"t": "create", "name": "Ana", **create})
    except Refused as refusal:
        return refusal.no
    return {}


def check_codes(server):
    ana = Person(server.port, {"t": "create", "name": "Ana", "setup": "2.office.seven-0.seats=3.with=casual-expert"})
    ana.until(lambda message: message["t"] in ("seats", "table", "update") and
              [seat["kind"] for seat in ana.table["seats"]] == ["person", "bot", "bot"])
    settings = ana.table["settings"]
    tap.equal("a table opened by a code has what it says, bots and all",
              (settings["edition"], settings["house"], settings["seats"],
               [seat.get("level") for seat in ana.table["seats"]]),
              ("office", ["seven-0"], 3, [None, "casual", "expert"]))
    ana.link.close()
    no = refused(server, setup="2.classic.jump-up")
    tap.equal("a word that nobody knows comes back", (no.get("code"), no.get("args", {}).get("field")),
              ("bad-settings", "jump-up"), no)
    tap.check("and stands in the sentence", "jump-up" in no.get("text", ""), no)
    for setup, word in (("2.nope", "nope"), ("2.classic.seats=0", "seats=0"), ("2.classic.series=0", "series=0"),
                        ("2.verbena.seats=9", "seats"), ("2.classic.name=~09", "name"), ("2.classic..jump-in", "."),
                        ("2", "edition"), ("classic", "scoring")):
        no = refused(server, setup=setup)
        tap.equal(f"{setup}: what is wrong with it is named", (no.get("code"), no.get("args", {}).get("field")),
                  ("bad-settings", word), no)
        tap.check(f"{setup}: and so it is in the sentence", f": {word} is " in no.get("text", ""), no)
    no = refused(server, settings={"edition": "nope"})
    tap.equal("an edition that is not there is named without a code, too",
              (no.get("code"), no.get("args", {}).get("field")), ("bad-settings", "nope"), no)
    no = refused(server, setup="2.classic.progressive.stack-any")
    tap.equal("two house rules that meet are named with their lines", (no.get("code"), no.get("args")),
              ("house-conflict", {"line": 7, "first": "stack-any", "second": "progressive", "other": 8}), no)
    tap.check("in words", "Progressive (line 8)" in no.get("text", "") and "(line 7)" in no["text"], no)


def check_own(server):
    """A text of one's own; with 'set' as with 'create'."""
    no = refused(server, settings={"house": ["seven-0", "progressive"]}, text=OWN)
    tap.equal("an own house rule that meets a chosen one is refused where it stands",
              (no.get("code"), no.get("args", {}).get("line"), no.get("args", {}).get("column")),
              ("bad-edition", 4, 1), no)
    tap.check("and both are named with their lines",
              "mine (line 4)" in no.get("text", "") and "progressive (line 8)" in no["text"], no)
    no = refused(server, setup="2.classic.jump-in", text=DECLARES)
    tap.check("what it declares to be in its way as well, with the reason",
              no.get("code") == "bad-edition" and no["args"]["line"] == 3 and "jump-in (line" in no["text"] and
              "too fast" in no["text"], no)
    no = refused(server, settings={"house": ["progressive", "stack-any"]}, text=OWN)
    tap.equal("chosen ones that meet each other are refused as such", no.get("code"), "house-conflict", no)
    ana = Person(server.port, {"t": "create", "name": "Ana", "settings": {"house": ["jump-in"]}, "text": OWN})
    edition = ana.table["settings"]["edition"]
    tap.check("what does not meet is played", edition.startswith("own-"), ana.table["settings"])
    no = ana.ask(t="set", settings={}, text=DECLARES)
    tap.check("a text meets what the table has chosen before", no.get("code") == "bad-edition" and
              "mine (line 3)" in no["text"] and "jump-in (line" in no["text"], no)
    no = ana.ask(t="set", settings={"house": ["stack-up"]}, text=OWN)
    tap.check("and what is chosen with it", no.get("code") == "bad-edition" and "mine (line 4)" in no["text"] and
              "stack-up (line" in no["text"], no)
    tap.equal("the table is as it was", (ana.table["settings"]["edition"], ana.table["settings"]["house"]),
              (edition, ["jump-in"]))
    no = ana.ask(t="set", settings={"house": ["jump-up"]})
    tap.equal("a word that nobody knows comes back from it", (no.get("code"), no.get("args", {}).get("field")),
              ("bad-settings", "jump-up"), no)
    no = ana.ask(t="set", settings={"house": ["progressive", "stack-any"]})
    tap.equal("as two that meet do", no.get("code"), "house-conflict", no)
    tap.equal("without the one in its way the text is taken",
              ana.code(t="set", settings={"edition": "classic", "house": []}, text=DECLARES), "ok")
    ana.link.close()


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder, "--no-limits")
    server.start()
    check_codes(server)
    check_own(server)
    tap.equal("it ends well", server.stop(), 0, server.errors()[-2000:])
tap.done()
