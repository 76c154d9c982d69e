"""train.py - a player learns the game from nothing: PPO against itself, on one GPU.

    python3 learn/train.py --out FOLDER --minutes 8 --seats 2

Needs PyTorch, CuPy, the kernels (tools/gpu) and the rules (learn/frames.c); learn/run.sh makes them. The curve
goes to FOLDER/curve.csv, the network to FOLDER/master.mind (src/mind reads it) and FOLDER/net.pt.
"""

import argparse
import csv
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import cupy
from features import features
from mindfile import ACTIVATION_MAX, write
from tables import OBSERVATION, Frames, Kernels, Tables, launch, pointer

ACTIONS = 192

SOURCE = r"""
typedef unsigned long long u64; typedef unsigned int u32; typedef unsigned short u16; typedef unsigned char u8;
extern "C" {
// Bits of observations as bfloat16 zeros and ones; a feature is byte | kind << 16 | argument << 24.
__global__ void expand(const u8 *observations, const long long *rows, const u32 *features, u16 *out, int count, u64 total)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    u64 row = i / count; u32 f = features[i % count];
    u64 from = rows ? (u64)rows[row] : row;
    u32 byte = observations[from * 384 + (f & 0xffff)], kind = f >> 16 & 0xff, argument = f >> 24;
    out[i] = (kind ? byte >= argument : byte >> argument & 1) ? 0x3f80 : 0;
}
static __device__ u64 mix(u64 z) { z += 0x9e3779b97f4a7c15ull; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull; return z ^ z >> 31; }
// One action per row by its likelihood among what is open: a warp per row.
__global__ void choose(const float *logits, const u64 *masks, const long long *counter, u8 *actions, float *logp, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float best = -1e30f, top = -1e30f, value[6]; int which = 0;
    for (int j = 0; j < 6; j++) {
        int a = lane + 32 * j;
        bool open = masks[(u64)row * 3 + a / 64] >> (a % 64) & 1;
        value[j] = open ? logits[(u64)row * 192 + a] : -1e30f;
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
// What is open as an addend to logits.
__global__ void unpack(const u64 *masks, const long long *rows, float *out, u64 total)
{
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    u64 row = i / 192; int a = i % 192;
    out[i] = masks[(u64)rows[row] * 3 + a / 64] >> (a % 64) & 1 ? 0.0f : -1e9f;
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


class Net(nn.Module):
    def __init__(self, count, first, second):
        super().__init__()
        self.first = nn.Linear(count, first)
        self.second = nn.Linear(first, second)
        self.third = nn.Linear(second, second)
        self.policy = nn.Linear(second, ACTIONS)
        self.value = nn.Linear(second, 1)
        for head in (self.policy, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def hidden(self, x):
        one = F.relu(self.first(x))
        two = F.relu(self.second(one))
        return one, two, two + F.relu(self.third(two))

    def forward(self, x):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            last = self.hidden(x)[2]
            return self.policy(last).float(), self.value(last).float().squeeze(-1)


class Trainer:
    def __init__(self, args):
        self.args = args
        module = cupy.RawModule(code=SOURCE, options=("--std=c++11",))
        self.kernel = {name: module.get_function(name) for name in ("expand", "choose", "unpack", "look_back")}
        self.features = features(args.seats_max, others=args.others, past=args.past, known_planes=args.known)
        packed = [byte | kind << 16 | argument << 24 for byte, kind, argument in self.features]
        self.packed = torch.tensor(packed, dtype=torch.int64).to(torch.int32).cuda()
        frames = Frames(args.frames)
        shares = self.shares(frames, args.tables)
        self.tables = Tables(frames, Kernels(args.kernels), shares, args.seed, slots=args.steps)
        n, steps = self.tables.count, args.steps
        self.n, self.count = n, len(self.features)
        self.net = Net(self.count, args.first, args.second).cuda()
        if args.start:
            self.net.load_state_dict(torch.load(args.start))
        self.actions = torch.zeros(steps, n, dtype=torch.uint8, device="cuda")
        self.logp = torch.zeros(steps, n, device="cuda")
        self.values = torch.zeros(steps, n, device="cuda")
        self.advantages = torch.zeros(steps, n, device="cuda")
        self.returns = torch.zeros(steps, n, device="cuda")
        self.counter = torch.zeros(1, dtype=torch.int64, device="cuda")
        self.inputs = torch.zeros(n, self.count, dtype=torch.bfloat16, device="cuda")
        self.batch = args.minibatch
        self.rows = torch.zeros(self.batch, dtype=torch.int64, device="cuda")
        self.batch_inputs = torch.zeros(self.batch, self.count, dtype=torch.bfloat16, device="cuda")
        self.batch_open = torch.zeros(self.batch, ACTIONS, device="cuda")
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

    def expand(self, observations, rows, out):
        total = out.shape[0] * self.count
        pointers = (pointer(observations), pointer(rows) if rows is not None else np.uint64(0), pointer(self.packed),
                    pointer(out), np.int32(self.count), np.uint64(total))
        launch(self.kernel["expand"], total, pointers, 256)

    @torch.no_grad()
    def rollout(self):
        for t in range(self.args.steps):
            self.expand(self.tables.observations[t], None, self.inputs)
            logits, value = self.net(self.inputs)
            self.values[t] = torch.sigmoid(value)
            self.counter += 1
            logits = logits.contiguous()
            launch(self.kernel["choose"], self.n * 32,
                   (pointer(logits), pointer(self.tables.masks[t]), pointer(self.counter), pointer(self.actions[t]),
                    pointer(self.logp[t]), np.int32(self.n)), 256)
            self.tables.step(t, self.actions[t])
        self.expand(self.tables.observations[self.args.steps], None, self.inputs)
        last = torch.sigmoid(self.net(self.inputs)[1]).contiguous()
        launch(self.kernel["look_back"], self.n,
               (pointer(self.tables.seats), pointer(self.tables.ends), pointer(self.tables.rewards), pointer(self.values),
                pointer(last), pointer(self.tables.seats[self.args.steps]), pointer(self.tables.seats_of),
                pointer(self.advantages), pointer(self.returns), np.int32(self.n), np.int32(self.args.steps),
                np.int32(self.tables.stride), np.float32(self.args.gamma), np.float32(self.args.decay)), 128)
        spread = self.advantages.std()
        self.stats[3] = spread
        self.advantages.sub_(self.advantages.mean()).div_(spread + 1e-6)

    def learn(self):
        """One minibatch: the rows in self.rows."""
        rows = self.rows
        with torch.no_grad():
            self.expand(self.tables.observations, rows, self.batch_inputs)
            launch(self.kernel["unpack"], self.batch * ACTIONS,
                   (pointer(self.tables.masks), pointer(rows), pointer(self.batch_open),
                    np.uint64(self.batch * ACTIONS)), 256)
            actions = self.actions.view(-1)[rows].long()
            old = self.logp.view(-1)[rows]
            advantage = self.advantages.view(-1)[rows]
            target = self.returns.view(-1)[rows]
        logits, value = self.net(self.batch_inputs)
        logp = F.log_softmax(logits + self.batch_open, 1)
        mine = logp.gather(1, actions[:, None]).squeeze(1)
        ratio = (mine - old).clamp(-8, 8).exp()
        policy_loss = -torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
        value_loss = (torch.sigmoid(value) - target).pow(2).mean()
        entropy = -(logp.exp() * logp).sum(1).mean()
        loss = policy_loss + self.args.value_weight * value_loss - self.entropy * entropy
        for parameter in self.net.parameters():
            if parameter.grad is not None:
                parameter.grad.zero_()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5, foreach=True)
        self.optimizer.step()
        self.stats[0].copy_(value_loss.detach())
        self.stats[1].copy_(entropy.detach())
        self.stats[2].copy_((old - mine).mean().detach())

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
        self.rollout()
        self.tables.wrap()
        self.rows.copy_(torch.randperm(total, device="cuda")[: self.batch])
        roll = self.capture(self.rollout)
        learn = self.capture(self.learn)
        assert int(self.illegal()) == 0, "an action that was not open"
        curve = csv.writer(open(f"{args.out}/curve.csv", "w"))
        curve.writerow(["seconds", "decisions", "value_loss", "entropy", "kl", "spread", "length", "cut"])
        start = time.time()
        iteration, marks, done = 0, 0, 0
        while True:
            part = (time.time() - start) / (60 * args.minutes)
            if part >= 1:
                break
            self.rate.fill_(args.rate * max(1 - part, 0.02) if part > 0.02 else args.rate * part / 0.02 + 1e-5)
            self.entropy.fill_(args.entropy * (1 - part) + args.entropy_end)
            self.tables.wrap()
            roll.replay()
            for _ in range(args.epochs):
                order = torch.randperm(total, device="cuda")
                for at in range(0, total, self.batch):
                    self.rows.copy_(order[at : at + self.batch])
                    learn.replay()
            iteration += 1
            done += total
            if part >= marks / args.marks:
                marks += 1
                torch.cuda.synchronize()
                ends = self.tables.ends
                games = (ends != 0).sum().item()
                row = [round(time.time() - start, 1), done] + [round(x, 5) for x in self.stats.tolist()]
                row += [round(total / max(games, 1), 1), (ends == 2).sum().item()]
                curve.writerow(row)
                print("%6.0f s %7.2f G  %5.1f M/s  value %.4f entropy %.3f kl %.4f spread %.3f length %.1f cut %d illegal %d" % (
                    row[0], done / 1e9, done / 1e6 / max(row[0], 1), *row[2:], int(self.illegal())), flush=True)
                if args.keep and marks > 1:
                    self.export(f"{args.out}/mark{marks - 1:02d}.mind")
        self.export(f"{args.out}/master.mind")
        torch.save(self.net.state_dict(), f"{args.out}/net.pt")

    def illegal(self):
        return self.tables.illegal.item()

    @torch.no_grad()
    def export(self, path):
        """The network in whole numbers; what one step of an activation means is taken from play."""
        net = self.net
        rows = torch.randperm(self.n * self.args.steps, device="cuda")[: min(self.batch, 65536)]
        inputs = torch.zeros(len(rows), self.count, dtype=torch.bfloat16, device="cuda")
        self.expand(self.tables.observations, rows, inputs)
        one, two, _ = net.hidden(inputs.float())
        units = []
        for layer in (one, two):
            units.append(float(layer.flatten().float().cpu().numpy().max()) * 1.1 / ACTIVATION_MAX)
        weights = [(layer.weight.float().cpu().numpy(), layer.bias.float().cpu().numpy())
                   for layer in (net.first, net.second, net.third, net.policy, net.value)]
        size = write(path, self.features, weights, units, self.args.seats_min, self.args.seats_max)
        print("%s: %d bytes, %d features, units %.5f %.5f" % (path, size, self.count, *units), flush=True)


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
    parser.add_argument("--first", type=int, default=416)
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
    parser.add_argument("--start")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    Trainer(args).run()


if __name__ == "__main__":
    main()
