"""measure.py - the rules on a GPU against the same on a processor: are they equal, and how fast are they?

    python3 gpu/measure.py --frames FILE --kernels build/batch.ptx [--host build/host]

FRAMES as learn/frames.c writes them, a row per edition and number of seats; HOST is gpu/host.c, compiled. `--kernels`
may name several files, to compare how they were compiled.
"""

import argparse
import os
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
    parser.add_argument("--kernels", required=True, nargs="+")
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
    is_good = True
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
