// hand.js - my cards: sorted, in rows if they are many, each pressed, dragged or asked about.
//
// A card keeps its element as long as it is in the hand, whatever else happens at the table: a press that
// began on a card ends on it. Places are transforms, so the hand closes a gap and opens one by itself.

import { cardPicture } from "./cards.js";
import { h, keyed, set } from "./dom.js";
import { asRead } from "./signs.js";
import { placeHand } from "./places.js";
import { cardName, verbOf } from "./prompt.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const LONG_PRESS_MS = 450;
const DRAG_PX = 46;
const NOT_A_DRAG_PX = 9;

/** @typedef {{pointer: number, x: number, y: number, button: HTMLElement, isDragged: boolean}} Press */

export class Hand {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.list = h("ul.hand", { tabindex: -1 });
        /** @type {Press | null} */
        this.press = null;
        this.pressTimer = 0;
        this.width = 0;
        /** what the pointer did has been done: the click that follows is not to count again */
        this.isPressUsed = false;
        const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ run) =>
            this.list.addEventListener(type, run);
        on("pointerdown", (event) => this.down(event));
        on("pointermove", (event) => this.move(event));
        on("pointerup", (event) => this.up(event));
        on("pointercancel", () => this.drop());
        on("contextmenu", (event) => event.preventDefault());
        on("click", (event) => this.click(event));
    }

    destroy() {
        clearTimeout(this.pressTimer);
    }

    /** @param {Event} event @returns {HTMLElement | null} */
    static buttonAt(event) {
        return /** @type {HTMLElement} */ (event.target).closest(".in-hand");
    }

    /** Sorted by colour and face. @param {string[]} cards */
    sorted(cards) {
        const { edition } = this.board;
        const order = (/** @type {string} */ code) => {
            const card = edition.cards[code];
            return card ? (card.color ?? 99) * 100 + card.face : 0;
        };
        return [...cards].sort((a, b) => order(a) - order(b));
    }

    draw() {
        const { board } = this;
        const { table } = board;
        const cards = table.me === null ? [] : this.sorted(table.hand);
        // What is not to be played any more is let down.
        if (
            board.raised &&
            !(cards.includes(board.raised) && (board.isDaring || verbOf(table, board.raised)))
        )
            board.raised = null;
        if (board.queued && !cards.includes(board.queued)) board.queued = null;
        set(this.list, { "aria-label": t("yourHand") });
        /** @type {Map<string, number>} */
        const seen = new Map();
        const items = cards.map((card) => {
            const copy = seen.get(card) ?? 0;
            seen.set(card, copy + 1);
            return { card, copy };
        });
        keyed(
            this.list,
            items,
            ({ card, copy }) => `${board.edition.id} ${card} ${copy}`,
            ({ card }) =>
                h(
                    "li",
                    null,
                    h(
                        "button.in-hand",
                        { type: "button", "data-card": card },
                        cardPicture(board.edition, card),
                    ),
                ),
            (item, { card, copy }, index) =>
                this.update(/** @type {HTMLElement} */ (item.firstElementChild), card, index, copy === 0),
        );
        const buttons = this.buttons();
        if (buttons.length && !buttons.some((one) => one.tabIndex === 0)) buttons[0].tabIndex = 0;
        this.place();
    }

    /** @param {HTMLElement} button @param {string} card @param {number} index @param {boolean} isFirst of several equal ones */
    update(button, card, index, isFirst) {
        const { board } = this;
        const { table } = board;
        const verb = verbOf(table, card);
        const isMine = table.isMyTurn();
        const isDrawn = table.drawn === card && isFirst;
        const can = Boolean(verb) && (table.now?.phase !== "drawn" || !isMine || isDrawn || verb === "jumps");
        const label = [
            asRead(board.edition, cardName(board.edition, card)),
            can ? (verb === "jumps" && !isMine ? t("canJump") : t("canPlay")) : t("cannotPlay"),
            isDrawn && t("justDrawn"),
        ];
        set(button, { "data-index": index, "aria-label": label.filter(Boolean).join(", ") });
        if (!button.hasAttribute("tabindex")) button.tabIndex = -1;
        button.classList.toggle("can", can);
        button.classList.toggle("jump", verb === "jumps");
        button.classList.toggle("dim", board.isMine && !can && !board.isDaring);
        button.classList.toggle("raised", board.raised === card && isFirst);
        button.classList.toggle("queued", board.queued === card && isFirst);
        button.classList.toggle("drawn", isDrawn);
    }

    /** @returns {HTMLElement[]} */
    buttons() {
        return [...this.list.querySelectorAll("button")];
    }

    /** How wide it is. Measured when that changes: while the table is drawn every measuring lays out all of it. */
    measure() {
        this.width = this.list.clientWidth;
    }

    /** Puts every card where it belongs now. */
    place() {
        const { edition } = this.board;
        const buttons = this.buttons();
        if (!buttons.length || !this.width) return;
        const card = this.board.cardWidth();
        const groups = buttons.map((one) => edition.cards[one.dataset.card ?? ""]?.color ?? 99);
        const { places, height, rows } = placeHand(groups, this.width, card);
        // No variable: all cards would inherit it, and be styled anew with each.
        this.list.style.height = `${height.toFixed(1)}px`;
        this.list.dataset.rows = String(rows);
        buttons.forEach((button, index) => {
            const { x, y, turn } = places[index];
            /** @type {HTMLElement} */ (button.parentElement).style.transform =
                `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn.toFixed(2)}deg)`;
        });
    }

    /** The element of a card that has just come; 'which' of several. @param {string} card @param {number} which from the end */
    newest(card, which) {
        const found = this.buttons().filter((one) => one.dataset.card === card);
        return found[found.length - 1 - which]?.parentElement ?? null;
    }

    /** @param {string} card */
    boxOf(card) {
        const found = this.buttons().filter((one) => one.dataset.card === card);
        const best = found.find(
            (one) => one.classList.contains("dragged") || one.classList.contains("raised"),
        );
        return (best ?? found[0])?.getBoundingClientRect() ?? null;
    }

    /** Where the keys begin: at a card that can be played, if there is one. */
    firstThatFits() {
        return Math.max(
            0,
            this.buttons().findIndex((one) => one.classList.contains("can")),
        );
    }

    /** @param {number} index */
    focus(index) {
        const buttons = this.buttons();
        const button = buttons[Math.max(0, Math.min(index, buttons.length - 1))];
        for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
        button?.focus();
    }

    // ---- pressing ----

    /** @param {PointerEvent} event */
    down(event) {
        const button = Hand.buttonAt(event);
        clearTimeout(this.pressTimer);
        this.isPressUsed = false;
        if (!button || event.button) return;
        this.press = {
            pointer: event.pointerId,
            x: event.clientX,
            y: event.clientY,
            button,
            isDragged: false,
        };
        // Wherever the card moves meanwhile, the press ends on it.
        button.setPointerCapture(event.pointerId);
        this.pressTimer = window.setTimeout(() => {
            this.isPressUsed = true;
            this.board.explain(button.dataset.card ?? "");
        }, LONG_PRESS_MS);
    }

    /** The card follows the finger. @param {PointerEvent} event */
    move(event) {
        const { press } = this;
        if (!press || press.pointer !== event.pointerId) return;
        const dx = event.clientX - press.x;
        const dy = event.clientY - press.y;
        if (!press.isDragged && Math.hypot(dx, dy) < NOT_A_DRAG_PX) return;
        clearTimeout(this.pressTimer);
        press.isDragged = true;
        press.button.classList.add("dragged");
        press.button.parentElement?.classList.add("held");
        press.button.style.transform = `translate(${dx}px, ${dy}px)`;
    }

    /** @param {PointerEvent} event */
    up(event) {
        const { press } = this;
        clearTimeout(this.pressTimer);
        if (!press || press.pointer !== event.pointerId) return;
        const card = press.button.dataset.card ?? "";
        const isUp = press.isDragged && press.y - event.clientY > DRAG_PX;
        // A card that has moved away under the finger gets no click, but it was pressed.
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const isLost = press.button.isConnected && !press.button.contains(under);
        const isPress = !press.isDragged && !this.isPressUsed && isLost;
        if (press.isDragged || isPress) this.isPressUsed = true;
        if (isUp) this.board.use(card, "drag");
        this.drop();
        if (isPress) this.board.pressCard(card, event.pointerType);
    }

    /** Whatever was held goes back to its place, unless it is played. */
    drop() {
        clearTimeout(this.pressTimer);
        if (this.press?.isDragged) {
            this.press.button.style.transform = "";
            this.press.button.classList.remove("dragged");
            this.press.button.parentElement?.classList.remove("held");
        }
        this.press = null;
    }

    /** @param {PointerEvent} event */
    click(event) {
        const button = Hand.buttonAt(event);
        const isDone = this.isPressUsed && event.detail > 0;
        this.isPressUsed = false;
        if (!button || isDone) return;
        this.board.pressCard(button.dataset.card ?? "", event.pointerType || "key");
    }
}
