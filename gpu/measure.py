"""measure.py - the rules on a GPU against the same on a processor: are they equal, and how fast are they?

    python3 gpu/measure.py --frames FILE --kernels build/batch.ptx [--play build/play.ptx] [--host build/host]

FRAMES as learn/frames.c writes them, a row per edition and number of seats; HOST is gpu/host.c:
`cc -O2 -Iinclude -Ibuild/include -Isrc gpu/host.c src/bots/rollout.c src/bots/policy.c src/bots/hand.c
build/libpenultima.a -lpthread -lm -o build/host`. `--kernels` may name several files, to compare how they were compiled.

`--play` is random play alone (gpu/play.c), without masks, action numbers and observations: the games of `penultima
bench`, game for game. An action is what a player does once: lays a card, draws, keeps what was drawn, says UNO, catches,
challenges, answers. Whoever is in turn plays any card that can be played and else does whatever is left; where others
may act too, any of them does any of what is open (src/sim/bench.c).
"""

import argparse
import os
import struct
import subprocess
import sys
import tempfile
import time

import cupy
import numpy as np
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "learn"))
from tables import Frames, Kernels, Tables, launch, pointer  # noqa: E402

ANY = r"""
typedef unsigned long long u64; typedef unsigned char u8;
static __device__ u64 mix(u64 z) { z += 0x9e3779b97f4a7c15ull; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull; return z ^ z >> 31; }
// Anything that is open, cards first.
extern "C" __global__ void any_action(const u64 *masks, long long *counter, u8 *actions, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const u64 *mask = masks + 3ull * i;
    u64 low = mask[0], middle = mask[1], high = low | middle ? 0 : mask[2];
    int lows = __popcll(low), middles = __popcll(middle), all = lows + middles + __popcll(high);
    int pick = (int)((unsigned)(mix(mix(counter[0]) + i) >> 32) % (unsigned)(all ? all : 1)), at = 0;
    u64 word = low;
    if (pick >= lows) { pick -= lows; word = middle; at = 64; if (pick >= middles) { pick -= middles; word = high; at = 128; } }
    for (; pick > 0; pick--) word &= word - 1;
    actions[i] = (u8)(at + __ffsll((long long)word) - 1);
}
"""


def tables_of(frames, kernels, row, count, **settings):
    shares = [0] * len(frames.rows)
    shares[row] = count
    return Tables(frames, kernels, shares, 20261116, skips_forced=False, steps_max=100000, **settings)


def seconds(function, times=2):
    function()
    torch.cuda.synchronize()
    best = 1e9
    for _ in range(times):
        begin = time.perf_counter()
        function()
        torch.cuda.synchronize()
        best = min(best, time.perf_counter() - begin)
    return best


def compare(args, frames, kernels, row, count=131072, steps=800):
    """Every table's games and the sum over all that was seen and open, on the GPU and on the processor."""
    tables = tables_of(frames, kernels, row, count)
    games = torch.zeros(count, dtype=torch.int64, device="cuda")
    sums = torch.zeros(count, dtype=torch.int64, device="cuda")
    tables.play(20261116, steps, games, sums)
    torch.cuda.synchronize()
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([args.host, args.frames, str(row), str(count), "20261116", str(steps), str(os.cpu_count()), file.name],
                       check=True)
        other = np.fromfile(file.name, dtype=np.int64)
    unlike = int((other != np.concatenate([games.cpu().numpy(), sums.cpu().numpy()])).sum())
    is_equal = unlike == 0
    print("row %d, %d seats: %d games, %d decisions, %s" % (
        row, frames.rows[row][0], games.sum().item(), count * steps, "equal" if is_equal else "%d NOT EQUAL" % unlike), flush=True)
    return is_equal


def play_speed(frames, kernels, row, count, threads, steps=128):
    tables = tables_of(frames, kernels, row, count, observes=False)
    games = torch.zeros(count, dtype=torch.int64, device="cuda")
    return count * steps / seconds(lambda: tables.play(7, steps, games, None, threads))


class Play:
    """gpu/play.c. A warp shares its games; `waits`: see struct gpu_play there."""

    def __init__(self, path, frames):
        cupy.cuda.runtime.deviceSetLimit(0, 4096)
        self.kernel = cupy.RawModule(path=path).get_function("rules_play")
        self.rows = [(row[0], cupy.asarray(np.frombuffer(row[3], dtype=np.uint8))) for row in frames.rows]
        print("%s: %d registers, %d bytes local" % (path, self.kernel.num_regs, self.kernel.local_size_bytes), flush=True)

    def settings(self, args, row):
        """Threads of a block and waits: as told, else the fastest with `classic` for two and `ghostbusters` for four."""
        threads, waits = (448, (12, 22)) if self.rows[row][0] == 2 else (896, (8, 24))
        return args.threads or threads, args.waits or waits

    def blocks(self, threads):
        """As many as are there at a time; registers are given out by eights."""
        registers = -(-self.kernel.num_regs // 8) * 8
        each = min(65536 // (registers * threads), 2048 // threads)
        if each == 0:
            sys.exit("%d threads with %d registers each are too many for a block" % (threads, registers))
        return cupy.cuda.Device().attributes["MultiProcessorCount"] * each

    def play(self, row, blocks, threads, games_each, waits, seed, sums=None):
        """Returns how many actions were played and in how many seconds."""
        seats, rules = self.rows[row]
        actions = cupy.zeros(blocks * threads, dtype=cupy.uint64)
        words = struct.pack("<5Q4I", rules.data.ptr, seed, 0, actions.data.ptr, 0 if sums is None else sums.data.ptr,
                            seats, games_each, waits[0], waits[1])
        play = cupy.asarray(np.frombuffer(words, dtype=np.uint8))
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        self.kernel((blocks,), (threads,), (np.uint64(play.data.ptr),))
        end.record()
        end.synchronize()
        return int(actions.sum()), cupy.cuda.get_elapsed_time(begin, end) / 1e3

    def compare(self, args, row, warps=2048, games_each=512):
        """Every game's last round and number of actions, on the GPU and on the processor: whole blocks of these warps."""
        threads, waits = self.settings(args, row)
        blocks = warps * 32 // threads
        games = blocks * threads // 32 * games_each
        sums = cupy.zeros(games, dtype=cupy.uint64)
        actions, _ = self.play(row, blocks, threads, games_each, waits, 20261116, sums)
        with tempfile.NamedTemporaryFile() as file:
            subprocess.run([args.host, args.frames, str(row), str(games), "20261116", "0", str(os.cpu_count()), file.name],
                           check=True)
            other = np.fromfile(file.name, dtype=np.uint64).reshape(2, games)
        unlike = int((cupy.asnumpy(sums) != other[1]).sum()) + int(int(other[0].sum()) != actions)
        print("row %d, %d seats: %d games, %d actions, %s" % (
            row, self.rows[row][0], games, actions, "equal" if unlike == 0 else "%d NOT EQUAL" % unlike), flush=True)
        return unlike == 0

    def speed(self, args, row, times=2):
        """Actions a second; the fewer games, the more of the time goes by waiting for the last ones."""
        threads, waits = self.settings(args, row)
        blocks = self.blocks(threads)
        self.play(row, blocks, threads, 64, waits, 6)
        best = 0
        for i in range(times):
            actions, took = self.play(row, blocks, threads, args.games_each, waits, 7 + i)
            best = max(best, actions / took)
        print("row %d, %d seats, %d blocks of %d threads, %d games a warp, waits %d %d: %.2f G actions/s of random play" % (
            row, self.rows[row][0], blocks, threads, args.games_each, waits[0], waits[1], best / 1e9), flush=True)


def measure_play(args, frames):
    player = Play(args.play, frames)
    is_good = not args.host or all([player.compare(args, row) for row in range(len(frames.rows))])
    for row in args.rows if args.rows is not None else range(len(frames.rows)):
        player.speed(args, row)
    return is_good


def observed_speed(frames, kernels, row, count, steps=16):
    """Decisions with observations and masks in tensors, each made by another kernel."""
    return stretch_speed(tables_of(frames, kernels, row, count, slots=steps), count, steps)


def stretch_speed(tables, count, steps):
    any_action = cupy.RawModule(code=ANY).get_function("any_action")
    counter = torch.zeros(1, dtype=torch.int64, device="cuda")
    actions = torch.zeros(count, dtype=torch.uint8, device="cuda")

    def stretch():
        for slot in range(steps):
            counter.add_(1)
            launch(any_action, count, (pointer(tables.masks[slot]), pointer(counter), pointer(actions), np.int32(count)), 128)
            tables.step(slot, actions)
        tables.wrap()

    speed = count * steps / seconds(stretch)
    assert tables.illegal.item() == 0
    return speed


def league_speed(args, kernels, count=131072, steps=16):
    """Decisions of learners a second at the tables of a training run, our players' actions beside them."""
    from lineups import lineups, read_mix

    frames = Frames(args.league)
    weights = np.array([float(weight) for weight in args.weights.split(",")])
    shares = np.floor(weights / weights.sum() * count / 64).astype(int) * 64
    shares[0] += count - shares.sum()
    seats_of = np.repeat([row[0] for row in frames.rows], shares)
    _, words, _ = lineups(seats_of, shares, read_mix(args.mix), 1)
    tables = Tables(frames, kernels, shares.tolist(), 1, slots=steps, lineup=words)
    return stretch_speed(tables, count, steps)


def shares_memory(frames, kernels):
    """A tensor of PyTorch, of CuPy and of anybody who takes DLPack are the same bytes."""
    tables = tables_of(frames, kernels, 0, 1024)
    other = cupy.from_dlpack(tables.observations)
    again = torch.from_dlpack(other)
    assert other.data.ptr == again.data_ptr() == tables.observations.data_ptr()
    before = int(other[0].sum())
    tables.step(0, torch.zeros(1024, dtype=torch.uint8, device="cuda"))
    torch.cuda.synchronize()
    return before > 0 and bool((again[1] == tables.observations[1]).all())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", required=True)
    parser.add_argument("--kernels", nargs="*", default=[])
    parser.add_argument("--play", help="random play alone: play.ptx")
    parser.add_argument("--threads", type=int, choices=range(32, 1025, 32), metavar="THREADS",
                        help="of a block of --play, a multiple of 32; else what was fastest")
    parser.add_argument("--waits", type=int, nargs=2, choices=range(1, 33), metavar=("DEAL", "REST"),
                        help="of 32: without a game, with an action not finished; else what was fastest")
    parser.add_argument("--games-each", type=int, default=10000, help="games of a warp")
    parser.add_argument("--host")
    parser.add_argument("--rows", type=int, nargs="*")
    parser.add_argument("--quick", action="store_true", help="one size of batch")
    parser.add_argument("--league", help="frames of a training run, with --weights and --mix as learn/train.py has them")
    parser.add_argument("--weights")
    parser.add_argument("--mix")
    parser.add_argument("--best", help="a file to write the name of the fastest kernels for the league to")
    args = parser.parse_args()
    most = 0
    frames = Frames(args.frames)
    is_good = not args.play or measure_play(args, frames)
    for path in args.kernels:
        begin = time.perf_counter()
        kernels = Kernels(path)
        print("%s: loaded in %.1f s" % (path, time.perf_counter() - begin))
        for name in ("step", "play"):
            kernel = getattr(kernels, name)
            print("  %s: %d registers, %d bytes local" % (name, getattr(kernel, "num_regs", -1), getattr(kernel, "local_size_bytes", -1)), flush=True)
        if args.host and path == args.kernels[0]:
            is_good &= all([compare(args, frames, kernels, row) for row in range(len(frames.rows))])
            print("memory shared by DLPack: %s" % shares_memory(frames, kernels))
        if args.league:
            speed = league_speed(args, kernels)
            print("%s: %.1f M decisions/s of learners" % (path, speed / 1e6), flush=True)
            if speed > most and args.best:
                with open(args.best, "w") as file:
                    file.write(path)
            most = max(most, speed)
        for row in args.rows if args.rows is not None else range(len(frames.rows)):
            for count in (262144,) if args.quick else (65536, 262144, 1048576):
                speeds = ["%d: %.2f" % (threads, play_speed(frames, kernels, row, count, threads) / 1e9)
                          for threads in ((64,) if args.quick else (32, 64, 128))]
                print("row %d, %d seats, %7d tables, G actions/s by threads a block: %s; with observations %.0f M/s" % (
                    row, frames.rows[row][0], count, ", ".join(speeds),
                    observed_speed(frames, kernels, row, count) / 1e6), flush=True)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
