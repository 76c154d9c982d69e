#!/usr/bin/env python3
"""The database under Patroni with etcd: its two change places, are cut apart and the primary dies, while people play. The
short form of "./run faults --replicated".

test_replicated.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import faults  # noqa: E402
import tap  # noqa: E402
from replicated import DCS, PARAMETERS, find_missing  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), sys.argv[3]
missing = find_missing()
if missing:
    print("# not installed:", *missing)
    tap.done()
import yaml  # noqa: E402, with Patroni

recipe = re.search(r"```yaml\n(scope:.*?)```", Path(root, "docs/OPERATING.md").read_text(encoding="utf-8"), re.DOTALL)
dcs = yaml.safe_load(recipe.group(1))["bootstrap"]["dcs"]
tap.equal("what is tried here is what the recipe says", dcs,
          dict(DCS, postgresql={"use_pg_rewind": True, "parameters": PARAMETERS}))
kinds = ("switch", "cut-primary", "kill-primary")
found = faults.run_faults(program, root, faults=len(kinds), nodes=2, tables=3, kinds=kinds, pace=0.05,
                          seed=int.from_bytes(os.urandom(2), "big"), is_replicated=True)
tap.equal("nothing lost, doubled or forked; every table goes on", found["wrong"], [], found["errors"])
tap.equal("each of them happened", found["faults"], dict.fromkeys(kinds, 1))
tap.check("there was something to lose", found["acked"] > 20, found["acked"])
tap.done()
