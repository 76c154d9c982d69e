// weight.js - what makes a moment heavy: size, a shake of the table, the look of whom it happens to. Nothing waits for it:
// all of it lies above the table, is gone by itself, and without motion the words alone are there.

import { cardPicture, suitClass } from "./cards.js";
import { h, svg } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { mayMove } from "./prefs.js";
import { play } from "./sound.js";
import { placeThings } from "./things.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./core.js").TableEvent} TableEvent */
/** @typedef {import("./moments.js").Moment} Moment */
/** Where and on what: the board, the moment, its word, the place it belongs to, how large a card of the piles is, and the layer.
 * @typedef {{board: Board, moment: Moment, word: HTMLElement, box: DOMRect, pile: number, layer: DOMRect}} Stage */

const SHAKE_MS = 120;
const LOOK_MS = 460;
const LOOK_APART_MS = 40;
const FREEZE_MS = 80;
const WATCH_MS = 1300;
/** How far an eye goes, in the units of a face. */
const EYES = 2.6;
/** So many backs are poured at most. */
const PLATES_MAX = 8;
/** From a face to what it says, and how large a word may be. */
const BESIDE = 96;
const HALF_WORD = 92;

/** The table is struck. @param {Board} board */
export function shake({ arena }) {
    if (!mayMove()) return;
    const at = [
        [0, 0],
        [-3, 2],
        [3, -2],
        [-2, -1],
        [0, 0],
    ];
    arena.animate(
        at.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
        { duration: SHAKE_MS },
    );
}

/** The figure of a seat, mine too. @param {Board} board @param {number} [seat] @returns {HTMLElement | null} */
const figureOf = ({ table, bar, seats }, seat = -1) =>
    seat === table.me ? bar.figure : (seats.elements.get(seat)?.querySelector(".figure") ?? null);

/** @param {Element | null} figure */
const shrug = (figure) =>
    mayMove() &&
    figure?.animate(
        [
            { transform: "none" },
            { transform: "translateY(-7px) rotate(-5deg)", offset: 0.3 },
            { transform: "translateY(-5px) rotate(5deg)", offset: 0.6 },
            { transform: "none" },
        ],
        { duration: LOOK_MS, delay: 260, easing: "ease-in-out" },
    );

/** The middle of what was laid, in the layer. @param {Stage} stage */
function onPile({ board, layer, word }) {
    const { left, top, width, height } = board.piles.discard.getBoundingClientRect();
    word.style.left = `${left + width / 2 - layer.left}px`;
    word.style.top = `${top + height / 2 - layer.top}px`;
}

/** All of it is on the screen. @param {Stage} stage @param {number} half */
function inside({ word, layer }, half) {
    const y = Number.parseFloat(word.style.top);
    word.style.top = `${Math.max(half, Math.min(layer.height - half, y))}px`;
    const x = Number.parseFloat(word.style.left);
    word.style.left = `${Math.max(half, Math.min(layer.width - half, x))}px`;
}

/** A petal for each colour, opening around a card. @param {Stage} stage */
function bloom(stage) {
    const { board, moment, word, pile } = stage;
    const { edition } = board;
    // In the middle of the table; from there it goes to where it lies.
    const piles = board.piles.element.getBoundingClientRect();
    onPile(stage);
    const lies = Number.parseFloat(word.style.left);
    word.style.left = `${piles.left + piles.width / 2 - stage.layer.left}px`;
    word.style.setProperty("--dx", `${lies - Number.parseFloat(word.style.left)}px`);
    word.style.setProperty("--pile", `${pile}px`);
    const named = edition.colors.findIndex(({ id }) => id === moment.suit);
    word.prepend(
        ...petals(edition, (index) => h("i", { class: `petal ${suitClass(edition, index)}` })),
        h("span.grown", null, cardPicture(edition, moment.event?.card ?? null, named < 0 ? null : named)),
    );
    word.children[named]?.classList.add("chosen");
    return [];
}

/** Things in a wreath, one for each colour. @template {HTMLElement} T @param {import("./core.js").Edition} edition @param {(index: number) => T} make */
export const petals = (edition, make) =>
    edition.colors.map((_, index) => {
        const petal = make(index);
        petal.style.setProperty("--turn", `${(index * 360) / edition.colors.length}deg`);
        return petal;
    });

/** Backs fall on whom it meets, one by one, and the number on top of them. @param {Stage} stage */
function plates({ board, moment, word, pile }) {
    const count = Math.min(PLATES_MAX, Number(moment.text.slice(1)));
    word.style.setProperty("--pile", `${Math.max(40, pile * 0.75)}px`);
    word.prepend(
        ...Array.from({ length: count }, (_, index) => {
            const plate = h("i.plate", null, cardPicture(board.edition, null));
            plate.style.setProperty("--turn", `${(index - (count - 1) / 2) * (count > 4 ? 9 : 13)}deg`);
            plate.style.animationDelay = `${index * 55}ms`;
            return plate;
        }),
    );
    shake(board);
    if (count > 2) play("thud");
    return [];
}

/** A bar as one would draw it by hand falls before the face. @param {Stage} stage */
function bar(stage) {
    const { board, moment, word } = stage;
    word.replaceChildren(
        svg(
            "svg",
            { viewBox: "0 0 100 100" },
            ["edge", "line"].map((part) =>
                svg("path", {
                    d: "M71 17C49 3 19 14 12 41s8 45 34 48 45-14 43-41C88 33 82 23 71 17 62 38 44 62 29 84",
                    pathLength: 1,
                    class: `bar-${part}`,
                }),
            ),
        ),
    );
    inside(stage, Math.min(48, innerWidth / 10));
    shrug(figureOf(board, moment.seat));
    return [];
}

/** Everybody looks the other way, and two large arrows run round. @param {Stage} stage */
function turn({ board, word, pile }) {
    word.style.setProperty("--pile", `${pile}px`);
    word.replaceChildren(
        svg(
            "svg",
            { viewBox: "0 0 200 120" },
            svg("path", { d: "M16 44C34 10 120-4 168 26M184 76C166 110 80 124 32 94", class: "turn-line" }),
            svg("path", { d: "M184 42 150 36 172 8ZM16 78 50 84 28 112Z", class: "turn-head" }),
        ),
    );
    word.classList.toggle("right", board.table.now?.dir === "right");
    if (mayMove())
        [...board.seats.others(), board.table.me ?? -1].forEach((seat, index) =>
            figureOf(board, seat)?.animate(
                [
                    { transform: "rotateY(0)" },
                    { transform: "rotateY(180deg)" },
                    { transform: "rotateY(360deg)" },
                ],
                { duration: LOOK_MS, delay: index * LOOK_APART_MS, easing: "ease-in-out" },
            ),
        );
    return [];
}

/** Whoever has hands to look at follows them with their eyes: to who gives, then to who takes; where all are passed on, to
 * whom one's own goes, then to whose comes. @param {Board} board @param {TableEvent[]} news */
function watch(board, news) {
    const event = news.find((one) => one.e === "swapped" || one.e === "passed-hands");
    if (!event || !mayMove()) return;
    const { me, now, seats } = board.table;
    const step = now?.dir === "right" ? seats.length - 1 : 1;
    const middles = seats.map((_, seat) => {
        const box = figureOf(board, seat)?.getBoundingClientRect();
        return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    });
    seats.forEach((_, seat) => {
        const from = middles[seat];
        const ends =
            event.e === "swapped"
                ? [event.seat ?? -1, event.to ?? -1]
                : [seat + step, seat + seats.length - step].map((one) => one % seats.length);
        if (!from) return;
        const looks = ends.map((end) => {
            const { x, y } = middles[end] ?? from;
            const far = Math.hypot(x - from.x, y - from.y);
            // Whose it is looks down at the own hand, or up from it.
            const [dx, dy] = far ? [(x - from.x) / far, (y - from.y) / far] : [0, seat === me ? -1 : 1];
            return `translate(${(dx * EYES).toFixed(2)}px, ${(dy * EYES).toFixed(2)}px)`;
        });
        for (const eye of figureOf(board, seat)?.querySelectorAll(".f-eye") ?? [])
            eye.animate(
                [
                    { transform: "none" },
                    { transform: looks[0], offset: 0.2 },
                    { transform: looks[0], offset: 0.4 },
                    { transform: looks[1], offset: 0.7 },
                    { transform: looks[1], offset: 0.85 },
                    { transform: "none" },
                ],
                { duration: WATCH_MS, easing: "ease-in-out" },
            );
    });
}

/** What happens at a table that has its cards: what stands at the rim may come, too. @param {Board} board @param {TableEvent[]} news */
export function attend(board, news) {
    placeThings(board.things, board.edition.id);
    watch(board, news);
}

/** Said beside the face, toward the middle of the table. @param {Stage} stage */
function say(stage) {
    const { board, moment, word, box, layer } = stage;
    if (moment.seat === board.table.me) return [];
    const x = box.left + box.width / 2 - layer.left;
    const isLeft = x <= layer.width / 2 + 1;
    word.classList.add(isLeft ? "from-left" : "from-right");
    const side = Math.min(BESIDE + box.width / 2, layer.width / 2.6) * (isLeft ? 1 : -1);
    word.style.left = `${Math.max(HALF_WORD, Math.min(layer.width - HALF_WORD, x + side))}px`;
    inside(stage, 40);
    return [];
}

/** A lamp swings over who has forgotten it. @param {Stage} stage */
function light({ board, box, layer, moment }) {
    const beam = h("i.beam-swing");
    beam.style.left = `${box.left + box.width / 2 - layer.left}px`;
    beam.style.height = `${box.bottom - layer.top + 340}px`;
    board.moments.layer.prepend(beam);
    shrug(figureOf(board, moment.seat));
    return [beam];
}

/** Both faces large, the hand open between them for who may see it, the verdict stamped on it. @param {Stage} stage */
function trial({ board, moment, word }) {
    const { event, news = [] } = moment;
    const isBluff = event?.e === "guilty";
    const doubter = isBluff ? news.find((one) => one.e === "challenged")?.seat : Number(event?.to);
    const faces = facesFor(board.table.seats);
    const thrower = event?.seat ?? -1;
    const cards = news.filter((one) => one.e === "shown" && one.card).map((one) => one.card ?? null);
    const hand = cards.length ? cards : Array(Math.min(7, board.table.now?.counts[thrower] ?? 0)).fill(null);
    const figure = (/** @type {number} */ seat, /** @type {boolean} */ isRight) =>
        h("span.figure", null, facePicture(faces[seat], isRight ? "laughing" : "crushed"));
    const open = hand.map((card, index) => {
        const one = h("i.plate", null, cardPicture(board.edition, card));
        one.style.setProperty(
            "--turn",
            `${((index - (hand.length - 1) / 2) * 60) / Math.max(4, hand.length)}deg`,
        );
        one.style.animationDelay = `${index * 30}ms`;
        return one;
    });
    word.prepend(
        ...(doubter === undefined || faces[doubter] === undefined ? [] : [figure(doubter, isBluff)]),
        h("span.open-hand", null, open),
        figure(thrower, !isBluff),
    );
    shake(board);
    return [];
}

/** From the side, and for a moment everything stands still. @param {Stage} stage */
function jump(stage) {
    const { board, word, box, layer } = stage;
    const piles = board.piles.element.getBoundingClientRect();
    const streak = h("i.streak");
    const dx = piles.left + piles.width / 2 - box.left - box.width / 2;
    const dy = piles.top + piles.height / 2 - box.top - box.height / 2;
    streak.style.left = `${box.left + box.width / 2 - layer.left}px`;
    streak.style.top = `${box.top + box.height / 2 - layer.top}px`;
    streak.style.width = `${Math.hypot(dx, dy)}px`;
    streak.style.rotate = `${Math.atan2(dy, dx)}rad`;
    board.moments.layer.prepend(streak);
    onPile(stage);
    word.style.top = `${Number.parseFloat(word.style.top) - piles.height * 0.8}px`;
    inside(stage, 34);
    const held = mayMove() ? document.getAnimations().filter((one) => one.playState === "running") : [];
    for (const one of held) one.pause();
    if (held.length)
        window.setTimeout(() => held.forEach((one) => one.playState === "paused" && one.play()), FREEZE_MS);
    return [streak];
}

/** @type {Record<string, (stage: Stage) => HTMLElement[]>} */
const WEIGHTS = {
    pending: plates,
    took: plates,
    skipped: bar,
    "turn-lost": bar,
    reversed: turn,
    "said-uno": say,
    caught: light,
    guilty: trial,
    innocent: trial,
    jumped: jump,
};

/**
 * Gives a moment its weight. What it adds beside the word goes with the word.
 * @param {Board} board @param {Moment} moment @param {HTMLElement} word @param {DOMRect} box of whom it is about
 */
export function weigh(board, moment, word, box) {
    const run =
        moment.kind === "color" ? bloom : moment.kind === "uno" ? say : WEIGHTS[moment.event?.e ?? ""];
    if (!run) return [];
    const pile = board.piles.discard.getBoundingClientRect().width || 60;
    const layer = board.moments.layer.getBoundingClientRect();
    word.classList.add("heavy");
    return [word, ...run({ board, moment, word, box, pile, layer })];
}
