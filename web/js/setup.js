// setup.js - what was chosen last before a game, and the name; the other fields are in fields.js.

import { editions } from "./core.js";
import { h } from "./dom.js";
import { prefs } from "./prefs.js";
import { shownName } from "./table.js";
import { lang, t } from "./words.js";

/** @typedef {import("./alone.js").Setup} Setup */

/** Who has not said a name gets one of these, so that two newcomers rarely have the same. @type {Record<string, string>} */
const nicks = {};
function nick() {
    const list = t("nicks").split(" ");
    return (nicks[lang] ??= list[Math.floor(Math.random() * list.length)]);
}

/** What was chosen last. @returns {Setup} */
export function setup() {
    const usual = {
        edition: "classic",
        house: [],
        scoring: "default",
        target: 0,
        name: prefs.name || nick(),
        bots: ["casual", "casual", "casual"],
    };
    const last = { ...usual, ...(prefs.setup ?? {}) };
    return editions.some((one) => one.id === last.edition) ? last : usual;
}

export const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text).length;

/** @param {string} name */
export function goodName(name) {
    return (
        /^[\p{L}\p{M}\p{N}_-]+$/u.test(name) &&
        bytesOf(name) <= 24 &&
        !["nobody", "all", "open", "void", "none", "deal", "expect", "hand"].includes(name)
    );
}

/** The name as it is written at a table. @param {unknown} written */
export const tidyName = (written) =>
    String(written ?? "")
        .trim()
        .replace(/\s+/g, "_");

/** @param {string} value */
export function nameField(value) {
    return h(
        "label.field",
        null,
        h("span", null, t("yourName")),
        h("input", {
            name: "name",
            value: shownName(value),
            maxlength: 24,
            autocomplete: "nickname",
            spellcheck: "false",
            "aria-describedby": "name-help",
        }),
        h("small", { id: "name-help" }, t("nameHelp")),
    );
}
