/* admin.c - what the operator can see and do. Hands and piles are not shown to the operator either. */
#include <string.h>

#include "hall/inside.h"
#include "words/hall_words.h"

struct row {
    char id[ROOM_ID_BYTES], edition[PEN_ID_BYTES];
    const char *stage;
    unsigned people, bots, here, watchers, game, entries;
};

struct hall_page hall_admin_gather(struct hall *hall)
{
    struct hall_page page = {0};
    for (size_t i = 0; i < hall->table_count; i++) {
        const struct hall_table *table = hall->list[i];
        const struct room *room = &table->room;
        struct row row = {.stage = hall__stage_word(room),
                          .people = table->people,
                          .bots = table->bots,
                          .here = (unsigned)pen_bits_count(room->live.here),
                          .watchers = table->watcher_count,
                          .game = room->game_number,
                          .entries = table->seq};
        memcpy(row.id, room->id, sizeof row.id);
        memcpy(row.edition, room->settings.edition, sizeof row.edition);
        hall__page_add(&page, (const char *)&row, sizeof row);
    }
    return page;
}

struct hall_page hall_admin_list(struct hall_page gathered, enum pen_lang lang)
{
    struct hall_page page = {0};
    hall__page_print(&page, "%s\n", word_text(WORD_HALL_ADMIN_HEAD, lang));
    for (size_t at = 0; at + sizeof(struct row) <= gathered.count; at += sizeof(struct row)) {
        struct row row;
        memcpy(&row, gathered.bytes + at, sizeof row);
        hall__page_print(&page, "%-11s %-10s %-13s %-9u %-5u %-5u %-6u %-8u %u\n", row.id, row.stage,
                         row.edition, row.people, row.bots, row.here, row.watchers, row.game, row.entries);
    }
    return page;
}

static void page_say(struct hall_page *page, enum pen_lang lang, enum word word, const struct pen_arg *args,
                     unsigned count)
{
    char bytes[256];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    words_say_list(&text, lang, word, args, count);
    hall__page_add(page, bytes, text.length);
}

struct hall_page hall_admin_inspect(struct hall *hall, const char *id, enum pen_lang lang)
{
    struct hall_page page = {0};
    const struct hall_table *table = hall__table_named(hall, id);
    if (!table)
        return page;
    const struct room *room = &table->room;
    static const enum word kinds[] = {[ROOM_FREE] = WORD_HALL_ADMIN_FREE,
                                      [ROOM_PERSON] = WORD_HALL_ADMIN_PERSON,
                                      [ROOM_BOT] = WORD_HALL_ADMIN_BOT};
    struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
    wire_write_settings(&text, NULL, &room->settings);
    hall__page_print(&page, "%s %s\n", room->id, hall__stage_word(room));
    hall__page_add(&page, text.bytes, text.length);
    hall__page_print(&page, "\n");
    for (unsigned i = 0; i < room->seat_count && i < PEN_SEATS_MAX; i++) {
        const struct room_seat *seat = &room->seats[i];
        bool is_playing = room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN;
        char name[PEN_PLAYER_BYTES];
        memcpy(name, seat->name, sizeof name);
        pen_name_show(name);
        hall__page_print(&page, "%u %s %s", i, word_text(kinds[seat->kind % 3], lang), name);
        if (is_playing)
            page_say(&page, lang, WORD_HALL_ADMIN_SEAT,
                     (const struct pen_arg[]){
                         PEN_ARGS((unsigned)room->game.round.hand_count[i], (unsigned)room->game.score[i])},
                     2);
        if (seat->kind == ROOM_PERSON)
            hall__page_print(&page, "%s%s",
                             room->live.here >> i & 1 ? word_text(WORD_HALL_ADMIN_HERE, lang)
                                                      : word_text(WORD_HALL_ADMIN_NOT_HERE, lang),
                             seat->is_away ? word_text(WORD_HALL_ADMIN_AWAY, lang) : "");
        hall__page_print(&page, "\n");
    }
    page_say(&page, lang, WORD_HALL_ADMIN_END,
             (const struct pen_arg[]){
                 PEN_ARGS((unsigned)room->n, (unsigned)room->game_number, (unsigned)table->seq)},
             3);
    hall__page_print(&page, "\n");
    return page;
}

bool hall_admin_close(struct hall *hall, const char *id, uint64_t now_ms)
{
    struct hall_table *table = hall__table_named(hall, id);
    if (!table)
        return false;
    hall__pass_time(hall, now_ms);
    struct room_input input = {.type = ROOM_IN_CLOSE, .seat = PEN_SEAT_NONE};
    struct room_answer answer;
    hall__apply(hall, table, &input, &answer);
    return answer.refusal == ROOM_ACCEPTED;
}
