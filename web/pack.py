#!/usr/bin/env python3
"""Puts the assembled page into the program, so that a copied binary serves all of it.

    pack.py FOLDER STAMP PACK ASSEMBLY

The files that STAMP names (assemble.py), compressed as they lie in FOLDER, become one file, PACK, and ASSEMBLY, which
the linker takes and which includes it. All numbers have four bytes, the lowest first:

    the number of files; then for each, sorted by path:
    path (offset, bytes), brotli (offset, bytes; 0 0: none), gzip (offset, bytes), bytes of the file itself, its tag (8 bytes)

A file is kept compressed only: for the few who take neither, the program unpacks the gzip.
"""
import gzip
import hashlib
import struct
import sys
from pathlib import Path

ENTRY = struct.Struct("<7I8s")


def packed(folder, names):
    heap, entries = bytearray(), []
    at = 4 + ENTRY.size * len(names)

    def put(data):
        where = at + len(heap)
        heap.extend(data)
        return where, len(data)

    for name in sorted(names):
        data = (folder / name).read_bytes()
        small, smaller = (folder / (name + ending) for ending in (".gz", ".br"))
        assert gzip.decompress(small.read_bytes()) == data, f"{small} is not what {name} was packed to"
        path = put(f"/{name}".encode() + b"\0")
        # Where it gains next to nothing (the networks), gzip serves everybody.
        gains = smaller.is_file() and smaller.stat().st_size < 0.97 * small.stat().st_size
        brotli = put(smaller.read_bytes()) if gains else (0, 0)
        entries.append(ENTRY.pack(*path, *brotli, *put(small.read_bytes()), len(data), hashlib.sha256(data).digest()[:8]))
    return struct.pack("<I", len(entries)) + b"".join(entries) + bytes(heap)


folder, stamp, pack, assembly = map(Path, sys.argv[1:])
_, *names = stamp.read_text(encoding="utf-8").split("\n")[:-1]
pack.write_bytes(packed(folder, names))
# The assembler runs where Ninja does: a path from there, so that no folder's name gets into the program.
assembly.write_text(f"""/* Made by web/pack.py. */
    .section .rodata
    .balign 8
    .globl site_pack
site_pack:
    .incbin "{pack}"
    .section .note.GNU-stack,"",%progbits
""", encoding="utf-8")
