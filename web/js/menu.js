// menu.js - the drawer with what can be set: this game, this page, this person's eyes and ears.

import { h } from "./dom.js";
import { applyLook, keep, prefs } from "./prefs.js";
import { actionWords } from "./prompt.js";
import { closeDrawer } from "./screens.js";
import { askToTell, canTell, isTold, stopTelling } from "./told.js";
import { lang, languages, setLanguage, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** Puts a question to the table. @param {App} app @param {string} what @param {number} [seat] */
export function askTable(app, what, seat) {
    app.table
        ?.send({ t: "ask", what, ...(seat === undefined ? {} : { seat }) })
        .catch((no) => app.notify(told(no)));
}

/** By a press of the person's own. @param {App} app */
export async function wantToBeTold(app) {
    if (!(await askToTell())) return app.notify(t("tellRefused"));
    app.source?.tellHouse?.();
    app.notify(t(app.source?.pushKey ? "tellClosed" : "tellOpen"));
}

/** What an action is done with: a card, the pile, or an answer. @param {import("./board.js").Board} board @param {string} action */
function placeOf({ hand, piles, bar }, action) {
    const [verb, card] = action.split(" ");
    const answer = [...bar.options].find(([, option]) => option.act === action)?.[0];
    return (
        hand.buttons().find((one) => one.dataset.card === card) ??
        (["draws", "takes"].includes(verb) ? piles.pile : null) ??
        (answer ? bar.element.querySelector(`[data-option="${CSS.escape(answer)}"]`) : null)
    );
}

/** What a bot would do: said, and shown where it is done. @param {App} app */
function hint(app) {
    const { board, table } = app;
    if (!board || !table) return;
    closeDrawer();
    table.send({ t: "hint" }).then(
        (answer) => {
            board.say(t("hintIs", { what: actionWords(board.edition, answer.do) }));
            board.point(placeOf(board, answer.do));
            board.draw();
            /** @type {HTMLElement | null} */ (board.hinted)?.focus({ preventScroll: true });
        },
        (no) => app.notify(told(no)),
    );
}

/** What can be done in the game that is on. @param {App} app */
function gamePart(app) {
    const { table } = app;
    if (!table || table.me === null || table.stage !== "playing") return [];
    const button = (
        /** @type {string} */ focus,
        /** @type {string} */ label,
        /** @type {() => void} */ run,
    ) => h("button", { type: "button", "data-focus": focus, onclick: run }, label);
    return [
        table.settings?.hints ? button("hint", t("hint"), () => hint(app)) : null,
        button("undo", t("takeBack"), () => {
            closeDrawer();
            askTable(app, "take-back");
        }),
        table.now?.void ? button("void", t("endVoid"), () => askTable(app, "void")) : null,
        app.source?.isRemote || table.paused
            ? button("pause", t(table.paused ? "unpause" : "pause"), () =>
                  askTable(app, table.paused ? "go-on" : "pause"),
              )
            : null,
    ];
}

/** A list to choose from. @param {string} label @param {string} focus @param {[string, string][]} options
 * @param {string} chosen @param {(value: string) => void} set */
const choice = (label, focus, options, chosen, set) =>
    h(
        "label.field",
        null,
        h("span", null, label),
        h(
            "select",
            {
                "data-focus": focus,
                onchange: (/** @type {Event} */ event) =>
                    set(/** @type {HTMLSelectElement} */ (event.target).value),
            },
            options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
        ),
    );

/** @param {App} app */
export function menuPart(app) {
    const toggle = (
        /** @type {string} */ label,
        /** @type {boolean} */ value,
        /** @type {(value: boolean) => void} */ set,
    ) =>
        h(
            "label.check",
            null,
            h("input", {
                type: "checkbox",
                checked: value,
                "data-focus": label,
                onchange: (/** @type {Event} */ event) => {
                    set(/** @type {HTMLInputElement} */ (event.target).checked);
                    applyLook();
                    app.board?.draw();
                    app.top();
                },
            }),
            h("span", null, label),
        );
    const root = document.documentElement.dataset;
    return h(
        "div.menu-list",
        null,
        gamePart(app),
        choice(
            t("language"),
            "lang",
            languages,
            lang,
            (value) => void setLanguage(/** @type {any} */ (value)),
        ),
        choice(
            t("theme"),
            "theme",
            [
                ["", t("theme.system")],
                ["dark", t("theme.dark")],
                ["light", t("theme.light")],
            ],
            prefs.theme ?? "",
            (value) => {
                keep({ theme: /** @type {any} */ (value || undefined) });
                applyLook();
            },
        ),
        toggle(t("sound"), !prefs.mute, (value) => keep({ mute: !value })),
        toggle(t("twoTaps"), Boolean(prefs.twoTaps), (value) => keep({ twoTaps: value })),
        toggle(t("contrast"), root.contrast === "high", (value) => keep({ contrast: value })),
        toggle(t("large"), Boolean(prefs.large), (value) => {
            keep({ large: value });
            app.board?.layOut();
        }),
        toggle(t("still"), root.motion === "still", (value) => keep({ still: value })),
        app.source?.isRemote && canTell()
            ? toggle(t("tellMe"), isTold(), (value) => {
                  if (value) void wantToBeTold(app);
                  else void stopTelling(app.table);
              })
            : null,
        app.table
            ? h(
                  "button.quiet",
                  { type: "button", "data-focus": "leave", onclick: () => app.home() },
                  t("leave"),
              )
            : null,
    );
}
