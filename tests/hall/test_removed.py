#!/usr/bin/env python3
"""Who was voted out stays out for the game, also when the server was killed meanwhile: test_removed.py PROGRAM ARCHIVE
SOURCE_ROOT"""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from person import Person, Refused, catch_up, now_legal  # noqa: E402
from server import Server  # noqa: E402

program = os.path.abspath(sys.argv[1])


def agree(people):
    for person in people:
        person.ask(t="agree", rules=people[0].table["rules"])


def knock(server, table, token):
    """What somebody hears who wants to sit down with this token."""
    try:
        Person(server.port, {"t": "join", "table": table, "name": "Berta", "token": token})
    except Refused as refused:
        return refused.no["code"]
    return "welcome"


def has_heard(person, **wanted):
    """Sooner or later."""
    def fits(message):
        return all(message.get(key) == value for key, value in wanted.items())
    return any(fits(message) for message in person.heard) or bool(person.until(fits))


def play_out(people):
    """Whoever must act does something legal until the game is over."""
    while people[0].table["stage"] != "over":
        catch_up(people)
        person = next((one for one in people if one.now() and one.table["you"] in one.now()["must"]), None)
        if person and person.table["stage"] == "playing":
            act(person)
        else:
            people[0].until(lambda message: message["t"] in ("update", "seats", "table"))


def act(person):
    legal = now_legal(person)
    cards = legal.get("plays", [])
    verbs = [verb for verb in legal.get("verbs", []) if verb != "says uno"]
    if cards:
        deed = f"plays {cards[0]}{' red' if cards[0].startswith('w') else ''}"
    else:
        deed = "names red" if legal.get("names") else verbs[0] if verbs else "draws"
    person.ask(t="act", do=deed)


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, Path(folder), "--no-limits")
        server.start()
        settings = {"edition": "classic", "seats": 3, "scoring": "quick", "pace": "at-once"}
        ana = Person(server.port, {"t": "create", "name": "Ana", "settings": settings})
        beto, carla = (Person(server.port, {"t": "join", "table": ana.name, "name": name}) for name in ("Beto", "Carla"))
        agree([ana, beto, carla])
        ana.ask(t="start")
        for person in (ana, beto, carla):
            person.until(lambda message: message["t"] == "update" and message.get("now"))
        seat = beto.table["you"]
        tap.equal("it is asked to send Beto away", ana.code(t="ask", what="kick", seat=seat), "ok")
        tap.equal("and voted for", carla.code(t="vote", yes=True), "ok")
        tap.check("all hear the vote", has_heard(ana, t="voted", what="kick", outcome="done"))
        tap.equal("who was voted out does not sit down again", knock(server, ana.name, beto.token), "was-removed")
        tap.check("the others hear of it", has_heard(carla, t="removed", name="Beto", again=True))
        server.kill()
        server.start()
        for person in (ana, carla):
            person.open(server.port, {"t": "resume", "table": ana.name, "token": person.token, "last": 0})
        tap.equal("nor after the server was killed", knock(server, ana.name, beto.token), "was-removed")
        tap.check("and the others hear of it again", has_heard(ana, t="removed", name="Beto", again=True))
        other = Person(server.port, {"t": "join", "table": ana.name, "name": "Dora"})
        tap.check("somebody else from the same address does", other.token)
        other.ask(t="leave")
        play_out([ana, carla])
        tap.equal("when the game is over it is over", knock(server, ana.name, beto.token), "welcome")
        tap.equal("the server ends well", server.stop(), 0)


main()
tap.done()
