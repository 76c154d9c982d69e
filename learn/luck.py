#!/usr/bin/env python3
"""Whether luck and skill mean what they say: luck.py PROGRAM --bots A,B [--games N] [--seed N] [--scoring WORD]

Bots play, `analyse --luck` parts the results, and for each bot comes out: result, luck, skill and rest on the
average, in hundredths of a round, with 95 % intervals and the spread of one game. `sim` lets each deal be played with every bot
on every seat, so a record's first line says who sat where. Equal bots must have a skill of 0
within its interval. For two different ones: how many times fewer games tell them apart by skill than by results.
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--bots", required=True)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scoring", default="quick")
    options = parser.parse_args()
    rows = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.program, "sim", "--bots", options.bots, "--scoring", options.scoring, "--games", str(options.games),
                        "--seed", str(options.seed), "--record", folder], stdout=subprocess.DEVNULL, check=True)
        files = sorted(map(str, Path(folder).glob("*.mesa")))
        for first in range(0, len(files), AT_ONCE):
            told = subprocess.run([options.program, "analyse", "--luck", "--json", *files[first:first + AT_ONCE]],
                                  capture_output=True, text=True, check=True).stdout
            for line in told.splitlines():
                one = json.loads(line)
                rows[bots_of(Path(one["file"]))[one["seat"]]].append(one)
    for bot, games in sorted(rows.items()):
        cells = []
        for what in ("result", "luck", "skill", "rest"):
            mean, spread = mean_and_spread([100 * one[what] for one in games])
            cells.append(f"{what} {mean:+.2f} ± {1.96 * spread / math.sqrt(len(games)):.2f} (one game ± {spread:.0f})")
        result = mean_and_spread([one["result"] for one in games])
        skill = mean_and_spread([one["skill"] for one in games])
        if result[0] and skill[1]:
            cells.append(f"games by skill: {(result[1] / result[0]) ** 2 / max(1e-9, (skill[1] / skill[0]) ** 2) if skill[0] else 0:.1f} times fewer")
        print(f"{bot}, {len(games)} games:", "; ".join(cells), flush=True)


main()
