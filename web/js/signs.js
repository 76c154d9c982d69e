// signs.js - the signs before the names of colours (● red 7) are for eyes: they are shown, and not read aloud.

import { h, refill } from "./dom.js";

/** @typedef {import("./core.js").Edition} Edition */

/** A sentence in pieces, every second of them a sign that stands before the name of a colour. Letters are no signs.
 * @param {Edition} edition @param {string} text */
function bySigns({ colors }, text) {
    let parts = [text];
    for (const { shape } of colors)
        if (!/[\p{L}\p{N}]/u.test(shape))
            parts = parts.flatMap((part, at) =>
                at % 2 ? part : part.split(`${shape} `).flatMap((one, n) => (n ? [`${shape} `, one] : one)),
            );
    return parts;
}

/** As it is read aloud: nobody wants to hear "black circle red two". @param {Edition} edition @param {string} text */
export const asRead = (edition, text) =>
    bySigns(edition, text)
        .filter((_, at) => at % 2 === 0)
        .join("");

/** A sentence whose signs are seen and not read. @param {Edition} edition @param {string} text */
export const signed = (edition, text) =>
    bySigns(edition, text).map((part, at) => (at % 2 ? h("span", { "aria-hidden": "true" }, part) : part));

/** Writes it, where it is not there already. @param {Element} element @param {Edition} edition @param {string} text */
export function writeSigned(element, edition, text) {
    if (element.textContent !== text) refill(element, signed(edition, text));
}
