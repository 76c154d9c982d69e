#!/usr/bin/env python3
"""The program from outside: exit statuses, help, languages, errors.

test_program.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from editions import BUILTIN  # noqa: E402
import tap  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
plain = {name: value for name, value in os.environ.items()
         if name not in ("LANG", "LANGUAGE", "NO_COLOR", "XDG_DATA_HOME") and not name.startswith("LC_")}

GOOD = """edition: classic
players: Ana, Beto
hand Ana: r7 b2
hand Beto: g1 g2
top: r5
turn: Ana
Ana plays r7 uno
expect turn Beto
"""


def run(*arguments, stdin=b"", env=None, **more):
    return tap.run([program, *arguments], stdin=stdin, env={**plain, **(env or {})}, **more)


def one_line(text):
    return text.count("\n") == 1 and text.endswith("\n")


def check_status(name, status, *arguments, **more):
    """Runs it; what is wrong use says so in one line on standard error."""
    result = run(*arguments, **more)
    is_good = result.status == status
    if status == 2:
        is_good = is_good and one_line(result.err)
    elif status == 0:
        is_good = is_good and result.err == ""
    tap.check(name, is_good, f"wanted status {status}", result)
    return result


def columns(line):
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
               for letter in line)


def check_help():
    commands = re.findall(r"^  (\w+) +\S", run("--help", "--lang", "en").out, re.MULTILINE)
    tap.check("--help lists the commands", {"play", "serve", "help"} <= set(commands), commands)
    for command in commands:
        english = check_status(f"{command} --help", 0, command, "--help")
        spanish = check_status(f"{command} --help --lang es", 0, command, "--help", "--lang", "es")
        tap.check(f"help of {command} is in both languages",
                  "Usage: " in english.out and "Uso: " in spanish.out and "Options" in english.out
                  and "Opciones" in spanish.out and f"penultima {command}" in english.out + "penultima demo",
                  english, spanish)
        wide = [line for page in (english, spanish) for line in page.out.splitlines() if columns(line) > 80]
        tap.equal(f"help of {command} is not too wide", wide, [])
    for language, word in (("en", "Editions"), ("es", "Ediciones")):
        result = check_status(f"--help lists the commands in {language}", 0, "--lang", language, "--help")
        tap.check(f"every command is listed in {language}",
                  word in result.out and all(f"\n  {command} " in result.out for command in commands), result)
    for word, meant in (("repaly", "replay"), ("serv", "serve")):
        tap.check(f"{word}: {meant} is proposed", f"did you mean {meant}?" in run(word).err, run(word))
    slip = run("sim", "--plyers", "3")
    tap.check("a slip in an option, too", "did you mean --players?" in slip.err, slip)
    tap.check("what is like nothing is not guessed", "mean" not in run("xyzzy").err, run("xyzzy"))
    for window in (40, 60, 200):
        narrow = run("serve", "--help", env={"COLUMNS": str(window)}).out
        tap.check(f"help fits a window of {window}", all(
            columns(line) <= min(window, 100) or " " not in line.strip().removesuffix(" \\") for line in narrow.splitlines()), narrow)
    tap.equal("a shell reads a broken example as it was", re.findall("  penultima .*", re.sub(r" \\\n +", " ", run("record", "--help", env={"COLUMNS": "40"}).out)),
              re.findall("  penultima .*", run("record", "--help", env={"COLUMNS": "100"}).out))
    tap.equal("help is --help", run("help").out, run("--help").out)
    tap.equal("help replay is replay --help", run("help", "replay").out, run("replay", "--help").out)
    tap.check("--version", re.fullmatch(r"penultima \d+\.\d+\.\d+ \([0-9a-f]+\)\n|penultima \d+\.\d+\.\d+ \(release\)\n", run("--version").out))


def check_wrong_use():
    result = run("edition", "show", "nonesuch")
    tap.check("an unknown edition: where there are others, and no option that this command lacks",
              "'penultima editions'" in result.err and "--edition" not in result.err, result)
    for arguments in (["frobnicate"], ["--frobnicate"], ["replay"], ["replay", "--frobnicate", "x"],
                      ["replay", "x", "--frobnicate"], ["record"], ["record", "--edition"],
                      ["record", "--edition", "classic", "--players", "11", "--seed", "1"],
                      ["record", "--edition", "classic", "--players", "2", "--seed", "-1"],
                      ["record", "--edition", "classic", "--players", "2", "--seed", "18446744073709551616"],
                      ["record", "--edition", "nonesuch", "--players", "2", "--seed", "1"],
                      ["record", "--edition", "no/such.edition", "--players", "2", "--seed", "1"],
                      ["record", "--edition", "classic", "--players", "2", "--seed", "1", "--house", "odd"],
                      ["record", "--edition", "classic", "--players", "2", "--seed", "1", "--scoring", "odd"],
                      ["record", "--edition", "classic", "--players", "2", "--seed", "1", "extra"],
                      ["editions", "extra"], ["edition"], ["edition", "polish", "x"], ["edition", "check"],
                      ["edition", "show", "nonesuch"], ["bench", "--games", "0"], ["bench", "--players", "x"],
                      ["demo", "--players", "1"], ["help", "frobnicate"], ["--lang", "xx"], ["--lang"],
                      ["replay", "--lang", "xx", "x"], ["replay", "/nonexistent.mesa"], ["replay", "/"],
                      ["edition", "check", "/nonexistent"]):
        result = check_status(f"wrong use: {' '.join(arguments)}", 2, *arguments)
        tap.equal(f"nothing on standard output: {' '.join(arguments)}", result.out, "")
    result = run("frobnicate")
    tap.check("an unknown command gets a hint", "--help" in result.err and "frobnicate" in result.err, result)
    result = run("replay", "x", "--frobnicate")
    tap.check("an unknown option is named", "--frobnicate" in result.err, result)
    for command, option in (("bench", "--games"), ("demo", "--house"), ("record", "--scoring"), ("sim", "--players"),
                            ("tournament", "--elo"), ("play", "--target")):
        result = run(command, option, "odd")
        tap.check(f"{command} says which option cannot be so", result.status == 2 and option in result.err
                  and " odd" in result.err, result)
    for code, word in (("2.nope.jump-up", "jump-up"), ("2.classic.seats=0", "seats=0"), ("2", "edition"),
                       ("https://example.org/#setup=2.classic.with=nobody", "with=nobody")):
        for command in (("play",), ("join", "ws://127.0.0.1:9", "--new")):
            result = run(*command, "--setup", code)
            tap.check(f"{command[0]} says what is wrong with {code}",
                      result.status == 2 and f": {word} is unknown" in result.err, result)
    result = run("play", "--setup", "3.classic")
    tap.check("a set-up of a later version is told as such", result.status == 2 and "newer" in result.err, result)


def check_language():
    for env, is_spanish in (({}, False), ({"LANG": "es_MX.UTF-8"}, True), ({"LANG": "en_US.UTF-8"}, False),
                            ({"LC_ALL": "es"}, True), ({"LC_ALL": "C", "LANG": "es_ES.UTF-8"}, False),
                            ({"LC_MESSAGES": "es_AR", "LANG": "en_US.UTF-8"}, True),
                            ({"LANGUAGE": "es:en", "LANG": "en_US.UTF-8"}, True),
                            ({"LANGUAGE": "es"}, True), ({"LANG": "est"}, False)):
        result = run("--help", env=env)
        tap.equal(f"language of {env}", "Uso: " in result.out, is_spanish)
    tap.check("--lang counts before the environment",
              "Usage: " in run("--lang", "en", "--help", env={"LC_ALL": "es_ES.UTF-8"}).out)
    tap.check("--lang=es", "Uso: " in run("--lang=es", "--help").out)
    tap.check("errors are in the language too", "orden desconocida" in run("--lang", "es", "odd").err)


def check_replay(folder):
    path = folder / "a b.mesa"
    path.write_text(GOOD)
    result = check_status("replay of a good file", 0, "replay", path)
    tap.equal("what replay prints", result.out, f"{path}: 1 action, 1 expectation met\n")
    result = check_status("replay in Spanish", 0, "replay", "--lang", "es", path)
    tap.equal("what it prints in Spanish", result.out, f"{path}: 1 jugada, 1 expectativa cumplida\n")
    check_status("replay of standard input", 0, "replay", "-", stdin=GOOD.encode())
    check_status("replay of a file with CRLF", 0, "replay", "-", stdin=GOOD.replace("\n", "\r\n").encode())
    result = check_status("replay of a failed expectation", 1, "replay", "-",
                          stdin=GOOD.replace("turn Beto", "turn Ana").encode())
    tap.check("it names file and line", re.match(r"stdin:8: .", result.err), result)
    tap.check("and is one line", one_line(result.err), result)
    bad = folder / "bad.mesa"
    bad.write_text(GOOD.replace("plays r7 uno", "plays g9"))
    result = check_status("replay of a refused action", 1, "replay", bad)
    tap.check("it names its file and line", result.err.startswith(f"{bad}:7: "), result)
    odd = folder / "odd.mesa"
    odd.write_bytes(b"\x00\xff\xfe what\n")
    check_status("replay of odd bytes", 2, "replay", odd)
    tap.equal("the highest status counts", run("replay", path, odd, bad).status, 2)
    check_status("of 0 and 1 it is 1", 1, "replay", bad, path)
    check_status("an empty file cannot be read", 2, "replay", "-")
    large = folder / "large.mesa"
    with open(large, "wb") as stream:
        stream.truncate(17 << 20)
    check_status("a file of 17 MB is too large", 2, "replay", large)

    shown = run("replay", "--show", path)
    tap.check("--show tells the game", "Ana plays ● red 7 and says UNO!" in shown.out and "Round 1" in shown.out
              and "Beto: ◆ green 1, ◆ green 2" in shown.out, shown)
    shown = run("replay", "--show", "--lang", "es", path)
    tap.check("--show tells it in Spanish", "Ana juega ● 7 rojo y dice ¡UNO!" in shown.out, shown)
    # A game in which the draw pile is empty when four cards are to be taken.
    record = os.path.join(folder, "reshuffled.mesa")
    for seed in range(1, 200):
        run("record", "--edition", "ghostbusters", "--players", "4", "--seed", str(seed), "--out", record)
        taken = [line for line in run("replay", "--show", record).out.splitlines() if " takes four cards" in line]
        if any("become a new draw pile" in line for line in taken):
            break
    tap.check("--show names the cards that are taken, also behind a new draw pile",
              any("become a new draw pile" in line for line in taken) and all("(" in line for line in taken), taken)
    trace = run("replay", "--trace", path)
    lines = trace.out.splitlines()
    tap.equal("--trace has a line per position and player", len(lines), 6)
    tap.check("--trace shows the position",
              re.fullmatch(r"7 turn=Beto must=Beto color=red top=r7 dir=left pending=0 pile=\d+ owes=- "
                           r"round=open game=open hands=Ana:b2\|Beto:g1 g2 score=Ana:0\|Beto:0",
                           lines[3] if len(lines) > 3 else ""), trace)
    tap.check("--trace shows what is legal", "  legal Beto: draws" in lines and "  legal Ana: -" in lines, trace)


def check_names(folder):
    """People read a space where records and programs have "_"."""
    path = folder / "games" / "penultima" / "games" / "2026-11-15-130405-classic.mesa"
    path.parent.mkdir(parents=True)
    path.write_text(GOOD.replace("Ana", "Ana_María").replace("Beto", "De_la_O"), encoding="utf-8")
    home = {"XDG_DATA_HOME": str(folder / "games")}
    for what, command in (("replay --show", ("replay", "--show", path)), ("games", ("games",)),
                          ("coach", ("coach", "--all", path)),
                          ("coach --seat", ("coach", "--all", "--seat", "Ana María", path)),
                          ("coach --seat as in the record", ("coach", "--all", "--seat", "Ana_María", path))):
        told = check_status(f"{what}: names with spaces", 0, *command, env=home).out
        tap.check(f"{what} tells them so", "Ana María" in told and "_" not in told.replace(str(path), ""), told)
        if what in ("replay --show", "games"):
            tap.check(f"{what} tells all of them so", "De la O" in told, told)
    for what, command in (("replay --trace", ("replay", "--trace", path)), ("games --json", ("games", "--json")),
                          ("coach --json", ("coach", "--json", path))):
        told = check_status(f"{what}: names with spaces", 0, *command, env=home).out
        tap.check(f"{what} has them as the record", "Ana_María" in told and "Ana María" not in told, told)


def check_editions(folder):
    listed = check_status("editions", 0, "editions").out
    editions = json.loads(check_status("editions --json", 0, "editions", "--json").out)
    ids = [edition["id"] for edition in editions]
    tap.check("the built-in editions are there",
              set(BUILTIN) <= set(ids), ids)
    tap.equal("their sizes", {edition["id"]: edition["cards"] for edition in editions
                              if edition["id"] in ("classic", "office")}, {"classic": 108, "office": 112})
    tap.check("the list shows them", all(re.search(rf"^{name} ", listed, re.MULTILINE) for name in ids), listed)
    for name in ids:
        shown = check_status(f"edition show {name}", 0, "edition", "show", name).out
        own = folder / "own.edition"
        own.write_text(shown, encoding="utf-8")
        check_status(f"edition check of what show {name} prints", 0, "edition", "check", own)
        tap.equal(f"showing the copy of {name} prints the same", run("edition", "show", own).out, shown)
    bad = folder / "bad.edition"
    bad.write_text("edition bad\nfrobnicate 7\n")
    result = check_status("edition check of a bad file", 1, "edition", "check", bad)
    tap.check("it names line and column", re.match(rf"{re.escape(str(bad))}:2:\d+: .", result.err), result)


def check_finding(folder):
    """Where editions of one's own are looked for."""
    text = run("edition", "show", "classic").out.replace("edition classic", "edition of-my-own", 1)
    for name in ("table", "library/penultima/editions", "elsewhere"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    mesa = folder / "table" / "game.mesa"
    own = folder / "elsewhere" / "of-my-own.edition"
    own.write_text(text, encoding="utf-8")

    def with_edition(name):
        mesa.write_text(GOOD.replace("edition: classic", f"edition: {name}"))
        return mesa

    home = {"XDG_DATA_HOME": str(folder / "library"), "HOME": str(folder / "nowhere")}
    check_status("an unknown edition cannot be read", 2, "replay", with_edition("of-my-own"), env=home)
    check_status("an edition given with --edition", 0, "replay", "--edition", own, with_edition("of-my-own"), env=home)
    check_status("a path from the .mesa file", 0, "replay", with_edition("../elsewhere/of-my-own.edition"), env=home)
    (folder / "library/penultima/editions/of-my-own.edition").write_text(text, encoding="utf-8")
    check_status("an edition of the user's folder", 0, "replay", with_edition("of-my-own"), env=home)
    check_status("record finds it there too", 0, "record", "--edition", "of-my-own", "--players", "2", "--seed", "1",
                 env=home)
    beside = folder / "table" / "of-my-own.edition"
    beside.write_text("edition of-my-own\nfrobnicate\n")
    result = check_status("the one beside the file comes first", 2, "replay", with_edition("of-my-own"), env=home)
    tap.check("what is wrong with it is said", "of-my-own.edition:2:" in result.err, result)
    check_status("a bad edition file for --edition", 2, "replay", "--edition", beside, mesa, env=home)


def check_record(folder):
    games = [("classic", "", 2), ("classic", "progressive,seven-0,jump-in", 4), ("classic", "seven-0", 10),
             ("cumulative", "", 3), ("cumulative", "jump-in", 4), ("cumulative", "progressive,jump-in", 2),
             ("office", "", 3), ("office", "progressive", 5), ("ghostbusters", "", 4),
             ("ghostbusters", "jump-in,seven-0", 3), ("spiderman", "", 2), ("spiderman", "jump-in", 6),
             ("clasico", "", 3), ("clasico", "progressive,jump-in", 5),
             (str(root / "editions" / "verbena.edition"), "", 4)]
    for seed, (edition, house, players) in enumerate(games):
        path = folder / "game.mesa"
        arguments = ["record", "--edition", edition, "--players", players, "--seed", seed]
        if house:
            arguments += ["--house", house]
        name = " ".join(str(word) for word in arguments[1:]).replace(f"{root}/", "")
        check_status(f"record {name}", 0, *arguments, "--out", path)
        given = ["--edition", edition] if "/" in edition else []
        result = check_status(f"replay of it: {name}", 0, "replay", *given, path)
        again = run(*arguments)
        tap.equal(f"the same again: {name}", again.out, path.read_text(encoding="utf-8"))
        trace = run("replay", "--trace", *given, path).out
        tap.check(f"it plays to the end: {name}", trace and "game=open" not in
                  [line for line in trace.splitlines() if " game=" in line][-1], result)
        tap.check(f"--show tells it to the end: {name}",
                  "wins the game" in (shown := run("replay", "--show", *given, path)).out
                  or "The game is shared" in shown.out, shown.out[-500:])
    result = run("record", "--edition", "classic", "--players", 3, "--seed", 5, "--scoring", "quick")
    tap.check("a quick game is one round", result.status == 0 and "\ndeal\n" not in result.out
              and "Ana" in result.out, result)


def check_output(folder):
    full = Path("/dev/full")
    record = ["record", "--edition", "classic", "--players", "2", "--seed", "1"]
    if full.exists():
        with open(full, "wb") as stream:
            for arguments in (["--help"], ["editions"], record):
                process = subprocess.run([program, *arguments], stdout=stream, stderr=subprocess.PIPE,
                                         env=plain, check=False)
                tap.check(f"a full disk is an error: {arguments[0]}",
                          process.returncode == 2 and one_line(process.stderr.decode()), process)
        check_status("a full device as --out is an error", 2, *record, "--out", full)
    for arguments in (["--help"], record):
        reader, writer = os.pipe()
        os.close(reader)
        process = subprocess.run([program, *arguments], stdout=writer, stderr=subprocess.PIPE, env=plain,
                                 check=False)
        os.close(writer)
        tap.check(f"whoever reads may leave, and nothing is said: {arguments[0]}",
                  process.returncode == -signal.SIGPIPE and not process.stderr, process)
    check_status("an output in no folder is an error", 2, *record, "--out", folder / "no" / "where.mesa")
    if Path("/dev/null").exists():
        check_status("a device as --out", 0, *record, "--out", "/dev/null")
    target = folder / "kept" / "game.mesa"
    target.parent.mkdir()
    target.write_text("old")
    check_status("record replaces a file", 0, *record, "--out", target)
    tap.check("by the whole record", target.read_text().startswith("edition: classic"), target.read_text()[:80])
    tap.equal("and leaves nothing else behind", os.listdir(target.parent), ["game.mesa"])


def check_manual():
    """What else comes from the tables: manual pages, completion."""
    commands = run("help", "--words", "commands").out.split()
    for page in ("", *commands):
        result = check_status(f"a manual page: {page}", 0, "help", "--man", *[page] if page else [])
        tap.check(f"it begins with its name: {page}", f".SH NAME\npenultima{page and '-' + page} " in result.out.replace(chr(92), ''),
                  result.out[:200])
        if shutil.which("groff"):
            read = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-K", "utf8"], input=result.out.encode(),
                                  capture_output=True, check=False)
            tap.equal(f"groff has nothing to say about it: {page}", read.stderr.decode(), "")
    for kind, word in (("editions", "classic"), ("house", "jump-in"), ("bots", "master"), ("languages", "es"),
                       ("scoring", "quick"), ("pace", ""), ("speed", "fast"), ("reverse", "turn"), ("games", "")):
        result = check_status(f"words of {kind}", 0, "help", "--words", kind)
        tap.check(f"{word} is among them", word in result.out.split() or not word, result)
    check_status("no such kind", 1, "help", "--words", "nonesuch")
    check_status("no such shell", 2, "help", "--completion", "csh")
    for shell in ("zsh", "fish"):
        result = check_status(f"completion for {shell}", 0, "help", "--completion", shell)
        tap.check("it knows every command", all(command in result.out for command in commands), result)
    script = run("help", "--completion", "bash").out
    for words, wanted in (("penultima re", {"replay", "record"}), ("penultima play --hou", {"--house"}),
                          ("penultima play --house jump-in,seven", {"jump-in,seven-0", "jump-in,seven-swap"}),
                          ("penultima edition sh", {"show"}), ("penultima edition show verb", {"verbena"}),
                          ("penultima sim --bots random,mas", {"random,master"}),
                          ("penultima --lang", {"--lang"}), ("penultima replay --lang e", {"en", "es"})):
        found = subprocess.run(
            ["bash", "-c", script + f'COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _penultima; '
             'printf "%s\\n" "${COMPREPLY[@]}"'], capture_output=True, text=True, check=False,
            env={"PATH": f"{Path(program).resolve().parent}:{os.environ['PATH']}"})
        tap.equal(f"bash completes: {words}", set(found.stdout.split()) & wanted, wanted)


def check_demo():
    result = check_status("the demonstration", 0, "demo", "--seed", "7")
    tap.check("it plays to the end", "wins the game" in result.out and "\033" not in result.out, result)
    tap.equal("the same seed, the same game", run("demo", "--seed", "7").out, result.out)
    result = check_status("in Spanish", 0, "demo", "--seed", "7", "--lang", "es")
    tap.check("it is told in Spanish", "gana la partida" in result.out and "juega" in result.out, result)
    result = check_status("without a command and a terminal there is help", 0)
    tap.equal("the same as --help", result.out, run("--help").out)
    for edition in BUILTIN:
        for seed in range(3):
            check_status(f"demo --edition {edition} --seed {seed}", 0, "demo", "--edition", edition, "--seed", seed,
                         "--house", "progressive,seven-0,jump-in", "--players", 3 + seed)


def check_demo_on_terminal():
    """With a terminal there are pauses and colours, and Ctrl-C ends it."""
    import pty
    import time
    for env, has_color in (({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False)):
        master, slave = pty.openpty()
        process = subprocess.Popen([program, "demo", "--seed", "7"], stdout=slave, stderr=slave,
                                   env={**plain, **env})
        os.close(slave)
        shown = b""
        while b"Round 1" not in shown or b"opening" not in shown:
            shown += os.read(master, 4096)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        status = process.wait(timeout=30)
        try:
            while piece := os.read(master, 4096):
                shown += piece
        except OSError:
            pass  # the other end is closed
        os.close(master)
        tap.check(f"Ctrl-C ends the demonstration, {env}", status == 0 and "Until next time" in shown.decode(),
                  status, shown.decode())
        tap.equal(f"colours on a terminal with {env}", b"\033[3" in shown, has_color)


def check_bench():
    result = check_status("bench", 0, "bench", "--edition", "classic", "--players", "2", "--games", "3", "--json")
    tap.equal("its keys", list(json.loads(result.out)), ["edition", "players", "games", "games_per_s",
                                                         "actions_per_s", "copy_ns", "state_bytes",
                                                         "mean_actions_per_s", "yardstick_per_s", "ratio"])
    result = check_status("bench of all", 0, "bench", "--games", "1", "--json")
    tap.check("all editions with 2 and 4 players", len(json.loads(result.out)) >= 10, result)
    check_status("bench as a table", 0, "bench", "--games", "1", "--house", "jump-in", "--lang", "es")


def check_own_house(folder):
    """--house takes files: they are laid over the edition, stand in records, and what is wrong has its place."""
    night, bad, script = folder / "night.house", folder / "bad.house", folder / "night.mesa"
    night.write_text('house night\ntitle en "Night", es "Noche"\nhand 5\ndraw until one fits\n', encoding="utf-8")
    bad.write_text('house bad\ntitle en "Bad", es "Mal"\nhand five\n', encoding="utf-8")
    script.write_text("edition: classic\nplayers: Ana, Beto\nhand Ana: r1 r2 r3\ntop: g9\nturn: Ana\n"
                      "draw: b1 b2 g3\nAna draws\nexpect count Ana 6\nexpect count Beto 5\n", encoding="utf-8")
    check_status("without the house rule it is another game", 1, "replay", script)
    check_status("replay --house FILE", 0, "replay", "--house", night, script)
    record = folder / "own.mesa"
    check_status("record --house FILE", 0, "record", "--edition", "office", "--players", "4", "--seed", "3", "--house",
                 f"{night},seven-0", "--teams", "2", "--out", record)
    night.rename(folder / "gone.house")
    check_status("its record needs no other file", 0, "replay", record)
    (folder / "gone.house").rename(night)
    for command in (["sim", "--games", "4"], ["bench", "--edition", "classic", "--players", "4", "--games", "2"],
                    ["tournament", "--bots", "rank,random", "--games", "2"]):
        result = check_status(f"{command[0]} --house FILE", 0, *command, "--house", f"{night},jump-in")
        tap.check(f"{command[0]} tells what is played", "Night" in result.out, result)
    for name, house, place in (("a wrong line", bad, "bad.house:3:6: "), ("no such file", folder / "no.house", "no.house: "),
                               ("two that say the same", f"{night},draw-until", "night.house:4:1: night (line 4)")):
        for command in (["sim", "--games", "1"], ["record", "--edition", "classic", "--players", "2", "--seed", "1"],
                        ["play", "--plain", "--new", "--edition", "classic", "--players", "2"]):
            result = check_status(f"{command[0]}: {name}", 2, *command, "--house", house)
            tap.check(f"{command[0]}: {name} has its place", place in result.err, result)
    result = check_status("replay: a wrong line", 2, "replay", "--house", bad, script)
    tap.check("replay: it has its place", "bad.house:3:6: " in result.err, result)


def check_teams():
    """RULES M1, M2: --teams, and what does not make teams."""
    for command in (["sim", "--games", "4"], ["bench", "--edition", "classic", "--players", "4", "--games", "1"],
                    ["tournament", "--bots", "rank,random", "--games", "4"],
                    ["record", "--edition", "classic", "--players", "4", "--seed", "1"]):
        check_status(f"{command[0]} --teams", 0, *command, "--teams", "2,open")
        check_status(f"{command[0]}: no such teams", 2, *command, "--teams", "1")
    result = check_status("uneven teams", 2, "sim", "--players", "5", "--teams", "2")
    tap.check("it says why", "5 players cannot be split into 2 teams" in result.err, result)
    result = check_status("partners have the same points", 0, "sim", "--bots", "rank", "--teams", "3", "--games", "6",
                          "--fixed-seats", "--scoring", "points", "--target", "50", "--json")
    seats = json.loads(result.out)["seats"]
    tap.equal("three teams of two", [seat["points_per_game"] for seat in seats[:3]],
              [seat["points_per_game"] for seat in seats[3:]])


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        check_help()
        check_wrong_use()
        check_language()
        check_replay(folder)
        check_names(folder)
        check_editions(folder)
        check_finding(folder)
        check_record(folder)
        check_output(folder)
        check_demo()
        check_manual()
        check_demo_on_terminal()
        check_bench()
        check_own_house(folder)
        check_teams()
    tap.done()


main()
