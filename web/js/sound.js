// sound.js - short sounds made on the spot: card, draw, shuffle, your turn, UNO, penalty, win.

import { soon } from "./dom.js";
import { prefs } from "./prefs.js";

/** @type {AudioContext | null} */
let audio = null;

function context() {
    // A browser lets a page sound only after the first touch or key.
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    return audio;
}

/**
 * @param {number} hz
 * @param {number} at
 * @param {number} seconds
 * @param {OscillatorType} type
 * @param {number} volume
 */
export function tone(hz, at, seconds, type, volume) {
    const to = context();
    const wave = to.createOscillator();
    const gain = to.createGain();
    wave.type = type;
    wave.frequency.value = hz;
    const start = to.currentTime + at;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    wave.connect(gain).connect(to.destination);
    wave.start(start);
    wave.stop(start + seconds);
}

// Opening it takes a while: it is done with the first press, before anything comes of it, not with the first card
// that lands.
for (const kind of ["pointerdown", "keydown"])
    globalThis.addEventListener?.(kind, () => soon(() => prefs.mute || audio || context()), { once: true });

/** Noise that fades, by its length; made once. @type {Map<number, AudioBuffer>} */
const noises = new Map();

/** @param {AudioContext} to @param {number} seconds */
function noise(to, seconds) {
    const length = Math.ceil(to.sampleRate * seconds);
    const made = noises.get(length) ?? to.createBuffer(1, length, to.sampleRate);
    if (!noises.has(length)) {
        const samples = made.getChannelData(0);
        for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
        noises.set(length, made);
    }
    return made;
}

/**
 * A breath of paper: filtered noise.
 * @param {number} at
 * @param {number} seconds
 * @param {number} hz
 * @param {number} volume
 */
function paper(at, seconds, hz, volume) {
    const to = context();
    const source = to.createBufferSource();
    const filter = to.createBiquadFilter();
    const gain = to.createGain();
    source.buffer = noise(to, seconds);
    filter.type = "bandpass";
    filter.frequency.value = hz;
    gain.gain.value = volume;
    source.connect(filter).connect(gain).connect(to.destination);
    source.start(to.currentTime + at);
}

/** By name; the end of a round brings its own. @type {Record<string, () => void>} */
export const SOUNDS = {
    card: () => {
        paper(0, 0.09, 2400, 0.5);
        tone(150, 0, 0.06, "sine", 0.12);
    },
    tick: () => paper(0, 0.05, 2900, 0.22),
    draw: () => paper(0, 0.14, 1300, 0.35),
    shuffle: () => {
        for (let i = 0; i < 7; i++) paper(i * 0.06, 0.08, 1600 + i * 150, 0.3);
    },
    turn: () => {
        tone(660, 0, 0.16, "triangle", 0.14);
        tone(880, 0.1, 0.22, "triangle", 0.14);
    },
    uno: () => {
        tone(784, 0, 0.12, "square", 0.06);
        tone(988, 0.1, 0.12, "square", 0.06);
        tone(1175, 0.2, 0.25, "square", 0.06);
    },
    caught: () => {
        tone(523, 0, 0.1, "square", 0.06);
        tone(392, 0.1, 0.1, "square", 0.06);
        tone(262, 0.2, 0.3, "square", 0.07);
    },
    plates: () => {
        for (const i of [0, 1, 2]) tone(900 - i * 130, i * 0.06, 0.09, "triangle", 0.13);
    },
    skip: () => {
        tone(700, 0, 0.07, "sine", 0.12);
        tone(500, 0.08, 0.1, "sine", 0.12);
    },
    reverse: () => {
        tone(400, 0, 0.12, "sine", 0.12);
        tone(600, 0.09, 0.12, "sine", 0.12);
        tone(400, 0.18, 0.14, "sine", 0.12);
    },
    color: () => {
        tone(587, 0, 0.2, "sine", 0.1);
        tone(880, 0.06, 0.26, "sine", 0.08);
    },
    stamp: () => {
        tone(90, 0, 0.16, "sine", 0.4);
        paper(0, 0.07, 700, 0.6);
    },
    jump: () => {
        tone(500, 0, 0.08, "triangle", 0.14);
        tone(1000, 0.06, 0.14, "triangle", 0.14);
    },
    race: () => {
        for (const i of [0, 1, 2, 3]) tone(i % 2 ? 740 : 620, i * 0.09, 0.08, "square", 0.06);
    },
    rays: () => {
        tone(180, 0, 0.5, "sawtooth", 0.05);
        tone(187, 0, 0.5, "sawtooth", 0.05);
    },
    penalty: () => {
        tone(220, 0, 0.2, "sawtooth", 0.07);
        tone(165, 0.13, 0.3, "sawtooth", 0.07);
    },
};

/** @param {string} name */
export function play(name) {
    // Before the first touch or key a browser lets nothing sound, and says so for every try.
    if (prefs.mute || !(navigator.userActivation?.hasBeenActive ?? true)) return;
    soon(() => {
        try {
            SOUNDS[name]?.();
        } catch {
            // No sound device: the table does without.
        }
    });
}

/**
 * The sounds of what happened. Cards that move sound when they land, and moments have their own.
 * @param {import("./core.js").TableEvent[]} events
 * @param {boolean} isMoving
 */
export function tell(events, isMoving) {
    const has = (/** @type {string[]} */ ...names) => events.some((event) => names.includes(event.e));
    if (has("reshuffled")) play("shuffle");
    else if (isMoving) {
        // Landings tell it.
    } else if (has("dealt")) play("shuffle");
    else if (has("played", "jumped", "streamed", "followed")) play("card");
    else if (has("drew")) play("draw");
}
