// analysis.js - what moves were worth: after a game, in a replay, and while playing alone. A worker thinks about it
// (analyst.js), from the view of whoever decided; here it is asked, put into words and drawn.

import { editionAt, editionsIn, numberOf, sentencesOf } from "./core.js";
import { h, refill, svg, write } from "./dom.js";
import { prefs } from "./prefs.js";
import { actionWords, cardName } from "./prompt.js";
import { shownName } from "./table.js";
import { both, lang, t } from "./words.js";

/** What could be done, and how often it wins the round: at best, in the middle, at worst.
 * @typedef {{action: string, chance: number, low: number, high: number}} Choice */
/** @typedef {{line: number, moment: number, round: number, seat: string, known: boolean, chance: number, taken: string, best: string,
 *   cost: number, cost_error: number, mistake: boolean, why: string | null, why_seat?: string, why_color?: string,
 *   why_n?: number, why_other?: number, choices: Choice[]}} Decision */
/** What moved a player most that was no decision of anybody's. @typedef {{what: string, moment: number, gain: number,
 *   card?: string, number?: number, who?: string}} Point */
/** @typedef {{seat: string, result: number, luck: number, skill: number, rest: number, points: Point[]}} Luck */
/** @typedef {import("./core.js").Edition} Edition */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {typeof import("./screens.js").app} App */

const MATTERED = 3;
/** How long "look deeper" looks. */
const DEEP_MS = 20000;
/** What a move must give away for "watch me" to speak, as a share of all rounds. */
export const LIMIT = 0.05;

// ---- the worker ----

/** @type {Worker | null} */
let worker = null;
let asked = 0;
/** @type {Map<number, {news: (message: any) => void, done: (message: any) => void}>} */
const waiting = new Map();

function open() {
    if (worker) return worker;
    worker = new Worker("analyst.js");
    worker.onmessage = ({ data }) => {
        const one = waiting.get(data.id);
        if (!data.isDone) return one?.news(data);
        waiting.delete(data.id);
        one?.done(data);
    };
    // It could not be fetched: nobody waits for it for ever.
    worker.onerror = () => {
        for (const { done } of waiting.values()) done({ problem: "no worker" });
        waiting.clear();
        worker = null;
    };
    return worker;
}

/** @param {any} request @param {(message: any) => void} [news] @returns {Promise<any>} */
function ask(request, news = () => {}) {
    const id = ++asked;
    return new Promise((done) => {
        waiting.set(id, { news, done });
        open().postMessage({ ...request, id, lang: numberOf(lang), said: sentencesOf(lang) });
    });
}

/** Stops looking at a record. */
const stop = () => worker?.postMessage({});

/** @param {string} text a .mesa file @param {number} seats @param {number} wanted bits of those whose decisions
 * @param {number} ms how much longer than usual @param {(message: any) => void} news */
const study = (text, seats, wanted, ms, news) =>
    ask({ what: "study", text, seats, wanted, ms, editions: editionsIn(text) }, news);

/** The text of a problem: the one of this number. @param {number} number @returns {Promise<string | undefined>} */
export const problemText = async (number) => (await ask({ what: "problem", number })).text;

// ---- words ----

/** @param {number} share */
const percent = (share) => Math.round(100 * share);
/** @param {Choice} choice */
const margin = (choice) => percent((choice.high - choice.low) / 2);
/** @param {Decision} one @param {string} action */
export const choiceOf = (one, action) =>
    one.choices.find((choice) => choice.action === action.replace(/ uno$/, "")) ??
    one.choices.find((choice) => choice.action === action);

/** Why the best is better than what was taken, if there is more to say than the figures. @param {Edition} edition
 * @param {Decision} one */
export function whyWords(edition, one) {
    const { why, why_seat: seat = "", why_color: id, why_n: n = 0, why_other: other = 0 } = one;
    if (!why || why === "other") return "";
    const color = edition.colors.find((each) => each.id === id);
    const key = why === "lacks" && n > 0 ? "drew" : why;
    return t(`why.${key}`, { who: shownName(seat), color: color ? both(color.name) : "", n, other });
}

/** What was done, and what would have been better. @param {Edition} edition @param {Decision} one */
function decisionWords(edition, one) {
    const taken = choiceOf(one, one.taken);
    const best = choiceOf(one, one.best);
    const figures = (/** @type {Choice | undefined} */ choice) => ({
        chance: percent(choice?.chance ?? one.chance),
        margin: choice ? margin(choice) : 0,
    });
    const who = shownName(one.seat);
    const said = [t("analysisTaken", { who, what: actionWords(edition, one.taken), ...figures(taken) })];
    if (one.cost > 0)
        said.push(
            t("analysisBetter", {
                what: actionWords(edition, one.best),
                n: percent(one.cost),
                ...figures(best),
            }),
            whyWords(edition, one),
        );
    else said.push(t("analysisGood"));
    return said.filter(Boolean);
}

/** "+12.3" in the language's own way. @param {number} share */
const points = (share) =>
    new Intl.NumberFormat(lang, {
        signDisplay: "exceptZero",
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
    }).format(Math.round(1000 * share) / 10);

/** @param {Edition} edition @param {Point} point */
function pointWords(edition, { what, gain, card, number: n = 0, who = "" }) {
    const key = what === "won" || what === "lost" ? "end" : what;
    const name = card ? cardName(edition, card) : "";
    return t(`luck.${key}`, { gain: points(gain), card: name, n, who: shownName(who) });
}

/** The rest is told as what the other figures leave, so that they add up as they are told. @param {Luck} one */
function sumWords(one) {
    const [result, luck, skill] = [one.result, one.luck, one.skill].map(
        (share) => Math.round(1000 * share) / 1000,
    );
    return t("luck.sum", {
        who: shownName(one.seat),
        result: points(result),
        luck: points(luck),
        skill: points(skill),
        rest: points(result - luck - skill),
    });
}

/** Luck and skill of everybody, and what moved them most. @param {Edition} edition @param {Luck[]} all
 * @param {(moment: number, seat: number) => void} go */
const luckList = (edition, all, go) => [
    h("p.small", null, t("luck.meaning")),
    h(
        "ul.luck",
        null,
        all.map((one, seat) =>
            h(
                "li",
                null,
                h("b", null, sumWords(one)),
                one.points.map((point) =>
                    h(
                        "button.quiet",
                        { type: "button", onclick: () => go(point.moment, seat) },
                        pointWords(edition, point),
                    ),
                ),
            ),
        ),
    ),
];

/** Those that cost most, beyond doubt or not. @param {Decision[]} all */
export const mattered = (all) =>
    all
        .filter((one) => percent(one.cost) > 0)
        .sort((a, b) => b.cost - a.cost || a.moment - b.moment)
        .slice(0, MATTERED);

// ---- while playing alone ----

/** What this seat could do now, the best first, and what that is worth; null: nothing is to be decided, or the table is
 * in somebody else's house. @param {App} app @returns {Promise<Decision | null>} */
async function advice({ table, source }) {
    if (!table || table.me === null || !source || source.isRemote || !table.isMyTurn()) return null;
    const { journal } = source;
    const { length } = table.seats;
    const answered = await ask({
        what: "advise",
        journal,
        seat: table.me,
        seats: length,
        editions: editionsIn(journal),
    });
    return answered.one ?? null;
}

/**
 * The best thing to do, its chance and the reason, in words; null where there is nothing to say.
 * @param {App} app
 * @returns {Promise<{do: string, text: string} | null>}
 */
export async function adviceFor(app) {
    const one = await advice(app);
    if (!one || !app.table) return null;
    const edition = editionAt(app.table.settings);
    const best = choiceOf(one, one.best);
    if (!best) return null;
    const next = choiceOf(one, one.taken);
    const text = [
        t(one.known ? "advice" : "adviceGuess", {
            what: actionWords(edition, one.best),
            chance: percent(best.chance),
            margin: margin(best),
        }),
        whyWords(edition, one),
        next ? t("adviceNext", { what: actionWords(edition, one.taken), chance: percent(next.chance) }) : "",
    ];
    return { do: one.best, text: text.filter(Boolean).join(" ") };
}

/** Tables that are watched already. @type {WeakSet<Table>} */
const watched = new WeakSet();

/** Says quietly when a move of one's own has given away more than the limit, and offers it back. @param {App} app */
export function watchMe(app) {
    const { table } = app;
    if (!table || watched.has(table)) return;
    watched.add(table);
    let at = -1;
    /** @type {Promise<Decision | null>} */
    let coming = Promise.resolve(null);
    const look = () => {
        if (!prefs.watchMe || table.n === at || !table.isMyTurn()) return;
        at = table.n;
        coming = advice(app);
    };
    const act = table.act.bind(table);
    table.act = async (what, quote) => {
        const before = table.n === at ? coming : Promise.resolve(null);
        const answer = await act(what, quote);
        void before.then((one) => one && prefs.watchMe && tellCost(app, table, one, what));
        return answer;
    };
    table.listen(look);
    look();
}

/** @param {App} app @param {Table} table @param {Decision} one from before it @param {string} what was done */
function tellCost(app, table, one, what) {
    const taken = choiceOf(one, what);
    const best = choiceOf(one, one.best);
    if (!taken || !best || app.table !== table || best.chance - taken.chance < LIMIT) return;
    // The worlds of both are the same, so what differs is known better than either.
    if (best.low < taken.high && best.chance - taken.chance < 2 * LIMIT) return;
    const edition = editionAt(table.settings);
    const note = h(
        "div.toast.gave-away",
        { role: "status" },
        h(
            "span",
            null,
            t("gaveAway", {
                what: actionWords(edition, one.best),
                n: percent(best.chance - taken.chance),
            }),
        ),
        h(
            "button",
            {
                type: "button",
                onclick: () => {
                    note.remove();
                    void table.send({ t: "ask", what: "take-back" }).catch((no) => app.board?.refused(no));
                },
            },
            t("takeBack"),
        ),
        h("button.quiet", { type: "button", onclick: () => note.remove() }, t("close")),
    );
    for (const old of document.querySelectorAll(".gave-away")) old.remove();
    document.body.append(note);
    table.listen(() => table.stage !== "playing" && note.remove());
}

// ---- a strip of chances ----

const WIDE = 1000;
const HIGH = 100;

/** Every player's chance by moves, drawn; the line of each has its own dashes.
 * @param {Decision[]} all @param {string[]} names as the record has them @param {number} last */
function lines(all, names, last) {
    const x = (/** @type {number} */ moment) => ((WIDE * moment) / Math.max(1, last)).toFixed(1);
    const y = (/** @type {number} */ chance) => (HIGH * (1 - chance)).toFixed(1);
    return names.flatMap((name, seat) => {
        const own = all.filter((one) => one.seat === name);
        let round = 0;
        let d = "";
        for (const one of own) {
            // A step up to the move, then to the new height; a new round begins anew.
            d +=
                one.round === round
                    ? `H${x(one.moment)}V${y(one.chance)}`
                    : `M${x(one.moment)} ${y(one.chance)}`;
            ({ round } = one);
        }
        return own.length
            ? [
                  svg("path", { d, class: `chance-line line-${seat}` }),
                  ...own
                      .filter((one) => one.mistake)
                      .map((one) =>
                          svg("ellipse", {
                              cx: x(one.moment),
                              cy: y(one.chance),
                              rx: 5,
                              ry: 6,
                              class: `chance-line line-${seat}`,
                          }),
                      ),
              ]
            : [];
    });
}

/** The analysis of a record that is shown: on demand, beside the controls of the replay. */
export class Analysis {
    /** @param {{text: string, names: string[], settings: any, last: number,
     *   go: (at: number, seat: number | null) => void}} replay */
    constructor(replay) {
        this.replay = replay;
        /** @type {Decision[]} */
        this.all = [];
        /** @type {Luck[]} */
        this.luck = [];
        this.of = 0;
        this.isBusy = false;
        this.isDone = false;
        this.isOpen = true;
        this.at = 0;
        this.element = h("section.analysis", { "aria-label": t("analysis") });
        this.cursor = svg("line", { class: "chance-cursor", y1: 0, y2: HIGH });
        this.strip = this.makeStrip();
        this.here = h("p.analysis-here", { "aria-live": "polite" });
        this.draw();
    }

    makeStrip() {
        const strip = svg("svg", {
            class: "chances",
            viewBox: `0 0 ${WIDE} ${HIGH}`,
            preserveAspectRatio: "none",
            role: "img",
            "aria-label": t("chances"),
        });
        const drag = (/** @type {any} */ event) => {
            if (event.type === "pointerdown") strip.setPointerCapture?.(event.pointerId);
            else if (!event.buttons) return;
            const box = strip.getBoundingClientRect();
            const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
            this.replay.go(Math.round(part * this.replay.last), null);
        };
        strip.addEventListener("pointerdown", drag);
        strip.addEventListener("pointermove", drag);
        return strip;
    }

    /** Looks at all of it; again is deeper. @param {number} ms */
    async look(ms) {
        const { text, names } = this.replay;
        this.isBusy = true;
        this.draw();
        let drawn = 0;
        const answer = await study(text, names.length, (1 << names.length) - 1, ms, ({ at, of, one }) => {
            this.of = of;
            this.all[at] = one;
            if (performance.now() - drawn < 200) return;
            drawn = performance.now();
            this.draw();
        });
        this.isBusy = false;
        this.isDone = !answer.problem;
        if (answer.luck?.length) this.luck = answer.luck;
        this.problem = answer.problem;
        this.draw();
    }

    /** The decision that comes next here, or else the one whose outcome is shown. */
    decision() {
        const { all, at } = this;
        return all.find((one) => one?.moment === at + 1) ?? all.find((one) => one?.moment === at);
    }

    /** The replay shows this moment. @param {number} at */
    show(at) {
        this.at = at;
        const x = String((WIDE * at) / Math.max(1, this.replay.last));
        this.cursor.setAttribute("x1", x);
        this.cursor.setAttribute("x2", x);
        const one = this.decision();
        write(this.here, one ? decisionWords(editionAt(this.replay.settings), one).join(" ") : "");
    }

    /** The table as it was before the move, by the eyes of who made it. @param {Decision} one @param {number} seat */
    goTo(one, seat) {
        this.isOpen = false;
        this.element.querySelector("details")?.removeAttribute("open");
        this.replay.go(one.moment - 1, seat);
    }

    /** @param {Decision} one */
    item(one) {
        const [taken, ...better] = decisionWords(editionAt(this.replay.settings), one);
        const seat = this.replay.names.indexOf(one.seat);
        return h(
            "li",
            null,
            h(
                "button",
                { type: "button", onclick: () => this.goTo(one, seat) },
                h("b", null, taken),
                h("span", null, better.join(" ")),
            ),
        );
    }

    draw() {
        const { all, element, isBusy, isDone, of, replay } = this;
        const button = (/** @type {string} */ key, /** @type {() => void} */ run) =>
            h("button", { type: "button", "data-do": key, onclick: run }, t(key));
        const there = all.filter(Boolean);
        const keeps = element.contains(document.activeElement);
        refill(
            element,
            there.length ? this.strip : null,
            h(
                "div.row",
                null,
                isBusy
                    ? h("span", { role: "status" }, t("analysing", { n: there.length, of }))
                    : isDone
                      ? button("analysisDeeper", () => void this.look(DEEP_MS))
                      : button("analyse", () => void this.look(0)),
                isBusy ? button("analysisStop", stop) : null,
            ),
            this.problem ? h("p", { role: "alert" }, t("analysisFailed")) : null,
            this.here,
            isDone && !isBusy ? this.summary(there) : null,
            isDone && !isBusy && this.luck.length ? this.luckPart() : null,
        );
        if (keeps) /** @type {HTMLElement | null} */ (element.querySelector("button"))?.focus();
        refill(this.strip, lines(there, replay.names, replay.last), this.cursor);
        this.show(this.at);
    }

    luckPart() {
        const { luck, replay } = this;
        // Of the two parts one is open: the board needs the room.
        return h(
            "details",
            { name: "analysis" },
            h("summary", null, t("luck.title")),
            luckList(editionAt(replay.settings), luck, (moment, seat) => replay.go(moment - 1, seat)),
        );
    }

    /** Open until one of them is gone to: then the board needs the room. @param {Decision[]} there */
    summary(there) {
        const worst = mattered(there);
        if (!worst.length) return h("p", null, t("analysisNone"));
        return h(
            "details",
            {
                name: "analysis",
                open: this.isOpen,
                ontoggle: (/** @type {Event} */ event) => {
                    this.isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
                },
            },
            h("summary", null, t("analysisMattered")),
            h(
                "ol",
                null,
                worst.map((one) => this.item(one)),
            ),
            h("p.small", null, t(there.every((one) => one.known) ? "analysisMeaning" : "analysisNotKnown")),
        );
    }
}

/** Under the result of a game: the moves of mine that mattered, each a way into the replay.
 * @param {App} app @param {HTMLElement} place */
export async function tellEnd(app, place) {
    const { source, table } = app;
    const me = table?.me ?? null;
    if (!source || !table || me === null || table.stage !== "over") return;
    const text = await source.record();
    if (!text) return;
    const shared = source.isRemote ? `${table.id}/${table.game}` : null;
    /** @param {Decision} one */
    const show = async (one) => {
        const { showReplay } = await import("./replay.js");
        void showReplay(app, text, shared, { at: one.moment - 1, seat: me });
    };
    /** @type {Decision[]} */
    const all = [];
    const { length } = table.seats;
    // Of everybody: what others gave away is skill as well.
    const { luck = [] } = await study(text, length, (1 << length) - 1, 0, ({ one }) => all.push(one));
    const mine = /** @type {Luck | undefined} */ (luck[me]);
    const { name } = table.seats[me];
    const own = all.filter((one) => shownName(one.seat) === name);
    const worst = mattered(own);
    if (app.table !== table || !place.isConnected || (!mine && !worst.length)) return;
    const edition = editionAt(table.settings);
    if (!source.isRemote)
        void import("./exercises.js").then(({ keepMistakes }) => keepMistakes(text, me, own));
    refill(
        place,
        mine ? [h("h3", null, t("luck.title")), h("p.luck-mine", null, sumWords(mine))] : null,
        worst.length ? h("h3", null, t("analysisMattered")) : null,
        worst.map((one) =>
            h(
                "button.quiet",
                { type: "button", onclick: () => void show(one) },
                decisionWords(edition, one).join(" "),
            ),
        ),
        h("p.small", null, t(all.every((one) => one.known) ? "analysisMeaning" : "analysisNotKnown")),
    );
}
