// ending.js - the moment between the last card and the result. The table goes quiet, the lamp finds who went out,
// and at the end of a game everybody raises a glass. Whoever cannot wait presses.

import { h, svg } from "./dom.js";
import { setMood } from "./faces.js";
import { mayMove, prefs } from "./prefs.js";
import { play, SOUNDS, tone } from "./sound.js";
import { THINGS } from "./things.js";
import { lang, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** How long it lasts. */
const ROUND_MS = 1500;
const GAME_MS = 2600;
/** When the glasses meet. */
const CLINK_MS = 1150;
/** How often it is looked whether the last card has landed. */
const LOOK_MS = 60;
/** How far from the middle of the piles they meet, in parts of the piles' size. */
const MEET = 0.36;
/** Between the word and what is above it. */
const WORD_PX = 32;

SOUNDS.win = () => [523, 659, 784, 1047].forEach((hz, i) => tone(hz, i * 0.12, 0.45, "triangle", 0.14));
SOUNDS.lose = () => [392, 349, 330].forEach((hz, i) => tone(hz, i * 0.16, 0.3, "sine", 0.12));
SOUNDS.clink = () => {
    for (const [hz, at] of [
        [2093, 0],
        [2637, 0.03],
        [3520, 0.05],
    ])
        tone(hz, at, 0.5, "sine", 0.06);
};

/** The end that has had its moment @type {any} */
let greeted = null;

/** Whether it was celebrated before the result came. @param {Board} board */
export const wasGreeted = ({ table }) => greeted === table.over;

/** Who has won what was played for, and whether I am among them. @param {Board} board */
export function winners({ table }) {
    const { round = {}, game = null } = table.over ?? {};
    /** @type {number[]} */
    const best = game ?? [round.winner].filter((seat) => typeof seat === "number");
    const isMine = game ? game.includes(table.me) : table.isTeam(round.winner, table.me);
    return { best, isMine, isGame: Boolean(game) };
}

/** Where somebody sits. @param {Board} board @param {number} seat */
function placeOf({ table, bar, seats }, seat) {
    const box = seat === table.me ? bar.box() : seats.box(seat);
    return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

/** What it is called for a moment. @param {Board} board */
function wordOf(board) {
    const { best, isMine, isGame } = winners(board);
    const names = best.map((seat) => board.nameOf(seat));
    const who = new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
    return t(`end.${isGame ? "toast" : "round"}${isMine ? "Mine" : ""}`, { who });
}

/** @param {Board} board @param {{x: number, y: number}} from @param {DOMRect} piles @param {DOMRect} layer */
function raiseGlass(board, from, piles, layer) {
    const middle = {
        x: piles.left + piles.width / 2,
        y: piles.top + piles.height / 2,
    };
    const angle = Math.atan2(from.y - middle.y, from.x - middle.x);
    const meet = {
        x: middle.x + Math.cos(angle) * piles.width * MEET,
        y: middle.y + Math.sin(angle) * piles.height * MEET,
    };
    const glass = h("span.glass", null, svg("svg", { viewBox: "24 10 52 84" }, THINGS.glass()));
    const lean = Math.cos(angle) > 0 ? -1 : 1;
    const at = (/** @type {{x: number, y: number}} */ { x, y }, /** @type {number} */ turn, scale = 1) =>
        `translate(${(x - layer.left).toFixed(1)}px, ${(y - layer.top).toFixed(1)}px) translate(-50%, -50%) rotate(${turn * lean}deg) scale(${scale})`;
    const near = {
        x: meet.x + Math.cos(angle) * 26,
        y: meet.y + Math.sin(angle) * 26,
    };
    board.moments.layer.append(glass);
    glass.animate(
        [
            { transform: at(from, 0, 0.6), opacity: 0, offset: 0 },
            {
                transform: at(from, 0, 1),
                opacity: 1,
                offset: 0.12,
                easing: "ease-in-out",
            },
            { transform: at(near, -6), offset: 0.42, easing: "ease-in" },
            { transform: at(meet, 14), offset: 0.5, easing: "ease-out" },
            { transform: at(near, 4), offset: 0.62 },
            { transform: at(near, 0), opacity: 1, offset: 0.92 },
            { transform: at(near, 0), opacity: 0, offset: 1 },
        ],
        { duration: CLINK_MS * 2, fill: "both" },
    );
}

/** As soon as the last card lies on the pile, and what was drawn just now is on the screen. @param {Board} board */
export function end(board) {
    window.setTimeout(() => {
        if (!board.root.classList.contains("ending")) return;
        if (board.piles.awaited) end(board);
        else celebrate(board);
    }, LOOK_MS);
}

/** @param {Board} board */
function celebrate(board) {
    const { best, isGame } = winners(board);
    const { layer } = board.moments;
    const isGreeted = best.length > 0 && layer.isConnected;
    // Measured before anything is changed: nothing moves aside for it.
    const frame = layer.getBoundingClientRect();
    const piles = board.piles.element.getBoundingClientRect();
    const lit = (isGreeted && placeOf(board, best[0])) || {
        x: frame.left + frame.width / 2,
        y: frame.bottom,
    };
    const froms = board.table.seats.map((_, seat) => (isGame ? placeOf(board, seat) : null));
    board.restsAt = performance.now() + (best.length ? (isGame ? GAME_MS : ROUND_MS) : 0);
    board.draw();
    if (!isGreeted) return;
    greeted = board.table.over;
    // The result is here when it is wanted.
    void import("./count.js");
    // Drawing was long enough for one task.
    window.setTimeout(() => {
        if (board.root.classList.contains("ending")) greet(board, { frame, piles, lit, froms });
    });
}

/**
 * The lamp, the word, faces and glasses. @param {Board} board
 * @param {{frame: DOMRect, piles: DOMRect, lit: {x: number, y: number}, froms: ({x: number, y: number} | null)[]}} places
 */
function greet(board, { frame, piles, lit, froms }) {
    const { best, isMine, isGame } = winners(board);
    const { layer } = board.moments;
    const dark = h("div.dusk");
    dark.style.setProperty("--x", `${lit.x - frame.left}px`);
    dark.style.setProperty("--y", `${lit.y - frame.top}px`);
    dark.style.setProperty("--px", `${piles.left + piles.width / 2 - frame.left}px`);
    dark.style.setProperty("--py", `${piles.top + piles.height / 2 - frame.top}px`);
    const word = h("p.toast-word", null, wordOf(board));
    word.style.top = `${Math.min(piles.bottom + WORD_PX, frame.bottom - WORD_PX) - frame.top}px`;
    layer.append(dark, word);
    layer.classList.toggle("won", isMine);
    board.table.seats.forEach((_, seat) => {
        const picture =
            seat === board.table.me
                ? board.bar.figure.firstElementChild
                : board.seats.elements.get(seat)?.querySelector(".person");
        if (picture) setMood(picture, best.includes(seat) ? "laughing" : isGame ? "pleased" : "alarmed");
        const from = froms[seat];
        if (from) raiseGlass(board, from, piles, frame);
    });
    play(isMine ? "win" : "lose");
    if (isMine && mayMove() && !prefs.mute) navigator.vibrate?.([40, 60, 120]);
    if (isGame) board.moments.after(CLINK_MS, () => play("clink"));
}
