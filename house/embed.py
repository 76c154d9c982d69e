#!/usr/bin/env python3
"""embed.py - the house rules of this folder, for the build.

    embed.py list FOLDER            their files, in the order in which they are listed to people
    embed.py header OUTPUT FILE...  their names as constants: PEN_HOUSE_JUMP_IN

A pen_house_set has a bit for each of them, or as many as the numbers need with which it may be played ("with N from
1 to 6"). The places are in the order in which they are listed. Those of the classic sheet come first, the others by
name. Nothing written down depends on the order: whatever is kept goes by name."""
import pathlib
import re
import sys

SHEET = ('progressive', 'seven-0', 'jump-in')
WITH = re.compile(r'^with N from ([0-9]+) to ([0-9]+), usually ([0-9]+)', re.MULTILINE)


def listed(folder):
    files = sorted(pathlib.Path(folder).glob('*.house'), key=lambda path: path.stem)
    return ([path for name in SHEET for path in files if path.stem == name]
            + [path for path in files if path.stem not in SHEET])


def header(output, *names):
    out = ['/* house_list.h - the built-in house rules as bits of a pen_house_set. Made by house/embed.py. */',
           '#ifndef PENULTIMA_HOUSE_LIST_H', '#define PENULTIMA_HOUSE_LIST_H', '']
    rows, shift = [], 0
    for path in map(pathlib.Path, names):
        name = path.stem.upper().replace('-', '_')
        numbers = WITH.search(path.read_text(encoding='utf-8'))
        least, most, usual = map(int, numbers.groups()) if numbers else (1, 1, 1)
        if numbers:
            out.append('#define PEN_HOUSE_%s(n) ((UINT64_C(n) - %d) << %d) /* %d to %d */'
                       % (name, least - 1, shift, least, most))
        else:
            out.append('#define PEN_HOUSE_%s (UINT64_C(1) << %d)' % (name, shift))
        rows.append('    X(%d, %d, %d)' % (shift, least, most))
        shift += (most - least + 1).bit_length()
    if shift > 64:
        sys.exit('embed.py: a pen_house_set has 64 bits, and these house rules need %d' % shift)
    out += ['', '/* Those of the classic sheet (RULES H1 to H3). */',
            '#define PEN_HOUSE_SHEET ((UINT64_C(1) << %d) - 1)' % len(SHEET), '',
            '/* X(place of its lowest bit, least and most number), in their order. */',
            '#define PEN_HOUSE_PLACES(X) \\', ' \\\n'.join(rows), '', '#endif', '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')


if __name__ == '__main__':
    if sys.argv[1] == 'list':
        print('\n'.join(path.name for path in listed(sys.argv[2])))
    else:
        header(*sys.argv[2:])
