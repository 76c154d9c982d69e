#!/usr/bin/env python3
"""embed.py - the house rules of this folder, for the build.

    embed.py list FOLDER            their files, in the order in which they are listed to people
    embed.py header OUTPUT FILE...  their names as constants: PEN_HOUSE_JUMP_IN

The order is the order of the bits of a pen_house_set. Those of the classic sheet come first, the others by
name. Nothing written down depends on the order: whatever is kept goes by name."""
import pathlib
import sys

SHEET = ('progressive', 'seven-0', 'jump-in')


def listed(folder):
    files = sorted(pathlib.Path(folder).glob('*.house'))
    return ([path for name in SHEET for path in files if path.stem == name]
            + [path for path in files if path.stem not in SHEET])


def constant(path):
    return 'PEN_HOUSE_' + path.stem.upper().replace('-', '_')


def header(output, *names):
    files = [pathlib.Path(name) for name in names]
    if len(files) > 64:
        sys.exit('embed.py: a table has a bit for each of 64 house rules, and here are more')
    out = ['/* house_list.h - the built-in house rules as bits of a pen_house_set. Made by house/embed.py. */',
           '#ifndef PENULTIMA_HOUSE_LIST_H', '#define PENULTIMA_HOUSE_LIST_H', '']
    out += ['#define %s (UINT64_C(1) << %d)' % (constant(path), bit) for bit, path in enumerate(files)]
    out += ['', '/* Those of the classic sheet (RULES H1 to H3). */',
            '#define PEN_HOUSE_SHEET ((UINT64_C(1) << %d) - 1)' % len(SHEET), '', '#endif', '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')


if __name__ == '__main__':
    if sys.argv[1] == 'list':
        print('\n'.join(path.name for path in listed(sys.argv[2])))
    else:
        header(*sys.argv[2:])
