// motion.js - cards that move like cards: a card is a thing of 5:7 that keeps its size, travels on a low
// arc and lands. Nothing waits for it: what is on its way is overtaken by what comes next and leaves nothing
// behind. Without motion the table is just as complete.

import { cardPicture } from "./cards.js";
import { h, piecemeal, soon } from "./dom.js";
import { play } from "./sound.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./core.js").TableEvent} TableEvent */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const PLAY_MS = 260;
const DRAW_MS = 210;
const DRAW_APART_MS = 70;
const DEAL_MS = 190;
const DEAL_APART_MS = 45;
const DEAL_ALL_MS = 1600;
const SWAP_MS = 450;
/** What was drawn for the deal is looked at first. */
const LOTS_LEAD_MS = 700;
const DRAWS_ONE_BY_ONE = 6;
const STEPS = 8;
const SHOWN_AT_ONCE = 3;
/** A card in somebody's hand at the other side of the table, seen from here. */
const FAR = 0.42;
/** A card in the air is at most a tenth smaller or larger than where it lands. */
const scaleOf = (/** @type {number} */ from, /** @type {number} */ to) =>
    to > 0 && from > 0 ? Math.max(0.91, Math.min(1.1, from / to)) : 1;

const LAID = ["played", "jumped", "streamed", "followed", "turned", "turned-ignored"];
const SWAPPED = ["swapped", "passed-hands"];

/**
 * @typedef {{from: Box, to: Box, width: number, card: string | null, named?: number | null, ms: number,
 *   tilt?: number, turnsOver?: boolean, fades?: boolean, rises?: boolean, packet?: string,
 *   onLand?: () => void}} Flight
 */

export class Motion {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        /** ends of what is in the air @type {Set<() => void>} */
        this.flights = new Set();
        /** what starts later @type {Map<number, () => void>} */
        this.timers = new Map();
        this.isDealing = false;
        /** places as they were before the events @type {Map<TableEvent, Box>} */
        this.from = new Map();
        /** @type {Box | null} */
        this.oldHand = null;
        /** what is set in motion in a moment @type {TableEvent[] | null} */
        this.due = null;
        /** where things are, read at once: between two changes every reading lays out the whole table
         * @type {{back: Box, discard: Box, hand: Box, me: Box, seats: (Box | null)[]} | null} */
        this.places = null;
        /** my cards that are on their way, by what brought them @type {Map<TableEvent, HTMLElement>} */
        this.coming = new Map();
        /** something has happened and is not in the air yet */
        this.isAhead = false;
    }

    /** Not everything lies where it belongs. */
    get isBusy() {
        return this.isAhead || this.flights.size > 0 || this.timers.size > 0;
    }

    /** Something has landed. */
    rest() {
        if (!this.isBusy) this.board.landed();
    }

    /** Lands everything at once. */
    stop() {
        this.due = null;
        this.isAhead = false;
        for (const [timer, land] of [...this.timers]) {
            clearTimeout(timer);
            land();
        }
        this.timers.clear();
        for (const end of [...this.flights]) end();
        this.dealing(false);
        this.board.piles.awaited = 0;
        this.rest();
        // Each is drawn when it is seen.
        const { list } = this.board.hand;
        const coming = [...list.querySelectorAll(".coming")];
        piecemeal(
            list,
            coming.map((one) => () => one.classList.remove("coming")),
            SHOWN_AT_ONCE,
        );
    }

    /** Until all have their cards nothing is asked, and nobody has seven. @param {boolean} isSo */
    dealing(isSo) {
        this.isDealing = isSo;
        this.board.root.classList.toggle("dealing", isSo);
    }

    /** Whoever cannot wait presses. */
    skipDeal() {
        if (!this.isDealing) return;
        this.stop();
        this.board.piles.settle();
    }

    /** Before the table is drawn anew: where things are now. @param {TableEvent[]} news */
    remember(news) {
        this.runDue();
        // What was turned up lies there before what is laid on it.
        if (this.isDealing) {
            this.board.piles.awaited++;
            this.stop();
        }
        this.isAhead = true;
        this.from.clear();
        const { board } = this;
        // What lay there belongs to the last round.
        if (news.some((event) => event.e === "dealt")) {
            board.piles.clear();
            board.piles.drawColor(-1);
        }
        const me = board.table.me;
        for (const event of news) {
            if (!LAID.includes(event.e) || !event.card) continue;
            board.piles.awaited++;
            if (event.e.startsWith("turned")) continue;
            const box =
                event.seat === me
                    ? (board.hand.boxOf(event.card) ?? board.bar.box())
                    : board.seats.cardsBox(event.seat ?? -1);
            if (box) this.from.set(event, box);
        }
        if (news.some((event) => SWAPPED.includes(event.e)))
            this.oldHand = board.hand.list.getBoundingClientRect();
    }

    /**
     * The table is drawn: it is measured, and then set in motion, each in a task of its own. What will come flying
     * is not seen before. @param {TableEvent[]} news
     */
    runSoon(news) {
        this.due = news;
        this.hideComing(news);
        soon(() => {
            if (this.due !== news) return;
            this.measure();
            soon(() => this.due === news && this.runDue(true));
        });
    }

    /** What waits begins now. */
    runDue(isMeasured = false) {
        const { due } = this;
        this.due = null;
        if (due && !isMeasured) this.measure();
        if (due) this.run(due);
        if (due) this.rest();
    }

    /** Hides my cards that are on their way. @param {TableEvent[]} news */
    hideComing(news) {
        const { hand, table } = this.board;
        this.coming.clear();
        if (news.some((event) => event.e === "dealt")) {
            this.dealing(true);
            if (table.me !== null) for (const item of hand.list.children) item.classList.add("coming");
            return;
        }
        const mine = news.filter((event) => event.e === "drew" && event.card && event.seat === table.me);
        if (mine.length > DRAWS_ONE_BY_ONE) return;
        /** @type {Map<string, number>} */
        const seen = new Map();
        for (const event of mine) {
            const card = event.card ?? "";
            const which = seen.get(card) ?? 0;
            seen.set(card, which + 1);
            const item = hand.newest(card, which);
            item?.classList.add("coming");
            if (item) this.coming.set(event, item);
        }
    }

    measure() {
        const { piles, hand, bar, seats, table } = this.board;
        return (this.places = {
            back: piles.back.getBoundingClientRect(),
            discard: piles.discard.getBoundingClientRect(),
            hand: hand.list.getBoundingClientRect(),
            me: bar.box(),
            seats: table.seats.map((_, seat) => seats.cardsBox(seat)),
        });
    }

    get at() {
        return this.places ?? this.measure();
    }

    /** Where somebody's cards come from and go to. @param {number} seat */
    boxOf(seat) {
        return seat === this.board.table.me ? this.at.me : (this.at.seats[seat] ?? null);
    }

    /** After it is drawn: everything goes from where it was to where it is. @param {TableEvent[]} news */
    run(news) {
        this.isAhead = false;
        const deal = news.filter((event) => event.e === "dealt");
        if (deal.length) return this.deal(deal, news);
        /** @type {Map<number, TableEvent[]>} */
        const draws = new Map();
        for (const event of news) {
            if (LAID.includes(event.e) && event.card) this.lay(event, 0);
            else if (event.e === "drew" && event.seat !== undefined)
                draws.set(event.seat, [...(draws.get(event.seat) ?? []), event]);
            else if (event.e === "reversed") this.board.piles.turnRound();
            else if (SWAPPED.includes(event.e)) this.swap(event);
            else if (event.e === "reshuffled") this.reshuffle(event);
        }
        const wait = news.some((event) => LAID.includes(event.e)) ? PLAY_MS * 0.7 : 0;
        for (const [seat, events] of draws) this.draw(seat, events, wait);
    }

    /** @param {TableEvent} event @param {number} delay */
    lay(event, delay) {
        const { board } = this;
        const { edition } = board;
        const from = this.from.get(event);
        const named = event.color ? edition.colors.findIndex((color) => color.id === event.color) : -1;
        const card = event.card ?? "";
        const land = () => {
            board.piles.land(card, named >= 0 ? named : null);
            play("card", from ? from.left + from.width / 2 : undefined);
        };
        const isTurned = event.e.startsWith("turned");
        if (!from && !isTurned) return land();
        this.later(delay, land, () =>
            this.fly({
                from: from ?? this.at.back,
                to: this.at.discard,
                width: this.at.back.width,
                card,
                named: named >= 0 ? named : null,
                ms: PLAY_MS,
                tilt: board.piles.tilt(),
                turnsOver: isTurned,
                rises: event.seat !== board.table.me && !isTurned,
                onLand: land,
            }),
        );
    }

    /** @param {number} seat @param {TableEvent[]} events @param {number} wait */
    draw(seat, events, wait) {
        if (events.length > DRAWS_ONE_BY_ONE) return this.drawPackets(seat, events.length, wait);
        events.forEach((event, index) => {
            const from = this.at.back;
            const item = this.coming.get(event) ?? null;
            const land = () => {
                item?.classList.remove("coming");
                play("draw", this.at.back.left);
            };
            this.later(wait + index * DRAW_APART_MS, land, () => {
                const to = item ? this.placeOf(item) : this.boxOf(seat);
                if (!to) return land();
                this.fly({
                    from,
                    to,
                    width: from.width,
                    card: item ? (event.card ?? null) : null,
                    ms: DRAW_MS,
                    turnsOver: Boolean(item),
                    fades: !item,
                    onLand: land,
                });
            });
        });
    }

    /** Many cards at once: two packets, with the number. @param {number} seat @param {number} count @param {number} wait */
    drawPackets(seat, count, wait) {
        const isMine = seat === this.board.table.me;
        const from = this.at.back;
        const to = isMine ? this.at.hand : this.boxOf(seat);
        if (!to) return;
        const land = () => play("draw");
        for (const index of [0, 1])
            this.later(wait + index * 160, land, () =>
                this.fly({
                    from,
                    to,
                    width: from.width,
                    card: null,
                    ms: DRAW_MS * 1.4,
                    packet: index ? `+${count}` : " ",
                    fades: true,
                    onLand: land,
                }),
            );
    }

    /** Round the table, one card each, until all have theirs. @param {TableEvent[]} deal @param {TableEvent[]} news */
    deal(deal, news) {
        const { board } = this;
        const { me, now, seats } = board.table;
        this.dealing(true);
        const dealer = typeof deal[0].to === "number" ? deal[0].to : 0;
        const order = deal
            .map((event) => ({ seat: event.seat ?? 0, count: event.count ?? 0 }))
            .sort(
                (a, b) =>
                    ((a.seat - dealer - 1 + seats.length) % seats.length) -
                    ((b.seat - dealer - 1 + seats.length) % seats.length),
            );
        const mine = me === null ? [] : [...board.hand.list.children];
        const most = Math.max(...order.map((one) => one.count));
        const total = order.reduce((sum, one) => sum + one.count, 0);
        const apart = Math.min(DEAL_APART_MS, DEAL_ALL_MS / Math.max(1, total));
        const begin = news.some((event) => event.e === "lot") ? LOTS_LEAD_MS : 0;
        let place = 0;
        for (let card = 0; card < most; card++)
            for (const { seat, count } of order)
                if (card < count)
                    this.dealOne(seat, seat === me ? mine[card] : null, begin + place++ * apart);
        const end = begin + place * apart + DEAL_MS;
        const turned = news.filter((event) => event.e.startsWith("turned") && event.card);
        turned.forEach((event, index) => this.lay(event, end + index * PLAY_MS));
        const done = () => {
            this.dealing(false);
            if (!now) return;
            for (const item of mine) item.classList.remove("coming");
        };
        this.later(end + 60, done, done);
        // An opening card may make somebody draw, or turn play round.
        const rest = news.filter((event) => ["drew", "reversed"].includes(event.e) && event.seat !== me);
        if (rest.length)
            this.later(
                end + PLAY_MS * (turned.length + 1),
                () => {},
                () => this.run(rest),
            );
    }

    /** @param {number} seat @param {Element | null | undefined} item my card that it becomes @param {number} delay */
    dealOne(seat, item, delay) {
        const land = () => {
            item?.classList.remove("coming");
            play("tick");
        };
        this.later(delay, land, () => {
            const from = this.at.back;
            const to = item ? this.placeOf(item) : this.boxOf(seat);
            if (!to) return land();
            const button = /** @type {HTMLElement | null | undefined} */ (item?.firstElementChild);
            this.fly({
                from,
                to,
                width: from.width,
                card: button?.dataset.card ?? null,
                ms: DEAL_MS,
                turnsOver: Boolean(item),
                fades: !item,
                onLand: land,
            });
        });
    }

    /** Where a card of the hand lies, also while there is nothing in its place. @param {Element} item @returns {Box} */
    placeOf(item) {
        return item.getBoundingClientRect();
    }

    /** Whole hands change owners, closed. @param {TableEvent} event */
    swap(event) {
        const { board } = this;
        const { me, seats, now } = board.table;
        const boxOf = (/** @type {number} */ seat) => (seat === me ? this.oldHand : this.boxOf(seat));
        /** @type {[number, number][]} */
        const ways = [];
        if (event.e === "swapped" && typeof event.to === "number" && event.seat !== undefined)
            ways.push([event.seat, event.to], [event.to, event.seat]);
        else
            seats.forEach((_, seat) => {
                const step = now?.dir === "right" ? seats.length - 1 : 1;
                ways.push([seat, (seat + step) % seats.length]);
            });
        for (const [giver, taker] of ways) {
            const from = boxOf(giver);
            const to = boxOf(taker);
            if (!from || !to) continue;
            const { width } = this.at.back;
            this.fly({ from, to, width, card: null, ms: SWAP_MS, packet: " ", fades: true });
        }
        play("swap");
    }

    /** The discards become the draw pile. @param {TableEvent} event */
    reshuffle(event) {
        const { back, discard } = this.at;
        this.fly({
            from: discard,
            to: back,
            width: back.width,
            card: null,
            ms: SWAP_MS,
            packet: event.count ? String(event.count) : " ",
        });
    }

    /** @param {number} ms @param {() => void} land what is due if it is overtaken @param {() => void} start */
    later(ms, land, start) {
        if (ms <= 0) return start();
        const timer = window.setTimeout(() => {
            this.timers.delete(timer);
            start();
            this.rest();
        }, ms);
        this.timers.set(timer, land);
    }

    /** @param {Flight} flight */
    fly({ from, to, width, card, named, ms, tilt, turnsOver, fades, rises, packet, onLand }) {
        const { edition, root } = this.board;
        const back = () => cardPicture(edition, null);
        const front = card === null ? null : h("span.front", null, cardPicture(edition, card, named));
        const leaf = h(
            "div.leaf",
            null,
            packet ? [back(), back(), back()] : turnsOver || !front ? h("span.rear", null, back()) : null,
            front,
            packet?.trim() ? h("b.packet-count", null, packet) : null,
        );
        const ghost = h("div.flying", { "aria-hidden": "true", "data-edition": edition.id }, leaf);
        if (packet) ghost.classList.add("packet");
        if (turnsOver) ghost.classList.add("turning");
        if ((fades && !packet) || rises) ghost.classList.add("far");
        ghost.style.setProperty("--card", `${width}px`);
        root.append(ghost);
        const shape = { from: middle(from), to: middle(to), width };
        const isCard = !rises && !packet;
        const frames = arc(shape, {
            scale: rises ? FAR : isCard ? scaleOf(from.width, width) : 0.95,
            landing: packet ? 0.95 : fades ? FAR : scaleOf(to.width, width),
            tilt: tilt ?? 0,
            fades: Boolean(fades),
            rises: Boolean(rises),
        });
        const way = ghost.animate(frames, { duration: ms, fill: "both" });
        if (turnsOver)
            leaf.animate([{ transform: "rotateY(0)" }, { transform: "rotateY(180deg)" }], {
                duration: ms * 0.8,
                easing: "ease-in-out",
                fill: "both",
            });
        let isOver = false;
        const end = () => {
            if (isOver) return;
            isOver = true;
            this.flights.delete(end);
            ghost.remove();
            onLand?.();
            this.rest();
        };
        this.flights.add(end);
        way.onfinish = end;
    }
}

/** @param {Box} box */
const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/**
 * The way of a card: a low arc, quick at first, with a turn, and a short settling at its end.
 * @param {{from: {x: number, y: number}, to: {x: number, y: number}, width: number}} shape
 * @param {{scale: number, landing: number, tilt: number, fades: boolean, rises: boolean}} how
 * @returns {Keyframe[]}
 */
export function arc({ from, to, width }, { scale, landing, tilt, fades, rises }) {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const lift = Math.min(46, far * 0.14);
    const spin = tilt + (to.x > from.x ? -8 : 8);
    return Array.from({ length: STEPS + 1 }, (_, index) => {
        const t = index / STEPS;
        const at = 1 - (1 - t) ** 2.4;
        const x = from.x + (to.x - from.x) * at - width / 2;
        const y = from.y + (to.y - from.y) * at - lift * 4 * at * (1 - at) - width * 0.7;
        const settle = index === STEPS - 1 && !fades ? 1.03 : 1;
        const size = (scale + (landing - scale) * at) * settle;
        const opacity = fades && t > 0.75 ? 1 - (t - 0.75) * 3.6 : rises && t < 0.15 ? t / 0.15 : 1;
        return {
            offset: t,
            opacity,
            transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${(spin + (tilt - spin) * at).toFixed(1)}deg) scale(${size.toFixed(3)})`,
        };
    });
}
