#!/usr/bin/env python3
"""What packages say is what the build says: test_packaging.py PROGRAM ARCHIVE SOURCE_ROOT

The packages themselves are built and tried by tools/packages.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
packaging = root / "packaging"


def read(path):
    return (root / path).read_text(encoding="utf-8")


version = re.search(r"^\s*version: '([^']+)'", read("meson.build"), re.MULTILINE)[1]
soversion = ".".join(version.split(".")[:2] if version.startswith("0.") else version.split(".")[:1])
for path, pattern in (
        ("packaging/debian/changelog", r"^penultima \(([^)]+)\)"),
        ("packaging/desktop/io.github.penultima.Penultima.metainfo.xml", r'<release version="([^"]+)"'),
        ("packaging/homebrew/penultima.rb", r"penultima-([\d.]+)\.tar"),
        ("packaging/nix/flake.nix", r'version = "([^"]+)"'),
        ("CITATION.cff", r"^version: (.*)$")):
    tap.equal(f"{path} is of this version", re.findall(pattern, read(path), re.MULTILINE)[:1], [version])
control = read("packaging/debian/control")
tap.check("the library's package is called as its name changes", f"Package: libpenultima{soversion}\n" in control)

# What is needed to build is said once for people (tools/setup.sh) and once for each way of packaging.
needs = set(re.findall(r'missing="\$missing ([\w. -]+)"', read("tools/setup.sh").split("need_for_cluster()")[0].split("need_to_build()")[1]))
needs = {name for words in needs for name in words.split()}
container = read("packaging/Containerfile").split("FROM ")[1]
always = {"gcc", "libc6-dev", "ninja-build", "python3"}  # of every build of Debian's
tap.equal("the Containerfile installs what the build needs", sorted(needs - set(container.split())), [])
tap.equal("so does debian/control",
          sorted(needs - always - set(re.findall(r"[a-z0-9][a-z0-9.+-]+", control.split("\n\n")[0]))), [])
for stage in ("build", "run", "copies"):
    steps = subprocess.run([sys.executable, packaging / "container/steps.py", stage], input=read("packaging/Containerfile"),
                           capture_output=True, text=True, check=False)
    tap.check(f"the Containerfile's {stage} steps can be carried out", steps.returncode == 0 and steps.stdout, steps.stderr)
    if stage != "copies":
        tap.equal("and are a shell's", subprocess.run(["sh", "-n"], input=steps.stdout, text=True, check=False).returncode, 0)
tap.check("nobody is root in the container", re.search(r"^USER [1-9]\d*:[1-9]\d*$", read("packaging/Containerfile"), re.MULTILINE))

# Names of what the unit and the desktop start.
for unit in sorted((root / "tools/systemd").iterdir()):
    for started in re.findall(r"^ExecStart=(\S+)", unit.read_text(encoding="utf-8"), re.MULTILINE):
        tap.equal(f"{unit.name} starts the program", started, "/usr/local/bin/penultima")
if shutil.which("desktop-file-validate"):
    checked = tap.run(["desktop-file-validate", packaging / "desktop/penultima.desktop"])
    tap.check("the desktop entry is valid", checked.status == 0, checked)
if shutil.which("appstreamcli"):
    checked = tap.run(["appstreamcli", "validate", "--no-net", packaging / "desktop/io.github.penultima.Penultima.metainfo.xml"])
    tap.check("so is what software centres show", checked.status == 0, checked)

# Every shell can read its completions.
data = program.parent / "docs"
for shell, name in (("bash", "penultima"), ("zsh", "_penultima"), ("fish", "penultima.fish")):
    if shutil.which(shell):
        read_it = tap.run([shell, "-n", data / name])
        tap.check(f"{shell} reads its completion", read_it.status == 0, read_it)

tap.done()
