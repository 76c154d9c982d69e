// mind.js - the network of the player that has learned. It is fetched when that player is chosen and only then;
// until it is here (or if it never comes), that player thinks as the expert does.

import { exported } from "./core.js";

/** @type {Promise<boolean> | null} */
let coming = null;

async function fetchMind() {
    const answer = await fetch("master.mind");
    if (!answer.ok) return false;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const wasm = exported();
    const at = wasm.mindSpace(bytes.length);
    if (!at) return false;
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return wasm.mindReady(bytes.length) !== 0;
}

/** Whether the network is there, as soon as that is known. @returns {Promise<boolean>} */
export function mind() {
    coming ??= fetchMind().catch(() => false);
    return coming;
}
