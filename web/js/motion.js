// motion.js - cards that travel: from whom to where, in a quarter of a second, over everything and in
// nobody's way. Nothing waits for it, and without motion nothing is lost.

import { cardPicture } from "./cards.js";
import { h } from "./dom.js";

const MS = 260;
const AT_MOST = 6;

/**
 * @typedef {{card: string | null, named: number | null, from: DOMRect, to: DOMRect, delay: number}} Flight
 */

/**
 * @param {import("./core.js").Edition} edition
 * @param {Flight} flight
 */
function fly(edition, { card, named, from, to, delay }) {
    const ghost = h("div.flying", { "aria-hidden": "true" }, cardPicture(edition, card, named));
    document.body.append(ghost);
    const width = to.width;
    ghost.style.setProperty("--card", `${width}px`);
    const place = (/** @type {DOMRect} */ box) =>
        `translate(${box.left + box.width / 2 - width / 2}px, ${box.top + box.height / 2 - width * 0.7}px) scale(${Math.max(0.2, Math.min(1.2, box.width / width))})`;
    ghost
        .animate(
            [
                { transform: place(from), opacity: 1 },
                { transform: place(to), opacity: 1 },
            ],
            { duration: MS, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "both" },
        )
        .finished.then(
            () => ghost.remove(),
            () => ghost.remove(),
        );
}

/**
 * Shows what happened.
 * @param {import("./core.js").Edition} edition
 * @param {import("./core.js").TableEvent[]} events
 * @param {{seat(seat: number): DOMRect | null, pile(): DOMRect | null, discard(): DOMRect | null, hand(card: string): DOMRect | null}} where
 *   places as they were before the events, 'hand' of my own cards
 */
export function travel(edition, events, where) {
    let count = 0;
    const pile = where.pile();
    const discard = where.discard();
    if (!pile || !discard) return;
    for (const event of events) {
        if (count >= AT_MOST || event.seat === undefined) continue;
        const seat = where.seat(event.seat);
        const delay = count * 70;
        if (["played", "jumped", "streamed", "followed"].includes(event.e) && event.card) {
            const from = where.hand(event.card) ?? seat;
            const named = event.color ? edition.colors.findIndex((color) => color.id === event.color) : null;
            if (from) fly(edition, { card: event.card, named, from, to: discard, delay });
            count++;
        } else if (event.e === "drew" && seat) {
            fly(edition, { card: event.card ?? null, named: null, from: pile, to: seat, delay });
            count++;
        }
    }
}
