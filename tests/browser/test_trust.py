#!/usr/bin/env python3
"""The page at the tables of a server that lies, and of one that is busy: test_trust.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import page_tests
from page_tests import here, modules, program, tap

sys.path.insert(0, str(here.parent / "attack"))
from cheat import Cheat  # noqa: E402

page_tests.need_page()
chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if not chromium or page_tests.has_sanitizers() or not page_tests.get_modules():
    page_tests.skip("no browser here, or another build tries it")
os.environ["CHROMIUM"] = chromium
os.environ["PENULTIMA"] = str(program)
BAD = "This game does not check out!"
GOOD = "Checked: commitment, seed, cards and signatures agree."
LIES = {"honest": (GOOD, True),
        # No lies, and no alarm: a seed that was lost on its way, a record that comes late.
        "deaf": (GOOD, True), "slow": (GOOD, True),
        "no-commit": ("The server has not committed to a seed", False),
        "commit": (BAD, False),
        "commit-late": ("The server has changed its commitment!", False),
        "signature": ("The server's signature is wrong", True),
        "other-seal": ("The server's signature is wrong", False),
        "seed": (BAD, True), "withheld": (BAD, True), "order": (BAD, True), "hand": (BAD, True), "end": (BAD, True),
        "no-record": (BAD, True)}


def visit_all(port, modes, timeout=500):
    """What the page said at each, with the server in front of it."""
    cheats = {mode: Cheat(port, mode) for mode in modes}
    places = [f"{mode}=http://127.0.0.1:{cheat.port}={LIES[mode][0] if mode in LIES else ''}"
              for mode, cheat in cheats.items()]
    process = subprocess.Popen(["node", here / "trust.mjs", modules, str(port), *places],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    alarm = threading.Timer(timeout, process.kill)
    alarm.start()
    seen = {}
    for line in process.stdout:
        one = json.loads(line)
        if one.get("isReady"):
            cheats["busy"].busy = ["disk", "too-fast"]
            cheats["busy"].cut()
        else:
            seen[one["mode"]] = one
    alarm.cancel()
    err = process.stderr.read()
    process.wait()
    nothing = {"said": [], "kept": [], "key": "", "problems": ["the browser has not come so far"]}
    return {mode: (seen.get(mode, nothing), cheat, err) for mode, cheat in cheats.items()}


def judge(mode, seen, cheat, err, key, scratch):
    wanted, is_revealed = LIES[mode]
    tap.check(f"{mode}: the page says so", any(wanted in one for one in seen["said"]), *seen["said"], err)
    tap.equal(f"{mode}: the seed is {'' if is_revealed else 'not '}revealed", "reveal" in cheat.heard, is_revealed)
    tap.equal(f"{mode}: nothing breaks in the page", seen["problems"], [])
    if wanted == GOOD:
        tap.check(f"{mode}: no alarm", not any(BAD in one for one in seen["said"]), *seen["said"])
    if mode == "honest":
        tap.check("the page shows the server's key", seen["key"].split()[-1] == key[:16], seen["key"], key)
    if wanted == BAD:
        path = Path(scratch, f"{mode}.mesa")
        path.write_text(seen["kept"][-1] if seen["kept"] else "", encoding="utf-8")
        result = tap.run([program, "verify", "--lang", "en", path])
        tap.check(f"{mode}: what was kept shows it", result.status == 1 and "✗" in result.out, result)


with tempfile.TemporaryDirectory() as scratch:
    server = page_tests.Server(scratch)
    port = int(server.url.rstrip("/").rsplit(":", 1)[1].split("/")[0])
    key = json.loads(page_tests.tap.run(["curl", "-s", f"http://127.0.0.1:{port}/health"]).out)["key"]
    wanted = sys.argv[4].split(",") if len(sys.argv) > 4 else [*LIES, "busy"]
    results = visit_all(port, wanted)
    for mode in wanted:
        seen, cheat, err = results[mode]
        if mode == "busy":
            tap.check("refused for the moment, the page asks again and is let in",
                      cheat.heard.count("resume") >= 3 and not seen["problems"], cheat.heard, seen["problems"], err)
        else:
            judge(mode, seen, cheat, err, key, scratch)
    tap.equal("the server stops when told", server.stop(), 0)
tap.done()
