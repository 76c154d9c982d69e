#!/usr/bin/env python3
"""Runs what the documents show: run_examples.py PROGRAM SOURCE_ROOT. One TAP line per example.

In docs/*.md and *.md of the root:
  a block fenced as ```mesa is a file that replays with exit status 0;
  in a block fenced as ```sh every line "$ ./run ..." is run, with the built program in place of
  ./run, and must succeed. If lines of output follow, each must be in what the program printed, in
  this order ("..." stands for any). "$ ./run" alone, build and fuzz are not run here; "$ for", "$ head" and "$ ls" are;
  what a block fenced as ```python in STUDY.md says is run where its commands have left their files;
  a block fenced as ```c is compiled, if it includes anything, without being run.
"""
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402


def blocks(text):
    """Yields (line number, language, content) of the fenced blocks."""
    language, start, lines = None, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"^\s*```\s*(\S*)\s*$", line)
        if not fence:
            lines.append(line)
        elif language is None:
            language, start, lines = fence.group(1), number, []
        else:
            yield start, language, lines
            language = None


def shows(printed, wanted):
    """Whether the wanted lines are among the printed ones, in order."""
    rest = iter(line.rstrip() for line in printed.splitlines())
    return all(line.rstrip() in rest for line in wanted if line.strip() not in ("", "..."))


def run_mesa(program, root, folder, name, lines):
    path = folder / "example.mesa"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = tap.run([program, "replay", path], cwd=root, timeout=60)
    tap.check(name, result.status == 0, result)


def run_shell(program, folder, name, lines):
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif commands:
            commands[-1][1].append(line)
    for command, output in commands:
        words = shlex.split(command, comments=True)
        is_ours = words[:1] == ["./run"] and words[1:2] not in ([], ["build"], ["fuzz"])
        if not is_ours and words[:1] not in (["for"], ["head"], ["ls"]):
            continue
        # In a shell, for pipes and redirections; in a folder of its own that has what is named.
        line = command.replace("./run", shlex.quote(program))
        env = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="")
        result = tap.run(["sh", "-c", line], cwd=folder, env=env, timeout=120)
        tap.check(f"{name}: {command}", result.status == 0 and shows(result.out + result.err, output),
                  result)


def compile_c(program, root, folder, name, lines):
    path = folder / "example.c"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = tap.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", root / "include",
                      "-I", Path(program).resolve().parent / "include", path])
    tap.check(name, result.status == 0, result)


def main():
    program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
    kinds = {"mesa": 0, "sh": 0}
    for path in sorted([*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("editions/*.md")]):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            for name in ("tests", "editions", "docs"):
                (folder / name).symlink_to(root / name)
            for line, language, lines in blocks(path.read_text(encoding="utf-8")):
                name = f"{path.relative_to(root)}:{line}"
                if language in kinds:
                    kinds[language] += 1
                if language == "mesa":
                    run_mesa(program, root, folder, name, lines)
                elif language == "c" and any(text.startswith("#include") for text in lines):
                    compile_c(program, root, folder, name, lines)
                elif language == "python" and path.name == "STUDY.md":
                    script = tap.run([sys.executable, "-c", "\n".join(lines)], cwd=folder)
                    tap.check(name, script.status == 0 and script.out.count("%") >= 4, script)
                elif language == "sh":
                    run_shell(program, folder, name, lines)
    # What a document calls an example and nobody runs is not tested: the fences are spelt as above.
    tap.check("examples of every kind were found", all(kinds.values()), kinds)
    tap.done()


main()
