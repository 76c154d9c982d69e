/* settings.c - what the people of a table agree on, checked and copied. */
#include <string.h>

#include "room/inside.h"
#include "wire/setup.h"

struct wire_settings room_settings_default(void)
{
    struct wire_settings settings;
    memset(&settings, 0, sizeof settings);
    memcpy(settings.edition, "classic", sizeof "classic");
    settings.seats = 4;
    settings.series = 1;
    settings.bot_level = BOT_CASUAL;
    settings.pace = WIRE_PACE_NORMAL;
    settings.watching = WIRE_WATCHING_ALLOWED;
    settings.grace_ms = ROOM_GRACE_UNO_MS;
    settings.options.scoring = PEN_SCORING_DEFAULT;
    return settings;
}

/* Whether there is an end to it within the field. */
bool room__is_ended(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == 0)
            return true;
    return false;
}

/* Of what they say by themselves. */
static uint16_t wrong_said(const struct wire_settings *settings)
{
    const uint16_t wrong = wire_settings_wrong(settings);
    if (wrong != 0)
        return wrong;
    if (settings->dealer[0] != 0 && !pen_name_is_good(settings->dealer, room__length(settings->dealer)))
        return WIRE_SETTING(dealer);
    if (settings->title[0] != 0 && !room__text_is_good(settings->title, room__length(settings->title)))
        return WIRE_SETTING(title);
    return 0;
}

uint16_t room__settings_wrong(const struct wire_settings *settings, const struct room_rules *rules)
{
    const uint16_t wrong = wrong_said(settings);
    if (wrong != 0)
        return wrong;
    if (!rules) /* there is no such edition, or its house rules leave nothing to play with */
        return settings->options.house == 0 ? WIRE_SETTING(edition) : WIRE_SETTING(options.house);
    if (settings->seats < rules->rules->seats_min || settings->seats > rules->rules->seats_max)
        return WIRE_SETTING(seats);
    if (pen_edition_is_own(settings->edition) && !pen_rules_surely_open(rules->rules))
        return WIRE_SETTING(options.house);
    return 0;
}

enum room_refusal room__settings_check_said(const struct wire_settings *settings)
{
    struct pen_house_conflict conflict;
    if (settings->options.house >> pen_house_count() == 0 &&
        pen_house_meet(settings->options.house, &conflict))
        return ROOM_REFUSED_HOUSE_CONFLICT;
    if (wrong_said(settings) != 0)
        return ROOM_REFUSED_BAD_SETTINGS; /* they would have no name in the journal */
    return pen_teams_fit(settings->options.teams, settings->seats) ? ROOM_ACCEPTED : ROOM_REFUSED_UNEVEN;
}

enum room_refusal room__settings_check(const struct wire_settings *settings, const struct room_rules *rules)
{
    const enum room_refusal refusal = room__settings_check_said(settings);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    return room__settings_wrong(settings, rules) != 0 ? ROOM_REFUSED_BAD_SETTINGS : ROOM_ACCEPTED;
}

/* Copies what is said, and no byte behind the ends of the strings. Both have ends. */
void room__settings_copy(struct wire_settings *to, const struct wire_settings *from)
{
    memset(to, 0, sizeof *to);
    memcpy(to->edition, from->edition, room__length(from->edition));
    memcpy(to->title, from->title, room__length(from->title));
    to->seats = from->seats;
    to->series = from->series;
    to->bot_level = from->bot_level;
    to->pace = from->pace;
    to->watching = from->watching;
    to->delay_s = from->delay_s;
    to->talk = from->talk;
    to->is_public = from->is_public;
    to->has_hints = from->has_hints;
    to->move_ms = from->move_ms;
    to->grace_ms = from->grace_ms;
    to->options.house = from->options.house;
    to->options.scoring = from->options.scoring;
    to->options.target = from->options.target;
    to->options.reverse_with_two = from->options.reverse_with_two;
    to->options.misplays = from->options.misplays;
    to->options.teams = from->options.teams;
    to->options.partners = from->options.teams > 0 ? from->options.partners : PEN_PARTNERS_HIDDEN;
    memcpy(to->dealer, from->dealer, room__length(from->dealer));
}

/* At a table that anybody can come to, a clock sees to whoever does not play. */
void room__settings_complete(struct wire_settings *settings)
{
    if (settings->is_public && settings->move_ms == 0)
        settings->move_ms = ROOM_PUBLIC_MOVE_MS;
    if (settings->watching != WIRE_WATCHING_OPEN)
        settings->delay_s = 0;
    else if (settings->delay_s == 0)
        settings->delay_s = ROOM_DELAY_S;
}

bool room__is_edition_of(const struct room *room, const struct wire_settings *settings)
{
    return room__same(settings->edition, room__length(settings->edition), room->settings.edition);
}

bool room__settings_equal(const struct wire_settings *a, const struct wire_settings *b)
{
    struct wire_settings left, right;
    if (!room__is_ended(a->edition, sizeof a->edition) || !room__is_ended(a->title, sizeof a->title) ||
        !room__is_ended(a->dealer, sizeof a->dealer))
        return false;
    room__settings_copy(&left, a);
    room__settings_complete(&left);
    room__settings_copy(&right, b);
    return memcmp(&left, &right, sizeof left) == 0;
}
