// menu.js - the drawer with what can be set: this game, this page, this person's eyes and ears.

import { LENGTHS } from "./aloud.js";
import { h } from "./dom.js";
import { shakePart, soundPart } from "./listening.js";
import { applyLook, keep, prefs } from "./prefs.js";
import { actionWords } from "./prompt.js";
import { closeDrawer } from "./screens.js";
import { setSound } from "./sound.js";
import { askToTell, canTell, isTold, stopTelling } from "./told.js";
import { lang, languages, setLanguage, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** Puts a question to the table. @param {App} app @param {import("./messages.js").AskedAsk["what"]} what
 * @param {number} [seat] */
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

/** What is advised has a ring and the focus. @param {import("./board.js").Board} board @param {string} action */
function pointAt(board, action) {
    board.point(placeOf(board, action));
    board.draw();
    /** @type {HTMLElement | null} */ (board.hinted)?.focus({ preventScroll: true });
}

/** What a bot would do: said, and shown where it is done. @param {App} app */
export function hint(app) {
    const { board, table } = app;
    if (!board || !table?.settings?.hints || table.stage !== "playing") return;
    closeDrawer();
    table.send({ t: "hint" }).then(
        (answer) => {
            const what = actionWords(board.edition, answer.do ?? "");
            board.say(t("hintIs", { what }));
            void sayAdvice(app, board, what);
            pointAt(board, answer.do ?? "");
        },
        (no) => app.notify(told(no)),
    );
}

/** The chance and the reason come as soon as they are known; where they speak of something else, that has more sense
 * than what was said at once. @param {App} app @param {import("./board.js").Board} board @param {string} what */
async function sayAdvice(app, board, what) {
    const { n } = board.table;
    const asked = board.notice.textContent;
    const { adviceFor } = await import("./analysis.js");
    const advice = await adviceFor(app);
    // Whoever has asked for something else meanwhile is told that.
    const isElse = !board.notice.hidden && board.notice.textContent !== asked;
    if (!advice || app.board !== board || board.table.n !== n || isElse) return;
    board.say(advice.text);
    if (actionWords(board.edition, advice.do) === what) return;
    pointAt(board, advice.do);
}

/** "Watch me", at a table of one's own. @param {App} app */
const watchPart = (app) =>
    app.source?.isRemote
        ? null
        : h(
              "label.check",
              null,
              h("input", {
                  type: "checkbox",
                  "data-focus": "watch-me",
                  checked: Boolean(prefs.watchMe),
                  onchange: (/** @type {Event} */ event) => {
                      keep({ watchMe: /** @type {HTMLInputElement} */ (event.target).checked });
                      void import("./analysis.js").then(({ watchMe }) => watchMe(app));
                  },
              }),
              h("span", null, t("watchMe")),
          );

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
        table.settings?.hints ? watchPart(app) : null,
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

/** How much is read of what happens. */
const speechPart = () =>
    choice(
        t("speech"),
        "speech",
        LENGTHS.map((one) => [one, t(`speech.${one}`)]),
        prefs.speech ?? "usual",
        (speech) => keep({ speech }),
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
                ["dark", t("theme.dark")],
                ["light", t("theme.light")],
                ["system", t("theme.system")],
            ],
            prefs.theme ?? "dark",
            (value) => {
                keep({ theme: /** @type {any} */ (value) });
                applyLook();
            },
        ),
        toggle(t("sound"), !prefs.mute, (value) => {
            keep({ mute: !value });
            setSound();
        }),
        speechPart(),
        soundPart(),
        shakePart(toggle),
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
