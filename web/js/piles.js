// piles.js - the middle of the table: draw pile, discard pile, the ring that shows which way play runs and
// glows in the colour in play. A card that is on its way lies on the pile when it has landed, not before.

import { cardPicture, colorShape, suitClass } from "./cards.js";
import { h, set, svg, write } from "./dom.js";
import { asRead } from "./signs.js";
import { cardName, isWild } from "./prompt.js";
import { both, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** How cards lie on the pile, one after the other: nobody lays them straight. */
const TILTS = [-2, 5, -7, 3, -4, 8, -1, -6, 6];

/** The track around the piles and the heads that say which way play runs. */
function track() {
    const box = { viewBox: "0 0 200 120" };
    return [
        svg(
            "svg",
            box,
            svg("ellipse", { cx: 100, cy: 60, rx: 96, ry: 56, class: "glow" }),
            svg("ellipse", { cx: 100, cy: 60, rx: 96, ry: 56, class: "track" }),
        ),
        svg(
            "svg",
            { ...box, class: "heads" },
            // Above and below the middle the colour's name would lie over them.
            [-38, 38, 142, 218].map((angle) => {
                const at = (angle * Math.PI) / 180;
                const along = (Math.atan2(56 * Math.cos(at), -96 * Math.sin(at)) * 180) / Math.PI;
                const place = `translate(${(100 + 96 * Math.cos(at)).toFixed(1)} ${(60 + 56 * Math.sin(at)).toFixed(1)})`;
                return svg("path", {
                    d: "M-8 -8 9 0 -8 8Z",
                    transform: `${place} rotate(${along.toFixed(1)})`,
                });
            }),
        ),
    ];
}

export class Piles {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.ring = h("div.ring", { "aria-hidden": "true" }, track());
        this.count = h("span.count", { "aria-hidden": "true" });
        this.back = h("span.back");
        this.pile = /** @type {HTMLButtonElement} */ (
            h("button.pile", { type: "button", onclick: () => board.draws() }, this.back, this.count)
        );
        this.discard = h("div.discard", { role: "img" });
        this.shape = h("span");
        this.colorName = h("span");
        this.direction = h("span.unseen");
        this.turns = h("span.turns");
        this.inPlay = h(
            "div.in-play",
            { hidden: true },
            this.shape,
            this.colorName,
            this.turns,
            this.direction,
        );
        this.element = h("div.piles", { hidden: true }, this.ring, this.pile, this.discard, this.inPlay);
        /** cards that are still on their way to the discard pile */
        this.awaited = 0;
        this.edition = "";
        /** the middle of the table, as it was measured */
        this.spot = { x: 0, y: 0 };
        /** what lies on top as it is drawn */
        this.shown = "";
        this.laid = 0;
    }

    draw() {
        const { now } = this.board.table;
        set(this.element, { hidden: !now });
        if (!now) return;
        const edition = this.board.edition;
        if (this.edition !== edition.id) {
            this.edition = edition.id;
            this.back.replaceChildren(cardPicture(edition, null));
            this.clear();
        }
        const canDraw = this.board.table.can("draws") || this.board.table.can("takes");
        if (this.pile.disabled === canDraw) this.pile.disabled = !canDraw;
        set(this.pile, {
            "aria-label": `${t("drawPile")}: ${t("pileLeft", { n: now.pile })}. ${canDraw ? t("draw") : ""}`,
        });
        this.pile.classList.toggle("empty", now.pile === 0);
        write(this.count, now.pile);
        set(this.discard, {
            "aria-label": `${t("discardPile")}: ${asRead(edition, cardName(edition, now.top))}`,
        });
        if (!this.awaited) this.settle();
    }

    /** The pile as the table says it lies. */
    settle() {
        const { now } = this.board.table;
        if (!now) return;
        const { edition } = this.board;
        const color = edition.colors.findIndex((one) => one.id === now.color);
        const named = isWild(edition, now.top) && color >= 0 ? color : null;
        const key = `${now.top} ${named}`;
        if (this.shown !== key) {
            if (this.shown === "") this.underneath();
            this.lay(now.top, named, this.shown.split(" ")[0] === now.top);
            this.shown = key;
        }
        this.drawColor(color);
    }

    /** @param {number} color */
    drawColor(color) {
        const { edition } = this.board;
        const now = this.board.table.now;
        const suit = color >= 0 ? suitClass(edition, color) : "";
        set(this.ring, { class: `ring ${suit} ${now?.dir ?? "left"}` });
        this.board.light(color >= 0 ? edition.colors[color].id : "");
        set(this.inPlay, { hidden: color < 0 });
        if (color < 0) return;
        set(this.inPlay, { class: `in-play ${suit}` });
        if (this.shape.dataset.color !== `${edition.id}${color}`) {
            this.shape.dataset.color = `${edition.id}${color}`;
            this.shape.replaceChildren(colorShape(edition, color));
        }
        write(this.colorName, both(edition.colors[color].name));
        write(this.turns, now?.turns ? `· ${t("turnsLeft", { n: now.turns })}` : "");
        write(this.direction, t("direction", { where: t(now?.dir ?? "left") }));
    }

    clear() {
        this.discard.replaceChildren();
        this.shown = "";
        this.laid = 0;
    }

    /** What was laid before the page looked. */
    underneath() {
        const laid = ["turned", "turned-ignored", "played", "jumped"];
        for (const event of this.board.table.events
            .filter((one) => laid.includes(one.e) && one.card)
            .slice(-3, -1))
            this.lay(event.card ?? "", null, false);
    }

    /**
     * Puts a card on top.
     * @param {string} card @param {number | null} named @param {boolean} isSame it lies there and gets its colour
     */
    lay(card, named, isSame) {
        const picture = cardPicture(this.board.edition, card, named);
        if (isSame && this.discard.lastElementChild)
            return this.discard.lastElementChild.replaceChildren(picture);
        const place = h("div.laid", null, picture);
        place.style.transform = `rotate(${this.tilt()}deg)`;
        this.laid++;
        this.discard.append(place);
        while (this.discard.childElementCount > 3) this.discard.firstElementChild?.remove();
    }

    /** How the next card will lie. */
    tilt() {
        return TILTS[this.laid % TILTS.length];
    }

    /** A card has arrived. @param {string} card @param {number | null} named */
    land(card, named) {
        this.awaited = Math.max(0, this.awaited - 1);
        if (this.awaited) {
            this.lay(card, named, false);
            this.shown = `${card} ${named}`;
        } else this.settle();
    }

    /** The ring turns over once when play turns round. */
    turnRound() {
        this.ring.animate(
            [
                { transform: "translate(-50%, -50%) rotateX(0)" },
                { transform: "translate(-50%, -50%) rotateX(180deg)" },
            ],
            { duration: 350, easing: "ease-in-out" },
        );
    }

    /** The room there is for the piles. @param {{x: number, y: number, width: number, height: number}} free @param {number} card */
    place(free, card) {
        const pile = Math.max(34, Math.min(card * 1.1, (free.width - 16) / 3.25, (free.height - 30) / 1.98));
        this.spot = { x: free.x + free.width / 2, y: free.y + (free.height - 14) / 2 };
        this.element.style.setProperty("--pile", `${pile}px`);
        this.element.style.left = `${this.spot.x}px`;
        this.element.style.top = `${this.spot.y}px`;
    }
}
