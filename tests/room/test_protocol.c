/* test_protocol.c - docs/PROTOCOL.md tells the truth: test_protocol SOURCE_ROOT
 *
 * Every block of JSON is read and written again by src/wire, and says the same afterwards. Messages of the
 * server are compared with what tables really send, by shape: an example has no field, and no type of a
 * field, that never comes, and it lacks none that always comes. And every word of the protocol is on the
 * page. The JSON of this test is read by another library, so that src/wire does not judge itself. */
#include <jansson.h>

#include "penultima/languages.h"
#include "hall/refusal.h"
#include "world.h"

static const char *source_root;
static char page[1 << 17];

/* ---- shapes ---- */

enum { SHAPES_MAX = 4000, PATH_BYTES = 96 };

/* A field that was seen in messages of one type: "update.now.top:string". */
struct shape {
    char path[PATH_BYTES];
    unsigned count, last; /* messages that have it; the last of them */
};

static struct shape shapes[SHAPES_MAX];
static unsigned shape_count, message_number;
static unsigned type_count[32];
static char type_names[32][32];

static struct shape *find_shape(const char *path, bool adds)
{
    for (unsigned i = 0; i < shape_count; i++)
        if (strcmp(shapes[i].path, path) == 0)
            return &shapes[i];
    if (!adds)
        return NULL;
    assert_true(shape_count < SHAPES_MAX && strlen(path) < PATH_BYTES);
    strcpy(shapes[shape_count].path, path);
    return &shapes[shape_count++];
}

static const char *type_of(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "object";
    case JSON_ARRAY:
        return "list";
    case JSON_STRING:
        return "string";
    case JSON_INTEGER:
        return "number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "truth";
    case JSON_NULL:
        return "null";
    default:
        return "?";
    }
}

/* Keys that are seats, not fields. */
static bool is_seat_key(const char *key)
{
    return key[0] >= '0' && key[0] <= '9';
}

/* first + between + second, whole. */
static void join(char *path, const char *first, const char *between, const char *second)
{
    struct pen_text text = pen_text_in(path, PATH_BYTES);
    pen_text_add(&text, first);
    pen_text_add(&text, between);
    pen_text_add(&text, second);
    assert_false(text.is_cut);
}

/* Calls 'visit' with every path below the value. */
static void walk(const char *path, json_t *value, void (*visit)(const char *path))
{
    char below[PATH_BYTES];
    join(below, path, ":", type_of(value));
    visit(below);
    if (json_is_object(value)) {
        const char *key;
        json_t *field;
        json_object_foreach(value, key, field)
        {
            join(below, path, ".", is_seat_key(key) ? "SEAT" : key);
            walk(below, field, visit);
        }
    } else if (json_is_array(value)) {
        size_t index;
        json_t *item;
        json_array_foreach(value, index, item)
        {
            join(below, path, "[]", "");
            walk(below, item, visit);
        }
    }
}

static void learn(const char *path)
{
    struct shape *shape = find_shape(path, true);
    if (shape->last != message_number) {
        shape->last = message_number;
        shape->count++;
    }
}

static unsigned *count_of(const char *type)
{
    unsigned i = 0;
    while (type_names[i][0] && strcmp(type_names[i], type) != 0)
        i++;
    assert_true(i < 32);
    strcpy(type_names[i], type);
    return &type_count[i];
}

static void learn_message(const char *type, const char *bytes, size_t count)
{
    json_error_t error;
    json_t *root = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("%s: %.*s", error.text, (int)count, bytes);
    if (!type)
        type = json_string_value(json_object_get(root, "t"));
    ++*count_of(type);
    message_number++;
    walk(type, root, learn);
    json_decref(root);
}

/* ---- tables that send everything ---- */

static struct world world;

static void learn_sent(void)
{
    for (unsigned place = 0; place < WORLD_VIEWERS; place++) {
        const char *at = world.sent[place], *end = at + world.sent_bytes[place];
        while (at < end) {
            const char *stop = memchr(at, '\n', (size_t)(end - at));
            learn_message(NULL, at, (size_t)(stop - at));
            at = stop + 1;
        }
    }
    world_forget(&world);
}

static void learn_table(void)
{
    static char bytes[ROOM_MESSAGE_BYTES_MAX];
    for (unsigned i = 0; i < 2; i++) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_write_table(&world.room, world.rules, i ? PEN_SPECTATOR : 0, world.now, &text);
        learn_message(NULL, bytes, text.length);
    }
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    room_write_summary(&world.room, &text);
    learn_message("summary", bytes, text.length);
}

/* Now and then people talk, ask for a hint, for a move back, for a pause. */
static void interrupt_play(unsigned i, uint8_t seat)
{
    if (i % 40 == 7) {
        struct room_input input = world_input(&world, ROOM_IN_SAY, 0);
        input.say.phrase = 2;
        world_apply(&world, &input);
        input = world_input(&world, ROOM_IN_SAY, 1);
        strcpy(input.say.text, "hola");
        world_apply(&world, &input);
        input = world_input(&world, ROOM_IN_TOSS, 0);
        input.toss.at = 1;
        world_apply(&world, &input);
        world_do(&world, ROOM_IN_HINT, seat);
        world_ask(&world, 0, i % 80 == 7 ? ROOM_ASK_TAKE_BACK : ROOM_ASK_KICK, 1);
        learn_table();
        world_vote(&world, 1, true);
    }
    if (i % 40 == 27) {
        world_ask(&world, 1, ROOM_ASK_PAUSE, PEN_SEAT_NONE);
        world_vote(&world, 0, i % 80 == 27);
        learn_table();
        world.now = world.room.is_paused ? room_deadline(&world.room) : world.now;
        world_tick(&world, 0);
    }
}

/* Who was removed comes again, and is not let in. */
static void knock(void)
{
    struct room_input input = world_input(&world, ROOM_IN_SIT, PEN_SEAT_NONE);
    strcpy(input.sit.name, "Carla");
    memset(input.sit.token_hash, 'C', sizeof input.sit.token_hash);
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_WAS_REMOVED);
}

/* One gets a name that is taken, the other a face. */
static void rename_both(void)
{
    for (uint8_t seat = 0; seat < 2; seat++) {
        struct room_input input = world_input(&world, ROOM_IN_NAME, seat);
        strcpy(input.name.name, "Ana");
        input.name.face = 7;
        input.name.program = true;
        world_apply(&world, &input);
    }
}

static void play(unsigned edition, unsigned house, uint32_t move_ms, const char *title)
{
    struct pen_chance chance = pen_chance_of(edition, house);
    struct setup_settings settings = setup_usual();
    memset(settings.edition, 0, sizeof settings.edition);
    strcpy(settings.edition, pen_edition_builtin_id(edition));
    strcpy(settings.title, title);
    settings.options.house = (uint8_t)house;
    settings.options.scoring = (uint8_t)(house % 4);
    settings.options.target = (uint16_t)(house % 2 ? 200 : 0);
    settings.move_ms = move_ms;
    settings.has_hints = true;
    settings.seats = 4;
    world_open(&world, &settings, edition);
    world_sit(&world, "Ana");
    world_sit(&world, "Beto");
    world_here(&world, PEN_SPECTATOR, true);
    world_sit(&world, "Carla");
    struct room_input input = world_input(&world, ROOM_IN_REMOVE, 0);
    input.remove.seat = 2;
    world_apply(&world, &input);
    knock();
    world_bot(&world, 0, 2, BOT_CASUAL);
    rename_both();
    learn_table();
    input = world_input(&world, ROOM_IN_AGREE, 1);
    input.agree.rules = 1;
    input.agree.has_commit = true;
    fair_commit_client((const uint8_t[FAIR_CLIENT_SEED_BYTES]){0}, input.agree.commit);
    world_apply(&world, &input);
    world_agree(&world, 0);
    world_do(&world, ROOM_IN_START, 0);
    learn_table();
    world_tick(&world, 4000);
    input = world_input(&world, ROOM_IN_WAKE, PEN_SEAT_NONE);
    input.wake.is_older = true;
    world_apply(&world, &input);
    learn_table();
    for (unsigned i = 0; i < 500 && world.room.stage != ROOM_OVER; i++) {
        struct pen_legal legal;
        uint16_t must = pen_round_must(&world.room.game.round);
        uint8_t seat = 0;
        if (must)
            seat = (uint8_t)pen_bits_select(must, pen_chance_below(&chance, pen_bits_count(must)));
        world.now += 100;
        if (world.room.stage == ROOM_PLAYING && world.room.seats[seat].kind == ROOM_PERSON) {
            pen_round_legal(world.rules->rules, &world.room.game.round, seat, &legal);
            struct pen_action action = legal.plays ? pen_legal_any_play(world.rules->rules, &legal, &chance)
                                                   : pen_legal_any(world.rules->rules, &legal, &chance);
            action.uno = world.room.game.round.hand_count[seat] == 2 && action.verb == PEN_VERB_PLAY && i % 3;
            world_act(&world, seat, action);
            if (i % 5 == 0)
                world_act(&world, seat, action); /* refused */
        } else {
            uint64_t due = room_deadline(&world.room);
            world.now = due != ROOM_NEVER && due > world.now ? due : world.now;
            world_tick(&world, 0);
        }
        interrupt_play(i, seat);
        if (i % 10 == 3 && must && world.room.seats[seat].kind == ROOM_PERSON) {
            world_tick(&world, 30000);
            input = world_input(&world, ROOM_IN_THERE, (uint8_t)(seat == 0));
            input.there.seat = seat;
            world_apply(&world, &input);
        }
        if (i % 20 == 0)
            learn_table();
        learn_sent();
    }
    world_tick(&world, 1);
    learn_table();
    world_here(&world, 1, false);
    world_ask(&world, 0, ROOM_ASK_KICK, 1);
    world_here(&world, 1, true);
    world_do(&world, ROOM_IN_CLOSE, PEN_SEAT_NONE);
    learn_sent();
}

static void learn_all(void)
{
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++) {
        play(edition, 0, 30000, "La mesa");
        play(edition, PEN_HOUSE_SHEET, 0, "");
        play(edition, edition % PEN_HOUSE_SHEET, 86400000, "");
    }
}

/* ---- the page ---- */

static const char *example_text; /* the one at hand */

static void compare(const char *path)
{
    if (!find_shape(path, false))
        fail_msg("no message of a table has %s, but this example:\n%.400s", path, example_text);
}

static unsigned own_shapes;
static struct shape example_shapes[400];

static void gather(const char *path)
{
    for (unsigned i = 0; i < own_shapes; i++)
        if (strcmp(example_shapes[i].path, path) == 0)
            return;
    assert_true(own_shapes < 400);
    join(example_shapes[own_shapes++].path, path, "", "");
}

/* Fields of the message itself that always come, whatever their type. */
static void check_complete(json_t *root, const char *type)
{
    const size_t bytes = strlen(type);
    const unsigned all = *count_of(type);
    for (unsigned i = 0; i < shape_count; i++) {
        const char *path = shapes[i].path;
        if (strncmp(path, type, bytes) != 0 || path[bytes] != '.')
            continue;
        char key[PATH_BYTES];
        const char *stop = strchr(path + bytes + 1, ':');
        snprintf(key, sizeof key, "%.*s", (int)(stop - (path + bytes + 1)), path + bytes + 1);
        if (strpbrk(key, ".[") || shapes[i].count < all)
            continue;
        if (!json_object_get(root, key))
            fail_msg("every %s has %s, but not this example:\n%.400s", type, key, example_text);
    }
}

/* These come from the hall, which has its own tests. */
static bool is_hall_message(json_t *root, const char *type)
{
    const char *key = json_string_value(json_object_get(root, "key"));
    return (key && strncmp(key, "server.", 7) == 0) || strcmp(type, "hello") == 0 ||
           strcmp(type, "welcome") == 0 || strcmp(type, "pong") == 0 || strcmp(type, "signed") == 0 ||
           strcmp(type, "edition") == 0 || strcmp(type, "reported") == 0;
}

static unsigned command_count, told_count, verbs_seen, told_seen;

static bool is_command(json_t *root, const char *type)
{
    if (strcmp(type, "reveal") == 0)
        return json_object_get(root, "id") != NULL;
    if (strcmp(type, "hint") == 0)
        return json_object_get(root, "do") == NULL;
    if (strcmp(type, "hello") == 0)
        return json_object_get(root, "time") == NULL;
    if (strcmp(type, "there") == 0)
        return json_object_get(root, "id") != NULL;
    for (unsigned i = 0; i < WIRE_ASKED_COUNT; i++)
        if (strcmp(wire_asked_word((enum wire_asked_type)i), type) == 0)
            return true;
    return false;
}

/* What was read is written again, and the two say the same, whatever the order of their fields. */
static void assert_same_json(json_t *root, const char *bytes, size_t count)
{
    json_t *again = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, NULL);
    if (!again || !json_equal(root, again))
        fail_msg("is read and written as\n%.*s\nthis example:\n%.900s", (int)count, bytes, example_text);
    json_decref(again);
}

static bool find_rules(void *context, const struct setup_settings *settings, struct wire_book *book)
{
    const struct room_rules *rules = library_find(NULL, settings);
    (void)context;
    if (rules)
        *book = (struct wire_book){.edition = rules->edition, .rules = rules->rules};
    return rules != NULL;
}

/* Written once for all and once for each, an update is the same bytes as written at once; what is for all
 * has nothing that is a viewer's own. */
static void check_halves(const struct wire_book *book, const struct wire_told_update *update,
                         const struct pen_text *whole)
{
    static char written[ROOM_MESSAGE_BYTES_MAX], of_nobody[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(written, sizeof written),
                    shared = pen_text_in(of_nobody, sizeof of_nobody);
    struct wire_told_update watched = *update;
    watched.cards.now.has_legal = watched.cards.has_hand = false;
    watched.cards.drawn = PEN_CARD_NONE;
    watched.cards.forced = WIRE_UNSAID;
    watched.cards.shown_seats = 0;
    watched.ack = 0;
    const struct wire_cut cut = wire_write_shared_update(&text, book, update);
    const struct wire_cut other = wire_write_shared_update(&shared, book, &watched);
    assert_memory_equal(&cut, &other, sizeof cut);
    assert_int_equal(text.length, shared.length);
    assert_memory_equal(text.bytes, shared.bytes, text.length);
    wire_write_rest_of_update(&text, book, cut, update);
    assert_int_equal(text.length, whole->length);
    assert_memory_equal(text.bytes, whole->bytes, text.length);
}

/* Key and arguments say what the text says, in the language it is written in. */
static void check_sentence(const char *key, const struct wire_args *args, const char *told)
{
    char said[PEN_LANG_COUNT][WIRE_SENTENCE_BYTES];
    bool is_told = false;
    for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
        struct pen_text text = pen_text_in(said[lang], sizeof said[lang]);
        if (!wire_say(&text, (enum pen_lang)lang, key, args))
            fail_msg("there is no sentence %s, or its arguments are missing:\n%.400s", key, example_text);
        is_told = is_told || strcmp(said[lang], told) == 0;
    }
    if (!is_told)
        fail_msg("%s says \"%s\", but not this example:\n%.400s", key, said[0], example_text);
}

static void check_told(json_t *root, const char *bytes, size_t count)
{
    static char written[ROOM_MESSAGE_BYTES_MAX];
    static struct wire_told told;
    const struct wire_library library_ = {NULL, find_rules};
    struct pen_text text = pen_text_in(written, sizeof written);
    struct wire_problem problem;
    struct wire_book book;
    static struct wire_now last; /* of the example before */
    assert_true(find_rules(NULL, &world.room.settings, &book));
    enum wire_result result = wire_read_told(&told, bytes, count, &book, &library_, &problem);
    if (result == WIRE_BAD_FIELD && told.type == WIRE_TOLD_UPDATE) { /* it says only what has changed */
        book.now = &last;
        result = wire_read_told(&told, bytes, count, &book, &library_, &problem);
    }
    if (result != WIRE_GOOD)
        fail_msg("a client does not understand '%s' in\n%.900s", problem.field, bytes);
    switch ((enum wire_told_type)told.type) {
#define X(NAME, name, word)                               \
    case WIRE_TOLD_##NAME:                                \
        wire_write_told_##name(&text, &book, &told.name); \
        break;
        WIRE_TOLD_LIST(X)
#undef X
    case WIRE_TOLD_COUNT:
        fail();
    }
    assert_same_json(root, text.bytes, text.length);
    if (told.type == WIRE_TOLD_UPDATE) {
        check_halves(&book, &told.update, &text);
        last = told.update.cards.now;
        last.left_ms = UINT32_MAX; /* told again with each, or there is none */
    }
    if (told.type == WIRE_TOLD_NO)
        check_sentence(told.no.key, &told.no.args, told.no.text);
    if (told.type == WIRE_TOLD_BYE)
        check_sentence(told.bye.key, &told.bye.args, told.bye.text);
    told_seen |= 1u << told.type;
}

static void check_line(json_t *root, const char *bytes, size_t count)
{
    static char written[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(written, sizeof written);
    struct wire_problem problem;
    struct wire_line line;
    if (wire_read_line(&line, bytes, count, &problem) != WIRE_GOOD)
        fail_msg("'%s' is not understood in the line of the lobby", problem.field);
    wire_write_line(&text, NULL, &line);
    assert_same_json(root, text.bytes, text.length);
}

static void check_command(json_t *root, const char *bytes, size_t count)
{
    static char written[8192];
    static struct wire_asked asked;
    struct pen_text text = pen_text_in(written, sizeof written);
    struct wire_problem problem;
    const struct setup_settings base = setup_usual();
    if (wire_read_asked(&asked, bytes, count, &base, &problem) != WIRE_GOOD)
        fail_msg("the server does not understand '%s' in %.900s", problem.field, bytes);
    switch ((enum wire_asked_type)asked.type) {
#define X(NAME, name, word, to)                            \
    case WIRE_ASKED_##NAME:                                \
        wire_write_asked_##name(&text, NULL, &asked.name); \
        break;
        WIRE_ASKED_LIST(X)
#undef X
    case WIRE_ASKED_COUNT:
        fail();
    }
    if (asked.type != WIRE_ASKED_SET && asked.type != WIRE_ASKED_CREATE &&
        asked.type != WIRE_ASKED_MATCH) /* settings are written whole */
        assert_same_json(root, text.bytes, text.length);
    if (asked.type == WIRE_ASKED_ACT) {
        struct pen_action action;
        assert_true(room_read_action(&world.room, world.rules, 0, asked.act.action, strlen(asked.act.action),
                                     &action));
    }
    verbs_seen |= 1u << asked.type;
    command_count++;
}

static void check_example(json_t *root)
{
    const char *type = json_string_value(json_object_get(root, "t"));
    char *bytes = json_dumps(root, JSON_COMPACT);
    const size_t count = strlen(bytes);
    const bool is_asked = type && is_command(root, type);
    if (is_asked)
        check_command(root, bytes, count);
    else if (type)
        check_told(root, bytes, count);
    else
        check_line(root, bytes, count);
    free(bytes);
    if (is_asked)
        return;
    if (!type)
        type = "summary";
    told_count++;
    if (is_hall_message(root, type))
        return;
    if (*count_of(type) == 0)
        fail_msg("no table sends %s", type);
    own_shapes = 0;
    walk(type, root, gather);
    for (unsigned i = 0; i < own_shapes; i++)
        compare(example_shapes[i].path);
    check_complete(root, type);
}

static void test_examples(void **state)
{
    (void)state;
    const char *at = page;
    learn_all();
    while ((at = strstr(at, "\n```json\n"))) {
        at += strlen("\n```json\n");
        const char *end = strstr(at, "\n```");
        assert_non_null(end);
        while (at < end) {
            json_error_t error;
            json_t *root =
                json_loadb(at, (size_t)(end - at), JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error);
            if (!root)
                fail_msg("%s in\n%.300s", error.text, at);
            example_text = at;
            check_example(root);
            json_decref(root);
            at += error.position;
            while (at < end && *at == '\n')
                at++;
        }
    }
    print_message("# %u commands and %u messages of the page agree with the program; %u shapes of %u "
                  "messages\n",
                  command_count, told_count, shape_count, message_number);
    assert_int_equal(verbs_seen, (1u << WIRE_ASKED_COUNT) - 1);
    assert_int_equal(told_seen, (1u << WIRE_TOLD_COUNT) - 1);
    assert_true(told_count > 15);
}

/* ---- the words ---- */

static void assert_on_page(const char *word)
{
    char quoted[PATH_BYTES];
    join(quoted, "`", word, "`");
    if (!strstr(page, quoted))
        fail_msg("%s is not on the page", quoted);
}

static void test_words(void **state)
{
    (void)state;
    static const char *const events[] = {
#define X(name, change, drawer, you) #name,
        PEN_EVENT_LIST(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++) {
        char word[64];
        size_t k = 0;
        for (; events[i][k]; k++)
            word[k] = (char)(events[i][k] == '_' ? '-' : events[i][k] + ('a' - 'A'));
        word[k] = 0;
        assert_on_page(word);
    }
    for (unsigned i = 1; i < ROOM_REFUSAL_COUNT; i++)
        assert_on_page(room_refusal_code((enum room_refusal)i));
    for (unsigned i = 0; i < HALL_REFUSAL_COUNT; i++)
        assert_on_page(hall_refusal_code((enum hall_refusal)i));
    for (unsigned i = 0; i < ROOM_PHRASE_COUNT; i++)
        if (i != 6 && !strstr(page, room_phrase(i, PEN_LANG_ES))) /* broken over two lines there */
            fail_msg("phrase %u is not on the page", i);
    static const char *const stages[] = {
#define X(name, word) word,
        ROOM_STAGE_LIST(X) ROOM_ASK_LIST(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof stages / sizeof stages[0]; i++)
        assert_on_page(stages[i]);
}

int main(int argc, char **argv)
{
    char path[4096];
    source_root = argc > 1 ? argv[1] : ".";
    snprintf(path, sizeof path, "%s/docs/PROTOCOL.md", source_root);
    FILE *file = fopen(path, "rb");
    if (!file)
        return 1;
    size_t count = fread(page, 1, sizeof page - 1, file);
    page[count] = 0;
    fclose(file);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples), cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
