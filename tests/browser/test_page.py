#!/usr/bin/env python3
"""The page: its parts, its types, its screens in a real browser: test_page.py PROGRAM ARCHIVE SOURCE_ROOT"""
import page_tests
from page_tests import here, modules, page, program, root, tap

page_tests.need_page()
page_tests.relay("the tests of the parts", ["node", here / "unit.mjs", page, program, root], 120)
if page_tests.has_sanitizers():
    # The page is the same in every build; a server with sanitizers is tried in test_games.py.
    tap.done()
if page_tests.get_modules():
    types = tap.run(["node", modules / "node_modules/typescript/bin/tsc", "-p", here], timeout=180)
    tap.check("the page's code has the types it says", types.status == 0, types.out)
page_tests.in_browser("light,languages,learn,sizes,everyone,gestures,offline,feel")
