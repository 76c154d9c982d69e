#!/usr/bin/env python3
"""penultima verify from outside: test_verify_command.py PROGRAM ARCHIVE SOURCE_ROOT"""
import hashlib
import hmac
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
record = root / "docs/examples/checked-game.mesa"
text = record.read_text(encoding="utf-8")
plain = {name: value for name, value in os.environ.items()
         if name not in ("LANG", "LANGUAGE", "XDG_DATA_HOME") and not name.startswith("LC_")}


def run(*arguments, stdin=b""):
    return tap.run([program, "verify", *arguments], stdin=stdin, env=plain)


def chained(changed):
    """The text with a chain that fits."""
    lines = changed.encode().split(b"\n")[:-2]
    chain = hashlib.sha512(b"penultima/1 chain").digest()
    for line in lines:
        chain = hashlib.sha512(chain + line).digest()
    return b"\n".join(lines) + b"\n#! chain " + chain.hex().encode() + b"\n"


def said(start):
    return next(line[len(start):] for line in text.splitlines() if line.startswith(start))


def check_good():
    result = run(record)
    tap.equal("a good record: status", result.status, 0, result)
    lines = result.out.splitlines()
    tap.check("one line per check, all good",
              len(lines) == 11 and all(line.startswith("  ✓ ") for line in lines[:-1]), result)
    tap.equal("and a closing line", lines[-1], f"{record}: everything follows from the seeds")
    tap.check("a player without a seed is named", "  ✓ Carla added no seed" in lines, result)
    result = run("--lang", "es", record)
    tap.check("in Spanish", result.status == 0 and "todo se sigue de las semillas" in result.out
              and "Carla no aportó semilla" in result.out, result)
    result = run("-", stdin=chained(text.replace("Carla", "Carla_Paz")))
    tap.check("names have spaces where people read them", "  ✓ Carla Paz added no seed\n" in result.out
              and "Carla_Paz" not in result.out, result)
    result = run("-", stdin=text.encode())
    tap.check("from standard input", result.status == 0 and result.out.endswith(
        "stdin: everything follows from the seeds\n"), result)
    tap.check("the record is also a text that replays",
              tap.run([program, "replay", record], env=plain).status == 0)


def check_noted():
    commit, chain = said("#! server commit "), said("#! chain ")
    result = run("--commit", commit, "--chain", chain, record)
    tap.check("hashes that were noted are compared", result.status == 0
              and result.out.count("the hash is the one you noted") == 2, result)
    result = run("--commit", chain, record)
    tap.check("another commitment is another game", result.status == 1 and "  ✗ " in result.out, result)
    for arguments in (["--commit", "12", record], ["--chain", commit.upper(), record],
                      ["--commit", commit, record, record], [], ["--frobnicate", record],
                      ["/nonexistent.mesa"]):
        result = run(*arguments)
        tap.check(f"wrong use: {arguments}",
                  result.status == 2 and result.out == "" and result.err.count("\n") == 1, result)


def check_wrong():
    cards = said("draw: ").split()
    other = next(i for i in range(12, len(cards)) if cards[i] != cards[11])
    swapped = list(cards)
    swapped[11], swapped[other] = swapped[other], swapped[11]
    line = text.splitlines().index("draw: " + " ".join(cards)) + 1
    changed = text.replace("draw: " + " ".join(cards), "draw: " + " ".join(swapped))
    wanted = (f"  ✗ line {line}: the draw pile of round 1 does not follow from the seeds: "
              f"card 12 is {cards[other]}, but should be {cards[11]}\n")
    result = run("-", stdin=chained(changed))
    tap.check("a changed draw pile is named with its line", result.status == 1 and wanted in result.out
              and "  ✓ no line was changed" in result.out, wanted, result)
    result = run("-", stdin=changed.encode())
    tap.check("and so is the chain, if it was left as it was",
              result.status == 1 and wanted in result.out and "the text was changed" in result.out, result)
    seed = said("#! seed Ana ")
    result = run("-", stdin=chained(text.replace(seed, seed[::-1])))
    tap.check("another seed of a player is found", result.status == 1
              and ": the seed of Ana is not the one committed to\n" in result.out, result)
    result = run("-", stdin=chained(text.replace("#! seed Carla none", "#! seed Carla withheld")))
    tap.check("a seed withheld without a commitment is found", result.status == 1
              and ": Carla has a seed without having committed to one\n" in result.out, result)
    result = run("-", stdin=chained(text.replace("#! server seed", "# server seed")))
    tap.check("without the server's seed nothing can be checked, and that is said", result.status == 1
              and "the server has not revealed its seed" in result.out, result)


def check_unreadable():
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("empty", b""), ("plain", b"edition: classic\nplayers: Ana, Beto\n"),
                              ("edition", chained(text.replace("edition: office", "edition: nonesuch"))),
                              ("bytes", b"#! fair 1\n\xff\xfe\n")):
            path = Path(folder) / f"{name}.mesa"
            path.write_bytes(content)
            result = run(path)
            tap.check(f"unreadable: {name}", result.status == 2 and result.out == ""
                      and result.err.count("\n") == 1 and result.err.startswith(str(path)), result)
            result = run(path, record)
            tap.check(f"the worst of two files counts: {name}", result.status == 2
                      and "everything follows" in result.out, result)
            made = json.loads(run("--json", path).out)
            tap.equal(f"as JSON: {name}", made["status"], "unreadable")


def check_stranger():
    """What a stranger's record says of itself gives the terminal no orders."""
    result = run("-", stdin="#from: \033]0;x\007gäme.mesa\u009b2J at 3 Añà\nedition: classic\n".encode())
    tap.check("a record that says where it is from", result.status == 2 and "]0;xgäme.mesa2J at 3 Añà" in result.err
              and not any(sign in result.err for sign in "\033\007\u009b"), result)


def check_json():
    made = json.loads(run("--json", record).out)
    tap.equal("as JSON: the status", made["status"], "good")
    tap.equal("as JSON: the table", (made["table"], made["game"]), ("k7m2q9", 1))
    tap.equal("as JSON: the hashes", (made["commit"], made["chain"]), (said("#! server commit "), said("#! chain ")))
    tap.equal("as JSON: the checks", [check["check"] for check in made["checks"]],
              ["chain", "server", "player", "player", "player", "play", "dealer", "deals", "reshuffles", "ties"])
    changed = text.replace("\ndealer: ", "\ndealer:  ")
    made = json.loads(run("--json", "--lang", "es", "-", stdin=changed.encode()).out)
    tap.check("as JSON: what is wrong", made["status"] == "wrong" and made["checks"][0]["good"] is False
              and made["checks"][0]["line"] == text.count("\n") and "ha cambiado" in made["checks"][0]["text"], made)


def check_versions():
    """Records of older shuffles and of this one, with cards turned over that went back (RULE O24), by both verifiers."""
    for path in sorted((root / "tests/fair/records").glob("*.mesa")):
        told = path.read_text(encoding="utf-8")
        version, name = told[len("#! fair ")], path.name
        tap.check(f"{name}: a card went back", "\nopening: w+4 " in told)
        for whose, command in (("ours", [program, "verify"]), ("the independent one",
                                                               [sys.executable, root / "docs/examples/verify.py"])):
            result = tap.run([*command, path], env=plain)
            tap.check(f"{name}: {whose} finds it good", result.status == 0
                      and "everything follows from the seeds" in result.out, result)
            for other in "234":
                with tempfile.TemporaryDirectory() as folder:
                    changed = Path(folder) / name
                    changed.write_bytes(chained(told.replace("#! fair " + version, "#! fair " + other)))
                    result = tap.run([*command, changed], env=plain)
                tap.equal(f"{name}: {whose} takes it for version {other}", result.status,
                          0 if other == version else 2 if other == "4" else 1, result)


def check_document():
    """The figures that docs/FAIRNESS.md gives to whoever writes a verifier."""
    page = "".join((root / "docs/FAIRNESS.md").read_text(encoding="utf-8").split())
    message = b"penultima/1 key\0" + b"\x06k7m2q9" + bytes([1, 0, 0, 0, 3])
    for name in ("Ana", "Beto"):
        message += bytes([32]) + bytes.fromhex(said(f"#! seed {name} "))
    key = hmac.new(bytes.fromhex(said("#! server seed ")), message + b"\0", hashlib.sha512)
    dealer = hmac.new(key.digest(), bytes([1]) + bytes(12), hashlib.sha512).digest()
    deal = hmac.new(key.digest(), bytes([2, 1]) + bytes(11), hashlib.sha512)
    tap.check("the document's key", key.hexdigest() in page, key.hexdigest())
    tap.check("the document's word", f"is{int.from_bytes(dealer[:4], 'little')}," in page, dealer.hex())
    tap.check("the document's block", deal.hexdigest() in page, deal.hexdigest())


check_document()
check_good()
check_noted()
check_wrong()
check_unreadable()
check_stranger()
check_json()
check_versions()
tap.done()
