// core.js - the rules, the words and the bots: the same C code as in the server, as WebAssembly.
//
// Everything goes through two buffers of the module (see web/wasm/page.h). Nothing here decides
// anything about the game.

import { LANGUAGES } from "./catalogue.js";
import { shownName } from "./table.js";

/** A text in every language, by its id. @typedef {Record<string, string>} Both */
/** @typedef {string} Lang */
/** @typedef {{do: string, count: number}} Step */
/** @typedef {{code: string, name: Both, number: number | null, wild: boolean, points: number,
 *   copies: number, guard: number, challenge: number, answers: number, play: Step[]}} Face */
/** @typedef {{id: string, shape: string, letter: string, rgb?: number, name: Both}} Color */
/** @typedef {{kind: number, color: number | null, face: number, points: number, name: Both}} Card */
/** @typedef {{id: string, title: Both, about: Both, colors: Color[], faces: Face[],
 *   cards: Record<string, Card>, seatsMin: number, seatsMax: number, hand: number, scoring: string,
 *   target: number, misplay: number, saying: number}} Edition 'saying': UNO with the card or after it, only after it, never */
/** @typedef {import("./messages.js").Event} TableEvent */
/** @typedef {{id: string, name: Both, line: Both, learned: boolean}} Bot */

const NONE = 0xff;
const NAME_BYTES = 25;
const SEATS_MAX = 10;
/** A language as the core counts them. @param {string} lang */
export const numberOf = (lang) => Object.keys(LANGUAGES).indexOf(lang);

export const SPECTATOR = 0xfe;

/** The events by their numbers, as the core lists them. @type {string[]} */
export let EVENTS = [];

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

/** What the languages that are here say, by their ids: the core's sentences in its order. @type {Map<string, string[]>} */
const spoken = new Map();

/** A part of the core that runs, and its two buffers. */
export class Module {
    /** @param {any} exports */
    constructor(exports) {
        this.wasm = exports;
        /** as it was compiled: a copy of it can run beside it @type {WebAssembly.Module | null} */
        this.module = null;
        /** what it has been given of each language @type {Map<string, string[]>} */
        this.speaks = new Map();
    }

    /** @param {number} at @param {number} bytes */
    read(at, bytes) {
        return decoder.decode(new Uint8Array(this.wasm.memory.buffer, at, bytes));
    }

    /** @param {number} bytes what a function answered */
    answer(bytes) {
        return this.read(this.wasm.out(), bytes);
    }

    /** Writes bytes into the module's buffer. @param {Uint8Array} bytes @param {number} [at] */
    give(bytes, at = 0) {
        if (at + bytes.length > this.wasm.inBytes()) throw new Error("too long for the core");
        new Uint8Array(this.wasm.memory.buffer, this.wasm.in() + at, bytes.length).set(bytes);
        return bytes.length;
    }

    /** @param {string} text @param {number} [at] */
    giveText(text, at = 0) {
        return this.give(encoder.encode(text), at);
    }

    /** It says this language, too. @param {Lang} lang */
    take(lang) {
        const said = spoken.get(lang);
        if (!said || this.speaks.get(lang) === said) return;
        if (!this.wasm.takeWords(numberOf(lang), this.giveText(sentencesOf(lang))))
            throw new Error(`these are not the sentences of ${lang}`);
        this.speaks.set(lang, said);
    }
}

/** @type {Module & {module: WebAssembly.Module}} */
let main;
/** @type {any} */
let wasm = null;

/** The part that plays; load() makes copies of its module, each for a table of its own. */
export const played = () => main;
/** Its functions. */
export const exported = () => wasm;

/** @param {number} bytes what a function answered */
export const answer = (bytes) => main.answer(bytes);

/** Writes bytes into the module's buffer. @param {Uint8Array} bytes @param {number} [at] */
export const give = (bytes, at = 0) => main.give(bytes, at);

/** @param {string} text */
export const giveText = (text) => main.giveText(text);

/** What a table in the page tells; alone.js takes them over. */
export const hooks = {
    /** @param {string} _json one message for the seat of this page */
    send(_json) {},
    /** @param {string} _text a piece of the journal */
    journal(_text) {},
};

/** What fetch() or a file gave. @typedef {Response | Promise<Response> | BufferSource} Source */

/** Makes a part of the core run. @param {Source | WebAssembly.Module} source @param {typeof hooks} [to] who hears what its
 * table tells */
export async function load(source, to = hooks) {
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
                    `assertion failed: ${made.read(what, whatBytes)} (${made.read(file, fileBytes)}:${line})`,
                );
            },
            send: (/** @type {number} */ at, /** @type {number} */ bytes) => to.send(made.read(at, bytes)),
            journal: (/** @type {number} */ at, /** @type {number} */ bytes) =>
                to.journal(made.read(at, bytes)),
        },
    };
    const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
    const isModule = source instanceof WebAssembly.Module;
    const { instance, module } = isModule
        ? { instance: await WebAssembly.instantiate(source, imports), module: source }
        : isBytes
          ? await WebAssembly.instantiate(/** @type {BufferSource} */ (source), imports)
          : await WebAssembly.instantiateStreaming(/** @type {Response} */ (source), imports);
    const made = new Module(instance.exports);
    made.module = module;
    return made;
}

/** Starts the core. It says nothing before speak() and readLists(). @param {Source} source */
export async function start(source) {
    if (wasm) return;
    main = /** @type {typeof main} */ (await load(source));
    ({ wasm } = main);
}

/** The sentences of the core, for another part of it that runs elsewhere. @param {Lang} lang */
export const sentencesOf = (lang) => (spoken.get(lang) ?? []).map((one) => `${one}\0`).join("");

/** The core says this in a language from now on. @param {Lang} lang @param {string[]} sentences */
export function speak(lang, sentences) {
    spoken.set(lang, sentences);
    main.take(lang);
}

/** A name in one of its forms; the form 0 is the letter of its gender. @param {string} name @param {Lang} lang
 * @param {number} form */
export const declined = (name, lang, form) => answer(wasm.decline(giveText(name), numberOf(lang), form));

/** What the core has said of editions, cards and bots is said anew, for a language that has just come. */
export function readLists() {
    inUse = "";
    tables.clear();
    lastTable.edition = null;
    const read = (/** @type {number} */ bytes) => JSON.parse(answer(bytes));
    if (!editions.length)
        editions = Array.from({ length: wasm.editionCount() }, (_, index) => read(wasm.editionAt(index)));
    else
        for (const edition of new Set([...editions, ...Array.from(owns.values(), (own) => own.edition)])) {
            bring(edition.id);
            Object.assign(edition, read(wasm.editionUse(giveText(edition.id))));
        }
    const lists = read(wasm.lists());
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

/** Tables as they play, by their settings. @type {Map<string, Edition>} */
const tables = new Map();
/** The one that was asked for last. @type {{settings: any, edition: Edition | null}} */
let lastTable = { settings: null, edition: null };

/** The edition as a table plays it: whatever house rules and settings decide is asked of this one. @param {any} settings
 * @returns {Edition} */
export function editionAt(settings) {
    if (lastTable.edition && lastTable.settings === settings) return lastTable.edition;
    const key = JSON.stringify(settings);
    let edition = tables.get(key);
    if (!edition) {
        bring(settings.edition);
        const bytes = wasm.tableUse(giveText(`{"t":"create","settings":${key}}`));
        inUse = "";
        edition = bytes ? /** @type {Edition} */ (JSON.parse(answer(bytes))) : editionOf(settings.edition);
        tables.set(key, edition);
    }
    lastTable = { settings, edition };
    return edition;
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
    if (!own) return;
    inUse = "";
    if (wasm.editionUse(giveText(id))) return;
    const length = giveText("classic");
    wasm.editionRead(length, give(encoder.encode(own.text), length));
    inUse = "";
}

/** The editions of people's own that a record or a journal brings along. @param {string} text */
export const editionsIn = (text) =>
    Array.from(text.matchAll(/^(?:edition: own-\w+|#! own \d+)\n((?:#: .*\n)+)/gm), ([, quoted]) =>
        quoted.replaceAll(/^#: /gm, ""),
    );

/** A record or a journal brings the edition that it was played with. @param {string} text */
export function meetEditionOf(text) {
    for (const edition of editionsIn(text)) readEdition(edition);
}

/** Makes the module read cards and events by this edition. @param {string} id @param {string[]} [house] */
function use(id, house = []) {
    const wanted = [id, ...house].join(" ");
    if (inUse === wanted) return;
    bring(id);
    wasm.editionUse(giveText(wanted));
    inUse = wanted;
}

/**
 * Sentences for events, as every part of the program says them.
 * @param {Edition} book
 * @param {string[]} names
 * @param {TableEvent[]} events
 * @param {number} viewer a seat or SPECTATOR
 * @param {Lang} lang
 * @param {number | null} [you] the seat that is spoken to; null: everybody goes by name
 * @param {string[]} [house] the house rules of the table, which some sentences depend on
 * @returns {{at: number, text: string}[]} 'at' is the event that the sentence begins with
 */
export function sentences(book, names, events, viewer, lang, you = null, house = []) {
    if (!events.length) return [];
    use(book.id, house);
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
 * @param {{key?: string, args?: {name?: string, field?: string, n?: number, first?: string, second?: string},
 *   text?: string}} message
 * @param {Lang} lang
 */
export function toldIn({ key = "", args = {}, text = "" }, lang) {
    // Two house rules that meet: their titles say more than their lines.
    const meets = args.first && wasm.houseMeets(giveText(`${args.first} ${args.second}`), numberOf(lang));
    const why = meets && JSON.parse(answer(meets))[args.first ?? ""];
    if (why) return why;
    const bytes = giveText([key, shownName(args.name ?? ""), args.field ?? ""].join("\n"));
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
        table.hand.length,
        ...table.hand.map(kind),
    ];
    const name = encoder.encode(book.id);
    const house = encoder.encode((table.settings?.house ?? []).join(" "));
    give(Uint8Array.from([...name, ...house, ...fields]));
    const bytes = wasm.whyNot(name.length, house.length, Math.max(0, phases.indexOf(now.phase)), kind(card));
    return bytes ? JSON.parse(answer(bytes)) : null;
}
