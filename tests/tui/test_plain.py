#!/usr/bin/env python3
"""Playing in lines, from outside: test_plain.py PROGRAM ARCHIVE SOURCE_ROOT

Whole games through a pipe, leaving and going on, the end of the process at any moment, disks that cannot
be written, several people at one keyboard.
"""
import hashlib
import json
import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import editions  # noqa: E402
import tap  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
plain = {name: value for name, value in os.environ.items()
         if name not in ("LANG", "LANGUAGE", "NO_COLOR", "TERM", "USER")
         and not name.startswith(("LC_", "XDG_"))}
EDITIONS = editions.BUILTIN
COLORS = "red|green|blue|yellow|rojo|verde|azul|amarillo"


class Home:
    """A home of its own for one test."""

    def __init__(self, folder, name):
        self.path = Path(folder) / name
        self.path.mkdir()
        self.env = {**plain, "HOME": str(self.path), "USER": "root"}
        self.unfinished = self.path / ".local/state/penultima/game.mesa"
        self.games = self.path / ".local/share/penultima/games"

    def play(self, *arguments, lines=("1",) * 600, env=None, **more):
        return tap.run([program, "play", *arguments], stdin="".join(f"{line}\n" for line in lines).encode(),
                       env={**self.env, **(env or {})}, **more)

    def run(self, *arguments):
        return tap.run([program, *arguments], env=self.env)


def check_typed_words(folder):
    """A choice in one's own words: in the table's language or as records write it, whichever comes."""
    home = Home(folder, "typed")
    deal = ("--plain", "--edition", "classic", "--players", "2", "--seed", "4", "--new")
    said = {
        "es": (["roba", "TOMA", "ROBA", "w+4 ver", "q"], "Robas", "Juegas Comodín Roba 4 y pides verde"),
        "en": (["draw", "d", "draws", "four, green", "q"], "You draw", "You play Wild Draw Four, naming green"),
        "pl": (["dobierz", "d", "dobierz", "+4 ziel", "q"], "Dobierasz", "zielony"),
        "ja": (["引く", "引く", "引く", "ワイルドドロー4 緑", "q"], "引いた", "緑"),
        "ar": (["السحب", "السحب", "السحب", "+4 اخضر", "q"], "سحبت", "واللون: أخضر"),
    }
    for lang, (lines, drawn, played) in said.items():
        result = home.play("--lang", lang, *deal, lines=lines)
        tap.check(f"{lang}: a word draws a card", drawn in result.out, result)
        tap.check(f"{lang}: a card and its colour in words", played in result.out, result)
    result = home.play("--lang", "en", *deal, lines=["nonsense", "green", "q"])
    tap.check("what fits nothing is refused, and changes nothing",
              "not one of the choices" in result.out and "You play green 3" in result.out, result)
    result = home.play("--lang", "es", *deal, lines=["roba", "roba", "quedate", "juega", "q"])
    tap.check("what fits several choices is asked about", "Hay varias así" in result.out, result)
    tap.check("accents need not be typed", "Te quedas" in result.out, result)


def first_choices(out):
    """What stood beside 1 each time there was a choice, in words: without its number and what records write."""
    return [re.sub("[\u2066-\u2069]|\\[[^]]*\\]", "", line[4:]).strip() for line in out.splitlines() if line.startswith("  1 ")]


def check_games_in_words(folder):
    """The same round by numbers and in the language's own words, where letters are not Latin or have forms."""
    for lang, one in (("en", "1"), ("pl", "1"), ("ja", "1"), ("ar", "١")):
        home = Home(folder, f"words-{lang}")
        deal = ("--lang", lang, "--plain", "--edition", "classic", "--players", "3", "--seed", "4", "--scoring", "quick",
                "--new", "--speed", "instant")
        numbers = home.play(*deal, lines=[one] * 80)
        said = first_choices(numbers.out)
        other = Home(folder, f"words-said-{lang}")
        words = other.play(*deal, lines=said + ["q"])
        played = [[line.split(" #@")[0] for line in min(one.games.glob("*.mesa")).read_text().splitlines() if line[:1] not in "#"]
                  if any(one.games.glob("*.mesa")) else [] for one in (home, other)]
        tap.check(f"{lang}: a whole game in words goes as by numbers",
                  len(played[0]) > 10 and played[0] == played[1], said, numbers, words)


def check_whole_games(folder):
    for number, edition in enumerate(EDITIONS):
        lang = ("en", "es")[number % 2]
        home = Home(folder, f"whole-{number}")
        result = home.play("--lang", lang, "--edition", edition, "--players", "3", "--seed", "4", "--scoring",
                           "quick", "--house", ("none", "seven-0,jump-in,progressive")[number % 2],
                           lines=["1"] * 120)
        won = {"en": "wins the game!", "es": "gana la partida!"}[lang]
        tap.check(f"{edition} is played to its end through a pipe, in {lang}",
                  result.status == 0 and result.err == "" and won in result.out, result)
        tap.check(f"{edition}: no sentence is left unfilled, no cursor is moved",
                  "{" not in result.out and "\033" not in result.out, result)
        kept = sorted(home.games.glob("*.mesa"))
        tap.check(f"{edition}: finished games are kept", len(kept) >= 1, kept)
        verified = [home.run("verify", str(path)) for path in kept]
        tap.check(f"{edition}: what is kept has a shuffle that can be verified",
                  edition.endswith(".edition") or all(done.status == 0 for done in verified), *verified)
        replayed = home.run("replay", *kept)
        tap.check(f"{edition}: what is kept can be replayed", replayed.status == 0, replayed)
        listed = home.run("games", "--json")
        rows = [json.loads(line) for line in listed.out.splitlines()]
        tap.check(f"{edition}: games lists them",
                  len(rows) == len(kept) and all(row["readable"] and len(row["players"]) == 3 for row in rows)
                  and sum(len(row["winners"]) for row in rows) >= 1, listed)


def check_menu(folder):
    home = Home(folder, "menu")
    result = home.play("--lang", "es", lines=["", "", ""])
    tap.check("two times Enter is a game", "Ronda 1" in result.out and "Dani" in result.out, result)
    result = home.play("--lang", "en", "--seed", "1", lines=["2", "3", "2 expert:20", "1"])
    tap.check("edition and opponents can be chosen", "Round 1" in result.out and
              re.search(r"^Cards: Ana \d, Beto \d, Carla \d\.$", result.out, re.MULTILINE), result)
    tap.check("the other game was put among the kept ones", len(list(home.games.glob("*.mesa"))) == 1)
    listed = home.run("games")
    tap.check("as an unfinished one", "Unfinished, round 1" in listed.out, listed)
    tap.check("who plays what is written down", "# seats: person expert:20 expert:20" in
              home.unfinished.read_text(), home.unfinished.read_text()[:200])
    result = home.play(lines=["3"])
    tap.check("leaving changes nothing", result.status == 0 and home.unfinished.exists(), result)
    result = home.play("--new", lines=["99", "1", "x", "40", "1"])
    tap.check("wrong answers are asked again", result.out.count("not one of the choices") == 3 and
              "Round 1" in result.out, result)
    result = home.play("--new", "--lang", "en",
                       lines=["1", "s", "1", "seven-0, jump-up", "1", "1", "4", "", "8", "5", "", "3 casual"])
    tap.check("house rules are chosen by name and by group", "no house rule called jump-up" in result.out and
              "House rules: progressive, seven-0\n" in result.out, result)
    tap.check("two that meet are refused in words", "Stack any draw cards (line 7) and Progressive (line 8) do "
              "not go together" in result.out, result)
    tap.check("and played by, in teams", re.search("^house: .*seven-0", home.unfinished.read_text(), re.MULTILINE) and
              "teams=2" in home.unfinished.read_text(), home.unfinished.read_text()[:400], result)
    result = home.play(lines=[])
    tap.check("the end of the input ends it", result.status == 0, result)


def check_menu_holds(folder):
    """All there is, in lines: names that stay, the problem of the day, kept games, links."""
    home = Home(folder, "holds")

    def menu(*lines):
        return tap.run([program, "--lang", "en", "play", "--plain"], stdin="".join(f"{one}\n" for one in lines).encode(), env=home.env)

    first = menu("q")
    number = {words: one for one, words in re.findall(r"^  (\d+) (.*)$", first.out, re.MULTILINE)}
    wanted = ["Learn to play, step by step", "At this keyboard", "Problem of the day", "Join friends by a link", "Host tables", "Your games"]
    tap.check("the menu in lines has all of it", all(one in number for one in wanted), first)
    names = menu(number["At this keyboard"], "Ana, Ana", "Ana, Zoe María", "1", "2", "", "q")
    tap.check("names are asked until they are good", "have to be different" in names.out and "At this keyboard: Ana, Zoe María" in names.out, names)
    tap.check("and two take turns", "press Enter" in names.out, names)
    again = menu("2", number["At this keyboard"], "", "q")
    tap.check("they are remembered", "At this keyboard: Ana, Zoe María" in again.out, again)
    fair = next(one for words, one in number.items() if words.startswith("Night Fair. "))
    many = menu("2", number["At this keyboard"], "A, B, C, D, E, F, G, H, I", fair, "1", "", "q")
    tap.check("nine people are too many for an edition of eight, and choose another one", many.status == 0
              and "edition verbena is for 2 to 8 players" in many.out and "Round 1" in many.out, many)
    menu("2", number["At this keyboard"], "Ana, Zoe María", "1", "", "q")
    problem = menu("2", number["Problem of the day"], "1", "2", "q")
    tap.check("a problem is asked, answered, and the menu is back", "What wins the round" in problem.out and "% of all orders" in problem.out
              and problem.out.count("You left a game unfinished") == 2, problem)
    menu("2", "1", "", "q")
    kept = menu("2", number["Your games"], "1")
    tap.check("a game that was kept is gone on with", "Unfinished, round 1" in kept.out and "Back where you left off" in kept.out, kept)
    rules = {found for found in re.findall(r"^(?:NUMBER|TRUTH|WORD|HOUSE)\(RULES, (?:uint\w+, )?(\w+)", (root / "src/setup/settings.def").read_text(),
                                           re.MULTILINE)}
    shown = menu("2", "3", "s", "", "q")
    rows = re.findall(r"^  \d+ ([^:\n]+): ", shown.out.split("more settings")[1], re.MULTILINE)
    # Three wait for something else: points for a game of points, partners for teams, wrong cards for an edition that punishes them.
    tap.check("every rule of the list of settings has its row", len(rows) >= len(rules) - 3 + 1 and len(rules) >= 7, rows, rules)


def check_going_on(folder):
    home = Home(folder, "on")
    home.play("--edition", "classic", "--players", "3", "--seed", "9", lines=["1"] * 3)
    text = home.unfinished.read_text()
    result = home.play("--lang", "en", lines=["1"])
    tap.check("a game that was left is offered and gone on with",
              "You left a game unfinished: Classic, round 1: Ana, Beto, Carla" in result.out and "Back where you left off" in result.out,
              result)
    tap.check("nothing of it is lost", home.unfinished.read_text().startswith(text))
    last = text.splitlines()[-1]
    tap.check("the last lines tell what happened", last.split()[0] in result.out, last, result)
    # A letter of the last line only: what was being written when the end came.
    home.unfinished.write_text(text + "Ana pla")
    result = home.play(lines=["1", "1"])
    tap.check("half a line does no harm", result.status == 0 and "Back where you left off" in result.out, result)
    home.unfinished.write_text("nonsense\n")
    result = home.play("--edition", "classic", "--players", "2", lines=["1"])
    tap.check("what cannot be read is put away", result.status == 0 and "Round 1" in result.out and
              "edition: classic" in home.unfinished.read_text(), result)


def wait_for(process, words, limit=60):
    """Reads until the words have come. The limit only ends a test that has failed."""
    out = b""
    end = time.monotonic() + limit
    while words.encode() not in out and time.monotonic() < end:
        if select.select([process.stdout], [], [], 1)[0]:
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                break
            out += piece
    return out.decode("utf-8", "replace")


def check_kill(folder):
    home = Home(folder, "kill")
    with subprocess.Popen([program, "play", "--edition", "classic", "--players", "4", "--seed", "21"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=home.env) as process:
        out = ""
        for _ in range(4):
            out += wait_for(process, "it is your turn.")
            process.stdin.write(b"1\n")
            process.stdin.flush()
        out += wait_for(process, "it is your turn.")
        process.send_signal(signal.SIGKILL)
    moves = len(re.findall(r"^\w+ (?:plays|draws|keeps|takes) ", out, re.MULTILINE))
    replayed = home.run("replay", str(home.unfinished))
    actions = int(re.search(r"(\d+) action", replayed.out).group(1))
    tap.check("kill -9: everything that was seen is in the record", actions >= 5 and moves >= 5 and
              replayed.status == 0, replayed, out[-800:])
    result = home.play(lines=["1", "1"])
    tap.check("kill -9: the game goes on", "Back where you left off" in result.out and "it is your turn." in result.out,
              result)


def check_two_programs(folder):
    home = Home(folder, "two")
    arguments = [program, "play", "--edition", "classic", "--players", "2"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=home.env) as first:
        wait_for(first, "it is your turn.")
        result = home.play("--edition", "classic", "--players", "3", lines=["1"])
        tap.check("a second program does not touch the first one's game",
                  "You left" not in result.out and home.unfinished.with_name("game-2.mesa").exists() and
                  "Carla" not in home.unfinished.read_text(), result)
        first.stdin.close()
        wait_for(first, "See you later")


def check_disks(folder):
    home = Home(folder, "nodisk")
    arguments = ["--lang", "en", "--edition", "classic", "--players", "4", "--scoring", "quick", "--seed", "2"]
    result = home.play(*arguments, lines=["1"] * 200 + ["q"], env={"XDG_STATE_HOME": "/proc/none",
                                                                   "XDG_DATA_HOME": "/proc/none"})
    tap.check("a home that cannot be written is reported once, and the game goes on",
              result.status == 0 and result.out.count("cannot be saved") >= 1 and "wins the game!" in result.out
              and "could not be kept" in result.out, result)

    def small_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))
    done = subprocess.run([program, "play", *arguments], input=b"1\n" * 200, env=home.env, check=False,
                          capture_output=True, preexec_fn=small_disk)
    out = done.stdout.decode()
    tap.check("a disk that fills up in the middle, too",
              done.returncode == 0 and "cannot be saved" in out and "wins the game!" in out, out[-1500:])
    done = Home(folder, "empty").run("games")
    tap.check("an empty list of games says so", done.status == 0 and "No games in" in done.out, done)
    result = tap.run([program, "games"], env={name: value for name, value in plain.items() if name != "HOME"})
    tap.check("games without a home", result.status == 2 and result.err.count("\n") == 1, result)


def check_load(folder):
    home = Home(folder, "load")
    position = home.path / "position.mesa"
    position.write_text("edition: classic\nplayers: Ana, Beto\nhand Ana: r7 b2 g1\nhand Beto: g1 g2\ntop: r5\n"
                        "turn: Ana\n")
    result = home.play("--load", str(position), lines=["g1", "r7 blue", "zz", "r7"])
    tap.check("a position is gone on with", "You play red 7" in result.out, result)
    tap.check("a card that does not fit is refused with its rule",
              "No: the card matches neither" in result.out and "(T1)" in result.out, result)
    tap.check("only wilds name a colour", "only a wild names a colour" in result.out, result)
    tap.check("what is no card is no choice", "not one of the choices" in result.out, result)
    tap.check("the record begins with the position", "hand Ana: r7 b2 g1" in home.unfinished.read_text() and
              "Ana plays r7" in home.unfinished.read_text())
    own = home.path / "own.edition"
    own.write_text((root / "editions/verbena.edition").read_text().replace("edition verbena", "edition own"))
    position.write_text("edition: ./own.edition\nplayers: Ana, Beto\n")
    home.play("--load", str(position), "--new", lines=["1"])
    slots = [path.read_text() for path in home.unfinished.parent.glob("game*.mesa")]
    tap.check("an edition of one's own is kept beside the record",
              (home.unfinished.parent / "own.edition").exists()
              and any("edition: own\n" in text for text in slots))
    position.write_text("# seats: rank person\nedition: classic\nplayers: Ana, Beto\n")
    home.play("--load", str(position), "--name", "Olga", "--new", lines=["1"])
    slots = [path.read_text() for path in home.unfinished.parent.glob("game*.mesa")]
    tap.check("a record that says who sat where is gone on with just so",
              any("# seats: rank person" in text.splitlines() for text in slots), slots)
    over = home.path / "over.mesa"
    home_games = Home(folder, "load-over")
    result = home_games.play("--edition", "classic", "--players", "2", "--scoring", "quick", lines=["1"] * 200)
    over.write_text(sorted(home_games.games.glob("*.mesa"))[0].read_text())
    result = home.play("--load", str(over))
    tap.check("a game that is over cannot be gone on with", result.status == 1 and "over" in result.err, result)
    position.write_text("edition: classic\nplayers: Ana\n")
    result = home.play("--load", str(position))
    tap.check("what cannot be read says where", result.status == 2 and f"{position}:" in result.err, result)
    result = home.play("--load", str(over), "--hotseat", "Olga,Pia")
    tap.check("people who do not play there", result.status in (1, 2), result)


def layout(text):
    return re.findall(r"^(?:hand \S+|draw|opening): .*$", text, re.M)


def check_deals(folder):
    """The same deal once more, and the deal of the day."""
    home = Home(folder, "deals")
    result = home.run("record", "--edition", "classic", "--players", "3", "--seed", "4", "--scoring", "points")
    record = home.path / "first.mesa"
    record.write_text(result.out)
    deals = re.split(r"^deal$", result.out, flags=re.M)
    options = ("--lang", "en", "--like", str(record))
    for number, deal in enumerate(deals[:2], start=1):
        for old in home.games.glob("*.mesa"):
            old.unlink()
        result = home.play(*options, "--name", "Carla", "--round", str(number), lines=["1"] * 300)
        tap.check(f"round {number}: both results side by side", re.search(
            r"The same deal, then and now:\n  Ana: .+; now .+\n  Beto: .+; now .+\n  Carla: .+; now .+\n", result.out), result)
        tap.check(f"round {number}: somebody won each time", len(re.findall(r": won; now", result.out)) == 1
                  and len(re.findall(r"; now won$", result.out, re.M)) == 1, result)
        again = sorted(home.games.glob("*.mesa"), key=lambda path: (len(path.name), path.name))
        tap.check(f"round {number}: the same hands and pile, in a round alone", any(
            sorted(layout(deal)) == sorted(layout(one.read_text())) and "scoring=quick" in one.read_text() for one in again),
                  layout(deal), *(layout(one.read_text()) for one in again[:1]))
    result = home.play(*options, "--name", "Olga")
    tap.check("nobody of that name", result.status == 2 and "nobody called Olga" in result.err, result)
    result = home.play(*options, "--round", "999")
    tap.check("no such round", result.status == 2 and "no round 999" in result.err, result)
    seen = []
    for name in ("day", "other-day"):
        other = Home(folder, name)
        result = other.play("--lang", "en", "--day", "--name", "Ana", lines=["1"] * 300)
        date = re.search(r"the deal of the day, (\S+):", result.out)[1]
        tap.check("the result of the day in a line", re.search(rf"^deal of the day {date}: (won|\d+ cards? left)$", result.out, re.M),
                  result)
        digits = int(date.replace("-", "")).to_bytes(8, "little")
        seed = b"".join(hashlib.sha512(b"play\0" + digits + bytes([at])).digest() for at in (0, 64))[:80]
        records = [path for path in other.games.glob("*.mesa") if seed.hex() in path.read_text()]
        tap.equal("its cards follow from the date, as the document says", len(records), 1)
        tap.check("and verify agrees", other.run("verify", records[0]).status == 0)
        seen.append((date, layout(records[0].read_text())))
    tap.check("it is the same for everybody", seen[0][0] != seen[1][0] or seen[0] == seen[1], *seen)
    result = home.play("--day", "--hotseat", "Ana,Beto")
    tap.equal("the deal of the day is for one", result.status, 2, result)


def check_hot_seat(folder):
    home = Home(folder, "hot")
    result = home.play("--hotseat", "Ana,Zoe", "--players", "3", "--edition", "classic", "--scoring", "quick",
                       "--seed", "3", "--lang", "en")
    seat, wrong, hidden, seen = None, [], True, set()
    for line in result.out.splitlines():
        found = re.match(r"(\w+): press Enter when nobody else is looking", line)
        if found:
            seat, hidden = found.group(1), False
            seen.add(seat)
        if re.match(r"\w+, press Enter to hide", line):
            hidden = True
        if line.startswith("Your hand") and hidden:
            wrong.append(line)
        found = re.match(r"(\w+), it is your turn", line)
        if found and found.group(1) != seat:
            wrong.append(line)
        found = re.match(rf"(\w+) draws (?:{COLORS})", line)
        if found and found.group(1) != seat:
            wrong.append(line)
    tap.check("two people at one keyboard", seen == {"Ana", "Zoe"} and "wins the game!" in result.out, result)
    tap.equal("nobody sees the other's cards", wrong, [])
    position = home.path / "position.mesa"
    position.write_text("edition: classic\nplayers: Ana, Beto\nhand Ana: g2 g3\nhand Beto: y3 y4\ntop: r9\ndraw: b6 b7\nturn: Ana\n")
    result = home.play("--lang", "en", "--new", "--load", str(position), "--hotseat", "Ana,Beto",
                       lines=["", "draw", "", "", "R", "E", "q"])
    tap.check("nor hears them again", "Ana draws blue 6" in result.out and "Beto, it is your turn" in result.out
              and result.out.count("blue 6") == 1 and result.out.count("Ana draws a card") == 3, result)


def check_calls(folder):
    """Whoever is not in front can call out in lines, too; an offer to jump in tells nothing about who holds the card."""
    home = Home(folder, "calls")
    position = home.path / "position.mesa"

    def play(text, *lines):
        position.write_text(text)
        return home.play("--lang", "en", "--new", "--load", str(position), "--hotseat", "Ana,Beto,Carla", lines=lines)

    hands = "hand Ana: r7 g2 g3\nhand Beto: y3 y4\nhand Carla: r7 b8 b9\ntop: r9\n"
    result = play(f"edition: classic\nhouse: jump-in\nplayers: Ana, Beto, Carla\n{hands}turn: Ana\n",
                  "", "1", "", "", "2", "3", "", "", "t", "z")
    tap.check("jump-in is offered to all who are not in front", "2 Ana: Jump in with red 7" in result.out
              and "3 Carla: Jump in with red 7" in result.out, result)
    tap.check("who does not hold the card is refused, who does jumps in",
              "that card is not in your hand (T1)" in result.out and "Carla jumps in with red 7" in result.out, result)
    tap.check("a move is taken back", "takes the move back" in result.out, result)
    forgot = hands.replace("top: r9", "top: y9")
    result = play(f"edition: classic\nplayers: Ana, Beto, Carla\n{forgot}turn: Beto\n", "", "y3", "", "", "t")
    tap.check("UNO and a catch by others", "Beto: Say UNO!" in result.out
              and "Ana: Catch Beto, who did not say UNO" in result.out, result)
    result = play(f"edition: cumulative\nplayers: Ana, Beto, Carla\n{hands}turn: Ana\n", "", "m", "t", "m", "1")
    tap.check("accusations by others", "Beto: Accuse Carla of giving advice" in result.out
              and "Accuse Beto of giving advice" in result.out and "Ana accuses Beto" in result.out, result)
    four = hands.replace("y3 y4", "y3 y4 y5").replace("hand Carla: r7", "hand Carla: w+4 r1")
    result = play(f"edition: clasico\nplayers: Ana, Beto, Carla\n{four}turn: Carla\n", "", "w+4 blue", "", "", "t")
    tap.check("clasico: a challenge by others", "Beto: Challenge Carla" in result.out, result)


def check_set_up(folder):
    """S1, O28: the draw for the deal is told; the table may name its dealer and have a Reverse turn between two."""
    home = Home(folder, "set-up")
    drawn = home.play("--new", "--edition", "classic", "--players", "3", "--seed", "4", lines=["q"])
    tap.check("the draw for the deal is told", "for the deal: " in drawn.out or "para repartir: " in drawn.out, drawn)
    named = home.play("--new", "--edition", "classic", "--players", "3", "--seed", "4",
                      "--dealer", "Beto", lines=["q"])
    tap.check("a named dealer deals without a draw", "Beto" in named.out and "for the deal" not in named.out
              and "para repartir" not in named.out, named)
    menu = home.play("--new", "--lang", "en", lines=["3", "s", "3", "6", "4", "", "1", "q"])
    tap.check("the menu in lines sets all of it up", all(words in menu.out for words in (
        "Reverse with two: changes direction", "First dealer: Ana", "Wrong cards: are punished", "You deal seven",
        "costs two cards and the turn (P3)")), menu)
    wrong = home.play("--new", "--reverse", "sideways", lines=[])
    tap.check("a Reverse is skip or turn", wrong.status == 2 and "turn" in wrong.err, wrong)



def check_commands(folder):
    home = Home(folder, "commands")
    result = home.play("--edition", "cumulative", "--players", "3", "--seed", "5", "--lang", "en",
                       lines=["h", "?", "t", "m", "q"])
    tap.check("a hint has a reason",
              re.search(r"^(Play|Draw|Take|Answer|Name).*: \w+", result.out, re.MULTILINE), result)
    # O15: Beto and Carla are bots; they give no advice.
    tap.check("help, table, more; how the table takes mistakes",
              "h hint" in result.out and result.out.count("Your hand:") >= 2 and "Accuse" not in result.out
              and "a wrong card is refused, not punished" in result.out
              and "although it does not fit" not in result.out, result)
    tap.check("leaving keeps the game", result.out.endswith("will offer to go on with it.\n"), result)
    result = home.play("--new", "--edition", "classic", "--players", "2", "--lang", "es", lines=["q"])
    tap.check("where nothing is punished nothing is said about it", "carta indebida" not in result.out, result)
    result = home.play("--new", "--misplays", "--edition", "cumulative", "--players", "2", "--seed", "5",
                       "--lang", "en", lines=["m", "3", "1"])
    tap.check("--misplays: a wrong card is laid and punished",
              "which does not match, take it back and draw two cards" in result.out, result)


def check_tutorial(folder):
    home = Home(folder, "tutorial")
    lines = ["", "r7", "", "y3", "", "1", "", "y2", "", "rs", "", "rr", "", "r+2", "", "w yellow", "", "y7",
             "", "2", "", "y4", "", "r3 uno", "", "1", "", "r9", "", "2"]
    for lang, lesson, end in (("es", "Lección 6", "Has ganado"), ("en", "Lesson 6", "You have won")):
        result = home.play("--tutorial", "--lang", lang, lines=lines)
        tap.check(f"the tutorial is played to its end in {lang}",
                  result.status == 0 and lesson in result.out and end in result.out, result)
    tap.check("nothing of it is kept", not home.unfinished.exists() and not home.games.exists())


def check_dumb_terminal(folder):
    home = Home(folder, "dumb")
    master, slave = pty.openpty()
    with subprocess.Popen([program, "play", "--lang", "en", "--edition", "classic", "--players", "2", "--speed",
                           "instant"], stdin=slave, stdout=slave, env={**home.env, "TERM": "dumb"}) as process:
        os.close(slave)
        out = b""
        while b"it is your turn." not in out and select.select([master], [], [], 30)[0]:
            out += os.read(master, 65536)
        os.write(master, b"q\n")
        while b"offer to go on" not in out and select.select([master], [], [], 30)[0]:
            out += os.read(master, 65536)
        os.close(master)
        process.wait()
    tap.check("TERM=dumb plays in lines", b"\033" not in out and b"Your hand" in out, out)


def check_wrong_use(folder):
    home = Home(folder, "wrong")
    for arguments in (["--players", "1"], ["--players", "11"], ["--bots", "bear"], ["--bots", ""],
                      ["--hotseat", "Ana,Ana"], ["--hotseat", "A.na"], ["--name", "Ana,Beto"],
                      ["--speed", "odd"], ["--seed", "x"], ["--target", "0"], ["--edition", "nonesuch"],
                      ["--load", "/nonexistent"],
                      ["--hotseat", "Ana,Beto,Carla", "--players", "2"], ["extra"],
                      ["--edition", str(root / "editions/verbena.edition"), "--players", "10"]):
        result = home.play(*arguments, lines=[])
        tap.check(f"wrong use: {' '.join(arguments)[-60:]}", result.status == 2 and result.err.count("\n") == 1
                  and result.out == "", result)
    result = tap.run([program, "games", "extra"], env=home.env)
    tap.check("wrong use of games", result.status == 2 and result.err.count("\n") == 1, result)
    tap.check("nothing was written", not home.unfinished.exists())


with tempfile.TemporaryDirectory() as temporary:
    check_typed_words(temporary)
    check_games_in_words(temporary)
    check_whole_games(temporary)
    check_menu(temporary)
    check_menu_holds(temporary)
    check_going_on(temporary)
    check_kill(temporary)
    check_two_programs(temporary)
    check_disks(temporary)
    check_load(temporary)
    check_deals(temporary)
    check_hot_seat(temporary)
    check_calls(temporary)
    check_commands(temporary)
    check_set_up(temporary)
    check_tutorial(temporary)
    check_dumb_terminal(temporary)
    check_wrong_use(temporary)
tap.done()
