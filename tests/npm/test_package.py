#!/usr/bin/env python3
"""The package for npm, packed and installed into an empty folder: test_package.py PROGRAM ARCHIVE SOURCE_ROOT

A game of every edition is played, all public samples are replayed, the examples of its README run, and its types fit what it is, says
TypeScript, which comes with the modules of the page's tests.
"""
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "browser"))
import page_tests  # noqa: E402
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
here = Path(__file__).resolve().parent
page_tests.need_page()


def npm(*words, cwd):
    return tap.run(["npm", *words, "--offline", "--no-audit", "--no-fund", "--cache", cwd / "npm-cache"], cwd=cwd)


with tempfile.TemporaryDirectory() as scratch:
    package, empty = Path(scratch, "package"), Path(scratch, "empty")
    empty.mkdir()
    made = tap.run([sys.executable, root / "packaging/npm/assemble.py", program.parent, package])
    if not tap.check("the package is put together", made.status == 0, made):
        tap.done()
    packed = npm("pack", package, "--json", cwd=empty)
    if not tap.check("npm packs it", packed.status == 0, packed):
        tap.done()
    packed = json.loads(packed.out)[0]
    inside = {one["path"] for one in packed["files"]}
    tap.equal("with all it is made of", sorted(path.relative_to(package).as_posix() for path in package.rglob("*")
                                               if path.is_file() and path.relative_to(package).as_posix() not in inside), [])
    tap.equal("of this version", packed["version"], re.search(r"^\s*version: '([^']+)'", (root / "meson.build").read_text(encoding="utf-8"), re.MULTILINE)[1])
    page = program.parent / "web"
    for name in ("penultima.wasm", "records.wasm"):
        tap.check(f"{name} is the page's", (package / name).read_bytes() == (page / name).read_bytes())
    for name in ("core.js", "records.js", "room.js", "table.js"):
        tap.check(f"{name} is the page's", (package / name).read_bytes() == (root / "web/js" / name).read_bytes())

    (empty / "package.json").write_text('{"private": true, "type": "module"}\n', encoding="utf-8")
    installed = npm("install", empty / packed["filename"], cwd=empty)
    if not tap.check("it can be installed without a network", installed.status == 0, installed):
        tap.done()
    shutil.copy(root / "docs/examples/checked-game.mesa", empty / "game.mesa")
    shutil.copy(here / "play.mjs", empty)
    samples = [root / "docs/examples/checked-game.mesa"]
    for folder in ("tests/records", "../shared/examples"):
        samples += sorted((root / folder).glob("*.mesa"))
    played = tap.run(["node", "play.mjs", *samples], cwd=empty, timeout=300)
    for verdict, name in re.findall(r"^(ok|not ok) \d+ - (.*)$", played.out, re.MULTILINE):
        tap.check(name, verdict == "ok", played.err)
    tap.check("a program plays with it to its end", played.status == 0, played)

    readme = (package / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```js\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    tap.check("the README has examples", len(examples) > 3)
    for number, example in enumerate(examples, 1):
        (empty / f"example{number}.mjs").write_text(example, encoding="utf-8")
        shown = tap.run(["node", f"example{number}.mjs"], cwd=empty)
        tap.check(f"example {number} of its README runs and prints something", shown.status == 0 and shown.out.strip(), shown)

    compiler = page_tests.modules / "node_modules/typescript/lib/tsc.js"
    if not page_tests.get_modules():
        print("# its types are not checked: TypeScript cannot be had")
    else:
        (empty / "fits.ts").write_text(
            'import * as said from "penultima";\nimport * as made from "./node_modules/penultima/index.js";\n'
            "const all: Record<keyof typeof said, unknown> = made;\n"
            "async function play() {\n  const game = await said.Game.open({ people: ['Ana'], bots: ['rule'], seed: 1 });\n"
            "  const seat: number = game.must[0];\n  const actions: string[] = game.legal(seat);\n  game.apply(seat, actions[0]);\n"
            "  const top: string | undefined = game.view(0).now?.top;\n  return [all, top, said.replay('').moments[0]?.hands[0]];\n}\nvoid play;\n", encoding="utf-8")
        options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"]
        checked = tap.run(["node", compiler, *options, "fits.ts"], cwd=empty)
        tap.check("its types can be used", checked.status == 0, checked)
        (empty / "wrong.ts").write_text('import { Game } from "penultima";\nvoid Game.open().then((game) => game.apply("Ana", 7));\n', encoding="utf-8")
        tap.check("and say what is wrong", tap.run(["node", compiler, *options, "wrong.ts"], cwd=empty).status != 0)
        # What index.js is, as TypeScript reads it, against what index.d.ts says of it.
        own = package / "own"
        own.mkdir()
        for name in ("index.js", "core.js", "records.js", "room.js", "table.js", "catalogue.js", "messages.d.ts"):
            shutil.copy(package / name, own)
        (own / "said.d.ts").write_text((package / "index.d.ts").read_text(encoding="utf-8"), encoding="utf-8")
        (own / "node.d.ts").write_text('declare module "node:fs/promises" { export function readFile(path: URL): Promise<Uint8Array>; }\n', encoding="utf-8")
        (own / "fits.ts").write_text('import * as made from "./index.js";\nimport type * as said from "./said.js";\n'
                                     "export const all: Omit<typeof said, 'Game' | 'Refused'> = made;\n"
                                     "export const members: Record<keyof said.Game, unknown> = {} as made.Game;\n", encoding="utf-8")
        checked = tap.run(["node", compiler, *options, "--allowJs", "--checkJs", "--lib", "es2022,dom,dom.iterable", "node.d.ts", "fits.ts"], cwd=own)
        tap.check("it is what its types say", checked.status == 0, checked)
tap.done()
