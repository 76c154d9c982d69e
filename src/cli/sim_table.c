/* sim_table.c - many games one by one, as CSV, and all together, as charts. */
#include <stdio.h>
#include <string.h>

#include "cli/sim_report.h"
#include "sim/plot.h"
#include "words/cli_sim_table_words.h"
#include "words/cli_words.h"

/* ---- a line per game ---- */

enum { LINE_BYTES = 1024 };

bool sim_report_csv_head(const struct sim_settings *settings, struct host_output *output)
{
    char bytes[LINE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, "game,deal_seed,winner_seat,winner_bot,rounds,turns,actions");
    for (unsigned seat = 1; seat <= settings->seat_count; seat++) {
        pen_text_add(&text, ",points_");
        pen_text_add_number(&text, seat);
    }
    pen_text_add(&text, ",first_seat,opening");
    for (unsigned seat = 1; seat <= settings->seat_count; seat++) {
        pen_text_add(&text, ",bot_");
        pen_text_add_number(&text, seat);
    }
    pen_text_add(&text, "\n");
    return host_output_write(output, text.bytes, text.length);
}

static void add_column(struct pen_text *text, uint64_t number)
{
    pen_text_add(text, ",");
    pen_text_add_number(text, number);
}

bool sim_report_csv_row(const struct sim_settings *settings, struct host_output *output, uint64_t game,
                        const struct sim_row *row)
{
    char bytes[LINE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add_number(&text, game + 1);
    add_column(&text, sim_deal_seed(settings, game));
    /* Those who share a win are joined by a plus. */
    for (unsigned column = 0; column < 2; column++) {
        const char *gap = ",";
        for (uint8_t seat = 0; seat < settings->seat_count; seat++) {
            if (!(row->winners >> seat & 1))
                continue;
            pen_text_add(&text, gap);
            gap = "+";
            if (column == 0)
                pen_text_add_number(&text, seat + 1u);
            else
                pen_bot_spec_write(settings->specs[sim_place_of_seat(settings, game, seat)], &text);
        }
        if (row->winners == 0)
            pen_text_add(&text, ",");
    }
    add_column(&text, row->rounds);
    add_column(&text, row->turns);
    add_column(&text, row->actions);
    for (unsigned seat = 0; seat < settings->seat_count; seat++)
        add_column(&text, row->score[seat]);
    add_column(&text, (row->start >> 8) + 1);
    pen_text_add(&text, ",");
    pen_card_write(settings->edition, settings->rules, (uint8_t)(row->start & 0xff), &text);
    for (uint8_t seat = 0; seat < settings->seat_count; seat++) {
        pen_text_add(&text, ",");
        pen_bot_spec_write(settings->specs[sim_place_of_seat(settings, game, seat)], &text);
    }
    pen_text_add(&text, "\n");
    PEN_ASSERT(!text.is_cut);
    return host_output_write(output, text.bytes, text.length);
}

/* ---- charts ---- */

static struct sim_plot_row plot_row(const struct sim_report *report, const char *label,
                                    const struct sim_share *share, unsigned players)
{
    struct sim_rate rate = sim_report_rate(report, share, players);
    return (struct sim_plot_row){label, rate.value, rate.low, rate.high};
}

bool sim_report_plot(const struct sim_report *report, const struct sim_sink *sink)
{
    const struct sim_settings *settings = report->settings;
    const struct sim_tally *tally = report->tally;
    char names[2][PEN_SEATS_MAX][SIM_NAME_BYTES + 16];
    struct sim_plot_row seats[PEN_SEATS_MAX], kinds[PEN_SEATS_MAX];
    for (unsigned seat = 0; seat < settings->seat_count; seat++) {
        snprintf(names[0][seat], sizeof names[0][seat], "%s", host_say(CLI_SIM_TABLE_SEAT, seat + 1));
        seats[seat] = plot_row(report, names[0][seat], &tally->seats[seat], 1);
    }
    for (unsigned kind = 0; kind < settings->kind_count; kind++) {
        sim_report_kind_name(settings, kind, names[1][kind]);
        kinds[kind] = plot_row(report, names[1][kind], &tally->kinds[kind], settings->kind_size[kind]);
    }
    double chance = 1.0 / settings->seat_count;
    struct sim_plot_spread spread = {
        .title = host_word(WORD_CLI_SIM_TABLE_LENGTH_OF_A_GAME),
        .axis = host_word(WORD_CLI_SIM_TABLE_TURNS_BELOW_EACH_MARK_THAT_SHARE),
        .histogram = &tally->turns,
    };
    struct sim_plot_ladder by_seat = {
        .title = host_word(WORD_CLI_SIM_TABLE_GAMES_WON_BY_SEAT_95_NTERVAL),
        .unit = SIM_PLOT_PERCENT,
        .rows = seats,
        .row_count = settings->seat_count,
        .has_reference = true,
        .reference = chance,
        .reference_label = host_word(WORD_CLI_EQUAL),
    };
    struct sim_plot_ladder by_bot = by_seat;
    by_bot.title = host_word(WORD_CLI_SIM_TABLE_GAMES_WON_BY_BOT_95_NTERVAL);
    by_bot.rows = kinds;
    by_bot.row_count = settings->kind_count;
    struct sim_plot_chart charts[] = {{.spread = &spread}, {.ladder = &by_seat}, {.ladder = &by_bot}};

    char what[256], subtitle[384], about[1024];
    struct pen_text text = pen_text_in(what, sizeof what);
    sim_report_describe(settings, &text);
    snprintf(subtitle, sizeof subtitle, "%s",
             host_say(CLI_SIM_TABLE_SUBTITLE, what, tally->games, settings->seed));
    size_t length = (size_t)snprintf(about, sizeof about, "%s",
                                     host_say(CLI_SIM_TABLE_HALF_OF_THE_GAMES_LAST_UP, subtitle,
                                              (unsigned)sim_histogram_percentile(&tally->turns, 50),
                                              (unsigned)sim_histogram_percentile(&tally->turns, 5),
                                              (unsigned)sim_histogram_percentile(&tally->turns, 95)));
    for (unsigned i = 0; i < settings->seat_count + settings->kind_count && length < sizeof about; i++) {
        const struct sim_plot_row *row =
            i < settings->seat_count ? &seats[i] : &kinds[i - settings->seat_count];
        length += (size_t)snprintf(about + length, sizeof about - length, "%s %s %.1f %%", i == 0 ? "" : ",",
                                   row->label, 100 * row->value);
    }
    struct sim_plot_page page = {
        .lang = host_word(WORD_CLI_SIM_TABLE_EN),
        .title = host_word(WORD_CLI_SIM_TABLE_GAMES_BETWEEN_BOTS),
        .subtitle = subtitle,
        .about = about,
        .charts = charts,
        .chart_count = sizeof charts / sizeof charts[0],
    };
    return sim_plot_write(&page, sink);
}
