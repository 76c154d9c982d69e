"""The package penultima in a virtual environment of the build folder, for the tests of tests/python.

inside(...) makes the environment once (several tests may ask at the same time), installs what is asked for from the
registry and the package from its folder, as a user would, and goes on with the calling script inside of it."""
import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SUITES = ["numpy", "gymnasium>=1.0", "pettingzoo>=1.24", "open_spiel>=1.5", "mypy>=1.11"]
# What pip says when it reaches nobody at all.
NO_NETWORK = ("from versions: none", "Failed to establish a new connection", "Temporary failure in name resolution",
              "ProxyError")


def skip(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def _stamp():
    """Changes with everything that the package is made of."""
    digest = hashlib.sha256(repr((SUITES, sys.version)).encode())
    for folder in ("python", "include", "src/rules", "src/text", "src/batch", "src/bots", "src/mind", "src/value", "src/sim", "editions", "house",
                   "lang", "learn"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".c", ".h", ".in", ".toml", ".edition", ".house", ".lang", ".mind", ".build"):
                if not {"build", "__pycache__", "csrc"} & set(path.relative_to(ROOT).parts):
                    digest.update(path.read_bytes())
    return digest.hexdigest()


def _pip(python, *arguments):
    return subprocess.run([python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)


def _make(folder, python):
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    for arguments in (SUITES, [str(ROOT / "python")]):
        result = _pip(python, *arguments)
        if result.returncode != 0:
            if any(sign in result.stdout for sign in NO_NETWORK):
                skip("no network: the suites of the Python packages cannot be installed")
            print(f"1..1\nnot ok 1 - pip install {' '.join(arguments)}")
            print(result.stdout[-3000:], file=sys.stderr)
            sys.exit(1)


def inside():
    """Returns only in the environment."""
    if os.environ.get("PENULTIMA_INSIDE"):
        return
    build = Path(sys.argv[1]).resolve().parent
    if "sanitize" in build.name:
        skip("the package is built by itself, in one build folder")
    folder, stamp = build / "python", _stamp()
    python = str(folder / "bin" / "python")
    build.joinpath("python.lock").touch()
    with open(build / "python.lock", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        marker = folder / "penultima-stamp"
        if not marker.is_file() or marker.read_text(encoding="utf-8") != stamp:
            _make(folder, python)
            marker.write_text(stamp, encoding="utf-8")
    os.execve(python, [python, *sys.argv], {**os.environ, "PENULTIMA_INSIDE": "1", "PYTHONDONTWRITEBYTECODE": "1"})
