#!/usr/bin/env python3
"""Acts of the table at a real server: test_acts.py PROGRAM ARCHIVE SOURCE_ROOT

Two people draw the whole deck into their hands until one card goes round, and end the round by a vote; the game
goes on, also behind a restart, and its record replays and verifies.
"""
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402
from person import catch_up, now_legal, table_of  # noqa: E402
from server import Server  # noqa: E402

program = os.path.abspath(sys.argv[1])


def one_turn(people, lays):
    """Whoever has the turn draws; a card that fits is laid again if 'lays', else kept."""
    catch_up(people)
    seat = people[0].now()["turn"]
    person = people[seat]
    person.act("draws")
    drawn = person.table.get("drawn")
    if drawn:
        person.act(f"plays {drawn}" if lays and not drawn.startswith("w") else "keeps")


def empty_the_pile(people):
    """Until the draw pile is empty and one card of the top card's colour goes round."""
    for _ in range(400):
        catch_up(people)
        if people[0].now()["phase"] == "name":
            people[people[0].now()["turn"]].act("names red")
        elif people[0].now()["pile"] > 0:
            one_turn(people, False)
        else:
            break
    catch_up(people)
    for _ in range(10):  # whoever can, covers the only discard with a number of its colour
        now = people[0].now()
        person = people[now["turn"]]
        plain = [card for card in now_legal(person).get("plays", []) if card[0] == now["top"][0] and card[1:].isdigit()]
        if plain and now["top"][1:].isdigit():
            person.act(f"plays {plain[0]}")
            catch_up(people)
            return
        numbers = [card for card in now_legal(person).get("plays", []) if card[1:].isdigit()]
        person.act(f"plays {numbers[0]}" if numbers else "draws")
        if person.table.get("drawn"):
            person.act("keeps")
        catch_up(people)
    raise RuntimeError("no number to begin with")


def endless_round(port):
    """A table at which one card goes round. The cards fall by chance: not every deal comes to that."""
    for attempt in range(5):
        people = table_of(port, {"seats": 2, "grace": 0, "scoring": "quick"}, ["Ana", "Beto"])
        is_refused = people[0].code(t="ask", what="void") == "not-void"
        try:
            empty_the_pile(people)
            turns = 0
            while not people[0].now().get("void") and turns < 40:
                one_turn(people, True)
                catch_up(people)
                turns += 1
            return people, turns, is_refused
        except RuntimeError:
            if attempt == 4:
                raise
    return None


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder)
    server.start()
    people, turns, is_refused = endless_round(server.port)
    ana, beto = people
    tap.check("no round is ended at will", is_refused)
    tap.check("after three rounds of turns that served nobody it may be ended", ana.now().get("void") is True
              and beto.now().get("void") is True and 6 <= turns < 40, f"{turns} turns")
    tap.check("one asks", ana.code(t="ask", what="void") == "ok")
    beto.until(lambda message: message["t"] == "seats" and message.get("asking"))
    tap.check("the other refuses, and play goes on", beto.code(t="vote", yes=False) == "ok"
              and ana.until(lambda message: message["t"] == "voted")["outcome"] == "refused")
    catch_up(people)
    tap.check("both agree", beto.code(t="ask", what="void") == "ok" and ana.code(t="vote", yes=True) == "ok")
    for person in people:
        if not person.table.get("over"):
            person.until(lambda message: message["t"] == "update" and message.get("over"))
    over = ana.table["over"]
    tap.check("the round is void, nobody has won", over["round"]["winner"] is None and over["round"]["points"] == 0
              and over["game"] is None)
    tap.check("it is told so", any(event["e"] == "round-void" for message in ana.heard if message["t"] == "update"
                                   for event in message["events"]))
    server.stop()
    server.start()
    for person in people:
        person.open(server.port, {"t": "resume", "table": ana.name, "token": person.token})
    tap.check("a server started again knows it", ana.table["stage"] == "between")
    for person in people:
        person.ask(t="ready")
    for person in people:
        if person.table["stage"] == "between" or person.now()["round"] == 1:
            person.until(lambda message: message["t"] == "update" and message["now"]["round"] == 2)
    for _ in range(3000):  # a quick game: the next round that somebody wins ends it
        catch_up(people)
        if ana.table.get("over"):
            break
        now = ana.now()
        person = people[now["must"][0]]
        legal = now_legal(person)
        if legal.get("names"):
            person.act("names red")
        elif person.table.get("drawn"):
            card = person.table["drawn"]
            person.act(f"plays {card}" + (" red" if card.startswith("w") else ""))
        elif now["phase"] == "pending":
            person.act("takes")
        elif legal.get("plays"):
            card = legal["plays"][0]
            person.act(f"plays {card}" + (" red" if card.startswith("w") else ""))
        else:
            person.act("draws")
    tap.check("the game goes on to its end", bool(ana.table.get("over", {}).get("game")))
    url = f"http://127.0.0.1:{server.port}/api/tables/{ana.name}/games/1.mesa"
    record = urllib.request.urlopen(url, timeout=30).read().decode()
    path = Path(folder, "void.mesa")
    path.write_text(record)
    tap.check("the record says void once", sum(line.split("#")[0].strip() == "void" for line in record.splitlines()) == 1)
    for command in ("replay", "verify"):
        result = subprocess.run([program, command, str(path)], capture_output=True, text=True, timeout=60)
        tap.check(f"and {command} takes it", result.returncode == 0, result.stdout + result.stderr)

    # Accusations (RULE O15): what was written is quoted, everybody reads it before joining in.
    people = table_of(server.port, {"seats": 4, "edition": "cumulative", "grace": 0}, ["Ana", "Beto", "Carla", "Dora"])
    turn = people[0].now()["turn"]
    adviser, first, second = (people[(turn + step) % 4] for step in (1, 2, 3))
    guilty = (turn + 1) % 4
    name = people[0].table["seats"][guilty]["name"]
    adviser.ask(t="say", text="lay the red one")
    for person in (first, second):
        person.until(lambda message: message["t"] == "said")
    tap.check("what was not said cannot be quoted",
              first.code(t="act", do=f"accuses {name}", quote="lay the blue one") == "not-said")
    tap.check("nor goes a quotation with another act", first.code(t="act", do="draws", quote="lay the red one") == "not-said")
    first.act(f"accuses {name}", quote="lay the red one")
    quoted = second.until(lambda message: message["t"] == "said")
    tap.check("everybody reads it", quoted == {"t": "said", "seat": (turn + 2) % 4, "text": "lay the red one", "accuses": guilty})
    told = second.until(lambda message: message["t"] == "update")
    tap.check("before the accusation itself", any(event["e"] == "accused" for event in told["events"]))
    tap.check("the same is not accused twice", first.code(t="act", do=f"accuses {name}", quote="lay the red one") == "accused-already")
    second.act(f"accuses {name}", quote="lay the red one")
    adviser.until(lambda message: message["t"] == "update" and any(event["e"] == "advised" for event in message["events"]))
    tap.check("two of three, and it costs two cards", adviser.now()["counts"][guilty] == 9)
    server.stop()
    server.start()
    for person in people:
        person.open(server.port, {"t": "resume", "table": people[0].name, "token": person.token})
    again = people[0].until(lambda message: message["t"] == "table") if "chat" not in people[0].table else people[0].table
    tap.check("a server started again knows the words", [said.get("accuses") for said in again["chat"]][-3:] == [None, guilty, guilty])
    lone = table_of(server.port, {"seats": 2, "edition": "cumulative"}, ["Ana", "Beto"])
    tap.check("between two nobody is accused", lone[0].code(t="act", do="accuses Beto") == "accuse-with-two")
    server.stop()

tap.done()
