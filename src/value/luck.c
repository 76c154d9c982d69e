/* luck.c - the chances of one player at its decisions are one way from an equal share to the result; every
 * step of it is counted once, in whole millionths. */
#include "value/luck.h"

#include <string.h>

#include "value/write.h"

enum { CARD_BYTES = 64 };

/* Of one decision: the word on the position, what doing it was worth and what that gave away. */
struct step {
    int64_t before, taken, cost;
};

/* How far a seat has come in a round. */
struct way {
    const struct study_decision *last;
    int64_t at;
};

static int64_t millionths(double share)
{
    return (int64_t)(share * LUCK_ONE + (share < 0 ? -0.5 : 0.5));
}

static struct step step_of(const struct study_decision *decision)
{
    const struct value_choices *choices = &decision->choices;
    return (struct step){millionths(choices->chance), millionths(choices->list[decision->taken].chance),
                         millionths(decision->cost)};
}

static uint16_t team_of(const struct study *study, unsigned seat)
{
    return pen_team_of(&study->rules, study->names.count, seat);
}

static int64_t share_of(const struct study *study, unsigned seat)
{
    return LUCK_ONE * (int64_t)pen_bits_count(team_of(study, seat)) / study->names.count;
}

/* ---- turning points ---- */

static int64_t size(int64_t gain)
{
    return gain < 0 ? -gain : gain;
}

static void add_luck(struct luck_seat *seat, struct luck_point point)
{
    unsigned at = seat->point_count;
    seat->luck += point.gain;
    while (at > 0 && size(seat->points[at - 1].gain) < size(point.gain))
        at--;
    if (at == LUCK_POINTS)
        return;
    seat->point_count += seat->point_count < LUCK_POINTS;
    for (unsigned i = seat->point_count - 1; i > at; i--)
        seat->points[i] = seat->points[i - 1];
    seat->points[at] = point;
}

/* What came to the seat since its last decision. */
static struct luck_point point_before(const struct study_decision *last, const struct study_decision *next)
{
    struct luck_point point = {.kind = last ? LUCK_OTHERS : LUCK_DEAL,
                               .card = PEN_CARD_NONE,
                               .other = PEN_SEAT_NONE,
                               .line = next->line,
                               .moment = next->moment};
    if (!last)
        return point;
    const struct pen_view *view = &next->view;
    unsigned laid = last->action.verb == PEN_VERB_PLAY;
    unsigned had = last->view.hand_count[view->viewer] - laid;
    unsigned has = view->hand_count[view->viewer];
    if (view->phase == PEN_PHASE_DRAWN && view->drawn != PEN_CARD_NONE && has == had + 1) {
        point.kind = LUCK_DRAWN;
        point.card = view->drawn;
    } else if (has > had) {
        point.kind = LUCK_CARDS;
        point.number = has - had;
    }
    return point;
}

/* ---- the sum ---- */

static void add_decision(struct luck_seat *seat, struct way *way, const struct study_decision *decision)
{
    struct step step = step_of(decision);
    struct luck_point point = point_before(way->last, decision);
    point.gain = step.before - way->at;
    add_luck(seat, point);
    seat->skill -= step.cost;
    seat->rest += step.taken + step.cost - step.before;
    seat->decisions++;
    *way = (struct way){decision, step.taken};
}

static void add_end(const struct study *study, uint8_t seat, const struct study_end *end,
                    struct luck_seat *sum, const struct way *way)
{
    bool is_won = team_of(study, seat) >> end->winner & 1;
    int64_t result = is_won ? LUCK_ONE : 0;
    add_luck(sum, (struct luck_point){.kind = is_won ? LUCK_WON : LUCK_LOST,
                                      .card = PEN_CARD_NONE,
                                      .other = end->winner,
                                      .line = end->line,
                                      .moment = end->moment,
                                      .gain = result - way->at});
    sum->result += result - share_of(study, seat);
}

/* What others gave away is no luck: who gained by it has played better. A partner's mistakes are the team's.
 */
static void add_others(const struct study *study, const int64_t cost[PEN_SEATS_MAX], uint8_t seat,
                       struct luck_seat *sum)
{
    uint16_t team = team_of(study, seat);
    unsigned seats = study->names.count, others = seats / pen_bits_count(team) - 1;
    int64_t against = 0, own = 0;
    for (unsigned at = 0; at < seats; at++) {
        if (!(team >> at & 1))
            against += cost[at];
        else if (at != seat)
            own += cost[at];
    }
    int64_t gain = (others > 0 ? against / others : 0) - own;
    sum->skill += gain;
    sum->luck -= gain;
}

static void add_round(const struct study *study, unsigned number, struct luck *luck)
{
    const struct study_end *end = &study->ends[number];
    struct way way[PEN_SEATS_MAX];
    int64_t cost[PEN_SEATS_MAX] = {0};
    for (uint8_t seat = 0; seat < study->names.count; seat++)
        way[seat] = (struct way){NULL, share_of(study, seat)};
    for (unsigned i = 0; i < study->count; i++) {
        const struct study_decision *decision = &study->list[i];
        uint8_t seat = decision->view.viewer;
        if (decision->round != number + 1)
            continue;
        add_decision(&luck->seat[seat], &way[seat], decision);
        cost[seat] += step_of(decision).cost;
    }
    for (uint8_t seat = 0; seat < study->names.count; seat++) {
        add_end(study, seat, end, &luck->seat[seat], &way[seat]);
        add_others(study, cost, seat, &luck->seat[seat]);
    }
    luck->rounds++;
}

bool luck_sum(const struct study *study, struct luck *luck)
{
    uint16_t all = (uint16_t)((1u << study->names.count) - 1);
    memset(luck, 0, sizeof *luck);
    if (!study->is_begun || study->is_cut || (study->seats & all) != all || study->rounds > STUDY_ROUNDS_MAX)
        return false;
    for (unsigned i = 0; i < study->count; i++)
        if (study->list[i].choices.worlds == 0)
            return false;
    for (unsigned number = 0; number < study->rounds; number++)
        if (study->ends[number].is_won && study->ends[number].winner < study->names.count)
            add_round(study, number, luck);
    return luck->rounds > 0;
}

/* ---- writing ---- */

const char *luck_kind_id(enum luck_kind kind)
{
    static const char *const ids[LUCK_KIND_COUNT] = {"deal", "drawn", "cards", "others", "won", "lost"};
    return ids[kind];
}

static void put_point(const struct study *study, const struct luck_point *point, struct pen_text *text)
{
    value_put_string(text, "what", luck_kind_id(point->kind));
    value_put_number(text, "line", point->line);
    value_put_number(text, "moment", point->moment);
    value_put_millionths(text, "gain", point->gain);
    if (point->card != PEN_CARD_NONE) {
        char bytes[CARD_BYTES];
        struct pen_text code = pen_text_in(bytes, sizeof bytes);
        pen_card_write(&study->edition, &study->rules, point->card, &code);
        value_put_string(text, "card", bytes);
    }
    if (point->kind == LUCK_CARDS)
        value_put_number(text, "number", point->number);
    if (point->other < study->names.count)
        value_put_string(text, "who", study->names.name[point->other]);
}

void luck_write(const struct study *study, const struct luck *luck, uint8_t seat, const char *file,
                struct pen_text *text)
{
    const struct luck_seat *sum = &luck->seat[seat];
    pen_text_add(text, "{");
    if (file)
        value_put_string(text, "file", file);
    value_put_string(text, "seat", study->names.name[seat]);
    value_put_truth(text, "known", study->known != NULL);
    value_put_number(text, "rounds", luck->rounds);
    value_put_number(text, "decisions", sum->decisions);
    value_put_millionths(text, "result", sum->result);
    value_put_millionths(text, "luck", sum->luck);
    value_put_millionths(text, "skill", sum->skill);
    value_put_millionths(text, "rest", sum->rest);
    value_put_key(text, "points");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < sum->point_count; i++) {
        pen_text_add(text, i > 0 ? ",{" : "{");
        put_point(study, &sum->points[i], text);
        pen_text_add(text, "}");
    }
    pen_text_add(text, "]}");
}
