/* room_text.c - refusals and phrases of the room. A row without its sentence in lang/ does not compile. */
#include <string.h>

#include "penultima/words.h"
#include "room/encode.h"
#include "setup/setup.h"
#include "penultima/words_phrase.h"
#include "penultima/words_table.h"

/* What is said is found by its key. */
#define X(name, code, number) _Static_assert(PEN_WORD_TABLE_##name < PEN_WORD_NONE, code);
ROOM_REFUSAL_LIST(X)
#undef X

static const struct {
    const char *code;
    uint16_t number;
} refusals[ROOM_REFUSAL_COUNT] = {[ROOM_ACCEPTED] = {"", 0},
#define X(name, code, number) [ROOM_REFUSED_##name] = {code, number},
                                  ROOM_REFUSAL_LIST(X)
#undef X
};

const char *room_refusal_code(enum room_refusal refusal)
{
    return refusals[refusal].code;
}

void room__tell_args(struct wire_args *args, const struct room_answer *answer)
{
    const unsigned number = answer->number ? answer->number : refusals[answer->refusal].number;
    wire_clear_args(args);
    if (number > 0)
        args->n = number;
    if (answer->refusal == ROOM_REFUSED_NAME_TAKEN)
        memcpy(args->name, answer->name, sizeof args->name);
    if (answer->setting != 0)
        room__tell_string(args->field, sizeof args->field, setup_key(answer->setting));
    struct pen_house_conflict conflict;
    if (answer->refusal == ROOM_REFUSED_HOUSE_CONFLICT && pen_house_meet(answer->house, &conflict)) {
        room__tell_string(args->first, sizeof args->first, pen_house_id(conflict.first));
        room__tell_string(args->second, sizeof args->second, pen_house_id(conflict.second));
        args->line = conflict.first_line;
        args->other = conflict.second_line;
    }
}

static const uint16_t phrases[ROOM_PHRASE_COUNT] = {
#define X(name) PEN_WORD_PHRASE_##name,
    ROOM_PHRASE_LIST(X)
#undef X
};

const char *room_phrase(unsigned phrase, enum pen_lang lang)
{
    return phrase < ROOM_PHRASE_COUNT ? pen_word_text((enum pen_word)phrases[phrase], lang) : "";
}
