"""The plain interface of the package: rules, tables, records, bots, batches, simulate, evaluate."""
import copy
import pickle
import subprocess
import sys
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
    tap.check("actions that are not open are counted", silly.illegal > 100, silly)
    low, high = penultima.wilson(5, 10)
    tap.check("Wilson's interval", abs(low - 0.2366) < 1e-3 and abs(high - 0.7634) < 1e-3)
    again = [penultima.evaluate(lambda seen, masks: masks.argmax(1), "casual", games=200, seed=seed).wins for seed in (1, 1, 2)]
    tap.check("the seed decides", again[0] == again[1] != again[2], again)


check_tables()
check_views()
check_refusals()
check_teams()
check_batches()
check_worth()
tap.done()
