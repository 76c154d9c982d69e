// listening.js - how loud everything is: a slider each for cards and voices, for the room and for the music.

import { h } from "./dom.js";
import { keep, prefs } from "./prefs.js";
import { play, setSound } from "./sound.js";
import { t } from "./words.js";

/** What each has until somebody moves it; the same as in sounds.js. @type {Record<string, number>} */
const USUAL = { effects: 0.7, room: 0.35, music: 0 };

/** The sliders, and whether the phone shakes. */
export function soundPart() {
    /** @type {Record<string, number | undefined>} */
    const levels = prefs.volume ?? {};
    const slider = (/** @type {string} */ name) =>
        h(
            "label.field",
            null,
            h("span", null, t(`sound.${name}`)),
            h("input", {
                type: "range",
                min: 0,
                max: 100,
                step: 5,
                value: Math.round(100 * (levels[name] ?? USUAL[name])),
                "data-focus": `volume-${name}`,
                oninput: (/** @type {Event} */ event) => {
                    const value = Number(/** @type {HTMLInputElement} */ (event.target).value) / 100;
                    keep((now) => ({ volume: { ...now.volume, [name]: value } }));
                    setSound();
                },
                // What it is now is heard.
                onchange: () => name === "effects" && play("card"),
            }),
        );
    return h("fieldset.sounds", null, ["effects", "room", "music"].map(slider));
}

/** Only where there is something that shakes. @param {(label: string, value: boolean, set: (value: boolean) => void) => HTMLElement} toggle */
export const shakePart = (toggle) =>
    "vibrate" in navigator
        ? toggle(t("sound.shake"), prefs.shake !== false, (value) => keep({ shake: value }))
        : null;
