"""tables.py - the tables of src/batch on a GPU: kernels made by tools/gpu, memory shared with PyTorch."""

import struct

import cupy
import numpy as np
import torch

OBSERVATION = 384
WORDS = 3


class Frames:
    """The rules of the tables, made by learn/frames.c."""

    def __init__(self, path):
        data = open(path, "rb").read()
        self.table_bytes, self.rules_bytes, self.hand_bytes, kinds_bytes, count = struct.unpack_from("<5Q", data)
        at = 40
        self.rows = []
        self.kinds = b""
        for _ in range(count):
            seats, plain, flags = struct.unpack_from("<3Q", data, at)
            at += 24
            self.rows.append((seats, plain, flags, data[at : at + self.rules_bytes]))
            at += self.rules_bytes
            self.kinds += data[at : at + kinds_bytes]
            at += kinds_bytes


class Kernels:
    def __init__(self, path, stack=12288):
        cupy.cuda.runtime.deviceSetLimit(0, stack)
        module = cupy.RawModule(path=path)
        self.begin = module.get_function("batch_begin")
        self.step = module.get_function("batch_step")
        self.play = module.get_function("batch_play")


def pointer(tensor):
    return np.uint64(tensor.data_ptr())


def launch(kernel, count, arguments, threads=64):
    with cupy.cuda.Stream.from_external(torch.cuda.current_stream()):
        kernel(((count + threads - 1) // threads,), (threads,), arguments)


class Tables:
    """`shares[i]` tables play by row i of the frames. Rows of the buffers belong to slots: slot t holds what is
    decided in step t, so that a whole stretch of play can be kept without copying. `lineup` has a word per table,
    three bits per seat: who of gpu/kernel.c's players sits there; without it all seats are the caller's."""

    def __init__(self, frames, kernels, shares, seed, slots=1, observes=True, skips_forced=True, steps_max=500,
                 lineup=None):
        device = "cuda"
        self.kernels = kernels
        self.count = sum(shares)
        self.skips_forced = skips_forced
        assert self.count % 32 == 0, "whole warps"
        self.stride = max(row[0] for row, share in zip(frames.rows, shares) if share)
        frame_of = np.repeat(np.arange(len(shares)), shares).astype(np.uint8)
        # Neighbours play by the same rules, so that the threads of a warp go the same way.
        self.frame_of = torch.from_numpy(frame_of).to(device)
        self.seats_of = torch.tensor([row[0] for row in frames.rows], device=device)[self.frame_of.long()]
        self.rules = [torch.frombuffer(bytearray(row[3]), dtype=torch.uint8).to(device) for row in frames.rows]
        packed = b"".join(
            struct.pack("<QQIIBBBBBxxx", int(rules.data_ptr()), plain, flags, steps_max, seats, 0, 0, 0,
                        int(observes))
            for rules, (seats, plain, flags, _) in zip(self.rules, frames.rows)
        )
        self.frames = torch.frombuffer(bytearray(packed), dtype=torch.uint8).to(device)
        self.kinds = torch.frombuffer(bytearray(frames.kinds), dtype=torch.uint8).to(device)
        self.lineup = None if lineup is None else torch.from_numpy(lineup.astype(np.int32)).to(device)
        n = self.count
        self.tables = torch.zeros(n * frames.table_bytes, dtype=torch.uint8, device=device)
        self.known = torch.zeros(n * self.stride**2 * frames.hand_bytes, dtype=torch.uint8, device=device)
        self.observations = torch.zeros(slots + 1, n, OBSERVATION, dtype=torch.uint8, device=device)
        self.masks = torch.zeros(slots + 1, n, WORDS, dtype=torch.int64, device=device)
        self.seats = torch.zeros(slots + 1, n, dtype=torch.uint8, device=device)
        self.ends = torch.zeros(slots, n, dtype=torch.uint8, device=device)
        self.rewards = torch.zeros(slots, n, self.stride, dtype=torch.float32, device=device)
        self.illegal = torch.zeros(1, dtype=torch.int32, device=device)
        self.batches = torch.tensor(
            [self._batch(-1)] + [self._batch(slot) for slot in range(slots)], dtype=torch.int64, device=device
        )
        launch(kernels.begin, n, (pointer(self.batches[0]), np.uint64(seed)))

    def _batch(self, slot):
        at = max(slot, 0)
        return [
            tensor.data_ptr()
            for tensor in (self.frames, self.frame_of, self.tables, self.known, self.observations[slot + 1],
                           self.masks[slot + 1], self.seats[slot + 1], self.ends[at], self.rewards[at])
        ] + [self.count, self.stride, self.kinds.data_ptr(), 0 if self.lineup is None else self.lineup.data_ptr(),
             int(self.skips_forced)]

    def step(self, slot, actions):
        """Plays `actions` (bytes), decided in `slot`; what is decided next stands in slot + 1."""
        launch(self.kernels.step, self.count, (pointer(self.batches[slot + 1]), pointer(actions), pointer(self.illegal)))

    def wrap(self):
        """The last slot becomes the first."""
        self.observations[0].copy_(self.observations[-1])
        self.masks[0].copy_(self.masks[-1])
        self.seats[0].copy_(self.seats[-1])

    def play(self, seed, steps, games, sums=None, threads=64):
        """Random play by itself; how many games ended at each table, and a sum over all that was seen and open."""
        launch(self.kernels.play, self.count,
               (pointer(self.batches[0]), np.uint64(seed), np.uint32(steps), pointer(games),
                np.uint64(0) if sums is None else pointer(sums)), threads)
