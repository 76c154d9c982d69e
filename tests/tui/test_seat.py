#!/usr/bin/env python3
"""A seat for a program that reads and writes words: test_seat.py PROGRAM ARCHIVE SOURCE_ROOT

Whole games at a real server in lines and over the Model Context Protocol, and in a tournament; wrong answers, costs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here.parent / "hall")]
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3]).resolve()
words = f"{sys.executable} {root}/docs/examples/words.py"
SETUP = "2.classic.scoring=quick.seats=2.pace=at-once.with=rank"


def seat(home, *options, **more):
    env = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home)}
    return subprocess.run([program, "seat", *options], capture_output=True, text=True, env=env, timeout=120, check=False, **more)


def lines_of(log):
    return [json.loads(line) for line in Path(log).read_text(encoding="utf-8").splitlines()]


def check_text(server, home):
    for lang, mistakes in (("en", 0), ("pl", 30)):
        log = home / f"{lang}.log"
        done = seat(home, "--text", f"http://127.0.0.1:{server.port}", "--setup", SETUP, "--lang", lang, "--log", log,
                    "--games", "2", "--run", f"{words} --mistakes {mistakes}")
        told = lines_of(log) if log.is_file() else []
        sums = told[-1] if told else {}
        tap.check(f"{lang}: two games at a server's table", done.returncode == 0 and sums.get("games") == 2, done, told[-3:])
        each = [line for line in told if "did" in line]
        tap.check(f"{lang}: every decision stands in the log with its cost, and the sums are theirs",
                  len(each) == sums["decisions"] > 5 and all(line["told"] > 100 and line["said"] > 0 for line in each) and
                  all(sum(line[key] for line in each) == sums[key] for key in ("answers", "wrong", "instead", "ms", "told", "said")) and
                  sum(line["reported"]["tokens"] for line in each) == sums["reported"]["tokens"], sums, each[:3])
        tap.check(f"{lang}: the summary is the same", done.stdout.splitlines()[-1:] == [json.dumps(sums, separators=(",", ":"))],
                  done.stdout[-500:], sums)
        tap.check(f"{lang}: wrong answers are counted", (sums["wrong"] > 0) == (mistakes > 0), sums)
    english = seat(home, "--text", f"http://127.0.0.1:{server.port}", "--setup", SETUP, "--tries", "2", "--illegal", "random",
                   "--run", "while read -r line; do case $line in '?'*) echo the moon;; esac; done").stdout
    sums = json.loads(english.splitlines()[-1])
    tap.check("who never gives a choice has something done instead, after so many tries",
              sums["decisions"] == sums["instead"] > 0 and sums["wrong"] == sums["answers"] == 2 * sums["decisions"], sums)


def check_words(server, home):
    """The seat itself in lines, answered in words; and what somebody else at the table sees of it."""
    bot = load_bot(root)
    beto = bot.Player("127.0.0.1", server.port, "Beto")
    beto.create({"edition": "classic", "seats": 2, "public": False, "scoring": "quick", "grace": 0})
    while not beto.table:
        beto.hear(beto.connection.receive())
    env = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home)}
    robi = subprocess.Popen([program, "seat", "--text", f"http://127.0.0.1:{server.port}/#{beto.table}", "--name", "Robi", "--lang", "en"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="surrogateescape", env=env)
    marks, heard, is_started = [], [], False
    sayings = ["Ol\udce9 Beto", "x" + "\1" * 400, "ñ" * 500, "ciao"]  # a byte of Latin-1; nothing to be seen; too long
    while not beto.is_over:
        message = beto.connection.receive()
        beto.hear(message)
        heard += [message["text"]] if message["t"] == "said" else []
        marks += [one.get("program") for one in message.get("seats", []) if one.get("name") == "Robi"]
        people = [one for one in message.get("seats", []) if one["kind"] == "person" and one["agreed"]]
        if not is_started and len(people) == 2 and not beto.open:
            is_started = True
            beto.command("start")
        if message["t"] in ("table", "update") and beto.now and beto.seat not in beto.now["must"] and beto.now["must"]:
            told = []
            for line in robi.stdout:
                told.append(line)
                if line.startswith("?"):
                    break
            choices = re.findall(r"^  \d+ .*\[(.*)\]$", "".join(told), re.MULTILINE)
            robi.stdin.write((f"/{sayings.pop(0)}\n" if sayings else "") + choices[0] + "\n")
            robi.stdin.flush()
    rest = ""
    for line in robi.stdout:
        rest += line
    robi.stdin.close()
    robi.wait(timeout=60)
    tap.check("answers in words as records write them", robi.returncode == 0 and '"wrong":0' in rest, robi.returncode, rest[-600:])
    tap.equal("whatever bytes it says, what is whole is heard", heard, ["Ol Beto", "x", "ciao"])
    tap.check("everybody sees that a program plays there", marks and marks[-1] is True, marks)


class Client:
    """Of the Model Context Protocol, as its specification has it."""

    def __init__(self, home, *options):
        env = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home)}
        self.process = subprocess.Popen([program, "seat", "--mcp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        self.id = 0

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.id += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": f"id-{self.id}", "method": method, "params": params}))
        answer = json.loads(self.process.stdout.readline())
        assert answer["jsonrpc"] == "2.0" and answer["id"] == f"id-{self.id}", answer
        return answer.get("result", answer.get("error"))

    def call(self, tool, **arguments):
        result = self.ask("tools/call", name=tool, arguments=arguments, _meta={"progressToken": 1})
        return result["content"][0]["text"], result["isError"]


def check_mcp(server, home):
    log = home / "mcp.log"
    client = Client(home, f"http://127.0.0.1:{server.port}", "--setup", SETUP, "--lang", "es", "--log", str(log))
    hello = client.ask("initialize", protocolVersion="2025-06-18", capabilities={"roots": {"listChanged": True}}, clientInfo={"name": "test", "version": "0"})
    client.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    tap.check("MCP: it greets in the version asked for", hello["protocolVersion"] == "2025-06-18" and "tools" in hello["capabilities"], hello)
    later = client.ask("initialize", protocolVersion="2099-01-01", capabilities={}, clientInfo={"name": "test", "version": "0"})
    tap.equal("MCP: or in the newest it knows", later["protocolVersion"], "2025-11-25")
    tools = client.ask("tools/list")["tools"]
    tap.equal("MCP: its tools", [tool["name"] for tool in tools], ["look", "legal", "do", "say", "rules"])
    tap.check("MCP: each says what it takes, in the language asked for", all(tool["inputSchema"]["type"] == "object" for tool in tools) and
              "opciones" in tools[0]["description"], tools)
    tap.equal("MCP: it answers a ping", client.ask("ping"), {})
    tap.equal("MCP: an unknown method", client.ask("resources/list")["code"], -32601)
    tap.equal("MCP: an unknown tool", client.ask("tools/call", name="cheat", arguments={})["code"], -32602)
    client.send("{nonsense")
    tap.equal("MCP: what is no JSON", json.loads(client.process.stdout.readline())["error"]["code"], -32700)
    text, is_error = client.call("look", wait=60)
    tap.check("MCP: it sees the table", not is_error and re.search(r"^  1 .*\[", text, re.MULTILINE), text)
    text, is_error = client.call("do", move="la luna")
    tap.check("MCP: a wrong answer is an error, with the choices", is_error and re.search(r"^  1 .*\[", text, re.MULTILINE), text)
    tap.check("MCP: legal lists them", re.match(r"  1 .*\[", client.call("legal")[0]))
    tap.check("MCP: the rules name the edition and its cards", "edition classic" in client.call("rules")[0])
    tap.check("MCP: it speaks", not client.call("say", text="¡Hola!")[1])
    tap.equal("MCP: what is too long is cut between letters, and the game goes on", client.call("say", text="あ" * 100), ("あ" * 53, False))
    for _ in range(500):
        text, is_error = client.call("do", move=1 if client.id % 2 else "1", wait=60, cost={"tokens": 10})
        if is_error or not re.search(r"^  1 .*\[", text, re.MULTILINE):
            break
    tap.check("MCP: a whole game", not is_error and "Las reglas" not in text and "acab" in text or "Aquí" in text, text)
    client.process.stdin.close()
    tap.equal("MCP: it ends with its client", client.process.wait(timeout=60), 0)
    sums = lines_of(log)[-1]
    tap.check("MCP: what it cost", sums["games"] == 1 and sums["wrong"] == 1 and sums["reported"]["tokens"] == 10 * (sums["answers"] - 1), sums)
    client.process.stdout.close()


def check_tournament(home):
    log = home / "tournament.log"
    command = f"{program} seat --log {log} --run '{words} --mistakes 20'"
    done = subprocess.run([program, "tournament", "--preset", "words-1", "--threads", "1", "--json", "--bots", f"exec:{command}"],
                          capture_output=True, text=True, timeout=300, check=False)
    report = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    tap.check("the benchmark is played to its end", done.returncode == 0 and report.get("seed") == 20261119 and
              len(report.get("bots", [])) == 4, done)
    tap.check("wrong answers lose no game: the seat does something instead",
              all(not bot.get("failed") for bot in report.get("bots", [])), report.get("bots"))
    sums = [line for line in lines_of(log) if "games" in line][-1]
    tap.check("three hundred games are in the log, won as the table says",
              sums["games"] == 300 and sums["wrong"] > 0 and 60 < sums["won"] < 240, sums)
    refused = subprocess.run([program, "tournament", "--preset", "words-1", "--seed", "2"], capture_output=True, text=True, check=False)
    tap.equal("who plays something else does not play the benchmark", refused.returncode, 2)


with tempfile.TemporaryDirectory() as folder:
    home = Path(folder)
    server = Server(program, home)
    server.start()
    check_text(server, home)
    check_words(server, home)
    check_mcp(server, home)
    server.stop()
    check_tournament(home)
tap.done()
