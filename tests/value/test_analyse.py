#!/usr/bin/env python3
"""penultima analyse: positions whose answer is known by hand, what it must not see, and what it says.

test_analyse.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import json
import os
import re
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections import Counter
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program = os.path.abspath(sys.argv[1])


def run(*arguments, stdin=""):
    return tap.run([program, "--lang", "en", *arguments], stdin=stdin.encode())


def analysed(record, *options):
    """The decisions, as programs read them."""
    result = run("analyse", "--json", *options, "-", stdin=record)
    if result.status != 0:
        tap.check("it is analysed", False, result)
    return [json.loads(line) for line in result.out.splitlines()]


def position(hands, top, *actions, more=""):
    names = list(hands)
    return (f"edition: classic\nset: scoring=quick\nplayers: {', '.join(names)}\n"
            + "".join(f"hand {name}: {cards}\n" for name, cards in hands.items())
            + f"top: {top}\nturn: {names[0]}\n{more}\n" + "".join(f"{action}\n" for action in actions))


def check_known():
    """Forced win, safe challenge, wasted wild."""
    [one] = analysed(position({"Ana": "r7", "Beto": "g1 g2 g3"}, "r5", "Ana draws", more="draw: b1 b2 b3"))
    tap.equal("what wins at once is best, for sure", (one["best"], one["choices"][0]["chance"], one["why"]),
              ("plays r7", 1, "wins"), one)
    tap.check("and what was done instead gave something away", one["mistake"] and one["cost"] > 0.2, one)
    two = analysed(position({"Ana": "w+4 w+4 b1", "Beto": "g1 g2 g3 y4"}, "y9", "Ana plays w+4 blue",
                            "Beto challenges", "Ana plays w+4 blue uno", "Beto takes",
                            more="draw: " + " ".join(["r1 r2 r3 r4 r6 r8 y1 y2 y3 y5"])))
    last = two[-1]
    # Beto was shown that blue 1, so it is a bluff for sure, and who takes the cards lets it be played.
    tap.equal("whose hand was shown bluffs in vain", (last["taken"], last["best"], last["mistake"]),
              ("takes", "challenges", True), last)
    [one] = analysed(position({"Ana": "w r7 b2 b4", "Beto": "g1 g2 g3 g4 g5 g6"}, "r5", "Ana plays w red"))
    tap.equal("a wild is kept where a colour fits", (one["best"], one["why"]), ("plays r7", "wild"), one)
    [one] = analysed(position({"Ana": "r7 r8 r9 b7", "Beto": "g1 g2 g3 g4 g5 g6"}, "y7", "Ana plays b7"))
    tap.equal("the colour that is held most is kept in play", (one["best"], one["why"], one.get("why_color"), one["why_n"]),
              ("plays r7", "most", "red", 2), one)


def check_twins():
    """Another deal that looks the same to Ana says the same of her decisions, with and without a network."""
    for edition, seats in (("classic", 2), ("classic", 3), ("cumulative", 2)):
        names = ["Ana", "Beto", "Carla"][:seats]
        played = ["Ana plays r7", "Beto plays r1", *(["Carla plays r2"] if seats == 3 else []), "Ana plays r8"]
        told = []
        for other, third, pile in (("r1 g1 g2 b5 y6", "r2 y1 y2 b3 b4", "b1 b2 b6"), ("r1 w y8 w+4 b9", "r2 g+2 g4 gs w", "y3 y4 y5")):
            hands = {"Ana": "r7 r8 b7 y9 w", "Beto": other, "Carla": third}
            record = position({name: hands[name] for name in names}, "r5", *played, more=f"draw: {pile}")
            told.append(analysed(record.replace("classic", edition), "--seat", "Ana"))
        tap.check(f"what Ana cannot see changes nothing: {edition}, {seats}", len(told[0]) == 2 and told[0] == told[1], *told)
    tap.check("though what she sees does", analysed(position({"Ana": "r7 r8 b7", "Beto": "g1 g2"}, "r5", "Ana plays r7"))
              != analysed(position({"Ana": "r7 r8 b7", "Beto": "g1 g2 g3"}, "r5", "Ana plays r7")))


def summary(text):
    """The lines that sum up the decisions of each player: the part before what is told of luck."""
    return text.strip().split("\n\n")[-2].splitlines()


def check_told(folder):
    """The same words again; the moves that mattered first; who plays anything gives more away."""
    files = {}
    for bot in ("master", "random"):
        games = folder / bot
        tap.run([program, "sim", "--bots", ",".join([bot] * 2), "--scoring", "quick", "--games", "6", "--seed", "5", "--record", games])
        files[bot] = sorted(map(str, games.glob("*.mesa")))
    lost = {}
    for bot, paths in files.items():
        result = run("analyse", "--json", *paths)
        decisions = [json.loads(line) for line in result.out.splitlines()]
        lost[bot] = sum(one["cost"] for one in decisions) / max(len(decisions), 1)
        tap.check(f"every chance is one: {bot}", len(decisions) > 20 and all(
            0 <= choice["low"] <= choice["chance"] <= choice["high"] <= 1 for one in decisions for choice in one["choices"]))
        tap.check(f"what was taken is one of the choices, and the line is that of the file: {bot}", all(
            any(choice["action"] in (one["taken"], one["taken"].removesuffix(" uno")) for choice in one["choices"])
            and Path(one["file"]).read_text(encoding="utf-8").splitlines()[one["line"] - 1].split("#")[0].strip()
            == f'{one["seat"]} {one["taken"]}' for one in decisions), decisions[:2])
    tap.check("who plays anything gives more away than the master", lost["random"] > 3 * lost["master"], lost)
    words = run("analyse", files["random"][0])
    tap.check("in words: what it means, what mattered, a sum for each player",
              "against equals" in words.out and "mattered most" in words.out and words.out.count("given away") == 2, words)
    costs = [one["cost"] for one in sorted((json.loads(line) for line in run("analyse", "--json", files["random"][0]).out.splitlines()),
                                           key=lambda one: -one["cost"])[:3]]
    places = [words.out.find(f"worth {100 * cost:.0f} more") for cost in costs]
    tap.check("the three that cost most come first", -1 not in places and places == sorted(places), costs, words)
    tap.equal("the same record, the same words", run("analyse", files["random"][0]).out, words.out)
    for language, word in (("en", "mistakes"), ("es", "errores")):
        said = tap.run([program, "--lang", language, "analyse", files["random"][0]])
        tap.check(f"it sums up in {language}", said.status == 0 and word in summary(said.out)[-1], said)
    deep = run("analyse", "--deep", "200", "--json", files["random"][0])
    worlds = [sum(json.loads(line)["worlds"] for line in one.splitlines())
              for one in (run("analyse", "--json", files["random"][0]).out, deep.out)]
    tap.check("--deep looks at more worlds", deep.status == 0 and worlds[1] > worlds[0], worlds)
    name = summary(words.out)[-1].split(":")[0]
    one = run("analyse", "--all", "--seat", name, files["random"][0])
    tap.check("of one player only that one's", one.status == 0 and one.out.count("given away in all") == 1
              and f"{name}: " in one.out, one)
    plot = folder / "plot.svg"
    drawn = run("analyse", "--plot", str(plot), files["random"][0])
    root = xml.fromstring(plot.read_text(encoding="utf-8"))
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    tap.check("--plot draws a line per player", drawn.status == 0 and len(lines) == 2
              and len({line.get("stroke-dasharray") for line in lines}) == 2, drawn, lines)
    tap.check("coach is a word for it", run("coach", files["random"][0]).out == words.out)


def check_luck(folder):
    """Result = luck + skill + rest to the last digit, nobody wins by others' sums, points named by lines that are there."""
    for bots, table in (("master,random", ()), ("rank,rank,random,rank", ("--teams", "2")), ("casual,random,rank", ())):
        games = folder / bots.replace(",", "-")
        tap.run([program, "sim", "--bots", bots, "--scoring", "quick", "--games", "2", "--seed", "7", *table, "--record", games])
        for path in sorted(map(str, games.glob("*.mesa"))):
            result = run("analyse", "--luck", "--json", path)
            told = [json.loads(line, parse_float=Decimal) for line in result.out.splitlines()]
            seats = bots.count(",") + 1
            tap.check(f"luck + skill + rest = result, exactly: {bots}", len(told) == seats and all(
                one["result"] == one["luck"] + one["skill"] + one["rest"] for one in told), result)
            tap.check(f"at a table everybody's results and skill cancel: {bots}", all(
                abs(sum(one[what] for one in told)) < Decimal("0.00002") for what in ("result", "skill")), result)
            lines = Path(path).read_text(encoding="utf-8").splitlines()
            points = [(one["seat"], point) for one in told for point in one["points"]]
            tap.check(f"turning points are told with lines of the file, the widest first: {bots}", points and all(
                0 < point["line"] <= len(lines) for _, point in points) and all(
                abs(one["points"][i]["gain"]) >= abs(one["points"][i + 1]["gain"])
                for one in told for i in range(len(one["points"]) - 1)), points)
            tap.check(f"a drawn card is the one of the record: {bots}", all(
                lines[point["line"] - 1].startswith(seat) for seat, point in points if point["what"] == "drawn"), points)
    words = run("analyse", path)
    tap.check("in words, after the moves that mattered", "Result = luck + skill + rest" in words.out
              and words.out.index("mattered most") < words.out.index("Result = "), words)
    figures = [[Decimal(number) for number in re.findall(r"[-+][0-9.]+", line)] for line in words.out.splitlines() if ": " in line and " = luck " in line]
    tap.check("and as they are told they add up as well", len(figures) == 3 and all(sum(row[1:]) == row[0] for row in figures), figures)
    tap.check("of one player only it is not known", "luck" not in run("analyse", "--seat", "Ana", path).out)


def check_stats(folder):
    """A folder adds up to what its games say, and tells how sure that is."""
    games = folder / "added"
    tap.run([program, "sim", "--bots", "rank,random", "--scoring", "quick", "--games", "4", "--seed", "3", "--record", games])
    result = run("stats", "--json", str(games))
    rows = {one["seat"]: one for one in map(json.loads, result.out.splitlines())}
    told = [json.loads(line) for path in sorted(map(str, games.glob("*.mesa"))) for line in run("analyse", "--luck", "--json", path).out.splitlines()]
    decisions = [json.loads(line) for path in sorted(map(str, games.glob("*.mesa"))) for line in run("analyse", "--json", path).out.splitlines()]
    tap.check("stats: everybody once", result.status == 0 and len(rows) == 2 and all(one["games"] == 4 for one in rows.values()), result)
    for seat, row in rows.items():
        won = sum(one["result"] + 0.5 for one in told if one["seat"] == seat) / 4 * 100
        tap.check(f"stats: what was won, and without luck, is that of the games: {seat}", abs(row["won"] - won) < 0.01 and abs(
            row["played"] - won + sum(one["luck"] for one in told if one["seat"] == seat) / 4 * 100) < 0.01, row, won)
        tap.equal(f"stats: mistakes by kind: {seat}", {why: count for why, count in row["mistakes"].items() if count}, dict(
            Counter(one["why"] for one in decisions if one["seat"] == seat and one["mistake"])))
    name = next(iter(rows))
    only = run("stats", "--seat", name, str(games))
    tap.check("stats: of one player, in words, with an interval", only.status == 0 and only.out.startswith(name) and "±" in only.out
              and not any(other in only.out for other in rows if other != name), only)
    (games / "broken.mesa").write_text("edition: classic\nnonsense\n", encoding="utf-8")
    broken = run("stats", str(games))
    tap.check("stats: what cannot be read is counted and leaves the rest alone", broken.status == 0 and len(broken.err.splitlines()) == 1
              and broken.out == run("stats", str(games)).out and name in broken.out, broken)
    tap.equal("stats: no such folder", run("stats", str(folder / "nowhere" / "else")).status, 2)


def check_not_known():
    record = run("record", "--edition", "classic", "--players", "4", "--house", "jump-in", "--seed", "7").out
    result = run("analyse", "-", stdin=record)
    tap.check("where nothing was measured it says so", result.status == 0 and "Not known" in result.out.splitlines()[0], result)
    tap.check("and programs are told", not any(one["known"] for one in analysed(record)))


def check_wrong():
    for what, record in (("cut", position({"Ana": "r7 r8"}, "r5", "Ana plays r7")), ("nonsense", "\x00\x01 nothing"), ("empty", ""),
                         ("refused", position({"Ana": "r7 r8", "Beto": "g1"}, "r5", "Ana plays b7"))):
        result = run("analyse", "-", stdin=record)
        tap.check(f"a broken record is one clear error: {what}", result.status in (1, 2) and len(result.err.splitlines()) == 1, result)
    tap.equal("no file", run("analyse").status, 2)
    tap.equal("nobody is called so", run("analyse", "--seat", "Nobody", "-",
                                         stdin=position({"Ana": "r7 r8", "Beto": "g1"}, "r5", "Ana plays r7")).status, 2)


def main():
    check_known()
    check_twins()
    with tempfile.TemporaryDirectory() as folder:
        check_told(Path(folder))
        check_luck(Path(folder))
        check_stats(Path(folder))
    check_not_known()
    check_wrong()
    tap.done()


main()
