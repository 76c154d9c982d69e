#!/usr/bin/env python3
"""The tournament from outside: test_tournament.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import editions  # noqa: E402
import tap  # noqa: E402

program = os.path.abspath(sys.argv[1])
source = os.path.abspath(sys.argv[3])
plain = {name: value for name, value in os.environ.items()
         if name not in ("LANG", "LANGUAGE") and not name.startswith(("LC_", "OMPI_", "PMI"))}


def run(*arguments, before=(), env=None):
    return tap.run([*before, program, "tournament", *arguments], env={**plain, **(env or {})})


def read(*arguments):
    """The figures as --json gives them; bots by name, pairs by their two names."""
    result = run("--json", *arguments)
    try:
        figures = json.loads(result.out)
    except ValueError:
        tap.check(f"JSON of {' '.join(arguments)}", False, result)
        tap.done()
    bots = {bot["name"]: bot for bot in figures["bots"]}
    pairs = {(pair["one"], pair["other"]): pair for pair in figures["pairs"]}
    return figures, bots, pairs


def half(thing):
    low, high = thing["ci95"]
    return (high - low) / 2


def check_json():
    figures, bots, pairs = read("--bots", "random,rule,rank", "--games", "400", "--house", "seven-0")
    tap.equal("keys", sorted(figures), sorted("edition scoring house players seed games stopped bots pairs".split()))
    tap.equal("what was played", [figures[key] for key in ("edition", "scoring", "house", "players", "seed")],
              ["classic", "quick", ["seven-0"], 2, 1])
    tap.equal("keys of a bot", sorted(bots["rank"]), ["ci95", "elo", "games", "name"])
    tap.equal("keys of a pair", sorted(pairs["random", "rank"]),
              ["ci95", "deals", "games", "one", "other", "verdict", "win_rate"])
    tap.equal("pairs", list(pairs), [("random", "rule"), ("random", "rank"), ("rule", "rank")])
    tap.equal("games", figures["games"], 1200)
    tap.equal("games of a bot", bots["rule"]["games"], 800)
    tap.equal("random is 0", [bots["random"]["elo"], half(bots["random"])], [0, 0])
    elos = [bot["elo"] for bot in figures["bots"]]
    tap.equal("the strongest comes first", elos, sorted(elos, reverse=True))
    tap.check("intervals hold their values", all(thing["ci95"][0] <= thing[key] <= thing["ci95"][1]
                                                 for things, key in ((bots, "elo"), (pairs, "win_rate"))
                                                 for thing in things.values()), figures)
    figures, bots, _ = read("--bots", "rank,rule", "--games", "100")
    tap.check("without random the mean is 0", abs(sum(bot["elo"] for bot in bots.values())) < 0.02, figures)
    figures, _, pairs = read("--bots", "rank,random", "--games", "101", "--players", "4")
    tap.equal("with four, each is the one in turn", list(pairs), [("rank", "random"), ("random", "rank")])
    tap.equal("games are rounded up to whole deals", pairs["rank", "random"]["games"], 104)


def check_guests():
    """Programs of others: one that plays, and those that end, are late, or say what cannot be done."""
    guest = f"exec:{source}/docs/examples/guest.py"
    result = run("--bots", f"random,{guest}", "--games", "60", "--json")
    bots = {bot["name"]: bot for bot in json.loads(result.out)["bots"]}
    mine = next(bot for name, bot in bots.items() if name.startswith("exec:"))
    tap.check("a program plays whole games", mine["failed"] == 0 and mine["games"] == 60, result)
    tap.check("and better than chance", mine["elo"] > 0, result)
    for edition in editions.BUILTIN:
        result = run("--bots", f"rank,{guest}", "--games", "4", "--players", "4", "--edition", edition,
                     "--house", "progressive,seven-0,jump-in", "--json")
        failed = [bot.get("failed") for bot in json.loads(result.out)["bots"]]
        tap.equal(f"{edition}: it finds its way with every house rule", sorted(map(str, failed)), ["0", "None"], result)
    for command, said, status in (("/nonexist", "it ended before the game did", 2),
                                  ("read a; read b; echo draws; sleep 600", "no answer within 50 ms", 0),
                                  ("while read a; do echo dances; done", "it played something illegal, first: dances", 2)):
        result = run("--bots", f"random,exec:{command}", "--games", "2", "--answer", "50")
        tap.check(f"who fails loses and is told of: {said}",
                  result.status == status and re.search(f"lost 2 games: {said}", result.err), result)
        tap.equal("one that never did anything that can be done is named, as a slip in the command",
                  "never played a card" in result.err, status == 2, result)
    result = run("--bots", "random,exec:" + "x" * 300)
    tap.check("a command that is too long is refused", result.status == 2 and "255" in result.err, result)


def check_figures():
    games = ("--games", "4000")
    _, bots, pairs = read("--bots", "random,rank", *games)
    rate = 1 - pairs["random", "rank"]["win_rate"]
    tap.check("rank beats random", 0.58 < rate < 0.68, rate)
    wanted = 400 * math.log10(rate / (1 - rate))
    tap.check("for two the Elo is that of the rate", abs(bots["rank"]["elo"] - wanted) < 0.02, bots, wanted)
    _, more, pairs_of_more = read("--bots", "random,rule,rank", *games)
    tap.equal("a pairing does not depend on who else plays", pairs_of_more["random", "rank"], pairs["random", "rank"])
    tap.check("more results, smaller intervals", half(more["rank"]) < 1.05 * half(bots["rank"]), more, bots)
    _, few, _ = read("--bots", "random,rank", "--games", "250")
    tap.check("a sixteenth of the games, four times the interval",
              3 < half(few["rank"]) / half(bots["rank"]) < 5.3, few, bots)
    _, turned, _ = read("--bots", "rank,random", *games)
    tap.check("the order of the list means nothing",
              abs(turned["rank"]["elo"] - bots["rank"]["elo"]) < 3 * half(bots["rank"]), turned, bots)
    figures, itself, pairs = read("--bots", "rank,rank", *games)
    tap.equal("a bot against itself has two names", sorted(itself), ["rank", "rank#2"])
    low, high = pairs["rank", "rank#2"]["ci95"]
    tap.check("and is as strong as itself", low - 0.01 < 0.5 < high + 0.01, figures)
    _, seeded, _ = read("--bots", "random,rank", *games, "--seed", "2")
    tap.check("another seed, other deals", seeded["rank"]["elo"] != bots["rank"]["elo"], seeded)


def check_intervals():
    """Of many small tournaments about 95 % have the true value in their interval."""
    _, _, pairs = read("--bots", "random,rank", "--games", "40000")
    true = pairs["random", "rank"]["win_rate"]
    inside = 0
    for seed in range(100, 160):
        low, high = read("--bots", "random,rank", "--games", "200", "--seed", str(seed))[2]["random", "rank"]["ci95"]
        inside += low <= true <= high
    tap.check("intervals are right about 57 times of 60", inside >= 51, inside)


def check_threads():
    for arguments in (["--bots", "random,rule,novice,casual,rank", "--games", "600"],
                      ["--bots", "random,rank,casual", "--games", "300", "--players", "4", "--edition", "office"],
                      ["--bots", "random,rank,random", "--games", "2000", "--sprt"]):
        one = run(*arguments, "--json", "--threads", "1")
        tap.equal(f"status of {' '.join(arguments)}", one.status, 0, one)
        for threads in ("2", "5"):
            tap.equal(f"the same with {threads} threads: {' '.join(arguments)}",
                      run(*arguments, "--json", "--threads", threads).out, one.out)


def check_mpi():
    mpirun = shutil.which("mpirun")
    arguments = ["--bots", "random,rank,random", "--games", "1000", "--sprt", "--threads", "1"]
    if not mpirun:
        print("# no mpirun")
        return
    both = run(*arguments, before=[mpirun, "--oversubscribe", "-n", "2"],
               # It gives each rank a terminal, which says nothing of UTF-8; the locale does.
               env={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "LC_ALL": "C.UTF-8",
                    # What the libraries of MPI never give back is not ours.
                    "ASAN_OPTIONS": "detect_leaks=0"})
    if "without MPI" in both.err:
        print("# built without MPI")
        return
    tap.equal("the same with two ranks", both.out, run(*arguments).out, both)


def check_sprt():
    figures, _, pairs = read("--bots", "random,rank", "--games", "20000", "--sprt")
    pair = pairs["random", "rank"]
    tap.check("rank against random is soon clear", pair["verdict"] == "weaker" and pair["games"] < 2000, figures)
    figures, _, pairs = read("--bots", "rank,random", "--games", "20000", "--sprt", "--players", "4")
    tap.equal("with four too", [pairs["rank", "random"]["verdict"], pairs["random", "rank"]["verdict"]],
              ["stronger", "weaker"])
    for seed in ("1", "2", "3"):
        figures, _, pairs = read("--bots", "random,random", "--games", "400", "--sprt", "--seed", seed)
        pair = pairs["random", "random#2"]
        tap.equal(f"random against itself is not, seed {seed}", [pair["verdict"], pair["games"]], [None, 400])
    figures, _, pairs = read("--bots", "random,random", "--games", "40000", "--sprt", "--elo", "40")
    pair = pairs["random", "random#2"]
    tap.check("in the end they are equal", pair["verdict"] == "equal" and pair["games"] < 10000, figures)
    english = run("--bots", "random,rank", "--sprt")
    tap.check("it says so", re.search(r"rank is stronger than random: decided after \d+ games", english.out), english)
    tap.check("and what equal means", '"equal" means less than 20 Elo apart;' in english.out, english)
    spanish = run("--bots", "random,rank", "--sprt", "--lang", "es")
    tap.check("in Spanish", re.search(r"rank es más fuerte que random: claro tras \d+ partidas", spanish.out), spanish)


def check_text():
    result = run("--bots", "random,rule,rank", "--games", "200")
    lines = result.out.splitlines()
    tap.equal("what was played", lines[0], "classic, quick, 2 players, seed 1, 200 games a pairing")
    tap.equal("columns are numbered", lines[2].split(), ["bot", "Elo", "1", "2", "3"])
    rows = [line.split()[:2] for line in lines[3:6]]
    tap.equal("and rows", [number for number, _ in rows], ["1", "2", "3"])
    tap.equal("rows", [rows[-1][1], sorted(name for _, name in rows)], ["random", ["random", "rank", "rule"]])
    tap.equal("columns in line", len({len(line) for line in lines[2:6]}), 1, result)
    tap.equal("nothing on standard error", result.err, "")
    spanish = run("--bots", "random,rule,rank", "--games", "200", "--lang", "es")
    tap.check("in Spanish", "2 jugadores, semilla 1, 200 partidas por cruce" in spanish.out
              and "Partidas que gana" in spanish.out, spanish)
    house = run("--bots", "random,rank", "--games", "2", "--scoring", "points", "--house", "seven-0")
    tap.equal("described as in sim", house.out.splitlines()[0],
              "classic + seven-0, points to 500, 2 players, seed 1, 2 games a pairing")
    tap.check("scoring in Spanish", spanish.out.startswith("classic, rápida, "), spanish)


def check_width():
    """No line is wider than 80 columns, whoever plays; every two bots meet once in all blocks together."""
    for bots in (["--games", "12"], ["--games", "600", "--bots", "random,rule,novice,casual,rank,rank"],
                 ["--games", "6", "--bots", ",".join(["random", "rule", "novice", "casual", "rank", "expert:2"] * 2)]):
        for more in ([], ["--players", "3", "--lang", "es"], ["--sprt", "--elo", "1000"]):
            result = run(*bots, *more)
            tap.equal(f"fits 80 columns: {' '.join(bots + more)}",
                      [line for line in result.out.splitlines() if len(line) > 80], [], result)
    result = run("--games", "6", "--bots", ",".join(["random"] * 12))
    heads = [line.split() for line in result.out.splitlines() if line.split()[:1] == ["bot"]]
    tap.check("twelve bots take blocks", len(heads) > 1 and heads[0][1] == "Elo", result)
    tap.equal("of all columns", heads[0][2:] + [number for head in heads[1:] for number in head[1:]],
              [str(number) for number in range(1, 13)], result)
    tap.equal("each bot meets itself once", result.out.count("–"), 12, result)


def check_cut_intervals():
    """What the table says of an interval is what --json says."""
    for arguments in (["--scoring", "points", "--games", "20"], ["--games", "2"], ["--games", "40"],
                      ["--games", "4", "--seed", "3"]):
        arguments = ["--bots", "rank,random", *arguments]
        low, high = (100 * end for end in read(*arguments)[2]["rank", "random"]["ci95"])
        result = run(*arguments)
        row = next(line for line in result.out.splitlines() if " rank " in line)
        cell = next((word for word in row.split()[2:] if re.match(r"\d+(\.\d)?[±−+]", word)), "")
        rate = float(re.match(r"[\d.]*", cell)[0] or "nan")
        sides = dict(re.findall(r"([±−+])([\d.]+)", cell))
        down, up = (float(sides.get("±", sides.get(sign, 0))) for sign in "−+")
        tap.check(f"text and JSON agree: {' '.join(arguments)}",
                  abs(rate - down - low) <= 1 and abs(rate + up - high) <= 1 and rate - down >= 0
                  and rate + up <= 100, result, low, high)


def check_files(folder):
    table, plot = folder / "strength.md", folder / "elo.svg"
    result = run("--bots", "random,rule,rank", "--games", "80", "--table", table, "--plot", plot)
    tap.equal("status with files", result.status, 0, result)
    text = table.read_text(encoding="utf-8") if table.exists() else ""
    tap.check("the table says when and how", re.search(r"Made on \d{4}-\d\d-\d\d ", text)
              and "classic, quick, 2 players, seed 1, 80 games a pairing" in text, text)
    tap.check("it has the rows of one against three", "vs 3 `random`" in text and "vs 3 `rank`" in text
              and "4 players" in text, text)
    rate = r"\d+(?:\.\d)?(?: [±−+]\d+(?:\.\d)?)+"
    rows = re.findall(rf"^\| `(\w+)` \| (0|[+-]\d+ ±\d+) \|(?: (?:–|{rate}) \|)+$", text, re.MULTILINE)
    tap.equal("a row for every bot in both", sorted(name for name, _ in rows),
              ["random", "random", "rank", "rank", "rule", "rule"], text)
    widths = [[line.count("|") for line in part.splitlines() if line.startswith("|")] for part in text.split("##")[1:]]
    tap.check("as many columns in every row", all(len(set(counts)) == 1 for counts in widths), text)
    try:
        root = xml.fromstring(plot.read_bytes())
        words = " ".join(root.itertext())
        tap.check("the plot names the bots", root.tag.endswith("svg") and all(
            name in words for name in ("random", "rule", "rank", "Elo")), words)
        tap.check("and is for light and dark", "prefers-color-scheme" in words, words[:500])
    except (OSError, xml.ParseError) as problem:
        tap.check("the plot is XML", False, problem)
    run("--bots", "random,rank", "--games", "10", "--table", table, "--players", "4", "--lang", "es")
    text = table.read_text(encoding="utf-8")
    tap.check("with --players only that", "## 4 jugadores" in text and "Dos jugadores" not in text, text)
    figures, _, _ = read("--bots", "random,rank", "--games", "10", "--table", table)
    tap.check("--json has both parts", figures["four_players"]["players"] == 4, figures)
    tap.equal("nothing else is left", sorted(path.name for path in folder.iterdir()), ["elo.svg", "strength.md"])
    for option in ("--table", "--plot"):
        result = run("--bots", "random,rank", "--games", "10", option, folder / "none" / "file")
        tap.check(f"{option} that cannot be written", result.status == 2 and result.err.count("\n") == 1
                  and result.out == "", result)


def check_wrong_use():
    for arguments in (["--bots", "random"], ["--bots", ""], ["--bots", "random,"], ["--bots", "random,frobnicator"],
                      ["--bots", "random,rank:5"], ["--bots", "random,expert:0"], ["--bots", ",".join(["rank"] * 13)],
                      ["--games", "0"], ["--games", "x"], ["--players", "1"], ["--players", "11"], ["--seed", "-1"],
                      ["--threads", "0"], ["--elo", "0"], ["--edition", "nonesuch"], ["--house", "odd"],
                      ["--scoring", "odd"], ["extra"], ["--frobnicate"], ["--bots"]):
        result = run(*arguments)
        tap.check(f"wrong use: {' '.join(arguments)}", result.status == 2 and result.out == ""
                  and result.err.count("\n") == 1 and result.err.startswith("penultima: "), result)
    tap.check("an unknown bot is named", "frobnicator" in run("--bots", "random,frobnicator").err)


def check_interrupt():
    process = subprocess.Popen([program, "tournament", "--bots", "random,rank", "--games", "1000000000", "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    tap.equal("Ctrl-C ends with status 1", [process.returncode, err], [1, b""])
    try:
        figures = json.loads(out)
        tap.check("with what there is", figures["stopped"] and figures["games"] > 0
                  and figures["pairs"][0]["win_rate"] > 0, figures)
    except ValueError:
        tap.check("with what there is", False, out)


check_json()
check_guests()
check_figures()
check_intervals()
check_threads()
check_mpi()
check_sprt()
check_text()
check_width()
check_cut_intervals()
check_wrong_use()
check_interrupt()
with tempfile.TemporaryDirectory() as temporary:
    check_files(Path(temporary))
tap.done()
