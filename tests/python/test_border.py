"""Whatever a program hands to the package, nothing but a Python exception comes out: the whole public surface, driven by chance
with odd types, sizes, orders, copies, pickles, threads and forks, on a library with sanitizers.

The same seed makes the same calls: test_border.py PROGRAM LIBRARY ROOT play SEED COUNT."""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import python_package  # noqa: E402
import tap  # noqa: E402

python_package.inside()
import contextlib  # noqa: E402
import copy  # noqa: E402
import ctypes  # noqa: E402
import inspect  # noqa: E402
import io  # noqa: E402
import multiprocessing  # noqa: E402
import pickle  # noqa: E402
import random  # noqa: E402
import signal  # noqa: E402
import tempfile  # noqa: E402
import threading  # noqa: E402

import numpy as np  # noqa: E402
import penultima  # noqa: E402
import penultima.rlcard  # noqa: E402

# Exceptions of the machinery below the package: they name no argument of ours.
FOREIGN = (ctypes.ArgumentError, SystemError, ZeroDivisionError, OverflowError, UnboundLocalError, NameError)


class Odd:
    """Looks like a number, a list and a string, and is none."""

    def __index__(self):
        raise RuntimeError("no number")

    def __len__(self):
        return -1

    def __iter__(self):
        raise TypeError("no list")


class Border:
    """Makes values and calls by chance; remembers what comes out, to hand it in again."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.made = [penultima.Table("classic", 3, seed=1), penultima.Table("office", 2, seed=2), penultima.Bot("rank", 1),
                     penultima.Rules("ghostbusters"), penultima.Batch(2), penultima.Batch(3, 4, views=True, threads=2),
                     penultima.Rules("classic", must_play=True), penultima.Table("classic", 2, seed=3).view(0)]
        self.made += [make(render_mode="rgb_array") for make in (penultima.env, penultima.vector_env, penultima.aec_env,
                                                                 penultima.parallel_env)]
        self.made.append(penultima.rlcard.Numbering())
        self.first = len(self.made)
        for one in self.made[-5:-1]:
            one.reset(seed=1)
        self.foreign, self.calls, self.refused = [], 0, 0

    def value(self):
        chance = self.chance
        kind = chance.randrange(12)
        if kind < 3:
            return chance.choice([0, 1, 2, 3, 4, 7, 10, 11, 63, 64, 128, 191, 192, 254, 255, 256, -1, 2**32, 2**63, 2**64, -2**70])
        if kind < 5:
            return chance.choice(["", "classic", "office", "rank", "expert:2", "master", "es", "xx", "points", "quick", "jump-in",
                                  "turns", "r7", "play", "\0", "rank\0", "\ud800", "mesa 1\n", "edition x\n", "é" * 400])
        if kind == 5:
            return chance.choice([None, True, False, 1.5, float("nan"), b"classic", Odd(), object, [], {}, (), 1j, ...])
        if kind == 6:
            shape, kind = chance.choice([(), (0,), (2,), (3,), (2, 384), (3, 3), (2, 3, 4)]), chance.choice("bBlLfd?UO")
            return np.zeros(shape, kind)
        if kind == 7:
            return [self.value() for _ in range(chance.randrange(4))]
        if kind == 8:
            field = [None, 0, 1, 2, 5, 9, 63, 254]
            made = [chance.choice(penultima.table.VERBS), *(chance.choice(field) for _ in range(4)), chance.random() < 0.3]
            if chance.random() < 0.1:
                made[chance.randrange(6)] = self.value()
            return penultima.Action(*made)
        if kind == 9:
            return ["rank", None, "random", None][:chance.randrange(5)]
        return chance.choice(self.made)

    def keep(self, value):
        """What came out is handed in later, too."""
        if isinstance(value, (penultima.Table, penultima.Bot, penultima.Rules, penultima.Batch, penultima.Action, penultima.View)):
            if len(self.made) < 40:
                self.made.append(value)
            else:
                self.made[self.chance.randrange(self.first, 40)] = value
        elif isinstance(value, list):
            for one in value[:3]:
                self.keep(one)

    def attempt(self, name, call, /, *arguments, **settings):
        self.calls += 1
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                self.keep(call(*arguments, **settings))
        except FOREIGN as error:
            self.foreign.append(f"{name}{arguments!r:.300}{settings!r:.300}: {type(error).__name__}: {error}")
        except Exception:  # pylint: disable=broad-except
            self.refused += 1

    def settings_of(self, call):
        """Some of the arguments that the call has by name, and now and then one that it has not."""
        try:
            names = [name for name, one in inspect.signature(call).parameters.items() if one.kind != one.VAR_KEYWORD]
        except (TypeError, ValueError):
            names = []
        names += ["edition", "house", "nonsense"] if self.chance.random() < 0.2 else []
        few = self.chance.sample(names, min(len(names), self.chance.randrange(3)))
        return {name: self.value() for name in few if name not in ("self", "games", "path")}

    def step(self):
        chance = self.chance
        what = chance.randrange(10)
        if what < 2:
            name = chance.choice(ENVIRONMENTS if chance.random() < 0.25 else FUNCTIONS)
            call = getattr(penultima, name)
            self.attempt(name, call, *(self.value() for _ in range(chance.randrange(3))), **self.settings_of(call))
        elif what < 8:
            on = chance.choice(self.made)
            name = chance.choice([name for name in dir(on) if not name.startswith("_")])
            try:
                member = getattr(on, name)
            except Exception:  # pylint: disable=broad-except
                return
            if callable(member):
                self.attempt(f"{type(on).__name__}.{name}", member, *(self.value() for _ in range(chance.randrange(3))),
                             **self.settings_of(member))
            elif chance.random() < 0.3:
                self.attempt(f"{type(on).__name__}.{name} =", setattr, on, name, self.value())
        elif what == 8:
            on = chance.choice(self.made)
            self.attempt("copy", chance.choice([copy.copy, copy.deepcopy, lambda on: pickle.loads(pickle.dumps(on))]), on)
        elif chance.random() < 0.3:
            self.spoiled()
        else:
            self.sensible()

    def spoiled(self):
        """A record that somebody has damaged, read by everything that reads records."""
        table = self.chance.choice([one for one in self.made if isinstance(one, penultima.Table)])
        text = bytearray(table.to_mesa().encode())
        for _ in range(self.chance.randrange(4)):
            at, many = self.chance.randrange(len(text)), self.chance.randrange(1, 30)
            text[at:at + many] = self.chance.choice([b"", b"r7", b"\n", b"9" * 40, b" Ana plays w red uno\n", bytes([self.chance.randrange(1, 256)])])
        said = text.decode("utf-8", "replace")
        self.attempt("from_mesa", penultima.Table.from_mesa, said)
        if self.chance.random() < 0.2:
            self.attempt("analyse", penultima.analyse, said)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "one.mesa").write_bytes(text)
            self.attempt("frames", penultima.frames, folder, **self.settings_of(penultima.frames))

    def sensible(self):
        """A move that is good, so that tables go on."""
        on = self.chance.choice(self.made)
        if isinstance(on, penultima.Table) and on.must:
            self.attempt("apply", on.apply, self.chance.choice(on.legal(on.must[0])))
        elif isinstance(on, penultima.Batch):
            self.attempt("step", on.step, on.open().argmax(1))


FUNCTIONS = [name for name in penultima.__all__ if callable(getattr(penultima, name, None))
             and name not in ("Action", "View", "register", "frames", "given")]  # these read whatever folder they are told
ENVIRONMENTS = ("vector_env", "env", "aec_env", "parallel_env")


def play(seed, count):
    border = Border(seed)
    for _ in range(count):
        border.step()
    print(f"{border.calls} calls, {border.refused} refused")
    for line in border.foreign[:10]:
        print("foreign:", line)


def share(seed):
    """Four threads at the same objects."""
    table, bot, batch = penultima.Table("classic", 4, seed=seed, names=list("ABCD")), penultima.Bot("expert:3", 1), penultima.Batch(64, threads=2)
    unexpected = []

    def run(number):
        chance = random.Random(seed * 10 + number)
        for _ in range(150):
            try:
                what = chance.randrange(5)
                if what == 0 and table.must:
                    table.apply(bot.choose(table, table.must[0]))
                elif what == 1:
                    table.copy().to_mesa()
                elif what == 2:
                    table.told()
                    table.view(number)
                elif what == 3:
                    batch.step(batch.open().argmax(1))
                else:
                    pickle.loads(pickle.dumps(bot)).react(table, number)
            except (ValueError, RuntimeError):
                pass  # another thread was first
            except Exception as error:  # pylint: disable=broad-except
                unexpected.append(repr(error))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("shared:", unexpected[:3] or "nothing unexpected")


def fork():
    """What was made before a fork goes on in both."""
    batch, bot, table = penultima.Batch(32, threads=3), penultima.Bot("rank", 1), penultima.Table("classic", 2, seed=1)
    batch.step(batch.open().argmax(1))
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # a child that never answers is a fault, not a wait
        batch.step(batch.open().argmax(1))
        table.apply(bot.choose(table, table.must[0]))
        os._exit(7)
    batch.step(batch.open().argmax(1))
    print("forked:", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if hasattr(os, "waitstatus_to_exitcode") else 7)


def decide(bot):
    table = penultima.Table("classic", 3, seed=5)
    return bot.choose(table, table.must[0])


def spawn():
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        bots = [penultima.Bot("expert:5", number) for number in range(4)]
        answers = pool.map_async(decide, bots).get(timeout=120)
    print("spawned:", answers == [decide(bot.copy()) for bot in bots])


def sanitized_library(build):
    """The library with sanitizers, and what a Python without them must load first."""
    folder = build / "python-border"
    library = folder / "penultima.so"
    flags = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
    made = subprocess.run([sys.executable, str(ROOT / "python" / "build_library.py"), str(library), str(folder / "work")],
                          env={**os.environ, "CC": "gcc", "CFLAGS": flags}, check=False, capture_output=True, text=True)
    if made.returncode != 0:
        tap.check("the library builds with sanitizers", False, made.stderr[-2000:])
    loads = [subprocess.run(["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True).stdout.strip()
             for name in ("libasan.so", "libubsan.so")]
    return {**os.environ, "PENULTIMA_LIBRARY": str(library), "LD_PRELOAD": " ".join(loads), "OPENBLAS_NUM_THREADS": "1",
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:handle_segv=1"}


def check():
    build = Path(sys.argv[1]).resolve().parent
    outside = sanitized_library(build)
    rounds = int(os.environ.get("BORDER_ROUNDS", "3"))
    for seed in range(rounds):
        said = ask(outside, "play", seed, 1200)
        tap.check(f"odd arguments, seed {seed}", said.returncode == 0 and "calls" in said.stdout and "foreign" not in said.stdout,
                  said.stdout[-3000:], said.stderr[-3000:])
    for what, wanted in (("share 1", "nothing unexpected"), ("fork", "forked: 7"), ("spawn", "spawned: True")):
        said = ask(outside, *what.split())
        tap.check(f"{what}: {wanted}", said.returncode == 0 and wanted in said.stdout, said.stdout[-2000:], said.stderr[-3000:])


def ask(outside, *arguments):
    return subprocess.run([sys.executable, "-X", "faulthandler", __file__, *sys.argv[1:4], *map(str, arguments)], env=outside,
                          capture_output=True, text=True, check=False, timeout=600)


if __name__ == "__main__":
    if len(sys.argv) > 4:
        {"play": play, "share": share, "fork": fork, "spawn": spawn}[sys.argv[4]](*map(int, sys.argv[5:]))
    else:
        check()
        tap.done()
