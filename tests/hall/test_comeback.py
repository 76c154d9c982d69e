#!/usr/bin/env python3
"""People who come back: test_comeback.py PROGRAM ARCHIVE SOURCE_ROOT

A server with the limits of the open network is killed and begins again; 150 people behind one address come
back at once, and all of them get their seats. Guesses are still counted. The example bot keeps its seat
when seats get other numbers.
"""
import os
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)
TABLES, SEATS = 15, 10


def enter(server, message):
    """Until it is let in: (connection, welcome)."""
    connection = bot.connect("127.0.0.1", server.port)
    answers = []

    def asked():
        connection.send(message)
        answers.append(connection.receive())
        return answers[-1]["t"] == "welcome" or answers[-1]["code"] != "too-fast"

    if not wait_for(asked) or answers[-1]["t"] != "welcome":
        raise RuntimeError(answers[-1])
    return connection, answers[-1]


def sit_down(server):
    """Everybody's (table, token) and connection."""
    people = []
    for _ in range(TABLES):
        settings = {"edition": "classic", "seats": SEATS, "public": False}
        connection, welcome = enter(server, {"t": "create", "name": "P0", "settings": settings})
        people.append((welcome["table"], welcome["token"], connection))
        for seat in range(1, SEATS):
            connection, welcome = enter(server, {"t": "join", "table": people[-1][0], "name": f"P{seat}"})
            people.append((welcome["table"], welcome["token"], connection))
    return people


def come_back(server, people):
    connections = [bot.connect("127.0.0.1", server.port) for _ in people]
    for (table, token, _), connection in zip(people, connections):
        connection.send({"t": "resume", "table": table, "token": token, "last": 0})
    answers = [connection.receive() for connection in connections]
    refused = [answer for answer in answers if answer["t"] != "welcome"]
    tap.equal("after a restart nobody with a seat is refused", len(refused), 0, *refused[:2])
    table = people[0][0]
    codes = []
    for _ in range(150):
        guess = bot.connect("127.0.0.1", server.port) if not codes else guess
        guess.send({"t": "resume", "table": table, "token": os.urandom(32).hex(), "last": 0})
        codes.append(guess.receive()["code"])
    tap.check("who guesses tokens is slowed down", set(codes) == {"bad-token", "too-fast"}, set(codes))
    for connection in [*connections, guess]:
        connection.close()


def check_renumbered(server):
    """Three sit down, the first chair is left free: the others move up when the game starts."""
    host = bot.Player("127.0.0.1", server.port, "Ana", bot.random.Random(1))
    host.create({"edition": "classic", "seats": 4, "public": False, "scoring": "quick"})
    while not host.names:
        host.hear(host.connection.receive())
    guest = bot.Player("127.0.0.1", server.port, "Beto", bot.random.Random(2))
    guest.hello({"t": "join", "table": host.table, "name": "Beto", "seat": 3})
    failed = []

    def play_guest():
        try:
            guest.play()
        except BaseException as error:  # noqa: BLE001 - told by the test
            failed.append(repr(error))

    player = threading.Thread(target=play_guest)
    player.start()
    is_started = False
    while not host.is_over and not failed:
        message = host.connection.receive()
        host.hear(message)
        people = [seat for seat in message.get("seats", []) if seat["kind"] == "person"]
        if not is_started and not host.open and len(people) == 2 and all(seat["agreed"] for seat in people):
            is_started = True
            host.command("start")
    player.join(60)
    tap.equal("a bot follows its seat when seats are renumbered", (failed, guest.seat, guest.is_over),
              ([], 1, True))
    tap.check("and does nothing that is not its own", not guest.said, guest.said[:3])


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder)
    server.start()
    people = sit_down(server)
    server.kill()
    server.start()
    check_renumbered(server)
    come_back(server, people)
    tap.equal("it ends well", server.stop(), 0, server.errors()[-2000:])
tap.done()
