#!/usr/bin/env python3
"""The steps of a Containerfile for a shell: steps.py build|run|copies < Containerfile

build, run: the commands of the first and of the last stage; copies: what the last stage takes from the first, "FROM TO" a line.
Whatever instruction is not known here is an error, so that nothing of the file goes untried in silence.
"""
import shlex
import sys

TOLD = {"USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}  # of the engine
stages = []
for line in sys.stdin.read().replace("\\\n", " ").splitlines():
    if not line.strip() or line.startswith("#"):
        continue
    word, rest = line.split(None, 1)
    if word == "FROM":
        stages.append([])
    elif word in ("RUN", "COPY"):
        stages[-1].append((word, rest))
    elif word not in TOLD:
        sys.exit(f"steps.py: {word} is not known")
if sys.argv[1] == "copies":
    for word, rest in stages[-1]:
        if word == "COPY":
            origin, source, target = shlex.split(rest)
            assert origin == "--from=build", rest
            print(source, target)
else:
    for word, rest in stages[0 if sys.argv[1] == "build" else -1]:
        if word == "RUN":
            print(rest)
