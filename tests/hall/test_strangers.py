#!/usr/bin/env python3
"""What a client needs that knows nothing but docs/PROTOCOL.md: test_strangers.py PROGRAM ARCHIVE SOURCE_ROOT

The table's messages name the colours of its edition, a move that cannot be read is refused by its word with what would
fit there, a program has its mark, and our examples play every edition without a refusal.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import editions  # noqa: E402
import tap  # noqa: E402
from person import Person, catch_up, now_legal, table_of  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3]).resolve()
GAMES = int(os.environ.get("STRANGER_GAMES", "1"))  # of each client in each edition


def refused(person, deed):
    no = person.ask(t="act", do=deed)
    return no.get("code"), no.get("key"), {key: value for key, value in no.get("args", {}).items() if key != "field"}


def check_words(server):
    people = table_of(server.port, {"seats": 2, "edition": "verbena", "scoring": "quick"}, ["Ana", "Beto"])
    colors = people[0].table["colors"]
    tap.equal("a table names the colours of its edition", [(color["letter"], color["id"]) for color in colors],
              [("c", "coral"), ("v", "violet"), ("m", "mint"), ("a", "amber"), ("p", "pearl")])
    watcher = Person(server.port, {"t": "watch", "table": people[0].name})
    tap.equal("who watches is told, too", watcher.table["colors"], colors)
    catch_up(people)
    person = people[people[0].now()["must"][0]]
    names = "coral, violet, mint, amber, pearl"
    tap.equal("a colour of another edition", refused(person, "names green"),
              ("bad-message", "server.bad-word", {"word": "green", "what": names}))
    verbs = refused(person, "lays c1")[2]
    tap.check("a verb that is none", verbs["word"] == "lays" and "plays, draws, keeps" in verbs["what"], verbs)
    cards = refused(person, "plays g7")[2]
    hand = set(person.table["hand"])
    told = set(cards["what"].split(", "))
    tap.check("a card of another edition: what fits is one's own", cards["word"] == "g7" and told and told <= hand
              and (not now_legal(person).get("plays") or told == set(now_legal(person)["plays"])), cards, sorted(hand))
    tap.equal("somebody who is not there", refused(person, "catches Zoe")[2], {"word": "Zoe", "what": "Ana, Beto"})
    tap.equal("one word too many", refused(person, "draws now")[2], {"word": "now", "what": "-"})
    tap.equal("one word too few", refused(person, "names")[2], {"word": "names", "what": names})
    before = Person(server.port, {"t": "create", "name": "Eva", "settings": {"seats": 2}})
    tap.equal("nobody is told of cards before there are any", refused(before, "plays q7"), ("bad-message", "server.bad-field", {}))


def marks(person):
    return [seat.get("program") for seat in person.table["seats"]]


def check_mark(server):
    people = table_of(server.port, {"seats": 3, "scoring": "quick"}, ["Ana", "Robi", "Carla"])
    catch_up(people)
    tap.equal("nobody has a mark", marks(people[0]), [None] * 3)
    robi = next(person for person in people if person.table["seats"][person.table["you"]]["name"] == "Robi")
    seat = robi.table["you"]
    robi.ask(t="name", name="Robi", program=True)
    for person in people:
        person.until(lambda message: message["t"] == "seats" and message["seats"][seat].get("program"))
    wanted = [True if index == seat else None for index in range(3)]
    tap.equal("who says it plays a program has one, for all to see", [marks(person) for person in people], [wanted] * 3)
    tap.equal("it cannot be taken off", (robi.code(t="name", name="Robi", program=False), marks(robi)), ("ok", wanted))
    server.stop()
    server.start()
    again = Person(server.port, {"t": "resume", "table": robi.name, "token": robi.token})
    watcher = Person(server.port, {"t": "watch", "table": robi.name})
    tap.equal("a server started again knows it, and tells who watches", (marks(again), marks(watcher)), (wanted, wanted))


def check_example(server, edition):
    """docs/examples/bot.py, with three of our bots."""
    bot = load_bot(root)
    player = bot.Player("127.0.0.1", server.port, "Robi")
    player.create({"edition": edition, "seats": 4, "scoring": "quick", "pace": "at-once", "grace": 0})
    bots, is_started = 0, False
    while not player.is_over:
        message = player.connection.receive()
        player.hear(message)
        if player.open or is_started or message["t"] not in ("table", "seats", "ok") or not player.table:
            continue
        if bots < 3:
            bots += 1
            player.command("bot", seat=bots, level="random")
        elif "seats" in message and message["seats"][player.seat]["agreed"]:
            is_started = True
            player.command("start")
    # Between saying and hearing others move: what comes too late is nobody's fault.
    return [no for no in player.said if no["code"] in ("bad-message", "bad-settings") or no.get("rule")]


def check_go(server, folder):
    if not shutil.which("go"):
        tap.check("# SKIP there is no Go", True)
        return
    client = Path(folder) / "client"
    env = {**os.environ, "GOCACHE": str(Path(folder) / "go-cache"), "GO111MODULE": "off"}
    made = subprocess.run(["go", "build", "-o", str(client), str(root / "docs/examples/client.go")], env=env, capture_output=True,
                          text=True, check=False)
    if not tap.check("the client in Go builds", made.returncode == 0, made.stderr):
        return
    for edition in editions.BUILTIN:
        said = subprocess.run([str(client), f"127.0.0.1:{server.port}", edition, str(GAMES)], capture_output=True, text=True,
                              check=False, timeout=600)
        tap.equal(f"{edition}: the client in Go plays without a refusal", (said.returncode, said.stdout.strip()),
                  (0, f"{GAMES} games, 0 refusals"), said.stderr)


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder)
    server.start()
    check_words(server)
    check_mark(server)
    for edition in editions.BUILTIN:
        found = [no for _ in range(GAMES) for no in check_example(server, edition)]
        tap.equal(f"{edition}: the example in Python plays without a refusal", found, [])
    check_go(server, folder)
    server.stop()
tap.done()
