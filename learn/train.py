"""train.py - a player learns the game from nothing: PPO against itself and our quick players, on one GPU.

    python3 learn/train.py --out FOLDER --frames FILE --weights 1 --minutes 8

Needs PyTorch, CuPy, the kernels (tools/gpu) and the rules (learn/frames.c): see README.md. The curve goes to
FOLDER/curve.csv, the network to FOLDER/master.mind (src/mind reads it) and FOLDER/mean.pt.
"""

import argparse
import csv
import time

import numpy as np
import torch
from torch import nn

import cupy
from features import features
from lineups import LINEUPS, lineups, read_mix
from mindfile import ACTIVATION_MAX, slots, write
from net import COLORS, OUTPUTS, Mix, Net, grow, layers
from tables import OBSERVATION, Frames, Kernels, Tables, launch, pointer

SOURCE = r"""
typedef unsigned long long u64; typedef unsigned int u32; typedef unsigned short u16; typedef unsigned char u8;
extern "C" {
// Bits of observations as bfloat16, a block per row; a feature is byte | kind << 16 | argument << 24 (features.py).
// To 'each' for every colour its own features, to 'shared' of how many colours they are, then those of the table.
__global__ void expand(const u8 *observations, const long long *rows, const u32 *features, u16 *each, u16 *shared,
                       int of_color, int of_table, int color_width, int shared_width)
{
    __shared__ u64 seen[48];
    const u16 number[5] = {0, 0x3f80, 0x4000, 0x4040, 0x4080};
    u64 row = blockIdx.x, from = rows ? (u64)rows[row] : row;
    const u64 *words = (const u64 *)(observations + from * 384);
    if (threadIdx.x < 48) seen[threadIdx.x] = words[threadIdx.x];
    __syncthreads();
    const u8 *bytes = (const u8 *)seen;
    u16 *own = each + row * 4 * color_width, *all = shared + row * shared_width;
    for (int i = threadIdx.x; i < color_width; i += blockDim.x) {
        u32 on = 0;
        if (i < of_color) {
            u32 f = features[i], place = f & 0xffff, argument = f >> 24;
            if ((f >> 16 & 0xff) == 4) on = bytes[place] & 15;
            else {
                u64 kinds = seen[place / 8] >> argument;
                on = (kinds & 1) | (kinds >> 13 & 1) << 1 | (kinds >> 26 & 1) << 2 | (kinds >> 39 & 1) << 3;
            }
            all[i] = number[__popc(on)];
        }
        for (int c = 0; c < 4; c++) own[c * color_width + i] = number[on >> c & 1];
    }
    for (int i = threadIdx.x; i < shared_width - of_color; i += blockDim.x) {
        u32 on = 0;
        if (i < of_table) {
            u32 f = features[of_color + i], place = f & 0xffff, kind = f >> 16 & 0xff, argument = f >> 24;
            on = kind == 0 ? bytes[place] >> argument & 1 : kind == 1 ? bytes[place] >= argument : (u32)(seen[place / 8] >> (52 + argument) & 1);
        }
        all[of_color + i] = number[on];
    }
}
static __device__ float wide(u16 x) { return __uint_as_float((u32)x << 16); }
static __device__ u16 narrow(float x) { u32 b = __float_as_uint(x); return (u16)((b + 0x7fff + (b >> 16 & 1)) >> 16); }
// relu(each + all) for four colours and its sum, two numbers a thread.
__global__ void mix_forward(const u32 *each, const u32 *all, u32 *out, u32 *total, int width, u64 count)
{
    u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    u64 row = at / width, column = at % width;
    u32 a = all[at];
    float low = 0, high = 0;
    for (int c = 0; c < 4; c++) {
        u64 place = (row * 4 + c) * width + column;
        u32 e = each[place];
        u16 l = narrow(fmaxf(wide((u16)e) + wide((u16)a), 0)), h = narrow(fmaxf(wide((u16)(e >> 16)) + wide((u16)(a >> 16)), 0));
        out[place] = (u32)l | (u32)h << 16;
        low += wide(l); high += wide(h);
    }
    total[at] = (u32)narrow(low) | (u32)narrow(high) << 16;
}
__global__ void mix_backward(const u32 *out, const u32 *by_out, const u32 *by_total, u32 *by_each, u32 *by_all, int width, u64 count)
{
    u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    u64 row = at / width, column = at % width;
    u32 t = by_total[at];
    float low = 0, high = 0;
    for (int c = 0; c < 4; c++) {
        u64 place = (row * 4 + c) * width + column;
        u32 o = out[place], g = by_out[place];
        float l = (u16)o ? wide((u16)g) + wide((u16)t) : 0, h = (o >> 16) ? wide((u16)(g >> 16)) + wide((u16)(t >> 16)) : 0;
        by_each[place] = (u32)narrow(l) | (u32)narrow(h) << 16;
        low += l; high += h;
    }
    by_all[at] = (u32)narrow(low) | (u32)narrow(high) << 16;
}
static __device__ u64 mix(u64 z) { z += 0x9e3779b97f4a7c15ull; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull; return z ^ z >> 31; }
// One action per row by its likelihood among what is open: a warp per row.
__global__ void choose(const float *logits, const u8 *slots, const u64 *masks, const long long *counter, u8 *actions, float *logp, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float best = -1e30f, top = -1e30f, value[6]; int which = 0;
    for (int j = 0; j < 6; j++) {
        int a = lane + 32 * j;
        bool open = masks[(u64)row * 3 + a / 64] >> (a % 64) & 1;
        value[j] = open ? logits[(u64)row * 192 + slots[a]] : -1e30f;
        if (value[j] > top) top = value[j];
        if (open) {
            u64 r = mix(mix((u64)counter[0] * 0x632be59bd9b4e019ull + row) + a);
            float u = ((float)(r >> 40) + 0.5f) * (1.0f / 16777216.0f);
            float g = value[j] - logf(-logf(u));
            if (g > best) { best = g; which = a; }
        }
    }
    for (int d = 16; d; d /= 2) {
        float b = __shfl_xor_sync(~0u, best, d), t = __shfl_xor_sync(~0u, top, d); int w = __shfl_xor_sync(~0u, which, d);
        if (b > best || (b == best && w < which)) { best = b; which = w; }
        if (t > top) top = t;
    }
    float sum = 0, mine = 0;
    for (int j = 0; j < 6; j++) { if (value[j] > -1e29f) sum += expf(value[j] - top); if (lane + 32 * j == which) mine = value[j]; }
    for (int d = 16; d; d /= 2) { sum += __shfl_xor_sync(~0u, sum, d); mine += __shfl_xor_sync(~0u, mine, d); }
    if (lane == 0) { actions[row] = (u8)which; logp[row] = mine - top - logf(sum); }
}
// The gradient of the loss by logits and values, a warp per row: clipped policy, entropy, squared error of the value.
__global__ void gradient(const float *logits, const u8 *slots, const float *values, const u64 *masks, const long long *rows, const u8 *actions,
                         const float *old, const float *advantages, const float *returns, const float *entropy_weight,
                         float value_weight, float *by_logits, float *by_values, float *stats, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (i >= count) return;
    u64 row = (u64)rows[i];
    int action = actions[row];
    float top = -1e30f, value[6], sum = 0, mine = 0, spread = 0;
    for (int j = 0; j < 6; j++) {
        int a = lane + 32 * j;
        value[j] = masks[row * 3 + a / 64] >> (a % 64) & 1 ? logits[(u64)i * 192 + slots[a]] : -1e30f;
        if (value[j] > top) top = value[j];
    }
    for (int d = 16; d; d /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    for (int j = 0; j < 6; j++) if (value[j] > -1e29f) sum += expf(value[j] - top);
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    float norm = top + logf(sum);
    for (int j = 0; j < 6; j++) {
        if (value[j] > -1e29f) { float l = value[j] - norm; spread -= expf(l) * l; }
        if (lane + 32 * j == action) mine = value[j] - norm;
    }
    for (int d = 16; d; d /= 2) { spread += __shfl_xor_sync(~0u, spread, d); mine += __shfl_xor_sync(~0u, mine, d); }
    float advantage = advantages[row], ratio = expf(fminf(fmaxf(mine - old[row], -8.0f), 8.0f));
    bool is_active = advantage > 0 ? ratio < 1.2f : ratio > 0.8f;
    float by_mine = is_active ? -advantage * ratio : 0, scale = 1.0f / count, weight = entropy_weight[0];
    for (int j = 0; j < 6; j++) {
        int a = lane + 32 * j;
        float g = 0;
        if (value[j] > -1e29f) {
            float l = value[j] - norm, p = expf(l);
            g = by_mine * ((a == action ? 1.0f : 0.0f) - p) + weight * p * (l + spread);
        }
        if (slots[a] != 255) by_logits[(u64)i * 192 + slots[a]] = g * scale; // the others stay 0
    }
    if (lane == 0) {
        float v = 1.0f / (1.0f + expf(-values[i])), error = v - returns[row];
        by_values[i] = 2 * value_weight * error * v * (1 - v) * scale;
        if (i % 16 == 0) { atomicAdd(&stats[0], error * error * 16 * scale); atomicAdd(&stats[1], spread * 16 * scale); atomicAdd(&stats[2], (old[row] - mine) * 16 * scale); }
    }
}
// Who may draw though they could play: the seat drawers[i] (lineups.py), or anybody.
__global__ void hold_back(u64 *masks, const u8 *seats, const u8 *drawers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || drawers[i] == 255) return;
    u64 *mask = masks + (u64)i * 3;
    if ((mask[0] | mask[1]) && seats[i] != drawers[i]) mask[2] &= ~1ull;
}
// Generalised advantages, a thread per table: each seat's decisions follow each other.
__global__ void look_back(const u8 *seats, const u8 *ends, const float *rewards, const float *values, const float *last,
                          const u8 *last_seat, const long long *seats_of, float *advantages, float *returns, int n, int steps,
                          int stride, float gamma, float lambda)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float next[10], ahead[10]; int count = (int)seats_of[i];
    for (int s = 0; s < count; s++) { next[s] = s == last_seat[i] ? last[i] : (1 - last[i]) / (count - 1); ahead[s] = 0; }
    for (int t = steps - 1; t >= 0; t--) {
        u64 at = (u64)t * n + i;
        if (ends[at]) for (int s = 0; s < count; s++) { next[s] = rewards[at * stride + s] > 0 ? 1.0f : 0.0f; ahead[s] = 0; }
        int a = seats[at]; float v = values[at];
        float advantage = gamma * next[a] - v + gamma * lambda * ahead[a];
        advantages[at] = advantage; returns[at] = advantage + v; next[a] = v; ahead[a] = advantage;
    }
}
}
"""


class MixKernels:
    """Mix of net.py in one pass each way."""

    def __init__(self, forward, backward):
        self._forward, self._backward = forward, backward

    def forward(self, each, everything):
        each, everything = each.contiguous(), everything.contiguous()
        out, total = torch.empty_like(each), torch.empty_like(everything)
        self._launch(self._forward, everything, (each, everything, out, total))
        return out, total

    def backward(self, out, by_out, by_total):
        by_out, by_total = by_out.contiguous(), by_total.contiguous()
        by_each, by_all = torch.empty_like(by_out), torch.empty_like(by_total)
        self._launch(self._backward, by_total, (out, by_out, by_total, by_each, by_all))
        return by_each, by_all

    @staticmethod
    def _launch(kernel, like, tensors):
        assert all(tensor.dtype == torch.bfloat16 for tensor in tensors)
        count = like.numel() // 2
        launch(kernel, count, tuple(pointer(tensor) for tensor in tensors) + (np.int32(like.shape[-1] // 2), np.uint64(count)), 256)


class Trainer:
    def __init__(self, args):
        self.args = args
        module = cupy.RawModule(code=SOURCE, options=("--std=c++11",))
        self.kernel = {name: module.get_function(name) for name in
                       ("expand", "choose", "gradient", "hold_back", "look_back", "mix_forward", "mix_backward")}
        Mix.kernels = MixKernels(self.kernel["mix_forward"], self.kernel["mix_backward"])
        self.features = features(args.seats_max, others=args.others, past=args.past, known_planes=args.known,
                                 habits=args.habits)
        of_color, of_table = (len(some) for some in self.features)
        # Rows of a multiple of 64 numbers: the matrix units want them so.
        self.color_width = of_color + -of_color % 64
        self.shared_width = of_color + of_table + -(of_color + of_table) % 64
        packed = [byte | kind << 16 | argument << 24 for byte, kind, argument in self.features[0] + self.features[1]]
        self.packed = torch.tensor(packed, dtype=torch.int64).to(torch.int32).cuda()
        self.slots = torch.from_numpy(slots()).cuda()
        frames = Frames(args.frames)
        shares = self.shares(frames, args.tables)
        seats_of = np.repeat([row[0] for row in frames.rows], shares)
        self.sorts, words, drawers = lineups(seats_of, shares, read_mix(args.mix), args.seed)
        self.tables = Tables(frames, Kernels(args.kernels), shares, args.seed, slots=args.steps,
                             lineup=words if words.any() else None)
        self.drawers = torch.from_numpy(drawers).cuda()
        n, steps = self.tables.count, args.steps
        self.n = n
        self.net = Net(self.color_width, self.shared_width - self.color_width, args.first, args.second).cuda()
        # What is kept is the mean over the last some thousand steps: steadier than where it stands.
        self.mean = Net(self.color_width, self.shared_width - self.color_width, args.first, args.second).cuda()
        if args.start:
            grow(self.net, torch.load(f"{args.start}/mean.pt"))
        self.mean.load_state_dict(self.net.state_dict())
        self.actions = torch.zeros(steps, n, dtype=torch.uint8, device="cuda")
        self.logp = torch.zeros(steps, n, device="cuda")
        self.values = torch.zeros(steps, n, device="cuda")
        self.advantages = torch.zeros(steps, n, device="cuda")
        self.returns = torch.zeros(steps, n, device="cuda")
        self.counter = torch.zeros(1, dtype=torch.int64, device="cuda")
        self.inputs = self.rows_of_inputs(n)
        self.batch = args.minibatch
        self.rows = torch.zeros(self.batch, dtype=torch.int64, device="cuda")
        self.batch_inputs = self.rows_of_inputs(self.batch)
        self.by_logits = torch.zeros(self.batch, OUTPUTS, device="cuda")
        self.by_values = torch.zeros(self.batch, device="cuda")
        self.rate = torch.zeros((), device="cuda")
        self.entropy = torch.zeros((), device="cuda")
        self.stats = torch.zeros(4, device="cuda")
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=self.rate, eps=1e-5, capturable=True, fused=True)

    def shares(self, frames, total):
        weights = np.array([float(w) for w in self.args.weights.split(",")])
        assert len(weights) == len(frames.rows), (len(weights), len(frames.rows))
        shares = np.floor(weights / weights.sum() * total / 64).astype(int) * 64
        shares[0] += total - shares.sum()
        return shares.tolist()

    def rows_of_inputs(self, count):
        return (torch.zeros(count, COLORS, self.color_width, dtype=torch.bfloat16, device="cuda"),
                torch.zeros(count, self.shared_width, dtype=torch.bfloat16, device="cuda"))

    def expand(self, observations, rows, out):
        each, shared = out
        launch(self.kernel["expand"], each.shape[0] * 128,
               (pointer(observations), pointer(rows) if rows is not None else np.uint64(0), pointer(self.packed),
                pointer(each), pointer(shared), np.int32(len(self.features[0])), np.int32(len(self.features[1])),
                np.int32(self.color_width), np.int32(self.shared_width)), 128)

    def think(self, inputs):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            logits, value = self.net(*inputs)
        return logits.float().contiguous(), value.float().contiguous()

    def hold_back(self, slot):
        launch(self.kernel["hold_back"], self.n,
               (pointer(self.tables.masks[slot]), pointer(self.tables.seats[slot]), pointer(self.drawers),
                np.int32(self.n)), 128)

    @torch.no_grad()
    def rollout(self):
        for t in range(self.args.steps):
            self.expand(self.tables.observations[t], None, self.inputs)
            logits, value = self.think(self.inputs)
            self.values[t] = torch.sigmoid(value)
            self.counter += 1
            launch(self.kernel["choose"], self.n * 32,
                   (pointer(logits), pointer(self.slots), pointer(self.tables.masks[t]), pointer(self.counter), pointer(self.actions[t]),
                    pointer(self.logp[t]), np.int32(self.n)), 256)
            self.tables.step(t, self.actions[t])
            self.hold_back(t + 1)
        self.expand(self.tables.observations[self.args.steps], None, self.inputs)
        last = torch.sigmoid(self.think(self.inputs)[1]).contiguous()
        launch(self.kernel["look_back"], self.n,
               (pointer(self.tables.seats), pointer(self.tables.ends), pointer(self.tables.rewards), pointer(self.values),
                pointer(last), pointer(self.tables.seats[self.args.steps]), pointer(self.tables.seats_of),
                pointer(self.advantages), pointer(self.returns), np.int32(self.n), np.int32(self.args.steps),
                np.int32(self.tables.stride), np.float32(self.args.gamma), np.float32(self.args.decay)), 128)
        spread = self.advantages.std()
        self.stats[3] = spread
        self.advantages.sub_(self.advantages.mean()).div_(spread + 1e-6)

    def go_on(self):
        self.tables.wrap()
        self.rollout()

    def learn(self):
        """One minibatch: the rows in self.rows."""
        self.expand(self.tables.observations, self.rows, self.batch_inputs)
        logits, value = self.think(self.batch_inputs)
        self.stats[:3] = 0
        launch(self.kernel["gradient"], self.batch * 32,
               (pointer(logits), pointer(self.slots), pointer(value), pointer(self.tables.masks), pointer(self.rows), pointer(self.actions),
                pointer(self.logp), pointer(self.advantages), pointer(self.returns), pointer(self.entropy),
                np.float32(self.args.value_weight), pointer(self.by_logits), pointer(self.by_values), pointer(self.stats),
                np.int32(self.batch)), 256)
        for parameter in self.net.parameters():
            if parameter.grad is not None:
                parameter.grad.zero_()
        torch.autograd.backward([logits, value], [self.by_logits, self.by_values])
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5, foreach=True)
        self.optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), 1 - self.args.keeps)

    def capture(self, function):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(2):
                function()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            function()
        return graph

    def run(self):
        args = self.args
        total = self.n * args.steps
        self.hold_back(0)
        self.rollout()
        self.rows.copy_(torch.randperm(total, device="cuda")[: self.batch])
        roll = self.capture(self.go_on)
        learn = self.capture(self.learn)
        assert int(self.illegal()) == 0, "an action that was not open"
        for name, graph in (("a stretch of play", roll), ("a minibatch", learn)):
            torch.cuda.synchronize()
            begin = time.time()
            for _ in range(5):
                graph.replay()
            torch.cuda.synchronize()
            print("%s: %.2f ms" % (name, (time.time() - begin) * 200), flush=True)
        curve = csv.writer(open(f"{args.out}/curve.csv", "w"))
        curve.writerow(["seconds", "decisions", "value_loss", "entropy", "kl", "spread", "length", "cut"] + list(LINEUPS[1:]))
        start = time.time()
        iteration, marks, done = 0, 0, 0
        while True:
            done_part = (time.time() - start) / (60 * args.minutes)
            if done_part >= 1:
                break
            part = args.part_begin + (args.part_end - args.part_begin) * done_part
            self.rate.fill_(args.rate * max(1 - part, 0.02) * min(done_part / 0.02, 1) + 1e-5)
            self.entropy.fill_(args.entropy * (1 - part) + args.entropy_end)
            roll.replay()
            for _ in range(args.epochs):
                order = torch.randperm(total, device="cuda")
                for at in range(0, total, self.batch):
                    self.rows.copy_(order[at : at + self.batch])
                    learn.replay()
            iteration += 1
            done += total
            if done_part >= marks / args.marks:
                marks += 1
                torch.cuda.synchronize()
                ends = self.tables.ends
                games = (ends != 0).sum().item()
                row = [round(time.time() - start, 1), done] + [round(x, 5) for x in self.stats.tolist()]
                row += [round(total / max(games, 1), 1), (ends == 2).sum().item()]
                row += [round(share, 2) for share in self.won()]
                curve.writerow(row)
                print("%6.0f s %7.2f G  %5.1f M/s  value %.4f entropy %.3f kl %.4f spread %.3f length %.1f cut %d  won" % (
                    row[0], done / 1e9, done / 1e6 / max(row[0], 1), *row[2:8]), row[8:], "illegal", int(self.illegal()),
                    flush=True)
                if args.keep and marks > 1:
                    self.export(f"{args.out}/mark{marks - 1:02d}.mind")
        self.export(f"{args.out}/master.mind")
        torch.save(self.mean.state_dict(), f"{args.out}/mean.pt")

    def won(self):
        """Per cent of the games won at tables of four with one learner, by who the others are."""
        shares = []
        for sort in range(1, len(LINEUPS)):
            at = np.nonzero((self.sorts == sort) & (self.tables.seats_of.cpu().numpy() == 4))[0]
            at = torch.from_numpy(at).cuda()
            ended = self.tables.ends[:, at] == 1
            mine = self.tables.seats[0, at].long().expand(ended.shape)
            won = self.tables.rewards[:, at].gather(2, mine.unsqueeze(2)).squeeze(2) > 0
            shares.append(100 * (won & ended).sum().item() / max(ended.sum().item(), 1))
        return shares

    def illegal(self):
        return self.tables.illegal.item()

    @torch.no_grad()
    def export(self, path):
        """The network in whole numbers; what one step of an activation means is taken from play."""
        net = self.mean
        rows = torch.randperm(self.n * self.args.steps, device="cuda")[: min(self.batch, 65536)]
        inputs = self.rows_of_inputs(len(rows))
        self.expand(self.tables.observations, rows, inputs)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            one, two, last, _ = net.hidden(*inputs)
        units = [max(float(layer.float().max()) for layer in alike) * 1.1 / ACTIVATION_MAX
                 for alike in ((one,), (two, last - two))]
        size = write(path, self.features, layers(net, *self.features), units, self.args.seats_min, self.args.seats_max)
        print("%s: %d bytes, units %.5f %.5f" % (path, size, *units), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--frames", required=True)
    parser.add_argument("--weights", required=True, help="the share of each row of the frames, with commas")
    parser.add_argument("--kernels", default="build/batch.ptx")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seats-min", type=int, default=2)
    parser.add_argument("--seats-max", type=int, default=2)
    parser.add_argument("--others", type=int, default=3)
    parser.add_argument("--past", type=int, default=6)
    parser.add_argument("--known", type=int, default=2)
    parser.add_argument("--habits", action="store_true", help="looks at what the others have done since the deal")
    parser.add_argument("--first", type=int, default=320)
    parser.add_argument("--second", type=int, default=256)
    parser.add_argument("--tables", type=int, default=65536)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--minibatch", type=int, default=65536)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--entropy-end", type=float, default=0.0003)
    parser.add_argument("--value-weight", type=float, default=1.0)
    parser.add_argument("--gamma", type=float, default=0.999)
    parser.add_argument("--decay", type=float, default=0.95)
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--marks", type=int, default=20)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--mix", default="self:1", help="shares of the tables by who sits there: " + ", ".join(LINEUPS))
    parser.add_argument("--keeps", type=float, default=0.9995, help="of the mean, at each step")
    parser.add_argument("--start", help="the folder of an earlier run to go on from, of a narrower network perhaps")
    parser.add_argument("--part-begin", type=float, default=0, help="where in the schedule of rates this run begins")
    parser.add_argument("--part-end", type=float, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    Trainer(args).run()


if __name__ == "__main__":
    main()
