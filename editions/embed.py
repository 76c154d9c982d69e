#!/usr/bin/env python3
"""embed.py OUTPUT FILE... - turns edition files into one C file of constant data.

The order of the files is the order of pen_edition_builtin_id(). The name of a file is the id of its
edition; tests/text/test_edition.c checks that the two agree.
"""
import pathlib
import sys


def literal(byte):
    """A character constant, so that its value is right whether char is signed or not."""
    return "'\\x%02x'" % byte


def main(output, *names):
    # The declarations are repeated from src/text/edition_text.h, so that this file, which is made
    # in the build folder, needs no private header.
    out = ['/* Made by editions/embed.py from the .edition files. Do not edit. */',
           '#include <stddef.h>', '',
           'extern const unsigned pen__builtin_count;',
           'extern const char *const pen__builtin_ids[];',
           'extern const char *const pen__builtin_bytes[];',
           'extern const size_t pen__builtin_sizes[];', '']
    files = [pathlib.Path(name) for name in names]
    for index, path in enumerate(files):
        data = path.read_bytes() + b'\0'
        out.append('static const char text_%d[] = {' % index)
        for start in range(0, len(data), 16):
            out.append('    ' + ', '.join(literal(byte) for byte in data[start:start + 16]) + ',')
        out += ['};', '']
    each = range(len(files))
    out += ['const unsigned pen__builtin_count = %d;' % len(files),
            'const char *const pen__builtin_ids[] = {%s};'
            % ', '.join('"%s"' % path.stem for path in files),
            'const char *const pen__builtin_bytes[] = {%s};'
            % ', '.join('text_%d' % index for index in each),
            'const size_t pen__builtin_sizes[] = {%s};'
            % ', '.join('sizeof text_%d - 1' % index for index in each), '']
    pathlib.Path(output).write_text('\n'.join(out), encoding='ascii')


if __name__ == '__main__':
    main(*sys.argv[1:])
