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
import lang_library  # noqa: E402
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
compiler, zz = root / "lang" / "compile.py", root / "tests" / "lang" / "zz.lang"
elsewhere = zz.with_name("zz-QQ.lang")
files = [root / "lang" / "en.lang", root / "lang" / "es.lang", zz]

SPEAK = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "penultima/penultima.h"
#include "penultima/words_count.h"
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
    printf("%s\n%s\n%s\n%s\n", pen_said(edition.title, lang), pen_said(edition.about, lang), bytes, pen_said(house.title, lang));
    static const char *const wishes[] = {"zz_QQ.UTF-8", "zz-QQ", "zz_ZZ", "zz", "zzz", "z", "es_AR.UTF-8", "zz_Q"};
    for (unsigned i = 0; i < sizeof wishes / sizeof wishes[0]; i++)
        printf("%s ", pen_lang_find(wishes[i], strlen(wishes[i]), &lang) ? pen_lang_id(lang) : "-");
    (void)!pen_lang_find("zz_QQ", 5, &lang);
    text = pen_text_in(bytes, sizeof bytes);
    pen_say(&text, lang, COUNT_CARDS, 20);
    printf("\n%s|%s|%s|%s|%s\n", pen_lang_name(lang), pen_refusal_text(PEN_REFUSED_ROUND_OVER, lang),
           pen_refusal_text(PEN_REFUSED_GAME_OVER, lang), pen_said(edition.title, lang), bytes);
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
    check_elsewhere(lacking)
    return lacking + len(ours) - result.out.count("English has no such entry")


def check_elsewhere(lacking):
    """A file that stands on another lacks what both lack."""
    result = tap.run([program, "lang", "check", "--lang", "en", elsewhere])
    tap.equal("what a language stands on counts as its own", len(re.findall(r"is missing$", result.out, re.MULTILINE)),
              lacking - 1)
    tap.check("and is not at fault again", not re.search(r"zz-QQ\.lang:\d", result.out), result.out[-400:])
    listed = [tap.run([sys.executable, compiler, "list", zz.parent, *out]).out.split() for out in ((), ("zz",))]
    tap.equal("without a language there is none that stands on it", listed, [["en.lang", "zz.lang", "zz-QQ.lang"], ["en.lang"]])
    with tempfile.TemporaryDirectory() as folder:
        for number, (said, why) in enumerate((("refusal.no-match = x\n@like es\n", "comes first"), ("@like nowhere\n", "no such language"),
                                              ("@like zz-QQ\n", "no such language"))):
            file = Path(folder, f"z{number}.lang")
            Path(folder, "zz-QQ.lang").write_bytes(elsewhere.read_bytes())
            file.write_text(said, encoding="utf-8")
            result = tap.run([sys.executable, compiler, "complete", "/dev/null", files[0], file])
            tap.check(f"@like is refused: {why}", result.status == 1 and why in result.err, result)
        file.write_text("@like es\ntui.show.letters = rr\n", encoding="utf-8")
        result = tap.run([program, "lang", "check", "--lang", "en", file])
        tap.check("letters that would not do are named", ":2: tui.show.letters: needs 19 letters" in result.out, result)


def check_spoken(unsaid):
    *lines, found, own = lang_library.speak(program, root, [*files, elsewhere], SPEAK).splitlines()
    tap.equal("a language that stands on another is found by its whole id", found.split(),
              ["zz-QQ", "zz-QQ", "zz", "zz", "-", "-", "es", "zz"])
    tap.equal("and has its own name, sentences and plurals, and those of the other", own,
              "zz-tongue of QQ|theo roundo iso overo|theu gameu isu overu|Classicu|20 karto")
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


SIZES = """
#include <stdio.h>
#include "penultima/penultima.h"
#include "penultima/languages.h"
int main(void)
{
#define X(name) printf("%zu ", sizeof(struct pen_##name));
    PEN_STRUCT_LIST(X)
    printf("%zu %zu\\n%d\\n", sizeof(struct pen_house), sizeof(struct pen_house_conflict), PEN_LANG_COUNT);
    return 0;
}
"""


def check_sizes():
    """What is compiled with more languages has the same structures, and the rules need no generated header."""
    with tempfile.TemporaryDirectory() as name:
        folder, told = Path(name), []
        (folder / "sizes.c").write_text(SIZES, encoding="utf-8")
        for count in (1, 3):
            made = folder / str(count) / "penultima"
            made.mkdir(parents=True)
            tap.run([sys.executable, compiler, "languages.h", made / "languages.h", *files[:count]])
            result = tap.run(["cc", "-std=c11", "-I", made.parent, "-I", root / "include", "-I", program.parent / "include",
                              "-o", folder / "sizes", folder / "sizes.c"])
            told.append(tap.run([folder / "sizes"]).out.splitlines() if result.status == 0 else [str(result)])
        tap.equal("no structure depends on the number of languages", told[0][0], told[1][0])
        tap.equal("of which there are one and three", [told[0][1:], told[1][1:]], [["1"], ["3"]])
        wrong = [path.name for path in sorted((root / "src/rules").glob("*.c"))
                 if tap.run(["cc", "-std=c11", "-I", root / "include", "-c", path, "-o", folder / "rules.o"]).status]
        tap.equal("src/rules compiles without anything generated", wrong, [])
    made_of = {"penultima/languages.h", "penultima/words.h"}
    seen, left = set(), ["penultima/penultima.h"]
    while left:
        header = left.pop()
        seen.add(header)
        path = root / "include" / header
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        left += set(re.findall(r'^#include "(penultima/[^"]+)"', text, re.MULTILINE)) - seen
    tap.equal("penultima.h includes nothing that lang/ decides", sorted(seen & made_of), [])


check_sizes()
check_shipped()
check_spoken(check_faults())
tap.done()
