// strips.js - what is shown above the prompt for a while: hands that were shown to me, and questions to
// the table.

import { cardPicture } from "./cards.js";
import { h, refill } from "./dom.js";
import { asRead } from "./signs.js";
import { cardName, pickVerb, targetVerb } from "./prompt.js";
import { nameWord } from "./table.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** A small card with its name; its picture may come later. @param {import("./core.js").Edition} edition @param {string} card */
export const mini = (edition, card, isDrawn = true) =>
    h(
        "span.mini",
        { role: "img", "aria-label": asRead(edition, cardName(edition, card)) },
        isDrawn && cardPicture(edition, card),
    );

export class Strips {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.peek = h("section.peek", { hidden: true });
        this.asking = h("section.asking", { hidden: true, role: "status" });
        this.partners = h("section.partners", { hidden: true });
        this.element = board.strips;
        refill(this.element, this.asking, this.partners, this.peek);
        this.peeked = "";
        this.partnered = "";
    }

    draw() {
        this.drawPartners();
        this.drawPeek();
        this.drawAsking();
    }

    /** Partners' hands, where the table plays with hands open to them (RULE M4). */
    drawPartners() {
        const { board } = this;
        const { table } = board;
        const open = table.stage === "playing" ? Object.entries(table.open) : [];
        const key = open.length ? JSON.stringify([open, t("partner")]) : "";
        if (key === this.partnered) return;
        this.partnered = key;
        this.partners.hidden = !open.length;
        refill(
            this.partners,
            open.map(([seat, cards]) =>
                h(
                    "div.peek-hand",
                    null,
                    h("b", null, `${board.nameOf(Number(seat))} (${t("partner")})`),
                    h(
                        "span.minis",
                        null,
                        board.hand.sorted(cards).map((card) => mini(board.edition, card)),
                    ),
                ),
            ),
        );
    }

    /** Hands that were shown to me, as long as they matter. */
    drawPeek() {
        const { board } = this;
        const { table } = board;
        const shown = Object.entries(table.shown ?? {}).filter(
            ([seat, cards]) => cards.length && Number(seat) !== table.me,
        );
        const isShown = shown.length > 0 && board.isPeekOpen && ["playing", "replay"].includes(table.stage);
        if (this.peek.hidden === isShown) this.peek.hidden = !isShown;
        const picks = table.may(targetVerb(table)?.set ?? "");
        const key = this.peek.hidden ? "" : JSON.stringify([shown, t("close"), picks]);
        board.root.classList.toggle("shows", !this.peek.hidden);
        if (key === this.peeked) return;
        this.peeked = key;
        // Many hands take the place of those who hold them.
        const isMany = shown.length > 2 && table.stage === "playing";
        this.peek.classList.toggle("several", isMany);
        this.peek.classList.toggle("few", isMany && shown.length < 5);
        board.root.classList.toggle("peeking", isMany && !this.peek.hidden);
        const home = isMany ? board.arena : this.element;
        if (this.peek.parentElement !== home) home.append(this.peek);
        if (!key) return this.peek.replaceChildren();
        const verb = pickVerb(table);
        refill(
            this.peek,
            h(
                "button.quiet.x",
                {
                    type: "button",
                    "aria-label": t("close"),
                    onclick: () => {
                        board.isPeekOpen = false;
                        board.draw();
                    },
                },
                "✕",
            ),
            shown.map(([seat, cards]) =>
                h(
                    "div.peek-hand",
                    null,
                    this.holder(Number(seat), verb, isMany),
                    h(
                        "span.minis",
                        null,
                        board.hand.sorted(cards).map((card) => mini(board.edition, card)),
                    ),
                ),
            ),
        );
    }

    /** Whose hand it is; if somebody is to be picked, the button for it. @param {number} seat @param {string} verb @param {boolean} isShort */
    holder(seat, verb, isShort) {
        const { board } = this;
        const name = board.nameOf(seat);
        const number = board.table.may(targetVerb(board.table)?.set ?? "").indexOf(seat);
        if (number < 0) return h("b", null, isShort ? name : t("handOf", { who: name }));
        return h(
            "button.answer.main",
            {
                type: "button",
                "data-number": number + 1,
                onclick: () => board.act(`${verb} ${nameWord(name)}`),
            },
            name,
        );
    }

    /** A question to the table, and what came of it. */
    drawAsking() {
        const { asking, board } = this;
        if (board.table.asking || !asking.hidden)
            void import("./asking.js").then(({ drawAsking }) => drawAsking(board, asking));
    }
}

/** Those of a board: there are none before there is something in them. @param {Board} board @returns {Strips} */
export const stripsOf = (board) => (board.inStrips ??= new Strips(board));

/** @param {Board} board */
export const drawStrips = (board) => stripsOf(board).draw();
