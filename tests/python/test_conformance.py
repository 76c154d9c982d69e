"""The conformance suites of the released packages: PettingZoo, Gymnasium, OpenSpiel; and RLCard's numbering.

A sample of editions and numbers of players; with CONFORMANCE=all (tools/conformance) every edition with 2 to 10."""
import os
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import python_package  # noqa: E402
import tap  # noqa: E402

python_package.inside()
import contextlib  # noqa: E402
import io  # noqa: E402
import tempfile  # noqa: E402
import traceback  # noqa: E402

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
import penultima  # noqa: E402
import penultima.aec  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test, state_test  # noqa: E402

warnings.simplefilter("ignore")


ALL = [(edition, players) for edition in penultima.editions() for players in range(2, 11)]
SAMPLE = [("classic", 2), ("ghostbusters", 4), ("spiderman", 7)]
TABLES = ALL if os.environ.get("CONFORMANCE") == "all" else SAMPLE


def passes(name, suite, *arguments, **settings):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            suite(*arguments, **settings)
        tap.check(name, True)
    except Exception:  # pylint: disable=broad-except
        tap.check(name, False, traceback.format_exc())


def check_pettingzoo():
    for edition, players in TABLES:
        settings = {"edition": edition, "players": players, "reactions": players % 2 == 0, "packed": players % 3 == 0}
        passes(f"PettingZoo api_test {settings}", api_test, penultima.aec_env(**settings), num_cycles=300)
        passes(f"PettingZoo state_test {settings}", state_test, penultima.aec_env(illegal="replace", **settings),
               penultima.parallel_env(**settings))
    passes("PettingZoo seed_test", seed_test, penultima.aec_env, num_cycles=50)
    passes("PettingZoo max_cycles_test", max_cycles_test, penultima.aec)
    passes("PettingZoo parallel_api_test", parallel_api_test, penultima.parallel_env(players=3), num_cycles=200)
    env = penultima.aec_env(players=3)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[0]))
    tap.equal("a whole game pays one winner", sorted(total.values()), [-0.5, -0.5, 1.0])
    env.reset(seed=4)
    closed = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    try:
        env.step(closed)
        tap.check("an action that is not open is an error", False)
    except ValueError:
        tap.check("an action that is not open is an error", True)


def check_gymnasium():
    penultima.register()
    passes("Gymnasium check_env", check_env, gymnasium.make("Penultima-v0").unwrapped)
    passes("Gymnasium check_env, packed, of four", check_env, gymnasium.make("Penultima-v0", packed=True, players=4,
                                                                           opponents="random").unwrapped)
    for mode in ("next_step", "same_step"):
        check_vector(mode)
    made = gymnasium.make_vec("Penultima-v0", num_envs=2, vectorization_mode="vector_entry_point")
    tap.check("gymnasium.make_vec makes it", isinstance(made.unwrapped, gymnasium.vector.VectorEnv))
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(penultima.vector_env(4))
    seen, info = wrapped.reset(seed=1)
    counted = 0
    for _ in range(200):
        seen, _, _, _, info = wrapped.step(info["action_mask"].argmax(1))
        counted += "episode" in info
    tap.check("Gymnasium's wrappers count episodes", counted > 0)


def check_vector(mode):
    """A vector of tables gives what single ones give, row by row, and keeps Gymnasium's word about the end of games."""
    vector = penultima.vector_env(3, autoreset=mode, seed=7)
    seen, info = vector.reset(seed=5)
    again, _ = penultima.vector_env(3, autoreset=mode).reset(seed=5)
    good, ends, waits = (seen == again).all() and seen in vector.observation_space, 0, np.zeros(3, bool)
    for _ in range(150):
        actions = info["action_mask"].argmax(1)
        good &= vector.action_space.contains(actions)
        seen, rewards, ended, cut, info = vector.step(actions)
        good &= vector.observation_space.contains(seen) and rewards.shape == ended.shape == cut.shape == (3,)
        good &= ((rewards != 0) == ended).all() and not info["illegal"].any()
        if mode == "next_step":
            good &= not (waits & (ended | (rewards != 0))).any() and not info["action_mask"][ended].any()
            waits = ended | cut
        else:
            good &= info["action_mask"].any(1).all() and (not ended.any() or (info["_final_obs"] == ended).all())
        ends += ended.sum()
    tap.check(f"Gymnasium VectorEnv, {mode}", good and ends > 3, ends)
    illegal = np.array([mask.argmin() for mask in info["action_mask"]])
    before = vector.batch.masks.copy()
    shown = ~info["action_mask"].any(1)
    _, _, _, _, info = vector.step(illegal)
    tap.check(f"an action that is not open changes nothing, {mode}",
              (info["illegal"] == ~shown).all() and (vector.batch.masks[~shown] == before[~shown]).all())


def check_rlcard():
    from penultima.rlcard import ACTIONS, Numbering
    numbering = Numbering()
    tap.equal("RLCard: 61 numbers there and back", [numbering.to_rlcard(number) for number in numbering.cards], list(range(60)))
    names = ["r7", "g0", "bs", "yr", "r+2"]
    tap.equal("RLCard: cards by colour and trait", [numbering.to_rlcard(numbering.rules.kind(name)) for name in names],
              [7, 15, 40, 56, 12])
    batch, good, steps = penultima.Batch(16, seed=3), True, 0
    generator = np.random.default_rng(0)
    for _ in range(60):
        masks = batch.open()
        for index in np.flatnonzero(batch.seats != penultima.NOBODY):
            theirs = numbering.mask(masks[index])
            number = int(generator.choice(np.flatnonzero(theirs)))
            batch.actions[index] = numbering.from_rlcard(number, masks[index])
            good &= numbering.to_rlcard(batch.actions[index]) == number and len(theirs) == ACTIONS
            planes = numbering.planes(batch.observations[index])
            good &= (planes[:3].sum(0) == 1).all() and planes[3].sum() <= 1
            steps += 1
        batch.step()
    tap.check("RLCard: games are played in its numbers", good and steps > 500, steps)


class AtRandom:
    """RLCard's RandomAgent."""

    def __init__(self):
        self.chance = np.random.default_rng(1)

    def eval_step(self, state):
        return int(self.chance.choice(list(state["legal_actions"]))), {}


def check_rlcard_game():
    from penultima.rlcard import Numbering
    numbering = Numbering()
    result = penultima.evaluate(numbering.agent(AtRandom()), "random", games=600, seed=1, rules=numbering.rules)
    tap.check("RLCard's random agent is as good as random in its game", abs(result.rate - 0.5) < 0.08 and not result.illegal, result)
    try:
        from rlcard.models.uno_rule_models import UNORuleAgentV1
    except ImportError:
        tap.check("# SKIP RLCard is not there", True)
        return
    result = penultima.evaluate(numbering.agent(UNORuleAgentV1()), "random", games=600, seed=1, rules=numbering.rules)
    tap.check("its rule of thumb plays", 0.45 < result.rate < 0.65 and not result.illegal, result)


def check_pictures():
    import pickle
    for make, settings in ((penultima.env, {}), (penultima.aec_env, {"players": 10}), (penultima.parallel_env, {"players": 3})):
        for mode in ("ansi", "rgb_array"):
            env = make(render_mode=mode, **settings)
            env.reset(seed=3)
            shown = env.render()
            tap.check(f"{make.__name__}: {mode}", "top" in shown if mode == "ansi" else shown.shape == (480, 640, 3) and len(np.unique(shown)) > 8)
            again = pickle.loads(pickle.dumps(env))
            same = again.render() == shown if mode == "ansi" else (again.render() == shown).all()
            tap.check(f"{make.__name__}: {mode}, pickled", same)
        try:
            make(render_mode="ascii", **settings)
            tap.check(f"{make.__name__}: no other mode", False)
        except ValueError as error:
            tap.check(f"{make.__name__}: no other mode", "render_mode" in str(error), error)
    vector = penultima.vector_env(2, render_mode="ansi")
    seen, _ = vector.reset(seed=[5, 6])
    other, _ = vector.reset(seed=[5, 7])
    tap.check("a vector takes a seed for each", (seen[0] == other[0]).all() and not (seen[1] == other[1]).all())
    tap.check("a vector draws each table", len(vector.render()) == 2)


def check_openspiel():
    import pyspiel
    import penultima.spiel
    for edition, players in TABLES:
        text = f"penultima(players={players},edition={edition})"
        game = pyspiel.load_game(text)
        passes(f"OpenSpiel random_sim_test {text}", pyspiel.random_sim_test, game, 1, True, False)
    passes("OpenSpiel playthrough, made and played again", check_playthrough)
    game, rows = pyspiel.load_game("penultima"), []
    for hidden in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER):
        state = game.new_initial_state()
        for action in (1, 2, 3):
            state.apply_action(action)
        observer = game.make_py_observer(pyspiel.IIGObservationType(True, False, hidden))
        observer.set_from(state, 0)
        rows.append(observer.tensor[:192].sum())
    tap.equal("OpenSpiel: a hand is not public", [int(rows[0]), rows[1] > 4], [0, True])


def check_playthrough():
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough
    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough("penultima", None, seed=5)
    assert "IsTerminal() = True" in text
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        original, again = generate_playthrough.replay(file.name)
    assert original == again



check_pettingzoo()
check_gymnasium()
check_rlcard()
check_rlcard_game()
check_pictures()
check_openspiel()
tap.done()
