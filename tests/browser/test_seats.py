#!/usr/bin/env python3
"""What the page keeps and who takes it away, and a server that says nothing: test_seats.py PROGRAM ARCHIVE SOURCE_ROOT"""
import page_tests

page_tests.need_page()
if page_tests.has_sanitizers():
    page_tests.skip("another build tries it")
page_tests.in_browser("seat,silent")
