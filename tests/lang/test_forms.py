#!/usr/bin/env python3
"""Names in their forms: test_forms.py PROGRAM ARCHIVE SOURCE_ROOT

A made-up language declines cards, colours, counts and people: the library says them as it asks, and names that it does
not know with a suffix or as they are. Another one is written from right to left: names in the other direction are isolated.
'penultima lang check' and the build find the same faults in forms.
"""
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import lang_library  # noqa: E402
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
compiler, english = root / "lang" / "compile.py", root / "lang" / "en.lang"

DECLINING = """@language declining
@plural one: n = 1
@plural other:
@genders m f
@number f
@forms card = acc
@forms color = m f m.acc f.acc
@forms count = acc
@forms name = acc dat of
@vowels aeo
@suffix dat = a/V:'sa a:'ha eo:'se *:'x
@prefix of = aé:of' *:of_
count.card = {face} {color}
count.cards-2 = duo, acc: duon
event.played = {card:acc} {card|f:she|m:he} {seat}
event.challenged = {seat:dat} {target:dat}
event.drew-nothing = {cards:acc} {seat:acc}
event.kept = {seat:of}
event.tail-uno = UNO! {what}
event.named = {color|m:never|f:last} {color}
named.color.red = ruba, m: rubo, f: rubi, m.acc: rubon, f.acc: rubin
named.color.blue = blua, m: bluo, f: blui, m.acc: bluon, f.acc: bluin
named.card.skip = Salt, gender: m, acc: Salton
named.card.draw-two = Tiro du, gender: f, acc: Tiron du
"""
RIGHT = """@language right
@direction rtl
@plural zero: n = 0
@plural one: n = 1
@plural two: n = 2
@plural few: n % 100 = 3..10
@plural many: n % 100 = 11..99
@plural other:
event.played = {seat} ←← {card}
named.color.red = أحمر
count.cards = {n} {n|zero|one|two|few|many|other}
"""

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
static struct pen_edition edition;
static struct pen_rules rules;
static struct pen_names names;

static void tell(const char *lang, struct pen_event event)
{
    char bytes[512];
    enum pen_lang in;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!pen_lang_find(lang, 2, &in))
        exit(1);
    const struct pen_telling with = {&edition, &rules, &names, 0, PEN_SEAT_NONE, in};
    pen_words_event(&text, &with, &event, 1, 0);
    puts(bytes);
}

static uint8_t card(const char *code)
{
    uint8_t kind = 0;
    if (!pen_card_read(&edition, &rules, code, strlen(code), &kind))
        exit(1);
    return kind;
}

int main(void)
{
    static const char *const called[] = {"Ana", "Beto", "Lac", "Grx", "\u0639\u0645\u0631", "\u00c9va"};
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    enum pen_lang right = (enum pen_lang)2;
    if (!pen_edition_builtin("classic", &edition) || pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD)
        return 1;
    names.count = 6;
    for (unsigned i = 0; i < 6; i++)
        strcpy(names.name[i], called[i]);
    static const char *const codes[] = {"r+2", "bs", "r7", "w", "gs"};
    for (unsigned i = 0; i < 5; i++)
        tell("de", (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 0, .target = 0xff, .card = card(codes[i]), .color = 0xff, .audience = PEN_AUDIENCE_ALL});
    tell("de", (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 0, .target = 0xff, .card = card("bs"), .color = 0xff, .uno = 1, .audience = PEN_AUDIENCE_ALL});
    for (uint8_t i = 0; i < 4; i++)
        tell("de", (struct pen_event){.type = PEN_EVENT_CHALLENGED, .seat = i, .target = (uint8_t)(i + 1), .card = 0xff, .color = 0xff, .audience = PEN_AUDIENCE_ALL});
    tell("de", (struct pen_event){.type = PEN_EVENT_DREW_NOTHING, .seat = 0, .target = 0xff, .card = 0xff, .color = 0xff, .count = 2});
    tell("de", (struct pen_event){.type = PEN_EVENT_NAMED, .seat = 0, .target = 0xff, .card = 0xff, .color = 0});
    tell("ri", (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 0, .target = 0xff, .card = card("r7"), .color = 0xff, .audience = PEN_AUDIENCE_ALL});
    tell("ri", (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 4, .target = 0xff, .card = card("bs"), .color = 0xff, .audience = PEN_AUDIENCE_ALL});
    tell("en", (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 4, .target = 0xff, .card = card("r7"), .color = 0xff, .audience = PEN_AUDIENCE_ALL});
    for (uint8_t i = 0; i < 6; i += i ? 4 : 1)
        tell("de", (struct pen_event){.type = PEN_EVENT_KEPT, .seat = i, .target = 0xff, .card = 0xff, .color = 0xff});
    static const unsigned counts[] = {0, 1, 2, 103, 111, 100, 1001};
    for (unsigned i = 0; i < 7; i++) {
        char bytes[64];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_say(&text, right, COUNT_CARDS, counts[i]);
        puts(bytes);
    }
    return 0;
}
"""

FAULTS = """@language faulty
@plural other:
@genders m f
@forms card = acc
@forms color = f
event.played = {seat:gen} {card:acc}
event.kept = {card|m:one|x:two}
event.jumped = {card:acc
named.card.skip = S, gender: n, acc: S
named.card.wild = W, acc: W, gen: W
named.card.reverse = R, gender: m
named.color.red = red, acc: red
"""


def check_spoken(folder):
    files = [english, folder / "de.lang", folder / "ri.lang"]
    files[1].write_text(DECLINING, encoding="utf-8")
    files[2].write_text(RIGHT, encoding="utf-8")
    lines = lang_library.speak(program, root, files, SPEAK).splitlines()
    tap.equal("cards in their case and gender, colours with them", lines[:6], [
        "● Tiron du rubin she Ana", "■ Salton bluon he Ana", "● 7 rubin she Ana", "Wild he Ana",
        f"{lines[4][:1]} Salton green he Ana", "UNO! ■ Salton bluon he Ana"])
    tap.equal("people with suffixes by their last vowel and letter", lines[6:10], [
        "Ana'sa Beto'se", "Beto'se Lac'ha", "Lac'ha Grx'x", "Grx'x \u2068عمر'x\u2069"])
    tap.equal("counts", lines[10], "duon Ana")
    tap.equal("what has no gender takes the last choice", lines[11], "last ● ruba")
    tap.equal("names of the other direction are isolated", lines[12:15], [
        "\u2068Ana\u2069 ←← ● أحمر 7", "عمر ←← \u2068■ \u2068blue\u2069 \u2068Skip\u2069\u2069",
        "\u2068عمر\u2069 plays ● red 7"])
    tap.equal("people with prefixes by their first letter", lines[15:18], ["of'Ana", "of Beto", "of'Éva"])
    tap.equal("six plurals", lines[18:], [f"{n} {form}" for n, form in (
        (0, "zero"), (1, "one"), (2, "two"), (103, "few"), (111, "many"), (100, "other"), (1001, "other"))])


def check_faults(folder):
    path = folder / "xx.lang"
    path.write_text(FAULTS, encoding="utf-8")
    told = tap.run([program, "lang", "check", "--lang", "en", path])
    made = tap.run([sys.executable, compiler, "complete", "/dev/null", english, path])

    def faults(text):
        return sorted(set(re.findall(r"xx\.lang:(\d+): (\S+): (there is no form \S+|the form \S+ is missing|its gender|"
                                     r"a brace|\{\S+\} needs)", text)))
    tap.equal("lang check finds the faults in forms", [(key, what) for _, key, what in faults(told.out)], [
        ("named.card.wild", "its gender"), ("named.card.wild", "there is no form gen;"[:-1]),
        ("named.card.reverse", "the form acc is missing"), ("named.color.red", "the form f is missing"),
        ("named.color.red", "there is no form acc"), ("event.played", "there is no form gen"),
        ("event.kept", "{card|...} needs"), ("event.jumped", "a brace"), ("named.card.skip", "its gender")])
    tap.equal("and the build the same", [fault[:2] + (fault[2].rstrip(";"),) for fault in faults(made.err)],
              faults(told.out))
    todo = tap.run([program, "lang", "todo", path])
    tap.check("todo prints what is missing, as English says it",
              "\nevent.turn = It is {seat}'s turn\n" in todo.out and "event.played =" not in todo.out, todo)
    translated = folder / "yy.lang"
    translated.write_text("@language whole\n@plural one: n = 1\n@plural other:\n" + tap.run(
        [program, "lang", "todo", "/dev/null"]).out, encoding="utf-8")
    whole = tap.run([program, "lang", "check", translated])
    tap.equal("all of it, pasted into a file, is a complete language", whole.status, 0, whole)


with tempfile.TemporaryDirectory() as name:
    check_spoken(Path(name))
    check_faults(Path(name))
tap.done()
