/* room_text.c - refusals and phrases of the room. A row without its sentence in lang/ does not compile. */
#include "penultima/words.h"
#include "room/room.h"

static const struct {
    const char *code;
    uint16_t word; /* enum pen_word */
} refusals[ROOM_REFUSAL_COUNT] = {[ROOM_ACCEPTED] = {"", 0},
#define X(name, code) [ROOM_REFUSED_##name] = {code, PEN_WORD_TABLE_##name},
                                  ROOM_REFUSAL_LIST(X)
#undef X
};

const char *room_refusal_code(enum room_refusal refusal)
{
    return refusals[refusal].code;
}

const char *room_refusal_text(enum room_refusal refusal, enum pen_lang lang)
{
    return refusal == ROOM_ACCEPTED ? "" : pen_word_text((enum pen_word)refusals[refusal].word, lang);
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
