#!/usr/bin/env python3
"""The full screen, situation by situation: what it shows, what its keys do, how it ends.

test_screen.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import os
import re
import signal
import sys
import tempfile
import unicodedata
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here)]
import player  # noqa: E402
import tap  # noqa: E402
import terminal  # noqa: E402

terminal.need()
program = os.path.abspath(sys.argv[1])
SHAPES = "●◆■▲"


class Table:
    """A table on the screen that begins with a position or with options of 'play'."""

    def __init__(self, *options, mesa=None, lang="es", speed="instant", rows=24, columns=80, **more):
        self.file = None
        command = [program, "play", "--lang", lang, "--speed", speed, *options]
        if mesa:
            self.file = Path("/tmp") / f"position-{os.getpid()}.mesa"
            self.file.write_text(mesa)
            command += ["--load", str(self.file)]
        self.screen = terminal.Terminal(command, rows=rows, columns=columns, **more)

    def __enter__(self):
        return self.screen

    def __exit__(self, *_):
        self.screen.__exit__()
        if self.file:
            self.file.unlink()


def check_shows(name, screen, *patterns):
    """All of them come to be on the screen at once."""
    found = screen.wait(lambda text: all(re.search(pattern, text) for pattern in patterns))
    tap.check(name, found is not None, f"wanted {patterns}", screen.text())
    return found or ""


def player_line(screen):
    """What stands below the keys."""
    return "\n".join(screen.lines()[-8:])


# ---- starting --------------------------------------------------------------------------------------

def check_start():
    with terminal.Terminal([program, "play", "--speed", "instant"], env={"LANG": "es_MX.UTF-8"}) as screen:
        check_shows("the menu is in the language of LANG", screen, "P E N Ú L T I M A", "Edición",
                    r"\[Intro\] jugar")
        screen.press("Enter")
        check_shows("one key later there are cards", screen, r"Ana \(tú\) · \d+ cartas", r"\[\?\] ayuda")
    with terminal.Terminal([program, "play", "--speed", "instant", "--lang", "en"]) as screen:
        check_shows("the menu in English", screen, "Edition +Classic", "Opponents +3")
        screen.press("Down", "Right")
        check_shows("the arrows change the edition", screen, r"Edition +‹ Classic \(Spanish text\)")
        screen.press("Down", "Down", "Left", "Left")
        check_shows("and the opponents, to one", screen, "Opponents +‹ 1 ›")
        screen.press(*["Down"] * 5, "Right")
        check_shows("and what a Reverse does between two", screen, "Reverse with two +‹ changes direction ›")
        screen.press("Down", "Right")
        check_shows("and who deals first", screen, "First dealer +‹ Ana ›")
        screen.press("Down", "Down")
        for _ in range(20):  # languages stand in the order of their ids, and more may come
            before = re.search(r"‹.*›", screen.text()).group()
            screen.press("Right")
            now = screen.wait(lambda text: re.search(r"‹.*›", text).group() != before)  # noqa: B023
            if now is None or "‹ español ›" in now:
                break
        check_shows("and the language", screen, "Idioma +‹ español ›")
        screen.press("Enter")
        check_shows("they are what is played", screen, r"\(tú\) · \d+ cartas", r"Penúltima · Clásico \(texto")
    with terminal.Terminal([program, "play"]) as screen:
        check_shows("the menu again", screen, "Play +|Learn by playing")
        screen.press("q")
        check_shows("it can be left", screen, "ended with 0")


def check_menu():
    """All that the menu holds, on the smallest screen too; house rules as a list; a link that is typed."""
    for rows, columns in ((12, 40), (24, 80)):
        with terminal.Terminal([program, "--lang", "en"], rows=rows, columns=columns) as screen:
            seen = screen.wait_for("Play") or ""
            for _ in range(30):
                screen.press("Down")
                seen += screen.wait_for_change(screen.text(), 0.2)
            missing = [row for row in ("Play", "Edition", "At this keyboard", "Problem of the day", "Opponents", "They play", "House rules", "Teams", "Counts", "Points to win",
                                       "Speed", "Language", "Learn by playing", "Join friends", "Host tables", "Your games", "Leave")
                       if row not in seen]
            tap.equal(f"{columns}x{rows}: every choice can be reached and is seen", missing, [])
            screen.press("q")
            screen.wait_for("ended with 0")
    with terminal.Terminal([program, "--lang", "en"]) as screen:
        screen.wait_for("House rules")
        screen.press(*["Down"] * 5, "Enter")
        check_shows("house rules are a list with boxes", screen, r"\[ \] Progressive", r"\[ \] Seven-0", "Space")
        screen.press(*"jump-in", " ")
        check_shows("what is typed leaves those that have it, and one is ticked", screen, r"\[x\] Jump-in")
        tap.check("the others are not seen", "Progressive" not in screen.text(), screen.text())
        screen.press("Enter")
        check_shows("the menu has it", screen, r"House rules .*\[jump-in\]|jump-in")
        screen.press("Down", "Down", "Right")
        check_shows("points", screen, "Points to win +‹ 550 ›")
        screen.press("q")
        screen.wait_for("ended with 0")
    with terminal.Terminal([program, "--lang", "en"]) as screen:
        screen.wait_for("Leave|House rules")
        screen.press("Up", "Up", "Up", "Up", "Enter")
        check_shows("a link is typed", screen, "▏")
        screen.press(*"127.0.0.1:1/#aaaaaaaaaa", "Enter")
        check_shows("and gone to, where nobody is", screen, "127.0.0.1:1: no connection to the server", "ended with 1")


def check_kept():
    """What the person has written into a file, and what was chosen last."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "penultima/config")
        config.parent.mkdir()
        config.write_text("# mine\nname = Zoe\nspeed = instant\nlang = en\nvi = yes\nclock = 30\n")
        env = {"XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder + "/state", "XDG_DATA_HOME": folder + "/data"}
        with terminal.Terminal([program], env=env) as screen:
            check_shows("the file's language", screen, "Edition +Classic")
            screen.press("j", "j", "j", "h", "h")
            check_shows("vi's keys move in the menu", screen, "Opponents +‹ 1 ›")
            screen.press("j", "l", "Enter")
            check_shows("and the file's name", screen, r"Zoe \(you\) · \d+ cards", r"\[h\] hint")
            before = screen.text()
            screen.press("l")
            after = screen.wait(lambda text: text != before)
            tap.check("h and l move in the hand", after and "╔" in after and "(you) · " in after, after)
            screen.press("H")
            check_shows("and the capitals do what they did", screen, "Hint:|Nothing to")
            screen.press("q", "y")
            check_shows("it is left", screen, "ended with 0")
        with terminal.Terminal([program, "play", "--new"], env=env) as screen:
            screen.wait_for("ended with|Zoe|Edition")
        with terminal.Terminal([program], env=env) as screen:
            check_shows("the choices of the last time are offered", screen, "Opponents +1")
            screen.press("q")
            screen.wait_for("ended with 0")
        config.write_text("name = Zoe\nspede = fast\n")
        slip = tap.run([program, "play", "--plain"], env={**os.environ, **env, "LC_ALL": "C.UTF-8"})
        tap.check("a slip in the file is named by its line", slip.status == 2 and f"{config}:2: " in slip.err
                  and "spede" in slip.err, slip)


# ---- cards and situations --------------------------------------------------------------------------

RACE = """edition: office
players: Ana, Beto, Carla
hand Ana: wx y1 y2
hand Beto: g1 g2
hand Carla: p1 p2
top: b9
turn: Ana
"""
SWING = """edition: spiderman
players: Ana, Beto, Carla, Dora
hand Ana: wx y1 y2
hand Beto: b1 b2
hand Carla: r1 g1
hand Dora: g3 g4
top: b9
turn: Ana
"""
STREAM = """edition: ghostbusters
players: Ana, Beto, Carla
hand Ana: wx r1 r2
hand Beto: b3 y3
hand Carla: r4 y4
top: g9
turn: Ana
"""
FOUR = """edition: classic
players: Ana, Beto, Carla
hand Ana: b1 b2 g7
hand Beto: y1 y2
hand Carla: w+4 r3 g4 g5
top: r9
turn: Carla
draw: y5 y6 y7 y8 y9 y9
Carla plays w+4 blue
"""
SEVEN = """edition: classic
house: seven-0
players: Ana, Beto, Carla
hand Ana: r7 b2 g7
hand Beto: r3 g4 g5 y1
hand Carla: y1 y2
top: r9
turn: Ana
"""
LAST = """edition: classic
players: Ana, Beto, Carla
hand Ana: r7
hand Beto: r3 g4 gs y+2 w
hand Carla: y1 y2 w+4
top: r9
turn: Ana
"""
TWO = """edition: classic
players: Ana, Beto
hand Ana: r7 b2
hand Beto: g4 g5
top: r9
turn: Ana
draw: g1 g2
"""


def check_wilds():
    with Table(mesa=RACE, speed="slow") as screen:
        check_shows("a wild is dealt", screen, r"║w  ║", "Te toca")
        screen.press("3")
        check_shows("it asks for a colour, with shapes", screen, "¿qué color pides", r"\[r\] ● rosa",
                    r"\[m\] ▲ amarillo")
        screen.press("Escape")
        check_shows("which can be taken back", screen, "Te toca", r"\[r\] Robar")
        screen.press("3", "p")
        check_shows("the race is on", screen, "Suelta tus cartas", r"\[Espacio\] ¡Soltar!")
        screen.press(" ")
        check_shows("the space bar drops", screen, "Sueltas las cartas")
    with Table(mesa=SWING) as screen:
        screen.wait_for("Te toca")
        screen.press("3", "g")
        text = check_shows("swing: hands are shown", screen, "¿Quién pierde el turno",
                           r"\[1\] Carla \(2\)  \[2\] Dora",
                           r"Carla mostró:")
        tap.check("swing: who lacks the colour is not offered", "Beto (" not in text, text)
        screen.press("v")
        check_shows("all hands seen, on a page", screen, "Manos que viste", "Beto, como era entonces",
                    "■ 1 azul")
        screen.press("Escape", "2")
        check_shows("the one picked loses the turn", screen, "Eliges a Dora")
    with Table(mesa=STREAM) as screen:
        screen.wait_for("Te toca")
        screen.press("3", "y")
        check_shows("streams: any card, or none", screen, "Pon la carta que quieras", r"\[n\] Ninguna carta")
        screen.press("1")
        check_shows("streams: the others follow", screen, "Pones ● 1 rojo")


def check_four():
    with Table("--name", "Ana", mesa=FOUR) as screen:
        check_shows("a Wild Draw Four waits", screen, "Te esperan 4 cartas", r"\[t\] Tomar 4",
                    r"\[d\] Desafiar a Carla")
        screen.press("d")
        check_shows("a challenge shows the hand", screen, "Desafías a Carla", "Carla mostró:",
                    "Era un engaño")
    with Table(mesa=FOUR, lang="en") as screen:
        check_shows("the same in English", screen, "4 cards wait for you", r"\[x\] Challenge Carla")
        screen.press("t")
        check_shows("taking them", screen, "You take four cards")
    with Table(mesa=FOUR.replace("hand Ana: b1 b2 g7", "hand Ana: b1 w+4 w")
               .replace("players", "house: progressive\nplayers")) as screen:
        check_shows("it can be answered where the rules say so", screen, "toma o responde", r"[═─]3")


def check_cards():
    with Table(mesa=SEVEN) as screen:
        screen.wait_for("Te toca")
        screen.press("2")
        check_shows("a card that does not fit is refused by its rule", screen, "T1: la carta no coincide")
        screen.press("Left", "Tab")
        screen.press("?")
        check_shows("help explains situation and card", screen, "Ayuda", r"T1  Pon una carta",
                    "Tu carta: ● 7 rojo",
                    "H2  Regla de la casa")
        screen.press("Escape", "h")
        check_shows("a hint gives a reason", screen, "Pista: ")
        screen.press("j")
        check_shows("the moves of the round", screen, "Todas las jugadas")
        screen.press("Escape", "1")
        check_shows("seven: whom to swap with", screen, "¿Con quién cambias",
                    r"\[1\] Beto \(4\)  \[2\] Carla \(2\)")
        screen.press("1")
        check_shows("hands are swapped", screen, "Cambias tu mano con Beto")
    with Table(mesa=TWO, speed="slow") as screen:
        check_shows("UNO can go with the card", screen, r"\[u\] ¡UNO! con la carta")
        screen.press("u")
        check_shows("it is ready", screen, "Dirás ¡UNO!")
        screen.press("1")
        check_shows("and said with it", screen, "Juegas ● 7 rojo y dices ¡UNO!")
    with Table(mesa=TWO, speed="slow") as screen:
        screen.wait_for("Te toca")
        screen.press("1")
        check_shows("forgotten, it can be said late", screen, r"\[u\] ¡UNO!", "¡di UNO!")
        screen.press("u")
        check_shows("and is", screen, "Dices ¡UNO!")
    with Table(mesa=LAST) as screen:
        screen.wait_for("Te toca")
        screen.press("Enter")
        check_shows("the count names every card's points", screen, "Fin de la ronda 1",
                    r"Beto: suma 97, total 0",
                    r"◆ Salta verde \(20\)", r"Comodín Roba 4 \(50\)", r"\+150, total 150")
        screen.press("Enter")
        check_shows("the next round is dealt", screen, "Ronda 2", r"Ana \(tú\) · \d+ cartas · 150 puntos")


def check_misplay():
    mesa = SEVEN.replace("edition: classic\nhouse: seven-0", "edition: cumulative").replace("r7 b2", "g2 b2")
    with Table(mesa=mesa) as screen:
        check_shows("cumulative: how the table takes mistakes is said", screen, "una carta indebida se rechaza",
                    "Te toca")
        tap.check("bots give no advice: nobody can be accused of it", "Acusar" not in screen.text(), screen.text())
        screen.press("1")
        check_shows("mistakes are stopped, with the rule", screen, "T1: la carta no coincide")
        screen.press("m")
        tap.check("and no key of one's own changes that", "se castiga" not in player_line(screen), screen.text())
        screen.press("?", "End")
        check_shows("the help says it, too", screen, "En esta mesa una carta indebida se rechaza")
    with Table("--misplays", mesa=mesa) as screen:
        check_shows("as the sheet has it", screen, "se devuelve y cuesta", "Te toca")
        screen.press("1")
        check_shows("they are punished", screen, "Pones ◆ 2 verde, que no")


def check_catch_and_jump():
    mesa = """edition: classic
house: jump-in
players: Ana, Beto, Carla
hand Ana: r7 g2 g3
hand Beto: r7 y3
hand Carla: y1 y2
top: r9
turn: Beto
Beto plays r7
"""
    with Table(mesa=mesa, speed="wait") as screen:
        check_shows("who forgot UNO can be caught, and the card jumped", screen, r"\[c\] Descubrir a Beto",
                    r"\[e\] Entrar con ● 7 rojo", r"\[s\] Seguir")
        screen.press("c")
        check_shows("caught", screen, "Descubres a Beto")
        screen.press("e")
        check_shows("jumped in", screen, "Entras con ● 7 rojo")


def check_mouse():
    with Table(mesa=SEVEN) as screen:
        text = screen.wait_for("Te toca")
        lines = text.split("\n")
        row, column = next((i, line.index("[r]")) for i, line in enumerate(lines) if "[r]" in line)
        screen.click(22, lines[22].index("2"))
        check_shows("a click chooses a card", screen, r"║■a ║")
        screen.click(22, lines[22].index("2"))
        check_shows("another plays it, or says why not", screen, "T1: la carta no coincide")
        screen.click(row, column)
        check_shows("keys can be clicked", screen, "Robas")


# ---- sizes, colours, widths ------------------------------------------------------------------------

def check_sizes():
    with Table("--edition", "classic", "--players", "4", "--seed", "5", "--scoring", "quick") as screen:
        check_shows("80x24", screen, r"Ana \(tú\)", "╭───╮")
        for rows, columns in ((12, 40), (60, 200), (18, 60), (24, 79), (23, 80), (100, 300), (13, 90)):
            screen.resize(rows, columns)
            compact = rows < 24 or columns < 80
            found = screen.wait(lambda text: len(text.split("\n")) == rows
                                and re.search(r"\[r\] Robar|pensando", text)
                                and ("(tú)" not in text) == compact)
            tap.check(f"{columns}x{rows} shows what can be done in its layout", found is not None,
                      screen.text())
        screen.resize(8, 30)
        check_shows("smaller than that is said", screen, "muy pequeña")
        screen.resize(24, 80)
        check_shows("and comes back", screen, r"Ana \(tú\)", r"\[r\] Robar|pensando")
        seen = player.play(screen, "es")
        tap.check("and the game goes on to its end", player.OVER["es"] in seen[-1], seen[-1])


def color_codes(text):
    return set(re.findall(r"\033\[(?:[0-9;]*;)?((?:3|4)[0-7]|38[;:][25]|48[;:][25])", text))


def check_colors():
    for name, options, env, term, wanted in (
            ("256 colours", [], {}, "xterm-256color", "48;5"),
            ("16 colours", [], {}, "xterm-16color", "4[1-6]"),
            ("8 colours", [], {}, "linux", "4[1-6]"),
            ("true colour", [], {"COLORTERM": "truecolor"}, "xterm-256color",
             "48[;:]2" if terminal.knows("xterm-direct") else "48;5"),
            ("NO_COLOR", [], {"NO_COLOR": "1"}, "xterm-256color", None),
            ("--no-color", ["--no-color"], {"COLORTERM": "truecolor"}, "xterm-256color", None),
            ("a terminal without any", [], {}, "vt100", None)):
        if not terminal.knows(term):
            continue
        with Table(*options, mesa=SEVEN, term=term, env=env) as screen:
            check_shows(f"{name}: the table", screen, "Te toca", r"7")
            codes = color_codes(screen.attributes())
            if wanted is None:
                tap.equal(f"{name}: no colours", codes, set())
                tap.check(f"{name}: shapes and letters tell the colours", "●r" in screen.text(),
                          screen.text())
            else:
                red = {"256 colours": "48;5;160", "true colour": "214[;:]48[;:]49|48;5;160"}.get(name)
                tap.check(f"{name}: red is red", not red or re.search(red, screen.attributes()), screen.attributes())
                tap.check(f"{name}: has them", any(re.fullmatch(wanted, code) for code in codes), codes)


def check_other_terminals():
    for name in ("dumb", "no-such-terminal"):
        with Table(mesa=SEVEN, term=name) as screen:
            text = check_shows(f"TERM={name}: the line mode", screen, "Roba una carta")
            tap.check(f"TERM={name}: no full screen", "╭" not in text and "[?]" not in text, text)
            tap.equal(f"TERM={name}: why is said, unless the terminal says so itself",
                      "tipo de terminal «no-such-terminal»" in screen.text(), name != "dumb", text)


def columns_of(text):
    return sum(0 if unicodedata.combining(character) else
               2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def check_widths():
    mesa = SEVEN.replace("Beto", "明子").replace("Carla", "Zoë")
    with Table(mesa=mesa) as screen:
        text = check_shows("names of any script", screen, "明子", "Te toca")
        bars = {columns_of(line[:line.index("│", 40)]) for line in text.split("\n")[4:13] if "│" in line[40:]}
        tap.equal("the line between piles and moves is straight", len(bars), 1, text)
        line = next(line for line in text.split("\n") if "明子" in line)
        before = line[:line.index("Zoë")]
        tap.equal("what follows a wide name stands where it should", columns_of(before), 42, text)


# ---- people at one keyboard ------------------------------------------------------------------------

def check_hot_seat():
    with Table("--hotseat", "Ana,Beto", "--edition", "classic", "--seed", "4") as screen:
        for name in ("Ana|Beto", "Ana|Beto"):
            text = check_shows("hot seat: the screen asks for the next one", screen,
                               f"El teclado es para ({name})",
                               r"\[Intro\] Muestra mis cartas")
            tap.check("hot seat: and shows no card of anybody", not any(shape in text for shape in SHAPES)
                      and "mazo" not in text, text)
            screen.press("Enter")
            text = check_shows("hot seat: then the hand", screen, r"(Ana|Beto) \(tú\) · \d+ cartas",
                               r"Te toca|Robaste")
            screen.press("r")
            screen.press("g")


# ---- leaving, signals, going on --------------------------------------------------------------------

def terminal_is_whole(name, screen, status):
    text = screen.wait_for("all told") or screen.text()
    tap.check(f"{name}: the terminal is usable", re.search("^icanon", text, re.M)
              and re.search("^echo", text, re.M), text)
    tap.check(f"{name}: it ends", re.search(f"ended with ({status})\n", text), text)


def facts(text):
    """What must be the same when a game goes on: the hand, and what lies on top; not where the cursor is."""
    lines = text.translate(str.maketrans("╔═╗║╚╝", "╭─╮│╰╯")).split("\n")
    return lines[-5:], [line[:44] for line in lines[4:9]]


def at_rest(screen, pattern):
    """The screen with the pattern, once nothing on it moves any more."""
    text = screen.wait_for(pattern) or ""
    while text and (now := screen.wait_for_change(text, seconds=1)) != text:
        text = now
    return text


def check_going_on():
    for name, end in (("leaving", None), ("SIGTERM", signal.SIGTERM), ("SIGHUP", signal.SIGHUP),
                      ("SIGINT", signal.SIGINT), ("a failed assertion", signal.SIGABRT),
                      ("kill -9", signal.SIGKILL)):
        options = ["--edition", "classic", "--players", "3", "--seed", "11", "--lang", "es", "--speed",
                   "instant"]
        with terminal.Terminal([program, "play", *options]) as screen:
            screen.wait_for(r"Te toca")
            seen = player.play(screen, "es", until="Fin de", most=4)
            before = at_rest(screen, "Te toca|Te esperan|Fin de")
            home = screen.folder
            if end is None:
                screen.press("q")
                check_shows("leaving asks first", screen, "¿Dejar la mesa", r"\[s\] Sí")
                screen.press("s")
                check_shows("and then says what becomes of the game", screen, "la partida queda guardada")
                games = tap.run([program, "games", "--lang", "es"],
                                env={**os.environ, "XDG_STATE_HOME": home + "/state", "XDG_DATA_HOME": home + "/data"})
                tap.check("'games' lists it", "Sin terminar: " in games.out and home in games.out
                          and "Todavía no hay" not in games.out, games)
            else:
                os.kill(screen.child(), end)
            if end != signal.SIGKILL:
                terminal_is_whole(name, screen, "0|1[0-9]+")
            else:
                screen.wait_for("ended with")
            with terminal.Terminal([program, "play", "--lang", "es", "--speed", "instant"],
                                   env={"XDG_STATE_HOME": home + "/state",
                                        "XDG_DATA_HOME": home + "/data"}) as again:
                check_shows(f"{name}: the next play offers to go on", again, "Seguir la partida")
                again.press("Enter")
                after = at_rest(again, r"\(tú\) ·")
                tap.equal(f"{name}: with the same cards", facts(after), facts(before), seen[-1])


def check_closed_terminal():
    options = ["--edition", "classic", "--players", "3", "--seed", "11", "--lang", "es", "--speed", "instant"]
    with terminal.Terminal([program, "play", *options]) as screen:
        screen.wait_for("Te toca")
        child = screen.child()
        screen.tmux("kill-server")
        tap.check("a terminal that is gone ends the program", terminal.is_gone(child))
        kept = list(Path(screen.folder, "state").rglob("*.mesa"))
        tap.check("and the game is kept", kept and "edition: classic" in kept[0].read_text(), kept)


def check_control_keys():
    with Table(mesa=SEVEN) as screen:
        screen.wait_for("Te toca")
        screen.press("C-c")
        terminal_is_whole("Ctrl-C", screen, "0|130")
    with Table("--edition", "classic", "--players", "3", "--seed", "2", job_control=True) as screen:
        screen.wait_for("Te toca|Te esperan")
        # The script brings it back with 'fg' at once; what it printed in between is on the shell's screen.
        screen.press("C-z", "?")
        check_shows("Ctrl-Z and fg: the table is back and hears keys", screen, "Ayuda", r"\[Esc\] Volver")
        screen.press("C-c")
        text = screen.wait_for("then ") or screen.text()
        tap.check("Ctrl-Z: it was stopped", "ended with 148" in text, text)
        # The question mark may have been typed before the program was back, and is then seen.
        tap.check("Ctrl-Z: the terminal was usable in between", re.search(r"^\??icanon", text, re.M), text)


check_start()
check_menu()
check_kept()
check_wilds()
check_four()
check_cards()
check_misplay()
check_catch_and_jump()
check_mouse()
check_sizes()
check_colors()
check_other_terminals()
check_widths()
check_hot_seat()
check_going_on()
check_closed_terminal()
check_control_keys()
tap.done()
