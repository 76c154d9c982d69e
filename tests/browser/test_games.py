#!/usr/bin/env python3
"""Whole games in the page, alone and with friends: test_games.py PROGRAM ARCHIVE SOURCE_ROOT"""
import page_tests

page_tests.need_page()
page_tests.in_browser("friends" if page_tests.has_sanitizers() else "alone,replay,keyboard,friends,misplay,acts,own,people,waiting,company,setup,living,shelf,help,teach,teams")
