#!/usr/bin/env python3
"""How long games last, and what the first turn and more players are worth: study.py [--games 5000] [--out FOLDER]

Plays 'rank' against itself in every edition and draws two pictures (SVG, written by hand: no plotting library needed):
turns.svg, how many turns a round takes, and seats.svg, how often each seat wins, counted from the one who begins.
"""
import argparse
from pathlib import Path
from typing import Any

import numpy as np
import penultima

INK = ("#b3261e", "#1b5e20", "#0d47a1", "#b26a00", "#4a148c", "#37474f")


def chart(title: Any, across: Any, up: Any, lines: Any, marks_across: Any, marks_up: Any) -> Any:
    """An SVG of lines [(name, xs, ys)]; marks are what the axes name."""
    left, top, width, height = 60, 40, 560, 300
    (low_x, high_x), (low_y, high_y) = (marks_across[0], marks_across[-1]), (marks_up[0], marks_up[-1])

    def place(x: Any, y: Any) -> Any:
        return left + width * (x - low_x) / (high_x - low_x), top + height * (1 - (y - low_y) / (high_y - low_y))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" font-family="sans-serif" font-size="13">',
           '<rect width="800" height="400" fill="white"/>', f'<text x="{left}" y="24" font-size="16">{title}</text>',
           f'<text x="{left + width / 2}" y="385" text-anchor="middle">{across}</text>',
           f'<text x="16" y="{top + height / 2}" text-anchor="middle" transform="rotate(-90 16 {top + height / 2})">{up}</text>']
    for mark in marks_across:
        x, y = place(mark, low_y)
        out.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{mark:g}</text>')
    for mark in marks_up:
        x, y = place(low_x, mark)
        out.append(f'<path d="M{x:.1f} {y:.1f}h{width}" stroke="#ddd"/><text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>')
    for index, (name, xs, ys) in enumerate(lines):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in zip(xs, ys)))
        color = INK[index % len(INK)]
        out.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        out.append(f'<text x="640" y="{top + 20 * index + 12}" fill="{color}">{name}</text>')
    return "\n".join(out + ["</svg>", ""])


def turns(games: Any, seed: Any) -> Any:
    """The share of rounds that last at most so many turns, edition by edition, with two."""
    lines = []
    for edition in penultima.editions():
        played = penultima.simulate(["rank", "rank"], games, seed, edition=edition)
        low, middle, high = np.percentile(played.turns, [10, 50, 90])
        print(f"{edition:14} {played.turns.mean():6.1f} turns a round; half of them at most {middle:.0f}, 80 % from {low:.0f} to {high:.0f}")
        at = np.arange(0, 101, 2)
        lines.append((edition, at, [100 * (played.turns <= turn).mean() for turn in at]))
    return chart("How long a round lasts, two players", "turns", "% of rounds", lines, range(0, 101, 20), range(0, 101, 20))


def seats(games: Any, seed: Any) -> Any:
    """How often the one who deals wins, and those after, classic: nobody is better than anybody."""
    lines = []
    for players in (2, 3, 4, 6):
        table = penultima.Rules("classic", scoring="quick")
        wins, count = np.zeros(players), 0
        for game in range(games // 10):
            winner, dealer = play(penultima.Table(table, players, seed=seed * 1000003 + game, dealer=game % players))
            wins[(winner - dealer - 1) % players] += 1
            count += 1
        low, high = penultima.wilson(wins[0], count)
        print(f"{players} players: the one after the dealer wins {100 * wins[0] / count:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
              f"equal is {100 / players:.1f}")
        lines.append((f"{players} players", np.arange(1, players + 1), 100 * wins / count))
    return chart("Who wins, counted from the one after the dealer", "place", "% of games", lines, range(1, 7), range(0, 61, 10))


def play(table: Any) -> Any:
    """Winner and dealer of a round between equal bots."""
    bots = [penultima.Bot("rank", seat) for seat in range(table.players)]
    while table.must:
        table.apply(bots[table.must[0]].choose(table, table.must[0]))
    return table.view().winner, table.view().dealer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=".")
    options = parser.parse_args()
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in (("turns.svg", turns), ("seats.svg", seats)):
        (folder / name).write_text(draw(options.games, options.seed), encoding="utf-8")
        print(f"{folder / name}")


if __name__ == "__main__":
    main()
