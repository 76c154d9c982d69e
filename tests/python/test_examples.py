"""What docs/PYTHON.md shows, and the scripts of python/examples in a short form."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import python_package  # noqa: E402
import tap  # noqa: E402

python_package.inside()


def run(*arguments, cwd):
    # One thread of arithmetic: two that wait for each other take longer.
    return subprocess.run([sys.executable, *map(str, arguments)], cwd=cwd, capture_output=True, check=False,
                          universal_newlines=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})


def check_document(folder):
    text = (ROOT / "docs" / "PYTHON.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    for index, block in enumerate(blocks, 1):
        result = run("-W", "ignore", "-c", block, cwd=folder)
        tap.check(f"docs/PYTHON.md, example {index}", result.returncode == 0, result.stderr)
    tap.check("the first game has ten lines", len(blocks[0].splitlines()) <= 10, blocks[0])


def check_scripts(folder):
    examples = ROOT / "python" / "examples"
    editions = len(list((ROOT / "editions").glob("*.edition")))  # all of them are built in
    study = run(examples / "study.py", "--games", 300, "--out", folder, cwd=folder)
    drawn = [(folder / name).read_text(encoding="utf-8") for name in ("turns.svg", "seats.svg") if (folder / name).exists()]
    tap.check("the study draws two pictures", study.returncode == 0 and [text.count("<polyline") for text in drawn] == [editions, 4],
              study.stderr)
    train = run(examples / "train.py", "--rounds", 60, "--opponent", "random", "--games", 4000, "--out", folder / "policy.npz",
                cwd=folder)
    tap.check("a policy learns to beat random in sixty rounds", train.returncode == 0 and "beats it" in train.stdout
              and "does not beat it" not in train.stdout, train.stdout, train.stderr)
    measured = run(examples / "evaluation.py", "--games", 400, "--weights", folder / "policy.npz", cwd=folder)
    tap.check("the evaluation tells of six policies", measured.returncode == 0 and measured.stdout.count(" % [") == 12,
              measured.stdout, measured.stderr)
    theirs = run(examples / "rlcard_results.py", "--episodes", 64, "--games", 60, cwd=folder)
    tap.check("three agents of RLCard are measured", theirs.returncode == 0 and theirs.stdout.count(" % [") == 3,
              theirs.stdout, theirs.stderr)


with tempfile.TemporaryDirectory() as temporary:
    check_document(Path(temporary))
    check_scripts(Path(temporary))
tap.done()
