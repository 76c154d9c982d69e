#!/usr/bin/env python3
"""The page: its parts, its types, its screens in a real browser: test_page.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import sys
import tempfile
from pathlib import Path

import page_tests
from page_tests import here, modules, page, program, root, tap

page_tests.need_page()
page_tests.relay("the tests of the parts", ["node", here / "unit.mjs", page, program, root], 120)
if page_tests.has_sanitizers():
    # The page is the same in every build; a server with sanitizers is tried in test_games.py.
    tap.done()
if page_tests.get_modules():
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "messages.d.ts"
        made.write_text(tap.run([sys.executable, root / "tools/messages_types.py"],
                                stdin=tap.run([program, "schema"]).out.encode()).out, encoding="utf-8")
        (Path(folder) / "tsconfig.json").write_text(json.dumps({
            "extends": str(here / "tsconfig.json"), "compilerOptions": {"rootDirs": [str(root / "web/js"), folder]},
            "include": [str(root / "web/js/*.js"), str(made)]}), encoding="utf-8")
        types = tap.run(["node", modules / "node_modules/typescript/bin/tsc", "-p", folder], timeout=180)
    tap.check("the page's code has the types it says, its messages those of the protocol", types.status == 0, types.out)
    sources = ["web/js", "web/sw.js", "web/analyst.js", "tests/browser", "tests/npm", "packaging/npm"]
    lint = tap.run(["node", modules / "node_modules/eslint/bin/eslint.js", "-c", here / "eslint.config.mjs", *sources],
                   cwd=root, timeout=180)
    tap.check("the linter has nothing to say about it", lint.status == 0, lint.out)
    form = tap.run(["node", modules / "node_modules/prettier/bin/prettier.cjs", "--check", "--config",
                    here / ".prettierrc.json", "web/js/*.js", "web/sw.js", "web/analyst.js", "tests/browser/*.mjs", "tests/npm/*.mjs",
                    "packaging/npm/*.js"], cwd=root,
                   timeout=180)
    tap.check("it is formatted as prettier does it", form.status == 0, form.out + form.err)
page_tests.in_browser("light,sounds,languages,learn,sizes,everyone,gestures,offline,weight,feel,heard,fresh")
