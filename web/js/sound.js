// sound.js - what sounds, and when. How it is made is in sounds.js, which comes when there is something to hear.

import { soon } from "./dom.js";
import { prefs } from "./prefs.js";

/** What comes later than this would sound for something else. */
const LATE_MS = 350;

/** @type {AudioContext | null} */
let audio = null;
/** @type {import("./sounds.js").Studio | null} */
let studio = null;
let isAsked = false;
/** how tight the game is @type {number | null} where there is no game, null */
let tension = null;

function context() {
    // A browser lets a page sound only after the first touch or key.
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    return audio;
}

// Opening it takes a while: it is done with the first press, before anything comes of it, not with the first card
// that lands.
for (const kind of ["pointerdown", "keydown"])
    globalThis.addEventListener?.(kind, () => soon(() => prefs.mute || audio || context()), { once: true });

/** Before the first touch or key a browser lets nothing sound, and says so for every try. */
const maySound = () => !prefs.mute && (navigator.userActivation?.hasBeenActive ?? true);

async function openStudio() {
    if (isAsked) return;
    isAsked = true;
    try {
        const { Studio } = await import("./sounds.js");
        studio = new Studio(context());
        setSound();
    } catch {
        // No sound device, or nobody answers: the table does without, and asks again.
        isAsked = false;
    }
}

/** The sliders were moved, sound was turned on or off, or a game begins or ends. */
export function setSound() {
    if (!studio) return;
    const { effects, room, music } = prefs.volume ?? {};
    const isOn = !prefs.mute && tension !== null && !document.hidden;
    studio.setLevels({ effects, room: isOn ? room : 0, music: isOn ? music : 0 });
}
globalThis.document?.addEventListener("visibilitychange", setSound);

/** The room and its music follow the game; none, and they fall silent. @param {number | null} next */
export function atmosphere(next) {
    const isOther = (next === null) !== (tension === null);
    tension = next;
    studio?.follow(next ?? 0);
    if (isOther) setSound();
}

/**
 * @param {string} name of SOUNDS
 * @param {number} [x] from where on the screen
 * @param {number} [count] how many of it
 */
export function play(name, x = innerWidth / 2, count = 1) {
    if (!maySound()) return;
    const since = performance.now();
    soon(async () => {
        await openStudio();
        if (performance.now() - since > LATE_MS) return;
        studio?.play(name, { pan: (x / innerWidth) * 1.4 - 0.7, count });
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
