#!/usr/bin/env python3
"""Measures how often what the network expects comes true, and writes what src/value is made from.

calibrate.py measure PROGRAM [--seed N] [--rounds N] [--points N] [--jobs N]   adds to calibration.jsonl what it lacks
calibrate.py header OUTPUT                                         the weights in C; the build runs it
calibrate.py tables                                                the tables of docs/ANALYSIS.md

PROGRAM is learn/calibrate.c, which learn/README.md says how to build.
"""
import argparse
import concurrent.futures
import json
import subprocess
import sys
from pathlib import Path

KEPT = Path(__file__).resolve().parent / "calibration.jsonl"
EDITIONS = ("classic", "clasico", "cumulative", "office", "ghostbusters", "spiderman", "verbena", "boxed")
SEATS = (2, 4, 3, 6, 10)
SCORINGS = ("quick", "points")


def kept():
    lines = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()] if KEPT.exists() else []
    return {line["table"]: line for line in lines}


def order(table):
    edition, seats, scoring, *teams = table.split(":")
    return len(teams), SCORINGS.index(scoring), EDITIONS.index(edition), int(seats)


def measure(options):
    rows = kept()
    tables = [f"{edition}:{seats}:{scoring}" for scoring in SCORINGS for seats in SEATS for edition in EDITIONS]
    tables += [f"{edition}:4:quick:teams" for edition in EDITIONS]  # last: they take longest

    def one(table):
        rounds = options.rounds // 5 if ":teams" in table else options.rounds * (2 if ":2:" in table else 1)
        return table, subprocess.run([options.program, table, str(rounds), str(options.seed), str(options.points)],
                                     capture_output=True, text=True, check=False)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for table, result in pool.map(one, [table for table in tables if table not in rows]):
            if result.returncode != 0:  # the edition has no such table
                print(f"{table}: {result.stderr.strip()}", file=sys.stderr)
                continue
            rows[table] = json.loads(result.stdout)
            KEPT.write_text("".join(json.dumps(rows[table], separators=(",", ":")) + "\n"
                                    for table in sorted(rows, key=order)), encoding="utf-8")
            print(table, "plain", rows[table]["plain"], "ours", rows[table]["ours"], flush=True)


def header(options):
    lines = []
    for table, row in sorted(kept().items(), key=lambda pair: order(pair[0])):
        edition, seats, scoring, *teams = table.split(":")
        weights = ", ".join(f"{weight:.3f}f" for weight in row["weights"])
        lines.append(f'    {{"{edition}", {seats}, PEN_SCORING_{scoring.upper()}, {2 * len(teams)}, {{{weights}}}}},\n')
    Path(options.output).write_text(
        "/* Made of learn/calibration.jsonl by learn/calibrate.py. */\n"
        "static const struct value_class value_classes[] = {\n" + "".join(lines) + "};\n", encoding="utf-8")


def percent(number, places=1):
    return f"{100 * number:.{places}f}"


def tables(_options):
    rows = sorted(kept().items(), key=lambda pair: order(pair[0]))
    print("| table | positions | rounds | error before, % | **error, %** | Brier before | **Brier** |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for table, row in rows:
        print(f"| `{table}` | {row['positions']:,} | {row['rounds']:,} | {percent(row['plain'][0])} | "
              f"{percent(row['ours'][0])} | {row['plain'][1]:.4f} | {row['ours'][1]:.4f} |")
    print()
    print("| table | " + " | ".join(f"{tenth}" for tenth in range(1, 11)) + " |")
    print("| --- |" + " --- |" * 10)
    for table, row in rows:
        cells = (f"{percent(said, 0)} → {percent(came)} ± {percent(1.96 * error)}" for said, came, error in row["tenths"])
        print(f"| `{table}` | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words = parser.add_subparsers(required=True)
    word = words.add_parser("measure")
    word.add_argument("program")
    word.add_argument("--seed", type=int, default=26)
    word.add_argument("--rounds", type=int, default=20000)
    word.add_argument("--points", type=int, default=100000, help="positions of each table, at least")
    word.add_argument("--jobs", type=int, default=1)
    word.set_defaults(run=measure)
    word = words.add_parser("header")
    word.add_argument("output")
    word.set_defaults(run=header)
    words.add_parser("tables").set_defaults(run=tables)
    options = parser.parse_args()
    options.run(options)


main()
