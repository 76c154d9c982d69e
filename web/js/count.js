// count.js - the end of a round or a game: who has won, all hands, counted card by card, and how to go on.

import { h, refill } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const CARD_MS = 60;
const ALL_CARDS_MS = 2400;

/** Who has won what. @param {Board} board */
function titleOf({ table }) {
    const { round = {}, game = null } = table.over;
    const name = (/** @type {number} */ seat) => table.seats[seat]?.name ?? "";
    if (game?.length > 1) return t("gameShared", { who: game.map(name).join(", ") });
    if (game) return game[0] === table.me ? t("gameMine") : t("gameWon", { who: name(game[0]) });
    if (round.winner === null || round.winner === undefined) return t("roundVoid");
    return round.winner === table.me ? t("roundMine") : t("roundWon", { who: name(round.winner) });
}

/**
 * @param {Board} board
 * @param {boolean} takesFocus
 */
export function drawCount(board, takesFocus) {
    const { table, edition } = board;
    if (!table.over) return;
    const { round = {} } = table.over;
    let place = 0;
    const counted = (/** @type {string} */ card) => {
        const mini = board.mini(card);
        mini.style.animationDelay = `${Math.min(place++ * CARD_MS, ALL_CARDS_MS)}ms`;
        return mini;
    };
    const rows = table.seats.map((seat, index) => {
        if (seat.kind === "free") return null;
        const cards = board.sorted(round.hands?.[index] ?? []);
        const sum = cards.reduce((all, card) => all + (edition.cards[card]?.points ?? 0), 0);
        const total = board.scoring === "quick" ? null : `${t("total")} ${table.now?.score[index] ?? 0}`;
        const row = h(
            "li.counted",
            null,
            h("b", null, seat.name ?? "", seat.wins ? ` ${"★".repeat(Math.min(seat.wins, 5))}` : ""),
            h("span.minis", null, cards.map(counted)),
            h("span.sum", null, cards.length ? sum : "★"),
            total ? h("span.total", null, total) : null,
        );
        row.classList.toggle("winner", index === round.winner);
        return row;
    });
    const isBetween = table.stage === "between";
    const slow = table.seats.filter(
        (seat, index) =>
            seat.kind === "person" && seat.ready === false && seat.here !== false && index !== table.me,
    );
    const goOn = () => void table.send({ t: "ready" }).catch((no) => board.refused(no));
    refill(
        board.over,
        h("h2", { tabindex: -1 }, titleOf(board)),
        h("ul", null, rows),
        h(
            "div.row.go-on-row",
            null,
            isBetween && table.me !== null && !table.seats[table.me]?.ready
                ? h("button.main", { type: "button", onclick: goOn }, t("nextRound"))
                : null,
            table.stage === "over" ? board.outside.end() : null,
            isBetween && slow.length && table.seats[table.me ?? -1]?.ready
                ? h("p", null, t("waitingFor", { who: slow.map((seat) => seat.name).join(", ") }))
                : null,
        ),
    );
    const first = board.over.querySelector("button.main") ?? board.over.querySelector("h2");
    if (takesFocus) /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
}
