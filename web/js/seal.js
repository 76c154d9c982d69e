// seal.js - what holds a server to its word while a game goes on: commitments to seeds, and whether it has signed
// something. A small part of the core of its own, fetched for tables with friends.

import { load } from "./core.js";

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {import("./core.js").Module | null} */
let part = null;

/** Before anything else here is used. @param {() => import("./core.js").Source} source */
export async function startSeal(source = () => fetch("seal.wasm")) {
    part ??= await load(source());
}

function sealing() {
    if (!part) throw new Error("sealed too early");
    return part;
}

/** The commitment to a seed of one's own. @param {Uint8Array} seed 32 bytes @returns {string} hex */
export function commitTo(seed) {
    const { wasm } = sealing();
    sealing().give(seed);
    return hex(new Uint8Array(wasm.memory.buffer, wasm.out(), wasm.commit()).slice());
}

/** Whether a server with this key has signed these lines. @param {Uint8Array} key @param {Uint8Array} sign
 * @param {string} text */
export function isSigned(key, sign, text) {
    const lines = new TextEncoder().encode(text);
    const bytes = new Uint8Array(key.length + sign.length + lines.length);
    bytes.set(key);
    bytes.set(sign, key.length);
    bytes.set(lines, key.length + sign.length);
    return sealing().wasm.signed(sealing().give(bytes)) === 1;
}
