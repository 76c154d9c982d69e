#!/usr/bin/env python3
"""The page in Firefox, where there is one: test_firefox.py PROGRAM ARCHIVE SOURCE_ROOT

It is not among what tools/setup.sh installs: another 60 MB for what Chromium has tried already.
"""
import os
import shutil
import tempfile

import page_tests
from page_tests import here, modules, tap

page_tests.need_page()
firefox = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
if not firefox:
    page_tests.skip("there is no Firefox here (apt install firefox-esr)")
if page_tests.has_sanitizers() or not page_tests.get_modules():
    page_tests.skip("another build tries it, or the modules of package.json cannot be had")
os.environ["FIREFOX"] = firefox
with tempfile.TemporaryDirectory() as scratch:
    server = page_tests.Server(scratch)
    if tap.check("the server starts", bool(server.url)):
        page_tests.relay("the tests in Firefox", ["node", here / "firefox.mjs", server.url, modules], 330)
    tap.equal("the server stops when told", server.stop(), 0)
tap.done()
