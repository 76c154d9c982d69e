#!/usr/bin/env python3
"""Lengths of encrypted messages tell next to nothing: test_lengths.py PROGRAM ARCHIVE SOURCE_ROOT

A few games; the figures of more are in docs/SECURITY.md. Without padding the eavesdropper is right in four
of five turns even with so little to learn from.
"""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from lengths import guess_rate, measure  # noqa: E402

samples, said, sent = measure(os.path.abspath(sys.argv[1]), sys.argv[3], 8)
right, blind = guess_rate(samples)
print(f"# {len(samples)} turns: right in {right:.0%}, by guessing alone in {blind:.0%}; {sent / said - 1:.1%} more bytes")
tap.check("there is something to learn from", len(samples) > 150, len(samples))
tap.check("listening is hardly better than guessing", right < blind + 0.2, right, blind)
tap.check("and costs less than a tenth more bytes", sent < 1.1 * said, sent, said)
tap.done()
