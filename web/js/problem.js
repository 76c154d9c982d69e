// problem.js - the problem of the day: a position in which one choice wins more often than all others, counted through
// every order of the cards that nobody has seen. The core makes it and its proof (analyst.js); nobody is asked for it.

import { problemText } from "./analysis.js";
import { cardPicture, drawDeck } from "./cards.js";
import { editionOf } from "./core.js";
import { byId, h, refill } from "./dom.js";
import { dueNow, showExercise } from "./exercises.js";
import { keep, prefs } from "./prefs.js";
import { actionWords, cardName } from "./prompt.js";
import { download } from "./replay.js";
import { both, lang, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {{action: string, won: number, lost: number, open: number}} Choice */
/** @typedef {{number: number, count: number, edition: string, direction: string, cards: number[], hand: string[], top: string,
 *   color: string, drawn?: string, pile: number, hidden: string[], orders: number, choices: Choice[], text: string}} Problem */

const DAY_MS = 86400000;
/** Days since 1970, by everybody's own calendar. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / DAY_MS);

/** @param {string} text @returns {Problem} */
function read(text) {
    const [kept, ...lines] = text.trim().split("\n");
    const [, number, count] = kept.split(" ").map(Number);
    /** @type {Record<string, string>} */
    const said = {};
    /** @type {Choice[]} */
    const choices = [];
    for (const line of lines) {
        const at = line.indexOf(" ");
        const [key, value] = [line.slice(0, at), line.slice(at + 1)];
        if (key !== "choice") said[key] = value;
        else {
            const [action, figures] = value.split(": ");
            const [, won, , lost, , open] = figures.split(" ").map(Number);
            choices.push({ action, won, lost, open });
        }
    }
    return {
        number,
        count,
        edition: said.edition,
        direction: said.direction,
        cards: said.cards.split(" ").map(Number),
        hand: said.hand.split(" "),
        top: said.top,
        color: said.color,
        drawn: said.drawn,
        pile: Number(said.pile),
        hidden: said.hidden.split(" "),
        orders: Number(said.orders),
        choices,
        text: `${lines.join("\n")}\n`,
    };
}

/** What this browser remembers of it: the day that was answered last, whether rightly, and how many days in a row.
 * @typedef {{day: number, right: boolean, streak: number}} Kept */

/** @param {number} day @param {boolean} right @returns {Kept} */
function remember(day, right) {
    const last = prefs.problem;
    if (last?.day === day) return last;
    const streak = right ? (last?.right && last.day === day - 1 ? last.streak + 1 : 1) : 0;
    const problem = { day, right, streak };
    keep({ problem });
    return problem;
}

/** @param {App} app @param {number} [day] */
export async function showProblem(app, day = today()) {
    const text = await problemText(day);
    if (!text) return app.home();
    const problem = read(text);
    drawDeck(editionOf(problem.edition));
    // What was answered today stays answered.
    const kept = prefs.problem?.day === day ? prefs.problem : null;
    /** @type {{action: string | null, isDone: boolean}} */
    const answer = { action: null, isDone: Boolean(kept) };
    const redraw = () => draw(app, problem, day, answer, redraw);
    app.go({ redraw, title: () => t("problem") });
}

/** @param {import("./core.js").Edition} edition @param {string[]} codes @param {string} kind */
const cards = (edition, codes, kind) =>
    h(
        `ul.problem-cards.${kind}`,
        null,
        codes.map((code) =>
            h(
                "li",
                null,
                h("span", { role: "img", "aria-label": cardName(edition, code) }, cardPicture(edition, code)),
            ),
        ),
    );

/** The choices as the game lists them, so that the best does not stand first. @param {Problem} problem */
const inOrder = ({ choices }) => [...choices].sort((a, b) => (a.action < b.action ? -1 : 1));

/** @param {App} app @param {Problem} problem @param {number} day @param {{action: string | null, isDone: boolean}} answer
 * @param {() => void} redraw */
function draw(app, problem, day, answer, redraw) {
    const edition = editionOf(problem.edition);
    const color = edition.colors.find((one) => one.id === problem.color);
    const { cards: held, direction } = problem;
    const due = dueNow().length;
    const others = direction === "left" ? held.slice(1) : held.slice(1).reverse();
    const choose = (/** @type {Choice} */ choice) => {
        answer.action = choice.action;
        answer.isDone = true;
        remember(day, choice === problem.choices[0]);
        redraw();
        /** @type {HTMLElement | null} */ (byId("screen").querySelector(".problem-said"))?.focus();
    };
    refill(
        byId("screen"),
        h(
            "div.page.problem",
            { "data-edition": edition.id },
            h(
                "div.panel",
                null,
                h("h1", null, t("problem")),
                h("p.small", null, t("problemNumber", { n: problem.number, of: problem.count })),
                h(
                    "div.problem-table",
                    null,
                    cards(edition, [problem.top], "top"),
                    h(
                        "p",
                        null,
                        t("problemTable", {
                            color: color ? both(color.name) : "",
                            counts: new Intl.ListFormat(lang, { type: "unit" }).format(others.map(String)),
                            n: problem.pile,
                        }),
                    ),
                ),
                h("h2", null, t("problemHidden")),
                cards(edition, problem.hidden, "small"),
                h("h2", null, t("yourHand")),
                cards(edition, problem.hand, "own"),
                h("p.problem-ask", null, t("problemAsk")),
                answer.isDone
                    ? outcome(app, problem, day, answer, edition)
                    : h(
                          "div.problem-choices",
                          null,
                          inOrder(problem).map((choice) =>
                              h(
                                  "button",
                                  {
                                      type: "button",
                                      "data-choice": choice.action,
                                      onclick: () => choose(choice),
                                  },
                                  actionWords(edition, choice.action),
                              ),
                          ),
                      ),
                h("p.small", null, t("problemHow")),
                due
                    ? h(
                          "button",
                          { type: "button", "data-do": "exercises", onclick: () => void showExercise(app) },
                          t("exercisesDue", { n: due }),
                      )
                    : null,
                h("button.quiet", { type: "button", onclick: () => app.home() }, t("home")),
            ),
        ),
    );
}

/** What each of them comes to, and what can be done with it. @param {App} app @param {Problem} problem @param {number} day
 * @param {{action: string | null}} answer @param {import("./core.js").Edition} edition */
function outcome(app, problem, day, { action }, edition) {
    const isRight = action === null ? Boolean(prefs.problem?.right) : action === problem.choices[0].action;
    const streak = prefs.problem?.day === day ? prefs.problem.streak : 0;
    const share = (/** @type {number} */ orders) =>
        new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 }).format(
            orders / problem.orders,
        );
    const line = () => `Penúltima ${problem.number} ${isRight ? "✓" : "✗"}${streak > 1 ? ` ${streak}` : ""}`;
    return h(
        "div.problem-outcome",
        null,
        h(
            "p.problem-said",
            { role: "status", tabindex: -1 },
            [
                t(isRight ? "problemRight" : "problemWrong"),
                streak > 1 ? t("problemStreak", { n: streak }) : "",
            ].join(" "),
        ),
        h(
            "ol",
            null,
            problem.choices.map((choice) =>
                h(
                    "li",
                    { class: choice.action === action ? "chosen" : "" },
                    h("b", null, actionWords(edition, choice.action)),
                    " ",
                    t("problemCounted", {
                        won: share(choice.won),
                        lost: share(choice.lost),
                        open: share(choice.open),
                    }),
                ),
            ),
        ),
        h(
            "div.row",
            null,
            h("button", { type: "button", onclick: () => void app.copy(line()) }, t("shareResult")),
            h(
                "button",
                { type: "button", onclick: () => download(problem.text, `problem-${problem.number}.txt`) },
                t("problemProof"),
            ),
            h(
                "button",
                { type: "button", onclick: () => void showProblem(app, day - 1) },
                t("problemBefore"),
            ),
        ),
    );
}
