#!/usr/bin/env python3
"""Makes src/value/problems.def, the problems of the day: problems.py PROGRAM [--count N] [--worlds N]

Walks games seed by seed (`penultima problem make --list`), leaves out what fewer than 30 or more than 70 of 100
`casual` players find, and writes where the others come from: the position itself and its proof are made of that
whenever one is shown. Says how many `master` finds.
"""
import argparse
import re
import subprocess
from pathlib import Path

LIST = Path(__file__).resolve().parent.parent / "src" / "value" / "problems.def"
LEAST, MOST = 30, 70  # of 100 casual players
LINE = re.compile(r"P\((\d+), (\d+), (\d+)\) /\* master (\d+), (\w+) \*/")


def made(options):
    command = [options.program, "problem", "make", "--list", "--count", "100000", "--worlds", str(options.worlds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        for line in program.stdout:
            yield line
        program.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--worlds", type=int, default=5000)
    parser.add_argument("--list", help="what `make --list` has printed, instead of making them anew")
    options = parser.parse_args()
    kept, lines = [], open(options.list, encoding="utf-8") if options.list else made(options)
    for line in lines:
        found = LINE.match(line)
        if found and LEAST <= int(found[3]) <= MOST:
            kept.append(found)
        if len(kept) == options.count:
            break
    lines.close()
    LIST.write_text("/* Made by tools/problems.py: P(seed, decision, of 100 `casual` players find it) */\n"
                    + "".join(f"P({one[1]}, {one[2]}, {one[3]})\n" for one in kept), encoding="utf-8")
    themes = sorted({one[5] for one in kept})
    print(f"{len(kept)} problems; master finds {sum(int(one[4]) for one in kept) / max(1, len(kept)):.1f} %, casual "
          f"{sum(int(one[3]) for one in kept) / max(1, len(kept)):.1f} %;",
          ", ".join(f"{theme} {sum(one[5] == theme for one in kept)}" for theme in themes))


if __name__ == "__main__":
    main()
