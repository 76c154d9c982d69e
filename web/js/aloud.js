// aloud.js - the table for who listens instead of looking: what happens, in one of three lengths; at once what cannot wait;
// at the end the points, and how long there is. Said in two places that are heard and not seen (board.live, board.urgent).

import { sentences, SPECTATOR } from "./core.js";
import { h } from "./dom.js";
import { asRead } from "./signs.js";
import { prefs } from "./prefs.js";
import { cardName } from "./prompt.js";
import { both, lang, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./core.js").TableEvent} TableEvent */

/** How much is read of what happens: also whose turn it is; that only where it is mine; cards and numbers alone. */
export const LENGTHS = ["full", "usual", "short"];
/** So many sentences stay where they can be gone back to. */
const KEPT = 12;
/** When the table deals by itself, it is said once more this long before, in seconds. */
const LAST_CALL_S = 5;

/** What has been said of the table as it is, so that nothing is said twice.
 * @typedef {{catches: number[], counts: number[], owes: boolean, uno: boolean, jumps: boolean}} Known */
/** @type {WeakMap<Board, Known>} */
const known = new WeakMap();

/** @param {HTMLElement} place @param {Board} board @param {string} text */
function put(place, board, text) {
    if (!text) return;
    place.append(h("p", null, asRead(board.edition, text)));
    while (place.children.length > KEPT) place.firstElementChild?.remove();
}

/** When there is time for it. @param {Board} board @param {string} text */
export function say(board, text) {
    put(board.live, board, text);
    return true;
}

/** At once, over what is being said. @param {Board} board @param {string} text */
export const hail = (board, text) => put(board.urgent, board, text);

/** A move of somebody else in a few words, or null where only a sentence says it. @param {Board} board @param {TableEvent} event */
function inShort(board, { e, seat = -1, card, color, count, uno }) {
    const { edition, table } = board;
    const isMine = seat === table.me;
    const who = board.nameOf(seat);
    if (e === "turn") return isMine ? t("do.turn") : "";
    if (e === "drew" && !isMine) return `${who}: +${count ?? 1}`;
    if (!["played", "jumped"].includes(e) || !card) return null;
    // Whoever lays a card knows which.
    if (isMine) return "";
    const named = edition.cards[card]?.color === null && edition.colors.find((one) => one.id === color);
    const parts = [cardName(edition, card), named && both(named.name), uno && t("uno-said")];
    return `${who}: ${parts.filter(Boolean).join(", ")}`;
}

/** What has happened. @param {Board} board @param {TableEvent[]} news */
export function tellNews(board, news) {
    const { table, edition } = board;
    const length = prefs.speech ?? "usual";
    const lines = sentences(
        edition,
        table.names(),
        news,
        table.me ?? SPECTATOR,
        lang,
        table.spokenTo(),
        table.settings?.house,
    );
    const words = lines.map(({ at, text }) => {
        const event = news[at];
        if (length === "short") return inShort(board, event) ?? text;
        return event.e === "turn" && event.seat !== table.me && length !== "full" ? "" : text;
    });
    say(board, words.filter(Boolean).join(". "));
}

/** Somebody can be caught, UNO is due or can go with the next card, a card can be laid out of turn: with the key for it.
 * @param {Board} board */
export function tellNow(board) {
    const { table } = board;
    const { now, me } = table;
    if (!now || table.stage !== "playing" || table.paused) return void known.delete(board);
    const { catches = [], jumps = [] } = now.legal ?? {};
    const is = {
        catches,
        counts: now.counts,
        owes: me !== null && table.can("says uno"),
        uno: board.canArmUno && table.isMyTurn() && !board.isUnoArmed,
        jumps: jumps.length > 0 && !table.isMyTurn(),
    };
    const was = known.get(board) ?? { catches: [], counts: [], owes: false, uno: false, jumps: false };
    known.set(board, is);
    for (const seat of catches)
        if (!was.catches.includes(seat)) hail(board, `${t("catchIt", { who: board.nameOf(seat) })}: X`);
    if (is.owes && !was.owes) hail(board, `${t("do.owe")}: U`);
    if (is.uno && !was.uno) hail(board, t("aloud.uno"));
    if (is.jumps && !was.jumps) hail(board, `${t("do.jump")} J`);
    now.counts.forEach((count, seat) => {
        if (seat !== me && count === 1 && (was.counts[seat] ?? 1) > 1)
            say(board, `${board.nameOf(seat)}: ${t("cardCount", { n: 1 })}`);
    });
}

/** How a round or a game ended: who won, where everybody stands, and when the table deals by itself.
 * @param {Board} board @param {string} title @param {ReturnType<typeof import("./count.js").ranked>} rows */
export function tellEnd(board, title, rows) {
    const { table, edition, scoring } = board;
    const of = table.settings?.target || edition.target;
    const words = rows.map(({ seat, won, charged, total, cards }) => {
        const gain = won || charged;
        const points = [gain ? `+${gain}` : "", t("end.of", { n: total, of })].filter(Boolean).join(", ");
        return `${seat.name}: ${scoring === "quick" ? t("cardCount", { n: cards.length }) : points}`;
    });
    say(board, [title, ...words].join(". "));
    const { over, now, since } = table;
    const left = () => Math.ceil((since + (now?.left ?? 0) - performance.now()) / 1000);
    const tellWait = () =>
        table.stage === "between" &&
        table.over === over &&
        left() > 0 &&
        say(board, t("nextRoundIn", { n: left() }));
    if (tellWait() && left() > LAST_CALL_S) setTimeout(tellWait, (left() - LAST_CALL_S) * 1000);
}
