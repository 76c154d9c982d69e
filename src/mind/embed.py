#!/usr/bin/env python3
"""embed.py OUTPUT FILE... - turns network files into one C file of constant data, in this order."""
import pathlib
import sys


def main(output, *names):
    out = ['/* Made by src/mind/embed.py. Do not edit. */', '#include "mind/builtin.h"', '']
    for index, name in enumerate(names):
        data = pathlib.Path(name).read_bytes()
        out.append('static const uint8_t bytes_%d[] = {' % index)
        out += [','.join(map(str, data[at:at + 64])) + ',' for at in range(0, len(data), 64)]
        out += ['};', '']
    out += ['const unsigned mind_builtin_count = %d;' % len(names), '',
            'const uint8_t *mind_builtin_bytes(unsigned index, size_t *count)', '{',
            '    static const uint8_t *const all[] = {%s};' % ', '.join('bytes_%d' % i for i in range(len(names))),
            '    static const size_t counts[] = {%s};' % ', '.join('sizeof bytes_%d' % i for i in range(len(names))),
            '    *count = counts[index];', '    return all[index];', '}', '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')


if __name__ == '__main__':
    main(*sys.argv[1:])
