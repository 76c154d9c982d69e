// prefs.js - what this browser remembers: language, look, sound, name, seats at tables.
//
// Storage may be missing or full (private windows); then the page forgets, and that is all.

const KEY = "penultima";

/** @typedef {{lang?: string, theme?: "dark" | "light" | "system", contrast?: boolean, large?: boolean,
 *   still?: boolean, mute?: boolean, watchMe?: boolean, volume?: {effects?: number, room?: number, music?: number}, shake?: boolean, speech?: string, twoTaps?: boolean, face?: number, back?: string, cloth?: string, hush?: string[], hushAll?: boolean, noToss?: boolean,
 *   told?: boolean, evidence?: any, name?: string, setup?: any, presets?: Record<string, string>, groups?: Record<string, string>, table?: any, draft?: {text: string, base: string}, seats?: Record<string, import("./held.js").Held>,
 *   exercises?: import("./exercises.js").Exercise[], problem?: {day: number, right: boolean, streak: number}, proofs?: Record<string, import("./proof.js").Kept>}} Prefs */

/** As the browser's storage has it. @type {Prefs} */
let stored = read() ?? {};
/** What a link has brought: it holds in this page, and is kept when somebody plays by it. @type {Prefs} */
const lent = {};
/** Whether storage took what was written last. */
let isKept = true;

/** @type {Prefs} */
export const prefs = { ...stored };

/** @returns {Prefs | null} null: there is no storage */
function read() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
        return null;
    }
}

/** Another page of this browser may have kept something since. */
function renew() {
    if (isKept) stored = read() ?? stored;
    for (const key of Object.keys(prefs)) delete (/** @type {any} */ (prefs)[key]);
    Object.assign(prefs, stored, lent);
}
globalThis.addEventListener?.("storage", renew);

/**
 * Changes some of them and keeps all. What belongs to a list or a table is changed by a function, which is given
 * them as they are now: two pages of one browser do not undo each other's.
 * @param {Partial<Prefs> | ((now: Prefs) => Partial<Prefs>)} changes
 */
export function keep(changes) {
    renew();
    const wanted = typeof changes === "function" ? changes(stored) : changes;
    Object.assign(stored, wanted);
    for (const key of Object.keys(wanted)) delete (/** @type {any} */ (lent)[key]);
    Object.assign(prefs, wanted);
    try {
        localStorage.setItem(KEY, JSON.stringify(stored));
        isKept = true;
    } catch {
        // Nothing to do: they hold until the page is closed.
        isKept = false;
    }
}

/** For this page only, until it is kept. @param {Partial<Prefs>} changes */
export function lend(changes) {
    Object.assign(lent, changes);
    Object.assign(prefs, changes);
}

/** Whether what somebody says is hidden from me. @param {string} name */
export const isMuted = (name) => Boolean(prefs.hushAll) || (prefs.hush ?? []).includes(name);

/** Whether things may move. */
export const mayMove = () => !prefs.still && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Puts look and language on the page. */
export function applyLook() {
    const root = document.documentElement;
    // Night is the usual light here, a late table; day is a choice.
    const isDay =
        prefs.theme === "light" ||
        (prefs.theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
    root.dataset.theme = isDay ? "light" : "dark";
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", isDay ? "#a9bac6" : "#15100e");
    root.dataset.contrast =
        (prefs.contrast ?? matchMedia("(prefers-contrast: more)").matches) ? "high" : "usual";
    root.dataset.print = prefs.large ? "large" : "";
    root.dataset.motion = mayMove() ? "" : "still";
    root.dataset.back = prefs.back ?? "";
    root.dataset.cloth = prefs.cloth ?? "";
}
