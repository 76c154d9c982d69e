/* test_words.c - sentences in both languages: all there, plural forms right, no card told to those
 * who may not see it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "penultima/penultima.h"

static const char *source_root = ".";
static struct pen_edition edition;
static struct pen_rules rules;
static const struct pen_names names = {3, {"Ana", "Beto", "Carla"}};
enum { ANA, BETO, CARLA };

static struct pen_event event_of(enum pen_event_type type, uint8_t seat, uint16_t count)
{
    return (struct pen_event){(uint8_t)type,  seat, PEN_SEAT_NONE, PEN_CARD_NONE,
                              PEN_COLOR_NONE, 0,    count,         PEN_AUDIENCE_ALL};
}

static uint8_t card(const char *code)
{
    uint8_t kind = PEN_CARD_NONE;
    assert_true(pen_card_read(&edition, &rules, code, strlen(code), &kind));
    return kind;
}

static uint8_t color(const char *id)
{
    uint8_t index = PEN_COLOR_NONE;
    assert_true(pen_color_read(&edition, id, strlen(id), &index));
    return index;
}

static char said[2048];

/* The seat that is spoken to. */
static uint8_t you = PEN_SEAT_NONE;

/* Tells the events from 'index' on; returns how many were told. */
static unsigned say(const struct pen_event *events, unsigned count, unsigned index, uint8_t viewer,
                    enum pen_lang lang)
{
    struct pen_text text = pen_text_in(said, sizeof said);
    const struct pen_telling with = {&edition, &rules, &names, viewer, you, lang};
    unsigned told = pen_words_event(&text, &with, events, count, index);
    assert_false(text.is_cut);
    assert_true(told >= 1 && index + told <= count);
    return told;
}

static void assert_says(const struct pen_event *events, unsigned count, uint8_t viewer, const char *english,
                        const char *spanish)
{
    assert_int_equal(say(events, count, 0, viewer, PEN_LANG_EN), count);
    assert_string_equal(said, english);
    assert_int_equal(say(events, count, 0, viewer, PEN_LANG_ES), count);
    assert_string_equal(said, spanish);
}

static int set_up(void **state)
{
    (void)state;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    return pen_edition_builtin("classic", &edition) &&
                   pen_table_make(&rules, &edition, &options, NULL) == PEN_RULES_GOOD
               ? 0
               : -1;
}

static void every_event_has_words(void **state)
{
    (void)state;
    for (unsigned type = PEN_EVENT_NONE + 1; type < PEN_EVENT_TYPE_COUNT; type++) {
        struct pen_event event = event_of((enum pen_event_type)type, ANA, 2);
        event.target = BETO;
        event.card = card("b7");
        event.color = color("blue");
        event.uno = 1;
        char english[sizeof said];
        say(&event, 1, 0, PEN_SPECTATOR, PEN_LANG_EN);
        memcpy(english, said, sizeof said);
        say(&event, 1, 0, PEN_SPECTATOR, PEN_LANG_ES);
        if (!english[0] || !said[0] || strcmp(english, said) == 0)
            fail_msg("event %u: '%s', '%s'", type, english, said);
        if (strpbrk(english, "{}|") || strpbrk(said, "{}|"))
            fail_msg("event %u is not filled in: '%s', '%s'", type, english, said);
    }
}

static void nothing_is_said_for_no_event(void **state)
{
    (void)state;
    struct pen_event event = event_of(PEN_EVENT_NONE, ANA, 0);
    assert_int_equal(say(&event, 1, 0, ANA, PEN_LANG_EN), 1);
    assert_string_equal(said, "");
    event.type = PEN_EVENT_TYPE_COUNT;
    assert_int_equal(say(&event, 1, 0, ANA, PEN_LANG_EN), 1);
    assert_string_equal(said, "");
}

static void plays(void **state)
{
    (void)state;
    struct pen_event event = event_of(PEN_EVENT_PLAYED, ANA, 0);
    event.card = card("b7");
    assert_says(&event, 1, PEN_SPECTATOR, "Ana plays ■ blue 7", "Ana juega ■ 7 azul");
    event.uno = 1;
    assert_says(&event, 1, PEN_SPECTATOR, "Ana plays ■ blue 7 and says UNO!",
                "Ana juega ■ 7 azul y dice ¡UNO!");
    event.card = card("w");
    event.color = color("red");
    char english[128], spanish[128];
    const struct pen_face *wild = &edition.faces[rules.face[event.card]];
    snprintf(english, sizeof english, "Ana plays %s, naming ● red, and says UNO!",
             pen_said(wild->name, PEN_LANG_EN));
    snprintf(spanish, sizeof spanish, "Ana juega %s, pide ● rojo y dice ¡UNO!",
             pen_said(wild->name, PEN_LANG_ES));
    assert_says(&event, 1, PEN_SPECTATOR, english, spanish);
}

static void plural_forms(void **state)
{
    (void)state;
    struct pen_event event = event_of(PEN_EVENT_PENDING, BETO, 1);
    assert_says(&event, 1, ANA, "There is one card waiting for Beto", "A Beto le espera una carta");
    event.count = 4;
    assert_says(&event, 1, ANA, "There are four cards waiting for Beto", "A Beto le esperan cuatro cartas");
    event.count = 12;
    assert_says(&event, 1, ANA, "There are 12 cards waiting for Beto", "A Beto le esperan 12 cartas");
    event = event_of(PEN_EVENT_DREW_NOTHING, CARLA, 1);
    assert_says(&event, 1, ANA, "Nothing is left to draw: Carla goes without one card",
                "No queda nada que robar: a Carla le falta una carta");
    event.count = 3;
    assert_says(&event, 1, ANA, "Nothing is left to draw: Carla goes without three cards",
                "No queda nada que robar: a Carla le faltan tres cartas");
}

static struct pen_event drew(uint8_t seat, const char *code)
{
    struct pen_event event = event_of(PEN_EVENT_DREW, seat, 1);
    event.card = card(code);
    event.audience = (uint16_t)(1u << seat);
    return event;
}

static void draws_are_one_sentence(void **state)
{
    (void)state;
    struct pen_event events[] = {drew(ANA, "r7"), drew(ANA, "b2"), drew(ANA, "g1")};
    assert_says(events, 1, BETO, "Ana draws a card", "Ana roba una carta");
    assert_says(events, 1, ANA, "Ana draws ● red 7", "Ana roba ● 7 rojo");
    assert_says(events, 3, BETO, "Ana draws three cards", "Ana roba tres cartas");
    assert_says(events, 3, ANA, "Ana draws three cards (● red 7, ■ blue 2 and ◆ green 1)",
                "Ana roba tres cartas (● 7 rojo, ■ 2 azul y ◆ 1 verde)");
}

static void others_draws_stay_apart(void **state)
{
    (void)state;
    struct pen_event events[] = {drew(ANA, "r7"), drew(BETO, "b2")};
    assert_int_equal(say(events, 2, 0, PEN_SPECTATOR, PEN_LANG_EN), 1);
    assert_string_equal(said, "Ana draws a card");
    assert_int_equal(say(events, 2, 1, PEN_SPECTATOR, PEN_LANG_EN), 1);
    assert_string_equal(said, "Beto draws a card");
}

static void taking_drawing_and_losing_the_turn(void **state)
{
    (void)state;
    struct pen_event events[] = {event_of(PEN_EVENT_TOOK, CARLA, 2), drew(CARLA, "r7"), drew(CARLA, "r8"),
                                 event_of(PEN_EVENT_SKIPPED, CARLA, 0)};
    assert_says(events, 4, PEN_SPECTATOR, "Carla takes two cards and loses the turn",
                "Carla toma dos cartas y pierde el turno");
    assert_says(events, 4, CARLA, "Carla takes two cards (● red 7 and ● red 8) and loses the turn",
                "Carla toma dos cartas (● 7 rojo y ● 8 rojo) y pierde el turno");
    assert_says(events + 1, 3, PEN_SPECTATOR, "Carla draws two cards and loses the turn",
                "Carla roba dos cartas y pierde el turno");
}

static void a_new_pile_in_the_middle(void **state)
{
    (void)state;
    struct pen_event events[] = {event_of(PEN_EVENT_TOOK, CARLA, 2), drew(CARLA, "r7"),
                                 event_of(PEN_EVENT_RESHUFFLED, PEN_SEAT_NONE, 40), drew(CARLA, "r8"),
                                 drew(CARLA, "r9")};
    assert_int_equal(say(events, 5, 0, PEN_SPECTATOR, PEN_LANG_EN), 4);
    assert_string_equal(said, "Carla takes two cards; the discards become a new draw pile of 40 cards");
    assert_int_equal(say(events, 5, 4, PEN_SPECTATOR, PEN_LANG_EN), 1);
    assert_string_equal(said, "Carla draws a card");
}

static void dealt_to_all(void **state)
{
    (void)state;
    struct pen_event events[3];
    for (uint8_t seat = 0; seat < 3; seat++) {
        events[seat] = event_of(PEN_EVENT_DEALT, seat, 7);
        events[seat].target = CARLA;
    }
    assert_says(events, 3, PEN_SPECTATOR, "Carla deals seven cards to each player",
                "Carla reparte siete cartas a cada jugador");
    /* Also to themselves, be it first or last. */
    you = CARLA;
    for (uint8_t first = 0; first < 3; first++) {
        for (uint8_t i = 0; i < 3; i++)
            events[i].seat = (uint8_t)((first + i) % 3);
        assert_says(events, 3, CARLA, "You deal seven cards to each player",
                    "Repartes siete cartas a cada jugador");
    }
    you = PEN_SEAT_NONE;
    for (uint8_t seat = 0; seat < 3; seat++)
        events[seat].seat = seat;
    events[1].count = 1;
    assert_says(events, 3, PEN_SPECTATOR,
                "The cards are dealt: Ana seven cards, Beto one card, Carla seven cards",
                "Las cartas están repartidas: Ana siete cartas, Beto una carta, Carla siete cartas");
}

static void shown_hands(void **state)
{
    (void)state;
    struct pen_event events[] = {event_of(PEN_EVENT_SHOWN_TO, ANA, 0), event_of(PEN_EVENT_SHOWN, ANA, 0),
                                 event_of(PEN_EVENT_SHOWN, ANA, 0)};
    events[0].target = BETO;
    events[1].card = card("b7");
    events[2].card = card("b9");
    events[1].audience = events[2].audience = 1u << BETO;
    assert_says(events, 3, BETO, "Beto sees Ana's hand: ■ blue 7 and ■ blue 9",
                "Beto ve la mano de Ana: ■ 7 azul y ■ 9 azul");
    assert_says(events, 3, CARLA, "Beto sees Ana's hand", "Beto ve la mano de Ana");
    assert_says(events + 1, 2, PEN_SPECTATOR, "", "");
    assert_says(events + 1, 2, BETO, "Ana shows ■ blue 7 and ■ blue 9", "Ana muestra ■ 7 azul y ■ 9 azul");
    events[0].target = PEN_SEAT_NONE;
    events[1].audience = events[2].audience = PEN_AUDIENCE_ALL;
    assert_says(events, 3, PEN_SPECTATOR, "Everybody sees Ana's hand: ■ blue 7 and ■ blue 9",
                "Todos ven la mano de Ana: ■ 7 azul y ■ 9 azul");
}

/* Whatever the event and whoever looks on: outside its audience all cards read the same. */
static void no_card_reaches_outsiders(void **state)
{
    (void)state;
    for (unsigned type = PEN_EVENT_NONE + 1; type < PEN_EVENT_TYPE_COUNT; type++) {
        struct pen_event one = event_of((enum pen_event_type)type, ANA, 1);
        one.target = BETO;
        one.card = card("b7");
        one.audience = 1u << ANA;
        struct pen_event events[] = {one, drew(ANA, "b7"), one, drew(BETO, "b7")};
        struct pen_event others[] = {one, drew(ANA, "w+4"), one, drew(BETO, "w+4")};
        others[0].card = others[2].card = card("w+4");
        static const uint8_t viewers[] = {CARLA, PEN_SPECTATOR};
        for (unsigned i = 0; i < 2; i++) {
            for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
                for (unsigned index = 0; index < 4; index++) {
                    char first[sizeof said];
                    say(events, 4, index, viewers[i], (enum pen_lang)lang);
                    memcpy(first, said, sizeof said);
                    say(others, 4, index, viewers[i], (enum pen_lang)lang);
                    assert_string_equal(first, said);
                }
            }
        }
    }
}

static void you_are_spoken_to(void **state)
{
    (void)state;
    you = ANA;
    struct pen_event event = event_of(PEN_EVENT_PLAYED, ANA, 0);
    event.card = card("b7");
    event.uno = true;
    assert_says(&event, 1, ANA, "You play ■ blue 7 and say UNO!", "Juegas ■ 7 azul y dices ¡UNO!");
    event.seat = BETO;
    assert_says(&event, 1, ANA, "Beto plays ■ blue 7 and says UNO!", "Beto juega ■ 7 azul y dice ¡UNO!");
    event = event_of(PEN_EVENT_CAUGHT, BETO, 2);
    event.target = ANA;
    assert_says(&event, 1, ANA, "Beto catches you without UNO: you draw two cards",
                "Beto te descubre sin decir UNO: tomas dos cartas");
    struct pen_event lost[] = {event_of(PEN_EVENT_INNOCENT, BETO, 1), drew(ANA, "b7"),
                               event_of(PEN_EVENT_SKIPPED, ANA, 0)};
    lost[0].target = ANA;
    assert_says(lost, 3, ANA, "It was not a bluff: you draw one card (■ blue 7) and lose the turn",
                "No era un engaño: tomas una carta (■ 7 azul) y pierdes el turno");
    /* Whatever happens: a name is said to everybody but its bearer. */
    for (unsigned type = PEN_EVENT_NONE + 1; type < PEN_EVENT_TYPE_COUNT; type++) {
        for (unsigned is_target = 0; is_target < 2; is_target++) {
            struct pen_event one = event_of((enum pen_event_type)type, is_target ? BETO : ANA, 1);
            one.target = is_target ? ANA : BETO;
            one.card = card("b7");
            for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
                say(&one, 1, 0, ANA, (enum pen_lang)lang);
                if (strstr(said, "Ana"))
                    fail_msg("event %u: \"%s\"", type, said);
            }
        }
    }
    you = PEN_SEAT_NONE;
}

static void spanish_and_before_i(void **state)
{
    (void)state;
    struct pen_face *face = &edition.faces[rules.face[card("bs")]];
    const struct pen_face kept = *face;
    assert_true(pen_said_put(face->name, sizeof face->name, "es", "Impide"));
    struct pen_event events[] = {drew(ANA, "b7"), drew(ANA, "bs")};
    say(events, 2, 0, ANA, PEN_LANG_ES);
    *face = kept;
    assert_string_equal(said, "Ana roba dos cartas (■ 7 azul e ■ Impide azul)");
}

static void directions_and_choices(void **state)
{
    (void)state;
    struct pen_event event = event_of(PEN_EVENT_REVERSED, ANA, PEN_LEFT);
    assert_says(&event, 1, ANA, "Play now runs to the left ↻", "Ahora se juega hacia la izquierda ↻");
    event.count = PEN_RIGHT;
    assert_says(&event, 1, ANA, "Play now runs to the right ↺", "Ahora se juega hacia la derecha ↺");
    event = event_of(PEN_EVENT_SWUNG, ANA, 0);
    assert_says(&event, 1, ANA, "Nobody holds the colour, so nobody is skipped",
                "Nadie tiene el color, así que nadie pierde el turno");
    event.target = CARLA;
    assert_says(&event, 1, ANA, "Ana picks Carla, who loses the turn",
                "Ana elige a Carla, que pierde el turno");
    event = event_of(PEN_EVENT_STREAMED, ANA, 0);
    assert_says(&event, 1, ANA, "Ana plays no card", "Ana no pone ninguna carta");
    event = event_of(PEN_EVENT_CANCELLED, ANA, 0);
    event.card = card("b+2");
    event.count = 2;
    say(&event, 1, 0, ANA, PEN_LANG_EN);
    assert_non_null(strstr(said, "loses its effect: two cards fewer to draw"));
}

/* The page puts these keys together from the lists, so neither the build nor its own tests miss one. */
static void must_have_key(const char *catalogue, const char *first, const char *words, const char *last)
{
    char key[128];
    unsigned length = (unsigned)snprintf(key, sizeof key, "\npage.%s.%s%s", first, words, last);
    for (char *at = key; (at = strchr(at, ' ')) != NULL;)
        *at = '-';
    for (const char *at = catalogue; (at = strstr(at, key)) != NULL; at++)
        if (at[length] == ' ' || at[length] == '(')
            return;
    fail_msg("lang/en.lang has no %s", key + 1);
}

static void what_the_page_asks_for(void **state)
{
    (void)state;
    static char catalogue[1 << 19];
    char path[1024];
    snprintf(path, sizeof path, "%s/lang/en.lang", source_root);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    size_t count = fread(catalogue, 1, sizeof catalogue - 1, file);
    fclose(file);
    assert_true(count < sizeof catalogue - 1);
    for (unsigned op = PEN_STEP_END + 1; op < PEN_STEP_OP_COUNT; op++)
        if (pen_step_shape(op).where & PEN_IN_PLAY)
            must_have_key(catalogue, "step", pen_step_shape(op).words, "");
    for (unsigned phase = 0; phase < PEN_PHASE_OVER; phase++)
        must_have_key(catalogue, "do", pen_phase_word((enum pen_phase)phase), "");
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++) {
        char word[32];
        snprintf(word, sizeof word, "%s", pen_verb_shape(verb).word);
        word[strcspn(word, " ")] = 0; /* "says" of "says uno" */
        must_have_key(catalogue, "action", word, "");
        if (pen_verb_lays(verb) && pen_verb_shape(verb).with != PEN_WITH_COLORED_CARD)
            must_have_key(catalogue, "action", word, "Color");
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        source_root = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_has_words),
        cmocka_unit_test(nothing_is_said_for_no_event),
        cmocka_unit_test(plays),
        cmocka_unit_test(plural_forms),
        cmocka_unit_test(draws_are_one_sentence),
        cmocka_unit_test(others_draws_stay_apart),
        cmocka_unit_test(taking_drawing_and_losing_the_turn),
        cmocka_unit_test(a_new_pile_in_the_middle),
        cmocka_unit_test(dealt_to_all),
        cmocka_unit_test(shown_hands),
        cmocka_unit_test(no_card_reaches_outsiders),
        cmocka_unit_test(you_are_spoken_to),
        cmocka_unit_test(spanish_and_before_i),
        cmocka_unit_test(directions_and_choices),
        cmocka_unit_test(what_the_page_asks_for),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
