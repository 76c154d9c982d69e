#!/usr/bin/env python3
"""A stand-in for a language model at `penultima seat --text --run "docs/examples/words.py"`; standard library only.

Words come in lines; a line "? 12" asks for decision 12. In the place of answer(), send the words to a model. This one
takes the first card it can lay, and makes --mistakes mistakes of hundred, as models do.
"""
import random
import re
import sys


def answer(words, chance, mistakes):
    """What is said to a position in words: the number of a choice, as a model would write it."""
    choices = re.findall(r"^  ([0-9]+) .*\[(.*)\]$", words, re.MULTILINE)
    if chance.random() * 100 < mistakes:
        return "I would rather play the moon."
    cards = [number for number, written in choices if written.split()[0] in ("plays", "streams", "follows")]
    return (cards or [number for number, _ in choices])[0]


def main():
    mistakes = int(sys.argv[sys.argv.index("--mistakes") + 1]) if "--mistakes" in sys.argv else 0
    chance, words = random.Random(1), []
    for line in sys.stdin:
        if line.startswith("? "):
            said = answer("".join(words), chance, mistakes)
            print(f"{said} # tokens={sum(map(len, words)) // 4}", flush=True)
            words = []
        else:
            words.append(line)


if __name__ == "__main__":
    main()
