// votes.js - what people at a table have decided, and what they accuse each other of, in words.

import { t } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** What became of a question. @param {Table} table @param {any} vote */
export function voteLine(table, vote) {
    const names = (/** @type {number[]} */ seats) =>
        seats.map((seat) => table.seats[seat]?.name ?? "·").join(", ") || "—";
    return t("voteLine", {
        who: table.seats[vote.by]?.name ?? "·",
        what: t(`ask.${vote.what}`, { who: vote.name ?? "" }),
        outcome: t(`outcome.${vote.outcome}`),
        yes: names(vote.yes),
        no: names(vote.no),
    });
}

/** What was written; an accusation tells whose words it is about. @param {Table} table @param {any} said */
export const chatWords = (table, said) =>
    said.accuses === undefined
        ? (said.text ?? "")
        : t("quoted", {
              name: table.seats[said.seat]?.name ?? "·",
              who: table.seats[said.accuses]?.name ?? "·",
              text: said.text ?? "",
          });
