"""net.py - the network while it learns: every colour is thought about by the same weights.

A layer tells each colour something by itself (`each`) and something by the sum over all of them (`all`); what is done
with one colour is read off that colour, everything else off the sum. So red for blue makes no difference, and what is
learned of one colour is known of all.
"""

import numpy as np
import torch
from torch import nn

from mindfile import COLOR_ROWS, PLAIN_ROWS

COLORS = 4
OUTPUTS = 32 * COLORS + 64  # mindfile.slots says which action is which


class Mix(torch.autograd.Function):
    """relu(each + all) for every colour, and its sum over them."""

    kernels = None  # train.py has quick ones for the GPU

    @staticmethod
    def forward(ctx, each, everything):
        if Mix.kernels:
            out, total = Mix.kernels.forward(each, everything)
        else:
            out = torch.relu(each + everything.unsqueeze(1))
            total = out.sum(1)
        ctx.save_for_backward(out)
        return out, total

    @staticmethod
    def backward(ctx, by_out, by_total):
        (out,) = ctx.saved_tensors
        if Mix.kernels:
            return Mix.kernels.backward(out, by_out, by_total)
        by_each = (by_out + by_total.unsqueeze(1)) * (out > 0)
        return by_each, by_each.sum(1)


class Net(nn.Module):
    def __init__(self, of_color, of_table, first, second):
        super().__init__()
        self.first_each = nn.Linear(of_color, first, bias=False)
        self.first_all = nn.Linear(of_color + of_table, first)
        self.second_each = nn.Linear(first, second, bias=False)
        self.second_all = nn.Linear(first, second)
        self.third_each = nn.Linear(second, second, bias=False)
        self.third_all = nn.Linear(second, second)
        self.by_color = nn.Linear(second, 32)
        self.plain = nn.Linear(second, 64)
        self.value = nn.Linear(second, 1)
        for head in (self.by_color, self.plain, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def hidden(self, each, shared):
        """What each layer finds; of the last one the sum over the colours as well."""
        one, one_all = Mix.apply(self.first_each(each), self.first_all(shared))
        two, two_all = Mix.apply(self.second_each(one), self.second_all(one_all))
        three, three_all = Mix.apply(self.third_each(two), self.third_all(two_all))
        return one, two, two + three, two_all + three_all

    def forward(self, each, shared):
        _, _, last, total = self.hidden(each, shared)
        return torch.cat([self.by_color(last).flatten(1), self.plain(total)], 1), self.value(total).squeeze(-1)


def grow(net, weights):
    """Begins with the weights of a smaller network, with narrower layers, or without the last features:
    what is new listens at once but is not listened to yet, so the network thinks what the smaller one thought."""
    own = net.state_dict()
    for name, old in weights.items():
        new = own[name]
        if old.dim() > 1:
            new[: old.shape[0]] = 0
            new[: old.shape[0], : old.shape[1]] = old
        else:
            new[: old.shape[0]] = old
    net.load_state_dict(own)


def layers(net, of_color, of_table):
    """The weights as mindfile.write wants them, without the padding."""
    colors, table = len(of_color), len(of_table)
    numbers = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    everything = numbers["first_all.weight"]
    first = np.concatenate([numbers["first_each.weight"][:, :colors], everything[:, : colors + table]], 1)
    out = [(first, numbers["first_all.bias"])]
    for name in ("second", "third"):
        bias = numbers[f"{name}_all.bias"]
        out += [(numbers[f"{name}_each.weight"], bias * 0), (numbers[f"{name}_all.weight"], bias)]
    for name, rows in (("by_color", COLOR_ROWS), ("plain", PLAIN_ROWS), ("value", 1)):
        out.append((numbers[f"{name}.weight"][:rows], numbers[f"{name}.bias"][:rows]))
    return out
