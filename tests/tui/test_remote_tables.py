#!/usr/bin/env python3
"""Two terminals at one table of a real server: test_remote_tables.py PROGRAM ARCHIVE SOURCE_ROOT

Whole games in every edition, several rounds and games, servers that are killed, connections that are cut,
clients that are killed, people who talk, ask and watch.
"""
import os
import re
import sys
import tempfile
import time
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "support"), str(here.parent / "hall")]
import editions  # noqa: E402
import tap  # noqa: E402
from person import Person as Guest  # noqa: E402
from remote_player import Babbler, Person, Proxy, begin, play  # noqa: E402
from server import Server  # noqa: E402

program = os.path.abspath(sys.argv[1])
EDITIONS = editions.BUILTIN


# Without the grace after each card that leaves one: the games are not about who was first.
SWIFT = ("--grace", "0")


def folder_of(folder, name):
    path = Path(folder) / name
    path.mkdir()
    return path


def open_table(server, home, *options, port=None, lang="en", others=("Beto",)):
    """Ana opens a table, the others come by her link."""
    url = f"http://127.0.0.1:{port or server.port}"
    ana = Person(program, url, "Ana", home, "--new", *options, lang=lang)
    if not ana.wait_for(r"others: \S+\n", r"demás: \S+\n"):
        return [ana]
    link = re.search(r"(?:others|demás): (\S+)", ana.out).group(1)
    return [ana] + [Person(program, link, name, home, lang="en") for name in others]


def ended(people):
    return [person.end() for person in people]


def tails(people):
    return [f"{person.name}: {person.out[-1500:]}" for person in people]


def table_of(person):
    return re.search(r"#(\w+)", person.out).group(1)


def check_whole_games(server, folder):
    for number, edition in enumerate(EDITIONS[:6]):  # those of the sheets
        home = folder_of(folder, f"whole-{edition}")
        house = ("none", "seven-0,jump-in,progressive")[number % 2]
        grace = () if number == 0 else SWIFT
        people = open_table(server, home, "--edition", edition, "--players", "2", "--scoring", "quick",
                            "--house", house, *grace, lang=("en", "es")[number % 2])
        is_over = begin(people) and play(people)
        tap.check(f"{edition}: two terminals play a whole game", is_over, *tails(people))
        winners = {name for person in people
                   for name in re.findall(r"^¡?(\w+) (?:wins the game|gana la partida)!", person.out, re.M)}
        tap.check(f"{edition}: both saw the same winner", len(winners) == 1, winners)
        tap.check(f"{edition}: no sentence is left unfilled, no cursor is moved",
                  not any(re.search("[{}\033]", person.out) for person in people), *tails(people))
        status, record = server.get(f"/api/tables/{table_of(people[0])}/games/1.mesa")
        path = home / "game.mesa"
        path.write_text(record)
        verified = tap.run([program, "verify", path])
        tap.check(f"{edition}: its shuffle can be verified, with a seed of each",
                  status == 200 and verified.status == 0 and
                  all(re.search(f"#! seed {name} [0-9a-f]{{64}}", record) for name in ("Ana", "Beto")),
                  verified, record[-900:])
        tap.equal(f"{edition}: both leave in order", ended(people), [0, 0], *tails(people))


def check_rounds_and_games(server, folder):
    home = folder_of(folder, "rounds")
    people = open_table(server, home, "--players", "2", "--scoring", "points", "--target", "300", *SWIFT)
    is_over = begin(people) and play(people)
    rounds = max(map(int, re.findall(r"^Round (\d+)", people[0].out, re.M)), default=0)
    tap.check("a game of several rounds: whoever is ready gets the next one", is_over and rounds >= 2,
              *tails(people))
    tap.check("what is left in the hands is counted", "is left with" in people[0].out and
              re.search(r"scores \d+ point", people[1].out), *tails(people))
    before = [len(person.out) for person in people]
    for person in people:
        person.wait_for("Another game")
        person.say(1)
        person.wait_for("Waiting for the others", "shuffled with")  # the second one has nobody to wait for
    is_next = play(people, until=lambda: all("Round 1" in person.out[start:]
                                             for person, start in zip(people, before)), seconds=40)
    tap.check("another game with the same people", is_next, *tails(people))
    tap.check("the winner's wins are told", any("1 win" in person.out for person in people),
              *tails(people))
    ended(people)


def moves(person):
    return len(re.findall(r"^\w[\w ]* (?:plays|draws|takes|keeps) ", person.out, re.M))


def is_counting(people):
    return any(person.out.rstrip().endswith("next round.") for person in people)


def check_killed_server(folder):
    home = folder_of(folder, "killed")
    server = Server(program, home)
    server.start()
    people = open_table(server, home, "--players", "2", "--scoring", "points", "--target", "500", *SWIFT)
    is_begun = begin(people) and play(people, until=lambda: moves(people[0]) >= 6 and not is_counting(people))
    for number in range(2):
        server.kill()
        is_lost = people[0].wait_for("connection was lost") and people[1].wait_for("connection was lost")
        server.start()
        is_back = all(person.wait_for("connection is back") for person in people)
        wanted = moves(people[0]) + 4
        goes_on = play(people, until=lambda: (moves(people[0]) >= wanted and not is_counting(people))
                       or "Another game" in people[0].out)
        tap.check(f"kill -9 of the server, {number + 1}: both are told, come back and go on",
                  is_begun and is_lost and is_back and goes_on, *tails(people))
    tap.check("the game is played to its end", play(people), *tails(people))
    status, record = server.get(f"/api/tables/{table_of(people[0])}/games/1.mesa")
    path = home / "game.mesa"
    path.write_text(record)
    replayed = tap.run([program, "verify", path])
    tap.check("its record is whole", status == 200 and replayed.status == 0, replayed)
    ended(people)
    server.stop()


def check_cut_connection(server, folder):
    home = folder_of(folder, "cut")
    proxy = Proxy(server.port)
    people = open_table(server, home, "--players", "2", "--scoring", "quick", port=proxy.port)
    turns = [0]

    def cut():
        turns[0] += 1
        if turns[0] == 5 or turns[0] % 25 == 0:
            proxy.cut()

    is_over = begin(people) and play(people, between=cut)
    tap.check("connections are cut again and again, and the game is played to its end", is_over, *tails(people))
    tap.check("people are told", all(person.out.count("connection was lost") >= 1 and
                                     person.out.count("connection is back") >= 1 for person in people),
              *tails(people))
    for person, name in zip(people, ("Ana", "Beto")):
        # To each the own moves are told with "you".
        told = re.sub(r"^You (play|draw|take|keep)\b", rf"{name} \1s", person.out, flags=re.M)
        shown = re.findall(r"^\w+ (?:plays|draws|takes|keeps) .*|^Round.*", told, re.M)
        person.story = [re.sub(r"(draws|takes) .*", r"\1", line).replace("say UNO", "says UNO") for line in shown]
    tap.check("both saw every move once", people[0].story == people[1].story, people[0].story, people[1].story)
    ended(people)
    proxy.close()


def check_killed_client(server, folder):
    home = folder_of(folder, "client")
    people = open_table(server, home, "--players", "2", "--scoring", "quick")
    is_begun = begin(people) and play(people, until=lambda: moves(people[0]) >= 4)
    beto = people[1]
    hand = re.findall("Your hand: (.*)", beto.out)[-1]
    beto.kill()
    tap.check("the other one is told of it", people[0].wait_for("Beto has lost the connection"), *tails(people))
    tickets = list((home / ".local/state/penultima/seats").glob("*-Beto"))
    tap.check("the key to the seat is kept for its owner alone",
              len(tickets) == 1 and tickets[0].stat().st_mode & 0o777 == 0o600, tickets)
    at = len(beto.out)
    beto.start()
    is_back = beto.wait_for("it is your turn", "You could", r"Ana plays|Ana draws|The opening card")
    beto.say("t")
    beto.wait_for("Your hand: ")
    again = re.findall("Your hand: (.*)", beto.out[at:])[-1:]
    cards = set(re.findall(r"\[(\S+)\]", hand)) & set(re.findall(r"\[(\S+)\]", "".join(again)))
    tap.check("the same command takes the same seat with the same cards", is_begun and is_back and cards,
              hand, again, *tails(people))
    tap.check("and the game goes on to its end", play(people), *tails(people))
    ended(people)


def check_table_life(server, folder):
    home = folder_of(folder, "life")
    people = open_table(server, home, "--players", "4", "--scoring", "quick", others=("Beto Ruiz",))
    ana, beto = people
    # Both are in, and Ana knows it, before anything is chosen.
    ana.wait_for("(?s)Beto Ruiz.*Seat a bot")
    ana.say("3 expert")
    tap.check("the host seats a bot", beto.wait_for(r"\(bot, "), *tails(people))
    ana.wait_for("away")
    number = [key for key, words in ana.choices().items() if words.startswith("Send ")][0]
    ana.say(number)
    tap.check("and sends it away", ana.wait_for("Seat a bot") and not any(
        words.startswith("Send ") for words in ana.choices().values()), *tails(people))
    ana.say("/hola \"{name}\" ñ")
    tap.check("what somebody says is heard", beto.wait_for(r'Ana: “hola "\{name\}" ñ”'), *tails(people))
    ana.say("/\033[2J")
    tap.check("but for what would steer a terminal", beto.wait_for(r"Ana: “\[2J”") and "\033" not in beto.out,
              *tails(people))
    stranger = Person(program, beto.command[2], "Beto Ruiz", folder_of(folder, "life-2"))
    tap.check("who brings a name that is taken gets another one, and is told",
              stranger.wait_for("Beto Ruiz is already taken there.* you are Beto Ruiz2")
              and stranger.wait_for("Beto Ruiz2 · you"), stranger.out)
    stranger.say("4 Zoe")
    tap.check("and can choose one", stranger.wait_for("Zoe · you"), stranger.out)
    stranger.say("q")
    stranger.end()
    beto.wait_for("free")
    watcher = Person(program, beto.command[2], "Carla", home, "--watch")
    tap.check("somebody watches", watcher.wait_for("1 is watching"), watcher.out,
              *tails(people))
    ana.read(0.2)
    is_begun = begin(people)
    tap.check("the watcher sees the game, and no hand",
              is_begun and watcher.wait_for("The opening card is") and "Your hand" not in watcher.out,
              watcher.out, *tails(people))
    watcher.say("/hola")
    tap.check("and cannot speak", watcher.wait_for("so you cannot play"), watcher.out)
    ana.wait_for("Round 1")
    ana.say("/pause")
    tap.check("a pause is asked for", beto.wait_for("Ana asks for a pause"), *tails(people))
    beto.say("/yes")
    tap.check("and granted", ana.wait_for("game is paused") and beto.wait_for("game is paused"), *tails(people))
    beto.say("/3")
    ana.wait_for("would like to go on")
    ana.say("/1")
    tap.check("and ended together", beto.wait_for("The game goes on"), *tails(people))
    for person in people:
        person.say("t")
        person.read(0.3)
    play(people, until=lambda: moves(ana) >= 2)
    ana.say("/6")
    tap.check("who is here can be asked", ana.wait_for("Beto"), *tails(people))
    ana.say("/")
    tap.check("and what can be said", ana.wait_for("/kick NAME"), *tails(people))
    beto.say("/4")
    asked = ana.wait_for("would like to take a move back", seconds=10)
    ana.say("/2")
    tap.check("a move is not taken back against somebody's will",
              not asked or beto.wait_for("not agreed; yes: Beto Ruiz; no: Ana"), *tails(people))
    beto.say("q")
    tap.check("whoever leaves in the middle is told how to come back", beto.wait_for("penultima join 'http"),
              beto.out[-600:])
    tap.check("and a bot plays on", ana.wait_for("A bot plays on for Beto Ruiz"), *tails(people))
    beto.end()
    beto.start()
    tap.check("the way back leads to the seat", ana.wait_for("Beto Ruiz is back") and
              beto.wait_for("Your hand|Ana plays|Ana draws|Round"), *tails(people))
    for person in people:  # what was said since then stands below the choices
        person.say("t")
    tap.check("the game comes to its end", play(people), *tails(people))
    ended(people + [watcher])


def check_rules(server, folder):
    """A table by its code, with its bots; the list that people agree to; other rules by vote."""
    home = folder_of(folder, "rules")
    people = open_table(server, home, "--setup", "2.office.jump-in.seats=4.with=casual-novice", "--clock", "600",
                        "--phrases")
    ana, beto = people
    tap.check("a code brings its bots", beto.wait_for(r"Regular\)(.|\n)*Novice\)"), *tails(people))
    listed = re.search(r"What differs from the sheet:\n((?:    .*\n)*)", beto.out)
    lines = listed.group(1).splitlines() if listed else []
    tap.check("what is not as the sheet has it is a list, each line once",
              [sum(word in line for line in lines) for word in ("Jump-in: ", "600 seconds", "No free text")] == [1, 1, 1]
              and len(lines) == 3, lines, *tails(people))
    beto.say("/12")
    tap.check("the rules are told as a code",
              beto.wait_for(r"as a code: 2\.office\.jump-in\.\S*clock=600s\S*\n"), *tails(people))
    beto.say("/12 jump-up")
    tap.check("what nobody knows is named", beto.wait_for("no rules called jump-up"), *tails(people))
    beto.say("/12 seven-0 -jump-in target=300")
    tap.check("others are asked for, in words",
              ana.wait_for(r"Seven-0: Play a 7(.|\n)*300 points win"), *tails(people))
    ana.say("/1")
    is_new = all(person.wait_for("What differs from the sheet:\n    Seven-0: .*\n    Whoever wins a round.*300")
                 for person in people)
    tap.check("and come when more than half want them", is_new and "Jump-in" not in ana.out[ana.answered:],
              *tails(people))
    ana.say("/12 2.classic")
    tap.check("the host brings them in alone", beto.wait_for("Everything is played exactly as printed"), *tails(people))
    ana.say("/12 progressive stack-any")
    tap.check("two that meet are refused in words", ana.wait_for("do not go together"), *tails(people))
    ana.say("/12 2.own-aaaaaaaaaaaaaaaaaaaaaaaaaa")
    tap.check("so is an edition whose text nobody has", ana.wait_for("nobody here has the text"), *tails(people))
    ended(people)


def check_own_rules(server, folder):
    """Somebody asks for a house rule of their own: a terminal tells in words what it changes."""
    carla = Guest(server.port, {"t": "create", "name": "Carla", "settings": {"seats": 2}})
    beto = Person(program, f"http://127.0.0.1:{server.port}/#{carla.name}", "Beto", folder_of(folder, "own"), lang="en")
    carla.until(lambda message: carla.table["seats"][1]["kind"] == "person")
    asked = carla.ask(t="ask", what="rules", setup="2.classic.seats=2",
                      text='house five\ntitle en "Five", es "Cinco"\nhand 5\n')
    tap.equal("a rule of one's own is asked for", asked["t"], "ok", asked)
    tap.check("and told in words", beto.wait_for(r"Five\.(.|\n)* 5 (.|\n)*/yes"), *tails([beto]))
    beto.say("/1")
    carla.until(lambda message: carla.table["settings"]["edition"].startswith("own-"))
    tap.check("it is that of the table", beto.wait_for(r"\+ Five"), *tails([beto]))
    carla.link.close()
    ended([beto])


def open_still_table(server, folder):
    """A table without a clock where nobody plays: see check_are_you_there()."""
    people = open_table(server, folder_of(folder, "still"), "--players", "2", "--scoring", "quick")
    tap.check("a table game is paused", begin(people) and all(person.wait_for("Round 1") for person in people),
              *tails(people))
    return people


def check_are_you_there(people):
    """They have stood still while the other tables played: the table hears who asks after 30 s."""
    for person in people:
        person.read(0.1)
    slow = next(person for person in people if person.choices())
    other = people[1 - people.index(slow)]
    for _ in range(60):
        other.say("/7")
        other.wait_for("are you there", "nobody has moved for 30 seconds", seconds=5)
        if other.is_asked("are you there"):
            break
        time.sleep(1)
    tap.check("who does not play is asked, and told how long there is",
              slow.wait_for(rf"{other.name} asks: are you there\? You have \d+ seconds"), *tails(people))
    tap.check("and the others are told", other.wait_for(rf"asks {slow.name}: are you there"), *tails(people))
    ended(people)


def check_votes_while_away(server, folder):
    home = folder_of(folder, "away")
    people = open_table(server, home, "--players", "3", "--scoring", "quick", others=("Beto Ruiz", "Carla"))
    ana, beto, carla = people
    is_begun = begin(people) and all(person.wait_for("Round 1") for person in people)
    ana.say("/9")
    tap.check("at first nothing was voted", is_begun and ana.wait_for("There have been no votes"), *tails(people))
    ana.say("/3")
    beto.wait_for("asks for a pause")
    beto.say("/2")
    tap.check("a question that was refused is told, with who was against it", all(person.wait_for(
        "Ana asked for a pause: not agreed; yes: Ana; no: Beto Ruiz") for person in people), *tails(people))
    beto.kill()
    tap.check("somebody is torn away", ana.wait_for("Beto Ruiz has lost the connection"), *tails(people))
    carla.say("/3")
    ana.wait_for("Carla asks for a pause")
    ana.say("/1")
    tap.check("the others decide", carla.wait_for("Carla asked for a pause: agreed; yes: Ana, Carla"),
              *tails(people))
    beto.start()
    at = len(beto.out)
    tap.check("and whoever comes back is told", beto.wait_for("Carla asked for a pause: agreed; yes: Ana, Carla"),
              beto.out[at:])
    beto.say("/9")
    tap.check("and can look it up", beto.wait_for("Ana asked for a pause: not agreed"), beto.out[at:])
    ended(people)


def check_manners(server, folder):
    home = folder_of(folder, "manners")
    people = open_table(server, home, "--players", "3", "--grace", "250", others=("Beto", "Carla Paz"))
    ana, beto, carla = people
    tap.check("the grace for UNO is shown before anybody agrees", beto.wait_for(
        "Anybody who owes UNO has 250 ms"), *tails(people))
    carla.wait_for("Agree to these")
    beto.say("/8 Carla Paz")
    beto.wait_for("Messages from Carla Paz are hidden")
    carla.say("/bla bla")
    ana.wait_for("Carla Paz: “bla bla”")
    ana.say("/hola")
    tap.check("who is muted is not heard, the others are", beto.wait_for("Ana: “hola”") and
              "bla bla" not in beto.out, *tails(people))
    beto.say("/6")
    tap.check("and that is seen", beto.wait_for("Carla Paz · .*muted"), beto.out[-600:])
    beto.say("/8 Carla Paz")
    beto.wait_for("shown again")
    carla.say("/otra vez")
    tap.check("until it is taken back", beto.wait_for("Carla Paz: “otra vez”"), *tails(people))
    ana.answered = 0
    is_offered = ana.wait_for("/kick NAME removes somebody from the table")
    tap.check("only the host is offered to take somebody off the table",
              is_offered and "removes somebody" not in beto.out, *tails(people))
    beto.say("/5 Carla Paz")
    tap.check("anybody else asks the table", carla.wait_for("Beto would like to send Carla Paz away")
              and ana.wait_for("Beto would like to send Carla Paz away"), *tails(people))
    ana.say("/2")
    carla.say("/2")
    tap.check("which may say no", beto.wait_for("Beto asked to send Carla Paz away: not agreed"), *tails(people))
    ana.say("/5 Carla Paz")
    tap.check("who is taken off is told, and does not come back by itself",
              carla.wait_for("the host has removed you from") and carla.end() == 1, carla.out[-600:])
    ana.wait_for("free")
    ended(people[:2])
    strict = open_table(server, home, "--players", "2", "--grace", "0", lang="es", others=())
    tap.check("without a grace it is by the letter", strict[0].wait_for("sin decir se puede pillar al instante"), *tails(strict))
    ended(strict)


def check_refusals(server, folder):
    home = folder_of(folder, "refused")
    base = f"http://127.0.0.1:{server.port}"

    def join(*words, lang="en"):
        return tap.run([program, "join", *words, "--lang", lang], env={**os.environ, "HOME": str(home)})

    for link in (f"{base}/#nosuchtabl", f"{base}/t/nosuchtabl"):
        result = join(link)
        tap.check(f"{link[-12:]}: there is none", result.status == 1 and "no such table" in result.err, result)
    result = join("http://127.0.0.1:1/#abcdefghij", lang="es")
    tap.check("nobody listens there", result.status == 1 and "no hay conexión" in result.err, result)
    for words in ([], ["ftp://x/#a"], [f"{base}/#a b"], [f"{base}/#abc", "--new"],
                  [base, "--new", "--watch"], [f"{base}/#abc", "--edition", "office"],
                  [f"{base}/#abc", "--name", "a.b"], [base, "--new", "--edition", "none"],
                  [base, "--new", "--players", "1"], [base, "--new", "--grace", "1001"],
                  [f"{base}/#abc", "--grace", "0"]):
        result = join(*words)
        tap.check(f"wrong use: {' '.join(words)[len(base):]}",
                  result.status == 2 and "penultima" in result.err, result)
    people = open_table(server, "/proc", "--players", "2", others=())
    tap.check("a home that cannot be written is reported, and the seat is there all the same",
              "cannot be saved on this disk" in people[0].out or people[0].wait_for("cannot be saved on this disk"),
              people[0].out)
    tap.equal("the end of the input ends it", ended(people), [0])


WELCOME = '{"t":"welcome","table":"abcdefghij","seat":0,"time":1}'
SEATS = ('"id":"abcdefghij","you":0,"stage":"waiting","paused":false,"host":0,"rules":1,'
         '"settings":{"edition":"%s","house":[],"seats":2,"clock":null,"public":false,"hints":false,'
         '"grace":500,"series":1,"bots":"casual","name":"%s"},'
         '"seats":[{"name":"Ana","kind":"person","here":true,"agreed":false,"away":false,"wins":0},'
         '{"name":"","kind":"free"}],"commit":null,"game":0,"asking":null,"watchers":0')
TABLE = '{"t":"table","n":1,%s,"events":[],"now":null,"chat":[],"votes":[]}'


def check_hostile_servers(folder):
    home = folder_of(folder, "hostile")
    for number, (messages, sign) in enumerate((
            (["nonsense"], "cannot be understood"),
            ([WELCOME, '{"t":"table","n":-1}'], "cannot be understood"),
            ([WELCOME, TABLE % SEATS % ("mine", "x")], "an edition that this program does not have"),
            ([WELCOME, TABLE % SEATS % ("classic", "x"), '{"t":"update","n":2,"events":[],"now":{}}'],
             "cannot be understood"),
            (['{"t":"no","code":"full","key":"k","text":"full \\u001b]0;x\\u0007 house"}'], "full ]0;x house"))):
        babbler = Babbler(*messages)
        person = Person(program, f"http://127.0.0.1:{babbler.port}/#abcdefghij", "Ana", home)
        person.wait_for(sign)
        status = person.end()
        tap.check(f"a hostile server is left, {number + 1}", status == 1 and sign in person.out and
                  "\033" not in person.out, status, person.out)
        babbler.close()
    babbler = Babbler(WELCOME, TABLE % SEATS % ("classic", "\\u001b[2J\\u009b5m\\u202eLa mesa"),
                      '{"t":"said","seat":0,"text":"\\u001b[1mhola"}')
    person = Person(program, f"http://127.0.0.1:{babbler.port}/#abcdefghij", "Ana", home)
    tap.check("no text of a server steers the terminal",
              person.wait_for(r"Ana: “\[1mhola”") and "[2J5mLa mesa: table" in person.out
              and "\033" not in person.out, person.out)
    person.kill()
    babbler.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder_of(folder, "server"))
        server.start()
        try:
            still = open_still_table(server, folder)
            check_whole_games(server, folder)
            check_rounds_and_games(server, folder)
            check_cut_connection(server, folder)
            check_killed_client(server, folder)
            check_table_life(server, folder)
            check_rules(server, folder)
            check_own_rules(server, folder)
            check_votes_while_away(server, folder)
            check_manners(server, folder)
            check_are_you_there(still)
            check_refusals(server, folder)
        finally:
            server.stop()
        check_killed_server(folder)
        check_hostile_servers(folder)
    tap.done()


main()
