// mind.js - the network of the player that has learned. It is fetched when that player is chosen and only then;
// until it is here (or if it never comes), that player thinks as the expert does.

import { exported } from "./core.js";

/** @type {Map<string, Promise<Uint8Array | null>>} */
const fetched = new Map();
/** The one that the core is to have: there is one for two players and one for more. */
let wanted = "";

/** @param {string} name @returns {Promise<Uint8Array | null>} */
async function fetchMind(name) {
    const answer = await fetch(name);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}

/** Whether the network for a table of so many is there, as soon as that is known. @param {number} seats @returns {Promise<boolean>} */
export async function mind(seats) {
    const name = seats === 2 ? "master.mind" : "masters.mind";
    wanted = name;
    const coming = fetched.get(name) ?? fetchMind(name).catch(() => null);
    fetched.set(name, coming);
    const bytes = await coming;
    const wasm = exported();
    const at = bytes && wanted === name ? wasm.mindSpace(bytes.length) : 0;
    if (!bytes || !at) return false;
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return wasm.mindReady(bytes.length) !== 0;
}
