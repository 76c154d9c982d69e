/* study.c - see study.h. */
#include "value/study.h"

#include "value/write.h"

enum {
    SEED = 26,    /* the same record, the same words */
    TRIES = 9000, /* of positions by the network, in a whole record */
    TRIES_LEAST = 24,
    TRIES_MOST = 400,
    ROLLOUTS_EACH = 8, /* of them take as long as one position by the network */
    ACTION_BYTES = 256
};

/* ---- reading the record ---- */

static void note(struct study *study, const struct pen_mesa_moment *moment)
{
    uint8_t seat = moment->action.seat;
    if (!(study->seats >> seat & 1))
        return;
    if (study->count == study->room && (!study->grow || !study->grow(study))) {
        study->is_cut = true;
        return;
    }
    struct study_decision *decision = &study->list[study->count];
    if (!value_choices_begin(&decision->choices, study->known, moment->rules, &study->views[seat]))
        return;
    decision->taken =
        value_choices_find(&decision->choices, moment->rules, &study->views[seat], moment->action);
    if (decision->taken == decision->choices.count)
        return; /* a reflex */
    decision->line = moment->line;
    decision->round = study->rounds;
    decision->moment = study->moments;
    decision->action = moment->action;
    decision->view = study->views[seat];
    decision->cost = decision->error = 0;
    study->count++;
}

void study_show(struct study *study, const struct pen_mesa_moment *moment)
{
    if (!study->is_begun) {
        study->edition = *moment->edition;
        study->rules = *moment->rules;
        study->names = *moment->names;
        study->known = value_class_of(moment->rules, moment->names->count);
    }
    study->is_begun = true;
    if (!moment->is_deal && !moment->is_void)
        note(study, moment);
    for (uint8_t seat = 0; seat < moment->names->count; seat++) {
        if (moment->is_deal)
            pen_view_init(&study->views[seat], seat);
        pen_view_update(&study->views[seat], moment->rules, moment->game, moment->events);
    }
    study->rounds += moment->is_deal;
    if (moment->game->round.phase == PEN_PHASE_OVER && study->rounds - 1 < STUDY_ROUNDS_MAX)
        study->ends[study->rounds - 1] =
            (struct study_end){!moment->is_void, moment->is_void ? PEN_SEAT_NONE : moment->game->round.winner,
                               moment->line, study->moments};
    study->moments++;
}

/* ---- looking ---- */

void study_look(const struct study *study, struct study_decision *decision, unsigned tries)
{
    struct value_choices *choices = &decision->choices;
    value_choices_try(choices, &study->rules, &decision->view, SEED + decision->line,
                      choices->is_played_out ? tries * ROLLOUTS_EACH : tries);
    decision->cost = value_choices_cost(choices, decision->taken, &decision->error);
}

unsigned study_tries(const struct study *study)
{
    unsigned tries = study->count > 0 ? TRIES / study->count : 0;
    return tries < TRIES_LEAST ? TRIES_LEAST : tries > TRIES_MOST ? TRIES_MOST : tries;
}

struct study_decision *study_least_known(const struct study *study)
{
    struct study_decision *found = NULL;
    double most = 0;
    for (unsigned i = 0; i < study->count; i++) {
        struct study_decision *decision = &study->list[i];
        double weight = decision->error * (decision->cost + decision->error);
        if (weight > most) {
            most = weight;
            found = decision;
        }
    }
    return found;
}

bool study_is_mistake(const struct study_decision *decision)
{
    return decision->cost >= STUDY_MISTAKE_LEAST && decision->cost > STUDY_SURE * decision->error;
}

/* ---- writing ---- */

const char *study_why_id(enum value_why why)
{
    static const char *const ids[VALUE_WHY_COUNT] = {"wins", "challenge", "no-challenge", "needless-draw",
                                                     "wild", "lacks",     "most",         "other"};
    return ids[why];
}

static void put_action(const struct study *study, struct pen_text *text, const char *key,
                       struct pen_action action)
{
    char bytes[ACTION_BYTES];
    struct pen_text words = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_bare_action(&words, &study->edition, &study->rules, &study->names, action);
    value_put_string(text, key, bytes);
}

static void put_why(const struct study *study, const struct study_decision *decision, struct pen_text *text)
{
    const struct value_choices *choices = &decision->choices;
    if (decision->cost <= 0) {
        value_put_key(text, "why");
        pen_text_add(text, "null");
        return;
    }
    struct value_reason reason =
        value_reason(choices, &study->rules, &decision->view, choices->best, decision->taken);
    value_put_string(text, "why", study_why_id(reason.why));
    if (reason.seat < study->names.count)
        value_put_string(text, "why_seat", study->names.name[reason.seat]);
    if (reason.color < study->edition.color_count)
        value_put_string(text, "why_color", study->edition.colors[reason.color].id);
    value_put_number(text, "why_n", reason.number);
    value_put_number(text, "why_other", reason.other);
}

void study_write(const struct study *study, const struct study_decision *decision, const char *file,
                 struct pen_text *text)
{
    const struct value_choices *choices = &decision->choices;
    pen_text_add(text, "{");
    if (file)
        value_put_string(text, "file", file);
    value_put_number(text, "line", decision->line);
    value_put_number(text, "round", decision->round);
    value_put_number(text, "moment", decision->moment);
    value_put_string(text, "seat", study->names.name[decision->view.viewer]);
    value_put_truth(text, "known", choices->known != NULL);
    value_put_share(text, "chance", choices->chance);
    put_action(study, text, "taken", decision->action);
    put_action(study, text, "best", choices->list[choices->best].action);
    value_put_share(text, "cost", decision->cost);
    value_put_share(text, "cost_error", decision->error);
    value_put_truth(text, "mistake", study_is_mistake(decision));
    put_why(study, decision, text);
    value_put_number(text, "worlds", choices->worlds);
    value_put_key(text, "choices");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < choices->count; i++) {
        const struct value_choice *choice = &choices->list[i];
        pen_text_add(text, i > 0 ? ",{" : "{");
        put_action(study, text, "action", choice->action);
        value_put_share(text, "chance", choice->chance);
        value_put_share(text, "low", choice->chance - STUDY_SURE * choice->error);
        value_put_share(text, "high", choice->chance + STUDY_SURE * choice->error);
        pen_text_add(text, "}");
    }
    pen_text_add(text, "]}");
}
