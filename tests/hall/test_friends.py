#!/usr/bin/env python3
"""Friends at a table: test_friends.py PROGRAM ARCHIVE SOURCE_ROOT

Against a real server: names that are taken, people who come late, tables that begin by themselves, games
after the first one, bots' pace; and how the page is packed.
"""
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)


class Friend:
    """One connection. 'table' is what it was told last of the table, whatever brought it."""

    def __init__(self, server, **first):
        self.connection = bot.connect("127.0.0.1", server.port)
        self.table, self.id, self.heard = {}, 0, []
        self.connection.send(first)
        self.welcome = self.hear("welcome", "no")

    def take(self):
        message = self.connection.receive()
        self.heard.append(message["t"])
        if message["t"] in ("table", "seats"):
            self.table.pop("coming", None)
        if message["t"] in ("table", "seats", "update"):
            self.table.update(message)
        return message

    def hear(self, *types):
        """Waits for a message of one of these types."""
        while True:
            message = self.take()
            if message["t"] in types:
                return message

    def until(self, condition):
        """Waits until the table is so; a connection that ends is a failure."""
        while not (self.table and condition(self.table)):
            self.take()
        return self.table

    def say(self, command, **fields):
        """The answer to a command."""
        self.id += 1
        self.connection.send({"t": command, "id": self.id, **fields})
        while True:
            message = self.take()
            if self.id in (message.get("id"), message.get("ack")) and message["t"] not in ("table", "seats"):
                return message

    def agree(self):
        return self.say("agree", rules=self.until(lambda table: table["stage"] == "waiting")["rules"])

    @property
    def name(self):
        return self.until(lambda table: "seats" in table)["seats"][self.table["you"]]["name"]


def check_names(server):
    host = Friend(server, t="create", settings={"seats": 5})
    table = host.welcome["table"]
    guests = [Friend(server, t="join", table=table) for _ in range(2)]
    names = [friend.name for friend in (host, *guests)]
    tap.equal("who brings no name gets one that nobody has", len(set(names)), 3, names)
    late = Friend(server, t="join", table=table, name=names[0].upper())
    no = late.welcome
    tap.equal("who brings a name that is taken is told a free one", (no["t"], no.get("code")),
              ("no", "name-taken"), no)
    late.connection.send({"t": "join", "table": table, "name": no.get("args", {}).get("name", "?")})
    tap.equal("and sits down under it", late.hear("welcome", "no")["t"], "welcome", no)
    tap.equal("a person changes the name", late.say("name", name="Zoe")["t"], "ok")
    tap.equal("and all see it", [one.until(lambda table: "Zoe" in str(table["seats"])) and "Zoe"
                                 for one in (host, *guests)], ["Zoe"] * 3)
    tap.equal("but not to somebody's", late.say("name", name=names[1])["args"]["name"], names[1] + "2")
    for friend in (host, late, *guests):
        friend.connection.close()


def deed(legal, table):
    """The first thing that is allowed."""
    for verb in ("plays", "streams", "follows"):
        if legal.get(verb):
            card = legal[verb][0]
            return f"{verb} {card}" + (" red" if card.startswith("w") else "")
    for verb in ("swaps", "swings"):
        if legal.get(verb):
            return f"{verb} {table['seats'][legal[verb][0]]['name']}"
    return "names red" if legal.get("names") else legal["verbs"][0]


def play_on(friends, condition):
    """Everybody does the first thing there is until the host's table is so."""
    while "stage" not in friends[0].table or not condition(friends[0].table):
        for friend in friends:
            friend.say("ping")
            now = friend.table.get("now") or {}
            if friend.table["stage"] == "between":
                friend.say("ready")
            elif friend.table["stage"] == "playing" and "legal" in now and friend.table["you"] in now["must"]:
                friend.say("act", do=deed(now["legal"], friend.table))
    return friends[0].table


def check_late(server):
    """Carla takes a bot's seat in the middle of a round, after having watched."""
    host = Friend(server, t="create", name="Ana", settings={"seats": 3, "scoring": "points", "target": 300,
                                                              "pace": "at-once"})
    table = host.welcome["table"]
    for seat in (1, 2):
        host.say("bot", seat=seat, level="novice")
    host.agree()
    host.say("start")
    host.until(lambda seen: seen["stage"] == "playing" and seen.get("now"))
    late = Friend(server, t="watch", table=table)
    late.until(lambda seen: seen.get("now"))
    late.connection.send({"t": "join", "table": table, "name": "Ana"})
    tap.equal("a watcher's name that is taken is refused as any", late.hear("no")["args"]["name"], "Ana2")
    late.connection.send({"t": "join", "table": table, "name": "Carla"})
    welcome = late.hear("welcome", "no")
    tap.equal("a watcher sits down at a bot's seat", (welcome["t"], welcome.get("seat")), ("welcome", 1))
    seen = late.hear("table")
    mine = seen["seats"][1]
    tap.equal("and is told that it is from the next round on", (mine["kind"], mine.get("late"), mine.get("own")),
              ("person", True, "Carla"), seen["seats"])
    tap.check("and sees no hand before it", not seen.get("hand") and "legal" not in seen["now"], seen)
    tap.equal("nor can act", late.say("act", do="draws").get("code"), "not-now")
    name = mine["name"]
    play_on([host, late], lambda seen: seen["now"]["round"] == 2 and seen["stage"] == "playing")
    seen = late.until(lambda seen: seen["now"]["round"] == 2 and "late" not in seen["seats"][1])
    tap.equal("in the next round there is a hand", len(seen["hand"]), seen["now"]["counts"][1], seen)
    token = welcome["token"]
    server.kill()
    server.start()
    ids = host.id, late.id
    host = Friend(server, t="resume", table=table, token=host.welcome["token"], last=0)
    late = Friend(server, t="resume", table=table, token=token, last=0)
    host.id, late.id = ids
    seen = late.hear("table")
    tap.equal("a restart keeps it", (seen["seats"][1]["name"], seen["seats"][1]["own"], seen["seats"][1]["away"]),
              (name, "Carla", False))
    play_on([host, late], lambda seen: seen["stage"] == "over")
    record = server.get(f"/api/tables/{table}/games/1.mesa")[1]
    path = Path(server.folder) / "late.mesa"
    path.write_text(record, encoding="utf-8")
    checked = subprocess.run([program, "verify", str(path)], capture_output=True, text=True, check=False)
    tap.check("the record has the seat's name throughout, and holds", checked.returncode == 0
              and f"{name} " in record and "Carla" not in record, checked.stdout[-500:], checked.stderr[-500:])
    for friend in (host, late):
        friend.say("again", rules=friend.table["rules"])
    host.until(lambda seen: seen["stage"] == "playing" and seen["game"] == 2)
    tap.equal("the next game has the own one", host.table["seats"][1]["name"], "Carla")
    for friend in (host, late):
        friend.connection.close()


def check_coming(server):
    """Dani comes in the middle of a round and takes a free seat with the next one; Eva changes her mind."""
    host = Friend(server, t="create", name="Ana", settings={"seats": 5, "scoring": "points", "target": 2000,
                                                              "pace": "at-once"})
    table = host.welcome["table"]
    beto = Friend(server, t="join", table=table, name="Beto")
    for friend in (host, beto):
        friend.agree()
    host.say("start")
    host.until(lambda seen: seen["stage"] == "playing" and seen.get("now"))
    dani = Friend(server, t="join", table=table, name="Dani")
    tap.equal("a free seat can be had while they play", (dani.welcome["t"], dani.welcome.get("seat")),
              ("welcome", 2), dani.welcome)
    seen = dani.hear("table")
    tap.equal("until the next deal it is no seat, and everybody knows who comes",
              (seen["you"], len(seen["seats"]), [one["name"] for one in seen["coming"]]), (None, 2, ["Dani"]), seen)
    tap.check("nor does it show a hand", not seen.get("hand") and "legal" not in seen["now"], seen)
    tap.equal("nor may it act or speak", [dani.say("act", do="draws").get("code"), dani.say("say", phrase=0).get("code")],
              ["not-now"] * 2)
    eva = Friend(server, t="join", table=table, name="Eva")
    host.until(lambda seen: len(seen.get("coming", [])) == 2)
    eva.say("leave")
    host.until(lambda seen: len(seen.get("coming", [])) == 1)
    twice = Friend(server, t="join", table=table, name="Dani")
    tap.equal("her name is taken already", twice.welcome.get("code"), "name-taken", twice.welcome)
    server.kill()
    server.start()
    ids = host.id, beto.id, dani.id
    host, beto, dani = (Friend(server, t="resume", table=table, token=one.welcome["token"], last=0)
                        for one in (host, beto, dani))
    host.id, beto.id, dani.id = ids
    tap.equal("a restart keeps it", [one["name"] for one in host.hear("table")["coming"]], ["Dani"])
    play_on([host, beto], lambda seen: seen["stage"] == "playing" and seen["now"]["round"] == 2)
    seen = dani.until(lambda seen: seen.get("you") == 2 and seen["now"]["round"] == 2 and seen.get("hand"))
    tap.equal("with the next round there is a hand and no point", (len(seen["hand"]), seen["now"]["score"][2],
              "coming" in host.table), (seen["now"]["counts"][2], 0, False), seen)
    play_on([host, beto, dani], lambda seen: seen["stage"] == "over")
    record = server.get(f"/api/tables/{table}/games/1.mesa")[1]
    path = Path(server.folder) / "coming.mesa"
    path.write_text(record, encoding="utf-8")
    checked = subprocess.run([program, "verify", str(path)], capture_output=True, text=True, check=False)
    tap.check("the record says when, and holds", checked.returncode == 0 and "\njoins: Dani 0\ndeal\n" in record,
              checked.stdout[-900:], checked.stderr[-500:])
    forged = path.with_name("forged.mesa")
    forged.write_text(record.replace("joins: Dani 0", "joins: Dani 9"), encoding="utf-8")
    tap.check("and no byte of it can be another", subprocess.run([program, "verify", str(forged)],
              capture_output=True, check=False).returncode != 0)
    for friend in (host, beto, dani):
        friend.connection.close()


def check_wait(server):
    """A table can have people wait for the next game, and a single round has no next deal."""
    for settings in ({"seats": 3, "scoring": "quick"}, {"seats": 3, "scoring": "points", "late": "wait"}):
        host = Friend(server, t="create", name="Ana", settings=settings)
        beto = Friend(server, t="join", table=host.welcome["table"], name="Beto")
        for friend in (host, beto):
            friend.agree()
        host.say("start")
        host.until(lambda seen: seen["stage"] == "playing" and seen.get("now"))
        late = Friend(server, t="join", table=host.welcome["table"], name="Dani")
        tap.equal(f"nobody sits down late with {settings}", late.welcome.get("code"), "next-game", late.welcome)
        for friend in (host, beto, late):
            friend.connection.close()


QUICK = {"edition": "classic", "scoring": "points", "seats": 4, "clock": {"move": 30}, "pace": "at-once"}


def check_match(server):
    """One press sits people down with each other; bots keep the other chairs warm."""
    ana = Friend(server, t="match", name="Ana", settings=QUICK)
    seen = ana.until(lambda seen: all(seat["kind"] != "free" for seat in seen["seats"]))
    tap.equal("nobody was there: a public table with bots", ([seat["kind"] for seat in seen["seats"]],
              seen["settings"]["public"], seen["host"]), (["person", "bot", "bot", "bot"], True, 0), seen)
    ana.agree()
    ana.say("start")
    ana.until(lambda seen: seen["stage"] == "playing" and seen.get("now"))
    other = Friend(server, t="match", name="Zoe", settings={**QUICK, "house": ["jump-in"]})
    tap.check("who wants other rules is not sat down there", other.welcome["table"] != ana.welcome["table"])
    beto = Friend(server, t="match", name="Ana", settings=QUICK)
    mine = beto.hear("table")["seats"][beto.welcome["seat"]]
    tap.equal("the second sits down at the first one's table, under a free name",
              (beto.welcome["table"], mine["late"], mine["own"]), (ana.welcome["table"], True, "Ana2"), mine)
    play_on([ana, beto], lambda seen: seen["stage"] == "playing" and seen["now"]["round"] == 2)
    beto.until(lambda seen: seen["now"]["round"] == 2 and seen.get("hand"))
    crowd = [Friend(server, t="match", name="Eva", settings=QUICK) for _ in range(2)]
    tap.equal("two more fill it", [one.welcome["table"] for one in crowd], [ana.welcome["table"]] * 2)
    last = Friend(server, t="match", name="Eva", settings=QUICK)
    tap.check("and then there is another table", last.welcome["table"] != ana.welcome["table"], last.welcome)
    tap.equal("a name that cannot be is refused as anywhere",
              Friend(server, t="match", name="a b:c", settings={**QUICK, "seats": 5}).welcome.get("code"), "bad-name")
    for friend in (ana, beto, other, last, *crowd):
        friend.connection.close()


def check_toss(server):
    """Faces and what flies: both for those who sit there, and within bounds."""
    host = Friend(server, t="create", name="Ana", settings={"seats": 3})
    beto = Friend(server, t="join", table=host.welcome["table"], name="Beto")
    host.until(lambda seen: seen["seats"][1]["kind"] == "person")
    tap.equal("a face is chosen", beto.say("name", name="Beto", face=17)["t"], "ok")
    tap.equal("and all see it", host.until(lambda seen: "face" in seen["seats"][1])["seats"][1]["face"], 17)
    tap.equal("nobody has a face that cannot be", beto.say("name", name="Beto", face=64).get("code"), "bad-message")
    tap.equal("a rose flies", beto.say("toss", what="rose", at=0)["t"], "ok")
    tossed = host.hear("tossed")
    tap.equal("and all see it", (tossed["seat"], tossed["at"], tossed["what"]), (1, 0, "rose"), tossed)
    tap.equal("not to oneself, to nobody, or what there is not",
              [beto.say("toss", what=what, at=at).get("code") for what, at in (("rose", 1), ("rose", 2), ("knife", 0))],
              ["bad-target", "bad-target", "bad-message"])
    said = [beto.say("toss", what="olive", at=0).get("code", "ok") for _ in range(8)]
    tap.check("a few at once, and no more", said[0] == "ok" and said[-1] == "too-fast" and said.count("ok") <= 3, said)
    watcher = Friend(server, t="watch", table=host.welcome["table"])
    tap.equal("who watches has no seat to toss from", watcher.say("toss", what="rose", at=0)["code"], "only-watches")
    for friend in (host, beto, watcher):
        friend.connection.close()


def check_full(server):
    """A table begins by itself; a change of the rules asks all again; a bot makes room for a person."""
    host = Friend(server, t="create", name="Ana", settings={"seats": 3, "scoring": "quick", "pace": "at-once"})
    table = host.welcome["table"]
    host.say("bot", seat=2, level="novice")
    beto = Friend(server, t="join", table=table, name="Beto")
    for friend in (host, beto):
        friend.agree()
    host.say("set", settings={"hints": True})
    seen = [friend.until(lambda seen: seen["rules"] == 2) for friend in (host, beto)][1]
    tap.check("a change takes all agreements back", not any(seat.get("agreed") for seat in seen["seats"]), seen)
    carla = Friend(server, t="join", table=table, name="Carla")
    tap.equal("a bot makes room for a person", carla.welcome.get("seat"), 2, carla.welcome)
    for friend in (host, beto, carla):
        friend.agree()
    seen = host.until(lambda seen: seen["stage"] == "playing")
    tap.equal("a full table begins when all agree", [seat["kind"] for seat in seen["seats"]], ["person"] * 3)
    stranger = Friend(server, t="join", table=table, name="Dani")
    tap.equal("a table full of people says so", stranger.welcome.get("code"), "full")
    play_on([host, beto, carla], lambda seen: seen["stage"] == "over")
    carla.connection.close()
    host.until(lambda seen: not seen["seats"][2]["here"])
    for friend in (host, beto):
        friend.say("again", rules=friend.table["rules"])
    seen = host.until(lambda seen: seen["stage"] == "playing" and seen["game"] == 2)
    tap.check("who has lost the line does not hold the next game up", seen["seats"][2]["away"], seen["seats"])
    for friend in (host, beto, stranger):
        friend.connection.close()


def fetch(server, path, coding):
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}",
                                     headers={"Accept-Encoding": coding} if coding else {})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.headers, answer.read()


def check_page(server):
    """The page's files, packed as the browser takes them."""
    (plain, whole), (gzipped, _), (packed, small) = (
        fetch(server, "/js/app.js", coding) for coding in ("", "gzip", "gzip, deflate, br"))
    tap.equal("who takes brotli gets it, who does not gets gzip or the file",
              [one.get("Content-Encoding") for one in (plain, gzipped, packed)], [None, "gzip", "br"])
    tap.equal("whatever lies between knows", {one["Vary"] for one in (plain, gzipped, packed)}, {"Accept-Encoding"})
    tap.equal("each has a tag of its own", len({one["ETag"] for one in (plain, gzipped, packed)}), 3)
    opened = subprocess.run(["brotli", "-d", "-c"], input=small, capture_output=True, check=False)
    tap.check("and it is the same file", opened.stdout == whole, opened.stderr)
    refused = fetch(server, "/js/app.js", "br;q=0, gzip")[0]
    tap.equal("who refuses it does not get it", refused.get("Content-Encoding"), "gzip")


with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder, "--no-limits")
    server.start()
    for check in (check_page, check_names, check_late, check_coming, check_wait, check_match, check_toss, check_full):
        if len(sys.argv) < 5 or check.__name__ in sys.argv[4:]:
            check(server)
    tap.equal("it ends well", server.stop(), 0, server.errors()[-2000:])
tap.done()
