// replay.js - a finished game, step by step: from any seat or with all hands open. Opens .mesa files,
// gives the game as one, and checks its shuffle.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import * as core from "./core.js";
import { byId, h, refill } from "./dom.js";
import { mayMove } from "./prefs.js";
import { replay, startRecords, verify } from "./records.js";
import { shownName, Table } from "./table.js";
import { both, lang, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** A table that shows moments of a record; nobody acts at it. */
class PastTable extends Table {
    isMyTurn() {
        return false;
    }
}

/** Where a replay begins, and by whose eyes. @typedef {{at: number, seat: number | null}} Start */
/** @type {Start} */
const FROM_THE_DEAL = { at: 0, seat: null };

/**
 * Shows a record, or asks for one.
 * @param {App} app
 * @param {string | null} text a .mesa file
 * @param {string | null} shared table and number, where a server keeps it
 * @param {Start} [start]
 */
export async function showReplay(app, text, shared, start = FROM_THE_DEAL) {
    app.go({ redraw: () => drawChooser(app, null), title: () => t("replay") });
    if (text !== null) await open(app, text, shared, start);
}

/** A finished game of this server, perhaps at one of its moves. @param {App} app
 * @param {string} link "k7m2p9x4/1", "k7m2p9x4/1&at=31&seat=2" */
export async function openShared(app, link) {
    const [shared, ...more] = link.split("&");
    const start = new URLSearchParams(more.join("&"));
    const seat = start.get("seat");
    const [id, number] = shared.split("/");
    const answer = await fetch(`/api/tables/${id}/games/${number}.mesa`).catch(() => null);
    if (answer?.ok)
        return showReplay(app, await answer.text(), shared, {
            at: Number(start.get("at") ?? 0),
            seat: seat === null ? null : Number(seat),
        });
    app.home();
    app.notify(t("cannotRead"));
}

/** @param {App} app @param {import("./records.js").Moment[] | null} problems */
function drawChooser(app, problems) {
    const input = h("input", {
        type: "file",
        accept: ".mesa,text/plain",
        onchange: async (/** @type {Event} */ event) => {
            const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
            if (file) await open(app, await file.text(), null, FROM_THE_DEAL);
        },
    });
    refill(
        byId("screen"),
        h(
            "div.page",
            null,
            h(
                "div.panel",
                null,
                h("h1", null, t("replay")),
                h("p", null, t("replaysLine")),
                h("label.button.upload", null, h("span", null, t("openFile")), input),
                problems
                    ? h(
                          "div.wrong",
                          { role: "alert" },
                          h("p", null, t("cannotRead")),
                          h(
                              "ul",
                              null,
                              problems
                                  .slice(0, 8)
                                  .map((one) =>
                                      h("li", null, t("lineIs", { n: one.line, text: one.problem ?? "" })),
                                  ),
                          ),
                      )
                    : null,
                h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
            ),
        ),
    );
}

/** How long a move is looked at. */
const RUN_MS = 1300;

/** A record on the board, at one of its moments. */
class Replay {
    /** @param {App} app @param {string} text @param {string | null} shared @param {import("./records.js").Moment[]} moments
     * @param {Start} start */
    constructor(app, text, shared, moments, start) {
        this.app = app;
        this.text = text;
        this.shared = shared;
        this.moments = moments;
        this.names = (moments[0].names ?? []).map(shownName);
        this.table = new PastTable();
        this.at = Math.max(0, Math.min(start.at, moments.length - 1));
        /** while it goes on by itself */
        this.timer = 0;
        /** whose eyes; null: all hands open @type {number | null} */
        this.viewer = start.seat !== null && start.seat < this.names.length ? start.seat : null;
        this.root = h("div.table.replay");
        this.board = new Board(this.root, this.table, { end: () => [] });
        this.slider = /** @type {HTMLInputElement} */ (
            h("input", {
                type: "range",
                min: 0,
                max: moments.length - 1,
                value: 0,
                "aria-label": t("replay"),
                oninput: () => this.go(Number(this.slider.value)),
            })
        );
        this.where = h("span.where");
        this.controls = h("section.replay-bar");
        this.analysis = new Analysis({
            text,
            names: moments[0].names ?? [],
            settings: moments[0].settings,
            last: moments.length - 1,
            go: (to, seat) => {
                if (seat !== null) this.viewer = seat;
                this.go(to);
            },
        });
        this.root.append(this.controls);
    }

    /** @param {number} wanted */
    go(wanted) {
        const { board, moments } = this;
        const to = Math.max(0, Math.min(wanted, moments.length - 1));
        // One step forwards is played as it was; anything else is just shown.
        const news = to === this.at + 1 && mayMove() ? moments[to].events : [];
        if (news.length) board.motion.remember(news);
        else board.motion.stop();
        this.at = to;
        this.feed();
        board.draw();
        if (news.length) board.motion.run(news);
        this.drawControls();
    }

    /** The table as it was at this moment. */
    feed() {
        const { moments, table, viewer } = this;
        const moment = moments[this.at];
        let from = this.at;
        while (from > 0 && !moments[from].names) from--;
        table.me = viewer;
        table.stage = "replay";
        table.settings = moments[0].settings;
        table.seats = this.names.map((name) => ({ name, kind: "person", here: true }));
        table.now = { ...moment.now, legal: {} };
        table.n = this.at;
        table.hand = viewer === null ? [] : moment.hands[viewer];
        table.shown =
            viewer === null ? Object.fromEntries(moment.hands.map((hand, seat) => [seat, hand])) : {};
        table.events = moments.slice(from, this.at + 1).flatMap((one) => one.events);
        this.board.isPeekOpen = true;
    }

    /** Goes on by itself, from the beginning if it has ended; or stops. @param {boolean} isOn */
    run(isOn) {
        clearInterval(this.timer);
        const last = this.moments.length - 1;
        const step = () => {
            if (this.at >= last) return this.run(false);
            this.go(this.at + 1);
        };
        this.timer = isOn ? window.setInterval(step, RUN_MS) : 0;
        if (isOn && this.at === last) this.go(0);
        else if (isOn) step();
        else this.drawControls();
    }

    /** @param {string} label @param {string} sign @param {number} to @param {boolean} off */
    button(label, sign, to, off) {
        return h(
            "button",
            {
                type: "button",
                "aria-label": label,
                title: label,
                "data-step": sign,
                disabled: off,
                onclick: () => this.go(to),
            },
            sign,
        );
    }

    drawControls() {
        const { at, slider, where } = this;
        const last = this.moments.length - 1;
        slider.value = String(at);
        slider.setAttribute("aria-valuetext", t("step", { n: at, of: last }));
        where.textContent = t("step", { n: at, of: last });
        this.analysis.show(at);
        const isFocused = document.activeElement === slider;
        const step = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.step;
        refill(
            this.controls,
            h(
                "div.row",
                null,
                this.button(t("first"), "«", 0, at === 0),
                this.button(t("previous"), "‹", at - 1, at === 0),
                where,
                this.button(t("next"), "›", at + 1, at === last),
                this.button(t("last"), "»", last, at === last),
                h(
                    "button.main",
                    { type: "button", "data-step": "run", onclick: () => this.run(!this.timer) },
                    t(this.timer ? "replayStop" : "replayRun"),
                ),
            ),
            slider,
            this.analysis.element,
            this.more(),
        );
        if (isFocused) slider.focus();
        else if (step)
            /** @type {HTMLElement | null} */ (this.controls.querySelector(`[data-step="${step}"]`))?.focus();
    }

    /** Whose eyes, and what can be done with the record. */
    more() {
        const { app, shared, text, viewer } = this;
        const look = (/** @type {Event} */ event) => {
            const { value } = /** @type {HTMLSelectElement} */ (event.target);
            this.viewer = value === "" ? null : Number(value);
            this.go(this.at);
        };
        const button = (/** @type {string} */ label, /** @type {() => void} */ run) =>
            h("button", { type: "button", onclick: run }, label);
        return h(
            "div.row",
            null,
            h(
                "label.inline",
                null,
                h("span", null, t("seenBy")),
                h(
                    "select",
                    { onchange: look },
                    h("option", { value: "", selected: viewer === null }, t("everybody")),
                    this.names.map((name, seat) =>
                        h("option", { value: seat, selected: viewer === seat }, name),
                    ),
                ),
            ),
            this.chapters(),
            shared
                ? button(
                      t("copyReplay"),
                      () => void app.copy(`${location.origin}${location.pathname}#game=${shared}`),
                  )
                : null,
            shared ? button(t("copyMove"), () => void app.copy(this.link())) : null,
            button(t("download"), () => download(text)),
            button(t("verify"), () => showChecks(text)),
            h(
                "button",
                {
                    type: "button",
                    "data-do": "go-on",
                    disabled: this.moments[this.at].now.phase === "over",
                    onclick: () => void this.goOn(),
                },
                t("goOnHere"),
            ),
            h("button.quiet", { type: "button", onclick: () => app.home() }, t("home")),
        );
    }

    /** The address of this move, by these eyes. */
    link() {
        const seat = this.viewer === null ? "" : `&seat=${this.viewer}`;
        return `${location.origin}${location.pathname}#game=${this.shared}&at=${this.at}${seat}`;
    }

    /** From this moment, against bots. */
    async goOn() {
        this.run(false);
        const { goOnHere } = await import("./onwards.js");
        goOnHere(this.app, {
            text: this.text,
            source: this.shared ?? "record",
            at: this.at,
            seat: this.viewer ?? 0,
            names: this.names,
            settings: this.moments[0].settings,
        });
    }

    /** The deals, if there are several. */
    chapters() {
        const deals = this.moments.flatMap((moment, at) => (moment.names ? [at] : []));
        if (deals.length < 2) return null;
        const now = deals.filter((at) => at <= this.at).length - 1;
        return h(
            "label.inline",
            null,
            h("span", null, t("chapter")),
            h(
                "select",
                {
                    "data-do": "chapter",
                    onchange: (/** @type {Event} */ event) =>
                        this.go(deals[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]),
                },
                deals.map((_, index) => h("option", { selected: index === now }, index + 1)),
            ),
        );
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const { at } = this;
        const steps = /** @type {Record<string, number>} */ ({
            ArrowRight: at + 1,
            ArrowLeft: at - 1,
            Home: 0,
            End: this.moments.length - 1,
        });
        if (steps[event.key] === undefined) return false;
        this.go(steps[event.key]);
        return true;
    }
}

/** One moment of a record as a board that does not move, with room for controls below; null: it cannot be read.
 * @param {App} app @param {string} text @param {Start} start */
export async function pastBoard(app, text, start) {
    await startRecords();
    const { moments } = replay(text, lang);
    if (moments.length <= start.at) return null;
    const one = new Replay(app, text, null, moments, start);
    one.feed();
    return {
        root: one.root,
        controls: one.controls,
        edition: core.editionAt(moments[0].settings),
        draw: () => one.board.draw(),
        close: () => one.board.destroy(),
    };
}

/** @param {App} app @param {string} text @param {string | null} shared @param {Start} start */
async function open(app, text, shared, start) {
    await startRecords();
    const { moments, problems } = replay(text, lang);
    if (!moments.length)
        return app.go({ redraw: () => drawChooser(app, problems), title: () => t("replay") });
    const one = new Replay(app, text, shared, moments, start);
    app.go({
        redraw() {
            if (!one.root.isConnected) refill(byId("screen"), one.root);
            one.go(one.at);
        },
        key: (event) => one.key(event),
        title: () => `${t("replay")} · ${both(core.editionOf(moments[0].settings.edition).title)}`,
        close() {
            clearInterval(one.timer);
            one.board.destroy();
        },
    });
}

/** @param {string} text @param {string} [name] */
export function download(text, name = "penultima.mesa") {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = h("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(url);
}

/** What was checked, and what came of it. @param {string} text */
function showChecks(text) {
    const { status, checks } = verify(text, lang);
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    refill(
        dialog,
        h("h2", { tabindex: -1 }, t(status === 0 ? "verified" : status === 1 ? "notVerified" : "notSealed")),
        h(
            "ul.checks",
            null,
            checks.map((one) =>
                h(
                    "li",
                    { class: one.good ? "good" : "bad" },
                    h("b", { "aria-hidden": "true" }, one.good ? "✓ " : "✗ "),
                    one.line ? t("lineIs", { n: one.line, text: one.text }) : one.text,
                ),
            ),
        ),
        h("div.row", null, h("button.main", { type: "button", onclick: () => dialog.close() }, t("close"))),
    );
    dialog.showModal();
}
