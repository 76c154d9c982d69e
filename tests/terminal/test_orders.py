#!/usr/bin/env python3
"""What a table of people settles among itself, from the full screen: test_orders.py PROGRAM ARCHIVE SOURCE_ROOT

/11 accuses somebody of what they wrote (RULE O15); /10 asks to end a round that cannot end. One person sits at a real
terminal, the others speak the protocol.
"""
import os
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "support"), str(here.parent / "hall")]
import tap  # noqa: E402
from person import Person, catch_up, now_legal  # noqa: E402
from server import Server  # noqa: E402
from terminal import Terminal, need  # noqa: E402

need()
program = os.path.abspath(sys.argv[1])


def order(terminal, words):
    terminal.press(*words, "Enter")


def sit_down(server, settings, names):
    """A table of these people; who comes last sits at the terminal. The game has begun."""
    first = Person(server.port, {"t": "create", "name": names[0], "settings": {"seats": len(names), **settings}})
    people = [first, *(Person(server.port, {"t": "join", "table": first.name, "name": name}) for name in names[1:-1])]
    for person in people:
        person.ask(t="agree", rules=first.table["rules"])
    link = f"http://127.0.0.1:{server.port}/#{first.name}"
    terminal = Terminal([program, "join", link, "--name", names[-1], "--lang", "en"], rows=34, columns=110)
    tap.check(f"{names[-1]} is in the lobby", terminal.wait_for("Agree to these"), terminal.text())
    terminal.press("1", "Enter")
    for person in people:
        if not (person.table.get("now") or person.table["stage"] == "playing"):
            person.until(lambda message: message["t"] == "update" and message.get("now"))
    tap.check("the game begins", terminal.wait_for("Speak"), terminal.text())
    return people, terminal


def check_accuse(server):
    people, terminal = sit_down(server, {"edition": "cumulative", "grace": 0}, ["Ana", "Beto", "Carla", "Dora"])
    with terminal:
        turn = people[0].now()["turn"]
        # Advice is about somebody else's play: whoever has the turn cannot be accused.
        adviser, helper = [person for seat, person in enumerate(people) if seat != turn][:2]
        seat = people.index(adviser)
        name = ("Ana", "Beto", "Carla")[seat]
        cards = adviser.now()["counts"][seat]
        adviser.ask(t="say", text="lay the blue one")
        tap.check("the advice is read", terminal.wait_for("lay the blue one"), terminal.text())
        order(terminal, f"/11 {name}")
        quoted = helper.until(lambda message: message["t"] == "said" and "accuses" in message)
        tap.equal("/11 accuses with the words that were written", [quoted["seat"], quoted["text"], quoted["accuses"]],
                  [3, "lay the blue one", seat])
        tap.check("and it is told at the terminal, too", terminal.wait_for(f"accuse {name} of giving advice"),
                  terminal.text())
        order(terminal, f"/11 {name}")
        tap.check("not twice in a turn", terminal.wait_for("already"), terminal.text())
        helper.act(f"accuses {name}", quote="lay the blue one")
        told = adviser.until(lambda message: message["t"] == "update" and message["now"]["counts"][seat] > cards)
        tap.equal("two of three, and it costs two cards", told["now"]["counts"][seat], cards + 2)
        if turn < 3:
            order(terminal, f"/11 {('Ana', 'Beto', 'Carla')[turn]}")
            tap.check("whoever has the turn cannot be accused", terminal.wait_for("meddl|whose turn"), terminal.text())


class AtTerminal:
    """The moves of who sits there, by keys; what came of them is heard by the other one."""

    def __init__(self, terminal, other):
        self.terminal, self.other = terminal, other

    def press(self, *keys):
        before = self.other.table["n"]
        self.terminal.press(*keys)
        while self.other.table["n"] == before:
            self.other.until(lambda message: message["t"] in ("update", "seats", "table"))

    def one_turn(self, lays):
        if not self.terminal.wait_for(r"\[d\] Draw"):
            raise RuntimeError("nothing to draw with:\n" + self.terminal.text())
        self.press("d")
        if self.other.now()["phase"] == "drawn":
            self.terminal.wait_for(r"\[k\] ")
            self.press(*(("Tab", "Enter") if lays else ("k",)))


def other_turn(person, lays):
    """Whoever speaks the protocol: covers the only discard if 'lays' is "cover", otherwise draws."""
    now = person.now()
    if now["phase"] == "name":
        return person.act("names red")
    numbers = [card for card in now_legal(person).get("plays", []) if card[1:].isdigit()]
    if lays == "cover" and numbers:
        same = [card for card in numbers if card[0] == now["top"][0] and now["top"][1:].isdigit()]
        person.act(f"plays {(same or numbers)[0]}")
        return bool(same)
    person.act("draws")
    if person.table.get("drawn"):
        person.act(f"plays {person.table['drawn']}" if lays and person.table["drawn"][0] != "w" else "keeps")
    return None


def check_void(server):
    [ana], terminal = sit_down(server, {"grace": 0, "scoring": "quick", "dealer": "Dora"}, ["Ana", "Dora"])
    dora = AtTerminal(terminal, ana)
    with terminal:
        order(terminal, "/10")
        tap.check("no round is ended at will", terminal.wait_for("no help to anybody for three"), terminal.text())
        covered = False
        for _ in range(400):
            now = ana.now()
            if now.get("void"):
                break
            lays = covered or ("cover" if now["pile"] == 0 else False)
            if now["turn"] == 0:
                covered = other_turn(ana, lays) is True or covered
            else:
                dora.one_turn(covered)
        tap.check("a round that cannot end", ana.now().get("void") is True, ana.now())
        order(terminal, "/10")
        asked = ana.until(lambda message: message["t"] == "seats" and message.get("asking"))
        tap.equal("/10 asks to end it", asked["asking"]["what"], "void")
        ana.ask(t="vote", yes=True)
        tap.check("and it is void", terminal.wait_for("The round is void"), terminal.text())
        if not ana.table.get("over"):
            ana.until(lambda message: message["t"] == "update" and message.get("over"))
        tap.equal("nobody has won it", ana.table["over"]["round"]["winner"], None)


with tempfile.TemporaryDirectory() as folder:
    real = Server(program, folder)
    real.start()
    check_accuse(real)
    check_void(real)
    real.stop()
tap.done()
