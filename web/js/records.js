// records.js - records of games, replayed and verified, and what is other in people's own editions: a part of the core
// of its own, fetched when somebody wants to see one.

import { editionsIn, isOwn, load, meetEditionOf, numberOf, wholeText } from "./core.js";

/** @typedef {import("./core.js").Lang} Lang */
/** @typedef {{line: number, do?: string, settings?: any, names?: string[],
 *   events: import("./core.js").TableEvent[], now: any, drawn?: string, shown?: Record<string, string[]>,
 *   hands: string[][], winners: number[], problem?: string}} Moment */

const NONE = 0xff;

/** @type {import("./core.js").Module | null} */
let part = null;

/** Another part of the core, or a copy of it, knows an edition of somebody's own.
 * @param {import("./core.js").Module} part @param {string} id */
export function bringTo(part, id) {
    const length = part.giveText("classic");
    part.wasm.editionRead(length, part.giveText(wholeText(id), length));
}

/** Whether that part is here. */
export const hasRecords = () => part !== null;

/** Before anything else here is used. @param {() => import("./core.js").Source} source */
export async function startRecords(source = () => fetch("records.wasm")) {
    part ??= await load(source());
}

/**
 * Asks that part something about a text; it knows the language and the editions in it by then.
 * @param {"replay" | "verify"} what @param {string} text @param {Lang} lang @param {number[]} more
 */
function ask(what, text, lang, ...more) {
    if (!part) throw new Error("records are read too early");
    part.take(lang);
    for (const edition of editionsIn(text)) {
        const length = part.giveText("classic");
        part.wasm.editionRead(length, part.giveText(edition, length));
    }
    const lines = part
        .answer(part.wasm[what](part.giveText(text), numberOf(lang), ...more))
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    return { status: lines.pop().status, lines };
}

/**
 * Replays a record.
 * @param {string} text a .mesa file
 * @param {Lang} lang
 * @param {number} [seat] whose legal actions are wanted
 * @returns {{status: number, moments: Moment[], problems: Moment[]}}
 */
export function replay(text, lang, seat = NONE) {
    meetEditionOf(text);
    const { status, lines } = ask("replay", text, lang, seat);
    const moments = lines.map(({ cards, ...line }) => ({ ...cards, ...line }));
    return {
        status,
        moments: moments.filter((line) => line.now),
        problems: moments.filter((line) => line.problem),
    };
}

/**
 * A moment of a record as a game to go on with; empty: it cannot be gone on with there.
 * @param {string} text a .mesa file
 * @param {string} source where it is from, in a word
 * @param {number} at
 * @param {number} seat who goes on; comes first
 * @param {boolean} isAnew with the cards that the seat could not know dealt anew
 */
export function goFrom(text, source, at, seat, isAnew) {
    if (!part) throw new Error("records are read too early");
    const bytes = part.giveText(text);
    const seed = Math.floor(Math.random() * 2 ** 52);
    const length = part.wasm.goFrom(bytes, part.giveText(source, bytes), at, seat, isAnew, seed);
    return length ? part.answer(length) : "";
}

/**
 * Checks that a finished record follows from its seeds.
 * @param {string} text a .mesa file
 * @param {Lang} lang
 * @returns {{status: number, checks: {check: string, good: boolean, line: number, text: string}[]}}
 */
export function verify(text, lang) {
    const { status, lines } = ask("verify", text, lang);
    return { status, checks: lines };
}

/**
 * What is other in an edition than in the known one that is nearest, in words.
 * @param {string} id
 * @param {Lang} lang
 * @returns {{from: string, rounds: number, endless: number, lines: string[]}}
 */
export function differences(id, lang) {
    if (!part) throw new Error("editions are compared too early");
    part.take(lang);
    bringTo(part, id);
    return JSON.parse(part.answer(part.wasm.editionDiff(part.giveText(id), numberOf(lang))));
}

/**
 * What is in force at a table besides what holds everywhere, in words, with the names of docs/RULES.md.
 * @param {string} id of its edition
 * @param {string[]} house
 * @param {Lang} lang
 * @returns {{id: string, text: string}[]}
 */
export function inForce(id, house, lang) {
    if (!part) throw new Error("rules are told too early");
    part.take(lang);
    if (isOwn(id)) bringTo(part, id);
    if (!part.wasm.editionUse(part.giveText([id, ...house].join(" ")))) return [];
    return JSON.parse(part.answer(part.wasm.inForce(numberOf(lang))));
}
