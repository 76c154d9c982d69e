// index.js - the rules of Penúltima for programs in JavaScript: the modules that the page itself plays with, and a game
// without a clock in which a program speaks for everybody who is no bot.

import { LANGUAGES } from "./catalogue.js";
import * as core from "./core.js";
import * as records from "./records.js";
import { Room } from "./room.js";

/** What they are called, by id. */
export const languages = Object.fromEntries(Object.entries(LANGUAGES).map(([id, one]) => [id, one.name]));

/** The language that is spoken. */
let lang = "en";
/** @type {Promise<void> | null} */
let begun = null;

/** A file of this package, from a disk or from wherever a browser has it. @param {string} name */
async function bytesOf(name) {
    const url = new URL(name, import.meta.url);
    if (url.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return new Uint8Array(await readFile(url));
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

async function begin() {
    await core.start(await bytesOf("penultima.wasm"));
    const bytes = await bytesOf("records.wasm");
    await records.startRecords(() => bytes);
}

export async function open(language = "en") {
    if (!(language in LANGUAGES)) throw new RangeError(`there is no language ${language}`);
    await (begun ??= begin());
    const said = new TextDecoder().decode(await bytesOf(`words/${language}.json`));
    lang = language;
    core.speak(lang, JSON.parse(said));
    core.readLists();
}

/** @param {Record<string, string>} names */
const here = (names) => names[lang] ?? names.en;
const ask = (/** @type {number} */ bytes) => JSON.parse(core.answer(bytes));

export const editions = () => core.editions.map((one) => one.id);

/** @param {string} id @param {string[]} house */
export function edition(id, house = []) {
    if (!core.isKnown(id)) throw new RangeError(`there is no edition ${id}`);
    const one = house.length ? core.editionAt({ edition: id, house }) : core.editionOf(id);
    return { ...one, title: here(one.title), about: here(one.about) };
}

/** @param {string} text @param {string} [base] */
export function readEdition(text, base) {
    const found = /** @type {any} */ (core.readEdition(text, base));
    if (found.id) return found.id;
    throw new SyntaxError(`${found.line}:${found.column}: ${here(found.problem)}`);
}

export const houseRules = () =>
    ask(core.exported().houseList()).rules.map((/** @type {any} */ one) => ({
        ...one,
        title: here(one.title),
        about: here(one.about),
        first: Boolean(one.first),
    }));

export const bots = () =>
    core.bots.map((one) => ({ id: one.id, name: here(one.name), line: here(one.line) }));

/** @param {string} text */
export const replay = (text) => records.replay(text, lang);
/** @param {string} text */
export const verify = (text) => records.verify(text, lang);

export class Refused extends Error {
    /** @param {any} no */
    constructor({ code, rule = "", text = "" }) {
        super(text || code);
        this.name = "Refused";
        this.code = code;
        this.rule = rule;
    }
}

/** @param {any} no */
function must(no) {
    if (no) throw new Refused({ ...no, text: core.toldIn(no, lang) });
}

/** Numbers that follow from a seed; for deals that can be dealt again, not for secrets. @param {number} seed */
function bytesFrom(seed) {
    let state = BigInt.asUintN(64, BigInt(seed));
    return (/** @type {Uint8Array} */ bytes) =>
        bytes.map(() => {
            state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
            let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
            mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
            return Number((mixed >> 56n) & 0xffn);
        });
}

/** A room whose clock stands still until nothing else is to be done. */
class Timeless extends Room {
    /** @param {import("./core.js").Module} module @param {number} [seed] */
    constructor(module, seed) {
        super(module);
        this.time = seed === undefined ? Date.now() : 1e12;
        if (seed !== undefined) this.fill = bytesFrom(seed);
    }

    now() {
        return this.time;
    }
}

const OVER = ["over", "closed"];
/** More steps than any round takes: whoever waits for so many waits for ever. */
const STEPS_MAX = 100000;

export class Game {
    /** @param {Timeless} room @param {number} seats */
    constructor(room, seats) {
        this.room = room;
        this.seats = seats;
        this.journal = "";
        this.id = 0;
        /** what was said to whom asked last @type {any[]} */
        this.told = [];
    }

    /** @param {any} [options] */
    static async open({ edition = "classic", house = [], people = ["you"], bots = [], seed, ...more } = {}) {
        if (!begun) await open();
        if (!core.isKnown(edition)) throw new RangeError(`there is no edition ${edition}`);
        const module = await core.load(core.played().module, {
            send: (text) => void game.told.push(JSON.parse(text)),
            journal: (text) => void (game.journal += text),
        });
        module.take(lang);
        const seats = people.length + bots.length;
        const game = new Game(new Timeless(module, seed), seats);
        const { room } = game;
        const levels = bots.map((/** @type {string} */ id) => id.split(":")[0]);
        if (core.bots.some((bot) => bot.learned && levels.includes(bot.id))) await game.learn(seats);
        if (core.isOwn(edition)) records.bringTo(module, edition);
        must(room.open({ edition, house, seats, hints: true, ...more }));
        people.forEach((/** @type {string} */ name, /** @type {number} */ seat) => {
            game.as(seat);
            must(room.sit(name));
        });
        game.as(0);
        bots.forEach((/** @type {string} */ level, /** @type {number} */ index) =>
            must(room.do({ t: "bot", seat: people.length + index, level })),
        );
        const { rules } = room.table();
        people.forEach((/** @type {string} */ _, /** @type {number} */ seat) => {
            game.as(seat);
            must(room.do({ t: "agree", rules }));
        });
        game.as(0);
        must(room.do({ t: "start" }));
        game.settle();
        return game;
    }

    /** The networks of those who have learned. @param {number} seats */
    async learn(seats) {
        const bytes = await bytesOf(seats === 2 ? "master.mind" : "masters.mind");
        const { wasm } = this.room.core;
        const at = wasm.mindSpace(bytes.length);
        new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
        if (!wasm.mindReady(bytes.length)) throw new Error("this is not a network");
    }

    /** Whoever speaks and hears from now on. @param {number} seat */
    as(seat) {
        if (!(seat >= 0 && seat < this.seats)) throw new RangeError(`there is no seat ${seat}`);
        this.room.core.wasm.roomAs(seat);
        this.told = [];
    }

    /** It becomes as late as when the table goes on by itself; false: it does not. */
    pass() {
        while (this.room.think());
        const at = this.room.deadline();
        if (at < 0) return false;
        this.room.time = Math.max(this.room.time, at);
        this.room.tick();
        return true;
    }

    /** Bots play, and time goes by, until somebody who is none has to act. */
    settle() {
        for (let steps = 0; steps < STEPS_MAX; steps++) {
            const { now, stage, seats } = this.view(0);
            if (OVER.includes(stage) || stage === "between") return;
            if (now?.must.some((/** @type {number} */ seat) => seats[seat].kind === "person")) return;
            if (!this.pass()) return;
        }
        throw new Error("this round does not end");
    }

    /** @param {number} seat */
    view(seat) {
        this.as(seat);
        return this.room.table();
    }

    get stage() {
        return this.view(0).stage;
    }

    get isOver() {
        return OVER.includes(this.stage);
    }

    get must() {
        const { now, seats, stage } = this.view(0);
        return stage === "playing"
            ? now.must.filter((/** @type {number} */ seat) => seats[seat].kind === "person")
            : [];
    }

    get score() {
        return this.view(0).now?.score ?? [];
    }

    /** @param {number} seat */
    legal(seat) {
        const { now, colors, seats } = this.view(seat);
        const legal = now?.legal ?? {};
        const names = colors.map((/** @type {any} */ one) => one.id);
        const { cards } = core.editionAt(this.view(0).settings);
        return core.verbs.flatMap(({ word, with: what, set }) => {
            const found = legal[set] ?? [];
            if (what === "ALONE") return found.includes(word) ? [word] : [];
            if (what === "TARGET")
                return found.map((/** @type {number} */ at) => `${word} ${seats[at].own ?? seats[at].name}`);
            if (what === "COLOR")
                // how many: all or none
                return found > 0 ? names.map((/** @type {string} */ color) => `${word} ${color}`) : [];
            const laid = found.flatMap((/** @type {string} */ card) =>
                cards[card]?.color === null
                    ? names.map((/** @type {string} */ color) => `${word} ${card} ${color}`)
                    : [`${word} ${card}`],
            );
            const nothing = what === "CARD_OR_NONE" && legal.verbs?.includes(`${word} none`);
            return nothing ? [...laid, `${word} none`] : laid;
        });
    }

    /** @param {number} seat @param {string} action */
    apply(seat, action) {
        const id = ++this.id;
        this.as(seat);
        must(this.room.do({ t: "act", id, do: action }, true));
        // Where others could be quicker, the table waits a moment before it decides.
        const said = () => this.told.find((one) => one.ack === id || (one.t === "no" && one.id === id));
        while (!said() && this.pass());
        const answer = said();
        if (answer?.t === "no") must(answer);
        this.settle();
    }

    /** @param {number} seat */
    hint(seat) {
        this.as(seat);
        must(this.room.do({ t: "hint", id: ++this.id }, true));
        return this.told.find((one) => one.t === "hint")?.do ?? "";
    }

    next() {
        const { seats } = this.view(0);
        seats.forEach((/** @type {any} */ one, /** @type {number} */ seat) => {
            if (one.kind !== "person" || this.stage !== "between") return;
            this.as(seat);
            must(this.room.do({ t: "ready" }));
        });
        this.settle();
    }

    record() {
        return this.room.record(this.journal, 1);
    }
}
