"""The package and its examples, held to their types; and the wheel: what it carries, and that nothing of who built it is in it."""
import os
import subprocess
import sys
import sysconfig
import tempfile
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import python_package  # noqa: E402
import tap  # noqa: E402

python_package.inside()


WRONG = """import penultima
penultima.env(players="3")
penultima.vector_env(4, opponnents="rank")
penultima.Table("classic", dealer="Ana")
"""


def mypy(*files):
    build = Path(sys.argv[1]).resolve().parent
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(build / "mypy"), *files], cwd=ROOT / "python",
                          capture_output=True, universal_newlines=True, check=False)


def check_types():
    result = mypy("penultima", "examples")
    tap.check("mypy --strict finds nothing", result.returncode == 0, result.stdout[-3000:], result.stderr[-500:])
    with tempfile.TemporaryDirectory() as folder:
        wrong = Path(folder) / "wrong.py"
        wrong.write_text(WRONG, encoding="utf-8")
        result = mypy("penultima", wrong)
        tap.check("and what is wrong, in factories as well", [f"wrong.py:{line}: error" in result.stdout for line in (2, 3, 4)] == [True] * 3,
                  result.stdout[-2000:])


def check_wheel():
    listed = [str(path) for path in metadata.files("penultima") or []]
    for wanted in ("LICENSE", "py.typed", "_penultima.so"):
        tap.check(f"{wanted} is in the wheel", any(path.endswith(wanted) for path in listed), listed)
    library = Path(sysconfig.get_path("platlib")) / "penultima" / "_penultima.so"
    text = library.read_bytes()
    places = {str(ROOT), os.path.expanduser("~"), "/tmp/"} - {"/"}
    tap.equal("no path of the builder's is in its library", [place for place in places if place.encode() + b"/" in text or
                                                             (place.endswith("/") and place.encode() in text)], [])


check_types()
check_wheel()
tap.done()
