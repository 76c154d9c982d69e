// votes.js - what people at a table accuse each other of, in words.

import { t } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** What was written; an accusation tells whose words it is about. @param {Table} table @param {any} said */
export const chatWords = (table, said) =>
    said.accuses === undefined
        ? (said.text ?? "")
        : t("quoted", {
              name: table.seats[said.seat]?.name ?? "·",
              who: table.seats[said.accuses]?.name ?? "·",
              text: said.text ?? "",
          });
