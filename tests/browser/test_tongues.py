#!/usr/bin/env python3
"""Every language in the page, on the smallest phone: test_tongues.py PROGRAM ARCHIVE SOURCE_ROOT"""
import page_tests

page_tests.need_page()
if page_tests.has_sanitizers():
    page_tests.skip("another build tries it")
page_tests.in_browser("tongues")
