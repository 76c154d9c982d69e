// back.js - the way back to a table where one still has a seat, on the first screen.

import { h } from "./dom.js";
import { heldSeats } from "./held.js";
import { shownName } from "./table.js";
import { t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

const LOOKED_AT = 3;
const GOES_ON = ["revealing", "playing", "between"];

/** A table as the server has it; null where it is gone. @param {string} id */
const tableOf = (id) =>
    fetch(`/api/tables/${id}`).then(
        (answer) => (answer.ok ? answer.json() : null),
        () => null,
    );

/** Puts a button before the others where a game of one's own goes on. @param {App} app @param {HTMLElement} form */
export async function offerBack(app, form) {
    for (const [id, held] of heldSeats().slice(0, LOOKED_AT)) {
        const table = await tableOf(id);
        if (!GOES_ON.includes(table?.stage)) continue;
        const others = table.seats.filter(
            (/** @type {any} */ seat, /** @type {number} */ index) =>
                seat.kind === "person" && index !== held.seat,
        );
        const who = others.map((/** @type {any} */ seat) => shownName(seat.name)).join(", ");
        return form.prepend(
            h(
                "button.main.wide.back-to",
                { type: "button", onclick: () => void app.navigate(`#${id}`) },
                who ? t("backTo", { who }) : t("goOn"),
            ),
        );
    }
}
