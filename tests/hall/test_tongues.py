#!/usr/bin/env python3
"""Each connection in its own language: test_tongues.py PROGRAM ARCHIVE SOURCE_ROOT

Two people at one table of one server, who speak different languages, and what the server answers to those who have said
none. The sentences are those of lang/.
"""
import json
import os
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

root = Path(sys.argv[3]).resolve()
sys.path[:0] = [str(root / "tests" / "support"), str(root / "tests" / "hall"), str(root / "lang")]
import compile as catalogue  # noqa: E402
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

bot = load_bot(root)
program = os.path.abspath(sys.argv[1])
TONGUES = {path.stem: catalogue.Language(path) for path in (root / "lang").glob("*.lang")}


def answer(link, command):
    link.send({"id": 7, **command})
    while True:
        message = link.receive()
        if message.get("id") == 7:
            return message


def said(lang, key):
    return TONGUES[lang].entries[key]


def check_table(server):
    """At one table: whoever is refused reads why in the own language."""
    host = bot.connect("127.0.0.1", server.port, "ja")
    host.send({"t": "create", "name": "Ana", "settings": {"seats": 2}})
    table = host.receive()["table"]
    links = {"ja": host}
    for lang in ("pt-PT", "pl"):
        links[lang] = bot.connect("127.0.0.1", server.port, lang, table)
        links[lang].send({"t": "watch", "table": table})
    for lang, key in (("ja", "table.not-now"), ("pt-PT", "server.only-watches"), ("pl", "server.only-watches")):
        no = answer(links[lang], {"t": "act", "do": "draws"})
        tap.equal(f"{lang}: a refusal", (no.get("key"), no.get("text")), (key, said(lang, key)), no)
    for link in links.values():
        link.close()


def check_hello(server):
    for asked, spoken in (("pt-PT", "pt-PT"), ("pt", "pt"), ("es-AR", "es"), ("xx", "en")):
        link = bot.WebSocket("127.0.0.1", server.port, "/ws/ab")
        link.send({"t": "hello", "v": 3, "least": 2, "lang": asked})
        hello = link.receive()
        tap.equal(f"whoever asks for {asked} is spoken to in {spoken}", hello.get("lang"), spoken, hello)
        link.send({"t": "join", "table": "0000000000000000", "name": "Ana"})
        no = link.receive()
        tap.equal("and so is the first refusal", no.get("text"), said(spoken, no.get("key", "server.no-table")), no)
        link.close()


def check_http(server):
    """Where nobody can say a language there are all."""
    told = json.loads(server.get("/api/editions")[1])
    tap.equal("editions come in all", [set(one["name"]) for one in told["editions"]], [set(TONGUES)] * len(told["editions"]))
    tap.equal("and so do phrases and bots", [set(one) for one in (told["phrases"][0]["text"], told["bots"][0]["name"])],
              [set(TONGUES)] * 2)
    try:
        urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{server.port}/", headers={"Host": "elsewhere.example"}))
        text = ""
    except urllib.error.HTTPError as error:
        text = error.read().decode()
    wanted = [said(lang, "net.status-421") for lang in TONGUES]
    tap.check("a status is explained in all, English last",
              set(text.splitlines()) == set(wanted) and text.splitlines()[-1:] == [said("en", "net.status-421")], text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        server.start()
        check_hello(server)
        check_table(server)
        check_http(server)
        tap.equal("the server stops when told", server.stop(), 0)
    tap.done()


main()
