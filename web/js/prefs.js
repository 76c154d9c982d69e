// prefs.js - what this browser remembers: language, look, sound, name, seats at tables.
//
// Storage may be missing or full (private windows); then the page forgets, and that is all.

const KEY = "penultima";

/** @typedef {{lang?: string, theme?: "dark" | "light", contrast?: boolean, large?: boolean,
 *   still?: boolean, mute?: boolean, twoTaps?: boolean, hush?: string[], hushAll?: boolean,
 *   told?: boolean, evidence?: any, name?: string, setup?: any, presets?: Record<string, string>, groups?: Record<string, string>, table?: any, draft?: {text: string, base: string}, seats?: Record<string, {token: string, seat: number, at: number}>}} Prefs */

/** @type {Prefs} */
export const prefs = read();

/** @returns {Prefs} */
function read() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
        return {};
    }
}

/** Changes some of them and keeps all. @param {Partial<Prefs>} changes */
export function keep(changes) {
    Object.assign(prefs, changes);
    try {
        localStorage.setItem(KEY, JSON.stringify(prefs));
    } catch {
        // Nothing to do: they hold until the page is closed.
    }
}

/** Whether what somebody says is hidden from me. @param {string} name */
export const isMuted = (name) => Boolean(prefs.hushAll) || (prefs.hush ?? []).includes(name);

/** Whether things may move. */
export const mayMove = () => !prefs.still && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Puts look and language on the page. */
export function applyLook() {
    const root = document.documentElement;
    // Night is the usual light here, a late table; who has chosen day for everything gets day.
    root.dataset.theme =
        prefs.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    document
        .querySelector("meta[name=theme-color]")
        ?.setAttribute("content", root.dataset.theme === "light" ? "#c9bda5" : "#15110d");
    root.dataset.contrast =
        (prefs.contrast ?? matchMedia("(prefers-contrast: more)").matches) ? "high" : "usual";
    root.dataset.print = prefs.large ? "large" : "";
    root.dataset.motion = mayMove() ? "" : "still";
}
