/* words.c - refusals and phrases of the room in both languages. */
#include "room/room.h"

static const struct {
    const char *code;
    const char *text[PEN_LANG_COUNT];
} refusals[ROOM_REFUSAL_COUNT] = {[ROOM_ACCEPTED] = {"", {"", ""}},
#define X(name, code, en, es) [ROOM_REFUSED_##name] = {code, {[PEN_LANG_EN] = en, [PEN_LANG_ES] = es}},
                                  ROOM_REFUSAL_LIST(X)
#undef X
};

const char *room_refusal_code(enum room_refusal refusal)
{
    return refusals[refusal].code;
}

const char *room_refusal_text(enum room_refusal refusal, enum pen_lang lang)
{
    return refusals[refusal].text[lang];
}

static const char *const phrases[ROOM_PHRASE_COUNT][PEN_LANG_COUNT] = {
#define X(en, es) {[PEN_LANG_EN] = en, [PEN_LANG_ES] = es},
    ROOM_PHRASE_LIST(X)
#undef X
};

const char *room_phrase(unsigned phrase, enum pen_lang lang)
{
    return phrase < ROOM_PHRASE_COUNT ? phrases[phrase][lang] : "";
}
