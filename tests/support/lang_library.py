"""The library with other languages than those that are shipped: speak(program, root, files, source) compiles it with
the C program 'source', and gives what that prints."""
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402


def speak(program, root, files, source):
    compiler = root / "lang" / "compile.py"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "penultima").mkdir()
        for what, out in (("core.keys", "penultima"), ("core.c", "core_words.c"),
                          ("languages.h", "penultima/languages.h")):
            tap.run([sys.executable, compiler, what, folder / out, *files])
        (folder / "speak.c").write_text(source, encoding="utf-8")
        editions = tap.run([sys.executable, root / "editions" / "embed.py", folder / "editions.c", "builtin",
                            *sorted((root / "editions").glob("cl*ic*.edition"))])
        tap.run([sys.executable, root / "editions" / "embed.py", folder / "houses.c", "house",
                 *sorted((root / "house").glob("*.house"))])
        sources = sorted((root / "src" / "rules").glob("*.c")) + sorted((root / "src" / "text").glob("*.c"))
        made = tap.run(["cc", "-std=c11", "-O0", "-I", folder, "-I", root / "include", "-I", program.parent / "include",
                        "-I", root / "src", "-o", folder / "speak", *sources, folder / "core_words.c",
                        folder / "editions.c", folder / "houses.c", folder / "speak.c"], timeout=120)
        tap.check("the library builds with another language", made.status == 0 and editions.status == 0, made)
        return tap.run([folder / "speak"]).out
