#!/usr/bin/env python3
"""The messages of the protocol as TypeScript: `penultima schema | tools/messages_types.py > web/js/messages.d.ts`

For the page, whose types the tests check against it (never committed), and for any client in TypeScript. What a brief
update leaves out (in the schema "kept") counts as there: the page fills it in before anything looks at it.
"""
import json
import sys


def name_of(key):
    return "".join(part.capitalize() for part in key.split("_"))


def type_of(value):
    if "$ref" in value:
        return name_of(value["$ref"].rsplit("/", 1)[1])
    if "anyOf" in value or "oneOf" in value:
        return " | ".join(type_of(one) for one in value.get("anyOf", value.get("oneOf")))
    if "const" in value or "enum" in value:
        return " | ".join(json.dumps(word) for word in value.get("enum", [value.get("const")]))
    if value["type"] == "array":
        return f"({type_of(value['items'])})[]"
    if value["type"] == "object":
        return f"Record<number, {type_of(value['additionalProperties'])}>"
    return {"integer": "number"}.get(value["type"], value["type"])


for key, value in json.load(sys.stdin)["$defs"].items():
    if "properties" not in value:
        print(f"export type {name_of(key)} = {type_of(value)};")
        continue
    print(f"export interface {name_of(key)} {{")
    for field, kind in value["properties"].items():
        is_there = field == "t" or field in value.get("required", ()) or kind.get("$comment") == "kept"
        print(f"    {field}{'' if is_there else '?'}: {type_of(kind)};")
    print("}")
