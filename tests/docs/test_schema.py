#!/usr/bin/env python3
"""`penultima schema` describes the messages as docs/PROTOCOL.md shows them, a server hands out the same, and what is not in
the protocol does not fit: test_schema.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
schema = json.loads(tap.run([program, "schema"]).out)


def fits(value, what):
    """What JSON Schema says of the few words that ours uses; another one is an error of this test."""
    for word, said in what.items():
        if word == "$ref":
            is_good = fits(value, schema["$defs"][said.rsplit("/", 1)[1]])
        elif word == "type":
            is_good = isinstance(value, TYPES[said]) and not (said == "integer" and isinstance(value, bool))
        elif word in ("const", "enum"):
            is_good = value in (said if word == "enum" else [said])
        elif word in ("anyOf", "oneOf"):
            count = sum(fits(value, one) for one in said)
            is_good = count == 1 or (word == "anyOf" and count > 1)
        elif word == "required":
            is_good = all(key in value for key in said)
        elif word == "properties":
            is_good = all(fits(item, said[key]) for key, item in value.items() if key in said)
        elif word == "additionalProperties":
            more = [item for key, item in value.items() if key not in what.get("properties", {})]
            is_good = not more if said is False else all(fits(item, said) for item in more)
        elif word == "items":
            is_good = all(fits(item, said) for item in value)
        elif word == "pattern":
            is_good = bool(re.search(said, value))
        else:
            is_good = {"minimum": lambda: value >= said, "maximum": lambda: value <= said,
                       "maxLength": lambda: len(value) <= said, "maxItems": lambda: len(value) <= said,
                       "$comment": lambda: True}[word]()
        if not is_good:
            return False
    return True


messages = {"anyOf": schema["anyOf"]}
seen = set()
for block in re.findall(r"```json\n(.*?)```", (root / "docs/PROTOCOL.md").read_text(encoding="utf-8"), re.DOTALL):
    rest = block.strip()
    while rest:
        message, end = json.JSONDecoder().raw_decode(rest)
        rest = rest[end:].strip()
        if "t" in message:
            seen.add(message["t"])
            tap.check(f"{message['t']} fits", fits(message, messages), json.dumps(message))
        elif "tables" in message:
            seen.add("lobby")
            tap.check("the lobby fits", fits(message, schema["$defs"]["lobby"]), json.dumps(message))
words = {one["properties"]["t"]["const"] for one in schema["$defs"].values() if "t" in one.get("properties", {})}
tap.equal("every message was looked at", words - seen, set())
for bad in ({"t": "pong", "id": 1}, {"t": "ping", "id": 0}, {"t": "ping", "id": 1, "more": 1}, {"t": "ping", "id": True},
            {"t": "vote", "id": 1, "yes": 1}, {"t": "ask", "id": 1, "what": "rain"}, {"t": "rain"},
            {"t": "create", "settings": {"seats": 11}}, {"t": "create", "settings": {"clock": {"move": 1, "days": 1}}}):
    tap.check(f"{json.dumps(bad)} does not", not fits(bad, messages))
channel = json.loads(tap.run([program, "schema", "--asyncapi"]).out)
carried = {one["payload"]["$ref"].rsplit("/", 1)[1] for one in channel["components"]["messages"].values()}
tap.equal("AsyncAPI has every message", carried, {name for name, one in schema["$defs"].items() if "t" in one.get("properties", {})})
tap.equal("and says them over one channel", {name for name in channel["channels"]["table"]["messages"]}, carried)
tap.equal("in one direction each", sorted(one["$ref"].rsplit("/", 1)[1] for operation in channel["operations"].values()
                                          for one in operation["messages"]), sorted(carried))
tap.done()
