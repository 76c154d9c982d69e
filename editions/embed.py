#!/usr/bin/env python3
"""embed.py OUTPUT PREFIX FILE... - turns edition files, or house rules, into one C file of constant data.

The order of the files is the order of pen_edition_builtin_id(). The name of a file is the id of its
edition; tests/text/test_edition.c checks that the two agree.
"""
import pathlib
import sys


def literal(byte):
    """A character constant, so that its value is right whether char is signed or not."""
    return "'\\x%02x'" % byte


def main(output, prefix, *names):
    # The declarations are repeated from src/text/edition_text.h, so that this file, which is made
    # in the build folder, needs no private header.
    out = ['/* Made by editions/embed.py. Do not edit. */',
           '#include <stddef.h>', '',
           'extern const unsigned pen__%s_count;' % prefix,
           'extern const char *const pen__%s_ids[];' % prefix,
           'extern const char *const pen__%s_bytes[];' % prefix,
           'extern const size_t pen__%s_sizes[];' % prefix, '']
    files = [pathlib.Path(name) for name in names]
    for index, path in enumerate(files):
        data = path.read_bytes() + b'\0'
        out.append('static const char text_%d[] = {' % index)
        for start in range(0, len(data), 16):
            out.append('    ' + ', '.join(literal(byte) for byte in data[start:start + 16]) + ',')
        out += ['};', '']
    each = range(len(files))
    out += ['const unsigned pen__%s_count = %d;' % (prefix, len(files)),
            'const char *const pen__%s_ids[] = {%s};'
            % (prefix, ', '.join('"%s"' % path.stem for path in files)),
            'const char *const pen__%s_bytes[] = {%s};'
            % (prefix, ', '.join('text_%d' % index for index in each)),
            'const size_t pen__%s_sizes[] = {%s};'
            % (prefix, ', '.join('sizeof text_%d - 1' % index for index in each)), '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')


if __name__ == '__main__':
    main(*sys.argv[1:])
