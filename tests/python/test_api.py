"""The plain interface of the package: rules, tables, records, bots, batches, simulate, evaluate."""
import copy
import json
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import python_package  # noqa: E402
import tap  # noqa: E402

python_package.inside()
import editions  # noqa: E402
import numpy as np  # noqa: E402
import penultima  # noqa: E402

PROGRAM = sys.argv[1]
RANDOM = np.random.default_rng(1)


def any_open(observations, masks):
    """A card if one can be laid, else anything."""
    masks = masks.copy()
    masks[masks[:, :128].any(1), 128:] = False
    return (RANDOM.random(masks.shape) * masks).argmax(1)


def refused(what, *arguments, **settings):
    try:
        what(*arguments, **settings)
    except ValueError as error:
        return len(str(error)) > 10
    return False


def play_out(rules, players, seed):
    table = penultima.Table(rules, players, seed)
    bots = [penultima.Bot("rank", seat) for seat in range(players)]
    while not table.is_over:
        if not table.must:
            table.deal()
            continue
        seat = table.must[0]
        table.apply(bots[seat].choose(table, seat))
    return table


def check_analysis():
    table = play_out(penultima.Rules("classic", scoring="quick"), 2, 7)
    decisions = penultima.analyse(table)
    tap.check("every decision has chances", len(decisions) > 10 and all(
        one.taken and one.best and 0 <= choice.low <= choice.chance <= choice.high <= 1 for one in decisions for choice in one.choices))
    name = decisions[0].seat
    own = [one for one in decisions if one.seat == name]
    alone = penultima.analyse(table.to_mesa(), seat=name)
    tap.equal("one player's are the same decisions", [(one.line, one.taken) for one in alone], [(one.line, one.taken) for one in own])
    told = subprocess.run([PROGRAM, "analyse", "--json", "-"], input=table.to_mesa().encode(), capture_output=True, check=True)
    lines = [json.loads(line) for line in told.stdout.decode().splitlines()]
    tap.equal("the program says the same", [(one["line"], one["best"], one["cost"]) for one in lines],
              [(one.line, one.best, one.cost) for one in decisions])
    deep = penultima.analyse(table, seat=name, deep=0.2)
    tap.check("deep looks at more worlds", sum(one.worlds for one in deep) > sum(one.worlds for one in alone))
    tap.check("what is wrong is said", refused(penultima.analyse, "nonsense") and refused(penultima.analyse, table, seat="Nobody"))


def check_tables():
    tap.equal("editions are those of the program", penultima.editions(), editions.BUILTIN)
    for name in penultima.editions():
        rules = penultima.Rules(name, house=["jump-in"] if name == "classic" else (), target=100)
        table = play_out(rules, 3, 5)
        again = penultima.Table.from_mesa(table.to_mesa())
        tap.check(f"{name}: a record gives the same table", again.view() == table.view() and table.winners)
        replayed = subprocess.run([PROGRAM, "replay", "-"], input=table.to_mesa().encode(), capture_output=True, check=False)
        tap.equal(f"{name}: the program replays it", replayed.returncode, 0, replayed.stderr)
        tap.equal(f"{name}: the edition comes back from its text", penultima.Rules(rules.source()).cards, rules.cards)
    tap.check("a table is pickled and copied", pickle.loads(pickle.dumps(table)).view(1) == copy.deepcopy(table).view(1))
    tap.check("rules are pickled", pickle.loads(pickle.dumps(penultima.Rules("office"))).edition == "office")


def check_views():
    one, other = (penultima.Table("classic", 2, seed=3) for _ in range(2))
    tap.equal("the same seed deals the same cards", one.to_mesa(), other.to_mesa())
    tap.check("a view has one's own hand and nobody else's",
              one.view(0).hand == one.reveal(0) and one.view(0).known == ({}, {}) and one.view().hand == {})
    before = one.to_mesa()
    card = next(kind for kind in range(one.rules.kind_count) if kind not in one.reveal(one.must[0]))
    try:
        one.apply(penultima.Action("play", one.must[0], card=card), lang="es")
        tap.check("a card that is not there is refused", False)
    except penultima.Refused as refusal:
        tap.check("a card that is not there is refused, by its rule", refusal.rule == "T1" and one.to_mesa() == before)
    seat = one.must[0]
    one.apply(one.legal(seat)[0])
    tap.check("what happened is told in both languages", one.told() and one.told(lang="es") and one.told() != one.told(lang="es"))


def check_refusals():
    tap.check("no such edition", refused(penultima.Rules, "clasic"))
    tap.check("no such house rule", refused(penultima.Rules, house="jumpin"))
    tap.check("no such bot", refused(penultima.Bot, "rnak"))
    tap.check("no table of one", refused(penultima.Table, "classic", 1))
    tap.check("no batch of eleven", refused(penultima.Batch, 1, 11))
    tap.check("no teams of five players", refused(penultima.Batch, 1, 5, teams=2))
    tap.check("no single team", refused(penultima.Rules, teams=1))
    tap.check("no names with blanks", refused(penultima.Table, names=["Ana B", "C"]))
    tap.check("no record out of thin air", refused(penultima.Table.from_mesa, "mesa 1\nnonsense"))
    tap.check("an edition that does not parse says where", refused(penultima.Rules, "edition x\nbroken\n"))
    batch = penultima.Batch(2)
    tap.check("arrays of another shape", refused(batch.use, seats=np.zeros(3, np.uint8)))
    tap.equal("an action that is not open changes nothing", (batch.step([-1, 999]), batch.seats.tolist()),
              (2, penultima.Batch(2).seats.tolist()))


def check_teams():
    """RULE M1: partners win together."""
    batch = penultima.Batch(4, 4, bots=[None, "rank", "rank", "rank"], teams=2, seed=5)
    ends = []
    for _ in range(2000):
        batch.step(any_open(None, batch.open()))
        ends += [row.tolist() for row, end in zip(batch.rewards, batch.terminations) if end]
        if len(ends) > 3:
            break
    tap.check("games in teams end", len(ends) > 3, ends)
    tap.check("partners have the same reward", all(row[0] == row[2] and row[1] == row[3] and row[0] == -row[1]
                                                   for row in ends), ends)


def check_batches():
    for name, players, house in (("classic", 2, ()), ("ghostbusters", 4, ("seven-0",)), ("cumulative", 3, ())):
        rules = penultima.Rules(name, house=house, scoring="quick")
        batch = penultima.Batch(3, players, seed=9, views=True, rules=rules)
        tables = [penultima.Table(rules, players, *penultima.game_seed(9, index, 0, players)) for index in range(3)]
        good, steps = True, 0
        while steps < 60 and not any(table.is_over or len(table.must) != 1 for table in tables):
            steps += 1
            for index, table in enumerate(tables):
                seat = batch.seats[index]
                good &= seat == table.must[0] and (batch.observations[index] == table.observe(seat)).all()
                good &= (batch.open()[index] == table.mask(seat)).all() and (batch.observe(index, seat) == table.observe(seat)).all()
                good &= [batch.reveal(index)[0, kind] for kind in table.reveal(0)] == list(table.reveal(0).values())
            actions = any_open(None, batch.open())
            twin = batch.copy()
            batch.step(actions)
            twin.step(actions)
            good &= (twin.observations == batch.observations).all() and (twin.masks == batch.masks).all()
            for table, action in zip(tables, actions):
                table.apply(int(action))
        tap.check(f"{name}: a batch plays as single tables do, and its copy as it does", good and steps > 5, steps)
    shared = np.zeros((8, penultima.OBSERVATION_BYTES), np.uint8)
    batch = penultima.Batch(8, seed=1)
    batch.use(observations=shared)
    tap.check("arrays are shared, not copied", shared.any() and batch.observations is shared)
    fields = shared.view(penultima.OBSERVATION)
    tap.check("fields and bits are the same bytes",
              fields["hand_count"][0, 0, 0] == shared[0, 356] and penultima.unpack(shared)[0, 8 * 336:8 * 337].sum() <= 1)
    one, many = (penultima.Batch(64, 3, [None, "rank", "expert:20"], seed=4, threads=threads) for threads in (1, 3))
    same = True
    for _ in range(20):
        actions = any_open(None, one.open())
        one.step(actions)
        many.step(actions)
        same &= (one.observations == many.observations).all() and (one.rewards == many.rewards).all()
    tap.check("with threads and bots the games are the same", same)


def check_worth():
    played = penultima.simulate(["rank", "random"], games=2000, seed=3)
    tap.check("rank beats random", played.intervals[0][0] > 0.5, played.rates)
    tap.equal("the same seed, the same games", played.wins, penultima.simulate(["rank", "random"], 2000, 3, threads=2).wins)
    result = penultima.evaluate(any_open, "rank", games=1000, seed=2)
    tap.check("cards at random lose to rank", result.interval[1] < 0.5 and result.games == 1024 and result.illegal == 0, result)
    tap.check("a bot is worth the same whoever asks",
              abs(penultima.evaluate("rank", "random", games=2000, seed=3).rate - played.rates[0]) < 1e-9)
    four = penultima.evaluate("rank", "random", players=4, games=2000)
    tap.check("seats are rotated", len(four.by_seat) == 4 and four.interval[0] > 0.25, four)
    silly = penultima.evaluate(lambda seen, masks: np.full(len(seen), 191), "random", games=64)
    tap.check("actions that are not open are counted, and told", silly.illegal > 100 and "ILLEGAL" in str(silly), silly)
    ends = []
    for must_play in (False, True):
        batch, chance, count = penultima.Batch(64, seed=1, must_play=must_play), np.random.default_rng(1), 0
        for _ in range(150):
            batch.step((chance.random((64, penultima.ACTIONS)) * batch.open()).argmax(1))
            count += int(batch.terminations.sum())
        ends.append(count)
    tap.check("must_play makes games short for whoever chooses by chance", ends[1] > 64 and ends[1] > 5 * ends[0], ends)
    low, high = penultima.wilson(5, 10)
    tap.check("Wilson's interval", abs(low - 0.2366) < 1e-3 and abs(high - 0.7634) < 1e-3)
    again = [penultima.evaluate(lambda seen, masks: masks.argmax(1), "casual", games=200, seed=seed).wins for seed in (1, 1, 2)]
    tap.check("the seed decides", again[0] == again[1] != again[2], again)


def check_master():
    table = penultima.Table("classic", 2, seed=1)
    seat = table.must[0]
    rules = penultima.Rules("classic", scoring="quick")
    thought = penultima.master(table.view(seat))
    tap.check("the master thinks of what is open alone", abs(thought.policy.sum() - 1) < 1e-9 and 0 < thought.value < 1
              and not thought.policy[~table.mask(seat)].any(), thought)
    wins = penultima.evaluate(lambda seen, masks: np.array([penultima.master_of(row, mask, rules, 2).policy.argmax() for row, mask
                                                            in zip(seen, masks)]), "random", games=400, seed=3, rules=rules)
    tap.check("by its policy alone random is beaten", wins.interval[0] > 0.7 and wins.illegal == 0, wins)
    tap.check("who only watches has no policy", refused(penultima.master, table.view()) and refused(penultima.master, table.view(1 - seat)))


def check_describe():
    for name in penultima.editions():
        table, steps = penultima.Table(penultima.Rules(name, scoring="quick"), 3, seed=8), 0
        while table.must and steps < 60:
            seat, steps = table.must[0], steps + 1
            text, actions = penultima.describe(table, seat, "es")
            lines = text.splitlines()[-len(actions):]
            good = [line.split(". ", 1)[0] for line in lines] == [str(number) for number in range(1, len(actions) + 1)]
            table.apply(actions[steps % len(actions)])
            if not good:
                break
        tap.check(f"{name}: a position in words, and every number is an action", good and steps > 5, text)
    other = {card for kind, card in enumerate(table.rules.cards) if kind in table.reveal(1) and kind not in table.reveal(0)}
    told = [line for line in penultima.describe(table, 0)[0].splitlines() if line.startswith("hand")][0]
    tap.check("nobody else's hand is told", not any(f" {card.code} " in told for card in other), told)


def check_frames():
    with tempfile.TemporaryDirectory() as folder:
        tables = [play_out(penultima.Rules(name, scoring="quick"), 3, 4) for name in ("classic", "verbena")]
        for index, table in enumerate(tables):
            Path(folder, f"{index}.mesa").write_text(table.to_mesa(), encoding="utf-8")
        columns = penultima.frames(folder, observations=True)
        lengths = {len(column) for column in columns.values()}
        deeds = sum(line.split(" ")[0] in tables[0].names for table in tables for line in table.to_mesa().splitlines())
        tap.check("a row for every action", len(lengths) == 1 and lengths == {deeds}, lengths, deeds)
        tap.equal("the last of each says who went out", [int(columns["winner"][columns["edition"] == name][-1]) for name in
                                                         ("classic", "verbena")], [table.view().winner for table in tables])
        tap.check("what was seen is what a table shows", (columns["observation"][0] == first_seen(tables[0])).all())
        game = {"format": 1, "license": "CC0-1.0", "month": "2026-11", "edition": "classic", "players": 3, "rounds": 1, "help": False,
                "seats": ["person", "bot", "both"], "winners": [0], "seconds": [0, 2], "record": tables[0].to_mesa()}
        Path(folder, "games.jsonl").write_text(json.dumps(game) + "\n", encoding="utf-8")
        tap.equal("games that were given come as they were written", list(penultima.given(folder)), [game])
        tap.check("and their records are records", len(penultima.frames([one["record"] for one in penultima.given(folder)])["seat"]) > 0)
        Path(folder, "games.jsonl").write_text('{"format": 1}\n', encoding="utf-8")
        tap.check("a line that is none is named", refused(lambda place: list(penultima.given(place)), folder))
        Path(folder, "bad.mesa").write_text("mesa 1\nnonsense\n", encoding="utf-8")
        tap.check("a record that is none is named", refused(penultima.frames, folder))


def first_seen(table):
    lines = table.to_mesa().splitlines()
    first = next(index for index, line in enumerate(lines) if line.split(" ")[0] in table.names)
    before = penultima.Table.from_mesa("\n".join(lines[:first]) + "\n")
    return before.observe(before.must[0])


def check_tournament():
    played = penultima.tournament(["random", "rank", "expert:20"], games=400, seed=1)
    tap.check("strengths are in their order", played.elo[0] < played.elo[1] < played.elo[2] and abs(sum(played.elo)) < 1e-6, played)
    first, second = played.pairings[0], played.elo
    tap.check("and as far apart as results say", abs(second[1] - second[0] - penultima.elo(1 - first.rate)) < 80, played)
    quick = penultima.tournament({"mine": lambda seen, masks: masks.argmax(1), "theirs": "rank"}, games=4000, elo0=-20, elo1=0)
    tap.check("a test ends when it is sure", quick.pairings[0].decided == "not better" and quick.pairings[0].games < 4000, quick)
    tap.equal("Wald's bounds", [penultima.sprt(wins, 1000) for wins in (400, 500, 600)], ["not better", None, "better"])


def check_pickles():
    batch = penultima.Batch(5, 3, [None, "rank", "expert:3"], seed=4, views=True)
    for _ in range(5):
        batch.step(batch.open().argmax(1))
    again, same = pickle.loads(pickle.dumps(batch)), True
    for _ in range(40):
        actions = batch.open().argmax(1)
        batch.step(actions)
        again.step(actions)
        same &= (batch.observations == again.observations).all() and (batch.rewards == again.rewards).all()
    tap.check("a pickled batch goes on as it did", same)
    kind, arguments = batch.__reduce__()
    tap.check("bytes of another are refused", refused(kind, *arguments[:3], arguments[3][:-1] + b"x", *arguments[4:])
              and refused(kind, *arguments[:2], ("0.0.0", "little", 8), *arguments[3:]))


check_analysis()
check_master()
check_describe()
check_frames()
check_tournament()
check_pickles()
check_tables()
check_views()
check_refusals()
check_teams()
check_batches()
check_worth()
tap.done()
