// ending.js - the moment between the last card and the result, on the stage of the whole table: the last card grows, the
// lamp swings to who went out, and at the end of a game everybody raises a glass. Whoever cannot wait presses.

import { cardPicture } from "./cards.js";
import { h, svg } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { mayMove, prefs } from "./prefs.js";
import { play } from "./sound.js";
import { THINGS } from "./things.js";
import { lang, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** How long it lasts. */
const ROUND_MS = 2500;
const GAME_MS = 4000;
/** When the lamp has found somebody, and when the glasses meet. */
const LAMP_MS = 500;
const CLINK_MS = 1500;
/** How often it is looked whether the last card has landed. */
const LOOK_MS = 60;
/** How much larger the last card is in the light. */
const GROWN = 1.6;

/** The end that has had its moment @type {any} */
let greeted = null;

/** Whether it was celebrated before the result came. @param {Board} board */
export const wasGreeted = ({ table }) => greeted === table.over;

/** Who has won what was played for, and whether I am among them. @param {Board} board */
export function winners({ table }) {
    const { round = {}, game = null } = table.over ?? {};
    /** @type {number[]} */
    const best = game ?? [round.winner].filter((seat) => typeof seat === "number");
    const isMine = game ? table.me !== null && game.includes(table.me) : table.isTeam(round.winner, table.me);
    return { best, isMine, isGame: Boolean(game) };
}

/** What it is called for a moment. @param {Board} board */
function wordOf(board) {
    const { best, isMine, isGame } = winners(board);
    const names = best.map((seat) => board.nameOf(seat));
    const who = new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
    return t(`end.${isGame ? "toast" : "round"}${isMine ? "Mine" : ""}`, { who });
}

/** The last card that was laid, as it lies. @param {Board} board */
export function lastCard({ table, edition }) {
    const last = [...table.events]
        .reverse()
        .find((event) => event.card && ["played", "jumped", "streamed", "followed"].includes(event.e));
    if (!last?.card) return null;
    const named = last.color ? edition.colors.findIndex((one) => one.id === last.color) : -1;
    return cardPicture(edition, last.card, named < 0 ? null : named);
}

/** A lamp on its cord, and the light it throws. */
const lamp = () =>
    h(
        "div.finale-lamp",
        null,
        h("i.beam"),
        svg(
            "svg",
            { viewBox: "0 0 120 96" },
            svg("path", { d: "M60 -900V30", class: "cord" }),
            svg("path", { d: "M48 30q12-10 24 0l26 44q-38 14-76 0Z", class: "shade" }),
            svg("ellipse", { cx: 60, cy: 76, rx: 37, ry: 9, class: "bulb" }),
        ),
    );

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
    const pile = board.piles.discard.getBoundingClientRect();
    board.restsAt = performance.now() + (best.length ? (isGame ? GAME_MS : ROUND_MS) : 0);
    board.draw();
    if (!isGreeted) return;
    greeted = board.table.over;
    // The result is here when it is wanted.
    void import("./count.js");
    // Drawing was long enough for one task.
    window.setTimeout(() => {
        if (board.root.classList.contains("ending")) greet(board, frame, pile);
    });
}

/** Who sits at the table besides, as they take it. @param {Board} board @param {number[]} best @param {boolean} isGame */
function guests(board, best, isGame) {
    const faces = facesFor(board.table.seats);
    const others = board.table.seats
        .map((seat, index) => ({ seat, index }))
        .filter(({ seat, index }) => seat.kind !== "free" && !best.includes(index));
    return h(
        "div.finale-guests",
        null,
        others.map(({ index }, place) => {
            const glass = h("span.glass", null, svg("svg", { viewBox: "24 10 52 84" }, THINGS.glass()));
            const lean = place < (others.length - 1) / 2 ? 1 : -1;
            glass.style.setProperty("--lean", `${lean * 16}deg`);
            return h(
                "span.guest",
                null,
                h("span.figure", null, facePicture(faces[index], isGame ? "pleased" : "alarmed")),
                isGame ? glass : null,
            );
        }),
    );
}

/** The card, the lamp, the face, the word, the glasses. @param {Board} board @param {DOMRect} frame @param {DOMRect} pile */
function greet(board, frame, pile) {
    const { best, isMine, isGame } = winners(board);
    const { layer } = board.moments;
    const faces = facesFor(board.table.seats);
    const picture = lastCard(board);
    const card = h("div.finale-card", null, picture);
    card.style.setProperty("--card", `${pile.width}px`);
    card.style.left = `${pile.left - frame.left}px`;
    card.style.top = `${pile.top - frame.top}px`;
    const dark = h("div.dusk");
    const stage = h(
        "div.finale",
        null,
        lamp(),
        h(
            "div.finale-faces",
            null,
            best.map((seat) => h("span.figure", null, facePicture(faces[seat], "laughing"))),
        ),
        h("p.toast-word", null, wordOf(board)),
        guests(board, best, isGame),
    );
    stage.classList.toggle("mine", isMine);
    stage.classList.toggle("game", isGame);
    layer.append(dark, stage, card);
    // The card rises first, and lies beside the one who laid it when the light is there.
    const x = frame.width / 2 - (pile.left - frame.left + pile.width / 2);
    const y = frame.height * 0.32 - (pile.top - frame.top + pile.height / 2);
    const aside = Math.min(frame.width * 0.3, 210);
    card.animate(
        [
            { transform: "none", easing: "cubic-bezier(.2, 1.4, .4, 1)" },
            { transform: `scale(${GROWN}) rotate(-3deg)`, offset: 0.35 },
            { transform: `scale(${GROWN}) rotate(-3deg)`, offset: 0.5, easing: "ease-in-out" },
            { transform: `translate(${x + aside}px, ${y}px) scale(1.1) rotate(11deg)` },
        ],
        { duration: 2 * LAMP_MS, fill: "both" },
    );
    board.moments.after(LAMP_MS, () => play(isMine ? "win" : "lose"));
    if (isMine && mayMove() && prefs.shake !== false && !prefs.mute) navigator.vibrate?.([40, 60, 120]);
    if (isGame) board.moments.after(CLINK_MS, () => play("clink"));
}
