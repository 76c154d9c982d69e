// core.js - the rules, the words and the bots: the same C code as in the server, as WebAssembly.
//
// Everything goes through two buffers of the module (see web/wasm/page.h). Nothing here decides
// anything about the game.

import { LANGUAGES } from "./catalogue.js";

/** A text in every language, by its id. @typedef {Record<string, string>} Both */
/** @typedef {string} Lang */
/** @typedef {{do: string, count: number}} Step */
/** @typedef {{code: string, name: Both, number: number | null, wild: boolean, points: number,
 *   copies: number, guard: number, challenge: number, answers: number, play: Step[]}} Face */
/** @typedef {{id: string, shape: string, letter: string, rgb?: number, name: Both}} Color */
/** @typedef {{kind: number, color: number | null, face: number, points: number, name: Both}} Card */
/** @typedef {{id: string, title: Both, about: Both, colors: Color[], faces: Face[],
 *   cards: Record<string, Card>, seatsMin: number, seatsMax: number, hand: number, scoring: string,
 *   target: number, caught: number, untilSaid: number, misplay: number, advice: number,
 *   mustPlayDrawn: number, lastDraw: number}} Edition */
/** @typedef {{e: string, seat?: number, to?: number | "all", card?: string, color?: string, uno?: number,
 *   count?: number}} TableEvent */
/** @typedef {{id: string, name: Both, line: Both, learned: boolean}} Bot */

const NONE = 0xff;
const NAME_BYTES = 25;
const SEATS_MAX = 10;
/** A language as the core counts them. @param {string} lang */
export const numberOf = (lang) => Object.keys(LANGUAGES).indexOf(lang);

export const SPECTATOR = 0xfe;

/** The events by their numbers, as the core lists them. @type {string[]} */
export let EVENTS = [];

/** @type {any} */
let wasm = null;
/** @type {Edition[]} */
export let editions = [];
/** @type {Bot[]} */
export let bots = [];
/** @type {Record<string, {rule: string, text: Both}>} */
export let refusals = {};
/** The verbs, as the core lists them: what goes with one, where it stands in "legal", which phase waits for it.
 * @type {{word: string, with: string, set: string, due: number, phase?: string}[]} */
export let verbs = [];
/** @type {string[]} */
let phases = [];
/** @type {string} */
let inUse = "";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module's functions, for alone.js. */
export const exported = () => wasm;

/** @param {number} bytes what a function answered @returns {string} */
export function answer(bytes) {
    return decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.out(), bytes));
}

/** Writes bytes into the module's buffer. @param {Uint8Array} bytes @param {number} [at] */
export function give(bytes, at = 0) {
    if (at + bytes.length > wasm.inBytes()) throw new Error("too long for the core");
    new Uint8Array(wasm.memory.buffer, wasm.in() + at, bytes.length).set(bytes);
    return bytes.length;
}

/** @param {string} text */
export const giveText = (text) => give(encoder.encode(text));

/** What a table in the page tells; alone.js takes them over. */
export const hooks = {
    /** @param {string} _json one message for the seat of this page */
    send(_json) {},
    /** @param {string} _text a piece of the journal */
    journal(_text) {},
};

/**
 * Starts the module.
 * @param {Response | Promise<Response> | BufferSource} source what fetch() or a file gave
 */
export async function start(source) {
    if (wasm) return;
    const read = (/** @type {number} */ at, /** @type {number} */ bytes) =>
        decoder.decode(new Uint8Array(wasm.memory.buffer, at, bytes));
    const imports = {
        page: {
            failed(
                /** @type {number} */ what,
                /** @type {number} */ whatBytes,
                /** @type {number} */ file,
                /** @type {number} */ fileBytes,
                /** @type {number} */ line,
            ) {
                throw new Error(
                    `assertion failed: ${read(what, whatBytes)} (${read(file, fileBytes)}:${line})`,
                );
            },
            send: (/** @type {number} */ at, /** @type {number} */ bytes) => hooks.send(read(at, bytes)),
            journal: (/** @type {number} */ at, /** @type {number} */ bytes) =>
                hooks.journal(read(at, bytes)),
        },
    };
    const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
    const module = isBytes
        ? await WebAssembly.instantiate(/** @type {BufferSource} */ (source), imports)
        : await WebAssembly.instantiateStreaming(/** @type {Response} */ (source), imports);
    wasm = module.instance.exports;
    editions = Array.from({ length: wasm.editionCount() }, (_, index) =>
        JSON.parse(answer(wasm.editionAt(index))),
    );
    const lists = JSON.parse(answer(wasm.lists()));
    EVENTS = lists.events;
    bots = lists.bots;
    refusals = lists.refusals;
    verbs = lists.verbs;
    phases = lists.phases;
}

/** Editions of people's own that this page has met, by their ids. @type {Map<string, {edition: Edition, text: string}>} */
const owns = new Map();

/** The edition of this name. @param {string} id @returns {Edition} */
export function editionOf(id) {
    return editions.find((one) => one.id === id) ?? owns.get(id)?.edition ?? editions[0];
}

/** It can be chosen from now on. @param {Edition} edition @returns {boolean} whether that is new */
export function listEdition(edition) {
    const isNew = !editions.some((one) => one.id === edition.id);
    if (isNew) editions.push(edition);
    return isNew;
}

/** @param {string} id */
export function unlistEdition(id) {
    editions = editions.filter((one) => one.id !== id);
}

/** Whether it is one that somebody has written. @param {string} id */
export const isOwn = (id) => id.startsWith("own-");

/** Whether its text is here. @param {string} id */
export const isKnown = (id) => editions.some((one) => one.id === id) || owns.has(id);

/** @typedef {{line: number, column: number, problem: Both}} Problem what is wrong with a text, and where */

/**
 * Reads the text of an edition, or of a house rule that is laid over another edition.
 * @param {string} text
 * @param {string} [base]
 * @returns {Edition | Problem}
 */
export function readEdition(text, base = "classic") {
    const bytes = encoder.encode(text);
    const length = giveText(base);
    const found = JSON.parse(answer(wasm.editionRead(length, give(bytes, length))));
    inUse = "";
    if (found.id) owns.set(found.id, { edition: found, text: wholeText(found.id) });
    return found;
}

/** The whole text of an edition, as it travels. @param {string} id */
export function wholeText(id) {
    bring(id);
    return answer(wasm.editionText(giveText(id)));
}

/** The module keeps only the newest of them. @param {string} id */
function bring(id) {
    const own = owns.get(id);
    if (!own || wasm.editionUse(giveText(id))) return;
    const length = giveText("classic");
    wasm.editionRead(length, give(encoder.encode(own.text), length));
    inUse = "";
}

/**
 * What is other in an edition than in the known one that is nearest, in words.
 * @param {string} id
 * @param {Lang} lang
 * @returns {{from: string, rounds: number, endless: number, lines: string[]}}
 */
export function differences(id, lang) {
    bring(id);
    return JSON.parse(answer(wasm.editionDiff(giveText(id), numberOf(lang))));
}

/** A record or a journal brings the edition that it was played with. @param {string} text */
export function meetEditionOf(text) {
    for (const [, quoted] of text.matchAll(/^(?:edition: own-\w+|#! own \d+)\n((?:#: .*\n)+)/gm))
        readEdition(quoted.replaceAll(/^#: /gm, ""));
}

/** Makes the module read cards by this edition. @param {string} id */
function use(id) {
    if (inUse === id) return;
    bring(id);
    wasm.editionUse(giveText(id));
    inUse = id;
}

/**
 * Sentences for events, as every part of the program says them.
 * @param {Edition} book
 * @param {string[]} names
 * @param {TableEvent[]} events
 * @param {number} viewer a seat or SPECTATOR
 * @param {Lang} lang
 * @param {number | null} [you] the seat that is spoken to; null: everybody goes by name
 * @returns {{at: number, text: string}[]} 'at' is the event that the sentence begins with
 */
export function sentences(book, names, events, viewer, lang, you = null) {
    if (!events.length) return [];
    use(book.id);
    const eventsAt = (1 + SEATS_MAX * NAME_BYTES + 1) & ~1;
    const bytes = new Uint8Array(eventsAt + events.length * 10);
    const view = new DataView(bytes.buffer);
    bytes[0] = names.length;
    names
        .slice(0, SEATS_MAX)
        .forEach((name, seat) =>
            bytes.set(encoder.encode(name).slice(0, NAME_BYTES - 1), 1 + seat * NAME_BYTES),
        );
    events.forEach((event, index) => {
        const at = eventsAt + index * 10;
        bytes[at] = Math.max(0, EVENTS.indexOf(event.e));
        bytes[at + 1] = event.seat ?? NONE;
        bytes[at + 2] = typeof event.to === "number" ? event.to : NONE;
        bytes[at + 3] = event.card ? (book.cards[event.card]?.kind ?? NONE) : NONE;
        bytes[at + 4] = event.color
            ? Math.max(
                  0,
                  book.colors.findIndex((color) => color.id === event.color),
              )
            : NONE;
        bytes[at + 5] = event.uno ? 1 : 0;
        view.setUint16(at + 6, event.count ?? 0, true);
        view.setUint16(at + 8, 0xffff, true);
    });
    give(bytes);
    return answer(wasm.words(events.length, viewer, you ?? NONE, numberOf(lang)))
        .split("\n")
        .filter(Boolean)
        .map((line) => {
            const tab = line.indexOf("\t");
            return { at: Number(line.slice(0, tab)), text: line.slice(tab + 1) };
        });
}

/**
 * Why the table or the server says no, or goodbye: the sentence that the message names, in the language in use. What
 * this core has no words for comes as the server says it.
 * @param {{key?: string, args?: {name?: string, field?: string, n?: number}, text?: string}} message
 * @param {Lang} lang
 */
export function toldIn({ key = "", args = {}, text = "" }, lang) {
    const bytes = giveText([key, args.name ?? "", args.field ?? ""].join("\n"));
    const length = wasm.told(bytes, args.n ?? 0xffffffff, numberOf(lang));
    return length ? answer(length) : text;
}

/**
 * Why the rules refuse a card, as this seat sees the table; null if they would not.
 * @param {import("./table.js").Table} table @param {Edition} book @param {string} card
 * @returns {{rule: string, text: Both} | null}
 */
export function refusalOf(table, book, card) {
    const { now, me } = table;
    if (!now || me === null || !book.cards[card]) return null;
    const kind = (/** @type {string | null | undefined} */ code) =>
        code ? (book.cards[code]?.kind ?? NONE) : NONE;
    const color = book.colors.findIndex((one) => one.id === now.color);
    const fields = [
        now.counts.length,
        me,
        now.turn,
        kind(now.top),
        color < 0 ? NONE : color,
        now.phase === "drawn" ? kind(table.drawn) : NONE,
        now.thrower ?? NONE,
        color < 0 ? NONE : color,
        Math.min(now.pending, NONE),
    ];
    const name = encoder.encode(book.id);
    const house = encoder.encode((table.settings?.house ?? []).join(" "));
    give(Uint8Array.from([...name, ...house, ...fields]));
    const bytes = wasm.whyNot(name.length, house.length, Math.max(0, phases.indexOf(now.phase)), kind(card));
    return bytes ? JSON.parse(answer(bytes)) : null;
}

/** @typedef {{line: number, do?: string, edition?: string, names?: string[], events: TableEvent[],
 *   now: any, drawn?: string, shown?: Record<string, string[]>, hands: string[][], winners: number[],
 *   problem?: string}} Moment */

/**
 * Replays a record.
 * @param {string} text a .mesa file
 * @param {Lang} lang
 * @param {number} [seat] whose legal actions are wanted
 * @returns {{status: number, moments: Moment[], problems: Moment[]}}
 */
export function replay(text, lang, seat = NONE) {
    meetEditionOf(text);
    const bytes = wasm.replay(giveText(text), numberOf(lang), seat);
    inUse = "";
    const lines = answer(bytes)
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .map(({ cards, ...line }) => ({ ...cards, ...line }));
    const { status } = lines.pop();
    return {
        status,
        moments: lines.filter((line) => line.now),
        problems: lines.filter((line) => line.problem),
    };
}

/**
 * Checks that a finished record follows from its seeds.
 * @param {string} text a .mesa file
 * @param {Lang} lang
 * @returns {{status: number, checks: {check: string, good: boolean, line: number, text: string}[]}}
 */
export function verify(text, lang) {
    const lines = answer(wasm.verify(giveText(text), numberOf(lang)))
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const { status } = lines.pop();
    return { status, checks: lines };
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment to a seed of one's own. @param {Uint8Array} seed 32 bytes @returns {string} hex */
export function commitTo(seed) {
    give(seed);
    return hex(new Uint8Array(wasm.memory.buffer, wasm.out(), wasm.commit()).slice());
}

/** Whether a server with this key has signed these lines. @param {Uint8Array} key @param {Uint8Array} sign
 * @param {string} text */
export function isSigned(key, sign, text) {
    const lines = encoder.encode(text);
    const bytes = new Uint8Array(key.length + sign.length + lines.length);
    bytes.set(key);
    bytes.set(sign, key.length);
    bytes.set(lines, key.length + sign.length);
    return wasm.signed(give(bytes)) === 1;
}
