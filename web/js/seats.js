// seats.js - the others at the table: face, name, number of cards, whose turn it is, who is not there.
//
// One element per seat, made once; what changes is changed in it.

import { facePicture, facesFor, moodsOf, setMood } from "./faces.js";
import { h, keyed, piecemeal, set, svg, write } from "./dom.js";
import { placeSeats } from "./places.js";
import { prefs } from "./prefs.js";
import { pickVerb, saysUno } from "./prompt.js";
import { nameWord } from "./table.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const RING = 2 * Math.PI * 27;
const MOOD_MS = 2400;
const SAYING_MS = 4200;
/** Between a saying and the edge of the window. */
const EDGE = 4;
const FAN_MAX = 12;
const MADE_AT_ONCE = 2;

/** The sign of a team, besides the word for it (RULE M1): none of the shapes that stand for colours. */
export const TEAM_SIGNS = ["①", "②", "③", "④", "⑤"];

/** The light around a face, running out with its clock. */
const clockRing = () =>
    svg(
        "svg",
        { viewBox: "0 0 60 60", class: "clock", "aria-hidden": "true" },
        svg("circle", { cx: 30, cy: 30, r: 27, class: "rim" }),
        svg("circle", { cx: 30, cy: 30, r: 27, class: "light", "stroke-dasharray": RING }),
    );

const robotMark = () =>
    svg(
        "svg",
        { class: "robot", viewBox: "0 0 16 16", "aria-hidden": "true" },
        svg("path", { d: "M3 5h10v8H3zM8 5V2M6 8v1M10 8v1M6 11h4" }),
    );

/** What a seat is doing, as a class: the look of it is in the style sheet. @param {import("./table.js").Seat} person */
export function presence(person) {
    if (person.kind !== "person") return "";
    if (person.away) return "away";
    return person.here === false ? "offline" : "";
}

/** A screen that all look at from afar. */
const isTv = () => document.body.classList.contains("tv") && innerHeight > 640;

export class Seats {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.list = h("ul.seats");
        /** seat number to its element @type {Map<number, HTMLElement>} */
        this.elements = new Map();
        /** whose time runs out @type {WeakMap<Element, Animation>} */
        this.lights = new WeakMap();
        /** @type {Map<number, number>} */
        this.moodTimers = new Map();
        /** the middles of the places @type {import("./places.js").Point[]} */
        this.spots = [];
        this.list.addEventListener("click", (event) => this.press(event));
    }

    destroy() {
        for (const timer of this.moodTimers.values()) clearTimeout(timer);
    }

    /** Somebody is caught, or picked for what is asked. @param {Event} event */
    press(event) {
        const button = /** @type {HTMLElement} */ (event.target).closest("button");
        const seat = /** @type {HTMLElement | null} */ (button?.closest(".seat"))?.dataset.seat;
        if (!button || seat === undefined) return;
        const name = nameWord(this.board.nameOf(Number(seat)));
        this.board.act(
            `${button.classList.contains("catch") ? "catches" : pickVerb(this.board.table)} ${name}`,
        );
    }

    /** The others, in the order of play to the left, beginning after me. */
    others() {
        const { seats, me } = this.board.table;
        const from = me ?? -1;
        const all = Array.from(
            { length: me === null ? seats.length : seats.length - 1 },
            (_, index) => (from + 1 + index) % seats.length,
        );
        return all.filter((seat) => seats[seat]?.kind !== "free");
    }

    /** @param {number} seat */
    make(seat) {
        const item = h(
            "li.seat",
            { "data-seat": seat },
            h("div.fan", { "aria-hidden": "true" }),
            h(
                "div.face",
                { "aria-hidden": "true" },
                clockRing(),
                h("span.figure"),
                h("span.count"),
                h("span.pending", { hidden: true }),
                h("span.flag", { hidden: true }, "UNO"),
                h("span.state"),
            ),
            h("div.name", { "aria-hidden": "true" }, h("i.team"), robotMark(), h("span")),
            h("div.score", { "aria-hidden": "true" }),
            h("span.unseen"),
            h("button.answer.pick", { type: "button", hidden: true }),
            h("button.catch", { type: "button", hidden: true }),
            h("span.saying", { hidden: true, "aria-hidden": "true" }),
        );
        this.elements.set(seat, item);
        return item;
    }

    draw() {
        const { now, seats } = this.board.table;
        const others = this.others();
        this.faces = facesFor(seats);
        set(this.list, { "aria-label": t("opponents") });
        this.board.felt.classList.toggle("busy", others.length > 2);
        this.board.felt.classList.toggle("crowded", others.length > 4);
        // Nobody sees it yet: they are made a few at a time.
        const made = others.filter((seat) => this.elements.has(seat)).length;
        const ready = now ? others : others.slice(0, made + MADE_AT_ONCE);
        keyed(
            this.list,
            ready,
            (seat) => String(seat),
            (seat) => this.make(seat),
            (item, seat) => this.update(item, seat),
        );
        this.moveUp();
        if (ready.length < others.length) piecemeal(this.list, [() => {}, () => this.draw()], 1);
    }

    /** @param {HTMLElement} item @param {number} seat */
    update(item, seat) {
        const { now, seats } = this.board.table;
        const person = seats[seat];
        const cards = now?.counts[seat] ?? 0;
        const isTurn = now?.must.includes(seat) ?? false;
        const pending = now?.pending && now.turn === seat ? now.pending : 0;
        const hasUno = cards === 1 && !now?.owes?.includes(seat) && saysUno(this.board.edition);
        const canCatch = now?.legal?.catches?.includes(seat) ?? false;
        const state = presence(person);
        const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(name));
        const figure = part(".figure");
        const face = String(this.faces?.[seat] ?? 0);
        if (figure.dataset.face !== face) {
            figure.dataset.face = face;
            figure.replaceChildren(facePicture(Number(face)));
        }
        this.drawFan(part(".fan"), cards);
        write(part(".count"), cards);
        set(part(".pending"), { hidden: !pending });
        write(part(".pending"), pending ? `+${pending}` : "");
        set(part(".flag"), { hidden: !hasUno });
        write(part(".state"), state ? t(`state.${state}`) : "");
        write(part(".name span"), person.name ?? "");
        const letters = [...(person.name ?? "")].length;
        part(".name").classList.toggle("long", letters > 9);
        part(".name").classList.toggle("longest", letters > 14);
        part(".robot").toggleAttribute("hidden", person.kind !== "bot" && !person.program);
        const hasScore = now && this.board.scoring !== "quick" && now.score.some(Boolean);
        const team = this.teamWords(seat);
        write(part(".team"), team ? TEAM_SIGNS[this.board.table.teamOf(seat) ?? 0] : "");
        write(
            part(".score"),
            [team, hasScore && t("points", { n: now.score[seat] })].filter(Boolean).join(" · "),
        );
        set(part(".catch"), { hidden: !canCatch });
        write(part(".catch"), t("catchShort"));
        this.drawPick(part(".pick"), seat);
        const notes = [
            team,
            t("cardCount", { n: cards }),
            isTurn && t("hisTurn"),
            hasUno && t("saidUno"),
            person.away && t("away"),
            state === "offline" && t("offline"),
            (person.kind === "bot" || person.program) && t("isBot"),
            pending && t("pendingOn", { n: pending }),
        ];
        write(part(".unseen"), `${person.name}: ${notes.filter(Boolean).join(", ")}`);
        set(item, {
            "aria-current": isTurn ? "true" : null,
            "data-state": state || null,
            title: person.name,
        });
        item.classList.toggle("turn", isTurn);
        item.classList.toggle("partner", this.board.table.isTeam(seat, this.board.table.me));
        this.drawClock(item, isTurn);
        if (!this.moodTimers.has(seat)) this.rest(seat, isTurn);
    }

    /** "partner", or which team; nothing where everybody plays alone. @param {number} seat */
    teamWords(seat) {
        const { table } = this.board;
        const team = table.teamOf(seat);
        if (team === null) return "";
        return table.isTeam(seat, table.me) ? t("partner") : t("teamNumber", { n: team + 1 });
    }

    /** Who can be picked is pressed where they sit. @param {HTMLElement} button @param {number} seat */
    drawPick(button, seat) {
        const { table } = this.board;
        const verb = pickVerb(table);
        const number = verb ? table.may(verb).indexOf(seat) : -1;
        set(button, { hidden: number < 0 });
        set(button, {
            "data-number": number < 0 ? null : number + 1,
            "aria-label": this.board.nameOf(seat),
        });
    }

    /** @param {HTMLElement} fan @param {number} cards */
    drawFan(fan, cards) {
        const wanted = Math.min(cards, FAN_MAX);
        while (fan.childElementCount > wanted) fan.lastElementChild?.remove();
        while (fan.childElementCount < wanted) fan.append(h("i.tiny"));
    }

    /** @param {HTMLElement} item @param {boolean} isTurn */
    drawClock(item, isTurn) {
        const { now, n, since } = this.board.table;
        const light = /** @type {SVGElement} */ (item.querySelector(".light"));
        const key = isTurn ? `${n}` : "";
        if (item.dataset.clock === key) return;
        item.dataset.clock = key;
        this.lights.get(light)?.cancel();
        const left = (now?.left ?? 0) - (performance.now() - since);
        if (isTurn && left > 0)
            this.lights.set(
                light,
                light.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: RING }], {
                    duration: left,
                    fill: "forwards",
                }),
            );
    }

    /** The face of somebody to whom nothing has just happened. @param {number} seat @param {boolean} isTurn */
    rest(seat, isTurn) {
        const picture = this.elements.get(seat)?.querySelector(".person");
        const cards = this.board.table.now?.counts[seat] ?? 7;
        if (picture)
            setMood(picture, isTurn ? "thinking" : cards === 1 ? "pleased" : cards > 12 ? "crushed" : "calm");
    }

    /** Faces follow what happens. @param {import("./core.js").TableEvent[]} news */
    react(news) {
        for (const event of news)
            for (const [seat, mood] of moodsOf(event, news)) {
                const picture = this.elements.get(seat)?.querySelector(".person");
                if (!picture) continue;
                setMood(picture, mood);
                clearTimeout(this.moodTimers.get(seat));
                this.moodTimers.set(
                    seat,
                    window.setTimeout(() => {
                        this.moodTimers.delete(seat);
                        this.rest(seat, this.board.table.now?.must.includes(seat) ?? false);
                    }, MOOD_MS),
                );
            }
    }

    /** What somebody says rises from the face, and goes. @param {number} seat @param {string} text */
    say(seat, text) {
        const bubble = /** @type {HTMLElement | null} */ (
            this.elements.get(seat)?.querySelector(".saying") ?? null
        );
        if (!bubble) return;
        write(bubble, text);
        bubble.hidden = false;
        // Whoever sits at the edge is read, too.
        bubble.style.marginLeft = "";
        const { left, right } = bubble.getBoundingClientRect();
        const over = right - document.documentElement.clientWidth + EDGE;
        bubble.style.marginLeft = `${Math.max(EDGE - left, Math.min(0, -over))}px`;
        clearTimeout(Number(bubble.dataset.timer));
        bubble.dataset.timer = String(window.setTimeout(() => (bubble.hidden = true), SAYING_MS));
    }

    /** Gives everybody a place; returns what is left for the piles. @param {number} width @param {number} height */
    place(width, height) {
        const others = this.others();
        const places = placeSeats(others.length, width, height, isTv() ? 1.3 : prefs.large ? 1.15 : 1);
        this.list.dataset.shape = places.shape;
        this.list.style.setProperty("--seat-width", `${places.width}px`);
        this.list.style.setProperty("--seat-height", `${places.height}px`);
        this.list.classList.toggle("large", places.height > 140);
        this.list.classList.toggle("small", places.height < 90);
        this.list.classList.toggle("smallest", places.height < 64);
        this.list.classList.toggle("chips", places.height < 54);
        this.spots = places.seats;
        this.moveUp();
        // Nobody slides to the table: only who moves up later does so visibly.
        const { now } = this.board.table;
        if (now) requestAnimationFrame(() => this.list.classList.add("placed"));
        return places.free;
    }

    /** Everybody sits where there is a place. No variables: all of a seat would inherit them, and be styled anew. */
    moveUp() {
        this.others().forEach((seat, index) => {
            const item = this.elements.get(seat);
            const spot = this.spots[index];
            if (item && spot)
                item.style.transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px) translate(-50%, -50%)`;
        });
    }

    /** Where somebody's cards are, beside the face. @param {number} seat */
    cardsBox(seat) {
        return this.elements.get(seat)?.querySelector(".count")?.getBoundingClientRect() ?? null;
    }

    /** The face. @param {number} seat */
    box(seat) {
        return this.elements.get(seat)?.querySelector(".figure")?.getBoundingClientRect() ?? null;
    }
}
