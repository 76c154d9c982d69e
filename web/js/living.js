// living.js - the table behind the two doors of the first page: regulars who play a slow round, by the rules and not by
// a film. It runs in a copy of the core of its own, so that it gets in nobody's way; it holds still where nothing may move
// and on a machine for which it is too much, and rests while nobody looks.

import { suitClass, wholeCard } from "./cards.js";
import { editionOf, isOwn, load, played } from "./core.js";
import { pause, svg } from "./dom.js";
import { facePicture, facesFor, moodsOf, setMood } from "./faces.js";
import { mayMove } from "./prefs.js";
import { bringTo } from "./records.js";
import { Room } from "./room.js";
import { Table } from "./table.js";

/** Who may sit there: those who play for the house. */
const PEOPLE = [
    "Lola",
    "Paco",
    "Rosa",
    "Chema",
    "Inés",
    "Nacho",
    "Pilar",
    "Hugo",
    "Vera",
    "Noa",
    "Tomás",
    "Maite",
];
const SEATS = 4;
/** How long whoever is played by hints thinks, and how long a round that is over is looked at. */
const THINK_MS = 1500;
const REST_MS = 4200;
/** A machine on which dealing takes longer than this looks at a still. */
const SLOW_MS = 120;
const FLIGHT_MS = 460;
const MOOD_MS = 1800;

/** Where they sit, and where their cards lie. */
const PLACES = [
    { x: 88, y: 118, card: [150, 196], turn: 62 },
    { x: 232, y: 76, card: [256, 150], turn: 14 },
    { x: 408, y: 76, card: [384, 150], turn: -14 },
    { x: 552, y: 118, card: [490, 196], turn: -62 },
];
const PILE = [282, 214];
const DISCARD = [352, 214];
const FACE = 92;
const CARD = 0.46;
const FAN_MAX = 8;

/** @param {number[]} at @param {number} turn @param {number} [scale] */
const placed = ([x, y], turn, scale = CARD) =>
    `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale}, ${(scale * 0.86).toFixed(2)})`;

const back = () =>
    svg(
        "g",
        null,
        svg("rect", { x: -49, y: -69, width: 98, height: 138, rx: 11, class: "c-back" }),
        svg("rect", { x: -42, y: -62, width: 84, height: 124, rx: 7, class: "c-back-line" }),
    );

/** Light that fades. @param {string} tag @param {string} id @param {Record<string, number>} how */
const shade = (tag, id, how) =>
    svg(
        tag,
        { id, ...how },
        svg("stop", { offset: 0, class: "door-bright" }),
        svg("stop", { offset: 1, class: "door-dim" }),
    );

/** How a card came to lie: not two alike, and always the same. @param {number} n */
const lies = (n) => ((n * 47) % 23) - 11;

class Living {
    /** @param {HTMLElement} box @param {string} edition */
    constructor(box, edition) {
        this.box = box;
        this.edition = editionOf(edition);
        this.isOpen = true;
        this.isResting = false;
        this.timer = 0;
        this.thinks = 0;
        this.laid = 0;
        /** @type {Set<ReturnType<typeof setTimeout>>} */
        this.later = new Set();
        this.onLook = () => (document.hidden ? this.rest() : this.wake());
    }

    /** @param {() => void} run @param {number} ms */
    after(run, ms) {
        const timer = setTimeout(() => {
            this.later.delete(timer);
            if (this.isOpen) run();
        }, ms);
        this.later.add(timer);
    }

    async begin() {
        /** @type {string[]} */
        this.said = [];
        const core = await load(played().module, {
            send: (json) => void this.said?.push(json),
            journal: () => {},
        });
        const room = new Room(core);
        this.room = room;
        this.people = [...PEOPLE].sort(() => Math.random() - 0.5).slice(0, SEATS);
        this.table = new Table();
        this.table.source = { send: (message) => this.give({ ...message }), close() {} };
        this.table.listen((_, news) => this.show(news));
        await pause();
        const began = performance.now();
        if (isOwn(this.edition.id)) bringTo(core, this.edition.id);
        const settings = {
            edition: this.edition.id,
            house: [],
            scoring: "quick",
            seats: SEATS,
            bots: "casual",
            pace: "slow",
            hints: true,
        };
        if (room.open(settings) || !this.isOpen) return;
        await pause();
        room.sit(this.people[0]);
        this.table.take({ t: "welcome", table: "door", seat: 0, time: Date.now() });
        for (let seat = 1; seat < SEATS; seat++) this.give({ t: "bot", seat, level: "casual" }, false);
        this.give({ t: "agree", rules: 1 }, false);
        await pause();
        this.give({ t: "start" }, false);
        const took = performance.now() - began;
        await pause();
        if (!this.isOpen) return;
        this.said = [];
        this.table.take(room.table());
        this.draw();
        this.isStill = !mayMove() || took > SLOW_MS;
        this.box.dataset.living = this.isStill ? "still" : "moves";
        if (this.isStill) return;
        document.addEventListener("visibilitychange", this.onLook);
        this.settle();
    }

    /** A message, as from the one who is played by hints. @param {any} message @param {boolean} [isCommand] */
    give(message, isCommand = true) {
        this.room?.do(message, isCommand);
        if (isCommand) this.settle();
    }

    /** Hears what was said, and sets the clock for what comes next. */
    settle() {
        const { room } = this;
        if (!this.isOpen || this.isResting || !room) return;
        while (this.said?.length) this.table?.take(JSON.parse(this.said.shift() ?? ""));
        clearTimeout(this.timer);
        if (this.table?.isMyTurn()) this.think();
        const deadline = room.deadline();
        if (deadline < 0) return;
        this.timer = window.setTimeout(
            () => {
                room.tick();
                room.think();
                this.settle();
            },
            Math.max(60, Math.min(deadline - Date.now(), 60000)),
        );
    }

    /** The seat of the page is played by what a bot would do there. */
    think() {
        const { table } = this;
        if (!table || this.thinks === table.n) return;
        this.thinks = table.n;
        this.after(() => {
            if (this.isResting || !table.isMyTurn()) return void (this.thinks = 0);
            table.send({ t: "hint" }).then(
                ({ do: what = "" }) => table.act(what).catch(() => {}),
                () => {},
            );
        }, THINK_MS);
    }

    // ---- what is to be seen ----

    draw() {
        const faces = facesFor((this.people ?? []).map((name) => ({ name, kind: "bot" })));
        this.faces = faces.map((face, seat) => {
            const picture = facePicture(face);
            const { x, y } = PLACES[seat];
            for (const [key, value] of Object.entries({
                x: x - FACE / 2,
                y: y - FACE / 2,
                width: FACE,
                height: FACE,
            }))
                picture.setAttribute(key, String(value));
            return picture;
        });
        this.hands = PLACES.map(() => svg("g"));
        this.words = svg("g");
        this.glow = svg(
            "g",
            null,
            shade("radialGradient", "door-light", { cx: 0.5, cy: 0.5, r: 0.5 }),
            svg("ellipse", { cx: 320, cy: 212, rx: 286, ry: 84, fill: "url(#door-light)" }),
        );
        this.pile = svg("g");
        this.top = svg("g");
        this.air = svg("g");
        this.box.replaceChildren(
            svg(
                "svg",
                { viewBox: "0 -4 640 332", class: "living" },
                shade("linearGradient", "door-fall", { x1: 0, x2: 0, y1: 0, y2: 1 }),
                shade("radialGradient", "door-air", { cx: 0.5, cy: 0.5, r: 0.5 }),
                // Whose hair is dark is seen against the light.
                svg("ellipse", {
                    cx: 320,
                    cy: 116,
                    rx: 330,
                    ry: 118,
                    fill: "url(#door-air)",
                    class: "door-air",
                }),
                svg("path", {
                    d: "M317 34h6V190h-6ZM150 44Q320-40 490 44q-28-14-57 0-28-14-56 0-29-14-57 0-28-14-57 0-28-14-56 0-29-14-57 0Z",
                    class: "door-parasol",
                }),
                svg("path", { d: "M290 24h60l170 180H120Z", fill: "url(#door-fall)", class: "door-beam" }),
                svg("path", { d: "M320-4V14M296 26q4-14 24-14t24 14Z", class: "door-lamp" }),
                this.faces,
                svg("ellipse", { cx: 320, cy: 224, rx: 304, ry: 96, class: "door-wood" }),
                svg("ellipse", { cx: 320, cy: 214, rx: 294, ry: 88, class: "door-cloth" }),
                this.glow,
                svg("path", { d: "M232 328v-22q0-24 88-24t88 24v22Z", class: "door-chair" }),
                svg("path", { d: "M262 328v-34M320 328v-40M378 328v-34", class: "door-rails" }),
                this.hands,
                this.pile,
                this.top,
                this.air,
                this.words,
            ),
        );
        const { now } = this.table ?? {};
        if (!now) return;
        for (let at = 0; at < 3; at++)
            this.pile.append(this.lay(back(), [PILE[0] - at * 2, PILE[1] - at * 3], 4));
        this.layTop(now.top);
        this.count();
    }

    /** @param {SVGElement} one @param {number[]} at @param {number} turn @param {number} [scale] */
    lay(one, at, turn, scale) {
        one.style.transform = placed(at, turn, scale);
        return one;
    }

    /** @param {string} code */
    face(code) {
        const card = svg("g", null, wholeCard(this.edition, code));
        card.firstElementChild?.setAttribute("transform", "translate(-50 -70)");
        return card;
    }

    /** @param {string} code */
    layTop(code) {
        this.top?.append(this.lay(this.face(code), DISCARD, lies(++this.laid)));
        while ((this.top?.childElementCount ?? 0) > 3) this.top?.firstElementChild?.remove();
        const color = this.edition.colors.findIndex(({ id }) => id === this.table?.now?.color);
        this.glow?.setAttribute("class", color < 0 ? "" : suitClass(this.edition, color));
    }

    /** The fans as they are now. */
    count() {
        const { now } = this.table ?? {};
        PLACES.forEach(({ card: [x, y], turn }, seat) => {
            const hand = this.hands?.[seat];
            const count = Math.min(FAN_MAX, now?.counts[seat] ?? 0);
            if (!hand || hand.childElementCount === count) return;
            hand.replaceChildren(
                ...Array.from({ length: count }, (_, at) => {
                    const off = at - (count - 1) / 2;
                    const slant = (turn * Math.PI) / 180;
                    const place = [x + off * 9 * Math.cos(slant), y + off * 9 * Math.sin(slant)];
                    return this.lay(back(), place, turn + off * 5, 0.25);
                }),
            );
        });
    }

    /** @param {SVGElement} one @param {number[]} from @param {number[]} to @param {number} turn @param {() => void} landed
     * @param {number} wait */
    fly(one, from, to, turn, landed, wait) {
        this.after(() => {
            this.air?.append(this.lay(one, from, turn, 0.3));
            const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 26];
            const flight = one.animate(
                [
                    { transform: placed(from, turn - 40, 0.28) },
                    { transform: placed(middle, turn - 14, CARD * 1.06) },
                    { transform: placed(to, turn) },
                ],
                { duration: FLIGHT_MS, easing: "cubic-bezier(.3,.1,.3,1)" },
            );
            flight.onfinish = () => {
                one.remove();
                if (this.isOpen) landed();
            };
        }, wait);
    }

    /** @param {import("./core.js").TableEvent[]} news */
    show(news) {
        const { table, faces } = this;
        if (!faces || !table) return;
        let wait = 0;
        for (const event of news) {
            const { e, seat = -1, card } = event;
            const place = PLACES[seat];
            if (place && card && ["played", "jumped"].includes(e)) {
                this.fly(
                    this.face(card),
                    place.card,
                    DISCARD,
                    lies(this.laid + 1),
                    () => {
                        this.layTop(card);
                        this.count();
                    },
                    wait,
                );
                if (event.uno) this.say(seat);
                wait += 120;
            } else if (place && e === "drew") {
                this.fly(back(), PILE, place.card, place.turn, () => this.count(), wait);
                wait += 110;
            }
            for (const [who, mood] of moodsOf(event, news)) {
                const face = faces[who];
                if (!face) continue;
                setMood(face, mood);
                this.after(() => setMood(face, "calm"), MOOD_MS);
            }
        }
        const turn = table.now?.must[0] ?? -1;
        faces.forEach((face, seat) => face.classList.toggle("is-turn", seat === turn));
        if (table.over && !this.isOver) {
            this.isOver = true;
            this.after(() => this.again(), REST_MS);
        }
    }

    /** @param {number} seat */
    say(seat) {
        const { x, y } = PLACES[seat];
        const word = svg(
            "g",
            { class: "door-uno", transform: `translate(${x + (x < 320 ? 58 : -58)} ${y - 34})` },
            svg("rect", { x: -34, y: -17, width: 68, height: 32, rx: 16 }),
            svg("text", { y: 7, "text-anchor": "middle" }, "UNO"),
        );
        this.words?.append(word);
        this.after(() => word.remove(), MOOD_MS);
    }

    /** Another round, with others. */
    again() {
        this.stop();
        if (!this.box.isConnected) return;
        this.isOpen = true;
        this.isOver = false;
        this.thinks = 0;
        void this.begin();
    }

    rest() {
        this.isResting = true;
        clearTimeout(this.timer);
    }

    wake() {
        if (!this.isResting || this.isStill || !this.isOpen) return;
        this.isResting = false;
        this.thinks = 0;
        this.settle();
    }

    stop() {
        this.isOpen = false;
        clearTimeout(this.timer);
        for (const timer of this.later) clearTimeout(timer);
        this.later.clear();
        document.removeEventListener("visibilitychange", this.onLook);
    }
}

/** Fills a box with such a table. @param {HTMLElement} box @param {string} edition */
export function liveIn(box, edition) {
    const living = new Living(box, edition);
    void living.begin();
    return living;
}
