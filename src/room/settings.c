/* settings.c - whether a table can be played by what its people agree on. */
#include "room/inside.h"

/* Whether there is an end to it within the field. */
bool room__is_ended(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == 0)
            return true;
    return false;
}

/* Of what they say by themselves. */
static uint16_t wrong_said(const struct setup_settings *settings)
{
    const uint16_t wrong = setup_wrong(settings);
    if (wrong != 0)
        return wrong;
    if (settings->dealer[0] != 0 && !pen_name_is_good(settings->dealer, room__length(settings->dealer)))
        return SETUP_SETTING(dealer);
    if (settings->title[0] != 0 && !room__text_is_good(settings->title, room__length(settings->title)))
        return SETUP_SETTING(title);
    return 0;
}

uint16_t room__settings_wrong(const struct setup_settings *settings, const struct room_rules *rules)
{
    const uint16_t wrong = wrong_said(settings);
    if (wrong != 0)
        return wrong;
    if (!rules) /* there is no such edition, or its house rules leave nothing to play with */
        return settings->options.house == 0 ? SETUP_SETTING(edition) : SETUP_SETTING(options.house);
    if (settings->seats < rules->rules->rule.seats_min || settings->seats > rules->rules->rule.seats_max)
        return SETUP_SETTING(seats);
    if (pen_edition_is_own(settings->edition) && !pen_rules_surely_open(rules->rules))
        return SETUP_SETTING(options.house);
    return 0;
}

enum room_refusal room__settings_check_said(const struct setup_settings *settings)
{
    struct pen_house_conflict conflict;
    if (pen_house_is_good(settings->options.house) && pen_house_meet(settings->options.house, &conflict))
        return ROOM_REFUSED_HOUSE_CONFLICT;
    if (wrong_said(settings) != 0)
        return ROOM_REFUSED_BAD_SETTINGS; /* they would have no name in the journal */
    return pen_teams_fit(settings->options.teams, settings->seats) ? ROOM_ACCEPTED : ROOM_REFUSED_UNEVEN;
}

enum room_refusal room__settings_check(const struct setup_settings *settings, const struct room_rules *rules)
{
    const enum room_refusal refusal = room__settings_check_said(settings);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    return room__settings_wrong(settings, rules) != 0 ? ROOM_REFUSED_BAD_SETTINGS : ROOM_ACCEPTED;
}

bool room__is_edition_of(const struct room *room, const struct setup_settings *settings)
{
    return room__same(settings->edition, room__length(settings->edition), room->settings.edition);
}
