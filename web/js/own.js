// own.js - editions of one's own: kept in this browser, chosen like the others, brought to tables by their text.

import { editionOf, isKnown, isOwn, listEdition, readEdition, unlistEdition, wholeText } from "./core.js";

const EDITIONS_KEY = "penultima-editions";
const KEPT_MAX = 24;

/** The text as it was typed; 'isLearned': a link has brought it. @typedef {{id: string, text: string, base: string, isLearned?: boolean}} Kept */

/** Those that are kept, newest first. @returns {Kept[]} */
export function keptEditions() {
    try {
        const list = JSON.parse(localStorage.getItem(EDITIONS_KEY) ?? "[]");
        return Array.isArray(list) ? list : [];
    } catch {
        return [];
    }
}

/** Where there are too many, what links have brought gives way first: they push out nobody's own work. @param {Kept[]} list */
function keepList(list) {
    const own = list.filter((one) => !one.isLearned).slice(0, KEPT_MAX);
    const learned = list.filter((one) => one.isLearned).slice(0, KEPT_MAX - own.length);
    const bounded = list.filter((one) => own.includes(one) || learned.includes(one));
    try {
        localStorage.setItem(EDITIONS_KEY, JSON.stringify(bounded));
    } catch {
        // It holds until the page is closed.
    }
}

/** Keeps an edition that can be played; it can be chosen from now on. @param {string} id @param {string} text @param {string} base
 * @param {boolean} [isLearned] */
export function keepEdition(id, text, base, isLearned) {
    const one = { id, text, base, ...(isLearned ? { isLearned } : {}) };
    keepList([one, ...keptEditions().filter((other) => other.id !== id)]);
    listEdition(editionOf(id));
}

/** @param {string} id */
export function dropEdition(id) {
    keepList(keptEditions().filter((one) => one.id !== id));
    unlistEdition(id);
}

/** At the start: those that are kept can be chosen. */
export function listKept() {
    for (const { text, base } of keptEditions().reverse()) {
        const found = readEdition(text, isKnown(base) ? base : "classic");
        if ("id" in found) listEdition(found);
    }
}

/** What goes with settings that name an edition which a server may not have. @param {any} settings */
export const withText = (settings) =>
    isOwn(settings.edition) && isKnown(settings.edition) ? { text: wholeText(settings.edition) } : {};

/** The text of an edition that only the server has. @param {string} id @returns {Promise<boolean>} */
export async function fetchEdition(id) {
    if (isKnown(id)) return true;
    const text = await fetch(`/editions/${encodeURIComponent(id)}`).then(
        (answer) => (answer.ok ? answer.text() : ""),
        () => "",
    );
    return Boolean(text) && "id" in readEdition(text);
}

/** The same, and it can be chosen here from now on. @param {string} id */
export async function learnEdition(id) {
    const isHere = await fetchEdition(id);
    if (isHere) keepEdition(id, wholeText(id), "classic", true);
    return isHere;
}

/** The editions that the host of this server offers can be chosen, too. @returns {Promise<boolean>} whether there are any new ones */
export async function listOffered() {
    const answer = await fetch("/api/editions").then(
        (found) => (found.ok ? found.json() : null),
        () => null,
    );
    let isNew = false;
    for (const { id } of answer?.editions ?? [])
        if (isOwn(id) && (await fetchEdition(id))) isNew = listEdition(editionOf(id)) || isNew;
    return isNew;
}
