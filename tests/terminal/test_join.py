#!/usr/bin/env python3
"""A seat at a server's table on the full screen: test_join.py PROGRAM ARCHIVE SOURCE_ROOT

One person in a real terminal, another one in lines, at one table of a real server.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "support"), str(here.parent / "hall"), str(here.parent / "tui")]
import tap  # noqa: E402
import player  # noqa: E402
from relay import OldDoor  # noqa: E402
from remote_player import Person  # noqa: E402
from server import Server  # noqa: E402
from terminal import Terminal, need  # noqa: E402

need()
program = os.path.abspath(sys.argv[1])


def play_both(terminal, other, until, most=1500):
    """Each does what is next until the pattern is on the screen."""
    for _ in range(most):
        text = terminal.text()
        if re.search(until, text) or "ended with" in text:
            return text
        other.read(0.02)
        other.answer()
        key = player.choose(text.split("\n"), "es")
        for part in key.split("+") if key else ():
            terminal.press(player.KEYS.get(part, part))
        if key:
            terminal.wait_for_change(text)
    return terminal.text()


def check_list(url, folder):
    """The address of a house without a table: one of its public ones is chosen."""
    dora = Person(program, url, "Dora", folder, "--new", "--public", "--title", "La-peña", "--players", "3")
    dora.wait_for(r"others: \S+\n")
    with Terminal([program, "join", url, "--name", "Eva", "--lang", "en"]) as terminal:
        seen = terminal.wait_for("Open tables")
        tap.check("a house's public tables are listed", seen and "La-peña · Classic · Dora · 1/3" in seen, terminal.text())
        terminal.press("Enter")
        tap.check("and one is chosen", terminal.wait_for("Agree to these rules"), terminal.text())
        fidel = Person(program, url, "Fidel", folder)
        tap.check("in lines too", fidel.wait_for("1 La-peña · Classic · Dora") and "  2 New table" in fidel.out, fidel.out)
        fidel.say(1)
        tap.check("by its number", fidel.wait_for("Fidel · you"), fidel.out)
        fidel.end()
        terminal.press("q")
        terminal.wait_for("ended with 0")
    dora.end()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        server.start()
        url = f"http://127.0.0.1:{server.port}"
        beto = Person(program, url, "Beto", folder, "--new", "--players", "2", "--scoring", "quick")
        beto.wait_for(r"others: \S+\n")
        link = re.search(r"others: (\S+)", beto.out).group(1)
        command = [program, "join", link, "--name", "Ana  María", "--lang", "es"]
        with Terminal(command, rows=30, columns=100) as terminal:
            seen = terminal.wait_for("Aceptar estas reglas")
            tap.check("the lobby shows who is there and by which rules",
                      seen and "Beto" in seen and "Una sola ronda: gana" in seen, terminal.text())
            terminal.press("1", "Enter")
            tap.check("a name may have a space", beto.wait_for("Ana María · agrees"), beto.out)
            beto.say(1)
            tap.check("both agree, and to begin is 2 as ever, although there is no 1 any more",
                      beto.wait_for(r"\n  2 Begin the game") and "\n  1 " not in beto.out.rsplit("· Beto", 1)[1], beto.out)
            beto.say(2)
            seen = terminal.wait_for("Hablar")
            tap.check("the game begins on the full screen", seen and "Beto" in seen, terminal.text())
            terminal.press("/", "h", "o", "l", "x", "BSpace", "a", " ", "ñ", "Enter")
            tap.check("a line is said to the others", beto.wait_for("Ana María: “hola ñ”"), beto.out,
                      terminal.text())
            beto.say("/0 3")
            tap.check("and an answer is seen", terminal.wait_for("¡Bien jugado!"), terminal.text())
            beto.say("/3")
            tap.check("what somebody asks is seen", terminal.wait_for("pide una pausa"), terminal.text())
            terminal.press("/", "n", "o", "Enter")
            tap.check("and can be answered, in a word", beto.wait_for("not agreed"), beto.out)
            terminal.press("/", "p", "a", "Tab")
            tap.check("Tab ends the word of an order", terminal.wait_for("/pausa ▏"), terminal.text())
            terminal.press(*["BSpace"] * 7)
            terminal.press("/", "e", "Tab", "B", "Tab")
            tap.check("and a name behind it", terminal.wait_for("/echar Beto ▏"), terminal.text())
            terminal.press(*["BSpace"] * 12)
            terminal.press(*"/no y punto", "Enter")
            tap.check("what is no answer to anything is said", beto.wait_for("Ana María: “no y punto”"), beto.out)
            terminal.press("/", "BSpace")
            server.kill()
            tap.check("a lost connection is told", terminal.wait_for("Se cortó la conexión"), terminal.text())
            server.start()
            tap.check("and that it is back", terminal.wait_for("Ha vuelto la conexión", "está de vuelta"),
                      terminal.text())
            beto.say("t")
            beto.read(0.3)
            end = play_both(terminal, beto, player.OVER["es"])
            tap.check("the game is played to its end", re.search(player.OVER["es"], end), end, beto.out[-800:])
            terminal.press("q")
            seen = terminal.wait_for(r"ended with 0(.|\n)*\nicanon")
            tap.check("leaving gives the terminal back", seen is not None, terminal.text())
        beto.end()
        check_list(url, folder)
        door = OldDoor(server.port)
        carla = Person(program, f"http://127.0.0.1:{door.port}", "Carla", folder, "--new", "--players", "2")
        tap.check("a server that knows no table in the path is called without", carla.wait_for(r"others: \S+\n") and
                  door.refused, carla.out, door.refused)
        carla.end()
        door.close()
        server.stop()
    tap.done()


main()
