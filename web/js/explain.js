// explain.js - in words: what a card does and why it cannot be played, how the table stands.

import { h } from "./dom.js";
import { cardName, verbOf, whyNot } from "./prompt.js";
import { asRead } from "./signs.js";
import { both, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** What a card does and, if it cannot be played, why. @param {Board} board @param {string} card */
export function cardWords({ table, edition }, card) {
    const info = edition.cards[card];
    if (!info) return "";
    const face = edition.faces[info.face];
    const what =
        face.number !== null && !face.play.length
            ? [t("step.number")]
            : face.play
                  .map((step) => t(`step.${step.do}`, { n: step.count }))
                  .concat(face.guard ? [t("step.guard")] : []);
    // Why not is asked of what one holds.
    const why = verbOf(table, card) || !table.hand.includes(card) ? "" : ` — ${whyNot(table, edition, card)}`;
    return `${cardName(edition, card)}: ${what.join(" ")} ${t("worth", { n: info.points })}${why}`;
}

/** Says what a card does in a sentence; asked about a second time, it is told in full. @param {Board} board @param {string} card */
export function explainCard(board, card) {
    const ask = () => void import("./cardrule.js").then(({ showCardRule }) => showCardRule(board, card));
    if (board.explained === card && !board.notice.hidden) return ask();
    board.say(cardWords(board, card), false);
    board.explained = card;
    if (!board.edition.cards[card]) return;
    const label = t("cardAsk", { card: asRead(board.edition, cardName(board.edition, card)) });
    board.notice.append(
        " ",
        h("button.ask-card", { type: "button", "aria-label": label, onclick: ask }, "…"),
    );
}

/** How the table stands, in a sentence. @param {Board} board */
export function tableWords(board) {
    const { now, seats } = board.table;
    if (!now) return "";
    const color = board.edition.colors.find((one) => one.id === now.color);
    const values = {
        card: cardName(board.edition, now.top),
        color: color ? both(color.name) : "–",
        who: seats[now.must[0] ?? now.turn]?.name ?? "",
    };
    const counts = board.seats
        .others()
        .map((seat) => `${seats[seat].name} ${now.counts[seat]}`)
        .join(", ");
    return `${t(board.table.isMyTurn() ? "statusMine" : "statusTurn", values)} ${counts}.`;
}
