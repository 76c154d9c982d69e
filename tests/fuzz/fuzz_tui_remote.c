/* Any bytes as what a server says: messages one after the other, a line each, onto one table. Whatever was
 * accepted is told in words, and what it offers is written as commands. */
#include <stdlib.h>
#include <string.h>

#include "penultima/languages.h"
#include "tui/told.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a real table says: with an odd first byte the others follow it. */
static const char table[] =
    "{\"t\":\"table\",\"n\":17,\"id\":\"k7m2p9x4\",\"you\":0,\"stage\":\"playing\",\"paused\":false,"
    "\"host\":0,\"rules\":1,\"settings\":{\"edition\":\"classic\",\"house\":[\"jump-in\"],\"seats\":3,"
    "\"clock\":{\"move\":30},\"public\":true,\"hints\":false,\"grace\":500,\"series\":1,\"bots\":\"casual\","
    "\"name\":\"La "
    "mesa\"},"
    "\"seats\":[{\"name\":\"Ana\",\"kind\":\"person\",\"here\":true,\"agreed\":false,\"away\":false,"
    "\"wins\":0},{\"name\":\"Beto\",\"kind\":\"person\",\"here\":true,\"agreed\":false,\"away\":false,"
    "\"wins\":0},{\"name\":\"Lola\",\"kind\":\"bot\",\"level\":\"casual\",\"wins\":0}],\"commit\":null,"
    "\"game\":1,\"asking\":null,\"watchers\":0,\"now\":{\"round\":1,\"phase\":\"turn\",\"turn\":0,\"must\":["
    "0],"
    "\"dir\":\"left\",\"dealer\":1,\"top\":\"g1\",\"color\":\"green\",\"thrower\":2,\"pending\":0,\"counts\":"
    "[3,9,10],\"pile\":76,"
    "\"owes\":[],\"lost\":[],\"dropped\":[],\"score\":[0,0,0],\"left\":30000,\"legal\":{\"plays\":[\"g3\","
    "\"w\"],"
    "\"verbs\":[\"draws\"]}},\"hand\":[\"r4\",\"g3\",\"w\"],\"shown\":{\"1\":[\"g2\","
    "\"b4\"]},\"events\":[{\"e\":\"played\",\"seat\":2,\"card\":\"g1\"},{\"e\":\"turn\",\"seat\":0}],"
    "\"chat\":[],\"votes\":[]}";

static void tell(const struct tui_told *state, const struct tui_message *message, enum pen_lang lang)
{
    char bytes[4096];
    struct pen_names names;
    tui_told_names(state, &names);
    const struct pen_telling with = {&state->edition, &state->rules, &names, state->you, state->you, lang};
    for (unsigned i = 0; i < message->events.count;) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        i += pen_words_event(&text, &with, message->events.list, message->events.count, i);
    }
    const struct pen_legal *legal = &state->view.legal;
    unsigned count = state->you < PEN_SEATS_MAX ? pen_legal_count(&state->rules, legal) : 0;
    for (unsigned i = 0; i < count; i++) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        tui_told_write_action(state, pen_legal_at(&state->rules, legal, i), &text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tui_told state;
    static struct tui_message message;
    memset(&state, 0, sizeof state);
    if (size > 0 && data[0] & 1) {
        tui_told_read(&state, &message, table, sizeof table - 1, PEN_LANG_EN);
        PEN_ASSERT(message.type == TUI_TOLD_TABLE && state.has_cards);
    }
    for (size_t at = size > 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t count = end ? (size_t)(end - data) - at : size - at;
        /* On its own, so that a byte too many is noticed. */
        char *bytes = malloc(count ? count : 1);
        if (!bytes)
            return 0;
        memcpy(bytes, data + at, count);
        tui_told_read(&state, &message, bytes, count, (enum pen_lang)(count % PEN_LANG_COUNT));
        free(bytes);
        if (state.has_cards)
            tell(&state, &message, PEN_LANG_ES);
        at += count + 1;
    }
    return 0;
}
