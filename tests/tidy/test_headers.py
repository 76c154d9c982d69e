#!/usr/bin/env python3
"""The public headers in other languages: test_headers.py PROGRAM ARCHIVE SOURCE_ROOT

Each header alone, as C11, C2x, C++11 and C++20, by gcc and clang; the rules without a configure step; a game in C++; and
one by somebody who knows no structure, nor can use a macro or an inline function.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

build, root = Path(sys.argv[2]).resolve().parent, Path(sys.argv[3]).resolve()
FOLDERS = [root / "include", build / "include"]
INCLUDES = [f"-I{folder}" for folder in FOLDERS]
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror"]

GAME = r"""
#include <penultima/penultima.h>
#include <cstdio>
#include <vector>

extern "C" void pen_assert_failed(const char *, const char *, int) { throw 1; }

int main()
{
    std::vector<pen_edition> edition(1); // large: not on the stack
    pen_rules rules;
    pen_game game;
    pen_options options = PEN_OPTIONS_DEFAULT;
    options.scoring = PEN_SCORING_QUICK;
    pen_chance chance = pen_chance_of(42, 0);
    if (!pen_edition_builtin("classic", &edition[0]) ||
        pen_table_make(&rules, &edition[0], &options, nullptr) != PEN_RULES_GOOD)
        return 1;
    pen_layout layout = pen_layout_random(3, 0, chance);
    if (pen_game_start(&rules, &game, 42, &layout, nullptr, nullptr, nullptr) != PEN_DEAL_GOOD)
        return 1;
    while (unsigned must = pen_round_must(&game.round)) {
        pen_legal legal;
        pen_quick_legal(&rules, &game.round, static_cast<uint8_t>(pen_bits_lowest(must)), &legal);
        if (pen_game_apply(&rules, &game, pen_legal_any(&rules, &legal, &chance), nullptr) != PEN_ACCEPTED)
            return 1;
    }
    pen_action draw = PEN_ACTION(PEN_VERB_DRAW, 0);
    std::printf("seat %u went out %u\n", unsigned(game.round.winner), unsigned(draw.card));
}
"""


def check_each_header():
    names = sorted({path.name for folder in FOLDERS for path in (folder / "penultima").glob("*.h")})
    tap.check("there are headers", len(names) > 20, names)
    for family, standards, ending in (((("gcc", "clang")), ("c11", "c2x"), "c"), (("g++", "clang++"), ("c++11", "c++20"), "cc")):
        with tempfile.TemporaryDirectory() as folder:
            sources = []
            for name in names:
                sources.append(Path(folder) / f"{name}.{ending}")
                # Twice, and not empty.
                sources[-1].write_text(f'#include "penultima/{name}"\n#include "penultima/{name}"\ntypedef int used;\n', encoding="utf-8")
            for compiler in family:
                for standard in standards:
                    if not shutil.which(compiler):
                        tap.check(f"# SKIP there is no {compiler}", True)
                        continue
                    result = tap.run([compiler, f"-std={standard}", *STRICT, "-fsyntax-only", *INCLUDES, *sources], timeout=600)
                    tap.check(f"each header alone, {compiler} -std={standard}", result.status == 0, result.err[:3000])


def check_cpp():
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "game.cc", Path(folder) / "game"
        source.write_text(GAME, encoding="utf-8")
        made = tap.run(["g++", "-std=c++11", *STRICT, *INCLUDES, source, build / "libpenultima.a", "-o", program], timeout=300)
        played = tap.run([program]) if made.status == 0 else made
        tap.check("a game in C++", played.status == 0 and "went out 255" in played.out, played)


def check_no_configure():
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(["cc", f"-I{root / 'include'}", "-c", *sorted(map(str, (root / "src/rules").glob("*.c")))], cwd=folder,
                              capture_output=True, text=True, check=False)
        tap.check("cc -Iinclude -c src/rules/*.c", made.returncode == 0 and any(Path(folder).glob("*.o")), made.stderr[:2000])


BLIND = r"""
import ctypes, sys
lib = ctypes.CDLL(sys.argv[1])
def room(name):
    size = getattr(lib, "pen_sizeof_" + name)
    size.restype = ctypes.c_size_t
    return ctypes.create_string_buffer(size())
lib.pen_legal_at.restype = lib.pen_action_word.restype = ctypes.c_uint64
lib.pen_action_of_word.restype = ctypes.c_uint64
lib.pen_game_round.restype = ctypes.c_void_p
seed = ctypes.c_uint64(7)
edition, rules, game, legal = room("edition"), room("rules"), room("game"), room("legal")
assert lib.pen_edition_builtin(b"classic", edition)
assert lib.pen_table_make(rules, edition, None, None) == 0
lib.pen_game_start_quick(rules, game, 3, 0, seed)
rounds = 1
round_ = ctypes.c_void_p(lib.pen_game_round(game))
while True:
    must, count = lib.pen_round_must(round_), 0
    if not must:
        if lib.pen_game_can_deal(game):
            break
        lib.pen_game_deal_quick(rules, game)
        continue
    lib.pen_round_legal(rules, round_, lib.pen_bits_lowest(ctypes.c_uint64(must)), legal)
    # The first action plays a card if one fits.
    action = ctypes.c_uint64(lib.pen_legal_at(rules, legal, 0))
    assert lib.pen_game_apply(rules, game, action, None) == 0
winners = lib.pen_game_winners(game)
print(winners, [lib.pen_game_score(game, seat) for seat in range(3)], lib.pen_game_round_number(game),
      lib.pen_round_seat_count(round_), lib.pen_round_winner(round_))
"""


def check_blind():
    result = tap.run([sys.executable, "-c", BLIND, build / "libpenultima.so"])
    said = result.out.split()
    tap.check("a whole game for points by who knows no structure", result.status == 0 and said and int(said[0]) in (1, 2, 4)
              and max(int(word.strip("[],")) for word in said[1:4]) >= 500 and int(said[4]) > 1, result)



check_each_header()
check_cpp()
check_no_configure()
check_blind()
tap.done()
