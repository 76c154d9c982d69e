#!/usr/bin/env python3
"""Whether luck and skill mean what they say: luck.py PROGRAM --bots A,B [--games N] [--seed N] [--scoring WORD] [--rows FILE]

Bots play, `analyse --luck` parts the results, and for each bot comes out: result, luck, skill and rest on the
average, in hundredths of a round, with 95 % intervals and the spread of one game. `sim` lets each deal be played with every bot
on every seat, so a record's first line says who sat where. Equal bots must have a skill of 0
within its interval; they keep their seats and are told apart by them. For two different ones: how many times fewer games tell them apart by skill than by results.
--rows keeps what has been analysed, so that it can be stopped: the next run goes on from there, and with --tell it only adds up.
"""
import argparse
import collections
import json
import math
import re
import subprocess
import tempfile
from pathlib import Path

AT_ONCE = 20


def mean_and_spread(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))


def bots_of(file):
    """{"Ana": "master", ...}: # penultima sim --seed 2, game 1: Ana = master, Beto = casual"""
    first = file.open(encoding="utf-8").readline()
    return dict(re.findall(r"(\S+) = ([^,\n]+)", first))


def read_rows(path):
    return [json.loads(line) for line in path.open(encoding="utf-8")] if path and path.exists() else []


def are_equal(options):
    """Then they keep their seats, and each game has its own deal: master does the same each time, and would play every game twice."""
    return len(set(options.bots.split(","))) == 1


def play(options, told):
    """Plays the games and analyses those that are not in 'told' yet."""
    done = {one["game"] for one in told}
    with tempfile.TemporaryDirectory() as folder:
        command = [options.program, "sim", "--bots", options.bots, "--scoring", options.scoring, "--games", str(options.games),
                   "--seed", str(options.seed), "--record", folder, *(["--fixed-seats"] if are_equal(options) else [])]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        files = [path for path in sorted(Path(folder).glob("*.mesa")) if path.name not in done]
        for first in range(0, len(files), AT_ONCE):
            out = subprocess.run([options.program, "analyse", "--luck", "--json", *map(str, files[first:first + AT_ONCE])],
                                 capture_output=True, text=True, check=True).stdout
            for line in out.splitlines():
                one = json.loads(line)
                path = Path(one.pop("file"))
                told.append({**one, "game": path.name, "bot": bots_of(path)[one["seat"]]})
                if options.rows:
                    with options.rows.open("a", encoding="utf-8") as rows:
                        print(json.dumps(told[-1]), file=rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--bots", required=True)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scoring", default="quick")
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--tell", action="store_true")
    options = parser.parse_args()
    told = read_rows(options.rows)
    if not options.tell:
        play(options, told)
    rows = collections.defaultdict(list)
    for one in told:
        rows[f"{one['bot']} ({one['seat']})" if are_equal(options) else one["bot"]].append(one)
    for bot, games in sorted(rows.items()):
        cells = []
        for what in ("result", "luck", "skill", "rest"):
            mean, spread = mean_and_spread([100 * one[what] for one in games])
            cells.append(f"{what} {mean:+.2f} ± {1.96 * spread / math.sqrt(len(games)):.2f} (one game ± {spread:.0f})")
        result = mean_and_spread([one["result"] for one in games])
        skill = mean_and_spread([one["skill"] for one in games])
        if result[0] and skill[1] and not are_equal(options):
            cells.append(f"games by skill: {(result[1] / result[0]) ** 2 / max(1e-9, (skill[1] / skill[0]) ** 2) if skill[0] else 0:.1f} times fewer")
        print(f"{bot}, {len(games)} games:", "; ".join(cells), flush=True)


main()
