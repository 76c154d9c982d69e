"""Whole games between two people, each at a node of his own, and what nodes answer over HTTP."""
import random
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
from person import bot  # noqa: E402


def get(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def play_game(ports, public=True):
    """A whole quick game of two, each through another port; returns the table."""
    ana, beto = (bot.Player("127.0.0.1", port, name, random.Random(7))
                 for port, name in zip(ports, ("Ana", "Beto")))
    ana.create({"seats": 2, "clock": None, "scoring": "quick", "public": public})
    while not ana.table:
        ana.hear(ana.connection.receive())
    beto.join(ana.table)
    agreed = set()
    while len(agreed) < 2:
        for player in (ana, beto):
            if player not in agreed:
                message = player.connection.receive()
                player.hear(message)
                if message["t"] == "ok":
                    agreed.add(player)
    lobbies = ana.table
    ana.command("start")
    threads = [threading.Thread(target=player.play) for player in (ana, beto)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return lobbies, ana, beto
