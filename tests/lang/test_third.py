#!/usr/bin/env python3
"""A third language is one file: test_third.py PROGRAM ARCHIVE SOURCE_ROOT

The languages that are shipped are complete. A made-up one, zz.lang, lacks about half of its entries and has
faults: 'penultima lang check' names each, and the library built with it says what it has, English where it has
nothing, and counts that.
"""
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
compiler, zz = root / "lang" / "compile.py", root / "tests" / "lang" / "zz.lang"
files = [root / "lang" / "en.lang", root / "lang" / "es.lang", zz]

SPEAK = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "penultima/penultima.h"
#include "penultima/words.h"
void pen_assert_failed(const char *condition, const char *file, int line)
{
    printf("%s:%d: %s\n", file, line, condition);
    exit(1);
}
int main(void)
{
    enum pen_lang lang;
    static struct pen_edition edition;
    char bytes[128];
    if (!pen_lang_find("zz_ZZ.UTF-8", 11, &lang) || !pen_edition_builtin("classic", &edition))
        return 1;
    printf("%s %s %u\n", pen_lang_id(lang), pen_lang_name(lang), pen_lang_missing(lang));
    for (unsigned i = 1; i < PEN_REFUSAL_COUNT; i++)
        printf("%s\n", pen_refusal_text((enum pen_refusal)i, lang));
    for (unsigned n = 11; n < 26; n++) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_say(&text, lang, COUNT_CARDS, n);
        printf("%s\n", bytes);
    }
    static struct pen_rules rules;
    static struct pen_house house;
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    uint8_t card;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    for (unsigned i = 0; i < pen_house_count(); i++)
        if (strcmp(pen_house_id(i), "seven-0") == 0)
            pen_house_builtin(i, &house);
    if (pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD ||
        !pen_card_read(&edition, &rules, "r+2", 3, &card))
        return 1;
    pen_card_name(&edition, &rules, card, lang, &text);
    printf("%s\n%s\n%s\n%s\n", edition.title[lang], edition.about[lang], bytes, house.title[lang]);
    return 0;
}
"""


def check_shipped():
    with tempfile.TemporaryDirectory() as folder:
        shipped = [root / "lang" / name for name in tap.run([sys.executable, compiler, "list", root / "lang"])
                   .out.split()]
        result = tap.run([sys.executable, compiler, "complete", Path(folder, "stamp"), *shipped])
        tap.check("every shipped language is complete", result.status == 0, result)
    result = tap.run([program, "lang", "check"])
    tap.check("the program says so, too", result.status == 0, result)


def check_faults():
    result = tap.run([program, "lang", "check", "--lang", "en", zz])
    tap.equal("a language with faults is not good", result.status, 1)
    for what, wanted in (("surplus", r"refusal\.no-such-refusal: English has no such entry"),
                         ("a wrong hole", r"event\.turn: there is no hole \{nobody\} here; there are: seat target"),
                         ("too few forms", r"event\.pending: \{n\|\.\.\.\} needs 4 forms and has 2"),
                         ("an open brace", r"list\.and: a brace is not closed"),
                         ("missing", r"refusal\.\S+: is missing")):
        tap.check(f"lang check names {what}", re.search(wanted, result.out), result)
    compiled = tap.run([sys.executable, compiler, "complete", "/dev/null", *files])
    ours = sorted(set(re.findall(r"zz\.lang:(\d+):", compiled.err)))
    tap.equal("the build finds the same lines at fault", sorted(set(re.findall(r"zz\.lang:(\d+):", result.out))),
              ours)
    lacking = len(re.findall(r"is missing$", result.out, re.MULTILINE))
    tap.equal("and the same missing", lacking, len(re.findall(r"is missing$", compiled.err, re.MULTILINE)))
    return lacking + len(ours) - result.out.count("English has no such entry")


def check_spoken(unsaid):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "penultima").mkdir()
        for what, out in (("core.h", "penultima/word_keys.h"), ("core.c", "core_words.c")):
            tap.run([sys.executable, compiler, what, folder / out, *files])
        rows = " ".join(f'X({path.stem.upper()}, "{path.stem}")' for path in files)
        template = (root / "include" / "penultima" / "languages.h.in").read_text(encoding="utf-8")
        (folder / "penultima" / "languages.h").write_text(template.replace("@LIST@", rows), encoding="utf-8")
        (folder / "speak.c").write_text(SPEAK, encoding="utf-8")
        editions = tap.run([sys.executable, root / "editions" / "embed.py", folder / "editions.c", "builtin",
                            *sorted((root / "editions").glob("cl*ic*.edition"))])
        tap.run([sys.executable, root / "editions" / "embed.py", folder / "houses.c", "house",
                 *sorted((root / "house").glob("*.house"))])
        sources = sorted((root / "src" / "rules").glob("*.c")) + sorted((root / "src" / "text").glob("*.c"))
        made = tap.run(["cc", "-std=c11", "-O0", "-I", folder, "-I", root / "include", "-I", program.parent / "include", "-I", root / "src", "-o",
                        folder / "speak", *sources, folder / "core_words.c", folder / "editions.c", folder / "houses.c", folder / "speak.c"],
                       timeout=120)
        tap.check("the library builds with a third language", made.status == 0 and editions.status == 0, made)
        result = tap.run([folder / "speak"])
    lines = result.out.splitlines()
    tap.equal("it has a name, and what it lacks is counted", lines[:1], [f"zz zz-tongue {unsaid}"])
    english = dict(re.findall(r"^(refusal\.\S+) = (.*)$", files[0].read_text(encoding="utf-8"), re.MULTILINE))
    own = dict(re.findall(r"^(refusal\.\S+) = (.*)$", zz.read_text(encoding="utf-8"), re.MULTILINE))
    wanted = [own.get(key, said) for key, said in english.items()]
    tap.equal("its own sentences, and English ones where it has none", lines[1:1 + len(wanted)], wanted)
    forms = {11: "karto", 12: "karto", 13: "karto", 14: "karto", 15: "kartul", 20: "kartul", 21: "karto", 22: "kartu",
             25: "kartul"}
    told = lines[1 + len(wanted):]
    tap.equal("plurals by its own rules", [told[n - 11] for n in forms], [f"{n} {word}" for n, word in forms.items()])
    tap.equal("editions, cards and house rules have its names, and English ones where it has none", told[-4:],
              ["Classicu", "The game most tables know: match, draw, and say UNO in time. First to 500 points.",
               "● Drawu Twouu redu", "Sevenu-0u"])


check_shipped()
check_spoken(check_faults())
tap.done()
