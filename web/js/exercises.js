// exercises.js - positions in which one went wrong come back as questions, at growing distances: after a day, three, a
// week, three weeks. They are kept in this browser and nowhere else.

import { choiceOf, whyWords } from "./analysis.js";
import { byId, h, refill } from "./dom.js";
import { keep, prefs } from "./prefs.js";
import { actionWords } from "./prompt.js";
import { download, pastBoard } from "./replay.js";
import { t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./core.js").Edition} Edition */
/** @typedef {import("./analysis.js").Decision} Decision */
/** 'text' is the record up to the move, 'box' how often it was answered rightly in a row, 'due' a day.
 * @typedef {{text: string, at: number, seat: number, one: Decision, box: number, due: number}} Exercise */

const DAYS = [1, 3, 7, 21];
const KEPT_MAX = 12;
/** What a move must have given away to come back, as a share of all rounds. */
const LEAST = 0.05;
const DAY_MS = 86400000;

const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / DAY_MS);

export const dueNow = () => (prefs.exercises ?? []).filter((one) => one.due <= today());

/** The record without what came after the move: nobody reads the outcome from it. @param {string} text @param {Decision} one */
const upTo = (text, one) => `${text.split("\n").slice(0, one.line).join("\n")}\n`;

/** Keeps the moves of a game that were clearly wrong. @param {string} text its record @param {number} seat
 * @param {Decision[]} all */
export function keepMistakes(text, seat, all) {
    const fresh = all
        .filter((one) => one.mistake && one.cost >= LEAST && one.known)
        .map((one) => ({
            text: upTo(text, one),
            at: one.moment - 1,
            seat,
            one,
            box: 0,
            due: today() + DAYS[0],
        }));
    if (!fresh.length) return;
    keep((now) => {
        const old = now.exercises ?? [];
        const isOld = (/** @type {Exercise} */ one) => old.some((other) => other.text === one.text);
        return { exercises: [...old, ...fresh.filter((one) => !isOld(one))].slice(-KEPT_MAX) };
    });
}

/** Comes back later, or tomorrow; who was right each time needs it no more. @param {Exercise} exercise @param {boolean} isRight */
function answered(exercise, isRight) {
    const box = isRight ? exercise.box + 1 : 0;
    keep((now) => ({
        exercises: (now.exercises ?? []).flatMap((one) =>
            one.text !== exercise.text
                ? [one]
                : box < DAYS.length
                  ? [{ ...one, box, due: today() + DAYS[box] }]
                  : [],
        ),
    }));
}

/** Asks the first that is due. @param {App} app */
export async function showExercise(app) {
    const [exercise] = dueNow();
    const board = exercise && (await pastBoard(app, exercise.text, exercise));
    if (!board) {
        // What cannot be read any more asks nothing.
        if (exercise) answered({ ...exercise, box: DAYS.length }, true);
        return app.navigate("#/problem");
    }
    /** @type {string | null} */
    let taken = null;
    const redraw = () => {
        if (!board.root.isConnected) refill(byId("screen"), board.root);
        board.draw();
        refill(
            board.controls,
            taken === null
                ? question(board.edition, exercise, choose)
                : outcome(app, board.edition, exercise, taken),
            h("button.quiet", { type: "button", onclick: () => app.home() }, t("home")),
        );
    };
    const choose = (/** @type {string} */ action) => {
        taken = action;
        answered(exercise, action === exercise.one.best);
        redraw();
        /** @type {HTMLElement | null} */ (board.controls.querySelector("[role=status]"))?.focus();
    };
    app.go({ redraw, title: () => t("exercises"), close: board.close });
}

/** @param {Edition} edition @param {Exercise} exercise @param {(action: string) => void} choose */
function question(edition, { one }, choose) {
    return h(
        "div.problem-choices",
        null,
        h("p", null, t("exerciseAsk")),
        [...one.choices]
            .sort((a, b) => (a.action < b.action ? -1 : 1))
            .map(({ action }) =>
                h(
                    "button",
                    { type: "button", "data-choice": action, onclick: () => choose(action) },
                    actionWords(edition, action),
                ),
            ),
    );
}

/** @param {App} app @param {Edition} edition @param {Exercise} exercise @param {string} taken */
function outcome(app, edition, { text, one }, taken) {
    const best = choiceOf(one, one.best);
    const chosen = choiceOf(one, taken);
    const cost = Math.round(100 * ((best?.chance ?? 0) - (chosen?.chance ?? 0)));
    const isRight = taken === one.best;
    const words = isRight
        ? t("problemRight")
        : t("analysisBetter", {
              what: actionWords(edition, one.best),
              chance: Math.round(100 * (best?.chance ?? 0)),
              margin: Math.round(50 * ((best?.high ?? 0) - (best?.low ?? 0))),
              n: Math.max(0, cost),
          });
    return h(
        "div.problem-outcome",
        null,
        h("p", { role: "status", tabindex: -1 }, [words, whyWords(edition, one)].filter(Boolean).join(" ")),
        h(
            "div.row",
            null,
            dueNow().length
                ? h("button.main", { type: "button", onclick: () => void showExercise(app) }, t("nextLesson"))
                : null,
            h("button", { type: "button", onclick: () => download(text) }, t("download")),
        ),
    );
}
