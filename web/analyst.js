// analyst.js - the worker that says what moves are worth (js/analysis.js asks it): the core's analysis as WebAssembly, and
// the network for tables of this size. Nobody at the table waits for it, and it can be stopped between two decisions.
//
// It gets the journal of a table of one's own, in which all hands are; what looks at them is the core's own view of one
// seat (web/wasm/page_analyse.c).

"use strict";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @type {any} */
let wasm = null;
/** The networks that were fetched, by name. @type {Map<string, Uint8Array | null>} */
const minds = new Map();
let mind = "";
let words = "";
/** The request whose decisions are being looked at; 0: none. */
let busy = 0;

/** How many tries a decision gets when it is looked at again, and a move that is to be made now. */
const TRIES_AGAIN = 400;
const TRIES_NOW = 600;

async function start() {
    const failed = () => {
        throw new Error("assertion failed");
    };
    const { instance } = await WebAssembly.instantiateStreaming(fetch("analysis.wasm"), { page: { failed } });
    wasm = instance.exports;
}

/** @param {string} text @param {number} [at] */
function give(text, at = 0) {
    const bytes = encoder.encode(text);
    if (at + bytes.length > wasm.inBytes()) throw new Error("too long for the core");
    new Uint8Array(wasm.memory.buffer, wasm.in() + at, bytes.length).set(bytes);
    return bytes.length;
}

/** @param {number} bytes what a function answered */
const answer = (bytes) => JSON.parse(decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.out(), bytes)));

/** Without it chances are not known, and rollouts stand in. @param {number} seats */
async function think(seats) {
    const name = seats === 2 ? "master.mind" : "masters.mind";
    if (!minds.has(name)) {
        const found = await fetch(name).catch(() => null);
        minds.set(name, found?.ok ? new Uint8Array(await found.arrayBuffer()) : null);
    }
    const bytes = minds.get(name);
    if (!bytes || mind === name) return;
    const at = wasm.mindSpace(bytes.length);
    if (!at) return;
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    if (wasm.mindReady(bytes.length)) mind = name;
}

/** What every request brings: how many sit there, the core's sentences, editions of people's own.
 * @param {{seats: number, lang: number, said: string, editions: string[]}} request */
async function prepare({ seats, lang, said, editions }) {
    if (!wasm) await start();
    await think(seats);
    if (words !== said) wasm.takeWords(lang, give(said));
    words = said;
    for (const edition of editions) {
        const length = give("classic");
        wasm.editionRead(length, give(edition, length));
    }
}

/** Lets a message in that may stop this. */
const breathe = () => new Promise((done) => setTimeout(done));

/** @param {any} request */
async function study(request) {
    const { id, text, lang, wanted, ms } = request;
    busy = id;
    await prepare(request);
    const of = wasm.studyBegin(give(text), lang, wanted);
    for (let at = 0; at < of && busy === id; at++) {
        self.postMessage({ id, at, of, one: answer(wasm.studyLook(at, 0)) });
        await breathe();
    }
    const end = Date.now() + (ms ?? 0);
    while (busy === id && Date.now() < end) {
        const at = wasm.studyWorst();
        if (at >= of) break;
        self.postMessage({
            id,
            at,
            of,
            one: answer(wasm.studyLook(at, TRIES_AGAIN)),
            left: end - Date.now(),
        });
        await breathe();
    }
    const told = busy === id ? [...Array(request.seats).keys()].map((seat) => wasm.studyLuck(seat)) : [];
    // One answer takes the place of the other: each is read before the next is asked for.
    const luck = told.every(Boolean) ? told.map((_, seat) => answer(wasm.studyLuck(seat))) : [];
    self.postMessage({ id, isDone: true, luck });
}

/** @param {any} request */
async function advise(request) {
    await prepare(request);
    const bytes = wasm.advise(give(request.journal), request.seat, TRIES_NOW);
    self.postMessage({ id: request.id, isDone: true, one: bytes ? answer(bytes) : null });
}

/** The problem of this number, as text. @param {any} request */
async function problem({ id, number }) {
    if (!wasm) await start();
    const bytes = wasm.problem(number);
    const text = decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.out(), bytes));
    self.postMessage({ id, isDone: true, text });
}

/** One after the other: they share the core. @type {Promise<void>} */
let last = Promise.resolve();

self.onmessage = ({ data }) => {
    busy = 0;
    if (!data.what) return;
    last = last
        .then(() => ({ study, advise, problem })[/** @type {"study"} */ (data.what)](data))
        .catch((problem) => self.postMessage({ id: data.id, isDone: true, problem: String(problem) }));
};
