#!/usr/bin/env python3
"""Several people at one screen: everybody can call out of turn what the sheets allow, and no card is shown by it.

test_hotseat.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import os
import re
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here)]
import tap  # noqa: E402
import terminal  # noqa: E402

terminal.need()
program = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()

JUMP = """edition: classic
house: jump-in
players: Ana, Beto, Carla
hand Ana: r7 g2 g3
hand Beto: y3 y4 y5
hand Carla: r7 b8 b9
top: r9
turn: Ana
"""
FORGOT = """edition: classic
players: Ana, Beto, Carla
hand Ana: g2 g3 g4
hand Beto: r5 y9
hand Carla: b1 b8 b9
top: r9
turn: Beto
draw: y1 y2 y3
"""
ADVICE = """edition: cumulative
players: Ana, Beto, Carla
hand Ana: g2 g3 g4
hand Beto: r5 y9 y8
hand Carla: b1 b8 b9
top: r9
turn: Beto
draw: y1 y2 y3
"""
FOUR = """edition: clasico
players: Ana, Beto, Carla
hand Ana: b1 b2 g7
hand Beto: y1 y2 y3
hand Carla: w+4 r3 g4 g5
top: r9
turn: Carla
draw: y5 y6 y7 y8 y9 y9
"""
OUT_OF_TURN = """edition: cumulative
house: jump-in
players: Ana, Beto, Carla
hand Ana: r7 r7 y2 g3
hand Beto: y3 y4 y5
hand Carla: b7 b8 b9
top: r9
turn: Ana
draw: y1 y2 y3
Ana plays r7
"""
PEOPLE = ("--hotseat", "Ana,Beto,Carla")


def table(mesa, *options, **more):
    path = Path(folder.name) / "position.mesa"
    path.write_text(mesa)
    return terminal.Terminal([program, "play", "--lang", "es", "--speed", "instant", "--seed", "1", "--load", str(path),
                              *options],
                             **more)


def shows(name, screen, *patterns):
    """All of them come to be on the screen at once."""
    found = screen.wait(lambda text: all(re.search(pattern, text) for pattern in patterns))
    tap.check(name, found is not None, f"wanted {patterns}", screen.text())
    return found or ""


def comes(screen, name):
    """The keyboard changes hands."""
    screen.wait_for(f"El teclado es para {name}")
    screen.press("Enter")
    screen.wait_for(rf"{name} \(tú\) ·")


def check_jump():
    with table(JUMP, *PEOPLE) as screen:
        comes(screen, "Ana")
        screen.press("1")
        comes(screen, "Beto")
        text = shows("everybody else has a key, in one line", screen,
                     r"\[A\] Ana: Entrar con ● 7 rojo +\[C\] Carla: Entrar con ● 7 rojo")
        tap.check("their cards stay hidden", "■" not in text, text)
        screen.press("A")
        shows("who does not hold the twin is told so", screen, "no está en tu mano", r"Beto \(tú\)")
        screen.press("C")
        shows("another holder jumps in; play goes on from there", screen, "El teclado es para Ana")
        screen.press("Enter")
        shows("it is told to the next", screen, "Carla entra con ● 7 rojo", r"Ana \(tú\) · 2 cartas")


def check_uno():
    with table(FORGOT, *PEOPLE) as screen:
        comes(screen, "Beto")
        screen.press("2")
        comes(screen, "Carla")
        shows("UNO was not said: who owes it and who sees it have a key", screen, r"\[B\] Beto: ¡UNO!",
              r"\[A\] Ana: Descubrir a Beto", r"\[c\] Descubrir a Beto")
        screen.press("B")
        shows("it can be said late by who is not in front", screen, "Beto dice ¡UNO!", r"Carla \(tú\)")
    with table(FORGOT, *PEOPLE) as screen:
        comes(screen, "Beto")
        screen.press("2")
        comes(screen, "Carla")
        screen.wait_for(r"\[A\] Ana: Descubrir a Beto")
        screen.press("A")
        shows("or be caught by anybody", screen, "Ana descubre a Beto", r"Carla \(tú\)")


def check_accuse():
    with table(ADVICE, *PEOPLE) as screen:
        comes(screen, "Beto")
        screen.press("j")
        shows("cumulative: how the table takes mistakes is told to everybody", screen,
              "En esta mesa una carta indebida se devuelve y cuesta dos cartas y el turno")
        screen.press("Escape")
        shows("cumulative: everybody can accuse", screen, r"\[a\] Acusar", r"\[A\] Ana: Acusar", r"\[C\] Carla: Acusar")
        screen.press("a")
        shows("whom, is asked", screen, r"\[1\] Ana", r"\[2\] Carla")
        screen.press("1")
        screen.wait_for("Beto acusa a Ana")
        screen.press("C")
        shows("the other one joins in and it takes effect", screen, "Carla acusa a Ana", "Ana dio consejos")


def check_challenge():
    with table(FOUR, *PEOPLE) as screen:
        comes(screen, "Carla")
        screen.wait_for("Te toca")
        screen.press("4")
        screen.wait_for("¿qué color pides")
        screen.press("b")
        comes(screen, "Ana")
        shows("clasico: anybody may challenge", screen, r"\[d\] Desafiar a Carla", r"\[B\] Beto: Desafiar a Carla")
        screen.press("B")
        text = shows("and does", screen, "Beto desafía a Carla", "Era un engaño", r"Ana \(tú\) · 3 cartas")
        tap.check("what the challenger sees is not shown to who is in front", "Carla mostró" not in text, text)


def check_out_of_turn():
    with table(OUT_OF_TURN, "--misplays", "--speed", "wait", "--name", "Ana") as screen:
        shows("cumulative: it is another's turn", screen, r"\[s\] Seguir", r"\[e\] Entrar con ● 7 rojo")
        screen.press("3")
        shows("a card can be laid out of turn, and costs", screen, "Pones ▲ 2 amarillo", r"Ana \(tú\) · 5 cartas")


def check_take_back():
    with table(JUMP.replace("house: jump-in\n", ""), *PEOPLE) as screen:
        comes(screen, "Ana")
        screen.press("1")
        shows("the keyboard goes on, and the move could be taken back", screen, "El teclado es para Beto",
              r"\[z\] Deshacer")
        screen.press("z")
        shows("then nothing is shown until its owner is back", screen, "El teclado es para Ana")
        screen.press("Enter")
        shows("the card is in the hand again", screen, r"Ana \(tú\) · 3 cartas", "Te toca")


def check_void():
    case = (Path(sys.argv[3]) / "tests/cases/O19-clasico-table-ends.mesa").read_text()
    moves = [line for line in case.split("\nvoid\n")[0].split("\n") if not line.startswith("expect")]
    with table("\n".join(moves) + "\n", *PEOPLE) as screen:
        comes(screen, "Beto")
        shows("a round that cannot end can be ended by the table", screen, r"\[l\] Anular la ronda")
        screen.press("l")
        shows("as void", screen, "Fin de la ronda 1", "la ronda es nula|no vale|nula")
        screen.press("Enter")
        shows("and the next one is dealt", screen, r"El teclado es para|Beto \(tú\) · 7 cartas")


def check_lots():
    command = [program, "play", "--lang", "es", "--speed", "instant", "--seed", "3", "--edition", "classic", *PEOPLE]
    with terminal.Terminal(command) as screen:
        screen.wait_for("El teclado es para")
        screen.press("Enter")
        screen.wait_for("Te toca|color")
        screen.press("j")
        shows("the draw for the deal is told in words", screen, r"Se saca carta para repartir: Ana .*Beto",
              "la carta más alta y reparte")
    with terminal.Terminal([*command, "--dealer", "Beto"]) as screen:
        screen.wait_for("El teclado es para")
        screen.press("Enter")
        screen.wait_for("Te toca|color")
        screen.press("j")
        text = shows("a named dealer deals without it", screen, "Beto reparte|reparte Beto|Reparte Beto")
        tap.check("nobody draws then", "para repartir" not in text, text)


check_jump()
check_uno()
check_accuse()
check_challenge()
check_out_of_turn()
check_take_back()
check_void()
check_lots()
folder.cleanup()
tap.done()
