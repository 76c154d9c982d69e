// moments.js - what is worth half a second of its own: a word or a sign where it happened, a sound, and on
// phones a short shake for the one it happens to. What makes it heavy is in weight.js.

import { cardPicture } from "./cards.js";
import { h } from "./dom.js";
import { mayMove, prefs } from "./prefs.js";
import { play } from "./sound.js";
import { both, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./core.js").TableEvent} TableEvent */
/** What is shown: where, what kind, which words. @typedef {{kind: string, seat?: number, text: string, suit?: string,
 *   sound?: string, shake?: number[], event?: TableEvent, news?: TableEvent[]}} Moment */

const SHOWN_MS = 900;
const WEIGHTY_MS = 1250;
/** How long the draw for the deal is seen, and each drawing of it at least. */
const LOTS_MS = 2000;
const LOTS_EACH_MS = 900;
const LOT_PX = 46;
const APART_MS = 120;
const AT_ONCE = 3;
/** How far above my face a moment of mine is, in pixels. */
const OVER_BAR = 44;

/**
 * What an event is worth.
 * @param {Board} board
 * @param {TableEvent} event
 * @returns {Moment | null}
 */
export function momentOf(board, event) {
    const { edition } = board;
    const { e, seat, count = 0 } = event;
    const other = typeof event.to === "number" ? event.to : undefined;
    const face = event.card ? edition.faces[edition.cards[event.card]?.face ?? 0] : null;
    const does = (/** @type {string} */ step) => face?.play.some((one) => one.do === step) ?? false;
    switch (e) {
        case "pending":
            return { kind: "plates", seat, text: `+${count}`, sound: "plates", shake: [40, 40, 40] };
        case "took":
            return { kind: "plates", seat, text: `+${count}`, sound: "penalty", shake: [60] };
        case "skipped":
        case "turn-lost":
            return { kind: "skip", seat, text: "⊘", sound: "skip", shake: [30] };
        case "reversed":
            return { kind: "turn", text: count ? "↺" : "↻", sound: "reverse" };
        case "said-uno":
            return { kind: "uno", seat, text: t("uno-said"), sound: "uno", shake: [20] };
        case "caught":
            return {
                kind: "caught",
                seat: other,
                text: t("moment.caught"),
                sound: "caught",
                shake: [80, 50, 80],
            };
        case "guilty":
            return { kind: "stamp", text: t("moment.guilty"), sound: "stamp", shake: [70] };
        case "innocent":
            return { kind: "stamp honest", text: t("moment.innocent"), sound: "stamp", shake: [70] };
        case "race":
            return { kind: "race", text: t("drop"), sound: "race", shake: [60, 40, 60, 40, 60] };
        case "dropped-last":
            return { kind: "caught", seat, text: t("moment.last"), sound: "penalty", shake: [80] };
        case "jumped":
            return { kind: "jump", seat, text: t("moment.jump"), sound: "jump", shake: [40] };
        case "swung":
            return { kind: "skip", seat: other, text: t("moment.swing"), sound: "skip", shake: [50] };
        case "misplayed":
            return { kind: "caught", seat, text: t("moment.wrong"), sound: "penalty", shake: [80] };
        case "played":
        case "named": {
            if (event.uno) return { kind: "uno", seat, text: t("uno-said"), sound: "uno", shake: [20] };
            if (does("others follow or draw"))
                return { kind: "rays", text: t("moment.streams"), sound: "rays" };
            const color = edition.colors.find((one) => one.id === event.color);
            return color && !does("race drop")
                ? { kind: "color", text: both(color.name), suit: color.id, sound: "color" }
                : null;
        }
    }
    return null;
}

export class Moments {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.layer = h("div.moments", { "aria-hidden": "true" });
        /** @type {Set<number>} */
        this.timers = new Set();
        /** the cards drawn for the deal, by seat @type {Map<number, HTMLElement>} */
        this.lots = new Map();
        /** which drawing for the deal is shown; an older one's timers come to nothing */
        this.drawing = 0;
        /** the ticker tells who deals */
        this.tellsLots = false;
        /** what gives them weight, when it is here @type {typeof import("./weight.js").weigh | null} */
        this.weigh = null;
    }

    stop() {
        for (const timer of this.timers) clearTimeout(timer);
        this.timers.clear();
        this.layer.replaceChildren();
    }

    /** @param {number} ms @param {() => void} run */
    after(ms, run) {
        const timer = window.setTimeout(() => {
            this.timers.delete(timer);
            run();
        }, ms);
        this.timers.add(timer);
    }

    /** @param {TableEvent[]} news @param {boolean} isMoving the cards are still on their way */
    show(news, isMoving) {
        this.tellsLots = false;
        if (news.some((event) => event.e === "dealt")) return this.drawLots(news);
        // The first cards are in the hand: there is time to fetch it.
        void import("./weight.js").then(({ attend, weigh }) => {
            this.weigh = weigh;
            attend(this.board, news);
        });
        const moments = news.flatMap((event) => {
            const moment = momentOf(this.board, event);
            // Who draws and is skipped for it has enough to look at.
            const isMore =
                moment?.kind === "skip" && news.some((one) => one.e === "took" && one.seat === event.seat);
            return moment && !isMore ? [{ ...moment, event, news }] : [];
        });
        // What happens to a card's target says more than that the card was laid.
        moments
            .slice(0, AT_ONCE)
            .forEach((moment, index) =>
                this.after((isMoving ? 240 : 0) + index * APART_MS, () => this.place(moment)),
            );
    }

    /** Who deals is drawn for (RULE S1): everybody's card is seen where they sit, and whose is the highest. It
     * outlasts the first moves, and ends by a press. @param {TableEvent[]} news */
    drawLots(news) {
        this.endLots();
        const lots = news.filter((event) => event.e === "lot" && event.card && event.seat !== undefined);
        if (!lots.length) return;
        const times = Math.max(...lots.map((event) => event.count ?? 1));
        const each = Math.max(LOTS_EACH_MS, LOTS_MS / times);
        const drawing = this.drawing;
        const then = (/** @type {number} */ ms, /** @type {() => void} */ run) =>
            this.after(ms, () => drawing === this.drawing && run());
        this.tellsLots = true;
        for (const event of lots) then(((event.count ?? 1) - 1) * each, () => this.placeLot(event));
        const best = news.find((event) => event.e === "lot-won")?.seat ?? -1;
        then((times - 0.6) * each, () => this.lots.get(best)?.classList.add("best"));
        then(times * each + 400, () => this.endLots());
    }

    /** @param {TableEvent} event */
    placeLot(event) {
        const { board } = this;
        const seat = event.seat ?? -1;
        // After a tie only the highest draw again.
        for (const lot of this.lots.values())
            if (Number(lot.dataset.count) < (event.count ?? 1)) lot.classList.add("out");
        this.lots.get(seat)?.remove();
        // Round the ring, in the order in which they sit: nobody's face is covered.
        const ring = board.piles.ring.getBoundingClientRect();
        if (!ring.width) return;
        const { me, seats } = board.table;
        const layer = this.layer.getBoundingClientRect();
        const felt = board.felt.getBoundingClientRect();
        const angle = ((seat - (me ?? -0.5) + seats.length) / seats.length + 0.25) * 2 * Math.PI;
        const width = Math.min(LOT_PX, ring.width / 6);
        const lot = h(
            "span.lot",
            { "data-count": event.count ?? 1 },
            cardPicture(board.edition, event.card ?? null),
            h("small", null, board.nameOf(seat)),
        );
        const x = ring.left + (ring.width / 2) * (1 + 1.06 * Math.cos(angle));
        const y = ring.top + (ring.height / 2) * (1 + 1.06 * Math.sin(angle));
        const high = width * 0.7 + 8;
        lot.style.width = `${width}px`;
        lot.style.left = `${Math.max(felt.left + width, Math.min(felt.right - width, x)) - width / 2 - layer.left}px`;
        lot.style.top = `${Math.max(felt.top + high, Math.min(felt.bottom - high, y)) - high - layer.top}px`;
        this.lots.set(seat, lot);
        this.layer.append(lot);
    }

    endLots() {
        this.drawing++;
        for (const lot of this.lots.values()) lot.remove();
        this.lots.clear();
        if (!this.tellsLots) return;
        this.tellsLots = false;
        this.board.drawTicker();
    }

    /** @param {Moment} moment */
    place(moment) {
        const { board } = this;
        const { me } = board.table;
        const isMine = moment.seat !== undefined && moment.seat === me;
        const box =
            moment.seat === undefined
                ? board.piles.element.getBoundingClientRect()
                : isMine
                  ? board.bar.box()
                  : board.seats.box(moment.seat);
        if (moment.sound) play(moment.sound);
        if (
            moment.shake &&
            (isMine || moment.seat === undefined) &&
            mayMove() &&
            prefs.shake !== false &&
            !prefs.mute
        )
            navigator.vibrate?.(moment.shake);
        if (!box || !box.width) return;
        const layer = this.layer.getBoundingClientRect();
        const word = h("div.moment", null, h("b", null, moment.text));
        word.classList.add(...moment.kind.split(" "));
        if (moment.suit) word.classList.add("suit", `suit-${moment.suit}`);
        const x = box.left + box.width / 2 - layer.left;
        // Words stay on the screen, also beside somebody who sits at its edge.
        const half = Math.min(90, layer.width / 2);
        word.style.left = `${Math.max(half, Math.min(layer.width - half, x))}px`;
        // What happens to me is seen above my question, not over it.
        const y = isMine ? box.top - OVER_BAR : box.top + box.height / 2;
        word.style.top = `${y - layer.top}px`;
        this.layer.append(word);
        const more = this.weigh?.(board, moment, word, box) ?? [];
        this.after(more.length ? WEIGHTY_MS : SHOWN_MS, () => [word, ...more].forEach((one) => one.remove()));
    }
}
