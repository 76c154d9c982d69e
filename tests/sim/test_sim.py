#!/usr/bin/env python3
"""Many games: figures, threads, records, tables, charts, Ctrl-C, MPI.

test_sim.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import csv
import json
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
plain = {name: value for name, value in os.environ.items()
         if name not in ("LANG", "LANGUAGE") and not name.startswith(("LC_", "OMPI_"))}


def run(*arguments, **more):
    return tap.run([program, *arguments], env=plain, **more)


def sim(*arguments, name=None):
    """What 'sim --json' says; an empty object if it failed."""
    result = run("sim", "--json", *arguments)
    good = tap.check(name or f"sim {' '.join(map(str, arguments))}", result.status == 0 and result.err == "", result)
    return json.loads(result.out) if good else {}


def check_figures():
    told = sim("--bots", "rank,random", "--games", 4000, "--scoring", "quick")
    for key in ("games", "turns_per_game", "actions_per_game", "rounds_per_game", "reshuffles_per_game",
                "turns", "actions", "rounds", "seats", "bots", "fired", "edition", "house", "scoring", "seed"):
        tap.check(f"JSON has {key}", key in told, told)
    tap.equal("all games were played", told["games"], 4000)
    tap.equal("a quick game is one round", told["rounds_per_game"], 1)
    tap.check("turns are fewer than actions", 20 < told["turns_per_game"] < told["actions_per_game"] < 100, told)
    spread = told["turns"]
    tap.check("percentiles are in order",
              spread["min"] <= spread["p5"] <= spread["p25"] <= spread["p50"] <= spread["p75"] <= spread["p95"]
              <= spread["max"], spread)
    tap.check("the mean is turns_per_game", spread["mean"] == told["turns_per_game"], spread)
    tap.equal("two seats", [seat["seat"] for seat in told["seats"]], [1, 2])
    tap.check("the rates of the seats add up", abs(sum(seat["win_rate"] for seat in told["seats"]) - 1) < 1e-5, told)
    bots = {bot["name"]: bot for bot in told["bots"]}
    tap.equal("the bots by name", sorted(bots), ["random", "rank"])
    tap.check("rank is stronger than random", bots["rank"]["win_rate"] > 0.55, bots)
    for bot in bots.values():
        low, high = bot["ci95"]
        tap.check(f"the interval of {bot['name']} holds its rate", low < bot["win_rate"] < high < low + 0.05, bot)
    tap.check("drawn cards were played", told["fired"]["drawn_played"]["per_game"] > 1, told["fired"])


def check_coverage():
    """The interval of a bot that sits three times holds the long-run rate as often as it says."""
    arguments = ("sim", "--json", "--bots", "rank,random,random,random", "--scoring", "quick")
    runs = [json.loads(run(*arguments, "--games", 400, "--seed", seed).out)["bots"][1] for seed in range(1, 121)]
    rate = sum(bot["win_rate"] for bot in runs) / len(runs)
    held = sum(bot["ci95"][0] <= rate <= bot["ci95"][1] for bot in runs)
    tap.check("the interval of copies holds in about 95 % of the runs", 107 <= held <= 119, held, rate)


def check_seats():
    told = sim("--bots", "rank,random", "--players", 5, "--games", 500)
    tap.equal("the same bots are one line", [(bot["name"], bot["players"]) for bot in told["bots"]],
              [("rank", 3), ("random", 2)])
    whole = sum(bot["win_rate"] * bot["players"] for bot in told["bots"])
    tap.check("their rates are of each player", abs(whole - 1) < 1e-5, told["bots"])
    tap.check("their wins are of all of them", all(abs(bot["wins"] / bot["players"] / 500 - bot["win_rate"]) < 1e-5
                                                   for bot in told["bots"]), told["bots"])
    widths = [(bot["ci95"][1] - bot["ci95"][0]) * bot["players"] for bot in told["bots"]]
    tap.check("one wins where the others lose: two groups are known equally well", abs(widths[0] - widths[1]) < 1e-4,
              told["bots"])
    told = sim("--bots", "rank", "--players", 4, "--games", 100)
    tap.equal("one bot on all seats: nothing to estimate", (told["bots"][0]["win_rate"], told["bots"][0]["ci95"]),
              (0.25, [0.25, 0.25]))
    check_coverage()
    told = sim("--bots", "random,rank,rule", "--games", 300)
    tap.equal("as many players as bots", told["players"], 3)
    tap.equal("no bots are random ones", [bot["name"] for bot in sim("--games", 10)["bots"]], ["random"])
    for place, edition in enumerate(editions.BUILTIN):
        players = min((10, 6, 3, 4, 5, 2)[place % 6], 8 if edition == "verbena" else 10)
        told = sim("--edition", edition, "--players", players, "--bots", "novice,casual", "--games", 40,
                   "--house", "progressive,seven-0,jump-in")
        tap.check(f"{edition}: wins add up",
                  abs(sum(seat["wins"] for seat in told["seats"]) + told["games_without_end"] - 40) < 1e-3, told)


def check_threads(folder):
    for arguments in (["--bots", "rank,random,novice", "--games", 2001, "--scoring", "quick"],
                      ["--bots", "expert:20,rank", "--games", 24, "--scoring", "quick"],
                      ["--edition", "office", "--house", "jump-in", "--players", 4, "--bots", "casual", "--games", 203,
                       "--fixed-seats"]):
        name = " ".join(map(str, arguments))
        results = []
        for threads in (1, 2, 3, 7):
            table = folder / f"{threads}.csv"
            result = run("sim", "--json", *arguments, "--threads", threads, "--csv", table)
            results.append((result.status, result.out, table.read_bytes() if table.exists() else b""))
        tap.check(f"the same with 1, 2, 3 and 7 threads: {name}",
                  results[0][0] == 0 and len(set(results)) == 1, *[result[1] for result in results])
    tap.check("another seed is another result", run("sim", "--games", 50).out != run("sim", "--games", 50, "--seed", 2).out)


def check_text():
    english, spanish = run("sim", "--games", 100), run("sim", "--games", 100, "--lang", "es")
    tap.check("a report in English", english.status == 0 and "100 games, seed 1" in english.out
              and "95 % interval" in english.out and "turns" in english.out, english)
    tap.check("a report in Spanish", spanish.status == 0 and "100 partidas, semilla 1" in spanish.out
              and "intervalo 95 %" in spanish.out and "turnos" in spanish.out, spanish)
    tap.equal("no progress where there is no terminal", english.err + spanish.err, "")
    wide = run("sim", "--players", 5, "--bots", "casual,novice", "--games", 3000, "--lang", "es").out.splitlines()
    tap.equal("a report fits 80 columns", [line for line in wide if len(line) > 80], [])
    tap.check("one game is one game", " 1 game, " in run("sim", "--games", 1).out
              and " 1 partida, " in run("sim", "--games", 1, "--lang", "es").out)
    tap.check("reshuffles are told also when there were none",
              re.search(r"E3 +0\.0000 +0\n", run("sim", "--games", 1, "--scoring", "quick").out))
    for lang, each in (("en", "(each of 5)"), ("es", "(cada una de 5)")):
        lines = run("sim", "--lang", lang, "--bots", "expert:1,rank", "--players", 10, "--games", 1, "--scoring",
                    "quick").out.splitlines()[2:16]
        tap.check(f"whole names and straight columns in {lang}", f"expert:1 {each} " in "\n".join(lines)
                  and len({line.index(" %") for line in lines if re.search(r"\.\d\d %", line)}) == 1, *lines)
    for lang in ("en", "es"):
        page = run("sim", "--help", "--lang", lang)
        wide = [line for line in page.out.splitlines() if len(line) > 110]
        tap.check(f"--help in {lang}", page.status == 0 and "--fixed-seats" in page.out and not wide, page)
        for name in ("sim", "tournament"):
            page = run(name, "--help", "--lang", lang).out
            bots = ("random", "rule", "novice", "casual", "rank", "expert", "expert:1000", "expert:50ms")
            tap.check(f"{name} --help in {lang} tells the bots", "\nBots:\n" in page
                      and all(f"\n  {bot} - " in page for bot in bots), page)


def check_records(folder):
    records = folder / "records"
    result = run("sim", "--players", 3, "--bots", "novice,rank", "--house", "seven-0,jump-in", "--scoring", "quick",
                 "--games", 60, "--threads", 3, "--record", records, "--csv", folder / "records.csv")
    tap.equal("sim --record", (result.status, result.err), (0, ""))
    names = sorted(path.name for path in records.iterdir())
    tap.equal("a file per game and nothing else", names, [f"game-{number:06}.mesa" for number in range(1, 61)])
    replayed = run("replay", *sorted(records.iterdir()))
    tap.check("all records replay", replayed.status == 0 and replayed.out.count("\n") == 60, replayed)
    rows = list(csv.DictReader(open(folder / "records.csv", encoding="utf-8")))
    actions = [int(number) for number in re.findall(r": (\d+) actions?", replayed.out)]
    tap.equal("the records have the actions of the table", actions, [int(row["actions"]) for row in rows])
    tap.check("a record says who played", "Ana = novice, Beto = rank, Carla = novice"
              in (records / "game-000001.mesa").read_text(encoding="utf-8").splitlines()[0])
    without = run("sim", "--players", 3, "--bots", "novice,rank", "--house", "seven-0,jump-in", "--scoring", "quick",
                  "--games", 60)
    tap.equal("recording changes no figure", result.out, without.out)
    again = run("sim", "--games", 1, "--record", records)
    tap.equal("a folder that is there is used", again.status, 0)
    file = folder / "file"
    file.write_text("x")
    for bad in (file, folder / "no" / "such", file / "below"):
        result = run("sim", "--games", 1, "--record", bad)
        tap.check(f"--record {bad.name} that cannot be", result.status == 2 and result.out == ""
                  and result.err.count("\n") == 1 and str(bad) in result.err, result)


def check_table(folder):
    path = folder / "games.csv"
    told = sim("--bots", "rank,random", "--games", 301, "--csv", path)
    rows = list(csv.DictReader(open(path, encoding="utf-8")))
    tap.equal("a line per game, in order", [int(row["game"]) for row in rows], list(range(1, 302)))
    tap.check("the table agrees with the figures",
              abs(sum(int(row["turns"]) for row in rows) / 301 - told["turns_per_game"]) < 1e-4)
    rate = sum(row["winner_bot"] == "rank" for row in rows) / 301
    tap.check("also about who won", abs(rate - told["bots"][0]["win_rate"]) < 1e-4, rate, told["bots"])
    tap.check("seats rotate", all((row["winner_bot"] == "rank") == (int(row["winner_seat"]) % 2 == int(row["game"]) % 2)
                                  for row in rows))
    tap.check("who sat where", all([row["bot_1"], row["bot_2"]] == (["rank", "random"] if int(row["game"]) % 2 else ["random", "rank"])
                                   and row[f"bot_{row['winner_seat']}"] == row["winner_bot"] for row in rows))
    starts = {(row["deal_seed"], row["opening"], row["first_seat"]) for row in rows}
    tap.check("the same cards begin with the same card and the same seat", len(starts) == 151, len(starts))
    tap.check("an ordinary card leaves the first turn to seat 1, one that skips to seat 2",
              all(row["first_seat"] == "1" for row in rows if row["opening"][1:].isdigit())
              and all(row["first_seat"] == "2" for row in rows if row["opening"].endswith("s"))
              and len({row["opening"] for row in rows}) > 20, [(row["opening"], row["first_seat"]) for row in rows[:20]])
    piped = run("sim", "--bots", "rank,random", "--games", 3, "--csv", "-")
    tap.check("the table alone on standard output", piped.out.count("\n") == 4 and piped.out.startswith("game,"), piped)
    seeds = [row["deal_seed"] for row in rows]
    tap.check("two games have the same cards, the next two others",
              all(seeds[i] == seeds[i + 1] for i in range(0, 300, 2)) and len(set(seeds)) == 151)
    tap.check("the winner has the points",
              all(int(row[f"points_{row['winner_seat']}"]) >= 500 for row in rows))
    sim("--bots", "rank,random", "--games", 300, "--fixed-seats", "--csv", path)
    rows = list(csv.DictReader(open(path, encoding="utf-8")))
    tap.check("with --fixed-seats nobody moves and no cards repeat",
              len({row["deal_seed"] for row in rows}) == 300
              and all((row["winner_bot"] == "rank") == (row["winner_seat"] == "1") for row in rows))
    result = run("sim", "--games", 5, "--csv", folder / "no" / "games.csv")
    tap.check("a table that cannot be written", result.status == 2 and result.out == "" and result.err.count("\n") == 1,
              result)


def check_plot(folder):
    for lang, players, games in (("en", 2, 300), ("es", 10, 300), ("en", 3, 1)):
        path = folder / f"{lang}{games}.svg"
        result = run("sim", "--lang", lang, "--players", players, "--games", games, "--bots", "rank,random",
                     "--plot", path)
        tap.equal(f"sim --plot of {games} games", (result.status, result.err), (0, ""))
        page = xml.parse(path).getroot()
        space = "{http://www.w3.org/2000/svg}"
        text = path.read_text(encoding="utf-8")
        tap.check("it is SVG for light and dark, with a title and a description",
                  page.tag == f"{space}svg" and page.find(f"{space}title").text and page.find(f"{space}desc").text
                  and "prefers-color-scheme:dark" in text and page.get("lang") == lang, text[:2000])
        tap.check("no number in it is odd", not re.search(r"\bnan\b|\binf\b", text))
        width, height = map(float, page.get("viewBox").split()[2:])
        places = [(float(node.get("x")), float(node.get("y"))) for node in page.iter(f"{space}text")]
        tap.check("all texts are on the page", all(0 <= x <= width and 0 <= y <= height for x, y in places), places)
        tap.check("a mark per seat and bot", len(list(page.iter(f"{space}circle"))) == players + 2)
    result = run("sim", "--games", 5, "--plot", folder / "no" / "x.svg")
    tap.check("a chart that cannot be written is found out first", result.status == 2 and result.out == ""
              and result.err.count("\n") == 1, result)


def check_wrong_use():
    for arguments, word in ((["--games", "0"], "0"), (["--games", "x"], "x"), (["--players", "11"], "11"),
                            (["--players", "1"], "1"), (["--bots", "nobody"], "nobody"), (["--bots", ""], "''"),
                            (["--bots", "rank,"], "''"), (["--bots", "rank:7"], "rank:7"),
                            (["--bots", "random,rank,rule", "--players", "2"], "3 bots"),
                            (["--bots", ",".join(["rank"] * 11)], "10"), (["--threads", "0"], "0"),
                            (["--threads", "99999"], "99999"), (["--seed", "-1"], "-1"), (["--house", "odd"], "odd"),
                            (["--scoring", "odd"], "odd"), (["--edition", "nonesuch"], "nonesuch"),
                            (["--games", "0"], "--games cannot be 0; it means: how many games, 1 or more"),
                            (["--players", "11"], "--players cannot be 11; it means: how many, 2 to 10"),
                            (["--threads", "100000"], "1 to 1024"), (["--target", "60000"], "1 to 30000"),
                            (["--house", "seven-0,odd"], "penultima house list"),
                            (["--house", "progressive,stack-any"], "progressive (line 8) do not go together"),
                            (["--scoring", "odd"], "points, lowest or quick"),
                            (["--lang", "es", "--players", "x"], "--players no puede ser x; es: cuántos, de 2 a 10"),
                            (["extra"], "extra"), (["--frobnicate"], "--frobnicate"), (["--csv"], "--csv")):
        result = run("sim", *arguments)
        tap.check(f"wrong use: {' '.join(arguments)}", result.status == 2 and result.out == ""
                  and result.err.count("\n") == 1 and word in result.err, result)


def check_stop(folder):
    """Ctrl-C: what has been played is told, and nothing is left half done."""
    for number in (signal.SIGINT, signal.SIGTERM):
        table, records = folder / f"stop{number}.csv", folder / f"stop{number}"
        process = subprocess.Popen([program, "sim", "--json", "--games", "1000000000", "--scoring", "quick", "--threads",
                                    "2", "--csv", table, "--record", records], env=plain, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not (records.is_dir() and len(os.listdir(records)) > 20) and time.monotonic() < deadline:
            time.sleep(0.02)
        for _ in range(2):  # twice at once is meant as one: timeout(1) signals the program and its group
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
        tap.equal(f"signal {number} ends with status 1", process.returncode, 1, err)
        told = json.loads(out) if out else {"games": 0}
        tap.check("the figures are of the games played", 0 < told["games"] < told["games_asked"], out, err)
        tap.check("one line says so", err.count("\n") == 1 and str(told["games"]) in err, err)
        rows = list(csv.DictReader(open(table, encoding="utf-8")))
        files = os.listdir(records)
        tap.check("the table and the records are of the same games", sorted(files) ==
                  sorted(f"game-{int(row['game']):06}.mesa" for row in rows) and len(rows) == told["games"], len(rows))
        tap.equal("the records are whole", run("replay", *[records / name for name in files[:50]]).status, 0)
        shutil.rmtree(records)
    process = subprocess.Popen([program, "sim", "--bots", "expert:1000000,random", "--games", "10"], env=plain,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for pause in (0.5, 1.5):
        time.sleep(pause)
        process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    tap.equal("a second one later ends at once", process.returncode, -signal.SIGINT)


def check_ranks(folder):
    mpirun = shutil.which("mpirun")
    module = Path(program).resolve().parent / "penultima-mpi.so"
    linked = tap.run(["ldd", program]).out
    tap.check("who plays at home needs neither MPI nor PostgreSQL", "libmpi" not in linked and "libpq" not in linked, linked)
    if not mpirun or not module.is_file():
        print("# no MPI: two ranks are not tried")
        return
    env = dict(plain, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
               OMPI_MCA_btl_vader_single_copy_mechanism="none", OMPI_MCA_btl="self,vader", OMPI_MCA_plm_rsh_agent="",
               ASAN_OPTIONS="detect_leaks=0", UBSAN_OPTIONS="print_stacktrace=1")

    def ranks(count, *arguments):
        return tap.run([mpirun, "--oversubscribe", "-n", count, program, *arguments], env=env, timeout=200)

    for count, arguments in ((2, ["--bots", "rank,random,novice", "--games", "1001"]),
                             (3, ["--edition", "office", "--players", "4", "--games", "2"])):
        tables = [folder / "one.csv", folder / "many.csv"]
        alone = run("sim", "--json", *arguments, "--csv", tables[0], "--record", folder / "one")
        many = ranks(count, "sim", "--json", *arguments, "--csv", tables[1], "--record", folder / "many")
        tap.check(f"{count} ranks print what one process prints", alone.status == 0 and many.status == 0
                  and alone.out == many.out, alone, many)
        tap.check("and write the same table", tables[0].read_bytes() == tables[1].read_bytes())
        same = [(folder / "one" / name).read_bytes() == (folder / "many" / name).read_bytes()
                for name in os.listdir(folder / "one")]
        tap.check("and the same records", all(same) and len(same) == len(os.listdir(folder / "many")))
        shutil.rmtree(folder / "one")
        shutil.rmtree(folder / "many")
    wrong = ranks(2, "sim", "--games", "0")
    tap.check("an error is said once", wrong.status == 2 and wrong.err.count("penultima: ") == 1, wrong)
    wrong = ranks(2, "sim", "--games", "10", "--csv", folder / "no" / "x.csv")
    tap.check("an error of one rank ends all", wrong.status == 2 and wrong.err.count("penultima: ") == 1, wrong)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_figures()
        check_seats()
        check_threads(folder)
        check_text()
        check_records(folder)
        check_table(folder)
        check_plot(folder)
        check_wrong_use()
        check_stop(folder)
        check_ranks(folder)
    tap.done()


main()
