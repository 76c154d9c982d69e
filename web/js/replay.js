// replay.js - a finished game, step by step: from any seat or with all hands open. Opens .mesa files,
// gives the game as one, and checks its shuffle.

import { Board } from "./board.js";
import * as core from "./core.js";
import { byId, h, refill } from "./dom.js";
import { Table } from "./table.js";
import { both, lang, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** A table that shows moments of a record; nobody acts at it. */
class PastTable extends Table {
    isMyTurn() {
        return false;
    }
}

/**
 * Shows a record, or asks for one.
 * @param {App} app
 * @param {string | null} text a .mesa file
 * @param {string | null} shared table and number, where a server keeps it
 */
export function showReplay(app, text, shared) {
    app.go({ redraw: () => drawChooser(app, null), title: () => t("replay") });
    if (text !== null) open(app, text, shared);
}

/** A finished game of this server. @param {App} app @param {string} shared "k7m2p9x4/1" */
export async function openShared(app, shared) {
    const [id, number] = shared.split("/");
    const answer = await fetch(`/api/tables/${id}/games/${number}.mesa`).catch(() => null);
    if (answer?.ok) return showReplay(app, await answer.text(), shared);
    app.home();
    app.notify(t("cannotRead"));
}

/** @param {App} app @param {core.Moment[] | null} problems */
function drawChooser(app, problems) {
    const input = h("input", {
        type: "file",
        accept: ".mesa,text/plain",
        onchange: async (/** @type {Event} */ event) => {
            const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
            if (file) open(app, await file.text(), null);
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

/** @param {App} app @param {string} text @param {string | null} shared */
function open(app, text, shared) {
    const { moments, problems } = core.replay(text, lang);
    if (!moments.length)
        return app.go({ redraw: () => drawChooser(app, problems), title: () => t("replay") });
    const names = moments[0].names ?? [];
    const table = new PastTable();
    let at = 0;
    /** @type {number | null} */
    let viewer = null;
    const root = h("div.table.replay");
    const board = new Board(root, table, { end: () => [] });
    const slider = /** @type {HTMLInputElement} */ (
        h("input", {
            type: "range",
            min: 0,
            max: moments.length - 1,
            value: 0,
            "aria-label": t("replay"),
            oninput: () => go(Number(slider.value)),
        })
    );
    const where = h("span.where");
    const controls = h("section.replay-bar");
    root.append(controls);

    const go = (/** @type {number} */ wanted) => {
        at = Math.max(0, Math.min(wanted, moments.length - 1));
        feed();
        board.draw();
        drawControls();
    };

    /** The table as it was at this moment. */
    function feed() {
        const moment = moments[at];
        let from = at;
        while (from > 0 && !moments[from].names) from--;
        table.me = viewer;
        table.stage = "replay";
        table.settings = { edition: moments[0].edition, scoring: "points" };
        table.seats = names.map((name) => ({ name, kind: "person", here: true }));
        table.now = { ...moment.now, legal: {} };
        table.hand = viewer === null ? [] : moment.hands[viewer];
        table.shown =
            viewer === null ? Object.fromEntries(moment.hands.map((hand, seat) => [seat, hand])) : {};
        table.events = moments.slice(from, at + 1).flatMap((one) => one.events);
        board.isPeekOpen = true;
    }

    function drawControls() {
        const button = (
            /** @type {string} */ label,
            /** @type {string} */ sign,
            /** @type {number} */ to,
            /** @type {boolean} */ off,
        ) =>
            h(
                "button",
                {
                    type: "button",
                    "aria-label": label,
                    title: label,
                    "data-step": sign,
                    disabled: off,
                    onclick: () => {
                        go(to);
                        /** @type {HTMLElement | null} */ (
                            controls.querySelector(`[data-step="${sign}"]`)
                        )?.focus();
                    },
                },
                sign,
            );
        slider.value = String(at);
        slider.setAttribute("aria-valuetext", t("step", { n: at, of: moments.length - 1 }));
        where.textContent = t("step", { n: at, of: moments.length - 1 });
        const isFocused = document.activeElement === slider;
        refill(
            controls,
            h(
                "div.row",
                null,
                button(t("first"), "⏮", 0, at === 0),
                button(t("previous"), "◀", at - 1, at === 0),
                where,
                button(t("next"), "▶", at + 1, at === moments.length - 1),
                button(t("last"), "⏭", moments.length - 1, at === moments.length - 1),
            ),
            slider,
            h(
                "div.row",
                null,
                h(
                    "label.inline",
                    null,
                    h("span", null, t("seenBy")),
                    h(
                        "select",
                        {
                            onchange: (/** @type {Event} */ event) => {
                                const value = /** @type {HTMLSelectElement} */ (event.target).value;
                                viewer = value === "" ? null : Number(value);
                                go(at);
                            },
                        },
                        h("option", { value: "", selected: viewer === null }, t("everybody")),
                        names.map((name, seat) =>
                            h("option", { value: seat, selected: viewer === seat }, name),
                        ),
                    ),
                ),
                shared
                    ? h(
                          "button",
                          {
                              type: "button",
                              onclick: () =>
                                  void app.copy(`${location.origin}${location.pathname}#game=${shared}`),
                          },
                          t("copyReplay"),
                      )
                    : null,
                h("button", { type: "button", onclick: () => download(text) }, t("download")),
                h("button", { type: "button", onclick: () => showChecks(text) }, t("verify")),
                h("button.quiet", { type: "button", onclick: () => app.home() }, t("home")),
            ),
        );
        if (isFocused) slider.focus();
    }

    app.go({
        redraw() {
            if (!root.isConnected) refill(byId("screen"), root);
            go(at);
        },
        key(event) {
            const steps = /** @type {Record<string, number>} */ ({
                ArrowRight: at + 1,
                ArrowLeft: at - 1,
                Home: 0,
                End: moments.length - 1,
            });
            if (steps[event.key] === undefined) return false;
            go(steps[event.key]);
            return true;
        },
        title: () => `${t("replay")} · ${both(core.editionOf(moments[0].edition ?? "").title)}`,
        close: () => board.destroy(),
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
    const { status, checks } = core.verify(text, lang);
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
